//! Names: declared, misspelt, doubled, in circles.

use crate::{Case, file, scene, script, town};
use townsfolk_lang::diagnostic::Code;

#[rustfmt::skip]
pub(crate) fn cases() -> Vec<(Code, Vec<Case>, Vec<Case>)> {
    vec![
        (Code::DuplicateName, vec![
            file("two roles", "role a\nrole a", &["duplicate-name@2"]),
            file("a role and a prop", "role cat\nprop cat", &["duplicate-name@2"]),
            file("a symbol twice", "symbols mood: glad, sad,\nglad", &["duplicate-name@2"]),
            file("a name the engine has taken", "property now: time", &["duplicate-name@1"]),
            file("a parameter twice", "action a with b: number = 1,\nb: number = 2", &["duplicate-name@2"]),
            town("a role cast twice", "script s cast guest 0..1\nguest 0..2\nrule r leave", &["duplicate-name@2"]),
            scene("two rules", "rule r do wave once\nrule r do get_up once", &["duplicate-name@2"]),
            scene("a fact twice", "fact f told\nfact f told\nrule r when f do wave end", &["duplicate-name@2"]),
            scene("a fact twice with as many arguments", "fact f(character) told\nfact f(prop) told\nrule r when f(.me) do wave end", &["duplicate-name@2"]),
            scene("a fact and a define", "fact f told\ndefine f when .raining\nrule r when f do wave end", &["duplicate-name@2"]),
            town("a script preferred twice", "script s cast guest 0..1 rule r leave\nlocation l prefers s 2,\ns 3", &["duplicate-name@3"]),
            town("a script preferred twice on two lines", "script s cast guest 0..1 rule r leave\nlocation l prefers s\nprefers s", &["duplicate-name@3"]),
            scene("two people", "rule r do wave end\ntest t\npeople ann guest,\nann guest", &["duplicate-name@4"]),
            scene("two properties", "fact f told\nrule r when f do wave end\nnever p when f\nnever p when f", &["duplicate-name@4"]),
            town("two props of a location", "location l\nprop a: chair\nprop a: cup", &["duplicate-name@3"]),
        ], vec![
            scene("facts of one name with different numbers of arguments",
                "fact f told fact f(character) told fact f(character, prop) told\nrule r when f, f(X), f(X, P) do walk(P) end", &[]),
            file("one word for different sorts of things",
                "role wave\naction wave\nproperty wave\nscript wave cast wave 1..1 fact wave told\nstate wave rule wave when wave, .wave do wave leave\nlocation wave prefers wave emits script", &[]),
            scene("one rule name in two scripts",
                "rule r do wave end\nscript s2 cast guest 0..1 rule r leave\nscript s3 cast guest 0..1 rule r leave", &[]),
            scene("a state opened twice", "state a rule r1 do wave once\nstate b rule r2 do wave goto a\nstate a rule r3 when .raining goto b", &[]),
            scene("several defines of one name mean or", "fact f told fact g told\ndefine d when f\ndefine d when g\nrule r when d do wave end", &[]),
        ]),
        (Code::UnknownKind, vec![
            scene("a holder of an unknown kind", "claim held(prop, guset)\nrule r when .raining do wave end", &["unknown-kind@1"]),
            scene("a misspelt role", "fact f(guset) told\nrule r when f(X), .any(X) do wave end", &["unknown-kind@1"]),
            file("a parent that is no prop", "role chair\nprop stool is chair", &["unknown-kind@2"]),
            file("a named parameter", "action a with speed: fast", &["unknown-kind@1"]),
            file("the value of a property", "property warmth: degrees", &["unknown-kind@1"]),
            town("a prop of a location", "location l\nprop a: chiar", &["unknown-kind@2"]),
        ], vec![
            town("every kind there is",
                "action everything(thing, character, prop, number, duration, time, daytime, symbol, text, guest, cup, topic, shop)", &[]),
            file("a kind declared further down", "action feed(goat)\nprop goat is animal\nprop animal", &[]),
        ]),
        (Code::UnknownRole, vec![
            scene("a rule for nobody", "rule r for waitress\ndo wave end", &["unknown-role@1"]),
            scene("a prop is no role", "rule r when .any(_, chair)\ndo wave end", &["unknown-role@1"]),
            file("a parent", "role cook is servant", &["unknown-role@1"]),
            town("a spawned role", "script s cast guest 0..1 rule r leave\nlocation l prefers s\nemits spawn gost 1 at door", &["unknown-role@3"]),
        ], vec![
            file("a role declared after its use", "script s cast cook 1..1 rule r for servant leave\nrole cook is servant\nrole servant", &[]),
            town("a proxy is a role", "script s cast shop 1..1 guest 0..1\nrule r for guest when .any(_, shop) leave", &[]),
        ]),
        (Code::UnknownAction, vec![
            scene("a misspelt action", "rule r do wvae\nend", &["unknown-action@1"]),
            scene("nothing follows from it", "rule r\ndo sing_a_song", &["unknown-action@2"]),
            town("an action on leaving", "script s cast guest 0..1 on leaving go_away\nrule r leave", &["unknown-action@1"]),
        ], vec![
            file("an action declared further down", "role a script s cast a 1..1 rule r do hop leave\naction hop", &[]),
        ]),
        (Code::UnknownFact, vec![
            scene("a capital letter, once", "fact seat(prop) told\nrule r when Seat(S), not Seat(_)\ndo sit(S) remove Seat(S) end", &["fact-never-read@1", "unknown-fact@2"]),
            scene("asked for", "rule r when sleepy(.me)\ndo wave end", &["unknown-fact@1"]),
            scene("added", "rule r do wave\nadd sleepy(.me) end", &["unknown-fact@2"]),
            scene("told twice, said once", "rule r when sleepy(X), awake(X) do wave\nadd sleepy(X) end", &["unknown-fact@1", "unknown-fact@1"]),
            scene("the host without its dot", "rule r when raining\ndo wave end", &["unknown-fact@1"]),
            scene("in a test", "rule r do wave end\ntest t people ann guest\nexpect sleepy(ann)", &["unknown-fact@3"]),
        ], vec![
            scene("a fact declared further down", "rule r when f do wave end\nfact f told", &[]),
            scene("a define declared further down", "rule r when d do wave end\ndefine d when e define e when .raining", &[]),
            scene("a fact of the base", "fact f told\nrule r when f do wave end\nevery state rule r1 when .raining end\nscript s2 based on s\nrule r2 when not f do wave end", &[]),
        ]),
        (Code::UnknownState, vec![
            scene("goto nowhere", "state a rule r do wave\ngoto b", &["unknown-state@2"]),
            town("starts nowhere", "script s cast guest 0..1 starts in b\nstate a rule r leave", &["unknown-state@1"]),
            scene("in a property", "state a rule r do wave end\nnever p when\n.state(_, b)", &["unknown-state@3"]),
            scene("in a test", "state a rule r do wave end\ntest t people ann guest\nann is b", &["unknown-state@3"]),
        ], vec![
            scene("a state opened further down", "state a rule r do wave goto b\nstate b rule r2 do wave end", &[]),
            scene("standings are no states", "rule r do wave end\ntest t people ann guest ann does r\nann is present ann is out ann is leaving ann is away ann is stopped", &[]),
        ]),
        (Code::UnknownScript, vec![
            town("based on nothing", "script s based on t\ncast guest 0..1 rule r leave", &["unknown-script@1"]),
            file("a test that does not say of what", "test t\nscene ends", &["unknown-script@1"]),
            file("a test of nothing", "test t of nothing\nscene ends", &["unknown-script@1"]),
        ], vec![
            town("everything further down", "location l prefers s emits script\ntest t of s people ann guest ann does r\nscript s based on b\nscript b cast guest 0..1 rule r leave", &[]),
        ]),
        (Code::UnknownRule, vec![
            scene("a test", "rule r do wave end\ntest t people ann guest\nann does wave", &["unknown-rule@3"]),
            town("before nothing", "script b cast guest 0..1 rule r leave\nscript s based on b\nrule r2 before go do wave once", &["unknown-rule@3"]),
        ], vec![
            town("a rule of the base", "script b cast guest 0..1 rule r leave\nscript s based on b\nrule r2 before r do wave once\ntest t people ann guest ann does r2 ann does r", &[]),
        ]),
        (Code::UnknownHostName, vec![
            scene("misspelt", "rule r when .hungre(.me) > 3\ndo wave end", &["unknown-host-name@1"]),
            scene("set in a test", "rule r when .raining do wave end\ntest t people ann guest\n.rainning holds", &["unknown-host-name@3"]),
            scene("a fact with a dot", "fact f told\nrule r when .f\ndo wave end\nrule r2 when f do wave end", &["unknown-host-name@2"]),
        ], vec![
            scene("all that a test can set", "fact f(prop)\nrule r when f(X), .raining, .sees(.me, .me), .walk_time(.me, X) > 3 s, distance(.me, X) < 3 m do walk(X) end\ntest t given f(left) people ann guest, bob guest\n.raining holds .raining no longer holds .sees(ann, bob) holds .hunger(ann) is 7 .calm(bob) is 5 min\nexpect .raining\n.walk_time(ann, left) is 2 s\ndistance(ann, bob) is 3 m distance(left, ann) is 0.5 ann does r", &[]),
            scene("all there are", "rule r when .raining, .hunger(.me) > 3, .any(X), .sees(.me, X), .walk_time(.me, X) < 5 * .second + .minute + .hour, .clock < 12:00\ndo wave end", &[]),
        ]),
        (Code::UnknownSymbol, vec![
            scene("in a condition", "fact f(topic) told\nrule r when f(politics)\ndo wave end", &["unknown-symbol@2"]),
            scene("compared", "fact f(topic) told\nrule r when f(T),\nT = politics do wave end", &["unknown-symbol@3"]),
            scene("told in a test", "fact f(topic) told\nrule r when f(_) do wave end\ntest t people ann guest\ntell f(politics)", &["unknown-symbol@4"]),
        ], vec![
            scene("a free symbol", "fact f(symbol) told\nrule r when f(politics), not f(weather) do wave end", &[]),
            scene("one set into a free symbol", "fact f(topic) told fact g(symbol)\nrule r when f(T), not g(T) do wave add g(T) end", &[]),
        ]),
        (Code::UnknownProp, vec![
            town("not at this location", "script s cast guest 0..1 fact f(prop)\nrule r when f(_) do wave leave\nlocation l prop a: chair\nknows f(b), f(a) prefers s", &["unknown-prop@4"]),
            scene("a variable with a small letter", "fact f(prop)\nrule r when f(X), not g(X) do wave\nadd g(x) end fact g(prop)", &["unknown-prop@3"]),
            town("told of once", "script s cast guest 0..1 fact f(prop)\nrule r when f(door), not f(_)\ndo walk(door) leave", &["unknown-prop@2", "condition-never-holds@2"]),
        ], vec![
            town("one of two locations has it", "script s cast guest 0..1\nrule r do sit(throne) leave\nlocation l prop a: chair prefers s emits script\nlocation l2 prop throne: chair prefers s emits script", &[]),
            scene("a test may name any", "fact f(prop)\nrule r when f(_) do wave end\ntest t given f(left) people ann guest\nprop left vanishes scene goes on", &[]),
        ]),
        (Code::UnknownWord, vec![
            file("a channel", "action clap uses hands", &["unknown-word@1"]),
            file("a pose", "action nap pose sleeping", &["unknown-word@1"]),
            file("a category", "id person ann 3", &["unknown-word@1"]),
        ], vec![
            town("every word of the ladder", "role a role b role c role d role e script s cast a 0..1 joins as idle\nb 0..1 joins as wish, joins late\nc 0..1 joins as duty d 0..1 joins as need\ne 0..1 joins as danger guest 0..1 joins as command\nrule r leave", &[]),
            file("every pose", "action a pose standing action b pose sitting action c pose lying action d pose working action e pose eating action f pose waiting", &[]),
            file("every channel", "action a uses body action b uses voice action c uses gaze", &[]),
            file("every category", "id role a 1 id prop_kind a 1 id symbols a 1 id symbol a 1 id action a 1 id host a 1 id script a 1 id location a 1 id fact a 1 id define a 1 id state a 1 id rule a 1 id property a 1 id prop a 1 id character a 1", &[]),
        ]),
        (Code::UnknownPerson, vec![
            scene("a step", "rule r do wave end\ntest t people ann guest\nbob is out", &["unknown-person@3"]),
            scene("a fact", "fact f(character) told\nrule r when f(.me) do wave end\ntest t people ann guest\ntell f(bob)", &["unknown-person@4"]),
        ], vec![
            scene("who arrives later", "fact f(character) told\nrule r when f(.me) do wave end\ntest t people ann guest\nbob arrives as guest tell f(bob) bob does r bob vanishes", &[]),
        ]),
        (Code::CircularKind, vec![
            file("a role that is itself", "role a is a", &["circular-kind@1"]),
            file("three kinds of props", "prop a is b\nprop b is c\nprop c is a", &["circular-kind@1", "circular-kind@2", "circular-kind@3"]),
            file("only those in the circle", "role a is b\nrole b is c\nrole c is b", &["circular-kind@2", "circular-kind@3"]),
        ], vec![
            file("two ways to one parent", "role a is b, c\nrole b is d\nrole c is d\nrole d", &[]),
        ]),
        (Code::RecursiveDefine, vec![
            scene("two that need each other", "define a when b\ndefine b when a\nrule r when a do wave end", &["recursive-define@1", "recursive-define@2"]),
            scene("only those in the circle", "define a when b\ndefine b when b\nrule r when a do wave end", &["recursive-define@2"]),
        ], vec![
            scene("two ways to one define", "define a when b, c\ndefine b when d define c when d\ndefine d when .raining\nrule r when a do wave end", &[]),
            scene("a symbol of the same name", "fact f(symbol) told\ndefine weather when f(weather)\nrule r when weather do wave end", &[]),
        ]),
        (Code::IdCollision, vec![
            file("two roles", "role cross_the_road\nrole listen_to_the_stew", &["id-collision@2"]),
            script("two rules of a script", "rule cross_the_road do wave once\nrule listen_to_the_stew leave", &["id-collision@2"]),
            script("two states", "state cross_the_road rule r do wave goto listen_to_the_stew\nstate listen_to_the_stew rule r2 leave", &["id-collision@2"]),
            town("facts of two scripts", "script a cast guest 0..1 fact cross_the_road told rule r when cross_the_road leave\nscript b cast guest 0..1 fact listen_to_the_stew told rule r when listen_to_the_stew leave", &["id-collision@2"]),
        ], vec![
            file("different sorts of things", "role cross_the_road\naction listen_to_the_stew", &[]),
            town("rules of two scripts", "script a cast guest 0..1 rule cross_the_road leave\nscript b cast guest 0..1 rule listen_to_the_stew leave", &[]),
            file("one id given by hand", "role cross_the_road\nrole listen_to_the_stew\nid role cross_the_road 5", &[]),
        ]),
        (Code::NothingToOverride, vec![
            town("drop", "script b cast guest 0..1 rule r leave\nscript s based on b\ndrop rule q", &["nothing-to-override@3"]),
            script("no base at all", "rule r leave\noverride rule r leave", &["nothing-to-override@2"]),
        ], vec![
            town("through two bases", "script a cast guest 0..1 rule r do wave once rule q leave\nscript b based on a\nscript c based on b\ndrop rule r override rule q do wave leave", &[]),
        ]),
        (Code::TemplateMisuse, vec![
            town("the wrong sort of argument", "template t(Who: role, Stay: duration)\ncast $Who 0..1 rule r do wave again after $Stay rule q leave\nscript s based on t(Who = guest,\nStay = 5)", &["template-misuse@4"]),
            town("a parameter nobody declared", "template t(Who: role)\ncast $Who 0..1 rule r leave\nscript s based on t(Who = guest,\nStay = 5)", &["template-misuse@4"]),
            town("given twice", "template t(Who: role)\ncast $Who 0..1 rule r leave\nscript s based on t(Who = guest,\nWho = waiter)", &["template-misuse@4"]),
            town("used inside, not declared", "template t(Who: role)\ncast $Who 0..1\nrule r for $Whom leave\nscript s based on t(Who = guest)", &["template-misuse@3"]),
            town("the role is missing, and nothing follows", "template t(Who: role, What: action)\ncast $Who 0..1\nrule r for $Who do $What once rule q leave\nscript s based on t(What = wave)", &["template-misuse@4"]),
            town("the action is missing, and nothing follows", "template t(Who: role, What: action)\ncast $Who 0..1\nrule r for $Who do $What rule q leave\nscript s based on t(Who = guest)", &["template-misuse@4"]),
            town("in a circle", "script a based on b\nscript b based on a", &["template-misuse@1", "template-misuse@2"]),
            town("a kind that no parameter can have, in a template nobody uses", "template t(Who: role,\nSeat: prop) cast $Who 0..1 rule r leave", &["template-misuse@2"]),
            town("a duration as a name, in a template nobody uses", "template t(Who: role, Stay: duration)\ncast $Who 0..1\nrule r do $Stay leave", &["template-misuse@3"]),
            town("a parameter that is none, in a template nobody uses", "template t(Who: role)\ncast $Who 0..1\nrule r for $Whom leave", &["template-misuse@3"]),
            town("preferred", "template t(Who: role) cast $Who 0..1 rule r leave\nlocation l prefers t", &["template-misuse@2"]),
        ], vec![
            town("every sort of argument", "template t(Who: role, What: action, N: number, D: duration, At: daytime, S: symbol, T: text)\n\
                cast $Who 0..1 fact f(symbol) told rule r when f($S), .hunger(.me) > $N, .clock < $At do $What again after $D\nrule q do say($T) leave\n\
                script s based on t(Who = guest, What = wave, N = 3, D = 2 min, At = 8:00, S = weather, T = \"hello\")", &[]),
            town("defaults", "template t(Who: role = guest, Stay: duration = 3 min)\ncast $Who 0..1 rule r do wave again after $Stay rule q leave\nscript s based on t\nlocation l prefers t, s emits script", &[]),
            town("an argument handed on", "template a(Who: role) cast $Who 0..1 rule r for $Who leave\ntemplate b(Whom: role) based on a(Who = $Whom)\nscript s based on b(Whom = guest)", &[]),
        ]),
    ]
}
