//! Hunters in the engine: what they do because of what they hear, see and lose.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

mod support;

use support::hunters::{Street, street};
use townsfolk::prelude::*;
use townsfolk::space::{GroundPlan, Plate, Rect, Route, RouteStep};
use townsfolk::tactics::{PuppetOrder, Reason, SkillState};
use townsfolk::{Cloud, Threads};
use townsfolk_core::{Angle, DeciderId, SymbolId};

/// Holds a hunter where it is, looking at an intruder that shouts, until it does something about it.
fn discovered(street: &mut Street, who: CharacterId, prey: CharacterId) {
    let (here, place) = (street.place(who), street.place(prey));
    street.held.insert(who, here);
    for _ in 0..40 {
        let (x, y) = (f64::from(place.x_mm) / 1e3, f64::from(place.y_mm) / 1e3);
        street.folk.sound_by("voice", at(x, y), prey).unwrap();
        for _ in 0..15 {
            street.folk.set_facing(who, Angle::from_to(here, place));
            street.run(1);
        }
        if street.knows(who, prey) && street.skill(who) != "wander" {
            street.held.remove(&who);
            return;
        }
    }
    panic!("it did not notice: {:?}", street.why(who));
}

#[test]
fn done_12_kinds_are_data_alone() {
    let (module, _) = street(&[]);
    let kinds = |set: &str| -> Vec<SymbolId> {
        let set = module.senses.skill_set(DeciderId::named(set)).unwrap();
        set.skills.iter().map(|spec| spec.kind).collect()
    };
    let named =
        |names: &[&str]| -> Vec<SymbolId> { names.iter().map(|n| SymbolId::named(n)).collect() };
    assert_eq!(
        kinds("lurker_skills"),
        named(&["on_fire", "ambush", "wander"])
    );
    let brute = ["on_fire", "throw", "chase", "search", "follow", "wander"];
    assert_eq!(kinds("brute_skills"), named(&brute));
    // Two names change places, and so does what they do.
    let did = |street: &mut Street, role: &str| {
        let prey = street.add("intruder", 9.0, 0.0);
        let who = street.add(role, 0.0, 0.0);
        discovered(street, who, prey);
        street.skill(who)
    };
    assert_eq!(did(&mut Street::new(), "sprinter"), "chase");
    assert_eq!(did(&mut Street::new(), "lurker"), "ambush");
    let swapped = [
        (
            "role sprinter thinks with sprinter_skills",
            "role sprinter thinks with lurker_skills",
        ),
        (
            "role lurker thinks with lurker_skills",
            "role lurker thinks with sprinter_skills",
        ),
    ];
    assert_eq!(did(&mut Street::of(&swapped), "sprinter"), "ambush");
    assert_eq!(did(&mut Street::of(&swapped), "lurker"), "chase");
}

#[test]
fn done_13_burning_breaks_off_a_chase() {
    let mut street = Street::new();
    let prey = street.add("intruder", 5.0, 0.0);
    let who = street.add("listener", 0.0, 0.0);
    discovered(&mut street, who, prey);
    street.set("burning", who, Pushed::Holds);
    street.run(1);
    assert_eq!(street.skill(who), "on_fire", "on the very next tick");
    street.run(120);
    assert!(street.count(who, "move_so") >= 2, "it darts about");
}

#[test]
fn done_15_ten_minutes_without_anything_and_nobody_stands_without_a_skill() {
    let mut street = Street::new();
    let kinds = ["sprinter", "lurker", "listener", "brute"];
    let people: Vec<CharacterId> = (0..)
        .zip(kinds)
        .map(|(n, kind)| street.add(kind, f64::from(n) * 5.0, 0.0))
        .collect();
    for _ in 0..600 * 60 {
        street.tick();
        for who in &people {
            let runner = street.folk.skills_of(*who).unwrap();
            assert!(
                runner.skill().is_some() && !runner.stack().is_empty(),
                "{:?}",
                street.why(*who)
            );
        }
    }
    for who in people {
        assert!(street.count(who, "go_there") > 10, "it walks about");
        assert_eq!(street.skill(who), "wander");
    }
}

