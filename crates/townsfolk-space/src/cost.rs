//! What makes a way dearer than its length.

use crate::exposure::ExposureMap;
use crate::lattice::BitGrid;
use crate::path::Path;
use crate::space::Space;
use townsfolk_core::{Angle, Place};

/// The extra cost of ground that no way may cross.
pub const CLOSED: u32 = u32::MAX;

/// A cost of ways in addition to their length.
pub trait PathCost {
    /// The extra cost of the ground at a point, in thousandths of a metre for each metre:
    /// 1000 makes a way there cost twice its length. [`CLOSED`] forbids it.
    fn extra(&self, at: Place) -> u32;

    /// Whether the extra cost is nothing everywhere.
    fn is_plain(&self) -> bool {
        false
    }
}

/// No cost but the length.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Shortest;

impl PathCost for Shortest {
    fn extra(&self, _: Place) -> u32 {
        0
    }

    fn is_plain(&self) -> bool {
        true
    }
}

/// The default weight of exposure: a visible metre costs as much as seven hidden ones.
pub const K_EXPOSE: u32 = 6_000;

/// Ground that an observer sees costs more.
#[derive(Clone, Copy, Debug)]
pub struct Unseen<'a> {
    /// The cells that are seen.
    pub seen: &'a BitGrid,
    /// The extra cost of a seen metre, in thousandths.
    pub k_expose: u32,
}

impl<'a> Unseen<'a> {
    /// The cost of being seen by the observer of a map, as published last.
    pub fn by(map: &'a ExposureMap) -> Unseen<'a> {
        Unseen {
            seen: map.published(),
            k_expose: K_EXPOSE,
        }
    }
}

impl PathCost for Unseen<'_> {
    fn extra(&self, at: Place) -> u32 {
        if self.seen.holds(at) {
            self.k_expose
        } else {
            0
        }
    }

    fn is_plain(&self) -> bool {
        self.k_expose == 0
    }
}

/// A side of a combat vector, looking along it.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, serde::Serialize, serde::Deserialize,
)]
pub enum Side {
    /// To the left of it.
    Left,
    /// To the right of it.
    Right,
}

impl Side {
    /// The other side.
    pub const fn other(self) -> Side {
        match self {
            Side::Left => Side::Right,
            Side::Right => Side::Left,
        }
    }
}

/// The cost of ground in front of a target: it rises toward the line of the fight.
///
/// The shape turns with the combat vector and ignores obstacles. Routes with it swing out to one
/// side and come in from behind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InFrontOf {
    /// The believed place of the target.
    pub target: Place,
    /// The direction of the fight as the target sees it: from it to its enemies.
    pub vector: Angle,
    /// The extra cost of a metre on the line, in thousandths.
    pub strength: u32,
    /// How far from the line the cost ends.
    pub half_width_mm: i32,
    /// How far in front of the target the cost ends.
    pub length_mm: i32,
    /// How far behind the target the cost ends.
    pub behind_mm: i32,
    /// The side on which a way has to pass the target, if that is decided.
    pub side: Option<Side>,
}

/// Half the width of the line beside the target that a way on the other side must not cross.
const BARRIER_MM: i64 = 750;

impl InFrontOf {
    /// The default shape: ten for each metre, 12 m to each side, 35 m long.
    pub const fn of(target: Place, vector: Angle) -> InFrontOf {
        InFrontOf {
            target,
            vector,
            strength: 10_000,
            half_width_mm: 12_000,
            length_mm: 35_000,
            behind_mm: 3_000,
            side: None,
        }
    }

    /// The distance of a place along the vector and to its left, in millimetres.
    pub fn parts(&self, at: Place) -> (i64, i64) {
        let part = |a: i32, b: i32| i64::from(a) - i64::from(b);
        let (x, y) = (
            part(at.x_mm, self.target.x_mm),
            part(at.y_mm, self.target.y_mm),
        );
        let (sin, cos) = (self.vector.sin(), self.vector.cos());
        ((x * cos + y * sin) >> 16, (y * cos - x * sin) >> 16)
    }

