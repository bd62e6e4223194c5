//! Parts of blocks as rows: an hour of a day, a rule, an alternative of a grammar, a term of a score.
//!
//! A form says which columns a row has and which words stand before each. Text is made from a row by
//! its form, and a row from text by the same form; a part that no form describes exactly is a row
//! `part` with its whole text.

use crate::column::Column;
use townsfolk_lang::syntax::{SyntaxKind, Token, lex};

/// The row of a part that no other form describes.
pub(crate) const PLAIN: &str = "part";

/// A kind of row that is a part of a block, or a declaration with columns of its own.
pub(crate) struct PartForm {
    /// The words that open the blocks which have such parts.
    pub(crate) of: &'static [&'static str],
    /// The word in the column `what`.
    pub(crate) what: &'static str,
    /// What its text is made of, in order.
    pub(crate) pieces: &'static [Piece],
}

/// Words and the cells that follow them. Without text in any of the cells nothing is written.
pub(crate) struct Piece {
    words: &'static str,
    cells: &'static [(Column, Holds)],
    /// Whether the words stand in the cell.
    shown: bool,
}

/// How much of the text a cell takes when a row is made.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Holds {
    /// One name, with what stands in brackets behind it.
    Name,
    /// A number, perhaps with a sign or `%`.
    Number,
    /// A time of day, or two with `..` between.
    Time,
    /// Everything up to the words of the next piece.
    Rest,
}

const fn piece(words: &'static str, cells: &'static [(Column, Holds)]) -> Piece {
    Piece {
        words,
        cells,
        shown: false,
    }
}

const fn shown(words: &'static str, cells: &'static [(Column, Holds)]) -> Piece {
    Piece {
        words,
        cells,
        shown: true,
    }
}

const NAME: (Column, Holds) = (Column::Name, Holds::Name);
const DO: (Column, Holds) = (Column::Do, Holds::Rest);
const WHEN: (Column, Holds) = (Column::When, Holds::Rest);
const WEIGHT: (Column, Holds) = (Column::Weight, Holds::Number);
const FLAGS: (Column, Holds) = (Column::Flags, Holds::Rest);
const EXPANSION: (Column, Holds) = (Column::Expansion, Holds::Rest);
const POINTS: (Column, Holds) = (Column::Points, Holds::Rest);
const VALUE: (Column, Holds) = (Column::Value, Holds::Rest);
const TIME: (Column, Holds) = (Column::Time, Holds::Time);

/// All forms. The forms of a block are tried in this order when its parts are written.
#[rustfmt::skip]
pub(crate) const FORMS: &[PartForm] = &[
    PartForm { of: &["facet"], what: "mistaken", pieces: &[piece("mistaken", &[NAME]), piece(":", &[EXPANSION])] },
    PartForm { of: &["facet"], what: "common", pieces: &[piece("common", &[EXPANSION])] },
    PartForm { of: &["facet"], what: "seen", pieces: &[piece("seen", &[WHEN])] },
    PartForm { of: &["daily"], what: "block", pieces: &[piece("", &[TIME]), piece("", &[DO])] },
    PartForm { of: &["daily"], what: "at", pieces: &[piece("at", &[TIME]), piece("", &[DO]), piece("with", &[(Column::Chance, Holds::Rest)])] },
    PartForm { of: &["rules"], what: "rule", pieces: &[
        piece("rule", &[NAME]), piece("priority", &[(Column::Priority, Holds::Number)]),
        piece("when", &[WHEN]), piece("do", &[WEIGHT, DO]), shown("again after", &[FLAGS]),
    ] },
    PartForm { of: &["rules"], what: "subset", pieces: &[piece("subset", &[NAME])] },
    PartForm { of: &["rules"], what: "or", pieces: &[piece("or", &[WEIGHT, DO]), shown("again after", &[FLAGS])] },
    PartForm { of: &["grammar"], what: "start", pieces: &[piece("start", &[WEIGHT, NAME]), piece(":", &[EXPANSION]), shown("weights from", &[FLAGS])] },
    PartForm { of: &["grammar"], what: "symbol", pieces: &[piece("", &[NAME]), piece(": do", &[DO]), piece("when", &[WHEN])] },
    PartForm { of: &["grammar"], what: "production", pieces: &[piece("", &[NAME]), piece(":", &[WEIGHT, EXPANSION]), shown("weights from", &[FLAGS])] },
    PartForm { of: &["grammar"], what: "or", pieces: &[piece("or", &[WEIGHT, EXPANSION]), shown("weights from", &[FLAGS])] },
    PartForm { of: &["snippet", "tree"], what: "score", pieces: &[piece("score", &[POINTS]), piece("if", &[WHEN])] },
    PartForm { of: &["snippet", "tree"], what: "and", pieces: &[piece(", and", &[POINTS]), piece("if", &[WHEN])] },
    PartForm { of: &["snippet", "tree"], what: "or", pieces: &[piece(", or", &[POINTS]), piece("if", &[WHEN])] },
    PartForm { of: &["motions"], what: "motion", pieces: &[piece("motion", &[NAME, VALUE])] },
    PartForm { of: &["skills"], what: "bark", pieces: &[piece("bark", &[NAME, VALUE])] },
    PartForm { of: &["skills"], what: "every skill", pieces: &[piece("every skill", &[VALUE])] },
    PartForm { of: &["skills"], what: "skill", pieces: &[
        piece("", &[NAME]), piece("", &[VALUE]), piece("when", &[WHEN]), piece("do", &[DO]),
    ] },
    PartForm { of: &["query"], what: "rate", pieces: &[piece("rate", &[VALUE])] },
];

