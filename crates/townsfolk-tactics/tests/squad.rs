//! Squads on the ground: ways round the enemy, exposure, and the search.

mod support;

use support::yard;
use townsfolk_core::{Angle, CharacterId, Place};
use townsfolk_space::exposure::STANDING_STEPS;
use townsfolk_space::{
    ExposureMap, HeightGrid, InFrontOf, NODES, SearchMap, Shortest, Side, Unseen, WalkGrid,
};
use townsfolk_tactics::squad::flank::best_route;
use townsfolk_tactics::squad::{Enemy, Exposure, Hunt};

const ENEMY: Place = Place::metres(0, 0);

/// How far to the side a way passes the line of the enemy, across the combat vector.
fn side_swing(way: &[Place]) -> i64 {
    let crossings = way
        .windows(2)
        .filter(|pair| (pair[0].x_mm >= 0) != (pair[1].x_mm >= 0));
    let at = |pair: &[Place]| {
        let (a, b) = (pair[0], pair[1]);
        let (dx, dy) = (i64::from(b.x_mm - a.x_mm), i64::from(b.y_mm - a.y_mm));
        (i64::from(a.y_mm) - dy * i64::from(a.x_mm) / dx).abs()
    };
    crossings.map(at).min().expect("it passes the enemy")
}

#[test]
fn done_23_a_flank_swings_out_ten_metres_and_ends_behind_the_enemy() {
    let space = yard(60, &[]);
    for metres in [10, 15, 20, 25, 30] {
        for across in [-3, 0, 4] {
            let from = Place::metres(metres, across);
            let route = best_route(&space, from, ENEMY, Angle::EAST, None).expect("a route");
            assert!(
                side_swing(&route.way) >= 10_000,
                "from {metres}, {across}: {route:?}"
            );
            let end = route.way.last().expect("an end");
            assert!(end.x_mm < -4_000 && end.y_mm.abs() < 2_000, "{route:?}");
        }
    }
}

#[test]
fn done_24_an_enemy_that_sways_by_a_metre_does_not_flip_the_side() {
    let space = yard(60, &[]);
    let from = Place::metres(22, 0);
    let mut side: Option<Side> = None;
    for tick in 0..12 {
        let sway = if tick % 2 == 0 { 500 } else { -500 };
        let enemy = Place {
            x_mm: 0,
            y_mm: sway,
            z_mm: 0,
        };
        let front = Angle::from_to(enemy, from);
        let route = best_route(&space, from, enemy, front, side).expect("a route");
        assert!(side.is_none_or(|before| before == route.side), "at {tick}");
        side = Some(route.side);
    }
    // A wall that makes the old side much dearer does flip it.
    let first = side.expect("a side");
    let wall = match first {
        Side::Left => (-2, 1, 3, 50, 30),
        Side::Right => (-2, -50, 3, -1, 30),
    };
    let walled = yard(60, &[wall]);
    let route = best_route(&walled, from, ENEMY, Angle::EAST, Some(first)).expect("a route");
    assert_eq!(route.side, first.other());
}

#[test]
fn the_cost_of_a_flank_is_dear_in_front_and_nothing_behind() {
    let shape = InFrontOf::of(ENEMY, Angle::EAST);
    let extra = |x, y| townsfolk_space::PathCost::extra(&shape, Place::metres(x, y));
    assert_eq!(extra(10, 0), 10_000);
    assert_eq!(extra(10, 6), 5_000);
    assert_eq!((extra(10, 12), extra(36, 0), extra(-4, 0)), (0, 0, 0));
}

#[test]
fn done_20_a_box_casts_one_shadow_and_careful_ways_lead_through_it() {
    let space = yard(30, &[(6, -2, 7, 2, 25)]);
    let heights = HeightGrid::of(&space, 0);
    let map = ExposureMap::seen(&heights, ENEMY, STANDING_STEPS, 30_000);
    for x in -28..29 {
        for y in -28..29 {
            let at = Place::metres(x, y);
            // Within the angle of the box, and beyond it.
            let shadow = x >= 8 && (i64::from(y) * 7).abs() < i64::from(x) * 2 - 7;
            let lit = x < 6 || (i64::from(y) * 6).abs() > i64::from(x) * 2 + 12;
            if at.is_within(ENEMY, 28_000) && shadow {
                assert!(!map.sees(at), "{at:?} is in the shadow");
            }
            if at.is_within(ENEMY, 28_000) && lit {
                assert!(map.sees(at), "{at:?} is in the open");
            }
        }
    }
    let way = |cost: &dyn townsfolk_space::PathCost| {
        let path = space.path(Place::metres(14, -9), Place::metres(14, 9), cost, NODES);
        let path = path.found().expect("a way");
        let samples = path.samples();
        let seen = samples.iter().filter(|at| map.sees(**at)).count();
        (path.length_mm, seen)
    };
    let (short, seen) = way(&Shortest);
    let (careful, hidden) = way(&Unseen::by(&map));
    assert!(
        short <= careful && hidden <= seen,
        "{short} {seen}, {careful} {hidden}"
    );
}

#[test]
fn done_22_the_search_grows_by_a_ring_and_not_through_walls() {
    // Two rooms with a wall between them, without a door.
    let space = yard(12, &[(-1, -12, 0, 12, 30)]);
    let grid = WalkGrid::around(&space, ENEMY, 30_000);
    let start = Place::metres(5, 0);
    let mut map = SearchMap::known(&grid, start);
    assert_eq!(map.active().count(), 1);
    assert_eq!(map.advance(&grid, 29), 0);
    assert_eq!(map.advance(&grid, 1), 1);
    assert_eq!(map.active().count(), 9, "one ring");
    for _ in 0..60 {
        map.bleed(&grid);
    }
    let west = map
        .active()
        .cells()
        .filter(|cell| grid.lattice().center(*cell).x_mm < -1_000);
    assert_eq!(west.count(), 0, "not through the wall");
}

#[test]
fn done_22_cells_in_view_are_clear_in_the_same_tick_and_searchers_differ() {
    let space = yard(
        30,
        &[
            (-6, 8, 6, 9, 30),
            (10, -8, 11, 8, 30),
            (-20, -14, -10, -13, 30),
        ],
    );
    let heights = HeightGrid::of(&space, 0);
    let grid = WalkGrid::around(&space, ENEMY, 40_000);
    let searchers = [1, 2, 3].map(|n| (CharacterId(n), Place::metres(n as i32 * 4 - 8, -20)));
    let enemy = Some(Enemy {
        who: CharacterId(9),
        at: Place::metres(0, 20),
        confirmed: false,
        perceived: false,
        escaped: false,
    });
    let (mut seen, mut hunt) = (Exposure::default(), Hunt::default());
    let mut most = 0;
    for tick in 0..600 {
        seen.advance(&heights, enemy.map(|enemy| enemy.at), &searchers);
        hunt.step(
            &grid,
            &seen,
            enemy,
            Some(&searchers),
            townsfolk_core::Tick(tick),
        );
        let active = hunt.active().expect("a map");
        let in_view = active.indexes().filter_map(|cell| grid.point(cell));
        assert_eq!(
            in_view.filter(|at| seen.of_members().holds(*at)).count(),
            0,
            "{tick}"
        );
        let parts: Vec<&[u32]> = hunt.parts().map(|(_, cells)| cells).collect();
        for (n, part) in parts.iter().enumerate() {
            // A few cells are one cluster, which all may search.
            let few = active.count() < 3;
            assert!(
                few || !parts[..n].contains(part),
                "two search the same at {tick}"
            );
        }
        most = most.max(parts.len());
    }
    assert_eq!(most, 3);
}
