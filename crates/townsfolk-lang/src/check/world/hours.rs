//! Emitters whose hours never overlap those of the people they need.

use super::World;
use super::emitters::{begins, pacing_of};
use crate::diagnostic::{Code, Diagnostic};
use crate::syntax::{TreeExt, *};
use std::collections::{BTreeMap, BTreeSet};
use townsfolk_core::RoleId;
use townsfolk_module::mind::{Daytime, Deed, ScheduleEntry};
use townsfolk_module::{Emitter, LocationKind};

pub(super) fn check(world: &World<'_>, problems: &mut Vec<Diagnostic>) {
    let held = Held::of(world);
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
                let lines = script.cast.iter();
                let needed = lines.filter(|line| line.min > 0 && !line.player);
                let mut roles = needed.map(|line| line.role);
                roles.find(|role| {
                    !spawns(world, location, *role) && held.is_away(world, *role, hours)
                })
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

/// Whether two periods of the day, each with start and length, overlap.
pub(super) fn meet((a, a_long): (u32, u32), (b, b_long): (u32, u32)) -> bool {
    let after = |from: u32, to: u32| (to + Daytime::DAY - from) % Daytime::DAY;
    after(a, b) < a_long || after(b, a) < b_long
}

/// The period in which a person may hold the role of an entry: an urgent role is taken early, and a
/// role is kept while the next one waits.
fn lasts(entry: &ScheduleEntry, waits: u32) -> (u32, u32) {
    let lead = entry.urgency.map_or(0, |urgency| urgency.lead);
    let from = (entry.starts.0 + Daytime::DAY - lead % Daytime::DAY) % Daytime::DAY;
    let long = span(entry.starts.0, entry.ends.0).saturating_add(lead);
    (from, long.saturating_add(waits).min(Daytime::DAY))
}

/// Whether a location spawns people of a role.
fn spawns(world: &World<'_>, location: &LocationKind, role: RoleId) -> bool {
    location.emitters.iter().any(|emitter| match emitter {
        Emitter::Spawn { points, .. } => points.iter().any(|p| world.is_a(p.role, role)),
        _ => false,
    })
}

/// The hours at which people hold roles.
#[derive(Default)]
struct Held {
    /// Roles that a person always has, or requests at any hour.
    always: BTreeSet<RoleId>,
    /// The periods in which a person has a role by schedule.
    by_schedule: BTreeMap<RoleId, BTreeSet<(u32, u32)>>,
}

impl Held {
    fn of(world: &World<'_>) -> Held {
        let minds = world.minds();
        let mut held = Held::default();
        held.always.extend(minds.serves.iter().map(|s| s.role));
        for action in &world.minds.deeds {
            if let Deed::UseKind(_, role, _) | Deed::UseProp(_, role) = action.deed {
                held.always.insert(RoleId(role.0));
            }
        }
        for person in &minds.people {
            held.always.extend(&person.roles);
            let entries = &person.schedule.entries;
            let waits = entries.iter().map(|entry| entry.waits_max).max();
            for entry in entries {
                let periods = held.by_schedule.entry(entry.role).or_default();
                periods.insert(lasts(entry, waits.unwrap_or(0)));
            }
        }
        held
    }

    /// Whether a role is held by schedule alone, and never at these hours.
    fn is_away(&self, world: &World<'_>, role: RoleId, hours: (u32, u32)) -> bool {
        if self.always.iter().any(|other| world.is_a(*other, role)) {
            return false;
        }
        let roles = self.by_schedule.iter();
        let mut periods = roles
            .filter(|(other, _)| world.is_a(**other, role))
            .flat_map(|(_, periods)| periods)
            .peekable();
        periods.peek().is_some() && !periods.any(|period| meet(*period, hours))
    }
}
