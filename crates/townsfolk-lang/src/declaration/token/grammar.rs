//! `token NAME holds 1, best, rests 0.5 s`.

use crate::declaration::amount::amount;
use crate::declaration::opens_declaration;
use crate::syntax::{Parser, *};

const WORDS: &[&str] = &["holds", "first", "best", "rests"];

pub(crate) fn token(p: &mut Parser<'_>) {
    p.open(TOKEN_DECL);
    p.bump();
    p.name("the name of a token");
    option(p);
    while p.eat(COMMA) {
        option(p);
    }
    while !p.at(EOF) && !opens_declaration(p.peek()) {
        p.skip_line("`,` or the next declaration", WORDS, opens_declaration);
    }
    p.close();
}

fn option(p: &mut Parser<'_>) {
    p.open(FLAG);
    match p.peek_text() {
        "holds" => {
            p.bump();
            amount(p, "a number, such as `1`");
        }
        "first" => {
            p.bump();
            p.expect_word("come");
        }
        "best" => p.bump(),
        "rests" => {
            p.bump();
            amount(p, "a time, such as `0.5 s`");
        }
        _ => p.expected("`holds` and a number, `first come`, `best` or `rests` and a time"),
    }
    p.close();
}
