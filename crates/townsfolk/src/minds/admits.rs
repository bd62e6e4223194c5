//! Access to areas. Characters do not search for a bed, a bench or company behind a door that is
//! closed to them. What the door does when they reach it anyway is up to the stage.

use crate::folk::Folk;
use crate::place::Place;
use serde::{Deserialize, Serialize};
use townsfolk_core::digest::{fold, hash64};
use townsfolk_core::{AreaId, CharacterId, MemberId, RoleId};

/// The characters that may enter an area.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct AreaAccess {
    /// Characters made from one of these members of the cast.
    pub people: Vec<MemberId>,
    /// Characters with one of these roles.
    pub roles: Vec<RoleId>,
}

impl Folk {
    /// Whether a character may go to a place. One that is already in the area may stay.
    pub fn may_enter(&self, who: CharacterId, at: Place) -> bool {
        if self.minds.admits.is_empty() {
            return true;
        }
        let closed = |area: AreaId| {
            let admits = self.minds.admits.get(&area);
            admits.is_some_and(|admits| !self.is_admitted(who, area, admits))
        };
        let area = self.area_at(at);
        !area.is_some_and(|area| self.areas_around(area).any(closed))
    }

    fn is_admitted(&self, who: CharacterId, area: AreaId, admits: &AreaAccess) -> bool {
        let here = self.area_of(who);
        let roles = self.character(who).into_iter().flat_map(|p| &p.roles);
        // A baker on the way to the bakery does not have the role yet, and may enter to take it.
        let mut roles = roles.copied().chain(self.role_ahead(who));
        here.is_some_and(|here| self.is_within(here, area))
            || self
                .member_of(who)
                .is_some_and(|member| admits.people.contains(&member))
            || roles.any(|is| admits.roles.iter().any(|role| self.content.is_a(is, *role)))
    }

    /// Whether a place is open to everyone with access to an area: it has no restriction, or the
    /// same one.
    pub(super) fn is_open_from(&self, area: AreaId, at: Place) -> bool {
        if self.minds.admits.is_empty() {
            return true;
        }
        let closed =
            |door: AreaId| self.minds.admits.contains_key(&door) && !self.is_within(area, door);
        let there = self.area_at(at);
        !there.is_some_and(|there| self.areas_around(there).any(closed))
    }

    /// Restricts access to an area, or lifts the restriction.
    pub(crate) fn take_in_admits(&mut self, area: AreaId, admits: Option<AreaAccess>) {
        match admits {
            Some(admits) => self.minds.admits.insert(area, admits),
            None => self.minds.admits.remove(&area),
        };
        let people: Vec<CharacterId> = self.minds.people.keys().copied().collect();
        for who in people {
            self.wake_mind(who);
        }
        self.forget_reliefs();
    }

    /// The restrictions as plain data.
    pub(crate) fn keep_admits(&self) -> Vec<(AreaId, AreaAccess)> {
        let admits = self.minds.admits.iter();
        admits.map(|(area, who)| (*area, who.clone())).collect()
    }

    pub(super) fn digest_of_admits(&self) -> u64 {
        let parts = self.minds.admits.iter().map(|(area, admits)| {
            let bytes = postcard::to_allocvec(admits).unwrap_or_default();
            fold(fold(8, u64::from(area.0)), hash64(&bytes))
        });
        parts.fold(0, u64::wrapping_add)
    }
}
