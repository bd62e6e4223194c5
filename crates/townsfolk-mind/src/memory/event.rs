//! What can be noticed.

use crate::calendar::Moment;
use serde::{Deserialize, Serialize};
use townsfolk_core::{AreaId, CharacterId, PropId, SymbolId};
use townsfolk_module::mind::Interaction;

/// An event in one memory, by its number there. Later ones have higher numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct EventNumber(pub u32);

/// Something that somebody did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Event {
    /// When.
    pub at: Moment,
    /// Where.
    pub area: AreaId,
    /// Who did it.
    pub who: CharacterId,
    /// What.
    pub what: What,
}

/// What somebody did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum What {
    /// Came in.
    Entered,
    /// Went away.
    Left,
    /// Used a prop.
    Used(PropId),
    /// Did something to somebody.
    Did(Interaction, CharacterId),
    /// Something else, with a name.
    Other(SymbolId),
    /// Was there when the observer looked.
    WasThere,
    /// The observer looked round.
    LookedRound,
    /// Agreed with somebody to meet.
    Arranged(CharacterId),
}
