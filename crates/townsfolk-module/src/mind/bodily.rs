//! Effects of actions on needs, and the locations that serve needs.

use super::Degree;
use serde::{Deserialize, Serialize};
use townsfolk_core::{ActionId, LocationKindId, NeedId, RoleId};

/// The effect of an action on a need of its performer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Bodily {
    /// The action.
    pub action: ActionId,
    /// The need.
    pub need: NeedId,
    /// The effect.
    pub toll: Toll,
}

/// How an action bears on a need.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Toll {
    /// The need falls along its curve while the action lasts.
    Eases,
    /// The need has changed by this much when the action is done.
    Adds(Degree),
}

/// A kind of location at which a need can be served, by taking part in a scene there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Serves {
    /// The kind of location.
    pub location: LocationKindId,
    /// The need.
    pub need: NeedId,
    /// The role in which to take part.
    pub role: RoleId,
}
