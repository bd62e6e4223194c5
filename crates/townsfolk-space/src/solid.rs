//! What blocks sight: boxes, walls with holes, and floors.

use crate::buckets::Buckets;
use crate::fraction::Fraction;
use crate::rect::Rect;
use townsfolk_core::Place;

/// Coordinates are limited to a thousand kilometres, so that products fit into 64 bits.
pub(crate) const FAR_MM: i32 = 1_000_000_000;

/// What a ray met.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Blocker {
    /// An obstacle of the plan, by index.
    Obstacle(u32),
    /// A wall of a room, by the index of its plate.
    Wall(u32),
    /// The floor or the ceiling of a plate, by index.
    Floor(u32),
}

/// The first point of a ray that is blocked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hit {
    /// Where, rounded toward the start of the ray.
    pub at: Place,
    /// By what.
    pub by: Blocker,
}

/// A box along the axes. A wall or floor has no thickness along one of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Solid {
    pub(crate) low: [i32; 3],
    pub(crate) high: [i32; 3],
    pub(crate) by: Blocker,
    pub(crate) holes: Vec<Hole>,
}

/// A part of a wall that lets sight pass while its opening is open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Hole {
    /// The opening, by index in the plan.
    pub(crate) opening: u32,
    /// Its ends along the wall.
    pub(crate) along: (i32, i32),
    /// Its bottom and top.
    pub(crate) height: (i32, i32),
}

/// All solids, found by buckets.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Solids {
    all: Vec<Solid>,
    buckets: Buckets,
}

impl Solids {
    pub(crate) fn of(all: Vec<Solid>) -> Solids {
        let rects: Vec<Rect> = all.iter().map(Solid::rect).collect();
        Solids {
            buckets: Buckets::of(&rects),
            all,
        }
    }

    pub(crate) fn is_clear(&self, ray: &Ray, open: &[bool]) -> bool {
        !self.buckets.along(ray.start(), ray.end(), |items| {
            let mut solids = items.iter().filter_map(|item| self.all.get(*item as usize));
            solids.any(|solid| ray.enters(solid, open).is_some())
        })
    }

    pub(crate) fn first_hit(&self, ray: &Ray, open: &[bool]) -> Option<Hit> {
        let mut first: Option<(Fraction, Blocker)> = None;
        self.buckets.along(ray.start(), ray.end(), |items| {
            for solid in items.iter().filter_map(|item| self.all.get(*item as usize)) {
                let Some(when) = ray.enters(solid, open) else {
                    continue;
                };
                if first.is_none_or(|(before, by)| (when, solid.by) < (before, by)) {
                    first = Some((when, solid.by));
                }
            }
            false
        });
        first.map(|(when, by)| Hit {
            at: ray.at(when),
            by,
        })
    }

    /// All solids in order; for the naive reference of tests and benchmarks.
    pub(crate) fn all(&self) -> &[Solid] {
        &self.all
    }
}

impl Solid {
    fn rect(&self) -> Rect {
        Rect {
            x0: self.low[0],
            y0: self.low[1],
            x1: self.high[0],
            y1: self.high[1],
        }
    }
}

/// A straight line in space.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ray {
    from: [i64; 3],
    by: [i64; 3],
}

impl Ray {
    pub(crate) fn new(from: Place, to: Place) -> Ray {
        let part = |mm: i32| i64::from(mm.clamp(-FAR_MM, FAR_MM));
        let parts = |at: Place| [part(at.x_mm), part(at.y_mm), part(at.z_mm)];
        let (from, to) = (parts(from), parts(to));
        Ray {
            from,
            by: [to[0] - from[0], to[1] - from[1], to[2] - from[2]],
        }
    }

    fn start(&self) -> (i64, i64) {
        (self.from[0], self.from[1])
    }

    fn end(&self) -> (i64, i64) {
        (self.from[0] + self.by[0], self.from[1] + self.by[1])
    }

    /// When the ray enters a solid; `None` if it only touches it or passes.
    pub(crate) fn enters(&self, solid: &Solid, open: &[bool]) -> Option<Fraction> {
        for axis in 0..3 {
            let (a, b) = (self.from[axis], self.from[axis] + self.by[axis]);
            if a.max(b) < i64::from(solid.low[axis]) || a.min(b) > i64::from(solid.high[axis]) {
                return None;
            }
        }
        match (0..3).find(|axis| solid.low[*axis] == solid.high[*axis]) {
            Some(flat) => self.crosses(solid, flat, open),
            None => self.enters_box(solid),
        }
    }

    fn enters_box(&self, solid: &Solid) -> Option<Fraction> {
        let (mut enter, mut leave) = (Fraction::ZERO, Fraction::ONE);
        for axis in 0..3 {
            let (at, by) = (self.from[axis], self.by[axis]);
            let (low, high) = (i64::from(solid.low[axis]), i64::from(solid.high[axis]));
            if by == 0 {
                // A box holds its low faces and not its high ones, so that no ray slips through
                // between two boxes that touch.
                if at < low || at >= high {
                    return None;
                }
                continue;
            }
            let (near, far) = if by > 0 { (low, high) } else { (high, low) };
            enter = enter.max(Fraction::of(near - at, by));
            leave = leave.min(Fraction::of(far - at, by));
        }
        (enter < leave).then_some(enter)
    }

    fn crosses(&self, solid: &Solid, flat: usize, open: &[bool]) -> Option<Fraction> {
        let plane = i64::from(solid.low[flat]);
        let (at, by) = (self.from[flat], self.by[flat]);
        let (before, after) = ((at - plane).signum(), (at + by - plane).signum());
        if before * after >= 0 {
            return None;
        }
        let when = Fraction::of(plane - at, by);
        let within = |axis: usize, low: i32, high: i32| {
            let reaches = |bound: i32| {
                let distance = (i64::from(bound) - self.from[axis]) * when.den;
                (self.by[axis] * when.num).cmp(&distance)
            };
            reaches(low).is_ge() && reaches(high).is_le()
        };
        let mut others = (0..3).filter(|axis| *axis != flat);
        if !others.all(|axis| within(axis, solid.low[axis], solid.high[axis])) {
            return None;
        }
        let along = 1 - flat.min(1);
        let mut holes = solid.holes.iter();
        let seen_through = holes.any(|hole| {
            open.get(hole.opening as usize).copied().unwrap_or(false)
                && within(along, hole.along.0, hole.along.1)
                && within(2, hole.height.0, hole.height.1)
        });
        (!seen_through).then_some(when)
    }

    fn at(&self, when: Fraction) -> Place {
        let part = |axis: usize| {
            let moved = i128::from(self.by[axis]) * i128::from(when.num) / i128::from(when.den);
            (self.from[axis] + moved as i64) as i32
        };
        Place {
            x_mm: part(0),
            y_mm: part(1),
            z_mm: part(2),
        }
    }
}
