//! Daily scripts, and the errands they are made of.

use serde::{Deserialize, Serialize};

/// Daily scripts, and the errands they are made of.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Dailies {}

impl Dailies {
    /// Sorts every list by id.
    pub(super) fn sort(&mut self) {}
}
