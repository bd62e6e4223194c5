//! Ways of equal length between boxes in rows.
#![allow(clippy::panic, reason = "tests")]

use townsfolk_core::Place;
use townsfolk_space::{GroundPlan, Obstacle, Plate, Rect, Shortest, Space, Way};

/// Between boxes in rows and columns, many ways are equally long. They meet in the same corners, and
/// once multiplied the nodes of the search until its budget was spent.
#[test]
fn ways_of_equal_length_do_not_multiply() {
    let rect = |x0, y0, side| Rect {
        x0,
        y0,
        x1: x0 + side,
        y1: y0 + side,
    };
    let boxes = (0..8).flat_map(|x| (0..8).map(move |y| (x, y)));
    let boxes = boxes.map(|(x, y)| {
        Obstacle::standing(rect(2_000 + x * 4_000, 2_000 + y * 4_000, 2_000), 1_100)
    });
    let plan = GroundPlan {
        plates: vec![Plate::outdoors(rect(0, 0, 34_000))],
        obstacles: boxes.collect(),
        ..GroundPlan::default()
    };
    let (space, faults) = Space::build(&plan);
    assert_eq!(faults, []);
    let at = |x_mm, y_mm| Place {
        x_mm,
        y_mm,
        z_mm: 0,
    };
    let ways = [(1_000, 1_000, 33_000, 33_000), (1_000, 33_000, 33_000, 13_000)];
    for (x0, y0, x1, y1) in ways {
        let way = space.path(at(x0, y0), at(x1, y1), &Shortest, 3_000);
        let Way::Found(path) = way else {
            panic!("no way from {x0}, {y0}: {way:?}");
        };
        let straight = at(x0, y0).distance_mm(at(x1, y1));
        assert!(i64::from(path.length_mm) < straight * 5 / 4, "{path:?}");
    }
}
