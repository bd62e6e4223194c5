//! Conditions that ask for senses, in content compiled from text.
#![allow(clippy::unwrap_used, reason = "tests")]

mod support;

use support::compile;
use townsfolk::prelude::*;
use townsfolk_core::Angle;

const GATE: &str = r#"
role guard thinks with guard_skills, manners
role intruder

attribute foe: character set by host

action gasp uses voice, takes 1 s

stimulus voice reach 3 m, loud 0.5, gives away, told

senses sharp
  hears asleep 1, unaware 1, agitated 1, searching 1, chasing 1
  sees 30 m, wide 100 deg, narrow 8 deg, spread 5 m, takes 1 s
  answers agitate 0.15, react 0.35, chase 0.9
  loses after 3 s

skills guard_skills until done, senses sharp, hunts intruder
  wander random

rules manners
  rule reacts
    when .foe = X, CONDITION
    do gasp
"#;

/// Whether the guard gasps within a time.
fn gasps(folk: &mut Folk, ticks: i64) -> bool {
    let mut gasped = false;
    for _ in 0..ticks {
        folk.tick_with(&NoReadings, &SingleThread);
        for command in folk.output().commands.clone() {
            if let Command::Start { action, what, .. } = command {
                gasped |= what == ActionId::named("gasp");
                folk.report(Report::Outcome(action, Outcome::Done));
            }
        }
    }
    gasped
}

/// In which parts of a story a condition becomes true: silence, a voice behind the guard, the guard
/// turns round, the intruder is gone.
fn becomes_true(condition: &str) -> [bool; 4] {
    let source = GATE.replace("CONDITION", condition);
    let (module, symbols) = compile([("gate.folk", source.as_str())]);
    let mut folk = Folk::new(module, Seed(3));
    folk.set_symbols(symbols);
    let guard = folk.add("guard", at(0.0, 0.0)).unwrap();
    let intruder = folk.add("intruder", at(-2.0, 0.0)).unwrap();
    folk.report(Report::Property {
        name: HostId::named("foe"),
        arguments: vec![],
        value: Pushed::Is(Value::Character(intruder)),
    });
    let silence = gasps(&mut folk, 60);
    folk.set_facing(guard, Angle::EAST);
    folk.sound_by("voice", at(-1.0, 0.0), intruder).unwrap();
    let voice = gasps(&mut folk, 30);
    assert!(folk.why(guard).to_string().contains("heard voice"));
    // Long enough for the excitement to pass.
    folk.set_facing(guard, Angle::degrees(180));
    let turns = gasps(&mut folk, 300);
    folk.report(Report::Moved(intruder, at(60.0, 0.0)));
    [silence, voice, turns, gasps(&mut folk, 400)]
}

#[test]
fn rules_ask_what_is_seen_heard_and_lost() {
    assert_eq!(becomes_true("seen(.me, X)"), [false, false, true, false]);
    assert_eq!(becomes_true("heard(.me, X)"), [false, true, false, false]);
    assert_eq!(becomes_true("lost(.me, X)"), [false, false, false, true]);
    assert_eq!(becomes_true("alert(.me)"), [false, true, false, false]);
    // The voice was heard, then the intruder was seen, and then neither: until it is lost.
    let unseen = becomes_true("heard(.me, X), not seen(.me, X)");
    assert_eq!(unseen, [false, true, false, true]);
}

#[test]
fn readings_that_nobody_asks_for_are_no_part_of_the_module() {
    let without = GATE.split("rules manners").next().unwrap();
    let without = without.replace(", manners", "");
    let (module, _) = compile([("gate.folk", without.as_str())]);
    assert_eq!(module.host.len(), 1);
}
