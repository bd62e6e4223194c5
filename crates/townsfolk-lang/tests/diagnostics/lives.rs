//! Daily scripts, errands, goals and operators, and the roles that think with them.

use crate::{Case, town};
use townsfolk_lang::diagnostic::Code;

/// What the days and plans of these cases are made of, on five lines.
const PARTS: &str = "attribute hungry(character) set by host\n\
    attribute mood(character): symbol calm, tense = calm set by host\n\
    attribute fed(character)\n\
    attribute strength(character): number 0..10 = 5 set by host\n\
    errand work\nstep do wave for 20 min\nerrand rest\nstep do get_up for 20 min\n";

/// A day with these lines, carried by a role. It begins on line 9.
fn day(about: &'static str, lines: &str, expected: &'static [&'static str]) -> Case {
    let parts = PARTS.replace(
        "attribute fed(character)",
        "attribute fed(character) set by host",
    );
    let source = format!("{parts}daily clerk\n{lines}\nrole hand thinks with clerk");
    town(about, &source, expected)
}

/// An errand with these lines, in a day of its own. It begins on line 9.
fn errand(about: &'static str, lines: &str, expected: &'static [&'static str]) -> Case {
    let parts = PARTS.replace(
        "attribute fed(character)",
        "attribute fed(character) set by host",
    );
    let source = format!(
        "{parts}errand visit\n{lines}\nlocation cafe\ntags coffee, warm\n\
         daily clerk\n0:00..0:00 visit, work, rest\nrole hand thinks with clerk"
    );
    town(about, &source, expected)
}

/// An operator with these lines, and a goal that it serves. It begins on line 9.
fn operator(about: &'static str, lines: &str, expected: &'static [&'static str]) -> Case {
    let source = format!(
        "{PARTS}operator eat\n{lines}\ngoal well_fed\nwhen .fed(.me)\n\
         daily clerk\n0:00..0:00 work, rest\nrole hand thinks with well_fed, clerk"
    );
    town(about, &source, expected)
}

/// A goal with these lines, and an operator that serves it. It begins on line 9.
fn goal(about: &'static str, lines: &str, expected: &'static [&'static str]) -> Case {
    let source = format!(
        "{PARTS}goal well_fed\n{lines}\noperator eat\nmakes .fed(.me)\ndo wave\n\
         daily clerk\n0:00..0:00 work, rest\nrole hand thinks with well_fed, clerk"
    );
    town(about, &source, expected)
}

#[rustfmt::skip]
pub(crate) fn cases() -> Vec<(Code, Vec<Case>, Vec<Case>)> {
    vec![
        (Code::UnknownErrand, vec![
            day("a misspelt errand", "0:00..0:00 wrok", &["unknown-errand@10"]),
            day("a misspelt errand that comes up once", "0:00..0:00 work\nat 12:00 rets", &["unknown-errand@11"]),
            day("a day in a day", "0:00..0:00 clerk", &["unknown-errand@10"]),
        ], vec![
            day("two errands in one block", "0:00..0:00 work, rest", &[]),
        ]),
        (Code::DailyGap, vec![
            day("an hour without an errand", "8:00..19:00 work\n20:00..8:00 rest", &["daily-gap@10"]),
            day("a day without blocks", "at 12:00 work", &["daily-gap@9"]),
            day("half a day", "0:00..12:00 work", &["daily-gap@10"]),
        ], vec![
            day("a block that goes on after midnight", "8:00..20:00 work\n20:00..8:00 rest", &[]),
            day("blocks in another order", "20:00..8:00 rest\n8:00..20:00 work", &[]),
        ]),
        (Code::DailyOverlap, vec![
            day("two errands in one hour", "8:00..20:00 work\n19:00..8:00 rest", &["daily-overlap@11"]),
            day("a block within another", "0:00..0:00 work\n12:00..13:00 rest", &["daily-overlap@11"]),
        ], vec![
            day("what comes up once is no block", "0:00..0:00 work\nat 12:00 rest with 50%", &[]),
        ]),
        (Code::OutOfRange, vec![
            day("more than certain", "0:00..0:00 work\nat 12:00 rest with 150%", &["out-of-range@11"]),
            day("a jitter of a day", "0:00..0:00 work\njitter 24 h", &["out-of-range@11"]),
            operator("a cost of nothing", "makes .fed(.me)\ncost 0\ndo wave", &["out-of-range@11"]),
        ], vec![
            day("jitter and grace", "0:00..0:00 work\njitter 15 min\ngrace 2 h", &[]),
        ]),
        (Code::DuplicatePart, vec![
            day("two jitters", "0:00..0:00 work\njitter 5 min\njitter 6 min", &["duplicate-part@12"]),
        ], vec![
            day("one of each", "0:00..0:00 work\njitter 5 min\ngrace 6 min", &[]),
        ]),
        (Code::NoPlaceServes, vec![
            errand("a tag of no location", "needs open place serving cofee, nearest\nstep do wave", &["no-place-serves@10"]),
        ], vec![
            errand("a tag of a location", "needs open place serving coffee, nearest\nstep do wave", &[]),
            errand("no place at all", "step do wave", &[]),
        ]),
        (Code::UnknownAction, vec![
            errand("no way to walk", "needs open place serving coffee, nearest\nstep go", &["unknown-action@11"]),
        ], vec![
            errand("nowhere to go", "step wait 5 min", &[]),
        ]),
        (Code::EmptyDecider, vec![
            errand("an errand without steps", "when .hungry(.me)", &["empty-decider@9"]),
            goal("a goal that wants nothing", "", &["empty-decider@9"]),
        ], vec![
            errand("a wait is a step", "step wait 5 min", &[]),
        ]),
        (Code::UnknownHostName, vec![
            errand("an unknown attribute in an errand", "when .hungy(.me)\nstep do wave", &["unknown-host-name@10"]),
            operator("an unknown attribute in an operator", "when .hungy(.me)\nmakes .fed(.me)\ndo wave", &["unknown-host-name@10"]),
        ], vec![
            errand("a known one", "when .hungry(.me)\nstep do wave", &[]),
        ]),
        (Code::NotAProposition, vec![
            operator("a number", "when .strength(.me) > 3\nmakes .fed(.me)\ndo wave", &["not-a-proposition@10"]),
            goal("a number as a goal", "when .strength(.me) > 3", &["not-a-proposition@10"]),
        ], vec![
            operator("an attribute with few values", "when .mood(.me) = calm\nmakes .fed(.me)\ndo wave", &[]),
            operator("an attribute that holds not", "when not .fed(.me)\nmakes .fed(.me)\ndo wave", &[]),
        ]),
        (Code::Contradiction, vec![
            operator("so and not so", "when .hungry(.me), not .hungry(.me)\nmakes .fed(.me)\ndo wave", &["contradiction@10"]),
            goal("two values at once", "when .mood(.me) = calm, .mood(.me) = tense", &["contradiction@10"]),
            errand("an errand for the calm and tense", "when .mood(.me) = calm, .mood(.me) = tense\nstep do wave", &["contradiction@10"]),
        ], vec![
            operator("two attributes", "when .hungry(.me), .mood(.me) = calm\nmakes .fed(.me)\ndo wave", &[]),
            errand("two sides of a range", "when .strength(.me) > 3, .strength(.me) < 6\nstep do wave", &[]),
        ]),
        (Code::AddsAndRemoves, vec![
            operator("an effect that undoes the other", "makes .fed(.me), not .fed(.me)\ndo wave", &["adds-and-removes@10"]),
        ], vec![
            operator("an effect that undoes its condition", "when not .fed(.me)\nmakes .fed(.me)\ndo wave", &[]),
        ]),
    ]
}
