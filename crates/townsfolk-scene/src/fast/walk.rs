//! Searching conditions of the plainest shape: a list of steps, walked along and back.
//!
//! The walk keeps all it needs in a few registers: which step it is at, how many steps have been
//! counted, and for each fact how far its rows have been gone through. It stands still where somebody
//! else has to say something (a test, a solution), and goes on with the answer.

use super::expression::{answer, change_of};
use super::glance::JUDGED_MAX;
use super::keys::{KEYS_MAX, OwnRows, SEVERAL};
use super::program::{Glance, Timing};
use super::scratch::Mutation;
use super::space::{Extent, Space};
use super::stroll::Stroll;
use super::update::Updating;
use super::witness::Witness;
use super::word::Word;
use townsfolk_module::Comparison;

/// So many slots can be used in conditions of this shape: every `u8` is one of them.
pub(super) const SLOTS: usize = 256;
pub(super) type Slots = [Word; SLOTS];

/// For each step, where the rows that have not been tried begin; or [`LAST`] and how many there are.
pub(super) type Tried = [u32; SLOTS];

/// None of the rows that have not been tried can match.
const LAST: u32 = 1 << 31;

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

    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
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
    /// If the first known value is `.me`, at a place where everyone knows their row.
    pub(super) key: Option<u8>,
    pub(super) known: Pairs,
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
pub(super) enum Halt {
    /// At a solution.
    Solution,
    /// At a test.
    Test(u32),
    /// At the end of all ways, or of its steps.
    End,
}

/// A walk, standing still.
pub(super) struct Walk<'s> {
    space: &'s Space,
    slots: &'s mut Slots,
    tried: &'s mut Tried,
    /// Which rows name `.me`.
    own: OwnRows,
    moment: i64,
    budget: u32,
    forgets_moments: bool,
    /// Where it stands.
    at: usize,
    /// The steps counted so far.
    count: u32,
    /// The first moment at which a comparison changes its answer.
    wake: i64,
}

/// Rules that are looked at one after the other.
pub(super) struct Look<'c> {
    pub(super) rules: &'c [Glance],
    /// The one after the last that was looked at.
    pub(super) place: usize,
    /// Topics that have changed.
    pub(super) changed: u64,
    /// Rules, by bits, that are left out unless something they read has changed. The last bit stands
    /// for all from there on.
    pub(super) settled: u64,
    /// Those of the first rules, by bits, that are worth a look and have not been looked at.
    pub(super) worth: u64,
    /// Whether rules may be searched at once.
    pub(super) quick: bool,
    /// Whether there are so few facts that steps need not be counted.
    pub(super) strolls: bool,
    /// Rules, by bits, that are known to have no solution.
    pub(super) tried: u64,
    /// Those of them that fail early: see [`Glance::early`].
    pub(super) early: u64,
}

/// What came of looking at rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Seen {
    /// A rule has a solution.
    Solution,
    /// The steps of a rule's search have to be counted.
    Long,
    /// A rule has to be searched with more care.
    Unsure,
    /// No further rule has a solution.
    Nothing,
}

impl<'c> Look<'c> {
    /// The rule before the next one, as a bit. The last bit stands for all from there on.
    #[inline]
    pub(super) fn bit(&self) -> u64 {
        1 << self.place.saturating_sub(1).min(63)
    }

    /// The next rule that is worth a search, and its bit.
    #[inline(always)]
    pub(super) fn next_rule(&mut self) -> Option<(&'c Glance, u64)> {
        loop {
            let place = match self.worth {
                // Those from here on are not judged.
                0 => self.place.max(JUDGED_MAX),
                worth => worth.trailing_zeros() as usize,
            };
            let glance = self.rules.get(place)?;
            self.worth &= self.worth.wrapping_sub(1);
            self.place = place.wrapping_add(1);
            let bit = 1u64 << place.min(63);
            let reads = match self.early & bit {
                0 => glance.reads,
                _ => glance.early_reads,
            };
            if reads & self.changed == 0 && self.settled & bit != 0 {
                continue;
            }
            // What has changed for it is forgotten with this look.
            self.early &= !bit;
            return Some((glance, bit));
        }
    }

    /// A rule has no solution. The last bit is never set.
    #[inline(always)]
    pub(super) fn note_failure(&mut self, bit: u64, early: bool) {
        let bit = bit & !(1 << 63);
        self.tried |= bit;
        self.early |= if early { bit } else { 0 };
    }
}

/// A row that was found, as the place of its first word; and how many rows were looked at.
type Found = (Option<usize>, u32);

