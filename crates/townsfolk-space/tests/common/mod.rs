//! Ground that several tests use.
#![allow(dead_code, reason = "each test file uses a part")]

use townsfolk_core::{Draw, Place, Seed, SiteId, Tick};
use townsfolk_space::*;

/// A point on the floor, in metres.
pub(crate) fn at(x: i32, y: i32) -> Place {
    Place::metres(x, y)
}

/// A point at the height of the eyes, in metres.
pub(crate) fn eye(x: i32, y: i32) -> Place {
    Place {
        z_mm: 1_600,
        ..at(x, y)
    }
}

/// Open ground around the origin.
pub(crate) fn plain(metres: i32) -> GroundPlan {
    let half = metres * 500;
    GroundPlan {
        plates: vec![Plate::outdoors(Rect::of((-half, -half), (half, half)))],
        ..GroundPlan::default()
    }
}

/// Twenty metres of ground with boxes of all heights, none of which overlap, and two rooms.
pub(crate) fn random_plan(seed: u64) -> GroundPlan {
    let draw = Draw::at(Seed(seed), 0, Tick(0), SiteId(0));
    let mut plan = GroundPlan {
        plates: vec![
            Plate::outdoors(Rect::of((0, 0), (20_000, 12_000))),
            Plate::room(Rect::of((0, 12_000), (8_000, 20_000))),
            Plate::room(Rect::of((8_000, 12_000), (20_000, 20_000))),
        ],
        ..GroundPlan::default()
    };
    let opening = |id, kind, between, (x_mm, y_mm), open| Opening {
        id: OpeningId(id),
        kind,
        between,
        ends: [Place {
            x_mm,
            y_mm,
            z_mm: 0,
        }; 2],
        width_mm: 1_200,
        open,
    };
    plan.openings = vec![
        opening(1, OpeningKind::Door, [0, 1], (4_000, 12_000), true),
        opening(
            2,
            OpeningKind::Door,
            [1, 2],
            (8_000, 16_000),
            draw.coin(900, 500),
        ),
        opening(3, OpeningKind::Window, [0, 2], (14_000, 12_000), true),
        opening(4, OpeningKind::Gap, [0, 2], (18_000, 12_000), true),
    ];
    for n in 0..14 {
        let number = |k: u64, low, high| draw.between(n * 8 + k, low, high) as i32;
        let (x, y) = (number(0, 0, 190) * 100, number(1, 0, 190) * 100);
        let rect = Rect::of(
            (x, y),
            (x + number(2, 1, 40) * 100, y + number(3, 1, 20) * 100),
        );
        let rect = Rect {
            x1: rect.x1.min(20_000),
            y1: rect.y1.min(20_000),
            ..rect
        };
        let apart = plan
            .obstacles
            .iter()
            .all(|other| !other.rect.overlaps(&rect));
        if apart && !rect.is_empty() {
            plan.obstacles
                .push(Obstacle::standing(rect, number(4, 3, 30) * 100));
        }
    }
    plan
}

/// A room of six metres in a yard, with a closed door to the north and a window to the east.
pub(crate) fn room_with_door() -> GroundPlan {
    let opening = |id, kind, between, (x, y), open| Opening {
        id: OpeningId(id),
        kind,
        between,
        ends: [at(x, y); 2],
        width_mm: 1_000,
        open,
    };
    GroundPlan {
        plates: vec![
            Plate::room(Rect::of((0, 0), (6_000, 6_000))),
            Plate::outdoors(Rect::of((0, 6_000), (12_000, 12_000))),
            Plate::outdoors(Rect::of((6_000, 0), (12_000, 6_000))),
        ],
        openings: vec![
            opening(1, OpeningKind::Door, [0, 1], (3, 6), false),
            opening(2, OpeningKind::Window, [0, 2], (6, 3), true),
        ],
        ..GroundPlan::default()
    }
}

/// Two rooms above one another, joined by stairs.
pub(crate) fn two_floors() -> GroundPlan {
    let upper = Plate {
        z_mm: 3_000,
        ..Plate::room(Rect::of((0, 0), (10_000, 10_000)))
    };
    GroundPlan {
        plates: vec![Plate::room(Rect::of((0, 0), (10_000, 10_000))), upper],
        openings: vec![Opening {
            id: OpeningId(1),
            kind: OpeningKind::Stairs,
            between: [0, 1],
            ends: [
                at(5, 5),
                Place {
                    z_mm: 3_000,
                    ..at(5, 5)
                },
            ],
            width_mm: 1_000,
            open: true,
        }],
        ..GroundPlan::default()
    }
}
