//! Deciders ask for beliefs: hot rules, snippets, errands and grammars.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

mod support;

use support::compile;
use townsfolk::prelude::*;
use townsfolk::{Digest, Threads, WakeMode};

const TEXT: &str = "
role villager thinks with stand
role watchman is villager thinks with watch
role hunter is villager thinks with accuse
attribute storm set by host
rules stand
  rule crouch
    when .storm
    do shout
area inn
area smithy
attribute suspect(character): character set by host

action walk_to takes 1 s
action chat(character) uses voice, takes 2 s
action shout takes 1 s
action point_at(character) takes 1 s

facet hair_color(character): symbol black, brown, red
  evidence 1, told 1, fades 0.15
  seen always
  mistaken for another
facet guilt(character): symbol yes, no
  evidence 1, told 1, fades 0.1
  seen never
  mistaken for another

knowledge talktown
  notices 100%
  lies 0%..0%

rules watch
  rule alarm
    when X = .suspect(.me), believes(.me, X, guilt, yes), sure(.me, X, guilt) > 0
    do shout

snippet accuse class basic
  among villager as It within 9 m
    score 10, and 5 if believes(.me, It, hair_color, red)
  do point_at(It)

person ann
  is watchman
  has .hair_color = black
person bob
  is villager
  has .hair_color = brown
person cy
  is villager
  has .hair_color = red, .guilt = no
person dan
  is hunter
  has .hair_color = black
";

const INN: Place = Place::metres(5, 5);
const SMITHY: Place = Place::metres(105, 5);

struct World {
    folk: Folk,
    people: [CharacterId; 4],
    started: Vec<(CharacterId, ActionId, Vec<Value>)>,
}

impl World {
    fn new(text: &str, places: [Place; 4]) -> World {
        let (module, symbols) = compile([("town.folk", text)]);
        let mut folk = Folk::new(module, Seed(7));
        folk.set_symbols(symbols);
        for (name, west) in [("inn", 0), ("smithy", 100)] {
            let extent = Extent {
                from: Place::metres(west, 0),
                to: Place::metres(west + 10, 10),
            };
            folk.set_area(name, &[extent]).unwrap();
        }
        let mut places = places.into_iter();
        let people = ["ann", "bob", "cy", "dan"].map(|name| {
            let at = places.next().unwrap();
            folk.add_person(name, at).unwrap()
        });
        let mut world = World {
            folk,
            people,
            started: vec![],
        };
        world.ticks(3);
        world
    }

    fn tick(&mut self, executor: &dyn townsfolk::Executor) {
        let output = self.folk.tick_with(&NoReadings, executor);
        let mut done = vec![];
        for command in &output.commands {
            if let Command::Start {
                action,
                who,
                what,
                arguments,
                ..
            } = command
            {
                self.started.push((*who, *what, arguments.to_vec()));
                done.push(*action);
            }
        }
        for action in done {
            self.folk.report(Report::Outcome(action, Outcome::Done));
        }
    }

    fn ticks(&mut self, count: usize) {
        for _ in 0..count {
            self.tick(&SingleThread);
        }
    }

    fn did(&self, who: usize, what: &str) -> usize {
        let wanted = (self.people[who], ActionId::named(what));
        let started = self.started.iter();
        started
            .filter(|(who, what, _)| (*who, *what) == wanted)
            .count()
    }

    fn suspects(&mut self, who: usize, of: usize) {
        let (who, of) = (self.people[who], self.people[of]);
        let who = [Value::Character(who)];
        let of = Pushed::Is(Value::Character(of));
        self.folk.set_property("suspect", &who, of).unwrap();
    }

    fn tell(&mut self, who: usize, to: usize, of: usize, facet: &str, value: &str) {
        let value = self.folk.facet_value(facet, value).unwrap();
        let [who, to, of] = [who, to, of].map(|index| self.people[index]);
        let told = self.folk.tell_about(who, to, of, facet, value, None);
        told.unwrap();
    }
}

#[test]
fn a_hot_rule_fires_when_its_character_is_told_and_not_before() {
    let mut world = World::new(TEXT, [INN, INN, SMITHY, SMITHY]);
    world.suspects(0, 2);
    world.ticks(120);
    assert_eq!(world.did(0, "shout"), 0, "Ann knows nothing of Cy");
    world.tell(1, 0, 2, "hair_color", "black");
    world.ticks(120);
    assert_eq!(world.did(0, "shout"), 0, "that was about something else");
    world.tell(1, 0, 2, "guilt", "yes");
    world.ticks(5);
    assert_eq!(world.did(0, "shout"), 1, "Bob has told her");
    let why = world.folk.why(world.people[0]).to_string();
    world.ticks(120);
    assert_eq!(world.did(0, "shout"), 1, "nothing has changed since: {why}");
    // She learns something else: the rule is not asked again.
    world.tell(1, 0, 2, "hair_color", "brown");
    world.ticks(120);
    assert_eq!(world.did(0, "shout"), 1);
    // Another suspect, of whom she knows nothing, and then the first again.
    world.suspects(0, 3);
    world.ticks(120);
    assert_eq!(world.did(0, "shout"), 1);
    world.suspects(0, 2);
    world.ticks(120);
    assert_eq!(world.did(0, "shout"), 2);
}

