//! The cursor's surroundings: the word that is being typed, and the clause before it.

use crate::editor::cursor::{end_of, is_word, token_over};
use crate::editor::reader::{Located, Reader};
use crate::source::{FileId, Place};
use crate::syntax::{Node, SyntaxKind, Token, lex, *};

/// Words that begin a clause at the beginning of a line.
const LINE_HEADS: &[&str] = &[
    "knows",
    "tags",
    "prefers",
    "emits",
    "serves",
    "people",
    "seed",
    "tell",
    "scene",
    "set",
    "accept",
    "step",
    "branch",
    "otherwise",
    "resumes",
];

/// The surroundings of a cursor.
pub(super) struct Site {
    pub(super) file: FileId,
    /// The word that is being typed, up to the cursor.
    pub(super) typed: String,
    /// The whole word, which a completion replaces.
    pub(super) replace: Place,
    /// The node around the last token before the word.
    pub(super) node: Node,
    /// The indentation of the word, if it is the first of its line.
    pub(super) indent: Option<usize>,
    /// Whether the word follows the last token without a space.
    pub(super) glued: bool,
    /// Whether a bracket follows.
    pub(super) bracket_follows: bool,
    words: Vec<WordBefore>,
    head: Option<usize>,
    /// The bracket around the cursor.
    pub(super) open: Option<Open>,
}

/// A token before the cursor.
#[derive(Clone, Debug)]
struct WordBefore {
    kind: SyntaxKind,
    text: String,
    begins_line: bool,
}

/// An open bracket.
#[derive(Clone, Copy, Debug)]
pub(super) struct Open {
    at: usize,
    /// The number of commas between it and the cursor.
    pub(super) index: usize,
}

impl Site {
    /// Reads the surroundings of a cursor. There are none inside comments, texts and numbers.
    pub(super) fn read(reader: &Reader<'_>, file: FileId, offset: u32) -> Option<Site> {
        let text = &reader.project.file(file)?.text;
        let root = reader.root(file)?;
        if text.len() != end_of(&root) as usize {
            return None;
        }
        let offset = text.floor_char_boundary((offset as usize).min(text.len()));
        let from = declaration_before(&root, offset as u32);
        let mut tokens = lex(&text[from as usize..]);
        for token in &mut tokens {
            token.start += from;
            token.end += from;
        }
        let offset = offset as u32;
        let word = tokens
            .iter()
            .find(|token| token.start < offset && offset <= token.end);
        let word = match word {
            Some(token) if is_closed_to_typing(token, text, offset) => return None,
            Some(token) => Some(token).filter(|token| is_typed(token, text)),
            None => None,
        };
        let start = word.map_or(offset, |word| word.start);
        let end = word.map_or(offset, |word| word.end);
        let words = words_before(&tokens, text, start);
        let last = tokens
            .iter()
            .rfind(|token| token.end <= start && !token.kind.is_trivia());
        let node = last.and_then(|last| token_over(&root, last.start)?.parent());
        let mut site = Site {
            file,
            typed: text[start as usize..offset as usize].to_string(),
            replace: Place::new(file, start, end),
            node: node.unwrap_or(root),
            indent: indent(text, start as usize),
            glued: last.is_some_and(|last| last.end == start),
            bracket_follows: text[end as usize..].starts_with('('),
            words,
            head: None,
            open: None,
        };
        site.find_clause();
        Some(site)
    }

    /// Searches backwards for the first word of the clause, and for an open bracket.
    fn find_clause(&mut self) {
        let mut closed = 0;
        let mut commas = 0;
        for at in (0..self.words.len()).rev() {
            match self.words[at].kind {
                CLOSE => closed += 1,
                OPEN if closed > 0 => closed -= 1,
                OPEN if self.open.is_none() => self.open = Some(Open { at, index: commas }),
                COMMA if closed == 0 && self.open.is_none() => commas += 1,
                _ if self.is_head(at) => {
                    self.head = Some(at);
                    return;
                }
                _ => {}
            }
        }
    }

