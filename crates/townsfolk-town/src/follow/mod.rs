//! Follows all characters through a recording, and reports what is impossible.
//!
//! Invariants: no character jumps or goes through a wall; every character is somewhere at any time;
//! statements about sightings are true. A [`Follower`] takes plain values, so that a test can plant
//! what no engine would do; [`watch`] makes them from a folk.

mod look;

pub use look::watch;

use crate::paths::Atlas;
use crate::plan::PlateId;
use std::collections::BTreeMap;
use std::sync::Arc;
use townsfolk::Place;
use townsfolk_core::{AreaId, CharacterId, TICKS_PER_SECOND, Tick};
use townsfolk_mind::Moment;

/// Positions are reported every second; a little later is not a jump yet.
const TOLD_WITHIN: i64 = TICKS_PER_SECOND + 15;

/// Tolerance of a step's length: characters stop on a spot, not on a millimetre.
const SLACK_MM: i64 = 1_000;

/// Maximum step from a straight line onto the ground when a character becomes full.
const WAKES_WITHIN_MM: i64 = 40_000;

/// Maximum number of doors that can be passed between two samples.
const DOORS_MAX: usize = 4;

/// Tolerance of statements about a moment, in seconds of stage time: minds are updated once a
/// second.
const WRONG_BY_S: i64 = 3;

/// The position of a character at a moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Glimpse {
    /// The character.
    pub who: CharacterId,
    /// The position; `None` is a gap.
    pub at: Option<Place>,
    /// The area.
    pub area: Option<AreaId>,
    /// Whether it is at level full. Background characters walk in straight lines.
    pub awake: bool,
}

/// A statement of a character about what it saw or was told.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Said {
    /// The speaker.
    pub by: CharacterId,
    /// The character it is about.
    pub of: CharacterId,
    /// The area.
    pub area: AreaId,
    /// The beginning.
    pub from: Moment,
    /// The end.
    pub to: Moment,
    /// Whether the speaker was there too.
    pub saw: bool,
}

/// A broken invariant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// A character moved faster than anyone walks.
    Jumped {
        /// The character.
        who: CharacterId,
        /// The moment.
        at: Moment,
        /// The start.
        from: Place,
        /// The end.
        to: Place,
    },
    /// A character went through a wall.
    ThroughWall {
        /// The character.
        who: CharacterId,
        /// The moment.
        at: Moment,
        /// The start.
        from: Place,
        /// The end.
        to: Place,
    },
    /// A character was nowhere without having left the world.
    Nowhere {
        /// The character.
        who: CharacterId,
        /// The moment.
        at: Moment,
    },
    /// A character states a wrong place of another.
    FalseWord(Said),
}

/// Follows every character.
#[derive(Clone, Debug)]
pub struct Follower {
    atlas: Arc<Atlas>,
    /// The fastest any character walks, in millimetres a second.
    pace_mm: i64,
    /// Calendar seconds in a second of the stage.
    rate: i64,
    people: BTreeMap<CharacterId, Track>,
    /// Statements that have been checked.
    heard: BTreeMap<CharacterId, Vec<Said>>,
    faults: Vec<Fault>,
    looks: u64,
    words: u64,
}

/// The track of a character.
#[derive(Clone, Debug, Default)]
struct Track {
    /// The last known tick and position, and whether it was at level full.
    last: Option<(Tick, Place, bool)>,
    stays: Vec<Stay>,
    missing: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Stay {
    area: AreaId,
    from: Moment,
    to: Moment,
}

impl Follower {
    /// A follower before the first sample. `pace_mm` is the maximum pace in millimetres a second;
    /// `rate` is the number of calendar seconds in a thousand of the stage.
    pub fn new(atlas: Arc<Atlas>, pace_mm: i32, rate: i64) -> Follower {
        Follower {
            atlas,
            pace_mm: i64::from(pace_mm.max(1)),
            rate: rate.max(1),
            people: BTreeMap::new(),
            heard: BTreeMap::new(),
            faults: vec![],
            looks: 0,
            words: 0,
        }
    }

    /// The broken invariants, in order.
    pub fn faults(&self) -> &[Fault] {
        &self.faults
    }

    /// Number of characters followed, of samples, and of statements checked.
    pub fn counts(&self) -> (usize, u64, u64) {
        (self.people.len(), self.looks, self.words)
    }

