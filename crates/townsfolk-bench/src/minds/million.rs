//! A day of a million minds in one engine: 1 % full, 9 % ambient, 90 % dormant.
//!
//! A town of blocks: each has a home of its own and shares a workplace and a bar with its
//! neighbours. Those asleep live a whole day at sixty ticks a second; those in the middle, who live
//! fully on a stage, are too many for a day and are watched for some seconds at noon.

use super::quarter::Quarter;
use crate::stopwatch::{process_seconds, thread_seconds};
use crate::{Figure, Threads};
use std::sync::Arc;
use townsfolk::prelude::*;
use townsfolk::{Extent, Focus, LittleStage};
use townsfolk_core::AreaId;
use townsfolk_module::Module;
use townsfolk_module::mind::{Area, CastMember, Venue};

const PEOPLE: u32 = 1_000_000;

/// As many blocks as there are days to live.
const BLOCKS_WIDE: u32 = 64;

/// From the middle of one block to that of the next.
const BLOCK_MM: i32 = 60_000;

/// The length of a tick in seconds.
const TICK: f64 = 1.0 / 60.0;

/// Ticks of a day at a calendar of 1:1.
const DAY: i64 = 24 * 3600 * 60;

/// Radii within which one in a hundred live fully, and one in ten at least in the background.
const FULL_MM: u32 = 216_000;
const AMBIENT_MM: u32 = 685_000;

/// So many ticks those in the middle are watched, on a stage.
const WATCHED: i64 = 20 * 60;

/// Measures the million.
pub fn measure(quarter: &Quarter) -> Vec<Figure> {
    let module = town(quarter);
    let middle = Focus {
        at: Place::default(),
        full_mm: 0,
        ambient_mm: AMBIENT_MM,
    };
    let before = thread_seconds();
    let mut folk = settle(&module, middle);
    let settled = thread_seconds() - before;
    let [dormant, ambient, _] = folk.count_by_level();
    let mut longest: f64 = 0.0;
    let before = thread_seconds();
    for _ in 0..DAY {
        let tick = thread_seconds();
        folk.tick(&Silent, &Alone);
        longest = longest.max(thread_seconds() - tick);
    }
    // Asking for the time twice takes time too.
    let clock = crate::cpu_seconds(3, || (0..10_000).map(|_| thread_seconds()).sum::<f64>());
    let day = thread_seconds() - before - clock / 10_000.0 * 2.0 * DAY as f64;
    let mut figures = vec![
        Figure::new("asleep: dormant", dormant as f64, ""),
        Figure::new("  ambient", ambient as f64, ""),
        Figure::new("  giving them minds", settled, "s"),
        Figure::new("  a day of 5,184,000 ticks", day, "s")
            .against("of a 60 Hz tick", day / (24.0 * 3600.0)),
        Figure::new("  a tick", day / DAY as f64 * 1e6, "µs"),
        Figure::new("  the longest tick", longest * 1e3, "ms")
            .against("of a 60 Hz tick", longest / TICK),
        Figure::new("  a day in 48 minutes (calendar 30 x)", day, "s")
            .against("of a 60 Hz tick", 30.0 * day / (24.0 * 3600.0)),
    ];
    for part in folk
        .footprint()
        .iter()
        .filter(|part| part.bytes > 1_000_000)
    {
        let each = part.bytes as f64 / f64::from(PEOPLE);
        let name = format!("  bytes of each: {}", part.name.trim());
        figures.push(Figure::new(name, each, "B").against("of 64 bytes asleep", each / 64.0));
    }
    figures.extend(those_in_the_middle(&mut folk));
    figures
}

/// Raises one in a hundred, and watches them on a stage with one thread and with two.
fn those_in_the_middle(folk: &mut Folk) -> Vec<Figure> {
    let before = thread_seconds();
    folk.set_focus(vec![Focus {
        at: Place::default(),
        full_mm: FULL_MM,
        ambient_mm: AMBIENT_MM,
    }]);
    folk.tick(&Silent, &Alone);
    let raised = thread_seconds() - before;
    let [_, _, full] = folk.count_by_level();
    let mut stage = LittleStage::new(Seed(1));
    let mut figures = vec![
        Figure::new("in the middle: full", full as f64, ""),
        Figure::new("  raising them, in one tick", raised * 1e3, "ms")
            .against("of a 60 Hz tick", raised / TICK),
    ];
    for threads in [1, 2] {
        let executor = Threads::new(threads);
        let before = process_seconds();
        for _ in 0..WATCHED {
            stage.tick(folk, &executor);
        }
        let tick = (process_seconds() - before) / WATCHED as f64;
        let name = format!("  a tick with {threads} threads, all CPU time");
        figures.push(Figure::new(name, tick * 1e3, "ms").against("of a 60 Hz tick", tick / TICK));
    }
    figures
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

/// Where the parts of a day are spent by those of a block: everybody has a home there, and goes to
/// work and to the bar with the neighbours.
fn area_of(block: u32, part: u32) -> AreaId {
    match part {
        0 => AreaId(1 + block),
        1 => AreaId(100_000 + block / 4),
        _ => AreaId(200_000 + block / 8),
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

/// Everybody at home, before anything was looked at.
fn settle(module: &Arc<Module>, focus: Focus) -> Folk {
    let mut folk = Folk::new(module.clone(), Seed(7));
    let blocks = u32::try_from(module.minds.people.len()).unwrap_or(1);
    for block in 0..blocks {
        let at = middle_of(block);
        folk.lay_out(area_of(block, 0), vec![Extent::around(at, 12_000)]);
        if block % 4 == 0 {
            let work = at.offset((25_000, 0));
            folk.lay_out(area_of(block, 1), vec![Extent::around(work, 8_000)]);
        }
        if block % 8 == 0 {
            let bar = at.offset((0, 25_000));
            folk.lay_out(area_of(block, 2), vec![Extent::around(bar, 8_000)]);
        }
    }
    folk.set_focus(vec![focus]);
    folk.tick(&Silent, &Alone);
    let mut members: Vec<(CharacterId, u32)> =
        module.minds.people.iter().map(|m| m.id).zip(0..).collect();
    members.sort_unstable();
    for (n, (member, block)) in (0..PEOPLE).zip(members.into_iter().cycle()) {
        let aside = |n: u32| i32::try_from(n % 16).unwrap_or(0) * 1_200 - 9_600;
        let who = folk.add(Newcomer {
            at: Some(middle_of(block).offset((aside(n / blocks), aside(n / blocks / 16)))),
            ..Newcomer::default()
        });
        folk.give_mind(who, member);
        if n % 10_000 == 9_999 {
            folk.tick(&Silent, &Alone);
        }
    }
    folk.tick(&Silent, &Alone);
    folk
}
