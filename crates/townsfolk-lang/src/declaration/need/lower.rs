//! A need: its two curves, its automatic changes, and the events that excite it.

use crate::context::Context;
use crate::declaration::measure::{LEVEL, degree, numbers_of};
use crate::declaration::said_twice;
use crate::diagnostic::Code;
use crate::names::Namespace;
use crate::source::Place;
use crate::syntax::{Node, TreeExt, *};
use townsfolk_core::{Duration, NeedId, Number, SymbolId, Value};
use townsfolk_module::Category;
use townsfolk_module::mind::{Curve, Degree, Drift, EventInput, Need};

/// A lowered need and the events that excite it.
#[derive(Clone, Debug)]
pub(crate) struct NeedSheet {
    pub(crate) need: Need,
    pub(crate) events: Vec<EventInput>,
}

/// Maximum reach of an event, in metres.
const REACH_MAX: i64 = 4_000_000;

pub(crate) fn lower(node: &Node, name: &str, cx: &mut Context<'_>) -> NeedSheet {
    let id = NeedId(cx.globals.id(Category::Need, name));
    let mut sheet = NeedSheet {
        need: Need {
            id,
            rise: Curve::default(),
            fall: Curve::default(),
            drift: Drift::Rises,
            start: Degree::ZERO,
            random_start: false,
        },
        events: vec![],
    };
    let mut seen: Vec<(String, Place)> = vec![];
    let mut drifts: Vec<(Drift, Place)> = vec![];
    for part in node.children_of(NEED_PART) {
        let place = part.place(cx.file);
        let words = part.words();
        let Some(word) = words.first().cloned() else {
            continue;
        };
        if !matches!(word.as_str(), "excited" | "calmed") && said_twice(cx, &mut seen, &word, place)
        {
            continue;
        }
        let by_itself = words.iter().any(|word| word == "itself");
        match word.as_str() {
            "rises" => {
                sheet.need.rise = curve(cx, &part, Way::Up);
                drifts.extend(by_itself.then_some((Drift::Rises, place)));
            }
            "falls" => {
                sheet.need.fall = curve(cx, &part, Way::Down);
                drifts.extend(by_itself.then_some((Drift::Falls, place)));
            }
            "stays" => drifts.push((Drift::Stays, place)),
            "starts" => match numbers_of(&part).next() {
                Some(number) => {
                    let start = degree(cx, &number, "a level", LEVEL);
                    sheet.need.start = start.unwrap_or_default();
                }
                None => sheet.need.random_start = true,
            },
            _ => sheet.events.extend(event(cx, &part, id, word == "calmed")),
        }
    }
    if let [(drift, first), rest @ ..] = drifts.as_slice() {
        sheet.need.drift = *drift;
        if let Some((_, second)) = rest.first() {
            cx.problem(
                Code::DuplicatePart
                    .at(*second, format!("what does `{name}` do by itself?"))
                    .label("this says one thing")
                    .related(*first, "and this another")
                    .hint("say `by itself` once, or `stays` alone"),
            );
        }
    } else if sheet.need.rise.points.is_empty() {
        // Nothing declares how it would rise.
        let falls = !sheet.need.fall.points.is_empty() && !sheet.events.is_empty();
        sheet.need.drift = if falls { Drift::Falls } else { Drift::Stays };
    }
    sheet
}

/// A need by its name, or a report that there is none.
pub(crate) fn find(cx: &mut Context<'_>, name: &str, place: Place) -> Option<NeedId> {
    cx.declared(Code::UnknownNeed, Namespace::Need, "need", (name, place))?;
    Some(NeedId(cx.globals.id(Category::Need, name)))
}

fn event(cx: &mut Context<'_>, part: &Node, need: NeedId, calms: bool) -> Option<EventInput> {
    let (name, _) = cx.reference(part)?;
    let event = symbol(cx, &name);
    let mut numbers = numbers_of(part);
    let size = degree(cx, &numbers.next()?, "the size of a burst", LEVEL)?;
    let reach = numbers.next();
    let reach_mm = match reach {
        Some(reach) => {
            let metres = degree_metres(cx, &reach)?;
            Some(metres)
        }
        None => None,
    };
    Some(EventInput {
        event,
        need,
        size: if calms { Degree(-size.0) } else { size },
        reach_mm,
    })
}

