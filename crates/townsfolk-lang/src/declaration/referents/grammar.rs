//! `referents NAME is NAME: NAME, NAME`, with senses, rules, goals and situations.

use crate::declaration::grammar::{action, call, expression, literals, name_refs, number};
use crate::declaration::opens_declaration;
use crate::syntax::{Parser, *};

/// What a line of a referents declaration can begin with.
const PARTS: &str = "`sense`, `feel`, `notice`, `bind`, `share`, a rule such as `near(X) if seen(X)`, `want`, `achieve`, `to know`, `do`, `situation`, or the next declaration";

const WORDS: &[&str] = &[
    "sense",
    "feel",
    "notice",
    "bind",
    "share",
    "want",
    "achieve",
    "to",
    "do",
    "situation",
    "sight",
    "attention",
    "notices",
    "distracted",
    "remembers",
    "plain",
    "every",
];

/// The words of limits, each followed by a number.
pub(super) const LIMITS: &[&str] = &["sight", "attention", "notices", "distracted", "remembers"];

pub(crate) fn referents(p: &mut Parser<'_>) {
    p.open(REFERENTS_DECL);
    p.bump();
    p.name("the name of a set of referents");
    if p.eat(IS_KW) {
        name_refs(p, PARENTS, "another set of referents");
    }
    if p.eat(COLON) {
        p.open(NAMES);
        while p.name("the name of a referent") && p.eat(COMMA) {}
        p.close();
    }
    while !p.at(EOF) && !opens_declaration(p.peek()) {
        match p.at_word("situation") && p.peek_nth(1) != OPEN {
            true => situation(p),
            false => part(p),
        }
    }
    p.close();
}

/// `situation NAME as URGENCY fighting when TERMS until TERMS`, and what belongs to it.
fn situation(p: &mut Parser<'_>) {
    p.open(SITUATION);
    p.bump();
    p.name("the name of a situation");
    while (p.at_word("as") || p.at_word("fighting")) && !at_rule(p) {
        p.open(FLAG);
        if p.eat_word("as") {
            p.name_ref("`idle`, `wish`, `duty`, `need`, `danger` or `command`");
        } else {
            p.bump();
        }
        p.close();
    }
    when(p);
    if p.at_word("until") {
        p.open(UNTIL);
        p.bump();
        terms(p);
        p.close();
    }
    while !p.at(EOF) && !opens_declaration(p.peek()) {
        if p.at_word("situation") && p.peek_nth(1) != OPEN {
            break;
        }
        part(p);
    }
    p.close();
}

fn part(p: &mut Parser<'_>) {
    if at_rule(p) {
        return rule(p);
    }
    match p.peek_text() {
        "sense" | "feel" => sense(p),
        "notice" => notice(p),
        "bind" => bind(p),
        "share" => share(p),
        "want" | "achieve" | "to" | "do" => goal(p),
        "plain" => {
            p.open(LIMIT);
            p.bump();
            p.close();
        }
        "every" => limit(p),
        word if LIMITS.contains(&word) => limit(p),
        _ => p.skip_line(PARTS, WORDS, opens_declaration),
    }
}

/// Whether a rule begins here, whatever its head is called.
fn at_rule(p: &Parser<'_>) -> bool {
    p.at(IDENT) && (p.peek_nth(1) == OPEN || p.peek_nth_text(1) == "if")
}

/// `sight 20 m when .clear(.me, X)`, `notices moving 60%`, `every 0.5 s`.
fn limit(p: &mut Parser<'_>) {
    p.open(LIMIT);
    let word = p.peek_text();
    p.bump();
    if word == "notices" && !p.eat_word("still") {
        p.expect_word("moving");
    }
    match p.peek() {
        NUMBER => number(p),
        _ => p.expected("a number"),
    }
    if word == "sight" {
        host_condition(p);
    }
    p.close();
}

/// `sense armed(X) within 8 m`, `feel lost(X) unseen for 5 s`, `sense hurt(X) when .hurt(X)`.
fn sense(p: &mut Parser<'_>) {
    p.open(SENSE);
    p.bump();
    term(p);
    match p.peek_text() {
        _ if at_rule(p) => {}
        "within" => distance(p),
        "moving" => p.bump(),
        "unseen" => {
            p.bump();
            p.expect_word("for");
            amount(p, "a duration, such as `5 s`");
        }
        _ => host_condition(p),
    }
    p.close();
}

