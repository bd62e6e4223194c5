//! From the syntax of a stimulus to its compiled form.

use crate::context::Context;
use crate::declaration::amount::{Unit, single_time, single_u32};
use crate::declaration::need::lower::symbol;
use crate::declaration::said_twice;
use crate::declaration::skills::bodily;
use crate::diagnostic::Code;
use crate::names::{Declaration, Namespace};
use crate::source::Place;
use crate::syntax::{Node, TreeExt, *};
use townsfolk_core::{Duration, StimulusId};
use townsfolk_module::Category;
use townsfolk_module::senses::{Stimulus, StimulusSource};

/// The greatest reach, in millimetres.
const REACH_MAX: i64 = 1_000_000;
/// The greatest loudness, exponent or factor, in thousandths.
pub(crate) const FACTOR_MAX: i64 = 100_000;
/// The shortest and the longest time between two sounds, and of other times of senses.
pub(crate) const TIMES: (Duration, Duration) = (Duration(1), Duration::minutes(24 * 60));

/// A stimulus by its name, or a report that there is none.
pub(crate) fn find(cx: &mut Context<'_>, name: &str, place: Place) -> Option<StimulusId> {
    let (code, space) = (Code::UnknownStimulus, Namespace::Stimulus);
    cx.declared(code, space, "stimulus", (name, place))?;
    Some(StimulusId(cx.globals.id(Category::Stimulus, name)))
}

pub(crate) fn lower(
    declaration: &Declaration,
    node: &Node,
    cx: &mut Context<'_>,
) -> Option<Stimulus> {
    let mut stimulus = Stimulus {
        id: StimulusId(cx.globals.id(Category::Stimulus, &declaration.name)),
        name: symbol(cx, &declaration.name),
        reach_mm: 0,
        loudness: 0,
        source: StimulusSource::Told,
        reveals: false,
        soft: false,
        silent: false,
    };
    let mut said: Vec<(String, Place)> = vec![];
    for flag in node.children_of(FLAG) {
        let Some(word) = flag.words().first().cloned() else {
            continue;
        };
        if said_twice(cx, &mut said, &word, flag.place(cx.file)) {
            continue;
        }
        match word.as_str() {
            "reach" => {
                let what = ("the reach", Unit::Length);
                let reach = single_u32(cx, &flag, what, (1, REACH_MAX));
                stimulus.reach_mm = reach.unwrap_or_default();
            }
            "loud" => {
                let what = ("the loudness", Unit::Number);
                let loud = single_u32(cx, &flag, what, (0, FACTOR_MAX));
                stimulus.loudness = loud.unwrap_or_default();
            }
            "gives" => stimulus.reveals = true,
            "soft" => stimulus.soft = true,
            "silent" => stimulus.silent = true,
            _ => {}
        }
    }
    for (word, example) in [("reach", "reach 5 m"), ("loud", "loud 0.8")] {
        if !said.iter().any(|(known, _)| known == word) {
            missing(cx, declaration, word, example);
        }
    }
    let sources: Vec<Node> = node.children_of(STIMULUS_SOURCE).collect();
    if let [first, second, ..] = sources.as_slice() {
        cx.problem(
            Code::DuplicatePart
                .at(second.place(cx.file), "one stimulus is made by one thing")
                .label("a second source")
                .related(first.place(cx.file), "the first source")
                .hint("declare another stimulus for it"),
        );
    }
    if let Some(written) = sources.first() {
        stimulus.source = source(cx, written)?;
    }
    Some(stimulus)
}

/// Reports a part that a declaration cannot do without.
pub(crate) fn missing(cx: &mut Context<'_>, declaration: &Declaration, word: &str, example: &str) {
    let name = &declaration.name;
    cx.problem(
        Code::MissingPart
            .at(declaration.place, format!("`{name}` has no `{word}`"))
            .label(format!("`{word}` is missing"))
            .hint(format!("write `{example}`")),
    );
}

fn source(cx: &mut Context<'_>, node: &Node) -> Option<StimulusSource> {
    if let Some((name, place)) = cx.reference(node) {
        let action = bodily::action(cx, &name, place)?;
        let from_me = node.words().iter().any(|word| word == "me");
        return Some(StimulusSource::Action { action, from_me });
    }
    let steps = node.words().iter().any(|word| word == "steps");
    let (mut full, mut every, mut exponent) = (None, None, 1000);
    let mut said: Vec<(String, Place)> = vec![];
    for flag in node.children_of(FLAG) {
        let place = flag.place(cx.file);
        let Some(word) = flag.words().first().cloned() else {
            continue;
        };
        if said_twice(cx, &mut said, &word, place) {
            continue;
        }
        if !steps && word != "every" {
            cx.problem(
                Code::NotAvailableHere
                    .at(place, format!("breath has no `{word}`"))
                    .label("only steps depend on the speed")
                    .hint("remove it"),
            );
            continue;
        }
        match word.as_str() {
            "at" => {
                let what = ("the speed of the full reach", Unit::Speed);
                full = Some(single_u32(cx, &flag, what, (1, FACTOR_MAX))?);
            }
            "every" => {
                every = Some(single_time(
                    cx,
                    &flag,
                    "the time between two sounds",
                    TIMES,
                )?)
            }
            _ => {
                let what = ("the power", Unit::Number);
                exponent = single_u32(cx, &flag, what, (1, 10_000))?;
            }
        }
    }
    let place = node.place(cx.file);
    let lacks = |cx: &mut Context<'_>, what: &str, hint: &str| {
        cx.problem(
            Code::MissingPart
                .at(place, what)
                .label("not said here")
                .hint(format!("write `{hint}`")),
        );
    };
    if every.is_none() {
        let example = match steps {
            true => "from steps at 5 m per s, every 0.4 s",
            false => "from breath every 1 s",
        };
        lacks(cx, "how often is it made?", example);
    }
    if steps && full.is_none() {
        let example = "from steps at 5 m per s, every 0.4 s";
        lacks(cx, "at which speed is the reach full?", example);
    }
    Some(match steps {
        true => StimulusSource::Steps {
            full_mm_s: full?,
            exponent,
            every: every?,
        },
        false => StimulusSource::Breath { every: every? },
    })
}
