//! What guards see, what they share, and how long it takes.
#![allow(clippy::unwrap_used, reason = "tests")]

mod support;

use support::senses::{Yard, eyes, seconds, toward};
use townsfolk::prelude::*;
use townsfolk::sensing::{Certainty, MindState, Sense, Sensed, sight};
use townsfolk::{Answer, Question, QuestionKind};

#[test]
fn done_01_sight_is_wide_near_and_narrow_far() {
    let views = |metres: f64, degrees: f64| {
        let mut yard = Yard::new();
        let who = yard.add("scout", 0.0, 0.0);
        let (x, y) = toward(metres, degrees);
        let target = yard.add("intruder", x, y);
        yard.tick(4);
        yard.views(who, target)
    };
    assert!(views(2.0, 90.0));
    assert!(!views(20.0, 30.0));
    assert!(views(20.0, 10.0));
    assert!(!views(31.0, 0.0) && !views(2.0, 180.0));
}

#[test]
fn done_02_angle_times_distance_is_constant() {
    let at = |mm: i64| i64::from(sight::half_angle(&eyes(), mm)) * mm;
    for mm in (3_000..=30_000).step_by(100) {
        assert!((at(mm) - at(15_000)).abs() * 100 <= at(15_000), "{mm}");
    }
}

/// A guard that has seen the intruder once, and has forgotten it.
fn typical() -> (Yard, CharacterId, CharacterId) {
    let mut yard = Yard::new();
    let who = yard.add("scout", 0.0, 0.0);
    let target = yard.add("intruder", 6.0, 0.0);
    yard.tick(seconds(40));
    assert!(yard.perceives(who, target));
    yard.put(target, -6.0, 0.0);
    yard.tick(seconds(700));
    assert!(yard.folk.sight_timers(who).is_empty() && yard.folk.records_of(who).is_empty());
    (yard, who, target)
}

#[test]
fn done_03_noticing_takes_the_whole_threshold() {
    let (mut yard, who, target) = typical();
    yard.put(target, 6.0, 0.0);
    yard.tick(seconds(10));
    assert!(yard.views(who, target) && !yard.perceives(who, target));
    yard.tick(seconds(6));
    assert!(yard.perceives(who, target));
    let (mut yard, who, target) = typical();
    for _ in 0..20 {
        for x in [6.0, -6.0] {
            yard.put(target, x, 0.0);
            yard.tick(seconds(7));
            assert!(!yard.perceives(who, target));
        }
    }
    // Its steps were heard, and that is all.
    let records = yard.folk.records_of(who);
    assert!(records.iter().all(|record| record.seen.is_none()));
}

#[test]
fn done_04_thresholds_order_combat_typical_and_never_perceived() {
    let notices_after = |yard: &mut Yard, who, target| {
        yard.put(target, 6.0, 0.0);
        let mut ticks = 0..seconds(60);
        ticks.find(|_| {
            yard.tick(1);
            yard.perceives(who, target)
        })
    };
    let (mut yard, who, target) = typical();
    yard.mind(who, MindState::Chasing);
    let combat = notices_after(&mut yard, who, target).unwrap();
    let (mut yard, who, target) = typical();
    let usual = notices_after(&mut yard, who, target).unwrap();
    let mut yard = Yard::new();
    let who = yard.add("scout", 0.0, 0.0);
    let target = yard.add("intruder", -6.0, 0.0);
    let never = notices_after(&mut yard, who, target).unwrap();
    assert!(combat < usual && usual < never, "{combat} {usual} {never}");
    for (found, expected) in [(combat, 18), (usual, 90), (never, 180)] {
        assert!(
            (expected..=expected + 5).contains(&found),
            "{found} for {expected}"
        );
    }
}

#[test]
fn done_05_low_cover_hides_who_sneaks_and_not_who_fights() {
    let mut yard = Yard::new();
    yard.build(&[((5_000, -3_000), (5_300, 3_000), 1_400)]);
    let who = yard.add("guard", 0.0, 0.0);
    let target = yard.add("intruder", 6.0, 0.0);
    yard.tick(seconds(50));
    assert!(!yard.views(who, target) && yard.record(who, target).is_none());
    // A comrade on the other side sees it and fights.
    let comrade = yard.add("guard", 10.0, 0.0);
    yard.face(comrade, 180);
    yard.tick(seconds(40));
    assert!(yard.perceives(comrade, target) && !yard.views(who, target));
    yard.mind(comrade, MindState::Chasing);
    yard.tick(4);
    assert!(yard.views(who, target));
}

#[test]
fn done_06_there_is_one_ray_for_each_pair_and_none_outside_the_shape() {
    let mut yard = Yard::new();
    for n in 0..10 {
        let who = yard.add("scout", 0.0, 4.0 + f64::from(n) / 5.0);
        // Half of them look away.
        yard.face(who, if n % 2 == 0 { 0 } else { 180 });
    }
    yard.add("intruder", 15.0, 5.0);
    yard.add("intruder", 15.0, 6.0);
    for _ in 0..20 {
        // Watchers take turns, so that two ticks make one look of all.
        let mut rays = [0; 2];
        for _ in 0..2 {
            yard.tick(1);
            let cast = yard.folk.sense_rays();
            rays = [rays[0] + cast.sight, rays[1] + cast.looks];
        }
        assert_eq!(rays, [5 * 2, 10 * 2]);
    }
}

