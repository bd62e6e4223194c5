//! A schedule: its periods in seconds, gaps and overlaps.

use crate::context::Context;
use crate::declaration::area;
use crate::declaration::measure::{LEVEL, degree, numbers_of};
use crate::declaration::need::lower::{seconds, symbol};
use crate::diagnostic::Code;
use crate::source::Place;
use crate::syntax::tree::token_place;
use crate::syntax::{Node, SyntaxToken, TreeExt, *};
use std::collections::BTreeSet;
use townsfolk_core::RoleId;
use townsfolk_module::mind::{Daytime, Degree, Meets, Schedule, ScheduleEntry, UrgencyRamp, Venue};

/// Default time for which the previous role may delay the change.
const WAITS: u32 = 30 * 60;

/// Default meeting: the people, and the time to wait for them.
const MEETS: Meets = Meets {
    like_min: Degree::percent(60),
    waits: 30 * 60,
};

/// Maximum number of periods of a day that are compared.
const COMPARED_MAX: usize = 500;

/// A lowered schedule, with the places of its entries and of the roles in them.
#[derive(Clone, Debug)]
pub(crate) struct ScheduleSheet {
    pub(crate) schedule: Schedule,
    pub(crate) roles: Vec<(RoleId, String, Place)>,
}

/// How an author counts the time of day.
#[derive(Clone, Copy)]
struct Calendar {
    units: u64,
    origin: u32,
}

pub(crate) fn lower(
    node: &Node,
    name: &str,
    name_place: Place,
    cx: &mut Context<'_>,
) -> ScheduleSheet {
    let calendar = node.child(CALENDAR).and_then(|node| calendar(cx, &node));
    let mut sheet = ScheduleSheet {
        schedule: Schedule::default(),
        roles: vec![],
    };
    let mut entries: Vec<(ScheduleEntry, Place)> = vec![];
    let mut whole = true;
    for node in node.children_of(ENTRY) {
        let place = node.place(cx.file);
        match entry(cx, &node, calendar, &mut sheet.roles) {
            Some(entry) => entries.push((entry, place)),
            None => whole = false,
        }
    }
    if entries.is_empty() && whole {
        cx.problem(
            Code::ScheduleGap
                .at(name_place, format!("the day of `{name}` is empty"))
                .label("no period is given")
                .hint("write one, such as `8:00..17:00 at kitchen as cook`"),
        );
    }
    join(&mut entries);
    if whole && entries.len() <= COMPARED_MAX {
        overlaps(cx, name, &entries);
        gaps(cx, name, &entries);
    }
    sheet.schedule.entries = entries.into_iter().map(|(entry, _)| entry).collect();
    sheet
}

fn calendar(cx: &mut Context<'_>, node: &Node) -> Option<Calendar> {
    let number = node.child(NUMBER_EXPR)?;
    let place = number.place(cx.file);
    let units = crate::condition::plain_number(cx, &number)?;
    if !(1..=100_000_000).contains(&units) {
        return cx.fail(
            Code::OutOfRange
                .at(place, "a day cannot have so many units")
                .label("from 1 to 100000000"),
        );
    }
    let clock = node.token(CLOCK)?;
    let origin = crate::condition::clock(cx, clock.text(), node.place(cx.file))?;
    Some(Calendar {
        units: units.unsigned_abs(),
        origin: origin.unsigned_abs() % Daytime::DAY,
    })
}

fn entry(
    cx: &mut Context<'_>,
    node: &Node,
    calendar: Option<Calendar>,
    roles: &mut Vec<(RoleId, String, Place)>,
) -> Option<ScheduleEntry> {
    let times: Vec<SyntaxToken> = node
        .tokens()
        .filter(|token| matches!(token.kind(), CLOCK | NUMBER))
        .collect();
    let [start, end] = times.as_slice() else {
        return None;
    };
    let starts = time(cx, start, calendar, 1);
    let ends = time(cx, end, calendar, 0);
    let mut names = node.children_of(NAME_REF).collect::<Vec<_>>().into_iter();
    let venue = names.next().and_then(|name| cx.referred(&name));
    let venue = venue.and_then(|(name, place)| {
        if node.words().iter().any(|word| word == "for") {
            return Some(Venue::Suits(symbol(cx, &name)));
        }
        area::lower::find(cx, &name, place).map(Venue::Area)
    });
    let role = names.next().and_then(|name| cx.referred(&name));
    let role = role.and_then(|(name, place)| {
        let role = cx.role(&name, place)?;
        roles.push((role, name, place));
        Some(role)
    });
    let mut waits_max = WAITS;
    let mut urgency = None;
    let mut meets = None;
    for option in node.children_of(FLAG) {
        if option.words().first().is_some_and(|word| word == "meets") {
            meets = meeting(cx, node, &option);
            continue;
        }
        let mut numbers = numbers_of(&option);
        let Some(duration) = numbers.next().and_then(|number| seconds(cx, &number)) else {
            continue;
        };
        if option.token(URGENT_KW).is_none() {
            waits_max = duration;
            continue;
        }
        let leaves_at = match numbers.next() {
            Some(number) => degree(cx, &number, "urgency", LEVEL)?,
            None => Degree::ONE,
        };
        urgency = Some(UrgencyRamp {
            lead: duration,
            leaves_at,
        });
    }
    Some(ScheduleEntry {
        starts: starts?,
        ends: ends?,
        venue: venue?,
        role: role?,
        waits_max,
        urgency,
        meets,
    })
}

