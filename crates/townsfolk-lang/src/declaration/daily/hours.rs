//! Opening hours of a kind of location.

use super::lower::times;
use crate::context::Context;
use crate::names::Declaration;
use crate::syntax::{Node, TreeExt, *};
use townsfolk_core::LocationKindId;
use townsfolk_module::Category;
use townsfolk_module::decide::{Deciders, OpenHours};

/// Lowers the opening hours of a location, which errands ask for.
pub(crate) fn lower(
    declaration: &Declaration,
    node: &Node,
    cx: &mut Context<'_>,
    into: &mut Deciders,
) {
    let Some(part) = node.child(OPEN_HOURS) else {
        return;
    };
    if let [from, to] = *times(&part, cx) {
        into.dailies.hours.push(OpenHours {
            kind: LocationKindId(cx.globals.id(Category::Location, &declaration.name)),
            from,
            to,
        });
    }
}
