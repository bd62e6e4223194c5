//! Squads without an enemy in sight: sounds, rounds, checks and searches; queries that change.
#![allow(clippy::unwrap_used, reason = "tests")]

mod support;

use support::squads::{Box3, Field, content, watch};
use townsfolk::prelude::*;
use townsfolk::tactics::squad::{Phase, SquadEvent};

fn cover() -> Vec<Box3> {
    let wall = |n: i32, k: i32| (n * 8 - 20, k * 8 - 4, n * 8 - 17, k * 8 - 3, 9);
    (0..5)
        .flat_map(|n| (0..3).map(move |k| wall(n, k)))
        .collect()
}

/// Cover in steps of four metres, from where a squad begins to where the enemy was.
fn dense() -> Vec<Box3> {
    let wall = |n: i32, k: i32| (n * 4 - 18, k * 4 - 15, n * 4 - 16, k * 4 - 14, 9);
    (0..9)
        .flat_map(|n| (0..8).map(move |k| wall(n, k)))
        .collect()
}

/// A high wall behind which an intruder can vanish, with a fight before it.
fn vanished(mut boxes: Vec<Box3>, every: &str) -> (Field, i64) {
    boxes.push((20, 14, 36, 15, 30));
    let mut field = Field::with(40, &boxes, &[(0, 0)], every);
    let guards = [(-10, -20), (0, -20), (10, -20)].map(|(x, y)| field.add("guard", x, y));
    guards.iter().for_each(|who| field.face(*who, 90));
    let prey = field.add("intruder", 0, 18);
    field
        .until(300, |field| field.phase() == Phase::Surround)
        .unwrap();
    field.run(60);
    // Out of the world that can be seen or heard, but still in it.
    field.put(prey, 30, 17);
    field.run(2);
    field.folk.report(Report::Moved(
        prey,
        Place {
            x_mm: 39_000,
            y_mm: 39_500,
            z_mm: 9_000,
        },
    ));
    let lost = field.now();
    (field, lost)
}

#[test]
fn done_09_exactly_one_approacher_checks_the_believed_place() {
    let (mut field, _) = vanished(cover(), "");
    field
        .until(1_800, |field| field.phase() == Phase::Check)
        .unwrap();
    let escaped = field
        .events
        .iter()
        .any(|(_, event)| matches!(event, SquadEvent::Escaped(_)));
    assert!(escaped, "it had slipped away");
    assert_eq!(
        field.folk.squad_escapes(watch()).len(),
        1,
        "and that was logged"
    );
    for _ in 0..600 {
        field.run(1);
        let squad = field.folk.squad_view(watch()).unwrap();
        let token = squad
            .tokens
            .iter()
            .find(|token| token.token == townsfolk_core::TokenId::named("approaching"));
        assert!(token.is_none_or(|token| token.holders.len() <= 1));
    }
}

#[test]
#[ignore = "fails: in one of the two runs the search does not begin within 200 s"]
fn done_10_the_cheat_halves_the_time_to_the_search() {
    let time = |every: &str| {
        let (mut field, lost) = vanished(dense(), every);
        let found = field.until(12_000, |field| field.phase() == Phase::Search);
        assert!(found.is_some(), "{:?}", field.events);
        field.now() - lost
    };
    let with = time("");
    let without = time("  every skill escape unnoticed\n");
    assert!(with <= 30 * 60, "{with}");
    assert!(without >= 2 * with, "{with} against {without}");
}

#[test]
fn done_22_the_search_map_grows_and_what_members_see_is_clear() {
    let (mut field, _) = vanished(cover(), "");
    let (mut most, mut searched) = (0, false);
    while field.phase() != Phase::Calm {
        field.run(1);
        let Some(cells) = field.folk.search_cells(watch()) else {
            continue;
        };
        let (lattice, ground) = (*cells.lattice(), field.folk.ground().unwrap());
        let seen = field.folk.squad_exposure(watch()).unwrap();
        let open = cells.cells().map(|cell| lattice.center(cell));
        let open = open.filter(|at| ground.is_walkable(*at));
        let member = field.folk.squad_view(watch()).unwrap().members[0];
        let perceived = field
            .folk
            .squad_orders(member)
            .is_some_and(|orders| orders.perceived);
        if !perceived {
            assert_eq!(
                open.filter(|at| seen.holds(*at)).count(),
                0,
                "tick {}",
                field.now()
            );
            most = most.max(cells.count());
        }
        searched |= field.phase() == Phase::Search;
        let parts: Vec<Vec<u32>> = (field.squad().hunt.parts())
            .map(|(_, cells)| cells.to_vec())
            .collect();
        for (n, part) in parts.iter().enumerate() {
            assert!(!parts[..n].contains(part), "two search the same");
        }
        assert!(field.now() < 12_000, "it ends");
    }
    assert!(searched && most > 8, "{most}");
}

