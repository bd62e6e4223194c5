//! Which skill runs, and why.

mod common;

use common::Facts;
use townsfolk_core::{SymbolId, Tick};
use townsfolk_module::senses::Retain;
use townsfolk_tactics::{BodyOrder, Reason, Runner};

fn runs(runner: &Runner) -> Option<SymbolId> {
    runner.skill()
}

fn named(name: &str) -> Option<SymbolId> {
    Some(SymbolId::named(name))
}

#[test]
fn a_higher_skill_breaks_off_a_lower_one_and_never_the_other_way_round() {
    let mut facts = Facts::with(&["first", "second", "last"]);
    facts.allow("first", false);
    facts.allow("second", false);
    let mut runner = Runner::default();
    facts.step(&mut runner, 0);
    assert_eq!(runs(&runner), named("last"));
    facts.allow("second", true);
    facts.step(&mut runner, 1);
    assert_eq!(runs(&runner), named("second"));
    facts.allow("first", true);
    let step = facts.step(&mut runner, 2);
    assert_eq!(runs(&runner), named("first"));
    assert_eq!(step.body.order, Some(BodyOrder::Deed { skill: 0 }));
    // It goes on although it could not begin now, and although the others could.
    facts.allow("first", false);
    facts.step(&mut runner, 3);
    assert_eq!(runs(&runner), named("first"));
    let reasons: Vec<Reason> = runner.log().decisions().iter().map(|d| d.reason).collect();
    assert_eq!(reasons, [Reason::First, Reason::Higher, Reason::Higher]);
}

#[test]
fn a_skill_that_is_done_lets_the_whole_list_be_looked_at_again() {
    let mut facts = Facts::with(&["first", "second", "last"]);
    let mut runner = Runner::default();
    facts.step(&mut runner, 0);
    assert_eq!(runs(&runner), named("first"));
    facts.allow("first", false);
    runner.body_ended(true);
    assert!(runner.is_due(Tick(5)));
    facts.step(&mut runner, 5);
    assert_eq!(runs(&runner), named("second"));
    assert_eq!(
        runner.log().decisions().last().map(|d| d.reason),
        Some(Reason::Done)
    );
}

#[test]
fn while_wanted_a_skill_ends_as_soon_as_it_could_not_begin() {
    let mut facts = Facts::with(&["first", "last"]);
    facts.set.retain = Retain::WhileWanted;
    let mut runner = Runner::default();
    facts.step(&mut runner, 0);
    facts.allow("first", false);
    facts.step(&mut runner, 1);
    assert_eq!(runs(&runner), named("last"));
    assert_eq!(
        runner.log().decisions().last().map(|d| d.reason),
        Some(Reason::NotWanted)
    );
}

#[test]
fn without_a_valid_skill_the_last_one_runs_and_the_log_says_so() {
    let mut facts = Facts::with(&["first", "last"]);
    facts.allow("first", false);
    facts.allow("last", false);
    let mut runner = Runner::default();
    facts.step(&mut runner, 0);
    assert_eq!(runs(&runner), named("last"));
    assert_eq!(runner.log().decisions()[0].reason, Reason::NothingValid);
}

#[test]
fn after_four_changes_in_one_tick_the_last_choice_stands() {
    let mut facts = Facts::with(&["first", "last"]);
    // Skills without a deed end as they begin, but are not valid either; so the last one is forced.
    for skill in &mut facts.set.skills {
        skill.deed = None;
    }
    facts.allow("first", false);
    let mut runner = Runner::default();
    // The body is free at once: an authored skill is done at its first look.
    facts.step(&mut runner, 0);
    assert!(runs(&runner).is_some());
    let changes = runner.log().decisions().len();
    assert!(changes <= 5, "{changes}");
}

#[test]
fn the_log_keeps_the_last_32_decisions() {
    let mut facts = Facts::with(&["first", "last"]);
    let mut runner = Runner::default();
    for tick in 0..100 {
        facts.allow("first", tick % 2 == 0);
        runner.body_ended(true);
        facts.step(&mut runner, tick);
    }
    assert_eq!(runner.log().decisions().len(), 32);
    assert_eq!(runner.log().decisions()[31].tick, Tick(99));
}

#[test]
fn a_runner_is_the_same_after_save_and_load() {
    let mut facts = Facts::with(&["first", "last"]);
    let mut runner = Runner::default();
    for tick in 0..5 {
        facts.allow("first", tick % 2 == 0);
        facts.step(&mut runner, tick);
    }
    let bytes = postcard::to_allocvec(&runner).unwrap();
    assert_eq!(postcard::from_bytes::<Runner>(&bytes).as_ref(), Ok(&runner));
}
