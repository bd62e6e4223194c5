//! Beliefs in the engine: people observe, gossip, lie and forget, and the run is the same however it
//! is computed, saved and loaded.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

mod support;

use support::compile;
use townsfolk::belief::{Basis, EvidenceKind};
use townsfolk::prelude::*;
use townsfolk::{Digest, RejectedReport, Threads, WakeMode};

const TEXT: &str = "
role villager thinks with watch
attribute alarm set by host
rules watch
  rule stand
    when .alarm
    do bow
action bow takes 1 s
area inn
area smithy

action walk_to takes 1 s
action chat(character) uses voice, takes 2 s
action tell(character, character, symbol) uses voice, takes 1 s
action lie(character, character, symbol, symbol) uses voice, takes 1 s
action ask(character, character, symbol) uses voice, takes 1 s

facet hair_color(character): symbol black, brown, red
  evidence 1, implanted 0.2, told 1, fades 0.15
  recalled 1 within 1..1
  seen always
  mistaken black: brown 80%, red 20%
  mistaken brown: black 100%
  mistaken red: brown 100%
facet workplace(character): area
  told 0.5, fades 0.1
  seen at work
  mistaken for another
facet spouse(character): character
  told 0.5, fades 0.1
  seen never

knowledge talktown
  notices 100%
  lies 0%..0%

person ann
  is villager
  has .hair_color = black, .spouse = bob
person bob
  is villager
  has .hair_color = brown, .workplace = smithy
person cy
  is villager
  has .hair_color = red
person dan
  is villager
  has .hair_color = black
";

/// People of the text on open ground: the inn in the west, the smithy in the east.
struct World {
    folk: Folk,
    people: Vec<CharacterId>,
}

const INN: Place = Place::metres(5, 5);
const SMITHY: Place = Place::metres(105, 5);

fn area(west: i32) -> [Extent; 1] {
    [Extent {
        from: Place::metres(west, 0),
        to: Place::metres(west + 10, 10),
    }]
}

impl World {
    /// Ann, Bob, Cy and Dan, where the places say.
    fn new(text: &str, seed: u64, places: [Place; 4]) -> World {
        let (module, symbols) = compile([("town.folk", text)]);
        let mut folk = Folk::new(module, Seed(seed));
        folk.set_symbols(symbols);
        folk.set_area("inn", &area(0)).unwrap();
        folk.set_area("smithy", &area(100)).unwrap();
        let names = ["ann", "bob", "cy", "dan"].into_iter().zip(places);
        let people = names.map(|(name, at)| folk.add_person(name, at).unwrap());
        let people = people.collect();
        let mut world = World { folk, people };
        world.ticks(3);
        world
    }

    fn ticks(&mut self, count: usize) {
        for _ in 0..count {
            let output = self.folk.tick_with(&NoReadings, &SingleThread);
            let rejected = output.events.iter();
            let rejected = rejected.filter(|event| matches!(event, Event::RejectedReport(_)));
            assert_eq!(rejected.count(), 0, "{:?}", output.events);
        }
    }

    fn hair(&self, who: usize, of: usize) -> Option<Value> {
        let (who, of) = (self.people[who], self.people[of]);
        let belief = self.folk.believes(who, "hair_color", of).unwrap();
        belief.map(|belief| belief.value)
    }

    fn value(&self, name: &str) -> Value {
        self.folk.facet_value("hair_color", name).unwrap()
    }

    fn dye(&mut self, who: usize, name: &str) {
        let who = [Value::Character(self.people[who])];
        let value = Pushed::Is(self.value(name));
        self.folk.set_property("hair_color", &who, value).unwrap();
        self.ticks(2);
    }

    fn chat(&mut self, who: usize, to: usize) {
        let (who, to) = (self.people[who], self.people[to]);
        self.folk.interact(who, "chat", to).unwrap();
        self.ticks(2);
    }
}

