//! Weights from examples: inside-outside on the chart.
//!
//! Each pass computes how often each alternative is expected to have been used for the examples, and
//! each repetition to have gone on or stopped. These numbers are the weights of the next pass.

use super::chart::{Chart, Kid, Label};
use super::inside::{Model, Probability, inside, nulls, total};
use super::wide::Wide;
use super::{Grammar, Node, UNBOUNDED};

/// How long and how carefully to train.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Training {
    /// Maximum number of passes.
    pub passes: usize,
    /// Training ends when the logarithm of the likelihood of a symbol improves by less, in bits.
    pub tolerance: f64,
    /// Uses that every alternative has without any example.
    pub smoothing: f64,
}

impl Default for Training {
    fn default() -> Training {
        Training {
            passes: 100,
            tolerance: 1e-4,
            smoothing: 0.01,
        }
    }
}

/// The result of training.
#[derive(Clone, PartialEq, Debug)]
pub struct Trained {
    /// The probabilities that were found.
    pub model: Model,
    /// The binary logarithm of the probability of all examples, before each pass and at the end.
    pub log2_likelihood: Vec<f64>,
    /// Examples that are no sentences, by index. They were left out.
    pub misfits: Vec<usize>,
}

/// Trains the weights of a grammar on examples. `progress` is called after each pass with its
/// number, and ends training by returning false.
pub fn train(
    grammar: &Grammar,
    model: Model,
    examples: &[Vec<u16>],
    training: &Training,
    mut progress: impl FnMut(usize) -> bool,
) -> Trained {
    let charts: Vec<Chart> = examples
        .iter()
        .map(|example| Chart::new(grammar, example))
        .collect();
    let misfits = charts
        .iter()
        .enumerate()
        .filter(|(_, chart)| !chart.is_sentence());
    let misfits: Vec<usize> = misfits.map(|(at, _)| at).collect();
    let charts: Vec<Chart> = charts
        .into_iter()
        .filter(|chart| chart.is_sentence())
        .collect();
    let symbols: usize = charts.iter().map(|chart| chart.length.max(1)).sum();
    let mut trained = Trained {
        model,
        log2_likelihood: vec![],
        misfits,
    };
    for pass in 0..training.passes {
        let uses = expected_uses(grammar, &trained.model, &charts);
        let before = trained.log2_likelihood.last().copied();
        trained.log2_likelihood.push(uses.log2_likelihood);
        let gain = before.map_or(f64::INFINITY, |before| uses.log2_likelihood - before);
        if charts.is_empty() || gain < training.tolerance * symbols as f64 {
            return trained;
        }
        trained.model = uses.model(grammar, &trained.model, training.smoothing);
        if !progress(pass + 1) {
            break;
        }
    }
    let end = expected_uses(grammar, &trained.model, &charts);
    trained.log2_likelihood.push(end.log2_likelihood);
    trained
}

/// Expected numbers of uses.
struct Uses {
    alternatives: Vec<f64>,
    continues: Vec<f64>,
    stops: Vec<f64>,
    starts: Vec<f64>,
    log2_likelihood: f64,
}

impl Uses {
    /// The probabilities that fit these uses best.
    fn model(&self, grammar: &Grammar, old: &Model, smoothing: f64) -> Model {
        let mut model = old.clone();
        for point in &grammar.choices {
            let range = point.first as usize..point.first as usize + usize::from(point.count);
            share(
                &self.alternatives[range.clone()],
                &mut model.alternatives[range],
                smoothing,
            );
        }
        for (repeat, chance) in model.repeats.iter_mut().enumerate() {
            let (continues, stops) = (self.continues[repeat], self.stops[repeat]);
            let all = continues + stops + 2.0 * smoothing;
            if all > 0.0 {
                *chance = (continues + smoothing) / all;
            }
        }
        share(&self.starts, &mut model.starts, smoothing);
        model
    }

    fn count(&mut self, label: Label, uses: f64) {
        let place = match label {
            Label::Sure => None,
            Label::Start(at) => self.starts.get_mut(usize::from(at)),
            Label::Chose(at) => self.alternatives.get_mut(at as usize),
            Label::Continue(at) => self.continues.get_mut(usize::from(at)),
            Label::Stop(at) => self.stops.get_mut(usize::from(at)),
        };
        if let Some(place) = place {
            *place += uses;
        }
    }
}

