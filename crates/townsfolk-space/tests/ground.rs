//! Rays, walks and ways, compared with naive references on random ground.

mod common;

use common::{at, eye, random_plan, room_with_door};
use proptest::prelude::*;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use townsfolk_core::Place;
use townsfolk_space::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn a_ray_through_buckets_is_a_ray_over_all_solids(seed in any::<u64>(), ends in ends()) {
        let (space, _) = Space::build(&random_plan(seed));
        for (a, b) in ends {
            prop_assert_eq!(space.ray(a, b), space.ray_over_all(a, b));
            prop_assert_eq!(space.ray(a, b), space.ray(b, a));
            prop_assert_eq!(space.first_hit(a, b).is_none(), space.ray(a, b));
        }
    }

    #[test]
    fn a_free_walk_stays_on_the_ground_and_a_blocked_one_stops_at_its_edge(
        seed in any::<u64>(), ends in ends(),
    ) {
        let (space, _) = Space::build(&random_plan(seed));
        for (a, b) in ends {
            let (Some(a), Some(b)) = (space.snap(a), space.snap(b)) else { continue };
            let blocked = space.walk_ray(a, b);
            let is_free = blocked.is_none();
            prop_assert!(!is_free || walks_by_steps(&space, a, b, false), "{:?} {:?}", a, b);
            prop_assert!(is_free || !walks_by_steps(&space, a, b, true), "{:?} {:?}", a, b);
            prop_assert!(blocked.is_none_or(|stop| space.is_walkable(space.snap(stop).unwrap())));
        }
    }

    #[test]
    fn a_way_is_hardly_longer_than_on_a_fine_grid(seed in any::<u64>(), ends in ends()) {
        let (space, _) = Space::build(&random_plan(seed));
        for (a, b) in ends.into_iter().take(2) {
            let (Some(a), Some(b)) = (space.snap(a), space.snap(b)) else { continue };
            let naive = fine_grid(&space, a, b);
            match space.path(a, b, &Shortest, NODES) {
                Way::Found(path) => {
                    prop_assert_eq!((path.points[0], *path.points.last().unwrap()), (a, b));
                    for leg in path.points.windows(2) {
                        prop_assert!(space.walk_ray(leg[0], leg[1]).is_none(), "{:?}", leg);
                    }
                    // A grid with eight directions is up to 8 % longer than a straight line.
                    let naive = naive.unwrap_or(u32::MAX);
                    prop_assert!(path.length_mm <= naive.saturating_add(300), "{} {}", path.length_mm, naive);
                    prop_assert!(path.length_mm >= a.distance_mm(b) as u32 - 2);
                    let flat = space.path(a, b, &Flat, NODES).found().unwrap();
                    prop_assert!(flat.length_mm >= path.length_mm - path.length_mm / 50);
                    prop_assert!(flat.length_mm <= path.length_mm + path.length_mm / 8 + 500);
                    for leg in flat.points.windows(2) {
                        prop_assert!(space.walk_ray(leg[0], leg[1]).is_none(), "{:?}", leg);
                    }
                }
                Way::Missing => prop_assert_eq!(naive, None),
                Way::Spent => prop_assert!(false, "spent"),
            }
        }
    }
}

/// A cost of nothing that takes the search over cells.
struct Flat;

impl PathCost for Flat {
    fn extra(&self, _: Place) -> u32 {
        0
    }
}

fn ends() -> impl Strategy<Value = Vec<(Place, Place)>> {
    let point = || (0..20_000i32, 0..20_000i32, 0..2_500i32);
    let point = move || point().prop_map(|(x_mm, y_mm, z_mm)| Place { x_mm, y_mm, z_mm });
    prop::collection::vec((point(), point()), 4)
}

/// The naive walk: every millimetre of the longer axis is on the ground.
fn walks_by_steps(space: &Space, a: Place, b: Place, strict: bool) -> bool {
    let (dx, dy) = (i64::from(b.x_mm - a.x_mm), i64::from(b.y_mm - a.y_mm));
    let steps = dx.abs().max(dy.abs()).max(1);
    let mix = |from: i32, d: i64, n: i64| from + (d * n).div_euclid(steps) as i32;
    (0..=steps).all(|n| {
        let (x, y) = (mix(a.x_mm, dx, n), mix(a.y_mm, dy, n));
        let is_free = |(dx, dy): (i32, i32)| {
            space.is_walkable(Place {
                x_mm: x + dx,
                y_mm: y + dy,
                z_mm: 0,
            })
        };
        // The exact point lies between whole millimetres. A strict walk has room on all sides.
        match strict {
            true => (-1..=2).all(|dx| (-1..=2).all(|dy| is_free((dx, dy)))),
            false => (0..=1).any(|dx| (0..=1).any(|dy| is_free((dx, dy)))),
        }
    })
}

