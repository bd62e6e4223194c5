//! The world as a scene reads it: positions, the calendar, and answers of the host.

use crate::folk::Folk;
use crate::host::Stage;
use crate::place::Place;
use crate::recording::RecordedReadings;
use std::cell::RefCell;
use townsfolk_core::{HostId, LocationId, Value};
use townsfolk_module::trade::STOCK;

/// The world around one scene during one tick.
pub(crate) struct Surroundings<'a> {
    pub(crate) folk: &'a Folk,
    /// The location. Its position is looked up only when a rule reads it.
    pub(crate) location: LocationId,
    pub(crate) stage: &'a dyn Stage,
    pub(crate) daytime: i32,
    /// Answers of the host, stored while recording, or read in a replay.
    pub(crate) answers: Option<&'a RefCell<RecordedReadings>>,
}

/// The predicate that the engine answers itself: whether two characters are in one group.
pub(crate) fn same_group() -> HostId {
    HostId::named("same_group")
}

impl Surroundings<'_> {
    fn are_of_one_group(&self, arguments: &[Value]) -> bool {
        let group = |value: &Value| match value {
            Value::Character(who) => self.folk.people.get(who.0)?.group,
            _ => None,
        };
        let mut groups = arguments.iter().map(group);
        let first = groups.next().flatten();
        first.is_some() && groups.all(|other| other == first)
    }

    fn place(&self, thing: Value) -> Option<Place> {
        match thing {
            Value::Character(who) => self.folk.people.get(who.0)?.at,
            Value::Prop(prop) => {
                let location = self.folk.places.get(self.location.0)?;
                location.prop_at(self.folk.kind(location.kind)?, prop)
            }
            _ => None,
        }
    }
}

impl townsfolk_scene::Stage for Surroundings<'_> {
    fn distance_mm(&self, a: Value, b: Value) -> Option<i64> {
        Some(self.place(a)?.distance_mm(self.place(b)?))
    }

    fn read(&self, name: HostId, arguments: &[Value]) -> Option<Value> {
        if let Some(value) = self.folk.read_belief(name, arguments) {
            return value;
        }
        if name == STOCK && self.folk.has_merchants() {
            return self.folk.stock_read(self.location, arguments);
        }
        match self.answers {
            None => self.stage.read(name, arguments),
            Some(answers) => {
                let ask = || self.stage.read(name, arguments);
                answers.borrow_mut().value(name, arguments, ask)
            }
        }
    }

    fn holds(&self, name: HostId, arguments: &[Value]) -> bool {
        if name == same_group() {
            return self.are_of_one_group(arguments);
        }
        if let Some(holds) = self.folk.belief_holds(name, arguments) {
            return holds;
        }
        match self.answers {
            None => self.stage.holds(name, arguments),
            Some(answers) => {
                let ask = || self.stage.holds(name, arguments);
                answers.borrow_mut().holds(name, arguments, ask)
            }
        }
    }

    fn clock(&self) -> i32 {
        self.daytime
    }
}
