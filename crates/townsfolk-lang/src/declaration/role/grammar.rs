//! `role NAME is NAME, NAME` and `proxy NAME is NAME`.

use crate::declaration::grammar::name_refs;
use crate::syntax::{Parser, *};

pub(super) fn role(p: &mut Parser<'_>) {
    p.open(ROLE_DECL);
    p.bump();
    p.name("the name of a role");
    if p.eat(IS_KW) {
        name_refs(p, PARENTS, "a role");
    }
    p.close();
}
