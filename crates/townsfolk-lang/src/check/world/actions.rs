//! Actions that the engine requests by name and that content does not declare.

use super::{Holders, World};
use crate::diagnostic::{Code, Diagnostic};
use crate::names::Namespace;
use crate::syntax::*;
use std::collections::BTreeSet;
use townsfolk_core::{ActionId, SymbolId};
use townsfolk_module::mind::{CastMember, Deed, Interaction, Venue};

pub(super) fn check(world: &World<'_>, holders: &Holders<'_>, problems: &mut Vec<Diagnostic>) {
    let Some(first) = world
        .minds()
        .people
        .iter()
        .find(|p| walks(world, holders, p))
    else {
        return;
    };
    walk_to(world, first, problems);
    let mut deeds = world.deeds(holders);
    let takes = deeds.find(|(deed, ..)| matches!(deed, Deed::PickUp(..)));
    if let Some((_, action, place, _)) = takes.filter(|_| !is_declared(world, "pick_up")) {
        problems.push(
            Code::MissingAction
                .at(
                    place,
                    "nobody can take anything: there is no action `pick_up`",
                )
                .label("the engine starts the action `pick_up` for this")
                .consequence(format!(
                    "Whoever wants to `{action}` fails at once, every time."
                ))
                .hint("write `action pick_up(symbol) takes 1 s`"),
        );
    }
    for (interaction, _) in world.all(INTERACTION_DECL) {
        let name = &interaction.name;
        // Only the player gives presents, so the game needs no action for it.
        if is_declared(world, name) || name == Interaction::Give.name() {
            continue;
        }
        problems.push(
            Code::MissingAction
                .at(interaction.place, format!("there is no action `{name}`"))
                .label("what it does to people is said here")
                .consequence("People do to one another only what is also declared as an action.")
                .hint(format!(
                    "write `action {name}(character) uses voice, takes 2 s`"
                )),
        );
    }
}

fn is_declared(world: &World<'_>, action: &str) -> bool {
    world
        .globals
        .module
        .action(ActionId::named(action))
        .is_some()
}

/// Whether a person's day or mind requires walking.
fn walks(world: &World<'_>, holders: &Holders<'_>, person: &CastMember) -> bool {
    let entries = person.schedule.entries.iter();
    let venues: BTreeSet<(bool, u32)> = entries
        .map(|entry| match entry.venue {
            Venue::Area(area) => (true, area.0),
            Venue::Suits(SymbolId(activity)) => (false, activity),
        })
        .collect();
    let mut deeds = world.deeds(holders).filter(|(.., who)| {
        let mut who = who.iter();
        who.any(|other| other.id == person.id)
    });
    venues.len() > 1
        || deeds.any(|(deed, ..)| match deed {
            Deed::Act(_) | Deed::PickUp(..) | Deed::Follow(_) => false,
            Deed::Mingle { moves } => *moves,
            _ => true,
        })
}

fn walk_to(world: &World<'_>, first: &CastMember, problems: &mut Vec<Diagnostic>) {
    let hint = "write `action walk_to takes 1 s, limit 10 min`";
    let follows =
        "The engine tells the game where to walk in the named parameters `x`, `y` and `z`.";
    let action = world.globals.names.get(Namespace::Action, "walk_to");
    let declared = world.globals.module.action(ActionId::named("walk_to"));
    let problem = match (action, declared) {
        (Some(action), Some(declared)) if !declared.parameters.is_empty() => Code::MissingAction
            .at(action.place, "minds start `walk_to` without arguments")
            .label("this one asks for some")
            .consequence(follows)
            .hint(format!(
                "{hint}, and give the action of scripts another name"
            )),
        (_, None) => {
            let Some(person) = world.person(first) else {
                return;
            };
            Code::MissingAction
                .at(
                    person.place,
                    "nobody can walk: there is no action `walk_to`",
                )
                .label("for example here: this day or mind leads from place to place")
                .consequence("Everybody with a mind stays where the game puts them.")
                .hint(hint)
        }
        _ => return,
    };
    problems.push(problem);
}
