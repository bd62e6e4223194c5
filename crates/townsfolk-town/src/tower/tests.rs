//! Stories of towers, and the items of the specification about plates and connectors.

use super::rides::Ride;
use super::*;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use townsfolk_core::{CharacterId, Draw, Duration, Seed, SiteId, Tick};

fn lift(x: u16, low: u16, high: u16) -> Shaft {
    Shaft::new(ShaftKind::Lift, x, low, high, 12)
}

/// 100 floors of 150 tiles with four lifts through all of them.
fn dense() -> Tower {
    let mut tower = Tower::new(100, 150);
    for x in [15, 55, 95, 135] {
        tower.add_shaft(&lift(x, 0, 99)).unwrap();
    }
    tower
}

fn draw(site: &str) -> Draw {
    Draw::at(Seed(3), 1, Tick(0), SiteId::named(site))
}

#[test]
fn done_19_a_wall_splits_a_floor_and_its_removal_merges_it() {
    let mut tower = Tower::new(3, 150);
    let plates = |tower: &Tower| {
        tower
            .plates()
            .map(|(n, p)| (n, p.x0, p.x1))
            .collect::<Vec<_>>()
    };
    let before = plates(&tower);
    assert_eq!(before.len(), 3);
    let middle = tower.plate_at(1, 0).unwrap();
    assert!(tower.remove_tile(1, 70));
    assert_eq!(tower.plates().count(), 4);
    assert_ne!(tower.plate_at(1, 69), tower.plate_at(1, 71));
    assert_eq!(tower.plate_at(1, 70), None);
    // The plates of the other floors are what they were.
    for floor in [0, 2] {
        let plate = tower.plate_at(floor, 5).unwrap();
        assert!(before.contains(&(plate, 0, 149)));
    }
    assert_eq!(tower.plate_at(1, 0), Some(middle));
    assert!(tower.add_tile(1, 70));
    assert_eq!(plates(&tower), before);
    assert!(!tower.add_tile(1, 70), "it is there already");
    assert!(!tower.add_tile(9, 0) && !tower.add_tile(1, 150), "outside");
}

#[test]
fn done_20_fifteen_thousand_cells_become_a_hundred_plates() {
    let tower = dense();
    assert_eq!(tower.plates().count(), 100);
    assert_eq!(tower.stop_count(), 400);
    assert_eq!(tower.edge_count(), 396);
    let cells: u32 = tower
        .plates()
        .map(|(_, p)| u32::from(p.x1 - p.x0) + 1)
        .sum();
    assert_eq!(cells, 15_000);
}

/// A node of the raw grid: on a tile, or inside a connector at a floor.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Cell {
    Tile(u16, u16),
    Inside(u16, u16),
}

/// The cheapest cost on the raw grid, cell by cell.
fn brute_force(tower: &Tower, from: (u16, u16), to: (u16, u16)) -> Option<u32> {
    let mut best: BTreeMap<Cell, u32> = BTreeMap::new();
    let mut open = BinaryHeap::from([Reverse((0, Cell::Tile(from.0, from.1)))]);
    let walkable = |floor, x| tower.plate_at(floor, x).is_some();
    walkable(from.0, from.1).then_some(())?;
    while let Some(Reverse((cost, cell))) = open.pop() {
        if best.get(&cell).is_some_and(|known| *known <= cost) {
            continue;
        }
        best.insert(cell, cost);
        if cell == Cell::Tile(to.0, to.1) {
            return Some(cost);
        }
        let mut push = |more, next| open.push(Reverse((cost + more, next)));
        match cell {
            Cell::Tile(floor, x) => {
                for next in [x.wrapping_sub(1), x + 1] {
                    if walkable(floor, next) {
                        push(1, Cell::Tile(floor, next));
                    }
                }
                for (number, shaft) in tower.shafts() {
                    if shaft.open && shaft.x == x && shaft.serves(floor) {
                        push(shaft.kind.boarding_cost(), Cell::Inside(number.0, floor));
                    }
                }
            }
            Cell::Inside(number, floor) => {
                let shaft = tower.shaft(ShaftNumber(number)).unwrap();
                for next in [floor.wrapping_sub(1), floor + 1] {
                    let goes = shaft.kind == ShaftKind::Lift || walkable(next, shaft.x);
                    if shaft.serves(next) && goes {
                        push(shaft.kind.floor_cost(), Cell::Inside(number, next));
                    }
                }
                if walkable(floor, shaft.x) {
                    push(0, Cell::Tile(floor, shaft.x));
                }
            }
        }
    }
    None
}

