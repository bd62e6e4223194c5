//! The parts: a search, a reuse mask, ways through a tower, and a selection.

use super::grid::Grid;
use crate::{Figure, cpu_seconds};
use townsfolk_core::{DeciderId, Draw, HostId, Seed, SiteId, Tick, Urgency};
use townsfolk_decide::daily::{Abort, CalendarTime, Day, Errands, Luck, select};
use townsfolk_decide::plan::{Bits, Planned, WidePlanner};
use townsfolk_module::decide::{
    Daily, DailyBlock, Effect, Goal, Operator, Planners, PropIndex, Proposition,
};
use townsfolk_module::mind::Daytime;
use townsfolk_town::tower::{RouteFinder, Shaft, ShaftKind, Tower};

/// Runs of each measurement, of which the best counts.
const RUNS: usize = 6;

/// Trips through the tower in one run.
const TRIPS: u64 = 2_000;

pub(super) fn measure() -> Vec<Figure> {
    let mut figures = planner();
    figures.extend(ways());
    figures.push(selection());
    figures
}

/// Ten places with ways between all of them, and a day of eight steps: 94 operators.
fn working_day() -> Planners {
    let attributes = 0..14u32;
    let propositions = attributes.map(|number| Proposition {
        attribute: HostId(number),
        of_me: true,
        value: None,
    });
    let list = |pairs: &[(u16, bool)]| {
        let effects = pairs.iter().map(|(index, holds)| Effect {
            proposition: PropIndex(*index),
            holds: *holds,
        });
        effects.collect::<Vec<_>>()
    };
    let operator = |when: &[(u16, bool)], makes: &[(u16, bool)]| Operator {
        name: DeciderId(1),
        when: list(when),
        makes: list(makes),
        cost: 1,
        deed: None,
        sets: vec![],
    };
    let pairs = (0..10u16).flat_map(|from| (0..10).map(move |to| (from, to)));
    let pairs = pairs.filter(|(from, to)| from != to);
    let mut operators: Vec<Operator> = pairs
        .map(|(from, to)| operator(&[(from, true)], &[(from, false), (to, true)]))
        .collect();
    let (hungry, tired, money, food) = (10, 11, 12, 13);
    operators.push(operator(&[(1, true), (money, false)], &[(money, true)]));
    operators.push(operator(
        &[(2, true), (money, true)],
        &[(food, true), (money, false)],
    ));
    operators.push(operator(
        &[(3, true), (food, true), (hungry, true)],
        &[(food, false), (hungry, false)],
    ));
    operators.push(operator(
        &[(0, true), (tired, true), (hungry, false)],
        &[(tired, false)],
    ));
    Planners {
        propositions: propositions.collect(),
        operators,
        goals: vec![Goal {
            id: DeciderId(2),
            urgency: Urgency::Wish,
            when: list(&[(hungry, false), (tired, false)]),
        }],
    }
}

fn planner() -> Vec<Figure> {
    let content = working_day();
    let start = Bits::<1>::of([0, 10, 11].map(PropIndex));
    let mut planner = WidePlanner::<1>::new(&content);
    let planned = planner.plan(0, start, Tick(0));
    let steps = match &planned {
        Planned::Steps(steps) => steps.len(),
        _ => 0,
    };
    let states = planner.expanded();
    const SEARCHES: usize = 500;
    let seconds = cpu_seconds(RUNS, || {
        for _ in 0..SEARCHES {
            planner.cache = Default::default();
            std::hint::black_box(planner.plan(0, std::hint::black_box(start), Tick(0)));
        }
    });
    let search = 1e6 * seconds / SEARCHES as f64;
    planner.plan(0, start, Tick(0));
    let plan = planner.cache.find(0, &start).cloned();
    const MASKS: usize = 2_000_000;
    let seconds = cpu_seconds(RUNS, || {
        let mut valid = 0u64;
        for number in 0..MASKS as u64 {
            let state = Bits([std::hint::black_box(number)]);
            valid += u64::from(plan.as_ref().is_some_and(|plan| plan.is_valid_in(&state)));
        }
        valid
    });
    vec![
        Figure::new(
            format!("search: {steps} steps, {states} states"),
            search,
            "us",
        )
        .against("of the anchor, 6.4 us", search / 6.4),
        Figure::new("reuse mask of a plan", 1e9 * seconds / MASKS as f64, "ns")
            .against("of the anchor, 1.4 ns", 1e9 * seconds / MASKS as f64 / 1.4),
    ]
}

