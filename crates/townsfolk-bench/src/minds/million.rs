//! A day of a million minds in one engine: 1 % full, 9 % ambient, 90 % dormant.
//!
//! A town of blocks: each has a home of its own and shares a workplace and a bar with its
//! neighbours. The day is sampled: every three hours every character is watched for some seconds at
//! sixty ticks a second and a calendar of 1:1, first with no character at the full level, then with
//! those in the middle raised, on one thread and on two. In between, with no character full, the
//! calendar runs sixty times as fast, so that everything that a day brings does happen. Beds,
//! tables and bars stand where they are.

use super::Progress;
use super::quarter::Quarter;
use crate::Figure;
use crate::stopwatch::{process_seconds, thread_seconds};
use std::sync::Arc;
use townsfolk::Threads;
use townsfolk::prelude::*;
use townsfolk::{Extent, Focus};
use townsfolk_core::{AreaId, MemberId};
use townsfolk_module::Module;
use townsfolk_module::mind::{Area, CastMember, Venue};
use townsfolk_town::TownStage;

const PEOPLE: u32 = 1_000_000;

/// As many blocks as there are days to live.
const BLOCKS_WIDE: u32 = 64;

/// From the middle of one block to that of the next.
const BLOCK_MM: i32 = 60_000;

/// The length of a tick in seconds.
const TICK: f64 = 1.0 / 60.0;

/// Number of samples in a day.
pub(super) const WINDOWS: i64 = 8;

/// How fast the calendar runs in between.
const HASTE: i64 = 60;

/// Ticks from one window to the next.
const BETWEEN: i64 = 24 * 3600 * 60 / WINDOWS / HASTE;

/// Ticks of a sample without minds at the full level.
const ASLEEP: i64 = 20 * 60;

/// Radii within which one in a hundred live fully, and one in ten at least in the background.
const FULL_MM: u32 = 216_000;
const AMBIENT_MM: u32 = 685_000;

/// Ticks of a sample for each number of threads.
const WATCHED: i64 = 5 * 60;

/// After being raised people find something to do, it takes a while to let them go, and another
/// calendar has to be got used to: ticks that do not count.
const UNCOUNTED: i64 = 5 * 60;

/// What stands where: kind, and in which part of the day people are there.
const STANDS: [(&str, u32); 10] = [
    ("bar", 0),
    ("bar_table", 0),
    ("stage", 0),
    ("washroom", 0),
    ("table_d_hote", 1),
    ("couch", 1),
    ("guest_house_bed", 1),
    ("washroom", 1),
    ("table_d_hote", 2),
    ("cooker", 2),
];

/// Number of each kind in a row.
const IN_A_ROW: i32 = 4;

/// A tick of all three levels, in CPU seconds.
#[derive(Clone, Copy, Debug, Default)]
struct Watched {
    /// Of all threads, over all windows.
    all: f64,
    /// Of the thread that ticks.
    ticking: f64,
    /// Of all threads, in the busiest window.
    busiest: f64,
}

/// CPU seconds of ticks without minds at the full level.
#[derive(Clone, Copy, Debug, Default)]
struct Asleep {
    spent: f64,
    ticks: i64,
    longest: f64,
}

impl Asleep {
    fn tick(&mut self, folk: &mut Folk) {
        let before = thread_seconds();
        folk.tick_with(&NoReadings, &SingleThread);
        let spent = thread_seconds() - before;
        self.spent += spent;
        self.ticks += 1;
        self.longest = self.longest.max(spent);
    }

    fn figures(&self, calendar: &str) -> [Figure; 2] {
        let mean = self.spent / self.ticks.max(1) as f64;
        let figure = |what: &str, seconds: f64| {
            Figure::new(
                format!("  {what}, calendar {calendar}"),
                seconds * 1e3,
                "ms",
            )
            .against("of a 60 Hz tick", seconds / TICK)
        };
        [
            figure("a tick", mean),
            figure("the longest tick", self.longest),
        ]
    }
}

