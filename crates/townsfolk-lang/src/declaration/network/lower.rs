//! The weights of a network: six hidden rows of ten, and eight rows of seven.

use crate::context::Context;
use crate::declaration::measure::{degree, numbers_of};
use crate::diagnostic::Code;
use crate::source::Place;
use crate::syntax::{Node, TreeExt, *};
use townsfolk_module::mind::{Degree, Interaction, Network};

/// The range of a weight, in thousandths.
const WEIGHT: (i64, i64) = (-1_000_000, 1_000_000);
/// The meaning of the numbers of a hidden row.
const HIDDEN: &str = "neuroticism, extroversion, valence, arousal, like, attraction, dominance, intimacy, interest and the bias";
/// The meaning of the numbers of an output row.
const OUTPUT: &str = "the six hidden neurons and the bias";

pub(crate) fn lower(
    node: &Node,
    name: &str,
    place: Place,
    cx: &mut Context<'_>,
) -> Option<Network> {
    let mut hidden: Vec<[Degree; 10]> = vec![];
    let mut output: Vec<(Interaction, [Degree; 7])> = vec![];
    let mut broken = false;
    for part in node.children_of(NETWORK_PART) {
        let word = part.words().into_iter().next().unwrap_or_default();
        let mut whats = Interaction::ALL.into_iter();
        match whats.find(|what| what.name() == word) {
            None => match row(cx, &part, &word, HIDDEN) {
                Some(row) => hidden.push(row),
                None => broken = true,
            },
            Some(what) if output.iter().any(|(known, _)| *known == what) => {
                broken = true;
                let place = part.place(cx.file);
                let title = format!("the row `{word}` is there twice");
                cx.problem(Code::DuplicatePart.at(place, title).label("again here"));
            }
            Some(what) => match row(cx, &part, &word, OUTPUT) {
                Some(row) => output.push((what, row)),
                None => broken = true,
            },
        }
    }
    output.sort_by_key(|(what, _)| *what);
    let rows: Vec<[Degree; 7]> = output.iter().map(|(_, row)| *row).collect();
    let whole = hidden.try_into().ok().zip(rows.try_into().ok());
    let Some((hidden, output)) = whole.filter(|_| !broken) else {
        if !broken {
            cx.problem(
                Code::BadNetwork
                    .at(
                        place,
                        format!("the network `{name}` has not got all its rows"),
                    )
                    .label("six rows `hidden` and one for each interaction are needed")
                    .consequence("Nobody would know what to do to whom.")
                    .hint("let `townsfolk train social -o social.folk` write it"),
            );
        }
        return None;
    };
    Some(Network { hidden, output })
}

fn row<const N: usize>(
    cx: &mut Context<'_>,
    part: &Node,
    word: &str,
    what: &str,
) -> Option<[Degree; N]> {
    let numbers: Vec<Node> = numbers_of(part).collect();
    let weights = numbers.iter().map(|n| degree(cx, n, "a weight", WEIGHT));
    let weights: Vec<Option<Degree>> = weights.collect();
    let weights: Vec<Degree> = weights.into_iter().collect::<Option<_>>()?;
    let found = weights.len();
    weights.try_into().ok().or_else(|| {
        cx.fail(
            Code::BadNetwork
                .at(
                    part.place(cx.file),
                    format!("a row `{word}` has {N} weights"),
                )
                .label(format!("there are {found}"))
                .consequence(format!("They are for {what}."))
                .hint(format!("write {N} numbers with commas between")),
        )
    })
}
