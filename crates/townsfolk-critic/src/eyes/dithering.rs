//! Actions that are begun and interrupted.

use super::{Found, People};
use crate::bounds::{DITHERS, DITHERS_WITHIN};
use crate::critic::Now;
use crate::kind::Kind;
use crate::sight::Sight;
use std::collections::BTreeMap;
use townsfolk_core::{Channel, CharacterId, NodeId, Outcome, Tick};

/// The actions that each character has interrupted lately, outside and inside scenes.
#[derive(Clone, Debug, Default)]
pub(super) struct Dithering {
    deeds: BTreeMap<CharacterId, Vec<(NodeId, Tick)>>,
    stops: BTreeMap<CharacterId, Vec<Tick>>,
}

impl Dithering {
    pub(super) fn see(&mut self, people: &People, now: Now, sight: &Sight, found: &mut Found) {
        match sight {
            Sight::BrokeOff(who, node) => {
                let deeds = self.deeds.entry(*who).or_default();
                deeds.retain(|(_, at)| now.tick.since(*at) <= DITHERS_WITHIN);
                deeds.push((*node, now.tick));
                if deeds.len() >= DITHERS {
                    let mut nodes: Vec<NodeId> = deeds.iter().map(|(node, _)| *node).collect();
                    nodes.sort_unstable();
                    nodes.dedup();
                    found.push((*who, Kind::Dithers(nodes)));
                    deeds.clear();
                }
            }
            Sight::Did(who, _) => {
                self.deeds.remove(who);
            }
            Sight::Joins { who, .. } => {
                self.deeds.remove(who);
                self.stops.remove(who);
            }
            Sight::Ends(action, outcome) => {
                let run = people.running(*action);
                let run = run.filter(|run| run.act.channel == Channel::Body);
                let Some(act) = run
                    .map(|run| run.act)
                    .filter(|a| a.action.decider().is_none())
                else {
                    return;
                };
                match outcome {
                    Outcome::Stopped => {
                        let stops = self.stops.entry(act.who).or_default();
                        stops.retain(|at| now.tick.since(*at) <= DITHERS_WITHIN);
                        stops.push(now.tick);
                        if stops.len() >= DITHERS {
                            found.push((act.who, Kind::Dithers(vec![])));
                            stops.clear();
                        }
                    }
                    Outcome::Done => {
                        self.stops.remove(&act.who);
                    }
                    Outcome::Failed => {}
                }
            }
            _ => {}
        }
    }

    pub(super) fn forget(&mut self, who: CharacterId) {
        self.deeds.remove(&who);
        self.stops.remove(&who);
    }
}
