//! The parser: tokens in, tree and problems out. The grammars are in [`crate::declaration`].

use super::kind::SyntaxKind::{self, *};
use super::lexer::{Token, is_finished_text, lex};
use crate::diagnostic::{Code, Diagnostic};
use crate::near::near_names;
use crate::source::{FileId, Place};
use rowan::{Checkpoint, GreenNode, GreenNodeBuilder};
use std::collections::BTreeSet;

/// Maximum depth of nested expressions; it keeps hostile input from exhausting the stack.
const DEPTH_MAX: u32 = 64;
/// Maximum number of reported problems of syntax per file.
const PROBLEMS_MAX: usize = 200;

pub(crate) struct Parser<'t> {
    file: FileId,
    text: &'t str,
    tokens: Vec<Token>,
    at: usize,
    builder: GreenNodeBuilder<'static>,
    problems: Vec<Diagnostic>,
    depth: u32,
    /// The height of the last expression: chains grow upwards, not downwards.
    pub(crate) height: u32,
    /// The position of the last problem: one position is reported once.
    last_problem: Option<usize>,
    /// The kinds of the nodes that are open, the innermost last.
    open: Vec<SyntaxKind>,
    /// Keywords that were used as names.
    misnamed: BTreeSet<SyntaxKind>,
}

impl<'t> Parser<'t> {
    pub(crate) fn new(file: FileId, text: &'t str) -> Parser<'t> {
        Parser {
            file,
            text,
            tokens: lex(text),
            at: 0,
            builder: GreenNodeBuilder::new(),
            problems: vec![],
            depth: 0,
            height: 0,
            last_problem: None,
            open: vec![],
            misnamed: BTreeSet::new(),
        }
    }

    pub(crate) fn finish(self) -> (GreenNode, Vec<Diagnostic>) {
        (self.builder.finish(), self.problems)
    }

    // Looking.

    fn next_at(&self, from: usize) -> usize {
        let mut at = from;
        while let Some(token) = self.tokens.get(at) {
            match token.kind {
                ACCEPT_KW => at = self.line_end(at),
                kind if kind.is_trivia() => at += 1,
                _ => break,
            }
        }
        at
    }

    /// The position behind the last token of a line, without comments.
    fn line_end(&self, from: usize) -> usize {
        let ends = |token: &Token| match token.kind {
            SPACE => self.text[token.start as usize..token.end as usize].contains(['\n', '\r']),
            kind => kind == COMMENT,
        };
        let length = self.tokens[from..].iter().position(ends);
        length.map_or(self.tokens.len(), |length| from + length)
    }

    /// The kind of the next token that is not trivia.
    pub(crate) fn peek(&self) -> SyntaxKind {
        self.tokens
            .get(self.next_at(self.at))
            .map_or(EOF, |token| token.kind)
    }

    /// The kind of the token `n` places after the next.
    pub(crate) fn peek_nth(&self, n: usize) -> SyntaxKind {
        let at = (0..n).fold(self.next_at(self.at), |at, _| self.next_at(at + 1));
        self.tokens.get(at).map_or(EOF, |token| token.kind)
    }

    /// The text of the next token.
    pub(crate) fn peek_text(&self) -> &'t str {
        self.text_at(self.next_at(self.at))
    }

