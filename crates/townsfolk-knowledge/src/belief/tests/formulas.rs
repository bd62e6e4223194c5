//! Strengths, chances and counts, by the numbers of the specification.

use super::*;
use crate::belief::rules::{conviction, divulges, trust, trust_overheard};
use townsfolk_core::HostId;

#[test]
fn done_01_strengths_of_observation_statement_and_declaration() {
    let knowledge = knowledge();
    let rules = Rules::new(&knowledge);
    let seen = |name| {
        let facet = rules.facet(HostId::named(name)).unwrap();
        rules.own(EvidenceKind::Observation, facet)
    };
    assert_strength(seen("hair_color"), 20_000);
    assert_strength(seen("nose_size"), 8_000);
    assert_strength(seen("status"), 30_000);
    assert_strength(seen("eye_color"), 2_000);
    let hair = rules.facet(HAIR).unwrap();
    let told = |teller: u64| {
        let teller = strength(teller * 1000);
        rules.social(EvidenceKind::Statement, hair, Share::ONE, teller)
    };
    assert_strength(told(225), 5_000);
    assert_strength(told(900), 7_500);
    assert_strength(told(4), 1_250);
    assert_strength(rules.own(EvidenceKind::Declaration, hair), 2_000);
}

#[test]
fn done_02_trust_follows_charge() {
    let of = |charge: i64| trust(Some(Number::whole(charge))).0;
    assert_eq!(of(0), 1_000_040);
    assert_eq!(trust(None).0, 1_000_040);
    assert_eq!(of(2500), 2_000_000);
    assert_eq!((of(5000), of(9999)), (3_000_000, 3_000_000));
    assert_eq!((of(-200), of(-9999)), (500_000, 500_000));
    assert_eq!(of(-100), 750_000);
    assert_eq!(trust_overheard(None), Share::percent(50));
    assert_eq!(trust_overheard(Some(Number(0))).0, 1_000_040);
}

#[test]
fn conviction_is_the_root_of_strength_within_bounds() {
    let of = |whole: u64| conviction(strength(whole * 1000)).0;
    assert_eq!(
        (of(225), of(0), of(60_000)),
        (1_000_000, 250_000, 1_500_000)
    );
    assert!(of(100).abs_diff(666_667) <= 1);
}

#[test]
fn done_11_deterioration_chance_by_memory_strength_and_salience() {
    let knowledge = knowledge();
    let rules = Rules::new(&knowledge);
    let hair = rules.facet(HAIR).unwrap();
    let chance = |memory, thousandths, salience| {
        let odds = rules.fades(
            hair,
            Share::percent(memory),
            strength(thousandths),
            salience,
        );
        odds.in_millionths()
    };
    assert_eq!(chance(100, 20_000, Number(0)), 7_500);
    assert_eq!(chance(80, 20_000, Number(0)), 9_375);
    assert_eq!(chance(100, 1_000, Number(0)), 150_000);
    assert_eq!(chance(100, 0, Number(0)), 150_000);
    assert_eq!(chance(100, 40_000, Number(0)), 3_750);
    assert!(chance(100, 20_000, Number(1000)) < 7_500);
    assert_eq!(chance(100, 20_000, Number::whole(10)), 3_750);
    for memory in [50, 80, 97, 100] {
        let memory = Share::percent(memory);
        let most = rules.fades_at_most(hair, memory);
        assert!(most >= rules.fades(hair, memory, Strength::ZERO, Number(0)));
    }
}

#[test]
fn done_17_topics_by_extroversion_and_friendship() {
    let knowledge = knowledge();
    let rules = Rules::new(&knowledge);
    let temper = |thousandths| Temper {
        extroversion: Number(thousandths),
        ..Temper::default()
    };
    let count = |e, tie| rules.subjects([temper(e), temper(e)], [tie, tie]);
    let best = Tie {
        friend: true,
        best_friend: true,
        ..Tie::default()
    };
    assert_eq!(count(150, Tie::default()), 2);
    assert_eq!(count(150, best), 6);
    assert_eq!(count(-1000, Tie::default()), 2);
    assert_eq!(count(1000, best), 8);
    // The most salient people are chosen, by the sum for both.
    let mut world = SmallWorld::default();
    let (mut ann, mut bob) = (mind("ann"), mind("bob"));
    for (n, name) in ["cy", "dan", "eve", "flo"].iter().enumerate() {
        ann.meet(of(name));
        let salience = Number(1000 * n as i64);
        world.salience.insert((person("ann"), of(name)), salience);
    }
    bob.meet(of("cy"));
    bob.meet(of("ann"));
    world
        .salience
        .insert((person("bob"), of("cy")), Number(9000));
    // Not counted: Bob does not know Dan.
    world
        .salience
        .insert((person("bob"), of("dan")), Number(9000));
    let talk = Talk {
        first: &ann,
        second: &bob,
        hearers: &[],
        place: None,
        at: START,
    };
    let topics = talk::topics(&rules, &world, &talk);
    assert_eq!(topics, [person("cy"), person("flo")]);
}

