//! Points outside the band of a class.

use super::catalogue::Catalogue;
use crate::tree::{Extreme, Statics, interval};
use townsfolk_module::decide::{Class, Snippet};

/// A snippet whose points can leave the band of its class.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OutOfBand {
    /// The class.
    pub class: Class,
    /// The points outside, with the nodes that give them.
    pub extreme: Extreme,
    /// Whether they are above the band, or below.
    pub above: bool,
}

/// The points of a snippet that leave the band of its class, if any can. The greatest come first.
pub fn outside_band<C, E>(
    snippet: &Snippet<C, E>,
    snippets: &Catalogue<C, E>,
    statics: &dyn Statics<E>,
) -> Option<OutOfBand> {
    let class = snippet.class?;
    let (low, high) = class.band();
    let found = interval(&snippet.evaluation, &snippets.trees, statics);
    let (extreme, above) = match () {
        () if found.high.points > high => (found.high, true),
        () if found.low.points < low => (found.low, false),
        () => return None,
    };
    Some(OutOfBand {
        class,
        extreme,
        above,
    })
}
