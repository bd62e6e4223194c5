//! Layers composed of others: `includes moods` inserts the lines of `moods` here.

use crate::context::Context;
use crate::diagnostic::Code;
use crate::names::{Namespace, PackageId};
use crate::source::{FileId, Place};
use crate::syntax::{Node, TreeExt, *};
use std::collections::{BTreeMap, BTreeSet};

/// The lines of a layer, with their file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Body<'n> {
    pub(crate) file: FileId,
    pub(crate) package: PackageId,
    pub(crate) node: &'n Node,
}

/// All layers of a project by name.
pub(crate) type Bodies<'n> = BTreeMap<String, Body<'n>>;

/// The names behind `includes`, with their places.
pub(crate) fn included(file: FileId, node: &Node) -> Vec<(String, Place)> {
    let lists = node.children_of(LAYER_INCLUDES);
    let lists = lists.filter_map(|part| part.child(NAMES));
    let names = lists.flat_map(|list| list.children_of(NAME_REF).collect::<Vec<_>>());
    names
        .filter_map(|name| Some((name.word()?, name.place(file))))
        .collect()
}

/// The parts of a layer in order of precedence: included layers, each once, and its own lines last.
pub(crate) fn parts_of<'n>(name: &str, all: &Bodies<'n>) -> Vec<Body<'n>> {
    let mut parts = vec![];
    gather(name, all, &mut BTreeSet::new(), &mut parts);
    parts
}

fn gather<'n>(
    name: &str,
    all: &Bodies<'n>,
    seen: &mut BTreeSet<String>,
    parts: &mut Vec<Body<'n>>,
) {
    // A layer follows all layers that it includes. The list of open layers replaces recursion,
    // since a chain of layers can be long.
    let mut open = vec![(name.to_string(), false)];
    while let Some((name, is_behind)) = open.pop() {
        let Some(body) = all.get(&name) else {
            continue;
        };
        if is_behind {
            parts.push(*body);
        } else if seen.insert(name.clone()) {
            let mut included = included(body.file, body.node);
            included.reverse();
            open.push((name, true));
            open.extend(included.into_iter().map(|(other, _)| (other, false)));
        }
    }
}

/// Reports unknown layers and cycles.
pub(crate) fn check(cx: &mut Context<'_>, name: &str, node: &Node, all: &Bodies<'_>) {
    for (other, place) in included(cx.file, node) {
        let found = (Code::UnknownLayer, Namespace::Layer, "layer");
        if cx
            .declared(found.0, found.1, found.2, (&other, place))
            .is_none()
        {
            continue;
        }
        let mut parts = vec![];
        let mut seen = BTreeSet::new();
        gather(&other, all, &mut seen, &mut parts);
        if seen.contains(name) {
            let title = match other == name {
                true => format!("the layer `{name}` includes itself"),
                false => format!("the layer `{name}` includes itself by way of `{other}`"),
            };
            cx.problem(
                Code::CircularLayer
                    .at(place, title)
                    .label("this leads back here")
                    .consequence("Where the circle closes, nothing is included.")
                    .hint("leave one of them out, or move what both need to a third layer"),
            );
        }
    }
}
