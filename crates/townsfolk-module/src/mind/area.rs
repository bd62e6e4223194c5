//! Areas: where schedules send people.

use serde::{Deserialize, Serialize};
use townsfolk_core::AreaId;

/// A named part of the stage. Where it lies is the stage's to say.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Area {
    /// Its id.
    pub id: AreaId,
    /// The area it is part of.
    pub within: Option<AreaId>,
}
