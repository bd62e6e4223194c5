//! The shortest way: an exact search over the mesh.
//!
//! A node is a point where the way last turned, and the part of a portal that is seen from there
//! (the algorithm is Polyanya: Cui, Harabor and Grastien, 2017). A way turns only at corners of
//! obstacles. Points are in sixteenths of a millimetre, and the visible part of a portal is rounded
//! to be smaller, so that every leg can be walked.

use super::{Path, Way};
use crate::mesh::{Link, PolyId, Portal};
use crate::space::Space;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};
use townsfolk_core::Place;

/// Parts of a millimetre.
const PARTS: i64 = 16;

/// A point on the ground, in parts of a millimetre.
type Point = (i64, i64);

/// The part of a portal through which the way goes on, as seen on the way.
#[derive(Clone, Copy, Debug)]
struct Gate {
    left: Point,
    right: Point,
    /// Whether a way can turn around its left and its right end.
    turns: (bool, bool),
}

#[derive(Clone, Copy, Debug)]
struct Node {
    /// Where the way turned last.
    root: Point,
    /// The polygon that it enters.
    poly: PolyId,
    /// The polygon before it.
    came_from: PolyId,
    /// How it enters it; `None` if the root is in the polygon.
    gate: Option<Gate>,
    /// Length up to the root.
    cost: u64,
    before: u32,
    /// Corners since the node before.
    corners: [Option<Place>; 3],
    is_goal: bool,
}

struct Search<'a> {
    space: &'a Space,
    to: Place,
    goal: PolyId,
    nodes: Vec<Node>,
    queue: BinaryHeap<Reverse<(u64, Reverse<u64>, u32)>>,
    best: BTreeMap<(Point, i32), u64>,
    /// What was expanded: ways of equal length meet in the same node, and would multiply.
    expanded: BTreeSet<Seen>,
}

/// The root of a node, the polygon that it enters and the one before, and the gate.
type Seen = (Point, u32, u32, Option<(Point, Point)>);

pub(super) fn search(space: &Space, from: Place, to: Place, nodes: u32) -> Way {
    let (Some(start), Some(goal)) = (space.poly_at(from), space.poly_at(to)) else {
        return Way::Missing;
    };
    if !space.mesh().is_joined(start, goal) {
        return Way::Missing;
    }
    let mut search = Search {
        space,
        to,
        goal,
        nodes: vec![],
        queue: BinaryHeap::new(),
        best: BTreeMap::new(),
        expanded: BTreeSet::new(),
    };
    let first = Node {
        root: point(from),
        poly: start,
        came_from: start,
        gate: None,
        cost: 0,
        before: 0,
        corners: [Some(from), None, None],
        is_goal: false,
    };
    search.push(first);
    for _ in 0..nodes {
        let Some(Reverse((_, _, index))) = search.queue.pop() else {
            return Way::Missing;
        };
        let node = search.nodes[index as usize];
        if node.is_goal {
            return Way::Found(search.path(index));
        }
        if search.is_useful(&node) && search.is_new(&node) {
            search.expand(index, &node);
        }
    }
    Way::Spent
}

