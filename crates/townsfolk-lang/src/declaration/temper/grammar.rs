//! `temper NAME` with how fast feelings return to their usual values, and which interactions grow
//! stale.

use crate::declaration::grammar::{degree, number};
use crate::declaration::opens_declaration;
use crate::syntax::{Parser, *};

/// The words that can begin a part of a temper.
const PARTS: &str =
    "`cools down`, `forgives`, `grows apart`, `tires of`, `whims` or the next declaration";

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
    let known = ["cools", "forgives", "grows", "tires", "whims"];
    if !known.contains(&word) {
        p.skip_line(PARTS, &known, opens_declaration);
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
        _ => within(p),
    }
    p.close();
}

/// `in 3 h`.
fn within(p: &mut Parser<'_>) {
    p.expect_word("in");
    if p.at(NUMBER) {
        number(p);
    } else {
        p.expected("a duration, such as `3 h`");
    }
}
