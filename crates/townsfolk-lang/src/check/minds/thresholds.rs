//! `ignores` must name an existing link.

use crate::declaration::layer::lower::LayerSheet;
use crate::diagnostic::{Code, Diagnostic};
use std::collections::BTreeSet;
use townsfolk_core::NodeId;
use townsfolk_module::mind::Sources;

pub(super) fn check(layers: &[LayerSheet], problems: &mut Vec<Diagnostic>) {
    let plain = |sheet: &LayerSheet| -> BTreeSet<(NodeId, NodeId)> {
        let links = sheet.links();
        links
            .filter_map(|(link, _)| match link.from {
                Sources::One(from) => Some((from, link.to)),
                _ => None,
            })
            .collect()
    };
    let basic = layers.iter().filter(|sheet| sheet.names.basic);
    // The missing link may be the one that could not be read.
    if basic.clone().any(|sheet| !sheet.whole) {
        return;
    }
    let below: BTreeSet<(NodeId, NodeId)> = basic.flat_map(plain).collect();
    for sheet in layers.iter().filter(|sheet| sheet.whole) {
        let changes = &sheet.layer.threshold_changes;
        if changes.is_empty() {
            continue;
        }
        let own = plain(sheet);
        for (change, (place, from, to)) in changes.iter().zip(&sheet.changes) {
            let link = (change.from, change.to);
            if own.contains(&link) || below.contains(&link) {
                continue;
            }
            problems.push(
                Code::NoSuchLink.at(*place,
                    format!("`{from}` is not linked to `{to}`"),
                )
                .label("there is nothing to ignore")
                .related(sheet.names.place, "neither in this layer nor below it")
                .hint(format!(
                    "write `{from} drives {to}` in the basic layer, or name what `{from}` drives there"
                )),
            );
        }
    }
}
