//! Observation, talk, lies and the traces that they leave.

use super::*;
use crate::belief::history::{spread, top_sources, trace, why};

fn telling<'a>(talker: &'a Beliefs, listener: &str, value: &str) -> Telling<'a> {
    Telling {
        talker,
        listener: person(listener),
        overheard_by: None,
        about: of("bob"),
        facet: HAIR,
        value: symbol(value),
        claim: None,
        place: Some(AreaId::named("diner")),
        at: START,
    }
}

fn draws(time: i64) -> strength::Keyed {
    luck(time, Phase::Talk).about(of("bob")).facet(HAIR)
}

type People = BTreeMap<CharacterId, Beliefs>;

fn say(rules: &Rules, people: &mut People, talker: &str, listener: &str, value: &str) {
    let world = SmallWorld::default();
    let mut out = Outbox::new(person(talker));
    let talker = &people[&person(talker)];
    tell(
        rules,
        &world,
        draws(0),
        &telling(talker, listener, value),
        &mut out,
    );
    deliver(rules, people, out);
}

#[test]
fn done_07_a_lie_works_like_a_statement_and_is_traced() {
    let knowledge = knowledge();
    let rules = Rules::new(&knowledge);
    let mut cy = mind("cy");
    let (mut told, mut lied) = (cy.clone(), mind("cy"));
    let lie = given(EvidenceKind::Lie, "red", "dan", 4000);
    told.learn(&rules, of("bob"), &statement("red", "dan", 4000));
    lied.learn(&rules, of("bob"), &lie);
    let view = |mind: &Beliefs| mind.believed(&rules, of("bob"), HAIR, START);
    assert_eq!(view(&told), view(&lied));
    assert_ne!(why(&told, of("bob"), HAIR), why(&lied, of("bob"), HAIR));
    // Dan believes black, tells Cy red, and Cy tells it on to Eve.
    let mut people = minds(&["dan", "eve"]);
    cy.meet(of("bob"));
    people.insert(person("cy"), cy);
    let dan = people.get_mut(&person("dan")).unwrap();
    dan.learn(&rules, of("bob"), &statement("black", "flo", 9000));
    say(&rules, &mut people, "dan", "cy", "red");
    say(&rules, &mut people, "cy", "eve", "red");
    let chain = trace(&people, person("eve"), of("bob"), HAIR);
    let chain: Vec<_> = chain
        .iter()
        .map(|link| (link.belief.owner, link.evidence.kind, link.evidence.source))
        .collect();
    use EvidenceKind::{Lie, Statement};
    let expected = [
        (person("eve"), Statement, person("cy")),
        (person("cy"), Lie, person("dan")),
    ];
    assert_eq!(chain, expected);
}

#[test]
fn done_08_a_liar_comes_to_believe_the_lie() {
    let knowledge = knowledge();
    let rules = Rules::new(&knowledge);
    let mut people = minds(&["dan", "eve"]);
    let dan = people.get_mut(&person("dan")).unwrap();
    dan.learn(&rules, of("bob"), &statement("black", "flo", 5000));
    let mut believes = vec![];
    for tellings in 1..=3 {
        say(&rules, &mut people, "dan", "eve", "red");
        let dan = &people[&person("dan")];
        let (value, strength) = dan.held(&rules, of("bob"), HAIR, START).unwrap();
        believes.push(value);
        let others = history::candidates(&rules, dan, (of("bob"), HAIR), START);
        let red = others
            .iter()
            .find(|(value, _)| *value == Some(symbol("red")));
        let red = red.map_or(strength, |(_, strength)| *strength);
        assert_strength(red, 2000 * tellings);
    }
    assert_eq!(believes, ["black", "black", "red"].map(symbol));
}

