//! `goal NAME as URGENCY` with `when`, and `operator NAME(Variable: kind)` with `when`, `makes`, `cost`
//! and `do`.

use crate::declaration::course::grammar::parameters;
use crate::declaration::grammar::{action, degree, literals, writes};
use crate::declaration::{head_urgency, opens_declaration};
use crate::syntax::{Parser, *};

pub(crate) fn goal(p: &mut Parser<'_>) {
    p.open(GOAL_DECL);
    p.bump();
    p.name("the name of a goal");
    head_urgency(p);
    parts(p, &["when"], "`when` and what must hold");
    p.close();
}

pub(crate) fn operator(p: &mut Parser<'_>) {
    p.open(OPERATOR_DECL);
    p.bump();
    p.name("the name of an operator");
    if p.at(OPEN) {
        parameters(p);
    }
    let known = &["when", "makes", "cost", "do"];
    parts(p, known, "`when`, `makes`, `cost` or `do`");
    p.close();
}

fn parts(p: &mut Parser<'_>, known: &[&str], what: &str) {
    while !p.at(EOF) && !opens_declaration(p.peek()) {
        match p.peek_text() {
            word if !known.contains(&word) => p.skip_line(what, known, opens_declaration),
            "when" => {
                p.open(WHEN);
                p.bump();
                literals(p, false);
                p.close();
            }
            "makes" => {
                p.open(MAKES);
                p.bump();
                writes(p);
                p.close();
            }
            "cost" => {
                p.open(COST);
                p.bump();
                degree(p, "a number, such as `2`");
                p.close();
            }
            _ => action(p, |p| {
                p.at(COMMA) && p.peek_nth(1) == IDENT && p.peek_nth(2) == EQUAL
            }),
        }
    }
}
