//! The facts of a scene, laid out for short scans: the rows of one declared fact lie together,
//! oldest first, with room for a few more. A row is its arguments and then its history.

use super::word::Word;

/// What the script declares of one fact.
#[derive(Clone, Copy, Debug)]
pub(super) struct FactShape {
    pub(super) id: townsfolk_core::FactId,
    pub(super) arity: usize,
    pub(super) claim: bool,
    pub(super) lifetime: Option<townsfolk_core::Duration>,
}

impl FactShape {
    /// Whether its rows have an end or an owner.
    fn has_more(&self) -> bool {
        self.claim || self.lifetime.is_some()
    }
}

/// The rows of one fact.
#[derive(Clone, Copy, Debug, Default)]
struct Group {
    /// Where they begin among all words.
    word: u32,
    /// Where they end.
    end: u32,
    count: u32,
    /// How many have room before the next group begins.
    room: u32,
    arity: u8,
    /// How many words a row has.
    width: u8,
}

/// Room for so many rows is made at first.
const ROOM_MIN: u32 = 2;

/// So many words are moved up one by one when an older row goes.
const MOVED_ONE_BY_ONE: usize = 32;

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

// Where the parts of a history are, after the arguments. The last two are there only if the fact is
// a claim or has a lifetime.
const SEQUENCE: usize = 0;
const SINCE: usize = 1;
const EXPIRES: usize = 2;
const TAKEN_BY: usize = 3;

/// The facts of a scene.
#[derive(Clone, Debug, Default)]
pub(super) struct Space {
    groups: Vec<Group>,
    words: Vec<Word>,
    /// How many rows there are.
    count: u32,
    next: u64,
}

impl Space {
    pub(super) fn new(facts: &[FactShape]) -> Space {
        let group = |fact: &FactShape| Group {
            // A script with facts of more arguments than this has no compact form.
            arity: fact.arity as u8,
            width: (fact.arity + if fact.has_more() { 4 } else { 2 }) as u8,
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

    /// All words of a fact's rows, and how many a row has.
    #[inline]
    pub(super) fn group(&self, fact: usize) -> (&[Word], usize) {
        let Some(group) = self.groups.get(fact) else {
            return (&[], 1);
        };
        let rows = self.words.get(group.word as usize..group.end as usize);
        (rows.unwrap_or_default(), usize::from(group.width))
    }

    /// The first row from one on that has a value at a place; the number of rows if there is none.
    #[inline]
    pub(super) fn next_with(&self, fact: usize, row: usize, known: Option<(usize, Word)>) -> usize {
        let Some((place, word)) = known else {
            return row;
        };
        let (words, width) = self.group(fact);
        let mut at = row * width + place;
        let mut row = row;
        while at < words.len() && words[at] != word {
            at += width;
            row += 1;
        }
        row
    }

    /// The arguments of a row.
    #[inline]
    pub(super) fn row(&self, fact: usize, row: usize) -> &[Word] {
        let group = &self.groups[fact];
        let at = group.word as usize + row * usize::from(group.width);
        &self.words[at..at + usize::from(group.arity)]
    }

    pub(super) fn history(&self, fact: usize, row: usize) -> History {
        let group = &self.groups[fact];
        let at = group.word as usize + row * usize::from(group.width);
        let words = &self.words[at..at + usize::from(group.width)];
        let words = &words[usize::from(group.arity)..];
        let more = |place: usize| words.get(place).copied().unwrap_or_default();
        History {
            sequence: words[SEQUENCE],
            since: words[SINCE] as i64,
            expires: more(EXPIRES) as i64,
            taken_by: more(TAKEN_BY),
        }
    }

    /// The row with exactly these arguments.
    #[inline]
    pub(super) fn find(&self, fact: usize, arguments: &[Word]) -> Option<usize> {
        self.position(fact, arguments)
    }

    /// The holder of the claim with these arguments before the last.
    #[inline]
    pub(super) fn holder(&self, fact: usize, arguments: &[Word]) -> Option<Word> {
        let (_, wanted) = arguments.split_last()?;
        let row = self.position(fact, wanted)?;
        self.row(fact, row).last().copied()
    }

    /// The first row that begins with these words.
    #[inline]
    fn position(&self, fact: usize, wanted: &[Word]) -> Option<usize> {
        let (words, width) = self.group(fact);
        let mut rows = words.chunks_exact(width);
        // Words are few: comparing them one by one is quicker than asking for it at large.
        rows.position(|row| wanted.iter().zip(row).all(|(wanted, word)| wanted == word))
    }

    /// Says when a row passes.
    pub(super) fn set_expires(&mut self, fact: usize, row: usize, expires: i64) {
        self.set(fact, row, EXPIRES, expires as u64);
    }

    /// Says that a claim belongs to no action any more.
    pub(super) fn settle(&mut self, fact: usize, row: usize) {
        self.set(fact, row, TAKEN_BY, 0);
    }

    fn set(&mut self, fact: usize, row: usize, place: usize, word: Word) {
        let group = &self.groups[fact];
        let at = group.word as usize + row * usize::from(group.width);
        if usize::from(group.arity) + place < usize::from(group.width) {
            self.words[at + usize::from(group.arity) + place] = word;
        }
    }

    /// Adds a row that is not there, as the youngest.
    #[inline]
    pub(super) fn push(&mut self, fact: usize, arguments: &[Word], history: History) {
        if self.groups[fact].count == self.groups[fact].room {
            self.make_room(fact);
        }
        let group = &mut self.groups[fact];
        let (arity, width) = (usize::from(group.arity), usize::from(group.width));
        let at = group.word as usize + group.count as usize * width;
        let row = &mut self.words[at..at + width];
        for (place, word) in row.iter_mut().zip(arguments) {
            *place = *word;
        }
        row[arity + SEQUENCE] = history.sequence;
        row[arity + SINCE] = history.since as u64;
        if arity + TAKEN_BY < width {
            row[arity + EXPIRES] = history.expires as u64;
            row[arity + TAKEN_BY] = history.taken_by;
        }
        group.count += 1;
        group.end += width as u32;
        self.count += 1;
        self.next = self.next.max(history.sequence + 1);
    }

    /// Room for as many rows again.
    #[cold]
    fn make_room(&mut self, fact: usize) {
        let group = self.groups[fact];
        let more = group.room.max(ROOM_MIN);
        let words = more * u32::from(group.width);
        let end = (group.word + group.room * u32::from(group.width)) as usize;
        let new = std::iter::repeat_n(0, words as usize);
        self.words.splice(end..end, new);
        self.groups[fact].room += more;
        for later in &mut self.groups[fact + 1..] {
            later.word += words;
            later.end += words;
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
        group.count -= 1;
        self.count -= 1;
        let (from, width) = (group.word as usize, usize::from(group.width));
        group.end -= width as u32;
        let (here, end) = (from + row * width, from + group.count as usize * width);
        if end - here > MOVED_ONE_BY_ONE {
            self.words.copy_within(here + width..end + width, here);
            return;
        }
        for at in here..end {
            self.words[at] = self.words[at + width];
        }
    }

    pub(super) fn clear(&mut self) {
        for group in &mut self.groups {
            group.count = 0;
            group.end = group.word;
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
