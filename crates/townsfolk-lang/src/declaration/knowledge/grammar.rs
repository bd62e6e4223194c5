//! `knowledge PRESET` with a line for each number that differs.

use crate::declaration::grammar::{degree, range};
use crate::declaration::measure::measures;
use crate::declaration::opens_declaration;
use crate::syntax::{Parser, *};
use townsfolk_module::knowledge::EVIDENCE_KINDS;

/// The words that begin a line, beside the kinds of evidence.
pub(crate) const PARTS: &[&str] = &[
    "keeps",
    "notices",
    "recalls",
    "eyes",
    "overhears",
    "lies",
    "topics",
    "fades",
    "forgets",
    "mistakes",
    "invents",
    "implants",
    "history",
    "matters",
];

pub(crate) fn knowledge(p: &mut Parser<'_>) {
    p.open(KNOWLEDGE_DECL);
    p.bump();
    p.name_ref("a preset: `talktown`, `faithful_memory` or `unreliable`");
    while !p.at(EOF) && !opens_declaration(p.peek()) {
        part(p);
    }
    p.close();
}

fn part(p: &mut Parser<'_>) {
    let word = p.peek_text();
    if !PARTS.contains(&word) && !EVIDENCE_KINDS.contains(&word) {
        let known: Vec<&str> = PARTS.iter().chain(&EVIDENCE_KINDS).copied().collect();
        p.skip_line(
            "a setting, such as `overhears 5%`, or the next declaration",
            &known,
            opens_declaration,
        );
        return;
    }
    p.open(KNOWLEDGE_PART);
    p.bump();
    match word {
        "keeps" => {
            degree(p, "what is left of a belief, such as `95%`");
            p.expect_word("a");
            p.expect_word("day");
        }
        "recalls" => {
            p.expect_word("everything");
        }
        "eyes" => {
            p.expect_word("win");
            if !p.eat(ALWAYS_KW) && !p.eat(NEVER_KW) {
                p.expected("`always` or `never`");
            }
        }
        "lies" => range(p, "the least and the greatest chance, such as `2%..20%`"),
        "topics" => {
            p.expect_word("up");
            p.expect_word("to");
            degree(p, "how many, such as `8`");
        }
        "implants" => {
            p.name_ref("`chapter`, `talktown` or `blend`");
        }
        "history" => {
            p.name_ref("`whole` or `short`");
        }
        "matters" => measures(p, "a relation and a number, such as `coworker 1.5`"),
        _ => degree(p, "a number, such as `20` or `5%`"),
    }
    p.close();
}
