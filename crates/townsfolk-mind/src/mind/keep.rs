//! A mind as plain data: for saves, digests, and going on in changed content.

use super::{Beat, Mind};
use crate::calendar::Moment;
use crate::map::{Map, Settled};
use crate::need::Course;
use crate::role::Holding;
use crate::schedule::EntryIndex;
use serde::{Deserialize, Serialize};
use townsfolk_core::{LayerId, NeedId, NodeId, PropId, RoleId};
use townsfolk_module::mind::{Degree, Mood};

/// A mind as plain data. Nodes, needs and layers are kept by name, so that it finds itself again in
/// changed content.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct KeptMind {
    layers: Vec<LayerId>,
    role: Option<RoleId>,
    activations: Vec<(NodeId, i32)>,
    props: Vec<(NodeId, PropId)>,
    needs: Vec<(NeedId, Course)>,
    holding: Holding,
    doing: Option<NodeId>,
    begun_at: Degree,
    engrossed: bool,
    put_off: Vec<(NodeId, Moment)>,
    found: Vec<(NodeId, PropId)>,
    mood: Mood,
    stirred: bool,
    settled: Settled,
    restless: u8,
}

/// How well a mind that was kept fits the content it goes on in.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Fit {
    /// As if nothing had happened.
    Same,
    /// Its layers are not what they were: what is still there was kept, the rest starts over.
    Changed,
}

impl Mind {
    /// This mind as plain data.
    pub fn keep(&self, at: &Beat<'_>) -> KeptMind {
        let program = self.map.program();
        let nodes = program.woven.nodes.iter().map(|node| node.id);
        let activations = nodes.zip(self.map.activations().iter().copied());
        KeptMind {
            layers: program.layers.clone(),
            role: self.role(at),
            activations: activations.collect(),
            props: self.map.props().collect(),
            needs: self.needs.clone(),
            holding: self.holding,
            doing: self.doing,
            begun_at: self.begun_at,
            engrossed: self.engrossed,
            put_off: self.put_off.clone(),
            found: self.found.clone(),
            mood: self.mood,
            stirred: self.stirred,
            settled: self.settled,
            restless: self.restless,
        }
    }

    /// Goes on from plain data. `None` if there is no basic layer any more.
    pub fn resume(kept: KeptMind, at: &Beat<'_>) -> Option<(Mind, Fit)> {
        let holding = kept.holding_in(at);
        let over = match holding {
            Holding::Nothing => None,
            Holding::Walking(_) => Some(at.member.navigation),
            Holding::Role(_) | Holding::Closing { .. } => {
                kept.role.and_then(|role| at.layers.of_role(role))
            }
        };
        let program = at.layers.program(at.member.basic, over)?;
        let nodes = program.woven.nodes.iter().map(|node| node.id);
        let same = holding == kept.holding
            && program.layers == kept.layers
            && nodes.eq(kept.activations.iter().map(|(node, _)| *node));
        let there = |node: &NodeId| program.place(*node).is_some();
        let fit = if same { Fit::Same } else { Fit::Changed };
        let mut mind = Mind {
            map: Map::resume(program.clone(), &kept.activations, &kept.props),
            needs: kept.needs,
            holding,
            doing: kept.doing.filter(there),
            begun_at: kept.begun_at,
            engrossed: kept.engrossed,
            put_off: kept.put_off,
            found: kept.found,
            mood: Mood {
                valence: kept.mood.valence.clamped(),
                arousal: kept.mood.arousal.clamped(),
            },
            stirred: kept.stirred || !same,
            settled: kept.settled,
            restless: kept.restless,
        };
        mind.begin_needs(at);
        Some((mind, fit))
    }
}

impl KeptMind {
    /// The layers it held, the basic one first.
    pub fn layers(&self) -> &[LayerId] {
        &self.layers
    }

    /// Where it stands in its day, as the schedule is now: the entry with the role that is held may
    /// have another place in it, or none.
    fn holding_in(&self, at: &Beat<'_>) -> Holding {
        let entries = &at.member.schedule.entries;
        let known = |entry: EntryIndex| entries.get(usize::from(entry.0));
        let moved = |entry: EntryIndex| {
            let role = self.role?;
            if known(entry).is_some_and(|entry| entry.role == role) {
                return Some(entry);
            }
            let place = entries.iter().position(|entry| entry.role == role)?;
            u16::try_from(place).ok().map(EntryIndex)
        };
        match self.holding {
            Holding::Nothing => Holding::Nothing,
            Holding::Walking(to) if known(to).is_some() => Holding::Walking(to),
            Holding::Walking(_) => Holding::Nothing,
            Holding::Role(entry) => moved(entry).map_or(Holding::Nothing, Holding::Role),
            Holding::Closing {
                entry,
                since,
                asked,
            } => moved(entry).map_or(Holding::Nothing, |entry| Holding::Closing {
                entry,
                since,
                asked,
            }),
        }
    }
}
