//! The cheapest way with a cost of its own: a search over the pieces of polygons that cells of half
//! a metre cut out, pulled straight where that costs no more.

use super::frontier::Frontier;
use super::{Path, Way};
use crate::cost::{CLOSED, PathCost};
use crate::mesh::{PolyId, Portal};
use crate::rect::Rect;
use crate::space::Space;
use townsfolk_core::Place;

/// The side of a cell.
const CELL_MM: i32 = 500;

/// The distance between samples of a straight walk.
const SAMPLE_MM: i64 = 250;

/// A piece of a polygon: what lies in one cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Piece {
    poly: PolyId,
    column: i32,
    row: i32,
}

/// A piece on the way.
#[derive(Clone, Copy, Debug)]
struct Step {
    piece: Piece,
    at: Place,
    extra: u32,
    /// Points between the centre of the piece before and this one.
    via: [Option<Place>; 2],
}

struct Search<'a> {
    space: &'a Space,
    cost: &'a dyn PathCost,
    to: Place,
    frontier: Frontier<Step>,
}

pub(super) fn search(
    space: &Space,
    from: Place,
    to: Place,
    cost: &dyn PathCost,
    nodes: u32,
) -> Way {
    let (Some(start), Some(goal)) = (space.poly_at(from), space.poly_at(to)) else {
        return Way::Missing;
    };
    let mut search = Search {
        space,
        cost,
        to,
        frontier: Frontier::new(nodes),
    };
    let goal = piece_at(goal, to);
    let first = Step {
        piece: piece_at(start, from),
        at: from,
        extra: 0,
        via: [None; 2],
    };
    search
        .frontier
        .offer(key(space, first.piece), first, (0, distance(from, to)), 0);
    loop {
        let (index, here) = match search.frontier.next() {
            Ok(Some(found)) => found,
            Ok(None) => return Way::Missing,
            Err(_) => return Way::Spent,
        };
        if here.node.piece == goal {
            let mut points: Vec<Place> = vec![];
            for step in search.frontier.way_to(index) {
                points.extend(step.via.into_iter().flatten());
                points.push(step.at);
            }
            points.push(to);
            points.dedup();
            return Way::Found(straighten(space, &points, cost));
        }
        search.open(index, &here.node, here.cost);
    }
}

impl Search<'_> {
    fn open(&mut self, index: u32, here: &Step, cost: u64) {
        let Some(poly) = self.space.poly(here.piece.poly) else {
            return;
        };
        let Piece { column, row, .. } = here.piece;
        for (dx, dy) in AROUND {
            let piece = Piece {
                column: column + dx,
                row: row + dy,
                ..here.piece
            };
            if let Some(rect) = ground(&poly.rect, piece) {
                let at = poly.place(rect.middle());
                self.offer(index, here, cost, (piece, at, [None; 2]));
            }
        }
        let own = ground(&poly.rect, here.piece).unwrap_or(poly.rect);
        for link in self.space.mesh().links(here.piece.poly) {
            if !self.space.is_poly_open(link.to) {
                continue;
            }
            match link.portal {
                Portal::Edge(low, high) => {
                    let line = Rect::of(low, high);
                    if own.common(&line).is_some() {
                        self.cross(index, here, cost, (link.to, line));
                    }
                }
                Portal::Stairs(out, into) if own.holds((out.x_mm, out.y_mm)) => {
                    let piece = piece_at(link.to, into);
                    let step = (piece, into, [Some(out), None]);
                    self.offer(index, here, cost, step);
                }
                Portal::Stairs(..) => {}
            }
        }
    }

    /// Offers the pieces of another polygon near the common edge.
    fn cross(&mut self, index: u32, here: &Step, cost: u64, (to, line): (PolyId, Rect)) {
        let Some(other) = self.space.poly(to) else {
            return;
        };
        let near = here.piece;
        for (dx, dy) in AROUND.into_iter().chain([(0, 0)]) {
            let piece = Piece {
                poly: to,
                column: near.column + dx,
                row: near.row + dy,
            };
            let Some(rect) = ground(&other.rect, piece) else {
                continue;
            };
            let Some(touch) = rect.common(&line) else {
                continue;
            };
            let at = other.place(rect.middle());
            if let Some(via) = crossing(here.at, at, &line, &touch) {
                self.offer(index, here, cost, (piece, at, [via, None]));
            }
        }
    }

    fn offer(
        &mut self,
        index: u32,
        here: &Step,
        cost: u64,
        (piece, at, via): (Piece, Place, [Option<Place>; 2]),
    ) {
        let key = key(self.space, piece);
        if self.frontier.is_done(key) {
            return;
        }
        let extra = self.cost.extra(at);
        if extra == CLOSED {
            return;
        }
        let mut long = 0;
        let mut before = here.at;
        for point in via.into_iter().flatten().chain([at]) {
            long += distance(before, point);
            before = point;
        }
        let dearer = long * (u64::from(here.extra) + u64::from(extra)) / 2_000;
        let step = Step {
            piece,
            at,
            extra,
            via,
        };
        let costs = (cost + long + dearer, distance(at, self.to));
        self.frontier.offer(key, step, costs, index);
    }
}

const AROUND: [(i32, i32); 8] = [
    (1, 0),
    (0, 1),
    (-1, 0),
    (0, -1),
    (1, 1),
    (-1, 1),
    (-1, -1),
    (1, -1),
];

