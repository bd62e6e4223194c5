//! Plans: what is made up for content, and what a plan may not be.

use crate::support::{compile, example, house, walkable};
use expect_test::{Expect, expect};
use std::fmt::Write;
use townsfolk_core::AreaId;
use townsfolk_module::{Category, Symbols};
use townsfolk_town::plan::{Plan, PlateId, Rect, Rough, Way};

/// Plates with their sizes, where their ways lead, and what stands there.
fn told(plan: &Plan, symbols: &Symbols) -> String {
    let name = |id: PlateId| {
        let plate = plan.plate(id).unwrap();
        let area = plan.area(plate.area).map_or("?", |area| &area.name);
        format!("{} ({:?})", area, plate.used_as)
    };
    let mut text = String::new();
    for (plate, id) in plan.plates.iter().zip(0..) {
        let (wide, deep) = (plate.rect.wide() / 1000, plate.rect.deep() / 1000);
        let _ = write!(text, "{}, {wide} by {deep} m", name(PlateId(id)));
        for connector in &plan.connectors {
            if let Some(side) = connector.side_on(PlateId(id)) {
                let other = name(connector.between[1 - side]);
                let _ = write!(text, "; {:?} to {other}", connector.way);
            }
        }
        let here = plan.spots.iter().filter(|spot| spot.plate == PlateId(id));
        let here: Vec<String> = here
            .map(|spot| symbols.name(Category::Location, spot.kind.0))
            .collect();
        if !here.is_empty() {
            let _ = write!(text, "; with {}", here.join(", "));
        }
        text.push('\n');
    }
    text
}

