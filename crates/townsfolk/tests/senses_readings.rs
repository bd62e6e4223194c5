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
action listen uses voice, takes 1 s
action curse uses voice, takes 1 s
action hush uses voice, takes 1 s

stimulus voice reach 3 m, loud 0.5, gives away, told

senses sharp
  hears asleep 1, unaware 1, agitated 1, searching 1, chasing 1
  sees 30 m, wide 100 deg, narrow 8 deg, spread 5 m, takes 1 s
  answers agitate 0.15, react 0.35, chase 0.9
  loses after 3 s

skills guard_skills until done, senses sharp, hunts intruder
  wander random

rules manners
  rule sees_it
    when .foe = X, seen(.me, X)
    do gasp
  rule hears_it
    when .foe = X, heard(.me, X), not seen(.me, X)
    do listen
  rule loses_it
    when .foe = X, lost(.me, X)
    do curse
  rule is_uneasy
    when alert(.me)
    do hush
"#;

/// The actions that begin within a time.
fn actions(folk: &mut Folk, ticks: i64) -> Vec<String> {
    let voice = ["gasp", "listen", "curse", "hush"];
    let mut begun: Vec<String> = vec![];
    for _ in 0..ticks {
        folk.tick_with(&NoReadings, &SingleThread);
        for command in folk.output().commands.clone() {
            if let Command::Start { action, what, .. } = command {
                let name = voice.iter().find(|name| ActionId::named(name) == what);
                begun.extend(name.map(|name| (*name).to_string()));
                folk.report(Report::Outcome(action, Outcome::Done));
            }
        }
    }
    begun.sort();
    begun.dedup();
    begun
}

#[test]
fn rules_ask_what_is_seen_heard_and_lost() {
    let (module, symbols) = compile([("gate.folk", GATE)]);
    let mut folk = Folk::new(module, Seed(3));
    folk.set_symbols(symbols);
    let guard = folk.add("guard", at(0.0, 0.0)).unwrap();
    let intruder = folk.add("intruder", at(-2.0, 0.0)).unwrap();
    folk.report(Report::Property {
        name: HostId::named("foe"),
        arguments: vec![],
        value: Pushed::Is(Value::Character(intruder)),
    });
    assert_eq!(actions(&mut folk, 60), [""; 0]);
    folk.sound_by("voice", at(-1.0, 0.0), intruder).unwrap();
    assert_eq!(actions(&mut folk, 30), ["hush", "listen"]);
    assert!(folk.why(guard).to_string().contains("heard voice"));
    folk.set_facing(guard, Angle::degrees(180));
    assert_eq!(actions(&mut folk, 300), ["gasp"]);
    folk.report(Report::Moved(intruder, at(60.0, 0.0)));
    assert_eq!(actions(&mut folk, 400), ["curse"]);
}

#[test]
fn readings_that_nobody_asks_for_are_no_part_of_the_module() {
    let without = GATE.split("rules manners").next().unwrap();
    let without = without.replace(", manners", "");
    let (module, _) = compile([("gate.folk", without.as_str())]);
    assert_eq!(module.host.len(), 1);
}
