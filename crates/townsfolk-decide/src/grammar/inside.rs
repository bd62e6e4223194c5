//! Sums over all derivations of a chart: probability, number, and the likeliest one.

use super::chart::{Chart, Kid, Label, NONE};
use super::weights::{ONE, ROLL_MAX, Weights};
use super::wide::Wide;
use super::{Grammar, Node, UNBOUNDED};

/// Weights as probabilities, for parsing and training.
#[derive(Clone, PartialEq, Debug)]
pub struct Model {
    /// The probability of each alternative, by its index among all.
    pub alternatives: Vec<f64>,
    /// The chance of each repetition.
    pub repeats: Vec<f64>,
    /// The probability of each start.
    pub starts: Vec<f64>,
}

impl Model {
    /// The probabilities that some weights mean.
    pub fn of(grammar: &Grammar, weights: &Weights) -> Model {
        let mut alternatives = vec![0.0; grammar.alternatives.len()];
        for (choice, point) in grammar.choices.iter().enumerate() {
            let own = weights.of_choice(grammar, choice as u16);
            let total: f64 = own.iter().map(|weight| *weight as f64).sum();
            for (at, weight) in own.iter().enumerate() {
                if let Some(place) = alternatives.get_mut(point.first as usize + at) {
                    *place = if total > 0.0 {
                        *weight as f64 / total
                    } else {
                        0.0
                    };
                }
            }
        }
        let chance = |repeat: usize| weights.repeat_threshold(repeat as u16);
        let repeats = (0..grammar.repeats.len())
            .map(|repeat| f64::from(chance(repeat)) / f64::from(ROLL_MAX));
        let total: f64 = grammar
            .starts
            .iter()
            .map(|start| f64::from(start.weight))
            .sum();
        let starts = grammar
            .starts
            .iter()
            .map(|start| f64::from(start.weight) / total.max(1.0));
        Model {
            alternatives,
            repeats: repeats.collect(),
            starts: starts.collect(),
        }
    }

    /// The probabilities that the author wrote.
    pub fn authored(grammar: &Grammar) -> Model {
        let mut model = Model::of(grammar, &Weights::authored(grammar));
        // Thousandths are closer to what the author meant than thresholds of rolls.
        for (place, point) in model.repeats.iter_mut().zip(&grammar.repeats) {
            *place = f64::from(point.chance) / 1000.0;
        }
        model
    }

    /// Weights that mean these probabilities.
    pub fn weights(&self, grammar: &Grammar) -> Weights {
        let mut weights = Weights::authored(grammar);
        let millionths = |probability: f64| (probability * ONE as f64).round().max(0.0) as u64;
        for (choice, point) in grammar.choices.iter().enumerate() {
            for at in 0..point.count {
                let probability = self.choice(point.first, usize::from(at));
                weights.set(grammar, choice as u16, at, millionths(probability));
            }
        }
        for (repeat, chance) in self.repeats.iter().enumerate() {
            weights.set_chance(repeat as u16, millionths(*chance));
        }
        weights
    }

    /// The probability of an alternative of a choice, by the index of its first weight.
    pub fn choice(&self, first: u32, at: usize) -> f64 {
        let place = self.alternatives.get(first as usize + at);
        place.copied().unwrap_or(0.0)
    }

    /// The chance of a repetition.
    pub fn repeat(&self, repeat: u16) -> f64 {
        self.repeats
            .get(usize::from(repeat))
            .copied()
            .unwrap_or(0.0)
    }

    fn weight(&self, label: Label) -> f64 {
        match label {
            Label::Sure => 1.0,
            Label::Start(start) => self.starts.get(usize::from(start)).copied().unwrap_or(1.0),
            Label::Chose(at) => self.choice(at, 0),
            Label::Continue(repeat) => self.repeat(repeat),
            Label::Stop(repeat) => 1.0 - self.repeat(repeat),
        }
    }
}

/// What is summed over derivations.
pub(super) trait Sum {
    type Value: Copy + PartialEq;
    fn zero(&self) -> Self::Value;
    fn one(&self) -> Self::Value;
    fn add(&self, a: Self::Value, b: Self::Value) -> Self::Value;
    fn mul(&self, a: Self::Value, b: Self::Value) -> Self::Value;
    fn of(&self, label: Label) -> Self::Value;
    /// The value of a sum that goes on for ever.
    fn unending(&self, so_far: Self::Value) -> Self::Value;
    /// Whether a further summand does not matter.
    fn is_negligible(&self, sum: Self::Value, further: Self::Value) -> bool;
}

/// The probability of all derivations together.
pub(super) struct Probability<'a>(pub(super) &'a Model);

