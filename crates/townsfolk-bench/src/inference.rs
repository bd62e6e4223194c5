//! Figures of inference over referents: 1,000 bit rules for 100,000 characters, beside loops that are
//! written by hand over the same words.
//!
//! Both peers compute the same conclusions; their check sums are compared. One goes through the rules
//! with a block of characters inside, as the engine does. The other goes through the characters with
//! the rules inside.

use crate::{Figure, cpu_seconds};
use townsfolk_core::digest::fold;
use townsfolk_core::{DeciderId, SymbolId};
use townsfolk_decide::inference::{Block, LANES, Program};
use townsfolk_module::decide::Inference;
use townsfolk_module::decide::inference::{
    About, Asks, InferenceRule, Limits, Logic, Predicate, PredicateIndex, Sense, SenseTest, Term,
};

/// Number of sensed predicates.
const SENSED: usize = 24;

/// Number of rules, each with a conclusion of its own.
const RULES: usize = 1_000;

/// Number of characters.
const CHARACTERS: usize = 100_000;

/// Another number of characters in a block, for the loop by hand.
const NARROW: usize = 8;

/// How often each way is measured; the best run counts.
const RUNS: usize = 5;

/// Number of steps that are reported.
pub const STEPS: usize = 3;

/// Measures all figures.
pub fn measure(step: &mut dyn FnMut(&str)) -> Vec<Figure> {
    let (of, plain) = rules();
    let Ok(program) = Program::compile(&of) else {
        return vec![];
    };
    let senses = senses();
    step("rules as compiled");
    let mut compiled_sum = 0;
    let compiled = cpu_seconds(RUNS, || {
        compiled_sum = run_compiled(&program, &senses);
        compiled_sum
    });
    step("rules by hand, characters inside");
    let mut columns_sum = 0;
    let wide = cpu_seconds(RUNS, || {
        columns_sum = run_columns::<LANES>(&plain, &senses);
        columns_sum
    });
    // The peer has the width that suits it best.
    let narrow = cpu_seconds(RUNS, || run_columns::<NARROW>(&plain, &senses));
    let columns = wide.min(narrow);
    step("rules by hand, rules inside");
    let mut rows_sum = 0;
    let rows = cpu_seconds(RUNS, || {
        rows_sum = run_rows(&plain, &senses);
        rows_sum
    });
    let agree = compiled_sum == columns_sum && columns_sum == rows_sum;
    let best = columns.min(rows);
    let evaluations = (RULES * CHARACTERS) as f64;
    vec![
        Figure::new("1,000 rules, 100,000 characters", compiled * 1e3, "ms")
            .against("of the straight loop (at most 1.5)", compiled / best),
        Figure::new("straight loop, characters inside", columns * 1e3, "ms"),
        Figure::new("straight loop, rules inside", rows * 1e3, "ms"),
        Figure::new("a rule for a character", compiled * 1e9 / evaluations, "ns"),
        Figure::new("all three agree (1 is yes)", f64::from(u8::from(agree)), ""),
    ]
}

/// A rule of the peers: where its words are.
#[derive(Clone, Copy)]
struct PlainRule {
    head: usize,
    first: usize,
    second: usize,
    negated: bool,
}

/// True and false bits of one sensed predicate of one character.
type Sensed = (u64, u64);

/// The same rules for the program and for its peers. Premises lie up to 200 rules back.
fn rules() -> (Inference, Vec<PlainRule>) {
    let predicate = |index: usize| Predicate {
        name: SymbolId(index as u32 + 1),
        unary: true,
        sense: (index < SENSED).then_some(Sense {
            test: SenseTest::InView,
            felt: false,
        }),
    };
    let mut plain = vec![];
    for rule in 0..RULES {
        let head = SENSED + rule;
        let reach = head.min(200) as u64;
        let back = |n: u64| head - 1 - (fold(rule as u64, n) % reach) as usize;
        plain.push(PlainRule {
            head,
            first: back(1),
            second: back(2),
            negated: fold(rule as u64, 3).is_multiple_of(4),
        });
    }
    let term = |predicate: usize, negated: bool| Term {
        predicate: PredicateIndex(predicate as u16),
        about: About::Each,
        asks: Asks::Holds,
        negated,
        denied: false,
    };
    let of = Inference {
        id: DeciderId(1),
        referents: (0..64).map(SymbolId).collect(),
        logic: Logic::Kleene,
        limits: Limits::default(),
        sight: vec![],
        variables: 1,
        bindings: vec![],
        predicates: (0..SENSED + RULES).map(predicate).collect(),
        rules: (plain.iter())
            .map(|rule| InferenceRule {
                situation: None,
                head: PredicateIndex(rule.head as u16),
                body: vec![term(rule.first, false), term(rule.second, rule.negated)],
            })
            .collect(),
        goals: vec![],
        motors: vec![],
        situations: vec![],
    };
    (of, plain)
}