/// The cost of a route by adding up its legs.
fn cost_of(tower: &Tower, route: &Route) -> u32 {
    let legs = route.legs.iter().map(|leg| match leg {
        Leg::Walk { from, to, .. } => u32::from(from.abs_diff(*to)),
        Leg::Ride { by, from, to } => {
            let kind = tower.shaft(*by).unwrap().kind;
            kind.boarding_cost() + kind.floor_cost() * u32::from(from.abs_diff(*to))
        }
    });
    legs.sum()
}

/// Whether the legs follow one another and lead from tile to tile.
fn hangs_together(tower: &Tower, route: &Route, from: (u16, u16), to: (u16, u16)) -> bool {
    let mut here = from;
    let linked = route.legs.iter().all(|leg| match *leg {
        Leg::Walk { floor, from, to } => {
            let fits =
                here == (floor, from) && tower.plate_at(floor, from) == tower.plate_at(floor, to);
            here = (floor, to);
            fits
        }
        Leg::Ride { by, from, to } => {
            let fits = here == (from, tower.shaft(by).unwrap().x);
            here.0 = to;
            fits
        }
    });
    linked && here == to
}

#[test]
fn done_21_routes_are_as_cheap_as_on_the_raw_grid_with_few_expansions() {
    let mut tower = dense();
    tower
        .add_shaft(&Shaft::new(ShaftKind::Stairs, 5, 0, 99, 0))
        .unwrap();
    tower
        .add_shaft(&Shaft::new(ShaftKind::Escalator, 75, 0, 5, 0))
        .unwrap();
    let mut finder = RouteFinder::default();
    let draw = draw("trips");
    let mut expanded = 0;
    // The brute force takes its time, so the full thousand is compared on a smaller tower below.
    for trip in 0..100 {
        let tile = |n| {
            (
                draw.between(n, 0, 99) as u16,
                draw.between(n + 1, 0, 149) as u16,
            )
        };
        let (from, to) = (tile(4 * trip), tile(4 * trip + 2));
        let route = finder.route(&mut tower, from, to).unwrap();
        assert_eq!(
            Some(route.cost),
            brute_force(&tower, from, to),
            "{from:?} {to:?}"
        );
        assert_eq!(route.cost, cost_of(&tower, &route), "{route:?}");
        assert!(hangs_together(&tower, &route, from, to), "{route:?}");
    }
    let mut tower = dense();
    for trip in 0..1000 {
        let tile = |n| {
            (
                draw.between(n, 0, 99) as u16,
                draw.between(n + 1, 0, 149) as u16,
            )
        };
        finder
            .route(&mut tower, tile(4 * trip), tile(4 * trip + 2))
            .unwrap();
        expanded += finder.expanded;
    }
    assert!(expanded / 1000 < 50, "mean expansions {}", expanded / 1000);
}

#[test]
fn done_21_routes_in_a_tower_with_walls_and_missing_floors_are_exact() {
    let draw = draw("holes");
    let mut tower = Tower::new(20, 30);
    for n in 0..60 {
        tower.remove_tile(
            draw.between(2 * n, 0, 19) as u16,
            draw.between(2 * n + 1, 0, 29) as u16,
        );
    }
    for (kind, x, low, high) in [
        (ShaftKind::Lift, 3, 0, 19),
        (ShaftKind::Lift, 20, 5, 15),
        (ShaftKind::Stairs, 10, 0, 10),
        (ShaftKind::Stairs, 27, 8, 19),
        (ShaftKind::Escalator, 15, 2, 6),
    ] {
        tower.add_shaft(&Shaft::new(kind, x, low, high, 0)).unwrap();
    }
    let mut finder = RouteFinder::default();
    let mut found = 0;
    for trip in 1000..2000 {
        let tile = |n| {
            (
                draw.between(n, 0, 19) as u16,
                draw.between(n + 1, 0, 29) as u16,
            )
        };
        let (from, to) = (tile(4 * trip), tile(4 * trip + 2));
        let known = brute_force(&tower, from, to);
        let route = finder.route(&mut tower, from, to);
        assert_eq!(
            route.as_ref().map(|route| route.cost),
            known,
            "{from:?} {to:?}"
        );
        if let Some(route) = route {
            assert!(hangs_together(&tower, &route, from, to), "{route:?}");
            assert_eq!(route.cost, cost_of(&tower, &route));
            found += 1;
        }
    }
    assert!((100..1000).contains(&found), "{found}");
}

