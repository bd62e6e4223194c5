//! The pages of exploration's diagnostics: the wrong example shows the problem, the right one shows
//! nothing.
#![allow(missing_docs)]

mod support;
use support::{codes, explore_text};
use townsfolk_explore::Bounds;
use townsfolk_lang::diagnostic::Code;

fn example(page: &str, section: &str) -> Option<String> {
    let after = page.split(section).nth(1)?;
    let fenced = after.split("```folk explore\n").nth(1)?;
    fenced.split("```").next().map(String::from)
}

#[test]
fn every_page_about_exploration_shows_what_it_says() {
    let mut seen = 0;
    for code in Code::ALL
        .iter()
        .filter(|code| code.page().contains("```folk explore"))
    {
        // It is about scripts too large to explore, so its example takes long by design.
        if *code == Code::NotFullyExplored {
            continue;
        }
        seen += 1;
        let of = |section| example(code.page(), section).unwrap_or_default();
        let (_, wrong) = explore_text(&of("## This is wrong"), &Bounds::default());
        assert!(
            codes(&wrong).contains(&code.name()),
            "{}: {wrong}",
            code.name()
        );
        let (_, right) = explore_text(&of("## This is right"), &Bounds::default());
        assert_eq!(right, "", "{}", code.name());
    }
    assert_eq!(seen, 7);
}
