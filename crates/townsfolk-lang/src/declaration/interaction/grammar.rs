//! `interaction NAME` with its effects on the other, on oneself and on witnesses.

use crate::declaration::measure::measures;
use crate::declaration::opens_declaration;
use crate::syntax::{Parser, *};

/// The words that can begin a part of an interaction.
const PARTS: &str = "`to other`, `to oneself`, `to witnesses` or the next declaration";

pub(crate) fn interaction(p: &mut Parser<'_>) {
    p.open(INTERACTION_DECL);
    p.bump();
    p.name("an interaction, such as `joke`");
    while !p.at(EOF) && !opens_declaration(p.peek()) {
        if p.at_word("to") {
            part(p);
        } else {
            p.skip_line(PARTS, &["to"], opens_declaration);
        }
    }
    p.close();
}

/// `to other valence 0.1, like 0.1 if attracted`.
fn part(p: &mut Parser<'_>) {
    p.open(INTERACTION_PART);
    p.bump();
    if ["other", "oneself", "witnesses"].contains(&p.peek_text()) {
        p.bump();
    } else {
        p.expected("`other`, `oneself` or `witnesses`");
    }
    measures(
        p,
        "`valence`, `arousal`, `like`, `attraction`, `dominance`, `intimacy` or `interest` and a number",
    );
    if p.eat_word("if") {
        p.open(FLAG);
        p.eat(NOT_KW);
        if ["attracted", "submissive", "shared"].contains(&p.peek_text()) {
            p.bump();
        } else {
            p.expected("`attracted`, `submissive` or `shared`, or one of them behind `not`");
        }
        p.close();
    }
    p.close();
}