#[test]
fn done_22_trips_on_one_plate_and_impossible_trips_search_nothing() {
    let mut tower = dense();
    let mut finder = RouteFinder::default();
    let route = finder.route(&mut tower, (7, 10), (7, 90)).unwrap();
    assert_eq!((route.cost, finder.searches), (80, 0));
    // The top floor is cut off from the lifts by walls.
    (0..4).for_each(|n| _ = tower.remove_tile(99, 16 + 40 * n));
    (0..4).for_each(|n| _ = tower.remove_tile(99, 14 + 40 * n));
    assert_eq!(finder.route(&mut tower, (7, 10), (99, 40)), None);
    assert_eq!((finder.searches, finder.expanded), (0, 0));
    assert!(finder.route(&mut tower, (7, 10), (98, 40)).is_some());
    assert_eq!(finder.searches, 1);
    let lifts: Vec<ShaftNumber> = tower.shafts().map(|(number, _)| number).collect();
    lifts
        .iter()
        .for_each(|number| tower.set_open(*number, false));
    assert_eq!(finder.route(&mut tower, (7, 10), (98, 40)), None);
    assert_eq!(finder.searches, 1);
    tower.set_open(lifts[2], true);
    assert!(finder.route(&mut tower, (7, 10), (98, 40)).is_some());
}

/// Everything that must not depend on the history of edits: plates with their connectors, stops, and
/// which plates hang together.
fn canonical(tower: &mut Tower) -> impl PartialEq + std::fmt::Debug + use<> {
    type PlateShape = (u16, u16, u16, Vec<(u16, u16)>);
    let mut plates: Vec<PlateShape> = vec![];
    let mut numbers = vec![];
    for (number, plate) in tower.plates() {
        let shafts = plate.shafts.iter().map(|s| {
            let shaft = tower.shaft(ShaftNumber(*s)).unwrap();
            (shaft.x, shaft.low)
        });
        let mut shafts: Vec<_> = shafts.collect();
        shafts.sort_unstable();
        plates.push((plate.floor, plate.x0, plate.x1, shafts));
        numbers.push((plate.floor, plate.x0, number));
    }
    plates.sort_unstable();
    numbers.sort_unstable();
    let mut shafts: Vec<_> = tower
        .shafts()
        .map(|(_, s)| {
            let plates = s
                .floors()
                .map(|f| tower.plate(s.stop(f).unwrap()).unwrap().x0);
            (s.x, s.low, s.high, s.open, plates.collect::<Vec<_>>())
        })
        .collect();
    shafts.sort_unstable();
    let mut joined = vec![];
    for pair in numbers.windows(2) {
        joined.push(tower.are_joined(pair[0].2, pair[1].2));
    }
    let first = numbers.first().map(|n| n.2);
    let with_first: Vec<bool> = numbers
        .iter()
        .map(|n| tower.are_joined(first.unwrap(), n.2))
        .collect();
    (plates, shafts, joined, with_first)
}

/// The same tower, built in one go from its tiles and connectors.
fn rebuilt(tower: &Tower) -> Tower {
    let mut fresh = Tower::new(tower.floors(), tower.wide());
    for floor in 0..tower.floors() {
        for x in (0..tower.wide()).filter(|x| tower.plate_at(floor, *x).is_none()) {
            fresh.remove_tile(floor, x);
        }
    }
    for (_, shaft) in tower.shafts() {
        fresh.add_shaft(shaft).unwrap();
    }
    fresh
}

#[test]
fn done_23_ten_thousand_edits_leave_the_graph_of_a_tower_built_anew() {
    let draw = draw("edits");
    let mut tower = Tower::new(8, 16);
    for edit in 0..10_000 {
        let number = |n: u64, high: i64| draw.between(8 * edit + n, 0, high) as u16;
        let (floor, x) = (number(0, i64::from(tower.floors()) - 1), number(1, 15));
        let shaft = ShaftNumber(number(2, 9));
        match number(3, 9) {
            0..=2 => _ = tower.add_tile(floor, x),
            3..=5 => _ = tower.remove_tile(floor, x),
            6 if tower.shafts().count() < 8 => {
                let kind = [ShaftKind::Lift, ShaftKind::Stairs, ShaftKind::Escalator];
                let kind = kind[usize::from(number(4, 2))];
                let high = number(5, i64::from(tower.floors()) - 1);
                _ = tower.add_shaft(&Shaft::new(kind, x, floor.min(high), floor.max(high), 0));
            }
            7 => _ = tower.remove_shaft(shaft),
            8 => tower.set_open(shaft, number(6, 1) == 0),
            9 if edit % 500 == 0 => _ = tower.add_floor(),
            _ => tower.lengthen(shaft, floor),
        }
        if edit % 7 == 0 || edit > 9_900 {
            let known = canonical(&mut rebuilt(&tower));
            assert!(canonical(&mut tower) == known, "edit {edit}");
        }
    }
}

