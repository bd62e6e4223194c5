//! The facts of a scene, laid out for short scans: the rows of one declared fact lie together,
//! oldest first, with room for a few more; what is asked rarely (age, lifetime, the action that took
//! a claim) lies apart.

use super::word::Word;

/// What the script declares of one fact.
#[derive(Clone, Copy, Debug)]
pub(super) struct FactShape {
    pub(super) id: townsfolk_core::FactId,
    pub(super) arity: usize,
    pub(super) claim: bool,
    pub(super) lifetime: Option<townsfolk_core::Duration>,
}

/// The rows of one fact.
#[derive(Clone, Copy, Debug, Default)]
struct Group {
    /// Where they begin among all histories and among all words.
    row: u32,
    word: u32,
    count: u32,
    /// How many have room before the next group begins.
    room: u32,
    arity: u32,
}

/// Room for so many rows is made at first.
const ROOM_MIN: u32 = 2;

/// So many rows are moved up one by one when an older one goes.
const MOVED_ONE_BY_ONE: usize = 8;

/// The history of one row.
#[derive(Clone, Copy, Debug, Default)]
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
    groups: Vec<Group>,
    words: Vec<Word>,
    history: Vec<History>,
    /// How many rows there are.
    count: u32,
    next: u64,
}

impl Space {
    pub(super) fn new(facts: &[FactShape]) -> Space {
        let group = |fact: &FactShape| Group {
            arity: fact.arity as u32,
            ..Group::default()
        };
        Space {
            groups: facts.iter().map(group).collect(),
            ..Space::default()
        }
    }

    /// Becomes a copy of another space, without new memory if there is enough.
    pub(super) fn copy_from(&mut self, other: &Space) {
        self.groups.clone_from(&other.groups);
        self.words.clone_from(&other.words);
        self.history.clone_from(&other.history);
        self.count = other.count;
        self.next = other.next;
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.count as usize
    }

    /// The number of rows of a fact.
    #[inline]
    pub(super) fn rows(&self, fact: usize) -> usize {
        self.groups[fact].count as usize
    }

    /// All words of a fact's rows.
    #[inline]
    pub(super) fn group(&self, fact: usize) -> &[Word] {
        let group = &self.groups[fact];
        let from = group.word as usize;
        &self.words[from..from + (group.count as usize) * (group.arity as usize)]
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

    #[inline]
    pub(super) fn row(&self, fact: usize, row: usize) -> &[Word] {
        let group = &self.groups[fact];
        let arity = group.arity as usize;
        let at = group.word as usize + row * arity;
        &self.words[at..at + arity]
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
            return (self.rows(fact) > 0).then_some(0);
        }
        self.position(fact, arguments.len(), arguments)
    }

    /// The holder of the claim with these arguments before the last.
    #[inline]
    pub(super) fn holder(&self, fact: usize, arguments: &[Word]) -> Option<Word> {
        let (_, wanted) = arguments.split_last()?;
        let row = self.position(fact, arguments.len(), wanted)?;
        self.row(fact, row).last().copied()
    }

    /// The first row that begins with these words.
    #[inline]
    fn position(&self, fact: usize, arity: usize, wanted: &[Word]) -> Option<usize> {
        let mut rows = self.group(fact).chunks_exact(arity);
        // Words are few: comparing them one by one is quicker than asking for it at large.
        rows.position(|row| wanted.iter().zip(row).all(|(wanted, word)| wanted == word))
    }

    /// Adds a row that is not there, as the youngest.
    #[inline]
    pub(super) fn push(&mut self, fact: usize, arguments: &[Word], history: History) {
        if self.groups[fact].count == self.groups[fact].room {
            self.make_room(fact);
        }
        let group = &mut self.groups[fact];
        let at = (group.word + group.count * group.arity) as usize;
        for (place, word) in self.words[at..].iter_mut().zip(arguments) {
            *place = *word;
        }
        self.history[(group.row + group.count) as usize] = history;
        group.count += 1;
        self.count += 1;
        self.next = self.next.max(history.sequence + 1);
    }

    /// Room for as many rows again.
    #[cold]
    fn make_room(&mut self, fact: usize) {
        let group = self.groups[fact];
        let more = group.room.max(ROOM_MIN);
        let row = (group.row + group.room) as usize;
        let word = (group.word + group.room * group.arity) as usize;
        let words = (more * group.arity) as usize;
        let new = std::iter::repeat_n(History::default(), more as usize);
        self.history.splice(row..row, new);
        self.words.splice(word..word, std::iter::repeat_n(0, words));
        self.groups[fact].room += more;
        for later in &mut self.groups[fact + 1..] {
            later.row += more;
            later.word += words as u32;
        }
    }

    /// The sequence number of the next row.
    #[inline]
    pub(super) fn next_sequence(&self) -> u64 {
        self.next
    }

    #[inline]
    pub(super) fn remove(&mut self, fact: usize, row: usize) {
        let group = &mut self.groups[fact];
        let (arity, from) = (group.arity as usize, group.word as usize);
        group.count -= 1;
        self.count -= 1;
        let left = group.count as usize;
        let first = group.row as usize;
        let (here, end) = (from + row * arity, from + left * arity);
        if left - row > MOVED_ONE_BY_ONE {
            self.history
                .copy_within(first + row + 1..=first + left, first + row);
            self.words.copy_within(here + arity..end + arity, here);
            return;
        }
        for at in first + row..first + left {
            self.history[at] = self.history[at + 1];
        }
        for at in here..end {
            self.words[at] = self.words[at + arity];
        }
    }

    pub(super) fn clear(&mut self) {
        for group in &mut self.groups {
            group.count = 0;
        }
        self.count = 0;
    }

    /// Every row as (sequence, fact, row), oldest first.
    pub(super) fn by_age(&self) -> Vec<(u64, usize, usize)> {
        let mut all = Vec::with_capacity(self.len());
        for fact in 0..self.groups.len() {
            for row in 0..self.rows(fact) {
                all.push((self.history(fact, row).sequence, fact, row));
            }
        }
        all.sort_unstable();
        all
    }
}
