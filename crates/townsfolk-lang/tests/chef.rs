//! The reference data set, as the shipped example has it: every link, weight and threshold.

#![allow(clippy::unwrap_used, clippy::panic)]

use expect_test::{Expect, expect};
use townsfolk_core::{LayerId, NodeId};
use townsfolk_lang::project::Project;
use townsfolk_module::mind::{Daytime, Degree, Layer, Link, Schedule, Sources};
use townsfolk_module::{Category, Module, Symbols};

const CHEF: &str = include_str!("../../../examples/chef/chef.folk");

fn compile(text: &str) -> (Module, Symbols) {
    let mut project = Project::of_files([("chef.folk", text)]);
    let checked = project.check();
    assert_eq!(checked.problems, vec![]);
    project.compile(&checked).unwrap()
}

fn layer<'m>(module: &'m Module, name: &str) -> &'m Layer {
    let id = LayerId::named(name);
    let mut layers = module.minds.layers.iter();
    layers.find(|layer| layer.id == id).unwrap()
}

/// A layer as a table: a line for each link, with the names of its nodes.
fn table(module: &Module, symbols: &Symbols, name: &str) -> String {
    let layer = layer(module, name);
    let node = |id: &NodeId| {
        symbols
            .name(Category::Node, id.0)
            .replace(&format!("{name}/"), "")
    };
    let line = |link: &Link| {
        let from: Vec<String> = link.from.nodes().iter().map(node).collect();
        let sign = match link.from {
            Sources::One(_) => "",
            Sources::All(_) => "all ",
            Sources::Any(_) => "any ",
        };
        let above = match link.threshold {
            Degree::ZERO => String::new(),
            threshold => format!(" above {threshold}"),
        };
        let (from, to) = (from.join("+"), node(&link.to));
        format!("{sign}{from} -> {to} {}{above}\n", link.weight)
    };
    let mut text: String = layer.links.iter().map(line).collect();
    text += &layer
        .across
        .iter()
        .map(|link| format!("across {}", line(link)))
        .collect::<String>();
    for change in &layer.threshold_changes {
        let (from, to) = (node(&change.from), node(&change.to));
        text += &format!("change {from} -> {to} above {}\n", change.threshold);
    }
    text
}

fn check(name: &str, expected: &Expect) {
    let (module, symbols) = compile(CHEF);
    expected.assert_eq(&table(&module, &symbols, name));
}

#[test]
fn the_basic_map() {
    check(
        "body",
        &expect![[r#"
        need fear -> fear 1
        need bladder -> bladder 1
        need fatigue -> fatigue 1
        need hunger -> hunger 1
        need socialise -> socialise 1
        fear -> panic 1 above 0.5
        fear -> action run_away 1
        panic -> action run_away 1
        bladder -> action pee 1 above 0.7
        fatigue -> action go_to_bed 1 above 1
        hunger -> action eat 1 above 0.6
        socialise -> action meet_people 1
        fear -> bladder -0.5
        fear -> hunger -0.5
        fear -> fatigue -0.5
        fear -> socialise -0.5
        fatigue -> bladder -0.3
        fatigue -> hunger -0.3
        fatigue -> socialise -0.3
        bladder -> socialise -0.2
        hunger -> socialise -0.2
    "#]],
    );
}

#[test]
fn the_patron() {
    check(
        "at_the_bar",
        &expect![[r#"
        need thirst -> thirst 1
        need sit -> sit 1
        need entertainment -> entertainment 1
        thirst -> action get_a_drink 1 above 0.9
        thirst -> sit -1
        thirst -> entertainment -0.5
        entertainment -> action entertain_me 1 above 0.5
        entertainment -> sit -1
        sit -> action sit_down 1
        flag sitting -> action sit_down -1
        change need fatigue -> fatigue above 1.1
    "#]],
    );
}

#[test]
fn the_lodger() {
    check(
        "at_home",
        &expect![[r#"
        need sit -> sit 1
        sit -> action sit_down 1
        flag sitting -> action sit_down -1
    "#]],
    );
}

#[test]
fn the_chef() {
    check(
        "at_the_stove",
        &expect![[r#"
        test has_dinners -> drop_off_dinners 1
        drop_off_dinners -> action drop_off_dinners 1
        test new_orders_present -> get_orders 1
        get_orders -> action pick_up_orders 1
        test has_ingredients -> cook 1
        flag cooking -> cook 1
        cook -> action cook 1
        test has_orders -> get_ingredients 1
        get_ingredients -> action get_ingredients 1
        test not_in_kitchen -> not_in_kitchen 1
        not_in_kitchen -> action go_to_kitchen 1
        drop_off_dinners -> get_orders -1
        drop_off_dinners -> cook -1
        drop_off_dinners -> get_ingredients -1
        cook -> get_orders -1
        cook -> get_ingredients -1
        get_ingredients -> get_orders -1
        not_in_kitchen -> drop_off_dinners -1
        not_in_kitchen -> cook -1
        not_in_kitchen -> get_ingredients -1
        not_in_kitchen -> get_orders -1
        across get_ingredients -> socialise -1
        across get_ingredients -> socialise -1
        across drop_off_dinners -> socialise -1
        across cook -> socialise -1
        across get_orders -> socialise -1
        across drop_off_dinners -> not_ready_to_change_role 1
        across cook -> not_ready_to_change_role 1
        across get_ingredients -> not_ready_to_change_role 1
        across get_orders -> not_ready_to_change_role 1
        across not_in_kitchen -> not_ready_to_change_role 1
        across time_to_change_role -> get_orders -1
        change need fatigue -> fatigue above 1.1
    "#]],
    );
}

#[test]
fn clock_times_and_units_give_the_same_day() {
    let day = |text: &str| -> Schedule {
        let (module, symbols) = compile(text);
        let mut people = module.minds.people.iter();
        let named = |id: u32| symbols.name(Category::Character, id);
        people
            .find(|p| named(p.id.0) == "ottmar")
            .unwrap()
            .schedule
            .clone()
    };
    let units = CHEF
        .replace(
            "schedule chefs_day",
            "schedule chefs_day counts 161280 from 23:00",
        )
        .replace("23:01..02:00", "1..20160")
        .replace("02:01..11:00", "20161..80640")
        .replace("11:01..23:00", "80641..161280");
    assert_eq!(day(CHEF), day(&units));
    let times: Vec<(Daytime, Daytime)> = day(CHEF)
        .entries
        .iter()
        .map(|e| (e.starts, e.ends))
        .collect();
    let at = |hour| Daytime::at(hour, 0);
    assert_eq!(times, [(at(23), at(2)), (at(2), at(11)), (at(11), at(23))]);
}

#[test]
fn the_same_source_gives_the_same_bytes() {
    let bytes = |text: &str| townsfolk_module::file::write_module(&compile(text).0);
    let once = bytes(CHEF);
    assert_eq!(once, bytes(CHEF));
    let formatted = townsfolk_lang::format::format(CHEF).unwrap();
    assert_eq!(once, bytes(&formatted));
    assert_eq!(
        formatted, CHEF,
        "the example is laid out as the formatter would"
    );
    let read = townsfolk_module::file::read_module(&once).unwrap();
    assert_eq!(read, compile(CHEF).0);
}
