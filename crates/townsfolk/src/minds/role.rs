//! Roles by schedule: a role that a mind takes on makes the character castable in it, and in every
//! role it specializes, until it is given up.

use super::MindEvent;
use crate::drivers::Driver;
use crate::folk::Folk;
use townsfolk_core::{AreaId, CharacterId, RoleId};
use townsfolk_mind::{Happening, Holding};

impl Folk {
    /// Applies what a mind decided about its roles.
    pub(super) fn change_roles(&mut self, who: CharacterId, happened: Vec<Happening>) {
        for happening in happened {
            let news = match happening {
                Happening::RoleDue(role) => Some(MindEvent::RoleDue(role)),
                Happening::RoleCalledOff => Some(MindEvent::RoleCalledOff),
                Happening::RoleLaidDown { role, unready } => {
                    self.lay_down_role(who);
                    Some(MindEvent::RoleLaidDown { role, unready })
                }
                Happening::SetOut(_) => self.sets_out(who),
                Happening::RoleTaken(role) => {
                    self.sync_role(who);
                    Some(MindEvent::RoleTaken(role))
                }
                Happening::Restless(cycle) => Some(MindEvent::Restless(cycle.concepts)),
            };
            if let Some(news) = news {
                self.tell_of_mind(who, news);
            }
        }
    }

    /// The event of setting out. While a scene holds the character, it waits until the scene
    /// releases it.
    pub(super) fn sets_out(&self, who: CharacterId) -> Option<MindEvent> {
        let held = matches!(self.driver(who), Driver::Scene(..));
        let bound = self.workplace_of(who).filter(|_| !held);
        bound.map(MindEvent::SetOut)
    }

    /// The role of the schedule for which a character is on its way.
    pub fn role_ahead(&self, who: CharacterId) -> Option<RoleId> {
        let minded = self.mind(who)?;
        let Holding::Walking(entry) = minded.mind.holding() else {
            return None;
        };
        let entries = &self.member(minded.member)?.schedule.entries;
        entries.get(usize::from(entry.0)).map(|entry| entry.role)
    }

    /// Where the schedule sends a character, if that is decided.
    pub(super) fn workplace_of(&self, who: CharacterId) -> Option<AreaId> {
        self.mind(who)?.mind.bound_for()
    }

    /// Makes the roles of a character agree with its mind.
    pub(crate) fn sync_role(&mut self, who: CharacterId) {
        let Some(minded) = self.minds.people.get(&who) else {
            return;
        };
        let role = self.beat_of(who, minded.member);
        let role = role.and_then(|at| minded.mind.role(&at));
        if minded.role.is_some() && minded.role != role {
            self.lay_down_role(who);
        }
        let person = self.people.get_mut(who.0);
        let minded = self.minds.people.get_mut(&who);
        if let (Some(role), Some(person), Some(minded)) = (role, person, minded)
            && let Err(place) = person.roles.binary_search(&role)
        {
            person.roles.insert(place, role);
            minded.role = Some(role);
            self.note_person(who);
        }
    }

    /// Gives a character roles, independent of its schedule.
    pub(super) fn give_roles(&mut self, who: CharacterId, roles: &[RoleId]) {
        let Some(person) = self.people.get_mut(who.0) else {
            return;
        };
        for role in roles {
            if let Err(place) = person.roles.binary_search(role) {
                person.roles.insert(place, *role);
            }
        }
        self.note_person(who);
    }

    /// Gives or takes a role on behalf of the host, independent of the schedule. Returns whether
    /// the character has it by schedule now: then only the schedule takes it away.
    pub(crate) fn note_own_role(&mut self, who: CharacterId, role: RoleId, is: bool) -> bool {
        let minded = self.minds.people.get(&who);
        let at = minded.and_then(|minded| self.beat_of(who, minded.member));
        let held = minded.zip(at).and_then(|(m, at)| m.mind.role(&at));
        if held != Some(role) {
            return false;
        }
        if let Some(minded) = self.minds.people.get_mut(&who) {
            minded.role = (!is).then_some(role);
        }
        true
    }

    /// Takes the scheduled role from a character. If it is cast in that role, it is asked to
    /// finish.
    pub(crate) fn lay_down_role(&mut self, who: CharacterId) {
        let minded = self.minds.people.get_mut(&who);
        if let Some(role) = minded.and_then(|minded| minded.role.take()) {
            self.lose_role(who, role);
        }
    }
}
