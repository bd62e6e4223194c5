//! A scene as compact state.

use super::fact_store::{FactStore, History};
use super::packed_value::{self, NONE, PackedValue};
use super::program::{Program, Shape, topic};
use super::running_action::{RecentStarts, RunningAction};
use crate::reference::{Coin, LeavingWhy, PassedOver, Recall, Rest, SceneDigest, Vacancy};
use crate::{EndReason, Phase};
use std::sync::Arc;
use townsfolk_core::digest::fold;
use townsfolk_core::prefetch::bring_near;
use townsfolk_core::{
    ActionId, Atom, CharacterId, HostId, Pushed, RoleId, RuleId, SceneId, ScriptId, Standing,
    StartId, StateId, Tick,
};

/// A running script, equal to the [reference](crate::reference::Scene) at every update.
///
/// The wake-up times of participants are a cache beside the state, neither saved nor digested.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub struct Scene {
    pub(super) id: SceneId,
    pub(super) now: Tick,
    /// The next moment at which something could happen. A cache.
    pub(super) due: i64,
    /// No running action is out of time before this; the beginning of time if that is not known. A
    /// cache.
    pub(super) limit: i64,
    pub(super) next_start: u64,
    /// The seed of the last update, and what draws of this scene begin with under it. A cache.
    pub(super) key: (u64, u64),
    pub(super) phase: Phase,
    /// Whether participants or standings have changed since the end was last considered.
    pub(super) census: bool,
    /// Whether a participant may be leaving.
    pub(super) leavers: bool,
    /// Whether a participant may be recalled or away.
    pub(super) recalls: bool,
    pub(super) facts: FactStore,
    pub(super) people: Vec<CompactParticipant>,
    /// The values of the variables of running actions, as many places for each participant.
    pub(super) bound: Vec<PackedValue>,
    /// Nothing, as a rule.
    pub(super) rare: Option<Box<RareSceneState>>,
    pub(super) end_asked: Option<EndReason>,
    pub(super) script: ScriptId,
    pub(super) shape: Arc<Shape>,
}

/// Number of packed values in a cache line.
const LINE: usize = 8;

/// Rarely used parts of a scene.
#[derive(Clone, Debug, Default)]
pub(super) struct RareSceneState {
    pub(super) properties: Vec<Property>,
    pub(super) vacancies: Vec<Vacancy>,
    pub(super) gone: Vec<PackedValue>,
    pub(super) passed_over: Vec<PassedOver>,
}

#[derive(Clone, Debug)]
pub(super) struct Property {
    pub(super) name: HostId,
    pub(super) arguments: Vec<PackedValue>,
    pub(super) value: Pushed,
}

/// A participant in compact form. The fields that every update reads come first, in one cache line.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub(super) struct CompactParticipant {
    pub(super) who: CharacterId,
    pub(super) state: u16,
    pub(super) class: u8,
    pub(super) standing: Standing,
    /// Topics that have changed since the last look.
    pub(super) dirty: u64,
    /// Topics whose change is a reason to look.
    pub(super) interest: u64,
    /// When there is a reason to look at everything.
    pub(super) wake: i64,
    /// The number of the action they perform, alone or as a partner; zero if they are free.
    pub(super) busy_with: u64,
    pub(super) free_since: i64,
    /// Rules of their list, by bits, that had no solution when they were last tried: they have none
    /// still, unless a topic they read has changed since or their time has come. A cache.
    pub(super) tried: u64,
    /// When the time of a tried rule comes.
    pub(super) retry: i64,
    /// Topics that have changed since rules were last tried, up to the last look.
    pub(super) changed: u64,
    pub(super) rare: Option<Box<RareParticipantState>>,
    pub(super) starts: RecentStarts,
    // Written when an action starts and read when it ends.
    /// The action they perform themselves.
    pub(super) run: Option<RunningAction>,
    pub(super) role: RoleId,
    pub(super) leaving: Option<LeavingWhy>,
    pub(super) owes_farewell: bool,
}

/// Rarely used parts of a participant.
#[derive(Clone, Debug, Default)]
pub(super) struct RareParticipantState {
    pub(super) rests: Vec<Rest>,
    pub(super) fired_once: Vec<RuleId>,
    pub(super) rest_until: Option<Tick>,
    /// Coins of urgent rules. Others can be thrown again with the same result.
    pub(super) coins: Vec<Coin>,
    pub(super) recall: Option<Recall>,
    pub(super) away_until: Option<Tick>,
}