/// Cy knows the great-grandmother of Ann, who died before Ann was born, and tells of her.
#[test]
fn done_18_the_dead_are_known_by_hearsay() {
    let knowledge = knowledge();
    let rules = Rules::new(&knowledge);
    let mut world = SmallWorld::default();
    let elder = of("great-grandmother");
    let mut people = minds(&["ann", "cy"]);
    let cy = people.get_mut(&person("cy")).unwrap();
    let seen = given(EvidenceKind::Observation, "black", "cy", 20_000);
    cy.learn(&rules, elder, &seen);
    world
        .salience
        .insert((person("cy"), elder), Number::whole(5));
    for time in 0..100 {
        let mut out = Outbox::new(person("cy"));
        let talk = Talk {
            first: &people[&person("cy")],
            second: &people[&person("ann")],
            hearers: &[],
            place: None,
            at: START,
        };
        exchange(&rules, &world, luck(time, Phase::Talk), &talk, &mut out);
        deliver(&rules, &mut people, out);
        assert!(people[&person("ann")].knows_of(elder), "a model at once");
    }
    let chain = trace(&people, person("ann"), elder, HAIR);
    let owners: Vec<_> = chain.iter().map(|link| link.belief.owner).collect();
    assert_eq!(owners, [person("ann"), person("cy")]);
    assert_eq!(chain[1].evidence.kind, EvidenceKind::Observation);
}

#[test]
fn done_19_work_is_seen_at_work_and_homes_at_home() {
    let knowledge = knowledge();
    let rules = Rules::new(&knowledge);
    let mut world = SmallWorld::default();
    let bob = of("bob");
    for (facet, value) in [
        (WORK, "bakery"),
        (HOME, "house"),
        (MIDDLE, "mo"),
        (HAIR, "red"),
    ] {
        world.set(bob, facet, symbol(value));
    }
    let ann = mind("ann");
    let learned = |world: &SmallWorld| {
        let mut facets = BTreeSet::new();
        for time in 0..500 {
            let mut out = Outbox::new(person("ann"));
            let luck = luck(time, Phase::Observe);
            let seen = [of("ann"), bob];
            observe(&rules, world, luck, &ann, (&seen, None, START), &mut out);
            let messages = out.messages().iter();
            facets.extend(
                messages
                    .filter_map(|message| message.learned)
                    .map(|l| l.facet),
            );
        }
        facets
    };
    assert_eq!(learned(&world), BTreeSet::from([HAIR]));
    world.showing = vec![(bob, FacetSeen::AtWork)];
    assert_eq!(learned(&world), BTreeSet::from([HAIR, WORK]));
    world.showing = vec![(bob, FacetSeen::AtHome)];
    assert_eq!(learned(&world), BTreeSet::from([HAIR, HOME]));
}

/// Noticing 0.75, encoding 0.85 * 0.8 for strangers, 0.85 * 1.0 for those who matter.
#[test]
fn observation_is_as_frequent_as_memory_and_salience_say() {
    let knowledge = knowledge();
    let rules = Rules::new(&knowledge);
    let mut world = SmallWorld::default();
    world.set(of("bob"), HAIR, symbol("red"));
    for (salience, expected) in [(0, 5_100), (5, 6_375)] {
        let salience = Number::whole(salience);
        world.salience.insert((person("ann"), of("bob")), salience);
        let seen = (0..10_000).filter(|time| {
            let mut out = Outbox::new(person("ann"));
            let seen = [of("bob")];
            let luck = luck(*time, Phase::Observe);
            observe(
                &rules,
                &world,
                luck,
                &mind("ann"),
                (&seen, None, START),
                &mut out,
            );
            out.messages()
                .iter()
                .any(|message| message.learned.is_some())
        });
        let seen = seen.count();
        assert!(seen.abs_diff(expected) < 150, "{seen} {expected}");
    }
}

#[test]
fn done_20_others_overhear_with_their_own_trust() {
    let mut knowledge = knowledge();
    // The first name is always told.
    let name = HostId::named("first_name");
    for facet in &mut knowledge.facets {
        facet.told = if facet.id == name {
            Share::ONE
        } else {
            Share::ZERO
        };
    }
    let rules = Rules::new(&knowledge);
    let mut world = SmallWorld::default();
    let (ann, cy, dan) = (person("ann"), person("cy"), person("dan"));
    // Cy trusts Ann twice as far as Dan, the stranger, does.
    world.charges.insert((cy, ann), Number::whole(0));
    let mut first = mind("ann");
    let mut known = statement("robert", "eve", 225_000);
    known.facet = name;
    first.learn(&rules, of("bob"), &known);
    let second = mind("cy");
    let overheard = |hearers: &[CharacterId]| {
        let mut count = 0;
        for time in 0..100_000 {
            let talk = Talk {
                first: &first,
                second: &second,
                hearers,
                place: None,
                at: START,
            };
            let mut out = Outbox::new(ann);
            exchange(&rules, &world, luck(time, Phase::Talk), &talk, &mut out);
            for message in out.messages().iter().filter(|message| message.to == dan) {
                let evidence = message.learned.unwrap().evidence;
                assert_eq!(evidence.kind, EvidenceKind::Eavesdropping);
                // 5 * 0.8, half for a stranger.
                assert_strength(evidence.strength, 2_000);
                count += 1;
            }
        }
        count
    };
    assert_eq!(overheard(&[]), 0);
    let heard: usize = overheard(&[dan]);
    assert!(heard.abs_diff(5_000) <= 300, "{heard}");
}

