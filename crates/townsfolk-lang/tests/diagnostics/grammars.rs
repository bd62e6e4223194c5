//! Stochastic grammars, and the roles that think with them.

use crate::{Case, town};
use townsfolk_lang::diagnostic::Code;

/// A grammar with these lines, carried by a role.
fn grammar(about: &'static str, lines: &str, expected: &'static [&'static str]) -> Case {
    let source = format!(
        "attribute threat(character): number 0..1 = 0 set by host\n\
         attribute open(character) set by host\n\
         course bow\nstep do wave\n\
         grammar manners\n{lines}\nrole usher thinks with manners"
    );
    town(about, &source, expected)
}

/// A grammar that nobody thinks with.
fn words(about: &'static str, lines: &str, expected: &'static [&'static str]) -> Case {
    town(about, &format!("grammar signs\n{lines}"), expected)
}

#[rustfmt::skip]
pub(crate) fn cases() -> Vec<(Code, Vec<Case>, Vec<Case>)> {
    vec![
        (Code::UnknownGrammarPart, vec![
            grammar("a misspelt action", "start a: wave, wav", &["unknown-grammar-part@6"]),
            words("a word that is declared nowhere", "start a: \"The \", animal", &["unknown-grammar-part@2"]),
            grammar("a pattern of what never comes", "start a: wave*\nkeep get_up near 5%", &["unknown-grammar-part@7"]),
        ], vec![
            grammar("actions, courses and rules", "start a: wave, b, bow\nb: get_up or nothing", &[]),
            words("texts and words of a set", "start a: \"The \", weather, b*2..3\nb: \"!\"", &[]),
        ]),
        (Code::GrammarNeverEnds, vec![
            grammar("a rule that leads back", "start a: wave, a", &["grammar-never-ends@6"]),
            grammar("two rules that lead to each other", "start a: wave, b\nb: get_up, a", &["grammar-never-ends@6"]),
            grammar("a repetition without an end", "start a: b\nb: wave*100%", &["grammar-never-ends@7"]),
            grammar("the only way out has no weight", "start a: 0 wave or 1 (get_up, a)", &["grammar-never-ends@6"]),
        ], vec![
            grammar("a bound", "start a: wave*1..3 with 100%", &[]),
            grammar("a way out", "start a: wave, (a or nothing)", &[]),
            town("a stream", "grammar steps endless\nstart a: wave*100%\nrole usher thinks with steps", &[]),
        ]),
        (Code::GrammarGrows, vec![
            grammar("as many as there were", "start a: wave or a, a", &["grammar-grows@6"]),
            grammar("more than there were", "start a: 0.4 wave or 0.6 a, a", &["grammar-grows@6"]),
        ], vec![
            grammar("fewer than there were", "start a: 0.6 wave or 0.4 a, a", &[]),
        ]),
        (Code::GrammarRuleNeverUsed, vec![
            grammar("a rule beside the others", "start a: wave\nb: get_up", &["grammar-rule-never-used@7"]),
        ], vec![
            grammar("a second start", "start 2 a: wave\nstart 1 b: get_up", &[]),
        ]),
        (Code::WeightsAllZero, vec![
            grammar("a choice of nothing", "start a: wave, (0 wave or 0 get_up)", &["weights-all-zero@6"]),
            grammar("no start", "start 0 a: wave", &["weights-all-zero@6"]),
        ], vec![
            grammar("one that is never taken", "start a: 0 wave or 1 get_up", &[]),
        ]),
        (Code::WeightsMisfit, vec![
            grammar("too few", "start a: wave or get_up weights from .threat(.me)", &["weights-misfit@6"]),
            grammar("no choice", "start a: wave weights from .threat(.me)", &["weights-misfit@6"]),
        ], vec![
            grammar("one for each", "start a: wave or get_up weights from .threat(.me), 1 - .threat(.me) linear at least 0.1 at every choice", &[]),
        ]),
        (Code::SymbolWithoutDeed, vec![
            grammar("a text", "start a: \"Ho!\"", &["symbol-without-deed@7"]),
            grammar("a word of a set", "start a: weather or prices", &["symbol-without-deed@7"]),
        ], vec![
            grammar("a symbol with a deed", "start a: drop, up*\ndrop: do walk(.me) with speed = 2 when .open(.me)\nup: do get_up", &[]),
            words("nobody thinks with it", "start a: weather or prices", &[]),
        ]),
        (Code::EmptyDecider, vec![
            grammar("a grammar without rules", "", &["empty-decider@5"]),
            grammar("rules without a start", "a: wave", &["empty-decider@5"]),
        ], vec![
            grammar("a rule named start", "start start: wave", &[]),
        ]),
        (Code::OutOfRange, vec![
            grammar("a weight below nothing", "start a: -1 wave or get_up", &["out-of-range@6"]),
            grammar("more than certain", "start a: wave*120%", &["out-of-range@6"]),
            grammar("too few to count", "start a: wave*\nkeep wave near 5% over 3", &["out-of-range@7"]),
        ], vec![
            grammar("a chance with a decimal", "start a: wave+66.7%\nkeep wave, wave near 2.5% over 100", &[]),
        ]),
        (Code::EmptyRange, vec![
            grammar("bounds that cross", "start a: wave*5..2", &["empty-range@6"]),
        ], vec![
            grammar("an open bound", "start a: wave*2.. with 30%, get_up*3", &[]),
        ]),
        (Code::DuplicateName, vec![
            grammar("a rule twice", "start a: wave\na: get_up", &["duplicate-name@7"]),
        ], vec![
            grammar("a rule with the name of an action", "start wave: get_up", &[]),
        ]),
        (Code::WrongArguments, vec![
            grammar("an action without its aim", "start a: sit", &["wrong-arguments@6"]),
        ], vec![
            grammar("an action with its aim", "start a: b\nb: do walk(.me)", &[]),
        ]),
        (Code::NotAvailableHere, vec![
            grammar("a reading", "start a: b\nb: do wave when .sees(.me, .me)", &["not-available-here@7"]),
            grammar("the time as a weight", "start a: wave or get_up weights from .threat(.me), .hunger(.me) * .clock", &["not-available-here@6"]),
        ], vec![
            grammar("an attribute", "start a: b\nb: do wave when .open(.me), .threat(.me) < 0.5", &[]),
        ]),
    ]
}
