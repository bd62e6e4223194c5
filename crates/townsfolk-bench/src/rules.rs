//! Speed of hot rules: every attribute dirty, two dirty attributes, nothing dirty, and beside
//! dirty checking written by hand.

use crate::{Figure, cpu_seconds};
use std::hint::black_box;
use townsfolk_core::{CharacterId, DeciderId, HostId, Number, SiteId, SymbolId, Urgency, Value};
use townsfolk_decide::rules::{Program, RuleRow};
use townsfolk_decide::word::Word;
use townsfolk_module::decide::{HotRule, RuleSet};
use townsfolk_module::{Comparison, Expr, Literal};

/// Number of attributes and rules of a character, as in the benchmark's definition.
const ATTRIBUTES: usize = 20;
const RULES: usize = 50;
const CHARACTERS: usize = 10_000;
const TICKS: usize = 100;

/// `v[a] > t and v[b] <= u`.
#[derive(Clone, Copy, Debug)]
struct Rule {
    a: usize,
    b: usize,
    t: u8,
    u: u8,
}

/// Measures hot rules.
pub fn measure() -> Vec<Figure> {
    let rules = rules();
    let native_dirty = cpu_seconds(3, || native(&rules, true));
    let native_all = cpu_seconds(3, || native(&rules, false));
    let program = program(&rules);
    let (evaluations, firings) = ours(&program);
    assert_eq!(
        firings,
        native(&rules, true).1,
        "both count the same firings"
    );
    let dirty = cpu_seconds(3, || ours(&program));
    let updates = (CHARACTERS * TICKS) as f64;
    let (all_dirty, count) = all_dirty(&program);
    vec![
        Figure::new(
            "two attributes dirty",
            dirty / updates * 1e9,
            "ns a character",
        ),
        Figure::new("share of native dirty checking", native_dirty / dirty, "")
            .against("at least", 0.3),
        Figure::new("share of native, all rules", native_all / dirty, ""),
        Figure::new(
            "evaluations, two dirty",
            evaluations as f64 / dirty / 1e6,
            "million a second",
        ),
        Figure::new(
            "evaluations, all dirty",
            count as f64 / all_dirty / 1e6,
            "million a second",
        )
        .against("at least", 100.0),
        Figure::new("nothing dirty", nothing_dirty(&program), "ns a character")
            .against("at most", 50.0),
    ]
}

fn random(state: &mut u32) -> u32 {
    *state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
    *state >> 16
}

fn rules() -> Vec<Rule> {
    let mut state = 5;
    let rule = |_| {
        let a = random(&mut state) as usize % ATTRIBUTES;
        let b = (a + 1 + random(&mut state) as usize % (ATTRIBUTES - 1)) % ATTRIBUTES;
        let t = (random(&mut state) % 100) as u8;
        let u = (random(&mut state) % 100) as u8;
        Rule { a, b, t, u }
    };
    (0..RULES).map(rule).collect()
}

fn values() -> Vec<[u8; ATTRIBUTES]> {
    let mut state = 9;
    let row = |_| std::array::from_fn(|_| (random(&mut state) % 100) as u8);
    (0..CHARACTERS).map(row).collect()
}

/// The same work by hand: arrays of bytes, and a mask of readers for each attribute.
fn native(rules: &[Rule], dirty_only: bool) -> (u64, u64) {
    let mut readers = [0_u64; ATTRIBUTES];
    for (index, rule) in rules.iter().enumerate() {
        readers[rule.a] |= 1 << index;
        readers[rule.b] |= 1 << index;
    }
    let mut rows = values();
    let (mut evaluations, mut firings) = (0, 0);
    let mut state = 77;
    for _ in 0..TICKS {
        for row in &mut rows {
            let mut mask = 0;
            for _ in 0..2 {
                let index = random(&mut state) as usize % ATTRIBUTES;
                row[index] = (random(&mut state) % 100) as u8;
                mask |= readers[index];
            }
            if dirty_only {
                evaluations += u64::from(mask.count_ones());
                while mask != 0 {
                    let rule = &rules[mask.trailing_zeros() as usize];
                    mask &= mask - 1;
                    firings += u64::from(row[rule.a] > rule.t && row[rule.b] <= rule.u);
                }
            } else {
                evaluations += rules.len() as u64;
                for (index, rule) in rules.iter().enumerate() {
                    let read = mask >> index & 1 == 1;
                    let holds = row[rule.a] > rule.t && row[rule.b] <= rule.u;
                    firings += u64::from(holds && read);
                }
            }
        }
    }
    (evaluations, firings)
}

