//! Fallibility: how beliefs fade, change and come from nowhere.

use super::*;
use crate::belief::fallibility::{fail, invent};
use crate::belief::history::candidates;

/// A mind that knows the hair of Bob, with this strength.
fn knower(rules: &Rules, thousandths: u64) -> Beliefs {
    let mut ann = mind("ann");
    ann.learn(rules, of("bob"), &statement("black", "cy", thousandths));
    ann
}

#[test]
fn done_09_confabulation_follows_the_frequencies() {
    let mut world = SmallWorld::default();
    for n in 0..100 {
        let value = symbol(if n < 45 { "black" } else { "brown" });
        world.set(of(&format!("resident {n}")), HAIR, value);
    }
    let black = (0..100_000).filter(|time| {
        let draws = luck(*time, Phase::Deteriorate).about(of("bob")).facet(HAIR);
        let outcome = invent(&world, HAIR, draws).unwrap();
        assert_eq!(outcome.kind, EvidenceKind::Confabulation);
        outcome.value == Some(symbol("black"))
    });
    let black = black.count();
    assert!(black.abs_diff(45_000) <= 1000, "{black}");
}

#[test]
fn done_10_mutation_follows_the_graph() {
    let knowledge = knowledge();
    let rules = Rules::new(&knowledge);
    let hair = rules.facet(HAIR).unwrap();
    let world = SmallWorld::default();
    let mut counts: BTreeMap<Value, usize> = BTreeMap::new();
    for time in 0..100_000 {
        let draws = luck(time, Phase::Deteriorate).about(of("bob")).facet(HAIR);
        let value = mistake(&world, hair, of("bob"), symbol("black"), draws);
        *counts.entry(value.unwrap()).or_default() += 1;
    }
    let share = |name| counts.get(&symbol(name)).copied().unwrap_or(0);
    assert!(share("brown").abs_diff(80_000) <= 500);
    assert!(share("blue").abs_diff(5_000) <= 500);
    assert!(share("blonde").abs_diff(1_000) <= 500);
    assert_eq!(share("black"), 0);
}

#[test]
fn other_mistakes_stay_near_or_are_other_values() {
    let world = {
        let mut world = SmallWorld::default();
        for (n, name) in ["one", "two", "three"].iter().enumerate() {
            world.set(of(&format!("resident {n}")), JOB, symbol(name));
        }
        world
    };
    let mut near = facet(JOB, [1000, 0, 0, 100]);
    near.mistaken = Mistakes::Near(3);
    let mut another = near.clone();
    another.mistaken = Mistakes::Another;
    let mut numbers = BTreeSet::new();
    let mut words = BTreeSet::new();
    for time in 0..200 {
        let draws = luck(time, Phase::Deteriorate).about(of("bob")).facet(JOB);
        let year = Value::Number(Number::whole(1950));
        numbers.insert(mistake(&world, &near, of("bob"), year, draws).unwrap());
        words.insert(mistake(&world, &another, of("bob"), symbol("one"), draws).unwrap());
    }
    let expected = [1947, 1948, 1949, 1951, 1952, 1953];
    let expected = expected.map(|year| Value::Number(Number::whole(year)));
    assert_eq!(numbers, BTreeSet::from(expected));
    assert_eq!(words, BTreeSet::from([symbol("two"), symbol("three")]));
    let draws = luck(0, Phase::Deteriorate).about(of("bob"));
    assert_eq!(
        mistake(&world, &near, of("bob"), symbol("one"), draws),
        None
    );
}

#[test]
fn done_12_outcomes_are_split_and_what_cannot_be_is_forgotten() {
    let knowledge = knowledge();
    let rules = Rules::new(&knowledge);
    let world = SmallWorld::default();
    let mut ann = knower(&rules, 5000);
    let others = ["first_name", "status", "nose_size"].map(HostId::named);
    let learn = |ann: &mut Beliefs, who: &str, facet, value| {
        let learned = Learned {
            facet,
            ..statement(value, "cy", 5000)
        };
        ann.learn(&rules, of(who), &learned);
    };
    for facet in others {
        learn(&mut ann, "bob", facet, "same");
        learn(&mut ann, "dan", facet, "same");
    }
    let split = |ann: &Beliefs, facet, value| {
        let facet = rules.facet(facet).unwrap();
        let mut counts: BTreeMap<EvidenceKind, usize> = BTreeMap::new();
        for time in 0..50_000 {
            let draws = luck(time, Phase::Deteriorate)
                .about(of("bob"))
                .facet(facet.id);
            let outcome = fail(&rules, &world, ann, (of("bob"), facet, value), draws);
            *counts.entry(outcome.kind).or_default() += 1;
        }
        let share = |kind| counts.get(&kind).copied().unwrap_or(0);
        use EvidenceKind::{Forgetting, Mutation, Transference};
        [Forgetting, Mutation, Transference].map(share)
    };
    let near = |counts: [usize; 3], expected: [usize; 3]| {
        let pairs = counts.iter().zip(expected);
        let mut off = pairs.map(|(count, expected)| count.abs_diff(expected));
        assert!(off.all(|off| off <= 500), "{counts:?} {expected:?}");
    };
    // Nobody to take a hair color from: Dan's is unknown.
    near(split(&ann, HAIR, symbol("black")), [40_000, 10_000, 0]);
    learn(&mut ann, "dan", HAIR, "red");
    near(split(&ann, HAIR, symbol("black")), [35_000, 10_000, 5_000]);
    learn(&mut ann, "bob", JOB, "baker");
    learn(&mut ann, "dan", JOB, "smith");
    let job = split(&ann, JOB, symbol("baker"));
    near(job, [45_000, 0, 5_000]);
    assert_eq!(job[1], 0, "job titles are never mistaken");
    // Now Dan is too different: one of four shared values is equal.
    for facet in &others[..2] {
        let mut other = statement("other", "eve", 50_000);
        other.facet = *facet;
        ann.learn(&rules, of("dan"), &other);
    }
    near(split(&ann, HAIR, symbol("black")), [40_000, 10_000, 0]);
}

