//! Ways of running minds that must not make a difference, and faults that must.
#![allow(clippy::unwrap_used, reason = "tests")]

mod support;

use std::sync::Arc;
use support::hamlet::{Draft, Hamlet, content};
use support::pages::{Way, difference, quiet_story, save_and_load};
use support::rude::Rude;
use support::square::{asked_for, seeds};
use townsfolk::prelude::*;
use townsfolk::{MindEvent, MindFate, Recording, Sabotage, WakeMode};
use townsfolk_core::digest::hash64;
use townsfolk_core::{ActionId, LayerId, MemberId, NeedId, Urgency};
use townsfolk_module::mind::{Deed, Degree, NodeKind};

#[test]
fn a_rude_host_never_brings_minds_out_of_order() {
    let ticks = asked_for("TOWNSFOLK_TICKS", 4_000) as i64;
    let mut did = 0;
    for seed in seeds(3) {
        let mut rude = Rude::new(seed, 30);
        for _ in 0..ticks {
            rude.tick(&SingleThread);
            assert_eq!(
                rude.folk.violations(),
                [],
                "seed {seed}, {:?}",
                rude.folk.now()
            );
            let events = rude.folk.output().events.iter();
            let done = |e: &&Event| matches!(e, Event::Mind(_, townsfolk::MindEvent::Did(_)));
            did += events.filter(done).count();
        }
    }
    assert!(did > 100, "only {did} things were done");
}

#[test]
fn any_number_of_threads_tells_the_same_story_of_minds() {
    for seed in seeds(1) {
        let run = |threads| {
            let way = Way {
                threads,
                ..Way::default()
            };
            quiet_story(Rude::new(seed, 160), 200, way)
        };
        let one = run(1);
        for threads in [2, 8] {
            assert_eq!(difference(&one, &run(threads)), None, "{threads}, {seed}");
        }
    }
}

#[test]
fn looking_at_minds_without_cause_changes_nothing() {
    let ticks = asked_for("TOWNSFOLK_TICKS", 1_500) as i64;
    for seed in seeds(1) {
        let run = |looking| {
            let way = Way {
                looking,
                ..Way::default()
            };
            quiet_story(Rude::new(seed, 30), ticks, way)
        };
        let due = run(WakeMode::WhenDue);
        for looking in [WakeMode::Shake(50), WakeMode::Naive] {
            assert_eq!(difference(&due, &run(looking)), None, "{looking:?}, {seed}");
        }
    }
}

#[test]
fn saving_and_loading_minds_at_every_tick_changes_nothing() {
    let ticks = asked_for("TOWNSFOLK_TICKS", 600) as i64;
    for seed in seeds(2) {
        let run = |save_every| {
            let way = Way {
                save_every,
                ..Way::default()
            };
            quiet_story(Rude::new(seed, 20), ticks, way)
        };
        assert_eq!(difference(&run(None), &run(Some(1))), None, "seed {seed}");
    }
}

#[test]
fn a_mind_that_is_not_looked_at_makes_a_difference() {
    let run = |sabotage, looking| {
        let way = Way {
            sabotage,
            looking,
            ..Way::default()
        };
        quiet_story(Rude::new(5, 20), 600, way)
    };
    let right = run(Sabotage::None, WakeMode::WhenDue);
    let wrong = run(Sabotage::DroppedBeat, WakeMode::WhenDue);
    assert!(difference(&right, &wrong).is_some());
    assert_ne!(run(Sabotage::None, WakeMode::Naive), wrong);
}

#[test]
fn a_recording_of_minds_played_again_is_the_same_run() {
    let mut rude = Rude::new(3, 30);
    for _ in 0..500 {
        rude.tick(&SingleThread);
    }
    rude.folk.start_recording(true);
    for _ in 0..600 {
        rude.tick(&SingleThread);
    }
    let recording = rude.folk.take_recording().unwrap();
    let mut read = Recording::read(&recording.write()).unwrap();
    let module = rude.folk.module().clone();
    let again = read
        .replay(module.clone(), &SingleThread, &mut |_| {})
        .unwrap();
    assert_eq!(again.digest(), rude.folk.digest());
    // And a recording that was tampered with says that it is about minds.
    read.checkpoints[4].digest.minds ^= 1;
    let error = read.replay(module, &SingleThread, &mut |_| {}).unwrap_err();
    assert!(format!("{error:?}").contains("\"minds\""), "{error:?}");
}

