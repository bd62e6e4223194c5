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
    expect![[r#"
        swords of smith at yard
          arrive 0.12 per day, go 0.24 per day. In the long run 1 (sd 1.414), none in 50% of looks; a disturbance fades in 48.6 days.

          after 1 were seen        mean      sd    none     5%    50%    95%
          36 seconds               1.00    0.01    0.0%      1      1      1
          6 minutes                1.00    0.04    0.1%      1      1      1
          an hour                  1.00    0.12    1.0%      1      1      1
          4 hours                  0.98    0.24    3.8%      1      1      1
          10 hours                 0.95    0.37    9.1%      0      1      1
          a day                    0.90    0.54   19.1%      0      1      2
          4 days                   0.79    0.86   44.2%      0      1      2
          a week                   0.77    0.96   50.3%      0      0      3
          a month                  0.89    1.23   51.6%      0      0      3
          6 weeks                  0.93    1.29   51.0%      0      0      4

          a history, hour by hour (the highest bar is 0)
          monday                                 0 at 0:00, 0 at 23:00
          tuesday                                0 at 0:00, 0 at 23:00
          wednesday                              0 at 0:00, 0 at 23:00

    "#]].assert_eq(&folder.run(&[
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
    expect![[r#"
        --- complaints
        error: there is no merchant `smit`

        Hint: did you mean `smith`?
        --- exit 2
    "#]]
    .assert_eq(&folder.run(&["stock", "smithy.folk", "--merchant", "smit"]));
    expect![[r#"
        --- complaints
        error: nobody sells goods called `arows`

        Hint: did you mean `arrows`?
        --- exit 2
    "#]]
    .assert_eq(&folder.run(&["stock", "smithy.folk", "--goods", "arows"]));
    expect![[r#"
        --- complaints
        error: there is no merchant in these files

        Hint: a merchant begins with `merchant NAME`; `townsfolk stock --help` shows more
        --- exit 2
    "#]]
    .assert_eq(&folder.run(&["stock", "empty.folk"]));
    expect![[r#"
        --- complaints
        error: `soon` is no number of hours

        Hint: write `--recovery 24h`
        --- exit 2
    "#]]
    .assert_eq(&folder.run(&["stock", "--tune", "49", "--recovery", "soon"]));
}

#[test]
fn rates_are_found_from_behaviour() {
    let folder = smithy("stock_tune");
    let told = folder.run(&["stock", "--tune", "1", "--recovery", "1165.7h"]);
    expect![[r#"
        goods NAME arrive 0.005 per h, go 0.01 per h
    "#]]
    .assert_eq(&told);
}

#[test]
fn goods_that_are_only_delivered_begin_with_a_full_shelf() {
    let baker = "area yard\n\nmerchant baker at yard\n  goods rolls go 12 per h\n  \
                 goods sacks go 1 per day, batch of 5\n  every day at 6:00 rolls up to 60\n  \
                 every day at 6:00 sacks up to 20\n";
    let folder = Folder::new("stock_delivered").file("baker.folk", baker);
    let told = folder.run(&["stock", "baker.folk"]);
    assert!(told.contains("after 60 were seen"), "{told}");
    assert!(told.contains("after 4 batches seen"), "{told}");
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
    expect![[r#"
        error[grows-without-bound]: `arrows` arrive at least as fast as they go
          ╭▸ fletcher.folk:2:9
          │
        2 │   goods arrows arrive 1 per h, go 0.9 per h
          ╰╴        ━━━━━━ this stock grows for ever

        After a month away the player finds thousands of `arrows`, and more every day.

        Hint: let them go faster than they arrive, or add a limit: `, at most 200`

        1 error in 1 file
        Fix the errors first.
        --- exit 1
    "#]]
    .assert_eq(&folder.run(&["stock", "fletcher.folk"]));
}
