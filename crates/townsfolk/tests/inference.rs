//! Inference over referents in the engine: guards who notice, infer, act, lose track and explain.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

mod support;

use std::collections::BTreeMap;
use std::sync::Arc;
use support::compile;
use townsfolk::prelude::*;
use townsfolk::{Category, SymbolId, Threads, WakeMode};

/// Ticks between two cycles of a guard.
const CYCLE: usize = 30;

const SENTRY: &str = "
role guard thinks with sentry
role intruder

action look_around(character) takes 1 s
action chase(character) takes 60 s
action shoot(character) takes 60 s
action aim_at(character) uses gaze, takes 60 s
action run_away takes 60 s

attribute hidden(character) set by host
attribute burning(character) set by host
attribute aimed_at(character) set by host
attribute alarm set by host

referents sentry: target, threat
  sight 30 m when not .hidden(X)
  notices moving 100%
  notices still 100%
  notice target among intruder within 30 m forget after 10 s
  sense visible(X)
  sense in_range(X) within 8 m
  sense burning(X) when .burning(X)
  feel aimed_at(X) when .aimed_at(X)
  feel lost(X) unseen for 2 s
  sense alarm when .alarm
  can_shoot(X) if in_range(X), aimed_at(X)
  want caught(target)
  achieve caught(X) do chase(X) when visible(X), not burning(X)
  want to know visible(threat)
  to know visible(X) do look_around(X)

  situation fight as need fighting when can_shoot(target)
    do shoot(X) when can_shoot(X)

  situation search as need when lost(target)
    do look_around(X) when lost(X)

  situation panic as danger when alarm
    do run_away
";

/// A game that lets actions run until they are stopped.
struct Game {
    folk: Folk,
    running: BTreeMap<(CharacterId, String), ActionRef>,
}

impl Game {
    fn new(text: &str) -> Game {
        let (module, symbols) = compile([("sentry.folk", text)]);
        let mut folk = Folk::new(module, Seed(5));
        folk.set_symbols(symbols);
        Game {
            folk,
            running: BTreeMap::new(),
        }
    }

    fn add(&mut self, role: &str, x: i32) -> CharacterId {
        self.folk.add(role, Place::metres(x, 0)).unwrap()
    }

    fn ticks(&mut self, count: usize) {
        for _ in 0..count {
            self.folk.tick_with(&NoReadings, &SingleThread);
            self.obey();
        }
    }

    fn obey(&mut self) {
        for command in self.folk.output().commands.clone() {
            match command {
                Command::Start {
                    action,
                    who,
                    what,
                    target,
                    ..
                } => {
                    let name = self.folk.symbols().name(Category::Action, what.0);
                    let name = match target {
                        Some(Value::Character(other)) => format!("{name} {}", other.0),
                        _ => name,
                    };
                    self.running.insert((who, name), action);
                }
                Command::Stop(action) => {
                    self.running.retain(|_, running| *running != action);
                    self.folk.report(Report::Outcome(action, Outcome::Stopped));
                }
                _ => {}
            }
        }
    }

    /// What a character does now.
    fn does(&self, who: CharacterId) -> Vec<&str> {
        let own = self.running.keys().filter(|(other, _)| *other == who);
        own.map(|(_, name)| name.as_str()).collect()
    }

    fn set(&mut self, name: &str, of: &[CharacterId], holds: bool) {
        let of: Vec<Value> = of.iter().map(|who| Value::Character(*who)).collect();
        let value = if holds {
            Pushed::Holds
        } else {
            Pushed::HoldsNot
        };
        self.folk.set_property(name, &of, value).unwrap();
    }

    fn why(&self, who: CharacterId) -> String {
        let all = self.folk.why_deciders(who).into_iter();
        let own = all.filter(|(by, _)| *by == SymbolId::named("inference"));
        own.map(|(_, why)| why).collect()
    }

