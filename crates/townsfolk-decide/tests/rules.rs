//! Hot rules against a naive evaluation of all rules.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use proptest::prelude::*;
use townsfolk_core::{CharacterId, DeciderId, HostId, Number, SiteId, SymbolId, Urgency, Value};
use townsfolk_decide::condition::Rows;
use townsfolk_decide::rules::{Program, RuleRef, RuleRow};
use townsfolk_decide::word::Word;
use townsfolk_module::decide::{HotRule, RuleSet};
use townsfolk_module::{Comparison, Expr, Literal};

const WHO: CharacterId = CharacterId(1);

/// `attribute comparison constant`; attributes from 100 on are the world's.
fn literal((name, comparison, constant): (u32, u8, i64)) -> Literal {
    let comparison = [
        Comparison::Equal,
        Comparison::NotEqual,
        Comparison::Less,
        Comparison::GreaterOrEqual,
    ][usize::from(comparison % 4)];
    let arguments = if name < 100 { vec![Expr::Me] } else { vec![] };
    Literal::Compare {
        left: Expr::Host {
            name: HostId(name),
            arguments,
        },
        comparison,
        right: Expr::Constant(Value::Number(Number(constant))),
    }
}

fn rule(index: u32, when: Vec<Literal>) -> HotRule {
    HotRule {
        name: SymbolId(index),
        subset: None,
        priority: 0,
        site: SiteId(index),
        variables: 0,
        when,
        deeds: vec![],
        again_after: None,
    }
}

fn set(rules: Vec<HotRule>) -> RuleSet {
    RuleSet {
        id: DeciderId(1),
        of_world: false,
        urgency: Urgency::Duty,
        subsets: vec![],
        rules,
    }
}

fn number(thousandths: i64) -> Word {
    Word::of(Value::Number(Number(thousandths)))
}

/// The satisfied rules, from scratch.
fn naive(program: &Program, me: &[Word], world: &[Word]) -> Vec<RuleRef> {
    let rows = Rows {
        who: WHO,
        me,
        world,
        it: None,
    };
    let rules = program.rules().iter().enumerate();
    let held = rules.filter(|(_, rule)| rule.condition.holds(&rows));
    held.map(|(index, _)| RuleRef(index as u16)).collect()
}

proptest! {
    #[test]
    fn done_03_the_satisfied_rules_equal_an_evaluation_from_scratch_after_every_cycle(
        rules in prop::collection::vec(
            prop::collection::vec((prop_oneof![0..6_u32, 100..103_u32], 0..4_u8, 0..4_i64), 1..4),
            1..90,
        ),
        writes in prop::collection::vec((any::<bool>(), 0..6_u16, 0..4_i64, any::<bool>()), 1..60),
    ) {
        let rules = rules.into_iter().zip(0..);
        let rules = rules.map(|(literals, index)| {
            rule(index, literals.into_iter().map(literal).collect())
        });
        let program = Program::compile([&set(rules.collect())]);
        let mut world = vec![number(0); program.slots.world.len()];
        let words = vec![number(0); program.slots.character.len()];
        let mut row = RuleRow::new(&program, words);
        for (of_world, slot, value, evaluate) in writes {
            if of_world && usize::from(slot) < world.len() {
                if world[usize::from(slot)] != number(value) {
                    world[usize::from(slot)] = number(value);
                    row.world_changed(slot);
                }
            } else {
                row.set(slot, number(value));
            }
            if evaluate {
                row.evaluate(&program, &world, WHO);
                prop_assert_eq!(row.satisfied(), naive(&program, row.words(), &world));
                prop_assert!(!row.is_dirty());
            }
        }
    }
}

#[test]
fn done_04_ten_thousand_rules_and_one_dirty_attribute_read_by_three_take_three_evaluations() {
    let rules = (0..10_000).map(|index| {
        let name = if index % 4000 == 7 { 3 } else { 4 + index % 50 };
        rule(index, vec![literal((name, 0, 1))])
    });
    let program = Program::compile([&set(rules.collect())]);
    let words = vec![number(0); program.slots.character.len()];
    let mut row = RuleRow::new(&program, words);
    assert_eq!(
        row.evaluate(&program, &[], WHO).affected,
        10_000,
        "the first look"
    );
    let slot = program
        .slots
        .character
        .iter()
        .position(|name| *name == HostId(3));
    assert!(
        !row.set(slot.unwrap() as u16, number(0)),
        "the same value is no change"
    );
    assert!(row.set(slot.unwrap() as u16, number(1)));
    let looked = row.evaluate(&program, &[], WHO);
    assert_eq!((looked.affected, looked.satisfied), (3, 3));
    assert_eq!(row.evaluate(&program, &[], WHO).affected, 0);
}
