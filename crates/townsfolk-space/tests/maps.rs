//! Exposure, search, canvass and cover.

mod common;

use common::{at, plain, random_plan, room_with_door};
use proptest::prelude::*;
use townsfolk_core::{Angle, Draw, Place, Seed, SiteId, Tick};
use townsfolk_space::cover::CoverHeight;
use townsfolk_space::exposure::{STANDING_STEPS, line_per_cell};
use townsfolk_space::search_graph::{POINTS_MAX, REACH_MM};
use townsfolk_space::search_map::assign;
use townsfolk_space::*;

const RANGE_MM: i32 = 20_000;

/// A plain of 40 m with a wall of 8 m that stands 4 m north of the origin.
fn one_wall() -> Space {
    let mut plan = plain(40);
    let wall = Rect::of((-4_000, 4_000), (4_000, 5_000));
    plan.obstacles.push(Obstacle::standing(wall, 3_000));
    Space::build(&plan).0
}

fn seen_from(space: &Space, at: Place) -> ExposureMap {
    ExposureMap::seen(&HeightGrid::of(space, 0), at, STANDING_STEPS, RANGE_MM)
}

#[test]
fn done_20_the_shadow_lies_behind_the_box_and_nowhere_else() {
    let space = one_wall();
    let map = seen_from(
        &space,
        Place {
            x_mm: 250,
            y_mm: 250,
            z_mm: 0,
        },
    );
    let lattice = *map.published().lattice();
    for index in 0..lattice.len() {
        let at = lattice.center(lattice.cell_at(index));
        // The border of the shadow is a cell wide at the box, and wider behind it. The cells on the
        // box itself are high.
        let behind = |from_mm: i32, sign: i32| {
            let slack = sign * (at.y_mm / 8 + 400);
            at.y_mm > from_mm && (at.x_mm - 250).abs() + slack < at.y_mm
        };
        if behind(5_000, 1) {
            assert!(!map.sees(at), "{at:?} is hidden");
        }
        if !behind(4_000, -1) {
            assert!(map.sees(at), "{at:?} is seen");
        }
    }
}

#[test]
fn done_20_the_way_goes_through_the_shadow_if_the_detour_is_acceptable() {
    let space = one_wall();
    let map = seen_from(&space, at(0, 0));
    let (from, to) = (at(-12, 5), at(12, 5));
    let exposed = |path: &Path| path.samples().iter().filter(|at| map.sees(**at)).count();
    let straight = space.path(from, to, &Shortest, NODES).found().unwrap();
    let hidden = space
        .path(from, to, &Unseen::by(&map), NODES)
        .found()
        .unwrap();
    // The shadow is five metres of way from either end.
    assert!(exposed(&hidden) <= 22 && exposed(&straight) >= 30);
    assert!(hidden.points.iter().any(|at| at.y_mm > 6_000));
    let careless = Unseen {
        k_expose: 0,
        ..Unseen::by(&map)
    };
    assert_eq!(
        space.path(from, to, &careless, NODES).found().unwrap(),
        straight
    );
    // Nothing is gained by a detour where all is seen.
    let (from, to) = (at(-12, -5), at(12, -5));
    let seen = space
        .path(from, to, &Unseen::by(&map), NODES)
        .found()
        .unwrap();
    assert_eq!(seen.points, [from, to]);
}

