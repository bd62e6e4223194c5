//! The reference data set on the map: what Isaac wants to do, and why.

use crate::support::draft::{Draft, id, need};
use crate::support::isaac;
use expect_test::expect;
use std::cell::RefCell;
use std::collections::BTreeMap;
use townsfolk_core::*;
use townsfolk_mind::check::{Fault, Problem, check, check_schedule, never_ready};
use townsfolk_mind::map::cycle::cycles_from_corners;
use townsfolk_mind::map::{Map, Program, Why, find_cycle, why};
use townsfolk_mind::{Beat, Happening, Layers, Mind, Moment, Senses, Truth};
use townsfolk_module::mind::*;

/// A settled map of the basic layer and at most one role, with inputs and flags by full name.
fn settled(role: Option<&str>, told: &[(&str, i32)]) -> Map {
    let layers = isaac::layers();
    let over = role.map(LayerId::named);
    let program = layers.program(LayerId::named(isaac::BASIC), over).unwrap();
    let mut map = Map::new(program.clone());
    for (name, thousandths) in told {
        let place = program
            .place(id(name))
            .unwrap_or_else(|| panic!("no {name}"));
        let input = program.inputs.iter().position(|(known, _)| *known == place);
        match input {
            Some(input) => {
                map.tell(input, Degree::thousandths(*thousandths));
            }
            None => map.switch(id(name), *thousandths > 0, None),
        }
    }
    map.settle();
    map
}

fn explain(map: &Map) -> Why {
    why(map, None)
}

/// The chosen action's full name.
fn choice(role: Option<&str>, told: &[(&str, i32)]) -> String {
    let map = settled(role, told);
    let chosen = map.choose(None).map(|act| isaac::names().name(act.node));
    chosen.unwrap_or(String::from("nothing"))
}

#[test]
fn done_01_isaacs_data_is_in_order_except_for_the_three_loose_nodes_it_was_published_with() {
    let basic = isaac::basic();
    let roles = [
        isaac::bar_patron(),
        isaac::at_home(),
        isaac::chef(),
        isaac::navigation(),
        isaac::barman(),
    ];
    let roles: Vec<&Layer> = roles.iter().collect();
    let chef = |fault| Problem {
        layer: LayerId::named("chef"),
        fault,
    };
    let expected = [
        chef(Fault::UnheardInput(id("chef.need.relax"))),
        chef(Fault::UndrivenConcept(id("chef.concept.relax"))),
        chef(Fault::UndrivenAction(id("chef.action.chill"))),
    ];
    assert_eq!(check(&basic, &roles), expected);
}

#[test]
fn done_01_every_reference_to_something_missing_is_a_problem_that_names_it() {
    let gone = id("nowhere.concept.gone");
    let find = |change: &dyn Fn(&mut Layer)| {
        let mut role = isaac::bar_patron();
        change(&mut role);
        let problems = check(&isaac::basic(), &[&role]);
        assert!(problems.iter().all(|problem| problem.layer == role.id));
        problems
            .into_iter()
            .map(|problem| problem.fault)
            .collect::<Vec<_>>()
    };
    let missing = vec![Fault::MissingNode(gone)];
    assert_eq!(find(&|role| role.links[0].to = gone)[..1], missing);
    assert_eq!(
        find(&|role| role.links[5].from = Sources::One(gone)),
        missing
    );
    let across = Link::plain(id("barPatron.concept.sit"), gone, Degree::ONE);
    assert_eq!(find(&|role| role.across.push(across.clone())), missing);
    let fear = id("basic.concept.fear");
    let no_link = vec![Fault::NoSuchLink(gone, fear)];
    assert_eq!(
        find(&|role| role.threshold_changes[0] = ThresholdChange {
            from: gone,
            to: fear,
            threshold: Degree::ONE
        }),
        no_link
    );
    let control = Control::Uses {
        action: id("barPatron.action.sitDown"),
        test: gone,
    };
    assert_eq!(
        find(&|role| role.controls.push(control)),
        vec![Fault::WrongControl(gone)]
    );
    let unknown = NeedId::named("unknown");
    let event = EventInput {
        event: SymbolId::named("rain"),
        need: unknown,
        size: Degree::ONE,
        reach_mm: None,
    };
    assert_eq!(
        find(&|role| role.events.push(event)),
        vec![Fault::MissingNeed(unknown)]
    );
    let thirst = NeedId::named("thirst");
    let bad = find(&|role| role.needs[0].rise.points.reverse());
    assert_eq!(bad, vec![Fault::BadCurve(thirst)]);
}

