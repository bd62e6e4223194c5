//! `area NAME in NAME`.

use crate::syntax::{Parser, *};

pub(crate) fn area(p: &mut Parser<'_>) {
    p.open(AREA_DECL);
    p.bump();
    p.name("the name of an area");
    if p.eat_word("in") {
        p.name_ref("an area");
    }
    p.close();
}
