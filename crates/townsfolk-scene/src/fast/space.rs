//! The facts of a scene, laid out for short scans: the rows of one declared fact lie together,
//! oldest first; what is asked rarely (age, lifetime, the action that took a claim) lies apart.

use super::word::Word;

/// What the script declares of one fact.
#[derive(Clone, Copy, Debug)]
pub(super) struct FactShape {
    pub(super) id: townsfolk_core::FactId,
    pub(super) arity: usize,
    pub(super) claim: bool,
    pub(super) lifetime: Option<townsfolk_core::Duration>,
}

/// Where the rows of one fact begin.
#[derive(Clone, Copy, Debug, Default)]
struct Group {
    row: u32,
    word: u32,
}

/// The history of one row.
#[derive(Clone, Copy, Debug)]
pub(super) struct History {
    /// Its place in the age of all rows.
    pub(super) sequence: u64,
    pub(super) since: i64,
    /// Only of facts with a lifetime.
    pub(super) expires: i64,
    /// The running action that took this claim, or zero.
    pub(super) taken_by: u64,
}

/// The facts of a scene.
#[derive(Clone, Debug, Default)]
pub(super) struct Space {
    /// One more than there are facts, so that a group ends where the next begins.
    groups: Vec<Group>,
    words: Vec<Word>,
    history: Vec<History>,
    next: u64,
}

impl Space {
    pub(super) fn new(facts: usize) -> Space {
        Space {
            groups: vec![Group::default(); facts + 1],
            ..Space::default()
        }
    }

    /// Becomes a copy of another space, without new memory if there is enough.
    pub(super) fn copy_from(&mut self, other: &Space) {
        self.groups.clone_from(&other.groups);
        self.words.clone_from(&other.words);
        self.history.clone_from(&other.history);
        self.next = other.next;
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.history.len()
    }

    /// The number of rows of a fact, and where their words begin.
    #[inline]
    pub(super) fn rows(&self, fact: usize) -> (usize, usize) {
        let (here, next) = (self.groups[fact], self.groups[fact + 1]);
        ((next.row - here.row) as usize, here.word as usize)
    }

    #[inline]
    pub(super) fn words(&self, from: usize, arity: usize) -> &[Word] {
        &self.words[from..from + arity]
    }

    /// The first row from one on that has a value at a place; the number of rows if there is none.
    #[inline]
    pub(super) fn next_with(
        &self,
        fact: usize,
        arity: usize,
        row: usize,
        known: Option<(usize, Word)>,
    ) -> usize {
        let Some((place, word)) = known else {
            return row;
        };
        let words = self.group(fact);
        let mut at = row * arity + place;
        let mut row = row;
        while at < words.len() && words[at] != word {
            at += arity;
            row += 1;
        }
        row
    }

    /// All words of a fact's rows.
    #[inline]
    pub(super) fn group(&self, fact: usize) -> &[Word] {
        &self.words[self.groups[fact].word as usize..self.groups[fact + 1].word as usize]
    }

    #[inline]
    pub(super) fn row(&self, fact: usize, row: usize, arity: usize) -> &[Word] {
        self.words(self.groups[fact].word as usize + row * arity, arity)
    }

    #[inline]
    pub(super) fn history(&self, fact: usize, row: usize) -> &History {
        &self.history[self.groups[fact].row as usize + row]
    }

    #[inline]
    pub(super) fn history_mut(&mut self, fact: usize, row: usize) -> &mut History {
        &mut self.history[self.groups[fact].row as usize + row]
    }

    /// The row with exactly these arguments.
    #[inline]
    pub(super) fn find(&self, fact: usize, arguments: &[Word]) -> Option<usize> {
        if arguments.is_empty() {
            return (self.rows(fact).0 > 0).then_some(0);
        }
        let mut rows = self.group(fact).chunks_exact(arguments.len());
        rows.position(|row| row == arguments)
    }

    /// The holder of the claim with these arguments before the last.
    #[inline]
    pub(super) fn holder(&self, fact: usize, arguments: &[Word]) -> Option<Word> {
        let (_, wanted) = arguments.split_last()?;
        let mut rows = self.group(fact).chunks_exact(arguments.len());
        rows.find(|row| row.starts_with(wanted))
            .and_then(|row| row.last().copied())
    }

    /// Adds a row that is not there, as the youngest.
    pub(super) fn push(&mut self, fact: usize, arguments: &[Word], history: History) {
        let end = self.groups[fact + 1];
        let (at, length) = (end.word as usize, self.words.len());
        self.words.extend_from_slice(arguments);
        if at < length {
            self.words.copy_within(at..length, at + arguments.len());
            self.words[at..at + arguments.len()].copy_from_slice(arguments);
        }
        self.history.insert(end.row as usize, history);
        self.next = self.next.max(history.sequence + 1);
        for group in &mut self.groups[fact + 1..] {
            group.row += 1;
            group.word += arguments.len() as u32;
        }
    }

    /// The sequence number of the next row.
    #[inline]
    pub(super) fn next_sequence(&self) -> u64 {
        self.next
    }

    pub(super) fn remove(&mut self, fact: usize, row: usize, arity: usize) {
        let group = self.groups[fact];
        let at = group.word as usize + row * arity;
        self.words.copy_within(at + arity.., at);
        self.words.truncate(self.words.len() - arity);
        self.history.remove(group.row as usize + row);
        for group in &mut self.groups[fact + 1..] {
            group.row -= 1;
            group.word -= arity as u32;
        }
    }

    pub(super) fn clear(&mut self) {
        self.words.clear();
        self.history.clear();
        self.groups.fill(Group::default());
    }

    /// Every row as (sequence, fact, row), oldest first.
    pub(super) fn by_age(&self) -> Vec<(u64, usize, usize)> {
        let mut all = Vec::with_capacity(self.len());
        for fact in 0..self.groups.len() - 1 {
            for row in 0..self.rows(fact).0 {
                all.push((self.history(fact, row).sequence, fact, row));
            }
        }
        all.sort_unstable();
        all
    }
}
