//! Decay and belief revision.

use super::*;
use crate::belief::history::{candidates, is_accurate, predecessor, trajectory, why};

fn values(mind: &Beliefs) -> Vec<Option<Value>> {
    let values = trajectory(mind, of("bob"), HAIR).into_iter();
    values.map(|(value, _)| value).collect()
}

fn believed(rules: &Rules, mind: &Beliefs) -> Option<(Value, u64)> {
    let held = mind.held(rules, of("bob"), HAIR, START);
    held.map(|(value, strength)| (value, strength.in_thousandths()))
}

#[test]
fn done_03_strength_decays_by_a_twentieth_a_day() {
    let decay = Decay::new(Share::percent(95));
    assert_strength(decay.after(strength(20_000), 1), 19_000);
    assert_strength(decay.after(strength(20_000), 7), 13_967);
    let mut daily = strength(20_000);
    for days in 1..=60 {
        daily = decay.after(daily, 1);
        let lazy = decay.after(strength(20_000), days);
        // One part in ten thousand of a strength of 1 is 6.5 bits.
        assert!(daily.0.abs_diff(lazy.0) <= 10, "{days}: {daily:?} {lazy:?}");
        if days <= 7 {
            assert!(daily.0.abs_diff(lazy.0) <= 6, "{days}: {daily:?} {lazy:?}");
        }
    }
}

#[test]
fn done_04_the_stronger_evidence_wins_and_may_lose_again() {
    let knowledge = knowledge();
    let rules = Rules::new(&knowledge);
    let mut ann = mind("ann");
    let bob = of("bob");
    ann.learn(&rules, bob, &statement("brown", "cy", 5000));
    ann.learn(&rules, bob, &statement("black", "dan", 4000));
    assert_eq!(believed(&rules, &ann), Some((symbol("brown"), 5000)));
    let others = candidates(&rules, &ann, (bob, HAIR), START);
    assert_eq!(others, [(Some(symbol("black")), strength(4000))]);
    ann.learn(&rules, bob, &statement("black", "eve", 4000));
    assert_eq!(believed(&rules, &ann), Some((symbol("black"), 8000)));
    let others = candidates(&rules, &ann, (bob, HAIR), START);
    assert_eq!(others, [(Some(symbol("brown")), strength(5000))]);
    assert_eq!(predecessor(&ann, bob, HAIR), Some(symbol("brown")));
    ann.learn(&rules, bob, &statement("brown", "cy", 3500));
    assert_eq!(believed(&rules, &ann), Some((symbol("brown"), 8500)));
    let path = ["brown", "black", "brown"].map(|name| Some(symbol(name)));
    assert_eq!(values(&ann), path);
    assert_eq!(why(&ann, bob, HAIR).len(), 2);
}

#[test]
fn done_05_equal_strength_does_not_displace() {
    let knowledge = knowledge();
    let rules = Rules::new(&knowledge);
    let mut ann = mind("ann");
    ann.learn(&rules, of("bob"), &statement("brown", "cy", 1));
    assert_eq!(values(&ann), [Some(symbol("brown"))]);
    ann.learn(&rules, of("bob"), &statement("black", "dan", 1));
    assert_eq!(values(&ann), [Some(symbol("brown"))]);
}

#[test]
fn done_06_eyes_win_if_the_settings_say_so() {
    let mut knowledge = knowledge();
    for eyes_win in [true, false] {
        let mut settings = townsfolk_module::knowledge::KnowledgeSettings::talktown();
        settings.eyes_win = eyes_win;
        knowledge.settings = Some(Box::new(settings));
        let rules = Rules::new(&knowledge);
        let mut ann = mind("ann");
        ann.learn(&rules, of("bob"), &statement("brown", "cy", 500_000));
        let seen = given(EvidenceKind::Observation, "black", "ann", 20_000);
        ann.learn(&rules, of("bob"), &seen);
        let expected = match eyes_win {
            true => (symbol("black"), 20_000),
            false => (symbol("brown"), 500_000),
        };
        assert_eq!(believed(&rules, &ann), Some(expected));
        if eyes_win {
            let others = candidates(&rules, &ann, (of("bob"), HAIR), START);
            assert_eq!(others, [(Some(symbol("brown")), strength(20_000))]);
        }
    }
}

#[test]
fn done_21_accuracy_is_live() {
    let knowledge = knowledge();
    let rules = Rules::new(&knowledge);
    let mut world = SmallWorld::default();
    world.set(of("bob"), HAIR, symbol("black"));
    let mut ann = mind("ann");
    let seen = given(EvidenceKind::Observation, "black", "ann", 20_000);
    ann.learn(&rules, of("bob"), &seen);
    let before = ann.clone();
    let accurate = |world: &SmallWorld| is_accurate(&ann, world, of("bob"), HAIR);
    assert_eq!(accurate(&world), Some(true));
    world.set(of("bob"), HAIR, symbol("red"));
    assert_eq!(accurate(&world), Some(false));
    assert_eq!(is_accurate(&ann, &world, of("cy"), HAIR), None);
    assert_eq!(ann, before);
}

