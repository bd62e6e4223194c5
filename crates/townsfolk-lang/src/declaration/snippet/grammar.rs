//! `snippet NAME class CLASS from SOURCE`, `tree NAME(Variable: kind)` and `query NAME of ROLE`.

use crate::declaration::course::grammar::parameters;
use crate::declaration::grammar::{
    call, deed, degree, expression, literals_before, literals_until, name_refs, number, range,
};
use crate::declaration::opens_declaration;
use crate::syntax::{Parser, *};

const PARTS: &[&str] = &[
    "among", "when", "unless", "score", "rated", "tether", "cost", "do",
];

/// The words that can follow the name of a snippet.
const HEAD: &[&str] = &[
    "class",
    "from",
    "requires",
    "as",
    "every",
    "passive",
    "interrupts",
];

/// The words that join terms of a score.
const JOINTS: &[&str] = &["and", "or"];

pub(crate) fn snippet(p: &mut Parser<'_>) {
    p.open(SNIPPET_DECL);
    p.bump();
    p.name("the name of a snippet");
    head(p);
    parts(p, true);
    p.close();
}

pub(crate) fn tree(p: &mut Parser<'_>) {
    p.open(TREE_DECL);
    p.bump();
    p.name("the name of a tree");
    if p.at(OPEN) {
        parameters(p);
    }
    parts(p, false);
    p.close();
}

/// `query hostiles of fighter within 20 m as It`, and what is kept. With `from` it is a query for
/// places to stand.
pub(crate) fn query(p: &mut Parser<'_>) {
    if p.peek_nth_text(2) == "from" {
        return crate::declaration::posts::grammar::posts(p);
    }
    p.open(QUERY_DECL);
    p.bump();
    p.name("the name of a query");
    p.open(FLAG);
    p.expect_word("of");
    p.name_ref("a role, or `everyone`");
    p.close();
    bounds(p);
    while p.at_word("keep") {
        p.open(KEEP);
        p.bump();
        literals_until(p, |p| p.at_word("keep"));
        p.close();
    }
    p.close();
}

/// `class offensive from staff requires mage as duty every 0.5 s passive interrupts`.
fn head(p: &mut Parser<'_>) {
    while HEAD.contains(&p.peek_text()) {
        flag(p);
    }
    let goes_on = at_part(p) || p.at(EOF) || opens_declaration(p.peek());
    if !goes_on && !p.at_line_start() {
        p.skip_line(
            "`class`, `from`, `requires`, `as`, `every`, `passive` or `interrupts`",
            HEAD,
            opens_declaration,
        );
    }
}

fn flag(p: &mut Parser<'_>) {
    p.open(FLAG);
    let word = p.peek_text();
    p.bump();
    match word {
        "class" => {
            p.name_ref("`movement`, `basic`, `offensive`, `support`, `reaction` or `safety`");
        }
        "from" => name_refs(p, NAMES, "a piece of equipment"),
        "requires" => name_refs(p, NAMES, "a role"),
        "as" => {
            p.name_ref("`idle`, `wish`, `duty`, `need`, `danger` or `command`");
        }
        "every" => range(p, "a duration, such as `0.5 s`"),
        _ => {}
    }
    p.close();
}

fn parts(p: &mut Parser<'_>, of_snippet: bool) {
    loop {
        match p.peek() {
            EOF => break,
            DO_KW if of_snippet => deeds(p),
            IDENT if of_snippet && p.at_word("cost") => cost(p),
            _ if at_rating(p) => rating(p),
            kind if opens_declaration(kind) => break,
            _ => p.skip_line(
                "`among`, `when`, `unless`, `score`, `rated by`, `tether`, `cost` or `do`",
                PARTS,
                opens_declaration,
            ),
        }
    }
}

/// Whether something stands here that decides about truth, points or targets.
fn at_rating(p: &Parser<'_>) -> bool {
    p.at(WHEN_KW)
        || ["among", "unless", "score", "rated", "tether"].contains(&p.peek_text()) && p.at(IDENT)
}

