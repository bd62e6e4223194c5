//! What once went wrong. Each test is named after it.
#![allow(clippy::unwrap_used, reason = "tests")]

mod support;

use support::compile;
use townsfolk::prelude::*;
use townsfolk::{Driver, Offer, RejectedReport};
use townsfolk_core::{
    Atom, Channel, FactId, HostId, PropId, Pushed, SceneId, Standing, SymbolId, Urgency,
};

const WAITING: &str = "
role citizen
role band is citizen
role singer is band
prop chair
property raining

action wait_here takes 20 s
action chat(character) uses voice, takes 5 s
action open_umbrella takes 2 s

script waiting
  cast
    citizen 1..2 joins as wish, joins late, away up to 5 min

  fact seat(prop)
  claim holds(prop, character)

  rule umbrella
    when .raining
    do open_umbrella
    again after 60 s

  rule greet
    when .any(Other), Other != .me
    do chat(Other)
    together with Other
    again after 300..400 s

  rule stay
    when seat(Place), not holds(Place, _)
    do wait_here
    then add holds(Place, .me)

  rule stay_on
    when seat(_)
    do wait_here

  rule nothing_to_sit_on
    when not seat(_)
    leave

script concert
  cast
    singer 2..2

  rule sing
    do wait_here
    leave

location stop
  prop left: chair at 0 m, 0 m
  knows seat(left)
  prefers waiting 1
  emits script within 10 m, every 1 s, at most 1 within 50 m

location hall
  prefers concert 1
  emits spawn singer 2 at stage, then withdraw
";

/// A world of one kind of place after another, ten metres apart, at tick one.
fn world(places: &[&str]) -> (Folk, Vec<LocationId>) {
    let (module, _) = compile([("waiting.folk", WAITING)]);
    let mut folk = Folk::new(module, Seed(1));
    let placed = places.iter().enumerate().map(|(index, kind)| {
        folk.place_location(Placement {
            kind: LocationKindId::named(kind),
            at: Place::metres(30 * index as i32, 0),
            region: RegionId(index as u16),
        })
    });
    let placed = placed.collect();
    tick(&mut folk, 1);
    (folk, placed)
}

fn someone(folk: &mut Folk, x: i32) -> CharacterId {
    let who = folk.add_character(Newcomer {
        roles: vec![RoleId::named("citizen")],
        at: Some(Place::metres(x, 0)),
        ..Newcomer::default()
    });
    tick(folk, 1);
    who
}

/// Lets time go by; everything that is begun goes on. All that came out is handed back.
fn tick(folk: &mut Folk, ticks: i64) -> (Vec<Command>, Vec<Event>) {
    let (mut commands, mut events) = (vec![], vec![]);
    for _ in 0..ticks {
        let output = folk.tick_with(&NoReadings, &SingleThread);
        commands.extend(output.commands.iter().cloned());
        events.extend(output.events.iter().cloned());
        assert_eq!(folk.violations(), []);
    }
    (commands, events)
}

fn scene_of(folk: &Folk, who: CharacterId) -> SceneId {
    let scene = folk.character(who).and_then(|person| person.scene);
    scene.expect("takes part in a scene")
}

fn offer(who: CharacterId, by: &str, urgency: Urgency, duration: Option<Duration>) -> Report {
    Report::Offered(Offer {
        who,
        by: SymbolId::named(by),
        channel: Channel::Body,
        urgency,
        score: 0,
        reason: SymbolId::named("why"),
        duration,
    })
}

#[test]
fn an_offer_withdrawn_in_the_same_tick_does_not_undo_a_seizure() {
    let (mut folk, _) = world(&["stop"]);
    let ann = someone(&mut folk, 1);
    tick(&mut folk, 130);
    let away = Some(Duration::minutes(1));
    folk.report(offer(ann, "mind", Urgency::Duty, away));
    tick(&mut folk, 1);
    folk.seize(ann);
    folk.report(Report::Withdrawn(ann, SymbolId::named("mind")));
    let (commands, _) = tick(&mut folk, 1);
    let stop = commands.iter().find_map(|command| match command {
        Command::Stop(action) => Some(*action),
        _ => None,
    });
    let stop = stop.expect("what she does is stopped");
    folk.report(Report::Outcome(stop, Outcome::Stopped));
    let (_, events) = tick(&mut folk, 1);
    assert!(events.contains(&Event::Yours(ann)));
    assert_eq!(folk.driver(ann), Driver::Host);
}

#[test]
fn a_system_that_lowers_its_voice_no_longer_holds_the_body_with_the_old_word() {
    let (mut folk, _) = world(&[]);
    let ann = someone(&mut folk, 1);
    folk.report(offer(ann, "fear", Urgency::Danger, None));
    tick(&mut folk, 1);
    folk.report(offer(ann, "fear", Urgency::Idle, None));
    tick(&mut folk, 1);
    let fear = SymbolId::named("fear");
    assert_eq!(folk.driver(ann), Driver::System(fear, Urgency::Idle));
    folk.report(offer(ann, "mind", Urgency::Duty, None));
    tick(&mut folk, 1);
    let mind = SymbolId::named("mind");
    assert_eq!(folk.driver(ann), Driver::System(mind, Urgency::Duty));
}

#[test]
fn the_partner_of_a_talk_that_is_over_has_the_voice_back() {
    let (mut folk, _) = world(&["stop"]);
    let people = [someone(&mut folk, 1), someone(&mut folk, 2)];
    let (commands, _) = tick(&mut folk, 200);
    let talk = commands.iter().find_map(|command| match command {
        Command::Start {
            action,
            partner: Some(_),
            ..
        } => Some(*action),
        _ => None,
    });
    let voices =
        |folk: &Folk| people.map(|who| folk.character(who).unwrap().driver(Channel::Voice));
    assert!(matches!(
        voices(&folk),
        [Driver::Scene(..), Driver::Scene(..)]
    ));
    folk.report(Report::Outcome(talk.unwrap(), Outcome::Done));
    tick(&mut folk, 1);
    assert_eq!(voices(&folk), [Driver::Nobody, Driver::Nobody]);
}

