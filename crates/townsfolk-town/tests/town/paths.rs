//! Paths: exact, the same every time, and never through furniture.

use crate::support::{house, somewhere, walkable};
use proptest::prelude::*;
use std::collections::BTreeSet;
use townsfolk::Place;
use townsfolk_core::{CharacterId, Tick};
use townsfolk_town::motion::{Detail, Gates, Planner, Walker};
use townsfolk_town::paths::search::{Search, Searchable};
use townsfolk_town::paths::{Atlas, Finder, length_mm};
use townsfolk_town::plan::{BLOCKED, ConnectorId, Plate, PlateUse, Rect, Rough, Way};

/// The length of the shortest way by Dijkstra over all ends of all connectors, with a plain list.
fn naive(atlas: &Atlas, from: Place, to: Place, barred: &[ConnectorId]) -> Option<u64> {
    let plan = atlas.plan();
    let (start, goal) = (atlas.plate_at(from)?, atlas.plate_at(to)?);
    let mut nodes = vec![(start, from, None)];
    for (connector, id) in plan.connectors.iter().zip(0..) {
        if connector.is_walkable() {
            for side in 0..2 {
                let here = (connector.between[side], connector.ends[side]);
                nodes.push((here.0, here.1, Some((ConnectorId(id), side))));
            }
        }
    }
    nodes.push((goal, to, None));
    let mut best = vec![u64::MAX; nodes.len()];
    let mut done = vec![false; nodes.len()];
    best[0] = 0;
    loop {
        let open = (0..nodes.len()).filter(|n| !done[*n] && best[*n] < u64::MAX);
        let Some(next) = open.min_by_key(|n| best[*n]) else {
            break;
        };
        done[next] = true;
        for other in 0..nodes.len() {
            let mut step = None;
            if nodes[other].0 == nodes[next].0 {
                step = Some(length_mm(nodes[next].1, nodes[other].1));
            }
            if let (Some((a, _)), Some((b, _))) = (nodes[next].2, nodes[other].2)
                && a == b
                && other != next
                && !barred.contains(&a)
            {
                let slow = if plan.connectors[a.0 as usize].way == Way::Stairs {
                    2
                } else {
                    1
                };
                let through = slow * length_mm(nodes[next].1, nodes[other].1);
                step = Some(step.map_or(through, |step| step.min(through)));
            }
            if let Some(step) = step {
                best[other] = best[other].min(best[next] + step);
            }
        }
    }
    let last = *best.last().unwrap();
    (last < u64::MAX).then_some(last)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn routes_are_as_short_as_those_of_a_naive_search(
        seed in any::<u64>(),
        size in (1..6i32, 1..5i32, 1..3i32),
        barred in proptest::collection::vec(0..40u32, 0..4),
    ) {
        let atlas = walkable(house(seed, size.0, size.1, size.2));
        let barred: Vec<ConnectorId> = barred.into_iter().map(ConnectorId).collect();
        let mut finder = Finder::default();
        for n in 0..6 {
            let (from, to) = (somewhere(&atlas, seed ^ n), somewhere(&atlas, seed ^ (n + 100)));
            // Asked twice: remembered routes are no other routes.
            for _ in 0..2 {
                for barred in [&[][..], &barred] {
                    let route = finder.route(&atlas, from, to, &|way| !barred.contains(&way));
                    let known = Finder::default()
                        .route(&atlas, from, to, &|way| !barred.contains(&way));
                    prop_assert_eq!(&route, &known);
                    let length = route.map(|route| route.length_mm);
                    prop_assert_eq!(length, naive(&atlas, from, to, barred));
                }
            }
        }
    }
}

/// Cells as a space of their own, for the naive search beside them.
struct Field {
    side: i32,
    costs: Vec<u64>,
    goal: u32,
}

impl Searchable for Field {
    fn size(&self) -> usize {
        self.costs.len()
    }

    fn neighbours(&self, node: u32, visit: &mut dyn FnMut(u32, u64)) {
        let (x, y) = (node as i32 % self.side, node as i32 / self.side);
        for (dx, dy) in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
            let (x, y) = (x + dx, y + dy);
            if (0..self.side).contains(&x) && (0..self.side).contains(&y) {
                let next = y * self.side + x;
                let cost = self.costs[next as usize];
                if cost < 9 {
                    visit(next as u32, cost);
                }
            }
        }
    }

    fn estimate(&self, node: u32) -> u64 {
        let far = |n: u32, m: u32| u64::from(n.abs_diff(m));
        let side = self.side as u32;
        far(node % side, self.goal % side) + far(node / side, self.goal / side)
    }
}