#[test]
fn a_region_takes_its_minds_along_and_brings_them_back() {
    for seed in seeds(3) {
        let mut rude = Rude::new(seed, 30);
        let mut out = None;
        for tick in 0..2_000 {
            match (tick % 100, out.take()) {
                (40, None) => {
                    out = Some(rude.folk.unload_region(RegionId((tick / 100 % 2) as u16)))
                }
                (70, Some(bytes)) => {
                    let before = rude.folk.minds().count();
                    rude.folk.load_region(&bytes).unwrap();
                    assert!(rude.folk.minds().count() > before);
                }
                (_, bytes) => out = bytes,
            }
            rude.tick(&SingleThread);
            assert_eq!(rude.folk.violations(), [], "seed {seed}, tick {tick}");
        }
    }
}

#[test]
fn in_changed_content_minds_go_on_by_name_and_it_is_said_which_do_not() {
    let mut hamlet = Hamlet::at(18, 20);
    let bea = hamlet.add("bea", 20, 0);
    let dora = hamlet.add("dora", 21, 0);
    let carl = hamlet.add("carl", 22, 0);
    hamlet.minutes(50);
    let thirst = NeedId::named("thirst");
    let before = hamlet.folk.need(dora, thirst);
    assert_eq!(hamlet.folk.reload(hamlet.folk.module().clone()), []);
    assert_eq!(hamlet.folk.moved_minds(), [], "nothing has changed");

    let mut module = content();
    module
        .minds
        .people
        .retain(|person| person.id != MemberId::named("carl"));
    let layers = module.minds.layers.iter_mut();
    for layer in layers.filter(|layer| layer.id == LayerId::named("barman")) {
        layer
            .nodes
            .retain(|node| node.id != support::hamlet::node("opening"));
    }
    hamlet.folk.reload(Arc::new(module));
    let moved: Vec<_> = hamlet
        .folk
        .moved_minds()
        .iter()
        .map(|m| (m.who, m.fate))
        .collect();
    assert_eq!(moved, [(bea, MindFate::GoesOn), (carl, MindFate::Lost)]);
    assert!(hamlet.folk.mind(carl).is_none());
    let regular = RoleId::named("regular");
    assert!(
        !hamlet
            .folk
            .character(carl)
            .unwrap()
            .roles
            .contains(&regular)
    );
    assert_eq!(hamlet.folk.need(dora, thirst), before);
    hamlet.minutes(60);
    assert!(hamlet.folk.need(dora, thirst) < Degree::percent(95));
}

/// What was written before there were minds ends where they would begin, and loads.
#[test]
fn a_save_from_before_minds_loads() {
    let hamlet = Hamlet::at(18, 20);
    let mut folk = Folk::new(hamlet.folk.module().clone(), Seed(1));
    folk.add_character(Newcomer {
        roles: vec![RoleId::named("citizen")],
        at: Some(Place::metres(1, 1)),
        ..Newcomer::default()
    });
    folk.tick_with(&NoReadings, &SingleThread);
    let now = folk.save();
    let body = &now[32..];
    // Before there were minds; before there was anything behind them; and while both were written
    // even where there were none: no minds, no areas, no names, day 0, no faults, no layers.
    let endings: [&[u8]; 3] = [&[], &[1, 0, 0, 0, 0, 0, 0], &[1, 0, 0, 0, 0, 0, 0, 1, 0]];
    for ending in endings {
        let bytes = with_body(&now, &[body, ending].concat());
        let (loaded, moved) = Folk::load(folk.module().clone(), &bytes).unwrap();
        assert_eq!(moved, []);
        assert_eq!(loaded.digest(), folk.digest());
        assert_eq!(loaded.save(), now);
    }
}

