//! Layers written down by names, as an author would.

use std::collections::BTreeMap;
use townsfolk_core::*;
use townsfolk_module::mind::*;

/// A layer in the making.
pub struct Draft {
    name: &'static str,
    pub layer: Layer,
}

/// The node with a full name, such as `chef.concept.cook`; two names are reserved.
pub fn id(full: &str) -> NodeId {
    match full {
        "basic.concept.notReady" => not_ready_to_change_role(),
        "basic.flag.timeToChange" => time_to_change_role(),
        _ => NodeId::named(full),
    }
}

/// Rising and falling in straight lines, each in so many minutes.
/// The same, from a level in thousandths on.
pub fn need_from(start: i32, need: Need) -> Need {
    Need {
        start: Degree::thousandths(start),
        ..need
    }
}

pub fn need(name: &str, rises: u32, falls: u32, drift: Drift, random_start: bool) -> Need {
    Need {
        id: NeedId::named(name),
        rise: Curve::straight(Degree::ZERO, Degree::ONE, rises * 60),
        fall: Curve::straight(Degree::ONE, Degree::ZERO, falls * 60),
        drift,
        start: Degree::ZERO,
        random_start,
    }
}

impl Draft {
    pub fn new(name: &'static str) -> Draft {
        Draft {
            name,
            layer: Layer::empty(LayerId::named(name)),
        }
    }

    /// `concept.cook` is one of this layer, `basic.concept.fear` one of another.
    pub fn id(&self, name: &str) -> NodeId {
        match name.matches('.').count() {
            1 => id(&format!("{}.{name}", self.name)),
            _ => id(name),
        }
    }

    fn node(&mut self, kind: &str, name: &str, node: NodeKind) {
        let id = self.id(&format!("{kind}.{name}"));
        self.layer.nodes.push(Node { id, kind: node });
    }

    /// A need with its node.
    pub fn need(&mut self, need: Need, name: &str) {
        self.node("need", name, NodeKind::Need(need.id));
        self.layer.needs.push(need);
    }

    pub fn concepts(&mut self, names: &[&str]) {
        for name in names {
            self.node("concept", name, NodeKind::Concept);
        }
    }

    pub fn flag(&mut self, name: &str, on: bool) {
        self.node("flag", name, NodeKind::Flag { on });
    }

    pub fn test(&mut self, name: &str, test: Test) {
        self.node("test", name, NodeKind::Test(test));
    }

    pub fn feeling(&mut self, name: &str, feeling: Feeling) {
        self.node("feeling", name, NodeKind::Feeling(feeling));
    }

    pub fn action(&mut self, name: &str, urgency: Urgency, deed: Deed) {
        self.node("action", name, NodeKind::Action { deed, urgency });
    }

    fn made(&self, from: &str, to: &str, weight: i32, threshold: i32) -> Link {
        let link = Link::plain(self.id(from), self.id(to), Degree::thousandths(weight));
        link.above(Degree::thousandths(threshold))
    }

    /// A link with weight and threshold in thousandths.
    pub fn link(&mut self, from: &str, to: &str, weight: i32, threshold: i32) {
        let link = self.made(from, to, weight, threshold);
        self.layer.links.push(link);
    }

    pub fn both(&mut self, from: [&str; 2], to: &str, weight: i32) {
        let link = Link {
            from: Sources::All(from.iter().map(|name| self.id(name)).collect()),
            ..self.made(from[0], to, weight, 0)
        };
        self.layer.links.push(link);
    }

    /// A link with an end in another layer.
    pub fn across(&mut self, from: &str, to: &str, weight: i32) {
        let link = self.made(from, to, weight, 0);
        self.layer.across.push(link);
    }

    pub fn threshold(&mut self, from: &str, to: &str, threshold: i32) {
        let change = ThresholdChange {
            from: self.id(from),
            to: self.id(to),
            threshold: Degree::thousandths(threshold),
        };
        self.layer.threshold_changes.push(change);
    }

    pub fn sets(&mut self, action: &str, when: When, flag: &str, on: bool, keeps_prop: bool) {
        let control = Control::Sets {
            action: self.id(action),
            when,
            flag: self.id(flag),
            on,
            keeps_prop,
        };
        self.layer.controls.push(control);
    }

    pub fn uses(&mut self, action: &str, test: &str) {
        let control = Control::Uses {
            action: self.id(action),
            test: self.id(test),
        };
        self.layer.controls.push(control);
    }

    pub fn event(&mut self, event: &str, need: &str, size: i32, reach_mm: u32) {
        self.layer.events.push(EventInput {
            event: SymbolId::named(event),
            need: NeedId::named(need),
            size: Degree::thousandths(size),
            reach_mm: Some(reach_mm),
        });
    }
}

/// The names of nodes, for those who read.
pub struct Names(BTreeMap<NodeId, String>);

impl Names {
    /// The names that these layers could have given.
    pub fn of(names: &[&str]) -> Names {
        Names(
            names
                .iter()
                .map(|name| (id(name), String::from(*name)))
                .collect(),
        )
    }

    pub fn name(&self, node: NodeId) -> String {
        let known = self.0.get(&node).cloned();
        known.unwrap_or_else(|| format!("#{:08x}", node.0))
    }
}
