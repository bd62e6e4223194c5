//! `merchant NAME at PLACE` with its goods and dated changes.

use crate::declaration::grammar::{name_refs, plain_number, range};
use crate::declaration::opens_declaration;
use crate::syntax::{Parser, *};
use townsfolk_module::trade::WEEKDAYS;

/// The units of a span, with their seconds.
pub(crate) const SPANS: &[(&str, u32)] = &[
    ("min", 60),
    ("h", 3600),
    ("day", 86_400),
    ("days", 86_400),
    ("week", 604_800),
    ("weeks", 604_800),
];

const PARTS: &[&str] = &["goods", "on", "every", "about"];

pub(crate) fn merchant(p: &mut Parser<'_>) {
    p.open(MERCHANT_DECL);
    p.bump();
    p.name("the name of a merchant");
    if p.eat_word("at") {
        p.name_ref("an area or a kind of location");
    }
    while !p.at(EOF) && !opens_declaration(p.peek()) {
        match p.peek_text() {
            "goods" => goods(p),
            "on" | "every" | "about" => event(p),
            _ => p.skip_line(
                "`goods`, `on` and a day, `every day` or `about every`",
                PARTS,
                opens_declaration,
            ),
        }
    }
    p.close();
}

/// `goods apples arrive 12 per h, go 14 per h, batch of 25`.
fn goods(p: &mut Parser<'_>) {
    p.open(GOODS);
    p.bump();
    p.name_ref("the name of goods");
    if !p.at_line_start() && !p.at(EOF) {
        option(p);
        while p.eat(COMMA) {
            option(p);
        }
    }
    p.close();
}

fn option(p: &mut Parser<'_>) {
    p.open(FLAG);
    match p.peek_text() {
        "arrive" | "go" => rate(p),
        "batch" => {
            p.bump();
            p.expect_word("of");
            count(p);
        }
        "reserve" => {
            p.bump();
            count(p);
        }
        "at" => {
            p.bump();
            if p.eat_word("most") {
                count(p);
            } else if p.eat_word("least") {
                count(p);
                p.expect_word("at");
                p.expect_word("first");
            } else {
                p.expected("`most` and a number, or `least` and a number `at first`");
            }
        }
        _ => {
            p.expected("`arrive`, `go`, `batch of`, `reserve`, `at most` or `at least … at first`")
        }
    }
    p.close();
}

/// `arrive 12 per h`, `go 1 per 200 h`.
fn rate(p: &mut Parser<'_>) {
    p.bump();
    count(p);
    p.expect_word("per");
    span(p);
}

/// `h`, `200 h`, `3 days`.
fn span(p: &mut Parser<'_>) {
    p.open(SPAN);
    if p.at(NUMBER) {
        plain_number(p);
    }
    match SPANS.iter().any(|(unit, _)| p.at_word(unit)) {
        true => p.bump(),
        false => p.expected("`min`, `h`, `day` or `week`"),
    }
    p.close();
}

fn count(p: &mut Parser<'_>) {
    match p.at(NUMBER) {
        true => plain_number(p),
        false => p.expected("a number"),
    }
}

/// `on monday at 6:00 apples up to 70`, `on day 12 armour is taken`, `about every 3 days apples 20 more`.
fn event(p: &mut Parser<'_>) {
    p.open(STOCK_EVENT);
    if p.at_word("about") {
        p.bump();
        p.expect(EVERY_KW, "`every` and a span, such as `3 days`");
        span(p);
    } else {
        day(p);
    }
    name_refs(p, NAMES, "goods, or `everything`");
    change(p);
    if p.eat(WITH_KW) {
        range(p, "a chance, such as `60%`");
    }
    p.close();
}

/// `every day at 6:00`, `on monday at 6:00`, `on day 12`.
fn day(p: &mut Parser<'_>) {
    let every = p.at(EVERY_KW);
    p.bump();
    if p.at_word("day") {
        p.bump();
        if !every {
            count(p);
        }
    } else if !every && WEEKDAYS.iter().any(|day| p.at_word(day)) {
        p.bump();
    } else if every {
        p.expected("`day`");
    } else {
        p.expected("a day of the week, such as `monday`, or `day` and a number");
    }
    if p.eat_word("at") {
        p.expect(CLOCK, "a time of day, such as `6:00`");
    }
}

fn change(p: &mut Parser<'_>) {
    p.open(FLAG);
    match p.peek_text() {
        "up" => {
            p.bump();
            p.expect_word("to");
            count(p);
        }
        "is" | "are" => {
            p.bump();
            p.expect_word("taken");
        }
        "arrive" => {
            rate(p);
            p.close();
            p.expect(COMMA, "`,` and `go` with a rate");
            p.open(FLAG);
            match p.at_word("go") {
                true => rate(p),
                false => p.expected("`go` and a rate"),
            }
        }
        _ if p.at(NUMBER) => {
            plain_number(p);
            if p.eat_word("more") {
                if p.eat_word("if") {
                    p.expect_word("below");
                    count(p);
                }
            } else if !p.eat_word("fewer") {
                p.expected("`more` or `fewer`");
            }
        }
        _ => p.expected("`up to` a number, a number `more` or `fewer`, `are taken`, or new rates"),
    }
    p.close();
}