    fn recent(&self, who: CharacterId) -> Vec<String> {
        let all = self.folk.recent_decisions(who).into_iter();
        let own = all.filter(|(by, _)| *by == SymbolId::named("inference"));
        let lines = own.flat_map(|(_, lines)| lines);
        lines
            .map(|line| line.split_once(": ").unwrap().1.to_string())
            .collect()
    }
}

#[test]
fn done_01_a_guard_shoots_only_what_is_in_range_and_aimed_at() {
    let mut game = Game::new(SENTRY);
    let guard = game.add("guard", 0);
    let near = game.add("intruder", 5);
    game.ticks(2 * CYCLE);
    assert_eq!(game.does(guard), [format!("chase {}", near.0)]);
    game.set("aimed_at", &[near], true);
    game.ticks(2 * CYCLE + 1);
    assert_eq!(game.does(guard), [format!("shoot {}", near.0)]);
    assert!(
        game.why(guard).starts_with(
            "in the situation fight, because can_shoot(target) (in_range(target), aimed_at(target))"
        ),
        "{}",
        game.why(guard)
    );
    game.folk.report(Report::Moved(near, Place::metres(12, 0)));
    game.ticks(2 * CYCLE + 1);
    assert_eq!(game.does(guard), [format!("chase {}", near.0)]);
}

#[test]
fn done_04_the_guard_looks_around_until_the_threat_is_seen() {
    let mut game = Game::new(SENTRY);
    let guard = game.add("guard", 0);
    let other = game.add("guard", 20);
    game.set("hidden", &[other], true);
    game.ticks(1);
    game.folk.bind(guard, "threat", other).unwrap();
    game.ticks(CYCLE + 1);
    assert_eq!(game.does(guard), [format!("look_around {}", other.0)]);
    let why = game.why(guard);
    assert!(
        why.contains("visible(threat) is unknown and to be known"),
        "{why}"
    );
    game.ticks(5 * CYCLE);
    assert_eq!(game.does(guard), [format!("look_around {}", other.0)]);
    game.set("hidden", &[other], false);
    game.ticks(CYCLE + 1);
    assert_eq!(game.does(guard), [] as [&str; 0]);
}

#[test]
fn done_05_prey_that_slips_into_lava_is_given_up_within_one_cycle() {
    let mut game = Game::new(SENTRY);
    let guard = game.add("guard", 0);
    let prey = game.add("intruder", 20);
    game.ticks(2 * CYCLE);
    assert_eq!(game.does(guard), [format!("chase {}", prey.0)]);
    game.set("burning", &[prey], true);
    game.ticks(CYCLE + 1);
    assert_eq!(game.does(guard), [] as [&str; 0]);
    game.set("burning", &[prey], false);
    game.ticks(CYCLE + 1);
    assert_eq!(game.does(guard), [format!("chase {}", prey.0)]);
}

const PORTER: &str = "
role porter thinks with carrying
role package
role door

action pick_up(character) takes 60 s
action walk_to(character) takes 60 s
attribute held(character) set by host

referents carrying: package, door
  notices moving 100%
  notices still 100%
  notice package among package within 20 m
  notice door among door within 20 m
  sense held(X) when .held(X)
  sense at_hand(X) within 1 m
  delivered(X) if held(package), at_hand(X)
  want delivered(door)
  achieve delivered(X) by held(package)
  achieve held(X) do pick_up(X)
  achieve delivered(X) do walk_to(X) when held(package)
";

#[test]
fn done_05_a_dropped_package_is_picked_up_within_one_cycle() {
    let mut game = Game::new(PORTER);
    let porter = game.add("porter", 0);
    let package = game.add("package", 1);
    let door = game.add("door", 9);
    game.set("held", &[package], true);
    game.ticks(2 * CYCLE);
    assert_eq!(game.does(porter), [format!("walk_to {}", door.0)]);
    game.set("held", &[package], false);
    game.ticks(CYCLE + 1);
    assert_eq!(game.does(porter), [format!("pick_up {}", package.0)]);
    game.set("held", &[package], true);
    game.ticks(CYCLE + 1);
    assert_eq!(game.does(porter), [format!("walk_to {}", door.0)]);
}