#[test]
fn a_map_in_slices_is_published_when_it_is_whole() {
    let space = one_wall();
    let heights = HeightGrid::of(&space, 0);
    let whole = seen_from(&space, at(0, 0));
    let mut map = ExposureMap::new(*heights.lattice(), RANGE_MM);
    let mut slices = 1;
    while !map.advance(&heights, (at(0, 0), STANDING_STEPS), 100) {
        assert_eq!((map.published().count(), map.seen_from()), (0, None));
        slices += 1;
    }
    assert_eq!(slices, map.lines().div_ceil(100));
    assert_eq!(map.published(), whole.published());
    // While the next map grows, the last one stands, even if the observer walks.
    assert!(!map.advance(&heights, (at(9, 9), STANDING_STEPS), 100));
    assert_eq!(map.published(), whole.published());
    let mut both = map.published().clone();
    both.add(seen_from(&space, at(0, 10)).published());
    assert!(both.count() > whole.published().count());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// The sweep draws lines to the border only. It sees what a line for each cell sees, except
    /// where a shadow ends.
    #[test]
    fn the_sweep_agrees_with_a_line_for_each_cell(seed in any::<u64>(), x in 0..40, y in 0..20) {
        let (space, _) = Space::build(&random_plan(seed));
        let heights = HeightGrid::of(&space, 0);
        let eye = Place { x_mm: x * 500 + 250, y_mm: y * 500 + 250, z_mm: 0 };
        let map = ExposureMap::seen(&heights, eye, STANDING_STEPS, RANGE_MM);
        let naive = line_per_cell(&heights, eye, STANDING_STEPS, RANGE_MM);
        let lattice = *heights.lattice();
        let (mut differ, mut apart) = (0, 0);
        for index in 0..lattice.len() {
            if map.published().get_index(index) == naive.get_index(index) {
                continue;
            }
            differ += 1;
            let (column, row) = lattice.cell_at(index);
            let around = (-2..=2).flat_map(|dx| (-2..=2).map(move |dy| (column + dx, row + dy)));
            let mixed = around.filter(|cell| lattice.index(*cell).is_some());
            let bits: Vec<bool> = mixed.map(|cell| naive.get(cell)).collect();
            apart += usize::from(!(bits.contains(&true) && bits.contains(&false)));
        }
        prop_assert!(differ * 20 <= lattice.len(), "{} of {}", differ, lattice.len());
        prop_assert!(apart * 200 <= lattice.len(), "{} of {}", apart, lattice.len());
    }

    /// A cell is seen exactly if no cell before it on some line hides it.
    #[test]
    fn what_is_seen_can_be_seen_along_a_line(seed in any::<u64>()) {
        let draw = Draw::at(Seed(seed), 1, Tick(0), SiteId(0));
        let lattice = Lattice::over(&Rect::of((0, 0), (15_000, 15_000)), 0, 500);
        let mut heights = HeightGrid::flat(lattice);
        for index in 0..lattice.len() {
            let high = draw.between(index as u64, -60, 30).max(0) as u8;
            heights.set(lattice.cell_at(index), high);
        }
        let eye = Place { x_mm: 7_250, y_mm: 7_250, z_mm: 0 };
        let map = ExposureMap::seen(&heights, eye, STANDING_STEPS, 5_000);
        let mut naive = BitGrid::empty(lattice);
        let center = lattice.cell_of(eye);
        naive.set(center, true);
        let top = i64::from(heights.at(center)) + 16;
        for (dx, dy) in border(10) {
            let line: Vec<Cell> = cells_toward(center, (dx, dy));
            for (d, cell) in line.iter().enumerate().skip(1) {
                let body = i64::from(heights.at(*cell)) + 10 - top;
                let hidden = (1..d).any(|k| {
                    let before = i64::from(heights.at(line[k])) - top;
                    body * (k as i64) < before * (d as i64)
                });
                if !hidden {
                    naive.set(*cell, true);
                }
            }
        }
        prop_assert_eq!(map.published(), &naive);
    }
}

fn border(half: i32) -> Vec<(i32, i32)> {
    let all = (-half..=half).flat_map(|x| (-half..=half).map(move |y| (x, y)));
    all.filter(|(x, y)| x.abs() == half || y.abs() == half)
        .collect()
}

/// Bresenham's line in its textbook form.
fn cells_toward(from: Cell, (dx, dy): (i32, i32)) -> Vec<Cell> {
    let (mut x, mut y) = from;
    let (wide, deep) = (dx.abs(), -dy.abs());
    let mut error = wide + deep;
    let mut cells = vec![(x, y)];
    while (x, y) != (from.0 + dx, from.1 + dy) {
        let twice = 2 * error;
        if twice >= deep {
            error += deep;
            x += dx.signum();
        }
        if twice <= wide {
            error += wide;
            y += dy.signum();
        }
        cells.push((x, y));
    }
    cells
}

#[test]
fn done_22_the_search_map_grows_by_rings_and_not_through_walls() {
    let (mut space, _) = Space::build(&room_with_door());
    let inside = Place {
        x_mm: 2_500,
        y_mm: 2_500,
        z_mm: 0,
    };
    let shut = WalkGrid::around(&space, inside, 30_000);
    let mut map = SearchMap::known(&shut, inside);
    let mut sizes = vec![map.active().count()];
    for _ in 0..4 {
        // Half a second is 30 ticks: no sooner, no later.
        assert_eq!(map.advance(&shut, 29), 0);
        assert_eq!(map.advance(&shut, 1), 1);
        sizes.push(map.active().count());
    }
    assert_eq!(
        sizes,
        [1, 9, 25, 36, 36],
        "rings of cells, up to the walls of the room"
    );
    space.set_open(OpeningId(1), true);
    let open = WalkGrid::around(&space, inside, 30_000);
    for _ in 0..30 {
        map.bleed(&open);
    }
    assert_eq!(map.active().count(), 36 + 72 + 36, "by the door everywhere");
}

