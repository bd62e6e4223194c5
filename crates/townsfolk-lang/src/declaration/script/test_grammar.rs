//! `test NAME`: a story in steps.

use crate::declaration::grammar::{degree, expression, facts, literals, range};
use crate::declaration::opens_declaration;
use crate::syntax::{Parser, *};

pub(crate) fn test(p: &mut Parser<'_>) {
    p.open(TEST_DECL);
    p.bump();
    p.name("the name of a test");
    if p.at_word("of") {
        p.open(BASED_ON);
        p.bump();
        p.name_ref("a script");
        p.close();
    }
    loop {
        match p.peek() {
            GIVEN_KW => {
                p.open(GIVEN);
                p.bump();
                facts(p);
                p.close();
            }
            EXPECT_KW => {
                p.open(STEP);
                p.bump();
                literals(p, false);
                p.close();
            }
            PROP_KW if p.peek_nth_text(2) == "vanishes" => {
                p.open(STEP);
                p.bump();
                p.name_ref("a prop");
                p.bump();
                p.close();
            }
            DOT_NAME => host_step(p),
            IDENT => part(p),
            EOF => break,
            kind if kind.is_keyword() => break,
            _ => {
                p.expected("a step of the test");
                p.open(ERROR);
                p.bump();
                p.close();
                p.skip_until(|kind| kind.is_keyword() || opens_declaration(kind));
            }
        }
    }
    p.close();
}

fn part(p: &mut Parser<'_>) {
    match p.peek_text() {
        "people" => people(p),
        "seed" => {
            p.open(SEED);
            p.bump();
            p.expect(NUMBER, "a number");
            p.close();
        }
        "after" => {
            p.open(STEP);
            p.bump();
            range(p, "a duration, such as `5 min`");
            p.close();
        }
        "tell" => {
            p.open(STEP);
            p.bump();
            facts(p);
            p.close();
        }
        "scene" => {
            p.open(STEP);
            p.bump();
            if !p.eat_word("ends") {
                if p.eat_word("goes") {
                    p.expect(ON_KW, "`on`");
                } else {
                    p.expected("`ends` or `goes on`");
                }
            }
            p.close();
        }
        _ if p.peek_nth(1) == OPEN => host_step(p),
        _ => person_step(p),
    }
}

/// `.raining holds`, `.raining no longer holds`, `.hunger(ann) is 7`, `distance(ann, left) is 3 m`.
fn host_step(p: &mut Parser<'_>) {
    p.open(STEP);
    expression(p);
    if p.eat(IS_KW) {
        expression(p);
    } else if p.eat_word("no") {
        p.expect_word("longer");
        p.expect_word("holds");
    } else if !p.eat_word("holds") {
        p.expected("what the host says: `holds`, `no longer holds` or `is` and a value");
    }
    p.close();
}

fn people(p: &mut Parser<'_>) {
    p.open(PEOPLE);
    p.bump();
    persons(p);
    p.close();
}

/// People with their roles, with commas between.
pub(crate) fn persons(p: &mut Parser<'_>) {
    loop {
        p.open(PERSON);
        p.name("the name of a person");
        p.name_ref("their role");
        if p.at_word("at") {
            place(p);
        }
        p.close();
        if !p.eat(COMMA) {
            break;
        }
    }
}

/// `at 3 m, 0 m` or `to 3 m, 0 m`.
fn place(p: &mut Parser<'_>) {
    p.open(CORNER);
    p.bump();
    degree(p, "a distance to the east, such as `3 m`");
    p.expect(COMMA, "`,` and a distance to the north");
    degree(p, "a distance to the north, such as `0 m`");
    p.close();
}

fn person_step(p: &mut Parser<'_>) {
    p.open(STEP);
    p.name_ref("a person");
    if p.eat(IS_KW) {
        if p.eat_word("recalled") {
            if p.eat_word("for") {
                range(p, "a duration, such as `2 min`");
            }
        } else {
            p.name_ref("a state, `present`, `away`, `leaving` or `out`");
        }
        p.close();
        return;
    }
    match p.peek_text() {
        "does" => {
            p.bump();
            p.name_ref("a rule");
            if p.eat(WITH_KW) {
                loop {
                    p.open(BINDING);
                    p.expect(VARIABLE, "a variable of the rule");
                    p.expect(EQUAL, "`=` and a value");
                    expression(p);
                    p.close();
                    if !p.eat(COMMA) {
                        break;
                    }
                }
            }
        }
        "arrives" => {
            p.bump();
            p.expect_word("as");
            p.name_ref("a role");
        }
        "fails" | "vanishes" | "returns" => p.bump(),
        "chooses" => {
            p.bump();
            p.name_ref("a snippet, or `nothing`");
            if p.eat(WITH_KW) {
                degree(p, "points, such as `30`");
            }
            if p.eat(ON_KW) {
                p.name_ref("a person");
            }
        }
        "equips" | "unequips" => {
            p.bump();
            p.name_ref("a piece of equipment");
        }
        "moves" => {
            p.bump();
            match p.at_word("to") {
                true => place(p),
                false => p.expected("`to` and a place"),
            }
        }
        _ => {
            p.expected("what happens: `does`, `is`, `fails`, `arrives as`, `vanishes`, `returns`, `chooses`, `equips` or `moves to`")
        }
    }
    p.close();
}