#[test]
fn lies_are_rare_and_more_frequent_with_malice_or_hate() {
    let knowledge = knowledge();
    let rules = Rules::new(&knowledge);
    let chance = |agreeableness, charge: Option<i64>| {
        let temper = Temper {
            agreeableness: Number(agreeableness),
            ..Temper::default()
        };
        rules
            .lies(temper, [charge.map(Number::whole), None])
            .in_millionths()
    };
    assert_eq!(chance(350, None), 20_000);
    assert_eq!(chance(-500, None), 110_000);
    assert_eq!(chance(350, Some(-16)), 120_000);
    assert_eq!(chance(350, Some(-15)), 20_000);
    assert_eq!(chance(-1000, Some(-16)), 200_000);
}

#[test]
fn friends_divulge_and_enemies_hardly_do() {
    let chance = |charge: Option<i64>| divulges(charge.map(Number::whole)).in_millionths();
    assert_eq!(chance(None), 500_000);
    assert_eq!((chance(Some(30)), chance(Some(80))), (800_000, 1_000_000));
    assert_eq!(chance(Some(-60)), 100_000);
}

#[test]
fn done_16_implantation_by_salience_and_tie() {
    let mut knowledge = knowledge();
    let mut settings = townsfolk_module::knowledge::KnowledgeSettings::talktown();
    settings.implants = townsfolk_module::knowledge::ImplantMode::Chapter;
    knowledge.settings = Some(Box::new(settings));
    let rules = Rules::new(&knowledge);
    let mut world = SmallWorld::default();
    let (ann, bob) = (person("ann"), of("bob"));
    let first = HostId::named("first_name");
    let name = rules.facet(first).unwrap();
    let chances = |world: &SmallWorld| {
        let candidate = Candidate::new(&rules, world, ann, person("bob"));
        let included = candidate.included().in_millionths();
        (included, candidate.knows(name).in_millionths())
    };
    for (salience, expected) in [
        (4, (750_000, 550_000)),
        (2, (500_000, 300_000)),
        (1, (0, 0)),
        (0, (0, 0)),
    ] {
        world.salience.insert((ann, bob), Number::whole(salience));
        assert_eq!(chances(&world), expected);
    }
    type Make = fn(&mut Tie);
    let makes: [Make; 4] = [
        |tie| tie.immediate_family = true,
        |tie| tie.friend = true,
        |tie| tie.neighbour = true,
        |tie| tie.coworker = true,
    ];
    for make in makes {
        let mut tie = Tie::default();
        make(&mut tie);
        world.ties.insert((ann, person("bob")), tie);
        assert_eq!(chances(&world).0, 1_000_000);
    }
    // What is implanted is true, and as frequent as the chances say.
    world.ties.clear();
    world.salience.insert((ann, bob), Number::whole(4));
    world.set(bob, first, symbol("robert"));
    let mut known = (0_usize, 0_usize);
    for time in 0..20_000 {
        let mut out = Outbox::new(ann);
        let people = [person("bob"), ann].into_iter();
        let luck = luck(time, Phase::Implant);
        implant(
            &rules,
            &world,
            luck,
            &mind("ann"),
            (people, START),
            &mut out,
        );
        known.0 += usize::from(!out.messages().is_empty());
        let learned = out.messages().iter().filter_map(|message| message.learned);
        for learned in learned {
            assert_eq!(learned.value, Some(symbol("robert")));
            assert_eq!(learned.evidence.kind, EvidenceKind::Implant);
            // Salience 4: a base of 20, times 20, times 0.8.
            assert_strength(learned.evidence.strength, 320_000);
            known.1 += 1;
        }
    }
    assert!(known.0.abs_diff(15_000) < 200, "{known:?}");
    assert!(known.1.abs_diff(8_250) < 200, "{known:?}");
}

/// The published way: ten meetings and a salience of two make a base of twenty.
#[test]
fn the_household_is_known_by_meetings_in_the_blend() {
    let knowledge = knowledge();
    let rules = Rules::new(&knowledge);
    let mut world = SmallWorld::default();
    let (ann, bob) = (person("ann"), person("bob"));
    let tie = Tie {
        household: true,
        meetings: 10,
        ..Tie::default()
    };
    world.ties.insert((ann, bob), tie);
    world.salience.insert((ann, of("bob")), Number::whole(1));
    world.set(of("bob"), HAIR, symbol("black"));
    let mut out = Outbox::new(ann);
    let luck = luck(0, Phase::Implant);
    implant(
        &rules,
        &world,
        luck,
        &mind("ann"),
        ([bob].into_iter(), START),
        &mut out,
    );
    let learned = out.messages().iter().find_map(|message| message.learned);
    // (10 + 5 * (1 + 1)) * 20 * 0.2
    assert_strength(learned.unwrap().evidence.strength, 80_000);
}