#[test]
fn a_lift_takes_its_capacity_and_the_rest_wait() {
    let shaft = Shaft::new(ShaftKind::Lift, 5, 0, 9, 2);
    let by = ShaftNumber(0);
    let mut rides = Rides::default();
    let mut book = |who, at| rides.book(by, &shaft, CharacterId(who), Tick(at), Duration(60));
    assert_eq!([book(1, 0), book(2, 0)], [Tick(0), Tick(0)]);
    assert_eq!(book(3, 10), Tick(60), "full until the first two get off");
    assert_eq!(book(4, 10), Tick(60));
    assert_eq!(book(5, 10), Tick(120));
    assert_eq!(rides.of(by).len(), 5);
    rides.give_back(CharacterId(3), Tick(20));
    assert_eq!(
        rides.book(by, &shaft, CharacterId(6), Tick(20), Duration(60)),
        Tick(60)
    );
    rides.forget(Tick(1000));
    assert_eq!(rides.of(by), []);
    let stairs = Shaft::new(ShaftKind::Stairs, 5, 0, 9, 0);
    let begins = rides.book(by, &stairs, CharacterId(7), Tick(1), Duration(60));
    assert_eq!(begins, Tick(1), "stairs are never full");
}

/// The first moment at which fewer than the capacity ride, found by trying the end of every ride.
fn first_free(rides: &[Ride], capacity: usize, arrives: Tick, lasts: Duration) -> Tick {
    let mut moments: Vec<Tick> = rides.iter().map(|ride| ride.until).collect();
    moments.push(arrives);
    moments.sort_unstable();
    let is_free = |from: &&Tick| {
        let until = from.after(lasts);
        let aboard = rides.iter().filter(|r| r.from < until && **from < r.until);
        **from >= arrives && aboard.count() < capacity
    };
    *moments.iter().find(is_free).unwrap()
}

#[test]
fn rides_begin_at_the_first_moment_that_a_search_of_all_would_find() {
    let draw = draw("rides");
    let shaft = Shaft::new(ShaftKind::Lift, 5, 0, 9, 3);
    let (by, mut rides) = (ShaftNumber(0), Rides::default());
    for n in 0..3_000 {
        let now = Tick(n as i64 / 3);
        let arrives = now.after(Duration(draw.between(4 * n, 0, 200)));
        let lasts = Duration(draw.between(4 * n + 1, 1, 90));
        let wanted = first_free(rides.of(by), 3, arrives, lasts);
        let who = CharacterId(draw.between(4 * n + 2, 1, 400) as u32);
        assert_eq!(
            rides.book(by, &shaft, who, arrives, lasts),
            wanted,
            "ride {n}"
        );
        match draw.between(4 * n + 3, 0, 9) {
            0 => rides.give_back(who, now),
            1 => rides.forget(now),
            _ => {}
        }
    }
}

#[test]
fn a_new_floor_is_reached_once_a_lift_is_lengthened() {
    let mut tower = Tower::new(3, 10);
    let by = tower.add_shaft(&lift(5, 0, 2)).unwrap();
    let mut finder = RouteFinder::default();
    let top = tower.add_floor().unwrap();
    assert_eq!(top, 3);
    assert_eq!(finder.route(&mut tower, (0, 0), (top, 0)), None);
    tower.lengthen(by, top);
    let route = finder.route(&mut tower, (0, 0), (top, 0)).unwrap();
    assert_eq!(
        route.legs,
        [
            Leg::Walk {
                floor: 0,
                from: 0,
                to: 5
            },
            Leg::Ride { by, from: 0, to: 3 },
            Leg::Walk {
                floor: 3,
                from: 5,
                to: 0
            },
        ]
    );
    assert_eq!(route.cost, 5 + 10 + 3 + 5);
}
