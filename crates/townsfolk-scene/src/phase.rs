//! The phases of a scene.

use serde::{Deserialize, Serialize};

/// How far a scene has come.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Phase {
    /// Rules are tried.
    Running,
    /// No rule is tried any more; leavers are on their way.
    Ending,
    /// The last leaver is out.
    Over,
}
