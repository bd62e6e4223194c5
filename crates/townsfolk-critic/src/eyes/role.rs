//! Roles and schedules.

use super::{Found, People};
use crate::bounds::{LATE_S, ON_THE_WAY, ON_THE_WAY_S};
use crate::critic::Now;
use crate::kind::Kind;
use crate::sight::{Glance, Sight};
use std::collections::BTreeMap;
use townsfolk::{ActionRef, Outcome};
use townsfolk_core::{CharacterId, Duration, RoleId};
use townsfolk_mind::Moment;

/// Since when each character has held the wrong role.
#[derive(Clone, Debug, Default)]
pub(super) struct Role {
    late: BTreeMap<CharacterId, Moment>,
    under_way: BTreeMap<CharacterId, UnderWay>,
}

/// The way to a role.
#[derive(Clone, Copy, Debug)]
struct UnderWay {
    to: RoleId,
    since: Now,
    /// The walk that is seen, and since when they have walked without arriving anywhere.
    walk: Option<(ActionRef, Now)>,
    /// The longest walk in one go, by both clocks: the way itself, whatever its length and the rate.
    longest_s: i64,
    longest: Duration,
}

impl UnderWay {
    fn new(to: RoleId, since: Now) -> UnderWay {
        UnderWay {
            to,
            since,
            walk: None,
            longest_s: 0,
            longest: Duration::ZERO,
        }
    }

    /// A walk in place of one that was given up is the same way: they walk home, and become hungry.
    fn note_walk(&mut self, walk: Option<ActionRef>, now: Now) {
        let since = self.walk.map_or(now, |(_, since)| since);
        self.walk = walk.map(|action| (action, since));
        if let Some((_, since)) = self.walk {
            self.longest_s = self.longest_s.max(now.at.since(since.at));
            self.longest = self.longest.max(now.tick.since(since.tick));
        }
    }

    /// The end of a walk at its goal. The next is another.
    fn arrive(&mut self, walk: ActionRef) {
        self.walk = self.walk.filter(|(action, _)| *action != walk);
    }

    fn is_too_long(&self, now: Now) -> bool {
        let bound_s = ON_THE_WAY_S.saturating_add(self.longest_s);
        let bound = Duration(ON_THE_WAY.0.saturating_add(self.longest.0));
        now.at.since(self.since.at) >= bound_s && now.tick.since(self.since.tick) >= bound
    }
}

impl Role {
    pub(super) fn see(&mut self, people: &People, now: Now, sight: &Sight, found: &mut Found) {
        match sight {
            Sight::Wishes {
                who,
                node,
                out_of_role: true,
                ..
            } => found.push((*who, Kind::ActsOutOfRole(*node))),
            Sight::Ends(action, Outcome::Done) => {
                let who = people.running(*action).map(|run| run.act.who);
                let way = who.and_then(|who| self.under_way.get_mut(&who));
                way.into_iter().for_each(|way| way.arrive(*action));
            }
            Sight::SetsOut(who, area, true) => found.push((*who, Kind::SetsOutBusy(*area))),
            // A character that fell asleep on the way has a reason to be late.
            Sight::Glance(glance) if people.sleeps(glance.who, now) => self.forget(glance.who),
            Sight::Glance(glance) => self.glance(people, now, glance, found),
            _ => {}
        }
    }

    fn glance(&mut self, people: &People, now: Now, glance: &Glance, found: &mut Found) {
        let who = glance.who;
        let Some((due, waits)) = glance.due else {
            return self.forget(who);
        };
        match glance.role {
            Some(held) if held == due => self.forget(who),
            Some(held) => {
                self.under_way.remove(&who);
                let since = *self.late.entry(who).or_insert(now.at);
                if now.at.since(since) >= LATE_S.saturating_add(waits) {
                    found.push((who, Kind::StaysOnDuty(held, due)));
                    self.late.remove(&who);
                }
            }
            None => {
                self.late.remove(&who);
                let way = self.under_way.entry(who);
                let way = way.or_insert(UnderWay::new(due, now));
                if way.to != due {
                    // Something else is due, and they have only just set out for that.
                    *way = UnderWay::new(due, now);
                }
                way.note_walk(people.walk_of(who), now);
                if way.is_too_long(now) {
                    found.push((who, Kind::NeverArrives(due)));
                    self.under_way.remove(&who);
                }
            }
        }
    }

    pub(super) fn forget(&mut self, who: CharacterId) {
        self.late.remove(&who);
        self.under_way.remove(&who);
    }
}
