//! Concepts that nothing drives and actions that nothing can make win.
//!
//! Computes an upper bound of the activation of each node: needs, tests and feelings can reach the
//! maximum, flags only if something sets them, concepts and actions the sum of their inputs. A node
//! with the bound zero is dead; the first dead node of each chain is reported.

use super::flags::switched;
use crate::declaration::layer::lower::LayerSheet;
use crate::declaration::layer::nodes::What;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Place;
use std::collections::{BTreeMap, BTreeSet};
use townsfolk_core::NodeId;
use townsfolk_module::mind::{Degree, Link, NodeKind, Sources, not_ready_to_change_role};

/// Maximum number of rounds; a value that still grows then counts as the maximum.
const ROUNDS_MAX: usize = 64;

pub(super) fn check(layers: &[LayerSheet], problems: &mut Vec<Diagnostic>) {
    let (set, _) = switched(layers);
    let basic: Vec<&LayerSheet> = layers.iter().filter(|sheet| sheet.names.basic).collect();
    let over: Vec<&LayerSheet> = layers.iter().filter(|sheet| !sheet.names.basic).collect();
    for sheet in &basic {
        let mut held = vec![*sheet];
        held.extend(&over);
        let reach = Reach::new(&held, None, &set);
        report(sheet, &[reach], problems);
    }
    for sheet in &over {
        let mut reaches: Vec<Reach<'_>> = vec![];
        for below in &basic {
            reaches.push(Reach::new(&[*below, *sheet], Some(*sheet), &set));
        }
        if basic.is_empty() {
            reaches.push(Reach::new(&[*sheet], Some(*sheet), &set));
        }
        report(sheet, &reaches, problems);
    }
}

/// Upper bounds of the activation of each node of some layers.
struct Reach<'l> {
    most: BTreeMap<NodeId, i64>,
    /// The links into each node that could drive it.
    driving: BTreeMap<NodeId, Vec<(&'l Link, Degree, Place)>>,
    /// The links by which one node inhibits another.
    inhibiting: BTreeMap<(NodeId, NodeId), (&'l Link, Place)>,
}

impl<'l> Reach<'l> {
    fn new(
        held: &[&'l LayerSheet],
        over: Option<&LayerSheet>,
        set: &BTreeSet<NodeId>,
    ) -> Reach<'l> {
        let mut reach = Reach {
            most: BTreeMap::new(),
            driving: BTreeMap::new(),
            inhibiting: BTreeMap::new(),
        };
        for node in held.iter().flat_map(|sheet| &sheet.layer.nodes) {
            let full = match node.kind {
                NodeKind::Need(_) | NodeKind::Test(_) | NodeKind::Feeling(_) => true,
                NodeKind::Flag { on } => on || set.contains(&node.id),
                NodeKind::Concept | NodeKind::Action { .. } => false,
            };
            reach.most.insert(node.id, if full { one() } else { 0 });
        }
        let changes: BTreeMap<(NodeId, NodeId), Degree> = over
            .iter()
            .flat_map(|sheet| &sheet.layer.threshold_changes)
            .map(|change| ((change.from, change.to), change.threshold))
            .collect();
        for (link, place) in held.iter().flat_map(|sheet| sheet.links()) {
            if link.weight <= Degree::ZERO {
                if let Sources::One(from) = link.from {
                    reach.inhibiting.insert((from, link.to), (link, place));
                }
                continue;
            }
            let changed = match link.from {
                Sources::One(from) => changes.get(&(from, link.to)).copied(),
                _ => None,
            };
            let threshold = changed.unwrap_or(link.threshold);
            let driving = reach.driving.entry(link.to).or_default();
            driving.push((link, threshold, place));
        }
        reach.rise();
        reach
    }

    fn rise(&mut self) {
        for round in 0..=ROUNDS_MAX {
            let mut grown = false;
            for (node, driving) in &self.driving {
                let sum: i64 = driving
                    .iter()
                    .map(|(link, threshold, _)| self.passes(link, *threshold))
                    .sum();
                let most = if sum > 0 && round == ROUNDS_MAX {
                    one()
                } else {
                    sum.min(one())
                };
                if let Some(known) = self.most.get_mut(node)
                    && most > *known
                {
                    *known = most;
                    grown = true;
                }
            }
            if !grown {
                break;
            }
        }
    }

    fn of(&self, node: NodeId) -> i64 {
        self.most.get(&node).copied().unwrap_or(0)
    }

    /// The upper bound of the link's sources.
    fn source(&self, link: &Link) -> i64 {
        let all = link.from.nodes().iter().map(|node| self.of(*node));
        match link.from {
            Sources::All(_) => all.min().unwrap_or(0),
            _ => all.max().unwrap_or(0),
        }
    }

    fn passes(&self, link: &Link, threshold: Degree) -> i64 {
        let source = self.source(link);
        if source < i64::from(threshold.0) || self.cancelled(link, threshold).is_some() {
            return 0;
        }
        // Rounded up, so that a small value never becomes zero.
        (source * i64::from(link.weight.0) + 0xffff) >> 16
    }
}

impl Reach<'_> {
    /// The place of a link that inhibits a node at least as much as this one drives it, whenever
    /// this one does.
    fn cancelled(&self, link: &Link, threshold: Degree) -> Option<Place> {
        let Sources::One(from) = link.from else {
            return None;
        };
        let (other, place) = self.inhibiting.get(&(from, link.to))?;
        let stronger = i64::from(other.weight.0) + i64::from(link.weight.0) <= 0;
        (stronger && other.threshold <= threshold).then_some(*place)
    }
}