#[test]
fn a_snippet_chooses_by_what_is_believed_wrongly() {
    // Dan believes that Bob has red hair, because Ann says so. He has not seen Bob.
    let mut world = World::new(TEXT, [INN, SMITHY, INN, INN]);
    world.tell(0, 3, 1, "hair_color", "red");
    world.ticks(3);
    world.started.clear();
    let point = |world: &World| {
        let mut pointed = world.started.iter().rev();
        let last = pointed.find(|(who, ..)| *who == world.people[3]);
        last.and_then(|(_, _, arguments)| arguments.first().copied())
    };
    world.ticks(60);
    assert_eq!(
        point(&world),
        Some(Value::Character(world.people[2])),
        "Cy is red"
    );
    // Cy dyes his hair, unseen by Dan, who still points at him although Ann is as near.
    let black = Pushed::Is(world.folk.facet_value("hair_color", "black").unwrap());
    let cy = [Value::Character(world.people[2])];
    world.folk.set_property("hair_color", &cy, black).unwrap();
    world.started.clear();
    world.ticks(60);
    assert_eq!(point(&world), Some(Value::Character(world.people[2])));
    let believed = world
        .folk
        .believes(world.people[3], "hair_color", world.people[2]);
    let red = world.folk.facet_value("hair_color", "red").unwrap();
    assert_eq!(believed.unwrap().unwrap().value, red, "which is wrong");
}

/// Walks, chats and tellings, driven by the number of the tick alone.
fn run(world: &mut World, ticks: i64, mut each: impl FnMut(&mut World, i64)) -> Vec<Digest> {
    world.folk.report(Report::Calendar {
        seconds: 8 * 3600,
        rate: 1_000_000,
    });
    let mut digests = vec![];
    for step in 0..ticks {
        let who = (step % 4) as usize;
        let to = ((step / 4 + 1) % 4) as usize;
        if step % 97 == 0 {
            let place = if step % 3 == 0 { INN } else { SMITHY };
            world.folk.report(Report::Moved(world.people[who], place));
        } else if who != to && step % 11 == 0 {
            let _ = world
                .folk
                .interact(world.people[who], "chat", world.people[to]);
        }
        if step % 501 == 0 {
            let value = if step / 501 % 4 < 3 { "yes" } else { "no" };
            let value = Pushed::Is(world.folk.facet_value("guilt", value).unwrap());
            let cy = [Value::Character(world.people[2])];
            let _ = world.folk.set_property("guilt", &cy, value);
            world.suspects(0, if step / 501 % 5 == 4 { 1 } else { 2 });
        }
        if step % 211 == 0 && who != 0 {
            let value = if step % 3 == 0 { "no" } else { "yes" };
            let value = world.folk.facet_value("guilt", value).unwrap();
            let [ann, _, cy, _] = world.people;
            let from = world.people[who];
            let _ = world.folk.tell_about(from, ann, cy, "guilt", value, None);
        }
        each(world, step);
        if step % 20 == 0 {
            digests.push(world.folk.digest());
        }
    }
    digests
}

#[test]
fn rules_and_snippets_that_ask_for_beliefs_are_the_same_however_they_run() {
    const RUN: i64 = 6_000;
    let world = || World::new(TEXT, [INN, INN, SMITHY, SMITHY]);
    let plain = |world: &mut World, _: i64| world.tick(&SingleThread);
    let mut first = world();
    let expected = run(&mut first, RUN, plain);
    let (shouted, pointed) = (first.did(0, "shout"), first.did(3, "point_at"));
    assert!(shouted > 1 && pointed > 1, "{shouted}, {pointed}");
    let threads = Threads::new(2);
    let parallel = run(&mut world(), RUN, |world, _| world.tick(&threads));
    assert!(parallel == expected, "two threads");
    for mode in [WakeMode::Shake(200), WakeMode::Naive] {
        let mut other = world();
        other.folk.looking = mode;
        assert!(run(&mut other, RUN, plain) == expected, "{mode:?}");
    }
    let loaded = run(&mut world(), RUN, |world, step| {
        if step * 2_654_435_761 % 1009 < 12 {
            let bytes = world.folk.save();
            world.folk.restore(&bytes).unwrap();
        }
        plain(world, step);
    });
    assert!(loaded == expected, "saved and loaded");
}
