//! Emitters, preferences and scripts of a location that do not fit together.

use super::World;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Place;
use crate::syntax::{Node, TreeExt, *};
use townsfolk_core::{Duration, RoleId};
use townsfolk_module::{Emitter, LocationKind, Pacing, Script, SpawnAfter, SpawnPoint};

pub(super) fn check(world: &World<'_>, problems: &mut Vec<Diagnostic>) {
    for (declaration, node, location) in world.located() {
        let here = Here {
            world,
            name: &declaration.name,
            location,
            scripts: world.scripts_at(location),
        };
        let place = |node: &Node| node.place(declaration.place.file);
        let preferences = node.children_of(PREFERS).flat_map(|line| line.children());
        for (line, preference) in preferences.zip(&location.prefers) {
            if preference.weight == 0 {
                problems.push(here.never_drawn(&line, place(&line)));
            }
        }
        let prefers = node.child(PREFERS);
        if let Some(line) = prefers.filter(|_| !location.emitters.iter().any(begins)) {
            problems.push(here.no_emitter(place(&line)));
        }
        for (line, emitter) in node.children_of(EMITS).zip(&location.emitters) {
            problems.extend(here.emitter(emitter, place(&line)));
        }
    }
}

/// Whether an emitter begins scenes.
pub(super) fn begins(emitter: &Emitter) -> bool {
    !matches!(emitter, Emitter::Notification(_))
}

/// Options with which an emitter does nothing: the problem, and a correction.
fn idle(emitter: &Emitter) -> Option<(&'static str, &'static str)> {
    let pacing = pacing_of(emitter);
    if pacing.within_mm == 0 {
        let hint = "write a length such as `within 8 m`, or leave it out for 10 m";
        Some(("nobody is ever within 0 m", hint))
    } else if pacing.every == Duration::ZERO {
        let hint = "write a duration such as `every 2 s`, or leave it out";
        Some(("nothing can look around every 0 s", hint))
    } else if pacing.at_most.is_some_and(|(most, _)| most == 0) {
        let hint = "write a number from 1 on, or remove the emitter";
        Some(("at most 0 scenes are none", hint))
    } else if pacing.hours.is_some_and(|(from, to)| from == to) {
        let hint = "write other hours, or leave them out for all day";
        Some(("from a time to the same time is no time at all", hint))
    } else if let Emitter::Spawn { points, .. } = emitter
        && points.iter().any(|point| point.count == 0)
    {
        Some((
            "0 people are nobody",
            "write a number from 1 on, or remove them",
        ))
    } else {
        None
    }
}

pub(super) fn pacing_of(emitter: &Emitter) -> &Pacing {
    match emitter {
        Emitter::Notification(pacing)
        | Emitter::Script(pacing)
        | Emitter::Spawn { pacing, .. }
        | Emitter::Player { pacing, .. } => pacing,
    }
}

/// A kind of location with the scripts it can play.
struct Here<'w, 'a> {
    world: &'w World<'a>,
    name: &'w str,
    location: &'a LocationKind,
    scripts: Vec<&'a Script>,
}

impl Here<'_, '_> {
    fn never_drawn(&self, line: &Node, place: Place) -> Diagnostic {
        let script = line.child(NAME_REF).and_then(|name| name.word());
        let script = script.unwrap_or_default();
        Code::NothingToPlay
            .at(place, format!("`{}` never plays `{script}`", self.name))
            .label("a weight of 0 is never drawn")
            .consequence("Unless the game changes the weight, this scene never begins here.")
            .hint(format!(
                "write a weight from 1 on, such as `{script} 1`, or remove it"
            ))
    }

    fn no_emitter(&self, place: Place) -> Diagnostic {
        let name = self.name;
        Code::NothingToPlay
            .at(place, format!("`{name}` never begins what it prefers"))
            .label("no emitter of this location begins scenes")
            .consequence("Nothing looks for people who could take part, so they pass by.")
            .hint("write `emits script within 8 m` below it")
    }

