//! Idling for hours, or suffering beside a remedy.

use super::{Found, People};
use crate::bounds::{ELSEWHERE_S, STANDS, STANDS_S, STARVES_S, WITHOUT_S};
use crate::critic::Now;
use crate::kind::Kind;
use crate::sight::{Glance, Sight};
use std::collections::BTreeMap;
use townsfolk_core::{AreaId, CharacterId, LocationKindId, NeedId, NodeId};

/// Since when each character has been idle, or has suffered.
#[derive(Clone, Debug, Default)]
pub(super) struct Standing {
    idle: BTreeMap<CharacterId, Now>,
    starves: BTreeMap<CharacterId, (NeedId, LocationKindId, Now)>,
    lacks: BTreeMap<CharacterId, (NeedId, Now)>,
    elsewhere: BTreeMap<CharacterId, ((NodeId, AreaId), Now)>,
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
        let lacks = glance.lacks.filter(|_| !asleep);
        let need = lacks.map(|(need, _)| need);
        let long = lasts(&mut self.lacks, who, need, now, WITHOUT_S);
        if let Some((need, served)) = lacks.filter(|_| long) {
            found.push((who, Kind::GoesWithout(need, served)));
        }
        let long = lasts(&mut self.elsewhere, who, glance.elsewhere, now, ELSEWHERE_S);
        if let Some((node, area)) = glance.elsewhere.filter(|_| long) {
            found.push((who, Kind::ActsElsewhere(node, area)));
        }
    }

    pub(super) fn forget(&mut self, who: CharacterId) {
        self.idle.remove(&who);
        self.starves.remove(&who);
        self.lacks.remove(&who);
        self.elsewhere.remove(&who);
    }
}

/// Notes a state of a character. Returns whether it has lasted for so many calendar seconds, and
/// counts anew if so.
fn lasts<T: Copy + PartialEq>(
    known: &mut BTreeMap<CharacterId, (T, Now)>,
    who: CharacterId,
    is: Option<T>,
    now: Now,
    seconds: i64,
) -> bool {
    let since = known.remove(&who).filter(|(was, _)| Some(*was) == is);
    let since = since.map_or(now, |(_, since)| since);
    let long = now.at.since(since.at) >= seconds;
    known.extend(is.filter(|_| !long).map(|is| (who, (is, since))));
    long && is.is_some()
}
