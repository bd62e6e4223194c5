//! Running scenes in changed content.

use crate::folk::Folk;
use crate::host::Command;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use townsfolk_core::LocationId;
use townsfolk_core::digest::hash64;
use townsfolk_core::{CharacterId, FactId, RoleId, RuleId, SceneId, ScriptId, StateId};
use townsfolk_module::{Emitter, Script};
use townsfolk_scene::Phase;
use townsfolk_scene::reference::Scene;
use townsfolk_scene::reference::{self};

/// The result of migrating a scene to changed content.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MigratedScene {
    /// The scene.
    pub scene: SceneId,
    /// The location.
    pub location: LocationId,
    /// The script.
    pub script: ScriptId,
    /// The result.
    pub fate: Migration,
}

/// Whether a scene continues.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Migration {
    /// It continues with the changed script. The list names running actions whose rule has changed:
    /// they end without effects.
    GoesOn(Vec<(CharacterId, RuleId)>),
    /// It ends.
    Ends(MigrationProblem),
}

/// Why a scene cannot continue.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum MigrationProblem {
    /// The script no longer exists.
    NoScript,
    /// A participant has a role that is no longer in the cast.
    NoRole(CharacterId, RoleId),
    /// A participant is in a state that no longer exists.
    NoState(CharacterId, StateId),
    /// A true fact is no longer declared, or has other arguments.
    NoFact(FactId),
    /// The kind of location no longer exists.
    NoPlace(LocationId),
}

/// Hashes of a script in a save, to detect changes.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Fingerprint {
    whole: u64,
    /// A hash of the context of each rule's variables.
    rules: Vec<(RuleId, u64)>,
}

pub(crate) fn fingerprint(script: &Script) -> Fingerprint {
    let hash = |bytes: Result<Vec<u8>, postcard::Error>| hash64(&bytes.unwrap_or_default());
    let rules = script.rules.iter().map(|rule| {
        let meaning = (rule.variables, &rule.when, &rule.choose);
        (rule.id, hash(postcard::to_allocvec(&meaning)))
    });
    Fingerprint {
        rules: rules.collect(),
        whole: hash(postcard::to_allocvec(script)),
    }
}

impl Folk {
    pub(crate) fn migrate_all(
        &mut self,
        known: &BTreeMap<ScriptId, Fingerprint>,
    ) -> Vec<MigratedScene> {
        self.migrate_some(known, |_| true)
    }

    pub(crate) fn migrate_some(
        &mut self,
        known: &BTreeMap<ScriptId, Fingerprint>,
        concerned: impl Fn(SceneId) -> bool,
    ) -> Vec<MigratedScene> {
        let (mut moved, mut changed) = (vec![], vec![]);
        let ids: Vec<SceneId> = self.scenes().filter(|id| concerned(*id)).collect();
        let module = self.content.module.clone();
        for id in ids {
            let Some(playing) = self.scenes.get_mut(id.0) else {
                continue;
            };
            let place = self.places.get(playing.location.0);
            let placed = place.is_some_and(|place| module.location(place.kind).is_some());
            let script = module.script(playing.script);
            let now_is = script.map(fingerprint);
            let was = known.get(&playing.script);
            if placed && now_is.is_some() && now_is.as_ref() == was {
                continue;
            }
            let mut scene = playing.snapshot();
            let fate = match (script, placed) {
                (None, _) => Migration::Ends(MigrationProblem::NoScript),
                (_, false) => Migration::Ends(MigrationProblem::NoPlace(playing.location)),
                (Some(script), true) => match misfit(&scene, script) {
                    Some(misfit) => Migration::Ends(misfit),
                    None => {
                        let now_is = now_is.unwrap_or_default();
                        Migration::GoesOn(forget_rules(&mut scene, was, &now_is, script))
                    }
                },
            };
            if matches!(fate, Migration::Ends(_)) && scene.phase == Phase::Running {
                playing.inbox.push(townsfolk_scene::Report::Ended);
            }
            playing.replace(&self.content, scene);
            self.agenda.scenes.add(self.now, id.0);
            changed.push(id);
            moved.push(MigratedScene {
                scene: id,
                location: playing.location,
                script: playing.script,
                fate,
            });
        }
        // The new script may read attributes that the old one did not.
        for id in changed {
            self.tell_all_attributes(id);
        }
        moved
    }

