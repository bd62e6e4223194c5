//! The exact shortest line through a row of portals.

/// A point on the ground.
pub(super) type Point = (i64, i64);

/// The corners of the shortest line from a start to a goal through portals, each given by its left
/// and right end as seen on the way. The start and the goal are left out.
pub(super) fn pull(from: Point, to: Point, portals: &[(Point, Point)]) -> Vec<Point> {
    let mut corners = vec![];
    let mut apex = from;
    let (mut left, mut right) = (from, from);
    let (mut left_at, mut right_at) = (0, 0);
    let portal = |n: usize| portals.get(n).copied().unwrap_or((to, to));
    let mut n = 0;
    while n <= portals.len() {
        let (l, r) = portal(n);
        // The right side narrows the funnel, or crosses its left side.
        if side(apex, right, r) >= 0 {
            if apex == right || side(apex, left, r) < 0 {
                (right, right_at) = (r, n);
            } else {
                (apex, n) = (left, left_at);
                corners.push(apex);
                (left, right, right_at) = (apex, apex, n);
                n += 1;
                continue;
            }
        }
        if side(apex, left, l) <= 0 {
            if apex == left || side(apex, right, l) > 0 {
                (left, left_at) = (l, n);
            } else {
                (apex, n) = (right, right_at);
                corners.push(apex);
                (left, right, left_at) = (apex, apex, n);
                n += 1;
                continue;
            }
        }
        n += 1;
    }
    corners.dedup();
    corners.retain(|corner| *corner != from && *corner != to);
    corners
}

/// Positive if `c` lies to the left of the line from `a` to `b`.
fn side(a: Point, b: Point, c: Point) -> i64 {
    ((b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0)).signum()
}
