//! Roles and schedules.

use super::{Found, People};
use crate::bounds::{LATE_S, ON_THE_WAY_S};
use crate::critic::Now;
use crate::kind::Kind;
use crate::sight::{Glance, Sight};
use std::collections::BTreeMap;
use townsfolk_core::{CharacterId, RoleId};
use townsfolk_mind::Moment;

/// Since when each character has held the wrong role.
#[derive(Clone, Debug, Default)]
pub(super) struct Role {
    late: BTreeMap<CharacterId, Moment>,
    /// The role for which the character is on its way.
    under_way: BTreeMap<CharacterId, (RoleId, Moment)>,
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
            Sight::SetsOut(who, area, true) => found.push((*who, Kind::SetsOutBusy(*area))),
            // A character that fell asleep on the way has a reason to be late.
            Sight::Glance(glance) if people.sleeps(glance.who, now) => self.forget(glance.who),
            Sight::Glance(glance) => self.glance(now, glance, found),
            _ => {}
        }
    }

    fn glance(&mut self, now: Now, glance: &Glance, found: &mut Found) {
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
                let way = self.under_way.entry(who).or_insert((due, now.at));
                if way.0 != due {
                    // Another role is due, and the character has just set out for it.
                    *way = (due, now.at);
                }
                if now.at.since(way.1) >= ON_THE_WAY_S {
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