#[test]
fn done_19_a_lost_prey_is_searched_for_and_then_forgotten() {
    let mut street = Street::new();
    street.ground(&[((5_000, -3_000), (5_400, 3_000))]);
    let prey = street.add("intruder", 3.0, 0.0);
    let who = street.add("listener", 0.0, 0.0);
    discovered(&mut street, who, prey);
    street.walk(prey, 45.0, 45.0);
    street.until(600, "it searches", |s| s.skill(who) == "search");
    let began = street.folk.now().0;
    let mut points: Vec<Place> = vec![];
    street.until(31 * 60, "it wanders", |s| s.skill(who) == "wander");
    let took = street.folk.now().0 - began;
    assert!(took <= 30 * 60 + 2, "{took}");
    for (tick, by, what, to) in &street.log {
        if *by == who && what == "go_there" && *tick >= began {
            points.extend(*to);
        }
    }
    assert!(!points.is_empty());
}

#[test]
fn done_20_a_chase_cries_once() {
    let mut street = Street::new();
    let prey = street.add("intruder", 5.0, 0.0);
    let who = street.add("listener", 0.0, 0.0);
    let before = street.count(who, "cry");
    discovered(&mut street, who, prey);
    street.until(60, "it cries", |s| s.count(who, "cry") > before);
    let cried = street.count(who, "cry");
    for _ in 0..40 {
        let place = street.place(prey);
        let x = f64::from(place.x_mm) / 1e3 + 0.5;
        street.walk(prey, x, 0.0);
        street.folk.sound_by("voice", at(x, 0.0), prey).unwrap();
        street.run(12);
    }
    assert_eq!(street.skill(who), "chase");
    assert_eq!(street.count(who, "cry"), cried);
}

#[test]
fn a_chase_reaches_its_prey_and_does_what_content_says() {
    let mut street = Street::new();
    let prey = street.add("intruder", 5.0, 0.0);
    let who = street.add("listener", 0.0, 0.0);
    discovered(&mut street, who, prey);
    street.until(900, "it bites", |s| s.count(who, "bite") > 0);
    let mut street = Street::new();
    let prey = street.add("intruder", 8.0, 0.0);
    let who = street.add("sprinter", 0.0, 0.0);
    discovered(&mut street, who, prey);
    street.until(900, "it strikes", |s| s.count(who, "strike") > 0);
    assert!(street.place(who).is_within(street.place(prey), 1_300));
}

#[test]
fn done_21_a_follower_trails_and_knows_nothing() {
    let mut street = Street::new();
    let leader = street.add("sprinter", 0.0, 0.0);
    let follower = street.add("sprinter", -4.0, 1.0);
    // The prey stands in view of the first only: it is more than twelve metres from the second.
    let prey = street.add("intruder", 10.5, 0.0);
    let stands = street.place(follower);
    street.held.insert(follower, stands);
    street.held.insert(leader, at(0.0, 0.0));
    for _ in 0..300 {
        street.folk.set_facing(leader, Angle::EAST);
        street.folk.set_facing(follower, Angle::EAST);
        street.run(1);
    }
    assert_eq!(street.skill(leader), "chase", "{:?}", street.why(leader));
    street.held.clear();
    let before = street.folk.records_of(follower).to_vec();
    street.until(120, "the second follows", |s| s.skill(follower) == "follow");
    assert_eq!(street.folk.records_of(follower), before);
    street.until(600, "it senses the prey itself", |s| {
        s.knows(follower, prey)
    });
    street.run(2);
    assert_eq!(street.skill(follower), "chase");
    assert!(
        street.place(follower).x_mm < street.place(leader).x_mm,
        "it arrives later"
    );
}

#[test]
fn done_22_a_lurker_waits_in_silence_pounces_and_hides() {
    let mut street = Street::new();
    street.ground(&[
        ((3_000, 2_000), (6_000, 2_400)),
        ((-6_000, 3_000), (-3_000, 3_400)),
        ((-9_000, -4_000), (-6_000, -3_600)),
    ]);
    let prey = street.add("intruder", 10.0, 0.0);
    let who = street.add("lurker", 0.0, 0.0);
    discovered(&mut street, who, prey);
    assert_eq!(street.skill(who), "ambush");
    street.until(1_200, "it lies in wait", |s| {
        s.state(who) == "lying in wait"
    });
    assert_eq!(street.count(who, "cry") + street.count(who, "bark"), 0);
    // The prey comes close.
    for _ in 0..400 {
        let (me, there) = (street.place(who), street.place(prey));
        if street.state(who) == "rushing" {
            break;
        }
        let step = |a: i32, b: i32| f64::from(b + (a - b).clamp(-50, 50)) / 1e3;
        street.walk(prey, step(me.x_mm, there.x_mm), step(me.y_mm, there.y_mm));
        street.run(2);
    }
    assert_eq!(street.state(who), "rushing", "{:?}", street.why(who));
    street.until(400, "it has struck or given up", |s| {
        s.state(who) == "retreating" || s.state(who) == "lying in wait"
    });
    assert!(street.count(who, "strike") >= 1);
}

