//! The operators: small mistakes that authors make, each applied wherever it can be.
//!
//! Those here work on tokens of rules, as a slip of the hand does. Tests and properties are left alone:
//! they say what the author wants. [`super::world`] has those for locations and minds.

use super::world;
use townsfolk_lang::syntax::{SyntaxKind, Token, lex};

/// One mistake in a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mutant {
    /// The operator that made it.
    pub operator: &'static str,
    /// What was done, for people.
    pub what: String,
    /// The whole text with the mistake in it.
    pub text: String,
}

/// All operators, with what each does, in the order of the book's tables.
pub fn operators() -> impl Iterator<Item = &'static (&'static str, &'static str)> {
    OPERATORS.iter().chain(world::OPERATORS)
}

/// The operators for rules.
const OPERATORS: &[(&str, &str)] = &[
    (
        "swap-arguments",
        "swap the two arguments of a fact or action",
    ),
    ("drop-not", "leave out a `not`"),
    ("drop-effect", "leave out one fact of an `add`"),
    (
        "other-fact",
        "write another declared fact of the same arity in an effect",
    ),
    ("forget-release", "leave out one fact of a `remove`"),
    ("widen-guard", "leave out one literal of a `when`"),
    ("reorder-rules", "swap two neighbouring rules of a state"),
    ("wrong-state", "write another state in a `goto`"),
    ("drop-goto", "leave out a `goto`"),
    ("wrong-role", "write another role of the cast in a `for`"),
    ("wrong-unit", "write `min` for `s` and the other way round"),
    ("drop-leave", "leave out a `leave` or `end`"),
    ("flip-comparison", "turn a `<` or `>` round"),
    ("misspell-variable", "misspell one use of a variable"),
    ("too-early", "leave out a `then`: the effect comes at once"),
    (
        "no-handling",
        "leave out an `on failure` or `on stop` effect",
    ),
    ("no-patience", "leave out a rule that waits for a time"),
    (
        "other-wait",
        "write another declared fact of the same arity in a `when`",
    ),
    ("swap-times", "swap a duration with the next one"),
    (
        "other-symbol",
        "write another symbol of its set in a `when`",
    ),
    (
        "too-late",
        "write `then` before an effect that comes at once",
    ),
    (
        "short-rest",
        "write `1 ms` for the rest of an `again after`",
    ),
    ("claim-as-fact", "write `fact` for `claim`"),
    ("include-me", "leave out `X != .me`"),
    (
        "never-added",
        "leave out every `add` of a fact without arguments",
    ),
];

/// Every mutant of a text, operator by operator.
pub fn mutants(text: &str) -> Vec<Mutant> {
    let source = Source::new(text);
    let mut mutants = vec![];
    for (operator, _) in OPERATORS {
        source.apply(operator, &mut mutants);
    }
    mutants.extend(world::mutants(text));
    mutants.retain(|mutant| mutant.text != text);
    mutants
}

/// A text as tokens, with the part of a rule each belongs to.
pub(super) struct Source<'t> {
    text: &'t str,
    pub(super) tokens: Vec<Token>,
    pub(super) parts: Vec<Part>,
}

/// A part of a rule: the keyword's token, and the tokens up to the next part.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub(super) kind: PartKind,
    /// The first token of the part (`then` or `on` included).
    pub(super) from: usize,
    /// The first token of its content.
    pub(super) content: usize,
    pub(super) to: usize,
    /// The number of the rule it is in.
    pub(super) rule: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PartKind {
    Head,
    When,
    While,
    Do,
    Add,
    Remove,
    Goto,
    Finish,
    Other,
}

impl<'t> Source<'t> {
    fn new(text: &'t str) -> Source<'t> {
        let tokens: Vec<Token> = lex(text)
            .into_iter()
            .filter(|token| !token.kind.is_trivia())
            .collect();
        let mut source = Source {
            text,
            tokens,
            parts: vec![],
        };
        source.parts = source.find_parts();
        source
    }

    pub(super) fn word(&self, at: usize) -> &'t str {
        self.tokens
            .get(at)
            .map_or("", |t| &self.text[t.start as usize..t.end as usize])
    }

