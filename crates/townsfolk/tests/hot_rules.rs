//! Hot rules in the engine: the cabin of the examples, and small crews.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

mod support;

use std::fmt::Write;
use std::sync::Arc;
use support::{compile, example};
use townsfolk::prelude::*;
use townsfolk::{DeciderId, Oscillation, WORLD, WakeMode};
use townsfolk_module::{Category, Module, Symbols};

/// A stage on which every action takes its least time, unless the test says how it ends.
#[derive(Clone, Debug)]
struct Crew {
    folk: Folk,
    symbols: Symbols,
    due: Vec<(i64, ActionRef, Outcome)>,
    /// Actions that fail, by name.
    fails: Vec<&'static str>,
    story: String,
    oscillations: Vec<(CharacterId, Oscillation)>,
}

impl Crew {
    fn of((module, symbols): (Arc<Module>, Symbols), seed: u64) -> Crew {
        let mut folk = Folk::new(module, Seed(seed));
        folk.set_symbols(symbols.clone());
        Crew {
            folk,
            symbols,
            due: vec![],
            fails: vec![],
            story: String::new(),
            oscillations: vec![],
        }
    }

    fn source(source: &str) -> Crew {
        Crew::of(compile([("crew.folk", source)]), 7)
    }

    fn add(&mut self, role: &str) -> CharacterId {
        self.folk.add(role, at(0.0, 0.0)).unwrap()
    }

    fn set(&mut self, name: &str, of: &[Value], value: Pushed) {
        let name = HostId::named(name);
        let arguments = of.to_vec();
        self.folk.report(Report::Property {
            name,
            arguments,
            value,
        });
    }

    fn tick(&mut self) {
        let now = self.folk.now().0 + 1;
        self.due.retain(|(when, action, outcome)| {
            if *when <= now {
                self.folk.report(Report::Outcome(*action, *outcome));
            }
            *when > now
        });
        self.folk.tick();
        let output = self.folk.output().clone();
        for command in &output.commands {
            match command {
                Command::Start {
                    action, who, what, ..
                } => {
                    let name = self.symbols.name(Category::Action, what.0);
                    let takes = self.folk.module().action(*what).unwrap().takes.0;
                    let fails = self.fails.contains(&name.as_str());
                    let outcome = if fails {
                        Outcome::Failed
                    } else {
                        Outcome::Done
                    };
                    self.due.push((now + takes.0, *action, outcome));
                    let second = now / 60;
                    writeln!(self.story, "{second} s: {} {name}", self.name(*who)).unwrap();
                }
                Command::Stop(action) => {
                    self.due.retain(|(_, known, _)| known != action);
                    self.due.push((now + 1, *action, Outcome::Stopped));
                }
                _ => {}
            }
        }
        for event in output.events {
            if let Event::Oscillates(who, cycle) = event {
                self.oscillations.push((who, cycle));
            }
        }
    }

    fn run(&mut self, seconds: i64) {
        (0..seconds * 60).for_each(|_| self.tick());
    }

    fn name(&self, who: CharacterId) -> String {
        match who {
            WORLD => "world".into(),
            _ => format!("{}", who.0),
        }
    }

    fn looks(&self, who: CharacterId) -> Vec<String> {
        let recent = self.folk.recent_decisions(who);
        let lines = recent.into_iter().flat_map(|(_, lines)| lines);
        // Without the time of day.
        lines
            .map(|line| line.split_once(": ").unwrap().1.to_owned())
            .collect()
    }
}

fn is(symbol: &str) -> Pushed {
    Pushed::Is(Value::Symbol(SymbolId::named(symbol)))
}

fn cabin() -> (Crew, CharacterId) {
    let mut crew = Crew::of(example("cabin"), 3);
    let pip = crew.folk.add_person("pip", at(6.0, 5.0)).unwrap();
    crew.tick();
    (crew, pip)
}

