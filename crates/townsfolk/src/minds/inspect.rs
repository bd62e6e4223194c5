//! What must hold of minds at every tick.

use super::company::company_system;
use super::{Minded, Step, mind_system};
use crate::budget::Job;
use crate::drivers::Driver;
use crate::folk::Folk;
use crate::inspect::{Amiss, Violation};
use std::collections::BTreeSet;
use townsfolk_core::{CharacterId, Duration, TICKS_PER_SECOND};
use townsfolk_module::mind::Degree;

impl Folk {
    pub(crate) fn inspect_minds(&self, found: &mut Vec<Violation>) {
        let soon = self.now.after(Duration(TICKS_PER_SECOND));
        let planned: BTreeSet<CharacterId> = self.minds.agenda.until(soon).collect();
        for minded in self.minds() {
            let mut amiss = vec![];
            self.inspect_mind(minded, &mut amiss);
            let waits = self.waits(Job::Mind(minded.who));
            if !planned.contains(&minded.who) && !waits {
                amiss.push(Amiss::NotOnAgenda);
            }
            let wrong = |amiss| Violation::WrongMind(minded.who, amiss);
            found.extend(amiss.into_iter().map(wrong));
        }
        self.inspect_asleep(found);
        for (location, asking) in &self.minds.asking {
            for (who, role) in asking {
                let asks = self.mind(*who).and_then(Minded::pursuit).map(|p| p.step);
                if !matches!(asks, Some(Step::Asks { location: l, role: r, .. }) if l == *location && r == *role)
                {
                    found.push(Violation::WrongMind(*who, Amiss::Asking));
                }
            }
        }
        for person in self.characters() {
            let area = person.at.and_then(|at| self.area_among_all(at));
            if self.minds.whereabouts.get(&person.id).copied() != area {
                found.push(Violation::WrongMind(person.id, Amiss::Whereabouts));
            }
        }
    }

    fn inspect_mind(&self, minded: &Minded, amiss: &mut Vec<Amiss>) {
        let who = minded.who;
        let Some(person) = self.character(who) else {
            return amiss.push(Amiss::Nobody);
        };
        for need in minded.mind.needs() {
            let level = minded.mind.level(need, self.moment());
            if level < Degree::ZERO || level > Degree::ONE {
                amiss.push(Amiss::Need(need));
            }
        }
        let at = self.beat_of(who, minded.member);
        let held = at.and_then(|at| minded.mind.role(&at));
        let missing = held.filter(|role| !person.roles.contains(role));
        let stale = minded.role.filter(|role| held != Some(*role));
        amiss.extend(missing.or(stale).map(Amiss::Role));
        let voice = person.driver(townsfolk_core::Channel::Voice);
        let speaks = matches!(voice, Driver::System(by, _) if by == company_system());
        if minded.talk().is_some() && !speaks && !minded.woken {
            amiss.push(Amiss::Body);
        }
        let Some(pursuit) = minded.pursuit() else {
            return;
        };
        let driver = person.driver(townsfolk_core::Channel::Body);
        let ours = matches!(driver, Driver::System(by, _) if by == mind_system());
        match pursuit.step {
            Step::TakesPart(scene) if person.scene != Some(scene) => {
                amiss.push(Amiss::Scene(scene));
            }
            Step::Asks { location, .. } if self.asks_for(who, location).is_none() => {
                amiss.push(Amiss::Asking);
            }
            // Who has just lost the body is told so, and stops at the next tick.
            Step::Walks { .. } | Step::Acts { .. } if !ours && !minded.woken => {
                amiss.push(Amiss::Body);
            }
            _ => {}
        }
    }
}
