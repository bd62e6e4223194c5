//! Goals and operators of planners.

use serde::{Deserialize, Serialize};

/// Goals and operators of planners.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Planners {}

impl Planners {
    /// Sorts every list by id.
    pub(super) fn sort(&mut self) {}
}
