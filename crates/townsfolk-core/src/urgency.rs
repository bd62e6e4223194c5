//! Urgency: how offers to drive a character are compared.

use serde::{Deserialize, Serialize};

/// How strongly a character wants or has to do something. Offers of different deciders are compared
/// by this alone.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
pub enum Urgency {
    /// Nothing better to do.
    Idle,
    /// It would be nice.
    #[default]
    Wish,
    /// A duty.
    Duty,
    /// A need that is hard to resist.
    Need,
    /// Danger to life.
    Danger,
    /// The game's story requires it.
    Command,
}

impl Urgency {
    /// All urgencies, weakest first.
    pub const ALL: [Urgency; 6] = [
        Urgency::Idle,
        Urgency::Wish,
        Urgency::Duty,
        Urgency::Need,
        Urgency::Danger,
        Urgency::Command,
    ];

    /// The keyword.
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