/// Shares of uses. What was never used keeps its probabilities.
fn share(uses: &[f64], into: &mut [f64], smoothing: f64) {
    let total: f64 = uses.iter().sum();
    if total <= 0.0 {
        return;
    }
    let all = total + smoothing * uses.len() as f64;
    for (place, uses) in into.iter_mut().zip(uses) {
        // An alternative that is never taken stays so: the author excluded it.
        if *place > 0.0 {
            *place = (uses + smoothing) / all;
        }
    }
}

fn expected_uses(grammar: &Grammar, model: &Model, charts: &[Chart]) -> Uses {
    let sum = Probability(model);
    let nulls = nulls(grammar, &sum);
    let mut uses = Uses {
        alternatives: vec![0.0; grammar.alternatives.len()],
        continues: vec![0.0; grammar.repeats.len()],
        stops: vec![0.0; grammar.repeats.len()],
        starts: vec![0.0; grammar.starts.len()],
        log2_likelihood: 0.0,
    };
    for chart in charts {
        let values = inside(chart, &nulls, &sum);
        let whole = total(chart, &values, &sum);
        if whole.is_zero() {
            // The weights exclude it; it can teach nothing.
            uses.log2_likelihood = f64::NEG_INFINITY;
            continue;
        }
        uses.log2_likelihood += whole.log2();
        let outer = outside(chart, &values, &nulls, model);
        let mut nothing = vec![0.0; grammar.nodes.len()];
        count_edges(
            chart,
            &Sums {
                values: &values,
                outer: &outer,
                nulls: &nulls,
                whole,
            },
            model,
            &mut uses,
            &mut nothing,
        );
        count_nothing(grammar, model, &nulls, nothing, &mut uses);
    }
    uses
}

struct Sums<'a> {
    values: &'a [Wide],
    outer: &'a [Wide],
    nulls: &'a [Wide],
    whole: Wide,
}

fn kid_value(kid: Kid, values: &[Wide], nulls: &[Wide]) -> Wide {
    match kid {
        Kid::Stop | Kid::Symbol(_) => Wide::ONE,
        Kid::Null(node) => nulls.get(node as usize).copied().unwrap_or(Wide::ZERO),
        Kid::Item(kid) => values[kid as usize],
    }
}

/// Adds the expected uses of the dice behind every edge, and of the nodes that put nothing out.
fn count_edges(
    chart: &Chart,
    sums: &Sums<'_>,
    model: &Model,
    uses: &mut Uses,
    nothing: &mut [f64],
) {
    for item in &chart.order {
        let outer = sums.outer[*item as usize];
        if outer.is_zero() {
            continue;
        }
        for edge in chart.edges_of(*item) {
            let kid = kid_value(edge.kid, sums.values, sums.nulls);
            let way = outer
                * sums.values[edge.from as usize]
                * kid
                * Probability(model).weight(edge.label);
            let expected = way.over(sums.whole).to_f64();
            uses.count(edge.label, expected);
            if let Kid::Null(node) = edge.kid
                && let Some(place) = nothing.get_mut(node as usize)
            {
                *place += expected;
            }
        }
    }
}

impl Probability<'_> {
    fn weight(&self, label: Label) -> Wide {
        super::inside::Sum::of(self, label)
    }
}

/// The probability of everything around each item.
fn outside(chart: &Chart, values: &[Wide], nulls: &[Wide], model: &Model) -> Vec<Wide> {
    let mut outer = vec![Wide::ZERO; chart.items.len()];
    if let Some(goal) = chart.goal {
        outer[goal as usize] = Wide::ONE;
    }
    for (first, end, has_circle) in chart.groups.iter().rev() {
        let group = &chart.order[*first..*end];
        if *has_circle {
            settle(chart, group, values, nulls, model, &mut outer);
        }
        for item in group.iter().rev() {
            hand_down(chart, *item, values, nulls, model, &mut outer, |below| {
                !has_circle || !group.contains(&below)
            });
        }
    }
    outer
}

/// Adds what an item means for the items that it is made of.
fn hand_down(
    chart: &Chart,
    item: u32,
    values: &[Wide],
    nulls: &[Wide],
    model: &Model,
    outer: &mut [Wide],
    may: impl Fn(u32) -> bool,
) {
    let own = outer[item as usize];
    if own.is_zero() {
        return;
    }
    for edge in chart.edges_of(item) {
        let weight = own * Probability(model).weight(edge.label);
        if may(edge.from) {
            let part = weight * kid_value(edge.kid, values, nulls);
            outer[edge.from as usize] = outer[edge.from as usize] + part;
        }
        if let Kid::Item(kid) = edge.kid
            && may(kid)
        {
            let part = weight * values[edge.from as usize];
            outer[kid as usize] = outer[kid as usize] + part;
        }
    }
}