#[test]
fn people_see_those_who_are_there_and_the_truth_may_change_unseen() {
    let mut world = World::new(TEXT, 2, [INN, INN, SMITHY, SMITHY]);
    assert_eq!(world.hair(0, 1), Some(world.value("brown")));
    assert_eq!(world.hair(1, 0), Some(world.value("black")));
    assert_eq!(world.hair(0, 2), None, "Cy is elsewhere");
    let belief = world
        .folk
        .believes(world.people[0], "hair_color", world.people[1]);
    assert_eq!(belief.unwrap().unwrap().basis, Basis::Saw);
    // Bob dyes his hair. Ann still believes what she saw; he himself knows.
    world.dye(1, "red");
    assert_eq!(world.hair(0, 1), Some(world.value("brown")));
    assert_eq!(world.hair(1, 1), Some(world.value("red")));
    let who = world
        .folk
        .who_believes("hair_color", world.people[1], world.value("red"));
    assert_eq!(who.unwrap(), [world.people[1]]);
    // The workplace shows only there, and a spouse is a person.
    let work = |world: &World, who: usize| {
        let belief = world
            .folk
            .believes(world.people[who], "workplace", world.people[1]);
        belief.unwrap().map(|belief| belief.value)
    };
    assert_eq!(work(&world, 0), None);
    world.folk.report(Report::Moved(world.people[1], SMITHY));
    world.ticks(3);
    assert_eq!(
        work(&world, 2),
        Some(world.folk.facet_value("workplace", "smithy").unwrap())
    );
    let spouse = world
        .folk
        .believes(world.people[0], "spouse", world.people[0]);
    assert_eq!(
        spouse.unwrap().unwrap().value,
        Value::Character(world.people[1])
    );
}

#[test]
fn gossip_after_chats_says_from_whom() {
    // Bob sees Cy at the smithy, walks to the inn, and chats with Ann.
    let mut world = World::new(TEXT, 1, [INN, SMITHY, SMITHY, SMITHY]);
    world.folk.report(Report::Moved(world.people[1], INN));
    world.ticks(2);
    world.chat(1, 0);
    assert_eq!(world.hair(0, 2), Some(world.value("red")));
    let (ann, bob, cy) = (world.people[0], world.people[1], world.people[2]);
    let why = world.folk.why_believes(ann, "hair_color", cy).unwrap();
    assert_eq!(
        why,
        "Ann is not confident, but believes that the hair color of Cy is red. \
         Bob told Ann on day 1 after noon in inn."
    );
    let trace = world.folk.trace_belief(ann, "hair_color", cy).unwrap();
    let owners: Vec<CharacterId> = trace.iter().map(|link| link.belief.owner).collect();
    assert_eq!(owners, [ann, bob]);
    assert_eq!(
        world.folk.tell_trace(&trace),
        "Bob told Ann on day 1 after noon in inn. Bob saw it on day 1 after noon in smithy."
    );
    let unknown = world.folk.why_believes(cy, "hair_color", ann).unwrap();
    assert_eq!(unknown, "Cy knows nothing about the hair color of Ann.");
    let sources = world.folk.belief_sources(ann, cy);
    assert_eq!(sources.first().map(|(who, _)| *who), Some(bob));
}

#[test]
fn a_false_flag_is_traced_to_the_liar() {
    let mut world = World::new(TEXT, 3, [INN, INN, SMITHY, INN]);
    let [ann, bob, cy, dan] = world.people[..] else {
        panic!("four people");
    };
    let black = world.value("black");
    let lie = world
        .folk
        .tell_about(dan, bob, cy, "hair_color", black, Some(ann));
    lie.unwrap();
    world.ticks(2);
    assert_eq!(world.hair(1, 2), Some(black));
    let belief = world.folk.believes(bob, "hair_color", cy).unwrap().unwrap();
    let quoted = Basis::Heard {
        from: dan,
        citing: Some(ann),
    };
    assert_eq!(belief.basis, quoted);
    world.chat(1, 0);
    assert_eq!(world.hair(0, 2), Some(black));
    let trace = world.folk.trace_belief(ann, "hair_color", cy).unwrap();
    let last = trace.last().unwrap().evidence;
    assert_eq!((last.kind, last.source), (EvidenceKind::Lie, dan));
    let told = world.folk.tell_trace(&trace);
    assert!(
        told.ends_with("Dan lied to Bob on day 1 after noon in inn, naming Ann as the source."),
        "{told}"
    );
    let holders = world.folk.spread_of(dan, "hair_color", cy, black).unwrap();
    assert_eq!(holders, [ann, bob, dan]);
    // Cy comes: everybody sees the truth.
    world.folk.report(Report::Moved(cy, INN));
    world.ticks(3);
    assert_eq!(world.hair(0, 2), Some(world.value("red")));
    let values = world.folk.belief_trajectory(ann, "hair_color", cy).unwrap();
    let values: Vec<_> = values.into_iter().map(|(value, _)| value).collect();
    assert_eq!(values, [Some(black), Some(world.value("red"))]);
    assert_eq!(
        world.folk.spread_of(dan, "hair_color", cy, black).unwrap(),
        []
    );
}

