//! `course NAME(Variable: kind)`, its steps, its branches and `resumes`.

use crate::declaration::grammar::{action, kind_ref, writes};
use crate::declaration::opens_declaration;
use crate::syntax::{Parser, *};

const PARTS: &[&str] = &["step", "branch", "otherwise", "resumes"];

pub(crate) fn course(p: &mut Parser<'_>) {
    p.open(COURSE_DECL);
    p.bump();
    p.name("the name of a course");
    if p.at(OPEN) {
        parameters(p);
    }
    loop {
        match p.peek_text() {
            _ if p.at(EOF) || opens_declaration(p.peek()) => break,
            "step" => step(p),
            "branch" | "otherwise" => branch(p),
            "resumes" => {
                p.open(RESUMES);
                p.bump();
                p.close();
            }
            _ => p.skip_line(
                "`step`, `branch`, `otherwise` or `resumes`",
                PARTS,
                opens_declaration,
            ),
        }
    }
    p.close();
}

/// Whether the next part of the course begins here.
fn at_part(p: &Parser<'_>) -> bool {
    p.at_line_start() && PARTS.contains(&p.peek_text())
}

/// `(Door: prop, Who: character)`.
pub(crate) fn parameters(p: &mut Parser<'_>) {
    p.open(COURSE_PARAMETERS);
    p.bump();
    while !p.at(CLOSE) && !p.at(EOF) && !p.peek().is_keyword() {
        p.open(COURSE_PARAMETER);
        p.open(VARIABLE_EXPR);
        p.expect(VARIABLE, "a variable, such as `Door`");
        p.close();
        p.expect(COLON, "`:` and a kind");
        kind_ref(p);
        p.close();
        if !p.eat(COMMA) {
            break;
        }
    }
    p.expect(CLOSE, "`)`");
    p.close();
}

/// `branch NAME` or `otherwise`, and its steps.
fn branch(p: &mut Parser<'_>) {
    p.open(COURSE_BRANCH);
    if !p.eat_word("otherwise") {
        p.bump();
        match at_part(p) {
            true => p.expected("the name of a branch"),
            false => _ = p.name("the name of a branch"),
        }
    }
    while p.at_word("step") {
        step(p);
    }
    p.close();
}

/// `step do action, set .attribute(.me) = value`, and the failure parts.
fn step(p: &mut Parser<'_>) {
    p.open(COURSE_STEP);
    p.bump();
    loop {
        if p.at(DO_KW) {
            // A comma also stands before the next part of the step.
            action(p, |p| {
                p.at(COMMA) && p.peek_nth(1) == IDENT && p.peek_nth(2) == EQUAL
            });
        } else if p.at(SET_KW) {
            p.open(EFFECT);
            p.bump();
            writes(p);
            p.close();
        } else {
            p.expected("`do` and an action, or `set` and an attribute");
            break;
        }
        if !p.eat(COMMA) {
            break;
        }
    }
    if p.at(ON_KW) {
        p.open(ON_FAILURE);
        p.bump();
        p.expect_word("failure");
        if p.eat_word("go") {
            p.expect(ON_KW, "`on`");
        } else if p.at(GOTO_KW) {
            p.open(GOTO);
            p.bump();
            match at_part(p) {
                true => p.expected("a branch"),
                false => _ = p.name_ref("a branch"),
            }
            p.close();
        } else {
            p.expected("`goto` and a branch, or `go on`");
        }
        p.close();
    }
    p.close();
}