#[test]
fn done_22_links_have_no_second_copy() {
    let knowledge = knowledge();
    let rules = Rules::new(&knowledge);
    let mut ann = mind("ann");
    let told = |facet, value| Learned {
        facet,
        value: Some(symbol(value)),
        ..statement("", "cy", 5000)
    };
    ann.learn(&rules, of("bob"), &told(WORK, "bakery"));
    // The owner has a model of the bakery at once, which is empty.
    assert!(ann.knows_of(place("bakery")));
    let address = |ann: &Beliefs| {
        let belief = ann.follow(&rules, of("bob"), &[WORK, ADDRESS], START);
        belief.map(|belief| belief.value)
    };
    assert_eq!(address(&ann), None);
    ann.learn(&rules, place("bakery"), &told(ADDRESS, "mill lane 1"));
    assert_eq!(address(&ann), Some(symbol("mill lane 1")));
    let mut moved = told(ADDRESS, "high street 5");
    moved.evidence.strength = strength(9000);
    ann.learn(&rules, place("bakery"), &moved);
    assert_eq!(address(&ann), Some(symbol("high street 5")));
    let workers: Vec<_> = ann.people_i_believe(WORK, symbol("bakery")).collect();
    assert_eq!(workers, [person("bob")]);
}

#[test]
fn a_description_reminds_of_the_most_salient_match() {
    let knowledge = knowledge();
    let rules = Rules::new(&knowledge);
    let mut world = SmallWorld::default();
    let mut ann = mind("ann");
    for (n, name) in ["bob", "cy", "dan"].iter().enumerate() {
        let salience = Number(1000 * n as i64);
        world.salience.insert((person("ann"), of(name)), salience);
        ann.learn(&rules, of(name), &statement("black", "eve", 5000));
    }
    let job = Learned {
        facet: JOB,
        ..statement("baker", "eve", 5000)
    };
    ann.learn(&rules, of("cy"), &job);
    let reminded = |features: &[(HostId, Value)]| ann.reminded_of(&world, features);
    assert_eq!(reminded(&[(HAIR, symbol("black"))]), Some(person("dan")));
    let both = [(HAIR, symbol("black")), (JOB, symbol("baker"))];
    assert_eq!(reminded(&both), Some(person("cy")));
    assert_eq!(reminded(&[(HAIR, symbol("red"))]), None);
}

/// Without this a compact mind grew for as long as it invented and forgot: by a tenth a week.
#[test]
fn a_compact_mind_drops_what_it_forgot_days_ago() {
    let knowledge = knowledge();
    let rules = Rules::new(&knowledge);
    let bob = of("bob");
    for (keep, left) in [(Keep::Compact, 0), (Keep::FullHistory, 2)] {
        let mut ann = Beliefs::new(person("ann"), Share::ONE, keep);
        let black = statement("black", "cy", 5000);
        ann.learn(&rules, bob, &black);
        let mut forgotten = black;
        forgotten.value = None;
        forgotten.evidence.kind = EvidenceKind::Forgetting;
        ann.learn(&rules, bob, &forgotten);
        ann.tidy(&rules, HalfDay(2 * 3));
        assert_eq!(ann.values_count(), 2, "it may be revived for some days");
        ann.tidy(&rules, HalfDay(2 * 4));
        assert_eq!(ann.values_count(), left, "{keep:?}");
        assert!(ann.knows_of(bob));
        ann.learn(&rules, bob, &black);
        assert_eq!(
            believed(&rules, &ann).map(|(value, _)| value),
            Some(symbol("black"))
        );
    }
}

#[test]
fn a_compact_mind_drops_weak_and_old_candidates_once_a_week() {
    let knowledge = knowledge();
    let rules = Rules::new(&knowledge);
    let bob = of("bob");
    let values_after = |strength, days: i32| {
        let mut ann = Beliefs::new(person("ann"), Share::ONE, Keep::Compact);
        ann.learn(&rules, bob, &statement("black", "cy", 60_000));
        ann.learn(&rules, bob, &statement("red", "dan", strength));
        for half in 0..=2 * days {
            ann.tidy(&rules, HalfDay(half));
        }
        assert_eq!(
            believed(&rules, &ann).map(|(value, _)| value),
            Some(symbol("black"))
        );
        ann.values_count()
    };
    assert_eq!(values_after(5000, 8), 1, "less than a tenth");
    assert_eq!(values_after(7000, 8), 2, "more than a tenth");
    assert_eq!(values_after(7000, 30), 1, "no evidence for weeks");
}