#[test]
fn asked_people_answer_sometimes_and_unknown_names_are_suggested() {
    let mut world = World::new(TEXT, 3, [INN, SMITHY, SMITHY, INN]);
    let [ann, bob, cy, dan] = world.people[..] else {
        panic!("four people");
    };
    world.folk.report(Report::Moved(bob, INN));
    world.ticks(2);
    for _ in 0..30 {
        world.folk.ask_about(ann, bob, cy, "hair_color").unwrap();
        world.ticks(2);
    }
    assert_eq!(world.hair(0, 2), Some(world.value("red")));
    assert_eq!(world.hair(3, 0), Some(world.value("black")));
    let wrong = world.folk.believes(ann, "hair_colour", cy).unwrap_err();
    let wrong = wrong.to_string();
    assert!(wrong.ends_with("did you mean `hair_color`?"), "{wrong}");
    let wrong = world.folk.facet_value("hair_color", "rad").unwrap_err();
    assert!(
        wrong.to_string().ends_with("did you mean `red`?"),
        "{wrong}"
    );
    // Dan is too far away to hear Cy, and a report about it is rejected.
    let red = world.value("red");
    assert!(
        world
            .folk
            .tell_about(cy, dan, bob, "hair_color", red, None)
            .is_err()
    );
}

#[test]
fn actions_tell_lie_and_ask_convey_beliefs_when_they_are_done() {
    let text = format!(
        "{TEXT}
script talk
  cast
    villager 2..2
  state begin
    rule introduce for villager
      when .any(X), X != .me, believes(.me, .me, hair_color, brown)
      do tell(X, .me, workplace)
      goto curious

  state curious
    rule inquire for villager
      when .any(X), X != .me, not believes(.me, X, spouse, _)
      do ask(X, X, spouse)

    rule invent for villager
      when .any(X), X != .me, believes(.me, X, spouse, _), told_by(.me, X, spouse) = X
      do lie(X, X, workplace, inn)
      leave

location table
  prefers talk 1
  emits script every 1 s, within 5 m
"
    );
    let mut world = World::new(&text, 3, [INN, INN, SMITHY, SMITHY]);
    world.folk.place("table", INN).unwrap();
    let mut started = vec![];
    for _ in 0..600 {
        let output = world.folk.tick_with(&NoReadings, &SingleThread);
        let starts = output.commands.iter().filter_map(|command| match command {
            Command::Start {
                action, what, who, ..
            } => Some((*action, *what, *who)),
            _ => None,
        });
        let starts: Vec<_> = starts.collect();
        for (action, ..) in &starts {
            world.folk.report(Report::Outcome(*action, Outcome::Done));
        }
        started.extend(starts.into_iter().map(|(_, what, who)| (what, who)));
    }
    let (ann, bob) = (world.people[0], world.people[1]);
    let done = |name| started.contains(&(ActionId::named(name), bob));
    assert!(done("tell") && done("ask") && done("lie"), "{started:?}");
    assert!(started.iter().all(|(_, who)| *who == bob), "{started:?}");
    let told = world.folk.believes(ann, "workplace", bob).unwrap().unwrap();
    assert_eq!(told.source(), Some(bob));
    assert_eq!(
        told.value,
        world.folk.facet_value("workplace", "smithy").unwrap()
    );
    let answer = world.folk.believes(bob, "spouse", ann).unwrap().unwrap();
    assert_eq!(
        (answer.value, answer.source()),
        (Value::Character(bob), Some(ann))
    );
    // The lie was about Ann, to Ann: she knows better, but Bob has said it.
    let said = world.folk.believes(bob, "workplace", ann).unwrap().unwrap();
    assert_eq!(
        said.value,
        world.folk.facet_value("workplace", "inn").unwrap()
    );
}

