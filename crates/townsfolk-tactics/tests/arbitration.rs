//! Which skill runs, and why.

mod common;

use common::Stage;
use townsfolk_core::{Duration, SymbolId, Tick};
use townsfolk_module::senses::{Retain, Tuning};
use townsfolk_tactics::{BodyOrder, Reason, Runner};

fn runs(stage: &Stage) -> Option<SymbolId> {
    stage.hunters[0].runner.skill()
}

fn named(name: &str) -> Option<SymbolId> {
    Some(SymbolId::named(name))
}

#[test]
fn a_higher_skill_breaks_off_a_lower_one_and_never_the_other_way_round() {
    let mut stage = Stage::with(&["first", "second", "last"]);
    stage.allow("first", false);
    stage.allow("second", false);
    stage.step(0);
    assert_eq!(runs(&stage), named("last"));
    stage.allow("second", true);
    stage.step(1);
    assert_eq!(runs(&stage), named("second"));
    stage.allow("first", true);
    let step = stage.step(2);
    assert_eq!(runs(&stage), named("first"));
    assert_eq!(step.body.order, Some(BodyOrder::Deed { skill: 0 }));
    // It goes on although it could not begin now, and although the others could.
    stage.allow("first", false);
    stage.step(3);
    assert_eq!(runs(&stage), named("first"));
    let reasons: Vec<Reason> = stage
        .one()
        .runner
        .log()
        .decisions()
        .iter()
        .map(|d| d.reason)
        .collect();
    assert_eq!(reasons, [Reason::First, Reason::Higher, Reason::Higher]);
}

#[test]
fn a_skill_that_is_done_lets_the_whole_list_be_looked_at_again() {
    let mut stage = Stage::with(&["first", "second", "last"]);
    stage.step(0);
    assert_eq!(runs(&stage), named("first"));
    stage.allow("first", false);
    stage.one().runner.body_ended(true);
    assert!(stage.one().runner.is_due(Tick(5)));
    stage.step(5);
    assert_eq!(runs(&stage), named("second"));
    assert_eq!(
        stage
            .one()
            .runner
            .log()
            .decisions()
            .last()
            .map(|d| d.reason),
        Some(Reason::Done)
    );
}

#[test]
fn while_wanted_a_skill_ends_as_soon_as_it_could_not_begin() {
    let mut stage = Stage::with(&["first", "last"]);
    stage.set.retain = Retain::WhileWanted;
    stage.step(0);
    stage.allow("first", false);
    stage.step(1);
    assert_eq!(runs(&stage), named("last"));
    assert_eq!(
        stage
            .one()
            .runner
            .log()
            .decisions()
            .last()
            .map(|d| d.reason),
        Some(Reason::NotWanted)
    );
}

#[test]
fn without_a_valid_skill_the_last_one_runs_and_the_log_says_so() {
    let mut stage = Stage::with(&["first", "last"]);
    stage.allow("first", false);
    stage.allow("last", false);
    stage.step(0);
    assert_eq!(runs(&stage), named("last"));
    assert_eq!(
        stage.one().runner.log().decisions()[0].reason,
        Reason::NothingValid
    );
}

#[test]
fn after_four_changes_in_one_tick_the_last_choice_stands() {
    // Nothing has been lost, so a search that is forced to run is done as it begins, for ever.
    let mut stage = Stage::with(&["search"]);
    stage.tune("search", "lasts", Tuning::Time(Duration::ZERO));
    stage.step(1);
    assert_eq!(runs(&stage), named("search"));
    let reasons: Vec<Reason> = stage
        .one()
        .runner
        .log()
        .decisions()
        .iter()
        .map(|d| d.reason)
        .collect();
    assert_eq!(reasons.len(), 5);
    assert_eq!(reasons[4], Reason::Thrash);
    assert_eq!(stage.one().runner.next(), Some(Tick(2)));
}

#[test]
fn the_log_keeps_the_last_32_decisions() {
    let mut stage = Stage::with(&["first", "last"]);
    for tick in 0..100 {
        stage.allow("first", tick % 2 == 0);
        stage.one().runner.body_ended(true);
        stage.step(tick);
    }
    assert_eq!(stage.one().runner.log().decisions().len(), 32);
    assert_eq!(stage.one().runner.log().decisions()[31].tick, Tick(99));
}

#[test]
fn a_runner_is_the_same_after_save_and_load() {
    let mut stage = Stage::with(&["first", "last"]);
    for tick in 0..5 {
        stage.allow("first", tick % 2 == 0);
        stage.step(tick);
    }
    let runner = &stage.one().runner;
    let bytes = postcard::to_allocvec(runner).unwrap();
    assert_eq!(postcard::from_bytes::<Runner>(&bytes).as_ref(), Ok(runner));
}
