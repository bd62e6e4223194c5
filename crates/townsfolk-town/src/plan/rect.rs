//! Rectangles and straight lines on the ground, in whole millimetres, exactly.

use serde::{Deserialize, Serialize};
use townsfolk::Place;

/// A rectangle along the axes, both corners included.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
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
    /// A rectangle from a corner, with width and depth.
    pub fn new(x: i32, y: i32, wide: i32, deep: i32) -> Rect {
        Rect {
            x0: x,
            y0: y,
            x1: x.saturating_add(wide),
            y1: y.saturating_add(deep),
        }
    }

    /// The width, from west to east.
    pub fn wide(&self) -> i32 {
        self.x1.saturating_sub(self.x0)
    }

    /// The depth, from south to north.
    pub fn deep(&self) -> i32 {
        self.y1.saturating_sub(self.y0)
    }

    /// The centre.
    pub fn middle(&self) -> (i32, i32) {
        let half = |a: i32, b: i32| ((i64::from(a) + i64::from(b)).div_euclid(2)) as i32;
        (half(self.x0, self.x1), half(self.y0, self.y1))
    }

    /// Whether a point lies inside or on the edge.
    pub fn holds(&self, x: i32, y: i32) -> bool {
        self.x0 <= x && x <= self.x1 && self.y0 <= y && y <= self.y1
    }

    /// Whether another rectangle lies inside.
    pub fn contains(&self, other: &Rect) -> bool {
        self.holds(other.x0, other.y0) && self.holds(other.x1, other.y1)
    }

    /// Whether two rectangles overlap; a common edge does not count.
    pub fn overlaps(&self, other: &Rect) -> bool {
        self.x0 < other.x1 && other.x0 < self.x1 && self.y0 < other.y1 && other.y0 < self.y1
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

    /// This rectangle with a margin; a negative margin makes it smaller.
    pub fn grown(&self, by: i32) -> Rect {
        Rect {
            x0: self.x0.saturating_sub(by),
            y0: self.y0.saturating_sub(by),
            x1: self.x1.saturating_add(by),
            y1: self.y1.saturating_add(by),
        }
    }

    /// The nearest point inside.
    pub fn nearest(&self, x: i32, y: i32) -> (i32, i32) {
        (
            x.max(self.x0).min(self.x1.max(self.x0)),
            y.max(self.y0).min(self.y1.max(self.y0)),
        )
    }

    /// The common border of two neighbours, if they touch without overlapping.
    pub fn border_with(&self, other: &Rect) -> Option<Border> {
        let span = |a0: i32, a1: i32, b0: i32, b1: i32| {
            let (low, high) = (a0.max(b0), a1.min(b1));
            (low < high).then_some((low, high))
        };
        if self.x1 == other.x0 || other.x1 == self.x0 {
            let at = if self.x1 == other.x0 {
                self.x1
            } else {
                self.x0
            };
            let (low, high) = span(self.y0, self.y1, other.y0, other.y1)?;
            return Some(Border {
                upright: true,
                at,
                low,
                high,
            });
        }
        if self.y1 == other.y0 || other.y1 == self.y0 {
            let at = if self.y1 == other.y0 {
                self.y1
            } else {
                self.y0
            };
            let (low, high) = span(self.x0, self.x1, other.x0, other.x1)?;
            return Some(Border {
                upright: false,
                at,
                low,
                high,
            });
        }
        None
    }

    /// Whether a straight line touches it.
    pub fn meets(&self, from: Place, to: Place) -> bool {
        let apart = |a: i32, b: i32, low: i32, high: i32| a.max(b) < low || a.min(b) > high;
        if apart(from.x_mm, to.x_mm, self.x0, self.x1)
            || apart(from.y_mm, to.y_mm, self.y0, self.y1)
        {
            return false;
        }
        // The line misses it if all corners are on one side.
        let (dx, dy) = (
            i128::from(to.x_mm) - i128::from(from.x_mm),
            i128::from(to.y_mm) - i128::from(from.y_mm),
        );
        let side = |x: i32, y: i32| {
            let (px, py) = (
                i128::from(x) - i128::from(from.x_mm),
                i128::from(y) - i128::from(from.y_mm),
            );
            (dx * py - dy * px).signum()
        };
        let corners = [
            side(self.x0, self.y0),
            side(self.x0, self.y1),
            side(self.x1, self.y0),
            side(self.x1, self.y1),
        ];
        !(corners.iter().all(|s| *s > 0) || corners.iter().all(|s| *s < 0))
    }
}

/// A common border of two neighbours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Border {
    /// Whether it runs north and south.
    pub upright: bool,
    /// Its fixed coordinate.
    pub at: i32,
    /// Its beginning on the other axis.
    pub low: i32,
    /// Its end.
    pub high: i32,
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn neighbours_share_a_border_and_no_ground() {
        let (a, b) = (Rect::new(0, 0, 10, 10), Rect::new(10, 4, 5, 20));
        assert!(!a.overlaps(&b));
        let border = a.border_with(&b).unwrap();
        assert_eq!(
            (border.upright, border.at, border.low, border.high),
            (true, 10, 4, 10)
        );
        assert_eq!(b.border_with(&a), Some(border));
        assert_eq!(a.border_with(&Rect::new(10, 10, 5, 5)), None);
    }

    proptest! {
        /// Compared with another method: an end lies inside, or the line crosses an edge.
        #[test]
        fn a_line_meets_what_it_ends_in_or_crosses(
            x in 0..40i32, y in 0..40i32, w in 1..20i32, d in 1..20i32,
            a in (0..60i32, 0..60i32), b in (0..60i32, 0..60i32),
        ) {
            let rect = Rect::new(x, y, w, d);
            let corners = [(x, y), (x + w, y), (x + w, y + d), (x, y + d)];
            let mut edges = (0..4).map(|n| (corners[n], corners[(n + 1) % 4]));
            let naive = rect.holds(a.0, a.1)
                || rect.holds(b.0, b.1)
                || edges.any(|(c, e)| cross(a, b, c, e));
            let place = |(x, y): (i32, i32)| Place { x_mm: x, y_mm: y, z_mm: 0 };
            prop_assert_eq!(rect.meets(place(a), place(b)), naive);
        }
    }

    type Point = (i32, i32);

    fn turn(a: Point, b: Point, c: Point) -> i32 {
        ((b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0)).signum()
    }

    fn on(a: Point, b: Point, c: Point) -> bool {
        turn(a, b, c) == 0
            && (a.0.min(b.0)..=a.0.max(b.0)).contains(&c.0)
            && (a.1.min(b.1)..=a.1.max(b.1)).contains(&c.1)
    }

    fn cross(a: Point, b: Point, c: Point, d: Point) -> bool {
        (turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0)
            || on(a, b, c)
            || on(a, b, d)
            || on(c, d, a)
            || on(c, d, b)
    }
}
