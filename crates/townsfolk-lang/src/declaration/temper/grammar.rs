//! `temper NAME` with how fast feelings return to their usual values, and which interactions grow
//! stale.

use crate::declaration::grammar::{degree, number, range};
use crate::declaration::opens_declaration;
use crate::syntax::{Parser, *};

/// What a part of a temper can begin with.
const PARTS: &str = "`cools down`, `forgives`, `grows apart`, `tires of`, `whims`, `speaks`, `heard`, \
                     `pauses`, `seeks company`, `looks round` or the next declaration";

/// The first words of its parts.
const WORDS: [&str; 10] = [
    "cools", "forgives", "grows", "tires", "whims", "speaks", "heard", "pauses", "seeks", "looks",
];

pub(crate) fn temper(p: &mut Parser<'_>) {
    p.open(TEMPER_DECL);
    p.bump();
    p.name("the name of a temper");
    while !p.at(EOF) && !opens_declaration(p.peek()) {
        part(p);
    }
    p.close();
}

fn part(p: &mut Parser<'_>) {
    let word = p.peek_text();
    if !WORDS.contains(&word) {
        p.skip_line(PARTS, &WORDS, opens_declaration);
        return;
    }
    p.open(TEMPER_PART);
    p.bump();
    match word {
        "whims" => degree(p, "how much, such as `0.05`"),
        "cools" => {
            p.expect_word("down");
            within(p);
        }
        "grows" => {
            p.expect_word("apart");
            within(p);
        }
        "tires" => {
            p.expect_word("of");
            if p.at(IDENT) && !p.at_word("in") {
                p.bump();
            } else {
                p.expected("an interaction, such as `joke`, or `anything`");
            }
            within(p);
        }
        "speaks" | "heard" => distance(p),
        "pauses" => range(p, "how long, such as `5..20 s`"),
        "seeks" => {
            p.expect_word("company");
            every(p);
        }
        "looks" => looks(p),
        _ => within(p),
    }
    p.close();
}

/// `in 3 h`.
fn within(p: &mut Parser<'_>) {
    p.expect_word("in");
    amount(p, "a duration, such as `3 h`");
}

/// `within 6 m`.
fn distance(p: &mut Parser<'_>) {
    p.expect_word("within");
    amount(p, "a length, such as `6 m`");
}

/// `every 5 s`.
fn every(p: &mut Parser<'_>) {
    p.expect(EVERY_KW, "`every`");
    amount(p, "a duration, such as `5 s`");
}

/// `round every 10 s within 30 m`, or one of the two.
fn looks(p: &mut Parser<'_>) {
    p.expect_word("round");
    if !p.at(EVERY_KW) && !p.at_word("within") {
        p.expected("`every 10 s`, `within 30 m` or both");
        return;
    }
    if p.at(EVERY_KW) {
        every(p);
    }
    if p.at_word("within") {
        distance(p);
    }
}

fn amount(p: &mut Parser<'_>, what: &str) {
    if p.at(NUMBER) {
        number(p);
    } else {
        p.expected(what);
    }
}