#[test]
fn done_01_the_cabin_gives_the_three_runs_of_the_published_trace() {
    let (mut crew, pip) = cabin();
    crew.set("acting", &[], Pushed::Is(Value::Character(pip)));
    crew.run(1);
    let door = Value::Prop(PropId::named("bulkhead"));
    crew.set("selected", &[], Pushed::Is(door));
    crew.run(6);
    let looks = crew.looks(pip);
    let first = looks
        .iter()
        .position(|look| look.starts_with("changed: selected"));
    assert_eq!(
        looks[first.unwrap()..][..3],
        [
            "changed: selected is bulkhead; affected: report_in, open_the_door; satisfied: open_the_door; chosen: open_the_door",
            "changed: doing is busy, not selected; affected: idle_motions, idle_gags, report_in, open_the_door; satisfied: none; chosen: none",
            "changed: doing is idle; affected: idle_motions, idle_gags; satisfied: idle_motions; chosen: idle_motions",
        ]
    );
    assert!(crew.story.contains("go_to\n"), "{}", crew.story);
    assert!(crew.story.contains("tug\n"), "{}", crew.story);
}

#[test]
fn done_01_left_alone_he_says_something_after_each_walk_and_walks_after_each_pause() {
    let (mut crew, pip) = cabin();
    crew.set("doing", &[Value::Character(pip)], is("idle"));
    crew.run(300);
    let deeds: Vec<&str> = (crew.story.lines())
        .filter_map(|line| line.rsplit(' ').next())
        .collect();
    let walks = deeds
        .windows(3)
        .filter(|w| w[0] == "go_to" && w[1] == "go_to");
    let mut seen = 0;
    for walk in walks {
        assert_eq!(
            walk[2], "face_player",
            "after a walk he turns to speak: {deeds:?}"
        );
        seen += 1;
    }
    assert!(seen > 5 && deeds.contains(&"shrug"), "{deeds:?}");
    let gags = deeds.windows(2).filter(|w| w[0] == "say");
    gags.for_each(|w| assert_ne!(w[1], "face_player", "one gag at a time: {deeds:?}"));
}

#[test]
fn a_click_interrupts_him_and_he_reports() {
    let (mut crew, pip) = cabin();
    crew.set("doing", &[Value::Character(pip)], is("idle"));
    crew.run(2);
    crew.set("selected", &[], Pushed::Is(Value::Character(pip)));
    crew.run(1);
    let last = crew.looks(pip);
    assert!(
        last.iter().any(|look| look.ends_with("chosen: report_in")),
        "{last:#?}"
    );
    let why = crew.folk.why(pip).to_string();
    assert!(
        why.contains("the rule report in of cabin crew fired"),
        "{why}"
    );
}

const GUARDS: &str = "
role guard thinks with watch
role cook
attribute alarm set by host
attribute doing(character): symbol idle, busy = idle
action patrol takes 2 s
action run takes 3 s, may fail
course round
  step set .doing(.me) = busy, do patrol
  step set .doing(.me) = idle
rules watch
  rule walk_round
    when .doing(.me) = idle, not .alarm
    do round
  rule to_the_gate priority 5
    when .alarm
    do run
";

#[test]
fn done_02_only_another_value_is_a_change_and_a_global_reaches_its_readers_and_no_other() {
    let mut crew = Crew::source(GUARDS);
    let (first, second, cook) = (crew.add("guard"), crew.add("guard"), crew.add("cook"));
    crew.run(1);
    let before = crew.looks(first).len();
    crew.set("alarm", &[], Pushed::HoldsNot);
    crew.set("doing", &[Value::Character(second)], is("busy"));
    crew.tick();
    assert_eq!(crew.looks(first).len(), before, "the alarm was off before");
    crew.set("alarm", &[], Pushed::Holds);
    crew.tick();
    for guard in [first, second] {
        assert!(
            crew.looks(guard)
                .last()
                .unwrap()
                .starts_with("changed: alarm;")
        );
    }
    assert!(crew.looks(cook).is_empty());
    // A write inside a course makes dirty, too.
    let mut crew = Crew::source(GUARDS);
    let guard = crew.add("guard");
    crew.run(1);
    assert!(
        crew.looks(guard)
            .iter()
            .any(|look| look.starts_with("changed: doing is busy"))
    );
}

