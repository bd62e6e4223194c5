//! People with minds of their own, from outside.
#![allow(clippy::unwrap_used, reason = "tests")]

mod support;

use expect_test::expect;
use std::sync::Arc;
use support::hamlet::{Draft, Hamlet, content};
use townsfolk::prelude::*;
use townsfolk::{Driver, MindEvent, mind_system};
use townsfolk_core::{ActionId, AreaId, HostId, LayerId, NeedId, NodeId, SymbolId, TextId, Word};
use townsfolk_mind::memory::{Evidence, News, Source};
use townsfolk_module::Channel;
use townsfolk_module::mind::*;
use townsfolk_scene::reference::Pushed;

/// Content in which `eve` has nothing but one need and a nap against it.
fn sleepy() -> Hamlet {
    let mut module = content();
    let basic = Draft::new("sleepy")
        .node("time_to_change", NodeKind::Flag { on: false })
        .node("not_ready", NodeKind::Concept)
        .need("fatigue", 10, 5, Drift::Rises)
        .node("tired", NodeKind::Concept)
        .action("nap", Word::Wish, Deed::Act(ActionId::named("nap")))
        .link("fatigue", "tired", 100)
        .link_above("tired", "nap", 100, 60);
    module.minds.layers.push(basic.0);
    let eve = module.minds.people.iter_mut();
    for person in eve.filter(|p| p.id == CharacterId::named("eve")) {
        person.basic = LayerId::named("sleepy");
    }
    module.minds.bodily.push(Bodily {
        action: ActionId::named("nap"),
        need: NeedId::named("fatigue"),
        toll: Toll::Eases,
    });
    module.sort();
    Hamlet::of(Arc::new(module), 12, 10, 1)
}

