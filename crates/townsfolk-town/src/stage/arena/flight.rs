//! Things in the air, and what they do where they land.

use super::kit::{Does, Tool};
use crate::stage::TownStage;
use serde::{Deserialize, Serialize};
use townsfolk::{Cloud, Folk, Place};
use townsfolk_core::{CharacterId, Duration, TICKS_PER_SECOND, Tick};

/// How fast a bottle flies, in millimetres a second.
const SPEED_MM_S: i64 = 13_000;

/// The farthest throw.
pub const THROW_MM: i64 = 16_000;

/// A thing in the air.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Flight {
    /// Which tool, by its place in the table.
    pub tool: u8,
    /// Who threw it.
    pub by: CharacterId,
    /// From where.
    pub from: Place,
    /// To where.
    pub to: Place,
    /// When it was thrown.
    pub begins: Tick,
    /// When it lands.
    pub lands: Tick,
}

impl Flight {
    /// The tool that flies.
    pub fn tool(&self) -> Option<&'static Tool> {
        super::KIT.get(usize::from(self.tool))
    }
}

impl TownStage {
    /// Things in the air.
    pub fn flights(&self) -> &[Flight] {
        &self.arena().flights
    }

    /// Throws a tool at a place. It lands there, or where a wall or the reach of an arm ends the way.
    pub(super) fn throw(
        &mut self,
        (by, tool): (CharacterId, &'static Tool),
        folk: &Folk,
        (from, at): (Place, Place),
        now: Tick,
    ) {
        let to = self.where_it_lands(folk, from, at);
        let long = from.distance_mm(to);
        let ticks = long * TICKS_PER_SECOND / SPEED_MM_S;
        let index = super::KIT.iter().position(|known| known == tool);
        let flight = Flight {
            tool: index
                .and_then(|index| u8::try_from(index).ok())
                .unwrap_or(0),
            by,
            from,
            to,
            begins: now,
            lands: now.after(Duration(ticks.max(6))),
        };
        self.arena_mut().flights.push(flight);
    }

    fn where_it_lands(&self, folk: &Folk, from: Place, at: Place) -> Place {
        let long = from.distance_mm(at).max(1);
        let part = |a: i32, b: i32| {
            let along = (i64::from(b) - i64::from(a)) * long.min(THROW_MM) / long;
            a.saturating_add(i32::try_from(along).unwrap_or(0))
        };
        let to = Place {
            x_mm: part(from.x_mm, at.x_mm),
            y_mm: part(from.y_mm, at.y_mm),
            z_mm: from.z_mm,
        };
        self.over_cover(folk, from, to)
    }

    /// Lets everything land whose time has come.
    pub(super) fn land(&mut self, folk: &mut Folk, now: Tick) {
        let arena = self.arena_mut();
        let (landed, flying): (Vec<Flight>, Vec<Flight>) = std::mem::take(&mut arena.flights)
            .into_iter()
            .partition(|flight| flight.lands <= now);
        arena.flights = flying;
        for flight in landed {
            let Some(tool) = flight.tool() else { continue };
            // It is heard before it smokes, so that it draws listeners in.
            super::sound(folk, tool.stimulus(), flight.to, None, Some(flight.by));
            match tool.does {
                Does::Fire => folk.set_cloud(Cloud::fire(number(&flight), flight.to)),
                Does::Smoke => folk.set_cloud(Cloud::smoke(number(&flight), flight.to)),
                Does::Noise | Does::Shot => {}
            }
        }
    }
}

/// The number of the fire or smoke of a flight: that of the tick in which it was thrown.
fn number(flight: &Flight) -> u32 {
    u32::try_from(flight.begins.0 & 0x7fff_ffff).unwrap_or(0)
}