/// The columns of an attribute. Everything else stands in the column `text`.
pub(crate) const ATTRIBUTE: PartForm = PartForm {
    of: &[],
    what: "attribute",
    pieces: &[
        piece("attribute", &[NAME]),
        piece(":", &[(Column::Kind, Holds::Rest)]),
        piece("=", &[(Column::Value, Holds::Rest)]),
        shown("set by", &[WHEN]),
    ],
};

/// Whether the parts of a block can be rows.
pub(crate) fn has_rows(block: &str) -> bool {
    FORMS.iter().any(|form| form.of.contains(&block))
}

/// The form of a row in a block.
pub(crate) fn form(block: &str, what: &str) -> Option<&'static PartForm> {
    FORMS
        .iter()
        .find(|form| form.of.contains(&block) && form.what == what)
}

/// The words of rows that are parts of blocks, without those that are rows of scripts too.
pub(crate) fn words() -> impl Iterator<Item = &'static str> {
    let mut seen: Vec<&str> = vec![PLAIN];
    for form in FORMS.iter().filter(|form| form.what != "rule") {
        if !seen.contains(&form.what) {
            seen.push(form.what);
        }
    }
    seen.into_iter()
}

/// What a row is, and its cells.
pub(crate) type Row = (&'static str, Vec<(Column, String)>);

/// The rows of a part of a block: the first by its form, and one for each alternative or further term.
/// `None` if the forms do not describe it.
pub(crate) fn rows(block: &str, text: &str) -> Option<Vec<Row>> {
    let of_block = || FORMS.iter().filter(|form| form.of.contains(&block));
    let mut rows = vec![];
    for (at, segment) in segments(block, text).into_iter().enumerate() {
        let mut forms = of_block().filter(|form| form.goes_on() == (at > 0));
        rows.push(forms.find_map(|form| Some((form.what, form.cells(segment)?)))?);
    }
    Some(rows)
}

/// A text cut before the words that begin an alternative or a further term, outside of brackets.
fn segments<'t>(block: &str, text: &'t str) -> Vec<&'t str> {
    let tokens: Vec<Token> = lex(text)
        .into_iter()
        .filter(|t| !t.kind.is_trivia())
        .collect();
    let reading = Reading {
        text,
        tokens: &tokens,
        at: 0,
    };
    let of_block = FORMS.iter().filter(|form| form.of.contains(&block));
    let joints: Vec<&str> = of_block
        .filter(|form| form.goes_on())
        .map(|form| form.pieces[0].words)
        .collect();
    let (mut cuts, mut depth) = (vec![0], 0);
    for (at, token) in tokens.iter().enumerate() {
        if at > 0 && depth == 0 && joints.iter().any(|words| reading.at_words(at, words)) {
            cuts.push(token.start as usize);
        }
        depth += reading.depth_change(at);
    }
    cuts.push(text.len());
    cuts.windows(2).map(|cut| &text[cut[0]..cut[1]]).collect()
}

impl PartForm {
    /// Whether such a row goes on with the part above: an alternative, a further term.
    fn goes_on(&self) -> bool {
        let first = self.pieces.first().map_or("", |piece| piece.words);
        matches!(first, "or" | ", and" | ", or")
    }

    /// Whether such a row has a column.
    pub(crate) fn reads(&self, column: Column) -> bool {
        let mut cells = self.pieces.iter().flat_map(|piece| piece.cells);
        cells.any(|(own, _)| *own == column)
    }

