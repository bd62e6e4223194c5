//! Inference over a few referents, three-valued.

use serde::{Deserialize, Serialize};
use townsfolk_core::DeciderId;

/// Inference over a few referents, three-valued.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Inference {
    /// Its id.
    pub id: DeciderId,
}
