//! Walks: continuous, and with a purpose.

use super::{Found, People};
use crate::bounds::{STRIDE_MM, TURNS, WALKS_IN_VAIN};
use crate::critic::Now;
use crate::kind::Kind;
use crate::sight::Sight;
use std::collections::{BTreeMap, BTreeSet};
use townsfolk::Place;
use townsfolk_core::{Channel, CharacterId, NodeId, Outcome};
use townsfolk_module::mind::Deed;

/// Walks since the last other action.
#[derive(Clone, Debug, Default)]
pub(super) struct Walk {
    walks: BTreeMap<CharacterId, Vec<Place>>,
    /// How many walks were broken off since, and where the last of them led.
    turns: BTreeMap<CharacterId, (usize, Place)>,
    /// Characters on the way to where their schedule sends them.
    to_work: BTreeSet<CharacterId>,
    /// Deeds that consist of a walk.
    strolls: BTreeMap<CharacterId, NodeId>,
}

impl Walk {
    pub(super) fn see(&mut self, people: &People, _now: Now, sight: &Sight, found: &mut Found) {
        match sight {
            Sight::At(who, to) => {
                let from = people.get(*who).and_then(|person| person.at);
                if let Some(far) = from.map(|from| from.distance_mm(*to))
                    && far > STRIDE_MM
                {
                    found.push((*who, Kind::Teleports(far / 1_000)));
                }
            }
            Sight::Begins(act) if act.channel == Channel::Body => match act.walk {
                Some(goal) => self.sets_out(act.who, goal),
                None => self.has_done(act.who),
            },
            Sight::Joins { who, .. } => {
                self.has_done(*who);
            }
            Sight::Wishes {
                who, node, deed, ..
            } => {
                match deed {
                    Deed::FollowSchedule => self.to_work.insert(*who),
                    _ => self.to_work.remove(who),
                };
                if matches!(deed, Deed::GoTo(_) | Deed::FollowSchedule) {
                    self.strolls.insert(*who, *node);
                }
            }
            Sight::Did(who, node) if self.strolls.get(who) != Some(node) => {
                self.has_done(*who);
            }
            Sight::Stops(action) => {
                let run = people.running(*action);
                let walk = run.map(|run| run.act).filter(|act| act.walk.is_some());
                // A character at the workplace need not walk to its centre.
                if let Some(act) = walk.filter(|act| !self.to_work.contains(&act.who)) {
                    let goal = act.walk.unwrap_or_default();
                    let turns = self.turns.entry(act.who).or_insert((0, goal));
                    *turns = (turns.0 + 1, goal);
                    if turns.0 >= TURNS {
                        found.push((act.who, Kind::TurnsRound));
                        turns.0 = 0;
                    }
                }
            }
            Sight::Ends(action, Outcome::Done) => {
                let run = people.running(*action);
                let Some((who, goal)) = run.and_then(|run| Some((run.act.who, run.act.walk?)))
                else {
                    return;
                };
                self.turns.remove(&who);
                let walks = self.walks.entry(who).or_default();
                walks.push(goal);
                let same = walks.iter().filter(|walked| **walked == goal).count();
                if same >= WALKS_IN_VAIN {
                    found.push((who, Kind::WalksInVain));
                    walks.clear();
                }
            }
            _ => {}
        }
    }

    /// A character that walks on to the same place, for another reason, has not turned round.
    fn sets_out(&mut self, who: CharacterId, goal: Place) {
        if let Some((turns, _)) = self.turns.get_mut(&who).filter(|(_, last)| *last == goal) {
            *turns = turns.saturating_sub(1);
        }
    }

    /// Records that a character has done something, so its walk had a purpose.
    fn has_done(&mut self, who: CharacterId) {
        self.walks.remove(&who);
        self.turns.remove(&who);
    }

    pub(super) fn forget(&mut self, who: CharacterId) {
        self.has_done(who);
        self.to_work.remove(&who);
        self.strolls.remove(&who);
    }
}
