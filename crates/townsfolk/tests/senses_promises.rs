//! Senses over threads, saves, recordings, regions and reloads; and rude hosts.
#![allow(clippy::unwrap_used, reason = "tests")]

mod support;

use std::sync::Arc;
use support::senses::{Yard, difference, seconds, yard};
use townsfolk::prelude::*;
use townsfolk::sensing::{Body, MindState, VolumeKind};
use townsfolk::{Cloud, Recording, Threads, WakeMode};
use townsfolk_core::{Angle, Draw, SiteId, StimulusId};

/// What happens before a tick, drawn: people walk, turn, crouch, shout and die; doors open, smoke rises.
fn reports(people: &[CharacterId], tick: i64) -> Vec<Report> {
    let draw = Draw::at(Seed(3), 5, Tick(tick), SiteId(9));
    let place = |n: u64| {
        let along = |n| draw.between(n, -25_000, 25_000) as i32;
        Place {
            x_mm: along(n),
            y_mm: along(n + 1),
            z_mm: 0,
        }
    };
    let mut reports = vec![];
    for (n, who) in (0_i64..).zip(people) {
        // Everybody walks along a curve of its own.
        let turned = |speed: i64, begin: i64| {
            Angle::thousandths(tick * speed / 60 / (1 + n % 5) + begin * 57_296)
        };
        let along = |part: i64| ((20_000 * part) >> 16) as i32;
        let to = Place {
            x_mm: along(turned(57_296, n).sin()),
            y_mm: along(turned(74_485, n * n).cos()),
            z_mm: 0,
        };
        if n % 3 != 0 || tick % 7 == 0 {
            reports.push(Report::Moved(*who, to));
        }
    }
    let someone = |n: u64| people[draw.between(n, 0, people.len() as i64 - 1) as usize];
    let so = |name: &str, who, so: bool| Report::Property {
        name: HostId::named(name),
        arguments: vec![Value::Character(who)],
        value: if so { Pushed::Holds } else { Pushed::HoldsNot },
    };
    match draw.between(0, 0, 60) {
        0 => reports.push(so("crouched", someone(1), draw.coin(2, 500))),
        1 => reports.push(so("dead", someone(1), draw.coin(2, 100))),
        2 => reports.push(Report::Facing(
            someone(1),
            Angle::degrees(draw.between(2, 0, 359) as i32),
        )),
        3 => reports.push(Report::Cloud(Cloud::smoke(
            draw.between(1, 0, 3) as u32,
            place(2),
        ))),
        4 => reports.push(Report::Cloud(Cloud::fire(
            draw.between(1, 4, 7) as u32,
            place(2),
        ))),
        kind @ 5..=20 => {
            let kinds = ["knock", "impact", "voice", "gunshot", "explosion"];
            let by = draw.coin(1, 500).then(|| someone(2));
            reports.push(Report::Sounded {
                stimulus: StimulusId::named(kinds[kind as usize % 5]),
                at: place(3),
                by,
                caused_by: by.or(Some(someone(5))),
            });
        }
        _ => {}
    }
    reports
}

/// A yard with a wall, hunters, guards and intruders.
fn lively() -> (Yard, Vec<CharacterId>) {
    let mut yard = Yard::new();
    yard.build(&[
        ((-10_000, 2_000), (10_000, 2_300), 3_000),
        ((5_000, -9_000), (5_300, -3_000), 1_400),
    ]);
    let roles = [
        "listener", "sprinter", "guard", "guard", "scout", "intruder",
    ];
    let mut people = vec![];
    for n in 0..36_usize {
        let x = (n as f64 * 7.0) % 40.0 - 20.0;
        let who = yard.add(roles[n % 6], x, (n as f64 * 3.0) % 20.0 - 10.0);
        people.push(who);
        if n % 12 == 0 {
            yard.mind(who, MindState::Asleep);
        } else if n % 12 == 8 {
            yard.mind(who, MindState::Chasing);
        }
    }
    (yard, people)
}

fn run(yard: &mut Yard, people: &[CharacterId], ticks: std::ops::Range<i64>, with: &dyn Executor) {
    for tick in ticks {
        for report in reports(people, tick) {
            yard.folk.report(report);
        }
        yard.folk.tick_with(&NoReadings, with);
    }
}

#[test]
fn the_same_inputs_give_the_same_senses_on_any_number_of_threads_and_when_shaken() {
    let (mut one, people) = lively();
    let mut others = vec![];
    for threads in [2, 3, 8] {
        others.push((lively().0, threads));
    }
    let mut shaken = lively().0;
    shaken.folk.looking = WakeMode::Naive;
    let mut sensed = 0;
    for second in 0..20 {
        let ticks = 60 * second..60 * second + 60;
        run(&mut one, &people, ticks.clone(), &SingleThread);
        run(&mut shaken, &people, ticks.clone(), &SingleThread);
        for (yard, threads) in &mut others {
            run(yard, &people, ticks.clone(), &Threads::new(*threads));
            assert_eq!(difference(one.folk.digest(), yard.folk.digest()), [""; 0]);
        }
        assert_eq!(difference(one.folk.digest(), shaken.folk.digest()), [""; 0]);
        sensed += people
            .iter()
            .map(|who| one.folk.records_of(*who).len())
            .sum::<usize>();
        assert_eq!(one.folk.violations(), []);
    }
    assert!(sensed > 200, "something is sensed: {sensed}");
}

