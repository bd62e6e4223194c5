//! Actions: what the host is asked to perform, and calls of them.

use crate::condition::Expr;
use serde::{Deserialize, Serialize};
use townsfolk_core::{ActionId, Channel, Duration, Kind, Posture, SymbolId, Value};

/// A declared action.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Action {
    /// Its id.
    pub id: ActionId,
    /// Kinds of its arguments. The first that is a thing is the target.
    pub parameters: Vec<Kind>,
    /// Named parameters for the individual layer, sorted by name.
    pub named: Vec<NamedParameter>,
    /// The channel it occupies.
    pub channel: Channel,
    /// How long it lasts on the simulated stage, from and to.
    pub takes: (Duration, Duration),
    /// Whether the author says that it can fail.
    pub may_fail: bool,
    /// After this long without an outcome it counts as failed.
    pub limit: Duration,
    /// Whether it can be asked to stop.
    pub interruptible: bool,
    /// How the body looks meanwhile. The file has it in its tail.
    #[serde(skip)]
    pub pose: Option<Posture>,
}

/// A named parameter of an action.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NamedParameter {
    /// Its name.
    pub name: SymbolId,
    /// The kind of value it takes.
    pub kind: Kind,
    /// The default when a call does not give it.
    pub default: Option<Value>,
}

/// A call of an action by a rule.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Call {
    /// Which action.
    pub action: ActionId,
    /// Its arguments.
    pub arguments: Vec<Expr>,
    /// Named parameters given here, sorted by name.
    pub named: Vec<(SymbolId, Expr)>,
}
