//! A running scene at its location, and its updates.

use crate::content::Content;
use crate::surroundings::Surroundings;
use townsfolk_core::{
    ActionId, Atom, CharacterId, Duration, LocationId, RoleId, SceneId, ScriptId, Seed, Standing,
    Tick,
};
use townsfolk_module::Script;
use townsfolk_scene::fast::{self, Commands, Notices, Scratch};
use townsfolk_scene::reference::{self, Keyed, PushedProperty, SceneDigest};
use townsfolk_scene::{Happening, Phase, Report};

/// A running scene with the state that the engine keeps beside it.
#[derive(Clone, Debug)]
pub(crate) struct Playing {
    pub(crate) id: SceneId,
    pub(crate) script: ScriptId,
    pub(crate) location: LocationId,
    /// The emitter of the location's kind that began it.
    pub(crate) emitter: u8,
    /// Reports for its next update.
    pub(crate) inbox: Vec<Report>,
    scene: Scene,
    /// Participants whose voice it holds, sorted. A cache of their drivers.
    pub(crate) speaking: Vec<CharacterId>,
    /// The next update without cause. A cache.
    pub(crate) due: Option<Tick>,
    /// The tick for which it is on the agenda: never later than `due`. A cache.
    pub(crate) queued: Option<Tick>,
}

/// The state of a scene, in one of two equivalent forms.
#[allow(
    clippy::large_enum_variant,
    reason = "a playing scene is in a box already, and nearly all are compact"
)]
#[derive(Clone, Debug)]
enum Scene {
    /// For the fast evaluator.
    Compact(fast::Scene),
    /// For the reference evaluator: scripts beyond the compact form, and comparisons.
    Plain(Box<reference::Scene>),
}

impl Scene {
    /// The compact form if there is one.
    fn of(content: &Content, scene: reference::Scene) -> Scene {
        let program = content.program(scene.script);
        let compact = program.and_then(|program| fast::Scene::from_reference(&scene, program));
        match compact {
            Some(compact) => Scene::Compact(compact),
            None => Scene::Plain(Box::new(scene)),
        }
    }
}

/// Buffers of an update, reused.
#[derive(Debug, Default)]
pub(crate) struct SceneScratch {
    scratch: Scratch,
    pub(crate) commands: Commands,
    pub(crate) happenings: Vec<Happening>,
}

/// A clone is empty: nothing in the buffers outlives an update.
impl Clone for SceneScratch {
    fn clone(&self) -> SceneScratch {
        SceneScratch::default()
    }
}

impl Playing {
    /// A scene whose first update is at `at`.
    pub(crate) fn begin(
        content: &Content,
        id: SceneId,
        script: &Script,
        at: Tick,
        (location, emitter): (LocationId, u8),
        known: &[Atom],
        cast: &[(CharacterId, RoleId)],
    ) -> Playing {
        let scene = match content.program(script.id) {
            Some(program) => Scene::Compact(fast::Scene::begin(id, program, at, known, cast)),
            None => Scene::Plain(Box::new(reference::Scene::begin(
                id, script, at, known, cast,
            ))),
        };
        Playing {
            id,
            script: script.id,
            location,
            emitter,
            inbox: vec![],
            scene,
            speaking: vec![],
            due: Some(at),
            queued: None,
        }
    }

    /// A scene from a save.
    pub(crate) fn resume(
        content: &Content,
        scene: reference::Scene,
        (location, emitter): (LocationId, u8),
        inbox: Vec<Report>,
    ) -> Playing {
        Playing {
            id: scene.id,
            script: scene.script,
            location,
            emitter,
            inbox,
            speaking: vec![],
            due: Some(scene.now.after(Duration(1))),
            scene: Scene::of(content, scene),
            queued: None,
        }
    }

    /// Replaces the scene by a changed one.
    pub(crate) fn replace(&mut self, content: &Content, scene: reference::Scene) {
        self.due = Some(scene.now.after(Duration(1)));
        self.scene = Scene::of(content, scene);
        self.wake_all();
    }

    /// One update with all reports since the last one. With `all`, every happening is output, else
    /// only those that the engine needs.
    pub(crate) fn update(
        &mut self,
        content: &Content,
        stage: &Surroundings<'_>,
        (seed, now): (Seed, Tick),
        all: bool,
        desk: &mut SceneScratch,
    ) {
        let mut reports = std::mem::take(&mut self.inbox);
        match (&mut self.scene, content.program(self.script)) {
            (Scene::Compact(scene), Some(program)) => {
                let SceneScratch {
                    scratch,
                    commands,
                    happenings,
                } = desk;
                if all {
                    scene.update(
                        program, stage, seed, now, &reports, scratch, commands, happenings,
                    );
                } else {
                    let mut notices = Notices(std::mem::take(happenings));
                    scene.update(
                        program,
                        stage,
                        seed,
                        now,
                        &reports,
                        scratch,
                        commands,
                        &mut notices,
                    );
                    *happenings = notices.0;
                }
                self.due = scene.next_due();
            }
            (Scene::Compact(scene), None) => {
                // The script is gone: the reference evaluator can close a scene without one.
                self.scene = Scene::Plain(Box::new(scene.to_reference()));
                self.inbox = reports;
                self.update(content, stage, (seed, now), all, desk);
                return;
            }
            (Scene::Plain(scene), _) => {
                let mut fate = Keyed {
                    seed,
                    owner: self.id.0,
                };
                let update = scene.update(&content.module, stage, &mut fate, now, &reports);
                desk.happenings.extend(update.happenings);
                for command in &update.commands {
                    desk.commands.push(self.id, command);
                }
                self.due = scene.next_moments().first().copied();
            }
        }
        reports.clear();
        self.inbox = reports;
    }