/// Whether a part of a snippet begins here.
fn at_part(p: &Parser<'_>) -> bool {
    at_rating(p) || p.at(DO_KW) || p.at_word("cost")
}

fn rating(p: &mut Parser<'_>) {
    match p.peek_text() {
        "among" => p.nested(among),
        "score" => score(p),
        "rated" => {
            p.open(RATED);
            p.bump();
            p.expect_word("by");
            match p.peek() {
                IDENT => call(p),
                _ => p.expected("a tree"),
            }
            p.close();
        }
        "tether" => tether(p),
        "unless" => {
            p.open(UNLESS);
            p.bump();
            literals_until(p, at_part);
            p.close();
        }
        _ => {
            p.open(WHEN);
            p.bump();
            literals_until(p, at_part);
            p.close();
        }
    }
}

/// `among hostiles and me within 20 m as It`, and the ratings of each candidate.
fn among(p: &mut Parser<'_>) {
    p.open(AMONG);
    p.bump();
    match p.peek() {
        DOT_NAME => expression(p),
        _ => _ = p.name_ref("a query, a role, `everyone` or `me`"),
    }
    bounds(p);
    while at_rating(p) {
        rating(p);
    }
    p.close();
}

/// `and me`, `within 20 m` and `as It`.
fn bounds(p: &mut Parser<'_>) {
    while p.at(IDENT) {
        match p.peek_text() {
            "and" => {
                p.open(FLAG);
                p.bump();
                p.expect_word("me");
                p.close();
            }
            "within" => {
                p.open(RANGE);
                p.bump();
                match p.peek() {
                    NUMBER => number(p),
                    _ => p.expected("a distance, such as `20 m`"),
                }
                p.close();
            }
            "as" => {
                p.bump();
                p.open(VARIABLE_EXPR);
                p.expect(VARIABLE, "a variable, such as `It`");
                p.close();
            }
            _ => break,
        }
    }
}

/// `score 20, and 10 if .vulnerable(It), or 5 if .wounded(It)`.
fn score(p: &mut Parser<'_>) {
    p.open(SCORE);
    p.bump();
    loop {
        p.open(SCORE_TERM);
        if JOINTS.contains(&p.peek_text()) {
            p.bump();
        }
        if p.eat_word("by") {
            expression(p);
            curve(p);
        } else {
            expression(p);
        }
        if p.eat_word("if") {
            literals_before(p, JOINTS);
        }
        p.close();
        if !(p.at(COMMA) && JOINTS.contains(&p.peek_nth_text(1))) {
            break;
        }
        p.bump();
    }
    p.close();
}

/// `3 m: 10, 20 m: 0`.
fn curve(p: &mut Parser<'_>) {
    p.open(CURVE);
    while matches!(p.peek(), NUMBER | MINUS) {
        p.open(POINT);
        degree(p, "a value, such as `3 m`");
        p.expect(COLON, "`:` and points");
        degree(p, "points, such as `10`");
        p.close();
        if !p.at(COMMA) || !matches!(p.peek_nth(1), NUMBER | MINUS) {
            break;
        }
        p.bump();
    }
    p.close();
}

/// `tether distance(.me, Post) beyond 20 m until 10 m`.
fn tether(p: &mut Parser<'_>) {
    p.open(TETHER);
    p.bump();
    expression(p);
    p.expect_word("beyond");
    degree(p, "a distance, such as `20 m`");
    if p.eat_word("until") {
        degree(p, "a distance, such as `10 m`");
    }
    p.close();
}

/// `cost 30 mana, 1 arrows`.
fn cost(p: &mut Parser<'_>) {
    p.open(COST);
    p.bump();
    loop {
        degree(p, "a number and an attribute, such as `30 mana`");
        p.name_ref("an attribute");
        if !p.eat(COMMA) {
            break;
        }
    }
    p.close();
}

/// `do close_in(It, 15 m), strike(It) with power = 3`.
fn deeds(p: &mut Parser<'_>) {
    p.open(DEEDS);
    p.bump();
    loop {
        p.open(DEED_CALL);
        deed(p);
        p.close();
        if !p.eat(COMMA) {
            break;
        }
    }
    p.close();
}
