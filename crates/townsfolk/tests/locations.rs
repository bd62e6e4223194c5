//! Emitters, casting and what can happen to a location, shown with the shipped scripts.
#![allow(clippy::unwrap_used, reason = "tests")]

mod support;

use support::{began, quiet};
use townsfolk::WakeMode;
use townsfolk::prelude::*;
use townsfolk_core::{Atom, FactId, GroupId, PropId, ScriptId, SymbolId};
use townsfolk_module::Preference;
use townsfolk_scene::Phase;

fn role(name: &str) -> RoleId {
    RoleId::named(name)
}

#[test]
fn a_script_emitter_casts_those_who_are_near() {
    let (mut town, _) = quiet("bench", 1);
    let ann = town.someone("elder");
    let far = town.folk.add_character(Newcomer {
        roles: vec![role("tourist")],
        at: Some(Place::metres(100, 0)),
        ..Newcomer::default()
    });
    let cast = town.until(5, began).expect("a scene");
    assert_eq!(cast, [(ann, role("elder"))]);
    assert!(town.folk.character(far).unwrap().scene.is_none());
}

/// Nobody is around for so many ticks; then somebody comes, at any moment between two looks.
#[test]
fn a_location_that_sleeps_asks_as_soon_as_one_that_keeps_looking() {
    let asks_at = |alone: i64, looking| {
        let (mut town, _) = quiet("bench", 1);
        town.folk.looking = looking;
        for _ in 0..alone {
            town.tick();
        }
        town.someone("elder");
        town.until(5, began).expect("a scene");
        town.folk.now()
    };
    for alone in 300..425 {
        let awake = asks_at(alone, WakeMode::Naive);
        assert_eq!(
            asks_at(alone, WakeMode::WhenDue),
            awake,
            "after {alone} ticks"
        );
    }
}

#[test]
fn a_location_is_closed_outside_its_hours() {
    let (town, _) = quiet("bench", 1);
    let mut town = town.at(3);
    town.someone("elder");
    assert_eq!(town.until(10, began), None);
    let mut town = town.at(9);
    assert!(town.until(10, began).is_some());
}

/// A planted fault: a location began the next scene without its rest.
#[test]
fn after_a_scene_a_location_rests_as_long_as_it_says() {
    let (mut town, _) = quiet("bench", 1);
    town.someone("elder");
    town.until(5, began).expect("a scene");
    let over = |folk: &Folk| {
        let mut events = folk.output().events.iter();
        let over = events.any(|event| matches!(event, Event::SceneOver(..)));
        over.then(|| folk.now())
    };
    let over = town.until(900, over).expect("the scene is over");
    // Somebody new is there from now on; the bench rests for thirty seconds and looks every two.
    town.someone("elder");
    town.until(60, began).expect("the next scene");
    let rested = town.folk.now().since(over);
    let least = Duration::seconds(30);
    assert!(
        (least..=Duration(least.0 + 2 * 60)).contains(&rested),
        "{rested}"
    );
}

#[test]
fn latecomers_join_and_the_full_bench_is_left_alone() {
    let (mut town, _) = quiet("bench", 1);
    let ann = town.someone("elder");
    town.until(5, began).expect("a scene");
    let bob = town.someone("tourist");
    let joined = town.until(5, |folk| {
        let mut events = folk.output().events.iter();
        events.find_map(|event| match event {
            Event::Joins(who, scene, role) => Some((*who, *scene, *role)),
            _ => None,
        })
    });
    let (who, scene, as_what) = joined.expect("someone joins");
    assert_eq!((who, as_what), (bob, role("tourist")));
    town.seconds(1);
    let scene = town.folk.scene(scene).unwrap();
    assert_eq!(scene.participants.len(), 2);
    assert!(scene.participant(ann).is_some());
}

#[test]
fn who_has_left_is_told_so_and_is_not_cast_again_at_once() {
    let (mut town, bench) = quiet("bench", 1);
    let ann = town.folk.add_character(Newcomer {
        roles: vec![role("elder")],
        at: Some(Place::metres(2, 0)),
        player: false,
        ..Newcomer::default()
    });
    let left = town.until(600, |folk| {
        let gone = Command::Leave(ann, bench);
        folk.output().commands.contains(&gone).then_some(())
    });
    assert!(left.is_some());
    assert!(
        town.folk
            .location(bench)
            .unwrap()
            .not_before
            .iter()
            .any(|(who, _)| *who == ann)
    );
    assert_eq!(town.folk.driver(ann), townsfolk::Driver::Nobody);
}

