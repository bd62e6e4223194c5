//! Searching short conditions without counting.
//!
//! As long as there are few facts, no search of these conditions can run out of steps, so nothing is
//! counted. A condition is a list of strides. A fact about `.me` of which everyone knows their row
//! holds in one way at most; only facts whose rows are gone through are places to come back to.

use super::expression::{answer, change_of};
use super::glance::Glances;
use super::keys::{KEYS_MAX, OwnRows, SEVERAL};
use super::marks::FACTS_MAX;
use super::program::{Code, List, Timing};
use super::scene::{Person, Scene};
use super::space::{Extent, ROW};
use super::strides::{Each, Find, NO_STRIDES, STRIDES_MAX, Stride};
use super::walk::{Compare, Look, SLOTS, Seen, Slots};
use super::word::Word;

/// Nowhere to come back to.
pub(super) const NOWHERE: u32 = u32::MAX;

/// For each stride that can be come back to, where the next rows begin, and the one before it. The
/// strides of a condition lie side by side, so their last bits tell them apart.
pub(super) type Choices = [(u32, u32); STRIDES_MAX];

/// What a stroll needs.
pub(super) struct Stroll<'s> {
    pub(super) strides: &'s [Stride],
    pub(super) extents: &'s [Extent],
    pub(super) words: &'s [Word],
    pub(super) slots: &'s mut Slots,
    pub(super) choices: &'s mut Choices,
    /// Which rows name `.me`.
    pub(super) own: &'s OwnRows,
    pub(super) moment: i64,
    /// The first moment at which a comparison changes its answer.
    pub(super) wake: i64,
    pub(super) forgets_moments: bool,
}

/// What came of a condition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Way {
    /// It holds.
    Holds,
    /// It fails at a stride, and nothing behind that was looked at.
    FailsAt(usize),
    /// It fails in every way there is.
    Fails,
}

/// What came of a quick look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Quick {
    /// A rule has a solution, which is left bound.
    Fires(u16),
    /// No rule has a solution.
    Nothing,
    /// More care is needed, and nothing has been done.
    Careful,
}

impl Scene {
    /// Looks at the rules of a free participant, `.me`, if nothing about them needs care: all can be
    /// strolled along, nobody rests, and there are few facts. See [`Updating::try_rules`].
    ///
    /// [`Updating::try_rules`]: super::update::Updating::try_rules
    #[inline(never)]
    pub(super) fn look_quickly(
        &mut self,
        code: &Code,
        slots: &mut Slots,
        choices: &mut Choices,
        glances: &mut Glances,
        index: usize,
        now: i64,
    ) -> Quick {
        let passed_over = self
            .rare
            .as_ref()
            .is_some_and(|r| !r.passed_over.is_empty());
        let Some(p) = self.people.get_mut(index) else {
            return Quick::Careful;
        };
        let number = code.list_number(p.class, p.state);
        let Some(list) = code.lists.get(number) else {
            return Quick::Careful;
        };
        if passed_over || p.rare.is_some() || !list.strolls || self.space.len() > FACTS_MAX {
            return Quick::Careful;
        }
        let worth = glances.rules(number, list, p.marks | self.marks);
        let (mut look, wake) = p.begin_look(list, worth, now);
        let mut stroll = Stroll {
            strides: &code.strides,
            extents: self.space.extents(),
            words: self.space.words(),
            slots,
            choices,
            own: &p.rows,
            moment: now,
            wake,
            forgets_moments: false,
        };
        let seen = stroll.glance(&mut look);
        let wake = stroll.wake;
        p.retry = wake;
        (p.tried, p.early) = (look.tried, look.early);
        let glance = list.rules.get(look.place.wrapping_sub(1));
        match glance.filter(|_| seen == Seen::Solution) {
            Some(glance) => {
                // What comes after it has not been looked at, whatever has changed.
                p.tried &= look.bit().wrapping_sub(1);
                Quick::Fires(glance.rule)
            }
            None => {
                p.wake = wake;
                Quick::Nothing
            }
        }
    }
}

impl Person {
    /// Begins to look at rules. Those that read nothing which has changed since they were last tried
    /// in vain are left out: they would give the same answer. Says also when the time of those comes.
    #[inline(always)]
    pub(super) fn begin_look<'c>(
        &mut self,
        list: &'c List,
        worth: u64,
        now: i64,
    ) -> (Look<'c>, i64) {
        let all = self.wake <= now;
        // Of tried rules only those are tried again that read something which has changed, or whose
        // time has come. Without a new free spell, that goes for the others as well.
        let changed = self.changed | self.dirty;
        let tried = if self.retry <= now { 0 } else { self.tried };
        let wake = match all {
            true if tried == 0 => i64::MAX,
            true => self.retry,
            false => self.wake,
        };
        self.sleep(list.reads, wake);
        self.changed = 0;
        let look = Look {
            rules: &list.rules,
            place: 0,
            changed,
            settled: if all { tried } else { u64::MAX },
            worth,
            quick: true,
            strolls: true,
            tried,
            // What has changed for the others is forgotten with this look.
            early: self.early & worth,
        };
        (look, wake)
    }
}

