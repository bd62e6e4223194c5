//! Friends who arrange to meet.
#![allow(clippy::unwrap_used, reason = "tests")]

mod support;

use std::sync::Arc;
use support::hamlet::{Hamlet, lively};
use townsfolk::MindEvent;
use townsfolk::prelude::*;
use townsfolk_core::AreaId;
use townsfolk_knowledge::News;
use townsfolk_module::mind::*;

/// Two carpenters who will have time from five on.
fn workshop(like: i32) -> (Hamlet, CharacterId, CharacterId) {
    let mut module = lively();
    for person in &mut module.minds.people {
        for entry in &mut person.schedule.entries {
            if let Some(meets) = &mut entry.meets {
                meets.like_min = Degree::percent(like);
            }
        }
    }
    let mut hamlet = Hamlet::of(Arc::new(module), 9, 20, 1);
    let (ann, bob) = (hamlet.add("carl", 0, 29), hamlet.add("carl", 1, 30));
    (hamlet, ann, bob)
}

/// The first moment at which such news is heard, within so many hours.
fn hear(hamlet: &mut Hamlet, hours: i64, is: impl Fn(&MindEvent) -> bool) -> Option<CharacterId> {
    let end = hamlet.folk.moment().after(hours * 3600);
    while hamlet.folk.moment() < end {
        hamlet.tick();
        let events = hamlet.folk.output().events.iter();
        let mut heard = events.filter_map(|event| match event {
            Event::Mind(who, what) if is(what) => Some(*who),
            _ => None,
        });
        if let Some(who) = heard.next() {
            return Some(who);
        }
    }
    None
}

fn arranged(event: &MindEvent) -> bool {
    matches!(event, MindEvent::Arranged { .. })
}

fn met(event: &MindEvent) -> bool {
    matches!(event, MindEvent::Met(_))
}

#[test]
fn two_who_like_each_other_arrange_to_meet_and_do() {
    let (mut hamlet, ann, bob) = workshop(30);
    assert!(hear(&mut hamlet, 7, arranged).is_some());
    let appointment = *hamlet.folk.mind(ann).unwrap().appointment().unwrap();
    assert_eq!(appointment.with, bob);
    assert_eq!(appointment.at.daytime(), Daytime::at(17, 0));
    let others = hamlet.folk.mind(bob).unwrap().appointment().unwrap();
    assert_eq!((others.with, others.area), (ann, appointment.area));
    assert_eq!(
        hamlet.folk.why_mind(ann).unwrap().appointment,
        Some(appointment)
    );
    // Both remember it, and could tell it on.
    for who in [ann, bob] {
        let mut tidings = hamlet.folk.memory_of(who).unwrap().tidings();
        assert!(tidings.any(|t| matches!(t.news, News::Meet { .. })));
    }
    assert!(hear(&mut hamlet, 10, met).is_some());
    assert!(hamlet.folk.moment() >= appointment.at);
    let there = |who| {
        let area = hamlet.folk.area_of(who).unwrap();
        area == appointment.area || area == AreaId::named("back_room")
    };
    assert!(
        there(ann) || there(bob),
        "one of them is there, the other has come"
    );
    for who in [ann, bob] {
        let mind = &hamlet.folk.mind(who).unwrap().mind;
        assert_eq!(mind.bound_for(), Some(appointment.area));
    }
    hamlet.minutes(1);
    let left = |who| hamlet.folk.mind(who).unwrap().appointment().is_some();
    assert!(!left(ann) && !left(bob));
    assert_eq!(hamlet.folk.violations(), []);
}

#[test]
fn who_is_not_liked_well_enough_is_not_met() {
    let (mut hamlet, ..) = workshop(100);
    assert_eq!(hear(&mut hamlet, 8, arranged), None);
    assert!(hamlet.lines.iter().any(|line| line.contains(": chat")));
}

#[test]
fn who_waits_in_vain_goes_on() {
    let (mut hamlet, ann, bob) = workshop(30);
    assert!(hear(&mut hamlet, 7, arranged).is_some());
    let appointment = *hamlet.folk.mind(ann).unwrap().appointment().unwrap();
    hamlet.folk.report(Report::Gone(bob));
    let gave_up = |e: &MindEvent| matches!(e, MindEvent::WaitedInVain(_));
    assert_eq!(hear(&mut hamlet, 12, gave_up), Some(ann));
    assert!(hamlet.folk.moment() >= appointment.until);
    assert!(hamlet.folk.moment() < appointment.until.after(60));
    hamlet.minutes(60);
    assert!(hamlet.folk.mind(ann).unwrap().appointment().is_none());
    let regular = RoleId::named("regular");
    let roles = &hamlet.folk.character(ann).unwrap().roles;
    assert!(roles.contains(&regular), "life goes on");
}

/// Whether saved in between or not, they meet at the same tick.
#[test]
fn an_appointment_is_kept_in_a_save() {
    let run = |save: bool| {
        let (mut hamlet, ann, bob) = workshop(30);
        hear(&mut hamlet, 7, arranged).unwrap();
        if save {
            let bytes = hamlet.folk.save();
            let (loaded, _) = Folk::load(hamlet.folk.module().clone(), &bytes).unwrap();
            assert_eq!(loaded.digest(), hamlet.folk.digest());
            for who in [ann, bob] {
                let kept = loaded.mind(who).unwrap().appointment();
                assert_eq!(kept, hamlet.folk.mind(who).unwrap().appointment());
            }
            hamlet.folk = loaded;
        }
        let who = hear(&mut hamlet, 10, met);
        (who, hamlet.folk.now(), hamlet.folk.digest())
    };
    assert_eq!(run(true), run(false));
}
