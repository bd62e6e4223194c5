//! Minds in the world around them: reasons, danger, places, crowds.

use super::*;
use townsfolk_core::MemberId;

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
        Driver::Scene(_, Urgency::Duty)
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
    let danger = Driver::System(mind_system(), Urgency::Danger);
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
            .action("nap", Urgency::Wish, Deed::Act(ActionId::named("nap")))
            .link("it_is_so", "so", 100)
            .link("so", "nap", 100);
        module.minds.layers.push(layer.0);
        for person in &mut module.minds.people {
            if person.id == MemberId::named("eve") {
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
        if person.id == MemberId::named("carl") {
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
        hamlet.folk.place_location(Placement {
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
    let serves = hamlet.folk.performance(bea, Channel::Body).unwrap();
    assert_eq!(serves.takes_part(), scene);
}

/// Behind a door that is closed to somebody there is nothing for them; who is in already may stay.
#[test]
fn nobody_looks_for_anything_where_they_may_not_go() {
    let only = |people: &[&str], roles: &[&str]| AreaAccess {
        people: people.iter().map(|n| MemberId::named(n)).collect(),
        roles: roles.iter().map(|name| RoleId::named(name)).collect(),
    };
    let sees_to_it = |admits: Option<AreaAccess>, x: i32| {
        let mut hamlet = Hamlet::at(12, 60);
        for area in ["bar", "house", "workshop"] {
            let area = AreaId::named(area);
            hamlet.folk.report(Report::Admits(area, admits.clone()));
        }
        hamlet.add("eve", x, 0);
        hamlet.minutes(7 * 60);
        let bytes = hamlet.folk.save();
        let (loaded, _) = Folk::load(hamlet.folk.module().clone(), &bytes).unwrap();
        assert_eq!(loaded.digest(), hamlet.folk.digest());
        hamlet.story("eve", &[]).contains("eve: relieve")
    };
    assert!(sees_to_it(None, 0));
    assert!(!sees_to_it(Some(only(&["bea"], &["barman"])), 0));
    assert!(sees_to_it(Some(only(&["eve"], &[])), 0));
    assert!(sees_to_it(Some(only(&[], &["citizen"])), 0));
    assert!(sees_to_it(Some(only(&["bea"], &[])), 20));
}
