//! Jobs: the agenda lanes, and the loop that selects the updates of a tick.
//!
//! A job is one update: of a background character, a mind, an emitter or a scene. Each kind of job
//! has a lane on the agenda and a stage of the tick. [`Folk::due`] is the loop for all of them: due
//! agenda entries, entries that tests wake without cause, filtered by reason and limited by the
//! budget.

use crate::agenda::{Agenda, Lane};
use crate::folk::{Folk, WakeMode};
use crate::minds::mind_system;
use serde::{Deserialize, Serialize};
use townsfolk_core::{CharacterId, LocationId, SymbolId, Tick};

/// One update.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub(crate) enum Job {
    Asleep(CharacterId),
    Mind(CharacterId),
    Around(LocationId, u8),
    Scene(u64),
    /// A question to a decider of the game about a character.
    Decider(SymbolId, CharacterId),
    /// Fading of the beliefs of a character.
    Beliefs(CharacterId),
}

impl Job {
    /// A question to a decider about a character.
    pub(crate) fn of_decider(by: SymbolId, who: CharacterId) -> Job {
        match by == mind_system() {
            true => Job::Mind(who),
            false => Job::Decider(by, who),
        }
    }
}

/// A kind of job with its own lane.
pub(crate) trait Kind {
    /// The key of a job within its kind.
    type Key: Copy + Ord;

    /// Whether a job without a reason must be skipped. Otherwise it has no effect, and is skipped
    /// only where it would cost a unit of the budget.
    const NEEDS_REASON: bool;

    fn lane(agenda: &mut Agenda) -> &mut Lane<Self::Key>;

    fn job(key: Self::Key) -> Job;

    fn key(job: Job) -> Option<Self::Key>;

    /// Whether there is a reason to update now. A job without one is planned for its next reason.
    fn is_due(folk: &mut Folk, key: Self::Key) -> bool;

    /// The jobs that are woken without cause in this tick.
    fn shaken(folk: &Folk) -> Vec<Self::Key>;

    /// Whether a planted fault drops this update.
    #[cfg(feature = "sabotage")]
    fn is_dropped(folk: &Folk, key: Self::Key) -> bool;
}

/// Updates of characters below level full.
pub(crate) struct AsleepJobs;

/// Updates of minds.
pub(crate) struct MindJobs;

/// Searches of emitters.
pub(crate) struct LookJobs;

/// Updates of scenes.
pub(crate) struct SceneJobs;

/// Fading of beliefs.
pub(crate) struct BeliefJobs;

impl Kind for AsleepJobs {
    type Key = CharacterId;
    const NEEDS_REASON: bool = false;

    fn lane(agenda: &mut Agenda) -> &mut Lane<CharacterId> {
        &mut agenda.asleep
    }

    fn job(who: CharacterId) -> Job {
        Job::Asleep(who)
    }

    fn key(job: Job) -> Option<CharacterId> {
        match job {
            Job::Asleep(who) => Some(who),
            _ => None,
        }
    }

    fn is_due(folk: &mut Folk, who: CharacterId) -> bool {
        folk.is_due_asleep(who)
    }

    fn shaken(folk: &Folk) -> Vec<CharacterId> {
        let asleep = folk.minds.levels.asleep.iter().map(|(who, _)| who);
        asleep
            .filter(|who| folk.is_shaken(u64::from(who.0) | 1 << 41))
            .collect()
    }

    #[cfg(feature = "sabotage")]
    fn is_dropped(folk: &Folk, who: CharacterId) -> bool {
        folk.is_sabotaged(crate::Sabotage::DroppedBeat, u64::from(who.0))
    }
}

impl Kind for MindJobs {
    type Key = CharacterId;
    const NEEDS_REASON: bool = true;

    fn lane(agenda: &mut Agenda) -> &mut Lane<CharacterId> {
        &mut agenda.minds
    }

    fn job(who: CharacterId) -> Job {
        Job::Mind(who)
    }

    fn key(job: Job) -> Option<CharacterId> {
        match job {
            Job::Mind(who) => Some(who),
            _ => None,
        }
    }

    fn is_due(folk: &mut Folk, who: CharacterId) -> bool {
        folk.is_due(who)
    }

    fn shaken(folk: &Folk) -> Vec<CharacterId> {
        let people = folk.minds.people.keys().copied();
        people
            .filter(|who| folk.is_shaken(u64::from(who.0) | 1 << 40))
            .collect()
    }

