//! A temper: how fast feelings return, and how long interactions stay stale.

use super::manners::MannersDraft;
use crate::context::Context;
use crate::declaration::interaction::lower::{PEOPLE_DO, interaction};
use crate::declaration::measure::{LEVEL, degree, numbers_of};
use crate::declaration::need::lower::seconds;
use crate::declaration::said_twice;
use crate::diagnostic::Code;
use crate::source::Place;
use crate::syntax::{Node, TreeExt, *};
use townsfolk_module::mind::{Interaction, Temper};

/// The word for all interactions.
const ANYTHING: &str = "anything";

pub(crate) fn lower(node: &Node, cx: &mut Context<'_>) -> Temper {
    let mut temper = Temper::default();
    let mut anything = None;
    let mut manners = MannersDraft::default();
    let mut seen: Vec<(String, Place)> = vec![];
    for part in node.children_of(TEMPER_PART) {
        let words = part.words();
        let word = words.first().cloned().unwrap_or_default();
        let tired_of = words.get(2).filter(|_| word == "tires");
        let said = match tired_of {
            Some(what) => format!("tires of {what}"),
            None => word.clone(),
        };
        if said_twice(cx, &mut seen, &said, part.place(cx.file)) {
            continue;
        }
        if manners.read(cx, &part, &word) {
            continue;
        }
        if word == "whims" {
            let number = numbers_of(&part).next();
            let whim = number.and_then(|n| degree(cx, &n, "a whim", LEVEL));
            temper.whim = whim.unwrap_or_default();
            continue;
        }
        let Some(time) = numbers_of(&part).next().and_then(|n| lasting(cx, &n)) else {
            continue;
        };
        match (word.as_str(), tired_of) {
            ("cools", _) => temper.cools_down = Some(time),
            ("forgives", _) => temper.forgives = Some(time),
            ("grows", _) => temper.grows_apart = Some(time),
            (_, Some(what)) if what == ANYTHING => anything = Some(time),
            (_, Some(what)) => {
                let place = word_place(cx, &part, what);
                let what = interaction(cx, what, place, &PEOPLE_DO, &[ANYTHING]);
                temper.tires.extend(what.map(|what| (what, time)));
            }
            _ => {}
        }
    }
    temper.manners = manners.finish(cx);
    for what in PEOPLE_DO {
        let known = temper.tires.iter().any(|(known, _)| *known == what);
        temper
            .tires
            .extend(anything.filter(|_| !known).map(|t| (what, t)));
    }
    temper
        .tires
        .sort_unstable_by_key(|(what, _): &(Interaction, u32)| *what);
    temper
}

/// A duration above zero, in seconds.
fn lasting(cx: &mut Context<'_>, number: &Node) -> Option<u32> {
    let time = seconds(cx, number)?;
    if time == 0 {
        let place = number.place(cx.file);
        cx.problem(
            Code::OutOfRange
                .at(place, "this takes no time at all")
                .label("less than a second")
                .hint("write a longer time, such as `10 min`, or leave the line out"),
        );
    }
    (time > 0).then_some(time)
}

/// The place of a word of a part.
fn word_place(cx: &Context<'_>, part: &Node, word: &str) -> Place {
    let mut tokens = part.tokens().filter(|token| token.text() == word);
    let range = tokens.next().map(|token| token.text_range());
    range.map_or(part.place(cx.file), |range| {
        Place::new(cx.file, range.start().into(), range.end().into())
    })
}
