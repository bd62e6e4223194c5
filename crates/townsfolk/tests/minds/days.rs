//! Days: needs, roles by schedule, an evening at the bar.

use super::*;
use townsfolk_core::MemberId;

/// Content in which `eve` has nothing but one need and a nap against it.
fn sleepy() -> Hamlet {
    let mut module = content();
    let basic = Draft::new("sleepy")
        .node("time_to_change", NodeKind::Flag { on: false })
        .node("not_ready", NodeKind::Concept)
        .need("fatigue", 10, 5, Drift::Rises)
        .node("tired", NodeKind::Concept)
        .action("nap", Urgency::Wish, Deed::Act(ActionId::named("nap")))
        .link("fatigue", "tired", 100)
        .link_above("tired", "nap", 100, 60);
    module.minds.layers.push(basic.0);
    let eve = module.minds.people.iter_mut();
    for person in eve.filter(|p| p.id == MemberId::named("eve")) {
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
        Driver::System(mind_system(), Urgency::Wish)
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
    let danger = Driver::System(mind_system(), Urgency::Danger);
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
        22:59 bea: chat
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
        16:38 bea: joke
        16:39 bea Interacted(Joke, CharacterId(2))
        16:45 bea: chat
        16:46 bea Interacted(Chat, CharacterId(2))
        16:51 bea: chat
        16:52 bea Interacted(Chat, CharacterId(2))
        16:56 bea: chat
        16:57 bea Interacted(Chat, CharacterId(2))
        17:03 bea: chat
        17:04 bea Interacted(Chat, CharacterId(2))
        17:07 bea: joke
        17:08 bea Interacted(Joke, CharacterId(2))
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
        18:44 bea: joke
        18:44 bea Interacted(Joke, CharacterId(2))
        18:47 bea: chat
        18:48 bea Interacted(Chat, CharacterId(2))
        18:53 bea: joke
        18:53 bea Interacted(Joke, CharacterId(2))
        18:56 bea: chat
        18:57 bea Interacted(Chat, CharacterId(2))
        19:00 bea: joke
        19:01 bea Interacted(Joke, CharacterId(2))
        19:07 bea: joke
        19:08 bea Interacted(Joke, CharacterId(2))
        19:12 bea wants to pee
        19:12 bea: walk_to
        19:13 bea: relieve
        19:15 bea did pee
        19:31 bea wants to serve
        19:31 bea: walk_to
        19:32 bea: joke
        19:32 bea Interacted(Joke, CharacterId(2))
        19:33 bea: pour
        19:34 bea did serve
        19:34 bea: chat
        19:35 bea Interacted(Chat, CharacterId(2))
        20:38 bea wants to serve
        20:38 bea: pour
        20:39 bea: joke
        20:39 bea did serve
        20:40 bea Interacted(Joke, CharacterId(2))
        20:45 bea: joke
        20:46 bea Interacted(Joke, CharacterId(2))
        20:52 bea: joke
        20:53 bea Interacted(Joke, CharacterId(2))
        20:55 bea: chat
        20:56 bea Interacted(Chat, CharacterId(2))
        20:59 bea: joke
        21:00 bea Interacted(Joke, CharacterId(2))
        21:03 bea: chat
        21:04 bea Interacted(Chat, CharacterId(2))
        21:08 bea: joke
        21:08 bea Interacted(Joke, CharacterId(2))
        21:11 bea: chat
        21:12 bea Interacted(Chat, CharacterId(2))
        21:17 bea: joke
        21:18 bea Interacted(Joke, CharacterId(2))
        21:21 bea: joke
        21:22 bea Interacted(Joke, CharacterId(2))
        21:29 bea: joke
        21:29 bea Interacted(Joke, CharacterId(2))
        21:36 bea: joke
        21:36 bea Interacted(Joke, CharacterId(2))
        21:40 bea: joke
        21:41 bea Interacted(Joke, CharacterId(2))
        21:42 bea wants to serve
        21:42 bea: pour
        21:42 bea did serve
        21:47 bea wants to serve
        21:49 bea: joke
        21:50 bea Interacted(Joke, CharacterId(2))
        21:53 bea: chat
        21:53 bea Interacted(Chat, CharacterId(2))
        21:53 bea: pour
        21:54 bea did serve
        21:59 bea: joke
        22:00 bea Interacted(Joke, CharacterId(2))
        22:05 bea: joke
        22:06 bea Interacted(Joke, CharacterId(2))
        22:10 bea: joke
        22:11 bea Interacted(Joke, CharacterId(2))
        22:13 bea: chat
        22:14 bea Interacted(Chat, CharacterId(2))
        22:19 bea: joke
        22:20 bea Interacted(Joke, CharacterId(2))
        22:24 bea: joke
        22:25 bea Interacted(Joke, CharacterId(2))
        22:27 bea: chat
        22:28 bea Interacted(Chat, CharacterId(2))
        22:33 bea: joke
        22:34 bea Interacted(Joke, CharacterId(2))
        22:40 bea: joke
        22:41 bea Interacted(Joke, CharacterId(2))
        22:45 bea: joke
        22:46 bea Interacted(Joke, CharacterId(2))
        22:51 bea: joke
        22:52 bea Interacted(Joke, CharacterId(2))
        22:56 bea: joke
        22:57 bea wants to serve
        22:57 bea Interacted(Joke, CharacterId(2))
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
        23:36 bea: joke
        23:36 bea: relieve
        23:37 bea Interacted(Joke, CharacterId(2))
        23:38 bea did pee
        23:38 bea wants to go_to_bed
        23:38 bea: walk_to
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
        16:39 dora: joke
        16:40 dora Interacted(Joke, CharacterId(1))
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
        17:08 dora: joke
        17:09 dora Interacted(Joke, CharacterId(1))
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
        18:35 dora: joke
        18:35 dora Interacted(Joke, CharacterId(1))
        18:39 dora: chat
        18:39 dora Interacted(Chat, CharacterId(1))
        18:42 dora: joke
        18:42 dora Interacted(Joke, CharacterId(1))
        18:48 dora: chat
        18:49 dora Interacted(Chat, CharacterId(1))
        18:54 dora: joke
        18:55 dora Interacted(Joke, CharacterId(1))
        18:58 dora: chat
        18:59 dora Interacted(Chat, CharacterId(1))
        19:02 dora: joke
        19:03 dora Interacted(Joke, CharacterId(1))
        19:06 dora: joke
        19:07 dora Interacted(Joke, CharacterId(1))
        19:10 dora: chat
        19:11 dora Interacted(Chat, CharacterId(1))
        19:31 dora wants to get_a_drink
        19:32 dora: order
        19:33 dora: joke
        19:34 dora Interacted(Joke, CharacterId(1))
        19:34 dora: drink
        19:36 dora did get_a_drink
        19:36 dora wants to pee
        19:36 dora: walk_to
        19:38 dora: relieve
        19:39 dora did pee
        20:36 dora wants to get_a_drink
        20:36 dora: walk_to
        20:37 dora: joke
        20:38 dora Interacted(Joke, CharacterId(1))
        20:38 dora: order
        20:39 dora: drink
        20:41 dora did get_a_drink
        20:42 dora: joke
        20:43 dora Interacted(Joke, CharacterId(1))
        20:49 dora: joke
        20:50 dora Interacted(Joke, CharacterId(1))
        20:54 dora: joke
        20:54 dora Interacted(Joke, CharacterId(1))
        20:57 dora: chat
        20:58 dora Interacted(Chat, CharacterId(1))
        21:04 dora: joke
        21:05 dora Interacted(Joke, CharacterId(1))
        21:09 dora: joke
        21:10 dora Interacted(Joke, CharacterId(1))
        21:15 dora: joke
        21:16 dora Interacted(Joke, CharacterId(1))
        21:24 dora: joke
        21:24 dora Interacted(Joke, CharacterId(1))
        21:27 dora: chat
        21:28 dora Interacted(Chat, CharacterId(1))
        21:32 dora: joke
        21:33 dora Interacted(Joke, CharacterId(1))
        21:38 dora: joke
        21:39 dora Interacted(Joke, CharacterId(1))
        21:41 dora: chat
        21:41 dora wants to get_a_drink
        21:42 dora Interacted(Chat, CharacterId(1))
        21:42 dora: order
        21:42 dora gave up get_a_drink
        21:42 dora wants to pee
        21:42 dora: walk_to
        21:44 dora: relieve
        21:46 dora did pee
        21:46 dora wants to get_a_drink
        21:46 dora: walk_to
        21:47 dora: joke
        21:48 dora Interacted(Joke, CharacterId(1))
        21:53 dora: order
        21:54 dora: joke
        21:54 dora Interacted(Joke, CharacterId(1))
        21:54 dora: drink
        21:56 dora did get_a_drink
        21:56 dora: chat
        21:57 dora Interacted(Chat, CharacterId(1))
        22:03 dora: joke
        22:04 dora Interacted(Joke, CharacterId(1))
        22:08 dora: joke
        22:08 dora Interacted(Joke, CharacterId(1))
        22:11 dora: chat
        22:12 dora Interacted(Chat, CharacterId(1))
        22:16 dora: joke
        22:16 dora Interacted(Joke, CharacterId(1))
        22:23 dora: joke
        22:23 dora Interacted(Joke, CharacterId(1))
        22:29 dora: joke
        22:30 dora Interacted(Joke, CharacterId(1))
        22:35 dora: joke
        22:36 dora Interacted(Joke, CharacterId(1))
        22:41 dora: joke
        22:42 dora Interacted(Joke, CharacterId(1))
        22:48 dora: joke
        22:48 dora Interacted(Joke, CharacterId(1))
        22:54 dora: joke
        22:54 dora Interacted(Joke, CharacterId(1))
        22:56 dora wants to get_a_drink
        22:57 dora: order
        22:58 dora: drink
        23:00 dora did get_a_drink
        23:00 dora wants to pee
        23:00 dora: walk_to
        23:02 dora: relieve
        23:04 dora did pee
        23:38 dora: joke
        23:38 dora Interacted(Joke, CharacterId(1))
    "#]]
    .assert_eq(&hamlet.story("dora", &["mingle"]));
}

/// Trial reliability.md 9: taking this away went unnoticed.
#[test]
fn after_loading_nobody_pursues_a_part_in_a_scene_they_are_not_in() {
    let part_of = |folk: &Folk, who: CharacterId| {
        let performance = folk.performance(who, Channel::Body);
        performance.and_then(|performance| performance.takes_part())
    };
    let mut hamlet = Hamlet::at(15, 20);
    hamlet.add("bea", -20, 0);
    hamlet.add("dora", 20, 0);
    // Whoever is out of a scene is not told: a file with such a state is not of our making.
    hamlet.folk.sabotage = townsfolk::Sabotage::LostLeave;
    let mut stuck = None;
    for _ in 0..100_000 {
        hamlet.tick();
        let mut people = [CharacterId(1), CharacterId(2)].into_iter();
        stuck = people.find_map(|who| {
            let scene = part_of(&hamlet.folk, who)?;
            let known = hamlet.folk.scene(scene);
            let known = known.is_some_and(|scene| scene.participant(who).is_some());
            (!known).then_some((who, scene))
        });
        if stuck.is_some() {
            break;
        }
    }
    let (who, _) = stuck.expect("somebody is out of a scene and does not know it");
    let module = hamlet.folk.module().clone();
    let (loaded, _) = Folk::load(module, &hamlet.folk.save()).expect("it loads");
    assert_eq!(part_of(&loaded, who), None);
    assert_eq!(loaded.violations(), []);
}
