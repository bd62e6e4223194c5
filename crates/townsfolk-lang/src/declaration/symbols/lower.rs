//! A set of symbols.

use crate::context::Context;
use crate::declaration::{Item, unique_names};
use crate::syntax::{Node, TreeExt, *};
use townsfolk_core::SymbolSetId;
use townsfolk_module::{Category, SymbolSet};

pub(crate) fn lower(node: &Node, name: &str, cx: &mut Context<'_>) -> Option<Item> {
    let list = node.child(NAMES)?;
    let names = unique_names(cx, &list);
    let members = names
        .iter()
        .map(|(name, _)| cx.globals.symbol(name))
        .collect();
    let id = SymbolSetId(cx.globals.id(Category::SymbolSet, name));
    let names = names.into_iter().map(|(name, _)| name).collect();
    Some(Item::SymbolSet(SymbolSet { id, members }, names))
}