#[test]
fn done_23_a_brute_throws_ahead_without_end_and_dies_when_bare() {
    let mut street = Street::new();
    let prey = street.add("intruder", 4.0, 0.0);
    let who = street.add("brute", 0.0, 0.0);
    discovered(&mut street, who, prey);
    street.held.insert(who, at(0.0, 0.0));
    for step in 0..1_500 {
        // The prey runs to and fro, and shouts.
        let y = f64::from((step / 40 % 2) * 40)
            + f64::from(step % 40) * if step / 40 % 2 == 0 { 1.0 } else { -1.0 };
        street.walk(prey, 12.0, y / 10.0);
        if step % 10 == 0 {
            street
                .folk
                .sound_by("voice", at(12.0, y / 10.0), prey)
                .unwrap();
        }
        street.run(2);
    }
    let thrown = street
        .log
        .iter()
        .filter(|(_, by, what, _)| *by == who && what == "throw_at");
    let led =
        thrown.filter(|(.., to)| to.is_some_and(|to| to.distance_mm(street.place(prey)) < 30_000));
    assert!(
        led.count() > 3,
        "{} throws, {:?}",
        street.count(who, "throw_at"),
        street.why(who)
    );
    street.set("plates", who, Pushed::Is(Value::Number(Number(0))));
    street.run(4);
    let dead = street
        .folk
        .attribute(HostId::named("dead"), &[Value::Character(who)]);
    assert_eq!(dead, Pushed::Holds);
}

#[test]
fn done_24_a_sleeper_stirs_wakes_and_is_enraged() {
    let sleeps = [(
        "  follow\n  wander\nskills lurker",
        "  follow\n  sleep\n  wander\nskills lurker",
    )];
    let mut street = Street::of(&sleeps);
    let who = street.add("sprinter", 0.0, 0.0);
    street.run(10);
    assert_eq!(
        (street.skill(who), street.state(who)),
        ("sleep", "sleeping")
    );
    // A loud noise at the edge of its dull hearing: four metres for an impact.
    let noise = |street: &mut Street| {
        street.folk.sound("impact", at(1.5, 0.0)).unwrap();
        street.run(3);
    };
    noise(&mut street);
    assert_eq!(
        street.state(who),
        "looking for what woke it",
        "{:?}",
        street.why(who)
    );
    street.seconds(7);
    assert_eq!(street.state(who), "sleeping");
    noise(&mut street);
    street.until(60, "it chases the noise", |s| s.skill(who) == "chase");
    street.until(1_800, "it wanders", |s| s.skill(who) == "wander");
    street.seconds(60);
    assert_eq!(street.skill(who), "wander", "for good");
}

#[test]
fn done_25_a_route_repeats_until_a_chase() {
    let along = [(
        "  wander pace 1 m per s",
        "  wander along beat, pace 1 m per s",
    )];
    let mut street = Street::of(&along);
    let steps = [(4, 0), (4, 4), (0, 0)].map(|(x, y)| RouteStep::To(Place::metres(x, y)));
    street.plan(GroundPlan {
        plates: vec![Plate::outdoors(Rect::of(
            (-30_000, -30_000),
            (30_000, 30_000),
        ))],
        routes: vec![Route {
            name: "beat".into(),
            steps: steps.to_vec(),
        }],
        ..GroundPlan::default()
    });
    let who = street.add("listener", 0.0, 0.0);
    street.seconds(60);
    let walks: Vec<Place> = street
        .log
        .iter()
        .filter(|(_, by, what, _)| *by == who && what == "go_there")
        .filter_map(|(.., to)| *to)
        .collect();
    let round = [(4, 0), (4, 4), (0, 0)].map(|(x, y)| Place::metres(x, y));
    assert!(walks.len() > 6, "{walks:?}");
    assert!(
        walks
            .iter()
            .zip(round.iter().cycle())
            .all(|(to, step)| to == step),
        "{walks:?}"
    );
    street.folk.sound("explosion", at(10.0, 10.0)).unwrap();
    street.until(60, "it chases the noise", |s| s.skill(who) == "chase");
    street.until(3_000, "it wanders", |s| {
        s.state(who) == "wandering at random"
    });
}