    fn is_head(&self, at: usize) -> bool {
        let word = &self.words[at];
        let text = |at: Option<usize>| {
            at.and_then(|at| self.words.get(at))
                .map_or("", |word| word.text.as_str())
        };
        let (before, after) = (text(at.checked_sub(1)), text(at.checked_add(1)));
        if word.kind == IDENT {
            return word.begins_line && LINE_HEADS.contains(&word.text.as_str());
        }
        if !word.kind.is_keyword() || before == "id" {
            return false;
        }
        match word.kind {
            NOT_KW | IS_KW | WITH_KW | BASED_KW => false,
            PROP_KW | ROLE_KW | ACTION_KW => {
                !(matches!(before, "(" | ":") || (before == "," && !word.begins_line))
            }
            STATE_KW => before != "every",
            EVERY_KW => after == "state" || (after.is_empty() && word.begins_line),
            RULE_KW => !matches!(before, "override" | "drop"),
            ON_KW => !matches!(before, "based" | "goes" | ",") && after != "leaving",
            THEN_KW => before != "," && !matches!(after, "stay" | "withdraw"),
            SCRIPT_KW => before != "emits",
            _ => true,
        }
    }

    /// The first word of the declaration around the cursor.
    pub(super) fn opened_by(&self) -> &str {
        self.words.first().map_or("", |word| word.text.as_str())
    }

    /// A word of the declaration around the cursor, counted from its first.
    pub(super) fn word(&self, index: usize) -> &str {
        self.words.get(index).map_or("", |word| word.text.as_str())
    }

    /// Whether the declaration around the cursor is a way to decide.
    pub(super) fn in_decider(&self) -> bool {
        super::decider::OPENERS.contains(&self.opened_by())
    }

    /// Whether an entry of a group in a rule of a grammar begins at the cursor.
    pub(super) fn begins_entry_of_group(&self) -> bool {
        let groups = [":", ",", "or", "("].contains(&self.before_bracket(0));
        let begins = matches!(self.last(), "(" | "," | "or") || self.last_kind() == NUMBER;
        groups && begins
    }

    /// Whether the open bracket holds arguments: a name stands directly before it.
    pub(super) fn head_is_call(&self) -> bool {
        ![":", ",", "or", "("].contains(&self.before_bracket(0))
            && !self
                .before_bracket(0)
                .starts_with(|c: char| c.is_ascii_digit())
    }

    /// The nearest of these words before the cursor that begins a clause, outside of brackets.
    pub(super) fn clause(&self, heads: &[&str]) -> &str {
        let mut closed = 0;
        for (at, word) in self.words.iter().enumerate().rev() {
            match word.kind {
                CLOSE => closed += 1,
                OPEN => closed -= 1,
                _ => {}
            }
            let begins = word.begins_line
                || word.kind.is_keyword()
                || matches!(word.text.as_str(), "if" | "until")
                || matches!(word.text.as_str(), "and" | "or") && self.follows_comma(at);
            if closed <= 0 && begins && heads.contains(&word.text.as_str()) {
                return &word.text;
            }
        }
        ""
    }

    fn follows_comma(&self, at: usize) -> bool {
        let before = at.checked_sub(1).and_then(|before| self.words.get(before));
        before.is_some_and(|word| word.kind == COMMA)
    }

    /// The first word of the clause.
    pub(super) fn head(&self) -> &str {
        self.head.map_or("", |head| &self.words[head].text)
    }

    /// The words of the clause after its head.
    pub(super) fn rest(&self) -> Vec<&str> {
        let from = self.head.map_or(0, |head| head + 1);
        self.words[from..]
            .iter()
            .map(|word| word.text.as_str())
            .collect()
    }

    /// The words of the cursor's line before it.
    pub(super) fn line(&self) -> Vec<&str> {
        let from = self.words.iter().rposition(|word| word.begins_line);
        let words = &self.words[from.unwrap_or(0)..];
        words.iter().map(|word| word.text.as_str()).collect()
    }

    /// The last word before the cursor.
    pub(super) fn last(&self) -> &str {
        self.back(0)
    }

    /// The word this many positions before the last.
    pub(super) fn back(&self, places: usize) -> &str {
        let at = self.words.len().checked_sub(places + 1);
        at.map_or("", |at| &self.words[at].text)
    }

    pub(super) fn last_kind(&self) -> SyntaxKind {
        self.words.last().map_or(EOF, |word| word.kind)
    }

