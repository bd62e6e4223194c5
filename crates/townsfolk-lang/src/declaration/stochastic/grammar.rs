//! `grammar NAME as URGENCY endless`, its rules, its symbols, `weights from` and `keep`.

use crate::declaration::grammar::{deed, expression, literals_until, plain_number};
use crate::declaration::opens_declaration;
use crate::syntax::{Parser, *};

const PARTS: &[&str] = &["start", "keep", "weights"];
const EXPECTED: &str = "a rule, such as `attack: fireball*50%`, `start` or `keep`";

pub(crate) fn grammar(p: &mut Parser<'_>) {
    p.open(GRAMMAR_DECL);
    p.bump();
    p.name("the name of a grammar");
    head(p);
    loop {
        match p.peek() {
            EOF => break,
            kind if opens_declaration(kind) => break,
            IDENT if p.at_word("keep") && p.peek_nth(1) != COLON => keep(p),
            IDENT if p.at_word("start") && p.peek_nth(1) != COLON => rule(p),
            IDENT | VARIABLE if p.peek_nth(1) == COLON && p.peek_nth(2) == DO_KW => symbol(p),
            IDENT | VARIABLE if p.peek_nth(1) == COLON => rule(p),
            _ => p.skip_line(EXPECTED, PARTS, opens_declaration),
        }
    }
    p.close();
}

/// Whether the next rule, symbol or `keep` begins here.
fn at_part(p: &Parser<'_>) -> bool {
    p.peek_nth(1) == COLON || p.at_word("keep") || p.at_word("start")
}

/// `as duty` and `endless`.
fn head(p: &mut Parser<'_>) {
    while (p.at_word("as") || p.at_word("endless")) && p.peek_nth(1) != COLON {
        p.open(FLAG);
        if !p.eat_word("endless") {
            p.bump();
            p.name_ref("`idle`, `wish`, `duty`, `need`, `danger` or `command`");
        }
        p.close();
    }
}

/// `start 2 NAME: body`, and perhaps `weights from …`.
fn rule(p: &mut Parser<'_>) {
    p.open(GRAMMAR_RULE);
    if p.at_word("start") && p.peek_nth(1) != COLON {
        p.bump();
        weight(p);
    }
    p.name("the name of a rule");
    p.expect(COLON, "`:` and what the rule puts out");
    body(p);
    if p.at_word("weights") && p.peek_nth(1) != COLON {
        weights(p);
    }
    p.close();
}

/// `NAME: do action when condition`.
fn symbol(p: &mut Parser<'_>) {
    p.open(GRAMMAR_SYMBOL);
    p.name("the name of a symbol");
    p.expect(COLON, "`:`");
    p.open(DO);
    p.bump();
    deed(p);
    p.close();
    if p.at(WHEN_KW) {
        p.open(WHEN);
        p.bump();
        literals_until(p, at_part);
        p.close();
    }
    p.close();
}

/// A number before an alternative or a start, if there is one. It has no unit: the next word is a
/// name.
fn weight(p: &mut Parser<'_>) {
    if p.at(MINUS) && p.peek_nth(1) == NUMBER {
        p.open(NEGATIVE_EXPR);
        p.bump();
        plain_number(p);
        p.close();
    } else if p.at(NUMBER) {
        plain_number(p);
    }
}

/// Alternatives with `or` between.
fn body(p: &mut Parser<'_>) {
    p.open(GRAMMAR_CHOICE);
    loop {
        p.open(GRAMMAR_ALTERNATIVE);
        weight(p);
        sequence(p);
        p.close();
        if !p.eat_word("or") {
            break;
        }
    }
    p.close();
}

/// Parts with commas between.
fn sequence(p: &mut Parser<'_>) {
    loop {
        p.open(GRAMMAR_PART);
        atom(p);
        repeat(p);
        p.close();
        if !p.eat(COMMA) {
            break;
        }
    }
}

fn atom(p: &mut Parser<'_>) {
    match p.peek() {
        IDENT | VARIABLE => _ = p.name_ref("a rule or a symbol"),
        TEXT => {
            p.open(TEXT_EXPR);
            p.bump();
            p.close();
        }
        OPEN => {
            p.open(GRAMMAR_GROUP);
            p.bump();
            p.nested(body);
            p.expect(CLOSE, "`)`");
            p.close();
        }
        _ => p.expected("a rule, a symbol, a text or `nothing`"),
    }
}

/// `*50%`, `+50%`, `*2..5`, `*2..5 with 50%`.
fn repeat(p: &mut Parser<'_>) {
    if !matches!(p.peek(), STAR | PLUS) {
        return;
    }
    p.open(GRAMMAR_REPEAT);
    p.bump();
    if p.at(NUMBER) && p.peek_nth(1) == PERCENT {
        plain_number(p);
    } else if p.at(NUMBER) {
        p.open(RANGE);
        plain_number(p);
        if p.eat(DOTS) && p.at(NUMBER) {
            plain_number(p);
        }
        p.close();
        if p.eat(WITH_KW) {
            chance(p);
        }
    }
    p.close();
}

fn chance(p: &mut Parser<'_>) {
    match p.at(NUMBER) {
        true => plain_number(p),
        false => p.expected("a chance, such as `50%`"),
    }
}

/// `weights from .threat(.me), .room(.me) squared at least 0.001 at every choice`.
fn weights(p: &mut Parser<'_>) {
    p.open(GRAMMAR_WEIGHTS);
    p.bump();
    p.expect_word("from");
    p.open(GRAMMAR_SCORES);
    loop {
        expression(p);
        if !p.eat(COMMA) {
            break;
        }
    }
    p.close();
    while matches!(
        p.peek_text(),
        "linear" | "squared" | "cubed" | "softmax" | "at"
    ) {
        shape(p);
    }
    p.close();
}

/// `linear`, `squared`, `cubed`, `softmax 0.2`, `at least 0.001` or `at every choice`.
fn shape(p: &mut Parser<'_>) {
    p.open(FLAG);
    if p.eat_word("softmax") {
        chance_or_number(p);
    } else if p.eat_word("at") {
        match p.eat(EVERY_KW) {
            true => _ = p.expect_word("choice"),
            false => {
                p.expect_word("least");
                chance_or_number(p);
            }
        }
    } else {
        p.bump();
    }
    p.close();
}

fn chance_or_number(p: &mut Parser<'_>) {
    match p.at(NUMBER) {
        true => plain_number(p),
        false => p.expected("a number, such as `0.2`"),
    }
}

/// `keep fireball, fireball near 5% over 200`.
fn keep(p: &mut Parser<'_>) {
    p.open(GRAMMAR_KEEP);
    p.bump();
    p.open(NAMES);
    loop {
        p.name_ref("a symbol");
        if !p.eat(COMMA) {
            break;
        }
    }
    p.close();
    p.expect_word("near");
    chance(p);
    if p.eat_word("over") {
        p.open(GRAMMAR_OVER);
        chance_or_number(p);
        p.close();
    }
    p.close();
}
