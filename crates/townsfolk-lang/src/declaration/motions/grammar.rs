//! `motions NAME` with a line for each motion.

use crate::declaration::amount::{amount, at_amount};
use crate::declaration::opens_declaration;
use crate::syntax::{Parser, *};

pub(crate) fn motions(p: &mut Parser<'_>) {
    p.open(MOTIONS_DECL);
    p.bump();
    p.name("the name of motions");
    while !p.at(EOF) && !opens_declaration(p.peek()) {
        match p.at_word("motion") {
            true => motion(p),
            false => p.skip_line("`motion` and a name", &["motion"], opens_declaration),
        }
    }
    p.close();
}

/// `motion dart 2 m ahead, turned 40 deg left, takes 0.7 s, far`.
fn motion(p: &mut Parser<'_>) {
    p.open(MOTION);
    p.bump();
    p.name("the name of a motion");
    option(p);
    while p.eat(COMMA) {
        option(p);
    }
    p.close();
}

fn option(p: &mut Parser<'_>) {
    p.open(FLAG);
    match p.peek_text() {
        "turned" => {
            p.bump();
            amount(p, "an angle, such as `40 deg`");
            if !p.eat_word("left") && !p.eat_word("right") {
                p.expected("`left` or `right`");
            }
        }
        "takes" => {
            p.bump();
            amount(p, "a time, such as `0.7 s`");
        }
        "far" => p.bump(),
        _ if at_amount(p) => {
            amount(p, "a length, such as `2 m`");
            let ways = ["ahead", "back", "left", "right"];
            match ways.iter().any(|way| p.at_word(way)) {
                true => p.bump(),
                false => p.expected("`ahead`, `back`, `left` or `right`"),
            }
        }
        _ => p.expected("a length with its direction, `turned`, `takes` or `far`"),
    }
    p.close();
}
