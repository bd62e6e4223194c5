//! Flags that nothing sets.

use crate::declaration::layer::lower::LayerSheet;
use crate::diagnostic::{Code, Diagnostic};
use std::collections::BTreeSet;
use townsfolk_core::NodeId;
use townsfolk_module::mind::{Control, NodeKind, time_to_change_role};

/// The flags that some action sets, and those that something clears.
pub(super) fn switched(layers: &[LayerSheet]) -> (BTreeSet<NodeId>, BTreeSet<NodeId>) {
    let (mut on_by, mut off_by) = (BTreeSet::new(), BTreeSet::new());
    for control in layers.iter().flat_map(|sheet| &sheet.layer.controls) {
        if let Control::Sets {
            flag,
            on,
            keeps_prop,
            ..
        } = control
        {
            if *on {
                on_by.insert(*flag);
            }
            // A flag that remembers a prop is cleared when the prop is given up.
            if !*on || *keeps_prop {
                off_by.insert(*flag);
            }
        }
    }
    on_by.insert(time_to_change_role());
    off_by.insert(time_to_change_role());
    (on_by, off_by)
}

pub(super) fn check(layers: &[LayerSheet], problems: &mut Vec<Diagnostic>) {
    let (set, _) = switched(layers);
    for sheet in layers {
        for node in &sheet.layer.nodes {
            if node.kind != (NodeKind::Flag { on: false }) || set.contains(&node.id) {
                continue;
            }
            let Some((name, _, place)) = sheet.nodes.get(&node.id) else {
                continue;
            };
            let mut problem = Code::FlagNeverSet
                .at(*place, format!("nothing ever sets the flag `{name}`"))
                .label("off at the start, and for ever");
            let mut links = layers.iter().flat_map(LayerSheet::links);
            let read = links.find(|(link, _)| link.from.nodes().contains(&node.id));
            if let Some((_, read)) = read {
                problem = problem.related(read, "so this link never passes anything");
            }
            problems.push(problem.hint(format!(
                "write `begun sets {name}` or `done sets {name}` behind an action, or `flag {name} on`"
            )));
        }
    }
}
