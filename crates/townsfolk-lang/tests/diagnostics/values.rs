//! Values: literals, units, kinds, variables, chance.

use crate::{Case, file, scene, script, town};
use townsfolk_lang::diagnostic::Code;

#[rustfmt::skip]
pub(crate) fn cases() -> Vec<(Code, Vec<Case>, Vec<Case>)> {
    vec![
        (Code::UnknownUnit, vec![
            file("seconds", "action a takes 3..4 sec", &["unknown-unit@1"]),
            scene("in a condition", "rule r when .calm(.me) < 3 minutes\ndo wave end", &["unknown-unit@1"]),
        ], vec![
            file("all units", "action a takes 300 ms action b takes 3 s action c takes 1.5 min action d takes 1..2 h", &[]),
            file("a role called like a slip", "role hours role guest script s cast guest 0..2\nhours 0..1\nrule r leave", &[]),
        ]),
        (Code::BadLiteral, vec![
            scene("after midnight", "rule r when .clock > 24:30\ndo wave end", &["bad-literal@1"]),
            scene("too fine", "rule r when .hunger(.me) > 0.0001\ndo wave end", &["bad-literal@1"]),
            scene("an unclosed text, told of once", "rule r do say(\"hello)\ntogether with X when .any(X) end", &["bad-literal@1"]),
            scene("an unclosed text at the end of the script", "rule r when .raining do wave end rule q do say(\"hello", &["bad-literal@1"]),
            scene("an unclosed text with an escape", "rule r do say(\"hello\\\")\nend", &["bad-literal@1"]),
            town("an unclosed text that is a default", "template t(Who: role, Urgency: text = \"hello)\ncast $Who 0..1 rule r do say($Urgency) leave", &["bad-literal@1"]),
            file("an id", "id action wave 0", &["bad-literal@1"]),
            scene("a chance that depends", "rule r when chance(.hunger(.me))\ndo wave end", &["bad-literal@1"]),
        ], vec![
            scene("the edges", "rule r when .clock >= 0:00, .clock <= 24:00, chance(0%) do wave once\nrule r2 when chance(100%), .hunger(.me) > 0.125 do wave once\nrule r3 when chance(0.5), not chance(20%) do wave end", &[]),
            scene("quotes in a text", "rule r do say(\"\\\"Hm\\\", he said.\\n# no comment\") end", &[]),
        ]),
        (Code::EmptyRange, vec![
            scene("random", "fact f(number)\nrule r when not f(_) do wave\nadd f(random(5, 2)) end", &["empty-range@3"]),
            town("a cast", "script s cast guest 3..1\nrule r leave", &["empty-range@1"]),
            scene("a rest", "rule r do wave\nagain after 20..10 s", &["empty-range@2"]),
            file("two units", "action a takes 500 ms..2 ms", &["empty-range@1"]),
        ], vec![
            file("one point", "action a takes 2..2 s action b takes 500 ms..2 s action c takes 0..1 s", &[]),
            scene("only known when played", "fact f(number)\nrule r when not f(_) do wave\nadd f(random(.hunger(.me), 2)) end", &[]),
        ]),
        (Code::UnitMismatch, vec![
            scene("a test that gives a number for a duration", "rule r do wave end\ntest t people ann guest\n.calm(ann) is 3", &["unit-mismatch@3"]),
            scene("a duration and a number", "rule r when .calm(.me) > 3\ndo wave end", &["unit-mismatch@1"]),
            file("a duration in metres", "action a takes 3 m", &["unit-mismatch@1"]),
            file("no unit at all", "action a takes 3", &["unit-mismatch@1"]),
            scene("two moments added", "fact f(time) told\nrule r when f(T), f(U),\nT + U > .now do wave end", &["unit-mismatch@3"]),
            scene("a negative duration", "rule r when .calm(.me) >\n-(3 s) do wave end", &["unit-mismatch@2"]),
            town("a weight with decimals", "script s cast guest 0..1 rule r leave\nlocation l prefers s 1.5", &["unit-mismatch@2"]),
        ], vec![
            scene("what can be calculated", "fact f(time) told\nrule r when f(T), f(U), T - U > 5 min, T + 3 * .minute > U, .calm(.me) / 2 < 1 h, .calm(.me) / .minute > 3, 2 * .calm(.me) > 1 s, 1 min + T > U do wave end", &[]),
            scene("metres are numbers", "rule r when .any(X), distance(.me, X) < 3 m, distance(.me, X) > 0.5 do wave end", &[]),
        ]),
        (Code::WrongArguments, vec![
            scene("a test that says it of nobody", "rule r do wave end\ntest t people ann guest\n.hunger is 3", &["wrong-arguments@3"]),
            scene("a test with a distance from nothing", "rule r do wave end\ntest t people ann guest\ndistance(ann) is 3 m", &["wrong-arguments@3"]),
            scene("a fact", "fact f(character) told\nrule r when f(.me, _)\ndo wave end", &["wrong-arguments@2"]),
            scene("an action", "rule r\ndo talk end", &["wrong-arguments@2"]),
            scene("a parameter nobody has", "rule r\ndo wave with speed = 2 end", &["wrong-arguments@2"]),
            scene("a parameter without default", "rule r\ndo hum end", &["wrong-arguments@2"]),
            scene("brackets behind .me", "rule r when .any(X), X != .me()\ndo wave end", &["wrong-arguments@1"]),
            scene("a second clause of other length", "fact f(character) told\ndefine d(X) when f(X)\ndefine d(X, Y) when f(X), f(Y)\nrule r when d(_) do wave end", &["wrong-arguments@3"]),
            town("a location", "script s cast guest 0..1 fact f(prop) rule r when f(_) do wave leave\nlocation l prop a: chair\nknows f(a, a) prefers s", &["wrong-arguments@3"]),
        ], vec![
            scene("all of them", "fact f(character, number) told\nrule r when f(_, _), .any(_), .any(X, guest), distance(.me, X) < 5 do walk(X) with speed = 2 once\nrule r2 when f(X, 3), count(f(_, _)) > 2 do walk(X) once\nrule r3 do hum with tune = waltz end", &[]),
        ]),
        (Code::WrongKind, vec![
            scene("a test that says a value holds", "rule r do wave end\ntest t people ann guest\n.hunger(ann) holds", &["wrong-kind@3"]),
            scene("a test that gives a value to what holds", "rule r do wave end\ntest t people ann guest\n.raining is 3", &["wrong-kind@3"]),
            scene("a test that gives a wrong value", "rule r do wave end\ntest t people ann guest\n.hunger(ann) is \"much\"", &["wrong-kind@3"]),
            scene("a test in which a distance holds", "rule r do wave end\ntest t people ann guest\ndistance(ann, left) holds", &["wrong-kind@3"]),
            scene("a prop for a character", "fact f(prop)\nrule r when f(X)\ndo talk(X) end", &["wrong-kind@3"]),
            scene("both swapped", "fact f(prop) fact g(prop, character)\nrule r when f(X), not g(X, .me)\ndo wave add g(.me, X) end", &["wrong-kind@3"]),
            scene("a person by name", "rule r\ndo talk(ann) end", &["wrong-kind@2"]),
            scene("a waiter among guests", "fact f(guest) told\nrule r for waiter when f(.me)\ndo wave end", &["wrong-kind@2"]),
            scene("people are not ordered", "rule r when .any(X), X < .me\ndo wave end", &["wrong-kind@1"]),
            scene("a property as a condition", "rule r when .hunger(.me)\ndo wave end", &["wrong-kind@1"]),
            scene("a condition as a value", "rule r when .raining > 3\ndo wave end", &["wrong-kind@1"]),
            file("a function without a value", "function f(character)", &["wrong-kind@1"]),
            file("a predicate with one", "predicate p(character): number", &["wrong-kind@1"]),
            scene("a text for a symbol", "fact f(symbol) told\nrule r when f(\"weather\")\ndo wave end", &["wrong-kind@2"]),
        ], vec![
            scene("narrower fits wider", "fact f(mug) fact g(character) told\nrule r for waiter when f(X) do drink(X) once\nrule r2 when f(X) do walk(X) once\nrule r3 when g(.me) do walk(.me) end", &[]),
            scene("wider may be narrower", "fact f(citizen) told\nrule r when f(X), .any(X, guest) do talk(X) end", &[]),
            scene("props compared", "fact f(prop)\nrule r when f(X), f(Y), X != Y do walk(Y) end", &[]),
        ]),
        (Code::UnboundVariable, vec![
            scene("only behind not", "fact f(character) told\nrule r when not f(X)\ndo talk(X) end", &["unbound-variable@3"]),
            scene("chosen from nothing", "rule r\nchoose nearest X do wave end", &["unbound-variable@2"]),
            scene("anything cannot be done", "rule r\ndo talk(_) end", &["unbound-variable@2"]),
            scene("a misspelt pair is one mistake", "fact f(character) told\nrule r when f(Guest)\ndo talk(Gest) end", &["unbound-variable@3"]),
            scene("the host must be asked about somebody", "rule r when .hunger(X) > 3\ndo talk(X) end", &["unbound-variable@1"]),
            scene("a define that finds nothing", "define busy(X) when not .sees(X, .me)\nrule r when busy(X)\ndo talk(X) end", &["unbound-variable@2"]),
            scene("added", "fact f(character)\nrule r when not f(_) do wave\nadd f(X) end", &["unbound-variable@3"]),
            scene("a test", "rule r when .any(X), X != .me do talk(X) end\ntest t people ann guest\nann does r with Y = ann", &["unbound-variable@3"]),
        ], vec![
            scene("a removal takes everything", "fact f(character, number) told\nrule r when f(.me, _) do wave remove f(.me, N), f(_, N) end", &[]),
            scene("equations bind", "rule r when .any(X), Y = X, N = .hunger(X) + 1, N > 3, Y != .me do talk(Y) end", &[]),
            scene("an equation before its value", "rule r when X = Y, .any(Y) do talk(X) end", &[]),
            scene("a define that finds", "fact f(character) told\ndefine busy(X) when f(X)\nrule r when busy(X) do talk(X) end", &[]),
            scene("a define that does not, asked afterwards", "define shy(X) when not .sees(X, .me)\nrule r when .any(X), shy(X) do talk(X) end", &[]),
        ]),
        (Code::SingleUseVariable, vec![
            scene("asked for", "fact f(character, number) told\nrule r when f(.me, N)\ndo wave end", &["single-use-variable@2"]),
            scene("in a define", "fact f(character, character) told\ndefine d(X) when f(X, Y)\nrule r when d(.me) do wave end", &["single-use-variable@2"]),
            scene("in a property", "fact f(character) told\nrule r when f(.me) do wave end\nnever p when f(X)", &["single-use-variable@3"]),
        ], vec![
            scene("a reminder", "fact f(character, number) told\nrule r when f(.me, _Years) do wave end", &[]),
            scene("in a removal", "fact f(character, number) told\nrule r when f(.me, _) do wave remove f(.me, N) end", &[]),
            scene("chosen", "rule r when .any(X) choose most .hunger(X) do wave end", &[]),
            scene("together", "rule r when .any(X, guest) do wave together with X end", &[]),
            scene("while", "fact f(character) told\nrule r when .any(X) do wave while f(X) end", &[]),
            scene("given to a parameter", "fact f(number) told\nrule r when f(N), .any(X) do walk(X) with speed = N end", &[]),
        ]),
        (Code::NotBeforeBound, vec![
            scene("not first", "fact f(prop) fact g(prop, character)\nrule r when not g(X, _), f(X)\ndo walk(X) add g(X, .me) end", &["not-before-bound@2"]),
            scene("count first", "fact f(character) told fact g(character, character)\nrule r when count(g(X, _)) < 2, f(X)\ndo talk(X) add g(X, .me) end", &["not-before-bound@2"]),
        ], vec![
            scene("found first", "fact f(prop) fact g(prop, character)\nrule r when f(X), not g(X, _) do walk(X) add g(X, .me) end", &[]),
            scene("anything", "fact g(prop, character) fact f(prop)\nrule r when not g(_, .me), f(X) do walk(X) add g(X, .me) end", &[]),
            scene("found in another rule", "fact f(prop) fact g(prop, character)\nrule q when f(X), not g(X, _) do walk(X) add g(X, .me) once\nrule r when not g(_X, _) do wave once", &[]),
        ]),
        (Code::RandomInCondition, vec![
            scene("a define", "define lucky when random(0, 1) > 0.5\nrule r when lucky do wave end", &["random-in-condition@1"]),
            scene("while", "rule r do wave while\nrandom(1, 2) > 1 end", &["random-in-condition@2"]),
            scene("a removal", "fact f(number) told\nrule r when f(_) do wave\nremove f(random(1, 3)) end", &["random-in-condition@3"]),
            scene("choose", "rule r when .any(X), X != .me choose most random(1, 3)\ndo talk(X) end", &["random-in-condition@1"]),
        ], vec![
            scene("effects and arguments", "fact f(number)\nrule r when not f(_) do walk(.me) with speed = random(1, 2) add f(random(1, 3))\nthen add f(random(4, 5)) on failure add f(random(6, 7)) again after 5..9 s", &[]),
        ]),
        (Code::NowIsOnlyRead, vec![
            scene("a reading beside it", "fact f(time) told\nrule r when f(T), .any(X), T + .walk_time(.me, X) < .now\ndo wave end", &["now-is-only-read@2"]),
            scene("multiplied", "fact f(time) told\nrule r when f(T), 2 * (.now - T) > 5 min\ndo wave end", &["now-is-only-read@2"]),
        ], vec![
            scene("alarm clocks", "fact f(time) told fact g(duration) told\nrule a when f(T), T < .now do wave once\nrule b when f(T), .now - T > 5 min do wave once\nrule c when f(T), g(D), T + 2 * D <= .now - 3 s do wave end", &[]),
            scene("the time of day is another thing", "rule r when .clock > 8:00, .clock < 9:00 do wave end", &[]),
            scene("in effects anything goes", "fact f(time)\nrule r when not f(_), .any(X) do wave add f(.now + 2 * .walk_time(.me, X)) end", &[]),
        ]),
        (Code::NotAvailableHere, vec![
            scene("a test that sets the engine's clock", "rule r do wave end\ntest t people ann guest\n.clock is 18:00", &["not-available-here@3"]),
            scene("a test that sets a fact", "fact f(character) told rule r when f(_) do wave end\ntest t people ann guest\nf(ann) holds", &["not-available-here@3"]),
            scene("a test with a variable for what the game says", "rule r do wave end\ntest t people ann guest\n.hunger(Who) is 3", &["not-available-here@3"]),
            scene("a test with a sum for what the game says", "rule r do wave end\ntest t people ann guest\n.hunger(ann) is .hunger(ann) + 1", &["not-available-here@3"]),
            scene("a value", "rule r when .now\ndo wave end", &["not-available-here@1"]),
            scene("a number", "rule r when 3\ndo wave end", &["not-available-here@1"]),
            scene("a state in a rule", "state a rule r when .any(X), .state(X, a)\ndo talk(X) end", &["not-available-here@1"]),
            scene("me in a property", "fact f(character) told rule r when f(.me) do wave end\nnever p when f(.me)", &["not-available-here@2"]),
            scene("a coin in a property", "rule r do wave end\nnever p when chance(3%)", &["not-available-here@2"]),
            scene("a define is not added", "define d when .raining\nrule r when d do wave\nadd d end", &["not-available-here@3"]),
            scene("not before brackets", "fact f told\nrule r when not (f)\ndo wave end", &["not-available-here@2"]),
            scene("a fact as a value", "fact f(number) told\nrule r when f(_), f(_) > 3\ndo wave end", &["not-available-here@2"]),
            scene("a variable in given", "fact f(prop)\nrule r when f(_) do wave end\ntest t people ann guest given f(X)", &["not-available-here@3"]),
        ], vec![
            scene("each in its place", "fact f(character) told\nstate a rule r when f(.me), chance(3%) do wave end\nnever p when .state(X, a), f(X)\ntest t people ann guest tell f(ann) expect .state(ann, a), f(ann)", &[]),
            scene("brackets in a calculation", "rule r when (.hunger(.me) + 1) * 2 > -(3) do wave end", &[]),
        ]),
        (Code::TooDeep, vec![
            scene("minus signs", &format!("rule r when .hunger(.me) > {}3\ndo wave end", "-".repeat(80)), &["too-deep@1"]),
            scene("what comes after is still read", &format!("rule r when .hunger(.me) > {}3{}, .raining\ndo wavee end", "(".repeat(80), ")".repeat(80)), &["too-deep@1", "unknown-action@2"]),
        ], vec![
            scene("deep, but not too deep", &format!("rule r when .hunger(.me) > {}3{}\ndo wave end", "(".repeat(40), ")".repeat(40)), &[]),
            script("sixty terms are not too deep", &format!("rule r when .hunger(.me) > 1{} leave", " + 1".repeat(60)), &[]),
        ]),
    ]
}
