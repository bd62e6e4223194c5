//! `errand NAME` with its condition, the place it needs, its steps and its fallback.

use crate::declaration::grammar::{action, literals, range, writes};
use crate::declaration::opens_declaration;
use crate::syntax::{Parser, *};

const PARTS: &[&str] = &["when", "needs", "step", "otherwise"];

pub(crate) fn errand(p: &mut Parser<'_>) {
    p.open(ERRAND_DECL);
    p.bump();
    p.name("the name of an errand");
    loop {
        match p.peek_text() {
            _ if p.at(EOF) => break,
            "when" => {
                p.open(WHEN);
                p.bump();
                literals(p, false);
                p.close();
            }
            _ if opens_declaration(p.peek()) => break,
            "needs" => needs(p),
            "step" => step(p),
            "otherwise" => {
                p.open(COURSE_BRANCH);
                p.bump();
                while p.at_word("step") {
                    step(p);
                }
                p.close();
            }
            _ => p.skip_line(
                "`when`, `needs`, `step` or `otherwise`",
                PARTS,
                opens_declaration,
            ),
        }
    }
    p.close();
}

/// `needs open place serving coffee, nearest` or `needs own place serving desk`.
fn needs(p: &mut Parser<'_>) {
    p.open(NEEDED_PLACE);
    p.bump();
    if !p.eat_word("own") && !p.eat_word("open") {
        p.expected("`open place` or `own place`");
    }
    p.expect_word("place");
    p.expect_word("serving");
    p.name_ref("a tag of a location");
    if p.at(COMMA) {
        p.bump();
        p.expect_word("nearest");
    }
    p.close();
}

/// `step go`, `step do drink for 5..8 min`, `step wait 10 min` or `step set .tired(.me)`.
fn step(p: &mut Parser<'_>) {
    p.open(COURSE_STEP);
    p.bump();
    if p.at(DO_KW) {
        action(p, |p| {
            p.at(COMMA) && p.peek_nth(1) == IDENT && p.peek_nth(2) == EQUAL
        });
        if p.eat_word("for") {
            range(p, "a duration, such as `5..8 min`");
        }
    } else if p.at(SET_KW) {
        p.open(EFFECT);
        p.bump();
        writes(p);
        p.close();
    } else if p.eat_word("wait") {
        range(p, "a duration, such as `10 min`");
    } else if !p.eat_word("go") {
        p.expected("`go`, `do` and an action, `wait` and a duration, or `set` and an attribute");
    }
    p.close();
}
