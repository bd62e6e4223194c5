//! From text to tokens. Every byte belongs to exactly one token.

use super::kind::SyntaxKind::{self, *};

/// A token: its kind and its range of bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token {
    /// Its kind.
    pub kind: SyntaxKind,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

/// Splits a text into tokens.
pub fn lex(text: &str) -> Vec<Token> {
    let mut tokens = Vec::with_capacity(text.len() / 4 + 1);
    let mut at = 0;
    while at < text.len() {
        let (kind, length) = token_at(&text[at..]);
        let accepts = kind == IDENT && &text[at..at + length] == "accept";
        let accepted = match accepts && begins_line(text, &tokens) {
            true => accepted_code(&text[at + length..]),
            false => None,
        };
        let mut push = |kind, length| {
            tokens.push(Token {
                kind,
                start: at as u32,
                end: (at + length) as u32,
            });
            at += length;
        };
        match accepted {
            Some((space, code)) => {
                push(ACCEPT_KW, length);
                push(SPACE, space);
                push(IDENT, code);
            }
            None => push(kind, length),
        }
    }
    mark_openers(text, &mut tokens);
    tokens
}

/// Whether the next token is the first of its line.
fn begins_line(text: &str, before: &[Token]) -> bool {
    before.last().is_none_or(|last| {
        last.kind == SPACE && text[last.start as usize..last.end as usize].contains(['\n', '\r'])
    })
}

/// The lengths of the space and the code behind `accept`. A code is one token, with its hyphens.
fn accepted_code(rest: &str) -> Option<(usize, usize)> {
    let blank = |c| c == ' ' || c == '\t';
    let space = length_while(rest, blank);
    let code = length_while(&rest[space..], |c| c.is_ascii_lowercase() || c == '-');
    let (word, after) = rest[space..].split_at(code);
    let after = after.trim_start_matches(blank);
    let ends = after.is_empty() || after.starts_with(['\n', '\r', '#', '"']);
    let is_code = (ends && !VERBS.contains(&word)) || after.starts_with("because");
    (space > 0 && code > 0 && is_code).then_some((space, code))
}

/// Words that can follow a name at the beginning of a line where the first word is not a
/// declaration.
const VERBS: &[&str] = &[
    "does", "arrives", "fails", "vanishes", "returns", "drives", "drive", "inhibits", "inhibit",
];

/// Keywords that can stand in a list of skills.
const OF_SKILLS: &[SyntaxKind] = &[WHEN_KW, DO_KW, EVERY_KW, WITH_KW, NOT_KW, WHILE_KW];

/// Some words open a declaration only at the beginning of a line before a name: `need hunger`.
/// Elsewhere they are names.
fn mark_openers(text: &str, tokens: &mut [Token]) {
    let word = |token: &Token| &text[token.start as usize..token.end as usize];
    let mut begins_line = true;
    let mut last = SPACE;
    // A line of a list of skills may go on with `senses keen` or `motions frantic`.
    let mut in_skills = false;
    for at in 0..tokens.len() {
        let token = tokens[at];
        if token.kind.is_trivia() {
            begins_line |= word(&token).contains(['\n', '\r']);
            continue;
        }
        if token.kind == IDENT && word(&token) == "set" {
            if sets_attribute(text, &tokens[at + 1..]) {
                tokens[at].kind = SET_KW;
            }
        } else if token.kind == IDENT
            && begins_line
            && let Some(opener) = SyntaxKind::opener(word(&token)).filter(|o| *o != ACCEPT_KW)
            && let Some([space, name]) = tokens.get(at + 1..at + 3)
            && space.kind == SPACE
            && !word(space).contains(['\n', '\r'])
            && matches!(name.kind, IDENT | VARIABLE)
            && !VERBS.contains(&word(name))
            // `people ann elder,` may continue with a person of that name.
            && !(last == COMMA && opener == PERSON_KW)
            && !(in_skills && last == COMMA && matches!(opener, SENSES_KW | MOTIONS_KW))
            // `facet home(character):` may continue with the kind `area`.
            && !(matches!(last, COLON | OPEN) && opener == AREA_KW)
            // `id person ann 12` may extend over two lines.
            && last != ID_KW
        {
            tokens[at].kind = opener;
            in_skills = opener == SKILLS_KW;
        } else if token.kind.is_keyword() && !OF_SKILLS.contains(&token.kind) {
            in_skills = false;
        }
        begins_line = false;
        last = token.kind;
    }
}

/// `set` is a keyword where an attribute follows on its line, and a name everywhere else.
fn sets_attribute(text: &str, after: &[Token]) -> bool {
    let mut line = after.iter().take_while(|token| {
        let word = &text[token.start as usize..token.end as usize];
        token.kind != SPACE || !word.contains(['\n', '\r'])
    });
    let mut next = || {
        line.find(|token| token.kind != SPACE)
            .map(|token| token.kind)
    };
    match next() {
        Some(NOT_KW) => next() == Some(DOT_NAME),
        next => next == Some(DOT_NAME),
    }
}

