//! Changed content: running scenes migrate or end, and it is said which.
#![allow(clippy::unwrap_used, reason = "tests")]

mod support;

use std::sync::Arc;
use support::{Town, began, compile};
use townsfolk::prelude::*;
use townsfolk::{Migration, MigrationProblem};
use townsfolk_core::{FactId, RuleId, SceneId, StateId};
use townsfolk_module::Module;
use townsfolk_town::TownStage;

const BENCH: &str = include_str!("../../../examples/bench/bench.folk");

fn bench(change: impl Fn(&str) -> String) -> Arc<Module> {
    let text = change(BENCH);
    compile([("bench.folk", text.as_str())]).0
}

/// Two people on a bench, some seconds after they have come.
fn seated() -> (Town, SceneId) {
    let mut folk = Folk::new(bench(str::to_owned), Seed(2));
    let place = folk.place_location(Placement {
        kind: LocationKindId::named("bench_spot"),
        at: Place::metres(0, 0),
        region: RegionId(0),
    });
    let stage = TownStage::on_open_ground(Seed(2));
    let mut town = Town { folk, stage };
    town.someone("elder");
    town.someone("tourist");
    town.until(10, began).expect("a scene");
    town.seconds(10);
    let scene = town.folk.location(place).unwrap().scene.unwrap();
    (town, scene)
}

fn fate(town: &mut Town, module: Arc<Module>) -> Option<Migration> {
    let moved = town.folk.reload(module);
    moved.into_iter().next().map(|moved| moved.fate)
}

#[test]
fn the_same_content_moves_nothing() {
    let (mut town, _) = seated();
    let digest = town.folk.digest();
    assert_eq!(fate(&mut town, bench(str::to_owned)), None);
    assert_eq!(town.folk.digest(), digest);
}

#[test]
fn a_scene_goes_on_with_changed_rules() {
    let (mut town, scene) = seated();
    let changed = bench(|text| text.replace("random(2, 5) * .minute", "random(20, 50) * .minute"));
    assert_eq!(fate(&mut town, changed), Some(Migration::GoesOn(vec![])));
    town.seconds(30);
    assert!(town.folk.scene(scene).is_some());
}

#[test]
fn a_scene_ends_whose_state_is_gone() {
    let (mut town, scene) = seated();
    let changed = bench(|text| text.replace("seated", "resting"));
    let fate = fate(&mut town, changed);
    let Some(Migration::Ends(MigrationProblem::NoState(_, state))) = fate else {
        panic!("{fate:?}");
    };
    assert_eq!(state, StateId::named("seated"));
    town.seconds(30);
    assert!(town.folk.scene(scene).is_none());
}

#[test]
fn a_scene_ends_whose_facts_are_gone() {
    let (mut town, _) = seated();
    let changed = bench(|text| text.replace("reserved(", "kept("));
    let expected = Migration::Ends(MigrationProblem::NoFact(FactId::named("reserved")));
    assert_eq!(fate(&mut town, changed), Some(expected));
}

#[test]
fn a_scene_ends_whose_script_is_gone() {
    let (mut town, scene) = seated();
    let changed = bench(|text| text.replace("bench_chat", "bench_talk"));
    assert_eq!(
        fate(&mut town, changed),
        Some(Migration::Ends(MigrationProblem::NoScript))
    );
    town.seconds(30);
    assert!(town.folk.scene(scene).is_none());
}

#[test]
fn nothing_follows_from_an_action_whose_rule_has_changed() {
    let (mut town, scene) = seated();
    let running = town.folk.scene(scene).unwrap().running;
    let rules: Vec<RuleId> = running.iter().filter_map(|run| run.rule).collect();
    assert!(!rules.is_empty(), "somebody is doing something");
    // Another condition before every other: the variables no longer mean the same.
    let changed = bench(|text| {
        text.replace(
            "when talker(Other)",
            "when seat(Place), talker(Other), reserved(Place, .me)",
        )
        .replace("when talker(.me)", "when seat(_Place), talker(.me)")
    });
    let Some(Migration::GoesOn(forgotten)) = fate(&mut town, changed) else {
        panic!("the scene goes on");
    };
    assert!(!forgotten.is_empty());
    town.seconds(60);
    assert_eq!(town.folk.violations(), []);
}

#[test]
fn a_save_loads_into_changed_content_and_says_what_moved() {
    let (town, scene) = seated();
    let bytes = town.folk.save();
    let changed = bench(|text| text.replace("seated", "resting"));
    let (folk, moved) = Folk::load(changed, &bytes).unwrap();
    assert_eq!(moved.len(), 1);
    assert_eq!(moved[0].scene, scene);
    assert!(matches!(
        moved[0].fate,
        Migration::Ends(MigrationProblem::NoState(..))
    ));
    assert_eq!(folk.characters().count(), 2);
}

#[test]
fn a_save_goes_on_bit_for_bit() {
    let (mut town, _) = seated();
    let bytes = town.folk.save();
    let (folk, moved) = Folk::load(town.folk.module().clone(), &bytes).unwrap();
    assert_eq!(moved, []);
    assert_eq!(folk.digest(), town.folk.digest());
    let mut other = Town {
        folk,
        stage: town.stage.clone(),
    };
    for _ in 0..60 * 60 * 10 {
        town.tick();
        other.tick();
        assert_eq!(town.folk.output(), other.folk.output());
    }
    assert_eq!(town.folk.digest(), other.folk.digest());
}
