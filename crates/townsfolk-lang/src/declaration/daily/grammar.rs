//! `daily NAME as URGENCY` with its blocks, its one-shots, `jitter` and `grace`.

use crate::declaration::grammar::{hours, name_refs, range};
use crate::declaration::{head_urgency, opens_declaration};
use crate::syntax::{Parser, *};

/// The beginnings of parts that are words.
const PARTS: &[&str] = &["at", "jitter", "grace"];

pub(crate) fn daily(p: &mut Parser<'_>) {
    p.open(DAILY_DECL);
    p.bump();
    p.name("the name of a daily script");
    head_urgency(p);
    while !p.at(EOF) && !opens_declaration(p.peek()) {
        match p.peek_text() {
            _ if p.at(CLOCK) => block(p),
            "at" => one_shot(p),
            "jitter" | "grace" => {
                p.open(DAILY_PART);
                p.bump();
                range(p, "a duration, such as `15 min`");
                p.close();
            }
            _ => p.skip_line(
                "a block such as `8:00..20:00 work`, `at` and a time, `jitter` or `grace`",
                PARTS,
                |kind| kind == CLOCK || opens_declaration(kind),
            ),
        }
    }
    p.close();
}

/// `8:00..20:00 check_mail, work_at_desk`.
fn block(p: &mut Parser<'_>) {
    p.open(DAILY_PART);
    hours(p);
    name_refs(p, NAMES, "an errand");
    p.close();
}

/// `at 15:00 get_coffee with 50%`.
fn one_shot(p: &mut Parser<'_>) {
    p.open(DAILY_PART);
    p.bump();
    p.expect(CLOCK, "a time of day, such as `15:00`");
    name_refs(p, NAMES, "an errand");
    if p.eat(WITH_KW) {
        range(p, "a chance, such as `50%`");
    }
    p.close();
}
