//! The skills of one character: a plain value, and the order of a step.

use crate::arbitration::{Running, arbitrate};
use crate::behaviours::{BehaviourState, Status};
use crate::intent::{BodyState, Intent};
use crate::log::DecisionLog;
use crate::moment::{ALERT_BEAT, Body, Moment, Shared, Track, catalogue_entry};
use crate::puppet::Puppet;
use crate::skills::{SkillState, SkillStatus};
use crate::world::{Heard, World};
use serde::{Deserialize, Serialize};
use townsfolk_core::{Duration, SymbolId, Tick};
use townsfolk_module::senses::{MindState, SkillSet};

/// How often skills and behaviours hand over to each other within one step.
const ROUNDS_MAX: usize = 8;

/// The skills of one character.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Runner {
    pub(crate) running: Option<Running>,
    /// The states of the skills that have run, by kind.
    pub(crate) states: Vec<(SymbolId, SkillState)>,
    /// The behaviours, the running one last.
    pub(crate) stack: Vec<BehaviourState>,
    /// What the skills have in common.
    pub(crate) shared: Shared,
    pub(crate) log: DecisionLog,
    pub(crate) puppet: Option<Puppet>,
}

/// What a step asks for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Step {
    /// Everything beside the body.
    pub intents: Vec<Intent>,
    /// The number of the order of the body. The engine carries out a new order when it changes.
    pub body: Body,
}

impl Runner {
    /// Whether it must be looked at: something was heard, or its time has come.
    pub fn is_due(&self, now: Tick) -> bool {
        let idle = self.running.is_none() && self.puppet.is_none();
        idle || self.shared.next <= now || !self.shared.heard.is_empty()
    }

    /// When it must be looked at without news. `None` if news will come first.
    pub fn next(&self) -> Option<Tick> {
        (self.shared.next != Tick(i64::MAX)).then_some(self.shared.next)
    }

    /// A stimulus has reached it.
    pub fn hear(&mut self, heard: Heard) {
        self.shared.hear(heard);
    }

    /// What it knows or may do has changed: it is looked at at once.
    pub fn wake(&mut self) {
        self.shared.next = Tick(i64::MIN);
    }

    /// Its body has ended what it was asked for.
    pub fn body_ended(&mut self, well: bool) {
        if self.shared.body.state == BodyState::Busy {
            self.shared.body.state = if well {
                BodyState::Done
            } else {
                BodyState::Failed
            };
            self.wake();
        }
    }

    /// One step: the focus, the skill, its behaviours. Looking without cause changes nothing that
    /// matters, as long as [`Runner::is_due`] is asked first.
    pub fn step(&mut self, world: &dyn World, set: &SkillSet) -> Step {
        let now = world.now();
        let shared = &mut self.shared;
        shared.next = Tick(i64::MAX);
        shared.focus = world.records().focus(shared.focus, world.here(), now);
        let record = shared.focus.and_then(|focus| world.records().of(focus));
        shared.track = record.map(|record| Track::after(shared.track, record));
        let mut intents = vec![];
        if self.drive(world, set, &mut intents) {
            arbitrate(self, world, set, &mut intents);
        }
        let mind = self.mind(set);
        let shared = &mut self.shared;
        if mind >= MindState::Searching {
            shared.alerted = Some(now);
            shared.next = shared.next.min(now.after(ALERT_BEAT));
        }
        shared.heard.clear();
        shared.looked = now;
        Step {
            intents,
            body: shared.body,
        }
    }

    /// The skill that runs.
    pub fn skill(&self) -> Option<SymbolId> {
        self.running.map(|running| running.kind)
    }

    /// Since when it runs.
    pub fn since(&self) -> Option<Tick> {
        self.running.map(|running| running.since)
    }

    /// The state of a skill that has run.
    pub fn state(&self, kind: SymbolId) -> Option<&SkillState> {
        let place = self.states.binary_search_by_key(&kind, |(kind, _)| *kind);
        Some(&self.states.get(place.ok()?)?.1)
    }

    /// The behaviours, the running one last.
    pub fn stack(&self) -> &[BehaviourState] {
        &self.stack
    }

    /// What the skills have in common.
    pub fn shared(&self) -> &Shared {
        &self.shared
    }

    /// The last decisions.
    pub fn log(&self) -> &DecisionLog {
        &self.log
    }

    /// How aware the character is.
    pub fn mind(&self, set: &SkillSet) -> MindState {
        let behaviour = self
            .stack
            .iter()
            .rev()
            .find_map(|b| b.as_behaviour().mind());
        let skill = self.running.and_then(|running| {
            let own = self
                .state(running.kind)
                .and_then(|state| state.as_skill().mind());
            let entry = catalogue_entry(set, usize::from(running.index));
            own.or_else(|| entry.map(|entry| entry.mind))
        });
        behaviour.or(skill).unwrap_or_default()
    }

