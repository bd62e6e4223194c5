//! The shortest way in a street of houses, wrecks and crates.

use townsfolk_core::Place;
use townsfolk_space::{
    GroundPlan, Obstacle, Opening, OpeningId, OpeningKind, Plate, Rect, Shortest, Space, Way,
};

/// Whether it is a room, and its ground in decimetres.
#[rustfmt::skip]
const PLATES: [(bool, [i32; 4]); 14] = [
    (false, [0, 160, 200, 260]),
    (false, [200, 160, 420, 260]),
    (false, [420, 160, 640, 260]),
    (false, [0, 260, 180, 440]),
    (true, [180, 260, 260, 440]),
    (false, [260, 260, 300, 440]),
    (true, [300, 260, 420, 440]),
    (false, [420, 260, 640, 440]),
    (false, [0, 40, 200, 160]),
    (true, [200, 40, 340, 160]),
    (true, [340, 40, 460, 160]),
    (true, [460, 40, 600, 160]),
    (false, [600, 40, 640, 160]),
    (false, [0, 0, 640, 40]),
];

/// Walls and cover, in decimetres.
#[rustfmt::skip]
const OBSTACLES: [[i32; 4]; 46] = [
    [0, 260, 70, 264],
    [110, 260, 140, 264],
    [0, 156, 80, 160],
    [120, 156, 200, 160],
    [440, 260, 510, 264],
    [550, 260, 640, 264],
    [600, 160, 604, 190],
    [600, 230, 604, 260],
    [20, 90, 90, 94],
    [120, 40, 124, 90],
    [30, 310, 110, 314],
    [120, 360, 124, 420],
    [240, 200, 310, 224],
    [80, 190, 124, 210],
    [140, 232, 154, 244],
    [184, 174, 190, 216],
    [330, 172, 344, 184],
    [360, 226, 400, 245],
    [460, 196, 466, 246],
    [510, 176, 550, 195],
    [566, 228, 580, 242],
    [60, 350, 80, 365],
    [146, 286, 160, 300],
    [440, 300, 490, 306],
    [506, 334, 540, 368],
    [570, 300, 576, 370],
    [460, 390, 480, 404],
    [150, 60, 180, 76],
    [50, 120, 70, 132],
    [230, 80, 280, 88],
    [230, 116, 280, 124],
    [310, 54, 320, 90],
    [370, 70, 400, 84],
    [420, 110, 434, 134],
    [490, 74, 520, 88],
    [550, 106, 560, 134],
    [324, 300, 380, 307],
    [324, 334, 380, 341],
    [324, 390, 380, 397],
    [200, 290, 210, 330],
    [200, 380, 226, 392],
    [260, 400, 280, 412],
    [150, 10, 164, 22],
    [280, 6, 320, 24],
    [440, 18, 454, 30],
    [610, 90, 624, 104],
];

/// Two plates, the middle of the gap between them, and its width, in decimetres.
#[rustfmt::skip]
const GAPS: [(u32, u32, i32, i32, i32); 20] = [
    (9, 1, 270, 160, 16),
    (9, 13, 270, 40, 14),
    (9, 10, 340, 100, 12),
    (10, 1, 380, 160, 16),
    (10, 13, 400, 40, 14),
    (11, 2, 530, 160, 14),
    (11, 13, 530, 40, 14),
    (4, 3, 180, 350, 14),
    (4, 5, 260, 350, 14),
    (6, 5, 300, 350, 16),
    (6, 7, 420, 350, 16),
    (0, 1, 200, 210, 100),
    (0, 3, 90, 260, 180),
    (0, 8, 100, 160, 200),
    (1, 2, 420, 210, 100),
    (1, 5, 280, 260, 40),
    (2, 7, 530, 260, 220),
    (2, 12, 620, 160, 40),
    (8, 13, 100, 40, 200),
    (12, 13, 620, 40, 40),
];

fn at(x_mm: i32, y_mm: i32) -> Place {
    Place {
        x_mm,
        y_mm,
        z_mm: 0,
    }
}

fn rect([x0, y0, x1, y1]: [i32; 4]) -> Rect {
    Rect {
        x0: x0 * 100,
        y0: y0 * 100,
        x1: x1 * 100,
        y1: y1 * 100,
    }
}

fn street() -> Space {
    let plates = PLATES.iter().map(|(is_room, ground)| match is_room {
        true => Plate::room(rect(*ground)),
        false => Plate::outdoors(rect(*ground)),
    });
    let obstacles = OBSTACLES.iter();
    let obstacles = obstacles.map(|ground| Obstacle::standing(rect(*ground), 2_000));
    let gaps = (0..)
        .zip(GAPS.iter())
        .map(|(n, (a, b, x, y, wide))| Opening {
            id: OpeningId(n),
            kind: OpeningKind::Gap,
            between: [*a, *b],
            ends: [at(x * 100, y * 100); 2],
            width_mm: wide * 100,
            open: true,
        });
    let (space, faults) = Space::build(&GroundPlan {
        plates: plates.collect(),
        obstacles: obstacles.collect(),
        openings: gaps.collect(),
        ..GroundPlan::default()
    });
    assert_eq!(faults, []);
    space
}

/// Ways of equal length meet in the same node. Each was expanded again, so that nodes multiplied from
/// corner to corner, and the budget of twenty thousand was spent in a street of 64 by 44 metres.
#[test]
fn nodes_do_not_multiply_where_ways_are_equally_long() {
    let way = street().path(at(60_701, 17_166), at(5_915, 40_606), &Shortest, 2_000);
    assert!(matches!(way, Way::Found(_)), "{way:?}");
}
