//! Near misses: what the player hears and sees of shots that missed, and how much they press.

use super::miss::Miss;
use super::relevance::ticks;
use serde::{Deserialize, Serialize};
use townsfolk_core::place::Place;
use townsfolk_core::{CharacterId, Tick};

/// How long a near miss presses, in thousandths of a second.
const PRESSES: i64 = 2_000;

/// Distance from the player at which a miss presses no longer.
const FELT_MM: i64 = 4_000;

/// Distance from the head within which a shot passes the ear.
const EAR_MM: i64 = 1_000;

/// Maximum number of near misses that are remembered.
const KEPT_MAX: usize = 64;

/// A deliberate miss, for sound and effects of the host.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NearMiss {
    /// Who shot.
    pub shooter: CharacterId,
    /// Where the shot came from.
    pub muzzle: Place,
    /// Where it ended.
    pub impact: Place,
    /// Whether it ended at a surface.
    pub is_surface: bool,
    /// Whether it passed close to the ear.
    pub passes_ear: bool,
}

/// How much near misses press on the player.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Pressure {
    /// Weights of near misses in thousandths, with their time, oldest first.
    felt: Vec<(Tick, i64)>,
}

impl Pressure {
    /// Notes a miss past the eyes of the player.
    pub fn note(
        &mut self,
        shooter: CharacterId,
        muzzle: Place,
        miss: &Miss,
        eyes: Place,
        now: Tick,
    ) -> NearMiss {
        let close = distance_to_line(eyes, muzzle, miss.impact.at);
        let weight = (FELT_MM - close.min(FELT_MM)) * 1000 / FELT_MM;
        let begin = Tick(now.0 - ticks(PRESSES).0);
        self.felt.retain(|(at, _)| *at > begin);
        if self.felt.len() >= KEPT_MAX {
            self.felt.remove(0);
        }
        self.felt.push((now, weight));
        NearMiss {
            shooter,
            muzzle,
            impact: miss.impact.at,
            is_surface: miss.impact.is_surface,
            passes_ear: close <= EAR_MM,
        }
    }

    /// The pressure now, in thousandths: one fresh miss at the ear is about 750.
    pub fn now(&self, now: Tick) -> i64 {
        let whole = ticks(PRESSES).0;
        let fades = |(at, weight): &(Tick, i64)| {
            let left = whole - now.0.saturating_sub(at.0);
            weight * left.clamp(0, whole) / whole
        };
        self.felt.iter().map(fades).sum()
    }
}

/// The distance from a point to a line of sight, seen from above, in millimetres.
fn distance_to_line(point: Place, from: Place, to: Place) -> i64 {
    let offset = |a: Place, b: Place| {
        (
            i128::from(b.x_mm) - i128::from(a.x_mm),
            i128::from(b.y_mm) - i128::from(a.y_mm),
        )
    };
    let ((dx, dy), (px, py)) = (offset(from, to), offset(from, point));
    let length = dx * dx + dy * dy;
    let along = (px * dx + py * dy).clamp(0, length);
    let (nx, ny) = match length {
        0 => (0, 0),
        _ => (dx * along / length, dy * along / length),
    };
    let (ex, ey) = (px - nx, py - ny);
    ((ex * ex + ey * ey).unsigned_abs().isqrt()) as i64
}