/// Measures the million.
pub fn measure(quarter: &Quarter, progress: &mut Progress<'_>) -> Vec<Figure> {
    let module = town(quarter);
    let before = thread_seconds();
    let mut folk = settle(&module);
    let settled = thread_seconds() - before;
    let [dormant, ambient, _] = folk.count_by_level();
    let (mut slow, mut fast) = (Asleep::default(), Asleep::default());
    let mut watched = [Watched::default(); 2];
    let mut stage = TownStage::on_open_ground(Seed(1));
    let (mut full, mut raising, mut parts) = (0, 0.0, vec![]);
    for window in 1..=WINDOWS {
        if progress(&format!("a million minds, look {window} of {WINDOWS}")).is_break() {
            return vec![];
        }
        set_rate(&mut folk, HASTE);
        (0..BETWEEN).for_each(|_| fast.tick(&mut folk));
        set_rate(&mut folk, 1);
        (0..ASLEEP).for_each(|_| slow.tick(&mut folk));
        folk.set_focus(vec![middle(FULL_MM)]);
        for _ in 0..UNCOUNTED {
            let before = thread_seconds();
            stage.step(&mut folk, &SingleThread);
            raising = f64::max(raising, thread_seconds() - before);
        }
        full = folk.count_by_level()[2];
        for (watched, threads) in watched.iter_mut().zip([1, 2]) {
            watch(&mut folk, &mut stage, threads, watched);
        }
        parts = folk.footprint();
        folk.set_focus(vec![middle(0)]);
        for _ in 0..UNCOUNTED {
            stage.step(&mut folk, &SingleThread);
        }
    }
    let mut figures = vec![
        Figure::new("nobody full: dormant", dormant as f64, ""),
        Figure::new("  ambient", ambient as f64, ""),
        Figure::new("  giving them minds", settled, "s"),
    ];
    figures.extend(slow.figures("1:1"));
    figures.extend(fast.figures("60:1"));
    figures.push(Figure::new("all three: full", full as f64, ""));
    figures.push(
        Figure::new(
            "  the longest tick while they are raised",
            raising * 1e3,
            "ms",
        )
        .against("of a 60 Hz tick", raising / TICK),
    );
    for (watched, threads) in watched.iter().zip([1, 2]) {
        let tick = |seconds: f64, what: &str| {
            Figure::new(
                format!("  a tick on {threads} threads, {what}"),
                seconds * 1e3,
                "ms",
            )
            .against("of a 60 Hz tick", seconds / TICK)
        };
        figures.push(tick(watched.all, "all CPU time"));
        figures.push(tick(watched.ticking, "of the thread that ticks"));
        figures.push(tick(watched.busiest, "all CPU time, busiest window"));
    }
    for part in parts.iter().filter(|part| part.bytes > 1_000_000) {
        let each = part.bytes as f64 / f64::from(PEOPLE);
        let name = format!("  bytes of each: {}", part.name.trim());
        figures.push(Figure::new(name, each, "B").against("of 64 bytes asleep", each / 64.0));
    }
    figures
}

/// The calendar goes on so many times as fast as the stage. Then every character's next look is
/// planned anew, which does not count.
fn set_rate(folk: &mut Folk, rate: i64) {
    folk.report(Report::Calendar {
        seconds: i32::try_from(folk.moment().daytime().0).unwrap_or(0),
        rate: rate * 1000,
    });
    for _ in 0..UNCOUNTED {
        folk.tick_with(&NoReadings, &SingleThread);
    }
}

fn middle(full_mm: u32) -> Focus {
    Focus {
        at: Place::default(),
        full_mm,
        ambient_mm: AMBIENT_MM,
    }
}

/// Measures ticks with minds at the full level.
fn watch(folk: &mut Folk, stage: &mut TownStage, threads: usize, watched: &mut Watched) {
    let executor = Threads::new(threads);
    let (all, ticking) = (process_seconds(), thread_seconds());
    for _ in 0..WATCHED {
        stage.step(folk, &executor);
    }
    let each = |seconds: f64| seconds / WATCHED as f64;
    let (all, ticking) = (
        each(process_seconds() - all),
        each(thread_seconds() - ticking),
    );
    watched.all += all / WINDOWS as f64;
    watched.ticking += ticking / WINDOWS as f64;
    watched.busiest = watched.busiest.max(all);
}

