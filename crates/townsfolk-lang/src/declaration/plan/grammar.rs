//! `plan NAME` with streets, squares, rooms, ways between them, and placed locations.

use crate::declaration::grammar::{degree, hours, name_refs, range};
use crate::declaration::opens_declaration;
use crate::syntax::{Parser, *};

/// The words that can begin a part of a plan.
const PARTS: &str = "`street`, `square`, `room`, `door`, `stairs`, `window`, `place`, `tower`, `lift`, `escalator`, `wall`, `people` or the next declaration";

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
        "street",
        "square",
        "room",
        "door",
        "stairs",
        "window",
        "place",
        "tower",
        "lift",
        "escalator",
        "wall",
        "people",
    ];
    if !known.contains(&word) {
        p.skip_line(PARTS, &known, opens_declaration);
        return;
    }
    p.open(PLAN_PART);
    p.bump();
    match word {
        "tower" => {
            p.expect_word("floors");
            degree(p, "how many floors, such as `100`");
            p.expect_word("wide");
            degree(p, "how many tiles, such as `150`");
        }
        "lift" | "escalator" => shaft(p),
        "stairs" if p.at_word("at") => shaft(p),
        "wall" => on_floors(p),
        "people" => {
            degree(p, "how many people, such as `40`");
            p.name_ref("a role");
            on_floors(p);
        }
        "place" => {
            p.name_ref("a kind of location");
            if p.at(ON_KW) {
                on_floors(p);
                p.close();
                return;
            }
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

/// `at 20 from 0 to 50 capacity 12`: a connector of a tower.
fn shaft(p: &mut Parser<'_>) {
    p.expect_word("at");
    degree(p, "a tile, such as `20`");
    while ["from", "to", "capacity"].contains(&p.peek_text()) && !p.at_line_start() {
        p.open(FLAG);
        p.bump();
        degree(p, "a number");
        p.close();
    }
}

/// `on 2..60 at 70`: tiles of a tower, one on each floor.
fn on_floors(p: &mut Parser<'_>) {
    p.expect(ON_KW, "`on` and a floor");
    range(p, "a floor, such as `3`, or several, such as `2..60`");
    p.expect_word("at");
    degree(p, "a tile, such as `70`");
}

fn option(p: &mut Parser<'_>) {
    p.open(FLAG);
    let word = p.peek_text();
    p.bump();
    match word {
        "wide" => degree(p, "a width, such as `1.2 m`"),
        "open" => hours(p),
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
