//! New inputs from old ones.

use townsfolk_core::draw::{Draw, Seed};
use townsfolk_core::{SiteId, Tick};

/// Words that get a mutated source past the first keyword.
const WORDS: &[&str] = &[
    "role ",
    "script s ",
    "template t(A: role) ",
    "cast ",
    "fact f(prop) ",
    "claim c(prop, character) ",
    "state a ",
    "rule r ",
    "when ",
    "do ",
    "add ",
    "remove ",
    "then ",
    "on failure ",
    "goto ",
    "leave ",
    "not ",
    "X",
    "_",
    ".me",
    ".any(X)",
    "(",
    ")",
    ",",
    "2..3 s",
    "18:30",
    "\"text",
    "# comment\n",
    "\u{301}",
    "based on ",
    "override rule ",
    "define d(X) when ",
    "test t people ann a ",
    "expect ",
    "+",
    "-",
    "$A",
    "\nattribute a(character): symbol idle, busy = idle ",
    "set .a(.me) = busy ",
    "\ncourse c(X: character) step do ",
    "on failure goto ",
    "\nrules r as duty rule a when ",
    "subset s ",
    "priority 2 ",
    "again after 2 s ",
    " or 2 ",
    "\nreferents g: target, post ",
    "sense near(X) within 8 m ",
    "notice target among a within 9 m ",
    "situation s as danger when ",
    "not known near(target) ",
    "achieve near(X) by ",
    "\nerrand e needs open place serving coffee, nearest step go ",
    "step wait 5..8 min ",
    "otherwise ",
    "\ndaily d 0:00..0:00 ",
    "at 12:00 e with 50% ",
    "jitter 15 min ",
    "\noperator o when ",
    "makes .a(.me) ",
    "\ngoal g when ",
    "\ngrammar g endless start a: ",
    "*2..5 with 20% ",
    "+66.7% ",
    "weights from .a(.me) softmax 0.2 ",
    "keep a, a near 5% over 200 ",
    "\nsnippet s class offensive from staff ",
    "\ntree t(It: character) ",
    "\nquery q of a within 9 m as It keep ",
    "among q within 20 m as It ",
    "score 20, and 10 if ",
    "rated by t(It) ",
    "tether distance(.me, It) beyond 20 m until 10 m ",
    "cost 30 a ",
    "thinks with r, g ",
];

/// Numbers drawn one after another for one input.
pub(super) struct Luck {
    draw: Draw,
    index: u64,
}

impl Luck {
    /// The luck of one round of a run.
    pub(super) fn of(seed: u64, round: u64) -> Luck {
        Luck {
            draw: Draw::at(Seed(seed), round, Tick(0), SiteId(1)),
            index: 0,
        }
    }

    /// A number below `count` (zero if that is zero).
    pub(super) fn below(&mut self, count: usize) -> usize {
        self.index += 1;
        let last = i64::try_from(count).unwrap_or(i64::MAX).saturating_sub(1);
        usize::try_from(self.draw.between(self.index, 0, last.max(0))).unwrap_or(0)
    }
}

impl std::fmt::Debug for Luck {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Luck at {}", self.index)
    }
}

/// Changes an input in a few places; `other` is spliced in now and then.
pub(super) fn mutated(input: &[u8], other: &[u8], luck: &mut Luck) -> Vec<u8> {
    let mut bytes = input.to_vec();
    for _ in 0..=luck.below(6) {
        change(&mut bytes, other, luck);
    }
    bytes.truncate(1 << 20);
    bytes
}

fn change(bytes: &mut Vec<u8>, other: &[u8], luck: &mut Luck) {
    let at = luck.below(bytes.len() + 1);
    let length = luck.below(16.min(bytes.len() - at.min(bytes.len())) + 1);
    let end = (at + length).min(bytes.len());
    match luck.below(9) {
        0 if at < bytes.len() => bytes[at] ^= 1 << luck.below(8),
        1 if at < bytes.len() => bytes[at] = luck.below(256) as u8,
        2 => drop(bytes.drain(at..end)),
        3 => {
            let copy = bytes[at..end].to_vec();
            bytes.splice(at..at, copy);
        }
        4 => {
            let from = luck.below(other.len() + 1);
            let to = (from + luck.below(200)).min(other.len());
            bytes.splice(at..end, other[from..to].iter().copied());
        }
        5 => bytes.truncate(at),
        6 => {
            // Repeats a piece many times: this shows what is not linear.
            let piece = bytes[at..end].to_vec();
            let many = piece.repeat(luck.below(400));
            bytes.splice(at..at, many);
        }
        _ => {
            let word = WORDS[luck.below(WORDS.len())];
            bytes.splice(at..at, word.bytes());
        }
    }
}
