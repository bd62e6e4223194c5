//! A scene at its location, and how it is moved from one update to the next.

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
    scene: Scene,
    /// Whose voice it holds, sorted. A cache of their drivers.
    pub(crate) speaking: Vec<CharacterId>,
    /// When it has to be looked at next without cause. A cache.
    pub(crate) due: Option<Tick>,
    /// For when it is on the agenda: never later than `due`. A cache.
    pub(crate) queued: Option<Tick>,
}

/// The state of a scene, in one of two forms that behave alike.
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

/// What an update uses and fills, again and again.
#[derive(Debug, Default)]
pub(crate) struct SceneScratch {
    scratch: Scratch,
    pub(crate) commands: Commands,
    pub(crate) happenings: Vec<Happening>,
}

/// A copy of a desk is an empty one: nothing on it outlives an update.
impl Clone for SceneScratch {
    fn clone(&self) -> SceneScratch {
        SceneScratch::default()
    }
}

impl Playing {
    /// A scene whose first update is to be at `at`.
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

    /// A scene that comes from a save.
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

    /// Puts a changed scene in the place of this one.
    pub(crate) fn replace(&mut self, content: &Content, scene: reference::Scene) {
        self.due = Some(scene.now.after(Duration(1)));
        self.scene = Scene::of(content, scene);
        self.wake_all();
    }

    /// One update with everything that was told since the last one. With `all`, everything that
    /// happens is put into words, else only what the engine must know.
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
                // The script is gone: the reference evaluator knows how to close a scene without one.
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

    /// Asks for the memory that an update is likely to need.
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

    /// Everyone who takes part: who, as what, and where they stand.
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

    /// Whether someone else takes part, or is about to, in a role.
    pub(crate) fn has_another(&self, role: RoleId, than: CharacterId) -> bool {
        let there = self.people().into_iter().map(|(who, role, _)| (who, role));
        let mut all = there.chain(self.joining());
        all.any(|(who, is)| who != than && is == role)
    }

    /// As what someone takes part.
    pub(crate) fn role_of(&self, who: CharacterId) -> Option<RoleId> {
        let person = self.people().into_iter().find(|(other, ..)| *other == who);
        person.map(|(_, role, _)| role)
    }

    /// What somebody is doing now.
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

    /// Where someone stands.
    pub(crate) fn standing(&self, who: CharacterId) -> Standing {
        let person = self.people().into_iter().find(|(other, ..)| *other == who);
        person.map_or(Standing::Out, |(.., standing)| standing)
    }

    /// Everyone who takes part or is about to join.
    pub(crate) fn everyone(&self) -> Vec<CharacterId> {
        let there = self.people().into_iter().map(|(who, ..)| who);
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
        let there = self.people().into_iter().filter(|(_, r, _)| *r == role);
        there.count() + self.joining().filter(|(_, r)| *r == role).count()
    }

    /// The properties it was told of.
    pub(crate) fn known_properties(&self) -> Vec<PushedProperty> {
        self.snapshot().properties
    }

    /// Whether someone takes part, or is about to join.
    pub(crate) fn expects(&self, who: CharacterId) -> bool {
        self.role_of(who).is_some() || self.joining().any(|(other, _)| other == who)
    }

    /// The scene as the plain value that the book speaks of.
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

    /// Forgets what it thinks it need not look at.
    pub(crate) fn wake_all(&mut self) {
        match &mut self.scene {
            Scene::Compact(scene) => scene.wake_all(),
            Scene::Plain(scene) => scene.stirred = true,
        }
    }
}