fn token_at(rest: &str) -> (SyntaxKind, usize) {
    let mut chars = rest.chars();
    let first = chars.next().unwrap_or('\0');
    let second = chars.next();
    match first {
        _ if first.is_whitespace() || first == '\u{feff}' => (
            SPACE,
            length_while(rest, |c| c.is_whitespace() || c == '\u{feff}'),
        ),
        '#' => (COMMENT, rest.find(['\n', '\r']).unwrap_or(rest.len())),
        '"' => (TEXT, text_length(rest)),
        '0'..='9' => number(rest),
        '.' if second == Some('.') => (DOTS, 2),
        '.' if second.is_some_and(starts_word) => (DOT_NAME, 1 + word_length(&rest[1..])),
        '.' => (STOP, 1),
        '$' if second.is_some_and(starts_word) => (PARAMETER, 1 + word_length(&rest[1..])),
        '_' => match word_length(rest) {
            1 => (UNDERSCORE, 1),
            length => (VARIABLE, length),
        },
        _ if starts_word(first) => {
            let length = word_length(rest);
            if first.is_uppercase() {
                (VARIABLE, length)
            } else {
                (
                    SyntaxKind::keyword(&rest[..length]).unwrap_or(IDENT),
                    length,
                )
            }
        }
        '(' => (OPEN, 1),
        ')' => (CLOSE, 1),
        ',' => (COMMA, 1),
        ':' => (COLON, 1),
        '=' => (EQUAL, 1),
        '!' if second == Some('=') => (NOT_EQUAL, 2),
        '<' if second == Some('=') => (LESS_EQUAL, 2),
        '<' => (LESS, 1),
        '>' if second == Some('=') => (GREATER_EQUAL, 2),
        '>' => (GREATER, 1),
        '+' => (PLUS, 1),
        '-' => (MINUS, 1),
        '*' => (STAR, 1),
        '/' => (SLASH, 1),
        '%' => (PERCENT, 1),
        other => (STRAY, other.len_utf8()),
    }
}

/// `12`, `0.5`, `18:30`. The dots of a range are not part of a number.
fn number(rest: &str) -> (SyntaxKind, usize) {
    let digits = |text: &str| length_while(text, |c| c.is_ascii_digit());
    let whole = digits(rest);
    let after = &rest[whole..];
    if let Some(minutes) = after.strip_prefix(':')
        && whole <= 2
        && digits(minutes) == 2
    {
        return (CLOCK, whole + 3);
    }
    match after.strip_prefix('.').map(digits) {
        Some(part) if part > 0 => (NUMBER, whole + 1 + part),
        _ => (NUMBER, whole),
    }
}

/// A text ends at its closing quote, or unfinished at the end of the line.
fn text_length(rest: &str) -> usize {
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            '\n' | '\r' => return at,
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    rest.len()
}

/// Whether a text literal has its closing quote.
pub(crate) fn is_finished_text(literal: &str) -> bool {
    let inner = literal.strip_prefix('"').and_then(|l| l.strip_suffix('"'));
    inner.is_some_and(|inner| {
        let escapes = inner.chars().rev().take_while(|c| *c == '\\').count();
        escapes % 2 == 0
    })
}

fn starts_word(c: char) -> bool {
    c == '_' || unicode_ident::is_xid_start(c)
}

fn word_length(text: &str) -> usize {
    length_while(text, |c| c == '_' || unicode_ident::is_xid_continue(c))
}

fn length_while(text: &str, keep: impl Fn(char) -> bool) -> usize {
    text.find(|c| !keep(c)).unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[SyntaxKind]) {
        let kinds: Vec<_> = lex(text)
            .iter()
            .map(|t| t.kind)
            .filter(|kind| *kind != SPACE)
            .collect();
        assert_eq!(kinds, expected, "{text}");
    }

    #[test]
    fn words() {
        check(
            "seat Place _ _Place .me $Seat when",
            &[
                IDENT, VARIABLE, UNDERSCORE, VARIABLE, DOT_NAME, PARAMETER, WHEN_KW,
            ],
        );
        check("été Été", &[IDENT, VARIABLE]);
    }

    #[test]
    fn numbers_ranges_and_clocks() {
        check("2..3 s", &[NUMBER, DOTS, NUMBER, IDENT]);
        check(
            "0.5 18:30 7:05 7:5",
            &[NUMBER, CLOCK, CLOCK, NUMBER, COLON, NUMBER],
        );
        check("1. 30%", &[NUMBER, STOP, NUMBER, PERCENT]);
    }

    #[test]
    fn openers_are_names_elsewhere() {
        check(
            "need hunger\n  need(X), need\n  area does it\n area in_it",
            &[
                NEED_KW, IDENT, IDENT, OPEN, VARIABLE, CLOSE, COMMA, IDENT, IDENT, IDENT, IDENT,
                AREA_KW, IDENT,
            ],
        );
        check("id\nneed hunger 1", &[ID_KW, IDENT, IDENT, NUMBER]);
        check("person 0..1", &[IDENT, NUMBER, DOTS, NUMBER]);
    }

    #[test]
    fn texts_end_with_their_line() {
        check("\"a \\\" b\" x", &[TEXT, IDENT]);
        check("\"open\nx", &[TEXT, IDENT]);
        check("\"open\\", &[TEXT]);
    }

    #[test]
    fn every_byte_is_in_a_token() {
        let text = "a§\u{0}\"\u{feff} é(";
        let tokens = lex(text);
        assert_eq!(tokens.first().map(|t| t.start), Some(0));
        assert!(tokens.windows(2).all(|pair| pair[0].end == pair[1].start));
        assert_eq!(tokens.last().map(|t| t.end as usize), Some(text.len()));
    }
}