#[test]
fn done_05_steps_wait_for_each_other_branch_on_failure_and_resume() {
    let (mut crew, pip) = cabin();
    crew.set("acting", &[], Pushed::Is(Value::Character(pip)));
    crew.tick();
    crew.fails = vec!["tug"];
    let door = Pushed::Is(Value::Prop(PropId::named("bulkhead")));
    crew.set("selected", &[], door);
    crew.run(12);
    let deeds: Vec<&str> = crew
        .story
        .lines()
        .filter_map(|l| l.rsplit(' ').next())
        .collect();
    assert_eq!(
        deeds[..4],
        ["go_to", "tug", "say", "shrug"],
        "the branch after a failure"
    );
    // Interrupted in the second step, the digger goes on with it afterwards.
    let mut crew = Crew::source(DIGGER);
    crew.add("digger");
    crew.tick();
    crew.set("ordered", &[], Pushed::Holds);
    crew.run(3);
    crew.set("called", &[], Pushed::Holds);
    crew.run(8);
    let deeds: Vec<&str> = crew
        .story
        .lines()
        .filter_map(|l| l.rsplit(' ').next())
        .collect();
    assert_eq!(
        deeds,
        ["fetch", "dig", "wave", "dig", "rest"],
        "the second step again"
    );
}

const DIGGER: &str = "
role digger thinks with orders
attribute ordered set by host
attribute called set by host
action fetch takes 2 s
action dig takes 3 s
action rest takes 1 s
action wave takes 2 s
course dig_a_hole
  step do fetch
  step do dig
  step do rest
  resumes
rules orders
  rule dig
    when .ordered
    do dig_a_hole
  rule greet priority 1
    when .called
    do wave
    again after 60 s
";

const TALKERS: &str = "
role talker thinks with talk
attribute seen set by host
action wave takes 1 s
action bow takes 1 s
action hail uses voice, takes 1 s
action shout uses voice, takes 1 s
rules talk
  rule greet
    when .seen
    do wave
  rule honour
    when .seen
    do bow
  subset speaking
  rule call
    when .seen
    do hail
  rule call_loudly priority 1
    when .seen
    do shout
";

#[test]
fn done_06_one_rule_of_each_subset_fires_and_priorities_decide() {
    let mut waves = 0;
    for seed in 0..200 {
        let mut crew = Crew::of(compile([("talk.folk", TALKERS)]), seed);
        crew.add("talker");
        crew.tick();
        crew.set("seen", &[], Pushed::Holds);
        crew.run(1);
        let told = crew.story.clone();
        assert!(told.contains("shout") && !told.contains("hail"), "{told}");
        assert!(
            told.contains("wave") != told.contains("bow"),
            "one of both: {told}"
        );
        waves += i32::from(told.contains("wave"));
    }
    assert!((60..140).contains(&waves), "a tie is drawn: {waves} of 200");
}

#[test]
fn done_07_sets_are_loaded_and_unloaded_without_leaving_anything_behind() {
    let mut crew = Crew::source(GUARDS);
    let guard = crew.add("guard");
    crew.run(1);
    assert!(crew.folk.performance(guard, Channel::Body).is_some());
    crew.folk.switch("watch", false).unwrap();
    crew.run(1);
    assert!(crew.folk.performance(guard, Channel::Body).is_none());
    assert!(crew.folk.character(guard).unwrap().offers.is_empty());
    let told = crew.story.len();
    crew.set("alarm", &[], Pushed::Holds);
    crew.run(5);
    assert_eq!(crew.story.len(), told, "no rule is left");
    crew.folk.switch("watch", true).unwrap();
    crew.run(1);
    assert!(
        crew.story.ends_with("run\n"),
        "looked at once on loading: {}",
        crew.story
    );
    assert!(crew.folk.switch("wach", true).is_err());
    // A role that is laid down takes its rules along.
    crew.folk
        .report(Report::NoLonger(guard, RoleId::named("guard")));
    crew.run(1);
    assert!(crew.folk.deciders_of(guard).is_empty());
    assert!(crew.folk.performance(guard, Channel::Body).is_none());
}