#[test]
fn done_12_fear_flees_and_hunger_waits_for_its_threshold() {
    assert_eq!(
        choice(None, &[("basic.need.fear", 1000)]),
        "basic.action.flee"
    );
    let frightened_and_hungry = [("basic.need.fear", 1000), ("basic.need.hunger", 1000)];
    assert_eq!(choice(None, &frightened_and_hungry), "basic.action.flee");
    assert_eq!(choice(None, &[("basic.need.hunger", 590)]), "nothing");
    assert_eq!(
        choice(None, &[("basic.need.hunger", 600)]),
        "basic.action.eat"
    );
}

#[test]
fn done_13_fatigue_sends_him_to_bed_at_home_and_nowhere_else() {
    let tired = [("basic.need.fatigue", 1000)];
    assert_eq!(choice(Some("chef"), &tired), "nothing");
    assert_eq!(choice(Some("barPatron"), &tired), "nothing");
    assert_eq!(choice(Some("atHome"), &tired), "basic.action.goToBed");
    assert_eq!(
        choice(Some("atHome"), &[("basic.need.fatigue", 999)]),
        "nothing"
    );
}

#[test]
fn done_14_the_chef_delivers_before_he_cooks_before_he_fetches_before_he_takes_orders() {
    let tests = [
        "hasDinners",
        "hasIngredients",
        "hasOrders",
        "newOrdersPresent",
    ];
    let actions = ["dropOffDinners", "cook", "getIngredients", "pickUpOrders"];
    for first in 0..tests.len() {
        let held: Vec<String> = tests[first..]
            .iter()
            .map(|t| format!("chef.test.{t}"))
            .collect();
        let told: Vec<(&str, i32)> = held.iter().map(|name| (name.as_str(), 1000)).collect();
        let expected = format!("chef.action.{}", actions[first]);
        assert_eq!(choice(Some("chef"), &told), expected);
    }
}

#[test]
fn done_15_cooking_goes_on_although_the_ingredients_are_used_up() {
    let orders = ("chef.test.newOrdersPresent", 1000);
    let cooking = [("chef.flag.cooking", 1), orders];
    assert_eq!(choice(Some("chef"), &cooking), "chef.action.cook");
    assert_eq!(choice(Some("chef"), &[orders]), "chef.action.pickUpOrders");
}

#[test]
fn done_18_a_map_that_cycles_is_reported_with_names_and_period_and_still_acts() {
    // Sleep makes her restless, restlessness wakes her: she never comes to rest.
    let mut draft = Draft::new(isaac::BASIC);
    draft.need(need("hunger", 60, 60, Drift::Rises, false), "hunger");
    draft.layer.needs[0].start = Degree::percent(90);
    draft.flag("timeToChange", false);
    draft.concepts(&["hunger", "notReady", "a", "b"]);
    draft.action(
        "eat",
        Urgency::Need,
        Deed::Satisfy(NeedId::named("hunger"), Selection::Nearest),
    );
    draft.link("need.hunger", "concept.hunger", 1000, 0);
    draft.link("concept.hunger", "action.eat", 1000, 0);
    draft.link("need.hunger", "concept.a", 1000, 0);
    draft.link("concept.b", "concept.a", -1000, 0);
    draft.link("concept.a", "concept.b", 1000, 0);
    let layers = Layers::new(vec![draft.layer], &[]);
    let member = isaac::member("ada", vec![]);
    let beat = |now: i64| Beat {
        layers: &layers,
        member: &member,
        seed: Seed(1),
        now: Moment(now),
    };
    let mut mind = Mind::new(&beat(0)).unwrap();
    let mut happened = vec![];
    let mut told: Vec<String> = vec![];
    for second in 0..10 {
        let intent = mind.beat(&beat(second), &Nowhere, &mut happened);
        assert_eq!(
            intent.map(|intent| intent.action),
            Some(id("basic.action.eat"))
        );
        for happening in happened.drain(..) {
            let Happening::Restless(cycle) = happening else {
                panic!("{happening:?}");
            };
            let named = ["basic.concept.a", "basic.concept.b"];
            let name = |node: &NodeId| *named.iter().find(|name| id(name) == *node).unwrap();
            let concepts: Vec<&str> = cycle.concepts.iter().map(name).collect();
            let concepts = concepts.join(" ");
            told.push(format!("at {second}: {concepts} every {:?}", cycle.period));
        }
    }
    // A planted fault that no test noticed: it was told one update later. It is told after three.
    assert_eq!(
        told,
        ["at 2: basic.concept.a basic.concept.b every Some(2)"]
    );
}

