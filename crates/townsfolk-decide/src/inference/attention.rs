//! Attention: which referents are sensed in a cycle, and whether a new object is noticed.

use super::row::Row;
use townsfolk_core::{Draw, Tick};
use townsfolk_module::decide::inference::{Limits, ReferentIndex};

/// What a glance at a referent's object shows, before any attention is paid to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Look {
    /// Whether it is in view: near enough, not behind the character, not occluded.
    pub in_view: bool,
    /// Whether it has moved since the last cycle.
    pub moves: bool,
}

/// The referents that are sensed in this cycle: first the one acted on, then those that move, then
/// those that have not been sensed for longest.
pub fn attend(limits: &Limits, row: &Row, looks: &[Look]) -> u64 {
    let mut candidates: Vec<(bool, bool, Option<Tick>, ReferentIndex)> = row
        .referents()
        .filter(|(_, referent)| referent.object.is_some())
        .filter_map(|(index, referent)| {
            let look = looks.get(index.place()).filter(|look| look.in_view)?;
            let acted = row.acted == Some(index);
            Some((!acted, !look.moves, referent.sensed, index))
        })
        .collect();
    candidates.sort_unstable();
    let attended = candidates.iter().take(usize::from(limits.attention));
    attended.fold(0, |bits, (.., index)| bits | index.bit())
}

/// Whether an object in view that no referent is bound to is noticed in this cycle. The draw is
/// keyed by the character, the tick and the place in the source; the index is the object.
pub fn notices(limits: &Limits, draw: Draw, object: u64, moves: bool, distracted: bool) -> bool {
    let chance = match moves {
        true => i64::from(limits.notice_moving),
        false => i64::from(limits.notice_still),
    };
    let chance = match distracted {
        true => chance * i64::from(limits.distracted) / 1000,
        false => chance,
    };
    draw.coin(object, chance)
}
