//! The facts of a scene, laid out for short scans: the rows of one declared fact lie together,
//! oldest first, with room for a few more. Their histories lie in the same order behind all rows,
//! since no search looks at them.

use super::packed_value::PackedValue;

/// The declaration of one fact.
#[derive(Clone, Copy, Debug)]
pub(super) struct FactShape {
    pub(super) id: townsfolk_core::FactId,
    pub(super) arity: usize,
    pub(super) claim: bool,
    /// Of a claim: the maximum number of holders.
    pub(super) holders: u16,
    pub(super) lifetime: Option<townsfolk_core::Duration>,
}

impl FactShape {
    /// Whether its rows have an end or an owner.
    fn has_more(&self) -> bool {
        self.claim || self.lifetime.is_some()
    }

    /// How many words a row has: as many as its arguments and its history need.
    pub(super) fn width(&self) -> u8 {
        let past = if self.has_more() { PAST } else { PAST_MIN };
        self.arity.max(past) as u8
    }
}

/// Where the rows of one fact are.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RowRange {
    /// Where they begin among all words.
    word: u32,
    /// Where they end.
    end: u32,
    /// Where the next group begins.
    limit: u32,
    count: u32,
    arity: u8,
    /// How many words a row has.
    width: u8,
    /// Whether rows have an end or an owner.
    has_more: bool,
}

impl RowRange {
    /// The place of the first word.
    #[inline]
    pub(super) fn start(&self) -> usize {
        self.word as usize
    }

    /// The place behind the last word.
    #[inline]
    pub(super) fn end(&self) -> usize {
        self.end as usize
    }

    /// How many words a row has.
    #[inline]
    pub(super) fn width(&self) -> usize {
        usize::from(self.width)
    }

    /// The place of a row.
    #[inline]
    pub(super) fn place_of(&self, row: usize) -> usize {
        self.start().wrapping_add(row.wrapping_mul(self.width()))
    }
}

/// Number of rows for which a fact gets room at first.
const ROOM_MIN: u32 = 2;

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

// Where the parts of a history are. The last two are there only if the fact is a claim or has a
// lifetime.
const SEQUENCE: usize = 0;
const SINCE: usize = 1;
const EXPIRES: usize = 2;
const TAKEN_BY: usize = 3;
/// How many words a history has; and without the last two.
const PAST: usize = 4;
const PAST_MIN: usize = 2;

/// The facts of a scene.
#[derive(Clone, Debug, Default)]
pub(super) struct FactStore {
    groups: Vec<RowRange>,
    /// The words of all rows, and then as many for their histories, each at the same place.
    words: Vec<PackedValue>,
    /// How many rows there are.
    count: u32,
    next: u64,
}

impl FactStore {
    pub(super) fn new(facts: &[FactShape]) -> FactStore {
        let group = |fact: &FactShape| RowRange {
            // A script with facts of more arguments than this has no compact form.
            arity: fact.arity as u8,
            width: fact.width(),
            has_more: fact.has_more(),
            ..RowRange::default()
        };
        FactStore {
            groups: facts.iter().map(group).collect(),
            ..FactStore::default()
        }
    }

