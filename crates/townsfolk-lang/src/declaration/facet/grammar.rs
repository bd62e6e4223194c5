//! `facet NAME(character): kind` with lines on how beliefs about it come and go.

use crate::declaration::attribute::grammar::signature;
use crate::declaration::grammar::{degree, range};
use crate::declaration::measure::measures;
use crate::declaration::opens_declaration;
use crate::syntax::{Parser, *};

/// The words that stand before a number, several of them on a line.
pub(crate) const MEASURES: &[&str] = &["evidence", "implanted", "told", "fades"];

/// The words that begin a line of a facet.
pub(crate) const PARTS: &[&str] = &[
    "evidence",
    "implanted",
    "told",
    "fades",
    "recalled",
    "seen",
    "common",
    "inherited",
    "mistaken",
];

const EXPECTED: &str = "`evidence`, `implanted`, `told`, `fades`, `recalled`, `seen`, `common`, `inherited`, `mistaken` or the next declaration";

pub(crate) fn facet(p: &mut Parser<'_>) {
    p.open(FACET_DECL);
    p.bump();
    p.name("the name of a facet");
    signature(p, |p| p.at_line_start() && PARTS.contains(&p.peek_text()));
    while !p.at(EOF) && !opens_declaration(p.peek()) {
        part(p);
    }
    p.close();
}

fn part(p: &mut Parser<'_>) {
    let word = p.peek_text();
    if !PARTS.contains(&word) {
        p.skip_line(EXPECTED, PARTS, opens_declaration);
        return;
    }
    p.open(FACET_PART);
    if MEASURES.contains(&word) && !matches!(p.peek_nth(1), NUMBER | MINUS) {
        p.bump();
        p.expected("a number, such as `0.1`");
        p.close();
        return;
    }
    if MEASURES.contains(&word) {
        measures(
            p,
            "`evidence`, `implanted`, `told` or `fades` and a number, such as `told 0.1`",
        );
        p.close();
        return;
    }
    p.bump();
    match word {
        "recalled" => {
            degree(p, "a chance, such as `0.8`");
            if p.eat_word("within") {
                range(p, "the least and the greatest chance, such as `0.5..0.9`");
            }
        }
        "seen" => seen(p),
        "common" => weights(p, true),
        "inherited" => degree(p, "a chance, such as `75%`"),
        _ => mistaken(p),
    }
    p.close();
}

/// `always`, `never`, `at work`, `at home`, `while .ring`.
fn seen(p: &mut Parser<'_>) {
    match p.peek() {
        ALWAYS_KW | NEVER_KW => p.bump(),
        WHILE_KW => {
            p.bump();
            if p.at(DOT_NAME) {
                p.open(DOT_EXPR);
                p.bump();
                p.close();
            } else {
                p.expected("an attribute, such as `.ring`");
            }
        }
        _ if p.eat_word("at") => {
            if !p.eat_word("work") && !p.eat_word("home") {
                p.expected("`work` or `home`");
            }
        }
        _ => p.expected("`always`, `never`, `at work`, `at home` or `while` and an attribute"),
    }
}

/// `black: brown 80%, red 5%`, `never`, `for another`, `for a similar name`, `for a number within
/// 3`, `for a related place`.
fn mistaken(p: &mut Parser<'_>) {
    if p.eat(NEVER_KW) {
        return;
    }
    if !p.at_word("for") || p.peek_nth(1) == COLON {
        p.name_ref("a value, `never` or `for`");
        p.expect(COLON, "`:` and the values it is mistaken for");
        weights(p, false);
        return;
    }
    p.bump();
    if p.eat_word("another") {
        return;
    }
    if !p.eat_word("a") {
        p.expected("`another`, `a similar name`, `a number within 3` or `a related place`");
    } else if p.eat_word("similar") {
        p.expect_word("name");
    } else if p.eat_word("related") {
        p.expect_word("place");
    } else if p.eat_word("number") {
        p.expect_word("within");
        degree(p, "how far, such as `3`");
    } else {
        p.expected("`similar name`, `number within 3` or `related place`");
    }
}

/// `black 40%, brown 35%`; with a second share for women behind a slash.
fn weights(p: &mut Parser<'_>, by_sex: bool) {
    loop {
        p.open(FACET_SHARE);
        let named = p.name_ref("a value");
        if named {
            degree(p, "a share, such as `40%`");
            if by_sex && p.eat(SLASH) {
                degree(p, "the share among women, such as `40%`");
            }
        }
        p.close();
        if !p.eat(COMMA) {
            break;
        }
    }
}
