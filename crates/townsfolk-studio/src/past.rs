//! The past of a town: saves of it, every so often, from which it can be lived again.
//!
//! The same town lives the same way again, so a moment that lies between two saves is reached by
//! living up to it, and going back takes nothing from what is kept of later. Where its content was
//! changed, it is changed again on the way. Changing it in the past begins another future.

use crate::clip::{Cut, TICKS_MAX};
use crate::counts::Counts;
use crate::deed::{Deed, Move};
use std::collections::BTreeMap;
use townsfolk_core::TICKS_PER_SECOND;
use townsfolk_town::living::Living;

/// How often the town is saved, in calendar minutes.
const EVERY_MINUTES: i64 = 30;

/// … but not more often than this, by the stage.
const EVERY_TICKS_MIN: i64 = 10 * TICKS_PER_SECOND;

/// So many bytes are kept at the most; then every other save is given up.
const BYTES_MAX: usize = 256 << 20;

#[derive(Debug, Default)]
pub(crate) struct Past {
    saves: BTreeMap<i64, Kept>,
    /// What was done to the town, and when, in this order.
    deeds: BTreeMap<i64, Vec<Deed>>,
    /// The last tick that was ever reached.
    pub(crate) furthest: i64,
    /// How many times saves were given up.
    thinned: u32,
}

/// A town as it was saved, with what had been counted by then.
#[derive(Debug)]
struct Kept {
    bytes: Vec<u8>,
    counts: Counts,
}

impl Past {
    /// Keeps a town, if it is time to.
    pub(crate) fn keep(&mut self, town: &Living, counts: &Counts) {
        let now = town.folk.now().0;
        self.furthest = self.furthest.max(now);
        let is_due = match self.saves.last_key_value() {
            None => true,
            Some((last, _)) => now - last >= self.every(town),
        };
        if is_due {
            self.save(town, counts);
        }
    }

    fn save(&mut self, town: &Living, counts: &Counts) {
        let kept = Kept {
            bytes: town.save(),
            counts: counts.clone(),
        };
        self.saves.insert(town.folk.now().0, kept);
        let weights = self.saves.values();
        let bytes: usize = weights
            .map(|kept| kept.bytes.len() + kept.counts.weight())
            .sum();
        if bytes > BYTES_MAX && self.saves.len() > 2 {
            self.thinned = (self.thinned + 1).min(32);
            let first = self.saves.keys().next().copied();
            let mut odd = false;
            self.saves.retain(|tick, _| {
                odd = !odd;
                odd || Some(*tick) == first
            });
        }
    }

    /// Notes what has just been done to the town. What came later is no longer its future.
    pub(crate) fn done(&mut self, town: &Living, counts: &Counts, deed: Deed) {
        let now = town.folk.now().0;
        self.furthest = now;
        self.saves.split_off(&(now + 1));
        self.deeds.split_off(&(now + 1));
        // After a change of content there is always a save, and one of this moment must have it all.
        let saves = matches!(deed, Deed::TakeIn(_)) || self.saves.contains_key(&now);
        self.deeds.entry(now).or_default().push(deed);
        if saves {
            self.save(town, counts);
        }
    }

    /// When the town took in something, oldest first.
    pub(crate) fn edited(&self) -> impl DoubleEndedIterator<Item = i64> + '_ {
        let edits = |deeds: &&Vec<Deed>| deeds.iter().any(|deed| matches!(deed, Deed::TakeIn(_)));
        let deeds = self.deeds.iter().filter(move |(_, deeds)| edits(deeds));
        deeds.map(|(tick, _)| *tick)
    }

    /// What a clip of the past is made from, or why there is none.
    pub(crate) fn cut(&self, from: i64, to: i64) -> Result<Cut, &'static str> {
        let from = from.clamp(self.earliest(), self.furthest);
        let to = to.clamp(from, self.furthest);
        if to == from {
            return Err("a clip needs a beginning and an end in the past");
        }
        if to - from > TICKS_MAX {
            return Err("a clip is ten minutes of the stage at the most");
        }
        let mut edited = self.edited();
        if edited.any(|tick| (from + 1..=to).contains(&tick)) {
            return Err("the scripts were changed in between: cut before or after it");
        }
        let (saved, kept) = self
            .saves
            .range(..=from)
            .next_back()
            .ok_or("nothing is kept of that moment")?;
        // A change between the save and the clip would have to be made again; after each one there
        // is a save, so the last one before the clip knows of it.
        let mut edited = self.edited();
        if edited.any(|tick| (saved + 1..=from).contains(&tick)) {
            return Err("what was saved after the scripts were changed has been given up");
        }
        Ok(Cut {
            saved: kept.bytes.clone(),
            from,
            to,
            moves: self.moves(saved + 1, to),
        })
    }

    /// What was done to the town at a tick.
    pub(crate) fn deeds_at(&self, tick: i64) -> &[Deed] {
        self.deeds.get(&tick).map_or(&[], Vec::as_slice)
    }

    /// What the player did from one tick to another.
    fn moves(&self, from: i64, to: i64) -> Vec<(i64, Move)> {
        let deeds = self.deeds.range(from..=to);
        let all = deeds.flat_map(|(tick, deeds)| deeds.iter().map(|deed| (*tick, deed)));
        let moves = all.filter_map(|(tick, deed)| match deed {
            Deed::Play(made) => Some((tick, *made)),
            Deed::TakeIn(_) => None,
        });
        moves.collect()
    }

    fn every(&self, town: &Living) -> i64 {
        let rate = town.folk.calendar_rate().max(1);
        let ticks = EVERY_MINUTES * 60 * TICKS_PER_SECOND * 1000 / rate;
        ticks.max(EVERY_TICKS_MIN) << self.thinned
    }

    /// The first tick that can be gone back to.
    pub(crate) fn earliest(&self) -> i64 {
        self.saves.keys().next().copied().unwrap_or(0)
    }

    /// The town as it was last saved up to a tick, if that is nearer than where it is now.
    pub(crate) fn towards(&self, tick: i64, now: i64) -> Option<(Living, Counts)> {
        let (saved, kept) = self.saves.range(..=tick).next_back()?;
        if (*saved..=tick).contains(&now) {
            return None;
        }
        // What was just saved here can be loaded.
        let town = Living::load(&kept.bytes).ok()?;
        Some((town, kept.counts.clone()))
    }
}
