//! From the syntax of motions to their compiled form.

use crate::context::Context;
use crate::declaration::amount::{Unit, single, single_time};
use crate::declaration::need::lower::symbol;
use crate::declaration::said_twice;
use crate::declaration::stimulus::lower::TIMES;
use crate::diagnostic::Code;
use crate::names::{Declaration, Namespace};
use crate::source::Place;
use crate::syntax::{Node, TreeExt, *};
use townsfolk_core::{Duration, MotionSetId};
use townsfolk_module::Category;
use townsfolk_module::senses::{Motion, MotionSet};

/// The greatest displacement of a motion, in millimetres.
const STEP_MAX: i64 = 100_000;
/// The greatest turn of a motion, in thousandths of a degree.
const TURN_MAX: i64 = 360_000;

/// Motions by their name, or a report that there are none.
pub(crate) fn find(cx: &mut Context<'_>, name: &str, place: Place) -> Option<MotionSetId> {
    let (code, space) = (Code::UnknownMotions, Namespace::Motions);
    cx.declared(code, space, "motions", (name, place))?;
    Some(MotionSetId(cx.globals.id(Category::Motions, name)))
}

pub(crate) fn lower(declaration: &Declaration, node: &Node, cx: &mut Context<'_>) -> MotionSet {
    let mut motions = vec![];
    let mut seen: Vec<(String, Place)> = vec![];
    let mut whole = true;
    for line in node.children_of(MOTION) {
        let Some((name, place)) = line.name(cx.file) else {
            whole = false;
            continue;
        };
        if let Some((_, first)) = seen.iter().find(|(other, _)| *other == name) {
            let problem = Code::DuplicateName
                .at(place, format!("there are two motions `{name}` here"))
                .label("again here")
                .related(*first, "first here");
            cx.problem(problem.hint("rename one of them"));
            continue;
        }
        seen.push((name.clone(), place));
        match motion(cx, &line, &name, place) {
            Some(motion) => motions.push(motion),
            None => whole = false,
        }
    }
    let in_place = |motion: &Motion| motion.forward_mm == 0 && motion.left_mm == 0 && !motion.far;
    if whole && !motions.iter().any(in_place) {
        cx.problem(
            Code::NoMotionInPlace
                .at(
                    declaration.place,
                    format!("every motion of `{}` needs room", declaration.name),
                )
                .label("no motion ends where it begins")
                .consequence("In a corner nothing fits, and the character freezes there.")
                .hint("add one: `motion turn_about turned 180 deg left, takes 0.8 s`"),
        );
    }
    MotionSet {
        id: MotionSetId(cx.globals.id(Category::Motions, &declaration.name)),
        name: symbol(cx, &declaration.name),
        motions,
    }
}

fn motion(cx: &mut Context<'_>, line: &Node, name: &str, place: Place) -> Option<Motion> {
    let mut motion = Motion {
        name: symbol(cx, name),
        forward_mm: 0,
        left_mm: 0,
        turn: 0,
        takes: Duration::ZERO,
        far: false,
    };
    let mut said: Vec<(String, Place)> = vec![];
    let mut whole = true;
    for flag in line.children_of(FLAG) {
        let words = flag.words();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let key = match words.as_slice() {
            ["ahead" | "back"] => "ahead or back",
            ["left" | "right"] => "left or right",
            [first, ..] => first,
            [] => continue,
        };
        if said_twice(cx, &mut said, key, flag.place(cx.file)) {
            continue;
        }
        let back = matches!(words.last(), Some(&("back" | "right")));
        let lowered = match key {
            "far" => {
                motion.far = true;
                Some(())
            }
            "takes" => {
                let takes = single_time(cx, &flag, "the time", TIMES);
                takes.map(|takes| motion.takes = takes)
            }
            "turned" => {
                let turn = single(cx, &flag, ("the turn", Unit::Angle), (0, TURN_MAX));
                turn.and_then(|turn| signed(turn, back))
                    .map(|turn| motion.turn = turn)
            }
            _ => {
                let what = ("the displacement", Unit::Length);
                let length = single(cx, &flag, what, (0, STEP_MAX));
                let length = length.and_then(|length| signed(length, back));
                length.map(|length| match key {
                    "ahead or back" => motion.forward_mm = length,
                    _ => motion.left_mm = length,
                })
            }
        };
        whole &= lowered.is_some();
    }
    if !said.iter().any(|(word, _)| word == "takes") {
        return cx.fail(
            Code::MissingPart
                .at(place, format!("how long does `{name}` take?"))
                .label("`takes` is missing")
                .hint("write `takes 0.7 s`"),
        );
    }
    whole.then_some(motion)
}

fn signed(value: i64, negative: bool) -> Option<i32> {
    i32::try_from(if negative { -value } else { value }).ok()
}
