//! Compiled minds as plain data: needs, layers, schedules, persona, what people do to one another,
//! and what they remember.
//!
//! What any of it means is told by `townsfolk-mind`.

mod cast_member;
mod degree;
mod layer;
mod memory;
mod need;
mod persona;
mod schedule;
mod social;

pub use cast_member::{CastMember, Known};
pub use degree::Degree;
pub use layer::{
    Control, Deed, EventInput, Feeling, Inhibition, Layer, Link, Node, NodeKind, Selection,
    Sources, Test, ThresholdChange, When, not_ready_to_change_role, time_to_change_role,
};
pub use memory::{Gossip, MemorySize};
pub use need::{Curve, Drift, Need};
pub use persona::{Mood, Persona, Relationship};
pub use schedule::{Daytime, Schedule, ScheduleEntry, Urgency};
pub use social::{Change, Circumstance, Effect, Effects, Interaction, Network, Target};
