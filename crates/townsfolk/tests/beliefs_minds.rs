//! Beliefs of people with minds: gossip in chats that minds begin, and fading in the background.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

mod support;

use std::sync::Arc;
use support::compile;
use support::hamlet::{Hamlet, content};
use townsfolk::belief::{Basis, EvidenceKind};
use townsfolk::prelude::*;
use townsfolk::{HostId, Level, MindEvent};
use townsfolk_core::SymbolId;

const FACETS: &str = "
role villager
facet hair_color(character): symbol black, brown, red
  evidence 1, told 1, fades 0.15
  seen always
  mistaken for another
facet debt(character): symbol yes, no
  evidence 1, told 1, fades 1
  seen never
  mistaken for another
knowledge talktown
  lies 0%..0%
  overhears 0%
  invents 0%
";

const YES: Value = Value::Symbol(SymbolId::named("yes"));

/// The hamlet at an hour, with facets. So many calendar seconds go by in a second.
fn hamlet(hour: i32, rate: i64, seed: u64) -> Hamlet {
    let (facets, symbols) = compile([("facets.folk", FACETS)]);
    let mut module = content();
    module.knowledge = facets.knowledge.clone();
    module.attributes.extend(facets.attributes.clone());
    module.attributes.sort_by_key(|attribute| attribute.id);
    module.host.extend(facets.host.clone());
    module.host.sort_by_key(|host| host.id);
    let mut hamlet = Hamlet::of(Arc::new(module), hour, rate, seed);
    hamlet.folk.set_symbols(symbols);
    hamlet
}

fn owes(hamlet: &mut Hamlet, who: CharacterId) {
    hamlet.folk.report(Report::Property {
        name: HostId::named("debt"),
        arguments: vec![Value::Character(who)],
        value: Pushed::Is(YES),
    });
}

#[test]
fn a_belief_passes_on_in_chats_that_minds_begin() {
    let mut hamlet = hamlet(17, 4, 3);
    let debtor = hamlet.add("eve", 20, 0);
    let others: Vec<CharacterId> = (0..4).map(|x| hamlet.add("dora", 18 + x, 1)).collect();
    owes(&mut hamlet, debtor);
    hamlet.minutes(2);
    // One of them hears it from the debtor. After that only minds speak.
    let told = hamlet
        .folk
        .tell_about(debtor, others[0], debtor, "debt", YES, None);
    told.unwrap();
    let mut chats = vec![];
    let mut heard = None;
    for _ in 0..60 * 60 * 30 {
        hamlet.tick();
        for event in &hamlet.folk.output().events {
            if let Event::Mind(who, MindEvent::Interacted(what, to)) = event
                && what.name() == "chat"
            {
                chats.push((*who, *to));
            }
        }
        heard = others[1..].iter().find_map(|who| {
            let belief = hamlet.folk.believes(*who, "debt", debtor).unwrap()?;
            Some((*who, belief.source()?))
        });
        if heard.is_some() {
            break;
        }
    }
    let (who, from) = heard.unwrap_or_else(|| panic!("the debt was no gossip: {chats:?}"));
    let spoke = |a, b| chats.contains(&(a, b)) || chats.contains(&(b, a));
    assert!(spoke(who, from), "{chats:?}");
    let why = hamlet.folk.beliefs_of(who).unwrap();
    let why = townsfolk::belief::history::why(why, debtor.into(), HostId::named("debt"));
    let stated =
        |e: &townsfolk::belief::Evidence| (e.kind, e.source) == (EvidenceKind::Statement, from);
    assert!(why.iter().any(stated), "{why:?}");
    let belief = hamlet.folk.believes(who, "debt", debtor).unwrap().unwrap();
    assert_eq!(belief.basis, Basis::Heard { from, citing: None });
    let told = hamlet.folk.why_believes(who, "debt", debtor).unwrap();
    assert!(told.contains(" told "), "{told}");
    let trace = hamlet.folk.trace_belief(who, "debt", debtor).unwrap();
    let owners: Vec<CharacterId> = trace.iter().map(|link| link.belief.owner).collect();
    assert!(owners.starts_with(&[who, from]), "{owners:?}");
}

#[test]
fn a_raised_character_has_forgotten_what_it_would_have_forgotten() {
    let left: Vec<usize> = (1..=4)
        .map(know_after_four_days_in_the_background)
        .collect();
    // A strength of about 10 lasts eight half days with a chance of about (1 - 1/10)^8, 43%, and then
    // the belief may be heard again. All sixteen know it while nothing fades.
    assert!(left.iter().sum::<usize>() < 15, "{left:?}");
}

/// Of four people who were told of a debt, those who know of it after four days below level full.
fn know_after_four_days_in_the_background(seed: u64) -> usize {
    let mut hamlet = hamlet(17, 60, seed);
    let debtor = hamlet.add("eve", 20, 0);
    let others: Vec<CharacterId> = (0..4).map(|x| hamlet.add("dora", 18 + x, 1)).collect();
    owes(&mut hamlet, debtor);
    hamlet.minutes(2);
    for to in &others {
        let told = hamlet
            .folk
            .tell_about(debtor, *to, debtor, "debt", YES, None);
        told.unwrap();
    }
    hamlet.minutes(5);
    let knows = |hamlet: &Hamlet| {
        let debt = |who: &&CharacterId| {
            let belief = hamlet.folk.believes(**who, "debt", debtor);
            belief.unwrap().is_some()
        };
        others.iter().filter(debt).count()
    };
    assert_eq!(knows(&hamlet), 4);
    let level = |hamlet: &mut Hamlet, level| {
        for who in [debtor].iter().chain(&others) {
            hamlet.folk.report(Report::LevelOf(*who, Some(level)));
        }
        hamlet.minutes(1);
    };
    level(&mut hamlet, Level::Dormant);
    hamlet.minutes(4 * 24 * 60);
    assert_eq!(knows(&hamlet), 4, "in the background nothing fades");
    level(&mut hamlet, Level::Full);
    hamlet.minutes(3);
    knows(&hamlet)
}
