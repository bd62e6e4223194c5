//! Figures of towns: paths, walks, who is near, generation.
//!
//! `cargo run --release -p townsfolk-bench --example town_figures [people]` prints them. They are of the
//! machine they are measured on; beside each stands what it is compared with in the same run.
#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "a program that measures"
)]

use std::collections::BTreeMap;
use std::sync::Arc;
use townsfolk::prelude::*;
use townsfolk_bench::cpu_seconds;
use townsfolk_core::{Draw, SiteId};
use townsfolk_lang::project::Project;
use townsfolk_module::{Module, Symbols};
use townsfolk_town::generate::Town;
use townsfolk_town::motion::{Detail, Gates, Planner, Walk, Walker};
use townsfolk_town::near::Movers;
use townsfolk_town::paths::{Atlas, Finder};
use townsfolk_town::plan::{Plan, PlateUse};
use townsfolk_town::stage::{Opening, TownStage};

fn main() {
    let people = std::env::args().nth(1).and_then(|n| n.parse().ok());
    let people = people.unwrap_or(100_000);
    let (module, symbols) = village();
    generation(&module, &symbols, people);
    paths(&module, &symbols);
    near(&module, &symbols, people);
    steps(&module, &symbols, 1_000);
}

fn generation(module: &Module, symbols: &Symbols, people: u32) {
    let mut town = None;
    let made = cpu_seconds(1, || {
        town = Some(grown(module, symbols, people));
    });
    let town = town.unwrap();
    let (plates, areas) = (town.plan.plates.len(), town.plan.areas.len());
    println!("a town of {people} people: {made:.2} s ({plates} plates, {areas} areas)");
    let plan = Arc::new(town.plan);
    let checked = cpu_seconds(1, || Atlas::of(plan.clone()).unwrap());
    println!("  checked and made ready for walking: {checked:.2} s");
}

fn grown(module: &Module, symbols: &Symbols, people: u32) -> Town {
    let plan = Plan::derive(module, symbols);
    Town::generate(module, symbols, &plan, people, Seed(3))
}

fn paths(module: &Module, symbols: &Symbols) {
    // About ten thousand rooms.
    let town = grown(module, symbols, 8_400);
    let atlas = Atlas::of(Arc::new(town.plan)).unwrap();
    let plates = &atlas.plan().plates;
    let rooms: Vec<Place> = plates
        .iter()
        .filter(|plate| plate.used_as == PlateUse::Room)
        .map(|plate| plate.middle())
        .collect();
    let draw = Draw::at(Seed(1), 0, Tick(0), SiteId(0));
    let pick = |n: u64| rooms[draw.between(n, 0, rooms.len() as i64 - 1) as usize];
    const TRIPS: u64 = 2_000;
    let trips: Vec<(Place, Place)> = (0..TRIPS).map(|n| (pick(n), pick(n + TRIPS))).collect();
    let mut finder = Finder::default();
    let walk_all = |finder: &mut Finder| {
        for (from, to) in &trips {
            finder.route(&atlas, *from, *to, &|_| true).unwrap();
        }
    };
    let fresh = cpu_seconds(3, || walk_all(&mut Finder::default()));
    walk_all(&mut finder);
    let looked_at = finder.expanded() / TRIPS;
    let known = cpu_seconds(3, || walk_all(&mut finder));
    let rate = |seconds: f64| TRIPS as f64 / seconds;
    println!(
        "routes across a town of {} rooms: {:.0} a second, {looked_at} nodes each",
        rooms.len(),
        rate(fresh)
    );
    println!("  those that are remembered: {:.0} a second", rate(known));
    let walker = Walker {
        who: CharacterId(1),
        pace_mm: 1_400,
        lane_mm: 900,
        detail: Detail::Near,
    };
    let walks = cpu_seconds(3, || {
        let mut gates = Gates::default();
        for (from, to) in &trips {
            let route = finder.route(&atlas, *from, *to, &|_| true).unwrap();
            let mut planner = Planner {
                atlas: &atlas,
                finder: &mut finder,
                gates: &mut gates,
            };
            planner.walk(&walker, &route, *from, *to, Tick(0)).unwrap();
            gates = Gates::default();
        }
    });
    println!("  planned as walks: {:.0} a second", rate(walks));
}

