//! Who is awake, in which order they take their turns, and when somebody will be awake again.

use super::scratch::Mutation;
use super::update::Updating;
use super::witness::Witness;
use crate::reference::Phase;
use townsfolk_core::digest::fold;

/// With so few people, the next in order is found by looking at all of them.
const FEW_PEOPLE: usize = 16;

/// Where people stand in the order of an update, as far as anybody asked.
struct Order {
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
        if many || self.scratch.commits(Mutation::SwapOrder) {
            return self.take_turns_of_many();
        }
        let mut order = Order {
            base: None,
            known: 0,
            keys: [0; FEW_PEOPLE],
        };
        let mut waiting = self.survey();
        while waiting != 0 {
            let next = match waiting & (waiting - 1) == 0 {
                true => waiting.trailing_zeros() as usize,
                false => self.first_of(&mut order, waiting),
            };
            self.take_turn(next);
            // Nobody begins anything more once the end has been said.
            if self.scene.end_asked.is_some() {
                self.surveyed = None;
                return;
            }
            let awake = self.survey() & !(1 << next);
            waiting &= awake;
            // Whoever comes later in the order may have been woken.
            let woken = awake & !waiting;
            waiting |= self.those_after(&mut order, next, woken);
        }
    }

    /// Tells everyone what has changed. Says who is awake, by bits (of many people, only the first),
    /// and notes when anybody will be.
    #[inline]
    fn survey(&mut self) -> u32 {
        let (touched, now) = (std::mem::take(&mut self.touched), self.now);
        let (mut awake, mut due, mut all_reasons) = (0, i64::MAX, 0);
        for p in self.scene.people.iter_mut().rev() {
            p.dirty |= touched;
            // Nobody can foretell who is awake, so nothing branches.
            let reasons = p.dirty & p.interest;
            awake = awake << 1 | u32::from(reasons != 0) | u32::from(p.wake <= now);
            due = due.min(p.wake);
            all_reasons |= reasons;
        }
        // Who has a reason is awake since ever.
        self.surveyed = Some(if all_reasons == 0 { due } else { i64::MIN });
        awake
    }

    /// The first in order of some people.
    #[inline]
    fn first_of(&self, order: &mut Order, bits: u32) -> usize {
        let mut first = (u64::MAX, u32::MAX, 0);
        let mut left = bits;
        while left != 0 {
            let index = left.trailing_zeros() as usize;
            left &= left - 1;
            let key = self.order_key(order, index);
            if (key.0, key.1) < (first.0, first.1) {
                first = (key.0, key.1, index);
            }
        }
        first.2
    }

    /// Of some people those who come later in the order than somebody.
    #[inline]
    fn those_after(&self, order: &mut Order, index: usize, bits: u32) -> u32 {
        let (mut left, mut later) = (bits, 0);
        while left != 0 {
            let other = left.trailing_zeros() as usize;
            left &= left - 1;
            let is_later = self.order_key(order, other) > self.order_key(order, index);
            later |= u32::from(is_later) << other;
        }
        later
    }

    /// Where someone stands in the order of this update.
    #[inline]
    fn order_key(&self, order: &mut Order, index: usize) -> (u64, u32) {
        let who = self.scene.people.get(index).map_or(0, |p| p.who.0);
        let place = index % FEW_PEOPLE;
        if order.known >> place & 1 == 0 {
            let begin = || fold(self.scene.key.1, self.now as u64);
            let base = *order.base.get_or_insert_with(begin);
            order.keys[place] = fold(base, u64::from(who));
            order.known |= 1 << place;
        }
        (order.keys[place], who)
    }

    /// The same for so many that their order is worth finding out at once.
    #[inline(never)]
    fn take_turns_of_many(&mut self) {
        self.survey();
        if self.surveyed.is_some_and(|due| due > self.now) {
            return;
        }
        self.put_in_order();
        for place in 0..self.scratch.order.len() {
            let index = usize::from(self.scratch.order[place]);
            if self.scene.end_asked.is_some() {
                return;
            }
            if self.touched != 0 {
                self.survey();
            }
            if self.scene.people[index].is_awake(self.now) {
                self.take_turn(index);
                self.surveyed = None;
            }
        }
    }

    /// When the next update could do something.
    #[inline]
    pub(super) fn find_next_due(&mut self) {
        if self.surveyed.is_none() || self.touched != 0 {
            self.survey();
        }
        let first = self.surveyed.unwrap_or(i64::MIN);
        let scene = &mut *self.scene;
        let next = self.now.saturating_add(1);
        let mut due = i64::MAX;
        if scene.phase == Phase::Over {
            scene.due = due;
            return;
        }
        if scene.end_asked.is_none() {
            due = first;
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
            for row in 0..scene.space.rows(fact) {
                due = due.min(scene.space.history(fact, row).expires);
            }
        }
        scene.due = due.max(next);
    }
}
