//! The ladder on which offers to drive a character are compared.

use serde::{Deserialize, Serialize};

/// How much a character wants or has to do something. Offers of different deciders are compared by it
/// alone.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
pub enum Urgency {
    /// Nothing better to do.
    Idle,
    /// It would be nice.
    #[default]
    Wish,
    /// It is expected of them.
    Duty,
    /// They can hardly do otherwise.
    Need,
    /// Life and limb.
    Danger,
    /// The game's story insists.
    Command,
}

impl Urgency {
    /// All steps of the ladder, weakest first.
    pub const ALL: [Urgency; 6] = [
        Urgency::Idle,
        Urgency::Wish,
        Urgency::Duty,
        Urgency::Need,
        Urgency::Danger,
        Urgency::Command,
    ];

    /// The word as authors write it.
    pub fn name(self) -> &'static str {
        match self {
            Urgency::Idle => "idle",
            Urgency::Wish => "wish",
            Urgency::Duty => "duty",
            Urgency::Need => "need",
            Urgency::Danger => "danger",
            Urgency::Command => "command",
        }
    }
}
