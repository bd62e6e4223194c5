//! `script NAME`, its sections and its rules.

use super::test_grammar::test;
use crate::declaration::grammar::{
    action, call, expression, facts, kind_ref, kinds, literals, name_refs, range, writes,
};
use crate::declaration::opens_declaration;
use crate::syntax::SyntaxKind;
use crate::syntax::{Parser, *};

pub(crate) fn script(p: &mut Parser<'_>) {
    p.open(SCRIPT_DECL);
    p.bump();
    p.one_word_name("the name of a script", &[]);
    if p.at(OPEN) {
        template_parameters(p);
    }
    if p.at(BASED_KW) {
        based_on(p);
    }
    items(p);
    p.close();
}

/// The items of a script, up to the next declaration.
pub(crate) fn items(p: &mut Parser<'_>) {
    loop {
        match p.peek() {
            CAST_KW => cast(p),
            FACT_KW | CLAIM_KW => fact(p),
            DEFINE_KW => define(p),
            STATE_KW => state(p),
            EVERY_KW => state(p),
            RULE_KW | OVERRIDE_KW => rule(p),
            DROP_KW => drop_rule(p),
            HOLD_KW => hold(p),
            ALWAYS_KW | NEVER_KW | EVENTUALLY_KW => property(p),
            TEST_KW => test(p),
            EOF => break,
            kind if opens_declaration(kind) => break,
            kind if starts_rule_part(kind) => {
                p.expected("`rule` and a name before the parts of a rule");
                p.open(ERROR);
                p.bump();
                p.close();
                p.skip_until(|kind| kind.is_keyword());
            }
            _ => {
                p.expected("`cast`, `fact`, `claim`, `define`, `state`, `rule` or another part of the script");
                p.open(ERROR);
                p.bump();
                p.close();
                p.skip_until(|kind| starts_item(kind) || opens_declaration(kind));
            }
        }
    }
}

/// Whether a keyword opens an item of a script or test.
pub(crate) fn starts_item(kind: SyntaxKind) -> bool {
    matches!(
        kind,
        CAST_KW
            | FACT_KW
            | CLAIM_KW
            | DEFINE_KW
            | STATE_KW
            | EVERY_KW
            | RULE_KW
            | OVERRIDE_KW
            | DROP_KW
            | HOLD_KW
            | ALWAYS_KW
            | NEVER_KW
            | EVENTUALLY_KW
            | TEST_KW
    )
}

fn starts_rule_part(kind: SyntaxKind) -> bool {
    matches!(
        kind,
        WHEN_KW
            | CHOOSE_KW
            | DO_KW
            | TOGETHER_KW
            | WHILE_KW
            | ADD_KW
            | REMOVE_KW
            | SET_KW
            | THEN_KW
            | ON_KW
            | GOTO_KW
            | LEAVE_KW
            | END_KW
            | URGENT_KW
            | ONCE_KW
            | AGAIN_KW
    )
}

fn template_parameters(p: &mut Parser<'_>) {
    p.open(TEMPLATE_PARAMETERS);
    p.bump();
    while p.at(VARIABLE) || p.at(IDENT) {
        p.open(TEMPLATE_PARAMETER);
        p.bump();
        p.expect(COLON, "`:` and what the parameter is");
        kind_ref(p);
        if p.eat(EQUAL) {
            expression(p);
        }
        p.close();
        if !p.eat(COMMA) {
            break;
        }
    }
    p.expect(CLOSE, "`)`");
    p.close();
}

fn based_on(p: &mut Parser<'_>) {
    p.open(BASED_ON);
    p.bump();
    p.expect(ON_KW, "`on`");
    p.name_ref("a script or template");
    if p.eat(OPEN) {
        while p.at(VARIABLE) || p.at(IDENT) {
            p.open(TEMPLATE_ARGUMENT);
            p.bump();
            p.expect(EQUAL, "`=` and a value");
            expression(p);
            p.close();
            if !p.eat(COMMA) {
                break;
            }
        }
        p.expect(CLOSE, "`)`");
    }
    p.close();
}

