//! A day of a million minds: 1 % full, 9 % ambient, 90 % dormant, on one core.
//!
//! | level | what it is | when it is looked at |
//! |---|---|---|
//! | full | a mind with its map, and a body | by its agenda |
//! | ambient | a mind without map updates and senses ([`live_on`](townsfolk_mind::Mind::live_on)) | every hour |
//! | dormant | the schedule alone: where it is, and until when | when the schedule changes |

use super::agenda::{Agenda, DAY, MORNING, Town};
use super::quarter::Quarter;
use crate::Figure;
use crate::stopwatch::thread_seconds;
use std::hint::black_box;
use townsfolk_core::CharacterId;
use townsfolk_mind::schedule::{EntryIndex, due, next_change};
use townsfolk_mind::{Mind, Moment};
use townsfolk_module::mind::CastMember;

const FULL: u32 = 10_000;
const AMBIENT: u32 = 90_000;
const DORMANT: u32 = 900_000;

/// Seconds between two looks at an ambient mind.
const AMBIENT_EVERY: usize = 3600;
/// The length of a tick in seconds.
const TICK: f64 = 1.0 / 60.0;

/// Somebody of whom only the schedule is known.
#[derive(Clone, Copy, Debug)]
struct Dormant {
    who: CharacterId,
    entry: Option<EntryIndex>,
}

/// What the levels took of a second, or of a day.
type ByLevel = [f64; 3];

/// Measures the million.
pub fn measure(quarter: &Quarter) -> Vec<Figure> {
    let mut town = Town::new(quarter, FULL);
    let mut ambient: Vec<Mind> = (0..AMBIENT)
        .filter_map(|who| resident(quarter, who))
        .collect();
    let mut agenda = Agenda::new();
    let mut dormant: Vec<Dormant> = (0..DORMANT)
        .map(|who| {
            agenda.put(who, MORNING);
            Dormant {
                who: CharacterId(who),
                entry: None,
            }
        })
        .collect();
    // The first look at everybody is not of the day.
    (0..60).for_each(|second| town.second(quarter, second));
    look_at_dormant(quarter, &mut dormant, &mut agenda, 0);
    let mut day: ByLevel = [0.0; 3];
    let mut longest: f64 = 0.0;
    for second in 60..DAY {
        let start = thread_seconds();
        town.second(quarter, second);
        let full = thread_seconds();
        look_in_on(quarter, &mut ambient, second);
        let seen = thread_seconds();
        look_at_dormant(quarter, &mut dormant, &mut agenda, second);
        let end = thread_seconds();
        longest = longest.max(end - start);
        let spent = [full - start, seen - full, end - seen];
        day.iter_mut()
            .zip(spent)
            .for_each(|(all, more)| *all += more);
    }
    let counts = [FULL, AMBIENT, DORMANT];
    let bytes = [
        town.lives
            .iter()
            .map(|life| life.mind.bytes())
            .sum::<usize>(),
        ambient.iter().map(Mind::bytes).sum(),
        dormant.len() * size_of::<Dormant>(),
    ];
    let mut figures = vec![];
    for (level, name) in ["full", "ambient", "dormant"].into_iter().enumerate() {
        // Everybody is in an agenda with a number.
        let each = bytes[level] as f64 / f64::from(counts[level]) + 4.0;
        let title = format!("{} {name}: bytes each", counts[level]);
        figures.push(Figure::new(title, each, "").against("of 64 bytes asleep", each / 64.0));
        let ns = day[level] * 1e9 / f64::from(counts[level]) / (DAY - 60) as f64;
        figures.push(Figure::new("  a mind and second", ns, "ns"));
        let tick = share(day[level]);
        figures.push(
            Figure::new("  all of them, a tick", tick * TICK * 1e6, "µs")
                .against("of a 60 Hz tick", tick),
        );
    }
    let all = bytes.iter().sum::<usize>() as f64 + 4.0 * f64::from(FULL + AMBIENT + DORMANT);
    let seconds: f64 = day.iter().sum();
    figures.extend([
        Figure::new("a million minds: bytes", all / 1e6, "MB"),
        Figure::new("a million minds: a day on one core", seconds, "s")
            .against("of a 60 Hz tick", share(seconds)),
        Figure::new("  a tick", share(seconds) * TICK * 1e6, "µs"),
        Figure::new("  a day in 48 minutes (calendar 30 x)", seconds, "s")
            .against("of a 60 Hz tick", 30.0 * share(seconds)),
        Figure::new(
            "  the longest second of the day, at once",
            longest * 1e3,
            "ms",
        )
        .against("of a 60 Hz tick", longest / TICK),
    ]);
    figures
}

/// The share of the day's ticks that work of so many seconds fills.
fn share(seconds: f64) -> f64 {
    seconds / (DAY - 60) as f64
}

fn resident(quarter: &Quarter, who: u32) -> Option<Mind> {
    let member = CastMember {
        id: CharacterId(who),
        ..quarter.member(who).clone()
    };
    let dawn = MORNING.after(-12 * 3600 - i64::from(who) * 7_919 % 43_200);
    let mut mind = Mind::new(&quarter.beat(&member, dawn))?;
    mind.live_on(&quarter.beat(&member, MORNING), dawn);
    Some(mind)
}

/// Ambient minds take turns over the hour.
fn look_in_on(quarter: &Quarter, minds: &mut [Mind], second: usize) {
    let now = MORNING.after(second as i64);
    let before = now.after(-(AMBIENT_EVERY as i64)).max(MORNING);
    for who in (second % AMBIENT_EVERY..minds.len()).step_by(AMBIENT_EVERY) {
        let at = quarter.beat(quarter.member(who as u32), now);
        black_box(minds[who].live_on(&at, before));
    }
}

fn look_at_dormant(quarter: &Quarter, dormant: &mut [Dormant], agenda: &mut Agenda, second: usize) {
    let now: Moment = MORNING.after(second as i64);
    for who in agenda.take(second) {
        let Some(known) = dormant.get_mut(who as usize) else {
            continue;
        };
        let schedule = &quarter.member(known.who.0).schedule;
        known.entry = due(schedule, now);
        if let Some(next) = next_change(schedule, now) {
            agenda.put(who, next);
        }
    }
}
