//! `schedule NAME` with one line for each period of the day.

use crate::declaration::grammar::{degree, number};
use crate::declaration::opens_declaration;
use crate::syntax::{Parser, *};

pub(crate) fn schedule(p: &mut Parser<'_>) {
    p.open(SCHEDULE_DECL);
    p.bump();
    p.name("the name of a schedule");
    if p.at_word("counts") {
        calendar(p);
    }
    while !p.at(EOF) && !opens_declaration(p.peek()) {
        if matches!(p.peek(), CLOCK | NUMBER) {
            entry(p);
        } else {
            p.expected(
                "a period, such as `8:00..17:00 at kitchen as cook`, or the next declaration",
            );
            p.open(ERROR);
            p.bump();
            p.close();
            p.skip_until(|kind| matches!(kind, CLOCK | NUMBER) || opens_declaration(kind));
        }
    }
    p.close();
}

/// `counts 161280 from 23:00`: a day of that many units, beginning at that time.
fn calendar(p: &mut Parser<'_>) {
    p.open(CALENDAR);
    p.bump();
    if p.at(NUMBER) {
        number(p);
    } else {
        p.expected("how many units a day has");
    }
    if p.expect_word("from") {
        p.expect(
            CLOCK,
            "the time of day at which the first one begins, such as `0:00`",
        );
    }
    p.close();
}

fn entry(p: &mut Parser<'_>) {
    p.open(ENTRY);
    p.bump();
    p.expect(DOTS, "`..` and the end of the period");
    if matches!(p.peek(), CLOCK | NUMBER) {
        p.bump();
    } else {
        p.expected("the end of the period");
    }
    // An activity, or an area.
    if p.eat_word("for") {
        p.name_ref("an activity, such as `leisure`");
    } else {
        p.expect_word("at");
        p.name_ref("an area");
    }
    p.expect_word("as");
    p.name_ref("a role");
    while at_option(p) {
        option(p);
        if !p.eat(COMMA) {
            break;
        }
        if !at_option(p) {
            p.expected("`waits up to`, `urgent from` or `meets friends`");
        }
    }
    p.close();
}

fn at_option(p: &Parser<'_>) -> bool {
    p.at_word("waits") || p.at_word("meets") || p.at(URGENT_KW)
}

fn option(p: &mut Parser<'_>) {
    p.open(FLAG);
    let (waits, meets) = (p.at_word("waits"), p.at_word("meets"));
    p.bump();
    if meets {
        p.expect_word("friends");
        if p.eat_word("liked") {
            degree(p, "how much, such as `0.6`");
        }
        if p.eat_word("within") {
            duration(p);
        }
    } else if waits {
        p.expect_word("up");
        p.expect_word("to");
        duration(p);
    } else {
        p.expect_word("from");
        duration(p);
        if p.eat_word("leaving") {
            p.expect_word("at");
            degree(p, "how urgent it must be, such as `0.7`");
        }
    }
    p.close();
}

fn duration(p: &mut Parser<'_>) {
    if p.at(NUMBER) {
        number(p);
    } else {
        p.expected("a duration, such as `30 min`");
    }
}
