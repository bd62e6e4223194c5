//! A kind of prop: its parent, slots, approach points and tags.

use crate::condition::plain_number;
use crate::context::Context;
use crate::declaration::{Item, coordinate_mm, unique_names};
use crate::diagnostic::Code;
use crate::names::Namespace;
use crate::syntax::{Node, TreeExt, *};
use townsfolk_core::{PropKindId, SymbolId};
use townsfolk_module::{Category, PropKind};

pub(crate) fn lower(node: &Node, name: &str, cx: &mut Context<'_>) -> Option<Item> {
    let id = PropKindId(cx.globals.id(Category::PropKind, name));
    let mut kind = PropKind {
        id,
        parent: None,
        slots: 1,
        approaches: vec![],
        tags: vec![],
        approaches_at_mm: vec![],
    };
    if let Some(parents) = node.child(PARENTS) {
        kind.parent = parent(cx, &parents, name);
    }
    for flag in node.children_of(FLAG) {
        match flag.words().first().map(String::as_str) {
            Some("slots") => {
                let count = flag.child(NUMBER_EXPR).and_then(|n| plain_number(cx, &n));
                kind.slots = count.unwrap_or(1).clamp(0, i64::from(u16::MAX)) as u16;
            }
            Some("approach") => {
                kind.approaches = names(cx, &flag);
                kind.approaches_at_mm = positions(cx, &flag);
            }
            Some("tags") => {
                kind.tags = names(cx, &flag);
                kind.tags.sort();
            }
            _ => {}
        }
    }
    Some(Item::PropKind(kind))
}

fn names(cx: &mut Context<'_>, flag: &Node) -> Vec<SymbolId> {
    let Some(list) = flag.child(NAMES) else {
        return vec![];
    };
    unique_names(cx, &list)
        .iter()
        .map(|(name, _)| cx.globals.symbol(name))
        .collect()
}

/// The names that have a position, with it, in millimetres.
fn positions(cx: &mut Context<'_>, flag: &Node) -> Vec<(SymbolId, (i32, i32))> {
    let list = flag.child(NAMES);
    let nodes: Vec<Node> = list.iter().flat_map(|list| list.children()).collect();
    let mut found: Vec<(SymbolId, (i32, i32))> = vec![];
    for three in nodes.windows(3) {
        let [name, x, y] = three else { continue };
        if name.kind() != NAME_REF || x.kind() == NAME_REF || y.kind() == NAME_REF {
            continue;
        }
        let at = (coordinate_mm(cx, x), coordinate_mm(cx, y));
        if let ((Some(x), Some(y)), Some((name, _))) = (at, cx.referred(name)) {
            let name = cx.globals.symbol(&name);
            if found.iter().all(|(known, _)| *known != name) {
                found.push((name, (x, y)));
            }
        }
    }
    found
}

fn parent(cx: &mut Context<'_>, list: &Node, own: &str) -> Option<PropKindId> {
    let parents = unique_names(cx, list);
    let (name, place) = parents.first()?;
    if let Some((_, second)) = parents.get(1) {
        cx.problem(
            Code::DuplicatePart
                .at(*second, "a kind of prop has one parent only")
                .label("a second one")
                .hint("use tags for what several kinds have in common"),
        );
    }
    let found = cx.globals.prop_kind(name, cx.package);
    if found.is_none() {
        let problem = cx.globals.unknown(
            Code::UnknownKind,
            Namespace::Kind,
            "prop",
            (name, *place),
            cx.package,
            |declaration| declaration.node == PROP_DECL && declaration.name != own,
        );
        cx.problem(problem);
    }
    found
}
