//! Events that can happen next.

use crate::situation::Situation;
use crate::survey::ScriptSurvey;
use crate::update_cache::UpdateCaches;
use std::cell::Cell;
use std::collections::BTreeSet;
use townsfolk_core::{
    Atom, CharacterId, Kind, Outcome, RoleId, RuleId, Standing, StartId, Tick, Value,
};
use townsfolk_module::{Module, Script};
use townsfolk_scene::Phase;

/// An event from outside, or because time passes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Event {
    /// The next tick after an event.
    Tick,
    /// A reading may have another value.
    Beat,
    /// A participant's turn, where updates are split.
    Turn(CharacterId),
    /// The end of an update, where updates are split.
    UpdateEnds,
    /// An action has an outcome.
    Outcome(StartId, Outcome),
    /// A moment that depends on a time in a fact.
    Crossing(Tick),
    /// A rule has rested enough.
    RestEnds(CharacterId, RuleId),
    /// A fact's lifetime is over.
    Passes(Atom),
    /// A role has been vacant too long.
    VacancyEnds(RoleId),
    /// A person vanishes from the world.
    Vanishes(CharacterId),
    /// A person joins.
    Arrives(CharacterId, RoleId),
    /// The player leaves.
    PlayerLeaves(CharacterId),
    /// The host tells a fact.
    Told(Atom),
}

impl Event {
    pub(crate) fn is_turn(&self) -> bool {
        matches!(self, Event::Turn(_))
    }

    /// Whether it is a fault, which no progress may depend on.
    pub(crate) fn is_fault(&self) -> bool {
        matches!(
            self,
            Event::Outcome(_, Outcome::Failed) | Event::Vanishes(_)
        )
    }
}

/// Maximum number of argument lists for one told fact or property.
const TOLD_MAX: usize = 48;

/// The context in which events are listed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct World<'a> {
    pub(crate) module: &'a Module,
    pub(crate) script: &'a Script,
    pub(crate) survey: &'a ScriptSurvey,
    pub(crate) bounds: &'a crate::Bounds,
    /// Number of updates played.
    pub(crate) played: &'a Cell<u64>,
    /// Cache of updates without reports.
    pub(crate) memory: &'a UpdateCaches,
}

