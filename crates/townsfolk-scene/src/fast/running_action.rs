//! The running action of a participant, and how often actions were started lately.

use super::packed_value::PackedValue;
use super::scene::{CompactParticipant, Scene};
use crate::StopReason;
use townsfolk_core::{ActionId, CharacterId, StartId, Tick};

/// When actions were started in the last second.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RecentStarts {
    last: i64,
    /// A bit for each start, as many places up as it was ticks before the last. (No participant starts two
    /// actions at one moment.)
    before: u64,
}

/// The bits of a second.
const SECOND: u64 = (1 << townsfolk_core::TICKS_PER_SECOND) - 1;

/// An action without an outcome.
#[derive(Clone, Copy, Debug)]
pub(super) struct RunningAction {
    pub(super) id: StartId,
    pub(super) who: CharacterId,
    pub(super) partner: Option<CharacterId>,
    pub(super) rule: u16,
    pub(super) bindings: u16,
    pub(super) action: ActionId,
    pub(super) started: Tick,
    pub(super) limit: Tick,
    pub(super) interruptible: bool,
    pub(super) stop_asked: Option<StopReason>,
}

impl Scene {
    /// The action someone performs, alone or as a partner.
    pub(super) fn doing<'s>(&'s self, person: &'s CompactParticipant) -> Option<&'s RunningAction> {
        if !person.is_busy() {
            return None;
        }
        let mut others = self.runs();
        let own = person.run.as_ref();
        own.or_else(|| others.find(|run| run.id.0 == person.busy_with))
    }

    /// All actions without an outcome.
    pub(super) fn runs(&self) -> impl Iterator<Item = &RunningAction> {
        self.people.iter().filter_map(|p| p.run.as_ref())
    }

    /// The performer of the action with this number.
    #[inline]
    pub(super) fn performer_of(&self, id: StartId) -> Option<usize> {
        // The performer is unpredictable, so the loop has no branches. The last match is right if it is the only one.
        let (mut found, mut count) = (0, 0);
        for (index, p) in self.people.iter().enumerate() {
            let is_it = p.busy_with == id.0;
            found = if is_it { index } else { found };
            count += u32::from(is_it);
        }
        match count {
            1 => self.people.get(found)?.run.is_some().then_some(found),
            // A partner is busy with it as well.
            _ => self.performer_with_partner(id),
        }
    }

    fn performer_with_partner(&self, id: StartId) -> Option<usize> {
        let mut people = self.people.iter();
        people.position(|p| p.busy_with == id.0 && p.run.is_some())
    }

    /// The places for the values of the variables of the action that someone performs.
    #[inline]
    pub(super) fn bound(&self, index: usize) -> &[PackedValue] {
        let from = index.wrapping_mul(self.shape.bound);
        let end = from.wrapping_add(self.shape.bound);
        self.bound.get(from..end).unwrap_or_default()
    }

    #[inline]
    pub(super) fn bound_mut(&mut self, index: usize) -> &mut [PackedValue] {
        let from = index.wrapping_mul(self.shape.bound);
        let end = from.wrapping_add(self.shape.bound);
        self.bound.get_mut(from..end).unwrap_or_default()
    }
}

impl RecentStarts {
    /// Notes a start and forgets those that were a second ago or more.
    #[inline]
    pub(super) fn note(&mut self, now: i64) {
        let passed = now.wrapping_sub(self.last) as u64;
        let before = match passed < u64::from(u64::BITS) {
            true => self.before << passed,
            false => 0,
        };
        self.before = before & SECOND | 1;
        self.last = now;
    }

    /// Whether there are more than `count`.
    #[inline]
    pub(super) fn are_more_than(&self, count: usize) -> bool {
        // Most often there are a few, and counting them takes longer than taking some away.
        const FEW: usize = 4;
        let mut left = self.before;
        for _ in 0..FEW {
            left &= left.wrapping_sub(1);
        }
        (left != 0 || count < FEW) && self.before.count_ones() as usize > count
    }

    /// The moments, oldest first.
    pub(super) fn moments(&self) -> Vec<Tick> {
        let ages = (0..i64::from(u64::BITS)).rev();
        let there = ages.filter(|age| self.before >> age & 1 == 1);
        there
            .map(|age| Tick(self.last.saturating_sub(age)))
            .collect()
    }

    /// RecentStarts at these moments; `None` if they are not in order or not of one second.
    pub(super) fn of(moments: &[Tick]) -> Option<RecentStarts> {
        let mut starts = RecentStarts::default();
        for moment in moments {
            let others = starts.before.count_ones();
            if others > 0 && moment.0 <= starts.last {
                return None;
            }
            starts.note(moment.0);
            if starts.before.count_ones() != others + 1 {
                return None;
            }
        }
        Some(starts)
    }
}
