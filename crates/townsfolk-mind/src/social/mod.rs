//! Interactions between characters.
//!
//! | module | holds |
//! |---|---|
//! | [`relationships`] | feelings of a character for others |
//! | [`network`], [`sigmoid`] | the network that rates interactions, in integers |
//! | [`choice`] | choice of an interaction and a partner |
//! | [`temper`] | drift of feelings, and staleness |
//! | [`effects`] | effects of an interaction |
//! | [`talk`] | the subject of a chat, and whether news is passed on |

pub mod choice;
pub mod effects;
pub mod network;
pub mod relationships;
pub mod sigmoid;
pub mod talk;
pub mod temper;

pub use choice::{Leanings, NetworkPreference, Preference, choose, choose_fresh};
pub use effects::{classic_effects, concerns, undergo};
pub use network::{Situation, answer, shipped_network};
pub use relationships::Relationships;
