//! An Earley chart over the nodes of a grammar.
//!
//! An item is an open or complete node with the position where it began. Repetitions are counted in
//! their item instead of being rewritten as recursive rules. So an unambiguous behaviour grammar needs
//! a handful of items for each symbol. Items remember how they came about (edges), and probability,
//! number of derivations and expected uses are computed over these edges.

use super::{Grammar, Node, UNBOUNDED};
use std::collections::BTreeMap;

/// A chart of a sequence of symbols.
#[derive(Clone, Debug)]
pub struct Chart {
    pub(super) items: Vec<Item>,
    pub(super) edges: Vec<Edge>,
    /// Items in an order in which each stands after what it is made of, except within a circle.
    pub(super) order: Vec<u32>,
    /// Ranges of `order` that may be evaluated on their own, and whether they contain a circle.
    pub(super) groups: Vec<(usize, usize, bool)>,
    /// The complete sentence, if the symbols are one.
    pub(super) goal: Option<u32>,
    /// Number of symbols.
    pub(super) length: usize,
    /// The rules with which a sentence may start.
    pub(super) starts: Vec<u16>,
    /// Whether the start is given instead of chosen by dice.
    pub(super) start_is_known: bool,
}

/// An open or complete node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Item {
    pub(super) node: u32,
    pub(super) dot: u32,
    pub(super) origin: u32,
    pub(super) end: u32,
    pub(super) first_edge: u32,
}

/// One way in which an item came about.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    /// The item before the child was read.
    pub(super) from: u32,
    pub(super) kid: Kid,
    /// The place of the child among the children of its node.
    pub(super) place: u32,
    pub(super) label: Label,
    /// The next edge of the same item.
    pub(super) next: u32,
}

impl Edge {
    fn new(from: u32, kid: Kid, place: u32, label: Label) -> Edge {
        Edge {
            from,
            kid,
            place,
            label,
            next: NONE,
        }
    }
}

/// What an item has read last.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kid {
    /// Nothing: a repetition has stopped.
    Stop,
    /// A symbol.
    Symbol(u32),
    /// A node that put nothing out.
    Null(u32),
    /// A complete item.
    Item(u32),
}

/// The dice behind an edge.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Label {
    /// No dice.
    Sure,
    /// A start was chosen.
    Start(u16),
    /// An alternative was chosen, by its index among all.
    Chose(u32),
    /// A repetition went on.
    Continue(u16),
    /// A repetition stopped.
    Stop(u16),
}

/// The dot of a complete item.
pub(super) const COMPLETE: u32 = u32::MAX;
/// No edge or item.
pub(super) const NONE: u32 = u32::MAX;
/// The node above all starts.
pub(super) const ROOT: u32 = u32::MAX - 1;

impl Chart {
    /// The chart of symbols that are a sentence, or are not.
    pub fn new(grammar: &Grammar, symbols: &[u16]) -> Chart {
        let starts = grammar.starts.iter().map(|start| start.rule).collect();
        Work::new(grammar, starts, false, symbols).run()
    }

    /// The same for a sentence that is known to start with a rule.
    pub fn of_rule(grammar: &Grammar, rule: u16, symbols: &[u16]) -> Chart {
        Work::new(grammar, vec![rule], true, symbols).run()
    }

    /// The dice behind the start at a place.
    pub(super) fn start_label(&self, place: usize) -> Label {
        match self.start_is_known {
            true => Label::Sure,
            false => Label::Start(place as u16),
        }
    }

    /// Whether the symbols are a sentence.
    pub fn is_sentence(&self) -> bool {
        self.goal.is_some()
    }

    /// The edges of an item.
    pub(super) fn edges_of(&self, item: u32) -> impl Iterator<Item = &Edge> {
        let mut next = self
            .items
            .get(item as usize)
            .map_or(NONE, |item| item.first_edge);
        std::iter::from_fn(move || {
            let edge = self.edges.get(next as usize)?;
            next = edge.next;
            Some(edge)
        })
    }
}

fn flag(flags: &[bool], node: u32) -> bool {
    flags.get(node as usize).copied().unwrap_or(false)
}

