//! Marks: which facts are there, at a glance.
//!
//! Most conditions begin with a fact about `.me`. Which facts name somebody, and at which place, is
//! kept in one word for each participant, as far as rules ask for it; which facts are there at all,
//! or name some constant, in one word for the scene. A rule whose facts are not there is passed by
//! without a search. A cache of the facts, neither saved nor digested.

use super::program::{Code, Guard, Span};
use super::scene::Scene;
use super::word::{Word, of_character};

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
    people: Vec<(u8, u8)>,
    /// Places at which it names a constant.
    constants: Vec<(u8, Word, u8)>,
    /// Whether it is there at all.
    any: Option<u8>,
}

/// Gives marks to what rules ask for.
pub(super) fn plan(code: &mut Code, guards: &[Guard], of_rules: &[Span]) {
    code.marked = vec![Marked::default(); code.shape.facts.len()];
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
        Some((place, None)) => find(marked.people.iter().map(|(p, m)| (*p == place, *m))),
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
        Some((place, None)) => marked.people.push((place, new)),
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
        }
        for fact in 0..code.marked.len() {
            for row in 0..self.space.rows(fact) {
                self.mark(code, fact, row);
            }
        }
    }

    /// A row has come.
    #[inline]
    pub(super) fn mark(&mut self, code: &Code, fact: usize, row: usize) {
        let marked = &code.marked[fact];
        let words = self.space.row(fact, row);
        for (place, mark) in &marked.people {
            let word = words[usize::from(*place)];
            for p in &mut self.people {
                p.marks |= u64::from(of_character(p.who) == word) << mark;
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
    pub(super) fn unmark(&mut self, code: &Code, fact: usize, words: &[Word]) {
        let marked = &code.marked[fact];
        let (left, width) = self.space.group(fact);
        let still = |place: u8| {
            let word = words[usize::from(place)];
            let mut rows = left.chunks_exact(width);
            rows.any(|row| row[usize::from(place)] == word)
        };
        for (place, mark) in &marked.people {
            if still(*place) {
                continue;
            }
            let word = words[usize::from(*place)];
            for p in &mut self.people {
                p.marks &= !(u64::from(of_character(p.who) == word) << mark);
            }
        }
        for (place, word, mark) in &marked.constants {
            if words[usize::from(*place)] == *word && !still(*place) {
                self.marks &= !(1 << mark);
            }
        }
        if let Some(mark) = marked.any
            && self.space.rows(fact) == 0
        {
            self.marks &= !(1 << mark);
        }
    }
}
