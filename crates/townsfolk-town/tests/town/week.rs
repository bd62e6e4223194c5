//! A week of whole towns in which everybody is followed, and days in which nothing is silly. What is
//! silly in a week is told, but does not fail: the chapter *Figures* says what is left. Takes minutes, so
//! each is asked for by name: `.ci/week`.

use crate::support::{derived, shipped};
use std::collections::BTreeMap;
use std::fmt::Write;
use townsfolk::prelude::*;
use townsfolk::{Event, MindEvent};
use townsfolk_critic::{Critic, Names};
use townsfolk_mind::Moment;
use townsfolk_module::Category;
use townsfolk_town::follow::{Follower, watch};
use townsfolk_town::living::{Content, Living, Recipe};
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

/// What was wrong with some days of a town, in lines.
struct Lived {
    /// What cannot have been.
    impossible: String,
    silly: String,
}

fn live(content: Content, seed: u64, days: i64) -> Lived {
    let mut town = Living::begin(content, Seed(seed), Opening::default());
    let pace = town.stage.pace_max_mm();
    let mut follower = Follower::new(town.content.atlas.clone(), pace, 60_000);
    let mut critic = Critic::default();
    for _ in 0..days * DAY {
        town.step(&SingleThread);
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
    let mut lived = Lived {
        impossible: String::new(),
        silly: String::new(),
    };
    for fault in follower.faults().iter().take(SHOWN) {
        let _ = writeln!(lived.impossible, "{fault:?}");
    }
    for silly in critic.findings().iter().take(SHOWN) {
        let _ = writeln!(lived.silly, "{} {}", silly.at, silly.told(&names));
    }
    print!("{}", lived.silly);
    lived
}

#[test]
#[ignore = "takes minutes, asked for by name"]
fn a_week_of_the_district() {
    assert_eq!(live(district(), 7, 7).impossible, "");
}

#[test]
#[ignore = "takes minutes, asked for by name"]
fn a_week_of_lindenford() {
    assert_eq!(live(lindenford(), 7, 7).impossible, "");
}

#[test]
#[ignore = "takes minutes, asked for by name"]
fn nothing_is_silly_in_a_day_of_lindenford() {
    for seed in 1..=3 {
        let lived = live(lindenford(), seed, 1);
        assert_eq!((&*lived.impossible, &*lived.silly), ("", ""), "seed {seed}");
    }
}

/// How long people are on the way from one role to the next, in minutes of the calendar.
#[derive(Default)]
struct Ways {
    since: BTreeMap<CharacterId, Moment>,
    minutes: Vec<i64>,
}

impl Ways {
    fn watch(&mut self, folk: &Folk) {
        for event in &folk.output().events {
            match event {
                Event::Mind(who, MindEvent::SetOut(_)) => {
                    self.since.entry(*who).or_insert(folk.moment());
                }
                Event::Mind(who, MindEvent::RoleTaken(_)) => {
                    let since = self.since.remove(who);
                    let minutes = since.map(|since| folk.moment().since(since) / 60);
                    self.minutes.extend(minutes);
                }
                _ => {}
            }
        }
    }

    fn told(mut self) -> String {
        self.minutes.sort_unstable();
        let at = |part: usize| self.minutes[(self.minutes.len() - 1) * part / 100];
        format!(
            "{} ways: half within {} min, nine of ten within {}, the longest {}",
            self.minutes.len(),
            at(50),
            at(90),
            at(100)
        )
    }
}

/// At most one finding in a hundred days of a person, in towns of any size.
#[test]
#[ignore = "takes minutes, asked for by name"]
fn a_day_of_generated_towns_is_hardly_silly() {
    for (population, seed) in [(300, 1), (1_000, 2), (10_000, 3)] {
        let (module, symbols, plan) = shipped("lindenford");
        let content = Content::grow(Recipe {
            module: (*module).clone(),
            symbols,
            plan,
            population,
            seed: Seed(seed),
        });
        let mut town = Living::begin(content.unwrap(), Seed(seed), Opening::default());
        let mut critic = Critic::default();
        let mut ways = Ways::default();
        for _ in 0..DAY {
            town.step(&SingleThread);
            critic.watch(&town.folk);
            ways.watch(&town.folk);
        }
        println!(
            "{population} people: {:?}; {}",
            critic.counts(),
            ways.told()
        );
        assert!(
            critic.findings().len() * 100 <= population as usize,
            "{population}"
        );
    }
}