/// For each node, whether it can put nothing out.
pub(super) fn nullable_nodes(grammar: &Grammar) -> Vec<bool> {
    let mut flags = vec![false; grammar.nodes.len()];
    loop {
        let mut changed = false;
        for (index, node) in grammar.nodes.iter().enumerate() {
            let kids = grammar.kids_of(*node);
            let nullable = match *node {
                Node::Empty => true,
                Node::Terminal(_) => false,
                Node::Sequence { .. } => kids.iter().all(|kid| flag(&flags, *kid)),
                Node::Choice { .. } => kids.iter().any(|kid| flag(&flags, *kid)),
                Node::Repeat { kid, min, .. } => min == 0 || flag(&flags, kid),
                Node::Rule(rule) => grammar.body_of(rule).is_some_and(|body| flag(&flags, body)),
            };
            changed |= nullable != flags[index];
            flags[index] = nullable;
        }
        if !changed {
            return flags;
        }
    }
}

/// A chart that is being filled.
struct Work<'a> {
    grammar: &'a Grammar,
    symbols: &'a [u16],
    nullable: Vec<bool>,
    chart: Chart,
    /// The items of the current position and of the next, by node, dot and origin.
    current: BTreeMap<(u32, u32, u32), u32>,
    following: BTreeMap<(u32, u32, u32), u32>,
    /// Items that wait for a node at a position: heads of lists in `waits`.
    waiting: BTreeMap<(u32, u32), u32>,
    waits: Vec<Wait>,
    following_items: Vec<u32>,
    root_kids: Vec<u32>,
    /// The current position.
    at: u32,
}

/// An item that waits for a child, the place of the child, and the next entry of the list.
#[derive(Clone, Copy)]
struct Wait {
    item: u32,
    place: u32,
    next: u32,
}

