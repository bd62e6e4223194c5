//! A role's place in the hierarchy.

use crate::context::Context;
use crate::declaration::{Item, unique_names};
use crate::source::Place;
use crate::syntax::{Node, TreeExt, *};
use townsfolk_core::RoleId;
use townsfolk_module::{Category, Role};

pub(crate) fn lower(node: &Node, name: &str, cx: &mut Context<'_>) -> Option<Item> {
    let mut parents = vec![];
    if let Some(list) = node.child(PARENTS) {
        let before = cx.problems.len();
        for parent in unique_names(cx, &list) {
            parents.extend(cx.role(&parent.0, parent.1));
        }
        // A suggestion of the role itself would be useless.
        for problem in &mut cx.problems[before..] {
            let another = |edit: &(Place, String)| edit.1 != name;
            problem
                .hints
                .retain(|hint| hint.edit.as_ref().is_none_or(another));
        }
    }
    parents.sort();
    let id = RoleId(cx.globals.id(Category::Role, name));
    Some(Item::Role(Role {
        id,
        parents,
        proxy: node.token(PROXY_KW).is_some(),
    }))
}
