//! Learns weights by stochastic gradient descent, one case at a time.

use super::cases::Case;
use std::convert::Infallible;
use townsfolk_core::{Draw, Seed, SiteId, Tick};
use townsfolk_module::mind::{Degree, Interaction, Network};

/// How a network is trained.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Schooling {
    /// The seed for initial weights and the order of cases.
    pub seed: Seed,
    /// Number of passes over all cases.
    pub epochs: u32,
    /// The initial learning rate; it falls to a tenth at the end.
    pub rate: f64,
    /// The momentum.
    pub momentum: f64,
}

impl Default for Schooling {
    fn default() -> Schooling {
        Schooling {
            seed: Seed(2004),
            epochs: 200,
            rate: 0.1,
            momentum: 0.5,
        }
    }
}

#[derive(Clone)]
struct Weights {
    hidden: [[f64; 10]; 6],
    output: [[f64; 7]; 8],
}

/// Trains a network on cases. The same cases and schooling give the same weights everywhere.
pub fn train(cases: &[Case], schooling: &Schooling) -> Network {
    let Ok(network) = train_watched(cases, schooling, &mut || Ok::<(), Infallible>(()));
    network
}

/// The same with a callback after every epoch, which may cancel.
pub fn train_watched<E>(
    cases: &[Case],
    schooling: &Schooling,
    epoch_begins: &mut dyn FnMut() -> Result<(), E>,
) -> Result<Network, E> {
    let mut weights = first_weights(schooling.seed);
    let mut steps = Weights {
        hidden: [[0.0; 10]; 6],
        output: [[0.0; 7]; 8],
    };
    let lessons: Vec<([f64; 10], [f64; 8])> = cases.iter().map(lesson).collect();
    let mut order: Vec<usize> = (0..lessons.len()).collect();
    for epoch in 0..schooling.epochs {
        epoch_begins()?;
        shuffle(&mut order, schooling.seed, epoch);
        let gone = f64::from(epoch) / f64::from(schooling.epochs.max(1));
        let rate = schooling.rate * (1.0 - 0.9 * gone);
        for index in &order {
            let (inputs, wanted) = &lessons[*index];
            learn(
                &mut weights,
                &mut steps,
                inputs,
                wanted,
                rate,
                schooling.momentum,
            );
        }
    }
    Ok(Network {
        hidden: weights.hidden.map(|row| row.map(whole)),
        output: weights.output.map(|row| row.map(whole)),
    })
}

/// The inputs with a one for the bias, and the target outputs.
fn lesson(case: &Case) -> ([f64; 10], [f64; 8]) {
    let mut inputs = [1.0; 10];
    for (input, degree) in inputs.iter_mut().zip(case.situation.inputs()) {
        *input = f64::from(degree.0) / 65_536.0;
    }
    let wanted = Interaction::ALL.map(|i| if i == case.right { 1.0 } else { 0.0 });
    (inputs, wanted)
}

fn learn(
    weights: &mut Weights,
    steps: &mut Weights,
    inputs: &[f64; 10],
    wanted: &[f64; 8],
    rate: f64,
    momentum: f64,
) {
    let mut hidden = [1.0; 7];
    for (value, row) in hidden.iter_mut().zip(&weights.hidden) {
        *value = sigmoid(dot(row, inputs));
    }
    // With cross-entropy as the error, the gradient at an output is its difference to the target.
    let mut slopes = [0.0; 8];
    for ((slope, row), wanted) in slopes.iter_mut().zip(&weights.output).zip(wanted) {
        *slope = wanted - sigmoid(dot(row, &hidden));
    }
    let mut back = [0.0; 6];
    for (neuron, back) in back.iter_mut().enumerate() {
        let rows = slopes.iter().zip(&weights.output);
        let sum: f64 = rows.map(|(slope, row)| slope * row[neuron]).sum();
        *back = sum * hidden[neuron] * (1.0 - hidden[neuron]);
    }
    for (row, slope) in slopes.iter().enumerate() {
        for (column, value) in hidden.iter().enumerate() {
            let step = rate * slope * value + momentum * steps.output[row][column];
            steps.output[row][column] = step;
            weights.output[row][column] += step;
        }
    }
    for (row, slope) in back.iter().enumerate() {
        for (column, value) in inputs.iter().enumerate() {
            let step = rate * slope * value + momentum * steps.hidden[row][column];
            steps.hidden[row][column] = step;
            weights.hidden[row][column] += step;
        }
    }
}

fn dot(row: &[f64], values: &[f64]) -> f64 {
    row.iter().zip(values).map(|(a, b)| a * b).sum()
}

/// The sigmoid from sums and products only, so that it has the same bits everywhere.
fn sigmoid(argument: f64) -> f64 {
    let size = if argument < 0.0 { -argument } else { argument };
    let size = if size > 30.0 { 30.0 } else { size };
    // e^(−x) is the 256th power of e^(−x/256), which a short series gives.
    let x = size / 256.0;
    let mut power = 1.0 - x * (1.0 - x / 2.0 * (1.0 - x / 3.0 * (1.0 - x / 4.0)));
    for _ in 0..8 {
        power *= power;
    }
    let above = 1.0 / (1.0 + power);
    if argument < 0.0 { 1.0 - above } else { above }
}

fn first_weights(seed: Seed) -> Weights {
    let draw = Draw::at(seed, 0, Tick(0), SiteId::named("first weights"));
    let mut index = 0;
    let mut next = || {
        index += 1;
        // From −0.5 to 0.5.
        draw.between(index, -32_768, 32_768) as f64 / 65_536.0
    };
    Weights {
        hidden: std::array::from_fn(|_| std::array::from_fn(|_| next())),
        output: std::array::from_fn(|_| std::array::from_fn(|_| next())),
    }
}

fn shuffle(order: &mut [usize], seed: Seed, epoch: u32) {
    let draw = Draw::at(seed, 0, Tick(i64::from(epoch)), SiteId::named("order"));
    for last in (1..order.len()).rev() {
        let other = draw.between(last as u64, 0, last as i64);
        order.swap(last, usize::try_from(other).unwrap_or(0));
    }
}

/// A weight in 1/65,536, rounded to the nearest.
fn whole(weight: f64) -> Degree {
    let scaled = weight * 65_536.0;
    let half = if scaled < 0.0 { -0.5 } else { 0.5 };
    // The cast cuts off what is behind the point, and saturates.
    Degree((scaled + half) as i32)
}
