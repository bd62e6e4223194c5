//! Perception for inference: binding referents, paying attention and sensing.
//!
//! What can be perceived is what the engine knows: places of characters and props, roles, attributes,
//! and the host's answers about visibility. Richer senses replace [`Perceiver::is_in_view`].

use super::thinker::LineKind;
use crate::folk::Folk;
use crate::performer::Viewpoint;
use crate::place::Place;
use crate::questions::{Answer, Question, QuestionKind};
use townsfolk_act::{holds, value_of};
use townsfolk_core::{CharacterId, Draw, Duration, RoleId, SiteId, SymbolId, Value};
use townsfolk_decide::inference::attention::{Look, attend, notices};
use townsfolk_decide::inference::{Row, Spot};
use townsfolk_module::Literal;
use townsfolk_module::decide::Inference;
use townsfolk_module::decide::inference::{
    Binding, BindingSource, PredicateIndex, ReferentIndex, Sense, SenseTest,
};

/// Maximum number of objects in view that are looked at without being bound.
const GLIMPSES_MAX: usize = townsfolk_senses::LOOKS_MAX;

/// One character at the beginning of its cycle.
pub(super) struct Perceiver<'a> {
    folk: &'a Folk,
    of: &'a Inference,
    who: CharacterId,
    at: Option<Place>,
    /// What a referent of another character is bound to, by its name, from before the cycle.
    others: &'a dyn Fn(CharacterId, SymbolId) -> Option<Value>,
    pub(super) questions: Vec<Question>,
    pub(super) lines: Vec<LineKind>,
}

