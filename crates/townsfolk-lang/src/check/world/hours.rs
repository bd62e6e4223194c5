//! Emitters whose hours never meet those of the people they need.

use super::World;
use super::emitters::{begins, pacing_of};
use crate::diagnostic::{Code, Diagnostic};
use crate::syntax::{TreeExt, *};
use townsfolk_core::RoleId;
use townsfolk_module::mind::{Daytime, Deed, ScheduleEntry};
use townsfolk_module::{Emitter, LocationKind};

pub(super) fn check(world: &World<'_>, problems: &mut Vec<Diagnostic>) {
    for (declaration, node, location) in world.located() {
        for (emits, emitter) in node.children_of(EMITS).zip(&location.emitters) {
            let Some((from, to)) = pacing_of(emitter).hours else {
                continue;
            };
            if from == to || !begins(emitter) {
                continue;
            }
            let (from, to) = (from.unsigned_abs(), to.unsigned_abs());
            let hours = (from % Daytime::DAY, span(from, to));
            let mut options = emits.children_of(FLAG);
            let option = options.find(|o| o.words().first().is_some_and(|word| word == "from"));
            let place = option
                .as_ref()
                .unwrap_or(&emits)
                .place(declaration.place.file);
            let scripts = world.scripts_at(location);
            let missing = scripts.iter().map(|script| {
                let needed = script.cast.iter().filter(|line| line.min > 0);
                let mut roles = needed.map(|line| line.role);
                roles.find(|role| is_away(world, location, *role, hours))
            });
            let missing: Option<Vec<RoleId>> = missing.collect();
            let Some(role) = missing.and_then(|roles| roles.first().copied()) else {
                continue;
            };
            let role = world.globals.role_name(role);
            problems.push(
                Code::HoursNeverMeet
                    .at(place, format!("nobody is a `{role}` at these hours"))
                    .label(format!("every `{role}` has that role at other hours"))
                    .consequence(format!(
                        "The script needs a `{role}`, so nothing ever begins here."
                    ))
                    .hint(format!(
                        "change these hours, or the schedule of those who are `{role}`"
                    )),
            );
        }
    }
}

/// Seconds from a time of day to another. The same time is a whole day later.
pub(super) fn span(from: u32, to: u32) -> u32 {
    match (to % Daytime::DAY + Daytime::DAY - from % Daytime::DAY) % Daytime::DAY {
        0 => Daytime::DAY,
        span => span,
    }
}

/// Whether two parts of the day, each with its beginning and length, have a moment in common.
pub(super) fn meet((a, a_long): (u32, u32), (b, b_long): (u32, u32)) -> bool {
    let after = |from: u32, to: u32| (to + Daytime::DAY - from) % Daytime::DAY;
    after(a, b) < a_long || after(b, a) < b_long
}

/// The part of the day in which somebody may have the role of an entry: a role is taken on early if
/// it is urgent, and kept while the next waits.
fn lasts(entry: &ScheduleEntry, waits: u32) -> (u32, u32) {
    let lead = entry.urgency.map_or(0, |urgency| urgency.lead);
    let from = (entry.starts.0 + Daytime::DAY - lead % Daytime::DAY) % Daytime::DAY;
    let long = span(entry.starts.0, entry.ends.0).saturating_add(lead);
    (from, long.saturating_add(waits).min(Daytime::DAY))
}

/// Whether a role is held by schedule alone, and never at these hours.
fn is_away(world: &World<'_>, location: &LocationKind, role: RoleId, hours: (u32, u32)) -> bool {
    let is = |other: RoleId| world.is_a(other, role);
    let minds = world.minds();
    let spawned = location.emitters.iter().any(|emitter| match emitter {
        Emitter::Spawn { points, .. } => points.iter().any(|point| is(point.role)),
        _ => false,
    });
    // Whoever asks to be cast comes at any hour.
    let mut served = minds.serves.iter().map(|serves| serves.role);
    let asked = world.minds.deeds.iter().any(|action| match action.deed {
        Deed::UseKind(_, role, _) | Deed::UseProp(_, role) => is(RoleId(role.0)),
        _ => false,
    });
    let always = minds.people.iter().flat_map(|person| &person.roles);
    if spawned || asked || served.any(is) || always.copied().any(is) {
        return false;
    }
    let mut held = false;
    for person in &minds.people {
        let entries = &person.schedule.entries;
        let waits = entries.iter().map(|entry| entry.waits_max).max();
        for entry in entries.iter().filter(|entry| is(entry.role)) {
            held = true;
            if meet(lasts(entry, waits.unwrap_or(0)), hours) {
                return false;
            }
        }
    }
    held
}
