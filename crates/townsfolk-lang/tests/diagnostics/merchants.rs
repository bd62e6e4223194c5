//! Merchants, their goods and events, and conditions that read a stock.

use crate::{Case, problems, town};
use townsfolk_lang::diagnostic::Code;

/// A merchant with these lines. They begin on line 3.
fn merchant(about: &'static str, lines: &str, expected: &'static [&'static str]) -> Case {
    let source = format!("area market\nmerchant grocer at market\n{lines}");
    town(about, &source, expected)
}

/// A scene whose guest waves under this condition, in a town with a grocer. The condition stands on
/// line 10.
fn reading(about: &'static str, when: &str, expected: &'static [&'static str]) -> Case {
    let source = format!(
        "area market\nmerchant grocer at market\n  goods apples arrive 1 per h, go 2 per h\n\
         function stock(symbol, symbol): number every 5 s\nscript shop_talk\ncast\nguest 1..1\n\
         state s\nrule r for guest\nwhen {when}\ndo wave\nagain after 5..6 s\n\
         rule bye for guest\nwhen .clock > 22:00\nurgent\nend"
    );
    town(about, &source, expected)
}

const APPLES: &str = "goods apples arrive 1 per h, go 2 per h";

#[rustfmt::skip]
pub(crate) fn cases() -> Vec<(Code, Vec<Case>, Vec<Case>)> {
    let apples = |line: &str| format!("{APPLES}\n{line}");
    vec![
        (Code::GrowsWithoutBound, vec![
            merchant("more come than go", "goods arrows arrive 1 per h, go 0.9 per h", &["grows-without-bound@3"]),
            merchant("as many come as go", "goods arrows arrive 2 per h, go 48 per day", &["grows-without-bound@3"]),
            merchant("none ever goes", "goods arrows arrive 1 per week", &["grows-without-bound@3"]),
            merchant("new rates that grow", &apples("on day 3 apples arrive 3 per h, go 3 per h"), &["grows-without-bound@4"]),
            merchant("new rates for everything", &apples("on day 3 everything arrive 3 per h, go 3 per h"), &["grows-without-bound@4"]),
        ], vec![
            merchant("a limit", "goods arrows arrive 1 per h, go 0.9 per h, at most 200", &[]),
            merchant("a little faster", "goods arrows arrive 1 per h, go 25 per day", &[]),
            merchant("new rates below a limit", "goods apples arrive 1 per h, go 2 per h, at most 9\non day 3 apples arrive 3 per h, go 3 per h", &[]),
        ]),
        (Code::UnknownGoods, vec![
            merchant("misspelt goods in an event", &apples("every day at 7:00 aples up to 50"), &["unknown-goods@4"]),
            reading("misspelt goods in a condition", ".stock(grocer, aples) > 0", &["unknown-goods@10"]),
            reading("a misspelt merchant", ".stock(grocr, apples) > 0", &["unknown-goods@10"]),
            reading("goods that nobody has here", ".stock(here, pears) > 0", &["unknown-goods@10"]),
        ], vec![
            merchant("known goods", &apples("every day at 7:00 apples up to 50"), &[]),
            merchant("all goods", &apples("on day 12 everything is taken"), &[]),
            reading("known goods in a condition", ".stock(grocer, apples) > 0", &[]),
            reading("the merchant of the place", ".stock(here, apples) > 0", &[]),
            town("a function of the game", "function stock(symbol, symbol): number every 5 s", &[]),
        ]),
        (Code::GoodsNeverMove, vec![
            merchant("no rates", "goods crown", &["goods-never-move@3"]),
            merchant("rates of nothing", "goods crown arrive 0 per h, go 0 per h", &["goods-never-move@3"]),
        ], vec![
            merchant("a delivery", "goods crown\non day 12 crown 1 more", &[]),
            merchant("only sales", "goods crown go 1 per week", &[]),
        ]),
        (Code::DuplicateName, vec![
            merchant("goods twice", &apples(APPLES), &["duplicate-name@4"]),
        ], vec![
            merchant("two goods", &apples("goods pears arrive 1 per h, go 2 per h"), &[]),
        ]),
        (Code::DuplicatePart, vec![
            merchant("a rate twice", "goods apples arrive 1 per h, go 2 per h, go 3 per h", &["duplicate-part@3"]),
        ], vec![
            merchant("all parts", "goods apples arrive 1 per 200 h, go 2 per day, batch of 25, reserve 4, at least 3 at first, at most 900", &[]),
        ]),
        (Code::UnknownArea, vec![
            town("a merchant nowhere", "merchant grocer at markt\ngoods apples arrive 1 per h, go 2 per h", &["unknown-area@1"]),
        ], vec![
            town("a merchant at a kind of location", "location stall\nmerchant grocer at stall\ngoods apples arrive 1 per h, go 2 per h", &[]),
            town("a merchant without a place", "merchant pedlar\ngoods apples arrive 1 per h, go 2 per h", &[]),
        ]),
        (Code::OutOfRange, vec![
            merchant("half an item", &apples("on monday at 6:00 apples 0.5 more"), &["out-of-range@4"]),
            merchant("a batch of none", "goods apples arrive 1 per h, go 2 per h, batch of 0", &["out-of-range@3"]),
            merchant("more than certain", &apples("on monday at 6:00 apples 5 more with 120%"), &["out-of-range@4"]),
            merchant("too often at random", &apples("about every 5 min apples 5 more"), &["out-of-range@4"]),
            merchant("too many", "goods apples arrive 1 per h, go 30000 per min", &["out-of-range@3"]),
        ], vec![
            merchant("dated changes", &apples("on monday at 6:00 apples 50 more if below 50 with 80%\nabout every 3 days apples 5 fewer\non day 12 apples are taken\non day 20 at 7:30 apples arrive 2 per h, go 3 per h"), &[]),
        ]),
        (Code::NotAvailableHere, vec![
            merchant("rates again and again", &apples("every day at 7:00 apples arrive 1 per h, go 3 per h"), &["not-available-here@4"]),
        ], vec![]),
    ]
}

#[test]
fn done_26_growing_goods_are_named_with_a_hint_to_type() {
    let source = "merchant fletcher\n  goods arrows arrive 1 per h, go 0.9 per h";
    let found = problems(source);
    assert_eq!(found.len(), 1);
    assert_eq!(
        found[0].message,
        "`arrows` arrive at least as fast as they go"
    );
    let hint = &found[0].hints[0].text;
    assert!(hint.contains("`, at most 200`"), "{hint}");
    assert!(problems(&format!("{source}, at most 200")).is_empty());
}
