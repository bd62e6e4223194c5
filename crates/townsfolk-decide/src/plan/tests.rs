//! Stories of planning, and the items of the specification that hold without an engine.

use super::search::{Found, Search};
use super::*;
use proptest::prelude::*;
use std::collections::BTreeSet;
use townsfolk_core::{DeciderId, Draw, Duration, HostId, Seed, SiteId, SymbolId, Tick, Urgency};
use townsfolk_module::decide::{Effect, Goal, Operator, Planners, Proposition};

fn named(name: &str) -> DeciderId {
    DeciderId::named(name)
}

fn operator(name: &str, when: Vec<Effect>, makes: Vec<Effect>) -> Operator {
    Operator {
        name: named(name),
        when,
        makes,
        cost: 1,
        deed: None,
        sets: vec![],
    }
}

fn goal(name: &str, when: Vec<Effect>) -> Goal {
    Goal {
        id: named(name),
        urgency: Urgency::Wish,
        when,
    }
}

/// So many attributes that hold or do not.
fn propositions(count: usize) -> Vec<Proposition> {
    let numbers = 0..count as u32;
    numbers
        .map(|number| Proposition {
            attribute: HostId(number),
            of_me: true,
            value: None,
        })
        .collect()
}

/// A domain whose propositions are named by words.
#[derive(Default)]
struct Story {
    names: Vec<String>,
    operators: Vec<Operator>,
    goals: Vec<Goal>,
}

impl Story {
    fn prop(&mut self, name: &str) -> PropIndex {
        let known = self.names.iter().position(|known| known == name);
        let index = known.unwrap_or_else(|| {
            self.names.push(name.into());
            self.names.len() - 1
        });
        PropIndex(index as u16)
    }

    /// `home, !hungry` as a list of effects.
    fn list(&mut self, text: &str) -> Vec<Effect> {
        let words = text.split(',').map(str::trim).filter(|w| !w.is_empty());
        words
            .map(|word| Effect {
                proposition: self.prop(word.trim_start_matches('!')),
                holds: !word.starts_with('!'),
            })
            .collect()
    }

    fn operator(&mut self, name: &str, when: &str, makes: &str) {
        let (when, makes) = (self.list(when), self.list(makes));
        self.operators.push(operator(name, when, makes));
    }

    fn goal(&mut self, name: &str, when: &str) {
        let when = self.list(when);
        self.goals.push(goal(name, when));
    }

    fn state(&mut self, text: &str) -> Bits<1> {
        let list = self.list(text);
        Bits::of(list.iter().map(|effect| effect.proposition))
    }

    fn content(&self) -> Planners {
        Planners {
            propositions: propositions(self.names.len()),
            operators: self.operators.clone(),
            goals: self.goals.clone(),
        }
    }

    fn planner(&self) -> WidePlanner<1> {
        WidePlanner::new(&self.content())
    }
}

const PLACES: [&str; 10] = [
    "home", "work", "shop", "table", "park", "gym", "bank", "bar", "pier", "school",
];

/// The worked day: 90 operators to go from place to place, and four things to do there.
fn working_day() -> Story {
    let mut story = Story::default();
    for from in PLACES {
        for to in PLACES.iter().filter(|to| **to != from) {
            story.operator(&format!("go_to_{to}"), from, &format!("!{from}, {to}"));
        }
    }
    story.operator("work", "work, !money", "money");
    story.operator("buy", "shop, money", "food, !money");
    story.operator("eat", "table, food, hungry", "!food, !hungry");
    story.operator("sleep", "home, tired, !hungry", "!tired");
    story.goal("rested", "!hungry, !tired");
    story
}

fn names(story: &Story, steps: &[u16]) -> Vec<DeciderId> {
    let name = |step: &u16| story.operators[usize::from(*step)].name;
    steps.iter().map(name).collect()
}

#[test]
fn done_01_going_to_a_restaurant_moves_the_hungry_and_feeds_nobody() {
    let mut story = Story::default();
    story.operator(
        "go_to_restaurant",
        "at_home, is_hungry",
        "!at_home, at_restaurant",
    );
    let rule = Rule::<1>::of(&story.operators[0], &story.operators[0].makes);
    let hungry = story.state("at_home, is_hungry");
    assert!(rule.is_applicable(&hungry));
    assert_eq!(rule.apply(&hungry), story.state("at_restaurant, is_hungry"));
    assert!(!rule.is_applicable(&story.state("at_home")));
}