    /// The texts of a row: for each filled cell the words before it, and its column.
    pub(crate) fn texts<'r>(
        &self,
        cell: impl Fn(Column) -> Option<&'r str>,
    ) -> Vec<(String, Column, &'r str)> {
        let mut texts = vec![];
        for piece in self.pieces {
            let mut words = piece.words;
            for (column, _) in piece.cells {
                let Some(text) = cell(*column).filter(|text| !text.trim().is_empty()) else {
                    continue;
                };
                let text = without_guard(*column, text);
                // The words may be repeated in the cell.
                let said = begins_with(text, words);
                let before = if said || piece.shown { "" } else { words };
                texts.push((before.to_string(), *column, text));
                words = "";
            }
        }
        texts
    }

    /// The cells of a part with this text; `None` if the form does not describe it exactly.
    pub(crate) fn cells(&self, text: &str) -> Option<Vec<(Column, String)>> {
        let tokens: Vec<Token> = lex(text)
            .into_iter()
            .filter(|t| !t.kind.is_trivia())
            .collect();
        let mut reading = Reading {
            text,
            tokens: &tokens,
            at: 0,
        };
        let mut cells: Vec<(Column, String)> = vec![];
        for (at, piece) in self.pieces.iter().enumerate() {
            let later = &self.pieces[at + 1..];
            let from = reading.at;
            if !piece.words.is_empty() && !reading.take_words(piece.words) {
                continue;
            }
            for (column, holds) in piece.cells {
                let start = if piece.shown { from } else { reading.at };
                reading.take(*holds, later);
                if reading.at > start {
                    cells.push((*column, reading.slice(start, reading.at).to_string()));
                }
            }
        }
        let whole = reading.at == tokens.len();
        let cell = |column: Column| {
            let found = cells.iter().find(|(own, _)| *own == column);
            found.map(|(_, text)| text.as_str())
        };
        let again: Vec<String> = self
            .texts(cell)
            .into_iter()
            .map(|(words, _, text)| format!("{words} {text}"))
            .collect();
        (whole && words_of(&again.join(" ")) == words_of(text)).then_some(cells)
    }
}

/// Reads the cells of a part from its tokens.
struct Reading<'t> {
    text: &'t str,
    tokens: &'t [Token],
    at: usize,
}

impl<'t> Reading<'t> {
    fn word(&self, at: usize) -> &'t str {
        self.tokens.get(at).map_or("", |token| {
            &self.text[token.start as usize..token.end as usize]
        })
    }

    fn kind(&self, at: usize) -> SyntaxKind {
        self.tokens
            .get(at)
            .map_or(SyntaxKind::EOF, |token| token.kind)
    }

    fn slice(&self, from: usize, to: usize) -> &'t str {
        let start = self.tokens[from].start as usize;
        &self.text[start..self.tokens[to - 1].end as usize]
    }

    fn at_words(&self, at: usize, words: &str) -> bool {
        let mut wanted = words_of(words).into_iter().enumerate();
        !words.is_empty() && wanted.all(|(n, word)| self.word(at + n) == word)
    }

    fn take_words(&mut self, words: &str) -> bool {
        let there = self.at_words(self.at, words);
        if there {
            self.at += words_of(words).len();
        }
        there
    }

    fn take(&mut self, holds: Holds, later: &[Piece]) {
        use SyntaxKind::{CLOCK, DOTS, IDENT, MINUS, NUMBER, OPEN, PERCENT};
        match holds {
            Holds::Name if self.kind(self.at) == IDENT => {
                self.at += 1;
                if self.kind(self.at) == OPEN {
                    self.take_brackets();
                }
            }
            Holds::Name => {}
            Holds::Number => {
                let sign = usize::from(self.kind(self.at) == MINUS);
                if self.kind(self.at + sign) == NUMBER {
                    self.at += 1 + sign;
                    self.at += usize::from(self.kind(self.at) == PERCENT);
                }
            }
            Holds::Time => {
                while matches!(self.kind(self.at), CLOCK | DOTS) {
                    self.at += 1;
                }
            }
            Holds::Rest => self.take_rest(later),
        }
    }

    fn take_brackets(&mut self) {
        let mut depth = 0;
        while self.at < self.tokens.len() {
            depth += self.depth_change(self.at);
            self.at += 1;
            if depth == 0 {
                break;
            }
        }
    }

    fn take_rest(&mut self, later: &[Piece]) {
        let mut depth = 0;
        while self.at < self.tokens.len() {
            let ends = later
                .iter()
                .any(|piece| self.at_words(self.at, piece.words));
            if depth == 0 && ends {
                break;
            }
            depth += self.depth_change(self.at);
            self.at += 1;
        }
    }

    fn depth_change(&self, at: usize) -> i32 {
        match self.kind(at) {
            SyntaxKind::OPEN => 1,
            SyntaxKind::CLOSE => -1,
            _ => 0,
        }
    }
}

/// The words of a text without white space.
fn words_of(text: &str) -> Vec<&str> {
    let tokens = lex(text)
        .into_iter()
        .filter(|token| !token.kind.is_trivia());
    tokens
        .map(|token| &text[token.start as usize..token.end as usize])
        .collect()
}

/// A cell that begins with a sign has the header of its column before it in a `.csv` file.
fn without_guard(column: Column, text: &str) -> &str {
    let rest = text.strip_prefix(column.header()).map(str::trim_start);
    let guarded = |rest: &&str| rest.starts_with(['=', '+', '-', '@']);
    rest.filter(guarded).unwrap_or(text)
}

fn begins_with(text: &str, words: &str) -> bool {
    let (given, wanted) = (words_of(text), words_of(words));
    !wanted.is_empty() && given.starts_with(&wanted)
}