    /// Finds the parts of all rules: from `rule` to the next keyword that is not part of one.
    fn find_parts(&self) -> Vec<Part> {
        use SyntaxKind::*;
        let mut parts: Vec<Part> = vec![];
        let mut rule = 0;
        let mut inside = false;
        let mut at = 0;
        while at < self.tokens.len() {
            let kind = self.tokens[at].kind;
            let from = at;
            let started = match kind {
                RULE_KW => {
                    inside = true;
                    rule += 1;
                    Some((PartKind::Head, at + 1))
                }
                _ if !inside => None,
                WHEN_KW => Some((PartKind::When, at + 1)),
                WHILE_KW => Some((PartKind::While, at + 1)),
                DO_KW => Some((PartKind::Do, at + 1)),
                THEN_KW | ON_KW => {
                    at += if kind == THEN_KW { 1 } else { 2 };
                    let add = self.word(at) == "add";
                    Some((if add { PartKind::Add } else { PartKind::Remove }, at + 1))
                }
                ADD_KW => Some((PartKind::Add, at + 1)),
                REMOVE_KW => Some((PartKind::Remove, at + 1)),
                GOTO_KW => Some((PartKind::Goto, at + 1)),
                LEAVE_KW | END_KW => Some((PartKind::Finish, at)),
                CHOOSE_KW | TOGETHER_KW | URGENT_KW | ONCE_KW | AGAIN_KW => {
                    Some((PartKind::Other, at + 1))
                }
                NOT_KW | WITH_KW | IS_KW => None,
                _ if kind.is_keyword() => {
                    inside = false;
                    None
                }
                _ => None,
            };
            if let Some((kind, content)) = started {
                parts.push(Part {
                    kind,
                    from,
                    content,
                    to: content,
                    rule,
                });
            }
            at += 1;
            if inside && let Some(part) = parts.last_mut() {
                part.to = at;
            }
        }
        parts
    }

    pub(super) fn of_kind(&self, kind: PartKind) -> impl Iterator<Item = &Part> {
        self.parts.iter().filter(move |part| part.kind == kind)
    }

    /// The items of a list with commas between, as token ranges.
    fn items(&self, part: &Part) -> Vec<(usize, usize)> {
        let mut items = vec![];
        let mut depth = 0;
        let mut from = part.content;
        for at in part.content..part.to {
            match self.tokens[at].kind {
                SyntaxKind::OPEN => depth += 1,
                SyntaxKind::CLOSE => depth -= 1,
                SyntaxKind::COMMA if depth == 0 => {
                    items.push((from, at));
                    from = at + 1;
                }
                _ => {}
            }
        }
        items.push((from, part.to));
        items
    }

    fn bytes(&self, from: usize, to: usize) -> std::ops::Range<usize> {
        let start = self
            .tokens
            .get(from)
            .map_or(self.text.len(), |token| token.start as usize);
        let end = to.checked_sub(1).and_then(|last| self.tokens.get(last));
        start..end.map_or(start, |token| token.end as usize).max(start)
    }

