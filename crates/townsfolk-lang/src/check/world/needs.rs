//! Needs in no layer, needs that only rise, and needs that never rise.

use super::emitters::begins;
use super::{Holders, World};
use crate::diagnostic::{Code, Diagnostic};
use crate::names::Namespace;
use crate::source::Place;
use crate::syntax::{TreeExt, *};
use std::collections::{BTreeMap, BTreeSet};
use townsfolk_core::{NeedId, RoleId};
use townsfolk_module::mind::{Degree, Drift, Need, Serves, Toll};
use townsfolk_module::{Category, LocationKind, Script, Visit, Visited};

pub(super) fn check(world: &World<'_>, holders: &Holders<'_>, problems: &mut Vec<Diagnostic>) {
    in_no_layer(world, problems);
    let held = world.minds().layers.iter();
    let held = held.filter(|layer| holders.contains_key(&layer.id));
    let felt: BTreeMap<NeedId, &Need> = held
        .flat_map(|layer| &layer.needs)
        .map(|need| (need.id, need))
        .collect();
    let risen: BTreeSet<NeedId> = felt
        .values()
        .filter(|need| never_falls(world, need))
        .map(|need| need.id)
        .collect();
    for need in &risen {
        problems.extend(never_eased(world, *need));
    }
    for need in felt.values().filter(|need| never_rises(world, need)) {
        problems.extend(never_felt(world, need.id));
    }
    serves_in_vain(world, &felt, &risen, problems);
}

/// Needs of a package with people that are in no layer at all.
fn in_no_layer(world: &World<'_>, problems: &mut Vec<Diagnostic>) {
    let layers = world.minds().layers.iter();
    let felt: BTreeSet<NeedId> = layers.flat_map(|l| &l.needs).map(|need| need.id).collect();
    for declaration in world.globals.names.all(Namespace::Need) {
        let name = &declaration.name;
        let id = NeedId(world.globals.id(Category::Need, name));
        if felt.contains(&id) || !world.has_people(declaration.package) {
            continue;
        }
        problems.push(
            Code::NeedInNoLayer
                .at(declaration.place, format!("nobody has the need `{name}`"))
                .label(format!("no layer says `needs {name}`"))
                .consequence("Nobody feels it, whatever the actions and locations do about it.")
                .hint(format!(
                    "write `needs {name}` in the layer of those who have it, or remove the need"
                )),
        );
    }
}

/// Whether the author declares how a need falls, and nothing in content lowers it. A need without
/// `falls` is lowered by the host.
fn never_falls(world: &World<'_>, need: &Need) -> bool {
    let minds = world.minds();
    let mut bodily = minds.bodily.iter().filter(|b| b.need == need.id);
    let mut events = minds.layers.iter().flat_map(|layer| &layer.events);
    need.drift == Drift::Rises
        && !need.fall.points.is_empty()
        && !bodily.any(|bodily| lowers(bodily.toll))
        && !events.any(|event| event.need == need.id && event.size < Degree::ZERO)
}

fn never_eased(world: &World<'_>, need: NeedId) -> Option<Diagnostic> {
    let declaration = world.declared(Namespace::Need, Category::Need, need.0)?;
    let name = &declaration.name;
    Some(
        Code::NeedNeverEased
            .at(declaration.place, format!("nothing ever eases `{name}`"))
            .label("it rises, and no action makes it fall")
            .consequence("Once it is strong it stays so, and everything weaker is never done again.")
            .hint(format!(
                "write `eases {name}` behind an action, such as `action see_to_{name} takes 5 min, eases {name}`"
            )),
    )
}

/// Whether the author declares how a need falls, and nothing in content raises it. A need without
/// such a line is set by the host.
fn never_rises(world: &World<'_>, need: &Need) -> bool {
    let minds = world.minds();
    let mut bodily = minds.bodily.iter().filter(|b| b.need == need.id);
    let adds = |toll| matches!(toll, Toll::Adds(by) if by > Degree::ZERO);
    let layers = minds.layers.iter();
    let events: Vec<_> = layers
        .flat_map(|layer| &layer.events)
        .filter(|event| event.need == need.id)
        .collect();
    let falls = !need.fall.points.is_empty() || !events.is_empty();
    need.drift != Drift::Rises
        && falls
        && need.start == Degree::ZERO
        && !need.random_start
        && !bodily.any(|bodily| adds(bodily.toll))
        && !events.iter().any(|event| event.size > Degree::ZERO)
}