impl<'a> Work<'a> {
    fn new(
        grammar: &'a Grammar,
        starts: Vec<u16>,
        start_is_known: bool,
        symbols: &'a [u16],
    ) -> Work<'a> {
        let bodies = starts.iter().filter_map(|rule| grammar.body_of(*rule));
        Work {
            grammar,
            symbols,
            nullable: nullable_nodes(grammar),
            root_kids: bodies.collect(),
            chart: Chart {
                items: vec![],
                edges: vec![],
                order: vec![],
                groups: vec![],
                goal: None,
                length: symbols.len(),
                starts,
                start_is_known,
            },
            current: BTreeMap::new(),
            following: BTreeMap::new(),
            waiting: BTreeMap::new(),
            waits: vec![],
            following_items: vec![],
            at: 0,
        }
    }

    fn run(mut self) -> Chart {
        let mut agenda: Vec<u32> = vec![];
        self.item((ROOT, 0, 0), 0, &mut agenda);
        for at in 0..=self.symbols.len() as u32 {
            self.at = at;
            let mut next = 0;
            while let Some(item) = agenda.get(next).copied() {
                next += 1;
                self.process(item, at, &mut agenda);
            }
            self.chart.order.extend(&agenda);
            if at == self.symbols.len() as u32 {
                self.chart.goal = self.current.get(&(ROOT, COMPLETE, 0)).copied();
            }
            agenda = std::mem::take(&mut self.following_items);
            self.current = std::mem::take(&mut self.following);
        }
        super::inside::put_in_order(self.chart)
    }

    /// The node that a child stands for: rules are replaced by their bodies.
    fn target(&self, mut node: u32) -> Option<u32> {
        for _ in 0..=self.grammar.rules.len() {
            match self.grammar.node(node) {
                Node::Rule(rule) => node = self.grammar.body_of(rule)?,
                _ => return Some(node),
            }
        }
        None
    }

    fn process(&mut self, index: u32, at: u32, agenda: &mut Vec<u32>) {
        let item = self.chart.items[index as usize];
        if item.dot == COMPLETE {
            self.complete(index, item, at, agenda);
            return;
        }
        if item.node == ROOT {
            for place in 0..self.root_kids.len() {
                let kid = self.root_kids[place];
                self.expect(index, kid, place as u32, at, agenda);
            }
            return;
        }
        let node = self.grammar.node(item.node);
        match node {
            Node::Sequence { .. } => {
                if let Some(kid) = self.grammar.kids_of(node).get(item.dot as usize) {
                    self.expect(index, *kid, item.dot, at, agenda);
                }
            }
            Node::Choice { .. } => {
                let grammar = self.grammar;
                for (place, kid) in grammar.kids_of(node).iter().enumerate() {
                    self.expect(index, *kid, place as u32, at, agenda);
                }
            }
            Node::Repeat {
                repeat,
                kid,
                min,
                max,
            } => {
                let is_full = max != UNBOUNDED && item.dot >= u32::from(max);
                if !is_full {
                    self.expect(index, kid, 0, at, agenda);
                }
                // What is empty as a whole is known by its probability of being empty.
                if item.dot >= u32::from(min) && item.origin < at {
                    let label = if is_full {
                        Label::Sure
                    } else {
                        Label::Stop(repeat)
                    };
                    let key = (item.node, COMPLETE, item.origin);
                    self.edge_to(key, at, Edge::new(index, Kid::Stop, 0, label), agenda);
                }
            }
            Node::Empty | Node::Terminal(_) | Node::Rule(_) => {}
        }
    }

    /// An item waits for a child at a position.
    fn expect(&mut self, item: u32, kid: u32, place: u32, at: u32, agenda: &mut Vec<u32>) {
        let Some(target) = self.target(kid) else {
            return;
        };
        match self.grammar.node(target) {
            Node::Terminal(symbol) => {
                if self.symbols.get(at as usize) == Some(&symbol) {
                    self.advance(item, place, at + 1, Kid::Symbol(at), agenda);
                }
                return;
            }
            Node::Empty => {
                self.advance(item, place, at, Kid::Null(target), agenda);
                return;
            }
            _ => {}
        }
        let head = self.waiting.entry((at, target)).or_insert(NONE);
        self.waits.push(Wait {
            item,
            place,
            next: *head,
        });
        *head = self.waits.len() as u32 - 1;
        self.item((target, 0, at), at, agenda);
        if flag(&self.nullable, target) {
            self.advance(item, place, at, Kid::Null(target), agenda);
        }
    }

    /// A complete item moves those on that waited for it. What is empty has moved them on already.
    fn complete(&mut self, index: u32, item: Item, at: u32, agenda: &mut Vec<u32>) {
        if item.origin == at {
            return;
        }
        let mut next = self
            .waiting
            .get(&(item.origin, item.node))
            .copied()
            .unwrap_or(NONE);
        while let Some(wait) = self.waits.get(next as usize).copied() {
            next = wait.next;
            self.advance(wait.item, wait.place, at, Kid::Item(index), agenda);
        }
    }

    /// An item has read its child at a place.
    fn advance(&mut self, index: u32, place: u32, to: u32, kid: Kid, agenda: &mut Vec<u32>) {
        let item = self.chart.items[index as usize];
        if item.node == ROOT {
            let label = self.chart.start_label(place as usize);
            let key = (ROOT, COMPLETE, item.origin);
            self.edge_to(key, to, Edge::new(index, kid, place, label), agenda);
            return;
        }
        let node = self.grammar.node(item.node);
        let (dot, label) = match node {
            Node::Sequence { count, .. } => match place + 1 < u32::from(count) {
                true => (place + 1, Label::Sure),
                false => (COMPLETE, Label::Sure),
            },
            Node::Choice { weights, .. } => (COMPLETE, Label::Chose(weights + place)),
            Node::Repeat {
                repeat, min, max, ..
            } => {
                let label = match item.dot < u32::from(min) {
                    true => Label::Sure,
                    false => Label::Continue(repeat),
                };
                // Without an upper bound only the lower one has to be counted.
                let counted = if max == UNBOUNDED {
                    u32::from(min)
                } else {
                    u32::from(max)
                };
                ((item.dot + 1).min(counted), label)
            }
            Node::Empty | Node::Terminal(_) | Node::Rule(_) => return,
        };
        let key = (item.node, dot, item.origin);
        self.edge_to(key, to, Edge::new(index, kid, place, label), agenda);
    }

    fn edge_to(&mut self, key: (u32, u32, u32), to: u32, edge: Edge, agenda: &mut Vec<u32>) {
        let item = self.item(key, to, agenda) as usize;
        let next = self.chart.items[item].first_edge;
        self.chart.items[item].first_edge = self.chart.edges.len() as u32;
        self.chart.edges.push(Edge { next, ..edge });
    }

    /// The item of this kind at a position: the current one, or the next.
    fn item(&mut self, key: (u32, u32, u32), end: u32, agenda: &mut Vec<u32>) -> u32 {
        let is_current = end == self.at;
        let known = match is_current {
            true => &mut self.current,
            false => &mut self.following,
        };
        let fresh = self.chart.items.len() as u32;
        let index = *known.entry(key).or_insert(fresh);
        if index == fresh {
            let (node, dot, origin) = key;
            self.chart.items.push(Item {
                node,
                dot,
                origin,
                end,
                first_edge: NONE,
            });
            match is_current {
                true => agenda.push(index),
                false => self.following_items.push(index),
            }
        }
        index
    }
}
