//! Inference over referents.

use crate::{Case, town};
use townsfolk_lang::diagnostic::Code;

/// A set of referents with these lines, carried by a role.
fn referents(about: &'static str, lines: &str, expected: &'static [&'static str]) -> Case {
    let source = format!(
        "attribute armed(character) set by host\n\
         attribute friend(character): character set by host\n\
         role sentry thinks with watch\n\
         referents watch: target, post\n{lines}"
    );
    town(about, &source, expected)
}

#[rustfmt::skip]
pub(crate) fn cases() -> Vec<(Code, Vec<Case>, Vec<Case>)> {
    vec![
        (Code::UnknownPredicate, vec![
            referents("a misspelt premise", "sense near(X) within 8 m\ndo talk(X) when naer(X)", &["unknown-predicate@6"]),
            referents("a goal that nothing achieves", "sense near(X) within 8 m\nwant caught(target)\ndo talk(X) when near(X)", &["unknown-predicate@6"]),
        ], vec![
            referents("a goal that is achieved", "sense near(X) within 8 m\nwant caught(target)\nachieve caught(X) do talk(X) when near(X)", &[]),
        ]),
        (Code::UnknownReferent, vec![
            referents("a misspelt referent", "sense near(X) within 8 m\ndo wave when near(taget)", &["unknown-referent@6"]),
            referents("bound to nobody", "sense near(X)\nnotice foe among guest\ndo wave when near(_)", &["unknown-referent@6"]),
        ], vec![
            referents("a referent", "sense near(X) within 8 m\nnotice target among guest\ndo wave when near(target)", &[]),
        ]),
        (Code::CircularInference, vec![
            referents("a conclusion from itself", "sense near(X)\nbold(X) if near(X), calm(X)\ncalm(X) if not bold(X)\ndo talk(X) when bold(X)", &["circular-inference@6"]),
            referents("a goal for its own sake", "sense near(X)\nsense seen(X)\nachieve near(X) by seen(X)\nachieve seen(X) by near(X)\ndo talk(X) when near(X)", &["circular-inference@8"]),
            town("sets that build on each other", "referents a is b: x\nsense near(X)\ndo talk(X) when near(X)\nreferents b is a: y\nsense far(X)\ndo talk(X) when far(X)\nrole hand thinks with a, b", &["circular-inference@1", "circular-inference@4"]),
        ], vec![
            referents("a chain in any order", "do talk(X) when c(X)\nc(X) if b(X)\nb(X) if a(X)\nsense a(X)", &[]),
        ]),
        (Code::ContradictoryTerms, vec![
            referents("true and false", "sense near(X)\nbold(X) if near(X), not near(X)\ndo talk(X) when bold(X)", &["contradictory-terms@6"]),
            referents("known and unknown", "sense near(X)\ndo talk(X) when near(X), unknown near(X)", &["contradictory-terms@6"]),
        ], vec![
            referents("of two referents", "sense near(X)\ndo wave when near(target), not near(post)", &[]),
            referents("not known is no falsehood", "sense near(X)\ndo talk(X) when near(X), not known near(post)", &[]),
        ]),
        (Code::InferenceMisuse, vec![
            referents("two variables", "sense near(X)\npair(X) if near(X), near(Y)\ndo talk(X) when pair(X)", &["inference-misuse@6"]),
            referents("a relation", "sense near(X)\ndo talk(X) when near(X, target)", &["inference-misuse@6"]),
            referents("a conclusion about one", "sense near(X)\nbold(target) if near(target)\ndo talk(X) when bold(X)", &["inference-misuse@6"]),
            referents("each for none", "sense near(X)\nalarm if near(X)\ndo wave when alarm", &["inference-misuse@6"]),
            referents("a goal that is false", "sense near(X)\nwant not near(target)\ndo talk(X) when near(X)", &["inference-misuse@6"]),
            referents("a situation about each", "sense near(X)\nsituation hunt when near(X)\ndo talk(X) when near(X)", &["inference-misuse@6"]),
            referents("a sense in a situation", "sense near(X)\nsituation hunt when near(_)\nsense far(X)\ndo talk(X) when near(X)", &["inference-misuse@7"]),
            referents("an act without a referent", "sense near(X)\ndo talk(X)", &["inference-misuse@6"]),
            referents("an act on a name", "sense near(X)\ndo talk(target) when near(X)", &["inference-misuse@6"]),
            referents("a condition on two", "sense near(X) when .friend(X) = Y, .armed(Y)\ndo talk(X) when near(X)", &["inference-misuse@5"]),
        ], vec![
            referents("any for none", "sense near(X)\nalarm if near(_)\nsituation hunt as need fighting when alarm until not alarm\ndo talk(X) when near(X)", &[]),
        ]),
        (Code::UnknownDecider, vec![
            town("building on nothing", "referents a is b: x\nsense near(X)\ndo talk(X) when near(X)\nrole hand thinks with a", &["unknown-decider@1"]),
        ], vec![
            town("building on another", "referents b: y\nsense near(X)\nreferents a is b: x\ndo talk(X) when near(X)\nrole hand thinks with a", &["empty-decider@1"]),
        ]),
        (Code::EmptyDecider, vec![
            referents("nothing to do", "sense near(X)", &["empty-decider@4"]),
        ], vec![
            referents("something to do", "sense near(X)\ndo talk(X) when near(X)", &[]),
        ]),
        (Code::NotAvailableHere, vec![
            referents("a reading", "sense seen(X) when .sees(.me, X)\ndo talk(X) when seen(X)", &["not-available-here@5"]),
            referents("a distance", "sense near(X) when distance(.me, X) < 8\ndo talk(X) when near(X)", &["not-available-here@5"]),
        ], vec![
            referents("an attribute", "sense armed(X) when .armed(X), .friend(.me) != X\ndo talk(X) when armed(X)", &[]),
        ]),
        (Code::OutOfRange, vec![
            referents("too much luck", "notices moving 160%\nsense near(X)\ndo talk(X) when near(X)", &["out-of-range@5"]),
            referents("no attention at all", "attention 0\nsense near(X)\ndo talk(X) when near(X)", &["out-of-range@5"]),
        ], vec![
            referents("limits as data", "every 0.2 s\nsight 30 m when .armed(X)\nattention 6\nnotices moving 90%\nnotices still 5%\ndistracted 50%\nremembers 20 s\nplain\nsense near(X)\ndo talk(X) when near(X)", &[]),
        ]),
        (Code::UnexpectedToken, vec![
            referents("a line of no kind", "sense near(X)\nnear X then run\ndo talk(X) when near(X)", &["unexpected-token@6"]),
            referents("a goal without a way", "sense near(X)\nachieve near(X)\nwant near(X)\ndo talk(X) when near(X)", &["unexpected-token@7"]),
        ], vec![
            referents("all forms of goals", "sense near(X)\nfeel gone(X) unseen for 3 s\nwant near(target), to know gone(post) when not gone(target)\nachieve near(X) by close(X)\nachieve close(X) do talk(X) when not gone(X)\nto know gone(X) by near(X)\nto know near(X) do talk(X)\nbind post to .friend(.me)\nshare target with post within 9 m", &[]),
        ]),
    ]
}