#[test]
fn done_22_cells_that_are_seen_are_empty_at_once_and_searchers_hold_different_clusters() {
    let space = one_wall();
    let grid = WalkGrid::around(&space, at(0, 0), 20_000);
    let mut map = SearchMap::known(&grid, at(0, 8));
    (0..20).for_each(|_| map.bleed(&grid));
    let seen = seen_from(&space, at(0, 0));
    map.clear_seen(&grid, &seen);
    assert!(!map.is_empty());
    for index in map.active().indexes() {
        assert!(!seen.sees(grid.point(index).unwrap()));
    }
    let clusters = map.clusters(&grid, 3);
    assert_eq!(clusters.len(), 3);
    let all: usize = clusters.iter().map(|cluster| cluster.cells.len()).sum();
    assert_eq!(all, map.active().count() as usize);
    let searcher = |from: Place| -> Vec<Option<u32>> {
        let way = |to| {
            space
                .path(from, to, &Shortest, NODES)
                .found()
                .map(|path| path.length_mm)
        };
        clusters.iter().map(|cluster| way(cluster.seed)).collect()
    };
    let ways = [searcher(at(0, 0)), searcher(at(1, 0)), searcher(at(2, 0))];
    let given = assign(&clusters, &ways);
    let mut taken: Vec<usize> = given.iter().flatten().copied().collect();
    taken.sort_unstable();
    assert_eq!(taken, [0, 1, 2]);
    let four = [
        ways[0].clone(),
        ways[1].clone(),
        ways[2].clone(),
        ways[0].clone(),
    ];
    assert!(
        assign(&clusters, &four).iter().all(Option::is_some),
        "the fourth shares one"
    );
}

#[test]
fn done_23_on_open_ground_the_flank_passes_the_target_ten_metres_aside_and_ends_behind() {
    let (space, _) = Space::build(&plain(120));
    for metres in [10, 15, 20, 25, 30] {
        for degrees in [0, 37, 90, -120] {
            let vector = Angle::degrees(degrees);
            let target = Place {
                x_mm: 400,
                y_mm: -300,
                z_mm: 0,
            };
            let from = target.offset(vector.offset(metres * 1_000));
            let shape = InFrontOf::of(target, vector);
            let goal = shape.goal(6_000);
            let path = space.path(from, goal, &shape, 60_000).found().unwrap();
            let aside = path.samples().windows(2).find_map(|leg| {
                let [(along, left), (next, _)] = [shape.parts(leg[0]), shape.parts(leg[1])];
                (along >= 0 && next < 0).then_some(left.abs())
            });
            assert!(aside.unwrap() >= 10_000, "{metres} m, {degrees}: {aside:?}");
            assert!(shape.parts(*path.points.last().unwrap()).0 < -5_000);
            assert!(path.length_mm > 20_000);
        }
    }
}

#[test]
fn done_24_the_side_of_the_flank_does_not_flip_while_the_target_sways() {
    let (space, _) = Space::build(&plain(80));
    let from = at(20, 1);
    let mut held: Option<Side> = None;
    let mut best = vec![];
    for n in 0..8 {
        let target = Place {
            y_mm: if n % 2 == 0 { 500 } else { 1_500 },
            ..at(0, 0)
        };
        let shape = InFrontOf::of(target, Angle::from_to(target, from));
        let free = space
            .path(from, shape.goal(6_000), &shape, 60_000)
            .found()
            .unwrap();
        best.push(shape.side_of(&free.points).unwrap());
        let flank = shape.flank(&space, from, 6_000, held, 60_000).unwrap();
        assert_eq!(shape.side_of(&flank.path.points), Some(flank.side));
        assert!(held.is_none_or(|side| side == flank.side), "turn {n}");
        held = Some(flank.side);
    }
    // A wall that makes one side much longer changes it.
    let mut plan = plain(80);
    let side = held.unwrap();
    let y = if side == Side::Left {
        (2_000, 39_000)
    } else {
        (-39_000, -2_000)
    };
    plan.obstacles.push(Obstacle::standing(
        Rect::of((4_000, y.0), (5_000, y.1)),
        3_000,
    ));
    let (space, _) = Space::build(&plan);
    let shape = InFrontOf::of(at(0, 0), Angle::EAST);
    let flank = shape.flank(&space, from, 6_000, held, 60_000).unwrap();
    assert_eq!(flank.side, side.other());
}

