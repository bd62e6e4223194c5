//! Bits, rules and truth values.

use super::support::{Character, Make};
use crate::inference::{Block, CompileError, LANES, Program, Row};
use proptest::prelude::*;
use townsfolk_core::{CharacterId, Tick, Value};
use townsfolk_module::decide::inference::*;

fn shooting() -> Make {
    Make::new(&["agent", "patient", "source", "destination"])
        .sense("in_range, aiming_at")
        .rule("can_shoot(X) if in_range(X), aiming_at(X)")
}

#[test]
fn done_01_can_shoot_is_true_of_the_patient_alone_in_one_pass() {
    for make in [shooting(), shooting().plain()] {
        let mut guard = Character::new(make);
        guard.senses("in_range", "patient, destination, !agent, !source");
        guard.senses("aiming_at", "patient, !destination, !agent, !source");
        guard.think();
        assert_eq!(guard.value("can_shoot", "patient"), Some(true));
        for other in ["agent", "source", "destination"] {
            assert_eq!(guard.value("can_shoot", other), Some(false), "{other}");
        }
    }
}

#[test]
fn done_01_what_is_unseen_is_unknown_and_a_known_false_part_decides_in_kleene_logic() {
    for (make, decided) in [(shooting(), Some(false)), (shooting().plain(), None)] {
        let mut guard = Character::new(make);
        // The patient is out of sight, and so is the destination, at which the guard knows not to aim.
        guard.senses("in_range", "!agent, !source");
        guard.senses("aiming_at", "!destination, !agent, !source");
        guard.think();
        assert_eq!(guard.value("can_shoot", "patient"), None);
        assert_eq!(guard.value("can_shoot", "destination"), decided);
    }
}

/// The three values of a referent.
const VALUES: [Option<bool>; 3] = [Some(true), Some(false), None];

fn and(a: Option<bool>, b: Option<bool>) -> Option<bool> {
    match (a, b) {
        (Some(false), _) | (_, Some(false)) => Some(false),
        (Some(true), Some(true)) => Some(true),
        _ => None,
    }
}

fn or(a: Option<bool>, b: Option<bool>) -> Option<bool> {
    and(a.map(|a| !a), b.map(|b| !b)).map(|both| !both)
}

