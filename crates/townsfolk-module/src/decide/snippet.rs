//! Snippets, and the trees they share.

use serde::{Deserialize, Serialize};

/// Snippets, and the trees they share.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Snippets {}

impl Snippets {
    /// Sorts every list by id.
    pub(super) fn sort(&mut self) {}
}