#[test]
fn isaacs_maps_come_to_rest_from_every_corner() {
    let layers = isaac::layers();
    for role in [
        None,
        Some("barPatron"),
        Some("atHome"),
        Some("chef"),
        Some("navigation"),
    ] {
        let over = role.map(LayerId::named);
        let program = layers.program(LayerId::named(isaac::BASIC), over).unwrap();
        assert_eq!(
            cycles_from_corners(&Map::new(program), 16_384),
            [],
            "{role:?}"
        );
    }
}

/// The published data of the chef with plain inhibition, as in the table of the specification:
/// sequential passes come to rest, if not within one update.
#[test]
fn the_chefs_map_rests_for_any_weight_of_inhibition() {
    let draw = Draw::at(Seed(3), 0, Tick(0), SiteId::named("states"));
    let mut slow = 0;
    for (number, weight) in [-100, -300, -500, -800, -1000].into_iter().enumerate() {
        let mut chef = isaac::chef();
        chef.inhibition = Inhibition {
            weight: Degree::thousandths(weight),
            gated: false,
        };
        let basic = isaac::basic();
        let program = std::sync::Arc::new(Program::compile(&[&basic, &chef]).unwrap());
        for state in 0..400 {
            let mut map = Map::new(program.clone());
            for input in 0..program.inputs.len() {
                let index = (number * 400 + state) as u64 * 64 + input as u64;
                map.tell(input, Degree(draw.between(index, 0, 65_536) as i32));
            }
            slow += usize::from(!map.settle().at_rest);
            assert_eq!(find_cycle(&map), None, "weight {weight}, state {state}");
        }
    }
    assert!(slow > 0, "some states take more than one update");
}

#[test]
fn outside_the_kitchen_a_task_goes_before_the_way_back_because_it_is_declared_first() {
    let outside = ("chef.test.notInKitchen", 1000);
    let ordered = ("chef.test.hasOrders", 1000);
    assert_eq!(choice(Some("chef"), &[outside]), "chef.action.goToKitchen");
    assert_eq!(
        choice(Some("chef"), &[outside, ordered]),
        "chef.action.getIngredients"
    );
}

#[test]
fn the_link_that_was_published_twice_counts_twice() {
    let map = settled(Some("chef"), &[("chef.test.hasOrders", 1000)]);
    let to = id("basic.concept.socialise");
    let from = Sources::One(id("chef.concept.getIngredients"));
    let wires = map.program().woven.wires.iter();
    let count = wires
        .filter(|wire| wire.link.from == from && wire.link.to == to)
        .count();
    assert_eq!(count, 2);
}

