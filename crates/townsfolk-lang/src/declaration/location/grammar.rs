//! `location NAME` with props, known facts, tags, opening hours, preferred scripts, emitters and served
//! needs.

use crate::declaration::grammar::{coordinates, facts, hours, name_refs, number, range};
use crate::declaration::opens_declaration;
use crate::syntax::{Parser, *};

pub(crate) fn location(p: &mut Parser<'_>) {
    p.open(LOCATION_DECL);
    p.bump();
    p.name("the name of a kind of location");
    loop {
        match p.peek() {
            PROP_KW if is_prop_here(p) => prop(p),
            IDENT => part(p),
            EOF => break,
            kind if opens_declaration(kind) => break,
            _ => {
                p.expected(
                    "`prop`, `knows`, `tags`, `open`, `prefers`, `emits`, `serves` or the next declaration",
                );
                p.skip_until(|kind| kind == IDENT || opens_declaration(kind));
                if p.at(IDENT) && !p.at_line_start() {
                    p.open(ERROR);
                    p.bump();
                    p.close();
                }
            }
        }
    }
    p.close();
}

/// Whether `prop` names a prop of the location and does not declare a kind: a colon follows its
/// name, or, in unfinished text, a part that only a location has.
fn is_prop_here(p: &Parser<'_>) -> bool {
    p.peek_nth(2) == COLON
        || (p.peek_nth(1) == IDENT
            && ["at", "knows", "prefers", "emits", "serves"].contains(&p.peek_nth_text(2)))
}

fn prop(p: &mut Parser<'_>) {
    p.open(LOCATION_PROP);
    p.bump();
    p.name("the name of a prop");
    if p.expect(COLON, "`:` and a kind of prop") {
        p.name_ref("a kind of prop");
    }
    coordinates(p);
    p.close();
}

fn part(p: &mut Parser<'_>) {
    match p.peek_text() {
        "knows" => {
            p.open(KNOWS);
            p.bump();
            facts(p);
            p.close();
        }
        "tags" => {
            p.open(TAGS);
            p.bump();
            name_refs(p, NAMES, "a tag");
            p.close();
        }
        "open" => {
            p.open(OPEN_HOURS);
            p.bump();
            hours(p);
            p.close();
        }
        "prefers" => {
            p.open(PREFERS);
            p.bump();
            loop {
                p.open(PREFERENCE);
                p.name_ref("a script");
                if p.at(NUMBER) {
                    number(p);
                }
                p.close();
                if !p.eat(COMMA) {
                    break;
                }
            }
            p.close();
        }
        "emits" => emits(p),
        "serves" => {
            p.open(SERVES);
            p.bump();
            p.name_ref("a need");
            p.expect_word("as");
            p.name_ref("a role");
            p.close();
        }
        _ => {
            p.expected(
                "`prop`, `knows`, `tags`, `open`, `prefers`, `emits`, `serves` or the next declaration",
            );
            p.open(ERROR);
            p.bump();
            p.close();
        }
    }
}

fn emits(p: &mut Parser<'_>) {
    p.open(EMITS);
    p.bump();
    let known = p.at(SCRIPT_KW) || ["notification", "spawn", "player"].contains(&p.peek_text());
    if known {
        p.bump();
    } else {
        p.expected("`script`, `notification`, `spawn` or `player`");
    }
    while matches!(p.peek(), IDENT | EVERY_KW | THEN_KW) && !starts_part(p) {
        option(p);
        if !p.eat(COMMA) {
            break;
        }
    }
    p.close();
}

fn starts_part(p: &Parser<'_>) -> bool {
    ["knows", "tags", "open", "prefers", "emits", "serves"].contains(&p.peek_text())
}

fn option(p: &mut Parser<'_>) {
    p.open(FLAG);
    match p.peek_text() {
        "within" => {
            p.bump();
            range(p, "a length, such as `8 m`");
        }
        "every" => {
            p.bump();
            range(p, "a duration, such as `2 s`");
        }
        "rests" => {
            p.bump();
            if p.eat_word("per") {
                p.expect_word("character");
            }
            range(p, "a duration, such as `30 s`");
        }
        "at" => {
            p.bump();
            p.expect_word("most");
            range(p, "a number of scenes");
            p.expect_word("within");
            range(p, "a length, such as `50 m`");
        }
        "from" => {
            p.bump();
            p.expect(CLOCK, "a time of day, such as `8:00`");
            p.expect_word("to");
            p.expect(CLOCK, "a time of day, such as `22:00`");
        }
        "icon" => {
            p.bump();
            p.name_ref("the name of an icon");
        }
        "then" => {
            p.bump();
            if !p.eat_word("stay") && !p.eat_word("withdraw") {
                p.expected("`stay` or `withdraw`");
            }
        }
        "extras" => p.bump(),
        _ => {
            // A spawned character: `elder 1 at door`.
            p.name_ref("a role");
            range(p, "how many");
            p.expect_word("at");
            p.name_ref("the name of a point");
        }
    }
    p.close();
}
