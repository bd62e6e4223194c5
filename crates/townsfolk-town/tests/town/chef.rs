//! The bar of the reference data set on the embedded stage: twelve customers who are locked in, and
//! the same customers deciding by dice. Tests are named after *Done means* of the specification.

use crate::support::compile;
use std::collections::BTreeMap;
use townsfolk::prelude::*;
use townsfolk::{Event, MindMode};
use townsfolk_core::{ActionId, LocationId, SceneId};
use townsfolk_module::mind::Degree;
use townsfolk_town::living::{Content, Living};
use townsfolk_town::plan::Plan;
use townsfolk_town::stage::Opening;

#[path = "../../../townsfolk-mind/tests/mind/support/statistics.rs"]
#[allow(dead_code, reason = "only two of its functions are used here")]
mod statistics;

const HOUR: i64 = 60 * 60;

/// The text of the example with twelve customers instead of its people. There is nothing to flee from
/// and no bed; with `random_tables`, each table is a deed of its own.
fn closed_bar(random_tables: bool) -> String {
    let text = include_str!("../../../../examples/chef/chef.folk");
    let people = text.find("person ottmar").unwrap();
    let rest = text.find("# From here on").unwrap();
    let temper = text.find("temper patient").unwrap();
    let lene = text.find("person lene").unwrap();
    let mut bar = format!(
        "{}{}{}",
        &text[..people],
        &text[temper..lene],
        &text[rest..]
    );
    for line in ["fear drives run_away", "fatigue drives go_to_bed above 1"] {
        bar = bar.replace(&format!("  {line}\n"), "");
    }
    let lines = bar.lines().filter(|line| {
        !line.starts_with("  action run_away:") && !line.starts_with("  action go_to_bed:")
    });
    let mut bar: String = lines.map(|line| format!("{line}\n")).collect();
    if random_tables {
        let tables = ["corner_table", "window_table", "stove_table"];
        let deeds = tables.map(|table| {
            format!("  action sit_at_{table}: use {table} as guest, done sets sitting with prop, offered as wish\n")
        });
        let by_company = "  action sit_down: use bar_table as guest by company, done sets sitting with prop, offered as wish\n";
        bar = bar.replace(by_company, &deeds.concat());
        let all = tables.map(|table| format!("sit_at_{table}")).join(", ");
        bar = bar.replacen("sit drives sit_down", &format!("sit drives {all}"), 1);
        bar = bar.replacen(
            "sitting inhibits sit_down",
            &format!("sitting inhibits {all}"),
            1,
        );
        bar += &tables.map(|table| format!("prop {table}\n")).concat();
    }
    bar += "schedule locked_in\n  0:00..0:00 at taproom as patron\n";
    let subjects = ["music, food", "cards", "weather, music", "food, cards"];
    for customer in 0..12_usize {
        bar += &format!(
            "person customer_{customer}\n  is citizen\n  mind body\n  follows locked_in\n  has temper patient\n  \
             persona neurotic 0.3, extrovert 0.{}\n  talks of {}\n",
            5 + customer % 5,
            subjects[customer % 4],
        );
    }
    bar
}

/// What is measured in ten hours.
#[derive(Default)]
struct Evening {
    /// Modularity of the graph of liking.
    modularity: f64,
    /// Share of those who sat down again that chose the same table.
    returning: f64,
    /// Visits to the washroom per hour with two drinks or more in the hour before, and without.
    washroom: (f64, f64),
}

