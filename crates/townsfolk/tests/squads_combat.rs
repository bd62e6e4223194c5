//! Squads in a fight: shooters, flankers, witnesses, and what an enemy's true place is used for.
#![allow(clippy::unwrap_used, reason = "tests")]

mod support;

use support::squads::{Box3, Field, watch};
use townsfolk::prelude::*;
use townsfolk::tactics::squad::{Phase, SquadEvent};
use townsfolk_core::TokenId;

/// Low walls in rows.
fn cover() -> Vec<Box3> {
    let wall = |n: i32, k: i32| (n * 8 - 20, k * 8 - 4, n * 8 - 17, k * 8 - 3, 9);
    (0..5)
        .flat_map(|n| (0..3).map(move |k| wall(n, k)))
        .collect()
}

/// Three guards in the south that look north, and an intruder in the north.
fn fight(boxes: &[Box3], every: &str) -> (Field, [CharacterId; 3], CharacterId) {
    let mut field = Field::with(40, boxes, &[(0, 0)], every);
    let guards = [(-10, -20), (0, -20), (10, -20)].map(|(x, y)| field.add("guard", x, y));
    guards.iter().for_each(|who| field.face(*who, 90));
    let prey = field.add("intruder", 0, 18);
    (field, guards, prey)
}

#[test]
fn done_12_squads_and_posts_stay_within_the_budget_of_every_tick() {
    let (mut field, guards, _) = fight(&cover(), "");
    let mut most = (0, 0);
    for _ in 0..600 {
        field.run(1);
        let used = field.folk.post_work();
        assert!(used.rays <= 160 && used.ways <= 20, "{used:?}");
        most = (most.0.max(used.rays), most.1.max(used.ways));
    }
    assert_eq!(most.1, 20, "the budget is used");
    assert!(
        guards
            .iter()
            .all(|who| !field.folk.best_posts(*who).is_empty())
    );
}

#[test]
fn done_25_a_clear_shot_interrupts_even_a_motion_within_a_tick_while_nobody_shoots() {
    let (mut field, _, _) = fight(&cover(), "");
    let shooting = TokenId::named("shooting");
    field
        .until(300, |field| field.holder("shooting").is_some())
        .unwrap();
    let holder = field.holder("shooting").unwrap();
    let granted = field.squad().tokens.token(shooting).unwrap().holders[0].1;
    assert_eq!(granted.0, field.now());
    assert!(
        field.shoots(holder),
        "its body is asked to shoot in the same tick"
    );
    // The body ends what it does, and begins: that takes the answers of the host.
    field.run(3);
    let shots = field.starts("shoot_at");
    assert!(
        shots
            .iter()
            .any(|(tick, who)| *who == holder && tick - granted.0 <= 3),
        "{shots:?}"
    );
    // At every later tick: somebody can shoot and nobody does, or the token is held.
    let mut idle = 0;
    for _ in 0..300 {
        field.run(1);
        let squad = field.squad();
        let people = field.folk.squad_view(watch()).unwrap().members;
        let clear = people.iter().any(|who| {
            let orders = field.folk.squad_orders(*who);
            orders.is_some_and(|orders| orders.clear_shot)
        });
        let steady = people
            .iter()
            .any(|who| !field.runs(*who, "panic") && !field.runs(*who, "hide"));
        let free = squad.tokens.holder(shooting).is_none();
        idle = if clear && steady && free { idle + 1 } else { 0 };
        assert!(idle <= 1, "tick {}", field.now());
    }
}

#[test]
fn done_25_the_one_who_drops_everything_is_named() {
    let (mut field, _, prey) = fight(&[(-4, 4, 4, 5, 30)], "");
    field.until(300, |field| field.phase() == Phase::Surround);
    field.put(prey, 0, 20);
    field.run(120);
    field.put(prey, 12, 4);
    field
        .until(400, |field| !field.interrupts.is_empty())
        .unwrap();
    let (tick, who) = field.interrupts[0];
    assert_eq!(tick, field.now());
    assert!(
        field.shoots(who),
        "its body is asked to shoot in the same tick"
    );
}

