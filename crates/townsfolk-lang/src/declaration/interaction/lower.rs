//! An interaction: its effects, by person and circumstance.

use crate::context::Context;
use crate::declaration::measure::{listed, read_measures};
use crate::diagnostic::Code;
use crate::source::Place;
use crate::syntax::{Node, TreeExt, *};
use townsfolk_module::mind::{Change, Circumstance, Effect, Interaction, On, Target};

/// All interactions; "nothing" has no effect.
pub(crate) const PEOPLE_DO: [Interaction; 7] = [
    Interaction::Kiss,
    Interaction::Flirt,
    Interaction::Joke,
    Interaction::Compliment,
    Interaction::Chat,
    Interaction::Insult,
    Interaction::Assault,
];

/// Maximum change by one interaction, in thousandths.
const CHANGE: (i64, i64) = (-1000, 1000);

const TARGETS: [(&str, Target); 7] = [
    ("valence", Target::Valence),
    ("arousal", Target::Arousal),
    ("like", Target::Like),
    ("attraction", Target::Attraction),
    ("dominance", Target::Dominance),
    ("intimacy", Target::Intimacy),
    ("interest", Target::Interest),
];

/// An interaction by its name, or a report that it does not exist.
pub(crate) fn interaction(
    cx: &mut Context<'_>,
    name: &str,
    place: Place,
    among: &[Interaction],
    others: &[&'static str],
) -> Option<Interaction> {
    let found = among.iter().copied().find(|what| what.name() == name);
    if found.is_none() {
        let mut known: Vec<&str> = among.iter().map(|what| what.name()).collect();
        known.extend(others);
        let mut problem = Code::UnknownWord
            .at(
                place,
                format!("`{name}` is nothing that people do to one another"),
            )
            .label(format!("expected {}", listed(&known)))
            .did_you_mean(place, name, known.iter().copied());
        problem = problem.or_hint(format!("write one of {}", listed(&known)));
        cx.problem(problem);
    }
    found
}

/// The effects of an interaction. They replace the whole row of the classic table.
pub(crate) fn lower(
    node: &Node,
    name: &str,
    place: Place,
    cx: &mut Context<'_>,
) -> Option<(Interaction, Vec<Effect>)> {
    let what = interaction(cx, name, place, &Interaction::DONE, &[]);
    let mut rows: Vec<(Effect, Place)> = vec![];
    for part in node.children_of(INTERACTION_PART) {
        let words = part.words();
        let on = match words.get(1).map(String::as_str) {
            Some("oneself") => On::Oneself,
            Some("witnesses") => On::Witnesses,
            _ => On::Other,
        };
        let when = circumstance(&part);
        let known = TARGETS.map(|(word, _)| word);
        let measured = read_measures(cx, &part, &known, |_| CHANGE);
        let changes = measured.into_iter().filter_map(|(word, by)| {
            let target = TARGETS.iter().find(|(known, _)| *known == word)?.1;
            Some(Change { target, by })
        });
        let row = Effect {
            interaction: what.unwrap_or(Interaction::Nothing),
            on,
            when,
            changes: changes.collect(),
        };
        let place = part.place(cx.file);
        let same = |(other, _): &&(Effect, Place)| other.on == on && other.when == when;
        if let Some((_, first)) = rows.iter().find(same) {
            let title = "what it does to them in this circumstance is said twice";
            cx.problem(
                Code::DuplicatePart
                    .at(place, title)
                    .label("again here")
                    .related(*first, "first said here"),
            );
            continue;
        }
        rows.push((row, place));
    }
    Some((what?, rows.into_iter().map(|(row, _)| row).collect()))
}

fn circumstance(part: &Node) -> Circumstance {
    let Some(flag) = part.child(FLAG) else {
        return Circumstance::Always;
    };
    let holds = flag.token(NOT_KW).is_none();
    let words = flag.words();
    let is = |wanted: &str| words.iter().any(|word| word == wanted);
    match (is("attracted"), is("submissive"), holds) {
        (true, _, true) => Circumstance::Attracted,
        (true, _, false) => Circumstance::NotAttracted,
        (_, true, true) => Circumstance::Submissive,
        (_, true, false) => Circumstance::NotSubmissive,
        (_, _, true) => Circumstance::SubjectShared,
        (_, _, false) => Circumstance::SubjectNotShared,
    }
}
