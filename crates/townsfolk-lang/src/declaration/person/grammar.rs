//! `person NAME` with mind, schedule, persona, mood, knowledge and relationships.

use crate::declaration::grammar::{degree, name_refs, writes};
use crate::declaration::measure::measures;
use crate::declaration::opens_declaration;
use crate::syntax::{Parser, *};

/// The words that can begin a part of a person.
const PARTS: &str = "`is`, `mind`, `follows`, `persona`, `mood`, `attractive`, `talks of`, `knows about`, `feels for`, `remembers`, `gossips`, `has`, `belongs to`, `starts at` or the next declaration";

pub(crate) fn person(p: &mut Parser<'_>) {
    p.open(PERSON_DECL);
    p.bump();
    p.name("the name of a person");
    while !p.at(EOF) && (is_persona_here(p) || !opens_declaration(p.peek())) {
        part(p);
    }
    p.close();
}

/// Whether `persona` is a part of this person and does not declare a persona: measures follow the
/// name of a declared one.
fn is_persona_here(p: &Parser<'_>) -> bool {
    let measure = |n: usize| ["neurotic", "extrovert"].contains(&p.peek_nth_text(n));
    p.peek_text() == "persona" && (measure(1) || !measure(2) || p.peek_nth(3) != NUMBER)
}

fn part(p: &mut Parser<'_>) {
    let word = p.peek_text();
    let known = [
        "is",
        "mind",
        "follows",
        "persona",
        "mood",
        "attractive",
        "talks",
        "knows",
        "feels",
        "remembers",
        "gossips",
        "has",
        "belongs",
        "starts",
    ];
    if !known.contains(&word) {
        p.skip_line(PARTS, &known, opens_declaration);
        return;
    }
    p.open(PERSON_PART);
    p.bump();
    match word {
        "is" => name_refs(p, PARENTS, "a role"),
        "mind" => {
            p.name_ref("a layer");
            if p.eat_word("travels") {
                p.expect(WITH_KW, "`with`");
                p.name_ref("a layer");
            }
        }
        "follows" => {
            p.name_ref("a schedule");
        }
        "persona" if ["neurotic", "extrovert"].contains(&p.peek_text()) => {
            measures(p, "`neurotic` or `extrovert` and a number");
        }
        "persona" => {
            p.name_ref("a persona");
        }
        "mood" => measures(p, "`valence` or `arousal` and a number"),
        "has" if matches!(p.peek(), DOT_NAME | NOT_KW) => writes(p),
        "has" => {
            if !p.at_word("temper") {
                p.expected("`temper` or an attribute, such as `.hair_color = brown`");
            }
            p.eat_word("temper");
            p.name_ref("a temper");
        }
        "starts" => {
            p.expect_word("at");
            p.name_ref("an area");
        }
        "belongs" => {
            p.expect_word("to");
            p.name_ref("a group, such as a family");
        }
        "attractive" => degree(p, "how much, such as `0.7`"),
        "talks" => {
            p.expect_word("of");
            name_refs(p, NAMES, "a subject");
        }
        "knows" => {
            p.expect_word("about");
            p.name_ref("a person");
            p.expect(TEXT, "what is known, as a text");
        }
        "feels" => {
            if !p.eat_word("for") {
                p.expected("`for`");
            }
            p.name_ref("a person");
            measures(
                p,
                "`like`, `attraction`, `dominance`, `intimacy` or `interest` and a number",
            );
        }
        "gossips" => measures(p, "`chance`, `like`, `trust` or `hops` and a number"),
        _ => remembers(p),
    }
    p.close();
}

/// `64 events, 48 sightings, 24 tidings`.
fn remembers(p: &mut Parser<'_>) {
    loop {
        p.open(MEASURE);
        degree(p, "how many");
        let known = ["events", "sightings", "tidings"].contains(&p.peek_text());
        if known {
            p.bump();
        } else {
            p.expected("`events`, `sightings` or `tidings`");
        }
        p.close();
        if !p.eat(COMMA) {
            break;
        }
    }
}