/// The quarter's people, each day in a block of its own.
fn town(quarter: &Quarter) -> Arc<Module> {
    let mut module = quarter.module.clone();
    let mut areas = vec![];
    let people = quarter.people.iter().zip(0..).map(|(member, block)| {
        let mut member: CastMember = member.clone();
        for (entry, part) in member.schedule.entries.iter_mut().zip(0..) {
            let area = area_of(block, part);
            entry.venue = Venue::Area(area);
            areas.push(Area {
                id: area,
                within: None,
            });
        }
        member
    });
    module.minds.people = people.collect();
    areas.sort_by_key(|area| area.id);
    areas.dedup_by_key(|area| area.id);
    module.minds.areas = areas;
    module.sort();
    Arc::new(module)
}

/// Where the parts of a day are spent by those of a block: every character has a home there, and
/// goes to work and to the bar with the neighbours.
fn area_of(block: u32, part: u32) -> AreaId {
    match part {
        0 => AreaId(200_000 + block / 8),
        1 => AreaId(1 + block),
        _ => AreaId(100_000 + block / 4),
    }
}

/// The middle of where a part of the day is spent, relative to that of the first block that shares it.
fn aside(part: u32) -> (i32, i32) {
    match part {
        0 => (0, 25_000),
        1 => (0, 0),
        _ => (25_000, 0),
    }
}

fn middle_of(block: u32) -> Place {
    let along = |n: u32| (i32::try_from(n).unwrap_or(0) - BLOCKS_WIDE as i32 / 2) * BLOCK_MM;
    Place {
        x_mm: along(block % BLOCKS_WIDE),
        y_mm: along(block / BLOCKS_WIDE),
        z_mm: 0,
    }
}

/// All people at home, before the first tick.
fn settle(module: &Arc<Module>) -> Folk {
    let mut folk = Folk::new(module.clone(), Seed(7));
    let blocks = u32::try_from(module.minds.people.len()).unwrap_or(1);
    for block in 0..blocks {
        for (part, shared_by, reach_mm) in [(0, 8, 8_000), (1, 1, 12_000), (2, 4, 8_000)] {
            if block % shared_by == 0 {
                let at = middle_of(block).offset(aside(part));
                let extent = Extent::around(at, reach_mm);
                folk.lay_out(area_of(block, part), vec![extent]);
                furnish(&mut folk, at, part);
            }
        }
    }
    folk.set_focus(vec![middle(0)]);
    folk.tick_with(&NoReadings, &SingleThread);
    let mut members: Vec<(MemberId, u32)> =
        module.minds.people.iter().map(|m| m.id).zip(0..).collect();
    members.sort_unstable();
    for (n, (member, block)) in (0..PEOPLE).zip(members.into_iter().cycle()) {
        let aside = |n: u32| i32::try_from(n % 16).unwrap_or(0) * 1_200 - 9_600;
        let who = folk.add_character(Newcomer {
            at: Some(middle_of(block).offset((aside(n / blocks), aside(n / blocks / 16)))),
            ..Newcomer::default()
        });
        folk.give_mind(who, member);
        if n % 10_000 == 9_999 {
            folk.tick_with(&NoReadings, &SingleThread);
        }
    }
    folk.tick_with(&NoReadings, &SingleThread);
    folk
}

/// Puts what people use into the middle of the town.
fn furnish(folk: &mut Folk, at: Place, part: u32) {
    if !Place::default().is_within(at, FULL_MM) {
        return;
    }
    let stands = STANDS.iter().filter(|(_, stands_in)| *stands_in == part);
    for ((kind, _), row) in stands.zip(0..) {
        for n in 0..IN_A_ROW {
            folk.place_location(Placement {
                kind: LocationKindId::named(kind),
                at: at.offset((n * 3_000 - 4_500, row * 2_500 - 4_000)),
                region: RegionId(0),
            });
        }
    }
}