#[test]
fn done_21_one_of_three_looks_after_a_sound_and_goes_on_with_its_round() {
    let round = [(-14, -14), (-14, -10), (-10, -10), (-10, -14)];
    let mut field = Field::with(40, &[], &round, "");
    let guards = [(-14, -14), (-13, -14), (-14, -13)].map(|(x, y)| field.add("guard", x, y));
    field.run(200);
    assert!(guards.iter().all(|who| field.runs(*who, "patrol")));
    field.folk.sound("knock", Place::metres(-8, -9)).unwrap();
    field.run(3);
    let goes: Vec<_> = guards
        .iter()
        .filter(|who| field.runs(**who, "investigate"))
        .collect();
    assert_eq!(goes.len(), 1);
    let who = *goes[0];
    let (left, began) = (field.at(who), field.begun.len());
    let back = field.until(1_800, |field| !field.runs(who, "investigate"));
    assert!(back.is_some(), "it comes back");
    assert!(
        field.begun[began..]
            .iter()
            .any(|b| b.who == who && b.what == ActionId::named("look_about"))
    );
    assert!(field.at(who).is_within(left, 500), "to where it was");
    field.run(2);
    assert!(field.runs(who, "patrol"), "and goes on");
    let others = guards.iter().filter(|other| **other != who);
    assert!(
        others.into_iter().all(|other| field.runs(*other, "patrol")),
        "nobody else went"
    );
    assert_eq!(field.phase(), Phase::Calm);
}

#[test]
fn done_18_an_edited_query_changes_the_choice_while_the_squad_fights() {
    let mut field = Field::with(40, &cover(), &[(0, 0)], "");
    let guards = [(-10, -20), (0, -20), (10, -20)].map(|(x, y)| field.add("guard", x, y));
    guards.iter().for_each(|who| field.face(*who, 90));
    field.add("intruder", 0, 18);
    field
        .until(600, |field| field.phase() == Phase::Advance)
        .unwrap();
    field.run(60);
    let query = townsfolk_core::DeciderId::named("combat_cover");
    let rated = |field: &Field| {
        let rated = field.folk.rated_posts(guards[1], query);
        rated
            .iter()
            .map(|rated| (rated.post.id, rated.rating))
            .collect::<Vec<_>>()
    };
    let before = rated(&field);
    assert!(!before.is_empty());
    let (module, _) = content("");
    let mut module = Module::clone(&module);
    for posts in &mut module.senses.posts {
        if posts.id == query {
            posts
                .criteria
                .retain(|criterion| criterion.name != SymbolId::named("way"));
        }
    }
    field.folk.reload(std::sync::Arc::new(module));
    assert_ne!(rated(&field), before);
    assert_eq!(field.phase(), Phase::Advance, "the fight goes on");
    field.run(60);
    assert!(field.phase().is_combat());
}

#[test]
fn why_names_the_phase_and_the_tokens() {
    let mut field = Field::with(40, &cover(), &[(0, 0)], "");
    let guard = field.add("guard", 0, -20);
    field.face(guard, 90);
    field.add("intruder", 0, 18);
    field
        .until(400, |field| field.holder("shooting").is_some())
        .unwrap();
    let why = field.folk.why(guard).to_string();
    assert!(
        why.contains("The squad watch is in the phase surround"),
        "{why}"
    );
    assert!(why.contains("the token shooting is held by"), "{why}");
    let tables = field.folk.decider_tables(guard);
    let squads = tables
        .iter()
        .find(|(name, _)| *name == SymbolId::named("squads"));
    let titles: Vec<&str> = squads
        .unwrap()
        .1
        .iter()
        .map(|table| &*table.title)
        .collect();
    assert_eq!(titles, ["Squad: surround", "Posts"]);
}