    /// Ends scenes that locations began with emitters their kinds no longer have: nothing would
    /// maintain them.
    pub(crate) fn tidy_locations(&mut self) {
        let all: Vec<LocationId> = self.locations().map(|place| place.id).collect();
        self.tidy(&all);
    }

    /// The same for some locations.
    pub(crate) fn tidy(&mut self, places: &[LocationId]) {
        let module = self.content.module.clone();
        let mut stranded = vec![];
        for place in places.iter().filter_map(|id| self.places.get(id.0)) {
            let emitters = module.location(place.kind).map(|kind| &kind.emitters);
            let emitters = emitters.map_or(&[][..], Vec::as_slice);
            let spawns = |emitter: u8| {
                let emitter = emitters.get(usize::from(emitter));
                matches!(emitter, Some(Emitter::Spawn { .. }))
            };
            let waits = place.spawning.as_ref();
            let waits = waits.is_some_and(|spawning| !spawns(spawning.emitter));
            let has = |asked: fn(&Emitter) -> bool| emitters.iter().any(asked);
            let invites =
                !place.invites.is_empty() && !has(|e| matches!(e, Emitter::Player { .. }));
            let tells =
                !place.noticed_by.is_empty() && !has(|e| matches!(e, Emitter::Notification(_)));
            if waits || invites || tells {
                stranded.push((place.id, waits, invites, tells));
            }
        }
        let put_out = self.output.commands.len();
        for (id, waits, invites, tells) in stranded {
            let Some(place) = self.places.get_mut(id.0) else {
                continue;
            };
            if invites {
                let hidden = place.invites.drain(..);
                self.owed
                    .extend(hidden.map(|who| Command::HideIcon(who, id)));
            }
            if tells {
                place.noticed_by.clear();
            }
            if waits && let Some(spawning) = place.spawning.take() {
                for (who, _, there) in spawning.people {
                    match there {
                        Some(_) => self.send_spawned_home(who),
                        None => self.call_off(who),
                    }
                }
            }
        }
        self.owed.extend(self.output.commands.drain(put_out..));
    }
}

fn misfit(scene: &Scene, script: &Script) -> Option<MigrationProblem> {
    for p in &scene.participants {
        if !script.cast.iter().any(|line| line.role == p.role) {
            return Some(MigrationProblem::NoRole(p.who, p.role));
        }
        match p.state {
            Some(state) if !script.states.contains(&state) => {
                return Some(MigrationProblem::NoState(p.who, state));
            }
            _ => {}
        }
    }
    let fits = |fact: &reference::Fact| {
        let declared = script.fact(fact.atom.fact);
        declared
            .is_some_and(|d| d.kinds.len() == fact.atom.arguments.len() && d.claim == fact.claim)
    };
    let mut facts = scene.facts.facts.iter();
    let lost = facts.find(|fact| !fits(fact))?;
    Some(MigrationProblem::NoFact(lost.atom.fact))
}

/// Ends actions whose rule's variables have another meaning now, without effects.
fn forget_rules(
    scene: &mut Scene,
    was: Option<&Fingerprint>,
    now_is: &Fingerprint,
    script: &Script,
) -> Vec<(CharacterId, RuleId)> {
    let digest = |of: &Fingerprint, rule: RuleId| {
        let mut rules = of.rules.iter();
        rules.find(|(id, _)| *id == rule).map(|(_, digest)| *digest)
    };
    let mut forgotten = vec![];
    for run in &mut scene.running {
        let Some(rule) = run.rule else { continue };
        let before = was.and_then(|was| digest(was, rule));
        if before.is_none() || before != digest(now_is, rule) {
            run.rule = None;
            run.bindings.clear();
            forgotten.push((run.who, rule));
        }
    }
    for p in &mut scene.participants {
        if p.state.is_none() {
            p.state = script.states.first().copied();
        }
        p.rests.retain(|rest| script.rule(rest.rule).is_some());
        p.fired_once.retain(|rule| script.rule(*rule).is_some());
        p.coins.clear();
    }
    forgotten
}