/// Dijkstra over a grid of a quarter of a metre.
fn fine_grid(space: &Space, a: Place, b: Place) -> Option<u32> {
    const SIDE: i32 = 250;
    let point = |(x, y): (i32, i32)| Place {
        x_mm: x * SIDE,
        y_mm: y * SIDE,
        z_mm: 0,
    };
    let near = |p: Place| {
        let cell = (p.x_mm / SIDE, p.y_mm / SIDE);
        (-1..=2).flat_map(move |x| (-1..=2).map(move |y| (cell.0 + x, cell.1 + y)))
    };
    let mut best: BTreeMap<(i32, i32), u32> = BTreeMap::new();
    let mut queue = BinaryHeap::new();
    if space.walk_ray(a, b).is_none() {
        return Some(a.distance_mm(b) as u32);
    }
    for cell in near(a).filter(|cell| space.walk_ray(a, point(*cell)).is_none()) {
        queue.push(Reverse((a.distance_mm(point(cell)) as u32, cell)));
    }
    let mut found: Option<u32> = None;
    while let Some(Reverse((cost, cell))) = queue.pop() {
        if best.contains_key(&cell) {
            continue;
        }
        best.insert(cell, cost);
        let here = point(cell);
        if here.distance_mm(b) < 600 && space.walk_ray(here, b).is_none() {
            let whole = cost + here.distance_mm(b) as u32;
            found = Some(found.map_or(whole, |before| before.min(whole)));
        }
        for (dx, dy) in [
            (1, 0),
            (0, 1),
            (-1, 0),
            (0, -1),
            (1, 1),
            (1, -1),
            (-1, 1),
            (-1, -1),
        ] {
            let next = (cell.0 + dx, cell.1 + dy);
            if !best.contains_key(&next) && space.walk_ray(here, point(next)).is_none() {
                queue.push(Reverse((cost + here.distance_mm(point(next)) as u32, next)));
            }
        }
    }
    found
}

#[test]
fn walls_doors_and_windows_block_sight_by_height() {
    let (mut space, faults) = Space::build(&room_with_door());
    assert_eq!(faults, []);
    // The room lies from 0 to 6 m, its door at x = 3 m in the north wall, a window in the east wall.
    let (inside, outside) = (eye(3, 3), eye(3, 9));
    assert!(!space.ray(inside, outside), "the door is closed");
    assert_eq!(
        space.first_hit(inside, outside).unwrap().at,
        Place {
            y_mm: 6_000,
            ..eye(3, 6)
        }
    );
    assert!(space.set_open(OpeningId(1), true));
    assert!(space.ray(inside, outside));
    assert!(
        !space.ray(
            inside,
            Place {
                z_mm: 2_900,
                ..outside
            }
            .offset((0, -2_500))
        ),
        "the lintel"
    );
    assert!(space.ray(eye(3, 3), eye(9, 3)), "through the window");
    assert!(!space.ray(at(3, 3), at(9, 3)), "below the sill");
    assert!(!space.ray(eye(3, 5), eye(9, 5)), "beside the window");
}

#[test]
fn a_closed_door_stops_walks_and_ways() {
    let (mut space, _) = Space::build(&room_with_door());
    let (inside, outside) = (at(3, 3), at(3, 9));
    assert_eq!(
        space.walk_ray(inside, outside),
        Some(Place {
            y_mm: 5_700,
            ..at(3, 6)
        })
    );
    assert_eq!(space.path(inside, outside, &Shortest, NODES), Way::Missing);
    space.set_open(OpeningId(1), true);
    assert_eq!(space.walk_ray(inside, outside), None);
    let way = space
        .path(at(1, 1), at(9, 1), &Shortest, NODES)
        .found()
        .unwrap();
    assert!(
        way.length_mm > 11_000,
        "out by the door, not by the window: {way:?}"
    );
    assert_eq!(space.path(at(1, 1), at(9, 1), &Shortest, 1), Way::Spent);
}

