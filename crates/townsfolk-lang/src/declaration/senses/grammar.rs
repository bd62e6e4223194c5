//! `senses NAME` with its lines.

use crate::declaration::amount::{amount, at_amount};
use crate::declaration::opens_declaration;
use crate::syntax::{Parser, *};

/// The words that begin a line of senses.
pub(crate) const PARTS: &[&str] = &[
    "hears", "deaf", "sees", "takes", "answers", "infers", "gains", "falls", "warns", "startles",
    "loses", "forgets",
];

pub(crate) fn senses(p: &mut Parser<'_>) {
    p.open(SENSES_DECL);
    p.bump();
    p.name("the name of senses");
    while !p.at(EOF) && !opens_declaration(p.peek()) {
        match PARTS.contains(&p.peek_text()) {
            true => part(p),
            false => p.skip_line(
                "`hears`, `deaf to`, `sees`, `takes`, `answers`, `infers causes`, `gains`, `falls`, \
                 `warns`, `startles at`, `loses after` or `forgets after`",
                PARTS,
                opens_declaration,
            ),
        }
    }
    p.close();
}

fn part(p: &mut Parser<'_>) {
    p.open(SENSES_PART);
    let word = p.peek_text();
    p.bump();
    match word {
        "hears" if p.at_word("at") => {
            p.bump();
            p.expect_word("most");
            amount(p, "a length, such as `60 m`");
        }
        "hears" => listed(p, |p| heard(p, true)),
        "deaf" => {
            p.expect_word("to");
            listed(p, |p| heard(p, false));
        }
        "sees" => listed(p, sight),
        "takes" => listed(p, sighting),
        "answers" => {
            if p.eat(ON_KW) {
                p.name_ref("a difficulty");
            }
            listed(p, level);
        }
        "infers" => _ = p.expect_word("causes"),
        "falls" => {
            amount(p, "a level, such as `1`");
            p.expect_word("to");
            amount(p, "a level, such as `0`");
            p.expect_word("in");
            amount(p, "a time, such as `4 s`");
        }
        "startles" => {
            p.expect_word("at");
            amount(p, "a number, such as `1`");
        }
        "loses" | "forgets" => {
            p.expect_word("after");
            amount(p, "a time, such as `3 s`");
        }
        "warns" => amount(p, "a time, such as `0.7 s`"),
        _ => amount(p, "a number, such as `1`"),
    }
    p.close();
}

fn listed(p: &mut Parser<'_>, item: impl Fn(&mut Parser<'_>)) {
    item(p);
    while p.eat(COMMA) {
        item(p);
    }
}

/// `unaware 3`, `footstep of crouched 0.2`, and without a number behind `deaf to`.
fn heard(p: &mut Parser<'_>, with_factor: bool) {
    p.open(HEARD);
    p.name_ref("a state of mind or a stimulus");
    if p.eat_word("of") {
        p.name_ref("an attribute of the maker");
    }
    if with_factor {
        amount(p, "a factor, such as `3`");
    }
    p.close();
}

/// `12 m`, `wide 100 deg`, `takes 0.8 s`.
fn sight(p: &mut Parser<'_>) {
    p.open(FLAG);
    if at_amount(p) {
        amount(p, "a length, such as `12 m`");
        p.close();
        return;
    }
    match p.peek_text() {
        "wide" | "narrow" | "pitch" => {
            p.bump();
            amount(p, "an angle, such as `40 deg`");
        }
        "spread" => {
            p.bump();
            amount(p, "a length, such as `3 m`");
        }
        "takes" => {
            p.bump();
            amount(p, "a time, such as `0.8 s`");
        }
        _ => p.expected("a length, `wide`, `narrow`, `spread`, `pitch` or `takes`"),
    }
    p.close();
}

/// `0.8 s`, `0.3 s in combat`, `3 s at first`.
fn sighting(p: &mut Parser<'_>) {
    p.open(FLAG);
    amount(p, "a time, such as `0.8 s`");
    if p.eat_word("in") {
        p.expect_word("combat");
    } else if p.eat_word("at") {
        p.expect_word("first");
    }
    p.close();
}

/// `agitate 0.15`.
fn level(p: &mut Parser<'_>) {
    p.open(FLAG);
    match p.peek_text() {
        "agitate" | "react" | "chase" => {
            p.bump();
            amount(p, "a level, such as `0.35`");
        }
        _ => p.expected("`agitate`, `react` or `chase` and a level"),
    }
    p.close();
}
