//! Maps that never settle.

use crate::declaration::layer::lower::LayerSheet;
use crate::diagnostic::{Code, Diagnostic};
use townsfolk_core::NodeId;
use townsfolk_mind::map::cycle::cycles_from_corners;
use townsfolk_module::mind::not_ready_to_change_role;

/// Maximum number of input settings that are tried.
const CORNERS_MAX: u64 = 128;
/// Maximum number of nodes of a cycle that are shown.
const SHOWN_MAX: usize = 4;

/// Simulates the map of some layers; the last one is checked.
pub(super) fn check(held: &[&LayerSheet], problems: &mut Vec<Diagnostic>) {
    let (Some(map), Some(sheet)) = (super::map(held), held.last()) else {
        return;
    };
    for cycle in cycles_from_corners(&map, CORNERS_MAX) {
        // An oscillation without this layer has been reported before.
        let own = |node| sheet.nodes.contains_key(node);
        if !cycle.concepts.iter().any(own) {
            continue;
        }
        let named = |node| held.iter().find_map(|sheet| sheet.nodes.get(node));
        // A node that follows others oscillates with them.
        let cause = |node: &&NodeId| **node != not_ready_to_change_role();
        let nodes: Vec<_> = cycle
            .concepts
            .iter()
            .filter(cause)
            .filter_map(named)
            .collect();
        let names: Vec<String> = nodes.iter().map(|(name, ..)| format!("`{name}`")).collect();
        let round = match cycle.period {
            Some(period) => format!("every {period} passes everything begins again"),
            None => "nothing ever repeats".to_string(),
        };
        let title = format!("the map of `{}` never comes to rest", sheet.names.name);
        let mut problem = Code::MapOscillates
            .at(sheet.names.place, title)
            .label(format!("{} go up and down: {round}", names.join(", ")));
        for (name, _, place) in nodes.iter().take(SHOWN_MAX) {
            problem = problem.related(*place, format!("`{name}` goes up and down"));
        }
        problems.push(
            problem
                .consequence(
                    "What is done then depends on when one looks, and changes without cause.",
                )
                .hint("somewhere in the circle, make one link weaker (`by 0.5`) or remove it"),
        );
        // One cycle is enough to report.
        return;
    }
}
