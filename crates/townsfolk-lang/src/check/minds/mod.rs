//! Checks of whole layers of minds. One file for each family of findings.

mod flags;
mod reach;
mod ready;
mod rest;
mod thresholds;

use crate::declaration::layer::lower::LayerSheet;
use crate::diagnostic::{Code, Diagnostic};
use std::sync::Arc;
use townsfolk_mind::map::{Map, Program};

/// Maximum number of nodes of a map that is simulated.
const NODES_MAX: usize = 300;
/// Maximum number of links of a map that is simulated.
const LINKS_MAX: usize = 3_000;
/// Maximum number of pairs of layers that are simulated.
const PAIRS_MAX: usize = 400;

/// All findings about the layers of a project.
pub(crate) fn check(layers: &[LayerSheet]) -> Vec<Diagnostic> {
    let mut problems = vec![];
    thresholds::check(layers, &mut problems);
    // The missing part may be the one that could not be read.
    if layers.iter().any(|layer| !layer.whole) {
        return problems;
    }
    flags::check(layers, &mut problems);
    reach::check(layers, &mut problems);
    let (basic, over): (Vec<&LayerSheet>, Vec<&LayerSheet>) =
        layers.iter().partition(|layer| layer.names.basic);
    for below in &basic {
        rest::check(&[below], &mut problems);
    }
    let pairs = over
        .iter()
        .flat_map(|layer| basic.iter().map(move |below| (*below, *layer)));
    for (below, layer) in pairs.take(PAIRS_MAX) {
        rest::check(&[below, layer], &mut problems);
        ready::check(below, layer, layers, &mut problems);
    }
    problems
}

/// Whether a finding depends on the text of all files.
pub(crate) fn looks_everywhere(code: Code) -> bool {
    matches!(
        code,
        Code::ConceptNeverDriven
            | Code::ActionNeverWins
            | Code::FlagNeverSet
            | Code::NeverReady
            | Code::RoleWithoutLayer
    )
}

/// The combined map of stacked layers, unless it is too large to simulate.
fn map(held: &[&LayerSheet]) -> Option<Map> {
    let nodes: usize = held.iter().map(|sheet| sheet.layer.nodes.len()).sum();
    let links: usize = held.iter().map(|sheet| sheet.links().count()).sum();
    if nodes > NODES_MAX || links > LINKS_MAX {
        return None;
    }
    let layers: Vec<_> = held.iter().map(|sheet| &sheet.layer).collect();
    Program::compile(&layers).map(|program| Map::new(Arc::new(program)))
}