    pub(super) fn slice(&self, from: usize, to: usize) -> &'t str {
        &self.text[self.bytes(from, to)]
    }

    pub(super) fn replaced(&self, from: usize, to: usize, with: &str) -> String {
        let range = self.bytes(from, to);
        format!(
            "{}{with}{}",
            &self.text[..range.start],
            &self.text[range.end..]
        )
    }

    fn line(&self, at: usize) -> usize {
        let offset = self.tokens.get(at).map_or(0, |token| token.start as usize);
        self.text[..offset].matches('\n').count() + 1
    }

    /// The text without one item of a part, and without the part if it was the only one.
    fn without_item(&self, part: &Part, item: usize) -> String {
        let items = self.items(part);
        if items.len() == 1 {
            return self.replaced(part.from, part.to, "");
        }
        let kept: Vec<&str> = items
            .iter()
            .enumerate()
            .filter(|(index, _)| *index != item)
            .map(|(_, (from, to))| self.slice(*from, *to))
            .collect();
        self.replaced(part.content, part.to, &kept.join(", "))
    }

    fn apply(&self, operator: &'static str, mutants: &mut Vec<Mutant>) {
        let mut add = |at: usize, what: String, text: String| {
            let what = format!("line {}: {what}", self.line(at));
            mutants.push(Mutant {
                operator,
                what,
                text,
            });
        };
        match operator {
            "swap-arguments" => self.swap_arguments(&mut add),
            "drop-not" => {
                for part in self
                    .parts
                    .iter()
                    .filter(|p| matches!(p.kind, PartKind::When | PartKind::While))
                {
                    for at in part.content..part.to {
                        if self.tokens[at].kind == SyntaxKind::NOT_KW {
                            add(
                                at,
                                format!("without `not` before `{}`", self.word(at + 1)),
                                self.replaced(at, at + 1, ""),
                            );
                        }
                    }
                }
            }
            "drop-effect" | "forget-release" => {
                let kind = if operator == "drop-effect" {
                    PartKind::Add
                } else {
                    PartKind::Remove
                };
                for part in self.of_kind(kind) {
                    for (index, (from, to)) in self.items(part).iter().enumerate() {
                        let what = format!("without `{}`", self.slice(*from, *to));
                        add(*from, what, self.without_item(part, index));
                    }
                }
            }
            "other-fact" => self.other_fact(&[PartKind::Add, PartKind::Remove], &mut add),
            "other-wait" => self.other_fact(&[PartKind::When], &mut add),
            "no-patience" => self.no_patience(&mut add),
            "swap-times" => self.swap_times(&mut add),
            "other-symbol" => self.other_symbol(&mut add),
            "widen-guard" => {
                for part in self.of_kind(PartKind::When) {
                    for (index, (from, to)) in self.items(part).iter().enumerate() {
                        let what = format!("without the condition `{}`", self.slice(*from, *to));
                        add(*from, what, self.without_item(part, index));
                    }
                }
            }
            "reorder-rules" => self.reorder(&mut add),
            "wrong-state" => {
                let states = self.names_after(SyntaxKind::STATE_KW);
                for part in self.of_kind(PartKind::Goto) {
                    let other = states
                        .iter()
                        .find(|state| **state != self.word(part.content));
                    if let Some(other) = other {
                        let text = self.replaced(part.content, part.content + 1, other);
                        add(part.content, format!("`goto {other}`"), text);
                    }
                }
            }
            "drop-goto" => {
                for part in self.of_kind(PartKind::Goto) {
                    let what = format!("without `goto {}`", self.word(part.content));
                    add(
                        part.from,
                        what,
                        self.replaced(part.from, part.content + 1, ""),
                    );
                }
            }
            "wrong-role" => self.wrong_role(&mut add),
            "wrong-unit" => {
                for part in self.parts.iter().filter(|part| part.kind != PartKind::Head) {
                    for at in part.content..part.to {
                        let number = at > 0 && self.tokens[at - 1].kind == SyntaxKind::NUMBER;
                        let other = match self.word(at) {
                            "s" if number => "min",
                            "min" if number => "s",
                            ".minute" => ".second",
                            _ => continue,
                        };
                        add(
                            at,
                            format!("`{other}` for `{}`", self.word(at)),
                            self.replaced(at, at + 1, other),
                        );
                    }
                }
            }
            "drop-leave" => {
                for part in self.of_kind(PartKind::Finish) {
                    let what = format!("without `{}`", self.word(part.from));
                    add(part.from, what, self.replaced(part.from, part.from + 1, ""));
                }
            }
            "flip-comparison" => {
                for part in self.of_kind(PartKind::When) {
                    for at in part.content..part.to {
                        let other = match self.tokens[at].kind {
                            SyntaxKind::LESS => ">",
                            SyntaxKind::GREATER => "<",
                            SyntaxKind::LESS_EQUAL => ">=",
                            SyntaxKind::GREATER_EQUAL => "<=",
                            SyntaxKind::NOT_EQUAL => "=",
                            _ => continue,
                        };
                        add(
                            at,
                            format!("`{other}` for `{}`", self.word(at)),
                            self.replaced(at, at + 1, other),
                        );
                    }
                }
            }
            "misspell-variable" => {
                for part in &self.parts {
                    for at in part.content..part.to {
                        if self.tokens[at].kind == SyntaxKind::VARIABLE {
                            let wrong = format!("{}e", self.word(at));
                            add(at, format!("`{wrong}`"), self.replaced(at, at + 1, &wrong));
                        }
                    }
                }
            }
            "too-early" => {
                for part in self
                    .parts
                    .iter()
                    .filter(|part| self.word(part.from) == "then")
                {
                    add(
                        part.from,
                        "without `then`".into(),
                        self.replaced(part.from, part.from + 1, ""),
                    );
                }
            }
            "too-late" | "short-rest" | "claim-as-fact" => self.mistime(operator, &mut add),
            "include-me" => self.include_me(&mut add),
            "never-added" => self.never_added(&mut add),
            _ => {
                for part in self
                    .parts
                    .iter()
                    .filter(|part| self.word(part.from) == "on")
                {
                    let what = format!("without `{}`", self.slice(part.from, part.to));
                    add(part.from, what, self.replaced(part.from, part.to, ""));
                }
            }
        }
    }

    /// Names that follow a keyword anywhere, each once.
    fn names_after(&self, keyword: SyntaxKind) -> Vec<&'t str> {
        let mut names = vec![];
        for at in 0..self.tokens.len() {
            let named = self
                .tokens
                .get(at + 1)
                .is_some_and(|t| t.kind == SyntaxKind::IDENT);
            if self.tokens[at].kind == keyword && named && !names.contains(&self.word(at + 1)) {
                names.push(self.word(at + 1));
            }
        }
        names
    }

    fn swap_arguments(&self, add: &mut impl FnMut(usize, String, String)) {
        for part in &self.parts {
            for at in part.content..part.to {
                if self.tokens[at].kind != SyntaxKind::OPEN {
                    continue;
                }
                let inner = Part {
                    content: at + 1,
                    to: self.closing(at),
                    ..part.clone()
                };
                if let [(a, b), (c, d)] = self.items(&inner).as_slice() {
                    let swapped = format!("{}, {}", self.slice(*c, *d), self.slice(*a, *b));
                    let what = format!("`{}({swapped})`", self.word(at - 1));
                    add(at, what, self.replaced(at + 1, inner.to, &swapped));
                }
            }
        }
    }

    /// The token that closes a bracket.
    fn closing(&self, open: usize) -> usize {
        let mut depth = 0;
        for at in open..self.tokens.len() {
            match self.tokens[at].kind {
                SyntaxKind::OPEN => depth += 1,
                SyntaxKind::CLOSE => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return at;
            }
        }
        self.tokens.len()
    }

    fn other_fact(&self, kinds: &[PartKind], add: &mut impl FnMut(usize, String, String)) {
        let arity = |at: usize| -> usize {
            if self
                .tokens
                .get(at + 1)
                .is_none_or(|t| t.kind != SyntaxKind::OPEN)
            {
                return 0;
            }
            let part = Part {
                kind: PartKind::Other,
                from: at,
                content: at + 2,
                to: self.closing(at + 1),
                rule: 0,
            };
            self.items(&part).len()
        };
        let mut facts: Vec<(&str, usize)> = vec![];
        for at in 0..self.tokens.len().saturating_sub(1) {
            if matches!(
                self.tokens[at].kind,
                SyntaxKind::FACT_KW | SyntaxKind::CLAIM_KW
            ) {
                facts.push((self.word(at + 1), arity(at + 1)));
            }
        }
        for part in self.parts.iter().filter(|p| kinds.contains(&p.kind)) {
            for (from, _) in self.items(part) {
                let from = from + usize::from(self.tokens[from].kind == SyntaxKind::NOT_KW);
                let (name, count) = (self.word(from), arity(from));
                if !facts.iter().any(|(fact, _)| *fact == name) {
                    continue;
                }
                let other = facts
                    .iter()
                    .find(|(fact, arity)| *fact != name && *arity == count);
                if let Some((other, _)) = other {
                    add(
                        from,
                        format!("`{other}` for `{name}`"),
                        self.replaced(from, from + 1, other),
                    );
                }
            }
        }
    }

    fn include_me(&self, add: &mut impl FnMut(usize, String, String)) {
        for part in self.of_kind(PartKind::When) {
            for (index, (from, to)) in self.items(part).into_iter().enumerate() {
                let words: Vec<&str> = (from..to).map(|at| self.word(at)).collect();
                if words.contains(&"!=") && words.contains(&".me") {
                    let what = format!("without the condition `{}`", self.slice(from, to));
                    add(from, what, self.without_item(part, index));
                }
            }
        }
    }

    fn never_added(&self, add: &mut impl FnMut(usize, String, String)) {
        let declared = (0..self.tokens.len()).filter(|at| {
            let next = self.tokens.get(at + 2).map(|token| token.kind);
            self.tokens[*at].kind == SyntaxKind::FACT_KW && next != Some(SyntaxKind::OPEN)
        });
        for at in declared {
            let fact = self.word(at + 1);
            let mut text = self.text.to_string();
            // From the last to the first, so that earlier places stay where they are.
            for part in self.parts.iter().rev().filter(|p| p.kind == PartKind::Add) {
                let items = self.items(part);
                let is_it = |(from, to): &(usize, usize)| self.slice(*from, *to) == fact;
                if let Some(index) = items.iter().position(is_it) {
                    let changed = self.without_item(part, index);
                    let removed = self.text.len() - changed.len();
                    let end = self.bytes(part.from, part.to).end;
                    text = format!("{}{}", &changed[..end - removed], &text[end..]);
                }
            }
            add(at, format!("nothing adds `{fact}`"), text);
        }
    }

    /// Where a rule ends.
    fn end_of(&self, rule: usize) -> Option<usize> {
        let parts = self.parts.iter().filter(|part| part.rule == rule);
        parts.map(|part| part.to).max()
    }

    fn no_patience(&self, add: &mut impl FnMut(usize, String, String)) {
        for part in self.of_kind(PartKind::When) {
            let waits = (part.content..part.to).any(|at| self.word(at) == ".now");
            let mut heads = self.of_kind(PartKind::Head);
            let head = heads.find(|head| head.rule == part.rule);
            if let (true, Some(head), Some(end)) = (waits, head, self.end_of(part.rule)) {
                let what = format!("without the rule `{}`", self.word(head.content));
                add(head.from, what, self.replaced(head.from, end, ""));
            }
        }
    }

    /// Durations: a number and what makes it a time.
    fn swap_times(&self, add: &mut impl FnMut(usize, String, String)) {
        let inside = |at: usize| self.parts.iter().any(|p| (p.content..p.to).contains(&at));
        let is_time = |at: &usize| {
            let next = self.word(at + 1);
            let times = next == "*" && matches!(self.word(at + 2), ".minute" | ".second");
            self.tokens[*at].kind == SyntaxKind::NUMBER
                && (matches!(next, "s" | "min") || times)
                && inside(*at)
        };
        let times: Vec<usize> = (0..self.tokens.len()).filter(is_time).collect();
        for pair in times.windows(2) {
            let length = |at: usize| if self.word(at + 1) == "*" { 3 } else { 2 };
            let (a, b) = (pair[0], pair[1]);
            let (a_end, b_end) = (a + length(a), b + length(b));
            let swapped = format!(
                "{}{}{}",
                self.slice(b, b_end),
                &self.text[self.bytes(a, a_end).end..self.bytes(b, b_end).start],
                self.slice(a, a_end)
            );
            let what = format!("`{}` for `{}`", self.slice(b, b_end), self.slice(a, a_end));
            add(a, what, self.replaced(a, b_end, &swapped));
        }
    }

    fn other_symbol(&self, add: &mut impl FnMut(usize, String, String)) {
        // The sets: the names after `symbols NAME:`.
        let mut sets: Vec<Vec<&str>> = vec![];
        for at in 0..self.tokens.len() {
            if self.word(at) == "symbols" {
                let members = (at + 3..self.tokens.len()).step_by(2);
                let members = members
                    .take_while(|m| *m == at + 3 || self.tokens[*m - 1].kind == SyntaxKind::COMMA);
                sets.push(members.map(|member| self.word(member)).collect());
            }
        }
        for part in self.of_kind(PartKind::When) {
            for at in part.content..part.to {
                let word = self.word(at);
                let set = sets.iter().find(|set| set.contains(&word));
                let other = set.and_then(|set| set.iter().find(|other| **other != word));
                let called = self.word(at + 1) == "(";
                if let (Some(other), false) = (other, called) {
                    let what = format!("`{other}` for `{word}`");
                    add(at, what, self.replaced(at, at + 1, other));
                }
            }
        }
    }

    fn reorder(&self, add: &mut impl FnMut(usize, String, String)) {
        let heads: Vec<&Part> = self.of_kind(PartKind::Head).collect();
        for pair in heads.windows(2) {
            let (first, second) = (pair[0], pair[1]);
            let ends = (self.end_of(first.rule), self.end_of(second.rule));
            let (Some(first_end), Some(second_end)) = ends else {
                continue;
            };
            // Neighbours of one state: nothing stands between them.
            if first_end != second.from {
                continue;
            }
            let (a, b) = (
                self.slice(first.from, first_end),
                self.slice(second.from, second_end),
            );
            let what = format!(
                "`{}` after `{}`",
                self.word(first.content),
                self.word(second.content)
            );
            add(
                first.from,
                what,
                self.replaced(first.from, second_end, &format!("{b}\n\n    {a}")),
            );
        }
    }

    fn wrong_role(&self, add: &mut impl FnMut(usize, String, String)) {
        // Roles are the names before a range in the cast.
        let mut roles: Vec<&str> = vec![];
        let mut in_cast = false;
        for at in 0..self.tokens.len() {
            match self.tokens[at].kind {
                SyntaxKind::CAST_KW => in_cast = true,
                SyntaxKind::ON_KW => {}
                kind if kind.is_keyword() => in_cast = false,
                SyntaxKind::IDENT if in_cast => {
                    let counted = self
                        .tokens
                        .get(at + 1)
                        .is_some_and(|t| t.kind == SyntaxKind::NUMBER);
                    if counted && self.word(at) != "to" {
                        roles.push(self.word(at));
                    }
                }
                _ => {}
            }
        }
        for part in self.of_kind(PartKind::Head) {
            if self.word(part.content + 1) != "for" {
                continue;
            }
            let at = part.content + 2;
            if let Some(other) = roles.iter().find(|role| **role != self.word(at)) {
                add(
                    at,
                    format!("`for {other}`"),
                    self.replaced(at, at + 1, other),
                );
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BENCH: &str = include_str!("../../shipped/bench/bench.folk");

    #[test]
    fn every_operator_finds_something_in_the_bench_or_says_why_not() {
        let mutants = mutants(BENCH);
        let found = |operator: &str| mutants.iter().filter(|m| m.operator == operator).count();
        let none: Vec<&str> = OPERATORS
            .iter()
            .map(|(operator, _)| *operator)
            .filter(|operator| found(operator) == 0)
            .collect();
        // The bench has no role guards, one duration, no symbols, and only facts with arguments.
        assert_eq!(
            none,
            ["wrong-role", "swap-times", "other-symbol", "never-added"]
        );
    }

    #[test]
    fn times_and_symbols_are_exchanged() {
        let text = "symbols drink: tea, milk\nscript s\n  fact wants(drink)\n  rule a\n    \
                    when wants(milk), .now > T + 5 s\n    do wave\n    again after 2 min\n";
        let found = |operator: &str| -> Vec<String> {
            let all = mutants(text).into_iter();
            let all = all.filter(|mutant| mutant.operator == operator);
            all.map(|mutant| mutant.what).collect()
        };
        assert_eq!(found("swap-times"), ["line 5: `2 min` for `5 s`"]);
        assert_eq!(found("other-symbol"), ["line 5: `tea` for `milk`"]);
        assert_eq!(found("no-patience"), ["line 4: without the rule `a`"]);
    }

    #[test]
    fn a_fact_without_arguments_is_added_nowhere() {
        let text = "script s\n  fact lit\n  fact on_it(prop)\n  rule a\n    do wave\n    \
                    add lit\n  rule b\n    when lit, X != .me\n    add on_it(X), lit\n";
        let found = |operator: &str| -> Vec<String> {
            let all = mutants(text).into_iter();
            let all = all.filter(|mutant| mutant.operator == operator);
            all.map(|mutant| mutant.text).collect()
        };
        let nowhere = text.replace("add lit", "").replace(", lit\n", "\n");
        assert_eq!(found("never-added"), [nowhere]);
        assert_eq!(found("include-me"), [text.replace(", X != .me", "")]);
    }

    #[test]
    fn a_mutant_changes_one_place_only() {
        for mutant in mutants(BENCH) {
            let differing = BENCH
                .lines()
                .filter(|line| !mutant.text.lines().any(|other| other == *line))
                .count();
            // A rule that is left out is one place.
            let most = if mutant.operator == "no-patience" {
                8
            } else {
                2
            };
            assert!(differing <= most, "{}", mutant.what);
        }
    }
}