#[test]
fn stairs_lead_from_floor_to_floor() {
    let (space, faults) = Space::build(&common::two_floors());
    assert_eq!(faults, []);
    let up = Place {
        z_mm: 3_000,
        ..at(9, 1)
    };
    let way = space.path(at(1, 1), up, &Shortest, NODES).found().unwrap();
    assert!(way.points.windows(2).any(|leg| leg[0].z_mm != leg[1].z_mm));
    assert_eq!(way.points.last(), Some(&up));
    let by_cells = space.path(at(1, 1), up, &Flat, NODES).found().unwrap();
    assert_eq!(by_cells.points.last(), Some(&up));
    assert!(
        !space.ray(
            eye(5, 5),
            Place {
                z_mm: 4_600,
                ..at(5, 5)
            }
        ),
        "the floor"
    );
}

#[test]
fn faults_name_the_part_and_nothing_panics() {
    let mut plan = GroundPlan {
        plates: vec![
            Plate::outdoors(Rect::of((0, 0), (10_000, 10_000))),
            Plate::outdoors(Rect::of((5_000, 0), (15_000, 10_000))),
            Plate::outdoors(Rect::of((20_000, 0), (20_000, 10_000))),
        ],
        obstacles: vec![
            Obstacle::standing(Rect::of((1_000, 1_000), (3_000, 1_400)), 3_000),
            Obstacle::standing(Rect::of((2_000, 1_200), (4_000, 1_600)), 3_000),
            Obstacle::standing(Rect::of((50_000, 0), (51_000, 900)), 3_000),
            Obstacle::standing(Rect::of((i32::MIN, 0), (i32::MAX, 900)), 3_000),
        ],
        zones: vec![Zone {
            name: "far".into(),
            rect: Rect::of((90_000, 0), (91_000, 9)),
            z_mm: 0,
        }],
        posts: vec![
            at(2, 5),
            Place {
                y_mm: 1_200,
                ..at(2, 1)
            },
            at(40, 0),
        ],
        ..GroundPlan::default()
    };
    plan.routes.push(Route {
        name: "patrol".into(),
        steps: vec![
            RouteStep::To(at(5, 5)),
            RouteStep::Pause(1),
            RouteStep::To(Place {
                x_mm: 2_500,
                y_mm: 1_500,
                ..at(2, 1)
            }),
        ],
    });
    plan.openings.push(Opening {
        id: OpeningId(1),
        kind: OpeningKind::Door,
        between: [0, 9],
        ends: [at(0, 0); 2],
        width_mm: 900,
        open: true,
    });
    let (_, faults) = Space::build(&plan);
    let fault = |part, problem| Fault { part, problem };
    assert_eq!(
        faults,
        [
            fault(Part::Plate(1), Problem::Overlaps(0)),
            fault(Part::Plate(2), Problem::Empty),
            fault(Part::Opening(0), Problem::UnknownPlate),
            fault(Part::Obstacle(1), Problem::Overlaps(0)),
            fault(Part::Obstacle(2), Problem::OffTheGround),
            fault(Part::Obstacle(3), Problem::TooFar),
            fault(Part::Route(0, 2), Problem::InsideObstacle(1)),
            fault(Part::Zone(0), Problem::OffTheGround),
            fault(Part::Post(1), Problem::InsideObstacle(0)),
            fault(Part::Post(2), Problem::OffTheGround),
        ]
    );
}

#[test]
fn done_16_a_way_that_runs_six_metres_at_the_target_is_refused() {
    let target = at(20, 0);
    let straight = |points: Vec<Place>| {
        let (space, _) = Space::build(&common::plain(60));
        let legs = points.windows(2).map(|leg| {
            space
                .path(leg[0], leg[1], &Shortest, NODES)
                .found()
                .unwrap()
        });
        legs.flat_map(|leg| leg.points).collect::<Vec<_>>()
    };
    let path = |points| Path {
        points,
        ..Path::default()
    };
    // Six metres at the target, then aside to cover.
    let charge = path(straight(vec![at(8, 0), at(14, 0), at(14, 8)]));
    assert!(charge.runs_toward(target));
    assert!(charge.approach(target).run_mm >= 6_000);
    // The same spot from behind.
    let around = path(straight(vec![at(17, 4), at(14, 8)]));
    assert!(!around.runs_toward(target));
    // Past the target.
    assert!(path(straight(vec![at(20, 8), at(22, 0), at(30, 0)])).runs_toward(target));
}
