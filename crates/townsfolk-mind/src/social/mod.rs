//! What people do to one another.
//!
//! | file | says |
//! |---|---|
//! | [`relationships`] | what a character feels for others |
//! | [`network`], [`sigmoid`] | the one network that is asked what to do, in whole numbers |
//! | [`choice`] | with whom, and which |
//! | [`temper`] | how feelings come and go, and what is stale |
//! | [`effects`] | what it does to the one it is aimed at |
//! | [`talk`] | what a chat is about, and whether news is passed on |

pub mod choice;
pub mod effects;
pub mod network;
pub mod relationships;
pub mod sigmoid;
pub mod talk;
pub mod temper;

pub use choice::{Leanings, Preference, Rather, choose, choose_fresh};
pub use effects::{classic_effects, concerns, undergo};
pub use network::{Situation, answer, shipped_network};
pub use relationships::Relationships;
