//! Marks: which facts are there, at a glance.
//!
//! Most conditions begin with a fact about `.me`. Which facts name somebody, and at which place, is
//! kept in one word for each participant, as far as rules ask for it; which facts are there at all,
//! or name some constant, in one word for the scene. A rule whose facts are not there is passed by
//! without a search. A cache of the facts, neither saved nor digested.

use super::keys::{self, KEYS_MAX, OwnRows, SEVERAL};
use super::program::{Code, Guard, Span};
use super::scene::{Person, Scene};
use super::word::{CHARACTER, Word, kind, payload};

/// So many things are marked; rules that ask for others are searched.
const MARKS_MAX: usize = 64;

/// With more facts than this, a search could run out of steps before it fails, and then it must.
pub(super) const FACTS_MAX: usize = 50;

/// Literals after more than one fact that can be there in several ways are not judged by marks, for
/// the same reason.
const BEFORE_MAX: u8 = 1;

/// What is marked of one fact.
#[derive(Clone, Debug, Default)]
pub(super) struct Marked {
    /// Places at which it names somebody.
    people: Vec<Named>,
    /// Places at which it names a constant.
    constants: Vec<(u8, Word, u8)>,
    /// Whether it is there at all.
    any: Option<u8>,
}

/// A place at which a fact names somebody.
#[derive(Clone, Copy, Debug)]
struct Named {
    place: u8,
    key: Option<u8>,
    /// The mark, as a bit; zero if no rule asks for it.
    mark: u64,
    /// What is touched for whom it names.
    topic: u64,
}

/// Gives marks to what rules ask for.
pub(super) fn plan(code: &mut Code, guards: &[Guard], of_rules: &[Span]) {
    code.marked = vec![Marked::default(); code.shape.facts.len()];
    for fact in 0..code.marked.len() {
        for place in 0..code.shape.facts[fact].arity as u8 {
            if let Some(key) = code.key_at(fact as u16, place) {
                code.marked[fact].people.push(Named {
                    place,
                    key: Some(key),
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
        None => marked.any,
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
        None => marked.any = Some(new),
        Some((place, None)) => {
            let mut known = marked.people.iter_mut();
            match known.find(|named| named.place == place) {
                Some(named) => named.mark = 1 << new,
                None => marked.people.push(Named {
                    place,
                    key: None,
                    mark: 1 << new,
                    topic: 0,
                }),
            }
        }
        Some((place, Some(word))) => marked.constants.push((place, word, new)),
    }
    Some(new)
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
                self.mark(code, fact, row, &words, 0);
            }
        }
    }

    /// A row has come. Whom it names has a reason to look, as far as topics count.
    #[inline]
    pub(super) fn mark(
        &mut self,
        code: &Code,
        fact: usize,
        row: usize,
        words: &[Word],
        topics: u64,
    ) {
        let marked = &code.marked[fact];
        self.tell_all_if_many(marked, topics);
        for named in &marked.people {
            let word = words[usize::from(named.place)];
            let Some(p) = person_named(&mut self.people, word) else {
                continue;
            };
            p.marks |= named.mark;
            p.dirty |= named.topic & topics;
            if let Some(key) = named.key {
                let own = &mut p.rows[usize::from(key) % KEYS_MAX];
                *own = match *own {
                    0 if row < usize::from(SEVERAL) - 1 => row as u8 + 1,
                    _ => SEVERAL,
                };
            }
        }
        for (place, word, mark) in &marked.constants {
            self.marks |= u64::from(words[usize::from(*place)] == *word) << mark;
        }
        if let Some(mark) = marked.any {
            self.marks |= 1 << mark;
        }
    }

    /// A row with these words has gone.
    #[inline]
    pub(super) fn unmark(
        &mut self,
        code: &Code,
        fact: usize,
        row: usize,
        words: &[Word],
        topics: u64,
    ) {
        let marked = &code.marked[fact];
        self.tell_all_if_many(marked, topics);
        let Scene { space, people, .. } = self;
        let was_last = row == space.rows(fact);
        for named in &marked.people {
            let word = words[usize::from(named.place)];
            if let Some(key) = named.key
                && !was_last
            {
                // The rows after it have moved up.
                for p in people.iter_mut() {
                    let own = &mut p.rows[usize::from(key) % KEYS_MAX];
                    let after = *own != SEVERAL && usize::from(*own) > row + 1;
                    *own = own.wrapping_sub(u8::from(after));
                }
            }
            let Some(p) = person_named(people, word) else {
                continue;
            };
            let still = match named.key {
                Some(key) => {
                    let own = &mut p.rows[usize::from(key) % KEYS_MAX];
                    *own = match *own {
                        SEVERAL => keys::row_naming(space, fact, named.place, word),
                        _ => 0,
                    };
                    *own != 0
                }
                None => keys::row_naming(space, fact, named.place, word) != 0,
            };
            p.dirty |= named.topic & topics;
            p.marks &= if still { u64::MAX } else { !named.mark };
        }
        for (place, word, mark) in &marked.constants {
            let place = usize::from(*place);
            let still = |row| space.row(fact, row)[place] == *word;
            if words[place] == *word && !(0..space.rows(fact)).any(still) {
                self.marks &= !(1 << mark);
            }
        }
        if let Some(mark) = marked.any
            && self.space.rows(fact) == 0
        {
            self.marks &= !(1 << mark);
        }
    }

    /// With many facts a search about one can run out of steps because of facts about another.
    #[inline]
    fn tell_all_if_many(&mut self, marked: &Marked, topics: u64) {
        if self.space.len() >= FACTS_MAX {
            for p in &mut self.people {
                for named in &marked.people {
                    p.dirty |= named.topic & topics;
                }
            }
        }
    }
}

/// Who takes part and is named by a word.
#[inline]
fn person_named(people: &mut [Person], word: Word) -> Option<&mut Person> {
    if kind(word) != CHARACTER {
        return None;
    }
    let who = payload(word) as u32;
    people.iter_mut().find(|p| p.who.0 == who)
}
