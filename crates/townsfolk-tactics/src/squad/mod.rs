//! Squads: what members share beside what they sense.

pub mod barks;
pub mod combat;
pub mod flank;
pub mod lines;
pub mod phase;
pub mod tokens;

pub use barks::{Bark, Barks};
pub use combat::CombatVector;
pub use flank::FlankRoute;
pub use lines::{FiringLine, FiringLines};
pub use phase::{Cycle, Observed, Phase};
pub use tokens::{Coordinator, Terms, TokenState};
