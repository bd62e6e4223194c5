//! A budget of work: never exceeded, fair, saved, and free of meaning but for time.
#![allow(clippy::unwrap_used, reason = "tests")]

mod support;

use std::collections::BTreeMap;
use std::sync::Arc;
use support::compile;
use support::hamlet::{Hamlet, lively};
use townsfolk::Threads;
use townsfolk::prelude::*;
use townsfolk::{Focus, WakeMode};
use townsfolk_core::{ActionId, Draw, SiteId};
use townsfolk_town::TownStage;

const TEXT: &str = r#"
role citizen
action bow takes 2 s
action hum takes 3 s
action nod takes 1 s

script greeting
  cast
    citizen 2..2 joins as wish
  state come
    rule bow do bow goto met
  state met
    rule hum do hum goto going
  state going
    rule nod do nod leave

location spot
  prefers greeting 1
  emits script within 4 m, every 1 s, rests 1 h
"#;

/// So many spots with two people each, who greet one another once.
fn greetings(spots: i32, budget: Option<u32>) -> (Folk, TownStage) {
    let (module, _) = compile([("spots.folk", TEXT)]);
    let mut folk = Folk::new(module, Seed(5));
    folk.set_budget(budget);
    for n in 0..spots {
        let at = Place::metres(n % 16 * 50, n / 16 * 50);
        folk.place_location(Placement {
            kind: LocationKindId::named("spot"),
            at,
            region: RegionId(0),
        });
        for x in [500, -500] {
            folk.add_character(Newcomer {
                roles: vec![RoleId::named("citizen")],
                at: Some(at.offset((x, 0))),
                ..Newcomer::default()
            });
        }
    }
    (folk, TownStage::on_open_ground(Seed(5)))
}

/// What everybody did, in order, and when the last of it began.
fn deeds(
    (mut folk, mut stage): (Folk, TownStage),
    ticks: i64,
) -> (BTreeMap<CharacterId, Vec<ActionId>>, Tick, Folk) {
    let mut did: BTreeMap<CharacterId, Vec<ActionId>> = BTreeMap::new();
    let mut last = Tick(0);
    for tick in 0..ticks {
        stage.step(&mut folk, &SingleThread);
        if tick % 50 == 0 {
            assert_eq!(folk.violations(), []);
        }
        for command in &folk.output().commands {
            if let Command::Start { who, what, .. } = command {
                did.entry(*who).or_default().push(*what);
                last = folk.now();
            }
        }
    }
    (did, last, folk)
}

#[test]
fn with_a_budget_the_same_happens_only_later() {
    let (free, soon, unbounded) = deeds(greetings(200, None), 60 * 20);
    let (bound, late, bounded) = deeds(greetings(200, Some(3)), 60 * 100);
    assert_eq!(free.len(), 400);
    let all = ["bow", "hum", "nod"].map(ActionId::named).to_vec();
    assert!(free.values().all(|did| *did == all), "{free:?}");
    assert_eq!(free, bound);
    assert!(late > soon, "{late:?} after {soon:?}");
    assert!(unbounded.work().most > 3, "{:?}", unbounded.work());
    let work = bounded.work();
    assert_eq!(work.most, 3);
    assert!(work.longest_wait > 5, "{work:?}");
    assert!(work.longest_wait <= work.longest_possible, "{work:?}");
}

/// People with minds and people asleep, on a budget that is too small for the busy moments.
fn town(budget: Option<u32>, asleep: bool) -> Hamlet {
    let mut hamlet = Hamlet::of(Arc::new(lively()), 16, 60_000, 3);
    hamlet.folk.set_budget(budget);
    if asleep {
        hamlet.folk.set_focus(vec![Focus {
            at: Place::metres(0, 0),
            full_mm: 40_000,
            ambient_mm: 80_000,
        }]);
    }
    for n in 0..8 {
        for (m, name) in (0..).zip(["carl", "bea", "dora", "eve"]) {
            hamlet.add(name, m * 3, n);
        }
    }
    hamlet
}

#[test]
fn no_tick_costs_more_than_the_budget() {
    for case in 0..12 {
        let draw = Draw::at(Seed(case), 0, Tick(0), SiteId::named("case"));
        let units = u32::try_from(draw.between(0, 1, 5)).unwrap();
        let mut hamlet = town(Some(units), case % 2 == 0);
        for _ in 0..4_000 {
            hamlet.tick();
            let work = hamlet.folk.work();
            assert!(work.last <= u64::from(units), "{units}: {work:?}");
        }
        assert_eq!(hamlet.folk.violations(), [], "{units}");
        let work = hamlet.folk.work();
        assert!(
            work.longest_wait <= work.longest_possible,
            "{units}: {work:?}"
        );
    }
}

#[test]
fn a_budget_that_is_never_reached_changes_nothing() {
    let mut free = town(None, true);
    let mut bound = town(Some(1_000_000), true);
    for _ in 0..6_000 {
        free.tick();
        bound.tick();
        assert_eq!(free.folk.output(), bound.folk.output());
    }
    assert_eq!(bound.folk.work().longest_wait, 0);
    assert_eq!(free.folk.digest().minds, bound.folk.digest().minds);
}

#[test]
fn threads_and_shaking_make_no_difference() {
    let mut alone = town(Some(2), false);
    let mut others = town(Some(2), false);
    others.folk.looking = WakeMode::Shake(100);
    let threads = Threads::new(4);
    for _ in 0..4_000 {
        alone.tick();
        others.tick_on(&threads);
        assert_eq!(alone.folk.output().commands, others.folk.output().commands);
    }
    assert_eq!(alone.folk.digest(), others.folk.digest());
}

#[test]
fn whoever_waits_goes_on_waiting_after_loading() {
    for asleep in [false, true] {
        let mut whole = town(Some(1), asleep);
        let mut parts = town(Some(1), asleep);
        let mut waited = 0;
        for tick in 0..4_000 {
            if tick % 97 == 0 {
                let bytes = parts.folk.save();
                let (loaded, _) = Folk::load(parts.folk.module().clone(), &bytes).unwrap();
                assert_eq!(loaded.digest(), parts.folk.digest(), "{tick}");
                parts.folk = loaded;
                waited += parts.folk.work().waiting;
            }
            whole.tick();
            parts.tick();
            let (a, b) = (whole.folk.output(), parts.folk.output());
            assert_eq!(a.commands, b.commands, "{tick}");
        }
        assert_eq!(whole.folk.digest(), parts.folk.digest());
        assert!(waited > 0, "nobody ever waited");
    }
}

/// A budget that is taken away lets everybody catch up.
#[test]
fn a_budget_can_be_taken_away() {
    let (mut folk, mut stage) = greetings(200, Some(1));
    for _ in 0..120 {
        stage.step(&mut folk, &SingleThread);
    }
    assert!(folk.work().waiting > 10, "{:?}", folk.work());
    folk.set_budget(None);
    let (did, ..) = deeds((folk, stage), 60 * 20);
    assert!(
        did.values()
            .all(|did| did.last() == Some(&ActionId::named("nod")))
    );
    assert_eq!(did.len(), 400);
}
