//! Why somebody does something, or does not, as plain data.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

mod support;

use support::{HOUR, compile, town};
use townsfolk::prelude::*;
use townsfolk::{Obstacle, Reasons};
use townsfolk_core::{FactId, RuleId};
use townsfolk_scene::reference::why::{Fix, RefusalCause, Verdict};

/// Asking changes nothing, and says of whoever acts which rule it is, at every moment.
#[test]
fn asking_changes_nothing() {
    let mut asked = town("bench", 7);
    let mut left_alone = town("bench", 7);
    let (mut acting, mut outside) = (0, 0);
    for tick in 0..HOUR / 6 {
        asked.tick();
        left_alone.tick();
        if tick % 30 != 0 {
            continue;
        }
        let people: Vec<_> = asked.folk.characters().map(|p| p.id).collect();
        for who in people {
            match asked.folk.reasons(who, &NoReadings).unwrap() {
                Reasons::InScene { why, .. } => {
                    let own = why.doing.filter(|doing| doing.whose == who);
                    let rule = own.and_then(|doing| doing.rule);
                    let says = why.rules.iter().find(|r| r.verdict == Verdict::Acting);
                    assert_eq!(says.map(|r| r.rule), rule.filter(|_| says.is_some()));
                    acting += usize::from(says.is_some());
                }
                Reasons::Outside(obstacles) => outside += obstacles.len(),
                _ => {}
            }
        }
    }
    assert!(acting > 0 && outside > 0, "{acting} {outside}");
    assert_eq!(asked.folk.digest(), left_alone.folk.digest());
}

const SEATS: &str = "role guest
prop chair
action sit(chair) takes 100 s
script s
  cast
    guest 0..2
  fact seat(chair)
  claim taken(chair, character)
  rule sit
    when seat(P)
    do sit(P)
    add taken(P, .me)
location room
  prop left: chair at 0 m, 0 m
  knows seat(left)
  prefers s 1
  emits script within 5 m, from 8:00 to 20:00
";

#[test]
fn a_claim_in_other_hands_is_named_and_would_help() {
    let (module, _) = compile([("a.folk", SEATS)]);
    let mut folk = Folk::new(module, Seed(2));
    folk.place_location(Placement {
        kind: LocationKindId::named("room"),
        at: Place::metres(0, 0),
        region: RegionId(0),
    });
    let guests: Vec<CharacterId> = (0..2)
        .map(|_| {
            folk.add_character(Newcomer {
                roles: vec![RoleId::named("guest")],
                at: Some(Place::metres(1, 0)),
                ..Newcomer::default()
            })
        })
        .collect();
    for _ in 0..300 {
        folk.tick_with(&NoReadings, &SingleThread);
    }
    let verdict = |who: CharacterId| match folk.reasons(who, &NoReadings) {
        Some(Reasons::InScene { why, .. }) => why.rules[0].verdict.clone(),
        other => panic!("{other:?}"),
    };
    let verdicts = [verdict(guests[0]), verdict(guests[1])];
    assert!(verdicts.contains(&Verdict::Acting), "{verdicts:?}");
    let refused = verdicts.iter().find_map(|verdict| match verdict {
        Verdict::Refused(refusal) => Some(refusal),
        _ => None,
    });
    let refused = refused.unwrap();
    let RefusalCause::Claim { claim, holder } = &refused.cause else {
        panic!("{refused:?}");
    };
    assert_eq!(claim.fact, FactId::named("taken"));
    let Some(Fix::Remove(held)) = &refused.fix else {
        panic!("{refused:?}");
    };
    assert_eq!(held.arguments.last(), Some(holder));
    assert!(
        folk.module().scripts[0]
            .rule(RuleId::named("sit"))
            .is_some()
    );
}

#[test]
fn closed_and_far_away() {
    let (module, _) = compile([("a.folk", SEATS)]);
    let mut folk = Folk::new(module, Seed(2));
    let room = folk.place_location(Placement {
        kind: LocationKindId::named("room"),
        at: Place::metres(0, 0),
        region: RegionId(0),
    });
    let who = folk.add_character(Newcomer {
        roles: vec![RoleId::named("guest")],
        at: Some(Place::metres(9, 0)),
        ..Newcomer::default()
    });
    folk.tick_with(&NoReadings, &SingleThread);
    let far = Obstacle::TooFar {
        away_mm: Some(9_000),
        within_mm: 5_000,
    };
    assert_eq!(
        folk.reasons(who, &NoReadings),
        Some(Reasons::Outside(vec![(room, far)]))
    );
    folk.report(Report::Calendar {
        seconds: 0,
        rate: 1000,
    });
    folk.tick_with(&NoReadings, &SingleThread);
    let closed = Obstacle::Closed(8 * 3600, 20 * 3600);
    assert_eq!(
        folk.reasons(who, &NoReadings),
        Some(Reasons::Outside(vec![(room, closed)]))
    );
    assert_eq!(folk.reasons(CharacterId(99), &NoReadings), None);
}

/// Trial host.md 2: a scene that asks as `wish` never begins for who already offers a `wish`, and
/// `why` said that there was no part for them.
#[test]
fn a_part_that_is_not_urgent_enough_is_not_called_no_part() {
    let (module, symbols) = compile([("a.folk", SEATS)]);
    let mut folk = Folk::new(module, Seed(2));
    let room = folk.place_location(Placement {
        kind: LocationKindId::named("room"),
        at: Place::metres(0, 0),
        region: RegionId(0),
    });
    let who = folk.add_character(Newcomer {
        roles: vec![RoleId::named("guest")],
        at: Some(Place::metres(1, 0)),
        ..Newcomer::default()
    });
    folk.report(Report::Offered(Offer {
        who,
        by: SymbolId::named("story"),
        channel: Channel::Body,
        urgency: Urgency::Duty,
        score: 0,
        reason: SymbolId::named("errand"),
        duration: None,
    }));
    folk.tick_with(&NoReadings, &SingleThread);
    let Some(Reasons::Outside(obstacles)) = folk.reasons(who, &NoReadings) else {
        panic!("{who:?} is outside");
    };
    let [(at, obstacle @ Obstacle::NotUrgent { asks, has, .. })] = &obstacles[..] else {
        panic!("{obstacles:?}");
    };
    assert_eq!((*at, *asks, *has), (room, Urgency::Wish, Urgency::Duty));
    let words = townsfolk::words::obstacle::in_words(&folk, &symbols, who, obstacle);
    assert!(
        words.contains("has something as urgent to do (duty)"),
        "{words}"
    );
}