fn cast(p: &mut Parser<'_>) {
    p.open(CAST);
    p.bump();
    while matches!(p.peek(), IDENT | VARIABLE | PARAMETER) {
        p.open(CAST_LINE);
        p.name_ref("a role");
        range(p, "how many, such as `0..2`");
        while matches!(p.peek(), IDENT | ON_KW) && starts_cast_flag(p) {
            cast_flag(p);
            if !p.eat(COMMA) {
                break;
            }
            if !starts_cast_flag(p) {
                p.expected("another property of this role, such as `joins late`");
            }
        }
        p.close();
        if !matches!(p.peek(), IDENT | VARIABLE | PARAMETER) && !p.peek().is_keyword() && !p.at(EOF)
        {
            p.expected("a role with its number, or the next part of the script");
            p.skip_until(|kind| kind.is_keyword());
        }
    }
    p.close();
}

fn starts_cast_flag(p: &Parser<'_>) -> bool {
    match p.peek_text() {
        "joins" | "away" | "vacant" | "starts" => true,
        "player" => p.peek_nth(1) != NUMBER,
        "on" => p.peek_nth_text(1) == "leaving",
        _ => false,
    }
}

fn cast_flag(p: &mut Parser<'_>) {
    p.open(FLAG);
    match p.peek_text() {
        "joins" => {
            p.bump();
            if !p.eat_word("late") {
                p.expect_word("as");
                p.name_ref("`idle`, `wish`, `duty`, `need`, `danger` or `command`");
            }
        }
        "away" | "vacant" => {
            p.bump();
            p.expect_word("up");
            p.expect_word("to");
            range(p, "a duration, such as `3 min`");
        }
        "starts" => {
            p.bump();
            p.expect_word("in");
            p.name_ref("a state");
        }
        "on" => {
            p.bump();
            p.bump();
            if matches!(p.peek(), IDENT | PARAMETER) {
                call(p)
            } else {
                p.expected("an action")
            }
        }
        _ => p.bump(),
    }
    p.close();
}

fn fact(p: &mut Parser<'_>) {
    p.open(FACT_DECL);
    p.bump();
    p.name_of_call(NAME, "the name of a fact");
    kinds(p);
    while p.at_word("for") || p.at_word("told") {
        p.open(FLAG);
        if !p.eat_word("told") {
            p.bump();
            range(p, "a duration, such as `10 s`");
        }
        p.close();
        if !p.eat(COMMA) {
            break;
        }
    }
    p.close();
    stray_before_keyword(p);
}

fn define(p: &mut Parser<'_>) {
    p.open(DEFINE_DECL);
    p.bump();
    p.name_of_call(NAME, "the name of a condition");
    if p.at(OPEN) {
        p.open(ARGUMENTS);
        p.bump();
        while !p.at(CLOSE) && !p.at(EOF) && !p.peek().is_keyword() {
            expression(p);
            if !p.eat(COMMA) {
                break;
            }
        }
        p.expect(CLOSE, "`)`");
        p.close();
    }
    if p.at(WHEN_KW) {
        when(p)
    } else {
        p.expected("`when` and a condition")
    }
    p.close();
}

fn state(p: &mut Parser<'_>) {
    p.open(STATE);
    if p.eat(EVERY_KW) {
        p.expect(STATE_KW, "`state`");
    } else {
        p.bump();
        p.one_word_name("the name of a state", &[]);
    }
    stray_before_keyword(p);
    loop {
        match p.peek() {
            RULE_KW | OVERRIDE_KW => rule(p),
            DROP_KW => drop_rule(p),
            _ => break,
        }
    }
    p.close();
}

fn drop_rule(p: &mut Parser<'_>) {
    p.open(DROP_RULE);
    p.bump();
    p.expect(RULE_KW, "`rule`");
    p.name_ref("a rule");
    p.close();
}

fn rule(p: &mut Parser<'_>) {
    p.open(RULE);
    p.eat(OVERRIDE_KW);
    p.expect(RULE_KW, "`rule`");
    p.one_word_name("the name of a rule", &["for", "before", "after"]);
    loop {
        if p.at_word("for") {
            p.open(FOR_ROLES);
            p.bump();
            name_refs(p, NAMES, "a role");
            p.close();
        } else if p.at_word("before") || p.at_word("after") {
            p.open(PLACEMENT);
            p.bump();
            p.name_ref("a rule");
            p.close();
        } else {
            break;
        }
    }
    stray_before_keyword(p);
    while starts_rule_part(p.peek()) {
        part(p);
        stray_before_keyword(p);
    }
    p.close();
}

