//! `layer NAME` with needs, concepts, flags, tests, actions and the links between them.

use crate::declaration::grammar::{degree, name_refs};
use crate::declaration::measure::HEDGES;
use crate::declaration::opens_declaration;
use crate::syntax::{Parser, *};

/// The words that can begin a line of a layer.
const PARTS: &str = "`includes`, `needs`, `concept`, `flag`, `test NAME:`, `action NAME:`, `ignores`, `inhibited by needs`, a link such as `hunger drives eat`, or the next declaration";

/// Maximum number of names before a verb that are read to tell a link from a list.
const LOOK_AHEAD: usize = 24;

pub(crate) fn layer(p: &mut Parser<'_>) {
    p.open(LAYER_DECL);
    p.bump();
    p.name("the name of a layer");
    while !p.at(EOF) {
        if is_link(p) {
            link(p);
        } else if matches!(p.peek(), ACTION_KW | TEST_KW) && p.peek_nth(2) == COLON {
            node(p);
        } else if opens_declaration(p.peek()) {
            break;
        } else {
            part(p);
        }
    }
    p.close();
}

fn part(p: &mut Parser<'_>) {
    match p.peek_text() {
        "includes" => {
            p.open(LAYER_INCLUDES);
            p.bump();
            name_refs(p, NAMES, "a layer");
        }
        "needs" => {
            p.open(LAYER_NEEDS);
            p.bump();
            name_refs(p, NAMES, "a need");
        }
        "concept" => {
            p.open(CONCEPTS);
            p.bump();
            p.open(NAMES);
            while p.name("the name of a concept") && p.eat(COMMA) {}
            p.close();
        }
        "flag" => {
            p.open(FLAG_NODE);
            p.bump();
            p.name("the name of a flag");
            p.eat(ON_KW);
        }
        "ignores" => {
            p.open(IGNORES);
            p.bump();
            node_ref(p);
            if p.eat_word("below") {
                degree(p, "a number, such as `0.9`");
            }
            if p.eat_word("in") {
                node_ref(p);
            }
        }
        "inhibited" => {
            p.open(INHIBITION);
            p.bump();
            p.expect_word("by");
            p.expect_word("needs");
            degree(p, "how strongly, such as `0.3`");
            if !p.eat(ALWAYS_KW) && !is_link(p) {
                p.eat_word("gated");
            }
        }
        _ => {
            // A link with a misspelt verb, or a misspelt word of the layer.
            if p.at(IDENT) && p.peek_nth(1) == IDENT && is_verb_nearly(p.peek_nth_text(1)) {
                link(p);
                return;
            }
            let words = [
                "includes",
                "needs",
                "concept",
                "flag",
                "test",
                "action",
                "ignores",
                "inhibited",
            ];
            // The names behind it may be those of actions: `hunger feeds action eat`.
            p.skip_line(PARTS, &words, |_| false);
            return;
        }
    }
    p.close();
}

/// `test NAME: …` or `action NAME: …`.
fn node(p: &mut Parser<'_>) {
    let is_test = p.at(TEST_KW);
    p.open(if is_test { TEST_NODE } else { ACTION_NODE });
    p.bump();
    p.name("a name");
    p.bump();
    if is_test {
        test(p);
    } else {
        deed(p);
        while p.eat(COMMA) {
            option(p);
        }
    }
    p.close();
}

fn test(p: &mut Parser<'_>) {
    match p.peek() {
        DOT_NAME => p.bump(),
        NOT_KW => {
            p.bump();
            if p.eat_word("at") {
                p.expect_word("work");
            } else {
                p.expect_word("in");
                p.name_ref("an area");
            }
        }
        IDENT if ["carries", "free"].contains(&p.peek_text()) && p.peek_nth_text(1) != "waits" => {
            p.bump();
            p.name_ref("a kind of prop");
        }
        IDENT if p.peek_text() == "present" && p.peek_nth_text(1) != "waits" => {
            p.bump();
            p.name_ref("a role");
        }
        IDENT if p.peek_nth_text(1) == "waits" => {
            p.name_ref("who waits");
            p.bump();
            p.expect_word("at");
            p.name_ref("a kind of prop");
        }
        _ => p.expected(
            "a test: `carries`, `free`, `present`, `not in`, `not at work`, `guest waits at bar`, or a name of the host with its dot",
        ),
    }
}

