//! Plans as a decider.
//!
//! A character that carries goals has a [`Planning`]. When it has nothing left to do, the most urgent
//! goal that is not reached is planned for: a cached plan whose mask fits, or a search. Then operator
//! after operator is performed without a second look at the world. When one is done, its effects are
//! set; when one fails, the plan is dropped and another is made after a while.
//!
//! Characters below level full are not asked.

mod tables;

use super::daily::{calendar_time, game_minutes, line};
use super::rules::course_of;
use super::selections::Selections;
use super::{packed, unpacked};
use crate::decider::{Decider, DeciderView, Ended, Proposal};
use crate::folk::Folk;
use crate::performer::Viewpoint;
use crate::words::Table;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use townsfolk_act::{CourseOf, Order, Progress, value_of};
use townsfolk_core::digest::hash64;
use townsfolk_core::{
    Channel, CharacterId, DeciderId, Duration, Pushed, SymbolId, Tick, Urgency, Value,
};
use townsfolk_decide::daily::{Abort, Cause, IDLE_MINUTES, Ring, Selected};
use townsfolk_decide::plan::{Planned, Planner, PropIndex, SavedPlans};
use townsfolk_module::WriteValue;
use townsfolk_module::decide::{Goal, Operator, Planners};

/// The name under which plans are offered.
pub(crate) fn plan_system() -> SymbolId {
    SymbolId::named("plan")
}

/// The decider of all goals.
#[derive(Clone, Debug, Default)]
pub(crate) struct Plans {
    people: BTreeMap<CharacterId, Planning>,
    /// When characters plan. A cache of the people.
    selections: Selections,
    /// The planner, with the content that it was made for.
    planner: Option<(u64, Planner)>,
    /// Caches from a save, until the planner is made.
    saved: Option<(u64, SavedPlans)>,
}

/// A character with goals.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
struct Planning {
    /// Its goals, the most urgent first.
    goals: Vec<DeciderId>,
    /// The goal of the current plan.
    goal: Option<DeciderId>,
    /// Operators that are left of the plan, by index. The first is performed.
    steps: VecDeque<u16>,
    /// When it plans again, if nothing is performed and nothing changes.
    due: Option<Tick>,
    /// The last selections.
    ring: Ring,
}

/// Everything saved of plans.
#[derive(Serialize, Deserialize)]
struct SavedPlanning {
    people: BTreeMap<CharacterId, Planning>,
    caches: Option<(u64, SavedPlans)>,
}

impl Decider for Plans {
    fn name(&self) -> SymbolId {
        plan_system()
    }

    fn due(&mut self, at: &mut DeciderView<'_>) -> Vec<CharacterId> {
        if at.module().deciders.planners.goals.is_empty() && self.people.is_empty() {
            return vec![];
        }
        if at.folk.news.all {
            self.take_content(at);
        }
        let people: Vec<CharacterId> = match at.folk.news.all {
            true => at.characters().map(|person| person.id).collect(),
            false => at.folk.news.people.iter().copied().collect(),
        };
        for who in people {
            self.refresh(at, who);
        }
        self.take_changes(at);
        self.selections.choose(at)
    }

    fn decide(&mut self, at: &mut DeciderView<'_>, due: &[CharacterId]) {
        for who in due {
            if self.selections.has_chosen(*who) {
                self.select(at, *who);
            }
        }
    }

    fn ended(&mut self, at: &mut DeciderView<'_>, who: CharacterId, how: Ended) {
        let Some(person) = self.people.get_mut(&who) else {
            return;
        };
        let module = at.module().clone();
        let planners = &module.deciders.planners;
        let first = person.steps.pop_front();
        let operator = first.and_then(|step| planners.operators.get(usize::from(step)));
        match (how.progress, operator) {
            (Progress::Done, Some(operator)) => {
                set_effects(at, who, operator);
                self.go_on(at, who);
            }
            (Progress::Done, None) => self.go_on(at, who),
            _ => {
                person.steps.clear();
                let name = operator.map_or(DeciderId(0), |operator| operator.name);
                self.wait(at, who, (name, Abort::Failed));
            }
        }
    }

    fn why(&self, folk: &Folk, who: CharacterId) -> Option<String> {
        let person = self.people.get(&who)?;
        Some(line(folk, person.ring.last()?))
    }

    fn recent(&self, folk: &Folk, who: CharacterId) -> Vec<String> {
        let person = self.people.get(&who).into_iter();
        let entries = person.flat_map(|person| person.ring.iter());
        entries.map(|selected| line(folk, selected)).collect()
    }

    fn tables(&self, folk: &Folk, who: CharacterId) -> Vec<Table> {
        self.show(folk, who)
    }