impl Search<'_> {
    fn push(&mut self, node: Node) {
        let rest = match (node.is_goal, node.gate) {
            (true, _) => 0,
            (_, None) => distance(node.root, point(self.to)),
            (_, Some(gate)) => rest(node.root, &gate, point(self.to)),
        };
        let index = self.nodes.len() as u32;
        self.queue
            .push(Reverse((node.cost + rest, Reverse(node.cost), index)));
        self.nodes.push(node);
    }

    /// Whether no shorter way to the root is known.
    fn is_useful(&mut self, node: &Node) -> bool {
        let floor = self.space.poly(node.poly).map_or(0, |poly| poly.z_mm);
        let best = self.best.entry((node.root, floor)).or_insert(node.cost);
        *best = node.cost.min(*best);
        node.cost == *best
    }

    /// Whether no node of the same kind was expanded.
    fn is_new(&mut self, node: &Node) -> bool {
        let gate = node.gate.map(|gate| (gate.left, gate.right));
        let seen = (node.root, node.poly.0, node.came_from.0, gate);
        self.expanded.insert(seen)
    }

    fn expand(&mut self, index: u32, node: &Node) {
        if node.poly == self.goal {
            let to = self.to;
            self.arrive(index, node, to, [Some(to), None], |reached| Node {
                is_goal: true,
                ..reached
            });
        }
        let space = self.space;
        for link in space.mesh().links(node.poly) {
            if !space.is_poly_open(link.to) {
                continue;
            }
            match link.portal {
                Portal::Edge(..) => self.cross(index, node, link),
                Portal::Stairs(out, into) => {
                    let cost = (PARTS * out.distance_mm(into)).unsigned_abs();
                    self.arrive(index, node, out, [Some(out), Some(into)], |reached| Node {
                        root: point(into),
                        poly: link.to,
                        gate: None,
                        cost: reached.cost + cost,
                        ..reached
                    });
                }
            }
        }
    }

    /// Goes from the root to a point of the entered polygon, around an end of the gate if necessary.
    fn arrive(
        &mut self,
        index: u32,
        node: &Node,
        at: Place,
        [first, second]: [Option<Place>; 2],
        then: impl Fn(Node) -> Node,
    ) {
        let there = point(at);
        let turn = match node.gate {
            Some(gate) if side(node.root, gate.right, there) < 0 => match gate.turns.1 {
                true => Some(gate.right),
                false => return,
            },
            Some(gate) if side(node.root, gate.left, there) > 0 => match gate.turns.0 {
                true => Some(gate.left),
                false => return,
            },
            _ => None,
        };
        let cost = match turn {
            Some(turn) => distance(node.root, turn) + distance(turn, there),
            None => distance(node.root, there),
        };
        let corner = turn.map(|turn| self.corner(node.poly, turn));
        self.push(then(Node {
            root: there,
            cost: node.cost + cost,
            before: index,
            corners: [corner, first, second],
            ..*node
        }));
    }

    /// Goes on through another portal of the entered polygon.
    fn cross(&mut self, index: u32, node: &Node, link: &Link) {
        let Some(next) = oriented(self.space, node.poly, link) else {
            return;
        };
        let straight = Node {
            poly: link.to,
            came_from: node.poly,
            before: index,
            corners: [None; 3],
            ..*node
        };
        let Some(gate) = node.gate else {
            return self.push(Node {
                gate: Some(next),
                ..straight
            });
        };
        // Through the side by which it came, a way leaves only around an end of the gate.
        let upright = |gate: &Gate| gate.left.0 == gate.right.0 && gate.left.1 != gate.right.1;
        let line = |gate: &Gate| {
            if upright(gate) {
                gate.left.0
            } else {
                gate.left.1
            }
        };
        let is_same_side = upright(&gate) == upright(&next) && line(&gate) == line(&next);
        if is_same_side && link.to == node.came_from {
            return;
        }
        let root = node.root;
        let past_right = split(root, gate.right, (next.right, next.left), 1);
        let past_left = split(root, gate.left, (next.left, next.right), -1);
        if let (Some(right), Some(left)) = (past_right, past_left)
            && extent(next.right, right) <= extent(next.right, left)
            && !is_same_side
        {
            let whole = (left == next.left, right == next.right);
            let turns = (next.turns.0 && whole.0, next.turns.1 && whole.1);
            let gate = Some(Gate { left, right, turns });
            self.push(Node { gate, ..straight });
        }
        if gate.turns.1 && past_right != Some(next.right) {
            let left = past_right.unwrap_or(next.left);
            let turns = (next.turns.0 && left == next.left, next.turns.1);
            self.turn(
                &straight,
                gate.right,
                node.poly,
                Gate {
                    left,
                    turns,
                    ..next
                },
            );
        }
        if gate.turns.0 && past_left != Some(next.left) {
            let right = past_left.unwrap_or(next.right);
            let turns = (next.turns.0, next.turns.1 && right == next.right);
            self.turn(
                &straight,
                gate.left,
                node.poly,
                Gate {
                    right,
                    turns,
                    ..next
                },
            );
        }
    }

    fn turn(&mut self, straight: &Node, root: Point, at: PolyId, gate: Gate) {
        let corner = self.corner(at, root);
        let turned = Node {
            root,
            gate: Some(gate),
            cost: straight.cost + distance(straight.root, root),
            corners: [Some(corner), None, None],
            ..*straight
        };
        if self.is_useful(&turned) {
            self.push(turned);
        }
    }

    fn corner(&self, poly: PolyId, at: Point) -> Place {
        Place {
            x_mm: (at.0 / PARTS) as i32,
            y_mm: (at.1 / PARTS) as i32,
            z_mm: self.space.poly(poly).map_or(0, |poly| poly.z_mm),
        }
    }

    fn path(&self, index: u32) -> Path {
        let step = |index: &u32| (*index != 0).then(|| self.nodes[*index as usize].before);
        let row = std::iter::successors(Some(index), step);
        let mut row: Vec<u32> = row.collect();
        row.reverse();
        let corners = row
            .iter()
            .flat_map(|index| self.nodes[*index as usize].corners);
        let mut points: Vec<Place> = corners.flatten().collect();
        points.dedup();
        Path::of(points)
    }
}

