//! A layer: its nodes, the links between them, and the effects of actions on flags.

mod links;
mod nodes;

use super::include::Body;
use super::nodes::{
    FEELINGS, Found, LayerNames, NOT_READY, Scope, TIME_TO_CHANGE, What, declared, is_built_in,
};
use crate::context::Context;
use crate::declaration::need::lower::NeedSheet;
use crate::diagnostic::Code;
use crate::source::Place;
use crate::syntax::{Node, TreeExt, *};
use std::collections::{BTreeMap, BTreeSet};
use townsfolk_core::{LayerId, NodeId};
use townsfolk_module::Category;
use townsfolk_module::mind::{
    Degree, Layer, Link, Node as MapNode, NodeKind, not_ready_to_change_role, time_to_change_role,
};

/// A threshold that no activation reaches.
const BLOCKED: Degree = Degree::thousandths(1100);
/// The range of thresholds; it goes a little beyond the maximum activation.
const THRESHOLD: (i64, i64) = (0, 2000);

/// A lowered layer with everything the checks and messages need.
#[derive(Clone, Debug)]
pub(crate) struct LayerSheet {
    pub(crate) names: LayerNames,
    pub(crate) layer: Layer,
    /// Names and places of its nodes, by id.
    pub(crate) nodes: BTreeMap<NodeId, (String, What, Place)>,
    /// The place of each link, own links before those across layers.
    pub(crate) link_places: Vec<Place>,
    /// The place of each change of a threshold, and the names it mentions.
    pub(crate) changes: Vec<(Place, String, String)>,
    /// Whether every part could be lowered; if not, nothing is concluded from absence.
    pub(crate) whole: bool,
}

impl LayerSheet {
    /// Its links, those across layers included, with their places.
    pub(crate) fn links(&self) -> impl Iterator<Item = (&Link, Place)> {
        let links = self.layer.links.iter().chain(&self.layer.across);
        links.zip(self.link_places.iter().copied())
    }
}

/// Sources of links, in the order in which names are tried.
const SOURCES: &[What] = &[
    What::Concept,
    What::Flag,
    What::Test,
    What::Need,
    What::Feeling,
    What::Action,
];
/// Targets of links, in the order in which names are tried.
const TARGETS: &[What] = &[
    What::Concept,
    What::Action,
    What::Flag,
    What::Test,
    What::Need,
    What::Feeling,
];

/// Lowers a layer from its parts: included layers, and its own lines last.
pub(crate) fn lower(
    parts: &[Body<'_>],
    names: &LayerNames,
    basic: Vec<&LayerNames>,
    needs: &BTreeMap<String, NeedSheet>,
    cx: &mut Context<'_>,
) -> LayerSheet {
    let id = LayerId(cx.globals.id(Category::Layer, &names.name));
    let mut lower = LayerLower {
        scope: Scope { own: names, basic },
        needs,
        layer: Layer::empty(id),
        across_places: vec![],
        link_places: vec![],
        nodes: BTreeMap::new(),
        seen: BTreeMap::new(),
        changes: vec![],
        cx,
    };
    let before = lower.cx.problems.len();
    let mut whole = true;
    lower.check_names(parts);
    for part in parts {
        whole &= lower.in_part(part, |lower, line| lower.node(line));
    }
    if names.basic {
        lower.add(
            TIME_TO_CHANGE,
            What::Flag,
            names.place,
            NodeKind::Flag { on: false },
        );
        lower.add(NOT_READY, What::Concept, names.place, NodeKind::Concept);
    }
    for part in parts {
        whole &= lower.in_part(part, |lower, line| lower.wiring(line));
    }
    let mut link_places = lower.link_places;
    link_places.append(&mut lower.across_places);
    let mut problems = lower.cx.problems[before..].iter();
    whole &= problems.all(|problem| problem.severity != crate::diagnostic::Severity::Error);
    // The unread part may be the link that a check looks for.
    let mut nodes = parts.iter().flat_map(|part| part.node.descendants());
    whole &= nodes.all(|node| node.kind() != ERROR);
    LayerSheet {
        names: names.clone(),
        layer: lower.layer,
        nodes: lower.nodes,
        changes: lower.changes,
        link_places,
        whole,
    }
}

struct LayerLower<'c, 'g, 'l> {
    cx: &'c mut Context<'g>,
    scope: Scope<'l>,
    needs: &'l BTreeMap<String, NeedSheet>,
    layer: Layer,
    link_places: Vec<Place>,
    across_places: Vec<Place>,
    nodes: BTreeMap<NodeId, (String, What, Place)>,
    /// Parts that may occur only once.
    seen: BTreeMap<&'static str, Place>,
    changes: Vec<(Place, String, String)>,
}

