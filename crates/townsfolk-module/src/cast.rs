//! The roles of a script, and how politely their participants can be recalled.

use crate::action::Call;
use crate::condition::Literal;
use serde::{Deserialize, Serialize};
use townsfolk_core::{Duration, RoleId, StateId, Urgency};

/// One line of a script's cast.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CastRole {
    /// The role.
    pub role: RoleId,
    /// The scene needs at least this many.
    pub min: u16,
    /// It takes no more than this many.
    pub max: u16,
    /// Whether it can be taken while the scene runs.
    pub joins_late: bool,
    /// How strongly a character is asked to take part.
    pub joins_as: Urgency,
    /// How long a participant may be away, if at all.
    pub away: Option<Duration>,
    /// How long the scene goes on below the minimum.
    pub vacant: Duration,
    /// The action of a participant on the way out when the scene ends.
    pub on_leaving: Option<Call>,
    /// Whether the player may be cast.
    pub player: bool,
    /// The state participants of this role start in; else the script's first.
    pub starts_in: Option<StateId>,
}

/// `hold while`: a polite recall waits as long as this holds, within a limit.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Hold {
    /// For whom; empty means everyone.
    pub roles: Vec<RoleId>,
    /// Number of variables.
    pub variables: u16,
    /// The condition.
    pub condition: Vec<Literal>,
    /// For how long at most.
    pub limit: Duration,
}
