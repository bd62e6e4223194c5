//! All records of a character or a squad: one for each subject.

use crate::record::{Certainty, Record, Sense, Sensed};
use crate::strength::Strength;
use serde::{Deserialize, Serialize};
use townsfolk_core::{CharacterId, Duration, Place, Tick};

/// Maximum number of records of a character or a squad. The least sure and oldest one is dropped.
pub const RECORDS_MAX: usize = 16;

/// Sounds of unknown origin within this distance are taken for one place.
const SAME_SPOT_MM: u32 = 2_000;

/// A rival becomes the focus only if it is this much more threatening, in hundredths.
const RIVAL: u64 = 120;

/// Records, sorted by subject.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Records(Vec<Record>);

/// Something that was sensed just now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Impression {
    /// What it is.
    pub subject: Sensed,
    /// Where it is.
    pub at: Place,
    /// How it moves, if that can be seen.
    pub velocity: Option<(i32, i32)>,
    /// By what it is sensed.
    pub sense: Sense,
    /// How strongly.
    pub strength: Strength,
    /// Whether the character knows that it is there, and does not only suspect it.
    pub sure: bool,
    /// Whether it can be attacked.
    pub attackable: bool,
    /// How far from the place it may be.
    pub uncertainty_mm: u32,
    /// Who senses it.
    pub by: CharacterId,
}

