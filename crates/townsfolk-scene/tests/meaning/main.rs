//! One story for each sentence of the chapter "Meaning".
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::needless_pass_by_value,
    missing_docs
)]

mod actions;
mod claims;
mod conditions;
mod effects;
mod going;
mod shared;
#[path = "../support/mod.rs"]
mod support;
mod whole;

use expect_test::{Expect, expect};
use support::*;
use townsfolk_core::*;
use townsfolk_module::*;
use townsfolk_scene::reference::*;
use townsfolk_scene::{Command, Happening, Phase, Report, Stage};

/// Plays some ticks and compares what happened.
fn check(play: Play, known: &[Atom], people: &str, ticks: i64, expected: Expect) {
    let module = play.module();
    let mut teller = teller(&module, 1, known, people);
    teller.play_until(Tick(ticks));
    expected.assert_eq(&story(&mut teller));
}

fn seats() -> Play {
    play([rule("take")
        .when([f("seat", [v(0)]), not(f("taken", [v(0)]))])
        .does("act", [v(0)])
        .add("taken", [v(0)])
        .then_add("sits", [me(), v(0)])
        .failure_add("missed", [me()])
        .once()])
    .fact("seat", 1)
    .fact("taken", 1)
    .fact("sits", 2)
    .fact("missed", 1)
}