proptest! {
    /// The search itself, against trying every edge until nothing improves.
    #[test]
    fn the_search_finds_the_cheapest_way(
        costs in proptest::collection::vec(1..12u64, 49), goal in 0..49u32,
    ) {
        let field = Field { side: 7, costs, goal };
        let mut best = vec![u64::MAX; 49];
        best[0] = 0;
        for _ in 0..49 {
            for node in 0..49 {
                if best[node] < u64::MAX {
                    let here = best[node];
                    field.neighbours(node as u32, &mut |next, step| {
                        best[next as usize] = best[next as usize].min(here + step);
                    });
                }
            }
        }
        let found = Search::default().find(&field, 0, goal, 1000);
        let cost = found.as_ref().map_or(u64::MAX, |(_, cost)| *cost);
        prop_assert_eq!(cost, best[goal as usize]);
        if let Some((way, cost)) = found {
            let steps: u64 = way.iter().skip(1).map(|n| field.costs[*n as usize]).sum();
            prop_assert_eq!(steps, cost);
        }
    }
}

#[test]
fn a_search_stops_when_its_budget_is_used_up() {
    let field = Field {
        side: 7,
        costs: vec![1; 49],
        goal: 48,
    };
    assert!(Search::default().find(&field, 0, 48, 5).is_none());
    assert!(Search::default().find(&field, 0, 48, 49).is_some());
}

/// Spec: one A* implementation serves cells and areas; value 1 is never crossed at high detail.
#[test]
fn done_37_one_search_serves_cells_and_areas_and_never_crosses_what_is_blocked() {
    let mut around = 0;
    let mut through_doors = 0;
    for seed in 0..40 {
        let atlas = walkable(house(seed, 4, 3, 2));
        let (mut finder, mut gates) = (Finder::default(), Gates::default());
        for n in 0..10 {
            let (from, to) = (
                somewhere(&atlas, seed * 100 + n),
                somewhere(&atlas, seed * 100 + n + 50),
            );
            let before = finder.expanded();
            let route = finder.route(&atlas, from, to, &|_| true).unwrap();
            let searched_areas = finder.expanded() > before;
            let before = finder.expanded();
            let mut planner = Planner {
                atlas: &atlas,
                finder: &mut finder,
                gates: &mut gates,
            };
            let walker = Walker {
                who: CharacterId(1),
                pace_mm: 1_400,
                lane_mm: 800,
                detail: Detail::Near,
            };
            let walk = planner.walk(&walker, &route, from, to, Tick(0)).unwrap();
            // Both levels count their work in the one search there is.
            around += u32::from(finder.expanded() > before);
            through_doors += u32::from(searched_areas);
            for tick in 0..=walk.end().0 {
                let at = walk.at(Tick(tick));
                let plate = atlas
                    .plate_at(at)
                    .unwrap_or_else(|| panic!("{at:?} is nowhere"));
                let on_stairs = atlas.plate(plate).unwrap().z_mm != at.z_mm;
                let value = atlas.cells(plate).map_or(0, |cells| cells.value_at(at));
                assert!(
                    on_stairs || value < BLOCKED,
                    "seed {seed}, {n}, tick {tick}: {at:?}"
                );
            }
            assert_eq!(walk.goal(), to);
        }
    }
    assert!(
        around > 20 && through_doors > 20,
        "{around} {through_doors}"
    );
}

#[test]
fn hard_ground_is_walked_around_if_that_is_shorter_and_crossed_if_not() {
    let hall = |deep: i32| Plate {
        area: townsfolk_core::AreaId(1),
        used_as: PlateUse::Room,
        rect: Rect::new(0, 0, 10_000, 10_000),
        z_mm: 0,
        height_mm: 3_000,
        rough: vec![Rough {
            rect: Rect::new(4_000, 0, 1_000, deep),
            value: 500,
        }],
    };
    let way = |deep: i32| {
        let cells = townsfolk_town::paths::Cells::of(&hall(deep));
        let place = |x, y| Place {
            x_mm: x,
            y_mm: y,
            z_mm: 0,
        };
        let way = cells.way(
            &mut Search::default(),
            place(1_250, 1_250),
            place(8_250, 1_250),
        );
        way.unwrap().iter().map(|at| at.y_mm).max().unwrap()
    };
    assert!(way(1_500) > 1_500, "a puddle");
    assert_eq!(way(9_500), 1_250, "a stream");
}

#[test]
fn what_cannot_be_reached_is_no_route() {
    let atlas = walkable(house(5, 3, 3, 1));
    let (from, to) = (somewhere(&atlas, 1), somewhere(&atlas, 2));
    let nowhere = Place::metres(-100, -100);
    let mut finder = Finder::default();
    assert!(finder.route(&atlas, from, nowhere, &|_| true).is_none());
    assert!(finder.route(&atlas, nowhere, to, &|_| true).is_none());
    let plates: BTreeSet<_> = [from, to].iter().map(|at| atlas.plate_at(*at)).collect();
    assert_eq!(plates.len(), 2);
    assert!(finder.route(&atlas, from, to, &|_| false).is_none());
}
