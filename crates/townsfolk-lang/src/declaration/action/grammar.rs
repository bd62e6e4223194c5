//! `action NAME(kinds) with name: kind = value takes 2..3 s, may fail, …`.

use crate::declaration::grammar::{degree, expression, kind_ref, kinds, range};
use crate::syntax::{Parser, *};

pub(crate) fn action(p: &mut Parser<'_>) {
    p.open(ACTION_DECL);
    p.bump();
    p.name("the name of an action");
    kinds(p);
    if p.at(WITH_KW) {
        named_parameters(p);
    }
    while p.at(IDENT) {
        flag(p);
        if p.eat(COMMA) && !p.at(IDENT) {
            p.expected("another property of the action");
        }
    }
    p.close();
}

fn named_parameters(p: &mut Parser<'_>) {
    p.open(NAMED_PARAMETERS);
    p.bump();
    loop {
        p.open(NAMED_PARAMETER);
        p.name("the name of a parameter");
        p.expect(COLON, "`:` and a kind");
        kind_ref(p);
        if p.eat(EQUAL) {
            expression(p);
        }
        p.close();
        // A comma may also stand before the first flag.
        if !(p.at(COMMA) && p.peek_nth(1) == IDENT && p.peek_nth(2) == COLON) {
            break;
        }
        p.bump();
    }
    p.eat(COMMA);
    p.close();
}

fn flag(p: &mut Parser<'_>) {
    p.open(FLAG);
    match p.peek_text() {
        "takes" => {
            p.bump();
            range(p, "a duration, such as `2..3 s`");
        }
        "may" => {
            p.bump();
            p.expect_word("fail");
        }
        "uses" => {
            p.bump();
            p.name_ref("`body`, `voice` or `gaze`");
        }
        "pose" => {
            p.bump();
            p.name_ref("a pose, such as `sitting`");
        }
        "limit" => {
            p.bump();
            range(p, "a duration, such as `30 s`");
        }
        "eases" => {
            p.bump();
            p.name_ref("a need");
        }
        "adds" => {
            p.bump();
            degree(p, "how much, such as `0.25`");
            p.expect_word("to");
            p.name_ref("a need");
        }
        "cannot" => {
            p.bump();
            p.expect_word("be");
            p.expect_word("stopped");
        }
        _ => {
            p.expected(
                "`takes`, `may fail`, `uses`, `pose`, `limit`, `cannot be stopped`, `eases`, `adds` or the next declaration",
            );
            p.skip_until(|kind| kind.is_keyword() || kind == COMMA);
        }
    }
    p.close();
}
