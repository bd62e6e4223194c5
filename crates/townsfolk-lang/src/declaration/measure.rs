//! Degrees as authors write them: numbers, percentages, hedge words, and lists of them.

use crate::condition::{millionths, number};
use crate::context::Context;
use crate::declaration::grammar::degree as degree_grammar;
use crate::declaration::said_twice;
use crate::diagnostic::Code;
use crate::source::Place;
use crate::syntax::tree::token_place;
use crate::syntax::{Node, Parser, TreeExt, *};
use townsfolk_core::{Number, Value};
use townsfolk_module::knowledge::Share;
use townsfolk_module::mind::Degree;

/// Hedge words, with their thousandths.
pub(crate) const HEDGES: &[(&str, i64)] = &[
    ("always", 1000),
    ("very_much", 800),
    ("usually", 700),
    ("much", 600),
    ("often", 500),
    ("some", 400),
    ("a_little", 200),
];

/// `valence 0.5, arousal 0.5`: words with a number each.
pub(crate) fn measures(p: &mut Parser<'_>, what: &str) {
    loop {
        p.open(MEASURE);
        if p.at(IDENT) && matches!(p.peek_nth(1), NUMBER | MINUS) {
            p.bump();
            degree_grammar(p, "a number, such as `0.5`");
        } else {
            p.expected(what);
        }
        p.close();
        if !p.eat(COMMA) {
            break;
        }
    }
}

/// A written number in thousandths, with its place.
pub(crate) fn thousandths(cx: &mut Context<'_>, node: &Node) -> Option<(i64, Place)> {
    let place = node.place(cx.file);
    let (negative, inner) = match node.kind() {
        NEGATIVE_EXPR => (true, node.child(NUMBER_EXPR)?),
        _ => (false, node.clone()),
    };
    let (value, _) = number(cx, &inner)?;
    let Value::Number(number) = value else {
        return cx.fail(
            Code::UnitMismatch
                .at(place, "a plain number is needed here")
                .label("this is a length of time"),
        );
    };
    Some((if negative { -number.0 } else { number.0 }, place))
}

/// The numbers directly below a node, in order.
pub(crate) fn numbers_of(node: &Node) -> impl Iterator<Item = Node> {
    node.children()
        .filter(|child| matches!(child.kind(), NUMBER_EXPR | NEGATIVE_EXPR))
}

/// A degree within limits (in thousandths), or a report that it is outside.
pub(crate) fn degree(
    cx: &mut Context<'_>,
    node: &Node,
    what: &str,
    (low, high): (i64, i64),
) -> Option<Degree> {
    let (value, place) = thousandths(cx, node)?;
    if value < low || value > high {
        let nearest = Number(value.clamp(low, high));
        return cx.fail(
            Code::OutOfRange
                .at(
                    place,
                    format!("{what} goes from {} to {}", Number(low), Number(high)),
                )
                .label(format!("{} is outside", Number(value)))
                .fix(format!("write `{nearest}`"), place, nearest.to_string()),
        );
    }
    i32::try_from(value).ok().map(Degree::thousandths)
}

/// A share of at most `most`, or a report that it is outside.
pub(crate) fn share(
    cx: &mut Context<'_>,
    node: &Node,
    what: &str,
    most: Share,
) -> Option<(Share, Place)> {
    let place = node.place(cx.file);
    let value = match node.kind() {
        NEGATIVE_EXPR => -millionths(cx, &node.child(NUMBER_EXPR)?)?,
        _ => millionths(cx, node)?,
    };
    if let Some(share) = u32::try_from(value).ok().filter(|share| *share <= most.0) {
        return Some((Share(share), place));
    }
    let nearest = value.clamp(0, i64::from(most.0));
    let percent = node
        .descendants_with_tokens()
        .any(|part| part.kind() == PERCENT);
    let spelt = match percent {
        true => format!("{}%", Number(nearest / 10)),
        false => Number(nearest / 1000).to_string(),
    };
    let most = match most {
        Share::ONE => "a chance or a share goes from 0 to 1, that is 0% to 100%".to_string(),
        most => format!("it goes from 0 to {}", Number(i64::from(most.0) / 1000)),
    };
    cx.fail(
        Code::OutOfRange
            .at(place, format!("{what} cannot be that: {most}"))
            .label("outside")
            .fix(format!("write `{spelt}`"), place, spelt),
    )
}

/// The range of a level.
pub(crate) const LEVEL: (i64, i64) = (0, 1000);

/// The measures of a node by their words; an unknown or repeated word is reported. Counts are
/// checked by `limits` too.
pub(crate) fn read_measures(
    cx: &mut Context<'_>,
    node: &Node,
    known: &[&'static str],
    limits: impl Fn(&str) -> (i64, i64),
) -> Vec<(&'static str, Degree)> {
    let mut seen: Vec<(String, Place)> = vec![];
    let mut values = vec![];
    for measure in node.children_of(MEASURE) {
        let Some(token) = measure.token(IDENT) else {
            continue;
        };
        let place = token_place(&token, cx.file);
        let word = token.text();
        let Some(name) = known.iter().copied().find(|name| *name == word) else {
            let mut problem = Code::UnknownWord
                .at(place, format!("`{word}` cannot be measured here"))
                .label(format!("expected {}", listed(known)))
                .did_you_mean(place, word, known.iter().copied());
            problem = problem.or_hint(format!("write one of {}", listed(known)));
            cx.problem(problem);
            continue;
        };
        if said_twice(cx, &mut seen, name, place) {
            continue;
        }
        let Some(number) = numbers_of(&measure).next() else {
            continue;
        };
        let value = degree(cx, &number, &format!("`{name}`"), limits(name));
        values.extend(value.map(|value| (name, value)));
    }
    values
}

/// `a`, `b` or `c`.
pub(crate) fn listed(words: &[&str]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    match quoted.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
        None => String::new(),
    }
}
