//! Events that can be noticed.

use serde::{Deserialize, Serialize};
use townsfolk_core::{AreaId, CharacterId, PropId, SymbolId};
use townsfolk_module::mind::{Interaction, Moment};

/// Something that a character did.
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

/// What a character did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum What {
    /// Entered the area.
    Entered,
    /// Left the area.
    Left,
    /// Used a prop.
    Used(PropId),
    /// Did something to another character.
    Did(Interaction, CharacterId),
    /// Something else, with a name.
    Other(SymbolId),
    /// Was there when the observer looked around.
    WasThere,
    /// The observer looked around.
    LookedRound,
    /// Agreed with a character to meet.
    Arranged(CharacterId),
}