/// Three rooms in a row behind a yard, joined by doors that do not face each other.
fn house() -> Space {
    let room = |x: i32| Plate::room(Rect::of((x * 1_000, 0), (x * 1_000 + 6_000, 6_000)));
    let yard = Plate::outdoors(Rect::of((0, -8_000), (18_000, 0)));
    let door = |id, between, (x_mm, y_mm)| Opening {
        id: OpeningId(id),
        kind: OpeningKind::Door,
        between,
        ends: [Place {
            x_mm,
            y_mm,
            z_mm: 0,
        }; 2],
        width_mm: 1_000,
        open: true,
    };
    let mut plan = GroundPlan {
        plates: vec![yard, room(0), room(6), room(12)],
        openings: vec![
            door(1, [0, 1], (1_000, 0)),
            door(2, [1, 2], (6_000, 5_000)),
            door(3, [2, 3], (12_000, 1_000)),
        ],
        ..GroundPlan::default()
    };
    plan.obstacles.push(Obstacle::standing(
        Rect::of((2_000, -5_000), (6_000, -4_000)),
        2_000,
    ));
    Space::build(&plan).0
}

#[test]
fn done_16_linked_search_points_see_each_other_and_what_they_reveal() {
    let space = house();
    let graph = SearchGraph::build(&space, at(10, -4), POINTS_MAX, 40_000);
    assert!(
        (4..=POINTS_MAX).contains(&graph.points.len()),
        "{}",
        graph.points.len()
    );
    let raised = |at: Place| Place {
        z_mm: at.z_mm + 1_000,
        ..at
    };
    for (a, b) in &graph.edges {
        let [a, b] = [a, b].map(|n| raised(graph.points[*n as usize]));
        assert!(space.ray(a, b), "{a:?} {b:?}");
    }
    let mut revealed = 0;
    for (point, polys) in graph.points.iter().zip(&graph.reveals) {
        for poly in polys {
            assert!(space.ray(raised(*point), raised(space.center(*poly).unwrap())));
            revealed += 1;
        }
    }
    assert!(revealed >= 3);
    // The last room is behind two doors.
    let last = space.poly_at(at(15, 3)).unwrap();
    let sees_last = |at: &Place| space.ray(raised(*at), raised(space.center(last).unwrap()));
    assert!(graph.points.iter().any(sees_last));
    assert!(!sees_last(&graph.points[0]));
}

#[test]
fn done_17_the_graph_stays_within_its_number_of_points_and_its_area() {
    let space = house();
    for most in [1, 2, 3, 5, 8] {
        let graph = SearchGraph::build(&space, at(10, -4), most, REACH_MM);
        assert!(graph.points.len() <= most.max(1));
    }
    let near = SearchGraph::build(&space, at(10, -4), POINTS_MAX, 3_000);
    let far = SearchGraph::build(&space, at(10, -4), POINTS_MAX, 40_000);
    assert!(near.points.len() < far.points.len());
    assert!(
        near.points.iter().all(|point| point.y_mm < 1_000),
        "no room is within 3 m"
    );
    assert_eq!(
        SearchGraph::build(&Space::default(), at(0, 0), 9, 9),
        SearchGraph::default()
    );
}

#[test]
fn done_18_wishes_spread_over_the_graph_and_leave_what_was_looked_at() {
    let space = house();
    let graph = SearchGraph::build(&space, at(10, -4), POINTS_MAX, REACH_MM);
    let mut weights = SearchWeights::start(&graph, Some(Angle::degrees(90)));
    let ways: Vec<Option<u32>> = graph.points.iter().map(|_| Some(5_000)).collect();
    let draw = |n| Draw::at(Seed(1), 2, Tick(n), SiteId(3));
    assert_eq!(weights.next(&ways, draw(0)), Some(0));
    weights.look_at(0);
    let mut order = vec![0];
    for tick in 0..5 {
        (0..120).for_each(|_| weights.spread(&graph, 1));
        let Some(next) = weights.next(&ways, draw(tick)) else {
            break;
        };
        assert!(order.last() != Some(&next));
        order.push(next);
        weights.look_at(next);
    }
    assert!(order.len() >= 4, "{order:?}");
    let whole: i64 = (0..graph.points.len()).map(|n| weights.of(n)).sum();
    assert!((999_900..=1_000_000).contains(&whole), "{whole}");
    assert_eq!(weights.visited(), order.len() as u32);
}