    fn emitter(&self, emitter: &Emitter, place: Place) -> Option<Diagnostic> {
        let name = self.name;
        if self.location.prefers.is_empty() && begins(emitter) {
            let problem = Code::NothingToPlay
                .at(place, format!("`{name}` prefers no script"))
                .label("this emitter has nothing to begin")
                .consequence("Unless the game gives it scripts, nothing ever begins here.");
            return Some(problem.hint("write `prefers` and the name of a script"));
        }
        if let Some((title, hint)) = idle(emitter) {
            let problem = Code::NothingToPlay.at(place, title);
            return Some(problem.label("this emitter can do nothing").hint(hint));
        }
        if self.scripts.is_empty() {
            return None;
        }
        match emitter {
            Emitter::Spawn {
                points, afterwards, ..
            } => self.spawn(points, *afterwards, place),
            Emitter::Player { .. } => self.player(place),
            Emitter::Notification(_) | Emitter::Script(_) => None,
        }
    }

    fn player(&self, place: Place) -> Option<Diagnostic> {
        let lines = self.scripts.iter().flat_map(|script| &script.cast);
        if lines.into_iter().any(|line| line.player) {
            return None;
        }
        let title = format!("no script of `{}` has a part for the player", self.name);
        Some(
            Code::NoPartHere
                .at(place, title)
                .label("an icon for the player")
                .consequence("The icon is shown only if the player can take part, so it never is.")
                .hint("write `player` behind a role of the cast, as in `guest 0..2 player`"),
        )
    }

    fn spawn(&self, points: &[SpawnPoint], after: SpawnAfter, place: Place) -> Option<Diagnostic> {
        let name = self.name;
        let roles = points
            .iter()
            .flat_map(|point| std::iter::repeat_n(point.role, usize::from(point.count)));
        let roles: Vec<RoleId> = roles.collect();
        let casts = self.scripts.iter().map(|script| self.cast(script, &roles));
        let fitting: Vec<bool> = casts.flatten().collect();
        let never = "So it never brings anybody.";
        if fitting.is_empty() {
            let stranger = roles
                .iter()
                .find(|role| !self.scripts.iter().any(|s| self.world.has_part(s, **role)));
            let problem = match stranger {
                Some(role) => {
                    let role = self.world.globals.role_name(*role);
                    Code::NoPartHere
                        .at(
                            place,
                            format!("no script of `{name}` has a part for the role `{role}`"),
                        )
                        .label("everybody who is spawned must have a part")
                        .hint(format!(
                            "spawn a role of the cast, or write `{role} 0..1` in it"
                        ))
                }
                None => Code::NoPartHere
                    .at(
                        place,
                        format!("`{name}` spawns more than any of its scripts takes"),
                    )
                    .label("everybody who is spawned must have a part")
                    .hint("spawn fewer, or raise the maximum in the cast"),
            };
            return Some(problem.consequence(never));
        }
        // Passers-by can be cast beside spawned people, if an emitter looks for them.
        let mut emitters = self.location.emitters.iter();
        let others = emitters.any(|e| matches!(e, Emitter::Script(_) | Emitter::Player { .. }));
        if fitting.contains(&true) || others || after == SpawnAfter::Stay {
            return None;
        }
        Some(
            Code::NoPartHere
                .at(
                    place,
                    format!("those who are spawned at `{name}` are too few for a scene"),
                )
                .label("the cast needs more, and no other emitter looks for them")
                .consequence("They appear, nothing begins, and nobody withdraws them.")
                .hint(
                    "spawn as many as the cast needs, or write `emits script within 8 m` beside it",
                ),
        )
    }

    /// Whether these people are enough for a script in which each of them has a part; `None` if one
    /// has no part. Lines are filled as the engine fills them.
    fn cast(&self, script: &Script, roles: &[RoleId]) -> Option<bool> {
        let mut taken = vec![0; script.cast.len()];
        for role in roles {
            let mut lines = script.cast.iter().zip(&mut taken);
            let (_, taken) = lines
                .find(|(line, taken)| **taken < line.max && self.world.is_a(*role, line.role))?;
            *taken += 1;
        }
        // The host supplies proxies.
        let module = &self.world.globals.module;
        let is_proxy = |role: RoleId| module.role(role).is_some_and(|role| role.proxy);
        let mut filled = script.cast.iter().zip(taken);
        Some(filled.all(|(line, taken)| taken >= line.min || is_proxy(line.role)))
    }
}