/// The people to meet: `meets friends liked 0.6 within 30 min`.
fn meeting(cx: &mut Context<'_>, entry: &Node, option: &Node) -> Option<Meets> {
    let words = option.words();
    let said = |wanted: &str| words.iter().any(|word| word == wanted);
    let mut numbers = numbers_of(option).collect::<Vec<_>>().into_iter();
    let mut meets = MEETS;
    if said("liked") {
        meets.like_min = degree(cx, &numbers.next()?, "liking", LEVEL)?;
    }
    if said("within") {
        meets.waits = seconds(cx, &numbers.next()?)?;
    }
    if !entry.words().iter().any(|word| word == "for") {
        let place = option.place(cx.file);
        return cx.fail(
            Code::NotAvailableHere
                .at(place, "where this is spent cannot be arranged")
                .label("friends choose a place together")
                .consequence("The entry names an area, so there is nothing to choose.")
                .hint("name an activity instead of the area: `for leisure`"),
        );
    }
    Some(meets)
}

/// A time of day. Units count from one, and the last unit of an entry belongs to it.
fn time(
    cx: &mut Context<'_>,
    token: &SyntaxToken,
    calendar: Option<Calendar>,
    first: u64,
) -> Option<Daytime> {
    let place = token_place(token, cx.file);
    if token.kind() == CLOCK {
        let seconds = crate::condition::clock(cx, token.text(), place)?;
        return Some(Daytime(seconds.unsigned_abs() % Daytime::DAY));
    }
    let Some(calendar) = calendar else {
        return cx.fail(
            Code::BadLiteral.at(place, "this is not a time of day")
                .label("how many of these has a day?")
                .hint("write a time such as `8:00`, or `counts 86400 from 0:00` behind the name of the schedule"),
        );
    };
    let unit: Option<u64> = token.text().parse().ok();
    let Some(unit) = unit.filter(|unit| *unit <= calendar.units) else {
        return cx.fail(
            Code::OutOfRange
                .at(place, format!("this day goes from 1 to {}", calendar.units))
                .label("not in this day"),
        );
    };
    let day = u64::from(Daytime::DAY);
    let passed = unit.saturating_sub(first) * day / calendar.units;
    let seconds = (u64::from(calendar.origin) + passed) % day;
    Some(Daytime(u32::try_from(seconds).unwrap_or(0)))
}

/// An entry that begins a minute after another ends begins at that end: `8:00..11:00` and
/// `11:01..17:00` leave nothing between them.
fn join(entries: &mut [(ScheduleEntry, Place)]) {
    let ends: BTreeSet<Daytime> = entries.iter().map(|(entry, _)| entry.ends).collect();
    for (entry, _) in entries {
        let before = Daytime((entry.starts.0 + Daytime::DAY - 60) % Daytime::DAY);
        if ends.contains(&before) && entry.ends != before {
            entry.starts = before;
        }
    }
}

/// How long an entry lasts.
fn length(entry: &ScheduleEntry) -> u32 {
    match (entry.ends.0 + Daytime::DAY - entry.starts.0) % Daytime::DAY {
        0 => Daytime::DAY,
        length => length,
    }
}

/// Whether an entry covers a moment.
fn covers(entry: &ScheduleEntry, moment: Daytime) -> bool {
    (moment.0 + Daytime::DAY - entry.starts.0) % Daytime::DAY < length(entry)
}

fn overlaps(cx: &mut Context<'_>, name: &str, entries: &[(ScheduleEntry, Place)]) {
    for (at, (entry, place)) in entries.iter().enumerate() {
        let mut earlier = entries[..at].iter();
        let other =
            earlier.find(|(other, _)| covers(other, entry.starts) || covers(entry, other.starts));
        let Some((other, first)) = other else {
            continue;
        };
        let same = other.starts == entry.starts && other.ends == entry.ends;
        let problem = Code::ScheduleOverlap
            .at(*place, format!("two periods of `{name}` overlap"))
            .label(if same {
                "the same time again"
            } else {
                "this one begins or ends within the other"
            })
            .related(*first, format!("from {} to {}", other.starts, other.ends))
            .consequence(
                "Where two overlap, the first counts, so part of the second is never lived.",
            );
        let hint = if same {
            "remove one of them".to_string()
        } else if covers(other, entry.starts) {
            format!("begin the second at {}", other.ends)
        } else {
            format!("end the second at {}", other.starts)
        };
        cx.problem(problem.hint(hint));
    }
}

fn gaps(cx: &mut Context<'_>, name: &str, entries: &[(ScheduleEntry, Place)]) {
    for (entry, place) in entries {
        if length(entry) == Daytime::DAY
            || entries.iter().any(|(other, _)| covers(other, entry.ends))
        {
            continue;
        }
        let until =
            |other: &ScheduleEntry| (other.starts.0 + Daytime::DAY - entry.ends.0) % Daytime::DAY;
        let Some((next, next_place)) = entries.iter().min_by_key(|(other, _)| until(other)) else {
            continue;
        };
        let problem = Code::ScheduleGap
            .at(
                *place,
                format!("nothing is planned from {} to {}", entry.ends, next.starts),
            )
            .label(format!("this ends at {}", entry.ends));
        let problem = if next_place == place {
            problem
        } else {
            problem.related(*next_place, format!("and this begins at {}", next.starts))
        };
        cx.problem(
            problem
                .consequence(format!(
                    "Who follows `{name}` keeps to the period before until the next one begins."
                ))
                .hint(format!(
                    "end it at {} instead, or add a period",
                    next.starts
                )),
        );
    }
}