#[test]
fn two_places_that_begin_in_the_same_tick_keep_to_the_most_there_may_be() {
    let (mut folk, _) = world(&["stop", "stop", "stop"]);
    for x in [0, 30, 60] {
        folk.add_character(Newcomer {
            roles: vec![RoleId::named("citizen")],
            at: Some(Place::metres(x, 1)),
            ..Newcomer::default()
        });
    }
    tick(&mut folk, 300);
    let at = |x: i32| Place::metres(x, 0);
    let placed = folk.locations().filter(|l| l.scene.is_some());
    let running: Vec<Place> = placed.map(|l| l.at).collect();
    let near = |a: &Place| running.iter().filter(|b| a.is_within(**b, 50_000)).count();
    assert!(!running.is_empty() && running.iter().all(|a| near(a) == 1));
    assert!(!(running.contains(&at(0)) && running.contains(&at(30))));
}

#[test]
fn someone_waited_for_is_not_cast_elsewhere_and_leaves_nothing_behind() {
    let (mut folk, _) = world(&["hall", "stop"]);
    let (commands, _) = tick(&mut folk, 200);
    let spawned = commands.iter().filter_map(|command| match command {
        Command::Spawn { who, .. } => Some(*who),
        _ => None,
    });
    let spawned: Vec<CharacterId> = spawned.collect();
    let [first, second] = spawned[..] else {
        panic!("{spawned:?}")
    };
    // The first appears, far from home, at the stop; the second keeps everybody waiting.
    folk.report(Report::Moved(first, Place::metres(30, 0)));
    folk.report(Report::Spawned(first));
    folk.report(Report::Moved(second, Place::metres(30, 1)));
    tick(&mut folk, 200);
    assert_eq!(folk.character(first).unwrap().scene, None);
    // And then does not come: the index of who is near must not remember either.
    folk.report(Report::NotSpawned(second));
    let (commands, _) = tick(&mut folk, 1);
    assert!(folk.character(second).is_none());
    assert!(commands.contains(&Command::Withdraw(first)));
    folk.report(Report::Gone(first));
    tick(&mut folk, 1);
    assert_eq!(folk.characters().count(), 0);
}

#[test]
fn a_property_pushed_while_a_region_was_out_is_heard_when_it_is_back() {
    let (mut folk, _) = world(&["stop"]);
    let ann = someone(&mut folk, 1);
    tick(&mut folk, 130);
    let scene = scene_of(&folk, ann);
    let out = folk.unload_region(RegionId(0));
    assert_eq!(folk.scene_count(), 0);
    let raining = HostId::named("raining");
    folk.report(Report::Property {
        name: raining,
        arguments: vec![],
        value: Pushed::Holds,
    });
    tick(&mut folk, 60);
    folk.load_region(&out).unwrap();
    tick(&mut folk, 1);
    assert_eq!(
        folk.scene(scene)
            .unwrap()
            .property(folk.module(), raining, &[]),
        Pushed::Holds
    );
}

#[test]
fn a_prop_that_never_was_is_not_remembered_as_lost() {
    let (mut folk, places) = world(&["stop"]);
    for n in 0..100 {
        folk.report(Report::PropGone(places[0], PropId(n)));
    }
    let (_, events) = tick(&mut folk, 1);
    assert_eq!(folk.location(places[0]).unwrap().lost_props, []);
    let unheard = Event::RejectedReport(RejectedReport::NoSuchProp(places[0], PropId(7)));
    assert!(events.contains(&unheard));
}

#[test]
fn a_claim_told_for_a_stranger_is_not_held_for_ever() {
    let (mut folk, places) = world(&["stop"]);
    let ann = someone(&mut folk, 1);
    tick(&mut folk, 130);
    let bob = someone(&mut folk, 500);
    let claim = |who| Atom {
        fact: FactId::named("holds"),
        arguments: vec![Value::Prop(PropId::named("left")), Value::Character(who)],
    };
    folk.report(Report::Told(places[0], claim(bob)));
    let (_, events) = tick(&mut folk, 1);
    let unheard = Event::RejectedReport(RejectedReport::NotTakingPart(bob, places[0]));
    assert!(events.contains(&unheard));
    folk.report(Report::Told(places[0], claim(ann)));
    tick(&mut folk, 1);
    let scene = folk.scene(scene_of(&folk, ann)).unwrap();
    assert!(scene.facts.contains(&claim(ann)));
    assert_eq!(scene.standing(ann), Standing::Present);
}

#[test]
fn those_who_were_to_join_a_scene_without_a_script_are_let_go() {
    let (mut folk, _) = world(&["stop"]);
    let ann = someone(&mut folk, 1);
    tick(&mut folk, 130);
    let scene = scene_of(&folk, ann);
    let bob = someone(&mut folk, 1);
    // To the tick at which Bob is about to join.
    while folk.character(bob).unwrap().scene.is_none() {
        tick(&mut folk, 1);
    }
    assert!(folk.scene(scene).unwrap().participant(bob).is_none());
    let mut module = (**folk.module()).clone();
    module.scripts.clear();
    folk.reload(std::sync::Arc::new(module));
    tick(&mut folk, 2);
    assert_eq!(folk.character(bob).unwrap().scene, None);
    assert_eq!(folk.driver(bob), Driver::Nobody);
}
