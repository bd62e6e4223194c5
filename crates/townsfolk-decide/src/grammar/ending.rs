//! Whether the sentences of a grammar end, and which rules are in use.

use super::{Grammar, Node, UNBOUNDED, Weights};

/// The first rule none of whose sentences ends under the authored weights.
pub fn rule_that_never_ends(grammar: &Grammar) -> Option<u16> {
    let ends = rules_that_end(grammar);
    let place = ends.iter().position(|ends| !ends)?;
    u16::try_from(place).ok()
}

/// For each rule, whether some sentence of it ends: the least fixed point.
pub fn rules_that_end(grammar: &Grammar) -> Vec<bool> {
    let mut rules = vec![false; grammar.rules.len()];
    loop {
        let nodes = nodes_that_end(grammar, &rules);
        let body = |rule: &super::GrammarRule| at(&nodes, rule.body);
        let next: Vec<bool> = grammar.rules.iter().map(body).collect();
        if next == rules {
            return rules;
        }
        rules = next;
    }
}

/// Whether some sentence of a rule ends, if those of all other rules do.
pub fn ends_if_others_do(grammar: &Grammar, rule: u16) -> bool {
    let mut rules = vec![true; grammar.rules.len()];
    if let Some(own) = rules.get_mut(usize::from(rule)) {
        *own = false;
    }
    let nodes = nodes_that_end(grammar, &rules);
    grammar.body_of(rule).is_some_and(|body| at(&nodes, body))
}

fn at(flags: &[bool], index: u32) -> bool {
    flags.get(index as usize).copied().unwrap_or(false)
}

/// Children stand before their parents, so one pass is enough.
fn nodes_that_end(grammar: &Grammar, rules: &[bool]) -> Vec<bool> {
    let mut nodes: Vec<bool> = Vec::with_capacity(grammar.nodes.len());
    for node in &grammar.nodes {
        let kids = grammar.kids_of(*node);
        let ends = match *node {
            Node::Empty | Node::Terminal(_) => true,
            Node::Rule(rule) => rules.get(usize::from(rule)).copied().unwrap_or(false),
            Node::Sequence { .. } => kids.iter().all(|kid| at(&nodes, *kid)),
            Node::Choice { weights, .. } => {
                let weights = grammar.alternatives.get(weights as usize..).unwrap_or(&[]);
                let mut open = kids.iter().zip(weights);
                open.any(|(kid, weight)| *weight > 0 && at(&nodes, *kid))
            }
            Node::Repeat {
                repeat,
                kid,
                min,
                max,
            } => {
                let point = grammar.repeats.get(usize::from(repeat));
                let stops = max != UNBOUNDED || point.is_some_and(|point| point.chance < 1000);
                stops && (min == 0 || at(&nodes, kid))
            }
        };
        nodes.push(ends);
    }
    nodes
}

/// The rules that no sentence uses.
pub fn unused_rules(grammar: &Grammar) -> Vec<u16> {
    let mut used = vec![false; grammar.rules.len()];
    let mut open: Vec<u16> = grammar.starts.iter().map(|start| start.rule).collect();
    while let Some(rule) = open.pop() {
        match used.get_mut(usize::from(rule)) {
            Some(known) if !*known => *known = true,
            _ => continue,
        }
        open.extend(rules_below(grammar, rule));
    }
    let unused = used.iter().enumerate().filter(|(_, used)| !**used);
    unused.map(|(rule, _)| rule as u16).collect()
}

/// The symbols that sentences can put out under some weights, sorted.
pub fn symbols_of(grammar: &Grammar, weights: &Weights) -> Vec<u16> {
    let mut seen = vec![false; grammar.nodes.len()];
    let mut symbols = vec![];
    let starts = grammar.starts.iter().filter(|start| start.weight > 0);
    let mut open: Vec<u32> = starts
        .filter_map(|start| grammar.body_of(start.rule))
        .collect();
    while let Some(index) = open.pop() {
        match seen.get_mut(index as usize) {
            Some(known) if !*known => *known = true,
            _ => continue,
        }
        match grammar.node(index) {
            Node::Terminal(symbol) => symbols.push(symbol),
            Node::Rule(rule) => open.extend(grammar.body_of(rule)),
            Node::Repeat {
                repeat, kid, min, ..
            } => {
                let happens = min > 0 || weights.chance(repeat) > 0;
                open.extend(happens.then_some(kid));
            }
            node @ Node::Choice { choice, .. } => {
                let own = weights.of_choice(grammar, choice);
                let kids = grammar.kids_of(node).iter().zip(own);
                open.extend(kids.filter(|(_, weight)| **weight > 0).map(|(kid, _)| *kid));
            }
            node => open.extend(grammar.kids_of(node)),
        }
    }
    symbols.sort_unstable();
    symbols.dedup();
    symbols
}

/// The rules that the body of a rule names.
fn rules_below(grammar: &Grammar, rule: u16) -> Vec<u16> {
    let mut found = vec![];
    let mut open: Vec<u32> = grammar.body_of(rule).into_iter().collect();
    while let Some(index) = open.pop() {
        match grammar.node(index) {
            Node::Rule(rule) => found.push(rule),
            Node::Repeat { kid, .. } => open.push(kid),
            node => open.extend(grammar.kids_of(node)),
        }
    }
    found
}

/// The greatest number of open nodes of a rule that does not lead back to itself. `None` if it does.
pub fn static_depth(grammar: &Grammar, rule: u16) -> Option<usize> {
    depth_of(grammar, grammar.body_of(rule)?, grammar.rules.len() + 1)
}

fn depth_of(grammar: &Grammar, index: u32, rules_left: usize) -> Option<usize> {
    let node = grammar.node(index);
    match node {
        Node::Empty | Node::Terminal(_) => Some(0),
        Node::Rule(rule) => {
            let rules_left = rules_left.checked_sub(1)?;
            depth_of(grammar, grammar.body_of(rule)?, rules_left)
        }
        Node::Repeat { kid, .. } => Some(1 + depth_of(grammar, kid, rules_left)?),
        Node::Sequence { .. } | Node::Choice { .. } => {
            let opens = usize::from(matches!(node, Node::Sequence { .. }));
            let kids = grammar.kids_of(node).iter();
            let depths: Option<Vec<usize>> = kids
                .map(|kid| depth_of(grammar, *kid, rules_left))
                .collect();
            Some(opens + depths?.into_iter().max().unwrap_or(0))
        }
    }
}