#[test]
fn a_need_rises_until_it_is_acted_on_and_falls_while_it_is() {
    let mut hamlet = sleepy();
    let eve = hamlet.add("eve", 0, 0);
    let fatigue = NeedId::named("fatigue");
    hamlet.minutes(3);
    assert_eq!(hamlet.folk.need(eve, fatigue).to_string(), "0.3");
    assert_eq!(hamlet.folk.driver(eve), Driver::Nobody);
    hamlet.minutes(20);
    expect![[r#"
        12:06 eve wants to nap
        12:06 eve: nap
        12:09 eve did nap
        12:15 eve wants to nap
        12:15 eve: nap
        12:18 eve did nap
    "#]]
    .assert_eq(&hamlet.story("eve", &[]));
    hamlet.minutes(2);
    assert_eq!(
        hamlet.folk.driver(eve),
        Driver::System(mind_system(), Word::Wish)
    );
}

/// At ten calendar seconds to a stage second, a beat would be up to ten seconds late.
#[test]
fn a_threshold_that_is_crossed_wakes_the_mind_at_that_very_second() {
    let mut hamlet = sleepy();
    let eve = hamlet.add("eve", 0, 0);
    loop {
        hamlet.tick();
        let begun = hamlet.folk.mind(eve).and_then(|m| m.pursuit()).is_some();
        if begun {
            break;
        }
    }
    let level = hamlet.folk.need(eve, NeedId::named("fatigue"));
    assert!(level >= Degree::percent(60), "{level}");
    assert!(level < Degree::thousandths(603), "{level}");
}

#[test]
fn a_shot_frightens_those_who_are_near_more_than_those_who_are_far() {
    let mut hamlet = Hamlet::at(12, 1);
    let near = hamlet.add("eve", 0, 0);
    let far = hamlet.add("eve", 90, 0);
    hamlet.minutes(1);
    hamlet.folk.report(Report::Happened {
        event: SymbolId::named("shot"),
        at: Place::metres(10, 0),
        within_mm: 200_000,
    });
    hamlet.tick();
    let fear = |who| hamlet.folk.need(who, NeedId::named("fear"));
    assert_eq!(fear(near).to_string(), "0.9");
    assert!(fear(far) < Degree::percent(30));
    let danger = Driver::System(mind_system(), Word::Danger);
    assert_eq!(hamlet.folk.driver(near), danger);
    assert!(hamlet.story("eve", &[]).contains("eve: flee"));
}

#[test]
fn a_day_from_home_to_work_to_the_bar_and_home_again() {
    let mut hamlet = Hamlet::at(6, 60);
    let carl = hamlet.add("carl", -20, 0);
    let is = |hamlet: &Hamlet, role: &str| {
        let roles = &hamlet.folk.character(carl).unwrap().roles;
        roles.contains(&RoleId::named(role))
    };
    hamlet.minutes(4 * 60);
    assert_eq!(hamlet.folk.area_of(carl), Some(AreaId::named("workshop")));
    assert!(is(&hamlet, "carpenter") && !is(&hamlet, "resident"));
    hamlet.minutes(8 * 60);
    assert_eq!(hamlet.folk.area_of(carl), Some(AreaId::named("bar")));
    assert!(is(&hamlet, "regular") && !is(&hamlet, "carpenter"));
    hamlet.minutes(7 * 60);
    assert_eq!(hamlet.folk.area_of(carl), Some(AreaId::named("house")));
    assert!(is(&hamlet, "resident") && !is(&hamlet, "regular"));
    expect![[r#"
        06:00 carl sets out for house
        06:00 carl is resident
        06:24 carl wants to go_to_bed
        06:25 carl: sleep
        06:55 carl did go_to_bed
        07:00 carl should be carpenter
        07:00 carl is no longer resident
        07:00 carl sets out for workshop
        07:00 carl wants to go_to_work
        07:21 carl is carpenter
        07:21 carl gave up go_to_work
        10:12 carl wants to pee
        10:38 carl: relieve
        10:43 carl did pee
        10:43 carl wants to return
        11:11 carl did return
        14:55 carl wants to pee
        15:23 carl: relieve
        15:28 carl did pee
        15:28 carl wants to return
        15:56 carl did return
        17:00 carl should be regular
        17:00 carl is no longer carpenter
        17:00 carl sets out for bar
        17:00 carl wants to go_to_work
        17:21 carl is regular
        17:21 carl gave up go_to_work
        22:00 carl should be resident
        22:00 carl is no longer regular
        22:00 carl sets out for house
        22:00 carl wants to pee
        22:05 carl: relieve
        22:10 carl did pee
        22:10 carl sets out for house
        22:10 carl wants to go_to_work
        22:38 carl is resident
        22:38 carl gave up go_to_work
        23:02 carl wants to go_to_bed
        23:07 carl: sleep
        23:37 carl did go_to_bed
        00:01 carl wants to go_to_bed
        00:08 carl: sleep
        00:38 carl did go_to_bed
    "#]]
    .assert_eq(&hamlet.story("carl", &["saw", "drink", "walk_to"]));
}

#[test]
fn a_barman_due_to_leave_finishes_the_customer_locks_up_and_leaves() {
    let mut hamlet = Hamlet::at(22, 20);
    let bea = hamlet.add("bea", 20, 0);
    let dora = hamlet.add("dora", 21, 0);
    hamlet.minutes(57);
    let barman = RoleId::named("barman");
    let is_barman = |hamlet: &Hamlet| {
        let roles = &hamlet.folk.character(bea).unwrap().roles;
        roles.contains(&barman)
    };
    assert!(is_barman(&hamlet));
    hamlet.lines.clear();
    hamlet.folk.report(Report::Happened {
        event: SymbolId::named("salty_nuts"),
        at: Place::metres(21, 0),
        within_mm: 500,
    });
    hamlet.tick();
    let thirst = NeedId::named("thirst");
    assert!(hamlet.folk.need(dora, thirst) > Degree::percent(90));
    let bladder = hamlet.folk.need(dora, NeedId::named("bladder"));
    while hamlet.folk.moment().daytime() < Daytime::at(23, 0) {
        hamlet.tick();
        assert!(is_barman(&hamlet));
    }
    hamlet.minutes(5);
    assert!(!is_barman(&hamlet), "who has gone home is castable no more");
    assert!(hamlet.folk.need(dora, thirst) < Degree::percent(40));
    let after = hamlet.folk.need(dora, NeedId::named("bladder"));
    assert!(after.minus(bladder) > Degree::percent(24), "{after}");
    expect![[r#"
        22:57 dora wants to get_a_drink
        22:57 dora: walk_to
        22:57 dora: chat
        22:57 dora: order
        22:58 dora Interacted(Chat, CharacterId(1))
        23:00 dora: drink
        23:02 dora did get_a_drink
    "#]]
    .assert_eq(&hamlet.story("dora", &["mingle"]));
    expect![[r#"
        22:58 bea: pour
        22:58 bea: chat
        22:59 bea Interacted(Chat, CharacterId(2))
        23:00 bea should be resident
        23:00 bea wants to lock_up
        23:00 bea: lock_up
        23:01 bea did lock_up
        23:02 bea is no longer barman
        23:02 bea sets out for house
        23:02 bea wants to go_to_work
        23:02 bea: walk_to
    "#]]
    .assert_eq(&hamlet.story("bea", &[]));
}

#[test]
fn an_evening_at_the_bar() {
    let mut hamlet = Hamlet::at(15, 20);
    hamlet.add("bea", -20, 0);
    hamlet.add("dora", 20, 0);
    hamlet.minutes(9 * 60);
    expect![[r#"
        15:00 bea sets out for house
        15:00 bea is resident
        15:24 bea wants to go_to_bed
        15:24 bea: walk_to
        15:24 bea: sleep
        15:34 bea did go_to_bed
        15:58 bea wants to go_to_bed
        15:58 bea: sleep
        16:00 bea should be barman
        16:00 bea is no longer resident
        16:08 bea gave up go_to_bed
        16:08 bea sets out for bar
        16:08 bea wants to go_to_work
        16:08 bea: walk_to
        16:17 bea is barman
        16:17 bea gave up go_to_work
        16:17 bea wants to unlock
        16:17 bea: unlock
        16:17 bea did unlock
        16:17 bea wants to serve
        16:17 bea: walk_to
        16:18 bea: chat
        16:19 bea Interacted(Chat, CharacterId(2))
        16:19 bea: pour
        16:20 bea did serve
        16:27 bea: chat
        16:28 bea Interacted(Chat, CharacterId(2))
        16:34 bea: chat
        16:35 bea Interacted(Chat, CharacterId(2))
        16:38 bea: chat
        16:39 bea Interacted(Chat, CharacterId(2))
        16:45 bea: chat
        16:46 bea Interacted(Chat, CharacterId(2))
        16:51 bea: chat
        16:52 bea Interacted(Chat, CharacterId(2))
        16:56 bea: chat
        16:57 bea Interacted(Chat, CharacterId(2))
        17:03 bea: chat
        17:04 bea Interacted(Chat, CharacterId(2))
        17:07 bea: chat
        17:08 bea Interacted(Chat, CharacterId(2))
        17:11 bea: chat
        17:11 bea Interacted(Chat, CharacterId(2))
        17:16 bea: chat
        17:17 bea Interacted(Chat, CharacterId(2))
        17:22 bea wants to serve
        17:22 bea: pour
        17:23 bea did serve
        17:23 bea: chat
        17:24 bea Interacted(Chat, CharacterId(2))
        18:28 bea: pour
        18:29 bea: chat
        18:30 bea Interacted(Chat, CharacterId(2))
        18:37 bea: chat
        18:37 bea Interacted(Chat, CharacterId(2))
        18:44 bea: chat
        18:44 bea Interacted(Chat, CharacterId(2))
        18:47 bea: chat
        18:48 bea Interacted(Chat, CharacterId(2))
        18:53 bea: chat
        18:53 bea Interacted(Chat, CharacterId(2))
        18:56 bea: chat
        18:57 bea Interacted(Chat, CharacterId(2))
        19:00 bea: chat
        19:01 bea Interacted(Chat, CharacterId(2))
        19:07 bea: chat
        19:08 bea Interacted(Chat, CharacterId(2))
        19:12 bea wants to pee
        19:12 bea: walk_to
        19:13 bea: relieve
        19:15 bea did pee
        19:31 bea wants to serve
        19:31 bea: walk_to
        19:32 bea: chat
        19:32 bea Interacted(Chat, CharacterId(2))
        19:33 bea: pour
        19:34 bea did serve
        19:34 bea: chat
        19:35 bea Interacted(Chat, CharacterId(2))
        20:38 bea wants to serve
        20:38 bea: pour
        20:39 bea: chat
        20:39 bea did serve
        20:40 bea Interacted(Chat, CharacterId(2))
        20:45 bea: chat
        20:46 bea Interacted(Chat, CharacterId(2))
        20:52 bea: chat
        20:53 bea Interacted(Chat, CharacterId(2))
        20:55 bea: chat
        20:56 bea Interacted(Chat, CharacterId(2))
        20:59 bea: chat
        21:00 bea Interacted(Chat, CharacterId(2))
        21:03 bea: chat
        21:04 bea Interacted(Chat, CharacterId(2))
        21:08 bea: chat
        21:08 bea Interacted(Chat, CharacterId(2))
        21:11 bea: chat
        21:12 bea Interacted(Chat, CharacterId(2))
        21:17 bea: chat
        21:18 bea Interacted(Chat, CharacterId(2))
        21:21 bea: chat
        21:22 bea Interacted(Chat, CharacterId(2))
        21:28 bea: chat
        21:29 bea Interacted(Chat, CharacterId(2))
        21:33 bea: chat
        21:34 bea Interacted(Chat, CharacterId(2))
        21:38 bea: chat
        21:38 bea Interacted(Chat, CharacterId(2))
        21:42 bea wants to serve
        21:42 bea: chat
        21:42 bea: pour
        21:42 bea did serve
        21:43 bea Interacted(Chat, CharacterId(2))
        21:47 bea wants to serve
        21:48 bea: chat
        21:49 bea Interacted(Chat, CharacterId(2))
        21:53 bea: chat
        21:53 bea Interacted(Chat, CharacterId(2))
        21:53 bea: pour
        21:54 bea did serve
        21:57 bea: chat
        21:58 bea Interacted(Chat, CharacterId(2))
        22:04 bea: chat
        22:04 bea Interacted(Chat, CharacterId(2))
        22:08 bea: chat
        22:08 bea Interacted(Chat, CharacterId(2))
        22:11 bea: chat
        22:12 bea Interacted(Chat, CharacterId(2))
        22:14 bea: chat
        22:15 bea Interacted(Chat, CharacterId(2))
        22:21 bea: chat
        22:22 bea Interacted(Chat, CharacterId(2))
        22:26 bea: chat
        22:27 bea Interacted(Chat, CharacterId(2))
        22:33 bea: chat
        22:33 bea Interacted(Chat, CharacterId(2))
        22:39 bea: chat
        22:40 bea Interacted(Chat, CharacterId(2))
        22:46 bea: chat
        22:47 bea Interacted(Chat, CharacterId(2))
        22:50 bea: chat
        22:51 bea Interacted(Chat, CharacterId(2))
        22:57 bea wants to serve
        22:57 bea: chat
        22:57 bea Interacted(Chat, CharacterId(2))
        22:57 bea: pour
        22:58 bea did serve
        23:00 bea should be resident
        23:00 bea wants to lock_up
        23:00 bea: lock_up
        23:00 bea did lock_up
        23:01 bea is no longer barman
        23:01 bea sets out for house
        23:01 bea wants to go_to_work
        23:01 bea: walk_to
        23:09 bea is resident
        23:09 bea gave up go_to_work
        23:27 bea wants to pee
        23:27 bea: walk_to
        23:36 bea: relieve
        23:38 bea did pee
        23:38 bea wants to go_to_bed
        23:38 bea: walk_to
        23:38 bea: chat
        23:39 bea Interacted(Chat, CharacterId(2))
        23:49 bea: sleep
        23:59 bea did go_to_bed
    "#]]
    .assert_eq(&hamlet.story("bea", &[]));
    expect![[r#"
        15:00 dora sets out for bar
        15:00 dora is regular
        16:00 dora wants to get_a_drink
        16:00 dora: walk_to
        16:18 dora: order
        16:20 dora: chat
        16:20 dora: drink
        16:20 dora Interacted(Chat, CharacterId(1))
        16:22 dora did get_a_drink
        16:25 dora: chat
        16:25 dora Interacted(Chat, CharacterId(1))
        16:31 dora: chat
        16:32 dora Interacted(Chat, CharacterId(1))
        16:36 dora: chat
        16:37 dora Interacted(Chat, CharacterId(1))
        16:39 dora: chat
        16:40 dora Interacted(Chat, CharacterId(1))
        16:43 dora: chat
        16:44 dora Interacted(Chat, CharacterId(1))
        16:48 dora: chat
        16:49 dora Interacted(Chat, CharacterId(1))
        16:53 dora: chat
        16:53 dora Interacted(Chat, CharacterId(1))
        16:58 dora: chat
        16:58 dora Interacted(Chat, CharacterId(1))
        17:05 dora: chat
        17:06 dora Interacted(Chat, CharacterId(1))
        17:08 dora: chat
        17:09 dora Interacted(Chat, CharacterId(1))
        17:15 dora: chat
        17:16 dora Interacted(Chat, CharacterId(1))
        17:21 dora wants to get_a_drink
        17:22 dora: order
        17:22 dora: chat
        17:23 dora Interacted(Chat, CharacterId(1))
        17:23 dora: drink
        17:25 dora did get_a_drink
        17:25 dora wants to pee
        17:25 dora: walk_to
        17:27 dora: relieve
        17:29 dora did pee
        18:25 dora wants to get_a_drink
        18:25 dora: walk_to
        18:27 dora: chat
        18:27 dora: order
        18:28 dora Interacted(Chat, CharacterId(1))
        18:29 dora: drink
        18:31 dora did get_a_drink
        18:31 dora: chat
        18:32 dora Interacted(Chat, CharacterId(1))
        18:35 dora: chat
        18:35 dora Interacted(Chat, CharacterId(1))
        18:39 dora: chat
        18:39 dora Interacted(Chat, CharacterId(1))
        18:42 dora: chat
        18:42 dora Interacted(Chat, CharacterId(1))
        18:48 dora: chat
        18:49 dora Interacted(Chat, CharacterId(1))
        18:54 dora: chat
        18:55 dora Interacted(Chat, CharacterId(1))
        18:58 dora: chat
        18:59 dora Interacted(Chat, CharacterId(1))
        19:02 dora: chat
        19:03 dora Interacted(Chat, CharacterId(1))
        19:06 dora: chat
        19:07 dora Interacted(Chat, CharacterId(1))
        19:10 dora: chat
        19:11 dora Interacted(Chat, CharacterId(1))
        19:31 dora wants to get_a_drink
        19:32 dora: order
        19:33 dora: chat
        19:34 dora Interacted(Chat, CharacterId(1))
        19:34 dora: drink
        19:36 dora did get_a_drink
        19:36 dora wants to pee
        19:36 dora: walk_to
        19:38 dora: relieve
        19:39 dora did pee
        20:36 dora wants to get_a_drink
        20:36 dora: walk_to
        20:37 dora: chat
        20:38 dora Interacted(Chat, CharacterId(1))
        20:38 dora: order
        20:39 dora: drink
        20:41 dora did get_a_drink
        20:42 dora: chat
        20:43 dora Interacted(Chat, CharacterId(1))
        20:49 dora: chat
        20:50 dora Interacted(Chat, CharacterId(1))
        20:54 dora: chat
        20:54 dora Interacted(Chat, CharacterId(1))
        20:57 dora: chat
        20:58 dora Interacted(Chat, CharacterId(1))
        21:04 dora: chat
        21:05 dora Interacted(Chat, CharacterId(1))
        21:09 dora: chat
        21:10 dora Interacted(Chat, CharacterId(1))
        21:15 dora: chat
        21:16 dora Interacted(Chat, CharacterId(1))
        21:22 dora: chat
        21:23 dora Interacted(Chat, CharacterId(1))
        21:28 dora: chat
        21:28 dora Interacted(Chat, CharacterId(1))
        21:32 dora: chat
        21:33 dora Interacted(Chat, CharacterId(1))
        21:36 dora: chat
        21:37 dora Interacted(Chat, CharacterId(1))
        21:40 dora: chat
        21:41 dora Interacted(Chat, CharacterId(1))
        21:41 dora wants to get_a_drink
        21:42 dora: order
        21:42 dora gave up get_a_drink
        21:42 dora wants to pee
        21:42 dora: walk_to
        21:43 dora: chat
        21:44 dora: relieve
        21:44 dora Interacted(Chat, CharacterId(1))
        21:46 dora did pee
        21:46 dora wants to get_a_drink
        21:46 dora: walk_to
        21:50 dora: chat
        21:51 dora Interacted(Chat, CharacterId(1))
        21:53 dora: order
        21:54 dora: chat
        21:54 dora: drink
        21:55 dora Interacted(Chat, CharacterId(1))
        21:56 dora did get_a_drink
        21:59 dora: chat
        21:59 dora Interacted(Chat, CharacterId(1))
        22:04 dora: chat
        22:05 dora Interacted(Chat, CharacterId(1))
        22:13 dora: chat
        22:13 dora Interacted(Chat, CharacterId(1))
        22:18 dora: chat
        22:18 dora Interacted(Chat, CharacterId(1))
        22:24 dora: chat
        22:25 dora Interacted(Chat, CharacterId(1))
        22:30 dora: chat
        22:31 dora Interacted(Chat, CharacterId(1))
        22:37 dora: chat
        22:37 dora Interacted(Chat, CharacterId(1))
        22:43 dora: chat
        22:44 dora Interacted(Chat, CharacterId(1))
        22:52 dora: chat
        22:53 dora Interacted(Chat, CharacterId(1))
        22:56 dora wants to get_a_drink
        22:57 dora: order
        22:58 dora: drink
        22:59 dora: chat
        23:00 dora Interacted(Chat, CharacterId(1))
        23:00 dora did get_a_drink
        23:00 dora wants to pee
        23:00 dora: walk_to
        23:02 dora: relieve
        23:04 dora did pee
        23:36 dora: chat
        23:37 dora Interacted(Chat, CharacterId(1))
    "#]]
    .assert_eq(&hamlet.story("dora", &["mingle"]));
}

/// Everybody in the bar all evening.
fn party(people: &[&'static str]) -> (Hamlet, Vec<CharacterId>) {
    let mut hamlet = Hamlet::at(17, 4);
    let add = |(place, name): (usize, &&'static str)| {
        let (x, y) = (17 + place as i32 % 4, place as i32 / 4 - 1);
        hamlet.add(name, x, y)
    };
    let people = people.iter().enumerate().map(add).collect();
    (hamlet, people)
}

#[test]
fn people_talk_beside_what_they_do_and_only_the_other_is_changed_by_it() {
    let (mut hamlet, people) = party(&["bea", "dora", "dora"]);
    let mut beside = 0;
    let mut talked = 0;
    for tick in 0..40 * 60 * 15 {
        let feel = |hamlet: &Hamlet| -> Vec<_> {
            let all = people
                .iter()
                .flat_map(|a| people.iter().map(move |b| (*a, *b)));
            all.map(|(a, b)| {
                (
                    (a, b),
                    hamlet
                        .folk
                        .mind(a)
                        .and_then(|m| m.relationships.toward(b).copied()),
                )
            })
            .collect()
        };
        let before = feel(&hamlet);
        if tick % 4_000 == 100 {
            hamlet.folk.report(Report::Happened {
                event: SymbolId::named("salty_nuts"),
                at: Place::metres(18, 0),
                within_mm: 10_000,
            });
        }
        hamlet.tick();
        let after = feel(&hamlet);
        let events = hamlet.folk.output().events.clone();
        let deeds: Vec<(CharacterId, CharacterId)> = (events.iter())
            .filter_map(|event| match event {
                Event::Mind(who, MindEvent::Interacted(_, to)) => Some((*to, *who)),
                _ => None,
            })
            .collect();
        for (then, now) in before.iter().zip(&after) {
            assert!(then.1 == now.1 || deeds.contains(&then.0), "{:?}", then.0);
        }
        talked += deeds.len();
        for who in &people {
            let person = hamlet.folk.character(*who).unwrap();
            let body = matches!(person.driver(Channel::Body), Driver::Scene(..));
            let talks = hamlet.folk.mind(*who).unwrap().talk().is_some();
            beside += usize::from(body && talks);
        }
    }
    assert!(talked > 10, "{talked}");
    assert!(beside > 0, "nobody spoke at the counter");
    assert_eq!(hamlet.folk.violations(), []);
}

#[test]
fn who_cannot_talk_is_left_alone() {
    let (mut hamlet, people) = party(&["dora", "dora"]);
    hamlet.folk.report(Report::Property {
        name: HostId::named("cannot_talk"),
        arguments: vec![Value::Character(people[1])],
        value: Pushed::Holds,
    });
    hamlet.minutes(30);
    assert!(!hamlet.lines.iter().any(|line| line.contains("chat")));
}

#[test]
fn a_fact_spreads_by_chats_and_by_nothing_else() {
    let mut module = content();
    let secret = Known {
        about: CharacterId::named("carl"),
        text: TextId::named("he is the heir"),
    };
    for person in &mut module.minds.people {
        person.gossip.chance = Degree::ONE;
        if person.id == CharacterId::named("eve") {
            person.knows = vec![secret];
        }
    }
    let mut hamlet = Hamlet::of(Arc::new(module), 17, 4, 3);
    let mut people = vec![hamlet.add("eve", 20, 0)];
    people.extend((0..4).map(|place| hamlet.add("dora", 18 + place, 1)));
    let eve = people[0];
    let news = News::Fact {
        about: secret.about,
        text: secret.text,
    };
    let knows = |hamlet: &Hamlet, who: CharacterId| {
        let memory = hamlet.folk.memory_of(who).unwrap();
        memory.tidings().iter().find(|t| t.news == news).copied()
    };
    let mut told = vec![];
    for _ in 0..60 * 60 * 15 {
        hamlet.tick();
        for event in &hamlet.folk.output().events {
            match event {
                Event::Mind(who, MindEvent::Told(to, what)) if *what == news => {
                    told.push((*who, *to));
                }
                _ => {}
            }
        }
        for who in &people {
            let heard = told.iter().any(|(_, to)| to == who);
            assert_eq!(knows(&hamlet, *who).is_some(), heard || *who == eve);
        }
    }
    assert!(told.len() >= 2, "{told:?}");
    let (teller, listener) = told[0];
    assert_eq!(teller, eve);
    let tiding = knows(&hamlet, listener).unwrap();
    assert_eq!(tiding.source, Source::ToldBy(eve));
    assert!(tiding.confidence < Degree::ONE);
}

#[test]
fn nobody_is_told_what_is_known_about_them() {
    let mut module = content();
    let secret = Known {
        about: CharacterId::named("dora"),
        text: TextId::named("she has not paid since spring"),
    };
    for person in &mut module.minds.people {
        person.gossip.chance = Degree::ONE;
        if person.id == CharacterId::named("eve") {
            person.knows = vec![secret];
        }
    }
    let mut hamlet = Hamlet::of(Arc::new(module), 17, 4, 3);
    hamlet.add("eve", 20, 0);
    let doras = [19, 21].map(|x| hamlet.add("dora", x, 1));
    hamlet.add("carl", 20, 1);
    let mut told = vec![];
    for _ in 0..60 * 60 * 15 {
        hamlet.tick();
        let events = &hamlet.folk.output().events;
        told.extend(events.iter().filter_map(|event| match event {
            Event::Mind(_, MindEvent::Told(to, News::Fact { .. })) => Some(*to),
            _ => None,
        }));
    }
    assert!(!told.is_empty());
    assert!(!told.iter().any(|to| doras.contains(to)), "{told:?}");
}

#[test]
fn where_was_carl_is_answered_by_those_who_saw_him_and_by_nobody_else() {
    let mut hamlet = Hamlet::at(16, 20);
    let carl = hamlet.add("carl", 0, 30);
    let bea = hamlet.add("bea", -20, 0);
    let eve = hamlet.add("eve", -20, 3);
    hamlet.minutes(8 * 60);
    let evening = townsfolk_mind::Moment::on(0, Daytime::at(20, 0));
    let bar = AreaId::named("bar");
    let answer = hamlet.folk.where_was(bea, carl, evening).unwrap();
    assert_eq!((answer.area, answer.evidence), (bar, Evidence::Saw));
    assert_eq!(
        hamlet.folk.where_was(eve, carl, evening),
        None,
        "she was at home"
    );
    let own = hamlet.folk.where_was(carl, carl, evening).unwrap();
    assert_eq!(own.area, bar, "he knows himself");
    let afternoon = townsfolk_mind::Moment::on(0, Daytime::at(16, 30));
    assert_eq!(hamlet.folk.where_was(bea, carl, afternoon), None);
}

#[test]
fn a_mind_says_why() {
    let mut hamlet = Hamlet::at(22, 20);
    let bea = hamlet.add("bea", 20, 0);
    let dora = hamlet.add("dora", 21, 0);
    hamlet.minutes(58);
    hamlet.folk.report(Report::Happened {
        event: SymbolId::named("salty_nuts"),
        at: Place::metres(21, 0),
        within_mm: 500,
    });
    while hamlet.folk.moment().daytime() < Daytime::at(23, 0) {
        hamlet.tick();
    }
    hamlet.tick();
    let name = |node: NodeId| support::hamlet::word(node.0).to_string();
    let why = hamlet.folk.why_mind(dora).unwrap();
    expect![[r#"
        get_a_drink (1)
          thirsty (1) gives get_a_drink 1
          thirst (1) gives thirsty 1
        rather than mingle (0.05)
    "#]]
    .assert_eq(&why.map.tell(&name));
    let why = hamlet.folk.why_mind(bea).unwrap();
    let holds_on = why.holds_on.unwrap();
    assert_eq!(holds_on.role, RoleId::named("barman"));
    let from = holds_on.not_ready[0].wire.link.from.nodes();
    assert_eq!(from, [NodeId::named("serving")]);
    expect![[r#"
        serve (0.9)
          serving (1) gives serve 0.9
          punter (1) gives serving 1
        rather than lock_up (0.8)
    "#]]
    .assert_eq(&why.map.tell(&name));
}

#[test]
fn danger_calls_from_the_counter_at_once() {
    let mut hamlet = Hamlet::at(18, 20);
    let bea = hamlet.add("bea", 20, 0);
    let dora = hamlet.add("dora", 21, 0);
    hamlet.folk.report(Report::Happened {
        event: SymbolId::named("salty_nuts"),
        at: Place::metres(21, 0),
        within_mm: 500,
    });
    while !hamlet
        .lines
        .last()
        .is_some_and(|line| line.ends_with("pour"))
    {
        hamlet.tick();
    }
    assert!(matches!(
        hamlet.folk.driver(bea),
        Driver::Scene(_, Word::Duty)
    ));
    hamlet.folk.report(Report::Happened {
        event: SymbolId::named("shot"),
        at: Place::metres(20, 0),
        within_mm: 50_000,
    });
    hamlet.lines.clear();
    for _ in 0..6 {
        hamlet.tick();
    }
    let danger = Driver::System(mind_system(), Word::Danger);
    assert_eq!(
        (hamlet.folk.driver(bea), hamlet.folk.driver(dora)),
        (danger, danger)
    );
    assert!(hamlet.story("bea", &[]).contains("bea: flee"));
    assert_eq!(hamlet.folk.violations(), []);
}

/// What a test of the map asks, and what makes it true.
#[test]
fn a_mind_is_told_what_is_true_around_it() {
    let counter = townsfolk_core::PropKindId::named("counter");
    type Setup = fn(&mut Hamlet, CharacterId);
    let cases: [(&str, Test, Setup); 5] = [
        ("free", Test::FreeProp(counter), |hamlet, eve| {
            let counter = Place::metres(18, 2).offset((500, 0));
            hamlet.folk.report(Report::Moved(eve, counter));
        }),
        (
            "present",
            Test::Present(RoleId::named("citizen")),
            |hamlet, _| {
                hamlet.add("dora", -20, 1);
            },
        ),
        (
            "elsewhere",
            Test::NotIn(AreaId::named("house")),
            |hamlet, eve| {
                hamlet.folk.report(Report::Moved(eve, Place::metres(0, 0)));
            },
        ),
        ("carries", Test::Carries(counter), |hamlet, eve| {
            hamlet.folk.report(Report::Property {
                name: HostId::named("carries"),
                arguments: vec![
                    Value::Character(eve),
                    Value::Symbol(SymbolId::named("counter")),
                ],
                value: Pushed::Holds,
            });
        }),
        (
            "reading",
            Test::Reading(HostId::named("wet")),
            |hamlet, eve| {
                hamlet.folk.report(Report::Property {
                    name: HostId::named("wet"),
                    arguments: vec![Value::Character(eve)],
                    value: Pushed::Is(Value::Number(townsfolk_core::Number(700))),
                });
            },
        ),
    ];
    for (name, test, setup) in cases {
        let mut module = content();
        let layer = Draft::new("curious")
            .node("time_to_change", NodeKind::Flag { on: false })
            .node("not_ready", NodeKind::Concept)
            .node("it_is_so", NodeKind::Test(test))
            .node("so", NodeKind::Concept)
            .action("nap", Word::Wish, Deed::Act(ActionId::named("nap")))
            .link("it_is_so", "so", 100)
            .link("so", "nap", 100);
        module.minds.layers.push(layer.0);
        for person in &mut module.minds.people {
            if person.id == CharacterId::named("eve") {
                person.basic = LayerId::named("curious");
            }
        }
        module.sort();
        let mut hamlet = Hamlet::of(Arc::new(module), 12, 1, 1);
        let eve = hamlet.add("eve", -20, 0);
        hamlet.minutes(1);
        assert_eq!(hamlet.story("eve", &[]), "", "{name}: not yet");
        setup(&mut hamlet, eve);
        hamlet.minutes(1);
        assert!(hamlet.story("eve", &[]).contains("eve: nap"), "{name}");
    }
}

#[test]
fn who_cannot_walk_says_so_once_and_stays() {
    let mut module = content();
    module
        .actions
        .retain(|action| action.id != ActionId::named("walk_to"));
    let mut hamlet = Hamlet::of(Arc::new(module), 12, 20, 1);
    let carl = hamlet.add("carl", -20, 0);
    hamlet.add("bea", 20, 0);
    hamlet.minutes(30);
    let said = hamlet
        .lines
        .iter()
        .filter(|line| line.contains("CannotWalk"));
    assert_eq!(said.count(), 1);
    assert_eq!(hamlet.folk.area_of(carl), Some(AreaId::named("house")));
}

#[test]
fn an_activity_is_pursued_where_a_location_suits_it() {
    let mut module = content();
    for kind in &mut module.locations {
        if kind.id == LocationKindId::named("counter") {
            kind.tags = vec![SymbolId::named("leisure")];
        }
    }
    for person in &mut module.minds.people {
        if person.id == CharacterId::named("carl") {
            let suits = Venue::Suits(SymbolId::named("leisure"));
            person.schedule.entries[2].venue = suits;
        }
    }
    let mut hamlet = Hamlet::of(Arc::new(module), 16, 20, 1);
    let carl = hamlet.add("carl", 0, 30);
    hamlet.minutes(4 * 60);
    assert_eq!(hamlet.folk.area_of(carl), Some(AreaId::named("bar")));
    let regular = RoleId::named("regular");
    assert!(
        hamlet
            .folk
            .character(carl)
            .unwrap()
            .roles
            .contains(&regular)
    );
}

#[test]
fn what_somebody_is_by_schedule_only_the_schedule_takes_away() {
    let mut hamlet = Hamlet::at(18, 20);
    let bea = hamlet.add("bea", 20, 0);
    hamlet.minutes(1);
    let barman = RoleId::named("barman");
    let is = |hamlet: &Hamlet| hamlet.folk.character(bea).unwrap().roles.contains(&barman);
    hamlet.folk.report(Report::NoLonger(bea, barman));
    hamlet.minutes(1);
    assert!(is(&hamlet));
    // And what the host makes her, she stays when her shift is over.
    hamlet.folk.report(Report::Became(bea, barman));
    hamlet.minutes(6 * 60);
    assert_eq!(hamlet.folk.area_of(bea), Some(AreaId::named("house")));
    assert!(is(&hamlet));
}

#[test]
fn what_somebody_is_by_content_they_are_whatever_the_schedule_says() {
    let mut module = content();
    let citizen = RoleId::named("citizen");
    for member in &mut module.minds.people {
        member.roles = vec![citizen];
    }
    let mut hamlet = Hamlet::of(std::sync::Arc::new(module), 18, 20, 1);
    let bea = hamlet.add("bea", 20, 0);
    let is = |hamlet: &Hamlet| hamlet.folk.character(bea).unwrap().roles.contains(&citizen);
    hamlet.minutes(1);
    assert!(is(&hamlet));
    hamlet.minutes(6 * 60);
    assert!(is(&hamlet));
}

/// Two places at one counter, one barman, and fourteen people who have just had salty nuts.
#[test]
fn everybody_in_a_crowd_gets_a_drink_in_the_end() {
    let mut hamlet = Hamlet::at(17, 20);
    hamlet.add("bea", 20, 0);
    let crowd: Vec<CharacterId> = (0..14)
        .map(|place| hamlet.add("dora", 16 + place % 8, place / 8 - 2))
        .collect();
    hamlet.minutes(1);
    hamlet.folk.report(Report::Happened {
        event: SymbolId::named("salty_nuts"),
        at: Place::metres(20, 0),
        within_mm: 10_000,
    });
    let drink = NodeId::named("get_a_drink");
    let mut served = std::collections::BTreeSet::new();
    for _ in 0..60 * 60 * 15 {
        hamlet.tick();
        let events = hamlet.folk.output().events.iter();
        served.extend(events.filter_map(|event| match event {
            Event::Mind(who, MindEvent::Did(node)) if *node == drink => Some(*who),
            _ => None,
        }));
    }
    assert_eq!(hamlet.folk.violations(), []);
    let left: Vec<_> = crowd.iter().filter(|who| !served.contains(who)).collect();
    assert!(left.is_empty(), "{left:?} of fourteen are still thirsty");
}

/// There is a counter nearer to her, but the customer stands at the other.
#[test]
fn the_barman_goes_to_the_counter_where_somebody_waits() {
    let mut hamlet = Hamlet::at(18, 20);
    let mut counter = |x, y| {
        hamlet.folk.place(Placement {
            kind: LocationKindId::named("counter"),
            at: Place::metres(x, y),
            region: RegionId(0),
        })
    };
    let (_nearer, further) = (counter(15, 5), counter(24, -5));
    let bea = hamlet.add("bea", 15, 3);
    let dora = hamlet.add("dora", 24, -4);
    hamlet.minutes(1);
    hamlet.folk.report(Report::Happened {
        event: SymbolId::named("salty_nuts"),
        at: Place::metres(24, -4),
        within_mm: 500,
    });
    let mut scene = None;
    while scene.is_none() {
        hamlet.tick();
        let here = |who| hamlet.folk.character(who).unwrap().scene;
        scene = here(bea).filter(|scene| here(dora) == Some(*scene));
    }
    let place = hamlet.folk.location(further).unwrap();
    assert_eq!(place.scene, scene);
    let serves = hamlet.folk.mind(bea).unwrap().pursuit().unwrap();
    assert_eq!(serves.takes_part(), scene);
}
