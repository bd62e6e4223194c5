//! `need NAME` with its curves, start and exciting events.

use crate::declaration::grammar::{degree, number};
use crate::declaration::opens_declaration;
use crate::syntax::{Parser, *};

/// The words that can begin a part of a need.
const PARTS: &str =
    "`rises`, `falls`, `stays`, `starts`, `excited by`, `calmed by` or the next declaration";

pub(crate) fn need(p: &mut Parser<'_>) {
    p.open(NEED_DECL);
    p.bump();
    p.name("the name of a need");
    while !p.at(EOF) && !opens_declaration(p.peek()) {
        part(p);
    }
    p.close();
}

fn part(p: &mut Parser<'_>) {
    match p.peek_text() {
        "rises" | "falls" => {
            p.open(NEED_PART);
            p.bump();
            if p.eat_word("by") {
                p.expect_word("itself");
                if p.eat(COMMA) {
                    curve(p);
                }
            } else {
                curve(p);
            }
            p.close();
        }
        "stays" => {
            p.open(NEED_PART);
            p.bump();
            p.close();
        }
        "starts" => {
            p.open(NEED_PART);
            p.bump();
            if !p.eat_word("anywhere") {
                if p.eat_word("at") {
                    degree(p, "a level, such as `0.3`");
                } else {
                    p.expected("`anywhere`, or `at` and a level");
                }
            }
            p.close();
        }
        "excited" | "calmed" => {
            p.open(NEED_PART);
            p.bump();
            p.expect_word("by");
            p.name_ref("a kind of event");
            degree(p, "how much, such as `0.8`");
            if p.eat_word("within") {
                degree(p, "a length, such as `20 m`");
            }
            p.close();
        }
        _ => {
            let words = ["rises", "falls", "stays", "starts", "excited", "calmed"];
            p.skip_line(PARTS, &words, opens_declaration);
        }
    }
}

/// `0 to 1 in 6 h`, or points with commas between: `0, 0.2 at 2 h, 1 at 6 h`.
fn curve(p: &mut Parser<'_>) {
    p.open(CURVE);
    loop {
        p.open(POINT);
        degree(p, "a level, such as `0`");
        if p.eat_word("to") {
            degree(p, "a level, such as `1`");
            p.expect_word("in");
            duration(p);
        } else if p.eat_word("at") {
            duration(p);
        }
        p.close();
        if !p.eat(COMMA) {
            break;
        }
    }
    p.close();
}

fn duration(p: &mut Parser<'_>) {
    if p.at(NUMBER) {
        number(p);
    } else {
        p.expected("a duration, such as `6 h`");
    }
}
