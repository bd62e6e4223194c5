//! The bar of the reference data set on the embedded stage: twelve customers who are locked in, and
//! the same customers deciding by dice. Tests are named after *Done means* of the specification.

use crate::support::compile;
use std::collections::BTreeMap;
use townsfolk::MindMode;
use townsfolk::prelude::*;
use townsfolk_core::ActionId;
use townsfolk_town::living::{Content, Living};
use townsfolk_town::plan::Plan;
use townsfolk_town::stage::Opening;

const HOUR: i64 = 60 * 60;

/// The text of the example with twelve customers instead of its people. There is nothing to flee from
/// and no bed.
fn closed_bar() -> String {
    let text = include_str!("../../../../examples/chef/chef.folk");
    let people = text.find("person ottmar").unwrap();
    let rest = text.find("# From here on").unwrap();
    let temper = text.find("\ntemper patient").unwrap();
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
    bar += "schedule locked_in\n  0:00..0:00 at taproom as patron\n";
    let subjects = ["music, food", "cards", "weather, music", "food, cards"];
    for customer in 0..12_usize {
        bar += &format!(
            "person customer_{customer}\n  is citizen\n  mind body travels with on_the_way\n  follows locked_in\n  has temper patient\n  \
             persona neurotic 0.3, extrovert 0.{}\n  talks of {}\n",
            5 + customer % 5,
            subjects[customer % 4],
        );
    }
    bar
}

/// Visits to the washroom per hour with two drinks or more in the hour before, and without, in ten
/// hours.
fn evening(seed: u64, by_dice: bool) -> (f64, f64) {
    let (module, symbols) = compile(&closed_bar());
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
    let mut drinks: BTreeMap<CharacterId, Vec<i64>> = BTreeMap::new();
    // Visits and person-ticks, without drinks and with two or more.
    let mut went = [(0, 0), (0, 0)];
    for tick in 0..10 * HOUR {
        town.step(&SingleThread);
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
    let rate = |(visits, ticks): (i64, i64)| visits as f64 * HOUR as f64 / (ticks as f64).max(1.0);
    (rate(went[1]), rate(went[0]))
}

#[test]
fn done_28_customers_by_dice_show_no_cause_and_effect() {
    let ratio = |by_dice| {
        let evenings = [0, 1].map(|seed| evening(seed, by_dice));
        let (with, without) = evenings.iter().fold((0.0, 0.0), |sum, evening| {
            (sum.0 + evening.0, sum.1 + evening.1)
        });
        with / without
    };
    let (minds, dice) = (ratio(false), ratio(true));
    println!("the washroom after two drinks: {minds:.2} times as often, by dice {dice:.2}");
    assert!(minds > 1.5 && dice < 1.4, "{minds:.2} and {dice:.2}");
}
