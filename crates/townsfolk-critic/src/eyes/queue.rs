//! Queues: before a scene, and within it.

use super::{Found, People};
use crate::bounds::{GLANCE_EVERY, PASSED_OVER, WAITS};
use crate::critic::Now;
use crate::kind::Kind;
use crate::sight::{Act, Sight};
use std::collections::BTreeMap;
use townsfolk::LocationId;
use townsfolk_core::{CharacterId, LocationKindId, NodeId, RoleId, Tick};

/// Characters that wait, by place.
#[derive(Clone, Debug, Default)]
pub(super) struct Queue {
    waiting: BTreeMap<CharacterId, Waiting>,
    /// The intention of each character, to know whether it still waits.
    wishes: BTreeMap<CharacterId, NodeId>,
    /// Participants that have been served, and how often others were served before those that have
    /// not.
    within: BTreeMap<CharacterId, Within>,
}

#[derive(Clone, Copy, Debug)]
struct Waiting {
    location: LocationId,
    kind: LocationKindId,
    role: RoleId,
    since: Tick,
    passed_over: usize,
}

#[derive(Clone, Copy, Debug, Default)]
struct Within {
    asked: bool,
    served: bool,
    passed_over: usize,
}

impl Queue {
    pub(super) fn see(&mut self, people: &People, now: Now, sight: &Sight, found: &mut Found) {
        match sight {
            Sight::Waits {
                who,
                location,
                kind,
                role,
            } => {
                let known = self.waiting.get(who);
                let same = |w: &Waiting| w.location == *location && w.role == *role;
                if !known.is_some_and(same) {
                    self.waiting.insert(
                        *who,
                        Waiting {
                            location: *location,
                            kind: *kind,
                            role: *role,
                            since: now.tick,
                            passed_over: 0,
                        },
                    );
                }
            }
            Sight::Wishes { who, node, .. } if self.wishes.insert(*who, *node) != Some(*node) => {
                self.waiting.remove(who);
            }
            Sight::Joins {
                who,
                location,
                role,
                ..
            } => {
                self.within.remove(who);
                self.taken(*who, *location, *role, now, found);
            }
            Sight::Begins(act) => self.seen_to(people, act, now, found),
            Sight::Leaves(who, _) => {
                self.within.remove(who);
            }
            _ => {}
        }
    }

    /// Records that a character is served. Those that have waited longer for the same are passed
    /// over.
    fn taken(
        &mut self,
        who: CharacterId,
        location: LocationId,
        role: RoleId,
        now: Now,
        found: &mut Found,
    ) {
        let since = self.waiting.remove(&who).map_or(now.tick, |w| w.since);
        for (other, waiting) in &mut self.waiting {
            let same = waiting.location == location && waiting.role == role;
            // Minds are sampled in turn, so the order of arrival is known only roughly.
            if !same || since.since(waiting.since) <= GLANCE_EVERY {
                continue;
            }
            waiting.passed_over += 1;
            if waiting.passed_over >= PASSED_OVER && now.tick.since(waiting.since) >= WAITS {
                found.push((*other, Kind::PassedOver(waiting.kind)));
                waiting.passed_over = 0;
            }
        }
    }

    /// A worker turns to one of the waiting participants.
    fn seen_to(&mut self, people: &People, act: &Act, now: Now, found: &mut Found) {
        let Some(part) = people.get(act.who).and_then(|person| person.part) else {
            return;
        };
        if Some(part.scene) != act.action.scene() {
            return;
        }
        if !part.serves {
            self.within.entry(act.who).or_default().asked = true;
            return;
        }
        let Some(guest) = act.to else {
            return;
        };
        let Some(theirs) = people.get(guest).and_then(|person| person.part) else {
            return;
        };
        self.within.entry(guest).or_default().served = true;
        for (other, within) in &mut self.within {
            let waits = people.get(*other).and_then(|person| person.part);
            let Some(waits) = waits.filter(|p| p.scene == theirs.scene && p.role == theirs.role)
            else {
                continue;
            };
            if within.asked && !within.served && waits.since < theirs.since {
                within.passed_over += 1;
                if within.passed_over >= PASSED_OVER && now.tick.since(waits.since) >= WAITS {
                    found.push((*other, Kind::PassedOver(waits.kind)));
                    within.passed_over = 0;
                }
            }
        }
    }

    pub(super) fn forget(&mut self, who: CharacterId) {
        self.waiting.remove(&who);
        self.wishes.remove(&who);
        self.within.remove(&who);
    }
}
