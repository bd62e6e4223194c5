//! Levels of excitation by difficulty: `answers on hard agitate 0.1, react 0.25, chase 0.45`.

use super::lower::level;
use crate::context::Context;
use crate::declaration::need::lower::symbol;
use crate::declaration::said_twice;
use crate::diagnostic::Code;
use crate::names::Declaration;
use crate::source::Place;
use crate::syntax::{Node, TreeExt, *};
use townsfolk_core::Number;
use townsfolk_module::senses::{Response, SenseProfile};

/// The levels, the lowest first.
const LEVELS: [&str; 3] = ["agitate", "react", "chase"];

/// Levels where none are written.
const USUAL: Response = Response {
    difficulty: None,
    agitate: 150,
    react: 350,
    chase: 900,
};

/// Lowers a line into the responses of a profile.
pub(super) fn lower(cx: &mut Context<'_>, part: &Node, profile: &mut SenseProfile) {
    let place = part.place(cx.file);
    let difficulty = cx.reference(part).map(|(name, _)| symbol(cx, &name));
    if profile
        .responses
        .iter()
        .any(|known| known.difficulty == difficulty)
    {
        cx.problem(
            Code::DuplicatePart
                .at(place, "these levels are said twice")
                .label("again for one difficulty")
                .hint("remove one of the lines"),
        );
        return;
    }
    // What a line leaves out is as on the usual difficulty.
    let mut response = match profile
        .responses
        .iter()
        .find(|known| known.difficulty.is_none())
    {
        Some(usual) => *usual,
        None => USUAL,
    };
    response.difficulty = difficulty;
    let mut said: Vec<(String, Place)> = vec![];
    let mut whole = true;
    for flag in part.children_of(FLAG) {
        let Some(word) = flag.words().first().cloned() else {
            continue;
        };
        if said_twice(cx, &mut said, &word, flag.place(cx.file)) {
            continue;
        }
        let Some(value) = level(cx, &flag) else {
            whole = false;
            continue;
        };
        match word.as_str() {
            "agitate" => response.agitate = value,
            "react" => response.react = value,
            _ => response.chase = value,
        }
    }
    if whole {
        rising(cx, part, &response);
    }
    profile.responses.push(response);
}

/// Reports levels that do not rise.
fn rising(cx: &mut Context<'_>, part: &Node, response: &Response) {
    let levels = [response.agitate, response.react, response.chase];
    let fall = levels.windows(2).position(|pair| pair[0] >= pair[1]);
    let Some(at) = fall else {
        return;
    };
    let (lower, upper) = (LEVELS[at], LEVELS[at + 1]);
    let shown = levels.map(|level| Number(i64::from(level)));
    cx.problem(
        Code::ThresholdsNotRising
            .at(
                part.place(cx.file),
                format!("`{lower}` is not below `{upper}`"),
            )
            .label(format!("{} and {}", shown[at], shown[at + 1]))
            .consequence(format!(
                "The character would `{upper}` before anybody sees it `{lower}`."
            ))
            .hint("let the levels rise: `answers agitate 0.15, react 0.35, chase 0.9`"),
    );
}

/// Puts the usual levels first, and reports levels of a difficulty without usual ones.
pub(super) fn complete(
    cx: &mut Context<'_>,
    declaration: &Declaration,
    node: &Node,
    profile: &mut SenseProfile,
) {
    let responses = &mut profile.responses;
    let written = node.children_of(SENSES_PART);
    let mut written = written.filter(|part| part.words().first().is_some_and(|w| w == "answers"));
    if written.next().is_none() {
        responses.push(USUAL);
        return;
    }
    match responses
        .iter()
        .position(|known| known.difficulty.is_none())
    {
        Some(at) => responses[..=at].rotate_right(1),
        None => {
            cx.problem(
                Code::MissingPart
                    .at(
                        declaration.place,
                        format!("`{}` answers on some difficulties only", declaration.name),
                    )
                    .label("no `answers` for all others")
                    .hint("add a line without `on`: `answers agitate 0.15, react 0.35, chase 0.9`"),
            );
            responses.insert(0, USUAL);
        }
    }
}