impl Rows {
    /// The row of `.me`, if it is the only one that can match. What comes after it cannot.
    #[inline(always)]
    fn own(&self, extent: &Extent, walk: &View<'_>, slots: &Slots) -> Option<Found> {
        let own = walk.own[usize::from(self.key?) % KEYS_MAX];
        if own == SEVERAL {
            return None;
        }
        let at = usize::from(own).wrapping_sub(1);
        Some(match own {
            0 => (None, extent.count()),
            _ if self.known.count > 1 && !self.fits(walk.words, at, slots) => {
                (None, extent.count())
            }
            _ => (Some(at), (extent.row_at(at) as u32).wrapping_add(1)),
        })
    }

    /// The first row from a place on that has the known values.
    #[inline(always)]
    fn next(&self, extent: &Extent, walk: &View<'_>, slots: &Slots, from: usize) -> Found {
        let [(place, slot), ..] = self.known.pairs;
        if self.known.count == 0 {
            let there = from < extent.end();
            return (there.then_some(from), u32::from(there));
        }
        let (place, wanted) = (usize::from(place), slots[usize::from(slot)]);
        let rows = walk.words.get(..extent.end()).unwrap_or_default();
        let mut at = from.wrapping_add(place);
        let mut seen = 0u32;
        while let Some(word) = rows.get(at) {
            seen = seen.wrapping_add(1);
            if *word == wanted {
                let row = at.wrapping_sub(place);
                if self.known.count == 1 || self.fits(rows, row, slots) {
                    return (Some(row), seen);
                }
            }
            at = at.wrapping_add(extent.width());
        }
        (None, seen)
    }

    #[inline]
    fn fits(&self, words: &[Word], row: usize, slots: &Slots) -> bool {
        let mut others = self.known.iter().skip(1);
        others.all(|(place, slot)| {
            words.get(row.wrapping_add(usize::from(place))) == Some(&slots[usize::from(slot)])
        })
    }
}

/// What a walk looks at and does not change.
struct View<'s> {
    extents: &'s [Extent],
    words: &'s [Word],
    own: OwnRows,
}

impl Walk<'_> {
    /// Walks on from the beginning, or from the answer that was waited for.
    #[inline(always)]
    fn go_on(&mut self, steps: &[Step], answered: Option<bool>) -> Halt {
        let view = View {
            extents: self.space.extents(),
            words: self.space.words(),
            own: self.own,
        };
        let slots = &mut *self.slots;
        let tried = &mut *self.tried;
        let (mut count, mut at) = (self.count, self.at);
        let mut holds = answered != Some(false);
        at = at.wrapping_add(usize::from(answered == Some(true)));
        let halt = 'walk: loop {
            let Some(mut step) = steps.get(at) else {
                break Halt::End;
            };
            if holds {
                match &step.what {
                    What::Each(rows, bound) => {
                        let Some(extent) = view.extents.get(usize::from(rows.fact)) else {
                            break Halt::End;
                        };
                        let own = rows.own(extent, &view, slots);
                        let (row, seen) =
                            own.unwrap_or_else(|| rows.next(extent, &view, slots, extent.start()));
                        count = count.wrapping_add(seen).wrapping_add(1);
                        if let Some(row) = row {
                            tried[at % SLOTS] = match own {
                                Some(_) => LAST | extent.count().wrapping_sub(seen),
                                None => row.wrapping_add(extent.width()) as u32,
                            };
                            bind(bound, view.words, row, slots);
                            at = at.wrapping_add(1);
                            continue;
                        }
                    }
                    What::None(rows) => {
                        let Some(extent) = view.extents.get(usize::from(rows.fact)) else {
                            break Halt::End;
                        };
                        let own = rows.own(extent, &view, slots);
                        let (row, seen) =
                            own.unwrap_or_else(|| rows.next(extent, &view, slots, extent.start()));
                        count = count.wrapping_add(seen).wrapping_add(1);
                        if row.is_none() {
                            at = at.wrapping_add(1);
                            continue;
                        }
                    }
                    What::Compare(compare) => {
                        count = count.wrapping_add(1);
                        let left = slots[usize::from(compare.left)];
                        let right = slots[usize::from(compare.right)];
                        if compare.timing != Timing::Never && !self.forgets_moments {
                            let wait = change_of(compare.comparison, compare.timing, left, right);
                            self.wake = self.wake.min(self.moment.saturating_add(wait));
                        }
                        if answer(left, compare.comparison, right) == Some(true) {
                            at = at.wrapping_add(1);
                            continue;
                        }
                    }
                    What::Test(operation) => {
                        count = count.wrapping_add(1);
                        if count > self.budget {
                            break Halt::End;
                        }
                        break Halt::Test(*operation);
                    }
                    What::Done if count > self.budget => break Halt::End,
                    What::Done => break Halt::Solution,
                }
            }
            // Back to the next row of the fact before, or of one before that.
            loop {
                if count > self.budget {
                    break 'walk Halt::End;
                }
                at = usize::from(step.back);
                let Some(before) = steps.get(at) else {
                    break 'walk Halt::End;
                };
                step = before;
                let from = tried[at % SLOTS];
                if from & LAST != 0 {
                    count = count.wrapping_add(from & !LAST);
                    continue;
                }
                let What::Each(rows, bound) = &step.what else {
                    break 'walk Halt::End;
                };
                let Some(extent) = view.extents.get(usize::from(rows.fact)) else {
                    break 'walk Halt::End;
                };
                let (row, seen) = rows.next(extent, &view, slots, from as usize);
                count = count.wrapping_add(seen);
                if let Some(row) = row {
                    tried[at % SLOTS] = row.wrapping_add(extent.width()) as u32;
                    bind(bound, view.words, row, slots);
                    break;
                }
            }
            holds = true;
            at = at.wrapping_add(1);
        };
        (self.count, self.at) = (count, at);
        halt
    }
}

