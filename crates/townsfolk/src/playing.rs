//! A scene at its location, and how it is moved from one update to the next.

use crate::content::Content;
use crate::host::LocationId;
use crate::surroundings::Surroundings;
use townsfolk_core::{ActionId, CharacterId, RoleId, ScriptId, Seed, Standing, Tick};
use townsfolk_module::Script;
use townsfolk_scene::reference::{
    Atom, Keyed, Phase, PushedProperty, Report, Scene, SceneDigest, SceneId, Update,
};

/// A running scene with everything the engine keeps beside it.
#[derive(Clone, Debug)]
pub(crate) struct Playing {
    pub(crate) id: SceneId,
    pub(crate) script: ScriptId,
    pub(crate) location: LocationId,
    /// By which emitter of the location's kind it was begun.
    pub(crate) emitter: u8,
    /// What is to be told to it at its next update.
    pub(crate) inbox: Vec<Report>,
    pub(crate) scene: Scene,
    /// When it has to be looked at next without cause. A cache.
    pub(crate) due: Option<Tick>,
    /// For when it is on the agenda: never later than `due`. A cache.
    pub(crate) queued: Option<Tick>,
}

impl Playing {
    /// A scene whose first update is to be at `at`.
    pub(crate) fn begin(
        id: SceneId,
        script: &Script,
        at: Tick,
        (location, emitter): (LocationId, u8),
        known: &[Atom],
        cast: &[(CharacterId, RoleId)],
    ) -> Playing {
        Playing {
            id,
            script: script.id,
            location,
            emitter,
            inbox: vec![],
            scene: Scene::begin(id, script, at, known, cast),
            due: Some(at),
            queued: None,
        }
    }

    /// A scene that comes from a save.
    pub(crate) fn resume(
        scene: Scene,
        (location, emitter): (LocationId, u8),
        inbox: Vec<Report>,
        due: Option<Tick>,
    ) -> Playing {
        Playing {
            id: scene.id,
            script: scene.script,
            location,
            emitter,
            inbox,
            scene,
            due,
            queued: None,
        }
    }

    /// Puts a changed scene in the place of this one.
    pub(crate) fn replace(&mut self, scene: Scene) {
        self.scene = scene;
        self.wake_all();
    }

    /// One update with everything that was told since the last one.
    pub(crate) fn update(
        &mut self,
        content: &Content,
        stage: &Surroundings<'_>,
        seed: Seed,
        now: Tick,
    ) -> Update {
        let reports = std::mem::take(&mut self.inbox);
        let mut fate = Keyed {
            seed,
            owner: self.id.0,
        };
        let update = self
            .scene
            .update(&content.module, stage, &mut fate, now, &reports);
        self.inbox = reports;
        self.inbox.clear();
        self.due = self.scene.next_moments().first().copied();
        update
    }

    pub(crate) fn phase(&self) -> Phase {
        self.scene.phase
    }

    pub(crate) fn role_of(&self, who: CharacterId) -> Option<RoleId> {
        self.scene.participant(who).map(|p| p.role)
    }

    /// Where someone stands.
    pub(crate) fn standing(&self, who: CharacterId) -> Standing {
        self.scene.standing(who)
    }

    /// Everyone who takes part or is about to join.
    pub(crate) fn everyone(&self) -> Vec<CharacterId> {
        let there = self.scene.participants.iter().map(|p| p.who);
        let coming = self.joining().map(|(who, _)| who);
        let mut everyone: Vec<CharacterId> = there.chain(coming).collect();
        everyone.sort_unstable();
        everyone.dedup();
        everyone
    }

    /// Who is about to join, and as what.
    pub(crate) fn joining(&self) -> impl Iterator<Item = (CharacterId, RoleId)> {
        self.inbox.iter().filter_map(|report| match report {
            Report::Joined { who, role } => Some((*who, *role)),
            _ => None,
        })
    }

    /// How many have a role, or are about to.
    pub(crate) fn count_in(&self, role: RoleId) -> usize {
        let there = self.scene.participants.iter().filter(|p| p.role == role);
        there.count() + self.joining().filter(|(_, r)| *r == role).count()
    }

    /// What someone does now, alone or with another.
    pub(crate) fn doing(&self, who: CharacterId) -> Option<ActionId> {
        self.scene.doing(who).map(|run| run.action)
    }

    /// The properties it was told of.
    pub(crate) fn known_properties(&self) -> Vec<PushedProperty> {
        self.scene.properties.clone()
    }

    /// Whether someone takes part, or is about to join.
    pub(crate) fn expects(&self, who: CharacterId) -> bool {
        self.role_of(who).is_some() || self.joining().any(|(other, _)| other == who)
    }

    /// The scene as the plain value that the book speaks of.
    pub(crate) fn snapshot(&self) -> Scene {
        self.scene.clone()
    }

    pub(crate) fn digest(&self) -> SceneDigest {
        self.scene.digest()
    }

    /// Forgets what it thinks it need not look at.
    pub(crate) fn wake_all(&mut self) {
        self.scene.stirred = true;
    }
}
