//! Grammar that several declaration kinds share: kinds, ranges, expressions, conditions, facts.

use crate::diagnostic::Code;
use crate::syntax::SyntaxKind;
use crate::syntax::{Parser, *};

/// The units that may follow a number.
pub(crate) const UNITS: &[&str] = &["ms", "s", "min", "h", "m"];

/// Common misspellings of units, with the right ones.
const UNIT_SLIPS: &[(&str, &str)] = &[
    ("sec", "s"),
    ("secs", "s"),
    ("second", "s"),
    ("seconds", "s"),
    ("mins", "min"),
    ("minute", "min"),
    ("minutes", "min"),
    ("hr", "h"),
    ("hrs", "h"),
    ("hour", "h"),
    ("hours", "h"),
    ("msec", "ms"),
    ("milliseconds", "ms"),
    ("metre", "m"),
    ("metres", "m"),
    ("meter", "m"),
    ("meters", "m"),
];

/// `(kind, kind)`, or nothing.
pub(crate) fn kinds(p: &mut Parser<'_>) {
    if !p.at(OPEN) {
        return;
    }
    p.open(KINDS);
    p.bump();
    while !p.at(CLOSE) && !p.at(EOF) {
        kind_ref(p);
        if !p.eat(COMMA) {
            break;
        }
    }
    p.expect(CLOSE, "`)`");
    p.close();
}

/// A kind: a word, some of which are keywords elsewhere.
pub(crate) fn kind_ref(p: &mut Parser<'_>) {
    if matches!(p.peek(), PROP_KW | ROLE_KW | ACTION_KW) {
        p.open(KIND_REF);
        p.bump();
        p.close();
    } else if matches!(p.peek(), IDENT | VARIABLE) {
        p.open(KIND_REF);
        if p.at(VARIABLE) {
            p.name_ref("a kind");
        } else {
            p.bump();
        }
        p.close();
    } else {
        p.expected("a kind, such as `character`, `prop` or `number`");
        p.skip_until(|kind| kind.is_keyword() || matches!(kind, COMMA | CLOSE));
    }
}

/// A comma-separated list of names that refer to something.
pub(crate) fn name_refs(p: &mut Parser<'_>, node: SyntaxKind, what: &str) {
    p.open(node);
    while p.name_ref(what) && p.eat(COMMA) {}
    p.close();
}

/// `at 1 m, -0.5 m`, if it stands here.
pub(crate) fn coordinates(p: &mut Parser<'_>) {
    if p.eat_word("at") {
        expression(p);
        p.expect(COMMA, "`,` and the second coordinate");
        expression(p);
    }
}

/// `2..3 s`, `5 min`, `0..2`, `$Stay`: one value or two with dots between.
pub(crate) fn range(p: &mut Parser<'_>, what: &str) {
    p.open(RANGE);
    if range_end(p, what) && p.eat(DOTS) {
        range_end(p, "the other end of the range");
    }
    p.close();
}

fn range_end(p: &mut Parser<'_>, what: &str) -> bool {
    match p.peek() {
        NUMBER => number(p),
        PARAMETER => {
            p.open(PARAMETER_EXPR);
            p.bump();
            p.close();
        }
        _ => {
            p.expected(what);
            return false;
        }
    }
    true
}

/// `8:00..18:00`: from when, and until when.
pub(crate) fn hours(p: &mut Parser<'_>) {
    p.expect(CLOCK, "when it opens, such as `8:00`");
    p.expect(DOTS, "`..` and when it closes");
    p.expect(CLOCK, "when it closes, such as `18:00`");
}

/// A number that may be below zero.
pub(crate) fn degree(p: &mut Parser<'_>, what: &str) {
    match p.peek() {
        NUMBER => number(p),
        MINUS if p.peek_nth(1) == NUMBER => {
            p.open(NEGATIVE_EXPR);
            p.bump();
            number(p);
            p.close();
        }
        _ => p.expected(what),
    }
}

/// A number with its unit.
pub(crate) fn number(p: &mut Parser<'_>) {
    p.open(NUMBER_EXPR);
    p.bump();
    if !p.eat(PERCENT) && p.at(IDENT) {
        unit(p);
    }
    p.close();
}

/// A number without a unit: the next word is a name.
pub(crate) fn plain_number(p: &mut Parser<'_>) {
    p.open(NUMBER_EXPR);
    p.bump();
    p.eat(PERCENT);
    p.close();
}