/// A day of chats and walks, driven by the number of the tick alone.
fn day(
    world: &mut World,
    from: i64,
    ticks: i64,
    mut each: impl FnMut(&mut World, i64),
) -> Vec<Digest> {
    let mut digests = vec![];
    for step in from..from + ticks {
        let who = (step % 4) as usize;
        let to = ((step / 4 + 1) % 4) as usize;
        if step % 7 == 0 {
            let place = if step % 3 == 0 { INN } else { SMITHY };
            world.folk.report(Report::Moved(world.people[who], place));
        } else if who != to && step % 5 == 0 {
            let _ = world
                .folk
                .interact(world.people[who], "chat", world.people[to]);
        }
        if step % 101 == 0 {
            let value = if step % 2 == 0 { "red" } else { "brown" };
            let value = Pushed::Is(world.value(value));
            let who = [Value::Character(world.people[who])];
            let _ = world.folk.set_property("hair_color", &who, value);
        }
        each(world, step);
        if step % 20 == 0 {
            digests.push(world.folk.digest());
        }
    }
    digests
}

fn plain(world: &mut World, _: i64) {
    world.folk.tick_with(&NoReadings, &SingleThread);
}

fn busy(seed: u64) -> World {
    let text = TEXT.replace("lies 0%..0%", "lies 5%..20%\n  overhears 30%");
    let mut world = World::new(&text, seed, [INN, INN, SMITHY, SMITHY]);
    // A day of the calendar passes in 5,184 ticks, so that everything fades several times.
    world.folk.report(Report::Calendar {
        seconds: 8 * 3600,
        rate: 1_000_000,
    });
    world
}

/// Ticks of a run: two days and a half of the calendar at a thousand seconds a second.
const RUN: i64 = 13_000;

#[test]
fn runs_are_equal_on_threads_when_shaken_and_after_loading() {
    let expected = day(&mut busy(5), 0, RUN, plain);
    assert!(expected.last().is_some_and(|digest| digest.beliefs != 0));
    let threads = Threads::new(2);
    let parallel = day(&mut busy(5), 0, RUN, |world, _| {
        world.folk.tick_with(&NoReadings, &threads);
    });
    assert!(parallel == expected, "two threads");
    let mut shaken = busy(5);
    shaken.folk.looking = WakeMode::Shake(200);
    assert!(day(&mut shaken, 0, RUN, plain) == expected, "shaken");
    let loaded = day(&mut busy(5), 0, RUN, |world, step| {
        // At moments without a pattern.
        if step * 2_654_435_761 % 1009 < 3 {
            let bytes = world.folk.save();
            world.folk.restore(&bytes).unwrap();
        }
        plain(world, step);
    });
    assert!(loaded == expected, "saved and loaded");
}

/// In this time beliefs are forgotten, mistaken and invented.
#[test]
fn beliefs_fade_within_days_and_minds_stay_small() {
    let mut world = busy(9);
    day(&mut world, 0, RUN, plain);
    let mut kinds = std::collections::BTreeSet::new();
    for who in &world.people {
        let mind = world.folk.beliefs_of(*who).unwrap();
        for about in mind.subjects() {
            for facet in &world.folk.module().knowledge.facets {
                let why = townsfolk::belief::history::why(mind, about, facet.id);
                kinds.extend(why.iter().map(|evidence| evidence.kind));
            }
        }
    }
    for kind in [
        EvidenceKind::Observation,
        EvidenceKind::Statement,
        EvidenceKind::Eavesdropping,
        EvidenceKind::Declaration,
        EvidenceKind::Reflection,
    ] {
        assert!(kinds.contains(&kind), "{kind:?} of {kinds:?}");
    }
    let parts = world.folk.footprint();
    let beliefs = parts.iter().find(|part| part.name == "beliefs").unwrap();
    assert_eq!(beliefs.things, 4);
    assert!(beliefs.bytes < 40_000, "{}", beliefs.bytes);
}

