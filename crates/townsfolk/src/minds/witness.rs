//! What is remembered of what happens: events reach those in the same area, and questions are
//! answered from what somebody saw or was told, and from nothing else.

use crate::folk::Folk;
use townsfolk_core::{AreaId, CharacterId};
use townsfolk_knowledge::{Answer, Event, Memory, What};
use townsfolk_mind::Moment;
use townsfolk_mind::social::Relationships;
use townsfolk_module::mind::Degree;

/// Of more people than this, only the nearest are noticed.
pub(super) const SEES_MAX: usize = 32;

/// In an area with more people than this, only the nearest notice what one of them does. So a crowd
/// in one place costs each of its members no more than a full room would.
const WITNESSES_MAX: usize = 64;

/// How close members of a group are at least.
const KIN: Degree = Degree::percent(70);

/// How near a witness must be in such a crowd, in millimetres.
const WITNESS_MM: u32 = 10_000;

impl Folk {
    /// Where somebody was at a moment, as somebody else (or they themselves) would answer: from own
    /// sightings, or what they were told. `None` if they do not know.
    pub fn where_was(&self, witness: CharacterId, whom: CharacterId, at: Moment) -> Option<Answer> {
        match self.mind(witness) {
            Some(minded) => minded.memory.where_was(whom, at, self.moment()),
            None => {
                let sleeper = self.minds.levels.asleep.get(witness)?;
                let (memory, _) = self.recall(witness, sleeper);
                memory.where_was(whom, at, self.moment())
            }
        }
    }

    /// What somebody remembers; of who is asleep, what they remembered before.
    pub fn memory_of(&self, who: CharacterId) -> Option<&Memory> {
        let asleep = || {
            self.minds
                .levels
                .asleep
                .kept
                .get(&who)
                .map(|kept| &kept.memory)
        };
        self.mind(who).map(|minded| &minded.memory).or_else(asleep)
    }

    /// How close somebody is to a character with these feelings: kin are close, however they feel.
    pub(super) fn closeness(
        &self,
        who: CharacterId,
        feels: &Relationships,
        other: CharacterId,
    ) -> Degree {
        let group = |who| self.character(who).and_then(|person| person.group);
        let kin = group(who).is_some_and(|own| group(other) == Some(own));
        let felt = feels.closeness(other);
        if kin { felt.max(KIN) } else { felt }
    }

    /// Somebody did something where they are.
    pub(crate) fn witness(&mut self, who: CharacterId, what: What) {
        if let Some(area) = self.area_of(who) {
            self.let_witness(who, area, what);
        }
    }

    /// Somebody has gone from one area to another.
    pub(super) fn witness_move(
        &mut self,
        who: CharacterId,
        from: Option<AreaId>,
        to: Option<AreaId>,
    ) {
        if let Some(from) = from {
            self.let_witness(who, from, What::Left);
            self.close_visit(who, from);
        }
        if let Some(to) = to {
            self.let_witness(who, to, What::Entered);
        }
        if self.minds.levels.are_used() && self.minds.people.contains_key(&who) {
            self.open_visit(who);
        }
    }

    /// Everybody with a mind in an area notices an event there, and so does the one it is about.
    pub(super) fn let_witness(&mut self, who: CharacterId, area: AreaId, what: What) {
        if self.minds.people.is_empty() {
            return;
        }
        let event = Event {
            at: self.moment(),
            area,
            who,
            what,
        };
        let present = self.minds.present.get(&area).map_or(0, Vec::len);
        let present = match present > WITNESSES_MAX {
            true => self.nearest_company(who, WITNESS_MM, WITNESSES_MAX),
            false => self.minds.present.get(&area).cloned().unwrap_or_default(),
        };
        let minds = &mut self.minds;
        for witness in present.into_iter().filter(|witness| *witness != who) {
            if let Some(minded) = minds.people.get_mut(&witness) {
                minded.memory.notice(event);
            }
        }
        if let Some(minded) = minds.people.get_mut(&who) {
            minded.memory.notice(event);
        }
    }
}
