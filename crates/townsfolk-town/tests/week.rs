//! A week of whole towns, in which everybody is followed and nothing is silly. Takes minutes, so each is
//! asked for by name: `.ci/week`.
#![allow(clippy::unwrap_used, reason = "tests")]

mod support;

use std::fmt::Write;
use support::{derived, shipped};
use townsfolk::prelude::*;
use townsfolk_critic::{Critic, Names};
use townsfolk_module::Category;
use townsfolk_town::follow::{Follower, watch};
use townsfolk_town::living::{Content, Living};
use townsfolk_town::stage::Opening;

/// Ticks in a day of the calendar at sixty calendar seconds to a second.
const DAY: i64 = 24 * 60 * 60;

/// More than this says nothing new.
const SHOWN: usize = 30;

fn district() -> Content {
    let (module, symbols, plan) = derived("district");
    Content::new(module, symbols, plan).unwrap()
}

fn lindenford() -> Content {
    let (module, symbols, plan) = shipped("lindenford");
    Content::new(module, symbols, plan).unwrap()
}

/// Lives for some days, and tells everything that cannot have been or is silly.
fn faults(content: Content, seed: u64, days: i64) -> String {
    let mut town = Living::begin(content, Seed(seed), Opening::default());
    let pace = town.stage.pace_max_mm();
    let mut follower = Follower::new(town.content.atlas.clone(), pace, 60_000);
    let mut critic = Critic::default();
    for _ in 0..days * DAY {
        town.step(&Alone);
        watch(&mut follower, &town.folk);
        critic.watch(&town.folk);
    }
    let (people, looks, words) = follower.counts();
    println!("seed {seed}: {people} people in {days} days, {looks} looks, {words} words");
    assert!(people >= 200 && looks > 100_000 * days.unsigned_abs() && words > 10_000);
    let person = |who| {
        let member = town.folk.mind(who).map(|minded| minded.member);
        let symbols = &town.content.symbols;
        member.map_or(format!("{who:?}"), |id| {
            symbols.name(Category::Character, id.0)
        })
    };
    let names = Names {
        symbols: &town.content.symbols,
        person: &person,
    };
    let mut told = String::new();
    for fault in follower.faults().iter().take(SHOWN) {
        let _ = writeln!(told, "{fault:?}");
    }
    for silly in critic.findings().iter().take(SHOWN) {
        let _ = writeln!(told, "{} {}", silly.at, silly.told(&names));
    }
    told
}

#[test]
#[ignore = "takes minutes, asked for by name"]
fn a_week_of_the_district() {
    assert_eq!(faults(district(), 7, 7), "");
}

#[test]
#[ignore = "takes minutes, asked for by name"]
fn a_week_of_lindenford() {
    assert_eq!(faults(lindenford(), 7, 7), "");
}

#[test]
#[ignore = "takes minutes, asked for by name"]
fn a_day_of_lindenford_with_other_luck() {
    for seed in 1..=3 {
        assert_eq!(faults(lindenford(), seed, 1), "", "seed {seed}");
    }
}