#[test]
fn a_region_takes_beliefs_along() {
    let run = |threads: usize| {
        let (module, _) = compile([("town.folk", TEXT)]);
        let mut folk = Folk::new(module, Seed(2));
        folk.set_area("inn", &area(0)).unwrap();
        let mut people = vec![];
        for name in ["ann", "bob"] {
            let member = folk.id::<MemberId>(name).unwrap();
            let newcomer = Newcomer {
                region: RegionId(4),
                ..folk.newcomer_of(member, INN)
            };
            let who = folk.add_character(newcomer);
            folk.give_mind(who, member);
            people.push(who);
        }
        let executor = Threads::new(threads);
        let tick = |folk: &mut Folk, count: usize| {
            for _ in 0..count {
                folk.tick_with(&NoReadings, &executor);
            }
        };
        tick(&mut folk, 3);
        let before = folk.believes(people[0], "hair_color", people[1]).unwrap();
        assert!(before.is_some());
        let out = folk.unload_region(RegionId(4));
        assert_eq!(folk.digest().beliefs, 0);
        tick(&mut folk, 100);
        folk.load_region(&out).unwrap();
        assert_eq!(
            folk.believes(people[0], "hair_color", people[1]).unwrap(),
            before
        );
        tick(&mut folk, 10);
        folk.digest()
    };
    assert_eq!(run(1), run(2));
}

#[test]
fn content_without_facets_costs_nothing_and_facets_come_and_go_by_reload() {
    let cut = |text: &str| {
        let facets = text.find("facet").unwrap()..text.find("person ann").unwrap();
        let mut text = text.to_owned();
        text.replace_range(facets, "");
        let lines = text.lines().filter(|line| !line.contains("has ."));
        lines.collect::<Vec<_>>().join("\n")
    };
    let (bare, _) = compile([("town.folk", cut(TEXT).as_str())]);
    let (full, symbols) = compile([("town.folk", TEXT)]);
    let mut folk = Folk::new(bare.clone(), Seed(2));
    folk.set_area("inn", &area(0)).unwrap();
    let ann = folk.add_person("ann", INN).unwrap();
    let bob = folk.add_person("bob", INN).unwrap();
    let tick = |folk: &mut Folk| {
        for _ in 0..3 {
            folk.tick_with(&NoReadings, &SingleThread);
        }
    };
    tick(&mut folk);
    assert_eq!(folk.digest().beliefs, 0);
    assert!(folk.beliefs_of(ann).is_none());
    folk.reload(full.clone());
    folk.set_symbols(symbols);
    tick(&mut folk);
    assert!(folk.beliefs_of(ann).is_some());
    let black = Pushed::Is(folk.facet_value("hair_color", "black").unwrap());
    folk.set_property("hair_color", &[Value::Character(bob)], black)
        .unwrap();
    tick(&mut folk);
    folk.report(Report::Moved(bob, SMITHY));
    tick(&mut folk);
    folk.report(Report::Moved(bob, INN));
    tick(&mut folk);
    assert!(
        folk.beliefs_of(ann)
            .is_some_and(|mind| mind.knows_of(bob.into()))
    );
    // A save of the full content loads into the bare one, without beliefs.
    let (loaded, _) = Folk::load(bare, &folk.save()).unwrap();
    assert!(loaded.beliefs_of(ann).is_none());
    let (loaded, _) = Folk::load(full, &folk.save()).unwrap();
    assert_eq!(loaded.digest(), folk.digest());
}

#[test]
fn recordings_hold_what_was_said() {
    let mut world = World::new(TEXT, 3, [INN, INN, SMITHY, INN]);
    let [_, bob, cy, dan] = world.people[..] else {
        panic!("four people");
    };
    world.folk.start_recording(false);
    world.ticks(70);
    let black = world.value("black");
    world
        .folk
        .tell_about(dan, bob, cy, "hair_color", black, None)
        .unwrap();
    world.ticks(130);
    let recording = world.folk.take_recording().unwrap();
    let again = townsfolk::Recording::read(&recording.write()).unwrap();
    assert_eq!(again.checkpoints, recording.checkpoints);
    let played = again
        .replay(world.folk.module().clone(), &SingleThread, &mut |_| {})
        .unwrap();
    assert_eq!(played.digest(), world.folk.digest());
}

