//! `stimulus NAME reach 5 m, loud 0.8`, and what makes it.

use crate::declaration::amount::amount;
use crate::declaration::opens_declaration;
use crate::syntax::{Parser, *};

pub(crate) fn stimulus(p: &mut Parser<'_>) {
    p.open(STIMULUS_DECL);
    p.bump();
    p.name("the name of a stimulus");
    if p.at(IDENT) && !at_source(p) {
        option(p);
        while p.eat(COMMA) {
            option(p);
        }
    }
    while !p.at(EOF) && !opens_declaration(p.peek()) {
        match at_source(p) {
            true => source(p),
            false => p.skip_line("`from` or `by`", &["from", "by"], opens_declaration),
        }
    }
    p.close();
}

fn at_source(p: &Parser<'_>) -> bool {
    p.at_word("from") || p.at_word("by")
}

fn option(p: &mut Parser<'_>) {
    p.open(FLAG);
    match p.peek_text() {
        "reach" => {
            p.bump();
            amount(p, "a length, such as `5 m`");
        }
        "loud" => {
            p.bump();
            amount(p, "a number, such as `0.8`");
        }
        "gives" => {
            p.bump();
            p.expect_word("away");
        }
        "soft" | "silent" | "told" => p.bump(),
        _ => p.expected("`reach`, `loud`, `gives away`, `soft`, `silent` or `told`"),
    }
    p.close();
}

/// `from steps at 5 m per s, every 0.4 s`, `from breath every 1 s`, `by throw_bottle`.
fn source(p: &mut Parser<'_>) {
    p.open(STIMULUS_SOURCE);
    if p.eat_word("by") {
        p.name_ref("an action");
        if p.eat_word("at") {
            p.expect_word("me");
        }
        p.close();
        return;
    }
    p.bump();
    match p.peek_text() {
        "steps" | "breath" => p.bump(),
        _ => p.expected("`steps` or `breath`"),
    }
    let at_option = |p: &Parser<'_>| p.at(EVERY_KW) || p.at_word("at") || p.at_word("power");
    if at_option(p) {
        source_option(p);
        while p.at(COMMA) || at_option(p) {
            p.expect(COMMA, "`,`");
            source_option(p);
        }
    }
    p.close();
}

fn source_option(p: &mut Parser<'_>) {
    p.open(FLAG);
    match p.peek_text() {
        "at" => {
            p.bump();
            amount(p, "a speed, such as `5 m per s`");
        }
        "every" => {
            p.bump();
            amount(p, "a time, such as `0.4 s`");
        }
        "power" => {
            p.bump();
            amount(p, "a number, such as `1.5`");
        }
        _ => p.expected("`at` and a speed, `every` and a time, or `power` and a number"),
    }
    p.close();
}
