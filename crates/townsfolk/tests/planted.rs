//! Faults that were planted and that no test noticed: cool-downs, the arbiter, and what loading must
//! keep. Each test is named after the rule that its fault broke.
#![allow(clippy::unwrap_used, reason = "tests")]

mod support;

use support::compile;
use townsfolk::prelude::*;
use townsfolk::{Answer, Question, QuestionKind, TraceMode};
use townsfolk_scene::Happening;

const GREETING: &str = "
role guest
action wave takes 1 s

script hello
  cast
    guest 1..1

  rule wave
    do wave
    leave

script shift
  cast
    guest 1..1 joins as duty

  rule work
    do wave

location gate
  prefers hello 1
  emits script within 10 m, every 1 s, rests 1 s, rests per character 1 s

location porch
  prefers hello 1
  emits script within 10 m, every 1 s, rests 1 s, rests per character 5 min

location counter
  prefers shift 1
  emits script within 10 m, every 1 s
";

/// A guest beside a location of a kind, after some ticks in which every action is done at once.
struct Beside {
    folk: Folk,
    place: LocationId,
    ann: CharacterId,
}

impl Beside {
    fn new(kind: &str) -> Beside {
        let (module, _) = compile([("greeting.folk", GREETING)]);
        let mut folk = Folk::new(module, Seed(1));
        let place = folk.place_location(Placement {
            kind: LocationKindId::named(kind),
            at: Place::metres(0, 0),
            region: RegionId(1),
        });
        let ann = folk.add_character(Newcomer {
            roles: vec![RoleId::named("guest")],
            at: Some(Place::metres(1, 0)),
            region: RegionId(1),
            ..Newcomer::default()
        });
        Beside { folk, place, ann }
    }

    fn ticks(&mut self, count: i64) -> Vec<(Tick, Event)> {
        let mut events = vec![];
        for _ in 0..count {
            let tick = self.folk.tick();
            let now = self.folk.now();
            events.extend(tick.events().map(|event| (now, event.get().clone())));
            self.folk.finish_all(tick);
        }
        assert_eq!(self.folk.violations(), []);
        events
    }

    /// The moments at which scenes begin.
    fn begins(&mut self, seconds: i64) -> Vec<Tick> {
        let events = self.ticks(seconds * 60);
        let began = |event: &Event| matches!(event, Event::SceneBegan { .. });
        let begun = events.iter().filter(|(_, event)| began(event));
        begun.map(|(at, _)| *at).collect()
    }

    fn offer(&mut self, by: &str, channel: Channel, urgency: Urgency) {
        self.folk.report(Report::Offered(Offer {
            who: self.ann,
            by: SymbolId::named(by),
            channel,
            urgency,
            score: 0,
            reason: SymbolId::named("why"),
            duration: None,
        }));
    }

    /// The same world, saved and loaded.
    fn loaded(&self) -> Beside {
        let (folk, _) = Folk::load(self.folk.module().clone(), &self.folk.save()).unwrap();
        Beside { folk, ..*self }
    }
}

/// The pause between the first two scenes, in whole seconds.
fn pause(kind: &str) -> i64 {
    let mut beside = Beside::new(kind);
    let begun = beside.begins(400);
    begun[1].since(begun[0]).0 / 60
}

/// Planted: one minute instead of two.
#[test]
fn who_has_left_a_location_is_cast_there_again_after_two_minutes() {
    let pause = pause("gate");
    assert!((120..=124).contains(&pause), "{pause} s");
}

/// Planted: the cool-down of the script was ignored.
#[test]
fn who_has_left_is_cast_in_the_same_script_when_its_cool_down_is_over() {
    let pause = pause("porch");
    assert!((300..=304).contains(&pause), "{pause} s");
}

/// Planted: every channel recalled.
#[test]
fn only_an_offer_for_the_body_recalls_from_a_scene() {
    for channel in [Channel::Gaze, Channel::Voice] {
        let mut beside = Beside::new("counter");
        beside.ticks(180);
        beside.offer("show", channel, Urgency::Command);
        beside.ticks(180);
        let person = beside.folk.character(beside.ann).unwrap();
        assert_eq!(person.recalled_for, None, "{channel:?}");
        assert!(person.scene.is_some(), "{channel:?}");
    }
}

/// Planted: every look of the arbiter recalled again.
#[test]
fn a_participant_is_recalled_once_for_an_offer() {
    let (module, _) = compile([(
        "shift.folk",
        "role guest
action work takes 20 s, cannot be stopped
script shift
  cast
    guest 1..1 joins as wish
  rule work
    do work
location counter
  prefers shift 1
  emits script within 10 m, every 1 s
",
    )]);
    let mut folk = Folk::new(module, Seed(1));
    folk.place("counter", at(0.0, 0.0)).unwrap();
    let ann = folk.add("guest", at(1.0, 0.0)).unwrap();
    folk.trace.mode = TraceMode::Full;
    for _ in 0..180 {
        folk.tick();
    }
    let offer = |by: &str, urgency| {
        Report::Offered(Offer {
            who: ann,
            by: SymbolId::named(by),
            channel: Channel::Body,
            urgency,
            score: 0,
            reason: SymbolId::named("why"),
            duration: None,
        })
    };
    folk.report(offer("needs", Urgency::Need));
    for number in 0..10 {
        folk.tick();
        folk.report(offer(&format!("idle {number}"), Urgency::Idle));
    }
    folk.tick();
    let recalled = |what: &Happening| matches!(what, Happening::Recalled { .. });
    let lines = folk.trace.lines();
    assert_eq!(lines.filter(|line| recalled(&line.what)).count(), 1);
}

/// Planted: reports that waited were dropped.
#[test]
fn reports_that_wait_are_applied_after_loading() {
    let mut whole = Beside::new("gate");
    whole.ticks(60);
    whole.offer("needs", Channel::Body, Urgency::Need);
    let mut loaded = whole.loaded();
    assert_eq!(loaded.folk.digest(), whole.folk.digest());
    loaded.ticks(1);
    whole.ticks(1);
    let needs = Driver::System(SymbolId::named("needs"), Urgency::Need);
    assert_eq!(loaded.folk.driver(loaded.ann), needs);
    assert_eq!(loaded.folk.digest(), whole.folk.digest());
}

/// Planted: what the host had answered was forgotten, and it was asked again.
#[test]
fn answers_of_the_host_count_after_loading() {
    let mut whole = Beside::new("gate");
    whole.folk.answer_questions(&[QuestionKind::Way]);
    let way = Question::Way(whole.ann, whole.place);
    let answer = Answer::Millimetres(7_000);
    whole.folk.report(Report::Answered(way, answer));
    whole.ticks(2);
    assert_eq!(whole.folk.answer(&way), Some(answer));
    let loaded = whole.loaded();
    assert_eq!(loaded.folk.answer(&way), Some(answer));
    assert_eq!(loaded.folk.digest(), whole.folk.digest());
}
