//! Places around the player where a deliberate miss goes.

use super::relevance;
use super::{CoverUse, Target};
use serde::{Deserialize, Serialize};
use townsfolk_core::place::Place;
use townsfolk_core::{Angle, Draw};

/// A kind of place for a miss.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Zone {
    /// The ground beside the end of the cover at which the player can peek.
    GroundBesideCover,
    /// The face of the cover near that end.
    CoverFace,
    /// The top edge of half cover, close to the eyes.
    TopEdge,
    /// The ground in front of a player who stands.
    GroundInFront,
    /// The ground ahead of a player who moves.
    GroundAhead,
    /// Past the face at the height of the eyes.
    PastFace,
    /// Somewhere in the air beside the head.
    Air,
    /// A thing that breaks.
    Destructible,
}

/// Zones with their weights, in thousandths.
pub type Weighted = Vec<(Zone, i64)>;

/// The zones for what the player does. `sees_ground` tells whether the ground in front of it is in
/// view.
pub fn of(target: &Target, sees_ground: bool) -> Weighted {
    match &target.cover {
        Some(cover) if cover.is_half => vec![
            (Zone::TopEdge, 600),
            (Zone::GroundBesideCover, 150),
            (Zone::CoverFace, 150),
            (Zone::Air, 100),
        ],
        Some(cover) if cover.is_peeking => vec![
            (Zone::CoverFace, 550),
            (Zone::GroundBesideCover, 350),
            (Zone::Air, 100),
        ],
        Some(_) => vec![
            (Zone::GroundBesideCover, 550),
            (Zone::CoverFace, 350),
            (Zone::Air, 100),
        ],
        None if target.speed() >= 300 => vec![
            (Zone::PastFace, 700),
            (Zone::GroundAhead, 200),
            (Zone::Air, 100),
        ],
        None if sees_ground => vec![
            (Zone::GroundInFront, 650),
            (Zone::PastFace, 250),
            (Zone::Air, 100),
        ],
        None => vec![(Zone::PastFace, 800), (Zone::Air, 200)],
    }
}

/// Draws a zone by weight.
pub fn draw(zones: &[(Zone, i64)], draw: Draw, index: u64) -> Zone {
    let all: i64 = zones.iter().map(|(_, weight)| weight).sum();
    let mut drawn = draw.between(index, 0, all.max(1) - 1);
    for (zone, weight) in zones {
        if drawn < *weight {
            return *zone;
        }
        drawn -= weight;
    }
    Zone::Air
}

/// A point of a zone, drawn with five indexes from `index` on. `None` if the player has no such place.
pub fn point(
    zone: Zone,
    target: &Target,
    muzzle: Place,
    view: Angle,
    draw: Draw,
    index: u64,
) -> Option<Place> {
    let number = |n: u64, lo: i64, hi: i64| draw.between(index + n, lo, hi) as i32;
    match zone {
        Zone::GroundBesideCover => {
            let cover = target.cover.as_ref()?;
            let (left, side) = peek_side(cover, target, draw, index)?;
            let along = cover.half_width_mm.saturating_add(number(1, 200, 800));
            let at = moved(cover.middle, left, along.saturating_mul(side));
            Some(moved(at, cover.normal, number(2, 0, 500)))
        }
        Zone::CoverFace => {
            let cover = target.cover.as_ref()?;
            let (left, side) = match peek_side(cover, target, draw, index) {
                Some(side) => side,
                None => (cover.normal.turned(Angle::degrees(-90)), 1),
            };
            let in_from_edge = number(1, 0, 500).min(cover.half_width_mm.saturating_mul(2));
            let along = cover.half_width_mm.saturating_sub(in_from_edge);
            let at = moved(cover.middle, left, along.saturating_mul(side));
            let top = i64::from(cover.height_mm);
            Some(raised(at, number(2, 600.min(top), 1_700.min(top))))
        }
        Zone::TopEdge => {
            let cover = target.cover.as_ref()?;
            let left = cover.normal.turned(Angle::degrees(-90));
            let of_player = along(left, cover.middle, target.at);
            let limit = i64::from(cover.half_width_mm);
            let at = (of_player + i64::from(number(1, -600, 600))).clamp(-limit, limit);
            let at = moved(cover.middle, left, at as i32);
            Some(raised(
                at,
                cover.height_mm.saturating_sub(number(2, 0, 100)),
            ))
        }
        Zone::GroundInFront => Some(moved(target.at, target.facing, number(1, 1_000, 2_500))),
        Zone::GroundAhead => {
            let (x, y) = target.velocity;
            let ahead = Angle::of(i64::from(x), i64::from(y));
            Some(moved(target.at, ahead, number(1, 1_000, 3_000)))
        }
        Zone::PastFace => Some(beside_eyes(
            target,
            muzzle,
            view,
            number(1, 550, 900),
            number(2, -100, 200),
        )),
        Zone::Air => Some(beside_eyes(
            target,
            muzzle,
            view,
            number(1, 900, 1_600),
            number(2, -100, 500),
        )),
        Zone::Destructible => None,
    }
}

/// An end of the cover from which the player can peek: the direction along the cover, and the sign.
/// The end nearer to the player is drawn three times in four.
fn peek_side(cover: &CoverUse, target: &Target, draw: Draw, index: u64) -> Option<(Angle, i32)> {
    // The player looks against the normal, so its left is to the right of the normal.
    let left = cover.normal.turned(Angle::degrees(-90));
    let nearer = match along(left, cover.middle, target.at) >= 0 {
        true => 1,
        false => -1,
    };
    let [is_left, is_right, _] = cover.peeks;
    match (is_left, is_right) {
        (true, true) => {
            let near = draw.coin(index, 750);
            Some((left, if near { nearer } else { -nearer }))
        }
        (true, false) => Some((left, 1)),
        (false, true) => Some((left, -1)),
        (false, false) => None,
    }
}

/// A point beside the eyes, across the line of the shot, on the side nearer to the middle of what the
/// player sees.
fn beside_eyes(target: &Target, muzzle: Place, view: Angle, aside: i32, up: i32) -> Place {
    let shot = Angle::from_to(muzzle, target.at);
    let left = shot.turned(Angle::degrees(90));
    let side = match left.between(view) <= 90_000 {
        true => 1,
        false => -1,
    };
    raised(moved(target.eyes(), left, aside.saturating_mul(side)), up)
}

/// How far a point lies along a direction from another, in millimetres.
pub(super) fn along(direction: Angle, from: Place, to: Place) -> i64 {
    let x = i64::from(to.x_mm) - i64::from(from.x_mm);
    let y = i64::from(to.y_mm) - i64::from(from.y_mm);
    (x * direction.cos() + y * direction.sin()) >> 16
}

/// A point moved along the ground.
pub(super) fn moved(from: Place, direction: Angle, mm: i32) -> Place {
    from.offset(direction.offset(mm))
}

/// A point moved up.
fn raised(from: Place, mm: i32) -> Place {
    Place {
        z_mm: from.z_mm.saturating_add(mm),
        ..from
    }
}

/// Ticks between two uses of a destructible.
pub(super) fn rest() -> townsfolk_core::Duration {
    relevance::ticks(2_000)
}
