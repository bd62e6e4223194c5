//! Feelings that come and go, and deeds that grow stale, from outside.
#![allow(clippy::unwrap_used, reason = "tests")]

mod support;

use std::sync::Arc;
use support::hamlet::{Hamlet, content};
use townsfolk::prelude::*;
use townsfolk::{Decision, MindEvent, TraceMode};
use townsfolk_core::ActionId;
use townsfolk_mind::Moment;
use townsfolk_module::Module;
use townsfolk_module::mind::*;

/// Everybody of this temper, at the bar, from an hour on.
fn bar(temper: &Temper, change: impl Fn(&mut Module)) -> (Hamlet, CharacterId, CharacterId) {
    let mut module = content();
    for person in &mut module.minds.people {
        person.temper = temper.clone();
    }
    change(&mut module);
    module.sort();
    let mut hamlet = Hamlet::of(Arc::new(module), 8, 20, 1);
    let (ann, bob) = (hamlet.add("dora", 17, 0), hamlet.add("dora", 18, 0));
    (hamlet, ann, bob)
}

/// Who did what to whom, and when, in so many hours.
fn deeds(hamlet: &mut Hamlet, hours: i64) -> Vec<(Moment, CharacterId, Interaction, CharacterId)> {
    let end = hamlet.folk.moment().after(hours * 3600);
    let mut deeds = vec![];
    while hamlet.folk.moment() < end {
        hamlet.tick();
        let at = hamlet.folk.moment();
        let events = hamlet.folk.output().events.iter();
        deeds.extend(events.filter_map(|event| match event {
            Event::Mind(who, MindEvent::Interacted(what, to)) => Some((at, *who, *what, *to)),
            _ => None,
        }));
    }
    deeds
}

#[test]
fn a_mood_and_a_grudge_pass_for_those_of_such_a_temper_and_for_nobody_else() {
    let mild = Temper {
        cools_down: Some(3600),
        forgives: Some(24 * 3600),
        grows_apart: Some(24 * 3600),
        ..Temper::default()
    };
    for (temper, passes) in [(mild, true), (Temper::default(), false)] {
        let (mut hamlet, ann, bob) = bar(&temper, |_| {});
        hamlet.tick();
        let usual = (
            hamlet.folk.mood_of(bob).unwrap(),
            hamlet.folk.feeling_for(bob, ann).unwrap(),
        );
        let mut done = vec![];
        while done.len() < 3 {
            done.extend(deeds(&mut hamlet, 1));
        }
        let felt = |hamlet: &Hamlet| {
            let mood = hamlet.folk.mood_of(bob).unwrap();
            (mood, hamlet.folk.feeling_for(bob, ann).unwrap())
        };
        let stirred = felt(&hamlet);
        assert_ne!(stirred, usual, "{done:?}");
        // Out of earshot nothing more is done.
        hamlet.folk.report(Report::Seized(ann));
        hamlet
            .folk
            .report(Report::Moved(ann, Place::metres(150, 150)));
        hamlet.minutes(25 * 60);
        let after = felt(&hamlet);
        if passes {
            assert_eq!(after, usual);
        } else {
            assert_eq!(after, felt(&hamlet));
            assert_eq!(after.1, stirred.1);
        }
    }
}

/// In the classic system somebody in the mood for a joke makes it all day. With a temper the same
/// is not done to the same person again before it is half fresh.
#[test]
fn nobody_does_the_same_to_the_same_person_for_hours() {
    let lively = Temper {
        tires: Interaction::ALL.map(|what| (what, 4 * 3600)).into(),
        ..Temper::default()
    };
    let repeats = |temper: &Temper| {
        let (mut hamlet, ..) = bar(temper, |_| {});
        let done = deeds(&mut hamlet, 10);
        let again = |(at, who, what, to): &(Moment, CharacterId, Interaction, CharacterId)| {
            let mut others = done.iter();
            others.any(|(then, a, b, c)| {
                (a, b, c) == (who, what, to) && then < at && at.since(*then) < 600
            })
        };
        (done.iter().filter(|deed| again(deed)).count(), done.len())
    };
    let (again, of) = repeats(&Temper::default());
    assert!(again * 2 > of, "{again} of {of} without a temper");
    let (again, of) = repeats(&lively);
    assert!(of > 10, "{of}");
    assert!(again * 10 < of, "{again} of {of} with one");
}