impl Records {
    /// All of them, in order of subject.
    pub fn all(&self) -> &[Record] {
        &self.0
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The record of a subject.
    pub fn of(&self, subject: Sensed) -> Option<&Record> {
        self.0.get(self.find(subject).ok()?)
    }

    fn find(&self, subject: Sensed) -> Result<usize, usize> {
        self.0.binary_search_by_key(&subject, |r| r.subject)
    }

    /// Takes in what was sensed just now. Within one tick the surer sense counts: touch before sight,
    /// sight before hearing. Returns the subject under which it is kept.
    pub fn sense(&mut self, new: &Impression, now: Tick) -> Sensed {
        let subject = self.kept_as(new);
        let place = match self.find(subject) {
            Ok(place) => place,
            Err(_) => self.insert(subject, new, now),
        };
        let Some(record) = self.0.get_mut(place) else {
            return subject;
        };
        let surer = record.stamp < now || record.channel() <= new.sense;
        match new.sense {
            Sense::Heard => record.heard = Some(now),
            Sense::Seen => record.seen = Some(now),
            Sense::Touched => record.touched = Some(now),
        }
        if surer {
            record.at = new.at;
            record.velocity = new.velocity.unwrap_or(match new.sense {
                Sense::Heard => (0, 0),
                _ => record.velocity,
            });
            record.strength = new.strength;
            record.uncertainty_mm = new.uncertainty_mm;
            (record.by, record.stamp) = (new.by, now);
        }
        let certainty = match (new.sure, record.certainty) {
            (true, _) => Certainty::Confirmed,
            (false, Certainty::Lost) => Certainty::Suspected,
            (false, certainty) => certainty,
        };
        set_certainty(record, certainty, now);
        subject
    }

    /// The subject of an impression: a sound near a known spot belongs to that spot.
    fn kept_as(&self, new: &Impression) -> Sensed {
        let Sensed::Spot(_) = new.subject else {
            return new.subject;
        };
        let spots = self.0.iter().filter(|r| r.character().is_none());
        let mut same = spots.filter(|r| r.at.is_within(new.at, SAME_SPOT_MM));
        same.next().map_or(new.subject, |record| record.subject)
    }

    fn insert(&mut self, subject: Sensed, new: &Impression, now: Tick) -> usize {
        if self.0.len() >= RECORDS_MAX {
            let least = (0..self.0.len()).min_by_key(|i| {
                let record = self.0.get(*i);
                record.map(|r| (r.certainty, r.stamp, r.subject))
            });
            if let Some(least) = least {
                self.0.remove(least);
            }
        }
        let place = self.find(subject).unwrap_or_else(|place| place);
        let record = Record {
            subject,
            at: new.at,
            velocity: new.velocity.unwrap_or_default(),
            first: now,
            heard: None,
            seen: None,
            touched: None,
            strength: new.strength,
            certainty: Certainty::Suspected,
            since: now,
            attackable: new.attackable,
            uncertainty_mm: new.uncertainty_mm,
            by: new.by,
            stamp: now,
        };
        self.0.insert(place, record);
        place
    }

    /// What is suspected is there. Returns whether that is new.
    pub fn confirm(&mut self, subject: Sensed, now: Tick) -> bool {
        let Ok(place) = self.find(subject) else {
            return false;
        };
        let record = self.0.get_mut(place);
        record.is_some_and(|record| set_certainty(record, Certainty::Confirmed, now))
    }

    /// Drops the record of a subject. Returns whether there was one.
    pub fn forget(&mut self, subject: Sensed) -> bool {
        let found = self.find(subject);
        found.is_ok_and(|place| {
            self.0.remove(place);
            true
        })
    }

    /// Lets time pass: what has not been sensed for a time is lost, and later forgotten. Returns
    /// whether anything changed.
    pub fn age(&mut self, now: Tick, loses: Duration, forgets: Duration) -> bool {
        let before = self.0.len();
        self.0.retain(|record| record.age(now) < forgets);
        let mut changed = self.0.len() != before;
        for record in &mut self.0 {
            if record.certainty == Certainty::Confirmed && record.age(now) >= loses {
                changed |= set_certainty(record, Certainty::Lost, now);
            }
        }
        changed
    }

    /// The next tick at which [`age`](Records::age) changes something.
    pub fn ages_at(&self, loses: Duration, forgets: Duration) -> Option<Tick> {
        let next = self.0.iter().map(|record| {
            let forgotten = record.stamp.after(forgets);
            match record.certainty {
                Certainty::Confirmed => record.stamp.after(loses).min(forgotten),
                _ => forgotten,
            }
        });
        next.min()
    }

    /// The subject on which a character at a place concentrates: the most threatening one. What is
    /// certain comes before what is not, and among these a rival of the present focus must be clearly
    /// more threatening.
    pub fn focus(&self, present: Option<Sensed>, from: Place, now: Tick) -> Option<Sensed> {
        let rank = |record: &Record| {
            let sure = record.certainty == Certainty::Confirmed;
            (sure, record.threat(from, now))
        };
        let rated = self.0.iter().map(|record| (rank(record), record.subject));
        let ((sure, most), rival) = rated.max_by_key(|(rank, s)| (*rank, std::cmp::Reverse(*s)))?;
        let held = present
            .and_then(|subject| self.of(subject))
            .map(|held| (held, rank(held)));
        match held {
            Some((held, (held_sure, threat)))
                if held_sure == sure && most * 100 <= threat * RIVAL =>
            {
                Some(held.subject)
            }
            _ => Some(rival),
        }
    }

    /// Drops records of characters that are gone.
    pub fn retain(&mut self, keep: impl FnMut(&Record) -> bool) {
        self.0.retain(keep);
    }

    /// Whether they are what senses write. Those read from a forged file may not be.
    pub fn is_sound(&self) -> bool {
        self.0.len() <= RECORDS_MAX && self.0.is_sorted_by(|a, b| a.subject < b.subject)
    }

    /// Adds a delay to all moments.
    pub fn shift_times(&mut self, later: &mut dyn FnMut(Tick) -> Tick) {
        for record in &mut self.0 {
            record.shift_times(later);
        }
    }
}

/// Returns whether it changed.
fn set_certainty(record: &mut Record, certainty: Certainty, now: Tick) -> bool {
    let changes = record.certainty != certainty;
    if changes {
        (record.certainty, record.since) = (certainty, now);
    }
    changes
}