fn unit(p: &mut Parser<'_>) {
    let word = p.peek_text();
    if UNITS.contains(&word) {
        p.bump();
    } else if let Some((_, right)) = UNIT_SLIPS.iter().find(|(slip, _)| *slip == word)
        && !p.at_line_start()
    {
        let place = p.peek_place();
        p.problem(
            Code::UnknownUnit
                .at(place, format!("`{word}` is not a unit"))
                .label("units are `ms`, `s`, `min`, `h` and `m`")
                .fix(format!("write `{right}`"), place, *right),
        );
        p.bump();
    }
}

/// The entries of `set`: like literals, with commas between.
pub(crate) fn writes(p: &mut Parser<'_>) {
    p.open(LITERALS);
    literal(p);
    while p.at(COMMA) && matches!(p.peek_nth(1), DOT_NAME | NOT_KW) {
        p.bump();
        literal(p);
    }
    p.close();
}

/// A condition: literals with commas between. `closed` says that only a keyword can follow, so that
/// a missing comma can be detected.
pub(crate) fn literals(p: &mut Parser<'_>, closed: bool) {
    literals_until(p, |_| !closed);
}

/// A condition in which a missing comma is detected, unless the next part begins there.
pub(crate) fn literals_until(p: &mut Parser<'_>, at_next_part: impl Fn(&Parser<'_>) -> bool) {
    p.open(LITERALS);
    loop {
        literal(p);
        if p.eat(COMMA) {
            continue;
        }
        let goes_on = matches!(p.peek(), IDENT | VARIABLE | DOT_NAME | NOT_KW | PARAMETER);
        // A single word on a line of its own is a misspelt part rather than a condition.
        let misspelt = p.at(IDENT) && p.at_line_start() && p.peek_nth(1) != OPEN;
        if !goes_on || misspelt || at_next_part(p) {
            break;
        }
        p.expected("`,` or the next part of the rule");
        // Words for a comma, or for an operator that does not exist.
        if p.at_word("and") || p.at_word("or") {
            p.open(ERROR);
            p.bump();
            p.close();
        }
    }
    p.close();
}

/// `strike(It) with power = 3`: an action or a course, with named arguments.
pub(crate) fn deed(p: &mut Parser<'_>) {
    match p.peek() {
        IDENT => call(p),
        _ => p.expected("an action or a course"),
    }
    if p.eat(WITH_KW) {
        named_arguments(p);
    }
}

fn named_arguments(p: &mut Parser<'_>) {
    loop {
        p.open(NAMED_ARGUMENT);
        p.name_ref("the name of a parameter");
        p.expect(EQUAL, "`=` and a value");
        expression(p);
        p.close();
        // Behind another comma the next deed follows.
        if !(p.at(COMMA) && p.peek_nth(1) == IDENT && p.peek_nth(2) == EQUAL) {
            break;
        }
        p.bump();
    }
}

/// A condition that ends before a comma with one of these words behind it.
pub(crate) fn literals_before(p: &mut Parser<'_>, words: &[&str]) {
    p.open(LITERALS);
    loop {
        literal(p);
        if !p.at(COMMA) || words.contains(&p.peek_nth_text(1)) {
            break;
        }
        p.bump();
    }
    p.close();
}

fn literal(p: &mut Parser<'_>) {
    p.open(LITERAL);
    p.eat(NOT_KW);
    if at_keyword_as_name(p) {
        call(p);
    } else if starts_expression(p.peek()) {
        expression(p);
        if is_comparison(p.peek()) {
            p.bump();
            expression(p);
        }
    } else {
        p.expected("a condition");
        if !p.at(EOF) && !p.peek().is_keyword() && !p.at(COMMA) {
            p.skip_until(|kind| kind.is_keyword() || kind == COMMA);
        }
    }
    p.close();
}

fn is_comparison(kind: SyntaxKind) -> bool {
    matches!(
        kind,
        EQUAL | NOT_EQUAL | LESS | LESS_EQUAL | GREATER | GREATER_EQUAL
    )
}

/// Whether a fact with the name of a keyword stands here: `on(Table)`, or `test` where a fact of
/// that name was declared. The latter is reported and then parsed as a fact.
fn at_keyword_as_name(p: &Parser<'_>) -> bool {
    let misnamed = p.peek_nth(1) == OPEN || p.is_misnamed(p.peek());
    p.at_keyword_call() || p.peek().is_keyword() && misnamed && !p.at_line_start()
}

fn starts_expression(kind: SyntaxKind) -> bool {
    matches!(
        kind,
        IDENT | VARIABLE | UNDERSCORE | DOT_NAME | PARAMETER | NUMBER | CLOCK | TEXT | OPEN | MINUS
    )
}