#[test]
fn done_07_a_squad_holds_one_place_in_the_tick_of_the_sighting() {
    let mut yard = Yard::new();
    let watcher = yard.add("guard", 0.0, 0.0);
    let others = [
        yard.add("guard", -30.0, 20.0),
        yard.add("guard", -30.0, -20.0),
    ];
    let target = yard.add("intruder", 6.0, 0.0);
    for tick in 0..seconds(60) {
        // It walks in view, then goes behind the watcher's back.
        let x = if tick < seconds(40) { 6.0 } else { -6.0 };
        yard.put(target, x, (tick % 20) as f64 / 20.0);
        yard.tick(1);
        let held = yard.record(watcher, target);
        for other in others {
            assert_eq!(yard.record(other, target), held);
        }
        if tick > seconds(33) && tick < seconds(40) {
            let record = held.unwrap();
            assert!(yard.folk.now().since(record.stamp).0 <= 1);
            assert_eq!((record.by, record.channel()), (watcher, Sense::Seen));
        }
    }
    // Nobody perceives it any more: nothing about its place changes.
    let held = yard.record(watcher, target).unwrap();
    assert_eq!(
        (held.at.x_mm, held.certainty),
        (6_000, Certainty::Confirmed)
    );
    for n in 0..seconds(9) {
        yard.put(target, -7.0 - (n as f64) / 60.0, 3.0);
        yard.tick(1);
        assert_eq!(yard.record(others[0], target).unwrap(), held);
    }
    yard.tick(seconds(30));
    let lost = yard.record(watcher, target).unwrap();
    assert_eq!((lost.at, lost.certainty), (held.at, Certainty::Lost));
}

#[test]
fn done_08_the_true_place_of_the_unperceived_can_be_garbage() {
    let play = |garbage: bool| {
        let mut yard = Yard::new();
        let guards = [yard.add("guard", 0.0, 0.0), yard.add("sprinter", 1.0, 1.0)];
        let target = yard.add("intruder", 6.0, 0.0);
        yard.tick(seconds(40));
        assert!(yard.knows(guards[0], target));
        let mut story = vec![];
        for tick in 0..seconds(200) {
            let place = match garbage {
                true => at(
                    -3000.0 - (tick * 7919 % 1000) as f64,
                    (tick * 104_729 % 999) as f64,
                ),
                false => at(-40.0, 0.0),
            };
            yard.folk.report(Report::Moved(target, place));
            yard.tick(1);
            for who in guards {
                let awareness = yard.folk.awareness(who).unwrap();
                let timers = yard.folk.sight_timers(who).to_vec();
                story.push((yard.folk.records_of(who).to_vec(), awareness, timers));
            }
        }
        story
    };
    assert!(play(true) == play(false));
}

#[test]
fn done_11_a_landing_stone_makes_a_guard_suspect_the_place_and_nobody() {
    let mut yard = Yard::new();
    let who = yard.add("guard", 0.0, 0.0);
    let thrower = yard.add("intruder", -20.0, 0.0);
    for _ in 0..4 {
        yard.folk.report(Report::Sounded {
            stimulus: support::senses::stimulus("impact"),
            at: at(0.0, 2.0),
            by: None,
            caused_by: Some(thrower),
        });
        yard.tick(60);
    }
    let records = yard.folk.records_of(who);
    assert_eq!(records.len(), 1);
    assert!(matches!(records[0].subject, Sensed::Spot(_)));
    assert_eq!(
        (records[0].at, records[0].certainty),
        (at(0.0, 2.0), Certainty::Suspected)
    );
    assert_eq!(records[0].uncertainty_mm, 10_000);
    assert_eq!(yard.record(who, thrower), None);
    // A shot gives the shooter away at once.
    yard.sound_by("gunshot", -20.0, 0.0, thrower);
    let record = yard.record(who, thrower).unwrap();
    assert_eq!(
        (record.at, record.certainty),
        (at(-20.0, 0.0), Certainty::Confirmed)
    );
}

#[test]
fn the_dead_neither_sense_nor_are_sensed() {
    let mut yard = Yard::new();
    let who = yard.add("scout", 0.0, 0.0);
    let target = yard.add("intruder", 4.0, 0.0);
    yard.is("dead", target, true);
    yard.tick(seconds(50));
    assert!(yard.folk.records_of(who).is_empty());
    yard.is("dead", target, false);
    yard.is("dead", who, true);
    yard.sound_by("gunshot", 4.0, 0.0, target);
    yard.tick(seconds(50));
    assert!(yard.folk.records_of(who).is_empty() && !yard.views(who, target));
}

/// Without ground, the host is asked. If it never answers, nothing is seen, and `why` says so.
#[test]
fn a_host_that_does_not_answer_hides_everybody() {
    let sees = |answers: Option<Answer>| {
        let mut yard = Yard::new();
        yard.folk.answer_questions(&[QuestionKind::Sees]);
        let who = yard.add("scout", 0.0, 0.0);
        let target = yard.add("intruder", 6.0, 0.0);
        let mut asked = 0;
        for tick in 0..seconds(60) {
            yard.put(target, 6.0, (tick % 40) as f64 / 40.0);
            let questions = yard.folk.output().questions.clone();
            for question in questions {
                assert!(matches!(question, Question::Sees(..)));
                asked += 1;
                if let Some(answer) = answers {
                    yard.folk.report(Report::Answered(question, answer));
                }
            }
            yard.tick(1);
        }
        let why = yard.folk.why(who).to_string();
        (
            yard.perceives(who, target),
            asked,
            why.contains("host has not answered"),
        )
    };
    let (seen, asked, waits) = sees(Some(Answer::Yes));
    assert!(seen && asked > 5 && !waits);
    let (seen, _, waits) = sees(Some(Answer::No));
    assert!(!seen && !waits);
    let (seen, asked, waits) = sees(None);
    assert!(!seen && waits);
    assert!(asked <= 8, "about one question a second: {asked}");
}
