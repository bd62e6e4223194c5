//! From the syntax of a token to its compiled form.

use crate::context::Context;
use crate::declaration::amount::{Unit, single, single_time};
use crate::declaration::need::lower::symbol;
use crate::declaration::said_twice;
use crate::declaration::stimulus::lower::{TIMES, missing};
use crate::diagnostic::Code;
use crate::names::Declaration;
use crate::source::Place;
use crate::syntax::{Node, TreeExt, *};
use townsfolk_core::{Duration, TokenId};
use townsfolk_module::Category;
use townsfolk_module::senses::{Token, TokenPolicy};

pub(crate) fn lower(declaration: &Declaration, node: &Node, cx: &mut Context<'_>) -> Option<Token> {
    let mut token = Token {
        id: TokenId(cx.globals.id(Category::Token, &declaration.name)),
        name: symbol(cx, &declaration.name),
        capacity: 0,
        policy: TokenPolicy::First,
        rests: Duration::ZERO,
    };
    let mut said: Vec<(String, Place)> = vec![];
    for flag in node.children_of(FLAG) {
        let words = flag.words();
        let word = words.first().map_or("", String::as_str);
        // There is one policy.
        let part = if word == "best" { "first" } else { word };
        let place = flag.place(cx.file);
        if said_twice(cx, &mut said, part, place) {
            continue;
        }
        match word {
            "holds" => token.capacity = holds(cx, &flag, &declaration.name)?,
            "best" => token.policy = TokenPolicy::Best,
            "rests" => token.rests = single_time(cx, &flag, "the rest", (Duration::ZERO, TIMES.1))?,
            _ => {}
        }
    }
    if !said.iter().any(|(word, _)| word == "holds") {
        missing(cx, declaration, "holds", "holds 1");
        return None;
    }
    Some(token)
}

fn holds(cx: &mut Context<'_>, flag: &Node, name: &str) -> Option<u8> {
    let many = single(
        cx,
        flag,
        ("the number of holders", Unit::Number),
        (0, 255_000),
    )?;
    let place = flag.place(cx.file);
    if many == 0 {
        return cx.fail(
            Code::TokenForNobody
                .at(place, format!("nobody can ever hold `{name}`"))
                .label("no holder")
                .consequence("Whoever asks for it is refused for ever.")
                .hint("write `holds 1`"),
        );
    }
    if many % 1000 != 0 {
        return cx.fail(
            Code::OutOfRange
                .at(place, "holders are counted in whole numbers")
                .label("not a whole number")
                .hint(format!("write `holds {}`", (many / 1000).max(1))),
        );
    }
    u8::try_from(many / 1000).ok()
}
