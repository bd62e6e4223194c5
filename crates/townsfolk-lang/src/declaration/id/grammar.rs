//! `id CATEGORY NAME NUMBER`.

use crate::declaration::grammar::number;
use crate::syntax::{Parser, *};

pub(crate) fn id(p: &mut Parser<'_>) {
    p.open(ID_DECL);
    p.bump();
    if p.at(IDENT) || p.peek().is_keyword() {
        p.bump();
    } else {
        p.expected("what the name is, such as `action` or `role`");
    }
    p.name_ref("the name");
    if p.at(NUMBER) {
        number(p)
    } else {
        p.expected("a number")
    }
    p.close();
}