    /// The word this many positions before the open bracket; the first one is its name.
    pub(super) fn before_bracket(&self, places: usize) -> &str {
        let at = self
            .open
            .and_then(|open| open.at.checked_sub(places + 1))
            .and_then(|at| self.words.get(at));
        at.map_or("", |word| word.text.as_str())
    }

    /// A single word as an argument of the open bracket, before the cursor.
    pub(super) fn argument(&self, index: usize) -> Option<&str> {
        let inside = self.words.get(self.open?.at + 1..)?;
        let mut arguments = inside.split(|word| word.kind == COMMA);
        match arguments.nth(index)? {
            [word] => Some(&word.text),
            _ => None,
        }
    }

    /// Whether the open bracket is that of the declared name: `fact seat(`.
    pub(super) fn in_declared_bracket(&self) -> bool {
        match (self.head, self.open) {
            (Some(head), Some(open)) => open.at == head + 2,
            _ => false,
        }
    }

    /// Whether an argument, a literal or a list entry begins at the cursor.
    pub(super) fn begins_entry(&self) -> bool {
        matches!(self.last_kind(), OPEN | COMMA | NOT_KW)
            || (self.open.is_none() && self.head == self.words.len().checked_sub(1))
    }

    /// Whether an operator stands before the cursor.
    pub(super) fn follows_operator(&self) -> bool {
        crate::editor::inference::is_comparison(self.last_kind())
            || matches!(self.last_kind(), PLUS | MINUS | STAR | SLASH)
    }

    /// The words since the last comma, bracket or head: one side of a comparison.
    pub(super) fn side(&self) -> Vec<(SyntaxKind, &str)> {
        let mut from = self.words.len();
        let mut closed = 0;
        while let Some(at) = from.checked_sub(1) {
            match self.words[at].kind {
                CLOSE => closed += 1,
                OPEN if closed > 0 => closed -= 1,
                OPEN | COMMA if closed == 0 => break,
                NOT_KW => break,
                _ if Some(at) == self.head => break,
                _ => {}
            }
            from = at;
        }
        self.words[from..]
            .iter()
            .map(|word| (word.kind, word.text.as_str()))
            .collect()
    }

    /// The nearest node of one of these kinds around the cursor.
    pub(super) fn around(&self, kinds: &[SyntaxKind]) -> Option<Located> {
        let node = self
            .node
            .ancestors()
            .find(|node| kinds.contains(&node.kind()))?;
        let file = self.file;
        Some(Located { file, node })
    }
}

/// The start of the last declaration before an offset.
fn declaration_before(root: &Node, offset: u32) -> u32 {
    root.children()
        .filter(|node| node.kind() != ERROR)
        .map(|node| u32::from(node.text_range().start()))
        .take_while(|start| *start < offset)
        .last()
        .unwrap_or(0)
}

/// Whether nothing can be completed in a token.
fn is_closed_to_typing(token: &Token, text: &str, offset: u32) -> bool {
    match token.kind {
        COMMENT => true,
        TEXT => {
            let text = &text[token.start as usize..token.end as usize];
            offset < token.end || text.len() < 2 || !text.ends_with('"')
        }
        NUMBER | CLOCK => offset < token.end,
        _ => false,
    }
}

/// Whether a token is a word that is being typed.
fn is_typed(token: &Token, text: &str) -> bool {
    is_word(token.kind)
        || token.kind == STOP
        || &text[token.start as usize..token.end as usize] == "$"
}

fn words_before(tokens: &[Token], text: &str, end: u32) -> Vec<WordBefore> {
    let mut words = vec![];
    let mut begins_line = true;
    for token in tokens.iter().take_while(|token| token.end <= end) {
        let token_text = &text[token.start as usize..token.end as usize];
        if token.kind.is_trivia() {
            begins_line |= token_text.contains('\n');
            continue;
        }
        words.push(WordBefore {
            kind: token.kind,
            text: token_text.to_string(),
            begins_line,
        });
        begins_line = false;
    }
    words
}

/// The indentation of a position, if only white space precedes it on its line.
fn indent(text: &str, start: usize) -> Option<usize> {
    let line = text[..start].rfind('\n').map_or(0, |at| at + 1);
    let before = &text[line..start];
    before
        .trim()
        .is_empty()
        .then(|| before.chars().filter(|c| *c != '\u{feff}').count())
}
