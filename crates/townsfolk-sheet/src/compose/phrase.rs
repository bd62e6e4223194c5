//! Conversion from the text of a cell to the text of a script.
//!
//! Cells are read leniently: a keyword that the column implies may be repeated.

use crate::column::accepts_finding;
use townsfolk_lang::syntax::{SyntaxKind, Token, lex};

/// The text of a cell in a script.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Phrase {
    /// Text that its column implies, before the author's text.
    pub(super) implied: String,
    /// The author's text, possibly with more implied text in it.
    pub(super) said: String,
}

impl Phrase {
    pub(super) fn new(implied: &str, said: &str) -> Phrase {
        Phrase {
            implied: implied.to_string(),
            said: said.to_string(),
        }
    }

    /// Text without a prefix.
    pub(super) fn plain(said: &str) -> Phrase {
        Phrase::new("", said)
    }
}

/// The text with some words before it, unless it begins with them.
pub(super) fn prefixed(words: &str, text: &str) -> Phrase {
    let mut given = tokens(text);
    let said = words
        .split(' ')
        .all(|word| given.next().is_some_and(|token| slice(text, token) == word));
    match said {
        true => Phrase::plain(text),
        false => Phrase::new(&spaced(words), text),
    }
}

/// The roles of a rule. `for` is not a keyword, so a role can have that name; here it is one only
/// before a role.
pub(super) fn roles(text: &str) -> Phrase {
    let second = tokens(text).nth(1).map(|token| token.kind);
    match second {
        Some(SyntaxKind::IDENT | SyntaxKind::PARAMETER) => prefixed("for", text),
        _ => Phrase::new("for ", text),
    }
}

/// A condition after a name: `when` may be left out.
pub(super) fn condition(text: &str) -> Phrase {
    match tokens(text).next().map(|token| token.kind) {
        None | Some(SyntaxKind::WHEN_KW | SyntaxKind::EXPECT_KW) => Phrase::plain(text),
        Some(_) => Phrase::new("when ", text),
    }
}

/// Effects of one kind (`then`, `on failure`, `on stop`, or immediate). The column may imply the
/// first verb; further verbs in the cell have the same kind unless they name another.
pub(super) fn effects(moment: &str, verb: &str, text: &str) -> Phrase {
    use SyntaxKind::{ADD_KW, IDENT, ON_KW, REMOVE_KW, SET_KW, THEN_KW};
    let mut said = String::new();
    let mut copied = 0;
    let mut last = [SyntaxKind::EOF; 2];
    let moment = spaced(moment);
    let first = tokens(text).next();
    let implied = match first.map(|token| token.kind) {
        Some(THEN_KW | ON_KW) => String::new(),
        Some(ADD_KW | REMOVE_KW | SET_KW) => moment.clone(),
        _ => moment.clone() + &spaced(verb),
    };
    for token in tokens(text) {
        let has_moment = last[1] == THEN_KW || last == [ON_KW, IDENT];
        let is_first = first == Some(token);
        if matches!(token.kind, ADD_KW | REMOVE_KW | SET_KW) && !has_moment && !is_first {
            said.push_str(&text[copied..token.start as usize]);
            said.push_str(&moment);
            copied = token.start as usize;
        }
        last = [last[1], token.kind];
    }
    said.push_str(&text[copied..]);
    Phrase { implied, said }
}

/// Words that may be separated by commas, which the language does not have.
pub(super) fn without_commas(text: &str) -> Phrase {
    let mut said = String::new();
    for token in lex(text) {
        said.push_str(match token.kind {
            SyntaxKind::COMMA => "\n     ",
            _ => slice(text, token),
        });
    }
    Phrase::plain(&said)
}

/// The lines of a cell that accept findings.
pub(super) fn accept_lines(text: &str, indent: &str) -> String {
    let accepts = text.lines().filter(|line| accepts_finding(line));
    accepts
        .map(|line| format!("{indent}{}\n", line.trim()))
        .collect()
}

/// Each other line of a cell as a comment.
pub(super) fn comment_lines(text: &str, indent: &str) -> String {
    text.lines()
        .map(str::trim_end)
        .filter(|line| !line.is_empty() && !accepts_finding(line))
        .map(|line| match line.starts_with('#') {
            true => format!("{indent}{line}\n"),
            false => format!("{indent}# {line}\n"),
        })
        .collect()
}

fn spaced(words: &str) -> String {
    match words {
        "" => String::new(),
        words => format!("{words} "),
    }
}

fn tokens(text: &str) -> impl Iterator<Item = Token> {
    lex(text)
        .into_iter()
        .filter(|token| !token.kind.is_trivia())
}

fn slice(text: &str, token: Token) -> &str {
    &text[token.start as usize..token.end as usize]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn whole(phrase: Phrase) -> String {
        phrase.implied + &phrase.said
    }

    #[test]
    fn a_keyword_that_the_column_says_may_be_repeated() {
        assert_eq!(prefixed("when", "seat(X)"), Phrase::new("when ", "seat(X)"));
        assert_eq!(prefixed("when", "when a"), Phrase::plain("when a"));
        assert_eq!(prefixed("do", "done(X)"), Phrase::new("do ", "done(X)"));
        assert_eq!(roles("for waiter"), Phrase::plain("for waiter"));
        assert_eq!(roles("for, cook"), Phrase::new("for ", "for, cook"));
        assert_eq!(condition("expect a"), Phrase::plain("expect a"));
        assert_eq!(condition("a"), Phrase::new("when ", "a"));
    }

    #[test]
    fn effects_keep_the_moment_of_their_column() {
        assert_eq!(
            whole(effects("on stop", "", "add a(X)\nremove b(X)")),
            "on stop add a(X)\non stop remove b(X)"
        );
        assert_eq!(
            whole(effects("then", "add", "a(X)\nthen add b(X)\nadd c(X)")),
            "then add a(X)\nthen add b(X)\nthen add c(X)"
        );
        assert_eq!(whole(effects("", "add", "a\nadd b")), "add a\nadd b");
        assert_eq!(
            whole(effects("then", "set", ".a(X) = set\nset not .b\nadd c")),
            "then set .a(X) = set\nthen set not .b\nthen add c"
        );
        assert_eq!(whole(effects("then", "add", "then add b")), "then add b");
        assert_eq!(
            whole(effects("then", "remove", "x\non failure remove b")),
            "then remove x\non failure remove b"
        );
    }

    #[test]
    fn flags_may_be_separated_by_commas() {
        let said = whole(without_commas("urgent, again after 2..3 s # a, b"));
        let words: Vec<&str> = said.split_whitespace().collect();
        assert_eq!(words.join(" "), "urgent again after 2..3 s # a, b");
    }
}
