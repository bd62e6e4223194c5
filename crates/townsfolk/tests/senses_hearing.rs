//! What hunters hear, and what they make of it.
#![allow(clippy::unwrap_used, reason = "tests")]

mod support;

use support::senses::{Standing, Yard, keen, seconds, toward};
use townsfolk::Cloud;
use townsfolk::prelude::*;
use townsfolk::sensing::{Certainty, MindState, Reaction, Sensed};
use townsfolk_core::Duration;

/// Whether a character of a role in a state hears a knock, with a reach of 2 m, at a distance.
fn hears_knock(role: &str, state: MindState, metres: f64) -> bool {
    let mut yard = Yard::new();
    let who = yard.add(role, 0.0, 0.0);
    yard.mind(who, state);
    yard.sound("knock", metres, 0.0);
    yard.hears(who)
}

#[test]
fn done_01_a_stimulus_reaches_an_alerted_hunter_six_times_as_far_as_a_human() {
    assert!(hears_knock("guard", MindState::Unaware, 1.9));
    assert!(!hears_knock("guard", MindState::Unaware, 2.1));
    assert!(hears_knock("listener", MindState::Chasing, 11.9));
    assert!(!hears_knock("listener", MindState::Chasing, 12.1));
}

#[test]
fn done_02_a_stimulus_reaches_the_unaware_less_far_and_sleepers_least() {
    let reach = |state| {
        let mut steps = (0..130_i32).map(|step| f64::from(step) / 10.0);
        steps.find(|metres| !hears_knock("listener", state, *metres + 0.05))
    };
    let [asleep, unaware, alert] =
        [MindState::Asleep, MindState::Unaware, MindState::Searching].map(reach);
    assert_eq!((asleep, unaware, alert), (Some(1.6), Some(6.0), Some(12.0)));
}

/// Walks for some seconds on a circle around the origin; returns whether somebody there hears it.
fn is_walk_heard(
    yard: &mut Yard,
    who: CharacterId,
    mover: CharacterId,
    m: f64,
    speed: f64,
) -> bool {
    let mut heard = false;
    for tick in 0..90_i32 {
        let turned = f64::from(tick) * speed / 60.0 / m;
        let (x, y) = toward(m, turned.to_degrees());
        yard.put(mover, x, y);
        yard.tick(1);
        let step = yard.folk.heard_by(who);
        heard |= tick > 20 && step.is_some_and(|heard| heard.tick == yard.folk.now());
    }
    heard
}

#[test]
fn done_03_the_highest_unheard_speed_doubles_with_the_distance() {
    let critical = |metres: f64| {
        let mut speeds = (1..80_i32).map(|step| f64::from(step) / 10.0);
        speeds.find(|speed| {
            let mut yard = Yard::new();
            let who = yard.add("listener", 0.0, 0.0);
            let mover = yard.add("intruder", metres, 0.0);
            is_walk_heard(&mut yard, who, mover, metres, *speed)
        })
    };
    let (near, far) = (critical(3.0).unwrap(), critical(6.0).unwrap());
    assert!((near - 2.0).abs() <= 0.15, "{near}");
    assert!((far - 4.0).abs() <= 0.25, "{far}");
}

#[test]
fn done_04_a_crouched_mover_is_heard_by_hunters_and_not_by_humans() {
    let is_heard = |role: &str, crouched: bool, speed: f64| {
        let mut yard = Yard::new();
        let who = yard.add(role, 0.0, 0.0);
        yard.face(who, 180);
        let mover = yard.add("intruder", 1.0, -15.0 * speed / 60.0);
        yard.is("crouched", mover, crouched);
        // To and fro behind its back.
        let mut heard = false;
        for tick in 0..120_i32 {
            let along = f64::from(tick % 30 - 15) * speed / 60.0;
            let along = if tick / 30 % 2 == 0 { along } else { -along };
            yard.put(mover, 1.0, along);
            yard.tick(1);
            let step = yard.folk.heard_by(who);
            heard |= step.is_some_and(|h| h.kind == support::senses::stimulus("footstep"));
        }
        heard
    };
    for speed in [0.5, 1.0, 2.0, 3.0] {
        assert!(!is_heard("guard", true, speed), "{speed}");
    }
    assert!(is_heard("guard", false, 3.0));
    assert!(is_heard("listener", true, 3.0));
    assert!(!is_heard("listener", true, 0.3));
}

