//! Compiled minds as plain data: needs, layers, schedules, persona, what people do to one another,
//! and what they remember.
//!
//! What any of it means is told by `townsfolk-mind`.

mod area;
mod bodily;
mod cast_member;
mod degree;
mod layer;
mod memory;
mod need;
mod persona;
mod schedule;
mod social;

pub use area::Area;
pub use bodily::{Bodily, Serves, Toll};
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

use serde::{Deserialize, Serialize};
use townsfolk_core::{LayerId, RoleId};

/// Everything a project says about minds. Lists are sorted by id.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Minds {
    /// Areas, each within another or by itself.
    pub areas: Vec<Area>,
    /// Layers of minds.
    pub layers: Vec<Layer>,
    /// Roles that carry a layer.
    pub roles: Vec<(RoleId, LayerId)>,
    /// People with a mind and a day of their own.
    pub people: Vec<CastMember>,
    /// What actions do to the needs of whoever performs them.
    pub bodily: Vec<Bodily>,
    /// Which needs kinds of locations serve, and in which role.
    pub serves: Vec<Serves>,
    /// What interactions do to people, if not the usual.
    pub effects: Option<Effects>,
    /// The social network, if not the usual.
    pub network: Option<Network>,
}

impl Minds {
    /// Sorts every list, as the format wants it.
    pub fn sort(&mut self) {
        self.areas.sort_by_key(|area| area.id);
        self.layers.sort_by_key(|layer| layer.id);
        self.roles.sort();
        self.people.sort_by_key(|person| person.id);
        self.bodily
            .sort_by_key(|bodily| (bodily.action, bodily.need));
        self.serves
            .sort_by_key(|serves| (serves.location, serves.need, serves.role));
    }
}