/// What every character senses.
fn senses() -> Vec<[Sensed; SENSED]> {
    let sense = |who: usize, n: usize| {
        let truth = fold(who as u64, n as u64);
        (truth, !truth & fold(truth, 7))
    };
    let row = |who| std::array::from_fn(|n| sense(who, n));
    (0..CHARACTERS).map(row).collect()
}

fn run_compiled(program: &Program, senses: &[[Sensed; SENSED]]) -> u64 {
    let pair = |index: usize| program.predicate(PredicateIndex(index as u16));
    let mut block = Block::default();
    block.clear(program);
    let mut sum = 0;
    for characters in senses.chunks(LANES) {
        for (lane, row) in characters.iter().enumerate() {
            for (index, (truth, falsity)) in row.iter().enumerate() {
                block.set(pair(index).truth, lane, *truth);
                block.set(pair(index).falsity, lane, *falsity);
            }
        }
        block.run(program);
        for lane in 0..characters.len() {
            for index in SENSED + RULES - 8..SENSED + RULES {
                sum = add(sum, block.word(pair(index).truth, lane));
                sum = add(sum, block.word(pair(index).falsity, lane));
            }
        }
    }
    sum
}

/// One rule after another, each for a block of characters.
fn run_columns<const LANES: usize>(rules: &[PlainRule], senses: &[[Sensed; SENSED]]) -> u64 {
    let mut truth = vec![[0_u64; LANES]; SENSED + RULES];
    let mut falsity = truth.clone();
    let mut sum = 0;
    for characters in senses.chunks(LANES) {
        for (lane, row) in characters.iter().enumerate() {
            for (index, (yes, no)) in row.iter().enumerate() {
                truth[index][lane] = *yes;
                falsity[index][lane] = *no;
            }
        }
        for rule in rules {
            let (a_yes, a_no) = (truth[rule.first], falsity[rule.first]);
            let (b_yes, b_no) = match rule.negated {
                false => (truth[rule.second], falsity[rule.second]),
                true => (falsity[rule.second], truth[rule.second]),
            };
            truth[rule.head] = std::array::from_fn(|lane| a_yes[lane] & b_yes[lane]);
            falsity[rule.head] = std::array::from_fn(|lane| a_no[lane] | b_no[lane]);
        }
        for lane in 0..characters.len() {
            for index in SENSED + RULES - 8..SENSED + RULES {
                sum = add(sum, truth[index][lane]);
                sum = add(sum, falsity[index][lane]);
            }
        }
    }
    sum
}

/// One character after another, each through all rules.
fn run_rows(rules: &[PlainRule], senses: &[[Sensed; SENSED]]) -> u64 {
    let mut words = vec![(0_u64, 0_u64); SENSED + RULES];
    let mut sum = 0;
    for row in senses {
        words[..SENSED].copy_from_slice(row);
        for rule in rules {
            let (a_yes, a_no) = words[rule.first];
            let (b_yes, b_no) = words[rule.second];
            words[rule.head] = match rule.negated {
                false => (a_yes & b_yes, a_no | b_no),
                true => (a_yes & b_no, a_no | b_yes),
            };
        }
        for (yes, no) in &words[SENSED + RULES - 8..] {
            sum = add(add(sum, *yes), *no);
        }
    }
    sum
}

/// A check sum that does not depend on the order of characters.
fn add(sum: u64, word: u64) -> u64 {
    sum.wrapping_add(word.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(17))
}
