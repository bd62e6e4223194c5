//! Family trees as drawings.

use super::{escaped, telling};
use crate::person::PersonId;
use crate::town::Town;
use std::collections::BTreeSet;
use std::fmt::Write;

const WIDTH: i32 = 150;
const HEIGHT: i32 = 46;
const GAP: i32 = 12;
const DOWN: i32 = 84;

/// Families with fewer members are not drawn.
const MEMBERS_LEAST: usize = 6;

/// One person in a tree, with a place.
struct Node {
    who: PersonId,
    x: i32,
    y: i32,
    parent: Option<usize>,
}

/// The largest families: the person with whom each begins, and the drawing.
pub(super) fn families(town: &Town, most: usize) -> Vec<(PersonId, usize, String)> {
    let first = |id: &u32| town.people[*id as usize].parents().next().is_none();
    let roots = (0..town.people.len() as u32).filter(first).map(PersonId);
    let mut trees: Vec<(PersonId, Vec<Node>, i32)> = roots
        .map(|root| {
            let mut nodes = vec![];
            let mut right = 0;
            lay_out(
                town,
                root,
                (None, 0),
                &mut BTreeSet::new(),
                &mut nodes,
                &mut right,
            );
            (root, nodes, right)
        })
        .filter(|(_, nodes, _)| nodes.len() >= MEMBERS_LEAST)
        .collect();
    trees.sort_by_key(|(root, nodes, _)| (std::cmp::Reverse(nodes.len()), *root));
    // A couple begins one family, not two.
    let mut drawn = BTreeSet::new();
    trees.retain(|(root, nodes, _)| {
        let heirs: Vec<PersonId> = nodes
            .iter()
            .map(|node| node.who)
            .filter(|who| who != root)
            .collect();
        let new = heirs.iter().filter(|who| !drawn.contains(*who)).count() * 2 > heirs.len();
        drawn.extend(heirs);
        new
    });
    trees.truncate(most);
    let draw = |(root, nodes, width): (PersonId, Vec<Node>, i32)| {
        let drawing = drawing(town, &nodes, width);
        (root, nodes.len(), drawing)
    };
    trees.into_iter().map(draw).collect()
}

/// Places a person above the middle of the children. Returns the number of the node.
fn lay_out(
    town: &Town,
    who: PersonId,
    (parent, depth): (Option<usize>, i32),
    seen: &mut BTreeSet<PersonId>,
    nodes: &mut Vec<Node>,
    right: &mut i32,
) {
    if !seen.insert(who) {
        return;
    }
    let own = nodes.len();
    nodes.push(Node {
        who,
        x: *right,
        y: depth * DOWN,
        parent,
    });
    let first = nodes.len();
    for child in &town.person(who).children {
        lay_out(town, *child, (Some(own), depth + 1), seen, nodes, right);
    }
    let below = nodes
        .iter()
        .skip(first)
        .filter(|node| node.parent == Some(own));
    let xs: Vec<i32> = below.map(|node| node.x).collect();
    match (xs.first(), xs.last()) {
        (Some(from), Some(to)) => nodes[own].x = (from + to) / 2,
        _ => *right += WIDTH + GAP,
    }
}

fn drawing(town: &Town, nodes: &[Node], width: i32) -> String {
    let deep = nodes.iter().map(|node| node.y).max().unwrap_or(0) + HEIGHT;
    let width = width.max(WIDTH);
    let mut svg = format!(
        "<svg viewBox=\"-2 -2 {} {}\" width=\"{}\" height=\"{}\" role=\"img\">",
        width + 4,
        deep + 4,
        width + 4,
        deep + 4
    );
    for node in nodes {
        let Some(above) = node.parent.and_then(|parent| nodes.get(parent)) else {
            continue;
        };
        let (x1, y1) = (above.x + WIDTH / 2, above.y + HEIGHT);
        let (x2, y2) = (node.x + WIDTH / 2, node.y);
        let middle = (y1 + y2) / 2;
        let _ = write!(
            svg,
            "<path class=\"line\" d=\"M{x1} {y1}V{middle}H{x2}V{y2}\"/>"
        );
    }
    for node in nodes {
        let person = town.person(node.who);
        let class = if person.is_resident() { "here" } else { "gone" };
        let spouse = person
            .spouse
            .map(|spouse| format!("⚭ {}", town.name_of(spouse)));
        let second = spouse.unwrap_or_else(|| telling::years(town, node.who));
        let _ = write!(
            svg,
            "<a href=\"#p{}\"><rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" rx=\"6\"/>\
             <text x=\"{}\" y=\"{}\">{}</text><text class=\"small\" x=\"{}\" y=\"{}\">{}</text></a>",
            node.who.0,
            node.x,
            node.y,
            node.x + WIDTH / 2,
            node.y + 20,
            escaped(&shortened(&town.name_of(node.who))),
            node.x + WIDTH / 2,
            node.y + 36,
            escaped(&shortened(&second)),
        );
    }
    svg.push_str("</svg>");
    svg
}

/// At most as many letters as fit into a box.
fn shortened(text: &str) -> String {
    match text.chars().count() {
        0..=22 => text.to_owned(),
        _ => text.chars().take(21).chain(['…']).collect(),
    }
}
