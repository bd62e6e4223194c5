//! Plans that an author laid out.

use crate::support::{lay, shipped, walkable};
use std::sync::Arc;
use townsfolk::prelude::*;
use townsfolk_core::{AreaId, MemberId, PropId, PropKindId};
use townsfolk_town::paths::Finder;
use townsfolk_town::plan::{Plan, Way};
use townsfolk_town::stage::{Opening, TownStage};

const VILLAGE: &str = "
area village
area lane in village
area green in village
area bakery in village
area attic in bakery

role baker carries baking
prop brass_key
action walk_to takes 1 s

layer baking
  flag dough on
  concept work
  action knead: mingle here
  dough drives work
  work drives action knead

layer body
  flag up on
  concept ease
  action rest: mingle here
  up drives ease
  ease drives action rest

schedule bakers_day
  0:00..12:00 at bakery as baker
  12:00..24:00 at attic as baker

schedule strollers_day
  0:00..24:00 at green as baker

person otto
  mind body
  follows bakers_day

person ida
  mind body
  follows strollers_day

location oven
  tags bakery

location crate
  tags bakery, attic, lane

location well

plan village
  street lane from 0 m, 0 m to 40 m, 5 m
  square green from 40 m, -10 m to 60 m, 10 m
  room bakery from 4 m, 5 m to 14 m, 13 m
  room attic from 4 m, 5 m to 14 m, 13 m floor 1
  door bakery to lane wide 1.2 m open 6:00..18:00 admits baker key brass_key
  door bakery to lane private
  stairs bakery to attic
  place well in green at 10 m, 10 m named old_well
  place crate in bakery at 2 m, 2 m
";

fn village() -> Plan {
    lay(VILLAGE).2
}

#[test]
fn everything_is_where_it_was_put() {
    let plan = village();
    assert_eq!(plan.problems(), []);
    let stands = |kind: &str| -> Vec<(AreaId, Place)> {
        let spots = plan.spots.iter();
        let spots = spots.filter(|spot| spot.kind == LocationKindId::named(kind));
        spots
            .map(|spot| (plan.plate(spot.plate).unwrap().area, spot.at))
            .collect()
    };
    assert_eq!(
        stands("well"),
        [(AreaId::named("green"), Place::metres(50, 0))]
    );
    // Placed by hand in the bakery, by its tags in the attic and in the lane.
    let crates = stands("crate");
    let areas: Vec<AreaId> = crates.iter().map(|(area, _)| *area).collect();
    assert_eq!(areas.len(), 3);
    for area in ["bakery", "attic", "lane"] {
        assert!(areas.contains(&AreaId::named(area)), "{area}");
    }
    assert_eq!(crates[0].1, Place::metres(6, 7));
    assert_eq!(stands("oven").len(), 1);
    let named = plan.spots.iter().flat_map(|spot| &spot.named);
    assert_eq!(
        named.copied().collect::<Vec<_>>(),
        [PropId::named("old_well")]
    );
}

#[test]
fn doors_admit_whom_they_should() {
    let plan = village();
    let doors: Vec<_> = plan
        .connectors
        .iter()
        .filter(|way| way.way == Way::Door)
        .collect();
    let [front, back] = doors.as_slice() else {
        unreachable!("two doors");
    };
    assert_eq!(front.width_mm, 1_200);
    assert_eq!(front.admits.hours, Some((6 * 3600, 18 * 3600)));
    assert_eq!(front.admits.roles, [RoleId::named("baker")]);
    assert_eq!(front.admits.key, Some(PropKindId::named("brass_key")));
    // Otto lives behind it, Ida does not.
    assert_eq!(back.admits.people, [MemberId::named("otto")]);
    assert_eq!(back.width_mm, 900);
}

#[test]
fn one_can_walk_from_the_green_to_the_attic() {
    let atlas = walkable(village());
    let mut finder = Finder::default();
    let attic = Place {
        z_mm: 3_000,
        ..Place::metres(12, 11)
    };
    let route = finder.route(&atlas, Place::metres(55, 5), attic, &|_| true);
    assert!(route.is_some());
}

/// The whole town: nothing overlaps, nothing is out of reach, and every house has a bed.
#[test]
fn lindenford_is_well_laid_out() {
    let (_, _, plan) = shipped("lindenford");
    assert_eq!(plan.problems(), []);
    let beds = plan.spots.iter();
    let beds = beds.filter(|spot| spot.kind == LocationKindId::named("bed"));
    assert_eq!(beds.count(), 25 + 12);
}

const GREENS: &str = "
area village
area lane in village
area cottage in village
area bakery in village
area greens in village

role citizen
role resident is citizen carries idling
role baker is citizen carries idling
role stroller is citizen carries idling

action walk_to takes 1 s, limit 10 min

layer body
  flag up on

layer idling
  flag free on
  concept leisure
  action wait: mingle here
  free drives leisure
  leisure drives action wait

schedule bakers_day
  0:00..8:00 at cottage as resident
  8:00..24:00 at bakery as baker

schedule strollers_day
  0:00..8:00 at cottage as resident
  8:00..24:00 at greens as stroller

person otto
  mind body
  follows bakers_day

person ida
  mind body
  follows strollers_day

plan village
  street lane from 0 m, 0 m to 60 m, 5 m
  room cottage from 4 m, 5 m to 14 m, 13 m
  room bakery from 20 m, 5 m to 30 m, 13 m
  square greens from 0 m, -20 m to 20 m, 0 m
  square greens from 20 m, -20 m to 40 m, 0 m
  square greens from 40 m, -20 m to 60 m, 0 m
  door cottage to lane
  door bakery to lane admits baker
";

/// The village of two squares and a bakery at half past eight, with so many strollers.
fn greens(strollers: usize) -> Folk {
    let (module, _, plan) = lay(GREENS);
    let mut folk = Folk::new(module.clone(), Seed(1));
    let mut stage = TownStage::new(Arc::new(walkable(plan)), Seed(1));
    let opening = Opening {
        seconds: 8 * 3600 - 60,
        ..Opening::default()
    };
    stage.open(&mut folk, opening);
    let ida = module
        .minds
        .people
        .iter()
        .find(|p| p.id == MemberId::named("ida"));
    for _ in 0..strollers {
        stage.bring(&mut folk, ida.unwrap(), Place::metres(9, 9));
    }
    for _ in 0..60 * 90 {
        stage.step(&mut folk, &SingleThread);
    }
    folk
}

/// Trial checker.md: a baker who was only on the way to becoming one was shut out.
#[test]
fn a_door_that_admits_bakers_admits_one_on_the_way() {
    let folk = greens(0);
    let otto = folk
        .characters()
        .find(|person| person.roles.contains(&RoleId::named("baker")));
    let otto = otto.expect("there is a baker");
    assert_eq!(folk.area_of(otto.id), Some(AreaId::named("bakery")));
}

/// Trial host.md 11: of several blocks of an area, most people went to one.
#[test]
fn people_spread_over_the_blocks_of_an_area() {
    let folk = greens(30);
    let mut blocks = [0; 3];
    for person in folk.characters() {
        let at = person.at.unwrap();
        if folk.area_of(person.id) == Some(AreaId::named("greens")) {
            blocks[(at.x_mm / 20_001) as usize] += 1;
        }
    }
    assert!(blocks.iter().all(|people| *people >= 5), "{blocks:?}");
}