#[test]
fn speech_of_strangers_to_the_content_is_rejected() {
    let mut world = World::new(TEXT, 3, [INN, INN, SMITHY, INN]);
    let speech = townsfolk::Speech {
        to: world.people[1],
        about: world.people[0].into(),
        facet: townsfolk::HostId(77),
        what: townsfolk::Said::Belief,
    };
    world
        .folk
        .report(Report::Said(world.people[0], Box::new(speech)));
    let output = world.folk.tick_with(&NoReadings, &SingleThread);
    let rejected = Event::RejectedReport(RejectedReport::NoSuchProperty(townsfolk::HostId(77)));
    assert!(output.events.contains(&rejected), "{:?}", output.events);
}

#[test]
fn people_who_stay_together_are_observed_again_in_each_half_day() {
    let mut world = busy(4);
    world.ticks(5);
    world.dye(1, "red");
    assert_eq!(world.hair(0, 1), Some(world.value("brown")), "not seen yet");
    // Half a day of the calendar takes 2,592 ticks, and the hour within it differs between people.
    // Nobody comes or goes.
    world.ticks(2 * 2_592);
    assert_eq!(world.hair(0, 1), Some(world.value("red")));
    assert_eq!(world.hair(2, 1), None, "Cy is elsewhere");
}

#[test]
fn a_whole_history_is_kept_if_content_says_so() {
    let text = |history: &str| {
        let text = TEXT.replace("lies 0%..0%", "lies 5%..20%\n  overhears 30%");
        text.replace(
            "notices 100%",
            &format!("notices 100%\n  history {history}"),
        )
    };
    let bytes = |world: &World| {
        let parts = world.folk.footprint();
        parts
            .iter()
            .find(|part| part.name == "beliefs")
            .unwrap()
            .bytes
    };
    let run = |history: &str| {
        let mut world = World::new(&text(history), 5, [INN, INN, SMITHY, SMITHY]);
        world.folk.report(Report::Calendar {
            seconds: 8 * 3600,
            rate: 1_000_000,
        });
        let digests = day(&mut world, 0, 4_000, |world, step| {
            if step % 1_777 == 1 {
                let bytes = world.folk.save();
                world.folk.restore(&bytes).unwrap();
            }
            plain(world, step);
        });
        (world, digests)
    };
    let (short, as_short) = run("short");
    let (mut whole, as_whole) = run("whole");
    assert!(
        bytes(&whole) > bytes(&short) * 3,
        "{}, {}",
        bytes(&whole),
        bytes(&short)
    );
    // What is believed is the same; only what is remembered of the past differs.
    for (who, of) in [(0, 1), (1, 2), (2, 3), (3, 0)] {
        assert_eq!(whole.hair(who, of), short.hair(who, of));
    }
    assert!(as_short.last() != as_whole.last());
    // Content that changes its mind counts from then on.
    let before = bytes(&whole);
    let (module, symbols) = compile([("town.folk", text("short").as_str())]);
    whole.folk.reload(module);
    whole.folk.set_symbols(symbols);
    day(&mut whole, 4_000, 4_000, plain);
    assert!(
        bytes(&whole) < before * 6 / 5,
        "{}, {before}",
        bytes(&whole)
    );
}

const STREET: &str = "
area street
area first_house in street
area second_house in street
area far_house
area farm
facet home(character): area
  told 0.5
  implanted 1
  seen at home
  mistaken for a related place
attribute prominence(character): number
";