#[test]
fn a_canvass_sees_wedge_by_wedge_until_nothing_is_left() {
    let (space, _) = Space::build(&room_with_door());
    let center = at(3, 3);
    let mut grid = CanvassGrid::lay(&space, center, 4_000);
    let all = grid.left();
    assert!(
        (90..=125).contains(&all),
        "the room is smaller than the circle: {all}"
    );
    let wedge = |degrees| Wedge {
        at: center,
        facing: Angle::degrees(degrees),
        degrees: 100,
        length_mm: 3_000,
    };
    let east = grid.unseen_in(&wedge(0));
    assert!(east > 10 && east < all / 2);
    assert_eq!(east, grid.unseen_in(&wedge(180)), "the room is symmetric");
    grid.see(&wedge(0));
    assert_eq!((grid.left(), grid.unseen_in(&wedge(0))), (all - east, 0));
    assert!(grid.unseen_in(&wedge(45)) < grid.unseen_in(&wedge(180)));
    grid.see(&Wedge {
        degrees: 360,
        length_mm: 9_000,
        ..wedge(0)
    });
    assert_eq!(grid.left(), 0);
    grid.lay_again(&space);
    assert_eq!(grid.left(), all);
    assert!(grid.holds(at(6, 3)) && !grid.holds(at(8, 3)));
}

#[test]
fn cover_faces_its_wall_and_knows_its_edges() {
    let mut plan = plain(40);
    plan.obstacles
        .push(Obstacle::standing(Rect::of((0, 0), (4_000, 400)), 1_100));
    plan.obstacles.push(Obstacle::standing(
        Rect::of((10_000, 0), (10_400, 1_000)),
        3_000,
    ));
    plan.obstacles.push(Obstacle::standing(
        Rect::of((-9_000, 0), (-8_000, 1_000)),
        300,
    ));
    let (space, _) = Space::build(&plan);
    let spots = cover_spots(&space);
    assert_eq!(
        spots.all().len(),
        4 + 1 + 4 + 1 + 4,
        "a kerb protects nobody"
    );
    let south: Vec<&CoverSpot> = spots
        .all()
        .iter()
        .filter(|s| s.at.y_mm < 0 && s.at.x_mm < 9_000)
        .collect();
    assert_eq!(south.len(), 4);
    for spot in &south {
        assert_eq!(
            (spot.wall_dir, spot.height),
            (Angle::degrees(90), CoverHeight::Low)
        );
        assert!(spot.edges.over && space.is_walkable(spot.at));
    }
    let lefts: Vec<bool> = south.iter().map(|spot| spot.edges.left).collect();
    let rights: Vec<bool> = south.iter().map(|spot| spot.edges.right).collect();
    assert_eq!(
        (lefts, rights),
        (
            vec![true, false, false, false],
            vec![false, false, false, true]
        )
    );
    let near = spots.near(at(11, 0), 1_500);
    let nearest = spots.get(near[0]).unwrap();
    assert_eq!(
        (nearest.wall_dir, nearest.height),
        (Angle::degrees(180), CoverHeight::High)
    );
    assert!(near.windows(2).all(|pair| {
        let far = |n: u32| spots.get(n).unwrap().at.distance_mm(at(11, 0));
        far(pair[0]) <= far(pair[1])
    }));
    assert!(spots.near(at(-8, 0), 3_000).is_empty());
}

#[test]
fn light_comes_from_the_last_lamp_that_covers_a_place() {
    let mut plan = plain(20);
    let light = |metres: i32, level| Light {
        rect: Rect::of((0, 0), (metres * 1_000, metres * 1_000)),
        z_mm: 0,
        level,
    };
    plan.lights = vec![light(8, 200), light(4, 0)];
    let (space, faults) = Space::build(&plan);
    assert_eq!(faults, []);
    assert_eq!(
        [at(-1, 0), at(6, 6), at(2, 2), at(50, 0)].map(|at| space.light(at)),
        [1000, 200, 0, 0]
    );
}