#[test]
fn done_26_a_puppet_does_what_it_is_told_and_decides_again_in_one_tick() {
    let mut street = Street::new();
    let who = street.add("listener", 0.0, 0.0);
    street.run(30);
    let walk = PuppetOrder::MoveTo {
        to: Place::metres(5, 0),
        pace: 3_000,
    };
    street.folk.puppet(who, walk);
    street.run(1);
    assert_eq!(street.skill(who), "none");
    street.until(300, "it is there", |s| {
        s.place(who).is_within(Place::metres(5, 0), 250)
    });
    // A noise means nothing to it now.
    street.folk.sound("explosion", at(8.0, 0.0)).unwrap();
    street.run(30);
    assert_eq!(street.skill(who), "none");
    street
        .folk
        .puppet(who, PuppetOrder::Gesture(ActionId::named("wave")));
    street.run(5);
    assert_eq!(street.count(who, "wave"), 1);
    street.run(60);
    street.folk.puppet(who, PuppetOrder::Repeat);
    street.run(5);
    assert_eq!(street.count(who, "wave"), 2);
    // The host puts it somewhere else.
    street.walk(who, -5.0, 0.0);
    street.run(1);
    assert_eq!(street.place(who), at(-5.0, 0.0));
    street.folk.puppet(who, PuppetOrder::Leave);
    street.run(1);
    assert_ne!(street.skill(who), "none");
    let runner = street.folk.skills_of(who).unwrap();
    assert_eq!(
        runner.log().decisions().last().unwrap().reason,
        Reason::PuppetEnded
    );
}

#[test]
fn done_27_without_throw_a_brute_chases() {
    let mut street = Street::of(&[("  throw tears tears, lands splat\n", "")]);
    let prey = street.add("intruder", 4.0, 0.0);
    let who = street.add("brute", 0.0, 0.0);
    discovered(&mut street, who, prey);
    street.until(1_200, "it is there", |s| {
        s.place(who).is_within(s.place(prey), 2_000)
    });
    assert_eq!(street.count(who, "throw_at"), 0);
}

/// A chase and a search of several hunters, from a seeded start.
fn scene() -> (Street, Vec<CharacterId>, CharacterId) {
    let mut street = Street::new();
    street.ground(&[
        ((5_000, -3_000), (5_400, 3_000)),
        ((-4_000, 6_000), (3_000, 6_400)),
    ]);
    let prey = street.add("intruder", 3.0, 0.0);
    let kinds = [
        "listener", "sprinter", "brute", "lurker", "listener", "sprinter",
    ];
    let hunters = (0..)
        .zip(kinds)
        .map(|(n, kind)| street.add(kind, -2.0 - f64::from(n), f64::from(n)));
    let hunters = hunters.collect();
    for _ in 0..6 {
        street.folk.sound_by("voice", at(3.0, 0.0), prey).unwrap();
        street.run(20);
    }
    (street, hunters, prey)
}

#[test]
fn done_28_the_same_inputs_give_the_same_decisions_on_threads_and_after_loading() {
    let (mut one, hunters, _) = scene();
    let (mut other, ..) = scene();
    assert_eq!(one.folk.digest(), other.folk.digest());
    assert!(hunters.iter().any(|who| one.skill(*who) == "chase"));
    let saved = one.folk.save();
    let (module, symbols) = street(&[]);
    let (mut folk, _) = Folk::load(module, &saved).unwrap();
    folk.set_symbols(symbols);
    let mut loaded = one.with(folk);
    let threads = Threads::new(3);
    for tick in 0..900 {
        one.tick();
        other.tick_on(&threads);
        loaded.tick();
        if tick % 60 == 0 {
            assert_eq!(
                one.folk.digest(),
                other.folk.digest(),
                "threads, tick {tick}"
            );
            assert_eq!(
                one.folk.digest(),
                loaded.folk.digest(),
                "loaded, tick {tick}"
            );
        }
    }
    for who in hunters {
        let log = |street: &Street| street.folk.skills_of(who).unwrap().log().clone();
        assert_eq!(log(&one), log(&other));
        assert_eq!(log(&one), log(&loaded));
    }
}

