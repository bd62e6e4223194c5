//! The recent past of a character: when feelings changed last, its interactions, its appointment.
//!
//! The feelings of a character with a `temper` drift back to their usual values. Nothing is updated
//! per tick: the last value and its time are kept, and the present value is computed from them. A
//! change of a feeling starts from the present value.

use super::MindState;
use super::ask::Turn;
use crate::folk::Folk;
use serde::{Deserialize, Serialize};
use townsfolk_core::CharacterId;
use townsfolk_mind::social::relationships::RELATIONSHIPS_MAX;
use townsfolk_mind::social::temper::{DEEDS_MAX, Deed, mellowed, remember};
use townsfolk_mind::social::{talk, undergo};
use townsfolk_mind::{Appointment, Moment};
use townsfolk_module::mind::{Degree, Interaction, Mood, On, Relationship};

/// The recent past of a character.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Past {
    /// When the mood changed last. Only used in saves; a mind keeps it itself.
    pub(super) mood_at: Option<Moment>,
    /// When each feeling for another changed last, sorted. Characters not listed have unchanged
    /// feelings.
    pub(super) felt_at: Vec<(CharacterId, Moment)>,
    /// Its recent interactions, oldest first.
    pub(super) deeds: Vec<Deed>,
    /// Its appointment.
    pub(super) appointment: Option<Appointment>,
    /// Since when it waits for a role at a location.
    pub(super) turn: Option<Turn>,
}

impl Past {
    fn felt_at(&self, who: CharacterId) -> Option<Moment> {
        let place = self.felt_at.binary_search_by_key(&who, |(who, _)| *who);
        self.felt_at.get(place.ok()?).map(|(_, at)| *at)
    }

    fn felt_now(&mut self, who: CharacterId, now: Moment) {
        match self.felt_at.binary_search_by_key(&who, |(who, _)| *who) {
            Ok(place) => self.felt_at[place].1 = now,
            Err(place) => self.felt_at.insert(place, (who, now)),
        }
    }

    /// Removes values that no valid save has.
    pub(super) fn mend(&mut self) {
        self.felt_at.sort_unstable();
        self.felt_at.dedup_by_key(|(who, _)| *who);
        self.felt_at.truncate(RELATIONSHIPS_MAX);
        self.deeds.truncate(DEEDS_MAX);
    }

    /// Allocated memory in bytes.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(self.felt_at.as_slice()) + size_of_val(self.deeds.as_slice())
    }
}

impl MindState {
    /// Its appointment.
    pub fn appointment(&self) -> Option<&Appointment> {
        self.past.appointment.as_ref()
    }
}

impl Folk {
    /// What a character feels for another now, including first impressions.
    pub fn feeling_for(&self, who: CharacterId, other: CharacterId) -> Option<Relationship> {
        let minded = self.mind(who)?;
        let first = self.first_feeling(minded, other);
        let Some(left) = minded.relationships.toward(other) else {
            return Some(first);
        };
        let member = self.member(minded.member)?;
        let passed = minded.past.felt_at(other);
        let passed = passed.map_or(0, |at| self.moment().since(at));
        Some(mellowed(&member.temper, first, *left, passed))
    }

    /// The present mood of a character.
    pub fn mood_of(&self, who: CharacterId) -> Option<Mood> {
        let minded = self.mind(who)?;
        let at = self.beat_of(who, minded.member)?;
        Some(minded.mind.mood_now(&at))
    }

    /// What a character felt for another at first: as the content says, or by first impression.
    fn first_feeling(&self, minded: &MindState, other: CharacterId) -> Relationship {
        let member = |who| self.member_of(who).and_then(|member| self.member(member));
        let (Some(own), Some(theirs)) = (self.member(minded.member), member(other)) else {
            return Relationship::at_first_sight(Degree::HALF, Degree::ZERO);
        };
        let written = own.relationships.iter();
        let mut written = written.filter(|(whom, _)| *whom == theirs.id);
        written.next().map(|(_, felt)| *felt).unwrap_or_else(|| {
            let shared = talk::shared(&own.subjects, &theirs.subjects);
            Relationship::at_first_sight(theirs.attractiveness, shared)
        })
    }

    /// Applies an interaction that a character has undergone or seen to its mood and feelings.
    pub(super) fn let_undergo(
        &mut self,
        who: CharacterId,
        toward: CharacterId,
        what: Interaction,
        on: On,
        subject_shared: bool,
    ) {
        let now = self.moment();
        let feels = self.mood_of(who).zip(self.feeling_for(who, toward));
        let Some((mut mood, mut felt)) = feels else {
            return;
        };
        undergo(
            &self.content.effects,
            what,
            on,
            subject_shared,
            &mut mood,
            &mut felt,
        );
        let Some(minded) = self.minds.people.get_mut(&who) else {
            return;
        };
        minded.mind.feel(mood, now);
        self.feel_for(who, toward, felt);
    }

    /// Sets what a character feels for another.
    pub(super) fn feel_for(&mut self, who: CharacterId, toward: CharacterId, felt: Relationship) {
        let now = self.moment();
        let Some(minded) = self.minds.people.get_mut(&who) else {
            return;
        };
        minded.relationships.set(toward, felt);
        minded.past.felt_now(toward, now);
        if minded.past.felt_at.len() > RELATIONSHIPS_MAX {
            let known = &minded.relationships;
            minded
                .past
                .felt_at
                .retain(|(who, _)| known.toward(*who).is_some());
        }
        self.wake_mind(who);
    }

    /// Records an interaction of a character, so that it does not repeat it at once.
    pub(super) fn note_deed(&mut self, who: CharacterId, to: CharacterId, what: Interaction) {
        let at = self.moment();
        let Some(member) = self.mind(who).map(|minded| minded.member) else {
            return;
        };
        let people = &self.content.module.minds.people;
        let member = people.binary_search_by_key(&member, |person| person.id);
        let member = member.ok().and_then(|place| people.get(place));
        let minded = self.minds.people.get_mut(&who);
        if let (Some(member), Some(minded)) = (member, minded) {
            remember(
                &mut minded.past.deeds,
                Deed { to, what, at },
                &member.temper,
            );
        }
    }
}