/// `notice target among intruder within 20 m forget after 30 s when .hostile(X)`.
fn notice(p: &mut Parser<'_>) {
    p.open(NOTICE);
    p.bump();
    p.name_ref("a referent");
    p.expect_word("among");
    p.name_ref("a role");
    if p.at_word("within") {
        distance(p);
    }
    if p.eat_word("forget") {
        p.expect_word("after");
        amount(p, "a duration, such as `30 s`");
    }
    host_condition(p);
    p.close();
}

/// `bind post to .post_of(.me)`.
fn bind(p: &mut Parser<'_>) {
    p.open(BIND);
    p.bump();
    p.name_ref("a referent");
    p.expect_word("to");
    expression(p);
    p.close();
}

/// `share target with ally within 15 m`.
fn share(p: &mut Parser<'_>) {
    p.open(SHARE);
    p.bump();
    p.name_ref("a referent");
    p.expect(WITH_KW, "`with` and the referent of the other character");
    p.name_ref("a referent");
    if p.at_word("within") {
        distance(p);
    }
    p.close();
}

fn distance(p: &mut Parser<'_>) {
    p.bump();
    amount(p, "a distance, such as `8 m`");
}

fn amount(p: &mut Parser<'_>, what: &str) {
    p.open(RANGE);
    match p.peek() {
        NUMBER => number(p),
        _ => p.expected(what),
    }
    p.close();
}

/// `when` and a condition over attributes.
fn host_condition(p: &mut Parser<'_>) {
    if p.at(WHEN_KW) {
        p.open(WHEN);
        p.bump();
        literals(p, false);
        p.close();
    }
}

/// `can_shoot(X) if in_range(X), not burning(X)`.
fn rule(p: &mut Parser<'_>) {
    p.open(INFERENCE_RULE);
    term(p);
    if p.expect_word("if") {
        terms(p);
    }
    p.close();
}

/// `want P(X)`, `achieve P(X) by Q(X)`, `to know P(X) do look_at(X)`, `do shoot(X)`, each with `when`.
fn goal(p: &mut Parser<'_>) {
    p.open(INFERENCE_GOAL);
    match p.peek_text() {
        "do" => deed(p),
        "want" => {
            p.bump();
            wants(p);
        }
        word => {
            p.bump();
            if word == "to" {
                p.expect_word("know");
            }
            term(p);
            if p.at(DO_KW) {
                deed(p);
            } else if p.eat_word("by") {
                wants(p);
            } else {
                p.expected("`by` and another goal, or `do` and an action");
            }
        }
    }
    when(p);
    p.close();
}

fn deed(p: &mut Parser<'_>) {
    let goes_on = |p: &Parser<'_>| p.at(COMMA) && p.peek_nth(1) == IDENT && p.peek_nth(2) == EQUAL;
    action(p, goes_on);
}

fn wants(p: &mut Parser<'_>) {
    p.open(TERMS);
    loop {
        p.open(WANT);
        if p.at_word("to") && p.peek_nth(1) != OPEN {
            p.bump();
            p.expect_word("know");
        }
        term(p);
        p.close();
        if !p.eat(COMMA) {
            break;
        }
    }
    p.close();
}

/// `when` and terms.
fn when(p: &mut Parser<'_>) {
    if p.at(WHEN_KW) {
        p.open(WHEN);
        p.bump();
        terms(p);
        p.close();
    }
}

fn terms(p: &mut Parser<'_>) {
    p.open(TERMS);
    loop {
        term(p);
        if !p.eat(COMMA) {
            break;
        }
    }
    p.close();
}

/// `not known armed(X)`, `unknown visible(target)`, `armed(_)`, `alarm`.
fn term(p: &mut Parser<'_>) {
    p.open(TERM);
    p.eat(NOT_KW);
    let asks = p.at_word("known") || p.at_word("unknown");
    if asks && matches!(p.peek_nth(1), IDENT | NOT_KW) {
        p.bump();
        p.eat(NOT_KW);
    }
    match p.peek() {
        IDENT => call(p),
        _ => p.expected("a predicate, such as `near(X)`"),
    }
    p.close();
}
