//! Finds maps that never come to rest.

use super::fast::Map;
use townsfolk_core::{Draw, NodeId, Seed, SiteId, Tick};
use townsfolk_module::mind::Degree;

/// A change below this (a ten-thousandth) is not a cycle: rounding can sustain it for ever, and it
/// is invisible.
pub const TREMBLING: i32 = 6;

/// Maximum number of passes before a map counts as restless with an unknown period.
pub const SEARCH_MAX: usize = 400;

/// Concepts that oscillate, however many passes are made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cycle {
    /// The period in passes; `None` if it was not found within [`SEARCH_MAX`] passes.
    pub period: Option<usize>,
    /// The concepts that change during the cycle, in order.
    pub concepts: Vec<NodeId>,
}

/// Continues a copy of a map with constant inputs until it rests or repeats a state.
pub fn find_cycle(map: &Map) -> Option<Cycle> {
    let mut map = map.clone();
    let mut past: Vec<Box<[i32]>> = vec![map.activations().into()];
    while past.len() <= SEARCH_MAX {
        if !map.pass() {
            return None;
        }
        let now = map.activations();
        if let Some(first) = past.iter().position(|then| **then == *now) {
            let round = &past[first..];
            return cycle(&map, round, Some(round.len()));
        }
        past.push(now.into());
    }
    cycle(&map, &past[SEARCH_MAX / 2..], None)
}

fn cycle(map: &Map, round: &[Box<[i32]>], period: Option<usize>) -> Option<Cycle> {
    let sums = &map.program().concept_sums;
    let moves = |index: usize| {
        let seen = || round.iter().filter_map(move |then| then.get(index));
        let (low, high) = (seen().min(), seen().max());
        low.zip(high)
            .is_some_and(|(low, high)| high - low > TREMBLING)
    };
    let moving = sums.iter().filter(|sum| moves(usize::from(sum.node.0)));
    let concepts: Vec<NodeId> = moving.filter_map(|s| map.program().node(s.node)).collect();
    (!concepts.is_empty()).then_some(Cycle { period, concepts })
}

/// Searches for cycles from the corners of the input space: each input off or on. With many inputs,
/// `tries` corners are drawn. Returns one cycle per set of concepts.
pub fn cycles_from_corners(map: &Map, tries: u64) -> Vec<Cycle> {
    let inputs = map.program().inputs.len();
    let flags: Vec<NodeId> = {
        let flags = map.program().flags.iter();
        flags
            .filter_map(|(place, _)| map.program().node(*place))
            .collect()
    };
    let bits = inputs + flags.len();
    let all = u32::try_from(bits)
        .ok()
        .and_then(|bits| 1u64.checked_shl(bits));
    let exhaustive = all.filter(|all| *all <= tries);
    let draw = Draw::at(Seed(0), 0, Tick(0), SiteId::named("corners"));
    let mut found: Vec<Cycle> = vec![];
    for corner in 0..exhaustive.unwrap_or(tries) {
        let on = |bit: usize| match exhaustive {
            Some(_) => corner >> bit & 1 == 1,
            None => draw.bits(corner * bits as u64 + bit as u64) & 1 == 1,
        };
        let mut map = Map::new(map.program().clone());
        for input in 0..inputs {
            map.tell(input, if on(input) { Degree::ONE } else { Degree::ZERO });
        }
        for (bit, flag) in flags.iter().enumerate() {
            map.switch(*flag, on(inputs + bit), None);
        }
        if let Some(cycle) = find_cycle(&map)
            && found.iter().all(|known| known.concepts != cycle.concepts)
        {
            found.push(cycle);
        }
    }
    found
}
