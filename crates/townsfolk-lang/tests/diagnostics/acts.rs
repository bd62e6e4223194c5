//! Attributes and courses.

use crate::{Case, file, town};
use townsfolk_lang::diagnostic::Code;

/// A script whose only rule has these parts, with attributes of every sort.
fn rule(about: &'static str, parts: &str, expected: &'static [&'static str]) -> Case {
    let declared = "attribute mood(character): symbol calm, tense = calm\n\
        attribute strength(character): number 0..10 = 5\n\
        attribute chosen(guest)\nattribute closing: daytime\nattribute told: text set by host";
    let used = "rule all when .mood(.me) = calm, .strength(.me) < 3, .chosen(.me), .clock > .closing\n\
        do wave set .mood(.me) = tense, .strength(.me) = 1, not .chosen(.me), .closing = 18:00 leave\n\
        rule bye leave";
    let source = format!(
        "{declared}\nscript s cast guest 0..1\nrule r when .strength(.me) > 3\n{parts} leave\n{used}"
    );
    town(about, &source, expected)
}

fn course(about: &'static str, source: &str, expected: &'static [&'static str]) -> Case {
    town(
        about,
        &format!(
            "attribute busy(character) set by host\nattribute rank(character): number 0..9\n{source}"
        ),
        expected,
    )
}

#[rustfmt::skip]
pub(crate) fn cases() -> Vec<(Code, Vec<Case>, Vec<Case>)> {
    vec![
        (Code::UnknownHostName, vec![
            rule("an attribute that is set", "set .moood(.me) = calm", &["unknown-host-name@8"]),
            rule("one that is read", "set .strength(.me) = .strenght(.me)", &["unknown-host-name@8"]),
        ], vec![
            rule("everything that can be set", "set .mood(.me) = tense then set .strength(.me) = .strength(.me) - 1, .closing = 18:30 set not .mood(.me), .chosen(.me)", &[]),
        ]),
        (Code::ConditionNeverHolds, vec![
            town("outside the range of an attribute", "attribute nerve(character): number 0..10 = 5\nscript s cast guest 0..1\nrule r when .nerve(.me) > 20\ndo wave set .nerve(.me) = 1 leave\nrule bye leave", &["condition-never-holds@3"]),
        ], vec![
            town("at the end of its range", "attribute nerve(character): number 0..10 = 5\nscript s cast guest 0..1\nrule r when .nerve(.me) >= 10\ndo wave set .nerve(.me) = 1 leave\nrule bye leave", &[]),
        ]),
        (Code::SetByHost, vec![
            rule("a property", "set .raining", &["set-by-host@8"]),
            rule("a predicate", "set .sees(.me, .me)", &["set-by-host@8"]),
            rule("an attribute of the host", "set .told = \"yes\"", &["set-by-host@8"]),
            course("in a course", "course c\nstep set .busy(.me)", &["set-by-host@4"]),
        ], vec![
            rule("an attribute", "do wave on failure set .chosen(.me) on stop set not .chosen(.me)", &[]),
        ]),
        (Code::WrongKind, vec![
            rule("a number for a symbol", "set .mood(.me) = 3", &["wrong-kind@8"]),
            rule("a value where there is none", "set .chosen(.me) = calm", &["wrong-kind@8"]),
            rule("no value where there is one", "set .strength(.me)", &["wrong-kind@8"]),
            file("a default of another kind", "attribute a: number = \"x\"", &["wrong-kind@1"]),
            file("a range of durations", "attribute a: duration 0..3", &["wrong-kind@1"]),
            course("an argument of an action", "course c(D: prop)\nstep do talk(D)", &["wrong-kind@4"]),
        ], vec![
            file("a role may be whose it is", "role guest\nattribute a(guest): number -5..5 = -2 set by host", &[]),
        ]),
        (Code::UnknownSymbol, vec![
            rule("a symbol that the attribute has not", "set .mood(.me) = clam", &["unknown-symbol@8"]),
            file("a default", "attribute a: symbol x, y = z", &["unknown-symbol@1"]),
        ], vec![
            rule("one that it has", "set .mood(.me) = calm", &[]),
        ]),
        (Code::OutOfRange, vec![
            rule("too much", "set .strength(.me) = 11", &["out-of-range@8"]),
            rule("too little", "set .strength(.me) = -1", &["out-of-range@8"]),
            file("a default", "attribute a: number 0..10 = 11", &["out-of-range@1"]),
        ], vec![
            rule("the edges", "set .strength(.me) = 10 then set .strength(.me) = 0", &[]),
            rule("only known when played", "set .strength(.me) = .strength(.me) + 20", &[]),
        ]),
        (Code::EmptyRange, vec![
            file("an attribute", "attribute a: number 10..0", &["empty-range@1"]),
        ], vec![
            file("below zero", "attribute a: number -10..-5 set by host", &[]),
        ]),
        (Code::DuplicateName, vec![
            file("symbols of an attribute", "symbols a: x\nattribute a: symbol y, z", &["duplicate-name@2"]),
            file("a name of the engine", "attribute now(character): number", &["duplicate-name@1"]),
            town("a course like an action", "course wave\nstep do sit(left)", &["duplicate-name@1"]),
            town("a parameter", "course c(A: prop, A: prop)\nstep do sit(A)", &["duplicate-name@1"]),
        ], vec![
            file("a set that is declared", "symbols a: x, y\nattribute b: a = x set by host", &[]),
        ]),
        (Code::WrongArguments, vec![
            file("two owners", "attribute a(character, character)", &["wrong-arguments@1"]),
            file("a prop", "attribute a(prop)", &["wrong-arguments@1"]),
            rule("too few", "set .chosen", &["wrong-arguments@8"]),
            town("in a course", "course c\nstep do sit", &["wrong-arguments@2"]),
        ], vec![
            town("as many as there are", "course c\nstep do walk(left) with speed = 2, do talk(.me)", &[]),
        ]),
        (Code::AttributeNeverSet, vec![
            file("nothing sets it", "attribute a", &["attribute-never-set@1"]),
        ], vec![
            file("the host sets it", "attribute a set by host", &[]),
            file("an error may hide what sets it", "attribute a\ncourse c\nstep set .a, do nothing_known", &["unknown-action@3"]),
        ]),
        (Code::AttributeNeverRead, vec![
            file("nothing reads it", "attribute a\ncourse c\nstep set .a", &["attribute-never-read@1"]),
        ], vec![
            course("a course reads it", "course c\nstep set .rank(.me) = .rank(.me) + 1", &[]),
        ]),
        (Code::UnknownBranch, vec![
            town("misspelt", "course c\nstep do wave on failure goto giveup\nbranch give_up\nstep do get_up", &["unknown-branch@2"]),
            town("of none", "course c\nstep do wave\non failure goto give_up", &["unknown-branch@3"]),
        ], vec![
            town("a branch, and on", "course c\nstep do wave on failure goto give_up\nstep do wave on failure go on\nbranch give_up step do get_up", &[]),
        ]),
        (Code::UnreachableBranch, vec![
            town("nothing leads there", "course c\nstep do wave\nbranch b\nstep do get_up", &["unreachable-branch@3"]),
            town("only itself", "course c\nstep do wave\nbranch b\nstep do get_up on failure goto b", &["unreachable-branch@3"]),
            town("a fallback of nothing that fails", "course c\nstep do wave on failure go on\notherwise step do get_up", &["unreachable-branch@3"]),
        ], vec![
            town("through another branch", "course c\nstep do wave on failure goto a\nbranch b step do get_up\nbranch a step do wave on failure goto b", &[]),
            town("a fallback", "course c\nstep do wave\notherwise step do get_up", &[]),
        ]),
        (Code::EmptyCourse, vec![
            town("nothing at all", "course c", &["empty-course@1"]),
            town("a branch", "course c\nstep do wave on failure goto b\nbranch b", &["empty-course@3"]),
            town("only a fallback", "course c\notherwise step do wave", &["empty-course@1", "unreachable-branch@2"]),
        ], vec![
            course("a step that only sets", "course c\nstep set .rank(.me) = .rank(.me) / 2", &[]),
        ]),
        (Code::CourseMisuse, vec![
            town("in a rule", "course c step do wave\nscript s cast guest 0..1\nrule r do c leave", &["course-misuse@3"]),
            town("in a course", "course c step do wave\ncourse d\nstep do c", &["course-misuse@3"]),
            town("itself", "course c\nstep do c", &["course-misuse@2"]),
            file("with parameters in a mind", "action sit(prop)\ncourse c(P: prop) step do sit(P)\nlayer l\nconcept x\naction tidy: do c\nx drives tidy", &["course-misuse@5"]),
        ], vec![
            file("in a mind", "action wave\ncourse c step do wave\nneed calm\nrises 0 to 1 in 1 h\nfalls 1 to 0 in 1 h\nlayer l\nneeds calm\naction tidy: do c\ncalm drives tidy", &[]),
        ]),
        (Code::PartNeedsAction, vec![
            course("a step that cannot fail", "course c\nstep set .rank(.me) = .rank(.me)\non failure go on", &["part-needs-action@5"]),
        ], vec![
            course("one that can", "course c\nstep set .rank(.me) = .rank(.me), do wave\non failure go on", &[]),
        ]),
        (Code::UnboundVariable, vec![
            town("not a parameter", "course c(Seat: prop)\nstep do sit(Seta)", &["unbound-variable@2"]),
        ], vec![
            town("a parameter", "course c(Seat: prop)\nstep do sit(Seat)", &[]),
        ]),
        (Code::UnknownAction, vec![
            town("in a course", "course c\nstep do wavee", &["unknown-action@2"]),
        ], vec![
            town("a name that sounds like a keyword", "action set(prop) action step action branch\ncourse c\nstep do set(left), do step\nstep do branch", &[]),
        ]),
    ]
}
