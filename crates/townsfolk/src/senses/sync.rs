//! Rows and bodies follow the roles of characters.

use super::{LOOK_EVERY, SenseRow};
use crate::folk::Folk;
use townsfolk_core::{CharacterId, DeciderId, Place, Pushed, RoleId, Tick, Value};
use townsfolk_module::senses::MindState;
use townsfolk_senses::Body;

impl Folk {
    /// Rows follow the roles of characters that came, went or changed.
    pub(super) fn sync_senses(&mut self) {
        if self.news.all {
            return self.sync_all_senses();
        }
        let people: Vec<CharacterId> = self.news.people.iter().copied().collect();
        for who in people {
            self.sync_senses_of(who);
        }
    }

    fn sync_all_senses(&mut self) {
        let senses = &mut self.senses;
        senses.listeners.clear();
        senses.prey.clear();
        senses.members.clear();
        senses.timers.clear();
        senses.watching.clear();
        senses.chasing.clear();
        senses.holding.clear();
        let mut people: Vec<CharacterId> = self.characters().map(|person| person.id).collect();
        people.extend(self.senses.rows.keys().chain(self.senses.bodies.keys()));
        people.sort_unstable();
        people.dedup();
        for who in people {
            self.sync_senses_of(who);
        }
        let squads: Vec<_> = self.senses.squads.keys().copied().collect();
        for squad in squads {
            match self.senses.members.contains_key(&squad) {
                true => self.plan_squad(squad),
                false => {
                    self.senses.squads.remove(&squad);
                }
            }
        }
    }

    /// The set of skills that a character has by its roles. Of several, the one of the lowest id.
    pub(crate) fn skill_set_of(&self, who: CharacterId) -> Option<DeciderId> {
        let mut deciders = self.deciders_of(who).into_iter();
        deciders.find(|id| self.content.module.senses.skill_set(*id).is_some())
    }

    fn sync_senses_of(&mut self, who: CharacterId) {
        let set = self.skill_set_of(who);
        let prey = self.roles_hunted_of(who);
        for members in self.senses.members.values_mut() {
            members.remove(&who);
        }
        match set {
            Some(set) => {
                let row = self.senses.rows.entry(who);
                let row = row.or_insert_with(|| SenseRow::new(set));
                if row.set != set {
                    *row = SenseRow::new(set);
                }
                if !row.sights.is_empty() {
                    self.senses.watching.insert(who);
                }
                if row.mind == MindState::Chasing {
                    self.senses.chasing.insert(who);
                }
                self.senses.holding.insert(who);
                if let Some(squad) = self.squad_of(who) {
                    self.senses.members.entry(squad).or_default().insert(who);
                }
                let at = self.character(who).and_then(|person| person.at);
                self.senses.listeners.put(who, at);
                self.plan_row(who);
            }
            None => self.drop_row(who),
        }
        self.drop_empty_squads();
        let is_prey = !prey.is_empty();
        match is_prey {
            true => self.senses.prey.insert(who, prey),
            false => self.senses.prey.remove(&who),
        };
        match set.is_some() || is_prey {
            true => {
                self.senses.bodies.entry(who).or_default();
            }
            false => {
                self.senses.bodies.remove(&who);
            }
        }
        if self.character(who).is_none() {
            self.forget_everywhere(who);
        }
    }

    fn roles_hunted_of(&self, who: CharacterId) -> Vec<RoleId> {
        let Some(person) = self.character(who) else {
            return vec![];
        };
        let hunted = self.content.senses.hunted.iter().copied();
        let fits = |wanted: &RoleId| {
            person
                .roles
                .iter()
                .any(|is| self.content.is_a(*is, *wanted))
        };
        hunted.filter(fits).collect()
    }

    fn drop_row(&mut self, who: CharacterId) {
        self.senses.rows.remove(&who);
        self.senses.listeners.put(who, None);
        self.senses.watching.remove(&who);
        self.senses.chasing.remove(&who);
        self.senses.holding.remove(&who);
        self.senses.burning.remove(&who);
    }

    /// A squad without members forgets everything.
    fn drop_empty_squads(&mut self) {
        let senses = &mut self.senses;
        senses.members.retain(|name, members| {
            if members.is_empty() {
                senses.squads.remove(name);
            }
            !members.is_empty()
        });
    }

    /// A character is gone: nobody looks for it any more.
    fn forget_everywhere(&mut self, who: CharacterId) {
        let subject = townsfolk_senses::Sensed::Character(who);
        self.senses.deeds.retain(|_, deed| deed.who != who);
        let holders: Vec<CharacterId> = self.senses.rows.keys().copied().collect();
        for holder in holders {
            if let Some(row) = self.senses.rows.get_mut(&holder) {
                row.sights.retain(|timer| timer.target != who);
                row.asked.retain(|asked| asked.target != who);
                row.known.retain(|known| *known != who);
            }
            self.drop_record(holder, subject);
        }
    }

    /// A character leaves the world, or goes with its region.
    pub(crate) fn forget_senses(&mut self, who: CharacterId) {
        if self.content.senses.is_used {
            self.sync_senses_of(who);
        }
    }

    /// The body of a character is reported to be somewhere.
    pub(crate) fn body_moved(&mut self, who: CharacterId, from: Option<Place>, to: Place) {
        if self.senses.bodies.is_empty() {
            return;
        }
        let now = self.now;
        if let Some(body) = self.senses.bodies.get_mut(&who) {
            body.moved(from, to, now);
            if self.senses.rows.contains_key(&who) {
                self.senses.listeners.put(who, Some(to));
            }
        }
    }

    /// Whether a watcher looks at this tick. Watchers take turns.
    pub(super) fn looks_now(who: CharacterId, now: Tick) -> bool {
        (now.0.wrapping_add(i64::from(who.0))).rem_euclid(LOOK_EVERY) == 0
    }

    /// Whether an attribute of a character that senses know by name holds.
    pub(super) fn is_so(&self, name: Option<townsfolk_core::HostId>, who: CharacterId) -> bool {
        name.is_some_and(|name| self.attribute(name, &[Value::Character(who)]) == Pushed::Holds)
    }

    pub(crate) fn is_dead(&self, who: CharacterId) -> bool {
        self.is_so(self.content.senses.dead, who)
    }

    pub(super) fn is_crouched(&self, who: CharacterId) -> bool {
        self.is_so(self.content.senses.crouched, who)
    }

    /// Whether a character with a set of skills hunts another.
    pub(super) fn hunts(&self, hunted: &[RoleId], other: CharacterId) -> bool {
        let roles = self.senses.prey.get(&other);
        roles.is_some_and(|roles| roles.iter().any(|role| hunted.contains(role)))
    }

    /// A new body, for one whose state was not saved.
    pub(super) fn body_of(&self, who: CharacterId) -> Body {
        self.senses.bodies.get(&who).copied().unwrap_or_default()
    }
}
