//! A record: what a character or its squad holds of where and how another was last sensed.

use crate::exponent::fading;
use crate::strength::Strength;
use serde::{Deserialize, Serialize};
use townsfolk_core::{CharacterId, Duration, Place, Tick};

/// What a record is about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Sensed {
    /// A character.
    Character(CharacterId),
    /// A place where something was heard that gave nobody away, by the number of the sound.
    Spot(u32),
}

/// By what something was sensed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Sense {
    /// By ear.
    Heard,
    /// By eye.
    Seen,
    /// By touch.
    Touched,
}

impl Sense {
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Sense::Heard => "heard",
            Sense::Seen => "seen",
            Sense::Touched => "touched",
        }
    }
}

/// How sure a record is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Certainty {
    /// Something was heard that may be somebody.
    Suspected,
    /// It was sensed for too long a time ago.
    Lost,
    /// It is there.
    Confirmed,
}

impl Certainty {
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Certainty::Suspected => "suspected",
            Certainty::Lost => "lost",
            Certainty::Confirmed => "confirmed",
        }
    }
}

/// Where and how another was last sensed. Only senses write it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Record {
    /// What it is about.
    pub subject: Sensed,
    /// Where it was sensed last.
    pub at: Place,
    /// How it moved when it was seen last, in millimetres a second, east and north.
    pub velocity: (i32, i32),
    /// When it was sensed first.
    pub first: Tick,
    /// When it was heard last.
    pub heard: Option<Tick>,
    /// When it was seen last.
    pub seen: Option<Tick>,
    /// When it was touched last.
    pub touched: Option<Tick>,
    /// How strongly it was sensed last.
    pub strength: Strength,
    /// How sure it is.
    pub certainty: Certainty,
    /// Since when it is so sure.
    pub since: Tick,
    /// Whether it is something that can be attacked.
    pub attackable: bool,
    /// How far from the place it may be.
    pub uncertainty_mm: u32,
    /// Who sensed it last.
    pub by: CharacterId,
    /// When it was sensed last.
    pub stamp: Tick,
}

impl Record {
    /// How long ago it was sensed by any sense.
    pub fn age(&self, now: Tick) -> Duration {
        now.since(self.stamp)
    }

    /// When it was last sensed by a sense.
    pub fn last_by(&self, sense: Sense) -> Option<Tick> {
        match sense {
            Sense::Heard => self.heard,
            Sense::Seen => self.seen,
            Sense::Touched => self.touched,
        }
    }

    /// The sense by which it was sensed last. Of several at one tick, the surest.
    pub fn channel(&self) -> Sense {
        let senses = [Sense::Touched, Sense::Seen, Sense::Heard];
        let last = senses
            .into_iter()
            .find(|s| self.last_by(*s) == Some(self.stamp));
        last.unwrap_or(Sense::Heard)
    }

    /// The character that it is about.
    pub fn character(&self) -> Option<CharacterId> {
        match self.subject {
            Sensed::Character(who) => Some(who),
            Sensed::Spot(_) => None,
        }
    }

    /// How threatening it is to a character at a place, in millionths: prey most of all, what was
    /// sensed lately, what is near, what was sensed strongly.
    pub fn threat(&self, from: Place, now: Tick) -> u64 {
        const ONE: u64 = 1_000_000;
        let attack = if self.attackable { 2 * ONE } else { 0 };
        let recency = fading(self.age(now).0);
        let away = from.distance_mm(self.at).unsigned_abs();
        let near = ONE * 5_000 / (5_000 + away);
        let strength = u64::from(self.strength.in_millionths()) / 2;
        attack + recency + near + strength
    }

    /// Adds a delay to all its moments.
    pub fn shift_times(&mut self, later: &mut dyn FnMut(Tick) -> Tick) {
        for tick in [&mut self.first, &mut self.since, &mut self.stamp] {
            *tick = later(*tick);
        }
        for tick in [&mut self.heard, &mut self.seen, &mut self.touched] {
            *tick = tick.map(&mut *later);
        }
    }
}
