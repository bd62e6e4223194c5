//! Carrying out changes of facts: the row, its history, its marks and keys, in one go.

use super::change::Change;
use super::keys::{KEYS_MAX, SEVERAL, own_row};
use super::marks::{FACTS_MAX, Named, move_up, person_named, still_named};
use super::program::Span;
use super::scene::{Person, Scene};
use super::space::{History, ROW};
use super::update::{Chance, Updating};
use super::walk::{SLOTS, Slots};
use super::witness::Witness;
use super::word::{NONE, Word};
use townsfolk_core::Tick;

type Words = [Word; ROW];

/// On whose behalf facts change.
#[derive(Clone, Copy, Debug)]
struct Behalf {
    me: usize,
    /// `.me`.
    word: Word,
    now: i64,
    /// The action to which claims belong.
    taken_by: u64,
    /// The topics of which anybody is told.
    told: u64,
    /// Whether there are few facts, and nothing that no fact may name.
    few: bool,
}

impl Behalf {
    /// Who takes part and is named by a word.
    #[inline(always)]
    fn person<'p>(&self, people: &'p mut [Person], word: Word) -> Option<&'p mut Person> {
        match word == self.word {
            true => people.get_mut(self.me),
            false => person_named(people, word),
        }
    }
}

impl<W: Witness> Updating<'_, W> {
    /// Carries changes out.
    #[inline(always)]
    pub(super) fn carry_out(&mut self, changes: Span, taken_by: u64) {
        let behalf = Behalf {
            me: self.me_index,
            word: self.me,
            now: self.now,
            taken_by,
            told: self.topics_told(),
            few: self.scene.space.len() < FACTS_MAX && !self.scene.names_gone(),
        };
        let mut left = changes.of(&self.code.changes);
        if behalf.few
            && let Some(slots) = self.scratch.slots.first_chunk::<SLOTS>()
        {
            left = self
                .scene
                .carry_all(left, slots, &behalf, &mut self.touched);
        }
        if !left.is_empty() {
            self.carry_out_in_general(left, &behalf);
        }
    }

    /// The same where there are many facts, no room, or something is missing or has to be calculated.
    #[inline(never)]
    fn carry_out_in_general(&mut self, changes: &[Change], behalf: &Behalf) {
        self.steps = 0;
        self.chance = Chance::Drawn;
        self.scratch.faults.clear();
        for change in changes {
            let touched = self.change_by_pattern(change, behalf);
            self.touch(touched);
        }
        self.chance = Chance::Forbidden;
        self.tell_faults();
    }

    /// If something is missing, a fact that comes is at fault, and one that goes is any that fits.
    fn change_by_pattern(&mut self, change: &Change, behalf: &Behalf) -> u64 {
        let code = self.code;
        let pattern = &code.patterns[change.pattern as usize];
        if !change.comes {
            return self.remove_at_once(pattern);
        }
        let mut all = [NONE; ROW];
        let arguments = pattern.arguments.of(&code.arguments);
        let words = all.get_mut(..arguments.len()).unwrap_or_default();
        for (word, argument) in words.iter_mut().zip(arguments) {
            *word = self.value_of(*argument);
        }
        if words.contains(&NONE) {
            self.scratch.faults.push(pattern.id);
            return 0;
        }
        // There may be many facts by now.
        let few = behalf.few && self.scene.space.len() < FACTS_MAX;
        if few && let Some(touched) = self.scene.carry(change, &all, behalf) {
            return touched;
        }
        let words = all.get(..arguments.len()).unwrap_or_default();
        let fact = Some(usize::from(change.fact));
        self.add(pattern.id, fact, words, behalf.taken_by)
    }
}

impl Scene {
    /// Whether there is anything that no fact may name.
    #[inline]
    fn names_gone(&self) -> bool {
        let rare = self.rare.as_deref();
        rare.is_some_and(|rare| !rare.gone.is_empty())
    }

