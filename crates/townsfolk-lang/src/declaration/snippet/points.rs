//! Points of snippets: `score` and `tether`.

use super::lower::{condition, in_sequence};
use crate::condition::{Lower, Mode};
use crate::declaration::measure::thousandths;
use crate::diagnostic::Code;
use crate::syntax::{Node, TreeExt, *};
use townsfolk_core::{Kind, Number, Value};
use townsfolk_module::decide::{Branch, Condition, Node as TreeNode};
use townsfolk_module::{Comparison, Expr, Literal};

type Twig = Branch<Condition, Expr>;

/// `score 20, and 10 if .vulnerable(It), or 5 if .wounded(It)`: terms with `and` are added up, and of
/// terms with `or` the first counts that holds.
pub(super) fn score(lower: &mut Lower<'_, '_, '_>, part: &Node) -> Option<Twig> {
    let mut chains: Vec<Vec<Twig>> = vec![];
    for node in part.children_of(SCORE_TERM) {
        let joined_by = node.words().first().cloned().unwrap_or_default();
        let Some(term) = term(lower, &node) else {
            continue;
        };
        match chains.last_mut() {
            Some(chain) if joined_by == "or" => chain.push(term),
            _ => chains.push(vec![term]),
        }
    }
    let mut children = chains
        .into_iter()
        .map(|mut chain| match (chain.pop(), chain.is_empty()) {
            (Some(only), true) => only,
            (last, _) => {
                chain.extend(last);
                Branch::of(TreeNode::Selector, chain)
            }
        });
    match part.children_of(SCORE_TERM).count() {
        0 => None,
        _ => {
            let children: Vec<Twig> = children.by_ref().map(optional).collect();
            Some(in_sequence(children))
        }
    }
}

/// A term with a condition may give nothing; one without always counts.
fn optional(term: Twig) -> Twig {
    match term.node {
        TreeNode::Score(_) | TreeNode::Curve { .. } => term,
        _ => Branch::of(TreeNode::Optional, vec![term]),
    }
}

fn term(lower: &mut Lower<'_, '_, '_>, node: &Node) -> Option<Twig> {
    let points = Branch::leaf(points(lower, node)?);
    match node.child(LITERALS) {
        None => Some(points),
        Some(_) => {
            let asked = Branch::leaf(TreeNode::When(condition(lower, node)));
            Some(Branch::of(TreeNode::Sequence, vec![asked, points]))
        }
    }
}

fn points(lower: &mut Lower<'_, '_, '_>, node: &Node) -> Option<TreeNode<Condition, Expr>> {
    let mut parts = node.children();
    let written = parts.find(|part| !matches!(part.kind(), LITERALS | CURVE))?;
    let wanted = Some((Kind::Number, None));
    let input = lower.expression(&written, wanted, Mode::Use, false)?.expr;
    let curve = match node.child(CURVE) {
        Some(curve) => curve_points(lower, &curve)?,
        None => vec![],
    };
    Some(match input {
        Expr::Constant(Value::Number(points)) if curve.is_empty() => {
            let whole = points.0 / 1_000;
            if points.0 % 1_000 != 0 {
                let place = written.place(lower.cx.file);
                lower.cx.problem(
                    Code::OutOfRange
                        .at(place, "points are whole numbers")
                        .label("a part of a point"),
                );
            }
            TreeNode::Score(i32::try_from(whole).unwrap_or(i32::MAX))
        }
        input => TreeNode::Curve {
            input,
            points: curve,
        },
    })
}

fn curve_points(lower: &mut Lower<'_, '_, '_>, node: &Node) -> Option<Vec<(Number, i32)>> {
    let mut points: Vec<(Number, i32)> = vec![];
    for point in node.children_of(POINT) {
        let numbers: Vec<Node> = point.children().collect();
        let [input, worth] = numbers.as_slice() else {
            return None;
        };
        let (input, place) = thousandths(lower.cx, input)?;
        let (worth, _) = thousandths(lower.cx, worth)?;
        if points.last().is_some_and(|(last, _)| last.0 >= input) {
            return lower.cx.fail(
                Code::BadCurve
                    .at(place, "the values of a curve rise from point to point")
                    .label("not above the one before")
                    .hint("sort the points by the value before the colon"),
            );
        }
        let worth = i32::try_from(worth / 1_000).unwrap_or(i32::MAX);
        points.push((Number(input), worth));
    }
    Some(points)
}

/// `tether distance(.me, Post) beyond 20 m until 10 m`: true outside, and on the way back.
pub(super) fn tether(lower: &mut Lower<'_, '_, '_>, part: &Node) -> Option<Twig> {
    let mut parts = part.children();
    let measured = parts.next()?;
    let wanted = Some((Kind::Number, None));
    let left = lower.expression(&measured, wanted, Mode::Use, false)?.expr;
    let beyond = thousandths(lower.cx, &parts.next()?)?.0;
    let until = match parts.next() {
        Some(until) => thousandths(lower.cx, &until)?.0,
        None => beyond / 2,
    };
    let farther = |than: i64| {
        Branch::leaf(TreeNode::When(vec![Literal::Compare {
            left: left.clone(),
            comparison: Comparison::Greater,
            right: Expr::Constant(Value::Number(Number(than))),
        }]))
    };
    let on_the_way = vec![Branch::leaf(TreeNode::Running), farther(until)];
    Some(Branch::of(
        TreeNode::Selector,
        vec![farther(beyond), Branch::of(TreeNode::Sequence, on_the_way)],
    ))
}