    /// Takes in a position, or its absence.
    pub fn see(&mut self, tick: Tick, now: Moment, glimpse: Glimpse) {
        self.looks += 1;
        let track = self.people.entry(glimpse.who).or_default();
        let Some(at) = glimpse.at else {
            // A character that has not come yet has no position.
            if track.last.is_some() && !std::mem::replace(&mut track.missing, true) {
                let who = glimpse.who;
                self.faults.push(Fault::Nowhere { who, at: now });
            }
            return;
        };
        track.missing = false;
        match (track.stays.last_mut(), glimpse.area) {
            (Some(stay), Some(area)) if stay.area == area => stay.to = now,
            (_, Some(area)) => track.stays.push(Stay {
                area,
                from: now,
                to: now,
            }),
            (_, None) => {}
        }
        let before = track.last;
        // The position of a walker is as old as its last report. For a character seen, or raised,
        // for the first time, the last report was before the first sample.
        let wakes = before.is_some_and(|(_, _, awake)| !awake && glimpse.awake);
        let told = match before {
            None => Tick(tick.0.saturating_sub(TOLD_WITHIN)),
            Some(_) if wakes => Tick(tick.0.saturating_sub(TOLD_WITHIN)),
            Some((then, from, _)) if from == at => then,
            Some(_) => tick,
        };
        track.last = Some((told, at, glimpse.awake));
        if let Some((then, from, awake)) = before {
            let step = Step {
                who: glimpse.who,
                now,
                ticks: tick.since(then).0,
                from,
                to: at,
                awake: awake && glimpse.awake,
                wakes,
            };
            self.judge(&step);
        }
    }

    /// A character has left the world, and may return anywhere.
    pub fn leave(&mut self, who: CharacterId) {
        if let Some(track) = self.people.get_mut(&who) {
            track.last = None;
            track.missing = false;
        }
    }

    fn judge(&mut self, step: &Step) {
        let away = step.from.distance_mm(step.to);
        let ticks = step.ticks.clamp(1, TOLD_WITHIN);
        let walked = self.pace_mm.saturating_mul(ticks) / TICKS_PER_SECOND;
        let most = match step.wakes {
            true => walked.saturating_add(WAKES_WITHIN_MM),
            false => walked.saturating_add(SLACK_MM),
        };
        let Step {
            who,
            now: at,
            from,
            to,
            ..
        } = *step;
        if away > most {
            self.faults.push(Fault::Jumped { who, at, from, to });
        } else if step.awake && !self.is_one_way(from, to) {
            self.faults.push(Fault::ThroughWall { who, at, from, to });
        }
    }

    /// Whether one place can be reached from another through a few doors.
    fn is_one_way(&self, from: Place, to: Place) -> bool {
        let plates = self.atlas.plate_at(from).zip(self.atlas.plate_at(to));
        let Some((from, to)) = plates else {
            return false;
        };
        let mut reached = vec![from];
        let mut next = 0;
        for _ in 0..=DOORS_MAX {
            if reached.contains(&to) {
                return true;
            }
            let last = reached.len();
            while let Some(plate) = reached.get(next).copied().filter(|_| next < last) {
                next += 1;
                let beyond: Vec<PlateId> = self.atlas.plates_beyond(plate).collect();
                reached.extend(beyond);
            }
        }
        false
    }

    /// Takes in a statement. It is checked once. A statement about a time before all samples cannot
    /// be checked.
    pub fn hear(&mut self, said: Said) {
        let known = self.heard.entry(said.by).or_default();
        match known.binary_search(&said) {
            Ok(_) => return,
            Err(place) => known.insert(place, said),
        }
        self.words += 1;
        let slack = WRONG_BY_S.saturating_mul(self.rate) / 1000 + 1;
        let was = |who: CharacterId, at: Moment| {
            let stays = self.people.get(&who).map(|track| &track.stays);
            let mut stays = stays.into_iter().flatten().rev();
            let first = self.first_seen(who);
            // Nothing is known before the first position.
            first.is_none_or(|first| at < first)
                || stays.any(|stay| {
                    stay.area == said.area
                        && stay.from.after(-slack) <= at
                        && at <= stay.to.after(slack)
                })
        };
        let moments = [said.from, said.to];
        let there = moments.into_iter().all(|at| was(said.of, at));
        let saw = !said.saw || moments.into_iter().all(|at| was(said.by, at));
        if !(there && saw) {
            self.faults.push(Fault::FalseWord(said));
        }
    }

    fn first_seen(&self, who: CharacterId) -> Option<Moment> {
        let stays = &self.people.get(&who)?.stays;
        stays.first().map(|stay| stay.from)
    }
}

/// The movement between two samples.
struct Step {
    who: CharacterId,
    now: Moment,
    ticks: i64,
    from: Place,
    to: Place,
    /// At both ends.
    awake: bool,
    wakes: bool,
}