fn evening(seed: u64, by_dice: bool, hours: i64) -> Evening {
    let (module, symbols) = compile(&closed_bar(by_dice));
    let plan = Plan::derive(&module, &symbols);
    let content = Content::new(module, symbols, plan).unwrap();
    let opening = Opening {
        seconds: 12 * 3600,
        ..Opening::default()
    };
    let mut town = Living::begin(content, Seed(seed), opening);
    if by_dice {
        town.folk.deciding = MindMode::ByDice;
    }
    let mut places: BTreeMap<SceneId, LocationId> = BTreeMap::new();
    let mut tables: BTreeMap<CharacterId, LocationId> = BTreeMap::new();
    let (mut again, mut same) = (0, 0);
    let mut drinks: BTreeMap<CharacterId, Vec<i64>> = BTreeMap::new();
    // Visits and person-ticks, without drinks and with two or more.
    let mut went = [(0, 0), (0, 0)];
    for tick in 0..hours * HOUR {
        town.step(&SingleThread);
        for event in &town.folk.output().events {
            if let Event::SceneBegan {
                scene, location, ..
            } = event
            {
                places.insert(*scene, *location);
            }
        }
        for command in &town.folk.output().commands {
            let Command::Start { who, what, .. } = command else {
                continue;
            };
            let (who, action) = (*who, *what);
            let drunk = drinks.entry(who).or_default();
            drunk.retain(|at| tick - at < HOUR);
            if action == ActionId::named("drink") {
                drunk.push(tick);
            }
            if action == ActionId::named("use_toilet") {
                match drunk.len() {
                    0 => went[0].0 += 1,
                    1 => {}
                    _ => went[1].0 += 1,
                }
            }
            if action == ActionId::named("sit_a_while") {
                let scene = town.folk.character(who).and_then(|person| person.scene);
                if let Some(&table) = scene.and_then(|scene| places.get(&scene)) {
                    let before = tables.insert(who, table);
                    again += i64::from(before.is_some());
                    same += i64::from(before == Some(table));
                }
            }
        }
        for drunk in drinks.values_mut() {
            drunk.retain(|at| tick - at < HOUR);
            match drunk.len() {
                0 => went[0].1 += 1,
                1 => {}
                _ => went[1].1 += 1,
            }
        }
    }
    let people: Vec<CharacterId> = town.folk.minds().map(|minded| minded.who).collect();
    let tie = |a, b| {
        let felt = town.folk.mind(a).unwrap().relationships.toward(b);
        felt.map_or(0.0, |felt| f64::from((felt.like.0 - Degree::HALF.0).max(0)))
    };
    let row = |a: &CharacterId| {
        people
            .iter()
            .map(|b| {
                if a == b {
                    0.0
                } else {
                    tie(*a, *b) + tie(*b, *a)
                }
            })
            .collect()
    };
    let graph: Vec<Vec<f64>> = people.iter().map(row).collect();
    let rate = |(visits, ticks): (i64, i64)| visits as f64 * HOUR as f64 / (ticks as f64).max(1.0);
    Evening {
        modularity: statistics::modularity(&graph),
        returning: same as f64 / (again as f64).max(1.0),
        washroom: (rate(went[1]), rate(went[0])),
    }
}

/// Evenings of minds and of dice, seed by seed.
fn evenings(seeds: u64) -> [Vec<Evening>; 2] {
    [false, true].map(|by_dice| (0..seeds).map(|seed| evening(seed, by_dice, 10)).collect())
}

fn mean(evenings: &[Evening], of: fn(&Evening) -> f64) -> f64 {
    evenings.iter().map(of).sum::<f64>() / evenings.len() as f64
}

fn groups_form(seeds: u64) -> [f64; 2] {
    let [minds, dice] = evenings(seeds);
    let measures: [(&str, fn(&Evening) -> f64); 2] = [
        ("modularity", |evening| evening.modularity),
        ("returning", |evening| evening.returning),
    ];
    measures.map(|(what, of)| {
        let (with, without) = (mean(&minds, of), mean(&dice, of));
        println!("{what}: {with:.3} against {without:.3}");
        assert!(with > without, "{what}: {with:.3} against {without:.3}");
        let [with, without] = [&minds, &dice].map(|all| all.iter().map(of).collect::<Vec<f64>>());
        statistics::paired_t(&with, &without)
    })
}

#[test]
fn done_27_groups_form_and_return_to_their_table() {
    groups_form(3);
}

#[test]
#[ignore = "slow: forty times ten hours"]
fn done_27_groups_form_more_than_by_chance_over_twenty_seeds() {
    // One-sided, 19 degrees of freedom, p < 0.05.
    for t in groups_form(20) {
        println!("t = {t:.2}");
        assert!(t > 1.729, "t = {t:.2}");
    }
}

#[test]
fn done_28_customers_by_dice_show_no_cause_and_effect() {
    let [minds, dice] = evenings(2);
    let ratio = |evenings: &[Evening]| {
        mean(evenings, |evening| evening.washroom.0) / mean(evenings, |evening| evening.washroom.1)
    };
    let (minds, dice) = (ratio(&minds), ratio(&dice));
    println!("the washroom after two drinks: {minds:.2} times as often, by dice {dice:.2}");
    assert!(minds > 1.5 && dice < 1.4, "{minds:.2} and {dice:.2}");
}
