//! When minds are updated.
//!
//! A mind is updated once a second of stage time (its beat), with its own phase, and when it is
//! woken. It is woken by the outcome of an action, a new driver, a new area, a change of schedule,
//! or a need that crosses a threshold. An update at any other time has no effect, so the agenda is
//! only a cache. Within an update, the map is evaluated only if an input is new or it is not at
//! rest.

use super::senses::MindSenses;
use super::witness::SEES_MAX;
use super::{Intention, MindMode, MindState};
use crate::executor::{self, Executor};
use crate::folk::Folk;
use crate::place::Place;
use townsfolk_act::Running;
use townsfolk_core::{CharacterId, Draw, SiteId, SymbolId, TICKS_PER_SECOND, Tick};
use townsfolk_mind::Happening;
use townsfolk_module::mind::Manners;

/// Time between two regular updates of a mind, in ticks.
const BEAT: i64 = TICKS_PER_SECOND;

/// Minimum number of minds for each parallel piece.
const MINDS_PER_PIECE_MIN: usize = 32;

/// A mind taken out of its table for an update.
struct Thought {
    minded: Box<MindState>,
    happened: Vec<Happening>,
}

impl Folk {
    /// Updates minds in parallel, and then applies the results in order of id.
    pub(crate) fn think(&mut self, due: &[CharacterId], executor: &dyn Executor) {
        for who in due {
            self.tidy_pursuit(*who);
        }
        let mut thoughts = Vec::with_capacity(due.len());
        for who in due {
            thoughts.extend(self.minds.people.remove(who).map(|minded| Thought {
                minded,
                happened: vec![],
            }));
        }
        executor::each(executor, MINDS_PER_PIECE_MIN, &mut thoughts, |thought| {
            self.look_into(thought);
        });
        let mut happened = Vec::with_capacity(thoughts.len());
        for thought in thoughts {
            let who = thought.minded.who;
            self.minds.people.insert(who, thought.minded);
            happened.push((who, thought.happened));
        }
        for (who, happened) in happened {
            self.change_roles(who, happened);
            self.keep_appointment(who);
            match self.should_sleep(who) {
                Some(level) => self.wind_down(who, level),
                None => self.intend(who),
            }
            self.plan_beat(who);
        }
        self.minds.thought.extend(due);
    }

    pub(crate) fn is_due(&self, who: CharacterId) -> bool {
        let Some(minded) = self.minds.people.get(&who) else {
            return false;
        };
        let crossed = minded.wake_at.is_some_and(|at| at <= self.now);
        let beat = self.now.0.saturating_sub(self.phase(who)).rem_euclid(BEAT) == 0;
        minded.woken || crossed || beat
    }

    /// The tick within a second at which a character's mind is updated.
    pub(super) fn phase(&self, who: CharacterId) -> i64 {
        let draw = Draw::at(self.seed, u64::from(who.0), Tick(0), SiteId::named("beat"));
        draw.between(0, 0, BEAT - 1)
    }

    /// One update of one mind. It writes nothing but that mind.
    fn look_into(&self, thought: &mut Thought) {
        let minded = &mut *thought.minded;
        minded.woken = false;
        let Some(at) = self.beat_of(minded.who, minded.member) else {
            return;
        };
        let eyes = MindSenses {
            folk: self,
            who: minded.who,
            post: minded.mind.bound_for(),
            appointment: minded.past.appointment.as_ref(),
        };
        let member = self.member(minded.member);
        let manners = member.map_or_else(Manners::default, |member| member.temper.manners);
        let long_ago = self.now.since(minded.looked_at) >= manners.looks_every;
        let has_come = !minded.memory.has_looked_round() && !self.is_walking(minded.who);
        if let Some(area) = self.area_of(minded.who)
            && (long_ago || has_come)
        {
            let present = self.nearest_company(minded.who, manners.sees_mm, SEES_MAX);
            minded.memory.look_round(area, &present, at.now);
            minded.looked_at = self.now;
        }
        let (memory, feels) = (&mut minded.memory, &minded.relationships);
        memory.think(&|other| self.closeness(minded.who, feels, other));
        let intent = minded.mind.beat(&at, &eyes, &mut thought.happened);
        minded.wanted = match self.deciding {
            MindMode::ByMind | MindMode::RandomCompany => intent.map(Intention::of),
            MindMode::ByDice => self.wanted_by_dice(minded),
        };
        let wake = minded.mind.next_wake(&at);
        let waits = minded.past.appointment.map(|a| a.until);
        let waits = waits.filter(|until| *until > at.now);
        let wake = wake.into_iter().chain(waits).min();
        // A moment in the past or far ahead is handled at a regular beat.
        let wake = wake.filter(|wake| *wake > at.now);
        minded.wake_at = wake
            .and_then(|wake| self.tick_of(wake))
            .filter(|at| *at > self.now);
    }

    /// Whether a character is on a walk of its own.
    fn is_walking(&self, who: CharacterId) -> bool {
        let performs = self.mind_performs(who);
        let mut running = performs.into_iter().flat_map(|p| p.running());
        running.any(|part| matches!(part, Running::Walks { .. }))
    }

    /// Tells every mind within reach of an event.
    pub(crate) fn let_notice(&mut self, event: SymbolId, at: Place, within_mm: u32) {
        let mut near = vec![];
        self.people.near.near(at, within_mm, &mut near);
        let now = self.moment();
        for who in near {
            let place = self.character(who).and_then(|person| person.at);
            let away = place.map_or(0, |place| place.distance_mm(at));
            if let Some(minded) = self.minds.people.get_mut(&who) {
                let away = u32::try_from(away).unwrap_or(u32::MAX);
                minded.mind.notice(event, away, now);
                self.wake_mind(who);
            }
        }
    }

    /// Puts the next update of a mind on the agenda.
    pub(crate) fn plan_beat(&mut self, who: CharacterId) {
        if !self.minds.people.contains_key(&who) {
            return;
        }
        let next = self.now.0.saturating_add(1);
        let wait = self.phase(who).saturating_sub(next).rem_euclid(BEAT);
        let beat = Tick(next.saturating_add(wait));
        self.agenda.minds.add(beat, who);
        let wake = self
            .minds
            .people
            .get(&who)
            .and_then(|minded| minded.wake_at);
        if let Some(wake) = wake.filter(|wake| *wake < beat) {
            self.agenda.minds.add(wake, who);
        }
    }

    /// Plans the next update of every mind again.
    pub(crate) fn plan_beats(&mut self) {
        self.agenda.minds.clear();
        self.plan_asleep();
        let people: Vec<CharacterId> = self.minds.people.keys().copied().collect();
        for who in people {
            if let Some(minded) = self.minds.people.get_mut(&who) {
                minded.woken = true;
            }
            self.agenda.minds.add(self.now, who);
        }
    }
}
