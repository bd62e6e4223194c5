//! `property NAME(kinds): kind`, `function …`, `predicate …`, with `every 1 s`.

use crate::declaration::grammar::{kind_ref, kinds, range};
use crate::syntax::{Parser, *};

pub(crate) fn host(p: &mut Parser<'_>) {
    p.open(HOST_DECL);
    p.bump();
    p.name("a name");
    kinds(p);
    if p.at(COLON) {
        p.open(RESULT);
        p.bump();
        kind_ref(p);
        p.close();
    }
    if p.at(EVERY_KW) && p.peek_nth(1) == NUMBER {
        p.open(FLAG);
        p.bump();
        range(p, "a duration, such as `0.5 s`");
        p.close();
    }
    p.close();
}