/// A length in millimetres: numbers hold thousandths of a metre.
fn degree_metres(cx: &mut Context<'_>, node: &Node) -> Option<u32> {
    let (value, place) = crate::declaration::measure::thousandths(cx, node)?;
    if !(1..=REACH_MAX * 1000).contains(&value) {
        return cx.fail(
            Code::OutOfRange
                .at(place, "an event is noticed within some distance")
                .label(format!("{} m is not one", Number(value)))
                .hint("write a length such as `20 m`, or leave `within` out"),
        );
    }
    u32::try_from(value).ok()
}

/// A symbol without a declaration.
pub(crate) fn symbol(cx: &mut Context<'_>, name: &str) -> SymbolId {
    let id = cx.globals.symbol(name);
    cx.used.push((Category::Symbol, id.0, name.to_string()));
    id
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Up,
    Down,
}

fn curve(cx: &mut Context<'_>, part: &Node, way: Way) -> Curve {
    let Some(list) = part.child(CURVE) else {
        return Curve::default();
    };
    let mut points: Vec<(u32, Degree, Place)> = vec![];
    for point in list.children_of(POINT) {
        let place = point.place(cx.file);
        let numbers: Vec<Node> = numbers_of(&point).collect();
        let straight = point.words().iter().any(|word| word == "to");
        let read = match (numbers.as_slice(), straight) {
            ([level], false) => one(cx, level, None),
            ([level, time], false) => one(cx, level, Some(time)),
            ([from, to, time], true) => {
                let begins = one(cx, from, None);
                points.extend(begins.map(|(time, level)| (time, level, place)));
                one(cx, to, Some(time))
            }
            _ => None,
        };
        points.extend(read.map(|(time, level)| (time, level, place)));
    }
    let bad = points.windows(2).find_map(|pair| {
        let [(before, low, first), (after, high, second)] = pair else {
            return None;
        };
        let wrong_way = match way {
            Way::Up => high < low,
            Way::Down => high > low,
        };
        let title = if after <= before {
            "the points of this curve are out of order"
        } else if wrong_way && way == Way::Up {
            "a need that rises cannot fall on the way"
        } else if wrong_way {
            "a need that falls cannot rise on the way"
        } else {
            return None;
        };
        Some((title, *first, *second, after <= before))
    });
    if let Some((title, first, second, order)) = bad {
        let mut problem = Code::BadCurve.at(second, title);
        problem = problem.label(if order {
            "this must come later than what stands before it"
        } else {
            "this goes the wrong way"
        });
        if first != second {
            problem = problem.related(first, "after this");
        }
        let example = match way {
            Way::Up => "rises 0 to 1 in 6 h",
            Way::Down => "falls 1 to 0 in 15 min",
        };
        cx.problem(problem.hint(format!(
            "write levels in order with their times, such as `{example}`"
        )));
        return Curve::default();
    }
    Curve {
        points: points
            .into_iter()
            .map(|(time, level, _)| (time, level))
            .collect(),
    }
}

/// A level and its time in seconds.
fn one(cx: &mut Context<'_>, level: &Node, time: Option<&Node>) -> Option<(u32, Degree)> {
    let seconds = match time {
        Some(time) => seconds(cx, time)?,
        None => 0,
    };
    Some((seconds, degree(cx, level, "a level", LEVEL)?))
}

/// A duration in seconds.
pub(crate) fn seconds(cx: &mut Context<'_>, node: &Node) -> Option<u32> {
    let place = node.place(cx.file);
    let (value, _) = crate::condition::number(cx, node)?;
    let Value::Duration(duration) = value else {
        return cx.fail(
            Code::UnitMismatch
                .at(place, "this duration has no unit")
                .label("how long?")
                .hint("write a unit behind it: `ms`, `s`, `min` or `h`"),
        );
    };
    u32::try_from(duration.0 / Duration::seconds(1).0).ok()
}
