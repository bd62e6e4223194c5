//! `prop NAME is NAME slots 2 approach front at 0 m, 1 m, back tags soft`.

use crate::declaration::grammar::{coordinates, name_refs, number};
use crate::syntax::{Parser, *};

pub(crate) fn prop(p: &mut Parser<'_>) {
    p.open(PROP_DECL);
    p.bump();
    p.name("the name of a kind of prop");
    if p.eat(IS_KW) {
        name_refs(p, PARENTS, "a kind of prop");
    }
    while p.at(IDENT) {
        p.open(FLAG);
        match p.peek_text() {
            "slots" => {
                p.bump();
                if p.at(NUMBER) {
                    number(p)
                } else {
                    p.expected("how many can hold a claim on it at once")
                }
            }
            "approach" => {
                p.bump();
                approaches(p);
            }
            "tags" => {
                p.bump();
                name_refs(p, NAMES, "a name");
            }
            _ => {
                p.expected("`slots`, `approach`, `tags` or the next declaration");
                p.skip_until(|kind| kind.is_keyword());
            }
        }
        p.close();
    }
    p.close();
}

/// `front at 0 m, 1 m, back`: names, each with or without a position.
fn approaches(p: &mut Parser<'_>) {
    p.open(NAMES);
    while p.name_ref("a name") {
        coordinates(p);
        if !p.eat(COMMA) {
            break;
        }
    }
    p.close();
}