#[test]
fn done_02_an_operator_that_contradicts_itself_is_named() {
    let mut story = Story::default();
    story.operator("fine", "a", "b, !a");
    story.operator("both_ways", "a", "b, !b");
    story.operator("never", "a, !a", "b");
    story.goal("impossible", "a, !a");
    let (a, b) = (story.prop("a"), story.prop("b"));
    assert_eq!(
        faults(&story.operators, &story.goals),
        [
            DomainFault::AddsAndRemoves {
                operator: 1,
                proposition: b
            },
            DomainFault::Contradiction {
                operator: 2,
                proposition: a
            },
            DomainFault::ImpossibleGoal {
                goal: 0,
                proposition: a
            },
        ]
    );
    assert_eq!(story.operators[1].name, named("both_ways"));
}

#[test]
fn a_new_value_of_an_attribute_ends_the_old_one() {
    let at = |value: &str| Proposition {
        attribute: HostId::named("at"),
        of_me: true,
        value: Some(SymbolId::named(value)),
    };
    let mut content = Planners::default();
    let [home, work, shop] = ["home", "work", "shop"].map(|name| content.index(at(name)));
    let holds = |proposition, holds| Effect { proposition, holds };
    let go = operator("go", vec![holds(home, true)], vec![holds(work, true)]);
    let effects = content.effects(&go);
    assert_eq!(effects.len(), 3);
    assert!(effects.contains(&holds(home, false)) && effects.contains(&holds(shop, false)));
    content.operators.push(go);
    let rule = Rule::<1>::of(&content.operators[0], &effects);
    assert_eq!(rule.apply(&Bits::of([home])), Bits::of([work]));
}

#[test]
fn done_04_a_day_of_eight_steps_is_found_and_is_the_same_every_time() {
    let mut story = working_day();
    assert_eq!(story.operators.len(), 94);
    let start = story.state("home, hungry, tired");
    let mut first = None;
    for _ in 0..3 {
        let Planned::Steps(steps) = story.planner().plan(0, start, Tick(0)) else {
            panic!("no plan");
        };
        let day = [
            "go_to_work",
            "work",
            "go_to_shop",
            "buy",
            "go_to_table",
            "eat",
            "go_to_home",
            "sleep",
        ];
        assert_eq!(names(&story, &steps), day.map(named));
        assert_eq!(*first.get_or_insert(steps.clone()), steps);
    }
}

/// Whether a plan can be executed from a state and reaches the goal, by doing it.
fn works(planner: &WidePlanner<1>, steps: &[u16], mut state: Bits<1>) -> bool {
    for step in steps {
        let rule = &planner.rules()[usize::from(*step)];
        if !rule.is_applicable(&state) {
            return false;
        }
        state = rule.apply(&state);
    }
    planner.goals()[0].is_satisfied(&state)
}

#[test]
fn done_05_a_mask_holds_exactly_where_the_plan_works() {
    let mut story = working_day();
    let mut planner = story.planner();
    for start in ["home, hungry, tired", "work, tired", "shop, money, hungry"] {
        let start = story.state(start);
        assert!(matches!(planner.plan(0, start, Tick(0)), Planned::Steps(_)));
    }
    let plans = planner.cache.plans[0].clone();
    let draw = Draw::at(Seed(5), 1, Tick(0), SiteId::named("states"));
    let (mut valid, all) = (0, (1 << story.names.len()) - 1);
    for number in 0..10_000 {
        // Sparse and dense states, and states near the start, so that both answers occur.
        let random = draw.bits(2 * number) & all;
        let near = story.state("home, hungry, tired").0[0] ^ (1 << (random % 14));
        let state = Bits([if number % 2 == 0 { random } else { near }]);
        for plan in &plans {
            let fits = plan.is_valid_in(&state);
            assert_eq!(fits, works(&planner, &plan.steps, state), "{state:?}");
            valid += usize::from(fits);
        }
    }
    assert!(valid > 100, "the test has seen valid states: {valid}");
}