#[test]
fn neighbours_and_prominent_people_are_known_from_the_start() {
    use townsfolk::belief::World as _;
    let homes = [
        ("ann", ".home = first_house"),
        ("bob", ".home = second_house"),
        ("cy", ".home = far_house"),
        ("dan", ".home = farm, .prominence = 8"),
    ];
    let mut text = TEXT.replace("knowledge talktown", &format!("{STREET}knowledge talktown"));
    for (name, has) in homes {
        let person = format!("person {name}\n  is villager\n  has ");
        text = text.replace(&person, &format!("{person}{has}, "));
    }
    let far = |metres| Place::metres(1_000 + metres, 5);
    let mut world = World::new(&text, 1, [far(0), far(100), far(200), far(300)]);
    let [ann, bob, cy, dan] = world.people[..] else {
        panic!("four people");
    };
    let salience = |world: &World, who, of: CharacterId| world.folk.salience(who, of.into()).0;
    assert_eq!(salience(&world, ann, bob), 1_250, "the same street");
    assert_eq!(salience(&world, ann, cy), 0);
    assert_eq!(salience(&world, cy, dan), 8_000, "everybody knows Dan");
    // Two houses that touch make neighbours without a street.
    world.folk.set_area("far_house", &area(2_000)).unwrap();
    world.folk.set_area("farm", &area(2_012)).unwrap();
    world.ticks(1);
    assert_eq!(salience(&world, dan, cy), 1_250);
    world.folk.set_area("farm", &area(2_020)).unwrap();
    world.ticks(1);
    assert_eq!(salience(&world, dan, cy), 0);
    // A home is mistaken for that of a neighbour, and of a stranger only if there are no others.
    let home = |name| Value::Symbol(SymbolId::named(name));
    let similar = |who: CharacterId, own| {
        let facet = HostId::named("home");
        world.folk.similar(who.into(), facet, home(own))
    };
    let near = similar(ann, "first_house");
    let wanted = [home("farm"), home("second_house")];
    assert!(near.iter().all(|home| wanted.contains(home)), "{near:?}");
    assert!(near.contains(&wanted[1]), "{near:?} {wanted:?}");
    // What is known from the start is drawn, by salience.
    let known = |who: usize, of: usize| {
        let knows = |seed: &u64| {
            let world = World::new(&text, *seed, [far(0), far(100), far(200), far(300)]);
            let (who, of) = (world.people[who], world.people[of]);
            world.folk.believes(who, "home", of).unwrap().is_some()
        };
        (0..20).filter(knows).count()
    };
    let (neighbour, stranger, mayor) = (known(0, 1), known(0, 2), known(2, 3));
    assert!(
        neighbour > 0 && stranger == 0 && mayor > 10,
        "{neighbour}, {stranger}, {mayor}"
    );
}

#[test]
fn content_says_how_much_people_and_places_matter() {
    use townsfolk::belief::{Subject, World as _};
    let text = TEXT
        .replace(
            "  lies 0%..0%",
            "  lies 0%..0%\n  matters talk 0.7, coworker 4, known 0, workplace 6",
        )
        .replace(
            "has .hair_color = red",
            "has .hair_color = red, .workplace = smithy",
        );
    let mut world = World::new(&text, 1, [INN, INN, SMITHY, SMITHY]);
    let [ann, bob, cy, _] = world.people[..] else {
        panic!("four people");
    };
    let salience = |world: &World, who, of: Subject| world.folk.salience(who, of).0;
    assert_eq!(
        salience(&world, bob, cy.into()),
        4_000,
        "the same workplace"
    );
    assert_eq!(salience(&world, ann, bob.into()), 0);
    world.chat(0, 1);
    let met = salience(&world, ann, bob.into());
    assert!(met > 0 && met % 700 == 0, "{met}");
    let smithy = Subject::Place(AreaId::named("smithy"));
    assert_eq!(salience(&world, bob, smithy), 6_000);
    assert_eq!(salience(&world, ann, smithy), 1_000);
}

#[test]
fn an_attribute_of_a_person_names_the_character_of_another() {
    let text = TEXT.replace(
        "person ann",
        "attribute leader(character): character\nperson ann",
    );
    let text = text.replace(
        "has .hair_color = red",
        "has .hair_color = red, .leader = dan",
    );
    let (module, symbols) = compile([("town.folk", text.as_str())]);
    for order in [["cy", "dan"], ["dan", "cy"]] {
        let mut folk = Folk::new(module.clone(), Seed(1));
        folk.set_symbols(symbols.clone());
        // Somebody else comes first, so that numbers of characters are not those of people.
        folk.add_person("ann", INN).unwrap();
        let people = order.map(|name| (name, folk.add_person(name, INN).unwrap()));
        folk.tick_with(&NoReadings, &SingleThread);
        let who = |name| people.iter().find(|(known, _)| *known == name).unwrap().1;
        let leader = folk.attribute(
            townsfolk::HostId::named("leader"),
            &[Value::Character(who("cy"))],
        );
        assert_eq!(
            leader,
            Pushed::Is(Value::Character(who("dan"))),
            "{order:?}"
        );
        let (loaded, _) = Folk::load(module.clone(), &folk.save()).unwrap();
        assert_eq!(loaded.digest(), folk.digest());
    }
}
