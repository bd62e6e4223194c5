//! The queries that the examples ship, as data, and a small yard.
#![allow(dead_code, reason = "each test file uses a part of it")]

use townsfolk_core::{DeciderId, Number, SymbolId};
use townsfolk_module::senses::{Criterion, PostQuery, PostSource};
use townsfolk_space::{CoverSpots, GroundPlan, Obstacle, Plate, Rect, Space, cover_spots};
use townsfolk_tactics::posts::Ground;

use PostSource::{Cover as Behind, Either, Open};

/// A criterion: its name, and the points of its curve in metres (or degrees) and shares.
type Row = (&'static str, &'static [(i64, i64)]);

/// Name, candidates, whether a place without a shot counts, criteria.
const QUERIES: [(&str, PostSource, bool, &[Row]); 17] = [
    (
        "panic",
        Behind,
        false,
        &[
            ("close_in", &[]),
            ("safe_way", &[]),
            ("not_behind", &[]),
            ("distance", &[(3_000, 0), (5_000, 1_000)]),
        ],
    ),
    (
        "advance",
        Behind,
        false,
        &[
            ("can_shoot", &[]),
            ("closer", &[]),
            ("spread", &[]),
            ("safe_way", &[]),
            ("clear_of_friends", &[]),
            ("way", &[]),
        ],
    ),
    (
        "combat_cover",
        Behind,
        false,
        &[
            ("can_shoot", &[]),
            ("distance", &[(4_000, 0), (8_000, 1_000), (20_000, 500)]),
            ("spread", &[]),
            ("clear_of_friends", &[]),
            ("way", &[]),
        ],
    ),
    (
        "back_away",
        Behind,
        false,
        &[
            ("can_shoot", &[]),
            ("distance", &[(8_000, 0), (14_000, 1_000)]),
            ("safe_way", &[]),
        ],
    ),
    (
        "hide",
        Behind,
        true,
        &[
            ("hidden", &[]),
            ("distance", &[(6_000, 0), (15_000, 1_000)]),
            ("safe_way", &[]),
            ("not_behind", &[]),
        ],
    ),
    (
        "surround",
        Behind,
        false,
        &[("can_shoot", &[]), ("flank_angle", &[]), ("spread", &[])],
    ),
    (
        "flank_end",
        Open,
        false,
        &[
            ("behind", &[]),
            ("sees_place", &[]),
            ("near_place", &[(3_000, 500), (7_000, 1_000), (12_000, 0)]),
        ],
    ),
    (
        "check_place",
        Open,
        false,
        &[
            ("sees_place", &[]),
            ("near_place", &[(3_000, 1_000), (10_000, 200)]),
            ("way", &[]),
        ],
    ),
    (
        "investigate",
        Open,
        false,
        &[
            ("sees_place", &[]),
            ("near_place", &[(3_000, 1_000), (10_000, 0)]),
            ("way", &[]),
        ],
    ),
    (
        "search_look",
        Open,
        false,
        &[("sees_cells", &[]), ("way", &[]), ("spread", &[])],
    ),
    (
        "aim_watch",
        Either,
        false,
        &[
            ("sees_place", &[]),
            ("can_shoot", &[]),
            ("distance", &[(5_000, 0), (10_000, 1_000)]),
        ],
    ),
    (
        "regroup",
        Behind,
        false,
        &[("near_friends", &[]), ("hidden", &[])],
    ),
    (
        "flee",
        Behind,
        true,
        &[
            ("hidden", &[]),
            ("distance", &[(10_000, 0), (30_000, 1_000)]),
            ("safe_way", &[]),
        ],
    ),
    (
        "hold_door",
        Behind,
        false,
        &[
            ("sees_place", &[]),
            ("distance", &[(4_000, 0), (8_000, 1_000)]),
        ],
    ),
    (
        "ambush_wait",
        Behind,
        true,
        &[
            ("hidden", &[]),
            ("darkness", &[]),
            ("near_route", &[(3_000, 1_000), (12_000, 0)]),
            ("not_seen_lately", &[]),
        ],
    ),
    (
        "ambush_retreat",
        Behind,
        true,
        &[
            ("hidden", &[]),
            ("darkness", &[]),
            ("distance", &[(8_000, 0), (12_000, 1_000)]),
            ("safe_way", &[]),
        ],
    ),
    (
        "script_return",
        Open,
        true,
        &[("near_place", &[(0, 1_000), (3_000, 0)])],
    ),
];

/// A shipped query.
pub(crate) fn query(name: &str) -> PostQuery {
    let named = QUERIES.iter().find(|row| row.0 == name);
    let (_, from, without_shot, rows) = named.expect("a shipped query");
    let criterion = |(name, points): &Row| Criterion {
        name: SymbolId::named(name),
        parameter: (*name == "hidden" && rows.len() == 2).then_some(Number(300)),
        curve: points
            .iter()
            .map(|(x, y)| (Number(*x), Number(*y)))
            .collect(),
        exponent: 1000,
    };
    PostQuery {
        id: DeciderId::named(name),
        name: SymbolId::named(name),
        from: *from,
        within_mm: None,
        without_shot: *without_shot,
        criteria: rows.iter().map(criterion).collect(),
    }
}

/// All shipped queries.
pub(crate) fn queries() -> Vec<PostQuery> {
    QUERIES.iter().map(|row| query(row.0)).collect()
}

/// A yard of so many metres from its centre to each side, with boxes: west, south, east, north, height
/// in decimetres.
pub(crate) fn yard(half: i32, boxes: &[(i32, i32, i32, i32, i32)]) -> Space {
    let metres = |n: i32| n * 1000;
    let rect = Rect::of((metres(-half), metres(-half)), (metres(half), metres(half)));
    let solid = |(x0, y0, x1, y1, high): &(i32, i32, i32, i32, i32)| {
        let rect = Rect::of((metres(*x0), metres(*y0)), (metres(*x1), metres(*y1)));
        Obstacle::standing(rect, high * 100)
    };
    let plan = GroundPlan {
        plates: vec![Plate::outdoors(rect)],
        obstacles: boxes.iter().map(solid).collect(),
        ..GroundPlan::default()
    };
    let (space, faults) = Space::build(&plan);
    assert_eq!(faults, []);
    space
}

/// A yard with its places behind cover.
pub(crate) struct Yard {
    pub(crate) space: Space,
    pub(crate) covers: CoverSpots,
}

impl Yard {
    /// A yard of so many metres from its centre to each side, with boxes.
    pub(crate) fn new(half: i32, boxes: &[(i32, i32, i32, i32, i32)]) -> Yard {
        let space = yard(half, boxes);
        Yard {
            covers: cover_spots(&space),
            space,
        }
    }

    pub(crate) fn ground(&self) -> Ground<'_> {
        Ground {
            space: &self.space,
            covers: &self.covers,
        }
    }
}
