//! Meanings of names in layers, schedules and people.

use super::meaning::Meaning;
use super::reader::{Located, Reader};
use crate::declaration::layer::include::included;
use crate::declaration::layer::nodes::declared;
use crate::names::Namespace;
use crate::source::{FileId, Place};
use crate::syntax::{Node, TreeExt, *};
use std::collections::BTreeSet;

/// The meaning of a name that refers to something, in a part of a mind.
pub(super) fn referred_to(parent: &Node, name: &Node, word: &str) -> Vec<Meaning> {
    let first = parent.child(NAME_REF).as_ref() == Some(name);
    let words = parent.words();
    let has = |wanted: &str| words.iter().any(|word| word == wanted);
    let head = words.first().map(String::as_str).unwrap_or_default();
    let space = match (parent.kind(), head) {
        (AREA_DECL, _) => Namespace::Area,
        (CARRIES, _) => Namespace::Layer,
        (SERVES, _) if first => Namespace::Need,
        (TEST_NODE, _) if has("waits") && first => return free(word),
        (TEST_NODE, _) if has("in") => Namespace::Area,
        (DEED, "do") => Namespace::Action,
        (DEED, "satisfy") => Namespace::Need,
        (DEED, "go") => Namespace::Area,
        (DEED, "use") if !first => return free(word),
        (DEED, "use") if has("my") => return vec![Meaning::PlacedProp(word.to_string())],
        (ENTRY, _) if first => Namespace::Area,
        (PERSON_PART, "mind") => Namespace::Layer,
        (PERSON_PART, "follows") => Namespace::Schedule,
        (PERSON_PART, "persona") => Namespace::Persona,
        (PERSON_PART, "has") => Namespace::Temper,
        (PERSON_PART, _) => Namespace::Person,
        (NEED_PART, _) => return free(word),
        _ => Namespace::Kind,
    };
    vec![Meaning::Global(space, word.to_string())]
}

fn free(word: &str) -> Vec<Meaning> {
    vec![Meaning::Free(word.to_string())]
}

impl Reader<'_> {
    /// A node by its name: of the layer around it, or of one below. A need is a node too.
    pub(super) fn layer_node(&self, file: FileId, node: &Node, word: &str) -> Vec<Meaning> {
        let own = node.ancestors().find(|node| node.kind() == LAYER_DECL);
        let Some((own_name, _)) = own.as_ref().and_then(|own| own.name(file)) else {
            return vec![];
        };
        let mut layers = self.with_included(own_name);
        layers.extend(self.basic_layers(file));
        let found = layers
            .iter()
            .find(|layer| !self.layer_nodes(layer, word).is_empty());
        let Some(layer) = found else {
            return vec![];
        };
        let mut meanings = vec![Meaning::LayerNode {
            layer: layer.clone(),
            name: word.to_string(),
        }];
        // Its entry in the list does not explain it.
        let listed = self
            .layer_nodes(layer, word)
            .iter()
            .any(|(part, _)| part.as_ref().is_some_and(|part| part.kind() == LAYER_NEEDS));
        if listed {
            meanings.insert(0, Meaning::Global(Namespace::Need, word.to_string()));
        }
        meanings
    }

    /// The parts of a layer that declare nodes of this name, with the places of the name.
    pub(super) fn layer_nodes(&self, layer: &str, name: &str) -> Vec<(Option<Node>, Place)> {
        let Some(Located { file, node }) = self.anywhere(Namespace::Layer, layer) else {
            return vec![];
        };
        let mut nodes: Vec<(Option<Node>, Place)> = vec![];
        for (other, _, place) in declared(file, &node) {
            if other != name || nodes.iter().any(|(_, known)| *known == place) {
                continue;
            }
            let part = node.children().find(|part| {
                let part = part.place(file);
                part.start <= place.start && place.end <= part.end
            });
            nodes.push((part, place));
        }
        nodes
    }

    /// A layer and all that it includes.
    fn with_included(&self, layer: String) -> Vec<String> {
        let mut layers = vec![layer];
        let mut at = 0;
        while let Some(layer) = layers.get(at).cloned() {
            at += 1;
            let Some(Located { file, node }) = self.anywhere(Namespace::Layer, &layer) else {
                continue;
            };
            for (name, _) in included(file, &node) {
                if !layers.contains(&name) {
                    layers.push(name);
                }
            }
        }
        layers
    }

    /// The basic layers: all that no role carries.
    pub(super) fn basic_layers(&self, from: FileId) -> Vec<String> {
        let roles = self.all(Namespace::Kind, from).into_iter();
        let carried: BTreeSet<String> = roles
            .filter(|declaration| declaration.node == ROLE_DECL)
            .filter_map(|declaration| self.node_of(declaration))
            .filter_map(|role| role.node.child(CARRIES)?.child(NAME_REF)?.word())
            .collect();
        let layers = self.all(Namespace::Layer, from).into_iter();
        let names = layers.map(|declaration| declaration.name.clone());
        names.filter(|name| !carried.contains(name)).collect()
    }

    /// The names of all nodes that a layer can refer to, each once.
    pub(super) fn nodes_in_sight(&self, file: FileId, layer: &Node) -> Vec<String> {
        let mut names: Vec<String> = vec![];
        let mut add = |file: FileId, layer: &Node| {
            for (name, ..) in declared(file, layer) {
                if !names.contains(&name) {
                    names.push(name);
                }
            }
        };
        add(file, layer);
        let own = layer.name(file).map(|(name, _)| self.with_included(name));
        let included = own.into_iter().flatten().skip(1);
        for name in included.chain(self.basic_layers(file)) {
            if let Some(below) = self.global(Namespace::Layer, &name, file) {
                add(below.file, &below.node);
            }
        }
        names
    }
}