#[test]
fn the_true_place_of_a_prey_that_nobody_senses_means_nothing() {
    let (mut real, hunters, prey) = scene();
    // The prey is gone from all senses: in one world it stands far away, in the other its place is
    // garbage that changes all the time.
    real.walk(prey, 40.0, 40.0);
    let mut garbage = real.clone();
    let mut chased = false;
    for tick in 0..1_200 {
        let drawn = |n: i64| f64::from(((tick * 37 + n * 11) % 9 * 4) as i32);
        real.walk(prey, 40_000.0, 0.0);
        garbage.walk(prey, 100_000.0 + drawn(1), -90_000.0 - drawn(2));
        real.tick();
        garbage.tick();
        for who in &hunters {
            chased |= real.skill(*who) == "chase";
            assert_eq!(real.place(*who), garbage.place(*who), "tick {tick}");
            assert_eq!(
                real.folk.skills_of(*who),
                garbage.folk.skills_of(*who),
                "tick {tick}"
            );
        }
    }
    assert!(chased, "the test is about something");
    assert!(hunters.iter().all(|who| real.skill(*who) != "chase"));
}

#[test]
fn fire_burns_three_and_the_others_go_round() {
    let mut street = Street::new();
    let people: Vec<CharacterId> = (0..10)
        .map(|n| street.add("listener", -8.0 - f64::from(n) * 0.5, 0.0))
        .collect();
    street.folk.set_cloud(Cloud::fire(1, at(0.0, 0.0)));
    street.run(2);
    street.folk.sound("explosion", at(0.0, 0.0)).unwrap();
    let mut burnt: std::collections::BTreeSet<CharacterId> = Default::default();
    for _ in 0..600 {
        street.tick();
        burnt.extend(
            people
                .iter()
                .copied()
                .filter(|who| street.folk.is_burning(*who)),
        );
    }
    assert_eq!(burnt.len(), 3);
}

#[test]
fn why_and_why_not_name_skills_and_causes() {
    let mut street = Street::new();
    let prey = street.add("intruder", 5.0, 0.0);
    let who = street.add("listener", 0.0, 0.0);
    street.run(10);
    let not = street.folk.why_not_deciders(who, SymbolId::named("chase"));
    assert!(
        not.iter()
            .any(|(_, text)| text.contains("it is sure of nobody")),
        "{not:?}"
    );
    discovered(&mut street, who, prey);
    let why = street.why(who).join(" ");
    assert!(
        why.contains("the skill chase") && why.contains("confirmed"),
        "{why}"
    );
    let tables = street.folk.decider_tables(who);
    let titles: Vec<&str> = tables
        .iter()
        .flat_map(|(_, tables)| tables)
        .map(|table| table.title.as_str())
        .collect();
    for title in ["Skills", "Behaviours", "Decisions"] {
        assert!(titles.contains(&title), "{titles:?}");
    }
    let recent = street.folk.recent_decisions(who);
    assert!(
        recent
            .iter()
            .any(|(_, lines)| lines.iter().any(|line| line.contains("chase")))
    );
}

#[test]
fn a_reload_keeps_what_runs_by_name() {
    let (mut street, hunters, _) = scene();
    let chasers: Vec<CharacterId> = hunters
        .iter()
        .copied()
        .filter(|who| street.skill(*who) == "chase")
        .collect();
    assert!(!chasers.is_empty());
    let faster = [(
        "  chase pace 4 m per s, with maul",
        "  chase pace 6 m per s, with maul",
    )];
    let (module, _) = support::hunters::street(&faster);
    street.folk.reload(module);
    street.run(1);
    for who in chasers {
        assert_eq!(street.skill(who), "chase");
        assert!(matches!(
            street
                .folk
                .skills_of(who)
                .unwrap()
                .state(SymbolId::named("chase")),
            Some(SkillState::Chase(_))
        ));
    }
}

#[test]
fn a_hunter_that_hears_nothing_is_not_looked_at_while_it_walks() {
    let mut street = Street::new();
    let who = street.add("listener", 0.0, 0.0);
    street.run(10);
    let looked = |street: &Street| street.folk.skills_of(who).unwrap().shared().looked;
    let mut looks = 0;
    let mut last = looked(&street);
    for _ in 0..3_600 {
        street.tick();
        looks += i32::from(looked(&street) != last);
        last = looked(&street);
    }
    assert!(looks < 60, "{looks} looks in a minute");
}
