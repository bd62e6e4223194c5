//! Stories: what no single rule shows.

use crate::{Case, scene, script, town};
use townsfolk_lang::diagnostic::Code;

#[rustfmt::skip]
pub(crate) fn cases() -> Vec<(Code, Vec<Case>, Vec<Case>)> {
    vec![
        (Code::FactNeverWritten, vec![
            scene("behind not", "fact f(character)\nrule r when not f(.me) do wave end", &["fact-never-written@1"]),
            scene("only removed", "fact f\nrule r when not f do wave remove f end", &["fact-never-written@1", "removal-matches-nothing@2"]),
            scene("a clock nobody winds", "fact f(prop, time)\nrule r when f(X, T), T < .now do walk(X) end", &["fact-never-written@1"]),
        ], vec![
            scene("told", "fact f(character) told, for 10 s\nrule r when f(.me) do wave end", &[]),
            scene("by the location", "fact f(prop) fact g(chair, symbol) fact h(prop, prop)\nrule r when f(X), g(X, red), h(X, _) do walk(X) end", &[]),
            town("by a location that knows", "script s cast guest 0..1 fact f(symbol) rule r when f(inn) do wave leave\nlocation l knows f(inn) prefers s emits script", &[]),
            scene("on failure only", "fact f\nrule r when not f do wave on failure add f rule q when f do get_up end", &[]),
            scene("on stop only", "fact f told fact g\nrule r when not g do wave while f on stop add g rule q when g do get_up end", &[]),
        ]),
        (Code::FactNeverRead, vec![
            scene("never used", "fact f\nrule r do wave end", &["fact-never-read@1"]),
            scene("told, but to nobody", "fact f(character) told\nrule r do wave end", &["fact-never-read@1"]),
            scene("only written and removed", "fact f\nrule r do wave add f then remove f end", &["fact-never-read@1"]),
        ], vec![
            scene("while", "fact f told\nrule r do wave while f end", &[]),
            scene("hold", "fact f(character) told\nrule r do wave end\nhold while f(.me) up to 30 s", &[]),
            scene("a property", "fact f\nrule r do wave add f end\nnever p when f, .raining", &[]),
            scene("counted", "fact f(number)\nrule r when count(f(_)) < 3 do wave add f(random(1, 9)) end", &[]),
            scene("counted to choose", "fact f(character) told\nrule r when .any(X), X != .me choose least count(f(X)) do talk(X) end", &[]),
            scene("in a define", "fact f told define d when not f\nrule r when d do wave end", &[]),
            scene("a claim works by being held", "fact f(prop) claim c(prop, character)\nrule r when f(X) do walk(X) add c(X, .me) end", &[]),
            scene("its reader is broken", "fact f(character) told\nrule r when f(.me, 3) do wave end", &["wrong-arguments@2"]),
        ]),
        (Code::RemovalMatchesNothing, vec![
            scene("another symbol", "fact f(topic)\nrule r when not f(_) do wave add f(weather) then remove f(prices) end", &["removal-matches-nothing@2"]),
            scene("another role's own", "fact f(character)\nrule r for guest when not f(.me) do wave add f(.me) end\nrule q for waiter do wave remove f(.me) end", &["removal-matches-nothing@3"]),
        ], vec![
            scene("anything", "fact f(topic)\nrule r when not f(_) do wave add f(weather) then remove f(_) end", &[]),
            scene("what was told", "fact f(topic) told\nrule r when f(_) do wave remove f(prices) end", &[]),
            scene("what failed", "fact f(number) fact seat(prop)\nrule r when seat(X), not f(_) do sit(X) on failure add f(3) end\nrule q when f(3) do wave remove f(3) end", &[]),
            scene("a number that may be", "fact f(number)\nrule r when not f(_) do wave add f(random(1, 3)) end\nrule q when f(2) do wave remove f(2) end", &[]),
            scene("what the location said", "fact f(prop)\nrule r when f(X) do walk(X) remove f(X) end", &[]),
            scene("a wider role's own", "fact f(character)\nrule r for citizen when not f(.me) do wave add f(.me)\nrule q for waiter when f(.me) do wave remove f(.me) end", &[]),
        ]),
        (Code::FactLeftBehind, vec![
            script("removed only if it succeeds, and it may fail", "fact f(character) fact seat(prop)\nstate a rule r when not f(_) do wave add f(.me) goto b\nstate b rule q when f(.me), seat(P) do sit(P) then remove f(.me)\nleave", &["fact-left-behind@4"]),
            script("one of two ways out forgets", "fact f(character)\nstate a rule r when not f(.me) do wave add f(.me) goto b\nstate b rule q when .raining, f(.me)\nleave\nrule p when f(.me) do wave remove f(.me) leave", &["fact-left-behind@4"]),
            script("said by another", "fact f(character)\nrule r for waiter when .any(X, guest), not f(X) do talk(X) add f(X) leave\nrule q for guest when f(.me) do wave\nleave", &["fact-left-behind@4"]),
        ], vec![
            script("removed when done, and it cannot fail", "fact f(character)\nstate a rule r when not f(_) do wave add f(.me) goto b\nstate b rule q when f(.me), .any(X) do walk(X) then remove f(.me)\nleave", &[]),
            script("a claim goes with its holder", "claim f(character)\nstate a rule r when not f(_) do wave add f(.me) goto b\nstate b rule q when f(.me) leave", &[]),
            script("it passes by itself", "fact f(character) for 10 s\nstate a rule r when not f(_) do wave add f(.me) goto b\nstate b rule q when .raining leave", &[]),
            script("nobody is served who serves", "fact waiting(character) fact served(character)\n\
                rule line_up for guest when not waiting(.me), not served(.me) add waiting(.me)\nrule thank for guest when served(.me) remove served(.me), waiting(.me) leave\n\
                rule serve for waiter when waiting(G) do talk(G) then remove waiting(G) then add served(G)\nrule stop for waiter when not waiting(_) leave", &[]),
            script("the kind says whom it is about", "fact tipsy(guest) told\nfact served(guest)\nrule serve for waiter when tipsy(G), not served(G) do talk(G) add served(G)\nrule stop for waiter when not tipsy(_) leave\nrule go for guest remove served(.me) leave", &[]),
            script("somebody else clears up", "fact f(character)\nstate a rule r when not f(_) do wave add f(.me) goto b\nstate b rule q leave\nevery state rule sweep for waiter when f(X), X != .me do wave remove f(X)", &[]),
            script("only who does not have it goes this way", "fact f(character)\nrule r when .raining, not f(.me) do wave add f(.me)\nrule q when not f(.me) leave\nrule p when f(.me) remove f(.me) leave", &[]),
            script("removed for everybody", "fact f(character)\nrule r when not f(_) do wave add f(.me)\nrule q when f(_) remove f(_) leave", &[]),
        ]),
        (Code::RuleNeverFires, vec![
            scene("nobody is cast so", "rule r for shop\ndo wave end", &["rule-never-fires@1"]),
            town("others come here", "script s cast guest 0..1 waiter 0..1\nstate a rule r for guest do wave goto b rule q leave\nstate b\nrule p for waiter when .raining do wave leave rule o leave", &["rule-never-fires@4"]),
            scene("no condition at all", "rule r do wave end\nrule q do get_up end", &["rule-never-fires@2"]),
            scene("through a define", "fact f(prop) define free(X) when f(X)\nrule r when free(_) do wave end\nrule q when f(X) do walk(X) end", &["rule-never-fires@3"]),
            scene("a narrower role", "rule r for citizen when .raining do wave end\nrule q for guest when .raining do get_up end", &["rule-never-fires@2"]),
            scene("a wider bound", "fact f(number) told\nrule r when f(N), N > 3 do wave end\nrule q when f(N), N > 5 do get_up end", &["rule-never-fires@3"]),
        ], vec![
            scene("the first happens once", "rule r do wave once\nrule q do get_up end", &[]),
            scene("the first rests", "rule r do wave again after 10 s\nrule q do get_up end", &[]),
            scene("the first is a coin", "rule r when chance(50%) do wave end\nrule q do get_up end", &[]),
            scene("the first needs a partner who is free", "rule r when .any(X, guest) do wave together with X end\nrule q when .any(X, guest), X != .me do talk(X) end", &[]),
            scene("the first needs a claim", "fact f(prop) claim c(prop, character)\nrule r when f(X) do walk(X) add c(X, .me) end\nrule q when f(X) do walk(X) end", &[]),
            scene("the first is for others", "rule r for waiter do wave end\nrule q for guest do get_up end", &[]),
            scene("the first is for fewer", "rule r for waiter do wave end\nrule q do get_up end", &[]),
            scene("the second is urgent", "rule r when .raining do wave once\nrule q when .raining urgent do get_up end", &[]),
            scene("the second waits for less", "fact f(number) told\nrule r when f(N), N > 5 do wave end\nrule q when f(N), N > 3 do get_up end", &[]),
            scene("other people", "fact f(character) told\nrule r when f(.me) do wave end\nrule q when f(_) do get_up end", &[]),
            scene("same fact, other value", "fact f(topic) told\nrule r when f(weather) do wave end\nrule q when f(prices) do get_up end", &[]),
            scene("two of them", "fact f(prop)\nrule r when f(X), f(Y), X != Y do walk(X) end\nrule q when f(X) do walk(X) end", &[]),
            scene("the first only adds what is there already", "fact f fact g told\nrule r when g add f\nrule q when g, f do wave end", &[]),
            scene("the first looks at the world", "rule r when .any(X), .sees(.me, X) do wave end\nrule q when .any(X), .sees(.me, X), .raining do talk(X) end", &[]),
        ]),
        (Code::ConditionNeverHolds, vec![
            scene("there and not there", "fact f(prop)\nrule r when f(X), not f(X)\ndo walk(X) end", &["condition-never-holds@2"]),
            scene("nobody is cast so", "rule r when .any(X, shop)\ndo talk(X) end", &["condition-never-holds@1"]),
            scene("nothing at all, and one", "fact f(prop)\nrule r when f(X), not f(_)\ndo walk(X) end", &["condition-never-holds@2"]),
            scene("through a define", "fact f(prop) fact g(prop) told define free(X) when f(X), not g(X)\nrule r when free(X), g(X)\ndo walk(X) end", &["condition-never-holds@2"]),
            scene("itself and not itself", "rule r when .any(X), X = .me, X != .me\ndo talk(X) end", &["condition-never-holds@1"]),
            scene("every branch", "define d when 1 > 2 define d when 3 > 4\nrule r when d\ndo wave end", &["condition-never-holds@2"]),
        ], vec![
            scene("another one", "fact f(prop) fact g(prop) told\nrule r when f(X), f(Y), X != Y, g(X), not g(Y) do walk(X) end", &[]),
            scene("between", "fact f(number) told\nrule r when f(N), N > 2, N < 5, N != 3, N >= 2 do wave end", &[]),
            scene("two moments", "fact f(character, time) told\nrule r when f(.me, T), T < .now, f(_, U), U > .now do wave end", &[]),
            scene("somebody else", "fact f(character) told\nrule r when f(X), X != .me, not f(.me) do talk(X) end", &[]),
            scene("one branch is open", "fact f told define d when 1 > 2 define d when f\nrule r when d do wave end", &[]),
            scene("a special case of the cast", "rule r when .any(X, citizen), X != .me do talk(X) end", &[]),
        ]),
        (Code::RuleStarvesOthers, vec![
            script("a way on", "fact f told\nstate a rule r when f do wave\nrule q when .raining goto b\nstate b rule p leave", &["rule-starves-others@2"]),
            script("a rule of every state", "fact f told every state rule r when f do wave\nstate a rule q when .raining leave", &["rule-starves-others@1"]),
            script("what it adds is not what it asks", "fact f(topic) fact g told\nrule r when g, not f(prices) do wave add f(weather)\nrule q when f(_) leave", &["rule-starves-others@2"]),
        ], vec![
            script("the way out stands above", "fact f told\nrule q when .raining leave\nrule r when f do wave", &[]),
            script("it rests", "fact f told\nrule r when f do wave again after 5 s\nrule q when .raining leave", &[]),
            script("a coin", "fact f told\nrule r when f, chance(50%) do wave\nrule q when .raining leave", &[]),
            script("it uses up what it asks for", "fact f(prop)\nrule r when f(X) do walk(X) remove f(X)\nrule q leave", &[]),
            script("it makes its condition false", "fact f(character)\nrule r when not f(.me) do wave add f(.me)\nrule q remove f(.me) leave", &[]),
            script("it leads away", "fact f told\nstate a rule r when f do wave goto b\nrule q when .raining leave\nstate b rule p leave", &[]),
            script("never both", "fact f told\nrule r when f do wave\nrule q when not f leave", &[]),
            script("never both, by number", "fact f(number) told\nrule r when f(3), .hunger(.me) < 5 do wave\nrule q when .hunger(.me) >= 5 leave", &[]),
            script("the way out is urgent", "fact f told\nrule r when f do wave\nrule q when .raining urgent leave", &[]),
            script("others", "fact f told\nrule r for waiter when f do wave\nrule q for guest when .raining leave\nrule p for waiter when not f leave", &[]),
            script("until a number is reached", "fact f(number)\nrule start when not f(_) add f(0)\nrule r when f(N), N < 5 do wave then remove f(N) then add f(N + 1)\nrule q when f(5) leave", &[]),
            script("counted", "fact f(number)\nrule r when count(f(_)) < 3 do wave then add f(random(1, 9))\nrule q leave", &[]),
        ]),
        (Code::RuleChangesNothing, vec![
            scene("only a condition", "rule r when .raining", &["rule-changes-nothing@1"]),
            scene("to where it is", "state a rule r when .raining goto a", &["rule-changes-nothing@1"]),
            scene("urgent nothing", "rule r when .raining urgent once", &["rule-changes-nothing@1"]),
        ], vec![
            scene("only a removal", "fact f told rule r when f remove f", &[]),
            scene("only then", "fact f rule r when not f then add f", &[]),
            script("only leave", "rule r leave", &[]),
            scene("only another state", "state a rule r goto b state b rule q do wave once", &[]),
            scene("an effect that is broken", "fact f(number) told rule r when f(_)\nremove f", &["wrong-arguments@2"]),
            scene("a state that is not known", "state a rule r when .raining\ngoto b", &["unknown-state@2"]),
        ]),
        (Code::TakesTwice, vec![
            scene("a claim", "fact f(prop) claim c(prop, character)\nrule r when f(X), not c(X, _) do walk(X) add c(X, .me)", &["takes-twice@2"]),
            scene("when done", "fact f(prop) fact c(prop, character)\nrule r when f(X), not c(X, _) do walk(X) then add c(X, .me)", &["takes-twice@2"]),
            scene("through a define", "fact f(prop) claim c(prop, character) define free(X) when f(X), not c(X, _)\nrule r when free(X) do walk(X) add c(X, .me)", &["takes-twice@2"]),
        ], vec![
            scene("another state", "fact f(prop) claim c(prop, character)\nstate a rule r when f(X), not c(X, _) do walk(X) add c(X, .me) goto b\nstate b rule q do wave once", &[]),
            scene("once", "fact f(prop) claim c(prop, character)\nrule r when f(X), not c(X, _) do walk(X) add c(X, .me) once", &[]),
            scene("asks for its own", "fact f(prop) claim c(prop, character)\nrule r when f(X), not c(X, _), not c(_, .me) do walk(X) add c(X, .me)", &[]),
            scene("gone afterwards", "fact f(prop) claim c(prop, character)\nrule r when f(X), not c(X, _) do walk(X) add c(X, .me) end", &[]),
            scene("asks for something else it sets", "fact f(prop) claim c(prop, character) fact busy(character)\nrule r when f(X), not c(X, _), not busy(.me) do walk(X) add c(X, .me), busy(.me)", &[]),
            scene("gives it back itself", "fact f(prop) claim c(prop, character)\nrule r when f(X), not c(X, _) do walk(X) add c(X, .me) then remove c(X, .me)", &[]),
            scene("says how many", "fact f(prop) claim c(prop, character)\nrule r when f(X), not c(X, _), count(c(_, .me)) < 2 do walk(X) add c(X, .me)", &[]),
            scene("speaking to everybody once", "fact greeted(character, character)\nrule r when .any(X), X != .me, not greeted(.me, X) do talk(X) add greeted(.me, X)", &[]),
        ]),
        (Code::RestTooLong, vec![
            scene("minutes beside a wait of minutes", "fact u(time)\nrule q when u(T), T < .now end\nrule p when not u(_) add u(.now + random(2, 5) * .minute)\nrule r do wave again after 20..40 min", &["rest-too-long@4"]),
            scene("hours where all else is seconds", "rule r do wave again after 2 h\nrule q do get_up again after 5..9 s", &["rest-too-long@1"]),
        ], vec![
            scene("nothing to measure it by", "fact f for 20 s\nrule p when not f do get_up then add f\nrule r when f do wave again after 10 min", &[]),
            scene("seconds beside a wait of minutes", "fact u(time)\nrule q when u(T), T < .now end\nrule p when not u(_) add u(.now + random(2, 5) * .minute)\nrule r do wave again after 20..40 s", &[]),
            scene("as long as the wait", "fact u(time)\nrule q when u(T), T < .now end\nrule p when not u(_) add u(.now + random(2, 5) * .minute)\nrule r do wave again after 5..9 min", &[]),
            scene("an hour's wait", "fact u(time)\nrule q when u(T), T < .now end\nrule p when not u(_) add u(.now + .hour / 2)\nrule r do wave again after 20..40 min", &[]),
            scene("a wait that a condition measures", "fact u(time)\nrule q when u(T), T + 20 s < .now end\nrule p when not u(_) add u(.now)\nrule r do wave again after 4..9 s", &[]),
            scene("others rest as long", "rule r do wave again after 2 h\nrule q do get_up again after 1..2 h", &[]),
            scene("a hold as long", "rule r do wave again after 40 s\nhold while .raining up to 20 s", &[]),
        ]),
        (Code::TimeTooShort, vec![
            scene("one song outlasts the evening", "fact u(time)\nrule q when u(T), T < .now end\nrule p when not u(_)\nadd u(.now + random(1, 2) * 100 ms)\nrule r do get_up", &["time-too-short@4"]),
            scene("when the action is done", "fact u(character, time)\nstate a rule p do wave\nthen add u(.me, .now + 200 ms) goto b\nstate b rule q when u(.me, T), .now > T remove u(.me, _) end\nrule r do get_up", &["time-too-short@3"]),
            scene("through a define", "fact u(time) define late when u(T), T < .now\nrule q when late end\nrule p when not u(_)\nadd u(.now + 100 ms)\nrule r do get_up", &["time-too-short@4"]),
        ], vec![
            scene("time enough", "fact u(time)\nrule q when u(T), T < .now end\nrule p when not u(_) add u(.now + random(1, 2) * .minute)\nrule r do get_up", &[]),
            scene("what is done elsewhere", "fact u(time)\nstate a rule q when u(T), T < .now do get_up goto b\nrule p when not u(_) add u(.now + 100 ms)\nstate b rule r do get_up end", &[]),
            scene("what is done on the way out", "fact u(time)\nrule q when u(T), T < .now do get_up end\nrule p when not u(_) add u(.now + 100 ms)", &[]),
            scene("not known before", "fact n(number) told fact u(time)\nrule q when u(T), T < .now end\nrule p when not u(_), n(N) add u(.now + N * .second)\nrule r do get_up", &[]),
        ]),
        (Code::AddedBeforeDone, vec![
            scene("seated before sitting", "fact seat(prop) fact seated(character)\nrule r when seat(P), not seated(.me) do sit(P)\nadd seated(.me)", &["added-before-done@3"]),
            scene("another is removed", "fact seat(prop) fact seated(character) fact f\nrule r when seat(P), not seated(.me) do sit(P)\nadd seated(.me) on failure remove f\nrule q when seated(.me), not f do wave add f", &["added-before-done@3"]),
        ], vec![
            scene("when done", "fact seat(prop) fact seated(character)\nrule r when seat(P), not seated(.me) do sit(P) then add seated(.me)", &[]),
            scene("a claim comes free by itself", "fact seat(prop) claim has(prop, character)\nrule r when seat(P), not has(P, _), not has(_, .me) do sit(P) add has(P, .me)", &[]),
            scene("taken back", "fact seat(prop) fact seated(character)\nrule r when seat(P), not seated(.me) do sit(P) add seated(.me) on failure remove seated(.me)", &[]),
            scene("it cannot fail", "fact seated(character)\nrule r when not seated(.me) do get_up add seated(.me)", &[]),
            scene("a count that goes up", "fact seat(prop) fact n(number)\nrule q when not n(_) add n(0)\nrule r when seat(P), n(N), N < 9 do sit(P) remove n(N) add n(N + 1)", &[]),
            scene("a time to wait for", "fact seat(prop) fact u(time)\nrule r when seat(P), not u(_) do sit(P) add u(.now + .minute)\nrule q when u(T), T < .now end", &[]),
        ]),
        (Code::NoWayOut, vec![
            script("a ticket", "fact ticket(character) fact full told\nrule q when ticket(.me) remove ticket(.me) leave\nrule t when not full, not ticket(.me) do wave add ticket(.me)\nrule r when full do get_up", &["no-way-out@4"]),
        ], vec![
            script("everybody in the state has one", "fact ticket(character)\nstate a rule t do wave add ticket(.me) goto b\nstate b rule q when .raining, ticket(.me) remove ticket(.me) leave\nrule r when not .raining do get_up", &[]),
            script("another way", "fact ticket(character) fact full told\nrule q when ticket(.me) remove ticket(.me) leave\nrule t when not full, not ticket(.me) do wave add ticket(.me)\nrule p when .raining, not ticket(.me) leave\nrule r when full do get_up", &[]),
            script("it gives the ticket itself", "fact ticket(character) fact full told\nrule q when full, ticket(.me) remove ticket(.me) leave\nrule t when not full do wave then add ticket(.me)", &[]),
            script("another gives it", "fact served(character)\nrule q for guest when served(.me) remove served(.me) leave\nrule r for guest do wave\nrule o for waiter when .any(X, guest), not served(X) do talk(X) add served(X)\nrule p for waiter leave", &[]),
            script("the game gives it", "fact called(character) told\nrule q when called(.me) remove called(.me) leave\nrule r do get_up", &[]),
        ]),
        (Code::LeavesWithoutAction, vec![
            town("in the middle", "script s cast guest 0..1 on leaving wave\nstate a rule r do get_up goto b\nstate b rule q leave", &["leaves-without-action@3"]),
        ], vec![
            town("with an action", "script s cast guest 0..1 on leaving wave\nstate a rule r do get_up goto b\nstate b rule q do wave leave", &[]),
            town("no action is owed", "script s cast guest 0..1\nstate a rule r do get_up goto b\nstate b rule q leave", &[]),
            town("a newcomer turns round", "script s cast guest 0..1 on leaving wave\nstate a rule q when .raining leave rule r do get_up goto b\nstate b rule p do wave leave", &[]),
        ]),
        (Code::UnknownParameter, vec![
            town("a slip", "action tell(character, text) uses voice, takes 1 s\nscript s cast guest 0..1 waiter 0..1\nrule r when .any(Other, waiter), Other != .me\ndo tell(Other, \"Hello, {Othr}\") leave", &["unknown-parameter@4"]),
        ], vec![
            town("a variable", "action tell(character, text) uses voice, takes 1 s\nscript s cast guest 0..1 waiter 0..1\nrule r when .any(Other, waiter), Other != .me\ndo tell(Other, \"Hello, {Other}\") leave", &[]),
            town("no name", "action tell(character, text) uses voice, takes 1 s\nscript s cast guest 0..1 waiter 0..1\nrule r when .any(Other, waiter), Other != .me\ndo tell(Other, \"Braces { and } and {x y}\") leave", &[]),
        ]),
        (Code::UnreachableState, vec![
            scene("only from another such", "state a rule r do wave once\nstate b rule q do wave goto c\nstate c rule p do wave goto b", &["unreachable-state@2", "unreachable-state@3"]),
            scene("only by nobody", "state a rule r for shop do wave goto b\nstate b rule q do wave once", &["rule-never-fires@1", "unreachable-state@2"]),
        ], vec![
            town("some start there", "script s cast guest 0..1 starts in b waiter 0..1\nstate a rule r leave state b rule q leave", &[]),
            scene("by a rule of every state", "state a rule r do wave once state b rule q do wave once\nevery state rule p when .raining goto b", &[]),
            town("by the base", "script b cast guest 0..1 state a rule r do wave goto c state c rule q leave\nscript s based on b state c rule p before q when .raining do wave leave", &[]),
        ]),
        (Code::NeverLeaves, vec![
            town("the others do", "script s cast guest 0..1\nwaiter 0..1\nrule r for guest leave rule q for waiter do wave", &["never-leaves@2"]),
            town("only where they never come", "script s cast guest 0..1\nwaiter 0..1\nstate a rule r for guest goto b rule q for waiter do wave\nstate b rule p leave", &["never-leaves@2"]),
        ], vec![
            town("the scene ends with the waiter", "script s cast guest 0..4 waiter 1..1\nrule r for guest do wave rule q for waiter when .raining leave", &[]),
            town("somebody ends it", "script s cast guest 0..4 waiter 0..1\nrule r for guest do wave rule q for waiter when .raining end", &[]),
            town("a proxy need not", "script s cast guest 0..4 shop 1..1\nfact f told rule r for guest leave rule q for shop when f remove f", &[]),
        ]),
        (Code::SceneNeverEnds, vec![
            town("two roles", "script s\ncast guest 0..1 waiter 0..1\nrule r do wave", &["scene-never-ends@1"]),
            town("beside a proxy that leaves", "script s\ncast guest 0..1 shop 0..1\nrule r for guest do wave rule q for shop leave", &["scene-never-ends@1"]),
        ], vec![
            town("ends", "script s cast guest 0..1 rule r do wave rule q when .raining urgent end", &[]),
            town("no cast yet", "script s fact f told", &["fact-never-read@1"]),
            town("no rules yet", "script s cast guest 0..1", &[]),
        ]),
        (Code::RoleWithoutRules, vec![
            town("every rule is for others", "script s cast guest 0..1\nwaiter 0..1\nrule r for guest end", &["role-without-rules@2"]),
        ], vec![
            town("a rule for everybody", "script s cast guest 0..1 waiter 0..1 rule r leave", &[]),
            town("the player acts without rules", "script s cast guest 0..1 player waiter 0..1 rule r for waiter when .any(_, guest) do wave end rule q for waiter leave", &[]),
            town("a rule for a wider role", "script s cast guest 0..1 waiter 0..1 rule r for citizen leave", &[]),
            town("a proxy is there to be found", "script s cast guest 0..1 shop 0..1 rule r for guest when .any(_, shop) leave rule q for guest leave", &[]),
        ]),
    ]
}