#[test]
fn a_notification_emitter_tells_each_comer_once() {
    let (mut town, kiosk) = quiet("kiosk", 1);
    let ann = town.folk.add_character(Newcomer {
        at: Some(Place::metres(30, 0)),
        ..Newcomer::default()
    });
    let (_, events) = town.seconds(10);
    let told = events
        .iter()
        .filter(|e| **e == Event::Noticed(ann, kiosk))
        .count();
    assert_eq!(told, 1);
    town.folk.report(Report::Moved(ann, Place::metres(300, 0)));
    town.seconds(5);
    town.folk.report(Report::Moved(ann, Place::metres(20, 0)));
    let (_, events) = town.seconds(5);
    assert!(events.contains(&Event::Noticed(ann, kiosk)));
}

#[test]
fn a_spawn_emitter_brings_its_people_and_takes_them_away_afterwards() {
    let (town, place) = quiet("tour", 1);
    let mut town = town.at(10);
    let mut asked = vec![];
    let cast = town.until(30, |folk| {
        asked.extend(folk.output().commands.iter().filter_map(|c| match c {
            Command::Spawn {
                who,
                role,
                extra: true,
                ..
            } => Some((*who, *role)),
            _ => None,
        }));
        began(folk)
    });
    let (guide, tourist) = (role("guide"), role("tourist"));
    let roles: Vec<_> = asked.iter().map(|(_, role)| *role).collect();
    assert_eq!(roles, [guide, tourist, tourist]);
    assert_eq!(cast.expect("a scene"), asked);
    let withdrawn = town.until(3600, |folk| {
        let mut commands = folk.output().commands.iter();
        commands
            .any(|c| matches!(c, Command::Withdraw(who) if *who == asked[0].0))
            .then_some(())
    });
    assert!(withdrawn.is_some());
    town.seconds(30);
    assert!(
        asked
            .iter()
            .all(|(who, _)| town.folk.character(*who).is_none())
    );
    assert!(town.folk.location(place).unwrap().residents.is_empty());
}

#[test]
fn who_does_not_appear_is_not_waited_for_for_ever() {
    let (town, place) = quiet("tour", 1);
    let mut town = town.at(10);
    // A host that never answers: the stage is not asked.
    let mut spawned = 0;
    for _ in 0..100 * 60 {
        let output = town.folk.tick_with(&NoReadings, &SingleThread);
        spawned += output
            .commands
            .iter()
            .filter(|c| matches!(c, Command::Spawn { .. }))
            .count();
    }
    assert_eq!(
        spawned, 6,
        "asked for again after the first three did not come"
    );
    assert_eq!(town.folk.violations(), []);
    assert!(town.folk.location(place).unwrap().scene.is_none());
}

#[test]
fn a_player_emitter_shows_an_icon_and_the_player_takes_part() {
    let (mut town, tent) = quiet("fortune", 1);
    let player = town.folk.add_character(Newcomer {
        roles: vec![role("seeker")],
        at: Some(Place::metres(1, 0)),
        player: true,
        ..Newcomer::default()
    });
    let shown = town.until(20, |folk| {
        let icon = Command::ShowIcon(player, tent, SymbolId::named("crystal_ball"));
        folk.output().commands.contains(&icon).then_some(())
    });
    assert!(shown.is_some(), "an icon");
    let cast = town.until(10, began).expect("the player has accepted");
    assert!(cast.contains(&(player, role("seeker"))));
    // The player's clicks come in as facts and drive the rules.
    let scene = town.folk.location(tent).unwrap().scene.unwrap();
    let reading = town.until(60, |folk| {
        let facts = folk.scene(scene)?.facts;
        facts
            .facts
            .iter()
            .any(|f| f.atom.fact == FactId::named("asked"))
            .then_some(())
    });
    assert!(reading.is_some());
    town.folk.report(Report::Told(
        tent,
        Atom {
            fact: FactId::named("picked"),
            arguments: vec![
                Value::Character(player),
                Value::Symbol(SymbolId::named("tower")),
            ],
        },
    ));
    let turned = town.until(30, |folk| {
        let mut commands = folk.output().commands.iter();
        commands.any(|c| matches!(c, Command::Start { what, .. } if *what == townsfolk_core::ActionId::named("turn_over"))).then_some(())
    });
    assert!(turned.is_some(), "she turns the card over");
    // Half-way, the player walks out; Madame has the last word, and the scene ends.
    town.folk.report(Report::WalkedOut(player));
    let over = town.until(60, |folk| {
        let mut events = folk.output().events.iter();
        events
            .any(|e| matches!(e, Event::SceneOver(s, _) if *s == scene))
            .then_some(())
    });
    assert!(over.is_some(), "the scene copes");
    assert!(town.folk.character(player).unwrap().scene.is_none());
    assert_eq!(town.folk.violations(), []);
}