    /// The text of the token `n` places after the next.
    pub(crate) fn peek_nth_text(&self, n: usize) -> &'t str {
        self.text_at((0..n).fold(self.next_at(self.at), |at, _| self.next_at(at + 1)))
    }

    fn text_of(&self, place: Place) -> &'t str {
        self.text.get(place.range()).unwrap_or_default()
    }

    fn text_at(&self, at: usize) -> &'t str {
        self.tokens.get(at).map_or("", |token| {
            &self.text[token.start as usize..token.end as usize]
        })
    }

    pub(crate) fn at(&self, kind: SyntaxKind) -> bool {
        self.peek() == kind
    }

    /// Whether the next token is this word: an identifier with a meaning in this position.
    pub(crate) fn at_word(&self, word: &str) -> bool {
        self.peek() == IDENT && self.peek_text() == word
    }

    /// Whether a line break stands before the next token.
    pub(crate) fn at_line_start(&self) -> bool {
        let next = self.next_at(self.at).min(self.tokens.len());
        self.tokens[..next]
            .iter()
            .rev()
            .take_while(|token| token.kind.is_trivia())
            .any(|token| {
                token.start == 0
                    || self.text[token.start as usize..token.end as usize].contains(['\n', '\r'])
            })
            || next == 0
    }

    /// Where the next token stands; at the end of the file, just behind the last one.
    pub(crate) fn peek_place(&self) -> Place {
        match self.tokens.get(self.next_at(self.at)) {
            Some(token) => Place::new(self.file, token.start, token.end),
            None => {
                let last = self
                    .tokens
                    .iter()
                    .rev()
                    .find(|token| !token.kind.is_trivia());
                let end = last.map_or(0, |token| token.end);
                Place::new(self.file, end, end)
            }
        }
    }

    // Building.

    /// Takes white space, comments and lines with `accept`: these are allowed between any two
    /// parts.
    fn push_trivia(&mut self) {
        while let Some(token) = self.tokens.get(self.at).copied() {
            match token.kind {
                ACCEPT_KW => self.accept(self.open.last().copied().unwrap_or(FILE)),
                kind if kind.is_trivia() => self.push(token),
                _ => break,
            }
        }
    }

    fn push(&mut self, token: Token) {
        let text = &self.text[token.start as usize..token.end as usize];
        self.builder
            .token(rowan::SyntaxKind(token.kind as u16), text);
        self.at += 1;
    }

    /// Takes a line `accept CODE because "reason"` into a node.
    fn accept(&mut self, inside: SyntaxKind) {
        let tokens = self.tokens[self.at..self.line_end(self.at)].to_vec();
        let source = self.text;
        let text = |token: &Token| &source[token.start as usize..token.end as usize];
        let words: Vec<&Token> = tokens.iter().filter(|t| !t.kind.is_trivia()).collect();
        let (first, last) = (words[0].start, words[words.len() - 1].end);
        let place = Place::new(self.file, first, last);
        let problem = Code::UnexpectedToken;
        let problem = match words.as_slice() {
            _ if !takes_accept(inside) => Some(
                problem
                    .at(
                        place,
                        "`accept` stands inside something that goes on after it",
                    )
                    .label("belongs to nothing here")
                    .hint("put the line behind the declaration, rule or fact it is about"),
            ),
            [_, _, because, reason]
                if text(because) == "because"
                    && reason.kind == TEXT
                    && is_finished_text(text(reason)) =>
            {
                None
            }
            _ => Some(
                problem
                    .at(place, "`accept` needs a code and a reason")
                    .label("not a whole line of this kind")
                    .hint("write `accept CODE because \"why it is right here\"`"),
            ),
        };
        if self.problems.len() < PROBLEMS_MAX {
            self.problems.extend(problem);
        }
        self.builder.start_node(rowan::SyntaxKind(ACCEPT as u16));
        for (index, token) in tokens.into_iter().enumerate() {
            let is_code = index == 2;
            if is_code {
                self.builder.start_node(rowan::SyntaxKind(NAME_REF as u16));
            }
            self.push(token);
            if is_code {
                self.builder.finish_node();
            }
        }
        self.builder.finish_node();
    }

    /// Opens a node; trivia before its first token stays outside.
    pub(crate) fn open(&mut self, kind: SyntaxKind) {
        if kind != FILE {
            self.push_trivia();
        }
        self.builder.start_node(rowan::SyntaxKind(kind as u16));
        self.open.push(kind);
    }

    /// Closes a node. Lines with `accept` directly behind it belong to it.
    pub(crate) fn close(&mut self) {
        let kind = self.open.pop().unwrap_or(FILE);
        while takes_accept(kind) && self.accept_follows() {
            while let Some(token) = self.tokens.get(self.at).filter(|t| t.kind.is_trivia()) {
                self.push(*token);
            }
            self.accept(kind);
        }
        self.builder.finish_node();
    }

    fn accept_follows(&self) -> bool {
        let mut rest = self.tokens[self.at..].iter();
        let next = rest.find(|token| !token.kind.is_trivia());
        next.is_some_and(|token| token.kind == ACCEPT_KW)
    }

    pub(crate) fn checkpoint(&mut self) -> Checkpoint {
        self.push_trivia();
        self.builder.checkpoint()
    }

    pub(crate) fn open_at(&mut self, checkpoint: Checkpoint, kind: SyntaxKind) {
        self.builder
            .start_node_at(checkpoint, rowan::SyntaxKind(kind as u16));
        self.open.push(kind);
    }

    /// Takes the next token of any kind.
    pub(crate) fn bump(&mut self) {
        self.bump_as(None);
    }

    fn bump_as(&mut self, kind: Option<SyntaxKind>) {
        self.push_trivia();
        let Some(token) = self.tokens.get(self.at).copied() else {
            return;
        };
        let text = &self.text[token.start as usize..token.end as usize];
        let unfinished = token.kind == TEXT && !is_finished_text(text);
        if unfinished {
            self.problem(unfinished_text(Place::new(
                self.file,
                token.start,
                token.end,
            )));
        }
        self.builder
            .token(rowan::SyntaxKind(kind.unwrap_or(token.kind) as u16), text);
        self.at += 1;
        if unfinished {
            // The missing part behind it belongs inside it.
            self.last_problem = Some(self.next_at(self.at));
        }
    }

    /// Takes the remaining trivia at the end of the file.
    pub(crate) fn finish_file(&mut self) {
        self.push_trivia();
    }

    /// Takes the next token if it is of this kind.
    pub(crate) fn eat(&mut self, kind: SyntaxKind) -> bool {
        let there = self.at(kind);
        if there {
            self.bump();
        }
        there
    }

    /// Takes the next token if it is this word.
    pub(crate) fn eat_word(&mut self, word: &str) -> bool {
        let there = self.at_word(word);
        if there {
            self.bump();
        }
        there
    }

    /// Takes a token of this kind, or reports that `what` was expected.
    pub(crate) fn expect(&mut self, kind: SyntaxKind, what: &str) -> bool {
        let there = self.eat(kind);
        if !there {
            self.expected(what);
        }
        there
    }

    /// Takes a word, or reports that `what` was expected.
    pub(crate) fn expect_word(&mut self, word: &str) -> bool {
        let there = self.eat_word(word);
        if !there {
            self.expected(&format!("`{word}`"));
        }
        there
    }

    // Problems.

    pub(crate) fn problem(&mut self, problem: Diagnostic) {
        let at = self.next_at(self.at);
        if self.problems.len() < PROBLEMS_MAX && self.last_problem != Some(at) {
            self.last_problem = Some(at);
            self.problems.push(problem);
        }
    }

    /// Reports that something else was expected here.
    pub(crate) fn expected(&mut self, what: &str) {
        let place = self.peek_place();
        let found = match self.peek() {
            EOF => "the end of the file".to_string(),
            kind if kind.is_keyword() => format!("the keyword `{}`", self.peek_text()),
            _ => format!("`{}`", shorten(self.peek_text())),
        };
        let mut problem = Code::UnexpectedToken
            .at(place, format!("expected {what}, found {found}"))
            .label(format!("expected {what} here"));
        if let Some(hint) = word_of_another_language(self.peek_text()) {
            problem = problem.hint(hint);
        } else if self.peek() == IDENT {
            let near = near_names(self.peek_text(), SyntaxKind::KEYWORDS.iter().copied(), 1);
            if let Some(keyword) = near.first() {
                problem = problem.hint(format!("did you mean `{keyword}`?"));
            }
        }
        if self.peek() == STRAY {
            problem = problem.hint(stray_hint(self.peek_text()));
        }
        self.problem(problem);
    }

    /// Reports that one of these words was expected, and skips the rest of the line.
    pub(crate) fn skip_line(
        &mut self,
        what: &str,
        words: &[&str],
        stop: impl Fn(SyntaxKind) -> bool,
    ) {
        let near = near_names(self.peek_text(), words.iter().copied(), 1);
        let reported = self.problems.len();
        self.expected(what);
        if let (Some(word), Some(mut problem)) =
            (near.first(), self.problems.get(reported).cloned())
        {
            problem.hints.clear();
            let place = problem.place;
            self.problems[reported] = problem.did_you_mean(place, self.text_of(place), [&**word]);
        }
        self.open(ERROR);
        self.bump();
        while !self.at(EOF) && !self.at_line_start() && !stop(self.peek()) {
            self.bump();
        }
        self.close();
    }

    /// Skips to the next token for which `stop` is true, into an error node.
    pub(crate) fn skip_until(&mut self, stop: impl Fn(SyntaxKind) -> bool) {
        if self.at(EOF) || stop(self.peek()) {
            return;
        }
        self.open(ERROR);
        while !self.at(EOF) && !stop(self.peek()) {
            self.bump();
        }
        self.close();
    }

    /// Runs a step that may nest. Beyond the maximum depth, the rest of the expression is skipped.
    pub(crate) fn nested(&mut self, step: impl FnOnce(&mut Self)) {
        if self.depth >= DEPTH_MAX {
            self.too_deep();
            return;
        }
        self.depth += 1;
        step(self);
        self.depth -= 1;
    }

    /// Makes the last expression one higher than `inside`. If it is too high, the rest of it is
    /// skipped, and `false` is returned.
    pub(crate) fn grow(&mut self, inside: u32) -> bool {
        self.height = inside + 1;
        let fits = self.height <= DEPTH_MAX;
        if !fits {
            self.too_deep();
        }
        fits
    }

    fn too_deep(&mut self) {
        let place = self.peek_place();
        self.problem(
            Code::TooDeep
                .at(
                    place,
                    format!("this expression is more than {DEPTH_MAX} levels deep"),
                )
                .label("too deep from here on")
                .hint("give a part of it a name with `define`"),
        );
        self.skip_until(|kind| kind.is_keyword() || kind == EOF);
        // Brackets left open by this are not reported.
        self.last_problem = Some(self.next_at(self.at));
    }

    // Names.

    /// Whether a keyword was used as a name before.
    pub(crate) fn is_misnamed(&self, keyword: SyntaxKind) -> bool {
        self.misnamed.contains(&keyword)
    }

    /// Takes a defining name into a `NAME` node.
    pub(crate) fn name(&mut self, what: &str) -> bool {
        self.word_node(NAME, what)
    }

    /// Takes a defining name that only keywords can follow, and reports a name of several words.
    /// The words in `more` may follow too.
    pub(crate) fn one_word_name(&mut self, what: &str, more: &[&str]) {
        let (first, mut place) = (self.peek_text(), self.peek_place());
        if !self.name(what) {
            return;
        }
        let another = |p: &Self| p.at(IDENT) && !p.at_line_start();
        let known = more.contains(&self.peek_text())
            || word_of_another_language(self.peek_text()).is_some();
        if known || !another(self) || !self.only_names_follow() {
            return;
        }
        let mut name = first.to_string();
        let report = self.next_at(self.at);
        self.open(ERROR);
        while another(self) && !more.contains(&self.peek_text()) {
            name = format!("{name}_{}", self.peek_text());
            place.end = self.peek_place().end;
            self.bump();
        }
        self.close();
        self.problem(
            Code::UnexpectedToken
                .at(place, "a name is one word")
                .label("several words")
                .fix(format!("write `{name}`"), place, name),
        );
        self.last_problem = Some(report);
    }

    /// Whether nothing but names stands before the end of the line or the next keyword.
    fn only_names_follow(&self) -> bool {
        let line = &self.tokens[self.at..self.line_end(self.at)];
        let mut words = line
            .iter()
            .map(|token| token.kind)
            .filter(|k| !k.is_trivia());
        words
            .find(|kind| *kind != IDENT)
            .is_none_or(SyntaxKind::is_keyword)
    }

    /// Whether arguments follow the next token directly, without a space.
    fn arguments_follow(&self) -> bool {
        let next = self.tokens.get(self.next_at(self.at) + 1);
        next.is_some_and(|token| token.kind == OPEN)
    }

    /// Whether a keyword is the name of a fact or define here: its arguments follow directly.
    pub(crate) fn at_keyword_call(&self) -> bool {
        let kind = self.peek();
        kind.is_keyword() && kind != NOT_KW && self.arguments_follow()
    }

    /// Whether a fact or define is called with a capital letter: `Seat(X)`.
    pub(crate) fn at_capital_call(&self) -> bool {
        self.at(VARIABLE) && self.arguments_follow()
    }

    /// Takes the name of a fact or define, which may be a keyword before its arguments. A capital
    /// letter is left to the look-up, which knows the right name.
    pub(crate) fn name_of_call(&mut self, node: SyntaxKind, what: &str) -> bool {
        let capital = node == NAME_REF && self.at_capital_call();
        if !self.at_keyword_call() && !capital {
            return self.word_node(node, what);
        }
        self.open(node);
        self.bump_as(Some(IDENT));
        self.close();
        true
    }

    /// Takes a name that refers to something into a `NAME_REF` node.
    pub(crate) fn name_ref(&mut self, what: &str) -> bool {
        self.word_node(NAME_REF, what)
    }

    fn word_node(&mut self, node: SyntaxKind, what: &str) -> bool {
        let kind = self.peek();
        let (text, place) = (self.peek_text(), self.peek_place());
        match kind {
            IDENT | PARAMETER => {}
            VARIABLE => self.problem(capital_name(text, place, what)),
            // A keyword that is used as a name is reported at its first use.
            _ if kind.is_keyword() && !self.at_line_start() && !self.misnamed.insert(kind) => {}
            _ if kind.is_keyword() && !self.at_line_start() => {
                self.problem(
                    Code::KeywordAsName
                        .at(place, format!("`{text}` is a keyword and cannot be {what}"))
                        .label("this word has a meaning of its own")
                        .hint(format!("choose another word, for example `{text}_it`")),
                );
            }
            _ => {
                self.expected(what);
                return false;
            }
        }
        self.open(node);
        self.bump();
        self.close();
        true
    }
}

