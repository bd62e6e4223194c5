//! Marks: which facts are there, at a glance.
//!
//! Most conditions begin with a fact about `.me`. Which facts name somebody, and at which place, is
//! kept in one word for each participant, as far as rules ask for it; which facts are there at all,
//! or name some constant, in one word for the scene. A rule whose facts are not there is passed by
//! without a search. A cache of the facts, neither saved nor digested.

use super::keys::{self, KEYS_MAX, NO_KEY, OwnRows, SEVERAL, own_row, row_naming};
use super::program::{Code, Guard, Span};
use super::scene::{Person, Scene};
use super::space::{History, Space};
use super::walk::Pair;
use super::word::{CHARACTER, NONE, Word, kind, payload};

/// So many things are marked; rules that ask for others are searched.
const MARKS_MAX: usize = 64;

/// With more facts than this, a search could run out of steps before it fails, and then it must.
pub(super) const FACTS_MAX: usize = 50;

/// Literals after more than one fact that can be there in several ways are not judged by marks, for
/// the same reason.
pub(super) const BEFORE_MAX: u8 = 1;

/// What is marked of one fact.
#[derive(Clone, Debug, Default)]
pub(super) struct Marked {
    /// Places at which it names somebody.
    people: Vec<Named>,
    /// Places at which it names a constant.
    constants: Vec<(u8, Word, u8)>,
    /// Whether it is there at all: the mark, as a bit; zero if no rule asks for it.
    pub(super) any: u64,
}

/// A place at which a fact names somebody.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Named {
    pub(super) place: u8,
    /// Its key, or [`NO_KEY`].
    pub(super) key: u8,
    /// The mark, as a bit; zero if no rule asks for it.
    pub(super) mark: u64,
    /// What is touched for whom it names.
    pub(super) topic: u64,
}

impl Marked {
    /// Whom the fact names, if that is all that is marked of it but its presence, and they are few.
    pub(super) fn named_at_most<const N: usize>(&self) -> Option<([Named; N], u8)> {
        let mut named = [Named::default(); N];
        let places = named.get_mut(..self.people.len())?;
        places.copy_from_slice(&self.people);
        let few = self.constants.is_empty();
        few.then_some((named, self.people.len() as u8))
    }
}

/// Gives marks to what rules ask for.
pub(super) fn plan(code: &mut Code, guards: &[Guard], of_rules: &[Span]) {
    code.marked = vec![Marked::default(); code.shape.facts.len()];
    for fact in 0..code.marked.len() {
        for place in 0..code.shape.facts[fact].arity as u8 {
            if let Some(key) = code.key_at(fact as u16, place) {
                code.marked[fact].people.push(Named {
                    place,
                    key,
                    mark: 0,
                    topic: keys::topic_of(Some(key)),
                });
            }
        }
    }
    let mut count = 0;
    for (rule, span) in of_rules.iter().enumerate() {
        let (mut asks, mut marks) = (0, 0);
        for guard in span.of(guards) {
            if guard.before > BEFORE_MAX {
                break;
            }
            if let Some(mark) = mark_of(code, guard, &mut count) {
                asks |= 1 << mark;
                marks |= u64::from(!guard.negated) << mark;
            }
        }
        code.rules[rule].asks = asks;
        code.rules[rule].marks = marks;
    }
}

fn mark_of(code: &mut Code, guard: &Guard, count: &mut usize) -> Option<u8> {
    let (first_constant, new) = (code.first_constant(), *count as u8);
    let word = guard.known.map(|(place, slot)| {
        let constant = usize::from(slot).checked_sub(first_constant);
        (place, constant.map(|index| code.constants[index]))
    });
    let marked = &mut code.marked[usize::from(guard.fact)];
    let known = match word {
        None => (marked.any != 0).then(|| marked.any.trailing_zeros() as u8),
        Some((place, None)) => {
            let known = marked.people.iter().find(|named| named.place == place);
            let mark = known.map_or(0, |named| named.mark);
            (mark != 0).then(|| mark.trailing_zeros() as u8)
        }
        Some((place, Some(word))) => {
            let constants = marked.constants.iter();
            find(constants.map(|(p, w, m)| (*p == place && *w == word, *m)))
        }
    };
    if known.is_some() || *count == MARKS_MAX {
        return known;
    }
    *count += 1;
    match word {
        None => marked.any = 1 << new,
        Some((place, None)) => {
            let mut known = marked.people.iter_mut();
            match known.find(|named| named.place == place) {
                Some(named) => named.mark = 1 << new,
                None => marked.people.push(Named {
                    place,
                    key: NO_KEY,
                    mark: 1 << new,
                    topic: 0,
                }),
            }
        }
        Some((place, Some(word))) => marked.constants.push((place, word, new)),
    }
    Some(new)
}

/// The mark that says whether there are rows of a fact, with a value at a place if one is given; zero
/// if there is none.
pub(super) fn mark_of_rows(code: &Code, fact: u16, known: Option<Pair>) -> u64 {
    let Some(marked) = code.marked.get(usize::from(fact)) else {
        return 0;
    };
    let Some((place, slot)) = known else {
        return marked.any;
    };
    let slot = usize::from(slot);
    if slot == code.me() {
        let named = marked.people.iter().find(|named| named.place == place);
        return named.map_or(0, |named| named.mark);
    }
    let constant = slot.checked_sub(code.first_constant());
    let Some(word) = constant.and_then(|index| code.constants.get(index)) else {
        return 0;
    };
    let mut constants = marked.constants.iter();
    let found = constants.find(|(p, w, _)| *p == place && w == word);
    found.map_or(0, |(_, _, mark)| 1 << mark)
}