fn never_felt(world: &World<'_>, need: NeedId) -> Option<Diagnostic> {
    let declaration = world.declared(Namespace::Need, Category::Need, need.0)?;
    let name = &declaration.name;
    Some(
        Code::NeedNeverRises
            .at(declaration.place, format!("nothing ever raises `{name}`"))
            .label("it starts at 0, and nothing makes it rise")
            .consequence("Nobody ever feels it, and what it drives is never done.")
            .hint(format!(
                "write `rises 0 to 1 in 6 h` or `excited by … 0.8 within 20 m` below it, or `adds 0.2 to {name}` behind an action"
            )),
    )
}

/// Locations that serve a need with scripts in which nothing eases it.
fn serves_in_vain(
    world: &World<'_>,
    felt: &BTreeMap<NeedId, &Need>,
    told: &BTreeSet<NeedId>,
    problems: &mut Vec<Diagnostic>,
) {
    for (location, serves, place) in world.serves() {
        let scripts = world.scripts_at(location);
        let name = world.name(Namespace::Location, Category::Location, location.id.0);
        let role = world.globals.role_name(serves.role);
        let need = world.name(Namespace::Need, Category::Need, serves.need.0);
        if !scripts.iter().any(|s| world.has_part(s, serves.role)) {
            // A location that should play scripts and plays none has a finding of its own.
            let means_to = !location.prefers.is_empty() || location.emitters.iter().any(begins);
            if scripts.is_empty() && means_to {
                continue;
            }
            let problem = match scripts.first() {
                None => Code::NoPartHere
                    .at(
                        place,
                        format!("`{name}` has no script in which `{need}` could be served"),
                    )
                    .label("served by taking part in a scene")
                    .hint("write `prefers` with a script, and `emits script within 3 m`"),
                Some(_) => Code::NoPartHere
                    .at(
                        place,
                        format!("no script of `{name}` has a part for the role `{role}`"),
                    )
                    .label("nobody can be cast in this role here")
                    .hint(format!(
                        "name a role of their casts, or write `{role} 0..1` in a cast"
                    )),
            };
            problems.push(problem.consequence(format!(
                "Whoever comes because of `{need}` waits for a minute, goes away and comes again."
            )));
            continue;
        }
        let lowered = felt.get(&serves.need).is_some_and(|need| {
            let calmed = world.minds().layers.iter().flat_map(|layer| &layer.events);
            let mut calmed = calmed.filter(|event| event.size < Degree::ZERO);
            !need.fall.points.is_empty() && !calmed.any(|event| event.need == need.id)
        });
        let eased = scripts
            .iter()
            .any(|script| eases(world, script, serves.need));
        if lowered && !eased && !told.contains(&serves.need) {
            problems.push(
                Code::NeedNeverEased
                    .at(place, format!("nothing that is done at `{name}` eases `{need}`"))
                    .label("no action of its scripts does")
                    .consequence(format!(
                        "Whoever comes because of `{need}` takes part, still has it, and comes again."
                    ))
                    .hint(format!("write `eases {need}` behind an action of the script")),
            );
        }
    }
}

fn lowers(toll: Toll) -> bool {
    match toll {
        Toll::Eases => true,
        Toll::Adds(by) => by < Degree::ZERO,
    }
}

/// Whether any action of a script eases a need.
fn eases(world: &World<'_>, script: &Script, need: NeedId) -> bool {
    let minds = world.minds();
    let mut found = false;
    script.visit(&mut |part| {
        if let Visited::Call(call) = part {
            let mut bodily = minds.bodily.iter();
            found |= bodily.any(|bodily| {
                (bodily.action, bodily.need) == (call.action, need) && lowers(bodily.toll)
            });
        }
    });
    found
}

impl<'a> World<'a> {
    /// Each `serves` line of a location.
    fn serves(&self) -> Vec<(&'a LocationKind, Serves, Place)> {
        let mut lines = vec![];
        for (declaration, node, location) in self.located() {
            for line in node.children_of(SERVES) {
                let mut words = line.children_of(NAME_REF).filter_map(|name| name.word());
                let (Some(need), Some(role)) = (words.next(), words.next()) else {
                    continue;
                };
                let serves = Serves {
                    location: location.id,
                    need: NeedId(self.globals.id(Category::Need, &need)),
                    role: RoleId(self.globals.id(Category::Role, &role)),
                };
                lines.push((location, serves, line.place(declaration.place.file)));
            }
        }
        lines
    }
}