    /// Becomes a copy of another space, without new memory if there is enough.
    pub(super) fn copy_from(&mut self, other: &FactStore) {
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

    /// The words of all rows.
    #[inline]
    pub(super) fn words(&self) -> &[PackedValue] {
        self.halves().0
    }

    /// Asks for its memory.
    #[inline]
    pub(super) fn prefetch(&self) {
        townsfolk_core::prefetch::bring_near(&self.groups);
        townsfolk_core::prefetch::bring_near(&self.words);
    }

    /// The words of all rows, and of their histories.
    #[inline]
    fn halves(&self) -> (&[PackedValue], &[PackedValue]) {
        self.words.split_at(self.words.len() / 2)
    }

    /// The words of a fact's rows, and how many a row has.
    #[inline]
    fn group(&self, fact: usize) -> (&[PackedValue], usize) {
        let Some(extent) = self.groups.get(fact) else {
            return (&[], 1);
        };
        let rows = self.words.get(extent.start()..extent.end());
        (rows.unwrap_or_default(), extent.width())
    }

    /// The first row from one on that has a value at a place; the number of rows if there is none.
    #[inline]
    pub(super) fn next_with(
        &self,
        fact: usize,
        row: usize,
        known: Option<(usize, PackedValue)>,
    ) -> usize {
        let Some((place, word)) = known else {
            return row;
        };
        let (words, width) = self.group(fact);
        let mut at = row.wrapping_mul(width).wrapping_add(place);
        let mut row = row;
        while at < words.len() && words[at] != word {
            at = at.wrapping_add(width);
            row = row.wrapping_add(1);
        }
        row
    }

    /// The arguments of a row.
    #[inline]
    pub(super) fn row(&self, fact: usize, row: usize) -> &[PackedValue] {
        let group = &self.groups[fact];
        let at = group.place_of(row);
        &self.words[at..at + usize::from(group.arity)]
    }

    pub(super) fn history(&self, fact: usize, row: usize) -> History {
        let group = &self.groups[fact];
        let at = group.place_of(row);
        let (has_more, (_, past)) = (group.has_more, self.halves());
        let part = |place: usize| past[at + place];
        History {
            sequence: part(SEQUENCE),
            since: part(SINCE) as i64,
            expires: if has_more { part(EXPIRES) as i64 } else { 0 },
            taken_by: if has_more { part(TAKEN_BY) } else { 0 },
        }
    }

    /// The row with exactly these arguments.
    #[inline]
    pub(super) fn find(&self, fact: usize, arguments: &[PackedValue]) -> Option<usize> {
        self.position(fact, arguments)
    }

    /// The first holder of the claim with these arguments before the last, if no other can take it.
    #[inline]
    pub(super) fn holder(
        &self,
        fact: usize,
        shape: &FactShape,
        arguments: &[PackedValue],
    ) -> Option<PackedValue> {
        let (_, wanted) = arguments.split_last()?;
        let row = self.position(fact, wanted)?;
        if shape.holders > 1 && self.count(fact, wanted) < usize::from(shape.holders) {
            return None;
        }
        self.row(fact, row).last().copied()
    }

    /// The number of rows that begin with these words.
    fn count(&self, fact: usize, wanted: &[PackedValue]) -> usize {
        let (rows, width) = self.group(fact);
        let begins = |row: &&[PackedValue]| row.starts_with(wanted);
        rows.chunks(width.max(1)).filter(begins).count()
    }

    /// The first row that begins with these words.
    #[inline]
    fn position(&self, fact: usize, wanted: &[PackedValue]) -> Option<usize> {
        let (rows, width) = self.group(fact);
        let (mut at, mut row) = (0_usize, 0_usize);
        // Words are few: comparing them one by one is quicker than asking for it at large.
        while at < rows.len() {
            let mut pairs = wanted.iter().zip(&rows[at..]);
            if pairs.all(|(wanted, word)| wanted == word) {
                return Some(row);
            }
            at = at.wrapping_add(width);
            row = row.wrapping_add(1);
        }
        None
    }

    /// Says when a row passes.
    pub(super) fn set_expires(&mut self, fact: usize, row: usize, expires: i64) {
        self.set(fact, row, EXPIRES, expires as u64);
    }

    /// Says that a claim belongs to no action any more.
    pub(super) fn settle(&mut self, fact: usize, row: usize) {
        self.set(fact, row, TAKEN_BY, 0);
    }

    fn set(&mut self, fact: usize, row: usize, place: usize, word: PackedValue) {
        let group = &self.groups[fact];
        if group.has_more {
            let at = self.words.len() / 2 + group.place_of(row) + place;
            self.words[at] = word;
        }
    }

    /// Adds a row that is not there, as the youngest. Other rows move if it has no room.
    #[inline]
    pub(super) fn push(&mut self, fact: usize, arguments: &[PackedValue], history: History) {
        if self.groups[fact].end >= self.groups[fact].limit {
            self.make_room(fact);
        }
        let half = self.words.len() / 2;
        let group = &mut self.groups[fact];
        let at = group.end();
        group.count += 1;
        group.end += u32::from(group.width);
        self.count += 1;
        self.words[at..at + arguments.len()].copy_from_slice(arguments);
        let past = &mut self.words[half + at..];
        past[SEQUENCE] = history.sequence;
        past[SINCE] = history.since as u64;
        if group.has_more {
            past[EXPIRES] = history.expires as u64;
            past[TAKEN_BY] = history.taken_by;
        }
        self.next = self.next.max(history.sequence).wrapping_add(1);
    }

    /// Room for as many rows again.
    #[cold]
    fn make_room(&mut self, fact: usize) {
        let group = self.groups[fact];
        let room = (group.limit - group.word) / u32::from(group.width);
        let more = room.max(ROOM_MIN);
        let words = more * u32::from(group.width);
        let (half, end) = (self.words.len() / 2, group.limit as usize);
        for end in [half + end, end] {
            let new = std::iter::repeat_n(0, words as usize);
            self.words.splice(end..end, new);
        }
        self.groups[fact].limit += words;
        for later in &mut self.groups[fact + 1..] {
            later.word += words;
            later.end += words;
            later.limit += words;
        }
    }

    /// The sequence number of the next row.
    #[inline]
    pub(super) fn next_sequence(&self) -> u64 {
        self.next
    }

    /// Removes a row. Those after it move up.
    #[inline]
    pub(super) fn remove(&mut self, fact: usize, row: usize) {
        let Some(group) = self.groups.get_mut(fact) else {
            return;
        };
        let at = group.place_of(row);
        let (width, end) = (group.width(), group.end());
        group.count = group.count.wrapping_sub(1);
        group.end = end.wrapping_sub(width) as u32;
        self.count = self.count.wrapping_sub(1);
        if group.end() > at {
            let half = self.words.len() / 2;
            let (rows, past) = self.words.split_at_mut(half);
            // Rows are few and short.
            if let (Some(rows), Some(past)) = (rows.get_mut(at..end), past.get_mut(at..end)) {
                let places = width..rows.len().min(past.len());
                for (place, from) in places.enumerate() {
                    rows[place] = rows[from];
                    past[place] = past[from];
                }
            }
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