#[test]
fn a_player_is_never_cast_without_being_asked() {
    let (mut town, _) = quiet("bench", 1);
    town.folk.add_character(Newcomer {
        roles: vec![role("elder")],
        at: Some(Place::metres(1, 0)),
        player: true,
        ..Newcomer::default()
    });
    assert_eq!(town.until(20, began), None);
}

#[test]
fn a_proxy_takes_part_where_it_is_attached() {
    let (town, stall) = quiet("market", 1);
    let mut town = town.at(9);
    let till = town.folk.add_character(Newcomer {
        roles: vec![role("shop")],
        attached_to: Some(stall),
        ..Newcomer::default()
    });
    assert_eq!(town.until(10, began), None, "a till alone is no market");
    let kit = town.someone("stallkeeper");
    let cast = town.until(10, began).expect("a scene");
    assert!(cast.contains(&(kit, role("stallkeeper"))) && cast.contains(&(till, role("shop"))));
}

#[test]
fn a_group_comes_as_a_whole_or_not_at_all() {
    let (town, _) = quiet("picnic", 1);
    let mut town = town.at(12);
    let member = |town: &mut support::Town, what: &str, x: i32| {
        town.folk.add_character(Newcomer {
            roles: vec![role(what)],
            at: Some(Place::metres(x, 0)),
            group: Some(GroupId(1)),
            ..Newcomer::default()
        })
    };
    member(&mut town, "parent", 3);
    member(&mut town, "child", 4);
    let straggler = member(&mut town, "child", 200);
    assert_eq!(town.until(30, began), None, "one of them is still far away");
    town.folk
        .report(Report::Moved(straggler, Place::metres(5, 0)));
    let cast = town.until(30, began).expect("now they are all there");
    assert_eq!(cast.len(), 3);
}

#[test]
fn a_script_is_exchanged_at_a_running_location() {
    let (town, table) = quiet("chess", 1);
    let mut town = town.at(10);
    let prefer = |script: &str| {
        let script = ScriptId::named(script);
        Report::Prefers(table, vec![Preference { script, weight: 1 }])
    };
    town.folk.report(prefer("chess_game"));
    town.someone("chess_player");
    town.someone("chess_player");
    town.until(20, began).expect("a slow game");
    let first = town.folk.location(table).unwrap().scene.unwrap();
    town.seconds(20);
    town.folk.report(prefer("blitz"));
    let over = town.until(60, |folk| {
        let mut events = folk.output().events.iter();
        events
            .any(|e| matches!(e, Event::SceneOver(s, _) if *s == first))
            .then_some(())
    });
    assert!(over.is_some(), "the slow game ends");
    town.someone("chess_player");
    town.someone("chess_player");
    let script = town.until(200, |folk| {
        let mut events = folk.output().events.iter();
        events.find_map(|e| match e {
            Event::SceneBegan { script, .. } => Some(*script),
            _ => None,
        })
    });
    assert_eq!(script, Some(ScriptId::named("blitz")));
}