#[test]
fn done_23_a_false_flag_is_quoted_and_seen_through_by_the_trace() {
    let knowledge = knowledge();
    let rules = Rules::new(&knowledge);
    let world = SmallWorld::default();
    let mut people = minds(&["player", "ann", "cy", "dan", "eve"]);
    let claim = Claim {
        source: person("flo"),
        place: Some(AreaId::named("diner")),
        at: Some(HalfDay(-1)),
    };
    let mut out = Outbox::new(person("player"));
    let lie = Telling {
        claim: Some(claim),
        ..telling(&people[&person("player")], "ann", "red")
    };
    tell(&rules, &world, draws(0), &lie, &mut out);
    deliver(&rules, &mut people, out);
    let belief = people[&person("ann")].believed(&rules, of("bob"), HAIR, START);
    let quoted = Basis::Heard {
        from: person("player"),
        citing: Some(person("flo")),
    };
    assert_eq!(belief.unwrap().basis, quoted);
    say(&rules, &mut people, "ann", "cy", "red");
    say(&rules, &mut people, "cy", "dan", "red");
    // Eve thinks so too, but she has seen it.
    let eve = people.get_mut(&person("eve")).unwrap();
    let seen = given(EvidenceKind::Observation, "red", "eve", 20_000);
    eve.learn(&rules, of("bob"), &seen);
    let chain = trace(&people, person("dan"), of("bob"), HAIR);
    let last = chain.last().unwrap();
    assert_eq!(last.evidence.kind, EvidenceKind::Lie);
    assert_eq!(last.evidence.source, person("player"));
    assert_eq!(last.evidence.claim, Some(claim));
    let origin = history::Origin {
        owner: person("player"),
        ..last.belief
    };
    let mut holders = ["ann", "cy", "dan", "player"].map(person);
    holders.sort();
    assert_eq!(spread(&people, &origin), holders);
    // Cy is disabused. Dan still believes it, so it has still spread through Cy.
    let cy = people.get_mut(&person("cy")).unwrap();
    let seen = given(EvidenceKind::Observation, "black", "cy", 20_000);
    cy.learn(&rules, of("bob"), &seen);
    let mut holders = ["ann", "dan", "player"].map(person);
    holders.sort();
    assert_eq!(spread(&people, &origin), holders);
    let sources = top_sources(&rules, &people[&person("dan")], of("bob"), START);
    assert_eq!(sources.first().map(|(who, _)| *who), Some(person("cy")));
}

/// Those who overhear a lie have it from the liar, whose only reason is having said it.
#[test]
fn an_overheard_lie_is_traced_to_the_liar() {
    let knowledge = knowledge();
    let rules = Rules::new(&knowledge);
    let world = SmallWorld::default();
    let mut people = minds(&["dan", "ann", "cy"]);
    let mut out = Outbox::new(person("dan"));
    let lie = Telling {
        overheard_by: Some(person("cy")),
        ..telling(&people[&person("dan")], "ann", "red")
    };
    tell(&rules, &world, draws(0), &lie, &mut out);
    deliver(&rules, &mut people, out);
    let chain = trace(&people, person("cy"), of("bob"), HAIR);
    let kinds: Vec<_> = chain.iter().map(|link| link.evidence.kind).collect();
    assert_eq!(
        kinds,
        [EvidenceKind::Eavesdropping, EvidenceKind::Declaration]
    );
    assert_eq!(chain[1].belief.owner, person("dan"));
}