/// Reports and skips text that is not allowed here, up to the next keyword.
fn stray_before_keyword(p: &mut Parser<'_>) {
    if !p.at(EOF) && (!p.peek().is_keyword() || matches!(p.peek(), NOT_KW | IS_KW | WITH_KW)) {
        p.expected("the next part of the script");
        p.open(ERROR);
        p.bump();
        p.close();
        p.skip_until(|kind| kind.is_keyword() && !matches!(kind, NOT_KW | IS_KW | WITH_KW));
    }
}

fn part(p: &mut Parser<'_>) {
    match p.peek() {
        WHEN_KW => when(p),
        CHOOSE_KW => choose(p),
        DO_KW => action(p, |p| p.at(COMMA)),
        TOGETHER_KW => {
            p.open(TOGETHER);
            p.bump();
            p.expect(WITH_KW, "`with`");
            p.expect(VARIABLE, "a variable");
            p.close();
        }
        WHILE_KW => {
            p.open(WHILE);
            p.bump();
            literals(p, true);
            p.close();
        }
        ADD_KW | REMOVE_KW | SET_KW | THEN_KW | ON_KW => effect(p),
        GOTO_KW => {
            p.open(GOTO);
            p.bump();
            p.name_ref("a state");
            p.close();
        }
        LEAVE_KW => word(p, LEAVE),
        END_KW => word(p, END),
        URGENT_KW => word(p, URGENT),
        ONCE_KW => word(p, ONCE),
        _ => {
            p.open(AGAIN);
            p.bump();
            p.expect_word("after");
            range(p, "a duration, such as `20..40 s`");
            p.close();
        }
    }
}

fn word(p: &mut Parser<'_>, node: SyntaxKind) {
    p.open(node);
    p.bump();
    p.close();
}

fn when(p: &mut Parser<'_>) {
    p.open(WHEN);
    p.bump();
    literals(p, true);
    p.close();
}

fn choose(p: &mut Parser<'_>) {
    p.open(CHOOSE);
    p.bump();
    match p.peek_text() {
        "first" => p.bump(),
        "any" => {
            p.bump();
            p.eat(VARIABLE);
        }
        "nearest" => {
            p.bump();
            p.expect(VARIABLE, "a variable");
        }
        "least" | "most" => {
            p.bump();
            expression(p);
        }
        _ => p.expected("`first`, `any`, `nearest`, `least` or `most`"),
    }
    p.close();
}

fn effect(p: &mut Parser<'_>) {
    p.open(EFFECT);
    if p.eat(ON_KW) {
        if !p.eat_word("failure") && !p.eat_word("stop") {
            p.expected("`failure` or `stop`");
        }
    } else {
        p.eat(THEN_KW);
    }
    if p.eat(ADD_KW) || p.eat(REMOVE_KW) {
        facts(p);
    } else if p.eat(SET_KW) {
        writes(p);
    } else {
        p.expected("`add`, `remove` or `set`");
    }
    p.close();
}

fn hold(p: &mut Parser<'_>) {
    p.open(HOLD);
    p.bump();
    if p.at_word("for") {
        p.open(FOR_ROLES);
        p.bump();
        name_refs(p, NAMES, "a role");
        p.close();
    }
    p.expect(WHILE_KW, "`while` and a condition");
    literals(p, false);
    if p.at_word("up") {
        p.open(FLAG);
        p.bump();
        p.expect_word("to");
        range(p, "a duration, such as `30 s`");
        p.close();
    }
    p.close();
    stray_before_keyword(p);
}

fn property(p: &mut Parser<'_>) {
    p.open(PROPERTY_DECL);
    let never = p.at(NEVER_KW);
    p.bump();
    p.name("the name of a property");
    if p.at(WHEN_KW) {
        when(p);
    } else if never {
        p.expected("`when` and what must never happen");
    }
    if p.at(EXPECT_KW) {
        p.open(EXPECT);
        p.bump();
        literals(p, true);
        p.close();
    } else if !never {
        p.expected("`expect` and what must hold");
    }
    p.close();
    stray_before_keyword(p);
}
