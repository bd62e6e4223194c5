//! What a scene sees of the world: places from reports, the calendar, and what the host answers.

use crate::character::Character;
use crate::host::Stage;
use crate::location::Location;
use crate::place::Place;
use crate::recording::Answers;
use crate::slab::Register;
use std::cell::RefCell;
use townsfolk_core::{HostId, Value};
use townsfolk_module::LocationKind;
use townsfolk_scene::reference;

/// The world around one scene during one tick.
pub(crate) struct Surroundings<'a> {
    pub(crate) characters: &'a Register<Character>,
    pub(crate) location: Option<(&'a Location, &'a LocationKind)>,
    pub(crate) stage: &'a dyn Stage,
    pub(crate) daytime: i32,
    /// Answers of the host, kept while a recording runs, or given by one.
    pub(crate) answers: Option<&'a RefCell<Answers>>,
}

impl Surroundings<'_> {
    fn place(&self, thing: Value) -> Option<Place> {
        match thing {
            Value::Character(who) => self.characters.get(who.0)?.at,
            Value::Prop(prop) => {
                let (location, kind) = self.location?;
                location.prop_at(kind, prop)
            }
            _ => None,
        }
    }
}

impl reference::Stage for Surroundings<'_> {
    fn distance_mm(&self, a: Value, b: Value) -> Option<i64> {
        Some(self.place(a)?.distance_mm(self.place(b)?))
    }

    fn read(&self, name: HostId, arguments: &[Value]) -> Option<Value> {
        match self.answers {
            None => self.stage.read(name, arguments),
            Some(answers) => {
                let ask = || self.stage.read(name, arguments);
                answers.borrow_mut().value(name, arguments, ask)
            }
        }
    }

    fn holds(&self, name: HostId, arguments: &[Value]) -> bool {
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