    /// The point behind the target to which a flanker goes.
    pub fn goal(&self, behind_mm: i32) -> Place {
        self.target.offset(self.vector.opposite().offset(behind_mm))
    }

    /// The side on which a way passes the target; `None` if it does not.
    pub fn side_of(&self, points: &[Place]) -> Option<Side> {
        let parts: Vec<(i64, i64)> = points.iter().map(|at| self.parts(*at)).collect();
        let crossing = parts
            .windows(2)
            .find(|pair| pair[0].0 >= 0 && pair[1].0 < 0)?;
        let [(a_along, a_left), (b_along, b_left)] = [crossing[0], crossing[1]];
        let left = a_left + (b_left - a_left) * a_along / (a_along - b_along).max(1);
        Some(if left >= 0 { Side::Left } else { Side::Right })
    }

    fn is_barred(&self, along: i64, left: i64) -> bool {
        let wrong = match self.side {
            None => false,
            Some(Side::Left) => left < 0,
            Some(Side::Right) => left > 0,
        };
        wrong && along.abs() < BARRIER_MM
    }
}

impl PathCost for InFrontOf {
    fn extra(&self, at: Place) -> u32 {
        let (along, left) = self.parts(at);
        if self.is_barred(along, left) {
            return CLOSED;
        }
        let (width, behind) = (i64::from(self.half_width_mm), i64::from(self.behind_mm));
        if along > i64::from(self.length_mm) || along <= -behind || left.abs() >= width {
            return 0;
        }
        let front = if along >= 0 {
            1000
        } else {
            1000 + along * 1000 / behind.max(1)
        };
        let near = 1000 - left.abs() * 1000 / width.max(1);
        (i64::from(self.strength) * front * near / 1_000_000) as u32
    }
}

/// The sum of two costs.
#[derive(Clone, Copy, Debug)]
pub struct Both<A, B>(pub A, pub B);

impl<A: PathCost, B: PathCost> PathCost for Both<A, B> {
    fn extra(&self, at: Place) -> u32 {
        self.0.extra(at).saturating_add(self.1.extra(at))
    }

    fn is_plain(&self) -> bool {
        self.0.is_plain() && self.1.is_plain()
    }
}

/// Circles that no way may cross, with their radius in millimetres.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Around(pub Vec<(Place, u32)>);

impl PathCost for Around {
    fn extra(&self, at: Place) -> u32 {
        let mut circles = self.0.iter();
        let inside = circles.any(|(center, radius)| at.is_within(*center, *radius));
        if inside { CLOSED } else { 0 }
    }

    fn is_plain(&self) -> bool {
        self.0.is_empty()
    }
}

/// A way around a target.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Flank {
    /// The way, which ends behind the target.
    pub path: Path,
    /// The side on which it passes.
    pub side: Side,
}

impl InFrontOf {
    /// The way behind the target: the cheaper side, but a side that is held is kept unless the
    /// other is at least a fifth cheaper. `None` if there is no way on either side within the
    /// budget, which each of two searches has.
    pub fn flank(
        &self,
        space: &Space,
        from: Place,
        behind_mm: i32,
        held: Option<Side>,
        nodes: u32,
    ) -> Option<Flank> {
        let goal = space.snap(self.goal(behind_mm))?;
        let on = |side: Side| {
            let shape = InFrontOf {
                side: Some(side),
                ..*self
            };
            let path = space.path(from, goal, &shape, nodes).found()?;
            Some(Flank { path, side })
        };
        let first = held.unwrap_or(Side::Left);
        let (kept, other) = (on(first), on(first.other()));
        let (Some(a), Some(b)) = (&kept, &other) else {
            return kept.or(other);
        };
        let (a, b) = (u64::from(a.path.cost_mm), u64::from(b.path.cost_mm));
        let changes = match held {
            Some(_) => b * 10 <= a * 8,
            None => b < a,
        };
        if changes { other } else { kept }
    }
}
