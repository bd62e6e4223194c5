//! Characters that decide by snippets: the mage of `examples/mage`, and a duel of our own.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

mod support;

use std::fmt::Write;
use std::sync::Arc;
use support::compile;
use townsfolk::prelude::*;
use townsfolk::{Digest, Event, RejectedReport, Tactic, Threads, WakeMode};
use townsfolk_core::DeciderId;
use townsfolk_module::Symbols;

const DUEL: &str = "
role fighter thinks with punch, guard
role winged

attribute side(character): number 0..9 = 0 set by host
attribute down(character) set by host
attribute hurt(character) set by host
attribute rage(character): number 0..100 = 50
attribute ready(character) set by host

action approach(character, number) takes 1..2 s, may fail
action claim_slot takes 1 s
action hit(character) takes 2 s
action cut(character) takes 2 s
action snap(character) takes 2 s
action flap takes 1 s
action look_out takes 3 s
action raise_shield takes 1 s

query foes of fighter within 30 m as It
  keep not .down(It), .side(It) != .side(.me)

# One course brings every fighter into reach, whatever the reach is.
course get_near(Foe: character, Reach: number)
  step do approach(Foe, Reach)

snippet punch class basic
  among foes as It
    score 10
  do get_near(It, 1), hit(It)

snippet stab class offensive from sword, dagger
  cost 30 rage
  among foes as It
    score 20, and 10 if .hurt(It)
  do get_near(It, 2), cut(It)

snippet bite class offensive from fangs
  among foes as It
    score by distance(.me, It) 2 m: 30, 10 m: 20
  do get_near(It, 0.5), snap(It)

snippet swoop class basic requires winged from cloak
  score 10
  do flap

snippet guard class reaction
  when .hurt(.me)
  score 50
  do raise_shield

snippet watch class movement passive
  score 0
  do look_out
role watchman thinks with watch
";

/// A world with a host that performs actions in their shortest time, and writes down what it does.
struct Ring {
    folk: Folk,
    symbols: Symbols,
    busy: Vec<(Tick, ActionRef, String)>,
    story: String,
    events: Vec<Event>,
}

impl Ring {
    fn new() -> Ring {
        let (module, symbols) = compile([("duel.folk", DUEL)]);
        let mut folk = Folk::new(module, Seed(5));
        folk.set_symbols(symbols.clone());
        Ring {
            folk,
            symbols,
            busy: vec![],
            story: String::new(),
            events: vec![],
        }
    }

    /// Two of one side and two of another, twelve metres apart.
    fn with_four() -> Ring {
        let mut ring = Ring::new();
        for (side, x) in [(1, 0), (2, 12), (1, 1), (2, 14)] {
            let who = ring.add("fighter", x);
            ring.set("side", who, number(side));
        }
        ring
    }

    fn add(&mut self, role: &str, x: i32) -> CharacterId {
        self.folk.add(role, Place::metres(x, 0)).unwrap()
    }

    fn set(&mut self, name: &str, who: CharacterId, value: Pushed) {
        let arguments = [Value::Character(who)];
        self.folk.set_property(name, &arguments, value).unwrap();
    }

    fn tick_on(&mut self, executor: &dyn townsfolk::Executor) {
        let now = self.folk.now();
        let (over, busy) = std::mem::take(&mut self.busy)
            .into_iter()
            .partition(|(end, ..)| *end <= now);
        self.busy = busy;
        let over: Vec<(Tick, ActionRef, String)> = over;
        for (_, action, _) in over {
            self.folk.report(Report::Outcome(action, Outcome::Done));
        }
        self.folk.tick_with(&NoReadings, executor);
        self.events
            .extend(self.folk.output().events.iter().cloned());
        for command in self.folk.output().commands.clone() {
            self.perform(command);
        }
    }

    fn perform(&mut self, command: Command) {
        let now = self.folk.now();
        match command {
            Command::Start {
                action,
                who,
                what,
                arguments,
                ..
            } => {
                let name = self.symbols.name(townsfolk::Category::Action, what.0);
                let takes = self.folk.module().action(what).unwrap().takes.0;
                let arguments: Vec<String> = arguments.iter().map(spelt).collect();
                let arguments = arguments.join(" ");
                writeln!(self.story, "{} {name} {arguments}", who.0).unwrap();
                self.busy.push((now.after(takes), action, name));
            }
            Command::Stop(action) => {
                let place = self.busy.iter().position(|(_, known, _)| *known == action);
                let (_, action, name) = self.busy.remove(place.unwrap());
                writeln!(self.story, "stops {name}").unwrap();
                self.folk.report(Report::Outcome(action, Outcome::Stopped));
            }
            _ => {}
        }
    }

