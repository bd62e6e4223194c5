//! Shapes: syntax, the parts of rules, casts, claims, locations.

use crate::{Case, file, scene, script, town};
use townsfolk_lang::diagnostic::Code;

#[rustfmt::skip]
pub(crate) fn cases() -> Vec<(Code, Vec<Case>, Vec<Case>)> {
    vec![
        (Code::UnexpectedToken, vec![
            scene("one bracket too many", "rule r do wave)\nend", &["unexpected-token@1"]),
            scene("one bracket too few", "rule r when .any(X\ndo talk(X) end", &["unexpected-token@2"]),
            scene("an operator of another language", "rule r when .raining &\n.raining do wave end", &["unexpected-token@1"]),
            file("a word at the top", "rolle baker", &["unexpected-token@1"]),
            scene("a rule's part outside of a rule", "fact f told\nwhen f\nrule r when f do wave end", &["unexpected-token@2"]),
        ], vec![
            scene("parts in any order, on any line", "rule r\n  end once\n  do wave # a comment\n\n  when .raining", &[]),
            script("everything on one line", "fact f told state a rule r when f do wave goto b state b rule q leave", &[]),
            file("nothing at all", "", &[]),
            file("only a comment", "# soon", &[]),
            file("Windows line ends", "role a\r\nscript s\r\n  cast\r\n    a 1..1\r\n  rule r\r\n    leave\r\n", &[]),
        ]),
        (Code::KeywordAsName, vec![
            file("an action", "action add takes 3 s", &["keyword-as-name@1"]),
            file("a role", "role prop", &["keyword-as-name@1"]),
            scene("a fact without arguments, and nothing follows", "fact end told\nrule r when end do wave\nremove end end",
                &["keyword-as-name@1"]),
            scene("a space before the arguments", "fact on (prop) told\nrule r when on (X) do walk(X) end", &["keyword-as-name@1"]),
        ], vec![
            scene("facts and defines with arguments",
                "fact on(prop, prop) told\ndefine end(B) when on(_, B)\nrule r when\non(A, B), not on(B, A), end(B),\ncount(on(_, _)) > 1 do walk(A)\nremove on(A, B), on(_, A) end\nnever loop when on(X, X)", &[]),
            scene("words that mean something elsewhere only",
                "fact seed told fact people told fact for_now told\nstate after rule before when seed do wave once\nrule late when people do wave once\nrule joins when for_now do wave once\nrule any do wave goto scene\nstate scene rule first do wave once rule takes do wave once", &[]),
        ]),
        (Code::CapitalName, vec![
            file("a role", "role Baker", &["capital-name@1"]),
            file("in any script", "role Élder", &["capital-name@1"]),
            scene("a state", "state Here rule r do wave end", &["capital-name@1"]),
        ], vec![
            file("small letters of any script", "role bäcker role été role παππούς role дед role 爷爷", &[]),
            file("capitals further on", "role elderOne action sitDOWN", &[]),
        ]),
        (Code::DuplicatePart, vec![
            scene("leave and end", "rule r do wave leave\nend", &["duplicate-part@2"]),
            scene("two actions", "rule r do wave\ndo get_up end", &["duplicate-part@2"]),
            file("an action's flag", "action a takes 2 s,\ntakes 3 s", &["duplicate-part@2"]),
            file("two parents of a prop", "prop a prop b\nprop c is a,\nb", &["duplicate-part@3"]),
        ], vec![
            scene("effects may be repeated", "fact f(number)\nrule r when not f(_) do wave add f(1) add f(2) then add f(3) then add f(4) on failure add f(5) on failure add f(6) remove f(7), f(1) remove f(8), f(2) end", &["removal-matches-nothing@2", "removal-matches-nothing@2"]),
            file("two parents of a role", "role a role b role c is a, b", &[]),
        ]),
        (Code::PartNeedsAction, vec![
            scene("together", "fact f(character) rule r when .any(X), not f(X)\ntogether with X add f(X) end", &["part-needs-action@2"]),
            scene("while", "fact f rule r when not f\nwhile .raining add f end", &["part-needs-action@2"]),
            scene("on stop", "fact f rule r when not f\non stop add f end", &["part-needs-action@2"]),
        ], vec![
            scene("then happens at once without one", "fact f rule r when not f then add f end", &[]),
            scene("an action has them all", "fact f told rule r when .any(X, guest), f do wave together with X while f on stop remove f on failure remove f end", &[]),
        ]),
        (Code::ClaimNeedsHolder, vec![
            scene("no arguments", "claim turn\nrule r when not turn do wave add turn end", &["claim-needs-holder@1"]),
            scene("the holder stands first", "fact f(prop) claim held(character, prop)\nrule r when f(X), not held(_, X) do wave add held(.me, X) end", &["claim-needs-holder@1"]),
        ], vec![
            scene("only a holder", "claim turn(character)\nrule r when not turn(_) do wave add turn(.me) end", &[]),
            scene("a role holds it", "fact f(prop) claim held(prop, guest)\nrule r for guest when f(X), not held(X, _) do walk(X) add held(X, .me) end", &[]),
        ]),
        (Code::BadCast, vec![
            town("half a guest", "script s cast guest 0..1.5\nrule r leave", &["bad-cast@1"]),
            town("a crowd in one scene", "script s cast guest 0..1001\nrule r leave", &["bad-cast@1"]),
            scene("a test with a stranger", "rule r do wave end\ntest t people ann\ncitizen", &["bad-cast@3"]),
        ], vec![
            town("exactly one", "script s cast guest 1\nrule r leave", &[]),
            scene("a test with those who are cast", "rule r do wave end\ntest t people ann guest, bob waiter cy arrives as guest scene goes on", &[]),
        ]),
        (Code::SecondIcon, vec![
            town("two icons", "script s cast guest 0..1 player rule r leave\nlocation l prefers s emits player within 3 m, icon a\nemits player within 6 m, icon b", &["second-icon@3"]),
        ], vec![
            town("one icon", "script s cast guest 0..1 player rule r leave\nlocation l prefers s emits player within 3 m, icon a\nemits script within 6 m", &[]),
        ]),
        (Code::LocationFactMissing, vec![
            town("one of two facts", "script s cast guest 0..1 fact f(prop) fact g(prop) rule r when f(X), g(X) do walk(X) leave\nlocation l prop a: chair knows f(a) emits script\nprefers s", &["location-fact-missing@3"]),
            town("two scripts", "script s cast guest 0..1 fact f(prop) rule r when f(X) do walk(X) leave\nscript t cast guest 0..1 fact g(prop) rule r when g(X) do walk(X) leave\nlocation l prop a: chair knows f(a) emits script prefers s,\nt", &["location-fact-missing@4"]),
        ], vec![
            town("a rule adds it", "script s cast guest 0..1 fact f(prop) fact g(prop)\nrule r when f(X), not g(X) do walk(X) add g(X) leave rule q when g(_) leave\nlocation l prop a: chair knows f(a) prefers s emits script", &[]),
            town("the game tells it", "script s cast guest 0..1 fact f(prop) told rule r when f(X) do walk(X) leave\nlocation l prefers s emits script", &[]),
            town("about people", "script s cast guest 0..1 fact f(prop, character) told rule r when f(X, .me) do walk(X) leave\nlocation l prefers s emits script", &[]),
            town("broken knowledge is still knowledge", "script s cast guest 0..1 fact f(prop) rule r when f(X) do walk(X) leave\nlocation l prop a: chair\nknows f(b) prefers s", &["unknown-prop@3"]),
        ]),
        (Code::LocationMisfit, vec![
            town("spawns nobody", "script s cast guest 0..1 rule r leave\nlocation l prefers s\nemits spawn within 8 m", &["location-misfit@3"]),
            town("no icon", "script s cast guest 0..1 player rule r leave\nlocation l prefers s\nemits player within 3 m", &["location-misfit@3"]),
        ], vec![
            town("every emitter", "script s cast guest 0..3 player fact f(prop) rule r when f(X) do walk(X) leave\nlocation l prop a: chair at -1 m, 0.5 m knows f(a) tags rest, shade prefers s 3\n\
                emits script within 8 m, every 2 s, rests 30 s, rests per character 2 min, at most 2 within 50 m, from 8:00 to 22:00\nemits notification\n\
                emits spawn guest 1 at door, guest 2 at path, then withdraw, extras\nemits player within 3 m, icon talk", &[]),
        ]),
    ]
}