impl Walk<'_> {
    /// Walks on, from the answer that was waited for.
    #[inline(never)]
    fn resume(&mut self, steps: &[Step], answered: Option<bool>) -> Halt {
        self.go_on(steps, answered)
    }
}

#[inline(always)]
fn bind(bound: &Pairs, words: &[Word], row: usize, slots: &mut Slots) {
    for (place, slot) in bound.iter() {
        if let Some(word) = words.get(row.wrapping_add(usize::from(place))) {
            slots[usize::from(slot)] = *word;
        }
    }
}

impl<W: Witness> Updating<'_, W> {
    /// Looks at rules until there is something to do.
    #[inline]
    pub(super) fn look(&mut self, look: &mut Look<'_>) -> Seen {
        let (code, scene) = (self.code, &*self.scene);
        let forgets_moments = self.scratch.commits(Mutation::DropMoment);
        let (Some(me), Some(slots)) = (
            scene.people.get(self.me_index),
            self.scratch.slots.first_chunk_mut::<SLOTS>(),
        ) else {
            return Seen::Nothing;
        };
        let mut stroll = Stroll {
            strides: &code.strides,
            extents: scene.space.extents(),
            words: scene.space.words(),
            slots,
            choices: &mut self.scratch.choices,
            own: &me.rows,
            moment: self.moment,
            wake: self.wake,
            forgets_moments,
        };
        let seen = stroll.look(look);
        self.wake = stroll.wake;
        seen
    }

    /// Searches a rule that fires with the first solution, whenever it has one: whether it has.
    /// `None` if that takes too many steps.
    pub(super) fn walk_to_first(&mut self, steps: &[Step]) -> Option<bool> {
        self.steps = 0;
        let (halt, _) = self.walk_from(steps, 0, None);
        match halt {
            Halt::Solution => Some(true),
            _ if self.is_exhausted() => None,
            _ => Some(false),
        }
    }

    /// Looks for a solution with which the rule can fire, until there are enough. What is bound
    /// stays so until [`Updating::forget`].
    pub(super) fn walk(&mut self, steps: &[Step]) {
        let mut at = 0;
        let mut answered = None;
        loop {
            let halt;
            (halt, at) = self.walk_from(steps, at, answered);
            answered = match halt {
                Halt::End => return,
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

    fn walk_from(&mut self, steps: &[Step], at: usize, answered: Option<bool>) -> (Halt, usize) {
        let count = self.steps;
        let Some(mut walk) = self.begin_walk(at) else {
            return (Halt::End, at);
        };
        walk.count = count;
        let halt = walk.resume(steps, answered);
        let at = walk.at;
        (self.steps, self.wake) = (walk.count, walk.wake);
        (halt, at)
    }

    #[inline]
    fn begin_walk(&mut self, at: usize) -> Option<Walk<'_>> {
        let budget = self.budget();
        let forgets_moments = self.scratch.commits(Mutation::DropMoment);
        let me = self.scene.people.get(self.me_index)?;
        Some(Walk {
            space: &self.scene.space,
            slots: self.scratch.slots.first_chunk_mut::<SLOTS>()?,
            tried: &mut self.scratch.tried.0,
            own: me.rows,
            moment: self.moment,
            budget,
            forgets_moments,
            at,
            count: 0,
            wake: self.wake,
        })
    }
}