    #[cfg(feature = "sabotage")]
    fn is_dropped(folk: &Folk, who: CharacterId) -> bool {
        folk.is_sabotaged(crate::Sabotage::DroppedBeat, u64::from(who.0))
    }
}

impl Kind for LookJobs {
    type Key = (LocationId, u8);
    const NEEDS_REASON: bool = false;

    fn lane(agenda: &mut Agenda) -> &mut Lane<(LocationId, u8)> {
        &mut agenda.looks
    }

    fn job((id, emitter): (LocationId, u8)) -> Job {
        Job::Around(id, emitter)
    }

    fn key(job: Job) -> Option<(LocationId, u8)> {
        match job {
            Job::Around(id, emitter) => Some((id, emitter)),
            _ => None,
        }
    }

    fn is_due(folk: &mut Folk, (id, emitter): (LocationId, u8)) -> bool {
        let reason = folk.has_reason_to_look(id, emitter);
        if !reason {
            folk.look_in_vain(id, emitter);
        }
        reason
    }

    /// An emitter searches on its period and at no other time.
    fn shaken(_: &Folk) -> Vec<(LocationId, u8)> {
        vec![]
    }

    #[cfg(feature = "sabotage")]
    fn is_dropped(_: &Folk, _: (LocationId, u8)) -> bool {
        false
    }
}

impl Kind for SceneJobs {
    type Key = u64;
    const NEEDS_REASON: bool = true;

    fn lane(agenda: &mut Agenda) -> &mut Lane<u64> {
        &mut agenda.scenes
    }

    fn job(scene: u64) -> Job {
        Job::Scene(scene)
    }

    fn key(job: Job) -> Option<u64> {
        match job {
            Job::Scene(scene) => Some(scene),
            _ => None,
        }
    }

    fn is_due(folk: &mut Folk, scene: u64) -> bool {
        folk.is_scene_due(scene)
    }

    /// Updates without a reason are counted apart.
    fn shaken(_: &Folk) -> Vec<u64> {
        vec![]
    }

    #[cfg(feature = "sabotage")]
    fn is_dropped(folk: &Folk, scene: u64) -> bool {
        folk.is_sabotaged(crate::Sabotage::DroppedWakeUp, scene)
    }
}

impl Kind for BeliefJobs {
    type Key = CharacterId;
    const NEEDS_REASON: bool = true;

    fn lane(agenda: &mut Agenda) -> &mut Lane<CharacterId> {
        &mut agenda.beliefs
    }

    fn job(who: CharacterId) -> Job {
        Job::Beliefs(who)
    }

    fn key(job: Job) -> Option<CharacterId> {
        match job {
            Job::Beliefs(who) => Some(who),
            _ => None,
        }
    }

    fn is_due(folk: &mut Folk, who: CharacterId) -> bool {
        folk.is_due_to_fade(who)
    }

    fn shaken(folk: &Folk) -> Vec<CharacterId> {
        let people = folk.beliefs.rows.keys().copied();
        people
            .filter(|who| folk.is_shaken(u64::from(who.0) | 1 << 42))
            .collect()
    }

    #[cfg(feature = "sabotage")]
    fn is_dropped(_: &Folk, _: CharacterId) -> bool {
        false
    }
}

impl Folk {
    /// All jobs of a kind for this tick, sorted, and since when they are due.
    pub(crate) fn due<K: Kind>(&mut self) -> Vec<(K::Key, Tick)> {
        let due = self.take_due::<K>(self.budget.is_some());
        let due: Vec<(K::Key, Tick)> = match self.budget.is_some() {
            true => self.rationed(due, K::job, K::key),
            false => due.into_iter().map(|key| (key, self.now)).collect(),
        };
        self.count_looks(due.len());
        due
    }

    /// Takes all due entries of a kind off the agenda, sorted; under a budget, only those with a
    /// reason.
    pub(crate) fn take_due<K: Kind>(&mut self, rationed: bool) -> Vec<K::Key> {
        let mut due = vec![];
        K::lane(&mut self.agenda).take_due(self.now, &mut due);
        if self.looking != WakeMode::WhenDue {
            due.extend(K::shaken(self));
            due.sort_unstable();
            due.dedup();
        }
        #[cfg(feature = "sabotage")]
        due.retain(|key| !K::is_dropped(self, *key));
        if K::NEEDS_REASON || rationed {
            due.retain(|key| K::is_due(self, *key));
        }
        due
    }
}
