//! Squads: what members share beside what they sense.
//!
//! | file | holds |
//! |---|---|
//! | [`state`] | a squad, one step of it, and what members are told |
//! | [`phase`] | surround, advance, check, search; the one cheat |
//! | [`tokens`] | permissions of which there are only so many |
//! | [`combat`] | the direction of the fight |
//! | [`flank`] | ways around the enemy |
//! | [`lines`] | firing lines, and friends on them |
//! | [`view`] | which ground the enemy and the members see |
//! | [`hunt`] | where the enemy may be, and who looks where |
//! | [`barks`] | one speaks at a time |

pub mod barks;
pub mod combat;
pub mod flank;
pub mod hunt;
pub mod lines;
pub mod phase;
pub mod state;
pub mod tokens;
pub mod view;

pub use barks::{Bark, Barks};
pub use combat::CombatVector;
pub use flank::{FlankPlans, FlankRoute};
pub use hunt::Hunt;
pub use lines::{FiringLine, FiringLines};
pub use phase::{Cycle, Observed, Phase};
pub use state::{
    Abilities, Enemy, Floor, Member, Orders, Scene, Squad, SquadEvent, TermsOf, token,
};
pub use tokens::{Coordinator, Terms, TokenState};
pub use view::Exposure;