/// Whether a finding can be accepted in a node of this kind: declarations, and items of a script.
fn takes_accept(kind: SyntaxKind) -> bool {
    crate::declaration::DeclarationKind::of(kind).is_some()
        || matches!(
            kind,
            RULE | STATE | CAST_LINE | FACT_DECL | DEFINE_DECL | HOLD | PROPERTY_DECL
        )
}

fn capital_name(text: &str, place: Place, what: &str) -> Diagnostic {
    let small = crate::near::with_small_letter(text);
    Code::CapitalName
        .at(
            place,
            format!("`{text}` is written like a variable, but {what} is expected here"),
        )
        .label("begins with a capital letter")
        .consequence("Names begin with a small letter; a capital letter marks a variable.")
        .fix(format!("write `{small}`"), place, small)
}

fn unfinished_text(place: Place) -> Diagnostic {
    Code::BadLiteral
        .at(place, "this text has no closing quote")
        .label("begins here and runs to the end of the line")
        .hint("end it with `\"`")
}

/// Replacements for words of other languages.
fn word_of_another_language(word: &str) -> Option<&'static str> {
    Some(match word {
        "and" => "put a comma between two conditions",
        "or" => {
            "write two rules, or give the condition a name: several `define`s of one name mean *or*"
        }
        "if" | "where" => "a condition stands behind `when`",
        "unless" => "a condition stands behind `when`, and `not` before what must not hold",
        "else" | "otherwise" => {
            "rules are tried from top to bottom: put a rule without this condition below"
        }
        _ => return None,
    })
}

fn stray_hint(text: &str) -> &'static str {
    match text {
        "≠" => "write `!=`",
        "≤" => "write `<=`",
        "≥" => "write `>=`",
        "“" | "”" | "„" | "'" | "‘" | "’" => {
            "texts stand in straight double quotes: \"like this\""
        }
        ";" => "nothing is needed at the end of a line",
        "{" | "}" | "[" | "]" => "structure comes from keywords: no brackets are needed",
        "&" | "|" => "literals are separated by commas; several `define`s of one name mean *or*",
        "!" => "write `not` before what must not hold",
        _ => "this character has no meaning here; remove it",
    }
}

fn shorten(text: &str) -> String {
    if text.chars().count() <= 24 {
        return text.to_string();
    }
    text.chars().take(21).chain("…".chars()).collect()
}
