//! `plan NAME` with streets, squares, rooms, ways between them, placed locations, and what makes an
//! arena of them: walls, cover, light, zones and routes.

use crate::declaration::grammar::{degree, hours, name_refs, range};
use crate::declaration::opens_declaration;
use crate::syntax::{Parser, *};

/// The words that can begin a part of a plan.
const PARTS: &str = "`street`, `square`, `room`, `door`, `stairs`, `window`, `place`, `tower`, `lift`, `escalator`, `wall`, `cover`, `light`, `zone`, `route`, `people` or the next declaration";

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
        "cover",
        "light",
        "zone",
        "route",
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
        "wall" if p.at(ON_KW) => on_floors(p),
        "wall" | "cover" => {
            corners(p);
            if p.eat_word("high") {
                degree(p, "a height, such as `1.1 m`");
            }
            on_floor(p);
        }
        "light" => {
            degree(p, "a level of light, such as `20%`");
            corners(p);
            on_floor(p);
        }
        "zone" => {
            p.name_ref("the name of a zone");
            corners(p);
            on_floor(p);
        }
        "route" => {
            p.name_ref("the name of a route");
            on_floor(p);
            p.expect(COLON, "`:` and the first point");
            steps(p);
        }
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
            corners(p);
            on_floor(p);
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

/// `from 3 m, 4 m to 9 m, 4.4 m`: two corners, the south-west one first.
fn corners(p: &mut Parser<'_>) {
    p.expect_word("from");
    point(p);
    p.expect_word("to");
    point(p);
}

/// `floor 1`, if it is said.
fn on_floor(p: &mut Parser<'_>) {
    if p.at_word("floor") {
        p.open(FLAG);
        p.bump();
        degree(p, "the number of a floor; the ground is 0");
        p.close();
    }
}

/// `2 m, 3 m, pause 3 s, 8 m, 3 m`: points to walk to, and pauses.
fn steps(p: &mut Parser<'_>) {
    loop {
        if p.at_word("pause") {
            p.open(FLAG);
            p.bump();
            degree(p, "a time, such as `3 s`");
            p.close();
        } else {
            point(p);
        }
        if !p.eat(COMMA) {
            break;
        }
    }
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
