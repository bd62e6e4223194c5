//! Saves by name, so that a mind can be loaded into changed content; and digests.

use super::{Beat, Mind};
use crate::calendar::Moment;
use crate::map::{Map, Settled};
use crate::need::NeedLevel;
use crate::role::Holding;
use crate::schedule::EntryIndex;
use serde::{Deserialize, Serialize};
use townsfolk_core::digest::fold;
use townsfolk_core::{AreaId, NeedId, NodeId, PropId, RoleId};
use townsfolk_module::mind::{CastMember, Degree, Mood};

/// A mind as it is saved.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SavedMind {
    /// Its phase within the schedule.
    pub holding: Holding,
    /// The role it holds or walks to: schedule entries have no names.
    pub role: Option<RoleId>,
    /// The area it walks to, or has walked to, for its role.
    pub bound_for: Option<AreaId>,
    /// Its needs.
    pub needs: Vec<(NeedId, NeedLevel)>,
    /// The activation of every node.
    pub activations: Vec<(NodeId, Degree)>,
    /// Its flags, and the props they remember.
    pub flags: Vec<(NodeId, bool, Option<PropId>)>,
    /// The action in progress.
    pub doing: Option<NodeId>,
    /// Its strength when it was begun.
    pub begun_at: Degree,
    /// Whether the character is engrossed in it.
    pub engrossed: bool,
    /// Actions that were not possible, and until when they are excluded.
    pub put_off: Vec<(NodeId, Moment)>,
    /// Its mood.
    pub mood: Mood,
    /// The result and time of the last map update; a map that does not rest continues from there.
    pub settled: (Settled, Moment),
    /// Whether something besides its inputs has changed since.
    pub stirred: bool,
    /// Consecutive updates without rest although no input changed.
    pub restless: u8,
}

impl Mind {
    /// The hash of everything that can influence its future choices.
    pub fn digest(&self) -> u64 {
        let entry = |entry: EntryIndex| u64::from(entry.0);
        let (word, since) = match self.holding {
            Holding::Nothing => (0, 0),
            Holding::Role(at) => (1 | entry(at) << 8, 0),
            Holding::Closing { entry: at, since } => (2 | entry(at) << 8, since.0 as u64),
            Holding::Walking(to) => (3 | entry(to) << 8, 0),
        };
        let bound_for = self.bound_for.map_or(0, |area| area.0);
        let mut digest = fold(fold(fold(0, word), since), u64::from(bound_for));
        for (need, course) in &self.needs {
            digest = course.fold_into(fold(digest, u64::from(need.0)));
        }
        for activation in self.map.activations() {
            digest = fold(digest, *activation as u64);
        }
        for (flag, _, prop) in self.map.flags() {
            let prop = prop.map_or(0, |prop| prop.0);
            digest = fold(digest, u64::from(flag.0) << 32 | u64::from(prop));
        }
        let doing = self.doing.map_or(0, |node| node.0);
        // Without an action, it cannot be engrossed.
        let engrossed = self.engrossed && self.doing.is_some();
        digest = fold(digest, u64::from(doing) << 1 | u64::from(engrossed));
        digest = fold(digest, self.begun_at.0 as u64);
        for (action, until) in &self.put_off {
            digest = fold(fold(digest, u64::from(action.0)), until.0 as u64);
        }
        for axis in [self.mood.valence, self.mood.arousal] {
            digest = fold(digest, axis.0 as u64);
        }
        // Unchanged from the time before moods had moments, for minds without one.
        self.mood_at.map_or(digest, |at| fold(digest, at.0 as u64))
    }

    /// Forces a map update at the next beat, because the content has changed.
    pub fn stir(&mut self) {
        self.stirred = true;
    }

    /// Everything to save, by name.
    pub fn save(&self, at: &Beat<'_>) -> SavedMind {
        let nodes = &self.map.program().woven.nodes;
        let activations = nodes.iter().zip(self.map.activations());
        let concerned = match self.holding {
            Holding::Walking(to) => Some(to),
            other => other.entry(),
        };
        SavedMind {
            holding: self.holding,
            role: self.entry(at, concerned).map(|entry| entry.role),
            bound_for: self.bound_for,
            needs: self.needs.clone(),
            activations: activations.map(|(node, a)| (node.id, Degree(*a))).collect(),
            flags: self.map.flags().collect(),
            doing: self.doing,
            begun_at: self.begun_at,
            engrossed: self.engrossed && self.doing.is_some(),
            put_off: self.put_off.clone(),
            mood: self.mood,
            settled: (self.settled, self.settled_at),
            stirred: self.stirred,
            restless: self.restless,
        }
    }

    /// Restores a saved mind, possibly in changed content: existing parts are found by name, new
    /// ones begin. A role that is no longer in the schedule is not held any more.
    pub fn load(saved: &SavedMind, at: &Beat<'_>) -> Option<Mind> {
        let mut mind = Mind::new(at)?;
        mind.holding = saved.holding_in(at.member);
        let over = match mind.holding {
            Holding::Nothing => None,
            Holding::Walking(_) => Some(at.member.navigation),
            Holding::Role(entry) | Holding::Closing { entry, .. } => {
                let entry = mind.entry(at, Some(entry))?;
                at.layers.of_role(entry.role)
            }
        };
        mind.map = Map::new(at.layers.program(at.member.basic, over)?);
        for (node, activation) in &saved.activations {
            mind.map.restore(*node, *activation);
        }
        for (flag, on, prop) in &saved.flags {
            mind.map.switch(*flag, *on, *prop);
        }
        mind.bound_for = saved.bound_for;
        mind.needs = saved.needs.clone();
        mind.begin_needs(at);
        let known = |node: &NodeId| mind.map.program().place(*node).is_some();
        mind.doing = saved.doing.filter(known);
        mind.begun_at = saved.begun_at;
        mind.engrossed = saved.engrossed && mind.doing.is_some();
        mind.put_off = saved.put_off.clone();
        mind.mood = saved.mood;
        mind.stirred = saved.stirred;
        (mind.settled, mind.settled_at) = saved.settled;
        mind.restless = saved.restless;
        Some(mind)
    }
}

impl SavedMind {
    /// The phase within the schedule of the current content.
    fn holding_in(&self, member: &CastMember) -> Holding {
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