impl Stroll<'_> {
    /// Looks at rules until there is something to do.
    #[inline(never)]
    pub(super) fn look(&mut self, look: &mut Look<'_>) -> Seen {
        self.glance(look)
    }

    #[inline(always)]
    fn glance(&mut self, look: &mut Look<'_>) -> Seen {
        while let Some((glance, bit)) = look.next_rule() {
            if glance.strides == NO_STRIDES || !look.strolls {
                return match look.quick && glance.quick.is_some() {
                    true => Seen::Long,
                    false => Seen::Unsure,
                };
            }
            match self.along(glance.strides as usize) {
                Way::Holds => return Seen::Solution,
                Way::FailsAt(stride) => look.note_failure(bit, stride < glance.early as usize),
                Way::Fails => look.note_failure(bit, false),
            }
        }
        Seen::Nothing
    }

    /// Whether the condition that begins at a stride has a solution, which is left bound.
    #[inline(always)]
    fn along(&mut self, mut at: usize) -> Way {
        let mut choice = NOWHERE;
        let mut straight = true;
        loop {
            let Some(stride) = self.strides.get(at) else {
                return Way::Fails;
            };
            let holds = match stride {
                Stride::Take(key, each) => match self.own[usize::from(*key) % KEYS_MAX] {
                    0 => false,
                    SEVERAL => self.each(each, at, &mut choice),
                    own => match row_at(self.words, usize::from(own).wrapping_sub(1)) {
                        Some(row) => {
                            keep(row, &each.into, self.slots);
                            true
                        }
                        None => false,
                    },
                },
                Stride::Own(key, each) => match self.own[usize::from(*key) % KEYS_MAX] {
                    0 => false,
                    SEVERAL => self.each(each, at, &mut choice),
                    own => self.take(each, usize::from(own).wrapping_sub(1)),
                },
                Stride::Each(each) => self.each(each, at, &mut choice),
                Stride::Every(each) => {
                    let from = self.start_of(each);
                    self.next_of_all(each, from, at, &mut choice)
                }
                Stride::EveryWithout(each, find) => {
                    let from = self.start_of(each);
                    self.next_without(each, find, from, at, &mut choice)
                }
                Stride::NotOwn(key, find) => match self.own[usize::from(*key) % KEYS_MAX] {
                    0 => true,
                    SEVERAL => self.first_row(find).is_none(),
                    own => !self.is_it(find, usize::from(own).wrapping_sub(1)),
                },
                Stride::Not(find) => self.first_row(find).is_none(),
                Stride::Never(fact) => {
                    let extent = self.extents.get(usize::from(*fact));
                    extent.is_none_or(|extent| extent.count() == 0)
                }
                Stride::Differ(left, right) => {
                    self.slots[usize::from(*left)] != self.slots[usize::from(*right)]
                }
                Stride::Compare(compare) => self.compare(compare),
                Stride::Done => return Way::Holds,
            };
            if !holds {
                if choice == NOWHERE {
                    return match straight {
                        true => Way::FailsAt(at),
                        false => Way::Fails,
                    };
                }
                straight = false;
                match self.back(&mut choice) {
                    Some(back) => at = back,
                    None => return Way::Fails,
                }
            }
            at = at.wrapping_add(1);
        }
    }

    /// Goes back to the last place at which there is another row, and takes it.
    #[inline(always)]
    fn back(&mut self, choice: &mut u32) -> Option<usize> {
        while *choice != NOWHERE {
            let at = *choice as usize;
            let (from, before) = self.choices[at % STRIDES_MAX];
            *choice = before;
            let holds = match self.strides.get(at) {
                Some(Stride::Take(_, each) | Stride::Own(_, each) | Stride::Each(each)) => {
                    self.next(each, from as usize, at, choice)
                }
                Some(Stride::Every(each)) => self.next_of_all(each, from as usize, at, choice),
                Some(Stride::EveryWithout(each, find)) => {
                    self.next_without(each, find, from as usize, at, choice)
                }
                _ => false,
            };
            if holds {
                return Some(at);
            }
        }
        None
    }

    /// The first of the rows with known values.
    #[inline(always)]
    fn each(&mut self, each: &Each, at: usize, choice: &mut u32) -> bool {
        let from = self.start_of(each);
        self.next(each, from, at, choice)
    }

    /// Where the rows of a fact begin.
    #[inline(always)]
    fn start_of(&self, each: &Each) -> usize {
        let extent = self.extents.get(usize::from(each.find.fact));
        extent.map_or(usize::MAX, Extent::start)
    }

    /// The next of them.
    #[inline(always)]
    fn next(&mut self, each: &Each, from: usize, at: usize, choice: &mut u32) -> bool {
        let Some(row) = self.row_from(&each.find, from) else {
            return false;
        };
        self.bind(each, row, at, choice);
        true
    }

    /// The next of all rows.
    #[inline(always)]
    fn next_of_all(&mut self, each: &Each, from: usize, at: usize, choice: &mut u32) -> bool {
        let extent = self.extents.get(usize::from(each.find.fact));
        let there = extent.is_some_and(|extent| from < extent.end());
        if there {
            self.bind(each, from, at, choice);
        }
        there
    }

    /// The next of all rows with whose values there is no row of another fact.
    #[inline(always)]
    fn next_without(
        &mut self,
        each: &Each,
        other: &Find,
        mut from: usize,
        at: usize,
        choice: &mut u32,
    ) -> bool {
        let extent = self.extents.get(usize::from(each.find.fact));
        let end = extent.map_or(0, Extent::end);
        while from < end {
            let Some(row) = row_at(self.words, from) else {
                return false;
            };
            keep(row, &each.into, self.slots);
            let next = from.wrapping_add(usize::from(each.find.width));
            if self.first_row(other).is_none() {
                self.choices[at % STRIDES_MAX] = (next as u32, *choice);
                *choice = at as u32;
                return true;
            }
            from = next;
        }
        false
    }

    /// Takes a row, and notes that others come after it.
    #[inline(always)]
    fn bind(&mut self, each: &Each, row: usize, at: usize, choice: &mut u32) {
        let next = row.wrapping_add(usize::from(each.find.width));
        self.choices[at % STRIDES_MAX] = (next as u32, *choice);
        *choice = at as u32;
        if let Some(row) = row_at(self.words, row) {
            keep(row, &each.into, self.slots);
        }
    }

    /// Takes the only row that can match, if it does.
    #[inline(always)]
    fn take(&mut self, each: &Each, place: usize) -> bool {
        let Some(row) = row_at(self.words, place) else {
            return false;
        };
        let fits = each.find.fits(row, self.slots);
        if fits {
            keep(row, &each.into, self.slots);
        }
        fits
    }

    /// Whether the only row that can match does.
    #[inline(always)]
    fn is_it(&self, find: &Find, place: usize) -> bool {
        row_at(self.words, place).is_some_and(|row| find.fits(row, self.slots))
    }

    #[inline(always)]
    fn first_row(&self, find: &Find) -> Option<usize> {
        let extent = self.extents.get(usize::from(find.fact))?;
        self.row_from(find, extent.start())
    }

    /// The first row from a place on that has the known values.
    #[inline(always)]
    fn row_from(&self, find: &Find, from: usize) -> Option<usize> {
        let extent = self.extents.get(usize::from(find.fact))?;
        let (place, slot) = find.first;
        let (place, wanted) = (usize::from(place), self.slots[usize::from(slot)]);
        let rows = self.words.get(..extent.end())?;
        let mut at = from.wrapping_add(place);
        while let Some(word) = rows.get(at) {
            if *word == wanted {
                let row = at.wrapping_sub(place);
                if !find.has_others || self.is_it(find, row) {
                    return Some(row);
                }
            }
            at = at.wrapping_add(usize::from(find.width));
        }
        None
    }

    #[inline(always)]
    fn compare(&mut self, compare: &Compare) -> bool {
        let left = self.slots[usize::from(compare.left)];
        let right = self.slots[usize::from(compare.right)];
        if compare.timing != Timing::Never && !self.forgets_moments {
            let wait = change_of(compare.comparison, compare.timing, left, right);
            self.wake = self.wake.min(self.moment.saturating_add(wait));
        }
        answer(left, compare.comparison, right) == Some(true)
    }
}

impl Find {
    /// Whether a row that has the first value has the others as well.
    #[inline(always)]
    fn fits(&self, row: &[Word; ROW], slots: &Slots) -> bool {
        let differences = self
            .others
            .iter()
            .map(|(place, slot)| row[usize::from(*place) % ROW] ^ slots[usize::from(*slot)]);
        differences.fold(0, |all, one| all | one) == 0
    }
}

/// The words of a row, and some after it if it has fewer.
#[inline(always)]
fn row_at(words: &[Word], place: usize) -> Option<&[Word; ROW]> {
    words.get(place..)?.first_chunk::<ROW>()
}

/// Keeps every word of a row in its slot.
#[inline(always)]
fn keep(row: &[Word; ROW], into: &[u8; ROW], slots: &mut Slots) {
    const { assert!(SLOTS == 256) };
    for (word, slot) in row.iter().zip(into) {
        slots[usize::from(*slot)] = *word;
    }
}
