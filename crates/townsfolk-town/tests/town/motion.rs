//! Movement: nobody jumps, nobody goes through a wall, everybody gets through the door.

use crate::support::{house, somewhere, walkable};
use proptest::prelude::*;
use townsfolk::Place;
use townsfolk_core::{CharacterId, Duration, Tick};
use townsfolk_town::motion::{Detail, Gates, Planner, Walk, Walker};
use townsfolk_town::paths::{Atlas, Finder};
use townsfolk_town::plan::{Plan, PlanArea, Plate, PlateUse, Rect, Way};

struct Legs<'a> {
    atlas: &'a Atlas,
    finder: Finder,
    gates: Gates,
}

impl<'a> Legs<'a> {
    fn on(atlas: &'a Atlas) -> Legs<'a> {
        Legs {
            atlas,
            finder: Finder::default(),
            gates: Gates::default(),
        }
    }

    fn walk(
        &mut self,
        who: u32,
        detail: Detail,
        from: Place,
        to: Place,
        start: i64,
    ) -> Option<Walk> {
        let route = self.finder.route(self.atlas, from, to, &|_| true)?;
        let mut planner = Planner {
            atlas: self.atlas,
            finder: &mut self.finder,
            gates: &mut self.gates,
        };
        let walker = Walker {
            who: CharacterId(who),
            pace_mm: 1_000 + 100 * (who as i32 % 8),
            lane_mm: 600 + 100 * (who as i32 % 9),
            detail,
        };
        planner.walk(&walker, &route, from, to, Tick(start))
    }

    fn pace(who: u32) -> i64 {
        1_000 + 100 * i64::from(who % 8)
    }
}

/// No further in a tick than a walker's pace, and no wall in between: from one plate to another only
/// through a connector of both.
fn steps_soundly(atlas: &Atlas, pace: i64, before: Place, now: Place) -> Result<(), String> {
    let moved = before.distance_mm(now);
    // A place is rounded down to whole millimetres on each axis.
    if moved > pace / 60 + 3 {
        return Err(format!("{moved} mm in a tick"));
    }
    let (Some(a), Some(b)) = (atlas.plate_at(before), atlas.plate_at(now)) else {
        return Err("nowhere".into());
    };
    let door = |way: &townsfolk_town::plan::ConnectorId| {
        let connector = atlas.plan().connector(*way).unwrap();
        let near = connector
            .ends
            .iter()
            .any(|end| end.distance_mm(now) <= i64::from(connector.width_mm / 2) + 60);
        connector.side_on(b).is_some() && (near || connector.way == Way::Stairs)
    };
    if a != b && !atlas.ways(a).iter().any(door) {
        return Err(format!("through a wall, {before:?} to {now:?}"));
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// Walks are begun, redirected and stopped anywhere, near and far.
    #[test]
    fn nobody_teleports(
        seed in any::<u64>(),
        orders in proptest::collection::vec((any::<u64>(), 1..2_000i64, any::<bool>(), any::<bool>()), 1..12),
    ) {
        let atlas = walkable(house(seed, 4, 3, 2));
        let mut legs = Legs::on(&atlas);
        let mut walk = Walk::standing(somewhere(&atlas, seed), Tick(0));
        let mut now = 0;
        let mut here = walk.at(Tick(0));
        for (goal, lasts, stops, far) in orders {
            let at = walk.at(Tick(now));
            walk = if stops {
                Walk::standing(at, Tick(now))
            } else {
                let detail = if far { Detail::Far } else { Detail::Near };
                let to = somewhere(&atlas, goal);
                let found = legs.walk(3, detail, at, to, now);
                prop_assert!(found.is_some(), "no way from {at:?} to {to:?}");
                found.unwrap_or(walk)
            };
            for _ in 0..lasts {
                now += 1;
                let next = walk.at(Tick(now));
                if let Err(amiss) = steps_soundly(&atlas, Legs::pace(3), here, next) {
                    prop_assert!(false, "tick {now}: {amiss}");
                }
                here = next;
            }
        }
    }
}

/// Spec: far characters arrive at the same time (±10 %) as near ones walking the same route.
#[test]
fn done_38_far_walkers_arrive_when_near_ones_do_and_raising_detail_goes_through_no_wall() {
    let mut worst = 0;
    for seed in 0..60 {
        let atlas = walkable(house(seed, 5, 4, 2));
        for n in 0..8 {
            let (from, to) = (
                somewhere(&atlas, seed * 91 + n),
                somewhere(&atlas, seed * 97 + n),
            );
            let mut legs = Legs::on(&atlas);
            let near = legs.walk(4, Detail::Near, from, to, 0).unwrap();
            let far = legs.walk(4, Detail::Far, from, to, 0).unwrap();
            let (near, far_takes) = (near.end().0, far.end().0);
            // Of what takes less than ten seconds, a tenth is less than a step.
            if near >= 600 {
                let apart = (near - far_takes).abs() * 100 / near;
                worst = worst.max(apart);
                assert!(
                    apart <= 10,
                    "seed {seed}, {n}: {near} and {far_takes} ticks"
                );
            }
            // The player comes along in the middle of it.
            let middle = far_takes / 2;
            let here = far.at(Tick(middle));
            let raised = legs.walk(4, Detail::Near, here, to, middle).unwrap();
            let mut before = far.at(Tick(middle - 1));
            for tick in middle..=raised.end().0 {
                let now = raised.at(Tick(tick));
                steps_soundly(&atlas, Legs::pace(4), before, now).unwrap();
                before = now;
            }
            assert_eq!(raised.goal(), to);
        }
    }
    assert!(worst > 0, "nothing was compared");
}

/// A yard and a hall with one narrow door between them.
fn two_rooms() -> Plan {
    let area = townsfolk_core::AreaId(1);
    let mut plan = Plan::default();
    plan.areas.push(PlanArea {
        id: area,
        name: "here".into(),
        within: None,
    });
    let mut plate = |x: i32, used_as| {
        plan.add_plate(Plate {
            area,
            used_as,
            rect: Rect::new(x, 0, 20_000, 20_000),
            z_mm: 0,
            height_mm: 3_000,
            rough: vec![],
        })
    };
    let between = [plate(0, PlateUse::Square), plate(20_000, PlateUse::Room)];
    plan.connect(Way::Door, between, 900);
    plan
}

#[test]
fn people_pass_a_narrow_door_singly_and_in_the_order_of_their_coming() {
    let atlas = walkable(two_rooms());
    let mut legs = Legs::on(&atlas);
    let mut passed = vec![];
    let mut queued = vec![];
    for n in 0..20u32 {
        // Ten from each side, all at the same distance, half a second apart.
        let (a, b) = (Place::metres(10, 10), Place::metres(30, 10));
        let (from, to) = if n % 2 == 0 { (a, b) } else { (b, a) };
        let walk = legs
            .walk(8 * n, Detail::Near, from, to, i64::from(n) * 10)
            .unwrap();
        let pass = walk.passes()[0];
        passed.push((pass.at.0, n));
        let before = walk.at(Tick(pass.at.0 - 45));
        queued.push(before.distance_mm(Place::metres(20, 10)));
        assert_eq!(
            walk.at(pass.at),
            Place::metres(20, 10),
            "through the middle of the door"
        );
    }
    let turns = legs.gates.turns(townsfolk_town::plan::ConnectorId(0));
    assert_eq!(turns.len(), 20);
    assert!(turns.windows(2).all(|pair| pair[0].until <= pair[1].from));
    let mut sorted = passed.clone();
    sorted.sort_unstable();
    assert_eq!(passed, sorted, "first come, first through");
    assert!(
        queued.iter().all(|mm| *mm >= 600),
        "nobody stands in the door: {queued:?}"
    );
    // One after the other without a pause: twenty times 0.7 metres at a metre a second.
    let all = passed[19].0 - passed[0].0;
    assert!((19 * 42..=19 * 46).contains(&all), "{all} ticks");
}

#[test]
fn a_turn_that_is_given_back_is_free_again() {
    let atlas = walkable(two_rooms());
    let mut legs = Legs::on(&atlas);
    let way = townsfolk_town::plan::ConnectorId(0);
    let (a, b) = (Place::metres(10, 10), Place::metres(30, 10));
    let first = legs.walk(0, Detail::Near, a, b, 0).unwrap();
    let alone = first.end();
    legs.gates.give_back(way, CharacterId(0), Tick(1));
    assert_eq!(legs.walk(0, Detail::Near, a, b, 0).unwrap().end(), alone);
    assert!(legs.walk(8, Detail::Near, a, b, 0).unwrap().end() > alone);
    legs.gates.forget(alone.after(Duration::minutes(1)));
    assert_eq!(legs.gates.turns(way), []);
}

#[test]
fn in_a_street_people_keep_to_the_right() {
    let atlas = walkable(house(1, 12, 1, 1));
    let mut legs = Legs::on(&atlas);
    let (west, east) = (Place::metres(1, -3), Place::metres(70, -3));
    let eastward = legs.walk(1, Detail::Near, west, east, 0).unwrap();
    let westward = legs.walk(1, Detail::Near, east, west, 0).unwrap();
    let middle = |walk: &Walk| walk.at(Tick(walk.end().0 / 2)).y_mm;
    assert!(middle(&eastward) < -3_500 && middle(&westward) > -2_500);
}
