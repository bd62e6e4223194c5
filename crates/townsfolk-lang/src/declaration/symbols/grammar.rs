//! `symbols NAME: word, word`.

use crate::syntax::{Parser, *};

pub(crate) fn symbols(p: &mut Parser<'_>) {
    p.open(SYMBOLS_DECL);
    p.bump();
    p.name("the name of a set of symbols");
    p.expect(COLON, "`:` and the symbols");
    p.open(NAMES);
    while p.name("a symbol") && p.eat(COMMA) {}
    p.close();
    p.close();
}
