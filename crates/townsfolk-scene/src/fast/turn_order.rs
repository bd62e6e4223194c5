//! Which participants are awake, the order of their turns, and the next wake-up.

use super::scratch::Mutation;
use super::update::Updating;
use super::witness::Witness;
use crate::Phase;
use std::hint::select_unpredictable;
use townsfolk_core::digest::fold;

/// Up to this many participants, the next in order is found by a scan.
const FEW_PEOPLE: usize = 16;

/// The sort keys of participants in an update, computed on demand.
#[derive(Debug, Default)]
struct TurnOrder {
    base: Option<u64>,
    known: u32,
    keys: [u64; FEW_PEOPLE],
}

impl<W: Witness> Updating<'_, W> {
    /// A turn for each who has a reason, in the update's order.
    #[inline]
    pub(super) fn take_turns(&mut self) {
        if self.scene.end_asked.is_some() {
            return;
        }
        let many = self.scene.people.len() > FEW_PEOPLE;
        if many || self.scratch.has_mutation(Mutation::SwapOrder) {
            return self.take_turns_of_many();
        }
        let mut order = TurnOrder::default();
        let mut waiting = self.tell_everyone();
        while waiting != 0 {
            let next = match waiting & (waiting - 1) == 0 {
                true => waiting.trailing_zeros() as usize,
                false => order.first_of(waiting, |index| self.place_in_order(index)),
            };
            self.take_turn(next);
            // Once a rule has asked for the end, no further turn begins.
            if self.scene.end_asked.is_some() {
                return;
            }
            waiting &= !(1 << next);
            if self.touched != 0 || self.stirred {
                let awake = self.tell_everyone() & !(1 << next);
                waiting &= awake;
                // Participants later in the order may have been woken.
                let woken = awake & !waiting;
                waiting |= order.those_after(next, woken, |index| self.place_in_order(index));
            }
        }
    }

    /// Tells everyone what has changed, and says who is awake, by bits (of many people, only the last).
    #[inline]
    fn tell_everyone(&mut self) -> u32 {
        let (touched, now) = (std::mem::take(&mut self.touched), self.now);
        self.stirred = false;
        let mut awake = 0;
        for p in self.scene.people.iter_mut().rev() {
            p.dirty |= touched;
            awake = awake << 1 | u32::from(p.is_awake(now));
        }
        awake
    }

    /// The sort key of a participant in this update.
    #[inline]
    fn place_in_order(&self, index: usize) -> OrderKey {
        OrderKey {
            key: self.scene.key.1,
            now: self.now,
            who: self.scene.people.get(index).map_or(0, |p| p.who.0),
        }
    }

    /// The same for many participants, whose order is sorted once.
    #[inline(never)]
    fn take_turns_of_many(&mut self) {
        self.tell_everyone();
        if !self.scene.people.iter().any(|p| p.is_awake(self.now)) {
            return;
        }
        self.put_in_order();
        for place in 0..self.scratch.order.len() {
            let index = usize::from(self.scratch.order[place]);
            if self.scene.end_asked.is_some() {
                return;
            }
            if self.touched != 0 {
                self.tell_everyone();
            }
            if self.scene.people[index].is_awake(self.now) {
                self.take_turn(index);
            }
        }
    }

    /// When the next update could do something.
    #[inline]
    pub(super) fn find_next_due(&mut self) {
        if self.touched != 0 {
            self.tell_everyone();
        }
        let scene = &mut *self.scene;
        let next = self.now.saturating_add(1);
        let mut due = i64::MAX;
        if scene.phase == Phase::Over {
            scene.due = due;
            return;
        }
        if scene.end_asked.is_none() {
            let mut reasons = 0;
            for p in &scene.people {
                due = due.min(p.wake);
                reasons |= p.dirty & p.interest;
            }
            // A participant with a reason is awake already.
            due = if reasons == 0 { due } else { next };
        }
        if scene.recalls {
            for rare in scene.people.iter().filter_map(|p| p.rare.as_ref()) {
                if rare.recall.is_some() {
                    due = next;
                }
                due = due.min(rare.away_until.map_or(i64::MAX, |until| until.0));
            }
        }
        if scene.limit == i64::MIN {
            let limits = scene.runs().map(|run| run.limit.0);
            scene.limit = limits.min().unwrap_or(i64::MAX);
        }
        due = due.min(scene.limit);
        if scene.phase == Phase::Running {
            for vacancy in &scene.rare().vacancies {
                due = due.min(vacancy.until.0);
            }
        }
        for fact in &self.code.passing {
            let fact = usize::from(*fact);
            for row in 0..scene.facts.rows(fact) {
                due = due.min(scene.facts.history(fact, row).expires);
            }
        }
        scene.due = due.max(next);
    }
}

/// The sort key of a participant in an update.
#[derive(Clone, Copy, Debug)]
struct OrderKey {
    /// The common prefix of the scene's draws.
    key: u64,
    now: i64,
    who: u32,
}

impl TurnOrder {
    /// The first in order of some people.
    #[inline]
    fn first_of(&mut self, bits: u32, place: impl Fn(usize) -> OrderKey) -> usize {
        let mut first = (u64::MAX, u32::MAX, 0);
        let mut left = bits;
        while left != 0 {
            let index = left.trailing_zeros() as usize;
            left &= left - 1;
            let (key, who) = self.key(index, &place);
            // The answer is unpredictable, so there is no branch.
            let sooner = (key < first.0) | (key == first.0) & (who < first.1);
            first = select_unpredictable(sooner, (key, who, index), first);
        }
        first.2
    }

    /// Those of some participants, by bits, who come later in the order than one.
    #[inline]
    fn those_after(&mut self, index: usize, bits: u32, place: impl Fn(usize) -> OrderKey) -> u32 {
        let (mut left, mut later) = (bits, 0);
        while left != 0 {
            let other = left.trailing_zeros() as usize;
            left &= left - 1;
            let is_later = self.key(other, &place) > self.key(index, &place);
            later |= u32::from(is_later) << other;
        }
        later
    }

    #[inline]
    fn key(&mut self, index: usize, place: impl Fn(usize) -> OrderKey) -> (u64, u32) {
        let OrderKey { key, now, who } = place(index);
        let at = index % FEW_PEOPLE;
        if self.known >> at & 1 == 0 {
            let base = *self.base.get_or_insert_with(|| fold(key, now as u64));
            self.keys[at] = fold(base, u64::from(who));
            self.known |= 1 << at;
        }
        (self.keys[at], who)
    }
}
