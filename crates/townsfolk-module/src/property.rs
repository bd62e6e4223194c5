//! Properties: what an author states must always, never or eventually hold.

use crate::condition::Literal;
use serde::{Deserialize, Serialize};
use townsfolk_core::PropertyId;

/// The form of a property: always, never or eventually.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum PropertyForm {
    /// At every moment, for every solution of `when`, `expect` has a solution.
    Always,
    /// At no moment has `when` a solution.
    Never,
    /// After every moment and solution of `when`, a moment comes at which `expect` has a solution.
    Eventually,
}

/// A property of a script.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Property {
    /// Its id.
    pub id: PropertyId,
    /// The form of the claim.
    pub form: PropertyForm,
    /// Number of variables, shared by both conditions.
    pub variables: u16,
    /// The premise (for `never`: what must not happen).
    pub when: Vec<Literal>,
    /// The consequence; empty for `never`.
    pub expect: Vec<Literal>,
}
