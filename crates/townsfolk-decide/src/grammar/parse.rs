//! Recognition, probability and structure of a sequence of symbols.

use super::chart::{Chart, Edge, Kid, ROOT};
use super::inside::{Likeliest, Model, Number, Probability, inside, nulls, total};
use super::wide::Wide;
use super::{Grammar, Node};

/// What is known of a sequence of symbols.
#[derive(Clone, PartialEq, Debug)]
pub struct Parse {
    /// The binary logarithm of its probability.
    pub log2_probability: f64,
    /// The number of ways in which it can be derived; `None` if there is no end of them.
    pub derivations: Option<u64>,
    /// The likeliest derivation.
    pub tree: Vec<Tree>,
}

/// A derivation: rules, and the symbols that they put out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Tree {
    /// A rule, and what it has put out.
    Rule(u16, Vec<Tree>),
    /// A symbol.
    Symbol(u16),
}

/// Whether symbols are a sentence of a grammar.
pub fn recognise(grammar: &Grammar, symbols: &[u16]) -> bool {
    Chart::new(grammar, symbols).is_sentence()
}

/// The binary logarithm of the probability of symbols; minus infinity if they are no sentence.
pub fn log2_probability(grammar: &Grammar, model: &Model, symbols: &[u16]) -> f64 {
    log2_of_chart(grammar, model, &Chart::new(grammar, symbols))
}

/// The same for a chart.
pub fn log2_of_chart(grammar: &Grammar, model: &Model, chart: &Chart) -> f64 {
    let sum = Probability(model);
    let nulls = nulls(grammar, &sum);
    let values = inside(chart, &nulls, &sum);
    total(chart, &values, &sum).log2()
}

/// Parses symbols. `None` if they are no sentence.
pub fn parse(grammar: &Grammar, model: &Model, symbols: &[u16]) -> Option<Parse> {
    parse_chart(grammar, model, &Chart::new(grammar, symbols), symbols)
}

/// Parses symbols whose chart is known.
pub fn parse_chart(
    grammar: &Grammar,
    model: &Model,
    chart: &Chart,
    symbols: &[u16],
) -> Option<Parse> {
    if !chart.is_sentence() {
        return None;
    }
    let number_of_nothing = nulls(grammar, &Number);
    let numbers = inside(chart, &number_of_nothing, &Number);
    let likeliest = Likeliest(model);
    let nothing = nulls(grammar, &likeliest);
    let reader = Reader {
        grammar,
        chart,
        symbols,
        values: inside(chart, &nothing, &likeliest),
        nothing,
    };
    Some(Parse {
        log2_probability: log2_of_chart(grammar, model, chart),
        derivations: total(chart, &numbers, &Number),
        tree: match chart.goal {
            Some(goal) => reader.read(goal, 0),
            None => vec![],
        },
    })
}

/// The number of symbols after which no sentence goes on: how far a sequence is right.
pub fn longest_prefix(grammar: &Grammar, symbols: &[u16]) -> usize {
    let chart = Chart::new(grammar, symbols);
    let ends = chart.items.iter().map(|item| item.end as usize);
    ends.max().unwrap_or(0)
}

/// Maximum depth of a derivation that is shown; what lies deeper is shown as its symbols.
const DEPTH_MAX: usize = 400;

struct Reader<'a> {
    grammar: &'a Grammar,
    chart: &'a Chart,
    symbols: &'a [u16],
    values: Vec<Wide>,
    nothing: Vec<Wide>,
}

impl Reader<'_> {
    /// The likeliest derivation of a complete item.
    fn read(&self, item: u32, depth: usize) -> Vec<Tree> {
        let Some(known) = self.chart.items.get(item as usize) else {
            return vec![];
        };
        let span = known.origin as usize..known.end as usize;
        let flat = || self.symbols.get(span.clone()).unwrap_or(&[]).iter();
        if depth > DEPTH_MAX {
            return flat().map(|symbol| Tree::Symbol(*symbol)).collect();
        }
        let mut parts = vec![];
        let mut at = item;
        // Each edge goes back by one child; the beginning has none.
        while let Some(edge) = self.best(at) {
            parts.push(self.child(known.node, edge, depth));
            at = edge.from;
        }
        parts.reverse();
        parts.into_iter().flatten().collect()
    }

    fn best(&self, item: u32) -> Option<&Edge> {
        let worth = |edge: &&Edge| {
            let kid = match edge.kid {
                Kid::Stop | Kid::Symbol(_) => Wide::ONE,
                Kid::Null(node) => self
                    .nothing
                    .get(node as usize)
                    .copied()
                    .unwrap_or(Wide::ZERO),
                Kid::Item(kid) => self.values[kid as usize],
            };
            (self.values[edge.from as usize] * kid).log2()
        };
        let forward = self.chart.edges_of(item).filter(|edge| edge.from != item);
        let is_begun = self
            .chart
            .items
            .get(item as usize)
            .is_some_and(|item| item.dot == 0 && item.origin == item.end);
        forward
            .filter(|_| !is_begun)
            .max_by(|a, b| worth(a).total_cmp(&worth(b)))
    }

    /// What an edge has read, inside the rules that its child names.
    fn child(&self, node: u32, edge: &Edge, depth: usize) -> Vec<Tree> {
        let mut inner = match edge.kid {
            Kid::Stop => return vec![],
            Kid::Symbol(at) => {
                let symbol = self.symbols.get(at as usize);
                symbol
                    .map(|symbol| Tree::Symbol(*symbol))
                    .into_iter()
                    .collect()
            }
            Kid::Null(_) => vec![],
            Kid::Item(kid) => self.read(kid, depth + 1),
        };
        for rule in self.rules_on_the_way(node, edge.place).into_iter().rev() {
            inner = vec![Tree::Rule(rule, inner)];
        }
        inner
    }

    /// The rules that stand between a node and what its child really is.
    fn rules_on_the_way(&self, node: u32, place: u32) -> Vec<u16> {
        let mut rules = vec![];
        let mut at = match node {
            ROOT => {
                rules.extend(self.chart.starts.get(place as usize));
                rules.first().and_then(|rule| self.grammar.body_of(*rule))
            }
            node => match self.grammar.node(node) {
                Node::Repeat { kid, .. } => Some(kid),
                node => self.grammar.kids_of(node).get(place as usize).copied(),
            },
        };
        while let Some(Node::Rule(rule)) = at.map(|at| self.grammar.node(at)) {
            if rules.len() > self.grammar.rules.len() {
                break;
            }
            rules.push(rule);
            at = self.grammar.body_of(rule);
        }
        rules
    }
}