/// Whether a walk from piece to piece crosses their polygons' common edge: directly, or by a point
/// of the part of the edge that the other piece touches.
fn crossing(a: Place, b: Place, line: &Rect, touch: &Rect) -> Option<Option<Place>> {
    let upright = line.x0 == line.x1;
    let split = |x: i32, y: i32| {
        let (x, y) = (i64::from(x), i64::from(y));
        if upright { (x, y) } else { (y, x) }
    };
    let (at, low) = split(line.x0, line.y0);
    let (_, high) = split(line.x1, line.y1);
    let ((pa, qa), (pb, qb)) = (split(a.x_mm, a.y_mm), split(b.x_mm, b.y_mm));
    if pa != pb && (pa - at).signum() * (pb - at).signum() <= 0 {
        let along = qa + (qb - qa) * (at - pa) / (pb - pa);
        if (low..=high).contains(&along) {
            return Some(None);
        }
    }
    if touch.x0 == touch.x1 && touch.y0 == touch.y1 {
        return None;
    }
    let (x_mm, y_mm) = touch.middle();
    Some(Some(Place {
        x_mm,
        y_mm,
        z_mm: b.z_mm,
    }))
}

fn distance(a: Place, b: Place) -> u64 {
    let size = |a: i32, b: i32| u64::from(a.abs_diff(b));
    let (x, y) = (size(a.x_mm, b.x_mm), size(a.y_mm, b.y_mm));
    match (x, y) {
        _ if a.z_mm != b.z_mm => a.distance_mm(b).unsigned_abs(),
        (0, long) | (long, 0) => long,
        _ if x == y => x * 1_414 / 1_000,
        _ => a.distance_mm(b).unsigned_abs(),
    }
}

fn piece_at(poly: PolyId, at: Place) -> Piece {
    Piece {
        poly,
        column: at.x_mm.div_euclid(CELL_MM),
        row: at.y_mm.div_euclid(CELL_MM),
    }
}

/// The ground of a piece; `None` if its cell does not meet the polygon.
fn ground(rect: &Rect, piece: Piece) -> Option<Rect> {
    let low = |cell: i32| cell.saturating_mul(CELL_MM);
    let cell = Rect {
        x0: low(piece.column),
        y0: low(piece.row),
        x1: low(piece.column).saturating_add(CELL_MM),
        y1: low(piece.row).saturating_add(CELL_MM),
    };
    rect.common(&cell)
}

/// The key of a piece: its polygon, and its cell counted from the corner of the polygon.
fn key(space: &Space, piece: Piece) -> u64 {
    let corner = space.poly(piece.poly).map_or((0, 0), |poly| {
        (
            poly.rect.x0.div_euclid(CELL_MM),
            poly.rect.y0.div_euclid(CELL_MM),
        )
    });
    let part =
        |cell: i32, first: i32| u64::from((i64::from(cell) - i64::from(first)) as u32 & 0xF_FFFF);
    u64::from(piece.poly.0) << 40 | part(piece.column, corner.0) << 20 | part(piece.row, corner.1)
}

/// The length of a straight walk with its extra cost; `None` if it crosses closed ground.
pub(super) fn cost_of_walk(from: Place, to: Place, cost: &dyn PathCost) -> Option<u64> {
    let long = from.distance_mm(to);
    let parts = (long / SAMPLE_MM).max(1);
    let mut extra = 0;
    let mut before = cost.extra(from);
    for part in 1..=parts {
        let here = cost.extra(super::between(from, to, part, parts));
        if here == CLOSED {
            return None;
        }
        extra += (u64::from(before.min(CLOSED - 1)) + u64::from(here)) / 2;
        before = here;
    }
    let long = long.unsigned_abs();
    Some(long + long * (extra / parts.unsigned_abs()) / 1_000)
}

/// Leaves out points where a straight walk is possible and costs no more.
fn straighten(space: &Space, points: &[Place], cost: &dyn PathCost) -> Path {
    // A point on closed ground can only be the start; it costs nothing extra to leave it.
    let leg = |a: Place, b: Place| cost_of_walk(a, b, cost).unwrap_or_else(|| distance(a, b));
    let mut sums: Vec<u64> = vec![0];
    for pair in points.windows(2) {
        let before = sums.last().copied().unwrap_or(0);
        sums.push(before + leg(pair[0], pair[1]));
    }
    let mut kept: Vec<Place> = points.first().copied().into_iter().collect();
    let mut anchor = 0;
    let mut total = 0;
    while anchor + 1 < points.len() {
        let mut end = anchor + 1;
        let mut paid = sums[end] - sums[anchor];
        while let Some(next) = points.get(end + 1) {
            let level = points[anchor].z_mm == next.z_mm;
            let direct = cost_of_walk(points[anchor], *next, cost).filter(|_| level);
            let by_points = sums[end + 1] - sums[anchor];
            let Some(direct) = direct.filter(|direct| *direct <= by_points) else {
                break;
            };
            if space.walk_ray(points[anchor], *next).is_some() {
                break;
            }
            end += 1;
            paid = direct;
        }
        total += paid;
        kept.push(points[end]);
        anchor = end;
    }
    let mut path = Path::of(kept);
    path.cost_mm = u32::try_from(total).unwrap_or(u32::MAX);
    path
}