/// What was written when minds had no past yet: they go on, with everything else they had.
#[test]
fn a_save_from_before_pasts_loads_with_all_its_minds() {
    let mut rude = Rude::new(8, 12);
    rude.rudeness = 0;
    rude.tick(&SingleThread);
    rude.tick(&SingleThread);
    let now = rude.folk.save();
    // Nobody has done anything yet: the part was not written, or was written without anything in it.
    for ending in [&[] as &[u8], &[1, 0]] {
        let module = rude.folk.module().clone();
        let old = with_body(&now, &[&now[32..], ending].concat());
        let (loaded, moved) = Folk::load(module, &old).unwrap();
        assert_eq!(moved, []);
        assert_eq!(loaded.moved_minds(), []);
        assert!(loaded.minds().count() > 6);
        assert_eq!(loaded.digest(), rude.folk.digest());
        assert_eq!(loaded.save(), now);
    }
}

/// Puts another body into the envelope of a file, so that only its sense can be doubted.
fn with_body(file: &[u8], body: &[u8]) -> Vec<u8> {
    let mut bytes = file[..8].to_vec();
    bytes.extend((body.len() as u64).to_le_bytes());
    bytes.extend(hash64(body).to_le_bytes());
    let head = hash64(&bytes);
    bytes.extend(head.to_le_bytes());
    bytes.extend(body);
    bytes
}

#[test]
fn nonsense_in_a_save_with_minds_is_refused_or_lived_with() {
    let mut rude = Rude::new(8, 12);
    rude.rudeness = 0;
    for _ in 0..700 {
        rude.tick(&SingleThread);
    }
    let module = rude.folk.module().clone();
    let save = rude.folk.save();
    let mut dice = townsfolk_fuzz::soak::Dice::new(1);
    let mut lived = 0;
    for _ in 0..asked_for("TOWNSFOLK_NONSENSE", 120) {
        let mut body = save[32..].to_vec();
        for _ in 0..=dice.below(3) {
            let place = dice.below(body.len());
            body[place] = dice.below(256) as u8;
        }
        let Ok((mut folk, _)) = Folk::load(module.clone(), &with_body(&save, &body)) else {
            continue;
        };
        lived += 1;
        for _ in 0..70 {
            folk.tick_with(&NoReadings, &SingleThread);
        }
        folk.violations();
        folk.digest();
        let region = folk.unload_region(RegionId(0));
        folk.load_region(&region).unwrap();
        folk.tick_with(&NoReadings, &SingleThread);
        folk.save();
    }
    assert!(lived > 10, "{lived}");
}

/// A map that goes round in a circle is told of, goes on where it was after loading, and its
/// character still acts.
#[test]
fn a_restless_mind_is_told_of_and_goes_on_after_loading() {
    let mut module = content();
    let spinning = Draft::new("spinning")
        .node("time_to_change", NodeKind::Flag { on: false })
        .node("not_ready", NodeKind::Concept)
        .node("alive", NodeKind::Flag { on: true })
        .node("tick", NodeKind::Concept)
        .node("tock", NodeKind::Concept)
        .action("saw", Urgency::Wish, Deed::Act(ActionId::named("saw")))
        .link("alive", "tick", 100)
        .link("tock", "tick", -100)
        .link("tick", "tock", 100)
        .link("alive", "saw", 10);
    module.minds.layers.push(spinning.0);
    let people = module.minds.people.iter_mut();
    for person in people.filter(|person| person.id == MemberId::named("eve")) {
        person.basic = LayerId::named("spinning");
    }
    module.sort();
    let module = Arc::new(module);
    let run = |saves: bool| {
        let mut hamlet = Hamlet::of(module.clone(), 18, 20, 1);
        hamlet.add("eve", 20, 0);
        hamlet.add("dora", 21, 0);
        let (mut events, mut digests) = (vec![], vec![]);
        for _ in 0..800 {
            if saves {
                save_and_load(&mut hamlet.folk);
            }
            hamlet.tick();
            events.extend(hamlet.folk.output().events.clone());
            digests.push(hamlet.folk.digest());
        }
        (events, digests)
    };
    let straight = run(false);
    let restless =
        |e: &&Event| matches!(e, Event::Mind(_, MindEvent::Restless(nodes)) if nodes.len() == 2);
    assert!(straight.0.iter().filter(restless).count() > 0);
    let acts = |e: &&Event| matches!(e, Event::Mind(_, MindEvent::Did(_)));
    assert!(straight.0.iter().filter(acts).count() > 0);
    assert_eq!(straight, run(true));
}
