//! Stochastic grammars: patterns with dice.

use serde::{Deserialize, Serialize};
use townsfolk_core::DeciderId;

/// Stochastic grammars: patterns with dice.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Grammar {
    /// Its id.
    pub id: DeciderId,
}
