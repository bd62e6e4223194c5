//! Needs, moods and relationships set by the host.

use crate::folk::Folk;
use crate::host::RejectedReport;
use townsfolk_core::{CharacterId, NeedId};
use townsfolk_module::mind::{Degree, Mood, Relationship};

impl Folk {
    /// Sets the level of a need, which changes from there as usual.
    pub(crate) fn take_in_need(&mut self, who: CharacterId, need: NeedId, level: Degree) {
        self.rouse(who);
        let now = self.moment();
        let Some(minded) = self.minds.people.get_mut(&who) else {
            return self.unheard(RejectedReport::NoMind(who));
        };
        if !minded.mind.needs().any(|known| known == need) {
            return self.unheard(RejectedReport::NoSuchNeed(who, need));
        }
        let by = level.clamped().minus(minded.mind.level(need, now));
        minded.mind.burst(need, by, now);
        self.wake_mind(who);
    }

    /// Sets a mood, which drifts from there as usual.
    pub(crate) fn take_in_mood(&mut self, who: CharacterId, mood: Mood) {
        self.rouse(who);
        let now = self.moment();
        let Some(minded) = self.minds.people.get_mut(&who) else {
            return self.unheard(RejectedReport::NoMind(who));
        };
        let mood = Mood {
            valence: mood.valence.clamped(),
            arousal: mood.arousal.clamped(),
        };
        minded.mind.feel(mood, now);
        self.wake_mind(who);
    }

    /// Sets what a character feels for another.
    pub(crate) fn take_in_feeling(
        &mut self,
        who: CharacterId,
        toward: CharacterId,
        felt: Relationship,
    ) {
        self.rouse(who);
        if self.mind(who).is_none() {
            return self.unheard(RejectedReport::NoMind(who));
        }
        if self.character(toward).is_none() && self.member_of(toward).is_none() {
            return self.unheard(RejectedReport::NoSuchCharacter(toward));
        }
        let felt = Relationship {
            like: felt.like.clamped(),
            attraction: felt.attraction.clamped(),
            dominance: felt.dominance.clamped(),
            intimacy: felt.intimacy.clamped(),
            interest: felt.interest.clamped(),
        };
        self.feel_for(who, toward, felt);
    }
}
