//! Bodies by level of detail: only characters at level full have one.
//!
//! A lowered character loses its body and keeps its belongings. A raised one gets a body at its
//! computed position.

use super::{Body, TownStage};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use townsfolk::{Event, Focus, Folk, Level, MindEvent, Report};
use townsfolk_core::{CharacterId, PropKindId, Tick};

/// Mean walking pace of background characters, in millimetres a second.
const PACE_MM: u32 = 1_350;

/// Belongings of a character without a body.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(super) struct Belongings {
    pub(super) coins: i64,
    pub(super) carries: BTreeMap<PropKindId, u32>,
}

impl TownStage {
    /// Sets the focuses, from the next tick on; elsewhere characters are in the background and are
    /// not drawn.
    pub fn focus_on(&mut self, folk: &mut Folk, focus: &[Focus]) {
        if !self.state.sleeps {
            self.state.sleeps = true;
            let haste = u32::try_from(self.state.haste.max(1)).unwrap_or(1);
            folk.report(Report::Pace(PACE_MM.saturating_mul(haste)));
        }
        folk.set_focus(focus.to_vec());
    }

    /// Creates and removes bodies after level changes of the last tick.
    pub(super) fn follow_levels(&mut self, folk: &mut Folk) {
        if !self.state.sleeps {
            return;
        }
        let changes = folk.output().events.iter().filter_map(|event| match event {
            Event::Mind(who, MindEvent::LevelIs(level)) => Some((*who, *level)),
            _ => None,
        });
        let changes: Vec<(CharacterId, Level)> = changes.collect();
        for (who, _) in changes {
            // The level may change twice in a tick; only the last one counts.
            match folk.level_of(who) {
                Some(Level::Full) => self.come_into_sight(folk, who, folk.now()),
                Some(_) => self.go_out_of_sight(folk, who, folk.now()),
                None => {}
            }
        }
    }

    fn come_into_sight(&mut self, folk: &mut Folk, who: CharacterId, now: Tick) {
        let Some(at) = folk.character(who).and_then(|person| person.at) else {
            return;
        };
        if self.body(who).is_some() {
            return;
        }
        // Background characters walk in straight lines, and may be off the ground when they are
        // raised.
        let stands = self.atlas.ground_near(at);
        self.embody(folk, who, stands, now);
        let own = self.state.put_by.remove(&who);
        let coins = self.state.coins;
        if let Some(body) = self.state.bodies.get_mut(&who) {
            body.coins = own.as_ref().map_or(coins, |own| own.coins);
            body.carries = own.map(|own| own.carries).unwrap_or_default();
        }
        if stands != at {
            folk.report(Report::Moved(who, stands));
        }
        self.tell_weather_to(folk, who);
    }

    fn go_out_of_sight(&mut self, folk: &mut Folk, who: CharacterId, now: Tick) {
        let Some(body) = self.state.bodies.get(&who) else {
            return;
        };
        let own = Belongings::of(body);
        if !(own.coins == self.state.coins && own.carries.is_empty()) {
            self.state.put_by.insert(who, own);
        }
        self.shelter(folk, who);
        self.forget(who, now);
    }
}

impl Belongings {
    fn of(body: &Body) -> Belongings {
        Belongings {
            coins: body.coins,
            carries: body.carries.clone(),
        }
    }
}