fn point(at: Place) -> Point {
    (i64::from(at.x_mm) * PARTS, i64::from(at.y_mm) * PARTS)
}

fn distance(a: Point, b: Point) -> u64 {
    let (x, y) = (a.0.abs_diff(b.0), a.1.abs_diff(b.1));
    match x.max(y) < 1 << 31 {
        true => (x * x + y * y).isqrt(),
        false => (u128::from(x).pow(2) + u128::from(y).pow(2)).isqrt() as u64,
    }
}

/// The sign of the turn at `a` from `b` to `c`: positive if `c` lies to the left.
fn side(a: Point, b: Point, c: Point) -> i128 {
    turn(a, b, c).signum()
}

fn turn(a: Point, b: Point, c: Point) -> i128 {
    let cross = |x: i64, y: i64| i128::from(x) * i128::from(y);
    cross(b.0 - a.0, c.1 - a.1) - cross(b.1 - a.1, c.0 - a.0)
}

/// Where the part of a segment begins that a ray past an end of a gate lets see: going from `from`,
/// which is on the outer side, to `to`. `None` if no part is seen. `inner` is 1 past a right end,
/// where the left of the ray is seen, and -1 past a left end.
fn split(root: Point, end: Point, (from, to): (Point, Point), inner: i128) -> Option<Point> {
    let (a, b) = (inner * turn(root, end, from), inner * turn(root, end, to));
    if a >= 0 {
        return Some(from);
    }
    if b < 0 {
        return None;
    }
    let whole = b - a;
    let part = |from: i64, to: i64| {
        let long = i128::from(to - from);
        let (moved, sign) = (long.abs() * -a, long.signum());
        from + (sign * (moved + whole - 1).div_euclid(whole)) as i64
    };
    Some((part(from.0, to.0), part(from.1, to.1)))
}

/// The distance along a line that runs along an axis.
fn extent(from: Point, to: Point) -> u64 {
    from.0.abs_diff(to.0) + from.1.abs_diff(to.1)
}

/// A portal as seen from the polygon that is left.
fn oriented(space: &Space, poly: PolyId, link: &Link) -> Option<Gate> {
    let Portal::Edge(low, high) = link.portal else {
        return None;
    };
    let rect = space.poly(poly)?.rect;
    let wide = |at: (i32, i32)| (i64::from(at.0) * PARTS, i64::from(at.1) * PARTS);
    // Toward the east, the north end is to the left. Toward the south, the east end is.
    let high_is_left = match low.0 == high.0 {
        true => rect.x1 == low.0,
        false => rect.y0 == low.1,
    };
    let (low_turns, high_turns) = link.turns;
    Some(match high_is_left {
        true => Gate {
            left: wide(high),
            right: wide(low),
            turns: (high_turns, low_turns),
        },
        false => Gate {
            left: wide(low),
            right: wide(high),
            turns: (low_turns, high_turns),
        },
    })
}

/// The least length from the root through a gate to the goal.
fn rest(root: Point, gate: &Gate, goal: Point) -> u64 {
    // A goal before the gate is as far as its reflection behind it.
    let goal = match side(gate.right, gate.left, goal) * side(gate.right, gate.left, root) > 0 {
        false => goal,
        true if gate.left.0 == gate.right.0 && gate.left.1 != gate.right.1 => {
            (2 * gate.left.0 - goal.0, goal.1)
        }
        true => (goal.0, 2 * gate.left.1 - goal.1),
    };
    let around = match (
        side(root, gate.right, goal) < 0,
        side(root, gate.left, goal) > 0,
    ) {
        (true, _) => gate.right,
        (_, true) => gate.left,
        _ => return distance(root, goal),
    };
    // Rounding each part down keeps the estimate from being too large.
    distance(root, around) + distance(around, goal)
}