#[test]
fn done_05_breath_gives_away_a_motionless_target_right_beside() {
    let is_sensed = |metres| {
        let mut yard = Yard::new();
        let who = yard.add("listener", 0.0, 0.0);
        yard.mind(who, MindState::Searching);
        let target = yard.add("intruder", metres, 0.0);
        yard.tick(seconds(20));
        yard.record(who, target).is_some()
    };
    assert!(is_sensed(1.0));
    assert!(!is_sensed(3.0));
}

#[test]
fn done_06_walls_muffle_by_thirds() {
    let heard = |obstacles: &[Standing]| {
        let mut yard = Yard::new();
        yard.build(obstacles);
        let who = yard.add("listener", 0.0, 0.0);
        yard.sound("impact", 4.0, 0.0);
        let heard = yard.folk.heard_by(who);
        heard.map(|heard| heard.strength.in_millionths())
    };
    let full = heard(&[]).unwrap();
    let wall = |north| ((1_950, -20_000), (2_050, north), 3_000);
    assert_eq!(heard(&[wall(20_000)]), None);
    assert_eq!(heard(&[wall(200)]), Some(full / 3));
    assert_eq!(
        heard(&[((1_950, -9_000), (2_050, 9_000), 1_000)]),
        Some(full),
        "low cover"
    );
}

#[test]
fn done_07_a_hunter_is_uneasy_for_the_warning_time_before_it_chases() {
    let mut yard = Yard::new();
    let who = yard.add("listener", 0.0, 0.0);
    let prey = yard.add("intruder", 2.0, 0.0);
    let mut uneasy = None;
    for tick in 0..seconds(20) {
        if tick % 6 == 0 {
            yard.sound_by("voice", 2.0, 0.0, prey);
        } else {
            yard.tick(1);
        }
        let reaction = yard.folk.awareness(who).unwrap().reaction;
        if reaction != Reaction::Calm {
            uneasy.get_or_insert(tick);
        }
        if yard.knows(who, prey) {
            assert!(tick - uneasy.unwrap() >= 42, "after {tick}");
            assert_eq!(tick - uneasy.unwrap(), 42, "and not much later");
            break;
        }
    }
    assert!(yard.knows(who, prey));
    // A bang is known for what it is at once.
    let mut yard = Yard::new();
    let who = yard.add("listener", 0.0, 0.0);
    yard.sound("explosion", 10.0, 0.0);
    let record = yard.folk.records_of(who)[0];
    assert_eq!(record.certainty, Certainty::Confirmed);
}

#[test]
fn done_08_the_same_sounds_make_a_hunter_turn_on_easy_and_chase_on_hardest() {
    let play = |difficulty: &str| {
        let mut yard = Yard::new();
        yard.difficulty(difficulty);
        let who = yard.add("listener", 0.0, 0.0);
        let prey = yard.add("intruder", 4.0, 0.0);
        let mut most = Reaction::Calm;
        for _ in 0..2 {
            yard.sound_by("voice", 3.0, 0.0, prey);
            for _ in 0..50 {
                yard.tick(1);
                most = most.max(yard.folk.awareness(who).unwrap().reaction);
            }
        }
        (most, yard.knows(who, prey))
    };
    assert_eq!(play("easy"), (Reaction::Turning, false));
    assert_eq!(play("normal"), (Reaction::Turning, false));
    assert_eq!(play("hardest"), (Reaction::Knows, true));
}

#[test]
fn done_09_a_thrown_thing_draws_a_listener_to_where_it_lands() {
    let mut yard = Yard::new();
    let who = yard.add("listener", 0.0, 0.0);
    let thrower = yard.add("intruder", -20.0, 0.0);
    for _ in 0..3 {
        yard.folk.report(Report::Sounded {
            stimulus: support::senses::stimulus("impact"),
            at: at(5.0, 0.0),
            by: None,
            caused_by: Some(thrower),
        });
        yard.tick(30);
    }
    let records = yard.folk.records_of(who);
    assert_eq!(records.len(), 1);
    assert_eq!(records[0].at, at(5.0, 0.0));
    assert!(matches!(records[0].subject, Sensed::Spot(_)));
    assert_eq!(records[0].certainty, Certainty::Confirmed);
    assert!(!records[0].attackable);
    assert_eq!(yard.record(who, thrower), None);
}

