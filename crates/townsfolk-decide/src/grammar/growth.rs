//! How long sentences are on average: the mean matrix of a grammar.

use super::inside::Model;
use super::{Grammar, Node, UNBOUNDED};

/// Expected numbers under some weights.
#[derive(Clone, PartialEq, Debug)]
pub struct Growth {
    /// How many of itself a rule makes in the long run. Below one, sentences are finite on average.
    pub rate: f64,
    /// The expected number of symbols of each rule; none if some rule is expected to grow for ever.
    pub lengths: Option<Vec<f64>>,
}

/// Growth under the weights of a model.
pub fn growth(grammar: &Grammar, model: &Model) -> Growth {
    let rules = grammar.rules.len();
    let means: Vec<Means> = grammar
        .rules
        .iter()
        .map(|rule| means_of(grammar, model, rule.body))
        .collect();
    let matrix: Vec<Vec<f64>> = means.iter().map(|means| means.rules.clone()).collect();
    let symbols: Vec<f64> = means.iter().map(|means| means.symbols).collect();
    let ones = vec![1.0; rules];
    let finite = symbols.iter().all(|mean| mean.is_finite())
        && matrix.iter().flatten().all(|mean| mean.is_finite());
    let lengths = match finite && grows_less_than(&matrix, 1.0, &ones) {
        true => solve(&matrix, 1.0, &symbols),
        false => None,
    };
    let rate = match finite {
        true => rate_of(&matrix, &ones),
        false => f64::INFINITY,
    };
    Growth { rate, lengths }
}

/// The expected rules and symbols of one expansion of a node.
struct Means {
    rules: Vec<f64>,
    symbols: f64,
}

fn means_of(grammar: &Grammar, model: &Model, index: u32) -> Means {
    let mut means = Means {
        rules: vec![0.0; grammar.rules.len()],
        symbols: 0.0,
    };
    add(grammar, model, index, 1.0, &mut means);
    means
}

fn add(grammar: &Grammar, model: &Model, index: u32, times: f64, into: &mut Means) {
    // What never happens must not turn into infinity times zero.
    if times == 0.0 {
        return;
    }
    let node = grammar.node(index);
    match node {
        Node::Empty => {}
        Node::Terminal(_) => into.symbols += times,
        Node::Rule(rule) => {
            if let Some(mean) = into.rules.get_mut(usize::from(rule)) {
                *mean += times;
            }
        }
        Node::Sequence { .. } => {
            for kid in grammar.kids_of(node) {
                add(grammar, model, *kid, times, into);
            }
        }
        Node::Choice { weights, .. } => {
            for (at, kid) in grammar.kids_of(node).iter().enumerate() {
                add(
                    grammar,
                    model,
                    *kid,
                    times * model.choice(weights, at),
                    into,
                );
            }
        }
        Node::Repeat {
            repeat,
            kid,
            min,
            max,
        } => {
            let count = mean_count(model.repeat(repeat), min, max);
            add(grammar, model, kid, times * count, into);
        }
    }
}

/// The expected number of times of a repetition.
pub fn mean_count(chance: f64, min: u16, max: u16) -> f64 {
    let mut further = 0.0;
    let mut reached = 1.0;
    if max == UNBOUNDED {
        further = match chance < 1.0 {
            true => chance / (1.0 - chance),
            false => f64::INFINITY,
        };
    } else {
        for _ in min..max {
            reached *= chance;
            further += reached;
        }
    }
    f64::from(min) + further
}

/// Whether the spectral radius of a matrix without negative entries is below a bound: exactly then
/// `x = 1 + M x / bound` has a solution without an entry below one.
fn grows_less_than(matrix: &[Vec<f64>], bound: f64, ones: &[f64]) -> bool {
    let solution = solve(matrix, bound, ones);
    solution.is_some_and(|x| x.iter().all(|x| x.is_finite() && *x >= 1.0 - 1e-9))
}

/// The spectral radius, by halving an interval.
fn rate_of(matrix: &[Vec<f64>], ones: &[f64]) -> f64 {
    let largest_row = matrix.iter().map(|row| row.iter().sum::<f64>());
    let (mut low, mut high) = (0.0, largest_row.fold(0.0, f64::max) + 1e-9);
    for _ in 0..60 {
        let middle = (low + high) / 2.0;
        match middle > 0.0 && grows_less_than(matrix, middle, ones) {
            true => high = middle,
            false => low = middle,
        }
    }
    high
}

/// The solution of `(I - M / bound) x = t`, by elimination. `None` if there is none.
fn solve(matrix: &[Vec<f64>], bound: f64, right: &[f64]) -> Option<Vec<f64>> {
    let size = matrix.len();
    let mut rows: Vec<Vec<f64>> = (0..size)
        .map(|row| {
            let unit = |column: usize| if column == row { 1.0 } else { 0.0 };
            let mut cells: Vec<f64> = (0..size)
                .map(|column| unit(column) - matrix[row][column] / bound)
                .collect();
            cells.push(right[row]);
            cells
        })
        .collect();
    for column in 0..size {
        let below = column..size;
        let pivot =
            below.max_by(|a, b| rows[*a][column].abs().total_cmp(&rows[*b][column].abs()))?;
        if rows[pivot][column].abs() < 1e-12 {
            return None;
        }
        rows.swap(column, pivot);
        for row in 0..size {
            if row == column {
                continue;
            }
            let factor = rows[row][column] / rows[column][column];
            if factor != 0.0 {
                let pivot = rows[column].clone();
                let cells = rows[row].iter_mut().zip(pivot).skip(column);
                cells.for_each(|(cell, above)| *cell -= factor * above);
            }
        }
    }
    Some(
        (0..size)
            .map(|row| rows[row][size] / rows[row][row])
            .collect(),
    )
}