fn one() -> i64 {
    i64::from(Degree::ONE.0)
}

/// Why a node is dead.
enum Cause {
    /// Nothing drives it.
    Nothing,
    /// Its inputs can never reach its threshold.
    OutOfReach(Place, Degree, i64),
    /// Its input also inhibits it, at least as much.
    Cancelled(Place, Place),
    /// Its inputs are dead themselves.
    Follows(Vec<NodeId>),
}

fn report(sheet: &LayerSheet, reaches: &[Reach<'_>], problems: &mut Vec<Diagnostic>) {
    let dead = |node: NodeId| reaches.iter().all(|reach| reach.of(node) == 0);
    let mut causes: BTreeMap<NodeId, Cause> = BTreeMap::new();
    for node in &sheet.layer.nodes {
        let takes = matches!(node.kind, NodeKind::Concept | NodeKind::Action { .. });
        if takes && node.id != not_ready_to_change_role() && dead(node.id) {
            causes.insert(node.id, cause(node.id, reaches));
        }
    }
    let open = open_rings(&causes);
    for node in &sheet.layer.nodes {
        let (Some(cause), Some((name, what, place))) =
            (causes.get(&node.id), sheet.nodes.get(&node.id))
        else {
            continue;
        };
        if matches!(cause, Cause::Follows(_)) && !open.contains(&node.id) {
            continue;
        }
        problems.push(told(name, *what, *place, cause, example_of(sheet)));
    }
}

/// Dead nodes whose cause lies in others and that no reported cause explains. Of a ring of concepts
/// that drive only each other, the first.
fn open_rings(causes: &BTreeMap<NodeId, Cause>) -> BTreeSet<NodeId> {
    let mut follow: BTreeMap<NodeId, Vec<NodeId>> = BTreeMap::new();
    let mut next: Vec<NodeId> = vec![];
    for (node, cause) in causes {
        match cause {
            Cause::Follows(sources) => {
                for source in sources {
                    follow.entry(*source).or_default().push(*node);
                }
                // Dead nodes of another layer are reported there.
                next.extend(sources.iter().filter(|source| !causes.contains_key(source)));
            }
            Cause::Nothing | Cause::OutOfReach(..) | Cause::Cancelled(..) => next.push(*node),
        }
    }
    let mut explained: BTreeSet<NodeId> = BTreeSet::new();
    let mut explain = |mut next: Vec<NodeId>, explained: &mut BTreeSet<NodeId>| {
        while let Some(node) = next.pop() {
            if explained.insert(node) {
                next.extend(follow.remove(&node).into_iter().flatten());
            }
        }
    };
    explain(next, &mut explained);
    let mut open = BTreeSet::new();
    for node in causes.keys() {
        if !explained.contains(node) {
            open.insert(*node);
            explain(vec![*node], &mut explained);
        }
    }
    open
}

fn cause(node: NodeId, reaches: &[Reach<'_>]) -> Cause {
    let mut dead: BTreeSet<NodeId> = BTreeSet::new();
    for reach in reaches {
        for (link, threshold, place) in reach.driving.get(&node).into_iter().flatten() {
            let source = reach.source(link);
            if let Some(inhibits) = reach.cancelled(link, *threshold).filter(|_| source > 0) {
                return Cause::Cancelled(*place, inhibits);
            }
            if source > 0 {
                return Cause::OutOfReach(*place, *threshold, source);
            }
            let nodes = link.from.nodes().iter().copied();
            dead.extend(nodes.filter(|node| reach.of(*node) == 0));
        }
    }
    if dead.is_empty() {
        Cause::Nothing
    } else {
        Cause::Follows(dead.into_iter().collect())
    }
}

/// A node of the layer that could drive another one, for the message.
fn example_of(sheet: &LayerSheet) -> &str {
    let mut nodes = sheet.layer.nodes.iter();
    let input = nodes.find(|node| matches!(node.kind, NodeKind::Need(_) | NodeKind::Test(_)));
    let name = input.and_then(|node| sheet.nodes.get(&node.id));
    name.map_or("hunger", |(name, ..)| name)
}

fn told(name: &str, what: What, place: Place, cause: &Cause, example: &str) -> Diagnostic {
    let (code, title, follows) = match what {
        What::Action => (
            Code::ActionNeverWins,
            format!("the action `{name}` can never be chosen"),
            "The strongest action is done, and this one never has any strength.",
        ),
        _ => (
            Code::ConceptNeverDriven,
            format!("nothing ever drives the concept `{name}`"),
            "It is always zero, and so is everything that depends on it alone.",
        ),
    };
    let problem = Diagnostic::new(code, place, title);
    let problem = match cause {
        Cause::Nothing => problem.label("no link drives it"),
        Cause::OutOfReach(link, threshold, source) => {
            let source = Degree::saturated(*source);
            problem.label("its threshold is out of reach").related(
                *link,
                format!("this passes from {threshold} on, but gets {source} at most"),
            )
        }
        Cause::Cancelled(drives, inhibits) => problem
            .label("what drives it holds it down as much")
            .related(*drives, "drives it")
            .related(*inhibits, "and inhibits it"),
        Cause::Follows(_) => problem.label("driven only by what it drives itself"),
    };
    let hint = match cause {
        Cause::OutOfReach(..) => "write a smaller number behind `above`".to_string(),
        Cause::Cancelled(..) => {
            "remove the line that inhibits it, or give it less weight".to_string()
        }
        _ => format!("write what drives it, such as `{example} drives {name}`, or remove it"),
    };
    problem.consequence(follows).hint(hint)
}