fn ways() -> Vec<Figure> {
    const LIFTS: [u16; 4] = [15, 55, 95, 135];
    let mut tower = Tower::new(100, 150);
    for x in LIFTS {
        tower.add_shaft(&Shaft::new(ShaftKind::Lift, x, 0, 99, 12));
    }
    let draw = Draw::at(Seed(3), 1, Tick(0), SiteId::named("trips"));
    let tile = |n: u64| {
        let floor = draw.between(n, 0, 99) as u16;
        (floor, draw.between(n + 1, 0, 149) as u16)
    };
    let trips: Vec<_> = (0..TRIPS).map(|n| (tile(4 * n), tile(4 * n + 2))).collect();
    let mut finder = RouteFinder::default();
    let mut expanded = 0;
    let seconds = cpu_seconds(RUNS, || {
        expanded = 0;
        for (from, to) in &trips {
            std::hint::black_box(finder.route(&mut tower, *from, *to));
            expanded += finder.expanded;
        }
    });
    let stops = 1e6 * seconds / TRIPS as f64;
    let mut grid = Grid::new(100, 150, &LIFTS);
    let mut cells = 0;
    let mut agree = true;
    let few = &trips[..trips.len() / 10];
    let seconds = cpu_seconds(RUNS, || {
        cells = 0;
        for (from, to) in few {
            let (cost, expanded) = grid.search(*from, *to);
            let route = finder.route(&mut tower, *from, *to);
            agree &= route.is_some_and(|route| route.cost == cost);
            cells += expanded;
        }
    });
    let raw = 1e6 * seconds / few.len() as f64 - stops;
    let per_trip = |count: usize, trips: usize| count / trips.max(1);
    let same = if agree { "same costs" } else { "OTHER COSTS" };
    vec![
        Figure::new(
            format!(
                "way over stops: {} expanded",
                per_trip(expanded, trips.len())
            ),
            stops,
            "us",
        )
        .against(format!("of the raw grid, {same}"), stops / raw),
        Figure::new(
            format!(
                "way over raw cells: {} expanded",
                per_trip(cells, few.len())
            ),
            raw,
            "us",
        ),
    ]
}

/// A world whose errands are one number each.
struct Plain;

impl Errands for Plain {
    type Action = u32;

    fn admits(&mut self, _errand: DeciderId) -> bool {
        true
    }

    fn expand(&mut self, errand: DeciderId) -> Result<Vec<u32>, Abort> {
        Ok(vec![errand.0])
    }

    fn fallback(&mut self, _errand: DeciderId) -> Option<Vec<u32>> {
        None
    }
}

fn selection() -> Figure {
    let block = |from, to| DailyBlock {
        from: Daytime::at(from, 0),
        to: Daytime::at(to, 0),
        errands: vec![DeciderId(1)],
    };
    let one_shot = |hour, chance| townsfolk_module::decide::OneShot {
        at: Daytime::at(hour, 0),
        chance,
        errands: vec![DeciderId(2)],
    };
    let daily = Daily {
        id: DeciderId(3),
        urgency: Urgency::Duty,
        blocks: vec![block(8, 20), block(20, 8)],
        one_shots: vec![
            one_shot(8, 1000),
            one_shot(12, 1000),
            one_shot(15, 500),
            one_shot(17, 250),
            one_shot(20, 500),
            one_shot(20, 250),
        ],
        jitter_s: 900,
        grace_s: 3600,
    };
    const COUNT: u64 = 100_000;
    let seconds = cpu_seconds(RUNS, || {
        let mut day = Day::beginning(CalendarTime(0));
        for number in 0..COUNT {
            let luck = Luck {
                seed: Seed(1),
                who: 1,
                site: SiteId(3),
            };
            let now = CalendarTime(900 * number as i64);
            std::hint::black_box(select(&daily, &mut day, luck, now, &mut Plain));
        }
    });
    let nanoseconds = 1e9 * seconds / COUNT as f64;
    Figure::new("selection without a place", nanoseconds, "ns")
        .against("of the promise, 1 us", nanoseconds / 1000.0)
}
