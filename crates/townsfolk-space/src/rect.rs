//! Rectangles along the axes, in whole millimetres.

use serde::{Deserialize, Serialize};

/// A rectangle along the axes.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
pub struct Rect {
    /// West edge.
    pub x0: i32,
    /// South edge.
    pub y0: i32,
    /// East edge.
    pub x1: i32,
    /// North edge.
    pub y1: i32,
}

impl Rect {
    /// A rectangle from two opposite corners, in any order.
    pub fn of(a: (i32, i32), b: (i32, i32)) -> Rect {
        Rect {
            x0: a.0.min(b.0),
            y0: a.1.min(b.1),
            x1: a.0.max(b.0),
            y1: a.1.max(b.1),
        }
    }

    /// Whether it has no area.
    pub fn is_empty(&self) -> bool {
        self.x0 >= self.x1 || self.y0 >= self.y1
    }

    /// Whether a point lies inside or on the edge.
    pub fn holds(&self, (x, y): (i32, i32)) -> bool {
        self.x0 <= x && x <= self.x1 && self.y0 <= y && y <= self.y1
    }

    /// Whether a point lies inside and not on the edge.
    pub fn encloses(&self, (x, y): (i32, i32)) -> bool {
        self.x0 < x && x < self.x1 && self.y0 < y && y < self.y1
    }

    /// Whether two rectangles overlap; a common edge does not count.
    pub fn overlaps(&self, other: &Rect) -> bool {
        self.x0 < other.x1 && other.x0 < self.x1 && self.y0 < other.y1 && other.y0 < self.y1
    }

    /// The common part of two rectangles; it may be empty or a line.
    pub fn common(&self, other: &Rect) -> Option<Rect> {
        let common = Rect {
            x0: self.x0.max(other.x0),
            y0: self.y0.max(other.y0),
            x1: self.x1.min(other.x1),
            y1: self.y1.min(other.y1),
        };
        (common.x0 <= common.x1 && common.y0 <= common.y1).then_some(common)
    }

    /// The bounding rectangle of two.
    pub fn around(&self, other: &Rect) -> Rect {
        Rect {
            x0: self.x0.min(other.x0),
            y0: self.y0.min(other.y0),
            x1: self.x1.max(other.x1),
            y1: self.y1.max(other.y1),
        }
    }

    /// This rectangle with a margin on all sides.
    pub fn grown(&self, by: i32) -> Rect {
        Rect {
            x0: self.x0.saturating_sub(by),
            y0: self.y0.saturating_sub(by),
            x1: self.x1.saturating_add(by),
            y1: self.y1.saturating_add(by),
        }
    }

    /// The centre.
    pub fn middle(&self) -> (i32, i32) {
        let half = |a: i32, b: i32| ((i64::from(a) + i64::from(b)).div_euclid(2)) as i32;
        (half(self.x0, self.x1), half(self.y0, self.y1))
    }

    /// The point inside that is nearest to another.
    pub fn nearest(&self, (x, y): (i32, i32)) -> (i32, i32) {
        (
            x.max(self.x0).min(self.x1.max(self.x0)),
            y.max(self.y0).min(self.y1.max(self.y0)),
        )
    }

    /// The size of the larger side.
    pub fn longer_side(&self) -> i64 {
        let side = |a: i32, b: i32| i64::from(b) - i64::from(a);
        side(self.x0, self.x1).max(side(self.y0, self.y1))
    }
}
