//! What happens on a stage where characters hunt one another: an intruder that a player steers, things
//! that fly, blows and shots.
//!
//! | file | holds |
//! |---|---|
//! | [`intruder`] | the intruder: steering, gaits, its moves and its fate |
//! | [`kit`] | what an intruder can use: bottles, fire, smoke, rounds |
//! | [`flight`] | things in the air, and what they do where they land |
//! | [`harm`] | blows, shots and fire: who is hit, and what it costs |
//! | [`happening`] | what a page shows: sounds, throws and hits of the last seconds |
//!
//! Content says what a hit costs (`harm` of an action) and what an intruder carries (attributes of
//! that name). The stage says who is in reach, whether a line is clear, and what a bottle does.

pub mod flight;
pub mod happening;
pub mod harm;
pub mod intruder;
pub mod kit;

pub use flight::Flight;
pub use happening::{Happening, Happenings};
pub use intruder::{Fate, Gait, Intruder, IntruderMove};
pub use kit::{KIT, Tool};

use serde::{Deserialize, Serialize};
use townsfolk::{Folk, Report};
use townsfolk_core::{CharacterId, HostId, Number, Pushed, Value};

/// The state of what flies, and of the intruder. Content without skills has none.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(super) struct ArenaState {
    pub(super) intruder: Option<Intruder>,
    pub(super) flights: Vec<Flight>,
}

impl ArenaState {
    /// Whether nothing has happened yet.
    pub(super) fn is_empty(&self) -> bool {
        *self == ArenaState::default()
    }
}

/// The number of an attribute of a character, in whole units; `None` if it has none.
pub fn number_of(folk: &Folk, name: HostId, who: CharacterId) -> Option<i64> {
    match folk.attribute(name, &[Value::Character(who)]) {
        Pushed::Is(Value::Number(Number(thousandths))) => Some(thousandths / 1000),
        _ => None,
    }
}

/// Whether an attribute of a character holds.
pub fn holds(folk: &Folk, name: HostId, who: CharacterId) -> bool {
    folk.attribute(name, &[Value::Character(who)]) == Pushed::Holds
}

/// Reports a number of a character.
pub(super) fn set_number(folk: &mut Folk, name: HostId, who: CharacterId, value: i64) {
    set(folk, name, who, Pushed::Is(Value::Number(Number::whole(value))));
}

/// Reports that an attribute of a character holds, or does not.
pub(super) fn set_flag(folk: &mut Folk, name: HostId, who: CharacterId, on: bool) {
    let value = if on { Pushed::Holds } else { Pushed::HoldsNot };
    set(folk, name, who, value);
}

fn set(folk: &mut Folk, name: HostId, who: CharacterId, value: Pushed) {
    let declared = folk.module().attribute(name).is_some();
    if declared && folk.attribute(name, &[Value::Character(who)]) != value {
        folk.report(Report::Property {
            name,
            arguments: vec![Value::Character(who)],
            value,
        });
    }
}
