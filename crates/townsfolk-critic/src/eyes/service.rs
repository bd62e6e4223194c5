//! Complete service.

use super::{Found, People};
use crate::bounds::SERVES_AGAIN;
use crate::critic::Now;
use crate::kind::Kind;
use crate::sight::Sight;
use std::collections::{BTreeMap, BTreeSet};
use townsfolk_core::{CharacterId, Outcome, SceneId, Tick};
use townsfolk_module::mind::Deed;

/// Participants that have been served, and those that were left unserved.
#[derive(Clone, Debug, Default)]
pub(super) struct Service {
    /// Participants that have asked for something in their scene.
    asked: BTreeMap<CharacterId, SceneId>,
    /// Participants that have got it.
    served: BTreeSet<CharacterId>,
    /// Participants that were left, and by whom.
    left: BTreeMap<CharacterId, CharacterId>,
    /// The last interrupted service of each worker: the guest and the tick.
    broken: BTreeMap<CharacterId, (CharacterId, Tick)>,
    /// Characters that came because of a need.
    needy: BTreeMap<CharacterId, bool>,
}

impl Service {
    pub(super) fn see(&mut self, people: &People, now: Now, sight: &Sight, found: &mut Found) {
        match sight {
            Sight::Wishes { who, deed, .. } => {
                self.needy.insert(*who, matches!(deed, Deed::Satisfy(..)));
            }
            Sight::Begins(act) => {
                let part = people.get(act.who).and_then(|person| person.part);
                let part = part.filter(|part| Some(part.scene) == act.action.scene());
                if let Some(part) = part.filter(|part| !part.serves) {
                    self.asked.entry(act.who).or_insert(part.scene);
                }
            }
            Sight::Ends(action, outcome) => {
                let Some(act) = people.running(*action).map(|run| run.act) else {
                    return;
                };
                let part = people.get(act.who).and_then(|person| person.part);
                let (Some(guest), true) = (act.to, part.is_some_and(|part| part.serves)) else {
                    return;
                };
                match outcome {
                    Outcome::Done => {
                        self.served.insert(guest);
                        self.left.remove(&guest);
                    }
                    Outcome::Stopped => {
                        self.broken.insert(act.who, (guest, now.tick));
                    }
                    Outcome::Failed => {}
                }
            }
            Sight::Joins {
                who, scene, serves, ..
            } => {
                self.forget(*who);
                if *serves {
                    // Another worker takes over.
                    let here = |guest: &CharacterId| self.asked.get(guest) == Some(scene);
                    self.left.retain(|guest, _| !here(guest));
                }
            }
            Sight::Leaves(who, location) => {
                let part = people.get(*who).and_then(|person| person.part);
                let Some(part) = part.filter(|part| part.location == *location) else {
                    return;
                };
                match part.serves {
                    true => self.server_leaves(people, *who, part.scene, now, found),
                    false => self.guest_leaves(*who, found),
                }
            }
            Sight::Gone(who) => {
                self.forget(*who);
                self.broken.remove(who);
                self.needy.remove(who);
            }
            _ => {}
        }
    }

    fn forget(&mut self, guest: CharacterId) {
        self.asked.remove(&guest);
        self.served.remove(&guest);
        self.left.remove(&guest);
    }

    fn server_leaves(
        &mut self,
        people: &People,
        who: CharacterId,
        scene: SceneId,
        now: Now,
        found: &mut Found,
    ) {
        if let Some((guest, at)) = self.broken.remove(&who)
            && now.tick.since(at) <= SERVES_AGAIN
            && self.is_owed(guest, scene)
        {
            found.push((who, Kind::LeavesHalfServed(guest)));
        }
        let mut others = people.iter().filter(|(other, _)| *other != who);
        let another = others.any(|(_, person)| {
            let part = person.part;
            part.is_some_and(|part| part.scene == scene && part.serves)
        });
        if another {
            return;
        }
        let guests: Vec<CharacterId> = self.asked.keys().copied().collect();
        for guest in guests {
            if self.is_owed(guest, scene) {
                self.left.insert(guest, who);
            }
        }
    }

    /// Whether a character came with a need, has asked for it here, and has not got it.
    fn is_owed(&self, guest: CharacterId, scene: SceneId) -> bool {
        let needy = self.needy.get(&guest) == Some(&true);
        needy && self.asked.get(&guest) == Some(&scene) && !self.served.contains(&guest)
    }

    /// Half-served: came with a need, asked, was left, and goes away without it.
    fn guest_leaves(&mut self, guest: CharacterId, found: &mut Found) {
        if let Some(server) = self.left.remove(&guest) {
            found.push((server, Kind::LeavesHalfServed(guest)));
        }
        self.forget(guest);
    }
}
