//! Declarations of the host's side: properties, functions and predicates.

use serde::{Deserialize, Serialize};
use townsfolk_core::{Duration, HostId, Kind};

/// How a value reaches us from the host.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum HostForm {
    /// Pushed by the host; a change is an event.
    Property,
    /// A reading with a value, looked at on its beat.
    Function,
    /// A reading that holds or does not, looked at on its beat.
    Predicate,
}

/// A declared host property, function or predicate.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HostName {
    /// Its id.
    pub id: HostId,
    /// How its value reaches us.
    pub form: HostForm,
    /// Kinds of its arguments.
    pub parameters: Vec<Kind>,
    /// Kind of its value; `None` for predicates and for properties that hold or do not.
    pub result: Option<Kind>,
    /// How often a reading is looked at.
    pub beat: Duration,
}
