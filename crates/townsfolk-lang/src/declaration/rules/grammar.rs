//! `rules NAME as URGENCY`, its subsets and its rules.

use crate::declaration::grammar::{deed, degree, literals_until, plain_number, range};
use crate::declaration::opens_declaration;
use crate::syntax::{Parser, *};

const PARTS: &[&str] = &["subset", "rule"];

pub(crate) fn rules(p: &mut Parser<'_>) {
    p.open(RULES_DECL);
    p.bump();
    p.name("the name of a set of rules");
    head(p);
    loop {
        match p.peek() {
            EOF => break,
            RULE_KW => rule(p),
            IDENT if p.at_word("subset") => {
                p.open(SUBSET);
                p.bump();
                p.name("the name of a subset");
                p.close();
            }
            kind if opens_declaration(kind) => break,
            _ => p.skip_line("`rule` or `subset`", PARTS, opens_declaration),
        }
    }
    p.close();
}

/// `of world` and `as duty`.
fn head(p: &mut Parser<'_>) {
    while p.at_word("of") || p.at_word("as") {
        p.open(FLAG);
        if p.eat_word("of") {
            p.expect_word("world");
        } else {
            p.bump();
            p.name_ref("`idle`, `wish`, `duty`, `need`, `danger` or `command`");
        }
        p.close();
    }
}

fn rule(p: &mut Parser<'_>) {
    p.open(HOT_RULE);
    p.bump();
    p.name("the name of a rule");
    if p.at_word("priority") {
        p.open(PRIORITY);
        p.bump();
        degree(p, "a number, such as `2`");
        p.close();
    }
    loop {
        match p.peek() {
            WHEN_KW => {
                p.open(WHEN);
                p.bump();
                literals_until(p, |p| p.at_word("subset") && p.peek_nth(1) != OPEN);
                p.close();
            }
            DO_KW => alternatives(p),
            AGAIN_KW => {
                p.open(AGAIN);
                p.bump();
                p.expect_word("after");
                range(p, "a duration, such as `20 s`");
                p.close();
            }
            _ => break,
        }
    }
    p.close();
}

/// `do pause or 2 wander or hum(3)`.
fn alternatives(p: &mut Parser<'_>) {
    p.open(ALTERNATIVES);
    p.bump();
    loop {
        p.open(ALTERNATIVE);
        if p.at(NUMBER) {
            plain_number(p);
        }
        deed(p);
        p.close();
        if !p.eat_word("or") {
            break;
        }
    }
    p.close();
}
