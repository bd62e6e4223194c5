//! Where a shot goes that must not hit.

use super::Target;
use super::destructible::{Destructible, Destructibles};
use super::zones::{self, Zone};
use serde::{Deserialize, Serialize};
use townsfolk_core::place::Place;
use townsfolk_core::{Angle, CharacterId, Draw, Tick, Value};

/// Least distance of the line of a miss from the middle of the player: its radius and a margin.
const CLEAR_MM: i128 = 350 + 150;

/// Maximum number of points that are tried for one shot.
const TRIES: u64 = 8;

/// Tries after which the impact need not be in view.
const VIEW_TRIES: u64 = 4;

/// Tries after which the impact may be on another thing than intended.
const SURFACE_TRIES: u64 = 6;

/// Greatest distance of a shot of a burst from the aim of the burst.
const SCATTER_MM: i64 = 300;

/// Greatest distance of an impact from the aim if it counts as the intended one.
const NEAR_AIM_MM: u32 = 250;

/// Draws that one try takes.
const DRAWS: u64 = 8;

/// What stands in the way of a shot.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Impact {
    /// Where the shot ends.
    pub at: Place,
    /// Whether it ends at a surface: the ground, a wall, cover. In the air it ends far away.
    pub is_surface: bool,
}

/// The world as shots see it.
pub trait Lines {
    /// Where a shot from a muzzle at a point ends. A shot past the point flies on.
    fn impact(&self, muzzle: Place, aim: Place) -> Impact;

    /// Whether the player has a point in view.
    fn is_in_view(&self, at: Place) -> bool;

    /// The direction in which the player looks.
    fn view(&self) -> Angle;
}

/// How the shots of a burst that must miss are spread.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Burst {
    /// A new place for each shot.
    PerShot,
    /// One place, with scatter.
    #[default]
    Cluster,
    /// One place, and a line upward from it.
    Line,
}

/// The aim of a shot that must miss.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Aim {
    /// The point to aim at.
    pub at: Place,
    /// The zone of the point.
    pub zone: Zone,
    /// The thing that is to break.
    pub breaks: Option<Value>,
}

/// A miss with its impact.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Miss {
    /// The aim.
    pub aim: Aim,
    /// Where the shot ends.
    pub impact: Impact,
}

/// A shot that is about to be fired.
#[derive(Clone, Copy)]
pub struct Shot<'a> {
    /// The player.
    pub target: &'a Target,
    /// Who shoots.
    pub shooter: CharacterId,
    /// Where the shot comes from.
    pub muzzle: Place,
    /// The world around them.
    pub lines: &'a dyn Lines,
    /// The draws of this shot.
    pub draw: Draw,
    /// Now.
    pub now: Tick,
}

impl std::fmt::Debug for Shot<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut shot = f.debug_struct("Shot");
        shot.field("shooter", &self.shooter)
            .field("muzzle", &self.muzzle);
        shot.field("now", &self.now).finish_non_exhaustive()
    }
}

/// Chooses where misses go.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Misses {
    destructibles: Destructibles,
}

impl Misses {
    /// The place for a shot that must miss. `None` if no line is safe: the shot must not be fired.
    pub fn choose(&mut self, shot: &Shot<'_>, things: &[Destructible]) -> Option<Miss> {
        self.breaks(shot, things).or_else(|| {
            let near = at_zone(shot);
            near.or_else(|| past_the_head(shot))
        })
    }

    /// A shot that breaks something.
    fn breaks(&mut self, shot: &Shot<'_>, things: &[Destructible]) -> Option<Miss> {
        let thing = self.destructibles.choose(shot, things)?;
        let mut miss = landed(Zone::Destructible, thing.at, shot);
        miss.aim.breaks = Some(thing.thing);
        is_clear(shot.target, shot.muzzle, miss.impact.at).then_some(miss)
    }

    /// The place of a later shot of a burst whose first miss is known. The first shot has number 0.
    pub fn follow(&self, shot: &Shot<'_>, first: &Miss, burst: Burst, number: u32) -> Miss {
        let index = 512 + u64::from(number) * 4;
        let part = |n: u64| shot.draw.between(index + n, -SCATTER_MM, SCATTER_MM) as i32;
        let shift = match burst {
            Burst::PerShot => return *first,
            Burst::Cluster => (part(0), part(1), part(2) / 3),
            Burst::Line => (part(0) / 10, part(1) / 10, number.min(20) as i32 * 150),
        };
        let at = first.aim.at.offset((shift.0, shift.1));
        let at = Place {
            z_mm: at.z_mm.saturating_add(shift.2),
            ..at
        };
        let miss = landed(first.aim.zone, at, shot);
        match is_clear(shot.target, shot.muzzle, miss.impact.at) {
            true => miss,
            false => *first,
        }
    }
}

/// A point of a zone that is drawn by what the player does. Demands are lowered from try to try.
fn at_zone(shot: &Shot<'_>) -> Option<Miss> {
    let target = shot.target;
    let in_front = zones::moved(target.at, target.facing, 1_500);
    let zones = zones::of(target, shot.lines.is_in_view(in_front));
    let zone = zones::draw(&zones, shot.draw, 2);
    (0..TRIES).find_map(|n| {
        let miss = at_point(zone, shot, 16 + n * DRAWS)?;
        let surface = is_surface(zone);
        let meets = miss.impact.is_surface == surface
            && (!surface || miss.impact.at.is_within(miss.aim.at, NEAR_AIM_MM));
        let in_view = || !surface || shot.lines.is_in_view(miss.impact.at);
        let good = (n >= SURFACE_TRIES || meets) && (n >= VIEW_TRIES || in_view());
        good.then_some(miss)
    })
}

/// A point in the air beside the head.
fn past_the_head(shot: &Shot<'_>) -> Option<Miss> {
    (0..TRIES).find_map(|n| at_point(Zone::Air, shot, 256 + n * DRAWS))
}

/// A point of a zone whose line is safe.
fn at_point(zone: Zone, shot: &Shot<'_>, index: u64) -> Option<Miss> {
    let view = shot.lines.view();
    let at = zones::point(zone, shot.target, shot.muzzle, view, shot.draw, index)?;
    let miss = landed(zone, at, shot);
    is_clear(shot.target, shot.muzzle, miss.impact.at).then_some(miss)
}

fn landed(zone: Zone, at: Place, shot: &Shot<'_>) -> Miss {
    Miss {
        aim: Aim {
            at,
            zone,
            breaks: None,
        },
        impact: shot.lines.impact(shot.muzzle, at),
    }
}

fn is_surface(zone: Zone) -> bool {
    !matches!(zone, Zone::PastFace | Zone::Air)
}

/// Whether the line of a shot keeps clear of the player, seen from above.
pub fn is_clear(target: &Target, muzzle: Place, end: Place) -> bool {
    let offset = |from: Place, to: Place| {
        (
            i128::from(to.x_mm) - i128::from(from.x_mm),
            i128::from(to.y_mm) - i128::from(from.y_mm),
        )
    };
    let (dx, dy) = offset(muzzle, end);
    let (px, py) = offset(muzzle, target.at);
    let length = dx * dx + dy * dy;
    let along = px * dx + py * dy;
    let clear = CLEAR_MM * CLEAR_MM;
    if along <= 0 {
        return px * px + py * py >= clear;
    }
    if along >= length {
        let (ex, ey) = (px - dx, py - dy);
        return ex * ex + ey * ey >= clear;
    }
    let cross = px * dy - py * dx;
    cross * cross >= clear * length
}

#[cfg(test)]
#[path = "miss_tests.rs"]
mod tests;
