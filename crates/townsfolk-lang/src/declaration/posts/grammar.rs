//! `query NAME from cover within 25 m`, and what rates a place.

use crate::declaration::amount::{amount, at_amount};
use crate::declaration::opens_declaration;
use crate::syntax::{Parser, *};

pub(crate) fn posts(p: &mut Parser<'_>) {
    p.open(POSTS_DECL);
    p.bump();
    p.name("the name of a query");
    head(p);
    while !p.at(EOF) && !opens_declaration(p.peek()) {
        match p.at_word("rate") {
            true => rate(p),
            false => p.skip_line("`rate` and a criterion", &["rate"], opens_declaration),
        }
    }
    p.close();
}

/// `from cover or open within 25 m, even without a shot`.
fn head(p: &mut Parser<'_>) {
    loop {
        match p.peek_text() {
            "from" => {
                p.open(FLAG);
                p.bump();
                source(p);
                if p.eat_word("or") {
                    source(p);
                }
                p.close();
            }
            "within" => {
                p.open(FLAG);
                p.bump();
                amount(p, "a distance, such as `25 m`");
                p.close();
            }
            "," | "even" => {
                p.expect(COMMA, "`,`");
                p.open(FLAG);
                p.expect_word("even");
                p.expect_word("without");
                p.expect_word("a");
                p.expect_word("shot");
                p.close();
            }
            _ => break,
        }
    }
}

fn source(p: &mut Parser<'_>) {
    if !p.eat_word("cover") && !p.eat_word("open") {
        p.expected("`cover` or `open`");
    }
}

/// `rate distance 3 m: 0, 5 m: 1 power 2, available`.
fn rate(p: &mut Parser<'_>) {
    p.open(RATE);
    p.bump();
    criterion(p);
    while p.eat(COMMA) {
        criterion(p);
    }
    p.close();
}

fn criterion(p: &mut Parser<'_>) {
    p.open(CRITERION);
    p.name_ref("a criterion");
    if at_amount(p) && !at_point(p) {
        amount(p, "a number");
    }
    if at_amount(p) {
        curve(p);
    }
    if p.at_word("power") {
        p.open(FLAG);
        p.bump();
        amount(p, "a number, such as `2`");
        p.close();
    }
    p.close();
}

/// Whether a point of a curve begins here: an amount with a colon behind it.
fn at_point(p: &Parser<'_>) -> bool {
    let after = if p.at(MINUS) { 2 } else { 1 };
    let mut behind = (after..after + 4).map(|nth| p.peek_nth(nth));
    behind.find(|kind| *kind != IDENT) == Some(COLON)
}

/// `3 m: 0, 5 m: 1`.
fn curve(p: &mut Parser<'_>) {
    p.open(CURVE);
    loop {
        p.open(POINT);
        amount(p, "a value, such as `3 m`");
        p.expect(COLON, "`:` and a rating");
        amount(p, "a rating from 0 to 1");
        p.close();
        if !p.at(COMMA) || !matches!(p.peek_nth(1), NUMBER | MINUS) {
            break;
        }
        p.bump();
    }
    p.close();
}
