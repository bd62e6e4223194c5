//! From the syntax of a daily script to its compiled form.

use crate::condition::{clock, duration_range, number};
use crate::context::Context;
use crate::declaration::errand::lower::calendar_seconds;
use crate::declaration::need::lower::symbol;
use crate::declaration::{ladder_word, said_twice, unique_names};
use crate::diagnostic::{Code, Diagnostic};
use crate::names::{Declaration, Namespace};
use crate::source::Place;
use crate::syntax::tree::token_place;
use crate::syntax::{Node, TreeExt, *};
use townsfolk_core::{DeciderId, Number, Urgency, Value};
use townsfolk_module::Category;
use townsfolk_module::decide::{Daily, DailyBlock, Deciders, HoursFault, OneShot};
use townsfolk_module::mind::Daytime;

/// Seconds for which a one-shot waits for its turn, unless stated.
const GRACE_S: u32 = 3600;

/// The longest jitter and grace, in seconds.
const SHIFT_MAX_S: u32 = 12 * 3600;

/// Lowers a daily script.
pub(crate) fn lower(
    declaration: &Declaration,
    node: &Node,
    cx: &mut Context<'_>,
    into: &mut Deciders,
) {
    let mut daily = Daily {
        id: DeciderId(cx.globals.id(Category::Decider, &declaration.name)),
        urgency: urgency(node, cx, Urgency::Duty),
        blocks: vec![],
        one_shots: vec![],
        jitter_s: 0,
        grace_s: GRACE_S,
    };
    // The reason of a wait is the daily's name as a symbol.
    symbol(cx, &declaration.name);
    let mut places: Vec<Place> = vec![];
    let mut seen: Vec<(String, Place)> = vec![];
    let mut whole = true;
    for part in node.children_of(DAILY_PART) {
        let place = part.place(cx.file);
        let word = part.words().into_iter().next().unwrap_or_default();
        match word.as_str() {
            "at" => match one_shot(&part, cx) {
                Some(one) => daily.one_shots.push(one),
                None => whole = false,
            },
            "jitter" | "grace" => {
                if said_twice(cx, &mut seen, &word, place) {
                    continue;
                }
                if let Some(seconds) = shift(&part, cx) {
                    match word.as_str() {
                        "jitter" => daily.jitter_s = seconds,
                        _ => daily.grace_s = seconds,
                    }
                }
            }
            _ => match block(&part, cx) {
                Some(block) => {
                    daily.blocks.push(block);
                    places.push(place);
                }
                None => whole = false,
            },
        }
    }
    if whole {
        let faults = daily.hours_faults();
        for fault in faults {
            cx.problem(hours_problem(fault, declaration, &places, &daily));
        }
    }
    into.dailies.dailies.push(daily);
}

/// The urgency behind `as`.
pub(crate) fn urgency(node: &Node, cx: &mut Context<'_>, usual: Urgency) -> Urgency {
    let flag = node.child(FLAG).and_then(|flag| cx.reference(&flag));
    flag.and_then(|(name, place)| ladder_word(cx, &name, place))
        .unwrap_or(usual)
}

/// The times of day in a part.
pub(crate) fn times(part: &Node, cx: &mut Context<'_>) -> Box<[Daytime]> {
    let tokens = part.tokens().filter(|token| token.kind() == CLOCK);
    let tokens: Vec<_> = tokens.collect();
    let times = tokens.iter().filter_map(|token| {
        let place = token_place(token, cx.file);
        let seconds = clock(cx, token.text(), place)?;
        Some(Daytime(seconds.unsigned_abs() % Daytime::DAY))
    });
    times.collect()
}

fn block(part: &Node, cx: &mut Context<'_>) -> Option<DailyBlock> {
    let errands = errands(part, cx)?;
    let [from, to] = *times(part, cx) else {
        return None;
    };
    Some(DailyBlock { from, to, errands })
}

