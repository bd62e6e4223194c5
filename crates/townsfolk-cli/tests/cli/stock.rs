//! `townsfolk stock`, as people see it.

use crate::folder::Folder;
use expect_test::expect;

const SMITHY: &str = "area yard

merchant smith at yard
  goods swords arrive 1 per 200 h, go 1 per 100 h
  goods arrows arrive 1 per h, go 1.02 per h, batch of 20
  on monday at 6:00 arrows up to 200
";

fn smithy(name: &str) -> Folder {
    Folder::new(name)
        .file("smithy.folk", SMITHY)
        .file("empty.folk", "area yard\n")
}

#[test]
fn the_outlook_of_goods_is_a_table_and_a_history() {
    let folder = smithy("stock_table");
    expect![""].assert_eq(&folder.run(&[
        "stock",
        "smithy.folk",
        "--goods",
        "swords",
        "--from",
        "1",
        "--days",
        "3",
    ]));
}

#[test]
fn misspelt_names_and_files_without_merchants_are_answered() {
    let folder = smithy("stock_names");
    expect![""].assert_eq(&folder.run(&["stock", "smithy.folk", "--merchant", "smit"]));
    expect![""].assert_eq(&folder.run(&["stock", "smithy.folk", "--goods", "arows"]));
    expect![""].assert_eq(&folder.run(&["stock", "empty.folk"]));
    expect![""].assert_eq(&folder.run(&["stock", "--tune", "49", "--recovery", "soon"]));
}

#[test]
fn rates_are_found_from_behaviour() {
    let folder = smithy("stock_tune");
    let told = folder.run(&["stock", "--tune", "1", "--recovery", "1165.7h"]);
    expect![""].assert_eq(&told);
}

#[test]
fn a_picture_of_all_goods_is_written() {
    let folder = smithy("stock_picture");
    let told = folder.run(&["stock", "smithy.folk", "--svg", "smith.svg"]);
    assert!(told.contains("Wrote smith.svg."), "{told}");
    let picture = folder.read("smith.svg");
    assert!(picture.starts_with("<svg") && picture.ends_with("</svg>\n"));
    assert_eq!(picture.matches("<polygon").count(), 2);
    assert!(picture.contains("arrows of smith at yard"));
}

#[test]
fn goods_that_grow_for_ever_are_reported_at_their_place() {
    let arrows = "merchant fletcher\n  goods arrows arrive 1 per h, go 0.9 per h\n";
    let folder = Folder::new("stock_grows").file("fletcher.folk", arrows);
    expect![""].assert_eq(&folder.run(&["stock", "fletcher.folk"]));
}