#[test]
fn senses_go_on_from_a_save_at_any_moment() {
    let (mut yard, people) = lively();
    for second in 0..15_i64 {
        let ticks = 61 * second..61 * second + 61;
        run(&mut yard, &people, ticks.clone(), &SingleThread);
        let save = yard.folk.save();
        let (folk, moved) = Folk::load(yard.folk.module().clone(), &save).unwrap();
        assert!(moved.is_empty());
        assert_eq!(difference(folk.digest(), yard.folk.digest()), [""; 0]);
        assert_eq!(folk.save(), save);
        let mut again = yard.with(folk);
        let next = ticks.end..ticks.end + 40;
        let mut before = yard.with(yard.folk.clone());
        run(&mut again, &people, next.clone(), &SingleThread);
        run(&mut before, &people, next, &SingleThread);
        assert_eq!(
            difference(again.folk.digest(), before.folk.digest()),
            [""; 0],
            "{second}"
        );
    }
}

/// With the skills of the engine, which a replay has too.
#[test]
fn a_recording_of_senses_is_the_run() {
    let mut folk = Folk::new(yard(|_| ()).0, Seed(5));
    let roles = ["listener", "sprinter", "guard", "scout", "intruder"];
    for n in 0..15_usize {
        let place = at(n as f64 - 7.0, (n as f64 * 3.0) % 9.0);
        folk.add(roles[n % 5], place).unwrap();
    }
    let people: Vec<CharacterId> = (1..=15).map(CharacterId).collect();
    let run = |folk: &mut Folk, ticks: std::ops::Range<i64>| {
        for tick in ticks {
            for report in reports(&people, tick) {
                folk.report(report);
            }
            folk.tick_with(&NoReadings, &SingleThread);
        }
    };
    // From the first tick on, so that nothing but reports begins it.
    folk.start_recording(false);
    run(&mut folk, 0..700);
    let recording = folk.take_recording().unwrap();
    let recording = Recording::read(&recording.write()).unwrap();
    let senses = recording
        .checkpoints
        .iter()
        .map(|point| point.digest.senses);
    assert!(senses.clone().count() >= 9 && senses.clone().all(|digest| digest != 0));
    let module: Arc<Module> = folk.module().clone();
    let again = recording
        .replay(module, &SingleThread, &mut |_| {})
        .unwrap();
    assert_eq!(difference(again.digest(), folk.digest()), [""; 0]);
}

#[test]
fn a_region_takes_its_senses_along_and_its_clocks_stand_still() {
    let mut yard = Yard::new();
    let who = yard.folk.add_character(Newcomer {
        roles: vec![RoleId::named("scout")],
        at: Some(at(0.0, 0.0)),
        region: RegionId(4),
        ..Newcomer::default()
    });
    let target = yard.add("intruder", 5.0, 0.0);
    yard.tick(seconds(50));
    let (record, now) = (yard.record(who, target).unwrap(), yard.folk.now());
    let bytes = yard.folk.unload_region(RegionId(4));
    yard.tick(seconds(100));
    assert!(yard.folk.records_of(who).is_empty() && !yard.folk.has_senses(who));
    assert_eq!(yard.folk.sensing().count(), 0);
    yard.folk.load_region(&bytes).unwrap();
    let back = yard.record(who, target).unwrap();
    let age = |record: townsfolk::sensing::Record, now: Tick| now.since(record.stamp);
    assert_eq!(age(back, yard.folk.now()), age(record, now));
    yard.tick(4);
    assert!(yard.perceives(who, target));
}

#[test]
fn a_reload_keeps_what_still_has_a_name() {
    let mut yard = Yard::new();
    let scout = yard.add("scout", 0.0, 0.0);
    let listener = yard.add("listener", 0.0, 2.0);
    let target = yard.add("intruder", 5.0, 0.0);
    yard.tick(seconds(50));
    yard.sound_by("voice", 5.0, 0.0, target);
    assert!(yard.knows(scout, target) && yard.record(listener, target).is_some());
    let (module, _) = support::senses::yard(|senses| {
        senses
            .skills
            .retain(|set| set.name != SymbolId::named("listener_skills"));
        let human = senses.profiles.iter_mut();
        human.for_each(|profile| profile.loses_after = townsfolk::Duration(30));
    });
    yard.folk.reload(module);
    yard.tick(1);
    assert!(yard.knows(scout, target), "it is still seen");
    assert!(!yard.folk.has_senses(listener) && yard.folk.records_of(listener).is_empty());
    yard.put(target, -5.0, 0.0);
    yard.tick(40);
    assert!(!yard.knows(scout, target), "the new patience counts");
    // And back again.
    let (module, _) = support::senses::yard(|_| ());
    yard.folk.reload(module);
    yard.tick(1);
    assert!(yard.folk.has_senses(listener));
}

