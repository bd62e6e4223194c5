//! Carrying out changes of facts: the row, its history, its marks and keys, in one go.

use super::change::Change;
use super::keys::{KEYS_MAX, SEVERAL, own_row};
use super::marks::{FACTS_MAX, move_up, person_named, still_named};
use super::program::Span;
use super::scene::Scene;
use super::space::{History, ROW};
use super::update::Updating;
use super::walk::SLOTS;
use super::witness::Witness;
use super::word::{NONE, Word};
use townsfolk_core::Tick;

type Words = [Word; ROW];

/// On whose behalf facts change.
#[derive(Clone, Copy, Debug)]
struct Behalf {
    me: usize,
    now: i64,
    /// The action to which claims belong.
    taken_by: u64,
    /// The topics of which anybody is told.
    told: u64,
}

impl<W: Witness> Updating<'_, W> {
    /// Carries changes out.
    pub(super) fn carry_out(&mut self, changes: Span, taken_by: u64) {
        let code = self.code;
        let mut touched = 0;
        let told = self.topics_told();
        let behalf = Behalf {
            me: self.me_index,
            now: self.now,
            taken_by,
            told,
        };
        let many = self.scene.space.len() >= FACTS_MAX || !self.scene.rare().gone.is_empty();
        for change in changes.of(&code.changes) {
            let Some(slots) = self.scratch.slots.first_chunk::<SLOTS>() else {
                return;
            };
            let mut words = change.slots.map(|slot| slots[usize::from(slot)]);
            if change.calculated {
                self.calculate(change, &mut words);
            }
            let no_room = change.comes && !self.scene.space.has_room(usize::from(change.fact));
            if many || no_room || words.contains(&NONE) {
                touched |= self.change_by_pattern(change, &words, taken_by);
            } else if self.scene.carry(change, &words, &behalf) {
                touched |= change.topic;
            }
        }
        self.touch(touched);
    }

    fn calculate(&mut self, change: &Change, words: &mut Words) {
        let code = self.code;
        let pattern = &code.patterns[change.pattern as usize];
        let arguments = pattern.arguments.of(&code.arguments);
        for (word, argument) in words.iter_mut().zip(arguments) {
            *word = self.value_of(*argument);
        }
    }

    /// The general way, where there are many facts, no room, or something is missing: then a fact
    /// that comes is at fault, and one that goes is any that fits.
    #[cold]
    fn change_by_pattern(&mut self, change: &Change, words: &Words, taken_by: u64) -> u64 {
        let pattern = &self.code.patterns[change.pattern as usize];
        if !change.comes {
            return self.remove_at_once(pattern);
        }
        if words.contains(&NONE) {
            self.scratch.faults.push(pattern.id);
            return 0;
        }
        let words = words.get(..usize::from(change.arity)).unwrap_or_default();
        self.add(pattern.id, Some(usize::from(change.fact)), words, taken_by)
    }
}

impl Scene {
    /// Lets a fact come or go; says whether that changed anything.
    #[inline(never)]
    fn carry(&mut self, change: &Change, words: &Words, behalf: &Behalf) -> bool {
        match self.row_of(change, words, behalf.me) {
            Some(at) if change.comes => {
                if let Some(span) = change.lifetime
                    && self.is_at(at, words, &change.same)
                {
                    let expires = Tick(behalf.now).after(span).0;
                    self.space.set_expires_at(at, expires);
                }
                false
            }
            // A claim may be somebody else's.
            Some(at) if !change.claim || self.is_at(at, words, &change.same) => {
                self.go(change, at, words, behalf);
                true
            }
            None if change.comes => {
                self.come(change, words, behalf);
                true
            }
            _ => false,
        }
    }

    /// Where the row is that is to go, or that is there already.
    #[inline(always)]
    fn row_of(&self, change: &Change, words: &Words, me: usize) -> Option<usize> {
        let me = self.people.get(me)?;
        match me.rows.get(usize::from(change.key)) {
            Some(0) => return None,
            Some(&own) if own != SEVERAL => {
                let at = usize::from(own).wrapping_sub(1);
                return self.is_at(at, words, &change.same).then_some(at);
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
    fn come(&mut self, change: &Change, words: &Words, behalf: &Behalf) {
        let history = History {
            sequence: self.space.next_sequence(),
            since: behalf.now,
            expires: change
                .lifetime
                .map_or(0, |span| Tick(behalf.now).after(span).0),
            taken_by: if change.claim { behalf.taken_by } else { 0 },
        };
        let arguments = words.get(..usize::from(change.arity)).unwrap_or_default();
        let at = self.space.push(usize::from(change.fact), arguments, history);
        self.marks |= change.any;
        for named in change.named.iter().take(usize::from(change.names)) {
            let word = words[usize::from(named.place) % ROW];
            let Some(p) = person_named(&mut self.people, word, behalf.me) else {
                continue;
            };
            p.marks |= named.mark;
            p.dirty |= named.topic & behalf.told;
            if let Some(own) = p.rows.get_mut(usize::from(named.key)) {
                *own = if *own == 0 { own_row(at) } else { SEVERAL };
            }
        }
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
            if let Some(p) = person_named(people, word, behalf.me) {
                p.dirty |= named.topic & behalf.told;
                if !still_named(p, space, fact, named, word) {
                    p.marks &= !named.mark;
                }
            }
        }
    }
}
