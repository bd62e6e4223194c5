//! `role NAME is NAME, NAME carries LAYER thinks with NAME` and `proxy NAME is NAME`.

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
    if p.at_word("thinks") {
        p.open(THINKS);
        p.bump();
        p.expect(WITH_KW, "`with`");
        name_refs(p, NAMES, "a way to decide, such as a set of rules");
        p.close();
    }
    p.close();
}