    fn save(&self) -> Vec<u8> {
        if self.people.is_empty() {
            return vec![];
        }
        let made = self.planner.as_ref();
        let caches = made.map(|(content, planner)| (*content, planner.save()));
        let saved = SavedPlanning {
            people: self.people.clone(),
            caches: caches.or_else(|| self.saved.clone()),
        };
        postcard::to_allocvec(&saved).unwrap_or_default()
    }

    fn load(&mut self, bytes: &[u8]) {
        let Ok(saved) = postcard::from_bytes::<SavedPlanning>(bytes) else {
            return;
        };
        self.people = saved.people;
        self.saved = saved.caches;
        self.planner = None;
        self.selections.clear();
        for (who, person) in &self.people {
            self.selections.add(*who, person.due);
        }
    }

    fn take_out(&mut self, _folk: &Folk, who: CharacterId) -> Vec<u8> {
        self.set_due(who, None);
        packed(self.people.remove(&who))
    }

    fn bring_back(&mut self, _folk: &Folk, who: CharacterId, state: &[u8], away: Duration) {
        let Some(person) = unpacked::<Planning>(state) else {
            return;
        };
        let due = person.due.map(|due| due.after(away));
        self.people.insert(
            who,
            Planning {
                due: None,
                ..person
            },
        );
        self.set_due(who, due);
    }

    fn boxed_clone(&self) -> Box<dyn Decider> {
        Box::new(self.clone())
    }
}

impl Plans {
    /// Makes the planner for the content of now. Caches of other content are dropped, and so are plans
    /// that are under way: their operators may mean something else.
    fn take_content(&mut self, at: &mut DeciderView<'_>) {
        let module = at.module().clone();
        let planners = &module.deciders.planners;
        let content = hash64(&postcard::to_allocvec(planners).unwrap_or_default());
        let before = self.planner.as_ref().map(|(known, _)| *known);
        let before = before.or_else(|| self.saved.as_ref().map(|(known, _)| *known));
        if before == Some(content) && self.planner.is_some() {
            return;
        }
        let mut planner = Planner::new(planners);
        if let Some((_, caches)) = self.saved.take().filter(|(known, _)| *known == content) {
            planner.load(&caches);
        }
        self.planner = Some((content, planner));
        if before.is_some_and(|before| before != content) {
            for who in std::mem::take(&mut self.people).into_keys() {
                at.withdraw(who);
            }
            self.selections.clear();
        }
    }

    /// Begins, changes or ends the planning of a character, by its roles.
    fn refresh(&mut self, at: &mut DeciderView<'_>, who: CharacterId) {
        let goals = goals_of(at, who);
        let before = self.people.get(&who).map(|person| &person.goals);
        if before.map_or(goals.is_empty(), |before| *before == goals) {
            return;
        }
        if before.is_some() {
            at.withdraw(who);
            self.set_due(who, None);
            self.people.remove(&who);
        }
        if !goals.is_empty() {
            let planning = Planning {
                goals,
                ..Planning::default()
            };
            self.people.insert(who, planning);
            self.set_due(who, Some(at.now()));
        }
    }

    /// A character that does nothing looks again when an attribute that plans ask for has changed.
    fn take_changes(&mut self, folk: &Folk) {
        let asked = &folk.module().deciders.planners.propositions;
        let mut woken = BTreeSet::new();
        for changed in &folk.news.attributes {
            if !asked.iter().any(|known| known.attribute == changed.name) {
                continue;
            }
            match changed.arguments.as_slice() {
                [Value::Character(who)] => _ = woken.insert(*who),
                _ => woken.extend(self.people.keys().copied()),
            }
        }
        for who in woken {
            let rests = |person: &Planning| person.steps.is_empty() && person.goal.is_none();
            if self.people.get(&who).is_some_and(rests) {
                self.set_due(who, Some(folk.now));
            }
        }
    }

    fn set_due(&mut self, who: CharacterId, due: Option<Tick>) {
        let Some(person) = self.people.get_mut(&who) else {
            return;
        };
        self.selections.replace(who, &mut person.due, due);
    }

    /// Makes a plan for the most urgent goal that is not reached.
    fn select(&mut self, at: &mut DeciderView<'_>, who: CharacterId) {
        self.set_due(who, None);
        let Some((_, planner)) = &mut self.planner else {
            return;
        };
        let Some(person) = self.people.get_mut(&who) else {
            return;
        };
        let module = at.module().clone();
        let planners = &module.deciders.planners;
        let holds = state_of(at, who, planners);
        let lasts = game_minutes(at, IDLE_MINUTES);
        let searches = planner.counts().searches;
        let mut unplanned = None;
        person.goal = None;
        for goal in person.goals.clone() {
            let index = planners.goals.iter().position(|known| known.id == goal);
            let Some(index) = index else { continue };
            match planner.plan(index, holds.iter().copied(), at.folk.now, lasts) {
                Planned::Satisfied => {}
                Planned::NoPlan(_) => unplanned = Some(goal),
                Planned::Steps(steps) => {
                    person.steps = steps.into();
                    person.goal = Some(goal);
                    break;
                }
            }
        }
        at.folk.selections.selections += 1;
        at.folk.selections.plan_searches += planner.counts().searches - searches;
        match (person.goal, unplanned) {
            (Some(_), _) => self.go_on(at, who),
            (None, Some(goal)) => self.wait(at, who, (goal, Abort::NoPlan)),
            // Every goal is reached: a change of an attribute wakes the character.
            (None, None) => {}
        }
    }

