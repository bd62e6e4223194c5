//! The shipped example `perimeter`: two guards share a perimeter, a thief hides and flees.

use crate::support::shipped;
use std::collections::{BTreeMap, BTreeSet};
use townsfolk::prelude::*;
use townsfolk::{SymbolId, Threads, WakeMode};
use townsfolk_core::MemberId;
use townsfolk_town::living::{Content, Living};
use townsfolk_town::stage::Opening;

/// Ticks in a second.
const SECOND: i64 = 60;

fn depot(seed: u64) -> Living {
    let (module, symbols, plan) = shipped("perimeter");
    let opening = Opening {
        rate: 1000,
        haste: 1,
        ..Opening::default()
    };
    let content = Content::new(module, symbols, plan).unwrap();
    Living::begin(content, Seed(seed), opening)
}

fn person(living: &Living, name: &str) -> CharacterId {
    let folk = &living.folk;
    let mut people = folk.characters().map(|person| person.id);
    let member = MemberId::named(name);
    people
        .find(|who| folk.member_of(*who) == Some(member))
        .unwrap()
}

/// Everything a person decided, in words, each once a second.
fn decisions(
    living: &mut Living,
    names: &[&str],
    seconds: i64,
) -> BTreeMap<String, BTreeSet<String>> {
    let mut all: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for tick in 0..seconds * SECOND {
        living.step(&SingleThread);
        if tick % SECOND != 0 {
            continue;
        }
        for name in names {
            let who = person(living, name);
            let recent = living.folk.recent_decisions(who);
            let own = recent
                .into_iter()
                .filter(|(by, _)| *by == SymbolId::named("inference"));
            let lines = own.flat_map(|(_, lines)| lines);
            let lines = lines.map(|line| line.split_once(": ").unwrap().1.to_string());
            all.entry((*name).to_string()).or_default().extend(lines);
        }
    }
    all
}

#[test]
fn done_06_two_guards_share_a_perimeter_search_contain_and_lose_track() {
    let mut living = depot(3);
    let told = decisions(&mut living, &["vera", "otto", "hilda", "rook", "wren"], 300);
    let says = |name: &str, line: &str| told[name].contains(line);
    // Each holds a post of their own, and both are after the same thief.
    for guard in ["vera", "otto"] {
        assert!(says(guard, "target is Rook"), "{guard}: {:#?}", told[guard]);
        assert!(
            says(guard, "enters containment"),
            "{guard}: {:#?}",
            told[guard]
        );
        assert!(
            says(guard, "loses track of target"),
            "{guard}: {:#?}",
            told[guard]
        );
    }
    assert!(says("vera", "post is north gap"));
    assert!(says("otto", "post is south gap"));
    assert!(says("otto", "enters search"), "{:#?}", told["otto"]);
    assert!(!says("vera", "enters search"), "she holds the gap");
    assert!(says("hilda", "enters ambush"), "{:#?}", told["hilda"]);
    assert!(says("rook", "enters hide"), "{:#?}", told["rook"]);
    assert!(says("rook", "enters flee"), "{:#?}", told["rook"]);
    assert!(says("wren", "enters stalk"), "{:#?}", told["wren"]);
}

#[test]
fn done_06_why_names_the_situation_the_goals_and_the_bits() {
    let mut living = depot(3);
    living.step(&SingleThread);
    let otto = person(&living, "otto");
    let mut answers = BTreeSet::new();
    for _ in 0..300 * SECOND {
        living.step(&SingleThread);
        let why = living.folk.why_deciders(otto).into_iter();
        let why = why.filter(|(by, _)| *by == SymbolId::named("inference"));
        answers.extend(why.map(|(_, why)| why.split("; ").next().unwrap_or("").to_string()));
    }
    let searches = "in the situation search, fresh(west_end) is wanted and not true";
    assert!(answers.contains(searches), "{answers:#?}");
    let holds = "in the situation containment, held(post) is wanted and not true";
    assert!(answers.contains(holds), "{answers:#?}");
}

#[test]
fn threads_needless_looks_and_a_save_change_nothing() {
    let mut digests = vec![];
    for way in 0..4 {
        let mut living = depot(7);
        if way == 1 {
            living.folk.looking = WakeMode::Naive;
        }
        for tick in 0..60 * SECOND {
            match way {
                2 => living.step(&Threads::new(3)),
                _ => living.step(&SingleThread),
            };
            if way == 3 && tick % 777 == 0 {
                living = Living::load(&living.save()).unwrap();
            }
        }
        digests.push(living.digest());
    }
    assert!(
        digests.windows(2).all(|two| two[0] == two[1]),
        "{digests:?}"
    );
}
