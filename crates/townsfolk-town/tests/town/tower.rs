//! The tower of `examples/tower`: a thousand people who live by daily scripts.

use std::collections::BTreeMap;
use std::sync::Arc;
use townsfolk::{Folk, SingleThread, Threads, WakeMode};
use townsfolk_core::{ActionId, LocationKindId, Seed};
use townsfolk_lang::project::Project;
use townsfolk_town::living::{Content, Living};
use townsfolk_town::plan::Plan;
use townsfolk_town::stage::Opening;
use townsfolk_town::stage::tower::{TowerEdit, tile_of_place};

const TOWER: &str = include_str!("../../../../examples/tower/tower.folk");

/// The tower from a time of day on, with a share of its people, in thousandths.
fn tower(seconds: i32, rate: i64, share: u32) -> Living {
    let mut project = Project::of_files([("tower.folk", TOWER)]);
    let checked = project.check();
    let problems: Vec<_> = checked.problems.iter().map(|p| &p.message).collect();
    assert!(problems.is_empty(), "{problems:#?}");
    let (module, symbols) = project.compile(&checked).unwrap();
    let mut plan = Plan::lay(checked.ground().unwrap(), &module, &symbols);
    let ground = Arc::make_mut(plan.tower.as_mut().unwrap());
    for (_, count, ..) in &mut ground.people {
        *count = *count * share / 1000;
    }
    let content = Content::new(Arc::new(module), symbols, plan).unwrap();
    let opening = Opening {
        seconds,
        ..Opening::default().at_rate(rate)
    };
    Living::begin(content, Seed(4), opening)
}

/// Lets the tower live up to a time of day, and counts the actions that are begun.
fn live_until(living: &mut Living, hour: i32, minute: i32) -> BTreeMap<ActionId, usize> {
    let mut begun = BTreeMap::new();
    let until = hour * 3600 + minute * 60;
    living.step(&SingleThread);
    while living.folk.daytime() < until {
        living.step(&SingleThread);
        count(&living.folk, &mut begun);
    }
    begun
}

fn count(folk: &Folk, begun: &mut BTreeMap<ActionId, usize>) {
    for command in &folk.output().commands {
        if let townsfolk::Command::Start { what, .. } = command {
            *begun.entry(*what).or_default() += 1;
        }
    }
}

fn times(begun: &BTreeMap<ActionId, usize>, action: &str) -> usize {
    begun.get(&ActionId::named(action)).copied().unwrap_or(0)
}

const MORNING: i32 = 7 * 3600 + 30 * 60;

#[test]
fn a_morning_in_the_tower_fills_offices_and_tills() {
    let mut living = tower(MORNING, 60_000, 200);
    let begun = live_until(&mut living, 9, 30);
    assert!(times(&begun, "work") > 100, "{begun:?}");
    assert!(times(&begun, "drink") > 50, "{begun:?}");
    assert_eq!(times(&begun, "complain"), 0);
    let paid: i64 = living.stage.tills().map(|(_, coins)| coins).sum();
    assert_eq!(paid, 3 * times(&begun, "drink") as i64);
    assert_eq!(
        living.stage.violations(living.folk.now()),
        Vec::<String>::new()
    );
    // Offices are on many floors, so people are too.
    let now = living.folk.now();
    let floors = living
        .stage
        .bodies_at(now)
        .map(|body| tile_of_place(body.at).0);
    let floors: std::collections::BTreeSet<u16> = floors.collect();
    assert!(floors.len() > 30, "{floors:?}");
}

#[test]
fn done_16_without_its_cafes_the_tower_complains_and_nobody_pays_for_coffee() {
    let mut living = tower(MORNING, 60_000, 200);
    live_until(&mut living, 7, 40);
    let cafe = LocationKindId::named("cafe");
    assert!(
        living
            .stage
            .edit_tower(&mut living.folk, TowerEdit::Remove(cafe))
    );
    let begun = live_until(&mut living, 9, 30);
    assert!(times(&begun, "complain") > 50, "{begun:?}");
    assert_eq!((times(&begun, "drink"), times(&begun, "pay")), (0, 0));
    // Whoever is told of another café finds it the next day.
    let edit = TowerEdit::Place(cafe, 0, 31);
    assert!(living.stage.edit_tower(&mut living.folk, edit));
    let begun = live_until(&mut living, 15, 45);
    assert!(times(&begun, "drink") > 20, "{begun:?}");
}