    /// Carries changes out as long as that is plain, and notes what they touch. Says which are left.
    #[inline(never)]
    fn carry_all<'c>(
        &mut self,
        changes: &'c [Change],
        slots: &Slots,
        behalf: &Behalf,
        touched: &mut u64,
    ) -> &'c [Change] {
        let mut left = changes;
        while let [change, others @ ..] = left {
            let words = change.slots.map(|slot| slots[usize::from(slot)]);
            if !change.is_sure && (change.calculated || words.contains(&NONE)) {
                break;
            }
            match self.carry(change, &words, behalf) {
                Some(topics) => *touched |= topics & behalf.told,
                None => break,
            }
            left = others;
        }
        left
    }

    /// Lets a fact come or go; says what that touches. `None` if it could not be done here.
    #[inline(always)]
    fn carry(&mut self, change: &Change, words: &Words, behalf: &Behalf) -> Option<u64> {
        if let Some(own) = &change.own
            && let Some(touched) = self.carry_own(change, own, words, behalf)
        {
            return Some(touched);
        }
        match self.row_of(change, words, behalf.me) {
            None if change.comes => self.come(change, words, behalf),
            None => Some(0),
            // A claim may be somebody else's.
            Some(at) if change.claim && !self.is_at(at, words, &change.same) => Some(0),
            // It lasts longer now.
            Some(_) if change.comes && change.lifetime.is_some() => None,
            Some(_) if change.comes => Some(0),
            Some(at) => {
                self.go(change, at, words, behalf);
                Some(change.topic)
            }
        }
    }

    /// The same for the only row about `.me` at a key, which names nobody else. `None` if it could not
    /// be done here.
    #[inline(always)]
    fn carry_own(
        &mut self,
        change: &Change,
        named: &Named,
        words: &Words,
        behalf: &Behalf,
    ) -> Option<u64> {
        let row = *self
            .people
            .get(behalf.me)?
            .rows
            .get(usize::from(named.key))?;
        let at = usize::from(row).wrapping_sub(1);
        match (row, change.comes) {
            (0, false) => return Some(0),
            (0, true) => {
                let at = self.append(change, words, behalf)?;
                let me = self.people.get_mut(behalf.me)?;
                *me.rows.get_mut(usize::from(named.key))? = own_row(at);
                me.marks |= named.mark;
                me.dirty |= named.topic & behalf.told;
            }
            (SEVERAL, _) | (_, true) => return None,
            (_, false) if change.arity > 1 && !self.is_at(at, words, &change.same) => {
                return Some(0);
            }
            (_, false) => {
                let me = self.people.get_mut(behalf.me)?;
                *me.rows.get_mut(usize::from(named.key))? = 0;
                me.marks &= !named.mark;
                me.dirty |= named.topic & behalf.told;
                self.space.remove(usize::from(change.fact), at);
                let extent = self.space.extents().get(usize::from(change.fact))?;
                if extent.count() == 0 {
                    self.marks &= !change.any;
                }
                if at != extent.end() {
                    move_up(&mut self.people, named.key, at, extent.width());
                }
            }
        }
        Some(change.topic)
    }

    /// Adds the row of a change, and says where it is.
    #[inline(always)]
    fn append(&mut self, change: &Change, words: &Words, behalf: &Behalf) -> Option<usize> {
        let lifetime = change.lifetime;
        let history = History {
            sequence: 0,
            since: behalf.now,
            expires: lifetime.map_or(0, |span| Tick(behalf.now).after(span).0),
            taken_by: if change.claim { behalf.taken_by } else { 0 },
        };
        let at = self
            .space
            .append(usize::from(change.fact), words, history)?;
        self.marks |= change.any;
        Some(at)
    }

    /// Where the row is that is to go, or that is there already.
    #[inline(always)]
    fn row_of(&self, change: &Change, words: &Words, me: usize) -> Option<usize> {
        let me = self.people.get(me)?;
        match me.rows.get(usize::from(change.key)) {
            Some(0) => return None,
            Some(&own) if own != SEVERAL => {
                let at = usize::from(own).wrapping_sub(1);
                let is_it = change.arity == 1 || self.is_at(at, words, &change.same);
                return is_it.then_some(at);
            }
            _ => {}
        }
        let extent = self.space.extents().get(usize::from(change.fact))?;
        let mut at = extent.start();
        while at < extent.end() {
            if self.is_at(at, words, &change.deciding) {
                return Some(at);
            }
            at = at.wrapping_add(extent.width());
        }
        None
    }

    /// Whether the row at a place is the same, as far as masks ask.
    #[inline(always)]
    fn is_at(&self, at: usize, words: &Words, masks: &Words) -> bool {
        let rows = self.space.words();
        let Some(row) = rows.get(at..).and_then(<[_]>::first_chunk::<ROW>) else {
            return false;
        };
        let pairs = row.iter().zip(words).zip(masks);
        pairs.fold(0, |other, ((a, b), mask)| other | (a ^ b) & mask) == 0
    }

    #[inline(always)]
    fn come(&mut self, change: &Change, words: &Words, behalf: &Behalf) -> Option<u64> {
        let at = self.append(change, words, behalf)?;
        for named in change.named.iter().take(usize::from(change.names)) {
            let word = words[usize::from(named.place) % ROW];
            let Some(p) = behalf.person(&mut self.people, word) else {
                continue;
            };
            p.marks |= named.mark;
            p.dirty |= named.topic & behalf.told;
            if let Some(own) = p.rows.get_mut(usize::from(named.key)) {
                *own = if *own == 0 { own_row(at) } else { SEVERAL };
            }
        }
        Some(change.topic)
    }

    #[inline(always)]
    fn go(&mut self, change: &Change, at: usize, words: &Words, behalf: &Behalf) {
        let fact = usize::from(change.fact);
        self.space.remove(fact, at);
        let Scene { space, people, .. } = self;
        let Some(extent) = space.extents().get(fact) else {
            return;
        };
        if extent.count() == 0 {
            self.marks &= !change.any;
        }
        let was_last = at == extent.end();
        for named in change.named.iter().take(usize::from(change.names)) {
            if !was_last && usize::from(named.key) < KEYS_MAX {
                move_up(people, named.key, at, extent.width());
            }
            let word = words[usize::from(named.place) % ROW];
            if let Some(p) = behalf.person(people, word) {
                p.dirty |= named.topic & behalf.told;
                if !still_named(p, space, fact, named, word) {
                    p.marks &= !named.mark;
                }
            }
        }
    }
}