impl Sum for Probability<'_> {
    type Value = Wide;
    fn zero(&self) -> Wide {
        Wide::ZERO
    }
    fn one(&self) -> Wide {
        Wide::ONE
    }
    fn add(&self, a: Wide, b: Wide) -> Wide {
        a + b
    }
    fn mul(&self, a: Wide, b: Wide) -> Wide {
        a * b
    }
    fn of(&self, label: Label) -> Wide {
        Wide::of(self.0.weight(label))
    }
    fn unending(&self, so_far: Wide) -> Wide {
        so_far
    }
    fn is_negligible(&self, sum: Wide, further: Wide) -> bool {
        further.is_zero() || (!sum.is_zero() && further.over(sum).to_f64() < 1e-16)
    }
}

/// The probability of the likeliest derivation.
pub(super) struct Likeliest<'a>(pub(super) &'a Model);

impl Sum for Likeliest<'_> {
    type Value = Wide;
    fn zero(&self) -> Wide {
        Wide::ZERO
    }
    fn one(&self) -> Wide {
        Wide::ONE
    }
    fn add(&self, a: Wide, b: Wide) -> Wide {
        let a_wins = b.is_zero() || (!a.is_zero() && a.over(b).to_f64() >= 1.0);
        if a_wins { a } else { b }
    }
    fn mul(&self, a: Wide, b: Wide) -> Wide {
        a * b
    }
    fn of(&self, label: Label) -> Wide {
        Wide::of(self.0.weight(label))
    }
    fn unending(&self, so_far: Wide) -> Wide {
        so_far
    }
    fn is_negligible(&self, sum: Wide, further: Wide) -> bool {
        self.add(sum, further) == sum
    }
}

/// The number of derivations; `None` if there is no end of them.
pub(super) struct Number;

impl Sum for Number {
    type Value = Option<u64>;
    fn zero(&self) -> Option<u64> {
        Some(0)
    }
    fn one(&self) -> Option<u64> {
        Some(1)
    }
    fn add(&self, a: Option<u64>, b: Option<u64>) -> Option<u64> {
        a?.checked_add(b?)
    }
    fn mul(&self, a: Option<u64>, b: Option<u64>) -> Option<u64> {
        if a == Some(0) || b == Some(0) {
            return Some(0);
        }
        a?.checked_mul(b?)
    }
    fn of(&self, _label: Label) -> Option<u64> {
        Some(1)
    }
    fn unending(&self, so_far: Option<u64>) -> Option<u64> {
        so_far.filter(|number| *number == 0)
    }
    fn is_negligible(&self, _sum: Option<u64>, further: Option<u64>) -> bool {
        further == Some(0)
    }
}

/// Passes over a circle before its sum counts as unending.
const PASSES_MAX: usize = 400;

/// Orders the items so that each stands after what it is made of, and finds the circles.
pub(super) fn put_in_order(mut chart: Chart) -> Chart {
    let mut items = std::mem::take(&mut chart.order);
    let key = |item: &u32| {
        let item = chart.items[*item as usize];
        (item.end, std::cmp::Reverse(item.origin))
    };
    items.sort_by_key(key);
    let mut order = Vec::with_capacity(items.len());
    let mut groups = vec![];
    // 0: not seen, 1: being visited, 2: in order.
    let mut marks = vec![0u8; chart.items.len()];
    for group in items.chunk_by(|a, b| key(a) == key(b)) {
        let first = order.len();
        let mut has_circle = false;
        for item in group {
            visit(
                &chart,
                *item,
                key(item),
                &mut marks,
                &mut order,
                &mut has_circle,
            );
        }
        groups.push((first, order.len(), has_circle));
    }
    chart.order = order;
    chart.groups = groups;
    chart
}

/// Depth-first, with a stack of its own: chains may be long.
fn visit(
    chart: &Chart,
    root: u32,
    group: (u32, std::cmp::Reverse<u32>),
    marks: &mut [u8],
    order: &mut Vec<u32>,
    has_circle: &mut bool,
) {
    let mut open = vec![(root, false)];
    while let Some((item, is_left)) = open.pop() {
        if is_left {
            marks[item as usize] = 2;
            order.push(item);
            continue;
        }
        match marks[item as usize] {
            0 => {}
            1 => {
                *has_circle = true;
                continue;
            }
            _ => continue,
        }
        marks[item as usize] = 1;
        open.push((item, true));
        for edge in chart.edges_of(item) {
            let kid = match edge.kid {
                Kid::Item(kid) => kid,
                _ => NONE,
            };
            for below in [edge.from, kid] {
                let Some(known) = chart.items.get(below as usize) else {
                    continue;
                };
                if (known.end, std::cmp::Reverse(known.origin)) == group {
                    match marks[below as usize] {
                        0 => open.push((below, false)),
                        1 => *has_circle = true,
                        _ => {}
                    }
                }
            }
        }
    }
}

