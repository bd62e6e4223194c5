//! Detection of oscillation: rules that fire in a cycle of their own making.

use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use townsfolk_core::{DeciderId, HostId, SymbolId};

/// Number of times that a cycle must repeat before it is reported.
const REPEATS: usize = 3;

/// Number of firings that are remembered for each character.
pub const FIRED_MAX: usize = 24;

/// A rule that fired, and the attributes that had made it look.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Fired {
    /// Its set.
    pub set: DeciderId,
    /// Its name.
    pub rule: SymbolId,
    /// The attributes that were dirty.
    pub dirty: Vec<HostId>,
    /// Whether every dirty attribute had been written by courses of rules.
    pub own: bool,
}

/// A cycle of rules that keep each other going.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Oscillation {
    /// The rules of the cycle, in order.
    pub rules: Vec<(DeciderId, SymbolId)>,
    /// The attributes that drive it, sorted.
    pub attributes: Vec<HostId>,
}

/// The shortest cycle that the last firings repeat three times, if all of them were caused by
/// attributes that the rules' own courses had written.
pub fn find_oscillation(fired: &[Fired]) -> Option<Oscillation> {
    let longest = fired.len() / REPEATS;
    (1..=longest).find_map(|length| {
        let tail = &fired[fired.len() - length * REPEATS..];
        let name = |fired: &Fired| (fired.set, fired.rule);
        let cycle: Vec<_> = tail[..length].iter().map(name).collect();
        let repeats = tail.chunks(length).all(|part| {
            let names: Vec<_> = part.iter().map(name).collect();
            names == cycle
        });
        if !repeats || !tail.iter().all(|fired| fired.own) {
            return None;
        }
        let attributes: BTreeSet<HostId> = tail
            .iter()
            .flat_map(|fired| &fired.dirty)
            .copied()
            .collect();
        Some(Oscillation {
            rules: cycle,
            attributes: attributes.into_iter().collect(),
        })
    })
}
