//! Consumers of symbols: a queue that discards what is impossible, and the windowed root.

use super::stream::{Limit, Pulled, Source, Stream, Watch};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// Maximum number of impossible symbols that are discarded for one decision.
pub const DISCARDS_MAX: u32 = 64;

/// Maximum number of sentences in a row that put nothing out.
pub const EMPTY_MAX: u32 = 16;

/// A symbol that was taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Taken {
    /// The symbol.
    pub symbol: u16,
    /// Number of impossible symbols before it.
    pub discarded: u32,
    /// Whether too many were impossible, and this is the first possible one of the grammar.
    pub forced: bool,
}

/// The reason why no symbol could be taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Stuck {
    /// No symbol of the grammar is possible now.
    NothingPossible,
    /// Sentence after sentence was empty.
    Empty,
    /// Sentence after sentence was cut off before its first symbol.
    Cut(Limit),
}

/// An observer that is also told where a sentence begins.
pub trait Follow: Watch {
    /// A sentence begins.
    fn began(&mut self) {}
    /// A symbol was put out.
    fn emitted(&mut self, _symbol: u16) {}
}

impl Follow for () {}

/// The number of vain attempts on the way to one symbol.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Attempts {
    discarded: u32,
    empty: u32,
}

/// Takes the next symbol that is possible. A new sentence begins where one has ended.
///
/// Discarding makes the symbols as likely as their weights among the possible ones.
pub fn take<F: Follow>(
    stream: &mut Stream,
    from: &Source<'_>,
    is_possible: impl Fn(u16) -> bool,
    follow: &mut F,
) -> Result<Taken, Stuck> {
    let mut attempts = Attempts::default();
    loop {
        if let Some(taken) = take_once(stream, from, &is_possible, follow, &mut attempts)? {
            return Ok(taken);
        }
    }
}

/// The same for one sentence: the present one, or a new one. `None` if it has ended.
pub fn take_once<F: Follow>(
    stream: &mut Stream,
    from: &Source<'_>,
    is_possible: impl Fn(u16) -> bool,
    follow: &mut F,
    attempts: &mut Attempts,
) -> Result<Option<Taken>, Stuck> {
    let mut is_empty = false;
    if !stream.is_in_sentence() {
        stream.begin(from).ok_or(Stuck::Empty)?;
        follow.began();
        is_empty = true;
    }
    let end = loop {
        match stream.pull_watched(from, follow) {
            Pulled::Symbol(symbol) => {
                follow.emitted(symbol);
                let discarded = attempts.discarded;
                if is_possible(symbol) {
                    let forced = false;
                    return Ok(Some(Taken {
                        symbol,
                        discarded,
                        forced,
                    }));
                }
                is_empty = false;
                attempts.discarded += 1;
                attempts.empty = 0;
                if attempts.discarded >= DISCARDS_MAX {
                    return first_possible(from, attempts.discarded, is_possible).map(Some);
                }
            }
            Pulled::End => break Stuck::Empty,
            Pulled::Cut(limit) => break Stuck::Cut(limit),
        }
    };
    attempts.empty += u32::from(is_empty);
    match attempts.empty >= EMPTY_MAX {
        true => Err(end),
        false => Ok(None),
    }
}

fn first_possible(
    from: &Source<'_>,
    discarded: u32,
    is_possible: impl Fn(u16) -> bool,
) -> Result<Taken, Stuck> {
    let mut symbols = 0..from.grammar.symbols.len() as u16;
    let symbol = symbols.find(|symbol| is_possible(*symbol));
    let symbol = symbol.ok_or(Stuck::NothingPossible)?;
    Ok(Taken {
        symbol,
        discarded,
        forced: true,
    })
}

/// A buffer that is refilled with whole sentences: only the root is endless.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Window {
    stream: Stream,
    buffer: VecDeque<u16>,
}

/// Maximum number of sentences of one refill of a [`Window`].
pub const SENTENCES_AT_ONCE_MAX: i64 = 4;

/// A [`Window`] is refilled when it holds fewer symbols.
pub const LOW_WATER: usize = 8;

impl Window {
    /// An empty buffer.
    pub fn new() -> Window {
        Window::default()
    }

    /// The next symbol. `None` if sentence after sentence was empty.
    pub fn next(&mut self, from: &Source<'_>) -> Option<u16> {
        let mut refills = 0;
        while self.buffer.len() < LOW_WATER && refills < EMPTY_MAX {
            refills += 1;
            let many = from
                .draw
                .between(self.stream.rolls() ^ REFILL, 1, SENTENCES_AT_ONCE_MAX);
            for _ in 0..many {
                self.buffer.extend(self.stream.sentence(from).symbols);
            }
        }
        self.buffer.pop_front()
    }
}

/// Keeps the draws of refills apart from those of sentences.
const REFILL: u64 = 1 << 63;
