//! Nobody is favoured by the order of an update.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

mod support;
use support::*;
use townsfolk_core::*;
use townsfolk_scene::Happening;
use townsfolk_scene::reference::*;

/// Who is first in each of 10,000 updates, counted by what a rule sees: the first one found.
fn firsts(seed: u64) -> Vec<usize> {
    let module = play([rule("first")
        .only("waiter")
        .when([someone_as(v(0), "guest")])
        .remove("first", [any(), any()])
        .add("first", [v(0), now()])])
    .fact("first", 2)
    .module();
    let people = "ann guest, bob guest, cy guest, dan guest, eve guest, wim waiter";
    let mut teller = teller(&module, seed, &[], people);
    let names = ["ann", "bob", "cy", "dan", "eve"];
    let mut counts = vec![0; names.len()];
    for _ in 0..10_000 {
        let update = teller.report(&[]);
        for happening in update.happenings {
            if let Happening::Fired { bindings, .. } = happening {
                let first = names
                    .iter()
                    .position(|name| bindings[0] == Some(person(name)));
                counts[first.unwrap()] += 1;
            }
        }
    }
    counts
}

#[test]
fn each_participant_is_first_equally_often() {
    for seed in 0..3 {
        let counts = firsts(seed);
        let total: usize = counts.iter().sum();
        assert_eq!(total, 10_000);
        let expected = 10_000.0 / counts.len() as f64;
        let chi: f64 = counts
            .iter()
            .map(|count| *count as f64 - expected)
            .map(|off| off * off / expected)
            .sum();
        // Four degrees of freedom: beyond 18.47 once in a thousand.
        assert!(chi < 18.47, "{counts:?}: {chi}");
    }
}

#[test]
fn the_order_is_the_same_for_the_same_seed() {
    let order = |seed| {
        let module = play([]).module();
        let scene = teller(&module, 1, &[], "ann guest, bob guest, cy guest").scene;
        let mut people: Vec<CharacterId> = scene.participants.iter().map(|p| p.who).collect();
        let mut fate = Keyed {
            seed: Seed(seed),
            owner: 7,
        };
        let mut orders = vec![];
        for tick in 0..20 {
            people.sort();
            fate.order(&scene, Tick(tick), &mut people);
            orders.push(people.clone());
        }
        orders
    };
    assert_eq!(order(1), order(1));
    assert_ne!(order(1), order(2));
}
