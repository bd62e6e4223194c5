//! The nodes of a layer: declarations, ids, and look-up by name.
//!
//! A node's id is the hash of its full name. In a basic layer that is `kind name` (`need hunger`,
//! `action eat`), and for a concept the bare name, so that any role's layer can name `hunger`
//! whichever basic layer is held below it. In every other layer it is `layer/kind name`
//! (`chef_at_work/action cook`, `chef_at_work/cook`), so that layers never share a node. The two
//! built-in nodes keep their bare names.

use super::include::Body;
use crate::context::Context;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{FileId, Place};
use crate::syntax::{Node, TreeExt, *};
use std::collections::BTreeMap;
use townsfolk_core::NodeId;
use townsfolk_module::Category;
use townsfolk_module::mind::{Feeling, not_ready_to_change_role, time_to_change_role};

/// The kind of a node, as far as names are concerned.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum What {
    Concept,
    Action,
    Flag,
    Test,
    Need,
    Feeling,
}

impl What {
    /// The word for it.
    pub(crate) fn word(self) -> &'static str {
        match self {
            What::Concept => "concept",
            What::Action => "action",
            What::Flag => "flag",
            What::Test => "test",
            What::Need => "need",
            What::Feeling => "feeling",
        }
    }

    /// The kind that a kind word before a name selects.
    pub(crate) fn from_word(word: &str) -> Option<What> {
        [What::Concept, What::Action, What::Flag, What::Test]
            .into_iter()
            .find(|what| what.word() == word)
    }
}

/// The flag that is on while a change of role is due.
pub(crate) const TIME_TO_CHANGE: &str = "time_to_change_role";
/// The concept that keeps a role from being given up.
pub(crate) const NOT_READY: &str = "not_ready_to_change_role";

/// Nodes that every mind has.
pub(crate) const FEELINGS: &[(&str, Feeling)] = &[
    ("neuroticism", Feeling::Neuroticism),
    ("extroversion", Feeling::Extroversion),
    ("valence", Feeling::Valence),
    ("arousal", Feeling::Arousal),
    ("urgency", Feeling::Urgency),
];

/// Whether every mind has a node of this name.
pub(crate) fn is_built_in(name: &str) -> bool {
    [TIME_TO_CHANGE, NOT_READY].contains(&name) || FEELINGS.iter().any(|(word, _)| *word == name)
}

/// A node that has been found by its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Found {
    pub(crate) id: NodeId,
    pub(crate) what: What,
    /// Whether it belongs to the layer that refers to it.
    pub(crate) own: bool,
}

/// The names of a layer.
#[derive(Clone, Debug)]
pub(crate) struct LayerNames {
    pub(crate) name: String,
    pub(crate) place: Place,
    /// Whether it is held as a mind, below all other layers.
    pub(crate) basic: bool,
    /// By name and kind, with its place.
    pub(crate) nodes: BTreeMap<(String, What), Place>,
}

impl LayerNames {
    /// Reads the declarations of a layer and of its included layers.
    pub(crate) fn read(name: String, place: Place, basic: bool, parts: &[Body<'_>]) -> LayerNames {
        let mut names = LayerNames {
            name,
            place,
            basic,
            nodes: BTreeMap::new(),
        };
        let declared = parts.iter().flat_map(|part| declared(part.file, part.node));
        for (name, what, place) in declared {
            names.nodes.entry((name, what)).or_insert(place);
        }
        names
    }

    /// The full name of a node of this layer.
    pub(crate) fn full_name(&self, what: What, name: &str) -> String {
        let layer = if self.basic {
            String::new()
        } else {
            format!("{}/", self.name)
        };
        match what {
            What::Concept => format!("{layer}{name}"),
            _ => format!("{layer}{} {name}", what.word()),
        }
    }

    /// The id of a node of this layer.
    pub(crate) fn id(&self, cx: &Context<'_>, what: What, name: &str) -> NodeId {
        NodeId(cx.globals.id(Category::Node, &self.full_name(what, name)))
    }

    fn get(&self, cx: &Context<'_>, what: What, name: &str, own: bool) -> Option<Found> {
        let there = self.nodes.contains_key(&(name.to_string(), what));
        there.then(|| Found {
            id: self.id(cx, what, name),
            what,
            own,
        })
    }
}

/// The declarations of a layer, in order. A need is a need and a concept.
pub(crate) fn declared(file: FileId, node: &Node) -> Vec<(String, What, Place)> {
    let mut all = vec![];
    for part in node.children() {
        let list = match part.kind() {
            LAYER_NEEDS | CONCEPTS => part.child(NAMES),
            _ => Some(part.clone()),
        };
        let names: Vec<(String, Place)> = list
            .iter()
            .flat_map(|list| list.children())
            .filter(|name| matches!(name.kind(), NAME | NAME_REF))
            .filter_map(|name| Some((name.word()?, name.place(file))))
            .collect();
        match part.kind() {
            LAYER_NEEDS => {
                for (name, place) in names {
                    all.push((name.clone(), What::Need, place));
                    all.push((name, What::Concept, place));
                }
            }
            CONCEPTS => all.extend(names.into_iter().map(|(n, p)| (n, What::Concept, p))),
            FLAG_NODE | TEST_NODE | ACTION_NODE => {
                let what = match part.kind() {
                    FLAG_NODE => What::Flag,
                    TEST_NODE => What::Test,
                    _ => What::Action,
                };
                all.extend(names.into_iter().take(1).map(|(n, p)| (n, what, p)));
            }
            _ => {}
        }
    }
    all
}

/// The layers that a layer can refer to: itself, and the basic ones below it.
pub(crate) struct Scope<'l> {
    pub(crate) own: &'l LayerNames,
    pub(crate) basic: Vec<&'l LayerNames>,
}