/// The value of every item.
pub(super) fn inside<S: Sum>(chart: &Chart, nulls: &[S::Value], sum: &S) -> Vec<S::Value> {
    let mut values = vec![sum.zero(); chart.items.len()];
    for (first, end, has_circle) in &chart.groups {
        let group = &chart.order[*first..*end];
        for pass in 0..PASSES_MAX {
            let mut changed = false;
            for item in group {
                let value = value_of(chart, *item, &values, nulls, sum);
                changed |= value != values[*item as usize];
                values[*item as usize] = value;
            }
            if !has_circle || !changed {
                break;
            }
            if pass + 1 == PASSES_MAX {
                for item in group {
                    values[*item as usize] = sum.unending(values[*item as usize]);
                }
            }
        }
    }
    values
}

fn value_of<S: Sum>(
    chart: &Chart,
    index: u32,
    values: &[S::Value],
    nulls: &[S::Value],
    sum: &S,
) -> S::Value {
    let item = chart.items[index as usize];
    let mut value = match item.dot == 0 && item.origin == item.end {
        true => sum.one(),
        false => sum.zero(),
    };
    for edge in chart.edges_of(index) {
        let kid = match edge.kid {
            Kid::Stop | Kid::Symbol(_) => sum.one(),
            Kid::Null(node) => at(nulls, node).unwrap_or(sum.zero()),
            Kid::Item(kid) => values[kid as usize],
        };
        let weight = sum.of(edge.label);
        let way = sum.mul(sum.mul(values[edge.from as usize], kid), weight);
        value = sum.add(value, way);
    }
    value
}

fn at<V: Copy>(values: &[V], node: u32) -> Option<V> {
    values.get(node as usize).copied()
}

/// For each node, the value of putting nothing out.
pub(super) fn nulls<S: Sum>(grammar: &Grammar, sum: &S) -> Vec<S::Value> {
    let mut values = vec![sum.zero(); grammar.nodes.len()];
    let passes = PASSES_MAX.max(grammar.rules.len() + 1);
    for pass in 0..passes {
        let mut changed = false;
        for index in 0..grammar.nodes.len() {
            let value = null_of(grammar, index, &values, sum);
            changed |= value != values[index];
            values[index] = value;
        }
        if !changed {
            break;
        }
        if pass + 1 == passes {
            values = values
                .into_iter()
                .map(|value| sum.unending(value))
                .collect();
        }
    }
    values
}

fn null_of<S: Sum>(grammar: &Grammar, index: usize, values: &[S::Value], sum: &S) -> S::Value {
    let node = grammar.node(index as u32);
    let of = |kid: &u32| at(values, *kid).unwrap_or(sum.zero());
    let kids = grammar.kids_of(node);
    match node {
        Node::Empty => sum.one(),
        Node::Terminal(_) => sum.zero(),
        Node::Rule(rule) => grammar.body_of(rule).map_or(sum.zero(), |body| of(&body)),
        Node::Sequence { .. } => kids
            .iter()
            .fold(sum.one(), |all, kid| sum.mul(all, of(kid))),
        Node::Choice { weights, .. } => {
            let mut total = sum.zero();
            for (place, kid) in kids.iter().enumerate() {
                let weight = sum.of(Label::Chose(weights + place as u32));
                total = sum.add(total, sum.mul(weight, of(kid)));
            }
            total
        }
        Node::Repeat {
            repeat,
            kid,
            min,
            max,
        } => null_repeat(sum, of(&kid), repeat, min, max),
    }
}

/// Any allowed number of empty repetitions.
fn null_repeat<S: Sum>(sum: &S, kid: S::Value, repeat: u16, min: u16, max: u16) -> S::Value {
    let (goes_on, stop) = (sum.of(Label::Continue(repeat)), sum.of(Label::Stop(repeat)));
    let mut reached = (0..min).fold(sum.one(), |all, _| sum.mul(all, kid));
    let mut total = sum.zero();
    for count in min..=max {
        if max != UNBOUNDED && count == max {
            return sum.add(total, reached);
        }
        total = sum.add(total, sum.mul(reached, stop));
        reached = sum.mul(sum.mul(reached, goes_on), kid);
        if sum.is_negligible(total, reached) {
            return total;
        }
        if usize::from(count - min) > PASSES_MAX * 4 {
            break;
        }
    }
    sum.unending(total)
}

/// The value of the whole sentence.
pub(super) fn total<S: Sum>(chart: &Chart, values: &[S::Value], sum: &S) -> S::Value {
    chart.goal.map_or(sum.zero(), |goal| values[goal as usize])
}
