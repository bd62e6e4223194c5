//! Roles that are never ready to be given up.

use super::flags::switched;
use crate::declaration::layer::lower::LayerSheet;
use crate::declaration::layer::nodes::What;
use crate::diagnostic::{Code, Diagnostic};
use std::collections::BTreeSet;
use townsfolk_core::NodeId;
use townsfolk_mind::check::{NeverReady, never_ready};
use townsfolk_mind::map::{Input, Map};
use townsfolk_module::mind::{Degree, NodeKind, not_ready_to_change_role};

/// Maximum number of updates until a map counts as settled.
const UPDATES: usize = 12;

/// The consequence for the story.
const GIVEN_UP_LATE: &str = "The role is given up only when the schedule has waited as long as it may, in the middle of whatever is being done.";

/// Raises `not_ready_to_change_role` in every way, and tests whether it can fall again.
pub(super) fn check(
    below: &LayerSheet,
    sheet: &LayerSheet,
    layers: &[LayerSheet],
    problems: &mut Vec<Diagnostic>,
) {
    let not_ready = not_ready_to_change_role();
    let feeds =
        |link: &townsfolk_module::mind::Link| link.to == not_ready && link.weight > Degree::ZERO;
    if !sheet.links().any(|(link, _)| feeds(link)) {
        return;
    }
    let Some(fresh) = super::map(&[below, sheet]) else {
        return;
    };
    let (set, cleared) = switched(layers);
    let flags: Vec<(NodeId, bool)> = [below, sheet]
        .iter()
        .flat_map(|sheet| &sheet.layer.nodes)
        .filter_map(|node| match node.kind {
            NodeKind::Flag { on } => Some((node.id, on)),
            _ => None,
        })
        .filter(|(flag, on)| *on || set.contains(flag))
        .collect();
    let inputs = fresh.program().inputs.len();
    let settings = settings(0..inputs);
    // The world ends a task; needs do not.
    let ending = fresh.program().inputs.iter().enumerate();
    let ending = ending.filter(|(_, (_, input))| !matches!(input, Input::Need(_)));
    let endings = self::settings(ending.map(|(index, _)| index));
    for raise in &settings {
        let mut raised = Map::new(fresh.program().clone());
        for (flag, _) in &flags {
            raised.switch(*flag, true, None);
        }
        tell(&mut raised, raise);
        if raised.activation(not_ready) == Degree::ZERO {
            continue;
        }
        let mut last = raised.clone();
        let falls = endings.iter().any(|lower| {
            let mut map = raised.clone();
            for (flag, _) in flags.iter().filter(|(flag, _)| cleared.contains(flag)) {
                map.switch(*flag, false, None);
            }
            // A map that never settles has a finding of its own.
            let rests = tell(&mut map, lower);
            let falls = !rests || map.activation(not_ready) == Degree::ZERO;
            if lower.is_empty() {
                last = map;
            }
            falls
        });
        if !falls {
            let stuck: BTreeSet<NodeId> = flags
                .iter()
                .map(|(flag, _)| *flag)
                .filter(|flag| !cleared.contains(flag))
                .collect();
            problems.push(told(below, sheet, &last, &stuck));
            return;
        }
    }
    if let Some(stuck) = never_ready(fresh.program()) {
        problems.push(repeats(below, sheet, &stuck));
    }
}

/// A task at the end of a shift that never counts as done.
fn repeats(below: &LayerSheet, sheet: &LayerSheet, stuck: &NeverReady) -> Diagnostic {
    let named = |node: &NodeId| {
        let held = [sheet, below];
        held.into_iter().find_map(|sheet| sheet.nodes.get(node))
    };
    let name = &sheet.names.name;
    let mut links = sheet
        .links()
        .filter(|(link, _)| link.to == not_ready_to_change_role());
    let place = links.next().map_or(sheet.names.place, |(_, place)| place);
    let mut problem = Code::NeverReady
        .at(
            place,
            format!("when it is time to change roles, `{name}` never becomes ready"),
        )
        .label("this keeps `not_ready_to_change_role` up for ever")
        .consequence(GIVEN_UP_LATE);
    let flag = stuck.flags.iter().find_map(named);
    if let Some((action, _, declared)) = stuck.repeats.as_ref().and_then(named) {
        problem = problem.related(*declared, format!("`{action}` is done again and again"));
    }
    problem.hint(match flag {
        Some((flag, ..)) => format!("write `done clears {flag}` behind the action that ends it"),
        None => "let something hold it down, or remove the link".to_string(),
    })
}

/// Inputs that are on: none, each alone, all of them.
fn settings(inputs: impl Iterator<Item = usize>) -> Vec<Vec<usize>> {
    let all: Vec<usize> = inputs.collect();
    let mut settings = vec![vec![]];
    settings.extend(all.iter().map(|input| vec![*input]));
    settings.push(all);
    settings
}

/// Sets the inputs and updates the map until it settles. `false` if it does not.
fn tell(map: &mut Map, on: &[usize]) -> bool {
    for input in 0..map.program().inputs.len() {
        let degree = if on.contains(&input) {
            Degree::ONE
        } else {
            Degree::ZERO
        };
        map.tell(input, degree);
    }
    (0..UPDATES).any(|_| map.settle().at_rest)
}

fn told(below: &LayerSheet, sheet: &LayerSheet, map: &Map, stuck: &BTreeSet<NodeId>) -> Diagnostic {
    let name = &sheet.names.name;
    let mut links = sheet.links().filter(|(link, _)| {
        let active = |node: &NodeId| map.activation(*node) > Degree::ZERO;
        link.to == not_ready_to_change_role()
            && link.weight > Degree::ZERO
            && link.from.nodes().iter().any(active)
    });
    let place = links.next().map_or(sheet.names.place, |(_, place)| place);
    let mut problem = Code::NeverReady
        .at(
            place,
            format!("once `{name}` is not ready to change roles, it never is again"),
        )
        .label("this keeps `not_ready_to_change_role` up for ever")
        .consequence(GIVEN_UP_LATE);
    let held = [below, sheet];
    let known = stuck.iter().find_map(|flag| {
        let node = held.iter().find_map(|sheet| sheet.nodes.get(flag))?;
        (map.activation(*flag) > Degree::ZERO && node.1 == What::Flag).then_some(node)
    });
    match known {
        Some((flag, _, declared)) => {
            problem = problem.related(*declared, format!("nothing ever clears the flag `{flag}`"));
            problem.hint(format!(
                "write `done clears {flag}` behind the action that ends it"
            ))
        }
        None => problem.hint("let something hold it down, or remove the link"),
    }
}