fn deed(p: &mut Parser<'_>) {
    p.open(DEED);
    match p.peek_text() {
        "do" => {
            p.bump();
            p.name_ref("an action");
        }
        "satisfy" => {
            p.bump();
            p.name_ref("a need");
            by_company(p);
        }
        "use" => {
            p.bump();
            if p.at_word("my") && p.peek_nth_text(1) != "as" {
                p.bump();
                p.name_ref("the name of a prop");
            } else {
                p.name_ref("a kind of prop");
            }
            p.expect_word("as");
            p.name_ref("as what, such as `guest`");
            by_company(p);
        }
        "take" => {
            p.bump();
            p.name_ref("a kind of prop");
            by_company(p);
        }
        "go" => {
            p.bump();
            p.expect_word("to");
            if !p.eat_word("work") {
                p.name_ref("an area, or `work`");
            }
        }
        "mingle" => {
            p.bump();
            if !is_link(p) {
                p.eat_word("here");
            }
        }
        _ => p.expected("what is done: `do`, `satisfy`, `use`, `take`, `go to` or `mingle`"),
    }
    p.close();
}

fn by_company(p: &mut Parser<'_>) {
    if p.at_word("by") && !is_link(p) {
        p.bump();
        p.expect_word("company");
    }
}

/// `begun sets FLAG`, `done clears FLAG`, `done sets FLAG with prop`, `at TEST`, `offered as WORD`.
fn option(p: &mut Parser<'_>) {
    p.open(FLAG);
    match p.peek_text() {
        "begun" | "done" => {
            p.bump();
            if p.eat_word("sets") {
                node_ref(p);
                if p.eat(WITH_KW) {
                    p.expect(PROP_KW, "`prop`");
                }
            } else if p.eat_word("clears") {
                node_ref(p);
            } else {
                p.expected("`sets` or `clears` and a flag");
            }
        }
        "at" => {
            p.bump();
            node_ref(p);
        }
        "offered" => {
            p.bump();
            p.expect_word("as");
            p.name_ref("a word of the ladder, such as `duty`");
        }
        _ => p.expected(
            "`begun sets`, `begun clears`, `done sets`, `done clears`, `at` and a test, or `offered as`",
        ),
    }
    p.close();
}

/// Whether a verb follows the names that stand here.
fn is_link(p: &Parser<'_>) -> bool {
    if ["all", "any"].contains(&p.peek_text()) && p.peek_nth_text(1) == "of" {
        return true;
    }
    let mut at = 0;
    for _ in 0..LOOK_AHEAD {
        if is_kind_word(p.peek_nth_text(at))
            && p.peek_nth(at + 1) == IDENT
            && !is_verb(p.peek_nth_text(at + 1))
        {
            at += 1;
        } else if p.peek_nth(at) != IDENT {
            return false;
        }
        match p.peek_nth(at + 1) {
            IDENT => return is_verb(p.peek_nth_text(at + 1)),
            COMMA => at += 2,
            _ => return false,
        }
    }
    !is_kind_word(p.peek_text())
}

/// Words that select one of several nodes with the same name.
pub(crate) fn is_kind_word(word: &str) -> bool {
    ["concept", "flag", "test", "action"].contains(&word)
}

pub(crate) fn is_verb(word: &str) -> bool {
    ["drives", "drive", "inhibits", "inhibit"].contains(&word)
}

fn is_verb_nearly(word: &str) -> bool {
    !crate::near::near_names(word, ["drives", "inhibits"], 1).is_empty()
}

fn link(p: &mut Parser<'_>) {
    p.open(LINK);
    if p.peek_nth_text(1) == "of" && !is_verb(p.peek_nth_text(1)) {
        p.bump();
        p.bump();
    }
    node_refs(p);
    if is_verb(p.peek_text()) {
        p.bump();
        node_refs(p);
    } else {
        // `action eat` behind a misspelt verb declares nothing.
        p.skip_line("`drives` or `inhibits`", &["drives", "inhibits"], |_| false);
    }
    if p.eat_word("by") || (is_hedge(p) && !is_link(p)) {
        weight(p);
    }
    if p.eat_word("above") {
        degree(p, "a number, such as `0.6`");
    }
    p.close();
}

fn is_hedge(p: &Parser<'_>) -> bool {
    HEDGES.iter().any(|(word, _)| *word == p.peek_text())
}

fn weight(p: &mut Parser<'_>) {
    p.open(WEIGHT);
    if is_hedge(p) {
        p.bump();
    } else {
        degree(
            p,
            "how much: a number such as `0.5`, or a word such as `usually`",
        );
    }
    p.close();
}

fn node_refs(p: &mut Parser<'_>) {
    p.open(NAMES);
    loop {
        node_ref(p);
        if !p.eat(COMMA) {
            break;
        }
    }
    p.close();
}

/// A name, with the kind of its node where several have it: `action sit_down`.
fn node_ref(p: &mut Parser<'_>) {
    p.open(NODE_REF);
    if is_kind_word(p.peek_text()) && p.peek_nth(1) == IDENT && !is_verb(p.peek_nth_text(1)) {
        p.bump();
    }
    p.name_ref("the name of a node");
    p.close();
}