proptest! {
    /// The same for random operators: a plan that was found works wherever its mask holds.
    #[test]
    fn masks_of_random_domains_hold_exactly_where_plans_work(
        rules in prop::collection::vec((0u64..256, 0u64..256, 0u64..256, 0u64..256, 1u16..4), 1..12),
        want in 1u64..256,
        start in 0u64..256,
    ) {
        let effects = |yes: u64, no: u64| {
            let list = (0..8u16).filter(move |i| (yes | no) >> i & 1 == 1);
            list.map(|i| Effect { proposition: PropIndex(i), holds: yes >> i & 1 == 1 }).collect()
        };
        let operators: Vec<Operator> = rules.iter().map(|(yes, no, add, del, cost)| Operator {
            cost: *cost,
            ..operator("any", effects(yes & no, *no & !yes & add), effects(*add, del & !add))
        }).collect();
        let goals = vec![goal("goal", effects(want, 0))];
        let content = Planners { propositions: propositions(8), operators, goals };
        let mut planner = WidePlanner::<1>::new(&content);
        if let Planned::Steps(steps) = planner.plan(0, Bits([start]), Tick(0)) {
            let plan = planner.cache.plans[0][0].clone();
            prop_assert_eq!(&plan.steps, &steps);
            for state in 0..256 {
                let state = Bits([state]);
                prop_assert_eq!(plan.is_valid_in(&state), works(&planner, &steps, state));
            }
        }
    }
}

#[test]
fn done_06_what_a_plan_never_reads_does_not_matter() {
    let mut story = working_day();
    let start = story.state("home, hungry, tired");
    let raining = story.prop("raining");
    let mut planner = story.planner();
    planner.plan(0, start, Tick(0));
    let flipped = |index: PropIndex| {
        let mut state = start;
        state.set(index, !start.has(index));
        state
    };
    planner.plan(0, flipped(raining), Tick(0));
    assert_eq!((planner.counts.searches, planner.counts.reused), (1, 1));
    let money = story.prop("money");
    planner.plan(0, flipped(money), Tick(0));
    assert_eq!((planner.counts.searches, planner.counts.reused), (2, 1));
}

#[test]
fn done_07_a_crowd_of_five_kinds_needs_as_many_searches_as_plans() {
    let mut story = working_day();
    story.goal("paid", "money, home");
    story.goal("fed", "!hungry, park");
    story.goal("stocked", "food, home");
    story.goal("asleep", "!tired");
    let weather: Vec<PropIndex> = ["rain", "monday"].map(|name| story.prop(name)).into();
    let (hungry, tired) = (story.prop("hungry"), story.prop("tired"));
    let mut planner = story.planner();
    let mut plans = BTreeSet::new();
    let home = story.state("home");
    let mut states = vec![home; 1000];
    for day in 0..7 {
        for (who, state) in states.iter_mut().enumerate() {
            let draw = Draw::at(Seed(7), who as u64, Tick(day), SiteId::named("day"));
            state.set(hungry, true);
            state.set(tired, true);
            for (index, prop) in weather.iter().enumerate() {
                state.set(*prop, draw.coin(index as u64, 500));
            }
            let goal = who % 5;
            if let Planned::Steps(steps) = planner.plan(goal, *state, Tick(day)) {
                for step in &steps {
                    *state = planner.rules()[usize::from(*step)].apply(state);
                }
                assert!(planner.goals()[goal].is_satisfied(state));
                plans.insert((goal, steps));
            }
        }
    }
    assert_eq!(planner.counts.searches as usize, plans.len());
    assert!(plans.len() < 50, "{}", plans.len());
    assert!(plans.len() >= 5);
}

