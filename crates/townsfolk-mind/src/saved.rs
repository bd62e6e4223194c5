//! A mind as it is saved: by name, so that it can be loaded into changed content.

use crate::calendar::Moment;
use crate::need::Course;
use crate::role::Holding;
use crate::schedule::EntryIndex;
use serde::{Deserialize, Serialize};
use townsfolk_core::{NeedId, NodeId, PropId, RoleId};
use townsfolk_module::mind::{CastMember, Degree, Mood};

/// A mind as it is saved.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SavedMind {
    /// Where it stands in its day.
    pub holding: Holding,
    /// The role it holds or walks to: entries of a schedule have no names.
    pub role: Option<RoleId>,
    /// Its needs.
    pub needs: Vec<(NeedId, Course)>,
    /// The activation of every node.
    pub activations: Vec<(NodeId, Degree)>,
    /// Its flags, and the props they remember.
    pub flags: Vec<(NodeId, bool, Option<PropId>)>,
    /// The action it is in the middle of.
    pub doing: Option<NodeId>,
    /// How strong that was when it was begun.
    pub begun_at: Degree,
    /// Whether it is engrossed in it.
    pub engrossed: bool,
    /// Actions that could not be done, and until when they are not thought of.
    pub put_off: Vec<(NodeId, Moment)>,
    /// How it feels.
    pub mood: Mood,
    /// Whether its map was at rest.
    pub at_rest: bool,
}

impl SavedMind {
    /// Where it stands in the day that the content describes now.
    pub(crate) fn holding_in(&self, member: &CastMember) -> Holding {
        let entries = &member.schedule.entries;
        let find = |entry: EntryIndex| {
            let same = entries.get(usize::from(entry.0)).map(|entry| entry.role);
            if same.is_some() && same == self.role {
                return Some(entry);
            }
            let place = entries
                .iter()
                .position(|entry| Some(entry.role) == self.role)?;
            u16::try_from(place).ok().map(EntryIndex)
        };
        let holding = match self.holding {
            Holding::Nothing => None,
            Holding::Role(entry) => find(entry).map(Holding::Role),
            Holding::Walking(to) => find(to).map(Holding::Walking),
            Holding::Closing { entry, since } => {
                find(entry).map(|entry| Holding::Closing { entry, since })
            }
        };
        holding.unwrap_or_default()
    }
}
