//! `skills NAME until done, senses NAME, hunts ROLE`, and a line for each skill.

use crate::declaration::amount::{amount, at_amount};
use crate::declaration::grammar::{deed, literals_until};
use crate::declaration::opens_declaration;
use crate::syntax::{Parser, *};

/// The words of the head.
pub(crate) const HEAD: &[&str] = &["as", "until", "while", "senses", "squad", "hunts"];

pub(crate) fn skills(p: &mut Parser<'_>) {
    p.open(SKILLS_DECL);
    p.bump();
    p.name("the name of a list of skills");
    // The formatter may break the line before the first option.
    if !p.at(EOF) && (!p.at_line_start() || HEAD.contains(&p.peek_text())) {
        option(p);
        while p.eat(COMMA) {
            option(p);
        }
    }
    while !p.at(EOF) && !opens_declaration(p.peek()) {
        // Each begins a line: on one line, settings would look like skills.
        match p.peek() {
            EVERY_KW if p.at_line_start() => every_skill(p),
            IDENT if p.at_line_start() && p.at_word("bark") => bark(p),
            IDENT if p.at_line_start() => skill(p),
            IDENT => p.skip_line(
                "`,`, or a skill on a line of its own",
                &[],
                opens_declaration,
            ),
            _ => p.skip_line("a skill, `bark` or `every skill`", &[], opens_declaration),
        }
    }
    p.close();
}

fn option(p: &mut Parser<'_>) {
    p.open(FLAG);
    let word = p.peek_text();
    if HEAD.contains(&word) {
        p.bump();
    }
    match word {
        "as" => _ = p.name_ref("`idle`, `wish`, `duty`, `need`, `danger` or `command`"),
        "until" => _ = p.expect_word("done"),
        "while" => _ = p.expect_word("wanted"),
        "senses" => _ = p.name_ref("the name of senses"),
        "squad" => _ = p.name_ref("the name of a squad"),
        "hunts" => hunted(p),
        _ => p.expected("`until done`, `while wanted`, `senses`, `hunts`, `squad` or `as`"),
    }
    p.close();
}

/// `hunts intruder, thief`: a comma before a word of the head ends the list.
fn hunted(p: &mut Parser<'_>) {
    p.open(NAMES);
    while p.name_ref("a role") && p.at(COMMA) && !HEAD.contains(&p.peek_nth_text(1)) {
        p.bump();
    }
    p.close();
}

/// `bark spotted "There!", "I see you!"`.
fn bark(p: &mut Parser<'_>) {
    p.open(BARK);
    p.bump();
    p.name_ref("a moment, such as `spotted`");
    loop {
        match p.at(TEXT) {
            true => {
                p.open(TEXT_EXPR);
                p.bump();
                p.close();
            }
            false => p.expected("a text, such as `\"There!\"`"),
        }
        if !p.eat(COMMA) {
            break;
        }
    }
    p.close();
}

/// `every skill pace 2 m per s`.
fn every_skill(p: &mut Parser<'_>) {
    p.open(EVERY_SKILL);
    p.bump();
    p.expect_word("skill");
    settings(p);
    p.close();
}

/// `chase pace 4 m per s, with maul`, and below it a condition and a deed.
fn skill(p: &mut Parser<'_>) {
    p.open(SKILL);
    p.name_ref("a skill");
    if !p.at_line_start() && matches!(p.peek(), IDENT | WITH_KW) {
        settings(p);
    }
    loop {
        match p.peek() {
            WHEN_KW => {
                p.open(WHEN);
                p.bump();
                // Another skill stands on a line of its own.
                literals_until(p, |p| p.at(IDENT) && p.at_line_start());
                p.close();
            }
            DO_KW => {
                p.open(DEEDS);
                p.bump();
                deed(p);
                p.close();
            }
            _ => break,
        }
    }
    p.close();
}

fn settings(p: &mut Parser<'_>) {
    setting(p);
    while p.eat(COMMA) {
        setting(p);
    }
}

/// `pace 4 m per s`, `with maul`, `random`.
fn setting(p: &mut Parser<'_>) {
    p.open(SETTING);
    if p.at(WITH_KW) {
        p.open(NAME_REF);
        p.bump();
        p.close();
    } else {
        p.name_ref("a setting");
    }
    if at_amount(p) {
        amount(p, "an amount");
    } else if p.at(IDENT) && !p.at_line_start() {
        p.name_ref("a value");
    }
    p.close();
}