impl Scope<'_> {
    /// The node of a name: the first of the kinds in their order, own nodes before others.
    pub(crate) fn find(&self, cx: &Context<'_>, name: &str, kinds: &[What]) -> Option<Found> {
        let own = kinds
            .iter()
            .find_map(|what| self.own.get(cx, *what, name, true));
        own.or_else(|| built_in(self.own, cx, name, kinds))
            .or_else(|| {
                if self.own.basic {
                    return None;
                }
                let mut below = self.basic.iter();
                below.find_map(|layer| {
                    kinds
                        .iter()
                        .find_map(|what| layer.get(cx, *what, name, false))
                })
            })
    }

    /// The place of a node of this name and kind.
    pub(crate) fn place(&self, name: &str, what: What) -> Option<Place> {
        let key = (name.to_string(), what);
        let own = self.own.nodes.get(&key);
        let below = || self.basic.iter().find_map(|layer| layer.nodes.get(&key));
        own.or_else(below).copied()
    }

    /// A report that there is no node of this name.
    pub(crate) fn unknown(&self, name: &str, place: Place, kinds: &[What]) -> Diagnostic {
        let below = self.basic.iter().filter(|_| !self.own.basic);
        let known = std::iter::once(&self.own)
            .chain(below)
            .flat_map(|layer| layer.nodes.keys())
            .filter(|(_, what)| kinds.contains(what))
            .map(|(name, _)| name.as_str());
        let sources = kinds.contains(&What::Feeling);
        let built_in = [NOT_READY]
            .into_iter()
            .chain(sources.then_some(TIME_TO_CHANGE))
            .chain(FEELINGS.iter().map(|(name, _)| *name).filter(|_| sources));
        let what = match kinds {
            [what] => what.word(),
            _ => "node",
        };
        let problem = Code::UnknownNode
            .at(
                place,
                format!("there is no {what} `{name}` in this layer or below it"),
            )
            .label("nothing of this name is declared")
            .related(self.own.place, "in this layer")
            .did_you_mean(place, name, known.chain(built_in));
        if !problem.hints.is_empty() {
            return problem;
        }
        let declaration = match kinds {
            [What::Flag] => format!("flag {name}"),
            [What::Test] => format!("test {name}: carries …"),
            _ => format!("concept {name}"),
        };
        problem.hint(format!("declare it in the layer: `{declaration}`"))
    }
}

/// A built-in node. A feeling belongs to the layer that refers to it.
fn built_in(own: &LayerNames, cx: &Context<'_>, name: &str, kinds: &[What]) -> Option<Found> {
    let found = |id, what, own| kinds.contains(&what).then_some(Found { id, what, own });
    match name {
        TIME_TO_CHANGE => found(time_to_change_role(), What::Flag, own.basic),
        NOT_READY => found(not_ready_to_change_role(), What::Concept, own.basic),
        _ => {
            FEELINGS.iter().find(|(word, _)| *word == name)?;
            found(own.id(cx, What::Feeling, name), What::Feeling, true)
        }
    }
}
