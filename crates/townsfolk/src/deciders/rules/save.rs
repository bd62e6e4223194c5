//! What a save keeps of hot rules: by names, so that it fits changed content.

use super::thinker::{Running, Thinker};
use super::{HotRules, word};
use crate::folk::Folk;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use townsfolk_core::{CharacterId, DeciderId, Duration, HostId, Pushed, SymbolId, Tick};
use townsfolk_decide::condition::BeliefSlot;
use townsfolk_decide::rules::{Fired, Oscillation, Program, RuleRef};
use townsfolk_decide::word::Word;
use townsfolk_module::OptionalTail;

/// A thinker as plain data. Satisfied rules are not kept: they follow from the attributes.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct SavedThinker {
    sets: Vec<DeciderId>,
    fresh: bool,
    dirty: Vec<HostId>,
    dirty_world: Vec<HostId>,
    rests: Vec<(DeciderId, SymbolId, Tick)>,
    running: Vec<Running>,
    suspended: Vec<Running>,
    fired: Vec<Fired>,
    foreign: bool,
    reported: Option<Oscillation>,
    /// The answers about beliefs. They are saved behind all thinkers, for older saves have none.
    #[serde(skip)]
    believed: Vec<(HostId, Pushed)>,
}

/// The answers about beliefs of each thinker.
type Believed = BTreeMap<CharacterId, Vec<(HostId, Pushed)>>;

/// All thinkers of a save.
#[derive(Default, Serialize, Deserialize)]
struct SavedThinkers {
    all: BTreeMap<CharacterId, SavedThinker>,
    believed: OptionalTail<Believed>,
}

impl SavedThinker {
    pub(crate) fn of(thinker: &Thinker) -> SavedThinker {
        let slots = &thinker.program.slots;
        let (me, world) = thinker.row.dirty();
        let names = |list: &[HostId], slots: Vec<u16>| -> Vec<HostId> {
            let known = slots.into_iter();
            known
                .filter_map(|slot| list.get(usize::from(slot)).copied())
                .collect()
        };
        let rests = thinker.rests.iter().filter_map(|(rule, until)| {
            let rule = thinker.program.rule(*rule)?;
            Some((rule.set, rule.rule.name, *until))
        });
        SavedThinker {
            sets: thinker.program.sets.clone(),
            fresh: thinker.row.is_fresh(),
            dirty: names(&slots.character, me),
            dirty_world: names(&slots.world, world),
            rests: rests.collect(),
            running: thinker.running.clone(),
            suspended: thinker.suspended.clone(),
            fired: thinker.fired.iter().cloned().collect(),
            foreign: thinker.foreign,
            reported: thinker.reported.clone(),
            believed: thinker.believed(),
        }
    }

    /// The answer about a belief as it was known.
    pub(super) fn believed(&self, program: &Program, slot: &BeliefSlot) -> Option<Word> {
        let name = program.slots.character.get(usize::from(slot.index))?;
        let (_, known) = self.believed.iter().find(|(known, _)| known == name)?;
        Some(Word::of_pushed(*known))
    }

    /// Goes on with a thinker that has just been made. With other sets all rules are looked at once.
    pub(crate) fn put_into(self, thinker: &mut Thinker, world: &[Word], who: CharacterId) {
        let program = thinker.program.clone();
        if !self.fresh && self.sets == program.sets {
            thinker.row.evaluate(&program, world, who);
            let slot = |list: &[HostId], name: &HostId| list.iter().position(|n| n == name);
            for name in &self.dirty {
                if let Some(slot) = slot(&program.slots.character, name) {
                    thinker.row.mark(slot as u16);
                }
            }
            for name in &self.dirty_world {
                if let Some(slot) = slot(&program.slots.world, name) {
                    thinker.row.world_changed(slot as u16);
                }
            }
        }
        thinker.rests = (self.rests.iter())
            .filter_map(|(set, name, until)| {
                let mut rules = program.rules().iter();
                let index = rules.position(|r| r.set == *set && r.rule.name == *name)?;
                Some((RuleRef(index as u16), *until))
            })
            .collect();
        thinker.running = self.running;
        thinker.suspended = self.suspended;
        thinker.fired = self.fired.into();
        thinker.foreign = self.foreign;
        thinker.reported = self.reported;
    }
}

/// The state of a character whose region is unloaded.
#[derive(Serialize, Deserialize)]
pub(super) struct SavedAway {
    state: SavedThinker,
    /// The attributes of the world that its rules read.
    world: Vec<(HostId, Pushed)>,
    /// Its answers about beliefs.
    believed: OptionalTail<Vec<(HostId, Pushed)>>,
}

impl HotRules {
    pub(super) fn saved_state(&self) -> Vec<u8> {
        let mut all: BTreeMap<CharacterId, SavedThinker> = self.saved.clone();
        let own = self.thinkers.iter();
        all.extend(own.map(|(who, thinker)| (*who, SavedThinker::of(thinker))));
        let known = all.iter().filter(|(_, saved)| !saved.believed.is_empty());
        let believed = known.map(|(who, saved)| (*who, saved.believed.clone()));
        let believed = OptionalTail(believed.collect());
        match all.is_empty() {
            true => vec![],
            false => postcard::to_allocvec(&SavedThinkers { all, believed }).unwrap_or_default(),
        }
    }

    /// Takes the state of a character out, with the attributes of the world as it knows them.
    pub(super) fn take_state(&mut self, folk: &Folk, who: CharacterId) -> Option<SavedAway> {
        let own = self.thinkers.get(&who).map(SavedThinker::of);
        let names = self.thinkers.get(&who).into_iter();
        let names = names.flat_map(|thinker| thinker.program.slots.world.iter());
        let world = names.map(|name| (*name, word(folk, *name, &[]).pushed()));
        let world = world.collect();
        self.forget(who);
        let state = own.or_else(|| self.saved.remove(&who))?;
        let believed = OptionalTail(state.believed.clone());
        Some(SavedAway {
            state,
            world,
            believed,
        })
    }

    /// Restores the state of a character. Attributes of the world that have changed meanwhile are
    /// dirty.
    pub(super) fn bring_state_back(
        &mut self,
        folk: &Folk,
        who: CharacterId,
        away: SavedAway,
        time: Duration,
    ) {
        let SavedAway {
            mut state,
            world,
            believed,
        } = away;
        state.believed = believed.0;
        for (.., until) in &mut state.rests {
            *until = until.after(time);
        }
        let changed =
            |(name, before): &(HostId, Pushed)| word(folk, *name, &[]).pushed() != *before;
        let changed = world.into_iter().filter(changed);
        let changed: Vec<HostId> = changed.map(|(name, _)| name).collect();
        state.foreign |= !changed.is_empty();
        state.dirty_world.extend(changed);
        self.saved.insert(who, state);
    }

    pub(super) fn load_state(&mut self, bytes: &[u8]) {
        let mut saved: SavedThinkers = postcard::from_bytes(bytes).unwrap_or_default();
        for (who, believed) in saved.believed.0 {
            if let Some(thinker) = saved.all.get_mut(&who) {
                thinker.believed = believed;
            }
        }
        *self = HotRules {
            saved: saved.all,
            ..HotRules::default()
        };
    }
}
