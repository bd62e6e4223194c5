//! Searching conditions of the plainest shape: a list of steps, walked along and back.
//!
//! The walk keeps all it needs in a few registers: which step it is at, how many steps have been
//! counted, and for each fact how far its rows have been gone through. It stops where somebody else
//! has to say something (a test, a solution), and goes on with the answer.

use super::expression::{answer, change_of};
use super::program::Timing;
use super::scratch::Mutation;
use super::space::Space;
use super::update::Updating;
use super::witness::Witness;
use super::word::Word;
use townsfolk_module::Comparison;

/// So many slots can be used in conditions of this shape: every `u8` is one of them.
pub(super) const SLOTS: usize = 256;
pub(super) type Slots = [Word; SLOTS];

/// Places of one fact whose values are known, and as many that get one.
const PAIRS_MAX: usize = 4;

/// Where a walk goes back to from its first fact.
const NOWHERE: u8 = u8::MAX;
/// The most steps of a walk.
pub(super) const STEPS_MAX: usize = 250;

/// A place of a row, and the slot that has (or gets) its value.
pub(super) type Pair = (u8, u8);

/// One literal.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub(super) struct Step {
    what: What,
    /// The fact before it, whose next row is tried if it does not hold.
    back: u8,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum What {
    /// Each row that has the known values; the others are bound.
    Each(Rows, Pairs),
    /// No row has the known values.
    None(Rows),
    Compare(Compare),
    /// Any other test, by its operation.
    Test(u32),
    /// A solution.
    Done,
}

/// A comparison of two slots.
#[derive(Clone, Copy, Debug)]
pub(super) struct Compare {
    pub(super) comparison: Comparison,
    pub(super) timing: Timing,
    pub(super) left: u8,
    pub(super) right: u8,
}

/// A few pairs.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pairs {
    count: u8,
    pairs: [Pair; PAIRS_MAX],
}

impl Pairs {
    pub(super) fn of(pairs: &[Pair]) -> Option<Pairs> {
        let mut kept = Pairs::default();
        kept.pairs.get_mut(..pairs.len())?.copy_from_slice(pairs);
        kept.count = pairs.len() as u8;
        Some(kept)
    }

    #[inline(always)]
    pub(super) fn iter(&self) -> impl Iterator<Item = Pair> {
        self.pairs.iter().take(usize::from(self.count)).copied()
    }
}

/// Rows of a fact with known values.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rows {
    pub(super) fact: u16,
    pub(super) known: Pairs,
}

impl Rows {
    /// The place of the first row from a place on that has the known values, or one behind them
    /// all. Counts the rows that are looked at.
    #[inline(always)]
    fn next(
        &self,
        rows: &[Word],
        width: usize,
        slots: &Slots,
        from: usize,
        seen: &mut u32,
    ) -> usize {
        let [(place, slot), ..] = self.known.pairs;
        if self.known.count == 0 {
            *seen = seen.wrapping_add(u32::from(from < rows.len()));
            return from;
        }
        let (place, wanted) = (usize::from(place), slots[usize::from(slot)]);
        let mut at = from.wrapping_add(place);
        while let Some(word) = rows.get(at) {
            *seen = seen.wrapping_add(1);
            if *word == wanted
                && (self.known.count == 1 || self.fits(rows, at.wrapping_sub(place), slots))
            {
                return at.wrapping_sub(place);
            }
            at = at.wrapping_add(width);
        }
        usize::MAX
    }

    fn fits(&self, rows: &[Word], row: usize, slots: &Slots) -> bool {
        let mut others = self.known.iter().skip(1);
        others.all(|(place, slot)| {
            rows.get(row.wrapping_add(usize::from(place))) == Some(&slots[usize::from(slot)])
        })
    }
}

/// Puts literals in a row, each with its way back.
pub(super) fn chain(literals: &[What]) -> Vec<Step> {
    let mut back = NOWHERE;
    let mut steps = vec![];
    for what in literals.iter().chain([&What::Done]) {
        steps.push(Step { what: *what, back });
        if matches!(what, What::Each(..)) {
            back = (steps.len() - 1) as u8;
        }
    }
    steps
}

impl Step {
    pub(super) fn what(&self) -> &What {
        &self.what
    }
}

/// Why a walk stands still.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Halt {
    /// At a solution.
    Solution,
    /// At a test.
    Test(u32),
    /// At the end of all ways, or of its steps.
    End,
}