static NOTHING_RARE: RareSceneState = RareSceneState {
    properties: vec![],
    vacancies: vec![],
    gone: vec![],
    passed_over: vec![],
};

/// The visible state of a participant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Participant {
    /// Who.
    pub who: CharacterId,
    /// As what.
    pub role: RoleId,
    /// In which state.
    pub state: Option<StateId>,
    /// Present, away or leaving.
    pub standing: Standing,
    /// The action without an outcome, if any.
    pub doing: Option<(StartId, ActionId)>,
}

impl Scene {
    /// A scene before its first update, which is to be at `at`.
    pub fn begin(
        id: SceneId,
        program: &Program,
        at: Tick,
        known: &[Atom],
        cast: &[(CharacterId, RoleId)],
    ) -> Scene {
        let code = &*program.0;
        let mut scene = Scene::empty(id, program, Tick(at.0.saturating_sub(1)));
        for atom in known {
            scene.know(atom, at);
        }
        for (who, role) in cast {
            if !scene.has(*who) {
                scene.admit(CompactParticipant::new(code, *who, *role, at));
            }
        }
        scene.due = at.0;
        scene
    }

    pub(super) fn empty(id: SceneId, program: &Program, now: Tick) -> Scene {
        let shape = program.0.shape.clone();
        Scene {
            id,
            script: program.0.script,
            now,
            facts: FactStore::new(&shape.facts),
            people: vec![],
            bound: vec![],
            rare: None,
            phase: Phase::Running,
            end_asked: None,
            next_start: 1,
            due: now.0.saturating_add(1),
            limit: i64::MIN,
            census: true,
            leavers: true,
            recalls: true,
            key: (0, fold(0, id.0)),
            shape,
        }
    }

    #[inline]
    pub(super) fn rare(&self) -> &RareSceneState {
        self.rare.as_deref().unwrap_or(&NOTHING_RARE)
    }

    pub(super) fn rare_mut(&mut self) -> &mut RareSceneState {
        self.rare.get_or_insert_with(Box::default)
    }

    fn know(&mut self, atom: &Atom, at: Tick) {
        let facts = &self.shape.facts;
        let Ok(fact) = facts.binary_search_by_key(&atom.fact, |f| f.id) else {
            return;
        };
        let shape = facts[fact];
        if shape.arity != atom.arguments.len() {
            return;
        }
        let words: Vec<PackedValue> = atom
            .arguments
            .iter()
            .map(|v| packed_value::encode(*v))
            .collect();
        let expires = shape.lifetime.map_or(0, |span| at.after(span).0);
        if self.facts.find(fact, &words).is_some()
            || shape.claim && self.facts.holder(fact, &shape, &words).is_some()
        {
            return;
        }
        let history = History {
            sequence: self.facts.next_sequence(),
            since: at.0,
            expires,
            taken_by: 0,
        };
        self.facts.push(fact, &words, history);
    }

    /// Which scene this is.
    pub fn id(&self) -> SceneId {
        self.id
    }

    /// The script that runs.
    pub fn script(&self) -> ScriptId {
        self.script
    }

    /// The moment of the last update.
    pub fn now(&self) -> Tick {
        self.now
    }

    /// Whether it runs, is ending, or is over.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// The participants, in order of joining.
    pub fn participants(&self) -> impl Iterator<Item = Participant> {
        let state = |state: u16| self.shape.states.get(usize::from(state)).copied().flatten();
        self.people.iter().map(move |p| Participant {
            who: p.who,
            role: p.role,
            state: state(p.state),
            standing: p.standing,
            doing: self.doing(p).map(|run| (run.id, run.action)),
        })
    }

    /// How many take part.
    pub fn headcount(&self) -> usize {
        self.people.len()
    }

    /// How many facts there are.
    pub fn facts_count(&self) -> usize {
        self.facts.len()
    }

    /// Whether someone takes part.
    pub fn has(&self, who: CharacterId) -> bool {
        self.people.iter().any(|p| p.who == who)
    }

    /// The earliest moment after the last update at which an update without reports could do
    /// something; `None` if only a report can.
    pub fn next_due(&self) -> Option<Tick> {
        (self.due != i64::MAX && self.phase != Phase::Over).then_some(Tick(self.due))
    }

    /// Makes everyone look at everything at the next update. It changes nothing else.
    pub fn wake_all(&mut self) {
        for p in &mut self.people {
            p.dirty = topic::ALL;
            p.wake = i64::MIN;
        }
        self.due = self.now.0.saturating_add(1);
    }

