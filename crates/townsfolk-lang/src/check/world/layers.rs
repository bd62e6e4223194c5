//! Layers that no person ever holds, although a schedule leaves room for them.
//!
//! A layer may be meant for people that come later. So it is reported only if somebody has a role
//! without a layer, or is in another role where the layer has its work.

use super::{Holders, World};
use crate::declaration::layer::include::included;
use crate::diagnostic::{Code, Diagnostic};
use crate::names::Declaration;
use crate::syntax::{TreeExt, *};
use std::collections::BTreeSet;
use townsfolk_core::{AreaId, LayerId, RoleId};
use townsfolk_module::Category;
use townsfolk_module::mind::{Deed, ScheduleEntry, Test, Venue};

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
            problems.extend(never_held(world, layer, id));
        }
    }
}

fn never_held(world: &World<'_>, layer: &Declaration, id: LayerId) -> Option<Diagnostic> {
    let roles = &world.minds().roles;
    let carrier = roles.iter().find(|(_, carried)| *carried == id);
    let instead = match carrier {
        Some(_) => role_at(world, &areas_of(world, id)),
        None => role_without_layer(world).filter(|_| !has_needs(world, id)),
    };
    let instead = world.globals.role_name(instead?);
    let name = &layer.name;
    let problem = Code::LayerNeverHeld
        .at(layer.place, format!("nobody ever has the layer `{name}`"))
        .consequence("Nothing in it is ever felt or done.");
    Some(match carrier {
        Some((role, _)) => {
            let role = world.globals.role_name(*role);
            problem
                .label(format!("carried by `{role}`, which nobody is in their day"))
                .hint(format!(
                    "write `as {role}` for `as {instead}` in the schedule of those who work there"
                ))
        }
        None => problem
            .label("no role carries it, and it is nobody's mind")
            .hint(format!(
                "write `role {instead} carries {name}`, or remove the layer"
            )),
    })
}

/// The entries of all schedules that people follow.
fn entries<'w>(world: &World<'w>) -> impl Iterator<Item = &'w ScheduleEntry> {
    let people = world.minds().people.iter();
    people.flat_map(|person| &person.schedule.entries)
}

/// A role of somebody's day that carries no layer and thinks with nothing else.
fn role_without_layer(world: &World<'_>) -> Option<RoleId> {
    let carried = |role: RoleId| world.minds().roles.iter().any(|(other, _)| *other == role);
    let thinking: Vec<RoleId> = world
        .all(ROLE_DECL)
        .filter(|(_, node)| node.child(THINKS).is_some())
        .map(|(role, _)| RoleId(world.globals.id(Category::Role, &role.name)))
        .collect();
    let thinks = |role: RoleId| thinking.iter().any(|other| world.is_a(role, *other));
    let mut roles = entries(world).map(|entry| entry.role);
    roles.find(|role| !carried(*role) && !thinks(*role))
}

/// Whether a layer has needs: then it may be the mind of people that come later.
fn has_needs(world: &World<'_>, id: LayerId) -> bool {
    let mut layers = world.minds().layers.iter();
    layers.any(|layer| layer.id == id && !layer.needs.is_empty())
}

/// The role in which somebody's day leads to one of some areas.
fn role_at(world: &World<'_>, areas: &BTreeSet<AreaId>) -> Option<RoleId> {
    let mut entries = entries(world);
    let there = |entry: &&ScheduleEntry| match entry.venue {
        Venue::Area(area) => areas.contains(&area),
        Venue::Suits(_) => false,
    };
    entries.find(there).map(|entry| entry.role)
}

/// The areas in which a layer has its work: it goes there, or notices that it is elsewhere.
fn areas_of(world: &World<'_>, layer: LayerId) -> BTreeSet<AreaId> {
    let tests = world.minds.tests.iter().filter(|(of, ..)| *of == layer);
    let left = tests.filter_map(|(_, test, _)| match test {
        Test::NotIn(area) => Some(*area),
        _ => None,
    });
    let deeds = world.minds.deeds.iter().filter(|deed| deed.layer == layer);
    let reached = deeds.filter_map(|deed| match deed.deed {
        Deed::GoTo(area) => Some(area),
        _ => None,
    });
    left.chain(reached).collect()
}