#[test]
fn why_names_what_fed_the_winner_and_what_held_the_next_one_down() {
    let names = isaac::names();
    let told = [
        ("chef.test.hasIngredients", 1000),
        ("chef.test.newOrdersPresent", 1000),
        ("basic.need.hunger", 550),
        ("basic.need.socialise", 400),
    ];
    let map = settled(Some("chef"), &told);
    let told = explain(&map).tell(&|node| names.name(node));
    expect![[r#"
        chef.action.cook (1)
          chef.concept.cook (1) gives chef.action.cook 1
          chef.test.hasIngredients (1) gives chef.concept.cook 1
        rather than chef.action.pickUpOrders (0)
          chef.concept.cook (1) takes chef.concept.getOrders 1
    "#]]
    .assert_eq(&told);
    let hungry = settled(
        None,
        &[("basic.need.hunger", 550), ("basic.need.socialise", 200)],
    );
    let told = explain(&hungry).tell(&|node| names.name(node));
    expect![[r#"
        basic.action.mingle (0.09)
          basic.concept.socialise (0.09) gives basic.action.mingle 0.09
          basic.need.socialise (0.2) gives basic.concept.socialise 0.2
        rather than basic.action.eat (0)
          basic.concept.hunger (0.55) does not reach 0.6 for basic.action.eat
    "#]]
    .assert_eq(&told);
}

/// A stage on which nothing is true.
struct Nowhere;

impl Senses for Nowhere {
    fn area(&self) -> AreaId {
        AreaId::named("nowhere")
    }

    fn test(&self, _: &Test) -> Truth {
        Truth::default()
    }
}

#[test]
fn done_16_a_threat_raises_fear_by_its_distance_and_nothing_else_does() {
    let layers = isaac::layers();
    let member = isaac::isaac();
    let beat = |now: Moment| Beat {
        layers: &layers,
        member: &member,
        seed: Seed(1),
        now,
    };
    let fear = NeedId::named("fear");
    let threat = SymbolId::named("threat");
    let start = Moment(0);
    let fear_at = |distance_mm: u32| {
        let mut mind = Mind::new(&beat(start)).unwrap();
        mind.notice(threat, distance_mm, start);
        mind.level(fear, start).to_string()
    };
    let levels: Vec<String> = [0, 5_000, 10_000, 19_999, 20_000, 90_000]
        .map(fear_at)
        .into();
    assert_eq!(levels, ["1", "0.75", "0.5", "0", "0", "0"]);
    // A day without threats, and other events, leave it at zero.
    let mut mind = Mind::new(&beat(start)).unwrap();
    let mut happened = vec![];
    for minute in 0..24 * 60 {
        let now = start.after(minute * 60);
        mind.notice(SymbolId::named("joke"), 0, now);
        mind.beat(&beat(now), &Nowhere, &mut happened);
        assert_eq!(mind.level(fear, now), Degree::ZERO);
    }
    // It wears off.
    mind.notice(threat, 0, start.after(90_000));
    assert_eq!(mind.level(fear, start.after(90_000 + 150)), Degree::HALF);
}

/// A stage that is what a test says it is.
struct Said {
    area: AreaId,
    truths: RefCell<BTreeMap<String, bool>>,
}

impl Senses for Said {
    fn area(&self) -> AreaId {
        self.area
    }

    fn test(&self, test: &Test) -> Truth {
        Truth::of(self.truths.borrow().get(&format!("{test:?}")).copied() == Some(true))
    }
}

#[test]
fn done_09_a_smoker_and_a_non_smoker_live_side_by_side() {
    let mut smoker = isaac::basic();
    smoker.id = LayerId::named("smoker");
    let mut draft = Draft::new(isaac::BASIC);
    draft.need(need("nicotine", 60, 5, Drift::Rises, false), "nicotine");
    draft.concepts(&["smoke"]);
    draft.action("smoke", Urgency::Need, Deed::Act(ActionId::named("smoke")));
    draft.link("need.nicotine", "concept.smoke", 1000, 0);
    draft.link("concept.smoke", "action.smoke", 1000, 800);
    smoker.needs.extend(draft.layer.needs);
    smoker.nodes.extend(draft.layer.nodes);
    smoker.links.extend(draft.layer.links);
    let layers = vec![
        isaac::basic(),
        smoker,
        isaac::navigation(),
        isaac::at_home(),
    ];
    let home = (RoleId::named("atHome"), LayerId::named("atHome"));
    let layers = Layers::new(layers, &[home]);
    let all_day = isaac::entry("atHome", Daytime::at(0, 0), Daytime::at(0, 0), "home");
    let ann = isaac::member("ann", vec![all_day]);
    let mut bob = isaac::member("bob", vec![all_day]);
    bob.basic = LayerId::named("smoker");
    let senses = Said {
        area: AreaId::named("home"),
        truths: RefCell::default(),
    };
    let wants_to_smoke = |member: &CastMember| {
        let beat = |now: i64| Beat {
            layers: &layers,
            member,
            seed: Seed(5),
            now: Moment(now),
        };
        let mut mind = Mind::new(&beat(0)).unwrap();
        let mut happened = vec![];
        let wanted: Vec<NodeId> = (0..3600)
            .filter_map(|second| mind.beat(&beat(second), &senses, &mut happened))
            .map(|intent| intent.action)
            .collect();
        assert!(!wanted.is_empty());
        wanted.contains(&id("basic.action.smoke"))
    };
    assert!(!wants_to_smoke(&ann));
    assert!(wants_to_smoke(&bob));
}

#[test]
fn isaacs_day_has_neither_gap_nor_overlap_and_every_role_can_be_given_up() {
    assert_eq!(check_schedule(&isaac::isaac().schedule), []);
    let layers = isaac::layers();
    for role in ["barPatron", "atHome", "chef", "barman"] {
        let over = Some(LayerId::named(role));
        let program = layers.program(LayerId::named(isaac::BASIC), over).unwrap();
        assert_eq!(never_ready(&program), None, "{role}");
    }
}

/// A barman whose locking does not switch off that the bar is open locks it for ever.
#[test]
fn a_role_that_can_never_be_given_up_is_found_with_what_it_does_for_ever() {
    let mut barman = isaac::barman();
    let open = id("barman.flag.barOpen");
    barman.controls.retain(|control| match control {
        Control::Sets { flag, on, .. } => *flag != open || *on,
        Control::Uses { .. } => true,
    });
    let program = Program::compile(&[&isaac::basic(), &barman]).unwrap();
    let stuck = never_ready(&program.into()).unwrap();
    assert_eq!(stuck.flags, [open]);
    assert_eq!(stuck.repeats, Some(id("barman.action.lockBar")));
}

/// Persona and mood can be inputs of a map: the timid one flees sooner.
#[test]
fn a_neurotic_flees_from_less_than_a_stable_person() {
    let mut basic = isaac::basic();
    let mut draft = Draft::new(isaac::BASIC);
    draft.feeling("neuroticism", Feeling::Neuroticism);
    draft.concepts(&["nerves"]);
    draft.link("feeling.neuroticism", "concept.nerves", 1000, 0);
    draft.both(["concept.nerves", "need.fear"], "concept.fear", 500);
    basic.nodes.extend(draft.layer.nodes);
    basic.links.extend(draft.layer.links);
    basic.links.iter_mut().for_each(|link| {
        if link.to == id("basic.action.flee") {
            link.threshold = Degree::percent(60);
        }
    });
    let layers = Layers::new(vec![basic, isaac::navigation()], &[]);
    let flees = |neuroticism: i32| {
        let mut member = isaac::member("ann", vec![]);
        member.persona.neuroticism = Degree::percent(neuroticism);
        let beat = Beat {
            layers: &layers,
            member: &member,
            seed: Seed(1),
            now: Moment(0),
        };
        let mut mind = Mind::new(&beat).unwrap();
        // A threat at half its reach.
        mind.notice(SymbolId::named("threat"), 10_000, Moment(0));
        let intent = mind.beat(&beat, &Nowhere, &mut vec![]);
        intent.map(|intent| intent.action) == Some(id("basic.action.flee"))
    };
    assert_eq!((flees(90), flees(10)), (true, false));
}

/// Nothing in the published data switches `sitting` off again: giving up the seat does.
#[test]
fn sitting_ends_when_the_seat_is_given_up() {
    let layers = isaac::layers();
    let all_day = isaac::entry("atHome", Daytime::at(0, 0), Daytime::at(0, 0), "home");
    let member = isaac::member("ann", vec![all_day]);
    let home = Said {
        area: AreaId::named("home"),
        truths: RefCell::default(),
    };
    let beat = |now: i64| Beat {
        layers: &layers,
        member: &member,
        seed: Seed(1),
        now: Moment(now),
    };
    let mut mind = Mind::new(&beat(0)).unwrap();
    mind.beat(&beat(0), &home, &mut vec![]);
    let (sit, couch) = (id("atHome.action.sitDown"), PropId::named("couch"));
    let wants = |mind: &mut Mind, now: i64| {
        // Only sitting is of interest here.
        for need in ["bladder", "hunger", "socialise"] {
            mind.burst(
                NeedId::named(need),
                Degree::ZERO.minus(Degree::ONE),
                Moment(now),
            );
        }
        let intent = mind.beat(&beat(now), &home, &mut vec![]);
        intent.map(|intent| intent.action) == Some(sit)
    };
    assert!(wants(&mut mind, 300));
    mind.begun(sit, Some(couch));
    mind.done(sit, Some(couch));
    assert!(!wants(&mut mind, 310));
    mind.give_up(PropId::named("another chair"));
    assert!(!wants(&mut mind, 320));
    mind.give_up(couch);
    assert!(wants(&mut mind, 330));
}