    fn ticks(&mut self, count: usize) {
        (0..count).for_each(|_| self.tick_on(&SingleThread));
    }

    fn running(&self, who: CharacterId) -> Option<String> {
        let table = self.folk.snippet_table(who);
        let row = table.iter().find(|row| row.runs)?;
        Some(
            self.symbols
                .name(townsfolk::Category::Decider, row.snippet.0),
        )
    }
}

fn spelt(value: &Value) -> String {
    match value {
        Value::Character(who) => format!("#{}", who.0),
        Value::Number(number) => number.to_string(),
        other => format!("{other:?}"),
    }
}

fn number(whole: i64) -> Pushed {
    Pushed::Is(Value::Number(Number::whole(whole)))
}

const ANN: CharacterId = CharacterId(1);
const BOB: CharacterId = CharacterId(2);
const DAN: CharacterId = CharacterId(4);

#[test]
fn done_06_the_nine_situations_of_the_mage_hold() {
    let text = include_str!("../../../examples/mage/mage.folk");
    let mut project = townsfolk_lang::project::Project::of_files([("mage.folk", text)]);
    let checked = project.check();
    assert!(!checked.has_errors(), "{:?}", checked.problems);
    let (module, symbols) = project.assemble(&checked);
    let module = Arc::new(module);
    let mut choices = 0;
    for unit in &checked.decider_tests {
        let told = townsfolk::tell_choices(&module, &symbols, &unit.test);
        choices += told
            .unwrap_or_else(|other| panic!("{}: {other:?}", unit.test.name))
            .len();
    }
    assert_eq!(choices, 16);
}

#[test]
fn done_10_one_course_serves_three_abilities_with_their_own_reach() {
    for (equipment, reach, ability) in [
        (None, "1", "hit"),
        (Some("sword"), "2", "cut"),
        (Some("fangs"), "0.5", "snap"),
    ] {
        let mut ring = Ring::with_four();
        if let Some(equipment) = equipment {
            ring.folk.equip(ANN, equipment).unwrap();
        }
        ring.ticks(100);
        let expected = format!("1 approach #2 {reach}\n");
        assert!(ring.story.contains(&expected), "{}", ring.story);
        assert!(
            ring.story.contains(&format!("1 {ability} #2\n")),
            "{}",
            ring.story
        );
    }
}

#[test]
fn done_09_equipment_grants_and_takes_away_and_the_running_use_is_broken_off() {
    let mut ring = Ring::with_four();
    ring.ticks(5);
    assert_eq!(ring.running(ANN).as_deref(), Some("punch"));
    ring.folk.equip(ANN, "sword").unwrap();
    ring.folk.equip(ANN, "dagger").unwrap();
    ring.ticks(2);
    assert_eq!(ring.running(ANN).as_deref(), Some("stab"));
    ring.folk.unequip(ANN, "sword").unwrap();
    ring.ticks(20);
    assert_eq!(
        ring.running(ANN).as_deref(),
        Some("stab"),
        "the dagger still grants it"
    );
    ring.folk.unequip(ANN, "dagger").unwrap();
    ring.ticks(2);
    assert_eq!(ring.running(ANN).as_deref(), Some("punch"));
    assert!(ring.story.contains("stops approach"), "{}", ring.story);
    let error = ring.folk.equip(ANN, "swort").unwrap_err().to_string();
    assert!(error.contains("did you mean `sword`?"), "{error}");
}

#[test]
fn done_11_nothing_is_evaluated_while_an_ability_is_used() {
    let mut ring = Ring::with_four();
    ring.ticks(70);
    assert!(
        ring.folk.snippet_table(ANN).iter().any(|row| row.in_use),
        "{}",
        ring.story
    );
    let before = ring.folk.snippet_evaluations(ANN);
    ring.set("hurt", ANN, Pushed::Holds);
    ring.ticks(60);
    assert_eq!(ring.folk.snippet_evaluations(ANN), before);
    assert_eq!(ring.running(ANN).as_deref(), Some("punch"));
    ring.ticks(90);
    assert!(ring.folk.snippet_evaluations(ANN) > before);
    assert!(ring.story.contains("1 raise_shield"), "{}", ring.story);
}