    /// Performs the next operator of the plan; after the last, the character plans again.
    fn go_on(&mut self, at: &mut DeciderView<'_>, who: CharacterId) {
        let module = at.module().clone();
        let planners = &module.deciders.planners;
        let Some(person) = self.people.get_mut(&who) else {
            return;
        };
        let step = person.steps.front();
        let operator = step.and_then(|step| planners.operators.get(usize::from(*step)));
        let (Some(operator), Some(goal)) = (operator, person.goal) else {
            person.goal = None;
            person.steps.clear();
            // The effects of the last operator count from the next tick on.
            let next = at.now().after(Duration(2));
            return self.set_due(who, Some(next));
        };
        person.ring.note(Selected {
            at: calendar_time(at),
            errand: operator.name,
            cause: Cause::Plan(goal),
        });
        // An operator without a deed takes one tick.
        let course = match &operator.deed {
            Some(deed) => course_of(at.folk, who, deed, &[]),
            None => Some(CourseOf::Steps(vec![Order::Mingle(Duration(1))])),
        };
        match course {
            Some(course) => offer(at, who, urgency(planners, goal), operator.name, course),
            None => {
                person.steps.clear();
                self.wait(at, who, (operator.name, Abort::NoValue));
            }
        }
    }

    /// Nothing can be done for a while.
    fn wait(&mut self, at: &mut DeciderView<'_>, who: CharacterId, why: (DeciderId, Abort)) {
        if let Some(person) = self.people.get_mut(&who) {
            person.goal = None;
            person.ring.note(Selected {
                at: calendar_time(at),
                errand: why.0,
                cause: Cause::Idle(why.1),
            });
        }
        let until = at.now().after(game_minutes(at, IDLE_MINUTES));
        self.set_due(who, Some(until));
    }
}

fn offer(
    at: &mut DeciderView<'_>,
    who: CharacterId,
    urgency: Urgency,
    operator: DeciderId,
    course: CourseOf,
) {
    at.replace(
        who,
        Proposal {
            channel: Channel::Body,
            urgency,
            score: 0,
            reason: SymbolId(operator.0),
            lasts: None,
            course,
        },
    );
}

fn urgency(planners: &Planners, goal: DeciderId) -> Urgency {
    let goal = planners.goals.iter().find(|known| known.id == goal);
    goal.map(|goal| goal.urgency).unwrap_or_default()
}

/// The goals that a character carries by its roles, the most urgent first.
fn goals_of(folk: &Folk, who: CharacterId) -> Vec<DeciderId> {
    let goals = &folk.module().deciders.planners.goals;
    let carried = folk.deciders_of(who);
    let mut own: Vec<&Goal> = goals.iter().filter(|g| carried.contains(&g.id)).collect();
    own.sort_by_key(|goal| (std::cmp::Reverse(goal.urgency), goal.id));
    own.iter().map(|goal| goal.id).collect()
}

/// The propositions that hold for a character.
fn state_of(folk: &Folk, who: CharacterId, planners: &Planners) -> Vec<PropIndex> {
    let asked = planners.propositions.iter().zip(0..);
    let holding = asked.filter(|(proposition, _)| {
        let of = match proposition.of_me {
            true => vec![Value::Character(who)],
            false => vec![],
        };
        match (
            folk.attribute(proposition.attribute, &of),
            proposition.value,
        ) {
            (Pushed::Holds, None) => true,
            (Pushed::Is(Value::Symbol(value)), Some(wanted)) => value == wanted,
            _ => false,
        }
    });
    holding.map(|(_, index)| PropIndex(index)).collect()
}

/// Sets what an operator has made true or false.
fn set_effects(at: &mut DeciderView<'_>, who: CharacterId, operator: &Operator) {
    for write in &operator.sets {
        let scope = Viewpoint { folk: at.folk, who };
        let values = write.arguments.iter().map(|a| value_of(a, &[], &scope));
        let arguments: Option<Vec<Value>> = values.collect();
        let value = match &write.value {
            WriteValue::Holds => Some(Pushed::Holds),
            WriteValue::HoldsNot => Some(Pushed::HoldsNot),
            WriteValue::Is(value) => value_of(value, &[], &scope).map(Pushed::Is),
        };
        if let (Some(arguments), Some(value)) = (arguments, value) {
            at.folk.set_attribute(write.name, arguments, value);
        }
    }
}
