//! Snippets, trees and queries, and the roles that think with them.

use crate::{Case, town};
use townsfolk_lang::diagnostic::Code;

/// What the snippets of these cases speak of, on five lines.
const ARENA: &str = "attribute health(character): number 0..100 = 100 set by host\n\
    attribute marked(character) set by host\n\
    role winged\n\
    tree base(Foe: character)\nscore 20, and 10 if .marked(Foe)\n";

/// A snippet with this head and these lines, carried by a role. It begins on line 6.
fn snippet(about: &'static str, lines: &str, expected: &'static [&'static str]) -> Case {
    let source = format!("{ARENA}snippet strike {lines}\nrole hand thinks with strike");
    town(about, &source, expected)
}

#[rustfmt::skip]
pub(crate) fn cases() -> Vec<(Code, Vec<Case>, Vec<Case>)> {
    vec![
        (Code::IncompleteSnippet, vec![
            snippet("nothing is done", "class basic\nscore 10", &["incomplete-snippet@6"]),
            snippet("candidates in the whole world", "class basic\namong guest as It\nscore 10\ndo talk(It)", &["incomplete-snippet@7"]),
        ], vec![
            snippet("candidates nearby", "class basic\namong guest within 2 m as It\nscore 10\ndo talk(It)", &[]),
            snippet("no candidates at all", "class basic\nscore 10\ndo wave", &[]),
        ]),
        (Code::UnknownTree, vec![
            snippet("a misspelt tree", "class offensive\namong guest within 2 m as It\nrated by bass(It)\ndo talk(It)", &["unknown-tree@8"]),
        ], vec![
            snippet("a tree", "class offensive\namong guest within 2 m as It\nrated by base(It)\ndo talk(It)", &[]),
        ]),
        (Code::UnknownClass, vec![
            snippet("a misspelt class", "class ofensive\nscore 20\ndo wave", &["unknown-class@6"]),
        ], vec![
            snippet("every class is known", "class safety\nscore 100\ndo wave", &[]),
        ]),
        (Code::PointsOutsideBand, vec![
            snippet("more than the class allows", "class support\namong guest within 2 m as It\nscore 25, and 10 if .health(It) < 50, and 12 if .health(It) < 25\ndo talk(It)", &["points-outside-band@6"]),
            snippet("fewer than the class allows", "class reaction\nscore 20\ndo wave", &["points-outside-band@6"]),
            snippet("a tree that goes too far", "class basic\namong guest within 2 m as It\nrated by base(It)\ndo talk(It)", &["points-outside-band@6"]),
        ], vec![
            snippet("the greatest number that is allowed", "class support\namong guest within 2 m as It\nscore 25, and 10 if .health(It) < 50, and 10 if .health(It) < 25\ndo talk(It)", &[]),
            snippet("only one of two counts", "class support\namong guest within 2 m as It\nscore 25, and 20 if .health(It) < 25, or 10 if .health(It) < 50\ndo talk(It)", &[]),
        ]),
        (Code::RequiredRoleMissing, vec![
            snippet("a hand without wings", "class basic requires winged\nscore 10\ndo wave", &["required-role-missing@9"]),
        ], vec![
            town("a hand with wings", &format!("{ARENA}snippet strike class basic requires winged\nscore 10\ndo wave\nrole hand is winged thinks with strike"), &[]),
        ]),
        (Code::UnboundVariable, vec![
            snippet("nobody is called that", "class basic\nscore 10\nwhen .marked(It)\ndo wave", &["unbound-variable@8"]),
        ], vec![
            snippet("a candidate", "class basic\namong guest within 2 m as It\nwhen .marked(It)\nscore 10\ndo talk(It)", &[]),
        ]),
        (Code::NotAvailableHere, vec![
            snippet("a reading", "class basic\nscore 10\nwhen .sees(.me, .me)\ndo wave", &["not-available-here@8"]),
            snippet("a coin", "class basic\nscore 10\nwhen chance(50%)\ndo wave", &["not-available-here@8"]),
        ], vec![
            snippet("an attribute", "class basic\nscore 10\nwhen .marked(.me)\ndo wave", &[]),
        ]),
        (Code::UnknownHostName, vec![
            snippet("an unknown attribute", "class basic\nscore 10\nunless .markd(.me)\ndo wave", &["unknown-host-name@8"]),
            snippet("an unknown attribute as a cost", "class basic\nscore 10\ncost 3 helth\ndo wave", &["unknown-host-name@8"]),
        ], vec![
            snippet("a known one", "class basic\nscore 10\nunless .marked(.me)\ndo wave", &[]),
        ]),
        (Code::Contradiction, vec![
            snippet("marked and not marked", "class basic\nscore 10\nwhen .marked(.me), not .marked(.me)\ndo wave", &["contradiction@8"]),
            snippet("a value outside of the range", "class basic\nscore 10\nwhen .health(.me) > 200\ndo wave", &["contradiction@8"]),
            snippet("points that are never given", "class basic\namong guest within 2 m as It\nscore 10, and 0 if .health(It) < 10, .health(It) > 20\ndo talk(It)", &["contradiction@8"]),
        ], vec![
            snippet("of one and of another", "class basic\namong guest within 2 m as It\nwhen .marked(.me), not .marked(It)\nscore 10\ndo talk(It)", &[]),
        ]),
        (Code::BadCurve, vec![
            snippet("a curve that goes back", "class movement\nscore by .health(.me) 3: 5, 2: 0\ndo wave", &["bad-curve@7"]),
        ], vec![
            snippet("a curve that falls", "class movement\nscore by .health(.me) 3: 5, 20: 0\ndo wave", &[]),
        ]),
    ]
}