#[test]
fn a_closed_lift_is_noticed_where_it_stands_and_others_take_its_place() {
    let mut living = tower(MORNING, 60_000, 200);
    live_until(&mut living, 8, 5);
    let shafts: Vec<_> = living
        .stage
        .tower()
        .unwrap()
        .shafts()
        .map(|(n, _)| n)
        .collect();
    for number in &shafts {
        let edit = TowerEdit::Close(*number);
        assert!(living.stage.edit_tower(&mut living.folk, edit));
    }
    let begun = live_until(&mut living, 9, 0);
    assert!(
        times(&begun, "complain") > 20,
        "nobody gets anywhere: {begun:?}"
    );
    let edit = TowerEdit::Open(shafts[2]);
    assert!(living.stage.edit_tower(&mut living.folk, edit));
    let begun = live_until(&mut living, 10, 30);
    assert!(times(&begun, "work") > 100, "one lift is enough: {begun:?}");
    // A new floor is reached by what reached the top.
    assert!(
        living
            .stage
            .edit_tower(&mut living.folk, TowerEdit::AddFloor)
    );
    let tower = living.stage.tower().unwrap();
    assert_eq!(tower.floors(), 101);
    assert_eq!(tower.shaft(shafts[2]).unwrap().high, 100);
}

#[test]
fn done_24_nobody_waits_long_and_frames_do_not_matter_in_seven_days_of_a_thousand_people() {
    // A thousand seconds of the calendar pass in a second, so that a week takes ten minutes.
    let week = |frames_per_second: i64| {
        let mut living = tower(6 * 3600, 1_000_000, 1000);
        let mut selections = 0;
        let (mut ticks, mut frame) = (0, 0);
        while ticks < 7 * 86_400 * 60 / 1000 {
            frame += 1;
            // A frame plays the ticks that are due by then.
            while ticks * frames_per_second < frame * 60 {
                ticks += 1;
                living.step(&SingleThread);
            }
            selections = living.folk.selections().selections;
        }
        (living.digest(), living.folk.now(), selections, living)
    };
    let (digest, now, selections, living) = week(60);
    assert_eq!(living.folk.characters().count(), 1000);
    assert!(selections > 50_000, "{selections}");
    let longest = living.folk.selections().longest_wait;
    assert!(longest <= 16, "{longest} ticks");
    for frames in [30, 144] {
        let (other, later, ..) = week(frames);
        if later == now {
            assert_eq!(other, digest, "{frames} frames a second");
        } else {
            panic!("{later:?} is not {now:?}");
        }
    }
}

#[test]
fn the_tower_is_the_same_on_two_threads_after_a_save_and_looked_at_without_cause() {
    let mut plain = tower(MORNING, 60_000, 100);
    let mut threaded = plain.clone();
    let mut naive = plain.clone();
    let mut shaken = plain.clone();
    naive.folk.looking = WakeMode::Naive;
    shaken.folk.looking = WakeMode::Shake(100);
    let two = Threads::new(2);
    for tick in 0..4_000 {
        plain.step(&SingleThread);
        threaded.step(&two);
        naive.step(&SingleThread);
        shaken.step(&SingleThread);
        if tick == 2_000 {
            plain = Living::load(&plain.save()).unwrap();
        }
        if tick % 500 == 499 {
            let digest = plain.digest();
            assert_eq!(threaded.digest(), digest, "two threads, tick {tick}");
            assert_eq!(naive.digest(), digest, "naive, tick {tick}");
            assert_eq!(shaken.digest(), digest, "shaken, tick {tick}");
        }
    }
}

#[test]
fn a_full_lift_makes_people_wait() {
    let mut project = Project::of_files([("tower.folk", TOWER)]);
    let checked = project.check();
    let (module, symbols) = project.compile(&checked).unwrap();
    let trip = |capacity: u16| {
        let mut plan = Plan::lay(checked.ground().unwrap(), &module, &symbols);
        let ground = Arc::make_mut(plan.tower.as_mut().unwrap());
        ground.shafts.retain(|shaft| shaft.x == 60);
        ground.shafts[0].capacity = capacity;
        ground.people.truncate(1);
        ground.people[0].1 = 60;
        let content = Content::new(Arc::new(module.clone()), symbols.clone(), plan).unwrap();
        let opening = Opening {
            seconds: 8 * 3600,
            ..Opening::default().at_rate(60_000)
        };
        let mut living = Living::begin(content, Seed(4), opening);
        let begun = live_until(&mut living, 8, 25);
        times(&begun, "work")
    };
    let (few, many) = (trip(1), trip(60));
    assert!(few < many, "{few} of {many} are at their desks in time");
}