/// Brings the items of a circle to rest.
fn settle(
    chart: &Chart,
    group: &[u32],
    values: &[Wide],
    nulls: &[Wide],
    model: &Model,
    outer: &mut [Wide],
) {
    let incoming: Vec<Wide> = group.iter().map(|item| outer[*item as usize]).collect();
    for _ in 0..1000 {
        let before: Vec<Wide> = group.iter().map(|item| outer[*item as usize]).collect();
        let mut next = outer.to_vec();
        for (item, incoming) in group.iter().zip(&incoming) {
            next[*item as usize] = *incoming;
        }
        for item in group {
            let own = outer[*item as usize];
            let mut one = vec![];
            for edge in chart.edges_of(*item) {
                let weight = own * Probability(model).weight(edge.label);
                one.push((edge.from, weight * kid_value(edge.kid, values, nulls)));
                if let Kid::Item(kid) = edge.kid {
                    one.push((kid, weight * values[edge.from as usize]));
                }
            }
            for (below, part) in one.into_iter().filter(|(below, _)| group.contains(below)) {
                next[below as usize] = next[below as usize] + part;
            }
        }
        outer.copy_from_slice(&next);
        let after = group.iter().map(|item| outer[*item as usize]);
        if before
            .iter()
            .zip(after)
            .all(|(before, after)| is_near(*before, after))
        {
            break;
        }
    }
}

fn is_near(a: Wide, b: Wide) -> bool {
    match (a.is_zero(), b.is_zero()) {
        (true, true) => true,
        (false, false) => (a.over(b).to_f64() - 1.0).abs() < 1e-14,
        _ => false,
    }
}

/// Distributes expected empty derivations to the dice inside them.
fn count_nothing(
    grammar: &Grammar,
    model: &Model,
    nulls: &[Wide],
    mut mass: Vec<f64>,
    uses: &mut Uses,
) {
    // A circle of empty rules hands an ever smaller rest on.
    for _ in 0..1000 {
        let mut rest = false;
        for index in (0..grammar.nodes.len()).rev() {
            let own = std::mem::take(&mut mass[index]);
            if own > 1e-15 {
                rest = true;
                hand_nothing_down(grammar, model, nulls, (index, own), &mut mass, uses);
            }
        }
        if !rest {
            return;
        }
    }
}

fn hand_nothing_down(
    grammar: &Grammar,
    model: &Model,
    nulls: &[Wide],
    (index, own): (usize, f64),
    mass: &mut [f64],
    uses: &mut Uses,
) {
    let node = grammar.node(index as u32);
    match node {
        Node::Empty | Node::Terminal(_) => {}
        Node::Rule(rule) => {
            if let Some(body) = grammar.body_of(rule) {
                mass[body as usize] += own;
            }
        }
        Node::Sequence { .. } => {
            for kid in grammar.kids_of(node) {
                mass[*kid as usize] += own;
            }
        }
        Node::Choice { weights, .. } => {
            for (place, kid) in grammar.kids_of(node).iter().enumerate() {
                let way = Wide::of(model.choice(weights, place)) * nulls[*kid as usize];
                let part = own * way.over(nulls[index]).to_f64();
                uses.count(Label::Chose(weights + place as u32), part);
                mass[*kid as usize] += part;
            }
        }
        Node::Repeat {
            repeat,
            kid,
            min,
            max,
        } => {
            let counts = empty_counts(model.repeat(repeat), nulls[kid as usize].to_f64(), min, max);
            uses.count(
                Label::Continue(repeat),
                own * (counts.mean - f64::from(min)),
            );
            uses.count(Label::Stop(repeat), own * counts.stopped);
            mass[kid as usize] += own * counts.mean;
        }
    }
}

/// The number of times of a repetition that puts nothing out.
struct EmptyCounts {
    mean: f64,
    /// How often a roll ended it, instead of the upper bound.
    stopped: f64,
}

fn empty_counts(chance: f64, empty: f64, min: u16, max: u16) -> EmptyCounts {
    let (mut total, mut sum, mut stopped) = (0.0, 0.0, 0.0);
    let mut reached = 1.0;
    for count in min..=max {
        let is_full = max != UNBOUNDED && count == max;
        let share = if is_full {
            reached
        } else {
            reached * (1.0 - chance)
        };
        total += share;
        sum += share * f64::from(count);
        stopped += if is_full { 0.0 } else { share };
        reached *= chance * empty;
        if is_full || reached < 1e-18 {
            break;
        }
    }
    let total = if total > 0.0 { total } else { 1.0 };
    EmptyCounts {
        mean: sum / total,
        stopped: stopped / total,
    }
}