#[test]
fn done_02_truth_tables_hold_bit_by_bit_for_all_referents_at_once() {
    // 64 referents hold the nine pairs of values, shifted through every place of the word.
    let names: Vec<String> = (0..64).map(|n| format!("r{n}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let make = Make::new(&names)
        .sense("p, q")
        .rule("both(X) if p(X), q(X)")
        .rule("either(X) if p(X)")
        .rule("either(X) if q(X)")
        .rule("opposite(X) if not p(X)")
        .rule("sure(X) if known p(X)")
        .rule("in_doubt(X) if unknown p(X)");
    for plain in [false, true] {
        let make = if plain {
            make.clone().plain()
        } else {
            make.clone()
        };
        let mut guard = Character::new(make);
        for shift in 0..9 {
            let pair = |n: usize| (VALUES[(n + shift) % 9 / 3], VALUES[(n + shift) % 3]);
            for (predicate, second) in [("p", false), ("q", true)] {
                let value = |n: usize| if second { pair(n).1 } else { pair(n).0 };
                let word = |wanted| {
                    let set = (0..64).filter(|n| value(*n) == Some(wanted));
                    set.fold(0, |word, n| word | 1_u64 << n)
                };
                let index = guard.make.index(predicate);
                guard.row.sense(index, word(true), word(false));
            }
            guard.think();
            for (n, name) in names.iter().enumerate() {
                let (p, q) = pair(n);
                let (both, either) = match plain {
                    false => (and(p, q), or(p, q)),
                    true => (p.zip(q).map(|(p, q)| p & q), p.zip(q).map(|(p, q)| p | q)),
                };
                assert_eq!(guard.value("both", name), both, "{p:?} and {q:?}");
                assert_eq!(guard.value("either", name), either, "{p:?} or {q:?}");
                assert_eq!(guard.value("opposite", name), p.map(|p| !p), "not {p:?}");
                assert_eq!(guard.value("sure", name), Some(p == Some(true)));
                assert_eq!(guard.value("in_doubt", name), Some(p.is_none()));
            }
        }
    }
}

#[test]
fn done_03_a_cycle_is_refused_and_names_its_rules() {
    let make = Make::new(&["target"])
        .sense("seen")
        .rule("near(X) if seen(X)")
        .rule("afraid(X) if near(X), angry(X)")
        .rule("angry(X) if not afraid(X)");
    let (error, rules) = make.fails();
    assert_eq!(error, CompileError::RuleCycle(vec![1, 2]));
    assert_eq!(
        rules,
        [
            "afraid(X) if near(X), angry(X)",
            "angry(X) if not afraid(X)"
        ]
    );
}

#[test]
fn done_03_a_goal_that_is_its_own_subgoal_is_refused() {
    let make = Make::new(&["target"])
        .sense("near, seen")
        .goal("achieve near(X) by seen(X)")
        .goal("achieve seen(X) by near(X)");
    let (_, goals) = make.fails();
    assert_eq!(
        goals,
        ["achieve seen(X) by near(X)", "achieve near(X) by seen(X)"]
    );
}

#[test]
fn done_03_rules_may_stand_in_any_order() {
    let make = Make::new(&["target"])
        .sense("a")
        .rule("d(X) if c(X)")
        .rule("c(X) if b(X)")
        .rule("b(X) if a(X)");
    let mut guard = Character::new(make);
    guard.senses("a", "target");
    guard.think();
    assert_eq!(guard.value("d", "target"), Some(true));
}

#[test]
fn one_referent_can_decide_for_all_and_some_for_none() {
    let make = Make::new(&["target", "ally"])
        .sense("armed, hurt")
        .rule("dangerous(X) if armed(X), hurt(ally)")
        .rule("alarm if armed(_)")
        .rule("told(X) if alarm");
    let mut guard = Character::new(make);
    guard.senses("armed", "target, !ally");
    guard.senses("hurt", "ally");
    guard.think();
    assert_eq!(guard.value("dangerous", "target"), Some(true));
    assert_eq!(guard.value("dangerous", "ally"), Some(false));
    assert_eq!(guard.value("told", "ally"), Some(true));
    guard.senses("armed", "!target, !ally");
    guard.think();
    assert_eq!(guard.value("alarm", "target"), Some(false));
    guard.senses("armed", "!target");
    guard.think();
    assert_eq!(guard.value("alarm", "target"), None);
    // A referent without an object is unknown in every respect.
    guard.senses("hurt", "!ally");
    guard.row.unbind(guard.referent("target"));
    guard.think();
    for predicate in ["dangerous", "told"] {
        assert_eq!(guard.value(predicate, "target"), None, "{predicate}");
    }
}

fn chain(rules: usize) -> Make {
    let mut make = Make::new(&["a", "b", "c", "d"]).sense("p0, p1");
    for n in 2..rules + 2 {
        let sign = if n % 3 == 0 { "not " } else { "" };
        make = make.rule(&format!("p{n}(X) if p{}(X), {sign}p{}(X)", n - 1, n - 2));
    }
    make
}

proptest! {
    #[test]
    fn done_03_each_cycle_costs_the_same_whatever_the_facts(words in prop::array::uniform4(any::<u64>())) {
        let mut guard = Character::new(chain(60));
        let quiet = guard.think();
        let (p, q) = (guard.make.index("p0"), guard.make.index("p1"));
        guard.row.sense(p, words[0], words[1] & !words[0]);
        guard.row.sense(q, words[2], words[3] & !words[2]);
        prop_assert_eq!(guard.think(), quiet);
        prop_assert_eq!(quiet, 2 * 60);
    }

    /// Characters of one block do not see each other's bits, and nothing of an earlier cycle is left.
    #[test]
    fn characters_of_a_block_are_computed_as_if_alone(words in prop::collection::vec(any::<(u64, u64)>(), LANES)) {
        let guard = Character::new(chain(20));
        let (of, program) = (&guard.make.of, &guard.program);
        let (p, q) = (guard.make.index("p0"), guard.make.index("p1"));
        let rows: Vec<Row> = words.iter().map(|(a, b)| {
            let mut row = guard.row.clone();
            row.sense(p, a & 15, !a & 15);
            row.sense(q, b & 15, !b & 7);
            row
        }).collect();
        let mut together = Block::default();
        for _ in 0..2 {
            together.clear(program);
            for (lane, row) in rows.iter().enumerate() {
                row.fill(of, program, &mut together, lane);
            }
            together.run(program);
        }
        for (lane, row) in rows.iter().enumerate() {
            let mut alone = Block::default();
            alone.clear(program);
            row.fill(of, program, &mut alone, 0);
            alone.run(program);
            for index in 0..of.predicates.len() {
                let pair = program.predicate(PredicateIndex(index as u16));
                for register in [pair.truth, pair.falsity] {
                    prop_assert_eq!(together.word(register, lane), alone.word(register, 0));
                }
            }
        }
    }

    /// Whatever is bound, sensed and active: no bit is true and false, and none belongs to a referent
    /// without an object.
    #[test]
    fn done_07_no_bit_is_both_or_of_an_unbound_referent(
        words in prop::array::uniform4(any::<u64>()), bound in 0_u8..16, active in 0_u64..2, plain: bool,
    ) {
        let make = Make::new(&["a", "b", "c", "d"])
            .sense("p, q")
            .situation("hunt", townsfolk_core::Urgency::Duty, "p(a)")
            .rule("r(X) if p(X), not q(X)")
            .rule("in hunt: r(X) if unknown q(X), p(b)")
            .rule("s(X) if known r(X), not p(_)")
            .rule("in hunt: t(X) if not s(X)")
            .goal("in hunt: want t(X), to know s(X) when not r(c)")
            .motor("achieve t(X) do run(X)");
        let mut guard = Character::new(if plain { make.plain() } else { make });
        for referent in 0..4 {
            if bound & 1 << referent == 0 {
                guard.row.unbind(ReferentIndex(referent));
            }
        }
        let mask = u64::from(bound);
        for (name, a, b) in [("p", words[0], words[1]), ("q", words[2], words[3])] {
            let index = guard.make.index(name);
            guard.row.sense(index, a & mask, b & mask);
        }
        guard.row.active = active;
        guard.think();
        for index in (0..guard.make.of.predicates.len() as u16).map(PredicateIndex) {
            let pair = guard.program.predicate(index);
            let truth = guard.block.word(pair.truth, 0);
            let falsity = guard.block.word(pair.falsity, 0);
            prop_assert_eq!(truth & falsity, 0);
            prop_assert_eq!((truth | falsity) & !mask, 0);
        }
        prop_assert_eq!(guard.block.word(guard.program.motor(0), 0) & !mask, 0);
    }
}

#[test]
fn done_07_rebinding_and_unbinding_leave_no_bit() {
    let mut guard = Character::new(shooting());
    guard.senses("in_range", "patient");
    guard.senses("aiming_at", "patient");
    guard.think();
    assert_eq!(guard.value("can_shoot", "patient"), Some(true));
    let patient = guard.referent("patient");
    guard.row.acted = Some(patient);
    guard
        .row
        .bind(patient, Value::Character(CharacterId(7)), Tick(5));
    assert_eq!(guard.row.acted, None, "the guard acts on another object");
    guard.think();
    assert_eq!(guard.value("can_shoot", "patient"), None);
    guard.senses("in_range", "patient");
    guard.row.forget_object(Value::Character(CharacterId(7)));
    guard.think();
    assert_eq!(guard.value("in_range", "patient"), None);
    assert_eq!(guard.row.referent(patient).object, None);
}

#[test]
fn a_forged_declaration_is_refused_and_not_run() {
    let mut make = shooting();
    make.of.rules[0].head = PredicateIndex(99);
    assert_eq!(Program::compile(&make.of), Err(CompileError::Unsound));
    let mut make = shooting();
    make.of.rules[0].body[0].predicate = PredicateIndex(99);
    assert_eq!(Program::compile(&make.of), Err(CompileError::Unsound));
    let mut make = shooting();
    make.of.rules[0].body[0].about = About::One(ReferentIndex(70));
    assert_eq!(Program::compile(&make.of), Err(CompileError::Unsound));
    let mut make = shooting();
    make.of.rules[0].situation = Some(SituationIndex(3));
    assert_eq!(Program::compile(&make.of), Err(CompileError::Unsound));
}