#[test]
fn a_seat_that_is_gone_in_the_middle_leaves_nothing_behind() {
    let (mut town, bench) = quiet("bench", 1);
    town.someone("elder");
    town.until(5, began).expect("a scene");
    town.seconds(6);
    let scene = town.folk.location(bench).unwrap().scene.unwrap();
    let seat = |folk: &Folk| {
        let facts = folk.scene(scene).unwrap().facts;
        let claim = facts.facts.iter().find(|f| f.claim).cloned();
        claim.map(|claim| claim.atom.arguments[0])
    };
    let Some(Value::Prop(prop)) = seat(&town.folk) else {
        panic!("somebody sits");
    };
    town.folk.report(Report::PropGone(bench, prop));
    town.seconds(1);
    let facts = town.folk.scene(scene).unwrap().facts;
    assert!(!facts.facts.iter().any(|f| f.atom.names(Value::Prop(prop))));
    assert_ne!(prop, PropId(0));
}

#[test]
fn a_location_that_is_gone_sends_everyone_home() {
    let (mut town, bench) = quiet("bench", 1);
    let ann = town.someone("elder");
    town.until(5, began).expect("a scene");
    town.seconds(6);
    let scene = town.folk.location(bench).unwrap().scene.unwrap();
    town.folk.report(Report::LocationGone(bench));
    town.seconds(2);
    assert!(
        town.folk
            .scene(scene)
            .is_none_or(|s| s.phase != Phase::Running)
    );
    town.seconds(20);
    assert!(town.folk.location(bench).is_none());
    assert!(town.folk.character(ann).is_none_or(|p| p.scene.is_none()));
    town.folk.report(Report::LocationGone(bench));
    let (_, events) = town.seconds(1);
    let unheard = Event::RejectedReport(townsfolk::RejectedReport::NoSuchLocation(bench));
    assert!(events.contains(&unheard));
}

#[test]
fn someone_who_is_gone_takes_every_fact_along() {
    let (mut town, bench) = quiet("bench", 1);
    let ann = town.someone("elder");
    let bob = town.someone("tourist");
    town.until(5, began).expect("a scene");
    town.seconds(8);
    let scene = town.folk.location(bench).unwrap().scene.unwrap();
    town.folk.report(Report::Gone(ann));
    town.seconds(1);
    let scene = town.folk.scene(scene).unwrap();
    let named = |who| {
        scene
            .facts
            .facts
            .iter()
            .any(|f| f.atom.names(Value::Character(who)))
    };
    assert!(!named(ann) && named(bob));
}

#[test]
fn a_region_is_unloaded_and_goes_on_where_it_was() {
    let (mut town, bench) = quiet("bench", 1);
    town.someone("elder");
    town.until(5, began).expect("a scene");
    town.seconds(6);
    let scene = town.folk.location(bench).unwrap().scene.unwrap();
    let before = town.folk.scene(scene).unwrap();
    let bytes = town.folk.unload_region(RegionId(0));
    assert!(town.folk.scene(scene).is_none() && town.folk.location(bench).is_none());
    let empty = (town.folk.characters().count(), town.folk.scenes().count());
    assert_eq!(empty, (0, 0));
    for _ in 0..600 {
        town.folk.tick_with(&NoReadings, &SingleThread);
    }
    assert_eq!(town.folk.load_region(&bytes), Ok(vec![]));
    let after = town.folk.scene(scene).unwrap();
    assert_eq!(after.facts.facts.len(), before.facts.facts.len());
    assert_eq!(after.now.since(before.now), Duration(600));
    town.seconds(30);
    assert!(town.folk.load_region(&bytes).is_err(), "not twice");
}

#[test]
fn whose_house_is_gone_goes_out_of_sight() {
    let (town, corner) = quiet("musician", 1);
    let mut town = town.at(17);
    let cast = town.until(30, began).expect("a scene");
    let musician = cast[0].0;
    town.folk.report(Report::LocationGone(corner));
    let withdrawn = town.until(120, |folk| {
        let command = Command::Withdraw(musician);
        folk.output().commands.contains(&command).then_some(())
    });
    assert!(withdrawn.is_some());
    town.seconds(10);
    assert!(town.folk.character(musician).is_none());
}

#[test]
fn the_proxies_of_a_location_go_with_it() {
    let (town, stall) = quiet("market", 1);
    let mut town = town.at(9);
    let till = town.folk.add_character(Newcomer {
        roles: vec![role("shop")],
        attached_to: Some(stall),
        ..Newcomer::default()
    });
    town.seconds(1);
    assert!(town.folk.character(till).is_some());
    town.folk.report(Report::LocationGone(stall));
    town.seconds(1);
    assert!(town.folk.character(till).is_none());
}
