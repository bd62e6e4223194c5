//! The picture in the README is what the command really prints.

use crate::folder::Folder;
use expect_test::expect_file;

/// Friends should be hugged, but never are.
const TAVERN: &str = include_str!("../../src/command/welcome/tavern.folk");

#[test]
fn the_picture_in_the_readme_is_current() {
    let folder = Folder::new("picture").file("tavern.folk", TAVERN);
    let told = folder.run(&["check", "--color", "always", "tavern.folk"]);
    let typed = "\u{1b}[1m$ townsfolk check tavern.folk\u{1b}[0m\n\n";
    let picture = anstyle_svg::Term::new().render_svg(&format!("{typed}{told}"));
    expect_file!["../../../../docs/check.svg"].assert_eq(&picture);
}
