//! Straight walks over the mesh.

use crate::fraction::Fraction;
use crate::mesh::{Link, Mesh, Poly, PolyId, Portal};
use townsfolk_core::Place;

/// Maximum number of polygons on a straight walk.
const POLYS_MAX: usize = 1 << 16;

/// Maximum number of polygons that meet in one point.
const MEETING_MAX: usize = 12;

/// A straight walk, as a line on the ground.
struct Walk<'a> {
    mesh: &'a Mesh,
    from: (i64, i64),
    by: (i64, i64),
}

impl Mesh {
    /// The first point of a straight walk that is blocked, rounded toward its start; `None` if the
    /// walk arrives.
    pub(crate) fn walk(
        &self,
        from: Place,
        to: Place,
        is_open: impl Fn(&Poly) -> bool,
    ) -> Option<Place> {
        let Some(start) = self.at(from, &is_open) else {
            return Some(from);
        };
        let pair = |at: Place| (i64::from(at.x_mm), i64::from(at.y_mm));
        let (a, b) = (pair(from), pair(to));
        let walk = Walk {
            mesh: self,
            from: a,
            by: (b.0 - a.0, b.1 - a.1),
        };
        let mut here = start;
        for _ in 0..POLYS_MAX {
            let poly = self.poly(here)?;
            let exit = walk.exit(poly);
            if exit >= Fraction::ONE {
                let at = poly.place((to.x_mm, to.y_mm));
                let arrived = poly.is_level_with(to);
                return (!arrived).then_some(at);
            }
            let Some(next) = walk.next(here, exit, &is_open) else {
                return Some(poly.place(walk.at(exit)));
            };
            here = next;
        }
        Some(from)
    }
}

impl Walk<'_> {
    /// When the walk leaves a polygon that it has entered.
    fn exit(&self, poly: &Poly) -> Fraction {
        let leave = |at: i64, by: i64, low: i32, high: i32| match by {
            0 => Fraction { num: 2, den: 1 },
            _ => Fraction::of(i64::from(if by > 0 { high } else { low }) - at, by),
        };
        let rect = &poly.rect;
        leave(self.from.0, self.by.0, rect.x0, rect.x1).min(leave(
            self.from.1,
            self.by.1,
            rect.y0,
            rect.y1,
        ))
    }

    /// The polygon that the walk enters where it leaves another: of those that meet in that point,
    /// the one that it follows longest.
    fn next(
        &self,
        here: PolyId,
        exit: Fraction,
        is_open: &impl Fn(&Poly) -> bool,
    ) -> Option<PolyId> {
        let mut meeting = vec![here];
        let mut best: Option<(Fraction, PolyId)> = None;
        let mut nth = 0;
        while let Some(id) = meeting.get(nth).copied() {
            nth += 1;
            for link in self.mesh.links(id) {
                let Some(poly) = self.mesh.poly(link.to).filter(|poly| is_open(poly)) else {
                    continue;
                };
                let full = meeting.len() >= MEETING_MAX;
                if full || meeting.contains(&link.to) || !self.passes(link, exit) {
                    continue;
                }
                meeting.push(link.to);
                let until = self.exit(poly);
                if until > exit && best.is_none_or(|(before, _)| until > before) {
                    best = Some((until, link.to));
                }
            }
        }
        best.map(|(_, id)| id)
    }

    fn passes(&self, link: &Link, when: Fraction) -> bool {
        let Portal::Edge(low, high) = link.portal else {
            return false;
        };
        let within = |at: i64, by: i64, low: i32, high: i32| {
            let moved = by * when.num;
            (i64::from(low) - at) * when.den <= moved && moved <= (i64::from(high) - at) * when.den
        };
        within(self.from.0, self.by.0, low.0, high.0)
            && within(self.from.1, self.by.1, low.1, high.1)
    }

    fn at(&self, when: Fraction) -> (i32, i32) {
        let part = |at: i64, by: i64| (at + by * when.num / when.den) as i32;
        (part(self.from.0, self.by.0), part(self.from.1, self.by.1))
    }
}