/// Facts with commas between, as effects and `given` write them.
pub(crate) fn facts(p: &mut Parser<'_>) {
    p.open(FACT_LIST);
    loop {
        if at_keyword_as_name(p) {
            call(p);
        } else if starts_expression(p.peek()) {
            expression(p);
        } else {
            p.expected("a fact");
            break;
        }
        if !p.eat(COMMA) {
            break;
        }
    }
    p.close();
}

/// An expression: sums of products of terms.
pub(crate) fn expression(p: &mut Parser<'_>) {
    p.nested(sum);
}

fn sum(p: &mut Parser<'_>) {
    let start = p.checkpoint();
    product(p);
    while matches!(p.peek(), PLUS | MINUS) {
        let inside = p.height;
        p.open_at(start, BINARY_EXPR);
        p.bump();
        product(p);
        let fits = p.grow(inside.max(p.height));
        p.close();
        if !fits {
            break;
        }
    }
}

fn product(p: &mut Parser<'_>) {
    let start = p.checkpoint();
    term(p);
    while matches!(p.peek(), STAR | SLASH) {
        let inside = p.height;
        p.open_at(start, BINARY_EXPR);
        p.bump();
        term(p);
        let fits = p.grow(inside.max(p.height));
        p.close();
        if !fits {
            break;
        }
    }
}

fn term(p: &mut Parser<'_>) {
    p.height = 0;
    match p.peek() {
        NUMBER => number(p),
        CLOCK => leaf(p, CLOCK_EXPR),
        TEXT => leaf(p, TEXT_EXPR),
        VARIABLE if p.at_capital_call() => call(p),
        VARIABLE => leaf(p, VARIABLE_EXPR),
        UNDERSCORE => leaf(p, ANYTHING_EXPR),
        PARAMETER if p.peek_nth(1) == OPEN => call(p),
        PARAMETER => leaf(p, PARAMETER_EXPR),
        IDENT => call(p),
        _ if p.at_keyword_call() => call(p),
        DOT_NAME => {
            p.open(DOT_EXPR);
            p.bump();
            arguments(p);
            p.close();
        }
        OPEN => {
            p.open(PAREN_EXPR);
            p.bump();
            expression(p);
            p.grow(p.height);
            p.expect(CLOSE, "`)`");
            p.close();
        }
        MINUS => {
            p.open(NEGATIVE_EXPR);
            p.bump();
            p.nested(term);
            p.grow(p.height);
            p.close();
        }
        _ => p.expected("a value"),
    }
}

fn leaf(p: &mut Parser<'_>, node: SyntaxKind) {
    p.open(node);
    p.bump();
    p.close();
}

/// `name` or `name(arguments)`.
pub(crate) fn call(p: &mut Parser<'_>) {
    let start = p.checkpoint();
    p.name_of_call(NAME_REF, "a name");
    let node = if p.at(OPEN) { CALL_EXPR } else { NAME_EXPR };
    p.open_at(start, node);
    arguments(p);
    p.close();
}

/// `do` and an action with its named parameters; `goes_on` says whether another one follows.
pub(crate) fn action(p: &mut Parser<'_>, goes_on: impl Fn(&Parser<'_>) -> bool) {
    p.open(DO);
    p.bump();
    match p.peek() {
        IDENT | PARAMETER | VARIABLE => call(p),
        _ => p.expected("an action"),
    }
    if p.eat(WITH_KW) {
        loop {
            p.open(NAMED_ARGUMENT);
            p.name_ref("the name of a parameter");
            p.expect(EQUAL, "`=` and a value");
            expression(p);
            p.close();
            if !goes_on(p) {
                break;
            }
            p.bump();
        }
    }
    p.close();
}

fn arguments(p: &mut Parser<'_>) {
    if !p.at(OPEN) {
        return;
    }
    p.open(ARGUMENTS);
    p.bump();
    let mut highest = 0;
    let ends = |p: &Parser<'_>| matches!(p.peek(), CLOSE | EOF) || p.peek().is_keyword();
    while !ends(p) || p.at_keyword_call() {
        if starts_expression(p.peek()) || p.at_keyword_call() {
            expression(p);
            highest = p.height.max(highest);
        } else {
            p.expected("an argument");
            p.skip_until(|kind| kind.is_keyword() || matches!(kind, COMMA | CLOSE));
        }
        if !p.eat(COMMA) {
            break;
        }
    }
    p.grow(highest);
    p.expect(CLOSE, "`)`");
    p.close();
}