#[test]
fn done_08_planning_under_a_budget_is_fair() {
    let mut crew = Crew::source(TALKERS);
    let guards: Vec<CharacterId> = (0..10).map(|_| crew.add("talker")).collect();
    crew.run(1);
    crew.folk.set_budget(Some(3));
    crew.tick();
    crew.set("seen", &[], Pushed::Holds);
    for ticks in 1..=4 {
        crew.tick();
        let shouts = crew.story.lines().filter(|line| line.ends_with("shout"));
        let wanted = guards.len().min(3 * ticks);
        assert_eq!(shouts.count(), wanted, "three a tick, after {ticks}");
    }
}

const DITHERER: &str = "
role ditherer thinks with dither
attribute place(character): symbol left, right = left
action step_right takes 1 s
action step_left takes 1 s
course go_right
  step do step_right, set .place(.me) = right
course go_left
  step do step_left, set .place(.me) = left
rules dither
  rule to_the_right
    when .place(.me) = left
    do go_right
  rule to_the_left
    when .place(.me) = right
    do go_left
";

#[test]
fn done_09_rules_that_keep_each_other_going_are_named_with_the_attribute_that_drives_them() {
    let mut crew = Crew::source(DITHERER);
    let who = crew.add("ditherer");
    crew.run(30);
    let [(found, cycle)] = crew.oscillations.as_slice() else {
        panic!("reported once: {:?}", crew.oscillations);
    };
    assert_eq!(*found, who);
    assert_eq!(cycle.rules.len(), 2);
    assert_eq!(cycle.attributes, [HostId::named("place")]);
    // A cycle that the game drives is no oscillation.
    let mut crew = Crew::source(GUARDS);
    crew.add("guard");
    for _ in 0..10 {
        crew.set("alarm", &[], Pushed::Holds);
        crew.run(1);
        crew.set("alarm", &[], Pushed::HoldsNot);
        crew.run(1);
    }
    let by_alarm = |(_, cycle): &(CharacterId, Oscillation)| {
        cycle.attributes.contains(&HostId::named("alarm"))
    };
    assert!(!crew.oscillations.iter().any(by_alarm));
}

const SHIP: &str = "
attribute storm set by host
attribute lights: symbol lit, dark = lit
attribute noise set by host
action flicker takes 2 s
action thunder takes 3 s
course darken
  step do flicker
  step set .lights = dark
rules weather of world
  rule lightning
    when .storm
    do darken
  subset sounds
  rule rumble
    when .storm
    do thunder
";

#[test]
fn the_world_performs_several_courses_side_by_side() {
    let mut crew = Crew::source(SHIP);
    crew.tick();
    crew.set("storm", &[], Pushed::Holds);
    crew.run(1);
    assert_eq!(crew.folk.world_performances().len(), 2);
    assert!(crew.story.contains("world flicker") && crew.story.contains("world thunder"));
    crew.run(4);
    assert!(crew.folk.world_performances().is_empty());
    assert_eq!(
        crew.folk.attribute(HostId::named("lights"), &[]),
        is("dark")
    );
}

