//! Idling for hours, or suffering beside a remedy.

use super::{Found, People};
use crate::bounds::{STANDS, STANDS_S, STARVES_S, WITHOUT_S};
use crate::critic::Now;
use crate::kind::Kind;
use crate::sight::{Glance, Sight};
use std::collections::BTreeMap;
use townsfolk_core::{CharacterId, LocationKindId, NeedId};

/// Since when each character has been idle, or has suffered.
#[derive(Clone, Debug, Default)]
pub(super) struct Standing {
    idle: BTreeMap<CharacterId, Now>,
    starves: BTreeMap<CharacterId, (NeedId, LocationKindId, Now)>,
    lacks: BTreeMap<CharacterId, (NeedId, Now)>,
}

impl Standing {
    pub(super) fn see(&mut self, people: &People, now: Now, sight: &Sight, found: &mut Found) {
        match sight {
            Sight::Glance(glance) => {
                self.glance(people, now, glance, found);
            }
            Sight::Wishes {
                who,
                needless: Some(need),
                ..
            } => found.push((*who, Kind::SeesToNothing(*need))),
            Sight::Begins(act) => {
                self.idle.remove(&act.who);
            }
            _ => {}
        }
    }

    fn glance(&mut self, people: &People, now: Now, glance: &Glance, found: &mut Found) {
        let who = glance.who;
        let asleep = people.sleeps(who, now);
        match glance.role.filter(|_| glance.idle && !asleep) {
            Some(role) => {
                let since = *self.idle.entry(who).or_insert(now);
                let long = now.at.since(since.at) >= STANDS_S;
                if long && now.tick.since(since.tick) >= STANDS {
                    found.push((who, Kind::StandsAbout(role)));
                    self.idle.remove(&who);
                }
            }
            None => {
                self.idle.remove(&who);
            }
        }
        match glance.starves.filter(|_| !glance.held && !asleep) {
            Some((need, place)) => {
                let known = self.starves.get(&who).filter(|(n, ..)| *n == need);
                let since = known.map_or(now, |(.., since)| *since);
                self.starves.insert(who, (need, place, since));
                if now.at.since(since.at) >= STARVES_S {
                    found.push((who, Kind::StarvesBeside(need, place)));
                    self.starves.remove(&who);
                }
            }
            None => {
                self.starves.remove(&who);
            }
        }
        match glance.lacks.filter(|_| !asleep) {
            Some((need, served)) => {
                let known = self.lacks.get(&who).filter(|(n, _)| *n == need);
                let since = known.map_or(now, |(_, since)| *since);
                self.lacks.insert(who, (need, since));
                if now.at.since(since.at) >= WITHOUT_S {
                    found.push((who, Kind::GoesWithout(need, served)));
                    self.lacks.remove(&who);
                }
            }
            None => {
                self.lacks.remove(&who);
            }
        }
    }

    pub(super) fn forget(&mut self, who: CharacterId) {
        self.idle.remove(&who);
        self.starves.remove(&who);
        self.lacks.remove(&who);
    }
}