impl<'a> Perceiver<'a> {
    pub(super) fn new(
        folk: &'a Folk,
        of: &'a Inference,
        who: CharacterId,
        others: &'a dyn Fn(CharacterId, SymbolId) -> Option<Value>,
    ) -> Perceiver<'a> {
        Perceiver {
            folk,
            of,
            who,
            at: folk.character(who).and_then(|person| person.at),
            others,
            questions: vec![],
            lines: vec![],
        }
    }

    /// Binds, attends and senses: the row from which the rules of this cycle begin.
    pub(super) fn perceive(&mut self, mut row: Row) -> Row {
        let before: Vec<Option<Value>> = row.referents().map(|(_, r)| r.object).collect();
        self.unbind_gone(&mut row);
        for binding in &self.of.bindings {
            self.bind(binding, &mut row);
        }
        self.note_bindings(&before, &row);
        let looks = self.looks(&row);
        let attended = attend(&self.of.limits, &row, &looks);
        let places: Vec<Option<Spot>> = (row.referents())
            .map(|(_, referent)| Some(spot(self.place(referent.object?)?)))
            .collect();
        row.note_looks(&places, attended, self.folk.now);
        row.stood_at = self.at.map(spot);
        for (index, predicate) in (0..).map(PredicateIndex).zip(&self.of.predicates) {
            if let Some(sense) = &predicate.sense {
                let (truth, falsity) = match predicate.unary {
                    true => self.sense(sense, &row, &looks, attended),
                    false => self.sense_at_all(sense),
                };
                row.sense(index, truth, falsity);
            }
        }
        row
    }

    fn note_bindings(&mut self, before: &[Option<Value>], row: &Row) {
        for ((index, after), before) in row.referents().zip(before) {
            let Some(name) = self.of.referents.get(index.place()) else {
                continue;
            };
            match after.object {
                Some(object) if *before != Some(object) => {
                    self.lines.push(LineKind::Bound(*name, object));
                }
                None if before.is_some() => self.lines.push(LineKind::Unbound(*name)),
                _ => {}
            }
        }
    }

    fn unbind_gone(&self, row: &mut Row) {
        let bound: Vec<Value> = row.referents().filter_map(|(_, r)| r.object).collect();
        for object in bound {
            let exists = match object {
                Value::Character(who) => self.folk.character(who).is_some(),
                _ => self.place(object).is_some(),
            };
            if !exists {
                row.forget_object(object);
            }
        }
    }

    fn bind(&mut self, binding: &Binding, row: &mut Row) {
        let (folk, index) = (self.folk, binding.referent);
        match &binding.from {
            BindingSource::Attribute(value) => {
                let scope = Viewpoint {
                    folk,
                    who: self.who,
                };
                match value_of(value, &[], &scope) {
                    Some(object @ (Value::Character(_) | Value::Prop(_))) => {
                        row.bind(index, object, folk.now);
                    }
                    _ => row.unbind(index),
                }
            }
            BindingSource::Noticed {
                role,
                within_mm,
                when,
                forget,
            } => {
                self.forget(index, *forget, row);
                let reach = (*role, *within_mm, when.as_slice());
                if let Some(object) = self.notice(binding.site, index, reach, row) {
                    row.bind(index, object, folk.now);
                }
            }
            BindingSource::Shared { with, within_mm } => {
                let told = self.told(index, *with, *within_mm, row);
                if let Some(object) = told {
                    row.bind(index, object, folk.now);
                }
            }
        }
    }

    /// Forgets an object that has not been sensed for too long.
    fn forget(&self, index: ReferentIndex, after: Option<Duration>, row: &mut Row) {
        let referent = row.referent(index);
        let last = referent.sensed.unwrap_or(referent.since);
        let age = self.folk.now.since(last);
        if referent.object.is_some() && after.is_some_and(|after| age >= after) {
            row.unbind(index);
        }
    }

    /// The nearest object that is noticed in this cycle, for a referent whose own is out of view.
    fn notice(
        &mut self,
        site: SiteId,
        index: ReferentIndex,
        (role, within_mm, when): (RoleId, u32, &[Literal]),
        row: &mut Row,
    ) -> Option<Value> {
        if let Some(object) = row.referent(index).object
            && self.is_in_view(object, row)
        {
            return None;
        }
        let around = self.candidates(role, within_mm, when, row);
        let seen: Vec<&(i64, CharacterId, Place)> = (around.iter())
            .filter(|(_, who, _)| self.is_in_view(Value::Character(*who), row))
            .collect();
        let draw = Draw::at(self.folk.seed, u64::from(self.who.0), self.folk.now, site);
        let fights = row.acted.is_some() && self.fights(row);
        let noticed = seen.iter().find(|(_, who, at)| {
            let moves = row.has_moved(Value::Character(*who), spot(*at));
            notices(&self.of.limits, draw, u64::from(who.0), moves, fights)
        });
        let noticed = noticed.map(|(_, who, _)| Value::Character(*who));
        row.glimpsed = (around.iter())
            .map(|(_, who, at)| (Value::Character(*who), spot(*at)))
            .collect();
        noticed
    }

    /// Characters around that fit, and that no referent is bound to: the nearest first.
    fn candidates(
        &self,
        role: RoleId,
        within_mm: u32,
        when: &[Literal],
        row: &Row,
    ) -> Vec<(i64, CharacterId, Place)> {
        let Some(here) = self.at else {
            return vec![];
        };
        let folk = self.folk;
        let scope = Viewpoint {
            folk,
            who: self.who,
        };
        let mut near = vec![];
        folk.people.near.near(here, within_mm, &mut near);
        let mut found = vec![];
        for who in near {
            let Some(person) = folk.character(who).filter(|_| who != self.who) else {
                continue;
            };
            let object = Value::Character(who);
            let fits = person
                .roles
                .iter()
                .any(|own| folk.module().is_a(*own, role))
                && row.referent_of(object).is_none()
                && holds(when, &[object], &scope);
            if let Some(at) = person.at.filter(|_| fits) {
                found.push((here.distance_mm(at), who, at));
            }
        }
        found.sort_unstable();
        found.truncate(GLIMPSES_MAX);
        found
    }

    fn fights(&self, row: &Row) -> bool {
        let situations = (0..).zip(&self.of.situations);
        let mut active = situations.filter(|(index, _)| row.active & (1 << index) != 0);
        active.any(|(_, situation)| situation.fighting)
    }

    /// What another character says that its own referent of this name is bound to.
    fn told(
        &self,
        index: ReferentIndex,
        with: ReferentIndex,
        within_mm: u32,
        row: &Row,
    ) -> Option<Value> {
        let Some(Value::Character(other)) = row.referent(with).object else {
            return None;
        };
        let place = self.place(Value::Character(other))?;
        let near = self.at?.is_within(place, within_mm);
        let name = self.of.referents.get(index.place())?;
        let object = (self.others)(other, *name)?;
        let free = row.referent(index).object.is_none() && object != Value::Character(self.who);
        (near && free).then_some(object)
    }

    fn looks(&mut self, row: &Row) -> Vec<Look> {
        let objects: Vec<Option<Value>> = row.referents().map(|(_, r)| r.object).collect();
        let look = |object: Option<Value>| {
            let Some(object) = object else {
                return Look::default();
            };
            let place = self.place(object);
            Look {
                in_view: self.is_in_view(object, row),
                moves: place.is_some_and(|place| row.has_moved(object, spot(place))),
            }
        };
        objects.into_iter().map(look).collect()
    }

    /// Whether an object can be seen: near enough, with the condition of the set, and not hidden by
    /// the answer of a host that answers questions about visibility.
    fn is_in_view(&mut self, object: Value, row: &Row) -> bool {
        let (Some(here), Some(there)) = (self.at, self.place(object)) else {
            return false;
        };
        let scope = Viewpoint {
            folk: self.folk,
            who: self.who,
        };
        here.is_within(there, self.of.limits.sight_mm)
            && holds(&self.of.sight, &[object], &scope)
            && self.has_clear_view(here, there, row.stood_at.zip(row.was_at(object)))
    }

    /// The host's answer about two places. While they walk, the answer about where they were at the
    /// last cycle counts.
    fn has_clear_view(&mut self, here: Place, there: Place, before: Option<(Spot, Spot)>) -> bool {
        if !self.folk.questions.are_answered(QuestionKind::Sees) {
            return true;
        }
        let question = Question::Sees(here, there);
        if !self.questions.contains(&question) {
            self.questions.push(question);
        }
        let last = || {
            let (here, there) = before?;
            self.folk
                .answer(&Question::Sees(place_at(here), place_at(there)))
        };
        self.folk.answer(&question).or_else(last) == Some(Answer::Yes)
    }

    /// Where an object is. Of props of one name, the nearest counts.
    fn place(&self, object: Value) -> Option<Place> {
        match object {
            Value::Character(who) => self.folk.character(who)?.at,
            Value::Prop(prop) => self.folk.nearest_prop(prop, self.at.unwrap_or_default()),
            _ => None,
        }
    }

    /// Where a sense of a referent is true and where it is false.
    fn sense(&self, sense: &Sense, row: &Row, looks: &[Look], attended: u64) -> (u64, u64) {
        let (mut truth, mut falsity) = (0, 0);
        // How long something has been unseen is known by memory.
        let felt = sense.felt || matches!(sense.test, SenseTest::UnseenFor(_));
        for (index, referent) in row.referents() {
            let seen = attended & index.bit() != 0;
            let Some(object) = referent.object.filter(|_| felt || seen) else {
                continue;
            };
            let look = looks.get(index.place()).copied().unwrap_or_default();
            let holds = match &sense.test {
                SenseTest::InView => seen,
                SenseTest::Within(mm) => self.is_within(object, *mm),
                SenseTest::Moves => look.moves,
                SenseTest::UnseenFor(time) => {
                    let last = referent.sensed.unwrap_or(referent.since);
                    self.folk.now.since(last) >= *time
                }
                SenseTest::Holds(when) => self.holds(when, &[object]),
            };
            match holds {
                true => truth |= index.bit(),
                false => falsity |= index.bit(),
            }
        }
        (truth, falsity)
    }

    /// A sense about no referent, which is always known.
    fn sense_at_all(&self, sense: &Sense) -> (u64, u64) {
        match &sense.test {
            SenseTest::Holds(when) if self.holds(when, &[]) => (!0, 0),
            _ => (0, !0),
        }
    }

    fn is_within(&self, object: Value, mm: u32) -> bool {
        let places = self.at.zip(self.place(object));
        places.is_some_and(|(here, there)| here.is_within(there, mm))
    }

    fn holds(&self, when: &[Literal], bound: &[Value]) -> bool {
        let scope = Viewpoint {
            folk: self.folk,
            who: self.who,
        };
        holds(when, bound, &scope)
    }
}

fn spot(place: Place) -> Spot {
    (place.x_mm, place.y_mm, place.z_mm)
}

fn place_at((x_mm, y_mm, z_mm): Spot) -> Place {
    Place { x_mm, y_mm, z_mm }
}