#[test]
fn done_07_a_target_that_is_destroyed_or_rebound_leaves_no_bit() {
    let mut game = Game::new(SENTRY);
    let guard = game.add("guard", 0);
    let first = game.add("intruder", 5);
    game.ticks(2 * CYCLE);
    assert_eq!(game.does(guard), [format!("chase {}", first.0)]);
    let second = game.add("intruder", 9);
    game.ticks(1);
    game.folk.bind(guard, "target", second).unwrap();
    game.ticks(CYCLE + 1);
    assert_eq!(game.does(guard), [format!("chase {}", second.0)]);
    game.folk.report(Report::Gone(first));
    game.folk.report(Report::Gone(second));
    game.ticks(CYCLE + 1);
    assert_eq!(game.does(guard), [] as [&str; 0]);
    let not = game
        .folk
        .why_not_deciders(guard, SymbolId::named("visible"));
    assert_eq!(not[0].1, "visible is unknown: no referent is bound");
}

#[test]
fn a_guard_loses_track_searches_and_forgets() {
    let mut game = Game::new(SENTRY);
    let guard = game.add("guard", 0);
    let thief = game.add("intruder", 20);
    game.ticks(2 * CYCLE);
    game.set("hidden", &[thief], true);
    game.ticks(7 * CYCLE);
    assert_eq!(game.does(guard), [format!("look_around {}", thief.0)]);
    assert!(game.why(guard).contains("the situation search is active"));
    game.ticks(20 * CYCLE);
    assert_eq!(game.does(guard), [] as [&str; 0]);
    let told = game.recent(guard);
    let thief = game.folk.name_of(thief);
    assert_eq!(
        told,
        [
            &format!("target is {thief}"),
            "acts because of caught",
            "enters search",
            "acts because of search",
            "loses track of target",
            "leaves search",
        ]
    );
}

#[test]
fn the_more_urgent_situation_drives_and_the_host_may_enter_one() {
    let mut game = Game::new(SENTRY);
    let guard = game.add("guard", 0);
    let thief = game.add("intruder", 20);
    game.ticks(2 * CYCLE);
    game.set("alarm", &[], true);
    game.ticks(2 * CYCLE + 1);
    assert_eq!(game.does(guard), ["run_away"]);
    game.set("alarm", &[], false);
    game.ticks(2 * CYCLE + 1);
    assert_eq!(game.does(guard), [format!("chase {}", thief.0)]);
    let panic = SymbolId::named("panic");
    let not = game.folk.why_not_deciders(guard, panic);
    assert_eq!(
        not[0].1,
        "the situation panic is not active: alarm is false"
    );
    assert!(game.folk.enter_situation(guard, "picnic").is_err());
    game.folk.enter_situation(guard, "panic").unwrap();
    game.ticks(CYCLE + 1);
    assert_eq!(game.does(guard), ["run_away"]);
}

#[test]
fn who_has_no_referents_costs_nothing() {
    let mut game = Game::new(SENTRY);
    for x in 0..20 {
        game.add("intruder", x);
    }
    game.ticks(1);
    let before = game.folk.work().all;
    game.ticks(3 * CYCLE);
    assert_eq!(game.folk.work().all, before);
}

/// Guards and thieves that move about, so that bindings, situations and offers change.
fn busy() -> Game {
    let text = SENTRY
        .replace("moving 100%", "moving 40%")
        .replace("still 100%", "still 10%");
    let mut game = Game::new(&text);
    for x in 0..6 {
        game.add("guard", x * 4);
        game.add("intruder", x * 5 + 3);
    }
    game
}

