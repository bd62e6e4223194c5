//! `attribute NAME(character): kind range = value set by host`.

use crate::declaration::grammar::{degree, expression, kind_ref, kinds};
use crate::syntax::{Parser, *};

pub(crate) fn attribute(p: &mut Parser<'_>) {
    p.open(HOST_DECL);
    p.bump();
    p.name("the name of an attribute");
    signature(p, |_| false);
    p.close();
}

/// The owner, the kind, the default and the setter of an attribute. `at_part` says whether a line
/// below the head begins here.
pub(crate) fn signature(p: &mut Parser<'_>, at_part: impl Fn(&Parser<'_>) -> bool) {
    kinds(p);
    if p.at(COLON) {
        p.open(RESULT);
        p.bump();
        result(p, at_part);
        p.close();
        if p.eat(EQUAL) {
            expression(p);
        }
    } else if p.at(EQUAL) {
        p.expected("`:` and a kind before the value");
        p.skip_until(|kind| kind.is_keyword());
    }
    if at_set_by(p) {
        p.open(FLAG);
        p.bump();
        p.bump();
        p.expect_word("host");
        p.close();
    }
}

/// A kind, and after it the symbols or the range of a number.
fn result(p: &mut Parser<'_>, at_part: impl Fn(&Parser<'_>) -> bool) {
    let symbols = p.at_word("symbol");
    kind_ref(p);
    if symbols && p.at(IDENT) && !at_set_by(p) && !at_part(p) {
        p.open(NAMES);
        while p.name("a symbol") && p.eat(COMMA) {}
        p.close();
    } else if matches!(p.peek(), NUMBER | MINUS) {
        p.open(RANGE);
        degree(p, "the least value");
        p.expect(DOTS, "`..` and the greatest value");
        degree(p, "the greatest value");
        p.close();
    }
}

fn at_set_by(p: &Parser<'_>) -> bool {
    p.at_word("set") && p.peek_nth_text(1) == "by"
}