#[test]
fn done_10_a_fire_sets_exactly_so_many_alight() {
    let mut yard = Yard::new();
    let people: Vec<CharacterId> = (0..10)
        .map(|n| yard.add("listener", f64::from(n), 9.0))
        .collect();
    yard.folk.set_cloud(Cloud::fire(1, at(0.0, 0.0)));
    yard.tick(2);
    for tick in 0..seconds(50) {
        for (n, who) in (0..).zip(&people) {
            // One after the other walks through.
            let along = (tick as f64 - f64::from(n) * 10.0) / 30.0 - 3.0;
            yard.put(*who, along, f64::from(n % 3) / 2.0);
        }
        yard.tick(1);
    }
    let fire = &yard.folk.volumes()[0];
    assert_eq!(fire.victims.len(), 3);
    let burnt = people.iter().filter(|who| fire.victims.contains(who));
    assert_eq!(burnt.count(), 3);
    let burning = |yard: &Yard| {
        let burning = HostId::named("burning");
        let told = |who: &&CharacterId| {
            yard.folk.attribute(burning, &[Value::Character(**who)]) == Pushed::Holds
        };
        let ours = people.iter().filter(|who| yard.folk.is_burning(**who));
        (people.iter().filter(told).count(), ours.count())
    };
    assert_eq!(burning(&yard), (3, 3), "content is told");
    yard.tick(seconds(150));
    assert_eq!(burning(&yard), (0, 0), "and it burns out");
}

#[test]
fn done_11_smoke_stops_sight_and_sound_but_not_touch() {
    let mut yard = Yard::new();
    let inside = yard.add("sprinter", 0.0, 0.0);
    let outside = yard.add("sprinter", 8.0, 0.0);
    let prey = yard.add("intruder", 5.0, 0.0);
    yard.face(outside, 180);
    // The bang is heard, and then there is smoke.
    yard.folk.sound("impact", at(0.0, 0.0)).unwrap();
    yard.folk.set_cloud(Cloud::smoke(1, at(0.0, 0.0)));
    yard.tick(1);
    assert!(yard.hears(inside) && yard.hears(outside));
    yard.tick(1);
    // Out of it and into it.
    yard.sound_by("voice", 5.0, 0.0, prey);
    assert!(!yard.hears(inside) && yard.hears(outside));
    yard.sound("impact", 0.5, 0.0);
    assert!(!yard.hears(inside), "even inside");
    assert!(!yard.hears(outside));
    yard.tick(seconds(20));
    assert!(yard.perceives(outside, prey) && !yard.views(inside, prey));
    let mut yard = Yard::new();
    let inside = yard.add("sprinter", 0.0, 0.0);
    let prey = yard.add("intruder", 2.0, 0.0);
    yard.folk.set_cloud(Cloud::smoke(1, at(0.0, 0.0)));
    yard.tick(seconds(10));
    assert_eq!(yard.record(inside, prey), None);
    yard.put(prey, 0.5, 0.0);
    yard.tick(3);
    assert!(yard.record(inside, prey).unwrap().touched.is_some());
    yard.put(prey, 2.0, 0.0);
    yard.tick(seconds(80));
    assert!(yard.views(inside, prey), "once it has gone");
}

#[test]
fn a_sleeper_stirs_wakes_and_rages() {
    let mut yard = Yard::new();
    let who = yard.add("listener", 0.0, 0.0);
    yard.mind(who, MindState::Asleep);
    let disturbed = |yard: &Yard| yard.folk.awareness(who).unwrap().disturbed.map(|d| d.0);
    let prey = yard.add("intruder", 9.0, 0.0);
    yard.sound_by("footstep", 0.2, 0.0, prey);
    assert_eq!(
        disturbed(&yard),
        Some(townsfolk::sensing::Disturbance::Stirs)
    );
    yard.tick(seconds(60));
    yard.sound("impact", 1.0, 0.0);
    assert_eq!(
        disturbed(&yard),
        Some(townsfolk::sensing::Disturbance::Wakes)
    );
    assert_eq!(yard.folk.records_of(who)[0].certainty, Certainty::Suspected);
    yard.tick(seconds(50));
    yard.sound("impact", 1.0, 0.0);
    assert_eq!(
        disturbed(&yard),
        Some(townsfolk::sensing::Disturbance::Enraged)
    );
    assert_eq!(yard.folk.records_of(who)[0].certainty, Certainty::Confirmed);
}