/// By type: a belief as characters see it has these fields and no others.
#[test]
fn done_24_characters_cannot_read_former_beliefs() {
    let knowledge = knowledge();
    let rules = Rules::new(&knowledge);
    let mut ann = mind("ann");
    ann.learn(&rules, of("bob"), &statement("brown", "cy", 1000));
    ann.learn(&rules, of("bob"), &statement("red", "cy", 5000));
    let belief = ann.believed(&rules, of("bob"), HAIR, START).unwrap();
    let Belief {
        facet: _,
        value,
        strength: _,
        basis,
        place: _,
        at: _,
    } = belief;
    assert_eq!(value, symbol("red"));
    match basis {
        Basis::Knows | Basis::Saw | Basis::Examined | Basis::Overheard(_) => panic!(),
        Basis::Heard { from, citing } => assert_eq!((from, citing), (person("cy"), None)),
    }
    assert_eq!(ann.beliefs_about(&rules, of("bob"), START).count(), 1);
}

#[test]
fn done_29_a_falsehood_is_passed_on_in_thirty_exchanges() {
    let knowledge = knowledge();
    let rules = Rules::new(&knowledge);
    let mut world = SmallWorld::default();
    let mut ann = mind("ann");
    ann.learn(
        &rules,
        of("bob"),
        &given(EvidenceKind::Lie, "red", "dan", 5000),
    );
    let cy = mind("cy");
    world
        .salience
        .insert((person("ann"), of("bob")), Number::whole(1));
    let passed = (0..2000).filter(|seed| {
        (0..30).any(|time| {
            let talk = Talk {
                first: &ann,
                second: &cy,
                hearers: &[],
                place: None,
                at: START,
            };
            let luck = Luck::new(Seed(*seed), time, person("ann"), Phase::Talk);
            let mut out = Outbox::new(person("ann"));
            exchange(&rules, &world, luck, &talk, &mut out);
            let learned = out.messages().iter();
            let mut learned = learned.filter_map(|m| Some((m.to, m.learned?.value?)));
            learned.any(|(to, value)| to == person("cy") && value == symbol("red"))
        })
    });
    let passed = passed.count();
    assert!(passed.abs_diff(1840) <= 40, "{passed} of 2000");
}

#[test]
fn friends_answer_and_those_who_do_not_know_cannot() {
    let knowledge = knowledge();
    let rules = Rules::new(&knowledge);
    let mut world = SmallWorld::default();
    let (ann, cy) = (person("ann"), person("cy"));
    let mut asked = mind("cy");
    let question = (of("bob"), HAIR, None, START);
    let answers = |world: &SmallWorld, asked: &Beliefs| {
        let answers = (0..1000).filter(|time| {
            let mut out = Outbox::new(cy);
            let luck = luck(*time, Phase::Talk);
            let told = ask(&rules, world, luck, (ann, asked), question, &mut out);
            assert_eq!(told, !out.messages().is_empty());
            told
        });
        answers.count()
    };
    assert_eq!(answers(&world, &asked), 0);
    asked.learn(&rules, of("bob"), &statement("red", "dan", 5000));
    assert!(answers(&world, &asked).abs_diff(500) < 50);
    world.charges.insert((cy, ann), Number::whole(50));
    assert_eq!(answers(&world, &asked), 1000);
    world.charges.insert((cy, ann), Number::whole(-90));
    assert!(answers(&world, &asked).abs_diff(100) < 30);
}

/// One way to ask: where somebody is comes from the sightings, their hair from beliefs.
#[test]
fn whereabouts_and_beliefs_are_asked_in_one_way() {
    use crate::{Event, Memory, What};
    use townsfolk_module::mind::{Degree, MemorySize, Moment};
    let knowledge = knowledge();
    let rules = Rules::new(&knowledge);
    let mut memory = Memory::new(person("ann"), MemorySize::default(), &[]);
    for (who, what) in [("ann", What::Entered), ("bob", What::Entered)] {
        memory.notice(Event {
            at: Moment(100),
            area: AreaId::named("bar"),
            who: person(who),
            what,
        });
    }
    memory.think(&|_| Degree::HALF);
    let mut beliefs = mind("ann");
    beliefs.learn(&rules, of("bob"), &statement("red", "cy", 5000));
    let known = Known {
        memory: Some(&memory),
        beliefs: Some(&beliefs),
    };
    let now = Moment(200);
    let value = |facet| {
        let belief = known.believed(&rules, of("bob"), facet, now)?;
        Some((belief.value, belief.source()))
    };
    assert_eq!(value(observe::WHEREABOUTS), Some((symbol("bar"), None)));
    assert_eq!(value(HAIR), Some((symbol("red"), Some(person("cy")))));
    let seen = memory.where_was(person("bob"), now, now).unwrap();
    assert_eq!(seen.area, AreaId::named("bar"));
}