    /// Prefetches the memory that an update is likely to need.
    #[inline]
    pub(crate) fn bring_near(&self) {
        if let Scene::Compact(scene) = &self.scene {
            scene.prefetch();
        }
    }

    pub(crate) fn phase(&self) -> Phase {
        match &self.scene {
            Scene::Compact(scene) => scene.phase(),
            Scene::Plain(scene) => scene.phase,
        }
    }

    /// All participants with role and standing.
    fn people(&self) -> Vec<(CharacterId, RoleId, Standing)> {
        match &self.scene {
            Scene::Compact(scene) => {
                let people = scene.participants();
                people.map(|p| (p.who, p.role, p.standing)).collect()
            }
            Scene::Plain(scene) => {
                let people = scene.participants.iter();
                people.map(|p| (p.who, p.role, p.standing)).collect()
            }
        }
    }

    /// Whether another character takes part in a role, or is about to.
    pub(crate) fn has_another(&self, role: RoleId, than: CharacterId) -> bool {
        let there = self.people().into_iter().map(|(who, role, _)| (who, role));
        let mut all = there.chain(self.joining());
        all.any(|(who, is)| who != than && is == role)
    }

    /// The role of a participant.
    pub(crate) fn role_of(&self, who: CharacterId) -> Option<RoleId> {
        let person = self.people().into_iter().find(|(other, ..)| *other == who);
        person.map(|(_, role, _)| role)
    }

    /// The running action of a participant.
    pub(crate) fn doing(&self, who: CharacterId) -> Option<ActionId> {
        match &self.scene {
            Scene::Compact(scene) => {
                let mut people = scene.participants();
                people
                    .find(|p| p.who == who)?
                    .doing
                    .map(|(_, action)| action)
            }
            Scene::Plain(scene) => scene.doing(who).map(|run| run.action),
        }
    }

    /// The standing of a participant.
    pub(crate) fn standing(&self, who: CharacterId) -> Standing {
        let person = self.people().into_iter().find(|(other, ..)| *other == who);
        person.map_or(Standing::Out, |(.., standing)| standing)
    }

    /// All participants, including those about to join.
    pub(crate) fn everyone(&self) -> Vec<CharacterId> {
        let there = self.people().into_iter().map(|(who, ..)| who);
        let coming = self.joining().map(|(who, _)| who);
        let mut everyone: Vec<CharacterId> = there.chain(coming).collect();
        everyone.sort_unstable();
        everyone.dedup();
        everyone
    }

    /// Characters about to join, with their roles.
    pub(crate) fn joining(&self) -> impl Iterator<Item = (CharacterId, RoleId)> {
        self.inbox.iter().filter_map(|report| match report {
            Report::Joined { who, role } => Some((*who, *role)),
            _ => None,
        })
    }

    /// Number of participants in a role, including those about to join.
    pub(crate) fn count_in(&self, role: RoleId) -> usize {
        let there = self.people().into_iter().filter(|(_, r, _)| *r == role);
        there.count() + self.joining().filter(|(_, r)| *r == role).count()
    }

    /// The properties it was told.
    pub(crate) fn known_properties(&self) -> Vec<PushedProperty> {
        self.snapshot().properties
    }

    /// Whether a character takes part, or is about to join.
    pub(crate) fn expects(&self, who: CharacterId) -> bool {
        self.role_of(who).is_some() || self.joining().any(|(other, _)| other == who)
    }

    /// The scene in the plain form of the reference evaluator.
    pub(crate) fn snapshot(&self) -> reference::Scene {
        match &self.scene {
            Scene::Compact(scene) => scene.to_reference(),
            Scene::Plain(scene) => (**scene).clone(),
        }
    }

    pub(crate) fn digest(&self) -> SceneDigest {
        match &self.scene {
            Scene::Compact(scene) => scene.digest(),
            Scene::Plain(scene) => scene.digest(),
        }
    }

    /// Wakes all participants: clears the caches of what need not be tried.
    pub(crate) fn wake_all(&mut self) {
        match &mut self.scene {
            Scene::Compact(scene) => scene.wake_all(),
            Scene::Plain(scene) => scene.stirred = true,
        }
    }
}