fn near(module: &Module, symbols: &Symbols, people: u32) {
    let town = grown(module, symbols, people);
    let atlas = Atlas::of(Arc::new(town.plan)).unwrap();
    let plates = &atlas.plan().plates;
    let draw = Draw::at(Seed(2), 0, Tick(0), SiteId(0));
    let mut finder = Finder::default();
    let mut gates = Gates::default();
    let walks: Vec<Walk> = (0..people)
        .map(|n| {
            // To somewhere a few streets away.
            let from = draw.between(u64::from(n), 0, plates.len() as i64 - 1);
            let to = (from + draw.between(u64::from(n) << 32, -60, 60))
                .clamp(0, plates.len() as i64 - 1);
            let (from, to) = (plates[from as usize].middle(), plates[to as usize].middle());
            let walker = Walker {
                who: CharacterId(n),
                pace_mm: 1_400,
                lane_mm: 900,
                detail: Detail::Near,
            };
            let route = finder.route(&atlas, from, to, &|_| true).unwrap();
            let mut planner = Planner {
                atlas: &atlas,
                finder: &mut finder,
                gates: &mut gates,
            };
            planner.walk(&walker, &route, from, to, Tick(0)).unwrap()
        })
        .collect();
    let mut movers = Movers::default();
    let listed = cpu_seconds(1, || {
        movers = Movers::default();
        for (walk, n) in walks.iter().zip(0..) {
            movers.put(CharacterId(n), walk);
        }
    });
    let tick = Tick(1_800);
    let is_at = |who: CharacterId| walks.get(who.0 as usize).map(|walk| walk.at(tick));
    const ASKED: usize = 10_000;
    let mut found = vec![];
    let mut neighbours = 0;
    let asked = cpu_seconds(3, || {
        neighbours = 0;
        for walk in walks.iter().take(ASKED) {
            movers.near(walk.at(tick), 10_000, tick, is_at, &mut found);
            neighbours += found.len();
        }
    });
    let count = ASKED.min(walks.len());
    let naive = cpu_seconds(1, || {
        let mut neighbours = 0;
        for walk in walks.iter().take(20) {
            let at = walk.at(tick);
            let near = walks
                .iter()
                .filter(|other| other.at(tick).is_within(at, 10_000));
            neighbours += near.count();
        }
        neighbours
    });
    let (one, plain) = (asked * 1e6 / count as f64, naive * 1e6 / 20.0);
    println!(
        "who is near, of {people} on the way: {one:.1} µs ({} found); asking everybody {plain:.0} µs",
        neighbours / count
    );
    println!(
        "  listing a walk: {:.1} µs, {} entries each",
        listed * 1e6 / f64::from(people),
        movers.len() / walks.len()
    );
    let places = cpu_seconds(3, || {
        let all = walks.iter().map(|walk| i64::from(walk.at(tick).x_mm));
        all.sum::<i64>()
    });
    println!(
        "  where somebody is: {:.0} ns",
        places * 1e9 / f64::from(people)
    );
}

fn steps(module: &Module, symbols: &Symbols, people: u32) {
    let town = grown(module, symbols, people);
    let atlas = Arc::new(Atlas::of(Arc::new(town.plan)).unwrap());
    let mut folk = Folk::new(Arc::new(town.module), Seed(3));
    let mut stage = TownStage::new(atlas, Seed(3));
    stage.open(
        &mut folk,
        Opening {
            seconds: 7 * 3600,
            ..Opening::default()
        },
    );
    let mut by_hour: BTreeMap<i32, f64> = BTreeMap::new();
    let mut walking: BTreeMap<i32, usize> = BTreeMap::new();
    for _ in 0..3 * 3600 {
        let hour = folk.daytime() / 3600;
        let spent = cpu_seconds(1, || {
            stage.step(&mut folk, &SingleThread);
        });
        *by_hour.entry(hour).or_default() += spent;
        if folk.now().0 % 600 == 0 {
            let now = folk.now();
            let under_way = stage.bodies_at(now).filter(|body| body.goes_to.is_some());
            *walking.entry(folk.daytime() / 3600).or_default() += under_way.count();
        }
    }
    println!("a town of {people} at sixty times the calendar, an hour of the day in a minute:");
    for (hour, seconds) in by_hour.iter().filter(|(hour, _)| (7..10).contains(*hour)) {
        let under_way = walking.get(hour).copied().unwrap_or(0) / 6;
        println!(
            "  {hour}:00 to {}:00: {:.2} ms a tick, {under_way} on the way",
            hour + 1,
            seconds * 1000.0 / 3600.0
        );
    }
}

fn village() -> (Arc<Module>, Symbols) {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../examples/village/village.folk"
    );
    let text = std::fs::read_to_string(path).unwrap();
    let mut project = Project::of_files([("village.folk", text.as_str())]);
    let checked = project.check();
    let (module, symbols) = project.compile(&checked).unwrap();
    (Arc::new(module), symbols)
}