#[test]
fn the_village_gets_a_street_rooms_and_doors_without_being_changed() {
    let (module, symbols) = example("village");
    let plan = Plan::derive(&module, &symbols);
    assert_eq!(plan.problems(), []);
    expect![[r#"
        village (Street), 35 by 6 m; Door to churchyard (Room); Door to cottage (Room); Door to inn (Room); Door to mill_house (Room); Door to workshop (Room)
        churchyard (Room), 5 by 5 m; Door to village (Street); with linden_tree
        cottage (Room), 8 by 8 m; Door to village (Street); with bed, privy, table
        inn (Room), 13 by 5 m; Door to kitchen (Room); Door to taproom (Room); Door to village (Street); with privy
        kitchen (Room), 5 by 5 m; Door to inn (Room); with table
        taproom (Room), 8 by 5 m; Door to inn (Room); with counter, dinner_table
        mill_house (Room), 8 by 8 m; Door to village (Street); with bed, privy, table
        workshop (Room), 8 by 5 m; Door to village (Street); with privy, table
    "#]].assert_eq(&told(&plan, &symbols));
}

#[test]
fn areas_without_a_common_whole_share_a_street() {
    let text = "
area bar
area toilets in bar
area workshop
role citizen
location bench_spot
location wash_basin
  tags toilets
";
    let (module, symbols) = compile(text);
    let plan = Plan::derive(&module, &symbols);
    assert_eq!(plan.problems(), []);
    expect![[r#"
        the streets (Street), 12 by 6 m; Door to bar (Room); Door to workshop (Room); Mouth to the streets (Square)
        bar (Room), 5 by 4 m; Door to toilets (Room); Door to the streets (Street)
        toilets (Room), 5 by 5 m; Door to bar (Room); with wash_basin
        workshop (Room), 4 by 4 m; Door to the streets (Street)
        the streets (Square), 5 by 5 m; Mouth to the streets (Street); with bench_spot
    "#]].assert_eq(&told(&plan, &symbols));
}

#[test]
fn every_sort_of_content_gets_a_plan() {
    for name in [
        "village", "chef", "bench", "cafe", "market", "picnic", "tour",
    ] {
        let (module, symbols) = example(name);
        let plan = Plan::derive(&module, &symbols);
        assert_eq!(plan.problems(), [], "{name}");
        assert!(!plan.spots.is_empty(), "{name}");
    }
}

#[test]
fn a_house_with_many_rooms_has_an_upper_floor_with_stairs() {
    let text = "
area town
area inn in town
area one in inn
area two in inn
area three in inn
area four in inn
area five in inn
area yard in town
role citizen
location bed
  tags one, two, three, four, five
";
    let (module, symbols) = compile(text);
    let plan = Plan::derive(&module, &symbols);
    assert_eq!(plan.problems(), []);
    let heights = |z: i32| plan.plates.iter().filter(|plate| plate.z_mm == z).count();
    // The street, the yard, the hall and three rooms; the landing and two rooms.
    assert_eq!((heights(0), heights(3_000)), (6, 3));
    let atlas = walkable(plan);
    let bed = |n: usize| atlas.plan().spots[n].at;
    let beds: Vec<_> = (0..5).map(bed).collect();
    assert_eq!(beds.iter().filter(|at| at.z_mm == 3_000).count(), 2);
    let mut finder = townsfolk_town::paths::Finder::default();
    for from in &beds {
        for to in &beds {
            assert!(finder.route(&atlas, *from, *to, &|_| true).is_some());
        }
    }
}

/// What is said of a house that was changed.
fn check(change: impl FnOnce(&mut Plan), expected: &Expect) {
    let mut plan = house(3, 3, 1, 1);
    for plate in &mut plan.plates {
        plate.rough.clear();
    }
    walkable(plan.clone());
    change(&mut plan);
    let told: Vec<String> = plan.problems().iter().map(ToString::to_string).collect();
    expected.assert_eq(&told.join("\n"));
}

#[test]
fn a_room_without_a_door_is_told() {
    check(
        |plan| plan.connectors.retain(|c| c.side_on(PlateId(2)).is_none()),
        &expect!["nobody can get to the house (plate 2): no door leads there"],
    );
    check(
        |plan| {
            for connector in &mut plan.connectors {
                if connector.side_on(PlateId(2)).is_some() {
                    connector.way = Way::Window;
                }
            }
        },
        &expect!["nobody can get to the house (plate 2): no door leads there"],
    );
}

#[test]
fn plates_on_the_same_ground_are_told() {
    check(
        |plan| plan.plates[1].rect.x0 -= 500,
        &expect![[r#"
        plate 0 in the house and plate 1 in the house lie on the same ground
        connector 0 does not lie where the house and the house meet"#]],
    );
}

#[test]
fn a_door_in_no_wall_is_told() {
    check(
        |plan| plan.connectors[0].ends = plan.connectors[0].ends.map(|end| end.offset((300, 0))),
        &expect!["connector 0 does not lie where the house and the house meet"],
    );
    check(
        |plan| plan.connectors[0].between[1] = PlateId(99),
        &expect!["connector 0 does not lead from one plate to another"],
    );
}

#[test]
fn furniture_that_cuts_a_room_in_two_is_told() {
    check(
        |plan| {
            let room = plan.plates[1].rect;
            let across = Rect::new(room.x0 + 3_000, room.y0, 500, room.deep());
            plan.plates[1].rough.push(Rough {
                rect: across,
                value: 1000,
            });
        },
        &expect!["in the house (plate 1) furniture cuts off what is at 12.0, 2.5 m"],
    );
}

#[test]
fn a_plate_as_large_as_a_country_is_told() {
    check(
        |plan| {
            plan.plates[3].rect = Rect {
                x0: i32::MIN,
                y0: i32::MIN,
                x1: i32::MAX,
                y1: 0,
            }
        },
        &expect!["plate 3 in the house is too large: cut it in pieces"],
    );
}

#[test]
fn areas_in_a_circle_are_told() {
    check(
        |plan| plan.areas[0].within = Some(AreaId::named("house")),
        &expect!["the area the house is part of one that does not come before it in the plan"],
    );
}