#[test]
fn done_26_nobody_shoots_with_a_friend_on_the_line() {
    let mut field = Field::with(40, &[], &[(0, 0)], "");
    let back = field.add("guard", 0, -20);
    let front = field.add("guard", 0, -12);
    [back, front].iter().for_each(|who| field.face(*who, 90));
    field.add("intruder", 0, 14);
    for _ in 0..240 {
        let before = field.starts("shoot_at").len();
        let line = (field.at(back), field.at(front));
        field.run(1);
        let shot = field.starts("shoot_at")[before..]
            .iter()
            .any(|(_, who)| *who == back);
        let on_line = line.1.x_mm.abs_diff(line.0.x_mm) < 450 && line.1.y_mm > line.0.y_mm;
        assert!(!(shot && on_line), "tick {}", field.now());
        if let Some(orders) = field.folk.squad_orders(back).filter(|_| on_line) {
            assert!(!orders.clear_shot || orders.blocked_by.is_none());
        }
    }
    assert!(!field.starts("shoot_at").is_empty());
}

#[test]
fn done_27_one_witness_remarks_upon_a_death_and_barks_keep_their_distance() {
    let (mut field, guards, _) = fight(&cover(), "");
    field.run(200);
    field.set("dead", guards[1], true);
    field.run(900);
    let fallen: Vec<CharacterId> = (field.events.iter())
        .filter_map(|(_, event)| match event {
            SquadEvent::Fell { who, witness } => {
                assert_ne!(who, witness);
                Some(*who)
            }
            _ => None,
        })
        .collect();
    assert_eq!(fallen, [guards[1]], "once");
    let barks = field.starts("bark");
    assert!(barks.len() >= 2, "{barks:?}");
    for pair in barks.windows(2) {
        assert!(pair[1].0 - pair[0].0 >= 120, "{barks:?}");
    }
    assert!(
        barks
            .iter()
            .all(|(tick, who)| *tick < 200 || *who != guards[1])
    );
}

#[test]
fn done_23_a_dead_flanker_frees_the_token() {
    let (mut field, guards, _) = fight(&cover(), "");
    field
        .until(900, |field| field.holder("flanking").is_some())
        .unwrap();
    let flanker = field.holder("flanking").unwrap();
    assert!(guards.contains(&flanker) && field.runs(flanker, "flank"));
    field.set("dead", flanker, true);
    field.run(3);
    assert_ne!(field.holder("flanking"), Some(flanker));
}

#[test]
fn done_08_the_true_place_of_an_enemy_matters_only_to_the_one_test() {
    let after = |true_place: Option<(i32, i32)>| {
        // The squad does not notice that it is gone, so nothing may depend on where it is.
        let (mut field, guards, prey) = fight(&cover(), "  every skill escape unnoticed\n");
        field.run(240);
        // Behind a distant corner, unseen and unheard.
        field.put(prey, 39, -39);
        field.run(30);
        if let Some((x, y)) = true_place {
            field.put(prey, x, y);
        }
        field.run(240);
        (
            guards.map(|who| field.at(who)),
            guards.map(|who| field.skill(who)),
            field.phase(),
        )
    };
    assert_eq!(after(None), after(Some((38, -38))));
}

#[test]
fn done_28_the_same_inputs_give_the_same_decisions_also_after_loading() {
    let run = |save_at: Option<i64>| {
        let (mut field, _, prey) = fight(&cover(), "");
        for tick in 0..700 {
            if tick == 400 {
                field.put(prey, 20, 30);
            }
            if save_at == Some(tick) {
                let bytes = field.folk.save();
                let (mut folk, _) = Folk::load(field.folk.module().clone(), &bytes).unwrap();
                assert_eq!(folk.digest(), field.folk.digest());
                folk.set_symbols(field.folk.symbols().clone());
                field = field.with_folk(folk);
            }
            field.run(1);
        }
        (field.folk.digest(), field.begun.len())
    };
    let whole = run(None);
    assert_eq!(run(None), whole);
    assert_eq!(run(Some(350)), whole, "in the middle of a fight");
}
