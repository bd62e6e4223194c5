//! What happens on a stage where characters hunt one another: an intruder that a player steers, things
//! that fly, blows and shots.
//!
//! | file | holds |
//! |---|---|
//! | [`intruder`] | the intruder: steering, gaits, its moves and its fate |
//! | [`kit`] | what an intruder can use: bottles, fire, smoke, rounds |
//! | [`flight`] | things in the air, and what they do where they land |
//! | [`harm`] | blows, shots and fire: who is hit, and what it costs |
//! | `ground` | walls to slide along, lines that are clear, zones |
//! | [`happening`] | what a page shows: sounds, throws and hits of the last seconds |
//!
//! Content says what a hit costs (`harm` of an action) and what an intruder carries (attributes of
//! that name). The stage says who is in reach, whether a line is clear, and what a bottle does.

pub mod flight;
mod ground;
pub mod happening;
pub mod harm;
pub mod intruder;
pub mod kit;

pub use flight::Flight;
pub use happening::{Happening, Happenings};
pub use intruder::{Fate, Gait, Intruder, IntruderMove};
pub use kit::{KIT, Tool};

use super::TownStage;
use harm::Aim;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use townsfolk::{ActionRef, Folk, Newcomer, Place, Report};
use townsfolk_core::{CharacterId, Duration, HostId, Number, Pushed, RoleId, StimulusId, Value};

/// The state of what flies, and of the intruder. Content without skills has none.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(super) struct ArenaState {
    pub(super) intruder: Option<Intruder>,
    pub(super) flights: Vec<Flight>,
    /// What running actions do to their targets when they are done.
    pub(super) aims: BTreeMap<ActionRef, Aim>,
}

impl TownStage {
    pub(super) fn arena(&self) -> &ArenaState {
        &self.state.later.rest.late.arena
    }

    pub(super) fn arena_mut(&mut self) -> &mut ArenaState {
        &mut self.state.later.rest.late.arena
    }

    /// Adds the player. Where characters hunt it is an intruder: it has the roles that are hunted, and
    /// enters in the zone `entry`.
    pub fn bring_player(&mut self, folk: &mut Folk, at: Place) -> CharacterId {
        let module = folk.module().clone();
        let lines = module.scripts.iter();
        let lines = lines.flat_map(|script| script.cast.iter().filter(|line| line.player));
        let mut roles: Vec<RoleId> = lines.map(|line| line.role).collect();
        roles.extend(module.senses.skills.iter().flat_map(|set| &set.hunts));
        roles.sort_unstable();
        roles.dedup();
        let hunted = !module.senses.skills.is_empty();
        let entry = self.middle_of_zone(folk, "entry").filter(|_| hunted);
        let at = entry.unwrap_or_else(|| self.room_for_one(at));
        let newcomer = Newcomer {
            roles,
            at: Some(at),
            player: true,
            ..Newcomer::default()
        };
        let who = self.add(folk, newcomer);
        if hunted {
            self.begin_intrusion(who);
        }
        who
    }

    /// One tick of everything here. Content without skills has nothing of it.
    pub(super) fn play_arena(&mut self, folk: &mut Folk) {
        let now = folk.now().after(Duration(1));
        if !self.arena().flights.is_empty() {
            self.land(folk, now);
        }
        if !folk.module().senses.skills.is_empty() {
            self.burn(folk, now);
            self.guide_intruder(folk, now);
        }
    }
}

/// Reports a sound, if content declares it.
pub fn sound(
    folk: &mut Folk,
    stimulus: StimulusId,
    at: Place,
    by: Option<CharacterId>,
    caused_by: Option<CharacterId>,
) {
    if folk.module().senses.stimulus(stimulus).is_some() {
        folk.report(Report::Sounded {
            stimulus,
            at,
            by,
            caused_by,
        });
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
    set(
        folk,
        name,
        who,
        Pushed::Is(Value::Number(Number::whole(value))),
    );
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
