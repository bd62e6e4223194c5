//! What a critic sees of a run: silliness that content or a rude host brings about.
#![allow(clippy::panic, clippy::unwrap_used, reason = "tests")]

use std::sync::Arc;
use townsfolk::Report;
use townsfolk::prelude::*;
use townsfolk_core::CharacterId;
use townsfolk_critic::Critic;
use townsfolk_lang::project::Project;
use townsfolk_town::TownStage;

/// A bench on which a rude person sits down wherever they like.
const BENCH: &str = r#"
role guest
role lout

prop seat

action sit(seat) takes 2..3 s
action stay takes 20 s

script resting
  cast
    guest 1..1 joins as wish
    lout 1..1 joins as wish

  fact chair(seat)
  claim taken(seat, character)

  state begin
    rule take_it for guest
      when chair(Seat), not taken(Seat, _)
      do sit(Seat)
      add taken(Seat, .me)
      goto seated

    rule do_not_ask for lout
      when taken(Seat, _)
      do sit(Seat)
      goto seated

  state seated
    rule stay
      do stay
      goto rested

  state rested
    rule get_up for guest
      remove taken(_, .me)
      leave

    rule get_up_too for lout
      leave

location bench
  prop left: seat at 1 m, 0 m
  knows chair(left)
  prefers resting 1
  emits script every 1 s, within 8 m
"#;

fn bench() -> (Folk, TownStage) {
    let mut project = Project::of_files([("bench.folk", BENCH)]);
    let checked = project.check();
    let Some((module, _)) = project.compile(&checked) else {
        panic!("{:?}", checked.problems);
    };
    let mut folk = Folk::new(Arc::new(module), Seed(3));
    folk.place_location(Placement {
        kind: LocationKindId::named("bench"),
        at: Place::metres(0, 0),
        region: RegionId(0),
    });
    for (role, metres) in [("guest", 2), ("lout", 3)] {
        folk.add_character(Newcomer {
            roles: vec![RoleId::named(role)],
            at: Some(Place::metres(metres, 0)),
            ..Newcomer::default()
        });
    }
    (folk, TownStage::on_open_ground(Seed(3)))
}

fn play(rudely: impl Fn(&mut Folk)) -> Critic {
    let (mut folk, mut stage) = bench();
    let mut critic = Critic::default();
    for tick in 0..600 {
        if tick == 300 {
            rudely(&mut folk);
        }
        stage.step(&mut folk, &SingleThread);
        critic.watch(&folk);
    }
    critic
}

#[test]
fn who_sits_on_another_is_seen() {
    let critic = play(|_| {});
    assert_eq!(
        critic.counts().keys().collect::<Vec<_>>(),
        [&"two in one seat"]
    );
}

#[test]
fn who_is_carried_off_is_seen() {
    let critic = play(|folk| folk.report(Report::Moved(CharacterId(1), Place::metres(90, 0))));
    assert_eq!(critic.counts().get("teleports"), Some(&1));
}

#[test]
fn watching_changes_nothing() {
    let digest = |watched: bool| {
        let (mut folk, mut stage) = bench();
        let mut critic = Critic::default();
        for _ in 0..600 {
            stage.step(&mut folk, &SingleThread);
            if watched {
                critic.watch(&folk);
            }
        }
        folk.digest().whole()
    };
    assert_eq!(digest(true), digest(false));
}
