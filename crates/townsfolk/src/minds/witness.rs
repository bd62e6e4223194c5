//! Memory of events: events reach characters in the same area, and questions are answered only from
//! what a character saw or was told.

use crate::folk::Folk;
use townsfolk_core::{AreaId, CharacterId};
use townsfolk_knowledge::{Answer, Event, Memory, What};
use townsfolk_mind::Moment;
use townsfolk_mind::social::Relationships;
use townsfolk_module::mind::Degree;

/// Maximum number of others observed at once, the nearest first.
pub(super) const SEES_MAX: usize = 32;

/// Maximum number of witnesses of an event in a crowded area, the nearest first. So a crowd costs
/// each of its members no more than a full room.
const WITNESSES_MAX: usize = 64;

/// Minimum closeness of members of a group.
const KIN: Degree = Degree::percent(70);

/// Maximum distance of a witness in a crowd, in millimetres.
const WITNESS_MM: u32 = 10_000;

impl Folk {
    /// Where a character was at a moment, as a witness (or the character itself) would answer from
    /// its own sightings, or from news. `None` if the witness does not know.
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

    /// The memory of a character; in the background, that of its last time at level full.
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

    /// How close a character is to one with these feelings. Members of a group are always close.
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

    /// Records an event of a character where it is.
    pub(crate) fn witness(&mut self, who: CharacterId, what: What) {
        if let Some(area) = self.area_of(who) {
            self.let_witness(who, area, what);
        }
    }

    /// Records that a character has gone from one area to another.
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
            self.note_arrival(who, to);
        }
        if self.minds.levels.are_used() && self.minds.people.contains_key(&who) {
            self.open_visit(who);
        }
    }

    /// Lets everyone with a mind in an area notice an event there, and the character it concerns.
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