#[test]
fn done_08_an_unreachable_goal_fails_once_and_is_not_tried_again_for_a_while() {
    let mut story = working_day();
    story.goal("rich", "palace");
    let start = story.state("home, hungry");
    let mut planner = story.planner();
    planner.failures_last = Duration::minutes(10);
    let failed = |why| Planned::NoPlan(why);
    assert_eq!(
        planner.plan(1, start, Tick(0)),
        failed(Unplanned::Impossible)
    );
    assert!(planner.expanded() <= 4096);
    // Something that no operator mentions changes nothing.
    let mut other = start;
    other.set(PropIndex(60), true);
    let soon = Tick(Duration::minutes(10).0 - 1);
    assert_eq!(
        planner.plan(1, other, soon),
        failed(Unplanned::FailedBefore)
    );
    assert_eq!(planner.counts.searches, 1);
    let later = Tick(Duration::minutes(10).0);
    assert_eq!(planner.plan(1, start, later), failed(Unplanned::Impossible));
    assert_eq!(planner.counts.searches, 2);
    // A search that is too long is given up.
    planner.expansions_max = 5;
    let before = planner.plan(0, start, Tick(0));
    assert_eq!(before, failed(Unplanned::BudgetSpent));
    assert_eq!(planner.expanded(), 5);
}

#[test]
fn the_cheapest_way_is_taken_even_if_it_is_longer() {
    let mut story = Story::default();
    story.operator("fly", "start", "there");
    story.operator("walk", "start", "half_way");
    story.operator("walk_on", "half_way", "there");
    story.operators[0].cost = 3;
    story.goal("arrived", "there");
    let start = story.state("start");
    let steps = story.planner().plan(0, start, Tick(0));
    assert_eq!(steps, Planned::Steps(vec![1, 2]));
    let mut search = Search::<1>::default();
    let planner = story.planner();
    let goal = planner.goals()[0];
    assert_eq!(
        search.run(planner.rules(), &goal, start, 100),
        Found::Steps(vec![1, 2], 2)
    );
}

#[test]
fn a_full_cache_drops_the_plan_that_was_not_used_for_longest() {
    let mut cache = PlanCache::<1>::default();
    let plan = |number: u64| Plan {
        steps: vec![number as u16],
        care: Bits([u64::MAX]),
        value: Bits([number]),
        cost: number as u32,
        used: 0,
    };
    (0..64).for_each(|number| cache.keep(0, plan(number)));
    assert!(cache.find(0, &Bits([0])).is_some());
    cache.keep(0, plan(64));
    assert_eq!(cache.len(), 64);
    assert!(cache.find(0, &Bits([0])).is_some());
    assert!(
        cache.find(0, &Bits([1])).is_none(),
        "used before all others"
    );
}

#[test]
fn saved_caches_go_on_as_they_were() {
    let mut story = working_day();
    story.goal("rich", "palace");
    let start = story.state("home, hungry, tired");
    let holds = ["home", "hungry", "tired"].map(|name| story.prop(name));
    let mut planner = Planner::new(&story.content());
    let lasts = Duration::minutes(10);
    assert!(matches!(planner, Planner::One(_)));
    assert!(matches!(
        planner.plan(0, holds, Tick(0), lasts),
        Planned::Steps(_)
    ));
    planner.plan(1, holds, Tick(0), lasts);
    let saved = planner.save();
    let mut loaded = Planner::new(&story.content());
    loaded.load(&saved);
    assert_eq!(loaded.save(), saved);
    assert_eq!(
        loaded.plan(0, holds, Tick(1), lasts),
        planner.plan(0, holds, Tick(1), lasts)
    );
    assert_eq!(
        loaded.plan(1, holds, Tick(1), lasts),
        Planned::NoPlan(Unplanned::FailedBefore)
    );
    assert_eq!(loaded.counts(), planner.counts());
    assert_eq!(start.first(), Some(holds[0]));
}

#[test]
fn wide_domains_plan_like_narrow_ones() {
    for width in [65, 200, 2000] {
        let last = PropIndex(width as u16 - 1);
        let holds = |proposition| {
            vec![Effect {
                proposition,
                holds: true,
            }]
        };
        let mut planner = Planner::new(&Planners {
            propositions: propositions(width),
            operators: vec![operator("reach", holds(PropIndex(0)), holds(last))],
            goals: vec![goal("far", holds(last))],
        });
        let lasts = Duration::minutes(10);
        let planned = planner.plan(0, [PropIndex(0)], Tick(0), lasts);
        assert_eq!(planned, Planned::Steps(vec![0]));
    }
}
