//! `plan NAME` with streets, squares, rooms, ways between them, and placed locations.

use crate::declaration::grammar::{degree, name_refs};
use crate::declaration::opens_declaration;
use crate::syntax::{Parser, *};

/// The words that can begin a part of a plan.
const PARTS: &str =
    "`street`, `square`, `room`, `door`, `stairs`, `window`, `place` or the next declaration";

/// The options of a door.
const OPTIONS: [&str; 5] = ["wide", "open", "admits", "private", "key"];

pub(crate) fn plan(p: &mut Parser<'_>) {
    p.open(PLAN_DECL);
    p.bump();
    p.name("the name of a town");
    while !p.at(EOF) && !opens_declaration(p.peek()) {
        part(p);
    }
    p.close();
}

fn part(p: &mut Parser<'_>) {
    let word = p.peek_text();
    let known = [
        "street", "square", "room", "door", "stairs", "window", "place",
    ];
    if !known.contains(&word) {
        p.skip_line(PARTS, &known, opens_declaration);
        return;
    }
    p.open(PLAN_PART);
    p.bump();
    match word {
        "place" => {
            p.name_ref("a kind of location");
            p.expect_word("in");
            p.name_ref("an area");
            p.expect_word("at");
            point(p);
            if p.eat_word("named") {
                p.name_ref("a name");
            }
        }
        "street" | "square" | "room" => {
            p.name_ref("an area");
            p.expect_word("from");
            point(p);
            p.expect_word("to");
            point(p);
            if p.eat_word("floor") {
                degree(p, "the number of a floor; the ground is 0");
            }
        }
        _ => {
            p.name_ref("an area");
            p.expect_word("to");
            p.name_ref("an area");
            while OPTIONS.contains(&p.peek_text()) && !p.at_line_start() {
                option(p);
            }
        }
    }
    p.close();
}

fn option(p: &mut Parser<'_>) {
    p.open(FLAG);
    let word = p.peek_text();
    p.bump();
    match word {
        "wide" => degree(p, "a width, such as `1.2 m`"),
        "open" => {
            p.expect(CLOCK, "when it opens, such as `8:00`");
            p.expect(DOTS, "`..` and when it closes");
            p.expect(CLOCK, "when it closes, such as `18:00`");
        }
        "admits" => name_refs(p, NAMES, "a role"),
        "key" => {
            p.name_ref("a kind of prop");
        }
        _ => {}
    }
    p.close();
}

/// `12 m, 4.5 m`: metres to the east, and to the north.
fn point(p: &mut Parser<'_>) {
    p.open(CORNER);
    degree(p, "metres to the east, such as `12 m`");
    p.expect(COMMA, "`,` and metres to the north");
    degree(p, "metres to the north, such as `4.5 m`");
    p.close();
}
