//! Settings of beliefs.

use crate::context::Context;
use crate::declaration::facet::lower::share_range;
use crate::declaration::measure::{listed, numbers_of, share, thousandths};
use crate::declaration::said_twice;
use crate::diagnostic::Code;
use crate::source::Place;
use crate::syntax::tree::token_place;
use crate::syntax::{Node, TreeExt, *};
use townsfolk_core::Number;
use townsfolk_module::knowledge::{EVIDENCE_KINDS, ImplantMode, KnowledgeSettings, Matters, Share};

/// The presets.
pub(crate) const PRESETS: &[&str] = &["talktown", "faithful_memory", "unreliable"];

/// The ways to choose knowledge from the start.
pub(crate) const IMPLANTS: &[(&str, ImplantMode)] = &[
    ("chapter", ImplantMode::Chapter),
    ("talktown", ImplantMode::Talktown),
    ("blend", ImplantMode::Blend),
];

/// How much of the past minds keep.
pub(crate) const HISTORIES: &[&str] = &["whole", "short"];

/// The greatest factor of fading.
const FADING_MAX: Share = Share(100_000_000);

pub(crate) fn lower(node: &Node, cx: &mut Context<'_>) -> Option<KnowledgeSettings> {
    let (name, place) = cx.reference(node)?;
    let Some(mut settings) = KnowledgeSettings::preset(&name) else {
        let problem = Code::UnknownWord
            .at(place, format!("there is no preset `{name}`"))
            .label("`talktown`, `faithful_memory` or `unreliable`")
            .did_you_mean(place, &name, PRESETS.iter().copied());
        return cx.fail(problem.or_hint("write `knowledge talktown`"));
    };
    let mut seen: Vec<(String, Place)> = vec![];
    for part in node.children_of(KNOWLEDGE_PART) {
        let word = part.words().into_iter().next().unwrap_or_default();
        if !said_twice(cx, &mut seen, &word, part.place(cx.file)) {
            setting(&part, &word, &mut settings, cx);
        }
    }
    let split = u64::from(settings.forgets.0) + u64::from(settings.mistakes.0);
    if split > u64::from(Share::ONE.0) {
        let said = seen
            .iter()
            .rfind(|(word, _)| matches!(word.as_str(), "forgets" | "mistakes"));
        cx.problem(
            Code::SharesMisfit
                .at(
                    said.map_or(place, |(_, place)| *place),
                    "what is forgotten and what is mistaken add up to more than 100%",
                )
                .label("more than the whole")
                .hint(
                    "make the two add up to 100% or less: the rest is taken from a similar person",
                ),
        );
        return None;
    }
    Some(settings)
}

fn setting(part: &Node, word: &str, settings: &mut KnowledgeSettings, cx: &mut Context<'_>) {
    let chance = match word {
        "keeps" => Some((&mut settings.kept_daily, Share::ONE)),
        "notices" => Some((&mut settings.notices, Share::ONE)),
        "overhears" => Some((&mut settings.overhears, Share::ONE)),
        "fades" => Some((&mut settings.fading, FADING_MAX)),
        "forgets" => Some((&mut settings.forgets, Share::ONE)),
        "mistakes" => Some((&mut settings.mistakes, Share::ONE)),
        "invents" => Some((&mut settings.invents, Share::ONE)),
        _ => None,
    };
    if let Some((slot, most)) = chance {
        let number = numbers_of(part).next();
        let read = number.and_then(|n| share(cx, &n, &format!("`{word}`"), most));
        *slot = read.map_or(*slot, |(share, _)| share);
        return;
    }
    match word {
        "recalls" => settings.notices_all = true,
        "eyes" => settings.eyes_win = part.token(NEVER_KW).is_none(),
        "lies" => {
            let range = part.child(RANGE);
            let read = range.and_then(|range| share_range(cx, &range, "`lies`"));
            settings.lies = read.unwrap_or(settings.lies);
        }
        "topics" => {
            let read = numbers_of(part).next().and_then(|n| count(cx, &n));
            settings.subjects_max = read.unwrap_or(settings.subjects_max);
        }
        "implants" => settings.implants = implants(part, cx).unwrap_or(settings.implants),
        "history" => {
            let whole = whole_history(part, cx);
            settings.whole_history = whole.unwrap_or(settings.whole_history);
        }
        "matters" => matters(part, &mut settings.matters, cx),
        _ => strength(part, word, settings, cx),
    }
}