impl<W: Witness> Updating<'_, W> {
    /// Looks for a solution with which the rule can fire, until there are enough. What is bound
    /// stays so until [`Updating::forget`].
    #[inline]
    pub(super) fn walk(&mut self, steps: &[Step], fires_at_once: bool) {
        let mut at = 0;
        let mut answered = None;
        loop {
            let halt = self.walk_on(steps, &mut at, answered);
            answered = match halt {
                Halt::End => return,
                Halt::Solution if fires_at_once => {
                    self.solutions = 1;
                    return;
                }
                Halt::Solution => {
                    if self.found() {
                        return;
                    }
                    Some(false)
                }
                Halt::Test(operation) => Some(self.test(operation as usize) == Some(true)),
            };
        }
    }

    /// Whether there is a solution, for a condition without tests that somebody else must answer.
    #[inline]
    pub(super) fn walk_to_first(&mut self, steps: &[Step]) -> bool {
        self.walk_on(steps, &mut 0, None) == Halt::Solution
    }

    /// Walks on from a step, or from the answer that it waited for.
    #[inline(always)]
    fn walk_on(&mut self, steps: &[Step], place: &mut usize, answered: Option<bool>) -> Halt {
        let budget = self.budget();
        let space: &Space = &self.scene.space;
        let drop_moment = self.scratch.commits(Mutation::DropMoment);
        let tried = &mut self.scratch.tried.0;
        let Some(slots) = self.scratch.slots.first_chunk_mut::<SLOTS>() else {
            return Halt::End;
        };
        let (mut count, mut at) = (self.steps, *place);
        let mut holds = answered != Some(false);
        at = at.wrapping_add(usize::from(answered == Some(true)));
        let halt = 'walk: loop {
            let Some(step) = steps.get(at) else {
                break Halt::End;
            };
            let (mut rows, mut bound, mut from);
            if holds {
                match &step.what {
                    What::Each(each, binds) => {
                        count = count.wrapping_add(1);
                        (rows, bound, from) = (each, binds, 0);
                    }
                    What::None(rows) => {
                        count = count.wrapping_add(1);
                        let (words, width) = space.group(usize::from(rows.fact));
                        holds = rows.next(words, width, slots, 0, &mut count) >= words.len();
                        at = at.wrapping_add(usize::from(holds));
                        if count > budget {
                            break Halt::End;
                        }
                        continue;
                    }
                    What::Compare(compare) => {
                        count = count.wrapping_add(1);
                        let left = slots[usize::from(compare.left)];
                        let right = slots[usize::from(compare.right)];
                        if compare.timing != Timing::Never && !drop_moment {
                            let wait = change_of(compare.comparison, compare.timing, left, right);
                            self.wake = self.wake.min(self.moment.saturating_add(wait));
                        }
                        holds = answer(left, compare.comparison, right) == Some(true);
                        at = at.wrapping_add(usize::from(holds));
                        if count > budget {
                            break Halt::End;
                        }
                        continue;
                    }
                    What::Test(operation) => {
                        count = count.wrapping_add(1);
                        break Halt::Test(*operation);
                    }
                    What::Done => break Halt::Solution,
                }
            } else {
                at = usize::from(step.back);
                let Some(What::Each(each, binds)) = steps.get(at).map(Step::what) else {
                    break Halt::End;
                };
                (rows, bound, from) = (each, binds, tried[at & (SLOTS - 1)]);
            }
            // Each row in turn; without another one, the next row of the fact before.
            loop {
                let (words, width) = space.group(usize::from(rows.fact));
                let row = rows.next(words, width, slots, from as usize, &mut count);
                if count > budget {
                    break 'walk Halt::End;
                }
                if row < words.len() {
                    tried[at & (SLOTS - 1)] = row.wrapping_add(width) as u32;
                    for (place, slot) in bound.iter() {
                        if let Some(word) = words.get(row.wrapping_add(usize::from(place))) {
                            slots[usize::from(slot)] = *word;
                        }
                    }
                    break;
                }
                at = usize::from(steps[at].back);
                let Some(What::Each(each, binds)) = steps.get(at).map(Step::what) else {
                    break 'walk Halt::End;
                };
                (rows, bound, from) = (each, binds, tried[at & (SLOTS - 1)]);
            }
            holds = true;
            at = at.wrapping_add(1);
        };
        self.steps = count;
        *place = at;
        halt
    }
}
