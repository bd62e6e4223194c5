//! Hot rules, and the roles that think with them.

use crate::{Case, town};
use townsfolk_lang::diagnostic::Code;

/// A set of rules with these lines, carried by a role.
fn rules(about: &'static str, lines: &str, expected: &'static [&'static str]) -> Case {
    let source = format!(
        "attribute doing(character): symbol idle, busy set by host\n\
         attribute picked: character set by host\n\
         course greet(Who: character)\nstep do talk(Who)\n\
         rules crew\n{lines}\nrole hand thinks with crew"
    );
    town(about, &source, expected)
}

#[rustfmt::skip]
pub(crate) fn cases() -> Vec<(Code, Vec<Case>, Vec<Case>)> {
    vec![
        (Code::UnknownDecider, vec![
            town("a misspelt set", "role hand thinks with craw", &["unknown-decider@1"]),
        ], vec![
            rules("a set that is there", "rule a when .doing(.me) = idle do wave", &[]),
        ]),
        (Code::EmptyDecider, vec![
            rules("a set without rules", "", &["empty-decider@5"]),
        ], vec![
            rules("rules in subsets only", "subset speaking\nrule a when .doing(.me) = idle do wave", &[]),
        ]),
        (Code::IncompleteRule, vec![
            rules("nothing to wait for", "rule a do wave", &["incomplete-rule@6"]),
            rules("nothing to do", "rule a when .doing(.me) = idle", &["incomplete-rule@6"]),
        ], vec![
            rules("alternatives with weights", "rule a priority 2 when .picked = X, .doing(.me) != busy do 2 greet(X) or wave or walk(X) with speed = 2 again after 5 s", &[]),
        ]),
        (Code::NotAvailableHere, vec![
            rules("a reading", "rule a when .doing(.me) = idle, .sees(.me, .me) do wave", &["not-available-here@6"]),
            rules("the time", "rule a when .doing(.me) = idle, .clock > 18:00 do wave", &["not-available-here@6"]),
            rules("people of a scene", "rule a when .doing(.me) = idle, .any(X) do talk(X)", &["not-available-here@6"]),
            rules("a coin", "rule a when .doing(.me) = idle, chance(50%) do wave", &["not-available-here@6"]),
        ], vec![
            rules("a draw in a deed", "rule a when .doing(.me) = idle, .picked = X do walk(X) with speed = random(1, 2)", &[]),
        ]),
        (Code::UnknownFact, vec![
            rules("a fact", "rule a when .doing(.me) = idle, tired(.me) do wave", &["unknown-fact@6"]),
        ], vec![
            rules("a property of the game", "rule a when .raining do wave", &[]),
        ]),
        (Code::Contradiction, vec![
            rules("two values at once", "rule a when .doing(.me) = idle, .doing(.me) = busy do wave", &["contradiction@6"]),
            rules("so and not so", "rule a when .raining, not .raining do wave", &["contradiction@6"]),
            rules("a value and its opposite", "rule a when .doing(.me) = idle, .doing(.me) != idle do wave", &["contradiction@6"]),
        ], vec![
            rules("neither of two", "rule a when .doing(.me) != idle, .doing(.me) != busy do wave", &[]),
            rules("of two characters", "rule a when .picked = X, .doing(X) = idle, .doing(.me) = busy do greet(X)", &[]),
        ]),
        (Code::UnknownHostName, vec![
            rules("an unknown attribute", "rule a when .doin(.me) = idle do wave", &["unknown-host-name@6"]),
        ], vec![
            rules("a known one", "rule a when .doing(.me) = idle do wave", &[]),
        ]),
        (Code::OutOfRange, vec![
            rules("a weight of nothing", "rule a when .doing(.me) = idle do 0 wave", &["out-of-range@6"]),
        ], vec![
            rules("half a weight", "rule a when .doing(.me) = idle do 0.5 wave or get_up", &[]),
        ]),
        (Code::DuplicateName, vec![
            rules("two rules", "rule a when .doing(.me) = idle do wave\nrule a when .raining do wave", &["duplicate-name@7"]),
        ], vec![
            rules("two names", "rule a when .doing(.me) = idle do wave\nrule b when .raining do wave", &[]),
        ]),
        (Code::WrongArguments, vec![
            rules("a course without its argument", "rule a when .doing(.me) = idle do greet", &["wrong-arguments@6"]),
        ], vec![
            rules("a course with it", "rule a when .picked = X do greet(X)", &[]),
        ]),
    ]
}
