//! Positions for drawing characters that stand too near to others.
//!
//! Only for display: neither simulated nor digested. Walks are planned without regard to oncoming
//! characters, so two can overlap for a moment; they are drawn apart.

use super::TownStage;
use townsfolk::Place;
use townsfolk_core::{CharacterId, Tick};

/// Distance below which characters are drawn apart.
const NEAR_MM: i64 = 500;

/// Maximum distance between place and drawing position.
const ASIDE_MM: i64 = 300;

impl TownStage {
    /// The position at which a character is drawn at a tick.
    pub fn drawn_at(&self, who: CharacterId, tick: Tick) -> Option<Place> {
        let at = self.place_of(who, tick)?;
        let plate = self.atlas.plate_at(at);
        let (mut x, mut y) = (0, 0);
        for other in self.near(at, NEAR_MM as u32, tick) {
            let Some(there) = self.place_of(other, tick).filter(|_| other != who) else {
                continue;
            };
            let (dx, dy) = (
                i64::from(at.x_mm) - i64::from(there.x_mm),
                i64::from(at.y_mm) - i64::from(there.y_mm),
            );
            let apart = at.distance_mm(there);
            // Two in the very same place are drawn east and west.
            let (dx, dy, apart) = match apart {
                0 if who < other => (-1, 0, 1),
                0 => (1, 0, 1),
                _ => (dx, dy, apart),
            };
            let push = (NEAR_MM - apart).max(0) / 2;
            x += dx * push / apart;
            y += dy * push / apart;
        }
        let step = |n: i64| n.clamp(-ASIDE_MM, ASIDE_MM) as i32;
        let aside = at.offset((step(x), step(y)));
        let free = plate.is_some_and(|plate| self.atlas.is_free(plate, aside));
        Some(if free { aside } else { at })
    }
}
