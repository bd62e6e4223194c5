//! Mistakes that designers make with time, claims and tests, and lines that accept findings.

use crate::{Case, file, scene, script, town};
use townsfolk_lang::diagnostic::Code;

#[rustfmt::skip]
pub(crate) fn cases() -> Vec<(Code, Vec<Case>, Vec<Case>)> {
    vec![
        (Code::LimitTooShort, vec![
            file("never done", "action fish takes 20 s, may fail, limit 5 s", &["limit-too-short@1"]),
            file("sometimes not done", "action fish takes 2..20 s, limit 5 s", &["limit-too-short@1"]),
        ], vec![
            file("just enough", "action fish takes 2..20 s, limit 20 s", &[]),
            file("sometimes, and it may fail", "action fish takes 2..20 s, may fail, limit 5 s", &[]),
        ]),
        (Code::ActionTakesNoTime, vec![
            file("none at all", "action blink takes 0 s", &["action-takes-no-time@1"]),
        ], vec![
            file("perhaps none", "action blink takes 0..1 s", &[]),
            file("not said", "action blink", &[]),
        ]),
        (Code::WhileEndsAtOnce, vec![
            scene("removed by itself", "fact f told\nrule r when f do wave while f\nremove f", &["while-ends-at-once@3"]),
            scene("added under not", "fact f(character) told\nrule r do wave while not f(.me)\nadd f(.me) end", &["while-ends-at-once@3"]),
            scene("all of them", "fact f(character) told\nrule r when f(.me) do wave while f(.me)\nremove f(_)", &["while-ends-at-once@3"]),
        ], vec![
            scene("when it is done", "fact f told\nrule r when f do wave while f then remove f", &[]),
            scene("another's", "fact f(character) told\nrule r when f(.me), f(X), X != .me do wave while f(X) remove f(.me)", &[]),
            scene("put back at once", "fact f(number) told\nrule r when f(N) do wave while f(_) remove f(N) add f(N + 1) end", &[]),
        ]),
        (Code::ClaimTakenLate, vec![
            scene("a seat", "fact f(prop) claim c(prop, guest)\nrule r for guest when f(X), not c(X, _), not c(_, .me) do sit(X)\nthen add c(X, .me)", &["claim-taken-late@3"]),
            scene("free by a define", "fact f(prop) claim c(prop, guest) define free(X) when f(X), not c(X, _)\nrule r for guest when free(X), not c(_, .me) do sit(X)\nthen add c(X, .me)", &["claim-taken-late@3"]),
        ], vec![
            scene("handed over", "fact f(prop) claim c(prop, character)\nrule q when f(X), not c(X, _), not c(_, .me) do sit(X) add c(X, .me)\nrule r when c(X, .me), .any(Y), not c(_, Y) do wave then remove c(X, .me) then add c(X, Y)", &[]),
            scene("the only one who takes it", "fact f(prop) claim c(prop, waiter)\nrule r for waiter when f(X), not c(X, _), not c(_, .me) do sit(X) then add c(X, .me)", &[]),
            scene("marked at once", "fact f(prop) claim c(prop, guest) claim going(prop, guest)\nrule r for guest when f(X), not c(X, _), not going(X, _), not c(_, .me) do sit(X) add going(X, .me) then add c(X, .me)", &[]),
        ]),
        (Code::RulesUndoEachOther, vec![
            scene("for ever", "fact f(character)\nrule r when not f(.me)\nadd f(.me)\nrule q when f(.me) remove f(.me)", &["rules-undo-each-other@2"]),
            scene("while it is dark", "fact f fact dark told\nrule r when dark, not f\nadd f\nrule q when f remove f", &["rules-undo-each-other@2"]),
        ], vec![
            scene("by day and by night", "fact f fact dark told\nrule r when dark, not f add f\nrule q when f, not dark remove f", &[]),
            scene("each for its own reason", "fact f fact dark told fact late told\nrule r when dark, not f add f\nrule q when f, late remove f", &[]),
            scene("with something to do", "fact f(character)\nrule r when not f(.me) add f(.me)\nrule q when f(.me) do wave then remove f(.me)", &[]),
            scene("used in between", "fact f(character)\nrule r when not f(.me) add f(.me)\nrule p when f(.me), .raining do wave\nrule q when f(.me) remove f(.me)", &[]),
        ]),
        (Code::AimedAtOneself, vec![
            scene("with the voice", "rule r when .any(X)\ndo talk(X) end", &["aimed-at-oneself@2"]),
            scene("once each", "fact met(character, character)\nrule r when .any(X), not met(.me, X)\ndo walk(X) add met(.me, X)", &["aimed-at-oneself@3"]),
            scene("only oneself", "rule r when .any(X), X = .me\ndo talk(X) end", &["aimed-at-oneself@2"]),
            scene("in one's own role", "rule r for guest when .any(X, guest)\ndo talk(X) end", &["aimed-at-oneself@2"]),
        ], vec![
            scene("not oneself", "rule r when .any(X), .me != X do talk(X) end", &[]),
            scene("in another role", "rule r for waiter when .any(X, guest) do talk(X) end", &[]),
            scene("with the hands", "fact cup_of(character)\nrule r when .any(X), not cup_of(X) do walk(X) add cup_of(X)", &[]),
            scene("of whom something is known", "fact asks(character) told\nrule r when .any(X), asks(X) do talk(X) end", &[]),
            scene("together", "rule r when .any(X) do talk(X) together with X end", &[]),
            scene("who has not what I have", "fact hat(character) told\nrule r when .any(X), not hat(X), hat(.me) do talk(X) end", &[]),
        ]),
        (Code::TestExpectsNothing, vec![
            scene("only told", "fact f told\nrule r when f do wave end\ntest t people ann guest tell f after 3 s", &["test-expects-nothing@3"]),
            scene("no steps", "rule r do wave end\ntest t people ann guest", &["test-expects-nothing@2"]),
        ], vec![
            scene("somebody does something", "rule r do wave end\ntest t people ann guest ann does r", &[]),
            scene("the scene goes on", "rule r do wave end\ntest t people ann guest after 3 s scene goes on", &[]),
        ]),
        (Code::DefineNeverUsed, vec![
            scene("by nobody", "fact f told\ndefine d when f\nrule r when f do wave end", &["define-never-used@2"]),
        ], vec![
            scene("by another", "fact f told define d when f define e when not d\nrule r when e do wave end", &[]),
            scene("by a property", "fact f told define d when f\nrule r when f do wave end never p when d, .raining", &[]),
            scene("by a test", "fact f told define d when f\nrule r when f do wave end test t people ann guest tell f expect d", &[]),
            scene("counted", "fact f(character) told define d(X) when f(X)\nrule r when count(d(_)) > 2 do wave end", &[]),
            town("by the script that is based on it", "template t fact f told define d when f rule r when f leave\nscript s based on t cast guest 0..1", &[]),
        ]),
        (Code::HiddenCharacters, vec![
            file("in a comment", "role a # \u{202e}nothing", &["hidden-characters@1"]),
            file("in a text", "role a\n# \u{2066}", &["hidden-characters@2"]),
        ], vec![
            file("letters that run to the left", "role a # \u{5d0}\u{5d1} \u{200f}", &[]),
        ]),
        (Code::BadAccept, vec![
            script("misspelt", "rule r do wave end\naccept takes-twise because \"x\"", &["bad-accept@2"]),
            script("an error", "rule r do wave end\naccept wrong-kind because \"x\"", &["bad-accept@2"]),
            script("itself", "rule r do wave end\naccept accept-not-needed because \"x\"", &["bad-accept@2"]),
        ], vec![
            script("what exploration finds", "rule r do wave end\naccept stuck-scene because \"x\"", &[]),
            script("a name of one's own", "fact accept told\nrule r when\naccept do wave end", &[]),
        ]),
        (Code::AcceptNotNeeded, vec![
            script("nothing to accept", "rule r do wave end\naccept takes-twice because \"x\"", &["accept-not-needed@2"]),
            script("of another rule", "rule q do wave\naccept rule-never-fires because \"x\"\nrule r leave", &["accept-not-needed@2", "rule-never-fires@3"]),
        ], vec![
            script("in the rule", "rule q do wave\nrule r leave\naccept rule-never-fires because \"x\"", &[]),
            town("in the script", "script s\naccept rule-never-fires because \"x\"\ncast guest 0..3\nrule q do wave rule r leave rule p leave", &[]),
            script("beside an error", "rule q when .raining do wvae once\nrule r do wave end\naccept takes-twice because \"x\"", &["unknown-action@1"]),
        ]),
    ]
}
