//! Layers that no person ever holds.

use super::{Holders, World};
use crate::declaration::layer::include::included;
use crate::diagnostic::{Code, Diagnostic};
use crate::names::Declaration;
use crate::syntax::*;
use std::collections::BTreeSet;
use townsfolk_core::LayerId;
use townsfolk_module::Category;

pub(super) fn check(world: &World<'_>, holders: &Holders<'_>, problems: &mut Vec<Diagnostic>) {
    let parts: BTreeSet<String> = world
        .all(LAYER_DECL)
        .flat_map(|(layer, node)| included(layer.place.file, node))
        .map(|(name, _)| name)
        .collect();
    for (layer, _) in world.all(LAYER_DECL) {
        let id = LayerId(world.globals.id(Category::Layer, &layer.name));
        if !holders.contains_key(&id)
            && !parts.contains(&layer.name)
            && world.has_people(layer.package)
        {
            problems.push(never_held(world, layer, id));
        }
    }
}

fn never_held(world: &World<'_>, layer: &Declaration, id: LayerId) -> Diagnostic {
    let name = &layer.name;
    let mut roles = world.minds().roles.iter();
    let role = roles.find(|(_, carried)| *carried == id);
    let problem = Code::LayerNeverHeld
        .at(layer.place, format!("nobody ever has the layer `{name}`"))
        .consequence("Nothing in it is ever felt or done.");
    match role {
        Some((role, _)) => {
            let role = world.globals.role_name(*role);
            problem
                .label(format!("carried by `{role}`, which nobody is in their day"))
                .hint(format!(
                    "write `as {role}` in a schedule that somebody follows"
                ))
        }
        None => problem
            .label("no role carries it, and it is nobody's mind")
            .hint(format!(
                "write `carries {name}` behind a role, or remove the layer"
            )),
    }
}