#[test]
fn a_mind_says_what_staleness_took_off() {
    let lively = Temper {
        tires: Interaction::ALL.map(|what| (what, 4 * 3600)).into(),
        ..Temper::default()
    };
    let (mut hamlet, ann, _) = bar(&lively, |_| {});
    hamlet.folk.trace.minds = TraceMode::Full;
    let mut told = 0;
    for _ in 0..60 * 60 * 6 {
        hamlet.tick();
        let Some(company) = hamlet.folk.why_mind(ann).and_then(|why| why.company) else {
            continue;
        };
        if let Some(rather) = company.rather {
            assert!(rather.fresh < Degree::ONE);
            // What is staler than the floor is not said at all.
            let left = rather.degree.times(rather.fresh);
            assert!(rather.fresh < Degree::percent(30) || left <= company.degree);
            assert!(rather.degree >= company.degree);
            told += 1;
        }
    }
    assert!(told > 0);
    let lines = hamlet.folk.trace.take_minds();
    let prefers = |d: &Decision| matches!(d, Decision::Prefers(_));
    assert!(lines.iter().any(|line| prefers(&line.what)));
    let does = lines.iter().find_map(|line| match &line.what {
        Decision::Does { fed_by, .. } => Some(fed_by.len()),
        _ => None,
    });
    assert!(does.is_some_and(|links| (1..=3).contains(&links)));
    assert_eq!(hamlet.folk.trace.mind_lines().count(), 0);
}

/// What an interaction does is content: to the other, to oneself, and to those who see it.
#[test]
fn witnesses_and_the_one_who_acts_are_changed_only_if_content_says_so() {
    let row = |on, by| Effect {
        interaction: Interaction::Chat,
        on,
        when: Circumstance::Always,
        changes: vec![Change {
            target: Target::Dominance,
            by: Degree::percent(by),
        }],
    };
    let effects = Effects {
        rows: vec![
            row(On::Other, 1),
            row(On::Oneself, 2),
            row(On::Witnesses, 4),
        ],
        attraction_high: Degree::HALF,
        submissive_below: Degree::HALF,
    };
    let (mut hamlet, ann, bob) = bar(&Temper::default(), |module| {
        module.minds.effects = Some(effects.clone());
        let wordless = ["joke", "insult"].map(ActionId::named);
        module
            .actions
            .retain(|action| !wordless.contains(&action.id));
    });
    let cy = hamlet.add("dora", 18, 1);
    let people = [ann, bob, cy];
    let mut expected = std::collections::BTreeMap::new();
    let mut chats = 0;
    while chats < 5 {
        for (_, who, what, to) in deeds(&mut hamlet, 1) {
            assert_eq!(what, Interaction::Chat);
            chats += 1;
            for seer in people {
                let (toward, by) = match seer {
                    seer if seer == to => (who, 1),
                    seer if seer == who => (to, 2),
                    _ => (who, 4),
                };
                let felt = expected.entry((seer, toward)).or_insert(Degree::HALF);
                *felt = felt.plus(Degree::percent(by));
            }
        }
    }
    for ((who, toward), dominance) in expected {
        let felt = hamlet.folk.feeling_for(who, toward).unwrap();
        assert_eq!(felt.dominance, dominance.clamped(), "{who:?} {toward:?}");
    }
}

/// How far apart two characters were when one had spoken to the other, in millimetres, in four hours at
/// the bar. They do nothing else, and begin so many metres apart.
fn spoken_across(metres: i32, manners: Manners) -> Vec<i64> {
    let mut module = content();
    for person in &mut module.minds.people {
        person.temper = Temper {
            manners,
            ..Temper::default()
        };
    }
    for layer in &mut module.minds.layers {
        layer.links.clear();
    }
    module.sort();
    let mut hamlet = Hamlet::of(Arc::new(module), 8, 20, 1);
    let (ann, bob) = (
        hamlet.add("dora", 17, 0),
        hamlet.add("dora", 17 + metres, 0),
    );
    let end = hamlet.folk.moment().after(4 * 3600);
    let mut across = vec![];
    while hamlet.folk.moment() < end {
        hamlet.tick();
        let folk = &hamlet.folk;
        let spoke = |e: &&Event| matches!(e, Event::Mind(_, MindEvent::Interacted(..)));
        let place = |who| folk.character(who).and_then(|person| person.at).unwrap();
        let apart = place(ann).distance_mm(place(bob));
        let times = folk.output().events.iter().filter(spoke).count();
        across.extend(std::iter::repeat_n(apart, times));
    }
    across
}

/// Trial minds-and-town.md 12: distances and intervals of talk were constants.
#[test]
fn a_changed_radius_changes_who_is_spoken_to() {
    let usual = Manners::default();
    let close = Manners {
        speaks_mm: 2_000,
        heard_mm: 2_000,
        ..usual
    };
    let across = spoken_across(4, usual);
    let beyond = across.iter().filter(|mm| **mm > 2_000).count();
    assert!(beyond > 10, "{across:?}");
    for metres in [1, 4] {
        let near = spoken_across(metres, close);
        assert!(near.iter().all(|mm| *mm <= 2_000), "{near:?}");
    }
    let near = spoken_across(1, close).len();
    assert!(near > 10, "{near}");
}

#[test]
fn long_pauses_and_rare_searches_make_few_words() {
    let usual = Manners::default();
    let minute = Duration::minutes(1);
    let taciturn = Manners {
        pause: (minute, minute),
        seeks_every: minute,
        ..usual
    };
    let (many, few) = (
        spoken_across(1, usual).len(),
        spoken_across(1, taciturn).len(),
    );
    assert!(few > 0 && few * 2 < many, "{few} and {many}");
}
