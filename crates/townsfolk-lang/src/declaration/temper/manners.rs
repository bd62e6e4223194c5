//! The distances and intervals of a temper: how near and how often the character speaks and looks
//! round.

use crate::condition::{duration_range, number};
use crate::context::Context;
use crate::declaration::measure::{numbers_of, thousandths};
use crate::diagnostic::Code;
use crate::source::Place;
use crate::syntax::{Node, TreeExt, *};
use townsfolk_core::{Duration, Number, Value};
use townsfolk_module::mind::Manners;

/// Manners as far as they are read, with the places of the two distances that must fit.
#[derive(Default)]
pub(super) struct MannersDraft {
    manners: Manners,
    speaks: Option<Place>,
    heard: Option<Place>,
}

impl MannersDraft {
    /// Reads one part; `false` if it is not about manners.
    pub(super) fn read(&mut self, cx: &mut Context<'_>, part: &Node, word: &str) -> bool {
        let place = part.place(cx.file);
        let manners = &mut self.manners;
        let mut numbers = numbers_of(part);
        match word {
            "speaks" => {
                let read = numbers.next().and_then(|n| distance(cx, &n));
                manners.speaks_mm = read.unwrap_or(manners.speaks_mm);
                self.speaks = read.map(|_| place);
            }
            "heard" => {
                let read = numbers.next().and_then(|n| distance(cx, &n));
                manners.heard_mm = read.unwrap_or(manners.heard_mm);
                self.heard = read.map(|_| place);
            }
            "pauses" => {
                let read = part.child(RANGE).and_then(|range| pause(cx, &range));
                manners.pause = read.unwrap_or(manners.pause);
            }
            "seeks" => {
                let read = numbers.next().and_then(|n| interval(cx, &n));
                manners.seeks_every = read.unwrap_or(manners.seeks_every);
            }
            "looks" => {
                let words = part.words();
                let says = |wanted: &str| words.iter().any(|word| word == wanted);
                if says("every") {
                    let read = numbers.next().and_then(|n| interval(cx, &n));
                    manners.looks_every = read.unwrap_or(manners.looks_every);
                }
                if says("within") {
                    let read = numbers.next().and_then(|n| distance(cx, &n));
                    manners.sees_mm = read.unwrap_or(manners.sees_mm);
                }
            }
            _ => return false,
        }
        true
    }

    /// The manners. A character is heard at least as far as it speaks.
    pub(super) fn finish(self, cx: &mut Context<'_>) -> Manners {
        let mut manners = self.manners;
        let by_default = Manners::heard_by_default(manners.speaks_mm);
        match (self.speaks, self.heard) {
            (_, None) => manners.heard_mm = by_default,
            (speaks, Some(heard)) if manners.heard_mm < manners.speaks_mm => {
                let metres = |mm: u32| Number(i64::from(mm));
                let (far, near) = (metres(manners.speaks_mm), metres(manners.heard_mm));
                let mut problem = Code::OutOfRange
                    .at(heard, "a character is heard at least as far as it speaks")
                    .label(format!("{near} m is less than {far} m"));
                problem = match speaks {
                    Some(speaks) => problem.related(speaks, "it speaks this far"),
                    None => problem.hint(format!("write `speaks within {near} m` as well")),
                };
                cx.problem(problem);
                manners.heard_mm = by_default;
            }
            _ => {}
        }
        manners
    }
}

/// A length in millimetres, more than none.
fn distance(cx: &mut Context<'_>, node: &Node) -> Option<u32> {
    let (value, place) = thousandths(cx, node)?;
    let most = Manners::DISTANCE_MAX_MM;
    let read = u32::try_from(value).ok();
    let fits = read.filter(|mm| (1..=most).contains(mm));
    if fits.is_none() {
        cx.problem(
            Code::OutOfRange
                .at(place, "people speak and see within some distance")
                .label(format!("{} m is not one", Number(value)))
                .hint(format!("write a length of at most {} m", most / 1000)),
        );
    }
    fits
}

/// A time of the stage, more than none.
fn interval(cx: &mut Context<'_>, node: &Node) -> Option<Duration> {
    let place = node.place(cx.file);
    let (value, _) = number(cx, node)?;
    let Value::Duration(time) = value else {
        return cx.fail(
            Code::UnitMismatch
                .at(place, "this duration has no unit")
                .label("how often?")
                .hint("write a unit behind it: `ms`, `s`, `min` or `h`"),
        );
    };
    let fits = time > Duration(0) && time <= Manners::INTERVAL_MAX;
    if !fits {
        too_long_or_short(cx, place, time);
    }
    fits.then_some(time)
}

/// A pause may be none at all.
fn pause(cx: &mut Context<'_>, range: &Node) -> Option<(Duration, Duration)> {
    let place = range.place(cx.file);
    let (shortest, longest) = duration_range(cx, range)?;
    let fits = longest <= Manners::INTERVAL_MAX;
    if !fits {
        too_long_or_short(cx, place, longest);
    }
    fits.then_some((shortest, longest))
}

fn too_long_or_short(cx: &mut Context<'_>, place: Place, time: Duration) {
    cx.problem(
        Code::OutOfRange
            .at(place, "people speak and look round every now and then")
            .label(format!("{time} is not such a time"))
            .hint("write a time of at most `24 h` that is longer than none, such as `5 s`"),
    );
}