#[test]
fn done_12_a_target_that_falls_or_goes_is_replaced() {
    let mut ring = Ring::with_four();
    ring.ticks(5);
    assert!(ring.story.contains("1 approach #2 1\n"));
    ring.set("down", BOB, Pushed::Holds);
    ring.ticks(20);
    assert!(ring.story.contains("1 approach #4 1\n"), "{}", ring.story);
    ring.folk.report(Report::Gone(DAN));
    ring.ticks(300);
    assert!(
        !ring.story.contains("1 hit #4") && !ring.story.contains("1 hit #2"),
        "{}",
        ring.story
    );
    assert_eq!(ring.running(ANN), None, "nobody is left to fight");
}

#[test]
fn done_13_a_better_snippet_stops_an_approach_at_once() {
    let mut ring = Ring::with_four();
    ring.ticks(5);
    ring.story.clear();
    ring.set("hurt", ANN, Pushed::Holds);
    ring.ticks(2);
    assert_eq!(ring.running(ANN).as_deref(), Some("guard"));
    assert_eq!(ring.story, "stops approach\n1 raise_shield \n");
}

#[test]
fn done_07_with_nothing_valid_nothing_runs_and_zero_points_are_enough() {
    let mut ring = Ring::new();
    let alone = ring.add("fighter", 0);
    let watchman = ring.add("watchman", 50);
    ring.ticks(30);
    assert_eq!(ring.running(alone), None);
    assert_eq!(ring.running(watchman).as_deref(), Some("watch"));
    assert_eq!(ring.story, "2 look_out \n");
}

#[test]
fn done_18_the_table_is_kept_and_a_probe_adds_up() {
    let mut ring = Ring::with_four();
    ring.folk.equip(ANN, "sword").unwrap();
    ring.set("hurt", DAN, Pushed::Holds);
    ring.ticks(20);
    let table = ring.folk.snippet_table(ANN);
    let names = ["punch", "stab", "guard"].map(DeciderId::named);
    for name in names {
        let row = table.iter().find(|row| row.snippet == name).unwrap();
        let found = ring.folk.probe_snippet(ANN, name).unwrap();
        assert_eq!(found.trace.sum(), found.evaluation.score);
        assert_eq!(
            (found.evaluation.ok, found.evaluation.score),
            (row.ok, row.score)
        );
    }
    assert_eq!(table.len(), 3, "bite needs fangs: {table:?}");
    let why = ring.folk.why_deciders(ANN);
    let [(_, why)] = why.as_slice() else {
        panic!("{why:?}");
    };
    assert!(why.starts_with("stab with 30 points on "), "{why}");
    assert!(why.contains("; then punch on "), "{why}");
    let why_not = told_why_not(&ring, "guard");
    assert_eq!(why_not, "guard cannot be used now: .hurt(.me) fails");
    let why_not = told_why_not(&ring, "punch");
    assert!(why_not.contains("is not more than stab"), "{why_not}");
    let why_not = told_why_not(&ring, "bite");
    assert_eq!(
        why_not,
        "bite: nothing grants it, neither a role nor equipment"
    );
}

#[test]
fn costs_are_paid_when_the_ability_is_used() {
    let mut ring = Ring::with_four();
    ring.folk.equip(ANN, "sword").unwrap();
    ring.ticks(70);
    let rage = ring
        .folk
        .attribute(HostId::named("rage"), &[Value::Character(ANN)]);
    assert_eq!(rage, number(20));
    ring.ticks(200);
    assert_eq!(ring.story.matches("1 cut").count(), 1, "{}", ring.story);
    assert!(
        ring.story.contains("1 hit"),
        "the rage is spent: {}",
        ring.story
    );
}

#[test]
fn tactics_of_the_player_prefer_and_forbid() {
    let mut ring = Ring::with_four();
    ring.folk.equip(ANN, "sword").unwrap();
    ring.folk.set_tactic(ANN, "cut", Tactic::Forbidden).unwrap();
    ring.ticks(3);
    assert_eq!(ring.running(ANN).as_deref(), Some("punch"));
    ring.folk.set_tactic(ANN, "cut", Tactic::Preferred).unwrap();
    ring.ticks(3);
    let table = ring.folk.snippet_table(ANN);
    let stab = table
        .iter()
        .find(|row| row.snippet == DeciderId::named("stab"))
        .unwrap();
    assert_eq!((stab.runs, stab.score), (true, 25));
}