impl LayerLower<'_, '_, '_> {
    /// Visits the lines of a part. Problems of an included part are reported in its own layer and
    /// dropped here. Returns whether there were none.
    fn in_part(&mut self, part: &Body<'_>, mut each: impl FnMut(&mut Self, &Node)) -> bool {
        let own = (self.cx.file, self.cx.package);
        let before = self.cx.problems.len();
        (self.cx.file, self.cx.package) = (part.file, part.package);
        for line in part.node.children() {
            each(self, &line);
        }
        (self.cx.file, self.cx.package) = own;
        if self.is_own(part) {
            return true;
        }
        let mut found = self.cx.problems.drain(before..);
        !found.any(|problem| problem.severity == crate::diagnostic::Severity::Error)
    }

    /// Whether a part is the layer itself.
    fn is_own(&self, part: &Body<'_>) -> bool {
        let name = part.node.name(part.file);
        name.is_some_and(|(_, place)| place == self.scope.own.place)
    }

    /// Reports names with two meanings, and names of built-in nodes.
    fn check_names(&mut self, parts: &[Body<'_>]) {
        let mut seen: BTreeMap<(String, What), (usize, Place)> = BTreeMap::new();
        for (at, part) in parts.iter().enumerate() {
            let declared = declared(part.file, part.node);
            if self.is_own(part) {
                self.check_own_names(&declared);
            }
            for (name, what, place) in declared {
                let key = (name, what);
                let first = seen.get(&key).filter(|(other, _)| *other != at);
                if let Some((_, first)) = first.copied() {
                    let title = format!("this layer has two {}s `{}`", what.word(), key.0);
                    self.cx.problem(
                        Code::DuplicateName
                            .at(place, title)
                            .label("again here")
                            .related(first, "first here")
                            .related(self.scope.own.place, "both are in this layer")
                            .hint("rename one of them, or include only one"),
                    );
                }
                seen.entry(key).or_insert((at, place));
            }
        }
    }

    fn check_own_names(&mut self, own: &[(String, What, Place)]) {
        let mut seen: BTreeMap<(String, What), Place> = BTreeMap::new();
        let mut told: BTreeSet<Place> = BTreeSet::new();
        for (name, what, place) in own.iter().cloned() {
            if is_built_in(&name) && told.insert(place) {
                self.cx.problem(
                    Code::DuplicateName
                        .at(place, format!("every mind has a node `{name}` already"))
                        .label("declared again here")
                        .hint("link from it or to it without declaring it, or choose another name"),
                );
            }
            let first = seen.get(&(name.clone(), what)).copied();
            if let Some(first) = first.filter(|_| told.insert(place)) {
                self.cx.problem(
                    Code::DuplicateName
                        .at(
                            place,
                            format!("this layer has two {}s `{name}`", what.word()),
                        )
                        .label("again here")
                        .related(first, "first here")
                        .hint("rename one of them, or remove it"),
                );
            }
            let below = self.scope.basic.iter().filter(|_| !self.scope.own.basic);
            let key = (name.clone(), What::Need);
            let below = below.filter_map(|layer| layer.nodes.get(&key)).next();
            if let Some(below) = below.filter(|_| what == What::Need) {
                self.cx.problem(
                    Code::DuplicateName
                        .at(
                            place,
                            format!("the basic layer has the need `{name}` already"),
                        )
                        .label("again here")
                        .related(*below, "in the basic layer")
                        .consequence("It would rise twice.")
                        .hint(format!("link from `{name}` without listing it here")),
                );
            }
            seen.entry((name, what)).or_insert(place);
        }
    }

    fn add(&mut self, name: &str, what: What, place: Place, kind: NodeKind) -> NodeId {
        let (id, full) = match name {
            TIME_TO_CHANGE => (time_to_change_role(), name.to_string()),
            NOT_READY => (not_ready_to_change_role(), name.to_string()),
            _ => {
                let full = self.scope.own.full_name(what, name);
                (self.scope.own.id(self.cx, what, name), full)
            }
        };
        if !self.nodes.contains_key(&id) {
            self.cx.used.push((Category::Node, id.0, full));
            self.nodes.insert(id, (name.to_string(), what, place));
            self.layer.nodes.push(MapNode { id, kind });
        }
        id
    }

    /// The node that a reference names; a feeling is added to the layer on its first use.
    fn resolve(&mut self, node: &Node, kinds: &[What]) -> Option<(Found, String, Place)> {
        let (name, place) = self.cx.reference(node)?;
        let kinds = match kind_word(node) {
            Some(kind) => vec![kind],
            None => kinds.to_vec(),
        };
        let Some(found) = self.scope.find(self.cx, &name, &kinds) else {
            let problem = self.scope.unknown(&name, place, &kinds);
            return self.cx.fail(problem);
        };
        if found.what == What::Feeling
            && let Some((_, feeling)) = FEELINGS.iter().find(|(word, _)| *word == name)
        {
            self.add(&name, What::Feeling, place, NodeKind::Feeling(*feeling));
        }
        Some((found, name, place))
    }
}

/// The kind word before a name.
fn kind_word(node: &Node) -> Option<What> {
    node.words().first().and_then(|word| What::from_word(word))
}