fn word(value: u8) -> Word {
    Word::of(Value::Number(Number::whole(i64::from(value))))
}

fn program(rules: &[Rule]) -> Program {
    let literal = |attribute: usize, comparison, value: u8| Literal::Compare {
        left: Expr::Host {
            name: HostId(attribute as u32),
            arguments: vec![Expr::Me],
        },
        comparison,
        right: Expr::Constant(Value::Number(Number::whole(i64::from(value)))),
    };
    let compiled = rules.iter().zip(0..).map(|(rule, index)| HotRule {
        name: SymbolId(index),
        subset: None,
        priority: 0,
        site: SiteId(index),
        variables: 0,
        when: vec![
            literal(rule.a, Comparison::Greater, rule.t),
            literal(rule.b, Comparison::LessOrEqual, rule.u),
        ],
        deeds: vec![],
        again_after: None,
    });
    Program::compile([&RuleSet {
        id: DeciderId(1),
        of_world: false,
        urgency: Urgency::Duty,
        subsets: vec![],
        rules: compiled.collect(),
    }])
}

fn rows(program: &Program) -> Vec<RuleRow> {
    let slots = &program.slots.character;
    let row = |values: [u8; ATTRIBUTES]| {
        let words = slots.iter().map(|name| word(values[name.0 as usize]));
        let mut row = RuleRow::new(program, words.collect());
        row.evaluate(program, &[], CharacterId(1));
        row
    };
    values().into_iter().map(row).collect()
}

/// The slot of each attribute, where a rule reads it.
fn slots(program: &Program) -> [Option<u16>; ATTRIBUTES] {
    let names = &program.slots.character;
    std::array::from_fn(|attribute| {
        let slot = names.iter().position(|name| name.0 as usize == attribute);
        slot.map(|slot| slot as u16)
    })
}

/// The same work with rows of the engine. A rule that is satisfied and reads a written attribute
/// counts as a firing, as in the native form.
fn ours(program: &Program) -> (u64, u64) {
    let slots = slots(program);
    let mut rows = rows(program);
    let (mut evaluations, mut firings) = (0, 0);
    let mut state = 77;
    for _ in 0..TICKS {
        for row in &mut rows {
            for _ in 0..2 {
                let index = random(&mut state) as usize % ATTRIBUTES;
                let value = word((random(&mut state) % 100) as u8);
                if let Some(slot) = slots[index] {
                    row.set(slot, value);
                    row.mark(slot);
                }
            }
            let looked = row.evaluate(program, &[], CharacterId(1));
            evaluations += u64::from(looked.affected);
            firings += u64::from(looked.held);
        }
    }
    (evaluations, firings)
}

/// CPU seconds for evaluations with every attribute dirty, and their number.
fn all_dirty(program: &Program) -> (f64, u64) {
    let mut rows = rows(program);
    let slots = program.slots.character.len() as u16;
    let mut count = 0;
    let seconds = cpu_seconds(3, || {
        count = 0;
        for _ in 0..20 {
            for row in &mut rows {
                (0..slots).for_each(|slot| row.mark(slot));
                count += u64::from(row.evaluate(program, &[], CharacterId(1)).affected);
            }
        }
    });
    (seconds, count)
}

/// Nanoseconds to find that nothing is dirty.
fn nothing_dirty(program: &Program) -> f64 {
    let rows = rows(program);
    let seconds = cpu_seconds(3, || {
        let mut dirty = 0_u64;
        for _ in 0..20 {
            for row in &rows {
                dirty += u64::from(black_box(row).is_dirty());
            }
        }
        dirty
    });
    seconds / (20 * rows.len()) as f64 * 1e9
}