fn find(mut marks: impl Iterator<Item = (bool, u8)>) -> Option<u8> {
    marks.find_map(|(is_it, mark)| is_it.then_some(mark))
}

impl Scene {
    /// All marks, as the facts are now.
    pub(super) fn mark_everything(&mut self, code: &Code) {
        self.marks = 0;
        for p in &mut self.people {
            p.marks = 0;
            p.rows = OwnRows::default();
        }
        for fact in 0..code.marked.len() {
            for row in 0..self.space.rows(fact) {
                let words = self.space.row(fact, row).to_vec();
                let at = self.space.place_of(fact, row);
                self.mark(code, fact, at, &words, 0);
            }
        }
    }

    /// Adds a row that is not there. Whom it names has a reason to look, as far as topics count.
    #[inline]
    pub(super) fn add_row(
        &mut self,
        code: &Code,
        fact: usize,
        words: &[Word],
        history: History,
        topics: u64,
    ) {
        if !self.space.has_room(fact) {
            self.move_rows(code, fact);
        }
        let at = self.space.push(fact, words, history);
        self.mark(code, fact, at, words, topics);
    }

    /// Rows move when there is no more room.
    #[cold]
    fn move_rows(&mut self, code: &Code, fact: usize) {
        self.space.make_room(fact);
        self.mark_everything(code);
    }

    /// Removes a row, which has these words.
    #[inline]
    pub(super) fn remove_row(
        &mut self,
        code: &Code,
        (fact, row): (usize, usize),
        words: &[Word],
        topics: u64,
    ) {
        let at = self.space.place_of(fact, row);
        self.space.remove(fact, at);
        self.unmark(code, fact, at, words, topics);
    }

    /// A row has come, at a place. Whom it names has a reason to look, as far as topics count.
    fn mark(&mut self, code: &Code, fact: usize, at: usize, words: &[Word], topics: u64) {
        let marked = &code.marked[fact];
        if self.space.len() >= FACTS_MAX {
            self.tell_all(marked, topics);
        }
        for named in &marked.people {
            let word = words.get(usize::from(named.place)).copied();
            let Some(p) = person_named(&mut self.people, word.unwrap_or(NONE)) else {
                continue;
            };
            p.marks |= named.mark;
            p.dirty |= named.topic & topics;
            if let Some(own) = p.rows.get_mut(usize::from(named.key)) {
                *own = if *own == 0 { own_row(at) } else { SEVERAL };
            }
        }
        self.marks |= marked.any;
        for (place, word, mark) in &marked.constants {
            self.marks |= u64::from(words.get(usize::from(*place)) == Some(word)) << mark;
        }
    }

    /// The row at a place, with these words, has gone; the rows after it have moved up.
    fn unmark(&mut self, code: &Code, fact: usize, at: usize, words: &[Word], topics: u64) {
        let marked = &code.marked[fact];
        if self.space.len() >= FACTS_MAX {
            self.tell_all(marked, topics);
        }
        let Scene { space, people, .. } = self;
        let Some(extent) = space.extents().get(fact) else {
            return;
        };
        let was_last = at == extent.end();
        for named in &marked.people {
            if !was_last && usize::from(named.key) < KEYS_MAX {
                move_up(people, named.key, at, extent.width());
            }
            let place = usize::from(named.place);
            let word = words.get(place).copied().unwrap_or(NONE);
            let Some(p) = person_named(people, word) else {
                continue;
            };
            p.dirty |= named.topic & topics;
            if !still_named(p, space, fact, named, word) {
                p.marks &= !named.mark;
            }
        }
        if extent.count() == 0 {
            self.marks &= !marked.any;
        }
        for (place, word, mark) in &marked.constants {
            let place = usize::from(*place);
            let still = |row| space.row(fact, row).get(place) == Some(word);
            if words.get(place) == Some(word) && !(0..space.rows(fact)).any(still) {
                self.marks &= !(1 << mark);
            }
        }
    }

    /// With many facts a search about one can run out of steps because of facts about another.
    #[cold]
    fn tell_all(&mut self, marked: &Marked, topics: u64) {
        for p in &mut self.people {
            for named in &marked.people {
                p.dirty |= named.topic & topics;
            }
        }
    }
}

/// Whether somebody is named at a place still, now that a row that did so has gone.
#[inline]
pub(super) fn still_named(
    p: &mut Person,
    space: &Space,
    fact: usize,
    named: &Named,
    word: Word,
) -> bool {
    match p.rows.get_mut(usize::from(named.key)) {
        Some(own) if *own != SEVERAL => {
            *own = 0;
            false
        }
        Some(own) => {
            *own = row_naming(space, fact, named.place, word);
            *own != 0
        }
        None => row_naming(space, fact, named.place, word) != 0,
    }
}

/// The rows of a key after a place have moved up by one row.
#[inline]
pub(super) fn move_up(people: &mut [Person], key: u8, at: usize, width: usize) {
    for p in people {
        let own = &mut p.rows[usize::from(key) % KEYS_MAX];
        if *own != SEVERAL && usize::from(*own) > at + 1 {
            *own -= width as u16;
        }
    }
}

/// Who takes part and is named by a word.
#[inline]
pub(super) fn person_named(people: &mut [Person], word: Word) -> Option<&mut Person> {
    if kind(word) != CHARACTER {
        return None;
    }
    let who = payload(word) as u32;
    people.iter_mut().find(|p| p.who.0 == who)
}