/// The same play from the middle on: saved and loaded, looked at without cause, or cloned.
#[test]
fn digests_are_equal_after_loading_and_when_looked_at_without_cause() {
    let play = |mode: WakeMode, load_at: Option<i64>| {
        let (mut crew, pip) = cabin();
        crew.folk.looking = mode;
        crew.set("acting", &[], Pushed::Is(Value::Character(pip)));
        crew.set("doing", &[Value::Character(pip)], is("idle"));
        let mut digests = vec![];
        for tick in 0..1800_i64 {
            if tick == 400 || tick == 1000 {
                let door = Pushed::Is(Value::Prop(PropId::named("bulkhead")));
                crew.set("selected", &[], door);
            }
            if tick == 460 {
                crew.set("selected", &[], Pushed::Is(Value::Character(pip)));
            }
            crew.tick();
            if load_at.is_some_and(|every| tick % every == 0) {
                let bytes = crew.folk.save();
                let (mut folk, _) = Folk::load(crew.folk.module().clone(), &bytes).unwrap();
                folk.set_symbols(crew.symbols.clone());
                folk.looking = mode;
                assert_eq!(folk.digest(), crew.folk.digest(), "at tick {tick}");
                crew.folk = folk;
            }
            if tick % 50 == 0 {
                digests.push(crew.folk.digest());
            }
        }
        (digests, crew.story)
    };
    let plain = play(WakeMode::WhenDue, None);
    for (mode, load_at, how) in [
        (WakeMode::Naive, None, "naive"),
        (WakeMode::Shake(300), None, "shaken"),
        (WakeMode::WhenDue, Some(37), "loaded"),
        (WakeMode::WhenDue, Some(1), "loaded at every tick"),
    ] {
        let other = play(mode, load_at);
        assert_eq!(other.1, plain.1, "{how}");
        assert!(other.0 == plain.0, "{how}: digests");
    }
}

/// A character that holds no rules, and a folk without any, pay nothing.
#[test]
fn who_holds_no_rules_has_no_state() {
    let mut crew = Crew::source(GUARDS);
    let cook = crew.add("cook");
    crew.run(1);
    assert!(crew.folk.recent_decisions(cook).is_empty());
    assert!(crew.folk.deciders_of(cook).is_empty());
    assert_eq!(DeciderId::named("watch"), DeciderId::named("watch"));
}

/// A reload finds running courses and dirty attributes again by their names.
#[test]
fn a_changed_rule_counts_as_soon_as_it_is_reloaded() {
    let mut crew = Crew::source(GUARDS);
    let guard = crew.add("guard");
    crew.run(1);
    let changed = GUARDS.replace("do round", "do run");
    let (module, symbols) = compile([("crew.folk", changed.as_str())]);
    crew.folk.reload(module);
    crew.folk.set_symbols(symbols);
    crew.run(6);
    assert!(
        crew.story.lines().last().unwrap().ends_with("run"),
        "{}",
        crew.story
    );
    assert!(!crew.looks(guard).is_empty());
}

/// A region that came back brought the state of all deciders with it, as it was when it left.
#[test]
fn a_region_comes_back_with_the_rests_of_its_people_and_leaves_the_others_alone() {
    let mut crew = Crew::source(
        "
attribute alarm
action beep takes 1 s
role guard thinks with drill
rules drill as duty
  rule beeping again after 10 s
    when .alarm
    do beep
",
    );
    let stays = crew.add("guard");
    let leaves = crew.folk.add_character(Newcomer {
        roles: vec![RoleId::named("guard")],
        region: RegionId(1),
        ..Newcomer::default()
    });
    crew.tick();
    crew.set("alarm", &[], Pushed::Holds);
    crew.run(4);
    let region = crew.folk.unload_region(RegionId(1));
    crew.run(20);
    crew.folk.load_region(&region).unwrap();
    crew.run(12);
    let of = |who: u32| -> Vec<&str> {
        let name = format!(": {who} ");
        let lines = crew.story.lines().filter(|line| line.contains(&name));
        lines.filter_map(|line| line.split(':').next()).collect()
    };
    assert_eq!(of(stays.0), ["0 s", "10 s", "20 s", "30 s"]);
    // It left after 4 s of its rest, and was away for 20 s.
    assert_eq!(of(leaves.0), ["0 s", "30 s"]);
}