    /// Reads one value of each cache line that an update is likely to need, so that cache misses
    /// overlap.
    #[inline]
    pub(super) fn load_memory(&self) {
        let mut sum = 0;
        for p in &self.people {
            sum ^= p.dirty ^ p.tried;
        }
        for line in self.facts.words().chunks_exact(LINE) {
            sum ^= line[0];
        }
        std::hint::black_box(sum);
    }

    /// Prefetches the memory that an update is likely to need. Call it on the next scene while one is
    /// updated.
    #[inline]
    pub fn prefetch(&self) {
        bring_near(&self.people);
        self.facts.prefetch();
        bring_near(&self.bound);
    }

    /// The digest by part, equal to the reference evaluator's.
    pub fn digest(&self) -> SceneDigest {
        self.to_reference().digest()
    }

    /// Whether there may be a reason to end.
    #[inline]
    pub(super) fn may_end(&self) -> bool {
        self.census
            || self.end_asked.is_some()
            || self.phase != Phase::Running
            || self.rare.is_some()
    }

    pub(super) fn index_of(&self, who: CharacterId) -> Option<usize> {
        self.people.iter().position(|p| p.who == who)
    }

    /// Someone takes part from now on.
    pub(super) fn admit(&mut self, person: CompactParticipant) {
        self.people.push(person);
        let places = self.people.len() * self.shape.bound;
        self.bound.resize(places, NONE);
    }

    /// Someone takes part no more.
    pub(super) fn dismiss(&mut self, index: usize) -> CompactParticipant {
        let from = index * self.shape.bound;
        self.bound.drain(from..from + self.shape.bound);
        self.people.remove(index)
    }
}

impl CompactParticipant {
    pub(super) fn new(
        code: &super::program::Code,
        who: CharacterId,
        role: RoleId,
        at: Tick,
    ) -> CompactParticipant {
        // The script's first state, if it has any, comes right after no state.
        let first = u16::from(code.has_states);
        CompactParticipant {
            who,
            role,
            class: code.class_of(role),
            state: code.first_state(role, first),
            standing: Standing::Present,
            leaving: None,
            owes_farewell: false,
            busy_with: 0,
            free_since: at.0,
            tried: 0,
            retry: i64::MAX,
            changed: 0,
            dirty: topic::ALL,
            interest: topic::ALL,
            wake: i64::MIN,
            run: None,
            starts: RecentStarts::default(),
            rare: None,
        }
    }

    /// Whether an action runs, alone or as a partner.
    #[inline]
    pub(super) fn is_busy(&self) -> bool {
        self.busy_with != 0
    }

    /// Whether there is a reason to look.
    #[inline]
    pub(super) fn is_awake(&self, now: i64) -> bool {
        // The answer is unpredictable, so there is no branch.
        (self.dirty & self.interest != 0) | (self.wake <= now)
    }

    /// Sleeps until a moment, or until a topic of interest changes.
    #[inline]
    pub(super) fn sleep(&mut self, interest: u64, wake: i64) {
        self.changed |= self.dirty;
        self.dirty = 0;
        self.interest = interest;
        self.wake = wake;
    }

    /// Someone has begun to do something.
    #[inline]
    pub(super) fn begin_action(&mut self, id: StartId) {
        self.busy_with = id.0;
        self.sleep(0, i64::MAX);
    }

    /// Marks a participant's action to be checked again.
    pub(super) fn look_again(&mut self) {
        self.sleep(topic::ALL, i64::MIN);
    }

    /// A new free spell begins: old coins count no more.
    #[inline]
    pub(super) fn become_free(&mut self, at: i64) {
        self.free_since = at;
        if let Some(rare) = &mut self.rare {
            self.free_since = rare.rest_until.map_or(at, |rest| rest.0.max(at));
            rare.coins.clear();
        }
        self.wake = i64::MIN;
        self.interest = topic::ALL;
    }

    pub(super) fn rare_mut(&mut self) -> &mut RareParticipantState {
        self.rare.get_or_insert_with(Box::default)
    }

    pub(super) fn recall(&self) -> Option<Recall> {
        self.rare.as_ref().and_then(|rare| rare.recall)
    }

    pub(super) fn away_until(&self) -> Option<Tick> {
        self.rare.as_ref().and_then(|rare| rare.away_until)
    }
}