#[test]
fn done_13_the_forgotten_is_unknown_and_one_statement_restores_it() {
    let mut knowledge = knowledge();
    let mut settings = townsfolk_module::knowledge::KnowledgeSettings::talktown();
    (settings.forgets, settings.mistakes) = (Share::ONE, Share::ZERO);
    knowledge.settings = Some(Box::new(settings));
    let rules = Rules::new(&knowledge);
    let mut world = SmallWorld::default();
    world.set(of("bob"), HAIR, symbol("black"));
    let mut minds = BTreeMap::from([(person("ann"), knower(&rules, 1))]);
    for time in 0..200 {
        let mut out = Outbox::new(person("ann"));
        let ann = &minds[&person("ann")];
        let luck = luck(time, Phase::Deteriorate);
        deteriorate(&rules, &world, luck, ann, START, &mut out);
        let forgot = out.messages().iter().any(|message| {
            let learned = message.learned;
            learned.is_some_and(|learned| learned.evidence.kind == EvidenceKind::Forgetting)
        });
        if forgot {
            deliver(&rules, &mut minds, out);
            break;
        }
    }
    let ann = minds.get_mut(&person("ann")).unwrap();
    assert_eq!(ann.believed(&rules, of("bob"), HAIR, START), None);
    let others = candidates(&rules, ann, (of("bob"), HAIR), START);
    assert_eq!(
        others.first().map(|(value, _)| *value),
        Some(Some(symbol("black")))
    );
    // While it is forgotten, it is invented again in one half day of fifty.
    let invented = (1000..51_000).filter(|time| {
        let mut out = Outbox::new(person("ann"));
        let luck = luck(*time, Phase::Deteriorate);
        deteriorate(&rules, &world, luck, ann, START, &mut out);
        !out.messages().is_empty()
    });
    let invented = invented.count();
    assert!(invented.abs_diff(1000) <= 100, "{invented}");
    ann.learn(&rules, of("bob"), &statement("black", "dan", 1250));
    let restored = ann.held(&rules, of("bob"), HAIR, START);
    assert_eq!(restored.map(|(value, _)| value), Some(symbol("black")));
}

#[test]
fn done_14_oneself_and_own_places_never_deteriorate() {
    let knowledge = knowledge();
    let rules = Rules::new(&knowledge);
    let mut world = SmallWorld::default();
    let me = person("ann");
    world.set(of("ann"), HAIR, symbol("black"));
    world.set(of("ann"), JOB, symbol("baker"));
    for name in ["home", "shop", "bar"] {
        world.set(place(name), ADDRESS, symbol(name));
    }
    world.own_places.insert((me, AreaId::named("home")));
    world.own_places.insert((me, AreaId::named("shop")));
    let mut minds = minds(&["ann"]);
    let mut out = Outbox::new(me);
    reflect(&rules, &world, &minds[&me], START, &mut out);
    for name in ["home", "shop", "bar"] {
        let area = (AreaId::named(name), START);
        implant_place(&rules, &world, &minds[&me], area, &mut out);
    }
    deliver(&rules, &mut minds, out);
    let ann = &minds[&me];
    assert_strength(
        ann.held(&rules, of("ann"), HAIR, START).unwrap().1,
        9_999_000,
    );
    let mut changed = BTreeSet::new();
    for time in 0..1000 {
        let mut out = Outbox::new(me);
        // Years later, everything is weak.
        let later = HalfDay(20_000);
        let luck = luck(time, Phase::Deteriorate);
        deteriorate(&rules, &world, luck, ann, later, &mut out);
        changed.extend(out.messages().iter().map(|message| message.about));
    }
    assert_eq!(changed, BTreeSet::from([place("bar")]));
}
