//! Who is near, and who sees whom.

use crate::support::{ROOM_X, house, somewhere, walkable};
use proptest::prelude::*;
use std::collections::BTreeMap;
use townsfolk::Place;
use townsfolk_core::{CharacterId, Draw, Seed, SiteId, Tick};
use townsfolk_town::motion::{Detail, Gates, Planner, Walk, Walker};
use townsfolk_town::near::Movers;
use townsfolk_town::paths::Finder;
use townsfolk_town::plan::{ConnectorId, Plan, PlateId, Way};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Compared with asking everybody, at moments before, during and after their walks; some of them
    /// change their minds.
    #[test]
    fn who_is_near_is_who_is_near(seed in any::<u64>()) {
        let atlas = walkable(house(seed, 12, 8, 1));
        let (mut finder, mut gates) = (Finder::default(), Gates::default());
        let mut movers = Movers::default();
        let mut walks: BTreeMap<CharacterId, Walk> = BTreeMap::new();
        let draw = Draw::at(Seed(seed), 5, Tick(0), SiteId(5));
        for n in 0..120u64 {
            let who = CharacterId(n as u32 % 90);
            let start = Tick(draw.between(n, 0, 2_000));
            let from = match walks.get(&who) {
                Some(walk) => walk.at(start),
                None => somewhere(&atlas, seed ^ n),
            };
            let to = somewhere(&atlas, seed ^ (n + 1_000));
            let route = finder.route(&atlas, from, to, &|_| true).unwrap();
            let mut planner = Planner { atlas: &atlas, finder: &mut finder, gates: &mut gates };
            let walker = Walker { who, pace_mm: 1_400, lane_mm: 700, detail: Detail::Near };
            let walk = planner.walk(&walker, &route, from, to, start).unwrap();
            if let Some(before) = walks.get(&who) {
                movers.take(who, before);
            }
            movers.put(who, &walk);
            walks.insert(who, walk);
        }
        let mut found = vec![];
        for n in 0..60u64 {
            let at = somewhere(&atlas, seed ^ (n + 5_000));
            let tick = Tick(draw.between(n + 500, 0, 6_000));
            let within = draw.between(n + 900, 100, 30_000) as u32;
            movers.near(at, within, tick, |who| Some(walks[&who].at(tick)), &mut found);
            let naive = walks.iter().filter(|(_, walk)| walk.at(tick).is_within(at, within));
            let naive: Vec<CharacterId> = naive.map(|(who, _)| *who).collect();
            prop_assert_eq!(&found, &naive);
        }
        for (who, walk) in &walks {
            movers.take(*who, walk);
        }
        prop_assert!(movers.is_empty());
    }
}

/// Three rooms in a row with doors between them.
fn row() -> Plan {
    let mut plan = house(1, 3, 1, 1);
    plan.connectors
        .retain(|way| way.side_on(PlateId(3)).is_none());
    plan.connect(Way::Door, [PlateId(3), PlateId(0)], 900);
    plan
}

fn in_room(room: i32, x: i32, y: i32) -> Place {
    Place {
        x_mm: room * ROOM_X + x,
        y_mm: y,
        z_mm: 0,
    }
}

#[test]
fn one_sees_through_open_doors_in_a_straight_line() {
    let atlas = walkable(row());
    let open = |_: ConnectorId| true;
    let (west, east) = (in_room(0, 1_000, 2_500), in_room(2, 5_000, 2_500));
    assert!(atlas.sees(west, east, &open), "through both doors");
    assert!(
        atlas.sees(west, in_room(0, 100, 100), &open),
        "in the same room"
    );
    assert!(
        !atlas.sees(in_room(0, 1_000, 500), east, &open),
        "past the first door"
    );
    assert!(
        !atlas.sees(west, in_room(1, 3_000, 4_900), &open),
        "around the corner"
    );
    let shut = |way: ConnectorId| way != ConnectorId(1);
    assert!(!atlas.sees(west, east, &shut), "the second door is shut");
    assert!(atlas.sees(west, in_room(1, 5_000, 2_500), &shut));
}

#[test]
fn the_edge_of_a_door_is_exact() {
    let atlas = walkable(row());
    let open = |_: ConnectorId| true;
    // The door is at y 2050 to 2950; a level line at its very edge passes, one beside it does not.
    let level = |y: i32| atlas.sees(in_room(0, 3_000, y), in_room(1, 3_000, y), &open);
    assert!(level(2_050) && level(2_950));
    assert!(!level(2_049) && !level(2_951));
}

#[test]
fn one_sees_through_windows_and_not_through_floors() {
    let mut plan = row();
    plan.connect(Way::Window, [PlateId(3), PlateId(1)], 1_200);
    let atlas = walkable(plan);
    let open = |_: ConnectorId| true;
    let street = Place {
        x_mm: ROOM_X + 3_000,
        y_mm: -3_000,
        z_mm: 0,
    };
    assert!(atlas.sees(street, in_room(1, 3_000, 2_000), &open));
    assert!(!atlas.sees(street, in_room(1, 300, 500), &open));
    let upstairs = walkable(house(2, 1, 1, 2));
    let above = Place {
        z_mm: 3_000,
        ..in_room(0, 3_000, 1_250)
    };
    assert!(!upstairs.sees(in_room(0, 3_000, 1_250), above, &open));
}

proptest! {
    /// Whoever sees is seen.
    #[test]
    fn sight_goes_both_ways(seed in any::<u64>(), shut in 0..30u32) {
        let atlas = walkable(house(seed, 4, 4, 2));
        let open = |way: ConnectorId| way.0 != shut;
        for n in 0..30 {
            let (a, b) = (somewhere(&atlas, seed ^ n), somewhere(&atlas, seed ^ (n + 77)));
            prop_assert_eq!(atlas.sees(a, b, &open), atlas.sees(b, a, &open));
        }
    }
}