/// Moves some thieves, by the tick.
fn disturb(game: &mut Game, tick: usize) {
    let who = CharacterId(2 * (1 + tick as u32 % 6));
    if tick.is_multiple_of(7) {
        let place = Place::metres((tick as i32 * 13) % 50 - 10, tick as i32 % 9);
        game.folk.report(Report::Moved(who, place));
    }
    if tick.is_multiple_of(41) {
        game.set("hidden", &[who], tick.is_multiple_of(82));
    }
    if tick == 333 {
        game.folk.report(Report::Gone(CharacterId(4)));
    }
}

#[test]
fn a_save_at_any_tick_goes_on_bit_for_bit() {
    for at in [1, 29, 30, 100, 333, 334, 500] {
        let mut whole = busy();
        for tick in 0..at {
            disturb(&mut whole, tick);
            whole.ticks(1);
        }
        let module: Arc<Module> = whole.folk.module().clone();
        let (mut folk, moved) = Folk::load(module, &whole.folk.save()).unwrap();
        folk.set_symbols(whole.folk.symbols().clone());
        assert!(moved.is_empty());
        assert_eq!(folk.digest(), whole.folk.digest(), "loaded at {at}");
        let running = whole.running.clone();
        let mut loaded = Game { folk, running };
        for tick in at..at + 200 {
            for game in [&mut whole, &mut loaded] {
                disturb(game, tick);
                game.ticks(1);
            }
            assert_eq!(loaded.folk.digest(), whole.folk.digest(), "{at}, {tick}");
        }
    }
}

#[test]
fn threads_and_needless_looks_change_nothing() {
    let mut digests = vec![];
    for way in 0..3 {
        let mut game = busy();
        game.folk.looking = match way {
            0 => WakeMode::WhenDue,
            _ => WakeMode::Naive,
        };
        for tick in 0..600 {
            disturb(&mut game, tick);
            match way {
                2 => {
                    game.folk.tick_with(&NoReadings, &Threads::new(3));
                    game.obey();
                }
                _ => game.ticks(1),
            }
        }
        digests.push(game.folk.digest());
    }
    assert_eq!(digests[0], digests[1]);
    assert_eq!(digests[0], digests[2]);
}

#[test]
fn a_reload_keeps_bindings_and_situations_by_name() {
    let mut game = Game::new(SENTRY);
    let guard = game.add("guard", 0);
    let thief = game.add("intruder", 20);
    game.ticks(2 * CYCLE);
    game.set("hidden", &[thief], true);
    game.ticks(6 * CYCLE);
    assert!(game.why(guard).contains("the situation search is active"));
    // The referents are in another order, and a situation stands before the others.
    let changed = SENTRY
        .replace(
            "referents sentry: target, threat",
            "referents sentry: exit, threat, target",
        )
        .replace(
            "  situation fight",
            "  situation rest when not known visible(_)\n\n  situation fight",
        );
    let (module, symbols) = compile([("sentry.folk", changed.as_str())]);
    game.folk.reload(module);
    game.folk.set_symbols(symbols);
    game.ticks(1);
    let why = game.why(guard);
    let thief = game.folk.name_of(thief);
    assert!(why.contains("the situation search is active"), "{why}");
    assert!(why.contains(&format!("target is {thief}, sensed")), "{why}");
}

#[test]
fn a_forged_set_has_no_program_and_nobody_thinks_with_it() {
    let (module, symbols) = compile([("sentry.folk", SENTRY)]);
    let mut module = (*module).clone();
    let set = module.deciders.inferences.first_mut().unwrap();
    let rule = set.rules.first_mut().unwrap();
    rule.body[0].predicate = rule.head;
    let mut folk = Folk::new(Arc::new(module), Seed(1));
    folk.set_symbols(symbols);
    let guard = folk.add("guard", Place::metres(0, 0)).unwrap();
    for _ in 0..100 {
        folk.tick_with(&NoReadings, &SingleThread);
    }
    assert_eq!(folk.why_deciders(guard), []);
}