/// `observation 20`: in thousandths.
fn strength(part: &Node, word: &str, settings: &mut KnowledgeSettings, cx: &mut Context<'_>) {
    let at = EVIDENCE_KINDS.iter().position(|kind| *kind == word);
    let slot = at.and_then(|at| settings.strengths.get_mut(at));
    let read = numbers_of(part).next().and_then(|n| thousandths(cx, &n));
    let (Some(slot), Some((value, place))) = (slot, read) else {
        return;
    };
    match u32::try_from(value) {
        Ok(value) => *slot = value,
        Err(_) => cx.problem(
            Code::OutOfRange
                .at(
                    place,
                    format!("the strength of `{word}` goes from 0 to 4000000"),
                )
                .label(format!("{} is outside", Number(value)))
                .hint(format!("write `{word} 20`")),
        ),
    }
}

/// `matters group 5, love 3`.
fn matters(part: &Node, matters: &mut Matters, cx: &mut Context<'_>) {
    let mut seen: Vec<(String, Place)> = vec![];
    for measure in part.children_of(MEASURE) {
        let Some(token) = measure.token(IDENT) else {
            continue;
        };
        let (word, place) = (token.text(), token_place(&token, cx.file));
        let Some(weight) = matters.part_mut(word) else {
            let known = listed(&Matters::NAMES);
            let problem = Code::UnknownWord
                .at(place, format!("`{word}` is no relation that can matter"))
                .label(format!("expected {known}"))
                .did_you_mean(place, word, Matters::NAMES.iter().copied());
            cx.problem(problem.or_hint(format!("write one of {known}")));
            continue;
        };
        if said_twice(cx, &mut seen, word, place) {
            continue;
        }
        let number = numbers_of(&measure).next();
        let Some((value, place)) = number.and_then(|n| thousandths(cx, &n)) else {
            continue;
        };
        match u32::try_from(value).ok().filter(|n| *n <= Matters::MOST) {
            Some(value) => *weight = value,
            None => cx.problem(
                Code::OutOfRange
                    .at(place, format!("`{word}` goes from 0 to 1000"))
                    .label(format!("{} is outside", Number(value)))
                    .hint(format!(
                        "write `matters {word} {}`",
                        Number((*weight).into())
                    )),
            ),
        }
    }
}

/// A number of topics.
fn count(cx: &mut Context<'_>, node: &Node) -> Option<u8> {
    let (value, place) = thousandths(cx, node)?;
    let whole = (value % 1000 == 0).then_some(value / 1000);
    let count = whole.and_then(|n| u8::try_from(n).ok()).filter(|n| *n > 0);
    if count.is_none() {
        cx.problem(
            Code::OutOfRange
                .at(place, "a talk has from 1 to 255 topics")
                .label(format!("{} is outside", Number(value)))
                .hint("write `topics up to 8`"),
        );
    }
    count
}

fn whole_history(part: &Node, cx: &mut Context<'_>) -> Option<bool> {
    let (name, place) = cx.reference(part)?;
    if !HISTORIES.contains(&name.as_str()) {
        let problem = Code::UnknownWord
            .at(
                place,
                format!("minds cannot keep a history that is `{name}`"),
            )
            .label("`whole` or `short`")
            .did_you_mean(place, &name, HISTORIES.iter().copied());
        return cx.fail(problem.or_hint("write `history whole`"));
    }
    Some(name == "whole")
}

fn implants(part: &Node, cx: &mut Context<'_>) -> Option<ImplantMode> {
    let (name, place) = cx.reference(part)?;
    let known = IMPLANTS.iter().find(|(known, _)| *known == name);
    if known.is_none() {
        let problem = Code::UnknownWord
            .at(
                place,
                format!("knowledge from the start cannot be chosen by `{name}`"),
            )
            .label("`chapter`, `talktown` or `blend`")
            .did_you_mean(place, &name, IMPLANTS.iter().map(|(name, _)| *name));
        cx.problem(problem.or_hint("write `implants blend`"));
    }
    known.map(|(_, mode)| *mode)
}