#[test]
fn done_20_a_missing_role_is_reported_by_name() {
    let mut ring = Ring::with_four();
    ring.folk.equip(ANN, "cloak").unwrap();
    ring.ticks(2);
    let swoop = DeciderId::named("swoop");
    let lacks = RejectedReport::LacksRole(ANN, swoop, RoleId::named("winged"));
    assert!(ring.events.contains(&Event::RejectedReport(lacks)));
    assert!(
        ring.folk
            .snippet_table(ANN)
            .iter()
            .all(|row| row.snippet != swoop)
    );
    ring.folk.add_role(ANN, "winged").unwrap();
    ring.ticks(20);
    assert!(
        ring.folk
            .snippet_table(ANN)
            .iter()
            .any(|row| row.snippet == swoop)
    );
}

/// A duel with blows, changes of equipment and wounds.
fn duel(
    mut prepare: impl FnMut(&mut Ring),
    executor: &dyn townsfolk::Executor,
) -> (String, Digest) {
    let mut ring = Ring::with_four();
    prepare(&mut ring);
    for tick in 0..600 {
        play_at(&mut ring, tick);
        ring.tick_on(executor);
    }
    (ring.story.clone(), ring.folk.digest())
}

fn play_at(ring: &mut Ring, tick: u32) {
    match tick {
        30 => ring.folk.equip(ANN, "sword").unwrap(),
        90 => ring.set("hurt", BOB, Pushed::Holds),
        150 => ring.folk.equip(DAN, "fangs").unwrap(),
        200 => ring.set("hurt", BOB, Pushed::HoldsNot),
        300 => ring.folk.report(Report::Moved(DAN, Place::metres(4, 0))),
        400 => ring.set("down", BOB, Pushed::Holds),
        _ => {}
    }
}

#[test]
fn threads_naive_and_shaken_runs_are_the_same() {
    let plain = duel(|_| {}, &SingleThread);
    assert!(
        plain.0.contains("cut") && plain.0.contains("snap"),
        "{}",
        plain.0
    );
    assert_eq!(duel(|_| {}, &Threads::new(3)), plain);
    for mode in [WakeMode::Naive, WakeMode::Shake(300)] {
        let woken = duel(|ring| ring.folk.looking = mode, &SingleThread);
        assert_eq!(woken, plain, "{mode:?}");
    }
}

#[test]
fn a_save_in_the_middle_of_a_duel_goes_on_bit_for_bit() {
    for at in [1, 40, 95, 160, 310] {
        let mut whole = Ring::with_four();
        for tick in 0..at {
            play_at(&mut whole, tick);
            whole.ticks(1);
        }
        let module = whole.folk.module().clone();
        let (folk, _) = Folk::load(module, &whole.folk.save()).unwrap();
        assert_eq!(folk.digest(), whole.folk.digest());
        let mut loaded = Ring {
            folk,
            symbols: whole.symbols.clone(),
            busy: whole.busy.clone(),
            story: whole.story.clone(),
            events: vec![],
        };
        loaded.folk.set_symbols(loaded.symbols.clone());
        for tick in at..600 {
            for ring in [&mut whole, &mut loaded] {
                play_at(ring, tick);
                ring.ticks(1);
            }
            assert_eq!(loaded.folk.digest(), whole.folk.digest(), "{at}, {tick}");
        }
        assert_eq!(loaded.story, whole.story);
    }
}

#[test]
fn changed_content_keeps_what_still_has_a_name() {
    let mut ring = Ring::with_four();
    ring.folk.equip(ANN, "sword").unwrap();
    ring.ticks(10);
    assert_eq!(ring.running(ANN).as_deref(), Some("stab"));
    let changed = DUEL.replace(
        "snippet stab class offensive from sword, dagger",
        "snippet slash class offensive from sword",
    );
    let (module, symbols) = compile([("duel.folk", changed.as_str())]);
    ring.folk.reload(module);
    ring.folk.set_symbols(symbols.clone());
    ring.symbols = symbols;
    ring.ticks(20);
    assert_eq!(
        ring.running(ANN).as_deref(),
        Some("slash"),
        "the sword grants its new snippet"
    );
}

#[test]
fn a_world_without_snippets_has_no_state_and_no_looks() {
    let mut ring = Ring::new();
    ring.add("winged", 0);
    ring.ticks(50);
    assert_eq!(ring.folk.work().all, 0);
    assert!(ring.folk.snippet_table(ANN).is_empty());
}

/// Why snippets do not let Ann do something.
fn told_why_not(ring: &Ring, what: &str) -> String {
    let answers = ring.folk.why_not_deciders(ANN, SymbolId::named(what));
    answers.into_iter().next().unwrap().1
}