fn one_shot(part: &Node, cx: &mut Context<'_>) -> Option<OneShot> {
    let errands = errands(part, cx)?;
    let [at] = *times(part, cx) else {
        return None;
    };
    let chance = match part.child(RANGE) {
        Some(range) => chance(&range, cx)?,
        None => 1000,
    };
    Some(OneShot {
        at,
        chance,
        errands,
    })
}

/// The errands of a list. `None` if one of them is not known, which has been reported.
fn errands(part: &Node, cx: &mut Context<'_>) -> Option<Vec<DeciderId>> {
    let list = part.child(NAMES)?;
    let mut errands = vec![];
    let mut whole = true;
    for (name, place) in unique_names(cx, &list) {
        let found = (Code::UnknownErrand, Namespace::Decider, "errand");
        match cx.declared(found.0, found.1, found.2, (&name, place)) {
            Some(declared) if declared.node == ERRAND_DECL => {
                errands.push(DeciderId(cx.globals.id(Category::Decider, &name)));
            }
            Some(declared) => {
                let first = declared.place;
                whole = false;
                cx.problem(
                    Code::UnknownErrand
                        .at(place, format!("`{name}` is no errand"))
                        .label("only errands can be done in a day")
                        .related(first, "declared here"),
                );
            }
            None => whole = false,
        }
    }
    (whole && !errands.is_empty()).then_some(errands)
}

/// A chance in thousandths, from nothing to certain.
pub(crate) fn chance(range: &Node, cx: &mut Context<'_>) -> Option<u16> {
    let node = range.child(NUMBER_EXPR)?;
    let place = node.place(cx.file);
    let (value, _) = number(cx, &node)?;
    let Value::Number(chance) = value else {
        return cx.fail(
            Code::UnitMismatch
                .at(place, "a chance is a plain number or a percentage")
                .label("this has a unit")
                .hint("write `with 50%`"),
        );
    };
    if !(0..=1000).contains(&chance.0) {
        let percent = Number(chance.0.saturating_mul(100));
        return cx.fail(
            Code::OutOfRange
                .at(place, "a chance goes from 0% to 100%")
                .label(format!("this is {percent}%"))
                .hint("write `with 100%`, or leave it out: what is certain needs no chance"),
        );
    }
    u16::try_from(chance.0).ok()
}

fn shift(part: &Node, cx: &mut Context<'_>) -> Option<u32> {
    let range = part.child(RANGE)?;
    let place = range.place(cx.file);
    let (span, _) = duration_range(cx, &range)?;
    let seconds = calendar_seconds(span);
    if seconds > SHIFT_MAX_S {
        return cx.fail(
            Code::OutOfRange
                .at(place, "this is longer than half a day")
                .label("at most 12 h"),
        );
    }
    Some(seconds)
}

fn hours_problem(
    fault: HoursFault,
    declaration: &Declaration,
    places: &[Place],
    daily: &Daily,
) -> Diagnostic {
    let name = &declaration.name;
    match fault {
        HoursFault::Gap(from, to) => {
            let before = daily.blocks.iter().position(|block| block.to == from);
            let place = before.and_then(|index| places.get(index));
            Code::DailyGap
                .at(
                    *place.unwrap_or(&declaration.place),
                    format!("nothing is done from {from} to {to}"),
                )
                .label(match place {
                    Some(_) => format!("this ends at {from}"),
                    None => "this day is empty then".into(),
                })
                .consequence(format!(
                    "Whoever follows `{name}` would stand still at that time."
                ))
                .hint(format!("add a block: `{from}..{to}` and an errand"))
        }
        HoursFault::Overlap {
            first,
            second,
            from,
            to,
        } => {
            let at = |index: usize| *places.get(index).unwrap_or(&declaration.place);
            Code::DailyOverlap
                .at(
                    at(second),
                    format!("two blocks of `{name}` cover the time from {from} to {to}"),
                )
                .label("this one begins or ends within the other")
                .related(at(first), "the other block")
                .consequence("Nobody can do both at that time.")
                .hint("let one of them end where the other begins")
        }
    }
}
