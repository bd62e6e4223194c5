//! Checks of minds: what no single line of a layer shows. One file for each family of questions.

mod flags;
mod reach;
mod ready;
mod rest;
mod thresholds;

use crate::declaration::layer::lower::LayerSheet;
use crate::diagnostic::{Code, Diagnostic};
use std::sync::Arc;
use townsfolk_mind::map::{Map, Program};

/// A map with more nodes than this is not played.
const NODES_MAX: usize = 300;
/// A map with more links than this is not played.
const LINKS_MAX: usize = 3_000;
/// More pairs of layers than this are not played.
const PAIRS_MAX: usize = 400;

/// Everything there is to say about the layers of a project.
pub(crate) fn check(layers: &[LayerSheet]) -> Vec<Diagnostic> {
    let mut problems = vec![];
    thresholds::check(layers, &mut problems);
    // What is missing may be just the part that could not be read.
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

/// The map of layers on top of one another, unless it is too large to be played.
fn map(held: &[&LayerSheet]) -> Option<Map> {
    let nodes: usize = held.iter().map(|sheet| sheet.layer.nodes.len()).sum();
    let links: usize = held.iter().map(|sheet| sheet.links().count()).sum();
    if nodes > NODES_MAX || links > LINKS_MAX {
        return None;
    }
    let layers: Vec<_> = held.iter().map(|sheet| &sheet.layer).collect();
    Program::compile(&layers).map(|program| Map::new(Arc::new(program)))
}