#[test]
fn friends_and_passers_by_are_not_minded() {
    let mut yard = Yard::new();
    let who = yard.add("listener", 0.0, 0.0);
    let friend = yard.add("sprinter", 1.0, 0.0);
    let passer_by = yard.add("passer_by", 1.0, 1.0);
    for by in [friend, passer_by] {
        yard.sound_by("voice", 1.0, 0.0, by);
        assert!(!yard.hears(who));
    }
    assert_eq!(yard.folk.records_of(who), []);
}

#[test]
fn an_action_sounds_where_it_was_aimed() {
    let mut yard = Yard::new();
    let who = yard.add("listener", 4.0, 0.0);
    let target = yard.add("passer_by", 6.0, 0.0);
    let thrower = yard.add("intruder", -30.0, 0.0);
    let missed = yard.throw(thrower, target);
    yard.tick(5);
    yard.folk.report(Report::Outcome(missed, Outcome::Failed));
    yard.tick(2);
    assert!(yard.folk.heard_by(who).is_none(), "nothing broke");
    let action = yard.throw(thrower, target);
    yard.tick(20);
    assert!(yard.folk.heard_by(who).is_none(), "it still flies");
    yard.folk.report(Report::Outcome(action, Outcome::Done));
    yard.tick(1);
    assert!(yard.hears(who));
    let record = yard.folk.records_of(who)[0];
    assert!(
        matches!(record.subject, Sensed::Spot(_)),
        "glass gives nobody away"
    );
    assert_eq!(record.at, at(6.0, 0.0));
}

/// Hearing of many sounds in one yard is what a loop over all pairs with the plain formula finds.
#[test]
fn hearing_is_what_a_loop_over_all_pairs_finds() {
    let kinds = [
        ("knock", 2_000_i64),
        ("impact", 5_000),
        ("explosion", 40_000),
    ];
    let states = [MindState::Asleep, MindState::Unaware, MindState::Searching];
    let factor = |state: MindState| i64::from(keen().hearing[state as usize]);
    for seed in 0..12 {
        let draw = townsfolk_core::Draw::at(Seed(seed), 1, Tick(0), townsfolk_core::SiteId(1));
        let mut yard = Yard::of(|senses| {
            // Nothing excites anybody, so that states stay as they are.
            senses
                .profiles
                .iter_mut()
                .for_each(|profile| profile.gain = 0);
        });
        let mut listeners = vec![];
        for n in 0..40_u64 {
            let x = draw.between(3 * n, -60_000, 60_000) as f64 / 1000.0;
            let y = draw.between(3 * n + 1, -60_000, 60_000) as f64 / 1000.0;
            let state = states[draw.between(3 * n + 2, 0, 2) as usize];
            let who = yard.add("listener", x, y);
            yard.mind(who, state);
            listeners.push((who, at(x, y), state));
        }
        for n in 1000..1030_u64 {
            let (kind, reach) = kinds[draw.between(3 * n, 0, 2) as usize];
            let x = draw.between(3 * n + 1, -70_000, 70_000) as f64 / 1000.0;
            let y = draw.between(3 * n + 2, -70_000, 70_000) as f64 / 1000.0;
            yard.sound(kind, x, y);
            for (who, ears, state) in &listeners {
                let reach = (reach * factor(*state) / 1000).min(60_000);
                let expected = ears.is_within(at(x, y), reach as u32);
                assert_eq!(yard.hears(*who), expected, "{kind} at {x}, {y} by {ears:?}");
            }
        }
    }
}

#[test]
fn a_listener_that_hears_nothing_costs_nothing() {
    let mut yard = Yard::new();
    for n in 0..300 {
        let role = ["listener", "sprinter", "scout"][n % 3];
        let who = yard.folk.add(role, at(100.0 + (n as f64), 100.0)).unwrap();
        assert!(who.0 > 0);
    }
    let prey = yard.add("intruder", 0.0, 0.0);
    let mut cost = (0, 0, 0);
    for tick in 0..200 {
        yard.put(prey, f64::from(tick) / 20.0, 0.0);
        yard.tick(1);
        let rays = yard.folk.sense_rays();
        cost = (
            cost.0 + rays.hearing,
            cost.1 + rays.sight,
            cost.2 + rays.looks,
        );
    }
    assert_eq!(cost, (0, 0, 0));
    assert_eq!(yard.folk.sensing().count(), 300);
    assert_eq!(keen().warning, Duration(42));
}