    /// For each skill of a set, whether it could begin now; if not, why.
    pub fn validity(&self, world: &dyn World, set: &SkillSet) -> Vec<Result<(), &'static str>> {
        // The moment could change what it is given; a copy makes sure that looking changes nothing.
        let mut copy = self.clone();
        let skills = 0..set.skills.len();
        skills
            .map(|skill| copy.is_valid(world, set, skill))
            .collect()
    }

    /// Whether a skill could begin now.
    pub(crate) fn is_valid(
        &mut self,
        world: &dyn World,
        set: &SkillSet,
        index: usize,
    ) -> Result<(), &'static str> {
        if !world.allows(index) {
            return Err("its condition does not hold");
        }
        let kind = set.skills.get(index).ok_or("there is no such skill")?.kind;
        let fresh;
        let place = self.states.binary_search_by_key(&kind, |(kind, _)| *kind);
        let state = match place {
            Ok(place) => &self.states[place].1,
            Err(_) => {
                fresh = SkillState::of(kind);
                &fresh
            }
        };
        let entry = catalogue_entry(set, index);
        let mut intents = vec![];
        let (shared, stack) = (&mut self.shared, &mut self.stack);
        let moment = Moment::of(world, set, index, entry, shared, stack, &mut intents);
        state.as_skill().is_valid(&moment)
    }

    /// Calls a function with the state of a skill and its moment.
    pub(crate) fn with_skill<R>(
        &mut self,
        world: &dyn World,
        set: &SkillSet,
        index: usize,
        intents: &mut Vec<Intent>,
        with: impl FnOnce(&mut SkillState, &mut Moment<'_>) -> R,
    ) -> Option<R> {
        let kind = set.skills.get(index)?.kind;
        let place = self.states.binary_search_by_key(&kind, |(kind, _)| *kind);
        let place = place.unwrap_or_else(|place| {
            self.states.insert(place, (kind, SkillState::of(kind)));
            place
        });
        let state = &mut self.states.get_mut(place)?.1;
        let entry = catalogue_entry(set, index);
        let (shared, stack) = (&mut self.shared, &mut self.stack);
        let mut moment = Moment::of(world, set, index, entry, shared, stack, intents);
        Some(with(state, &mut moment))
    }

    /// Lets a skill and its behaviours go on until they wait for something.
    pub(crate) fn go_on(
        &mut self,
        world: &dyn World,
        set: &SkillSet,
        index: usize,
        intents: &mut Vec<Intent>,
    ) -> SkillStatus {
        let rounds = self.with_skill(world, set, index, intents, |state, at| {
            for _ in 0..ROUNDS_MAX {
                if state.as_skill_mut().tick(at) == SkillStatus::Done {
                    return SkillStatus::Done;
                }
                if !tick_top(at) {
                    return SkillStatus::Running;
                }
            }
            // It goes on at the next tick.
            at.wake_in(Duration(1));
            SkillStatus::Running
        });
        rounds.unwrap_or(SkillStatus::Done)
    }

    /// Content is new: what ran goes on if its set still has it, by name.
    pub fn reload(&mut self, set: &SkillSet) {
        let kept = |kind: SymbolId| set.skills.iter().position(|spec| spec.kind == kind);
        self.states.retain(|(kind, _)| kept(*kind).is_some());
        if let Some(running) = &mut self.running {
            let same = set
                .skills
                .get(usize::from(running.index))
                .map(|spec| spec.kind);
            match kept(running.kind) {
                Some(_) if same == Some(running.kind) => {}
                Some(index) => running.index = index as u8,
                None => {
                    self.running = None;
                    self.stack.clear();
                    self.shared.body.order = None;
                    self.shared.body.state = BodyState::Free;
                }
            }
        }
        self.wake();
    }

    /// Moves its moments, for a save that is loaded into a later time.
    pub fn shift_times(&mut self, later: &mut dyn FnMut(Tick) -> Tick) {
        if let Some(running) = &mut self.running {
            running.since = later(running.since);
        }
        for (_, state) in &mut self.states {
            state.as_skill_mut().shift_times(later);
        }
        for behaviour in &mut self.stack {
            behaviour.as_behaviour_mut().shift_times(later);
        }
        self.shared.shift_times(later);
        self.log.shift_times(later);
    }
}

/// Lets the running behaviour go on, with those that it begins. Whether one has ended, so that what
/// lies beneath goes on.
pub(crate) fn tick_top(at: &mut Moment<'_>) -> bool {
    for _ in 0..ROUNDS_MAX {
        let Some(mut top) = at.stack.pop() else {
            return false;
        };
        let depth = at.stack.len();
        match top.as_behaviour_mut().tick(at) {
            Status::Running => {
                let began = at.stack.len() > depth;
                at.stack.insert(depth, top);
                if !began {
                    return false;
                }
            }
            ended => {
                at.stack.truncate(depth);
                at.release_body();
                at.shared.result = Some(ended);
                if depth == 0 {
                    return true;
                }
            }
        }
    }
    at.wake_in(Duration(1));
    false
}
