//! The shortest way: a search over portals, pulled straight.

use super::frontier::Frontier;
use super::funnel::{Point, pull};
use super::{Path, Way};
use crate::mesh::{PolyId, Portal};
use crate::space::Space;
use townsfolk_core::Place;

/// A polygon and where the way enters it.
#[derive(Clone, Copy, Debug)]
struct Entry {
    poly: PolyId,
    at: Place,
    through: Option<Portal>,
}

/// The key of the goal.
const GOAL: u64 = u64::MAX;

pub(super) fn search(space: &Space, from: Place, to: Place, nodes: u32) -> Way {
    let (Some(start), Some(goal)) = (space.poly_at(from), space.poly_at(to)) else {
        return Way::Missing;
    };
    let distance = |a: Place, b: Place| a.distance_mm(b).unsigned_abs();
    let mut frontier = Frontier::new(nodes);
    let first = Entry {
        poly: start,
        at: from,
        through: None,
    };
    frontier.offer(GOAL - 1, first, (0, distance(from, to)), 0);
    loop {
        let (index, here) = match frontier.next() {
            Ok(Some(found)) => found,
            Ok(None) => return Way::Missing,
            Err(_) => return Way::Spent,
        };
        let Entry { poly, at, .. } = here.node;
        if here.key == GOAL {
            return Way::Found(straighten(space, from, to, &frontier.way_to(index)));
        }
        if poly == goal {
            let end = Entry {
                at: to,
                through: None,
                poly,
            };
            frontier.offer(GOAL, end, (here.cost + distance(at, to), 0), index);
        }
        for (nth, link) in space.mesh().links(poly).iter().enumerate() {
            let key = u64::from(poly.0) << 32 | nth as u64;
            if !space.is_poly_open(link.to) || frontier.is_done(key) {
                continue;
            }
            let (out, into) = match link.portal {
                Portal::Edge(low, high) => {
                    let point = nearest_to_line(at, to, low, high);
                    let z_mm = space.poly(link.to).map_or(at.z_mm, |poly| poly.z_mm);
                    let point = Place {
                        x_mm: point.0,
                        y_mm: point.1,
                        z_mm,
                    };
                    (point, point)
                }
                Portal::Stairs(out, into) => (out, into),
            };
            let next = Entry {
                poly: link.to,
                at: into,
                through: Some(link.portal),
            };
            let cost = here.cost + distance(at, out) + distance(out, into);
            frontier.offer(key, next, (cost, distance(into, to)), index);
        }
    }
}

/// The point of a portal where a line from one place to another crosses it, or comes nearest.
fn nearest_to_line(from: Place, to: Place, low: (i32, i32), high: (i32, i32)) -> (i32, i32) {
    let upright = low.0 == high.0;
    let split = |at: (i32, i32)| {
        let (x, y) = (i64::from(at.0), i64::from(at.1));
        if upright { (x, y) } else { (y, x) }
    };
    let (line, low_along) = split(low);
    let (_, high_along) = split(high);
    let (a, a_along) = split((from.x_mm, from.y_mm));
    let (b, b_along) = split((to.x_mm, to.y_mm));
    // A way to a goal on the same side touches the line where a ray would be reflected.
    let (near, far) = ((line - a).abs(), (b - line).abs());
    let along = match near + far {
        0 => b_along,
        whole => {
            a_along
                + ((i128::from(b_along - a_along) * i128::from(near)) / i128::from(whole)) as i64
        }
    };
    let along = along.clamp(low_along, high_along) as i32;
    if upright {
        (low.0, along)
    } else {
        (along, low.1)
    }
}

/// The exact shortest line through the portals of a row of polygons.
fn straighten(space: &Space, from: Place, to: Place, row: &[Entry]) -> Path {
    let mut points = vec![from];
    let mut portals: Vec<(Point, Point)> = vec![];
    let mut start = from;
    let mut before = row.first().map(|entry| entry.poly);
    for entry in row.iter().skip(1) {
        match entry.through {
            Some(Portal::Edge(low, high)) => {
                portals.push(ends_seen_from(space, before, low, high));
            }
            Some(Portal::Stairs(out, into)) => {
                add(space, &mut points, (start, out), &portals);
                points.push(into);
                (start, portals) = (into, vec![]);
            }
            None => {}
        }
        before = Some(entry.poly);
    }
    add(space, &mut points, (start, to), &portals);
    points.dedup();
    Path::of(shortcut(space, points))
}

fn add(space: &Space, points: &mut Vec<Place>, ends: (Place, Place), portals: &[(Point, Point)]) {
    let point = |at: Place| (i64::from(at.x_mm), i64::from(at.y_mm));
    for (x, y) in pull(point(ends.0), point(ends.1), portals) {
        let at = Place {
            x_mm: x as i32,
            y_mm: y as i32,
            z_mm: ends.0.z_mm,
        };
        points.push(space.floor_under(at).unwrap_or(at));
    }
    points.push(ends.1);
}

/// The left and the right end of a portal as seen from the polygon that is left.
fn ends_seen_from(
    space: &Space,
    poly: Option<PolyId>,
    low: (i32, i32),
    high: (i32, i32),
) -> (Point, Point) {
    let wide = |at: (i32, i32)| (i64::from(at.0), i64::from(at.1));
    let (low, high) = (wide(low), wide(high));
    let rect = poly.and_then(|poly| space.poly(poly)).map(|poly| poly.rect);
    let leads_up = rect.is_none_or(|rect| match low.0 == high.0 {
        true => i64::from(rect.x1) == low.0,
        false => i64::from(rect.y0) == low.1,
    });
    // East: the north end is to the left. South: the east end is.
    if leads_up { (high, low) } else { (low, high) }
}

/// Leaves out corners that a straight walk does not need.
fn shortcut(space: &Space, mut points: Vec<Place>) -> Vec<Place> {
    let mut n = 0;
    while n + 2 < points.len() {
        let (a, b) = (points[n], points[n + 2]);
        if a.z_mm == b.z_mm && space.walk_ray(a, b).is_none() {
            points.remove(n + 1);
            n = n.saturating_sub(1);
        } else {
            n += 1;
        }
    }
    points
}
