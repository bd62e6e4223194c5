//! Invariants of minds at every tick.

use super::company::company_system;
use super::{MindState, mind_system};
use crate::drivers::Driver;
use crate::folk::Folk;
use crate::inspect::{MindViolation, Violation};
use crate::jobs::Job;
use std::collections::BTreeSet;
use townsfolk_act::Running;
use townsfolk_core::{CharacterId, Duration, TICKS_PER_SECOND};
use townsfolk_module::mind::Degree;

impl Folk {
    pub(crate) fn inspect_minds(&self, found: &mut Vec<Violation>) {
        let soon = self.now.after(Duration(TICKS_PER_SECOND));
        let planned: BTreeSet<CharacterId> = self.agenda.minds.until(soon).collect();
        for minded in self.minds() {
            let mut amiss = vec![];
            self.inspect_mind(minded, &mut amiss);
            let waits = self.waits(Job::Mind(minded.who));
            if !planned.contains(&minded.who) && !waits {
                amiss.push(MindViolation::NotOnAgenda);
            }
            let wrong = |amiss| Violation::WrongMind(minded.who, amiss);
            found.extend(amiss.into_iter().map(wrong));
        }
        self.inspect_asleep(found);
        for (location, who, role) in self.performer.all_asking() {
            let performs = self.mind_performs(who);
            let mut running = performs.into_iter().flat_map(|p| p.running());
            let asks = |part: &Running| matches!(part, Running::Asks { location: l, role: r, .. } if *l == location && *r == role);
            if !running.any(asks) {
                found.push(Violation::WrongMind(who, MindViolation::Asking));
            }
        }
        for person in self.characters() {
            let area = person.at.and_then(|at| self.area_among_all(at));
            if self.minds.whereabouts.get(&person.id).copied() != area {
                found.push(Violation::WrongMind(person.id, MindViolation::Whereabouts));
            }
        }
    }

    fn inspect_mind(&self, minded: &MindState, amiss: &mut Vec<MindViolation>) {
        let who = minded.who;
        let Some(person) = self.character(who) else {
            return amiss.push(MindViolation::Nobody);
        };
        for need in minded.mind.needs() {
            let level = minded.mind.level(need, self.moment());
            if level < Degree::ZERO || level > Degree::ONE {
                amiss.push(MindViolation::Need(need));
            }
        }
        let at = self.beat_of(who, minded.member);
        let held = at.and_then(|at| minded.mind.role(&at));
        let missing = held.filter(|role| !person.roles.contains(role));
        let stale = minded.role.filter(|role| held != Some(*role));
        amiss.extend(missing.or(stale).map(MindViolation::Role));
        let voice = person.driver(townsfolk_core::Channel::Voice);
        let speaks = matches!(voice, Driver::System(by, _) if by == company_system());
        if minded.talk().is_some() && !speaks && !minded.woken {
            amiss.push(MindViolation::Body);
        }
        let performs = self.mind_performs(who);
        if minded.pursuit().is_some() != performs.is_some() {
            amiss.push(MindViolation::Body);
        }
        let driver = person.driver(townsfolk_core::Channel::Body);
        let ours = matches!(driver, Driver::System(by, _) if by == mind_system());
        for running in performs.into_iter().flat_map(|p| p.running()) {
            match running {
                Running::TakesPart(scene) if person.scene != Some(*scene) => {
                    amiss.push(MindViolation::Scene(*scene));
                }
                Running::Asks { location, .. } if self.asks_for(who, *location).is_none() => {
                    amiss.push(MindViolation::Asking);
                }
                // A mind that has just lost the body is told so, and stops at the next tick.
                Running::Walks { .. } | Running::Acts { .. } if !ours && !minded.woken => {
                    amiss.push(MindViolation::Body);
                }
                _ => {}
            }
        }
    }
}