impl World<'_> {
    /// Everything that can happen next, respecting the order constraints.
    pub(crate) fn events(&self, situation: &Situation) -> Vec<Event> {
        let mut events = vec![];
        let scene = &situation.scene;
        if scene.phase == Phase::Over {
            return events;
        }
        if self.survey.turn_by_turn() {
            events.extend(self.turns(situation).map(Event::Turn));
            if situation.open {
                events.push(Event::UpdateEnds);
                return events;
            }
        }
        let latest = latest(situation);
        let clocks = &situation.clocks;
        if scene.stirred {
            events.push(Event::Tick);
        }
        for run in &scene.running {
            let known = clocks.actions.iter().find(|(id, _)| *id == run.id);
            if known.is_some_and(|(_, span)| span.low <= latest) {
                events.push(Event::Outcome(run.id, Outcome::Done));
            }
            let pastime =
                self.survey.merging.leftovers && self.survey.attention.pastime(run.rule).is_some();
            if pastime {
                // Its outcome has no consequence.
                continue;
            }
            if run.stop_asked.is_some() {
                events.push(Event::Outcome(run.id, Outcome::Stopped));
            }
            if situation.left.failures > 0 && run.rule.is_some() {
                events.push(Event::Outcome(run.id, Outcome::Failed));
            }
        }
        for (tick, moment) in &clocks.times {
            if moment.next.is_some_and(|(_, span)| span.low <= latest) {
                events.push(Event::Crossing(*tick));
            }
        }
        let due = clocks.rests.iter().filter(|(_, span)| span.low <= latest);
        events.extend(due.map(|((who, rule), _)| Event::RestEnds(*who, *rule)));
        let due = clocks.lifetimes.iter().filter(|(_, s)| s.low <= latest);
        let due = due.filter(|(atom, _)| !self.passes_when_noticed(atom.fact));
        events.extend(due.map(|(atom, _)| Event::Passes(atom.clone())));
        let due = clocks.vacancies.iter().filter(|(_, s)| s.low <= latest);
        events.extend(due.map(|(role, _)| Event::VacancyEnds(*role)));
        if scene.phase == Phase::Running {
            self.outside(situation, &mut events);
        }
        if situation.left.disappearances > 0 {
            let people = scene.participants.iter();
            events.extend(people.map(|p| Event::Vanishes(p.who)));
            if self.survey.merging.leavers {
                // A leaver who was removed at once may still vanish on the way, with all facts that
                // name them.
                let gone = |who: &CharacterId| scene.gone.contains(&Value::Character(*who));
                let leavers = situation.absent().into_iter().filter(|who| !gone(who));
                events.extend(leavers.map(Event::Vanishes));
            }
        }
        events
    }

    fn outside(&self, situation: &Situation, events: &mut Vec<Event>) {
        let scene = &situation.scene;
        if self.survey.reads && !self.survey.turn_by_turn() {
            events.push(Event::Beat);
        }
        let room = scene.participants.len() < usize::from(self.bounds.crowd_max);
        for line in &self.script.cast {
            let in_role = scene.participants.iter().filter(|p| p.role == line.role);
            let taken = in_role.clone().count();
            if room
                && line.joins_late
                && taken < usize::from(line.max)
                && situation.left.arrivals > 0
            {
                events.push(Event::Arrives(self.newcomer(situation), line.role));
            }
            if line.player {
                let staying = in_role.filter(|p| p.standing != Standing::Leaving);
                events.extend(staying.map(|p| Event::PlayerLeaves(p.who)));
            }
        }
        let things = situation.things();
        let is_told =
            |fact: &&townsfolk_scene::reference::Fact| self.survey.told.contains(&fact.atom.fact);
        let told = scene.facts.facts.iter().filter(is_told).count();
        if told < usize::from(self.bounds.told) {
            // Values that nothing reads need not be varied.
            let mut as_seen = BTreeSet::new();
            for fact in &self.survey.told {
                let kinds = self.script.fact(*fact).map_or(&[][..], |f| &f.kinds);
                for arguments in self.argument_lists(situation, kinds, &things) {
                    let atom = Atom {
                        fact: *fact,
                        arguments,
                    };
                    let mut seen = atom.clone();
                    if self.survey.merging.unread && self.survey.merging.leftovers {
                        self.survey.attention.unread.forget(&mut seen);
                    }
                    if !scene.facts.contains(&atom) && as_seen.insert(seen) {
                        events.push(Event::Told(atom));
                    }
                }
            }
        }
    }

    /// An unused person number.
    fn newcomer(&self, situation: &Situation) -> CharacterId {
        let absent = situation.absent();
        let free = (1..)
            .map(CharacterId)
            .find(|who| situation.scene.participant(*who).is_none() && !absent.contains(who));
        free.unwrap_or(CharacterId(0))
    }

    fn argument_lists(
        &self,
        situation: &Situation,
        kinds: &[Kind],
        things: &[Value],
    ) -> Vec<Vec<Value>> {
        let mut lists: Vec<Vec<Value>> = vec![vec![]];
        for kind in kinds {
            let mut values = self.survey.values_of(self.module, *kind, things);
            if let Kind::CharacterIn(role) = kind {
                values.retain(|value| match value {
                    Value::Character(who) => (situation.scene.participant(*who))
                        .is_some_and(|p| self.module.is_a(p.role, *role)),
                    _ => false,
                });
            }
            lists = lists
                .iter()
                .flat_map(|list| {
                    values.iter().map(|value| {
                        let mut longer = list.clone();
                        longer.push(*value);
                        longer
                    })
                })
                .take(TOLD_MAX)
                .collect();
        }
        lists
    }
}

/// The longest time that can pass before something must happen, in ticks.
pub(crate) fn latest(situation: &Situation) -> i64 {
    if situation.scene.stirred {
        return 1;
    }
    situation.clocks.soonest().unwrap_or(i64::MAX)
}
