//! The past of a town: periodic saves, from which it can be simulated again.
//!
//! The same town runs the same way again. So a moment between two saves is reached by simulating up
//! to it, and going back discards nothing. Changes of content are applied again on the way. A
//! change in the past starts another future.

use crate::clip::{ClipSource, TICKS_MAX};
use crate::counts::Counts;
use crate::outside_change::{OutsideChange, PlayerMove};
use std::collections::BTreeMap;
use townsfolk_core::TICKS_PER_SECOND;
use townsfolk_town::living::Living;

/// Save period in calendar minutes.
const EVERY_MINUTES: i64 = 30;

/// Minimum save period in ticks of the stage.
const EVERY_TICKS_MIN: i64 = 10 * TICKS_PER_SECOND;

/// Maximum size of all saves; beyond it every other save is dropped.
const BYTES_MAX: usize = 256 << 20;

#[derive(Debug, Default)]
pub(crate) struct Past {
    saves: BTreeMap<i64, SavedTown>,
    /// Changes from outside by tick, in order.
    deeds: BTreeMap<i64, Vec<OutsideChange>>,
    /// The last tick that was ever reached.
    pub(crate) furthest: i64,
    /// How often saves were thinned out.
    thinned: u32,
}

/// A save of the town with its counters.
#[derive(Debug)]
struct SavedTown {
    bytes: Vec<u8>,
    counts: Counts,
}

impl Past {
    /// Saves a town if it is time to.
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
        let kept = SavedTown {
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

    /// Records a change that has just been made. Everything later is discarded.
    pub(crate) fn done(&mut self, town: &Living, counts: &Counts, deed: OutsideChange) {
        let now = town.folk.now().0;
        self.furthest = now;
        self.saves.split_off(&(now + 1));
        self.deeds.split_off(&(now + 1));
        // There is always a save after a change of content, and one of this moment must include it.
        let saves = matches!(deed, OutsideChange::TakeIn(_)) || self.saves.contains_key(&now);
        self.deeds.entry(now).or_default().push(deed);
        if saves {
            self.save(town, counts);
        }
    }

    /// Forgets what was saved and done after a tick, and what the player did at it.
    pub(crate) fn forget_after(&mut self, tick: i64) {
        self.furthest = tick;
        self.saves.split_off(&(tick + 1));
        self.deeds.split_off(&(tick + 1));
    }

    /// When content was reloaded, oldest first.
    pub(crate) fn edited(&self) -> impl DoubleEndedIterator<Item = i64> + '_ {
        let edits = |deeds: &&Vec<OutsideChange>| {
            deeds
                .iter()
                .any(|deed| matches!(deed, OutsideChange::TakeIn(_)))
        };
        let deeds = self.deeds.iter().filter(move |(_, deeds)| edits(deeds));
        deeds.map(|(tick, _)| *tick)
    }

    /// The input of a clip, or why there is none.
    pub(crate) fn cut(&self, from: i64, to: i64) -> Result<ClipSource, &'static str> {
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
        // A recording keeps what a player does, and not how the ground changes.
        let mut moves = self.moves(from, to).into_iter();
        if moves.any(|(_, made)| matches!(made, PlayerMove::Edit(_))) {
            return Err("the tower was changed in between: cut before or after it");
        }
        let (saved, kept) = self
            .saves
            .range(..=from)
            .next_back()
            .ok_or("nothing is kept of that moment")?;
        // A change between save and clip would have to be applied again. There is a save after each
        // change, so the last one before the clip includes it.
        let mut edited = self.edited();
        if edited.any(|tick| (saved + 1..=from).contains(&tick)) {
            return Err("what was saved after the scripts were changed has been given up");
        }
        Ok(ClipSource {
            saved: kept.bytes.clone(),
            from,
            to,
            moves: self.moves(saved + 1, to),
        })
    }

    /// The changes at a tick.
    pub(crate) fn deeds_at(&self, tick: i64) -> &[OutsideChange] {
        self.deeds.get(&tick).map_or(&[], Vec::as_slice)
    }

    /// The player's moves between two ticks.
    fn moves(&self, from: i64, to: i64) -> Vec<(i64, PlayerMove)> {
        let deeds = self.deeds.range(from..=to);
        let all = deeds.flat_map(|(tick, deeds)| deeds.iter().map(|deed| (*tick, deed)));
        let moves = all.filter_map(|(tick, deed)| match deed {
            OutsideChange::Play(made) => Some((tick, made.clone())),
            OutsideChange::TakeIn(_) => None,
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

    /// The last save up to a tick, if it is nearer than the present.
    pub(crate) fn towards(&self, tick: i64, now: i64) -> Option<(Living, Counts)> {
        let (saved, kept) = self.saves.range(..=tick).next_back()?;
        if (*saved..=tick).contains(&now) {
            return None;
        }
        // A save made here can be loaded.
        let town = Living::load(&kept.bytes).ok()?;
        Some((town, kept.counts.clone()))
    }
}
