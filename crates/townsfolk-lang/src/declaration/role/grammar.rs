//! `role NAME is NAME, NAME carries LAYER` and `proxy NAME is NAME`.

use crate::declaration::grammar::name_refs;
use crate::syntax::{Parser, *};

pub(crate) fn role(p: &mut Parser<'_>) {
    p.open(ROLE_DECL);
    p.bump();
    p.name("the name of a role");
    if p.eat(IS_KW) {
        name_refs(p, PARENTS, "a role");
    }
    if p.at_word("carries") {
        p.open(CARRIES);
        p.bump();
        p.name_ref("a layer");
        p.close();
    }
    p.close();
}