#[test]
fn rude_hosts_are_told_and_break_nothing() {
    let mut yard = Yard::new();
    let who = yard.add("scout", 0.0, 0.0);
    let target = yard.add("intruder", 5.0, 0.0);
    let far = |mm| Place {
        x_mm: mm,
        y_mm: mm,
        z_mm: mm,
    };
    let nobody = CharacterId(999);
    let sounded = |stimulus: &str, at, by| Report::Sounded {
        stimulus: StimulusId::named(stimulus),
        at,
        by,
        caused_by: by,
    };
    let cloud = |radius_mm, lasts, burns| {
        Report::Cloud(Cloud {
            id: 1,
            kind: VolumeKind::Fire {
                most: u16::MAX,
                burns: townsfolk::Duration(burns),
            },
            at: far(i32::MAX),
            radius_mm,
            lasts: townsfolk::Duration(lasts),
        })
    };
    let rejected = [
        sounded("nonsense", at(0.0, 0.0), None),
        sounded("voice", at(0.0, 0.0), Some(nobody)),
        Report::Facing(nobody, Angle::EAST),
        cloud(u32::MAX, 60, 60),
        cloud(100, -1, 60),
        cloud(100, i64::MAX, 60),
        cloud(100, 60, i64::MIN),
        Report::Opened(townsfolk::space::OpeningId(3), true),
    ];
    for report in rejected {
        yard.folk.report(report.clone());
        yard.tick(1);
        let events = &yard.folk.output().events;
        let told = events
            .iter()
            .any(|event| matches!(event, Event::RejectedReport(_)));
        assert!(told, "{report:?}");
    }
    // Odd, and nevertheless possible.
    for report in [
        sounded("explosion", far(i32::MIN), Some(target)),
        Report::Moved(target, far(i32::MAX)),
        Report::Moved(who, far(i32::MIN)),
        cloud(200_000, 3600, i64::from(u8::MAX)),
        Report::Moved(target, at(5.0, 0.0)),
        Report::Moved(who, at(0.0, 0.0)),
        Report::Facing(who, Angle::degrees(i32::MIN)),
    ] {
        yard.folk.report(report);
        yard.tick(3);
    }
    // More than can be heard.
    for _ in 0..1_500 {
        yard.folk
            .report(sounded("voice", at(1.0, 0.0), Some(target)));
    }
    yard.tick(1);
    let too_many = Event::RejectedReport(RejectedReport::TooManySounds);
    let events = yard.folk.output().events.iter();
    assert_eq!(events.filter(|event| **event == too_many).count(), 500);
    for id in 0..200 {
        yard.folk.set_cloud(Cloud::smoke(id, at(30.0, 30.0)));
    }
    yard.tick(1);
    assert_eq!(yard.folk.volumes().len(), 64);
    for report in [Report::Gone(target), Report::Gone(who)] {
        yard.folk.report(report);
        yard.tick(2);
    }
    assert_eq!(yard.folk.sensing().count(), 0);
    assert_eq!(yard.folk.violations(), []);
}

#[test]
fn content_without_skills_has_no_senses() {
    let (module, _) = yard(|senses| senses.skills.clear());
    let bytes = townsfolk_module::file::write_module(&module);
    let mut folk = Folk::new(module.clone(), Seed(1));
    let who = folk.add("listener", at(0.0, 0.0)).unwrap();
    folk.sound("explosion", at(1.0, 0.0)).unwrap();
    folk.set_cloud(Cloud::smoke(1, at(0.0, 0.0)));
    folk.set_ground(townsfolk::space::GroundPlan::default());
    for _ in 0..10 {
        folk.tick_with(&NoReadings, &SingleThread);
    }
    assert_eq!(folk.digest().senses, 0);
    assert!(!folk.has_senses(who) && folk.volumes().is_empty() && folk.ground().is_none());
    assert_eq!(folk.why(who).to_string().find("excitement"), None);
    assert!(!bytes.is_empty());
    let _ = Body::default();
}

#[test]
fn why_and_tables_tell_what_a_character_senses() {
    let mut yard = Yard::new();
    let who = yard.add("scout", 0.0, 0.0);
    let target = yard.add("intruder", 5.0, 0.0);
    yard.tick(seconds(50));
    yard.sound_by("gunshot", 5.0, 0.0, target);
    // The next look of its eyes counts more.
    let seen_now = |yard: &Yard| {
        let record = yard.record(who, target).unwrap();
        record.seen == Some(yard.folk.now())
    };
    while !seen_now(&yard) {
        yard.tick(1);
    }
    let why = yard.folk.why(who).to_string();
    for part in [
        "excitement",
        "confirmed, seen 0 ms ago at (5.0, 0.0), the focus",
        "heard stimulus",
    ] {
        assert!(why.contains(part), "{part}: {why}");
    }
    let tables = yard.folk.decider_tables(who);
    let (name, tables) = tables.first().unwrap();
    assert_eq!(*name, SymbolId::named("senses"));
    let titles: Vec<&str> = tables.iter().map(|table| table.title.as_str()).collect();
    assert_eq!(titles, ["awareness", "records", "sight"]);
    assert!(tables[1].rows[0].marked);
}
