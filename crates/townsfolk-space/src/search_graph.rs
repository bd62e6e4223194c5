//! Points from which the hiding places around a last known position can be seen.

use crate::mesh::PolyId;
use crate::space::Space;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, VecDeque};
use townsfolk_core::{Angle, Draw, Place, TICKS_PER_SECOND};

/// Number of points unless the caller decides otherwise.
pub const POINTS_MAX: usize = 24;

/// Walking distance that a search covers unless the caller decides otherwise.
pub const REACH_MM: u32 = 25_000;

/// The height of sight lines above the floor: whoever ducks behind low cover is hidden.
const SIGHT_MM: i32 = 1_000;

/// Points to visit after somebody has been lost.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SearchGraph {
    /// The points. The first is at the last known position.
    pub points: Vec<Place>,
    /// Pairs of points that see each other, smaller index first.
    pub edges: Vec<(u32, u32)>,
    /// For each point the polygons that can be seen from it and not from the points before.
    pub reveals: Vec<Vec<PolyId>>,
}

impl SearchGraph {
    /// Builds the graph around a last known position; empty if nobody can stand there.
    pub fn build(
        space: &Space,
        last_known: Place,
        points_max: usize,
        reach_mm: u32,
    ) -> SearchGraph {
        let mut graph = SearchGraph::default();
        let root = space.snap(last_known).and_then(|at| space.poly_at(at));
        let Some((root, center)) = root.and_then(|root| Some((root, space.center(root)?))) else {
            return graph;
        };
        let area = polys_within(space, root, center, reach_mm);
        graph.points.push(center);
        graph.reveals.push(vec![]);
        let mut visited = BTreeSet::from([root]);
        let mut queue = VecDeque::from([(root, 0)]);
        while let Some((poly, seen_from)) = queue.pop_front() {
            for next in space.neighbours(poly) {
                if !area.contains(&next) || !visited.insert(next) {
                    continue;
                }
                if let Some(point) = graph.reveal(space, (poly, seen_from), next, points_max) {
                    queue.push_back((next, point));
                }
            }
        }
        graph
    }

    /// The point from which the centre of a polygon is seen, which may be new; `None` if there is
    /// no room for new points. The centre of the polygon before it is seen from a known point.
    fn reveal(
        &mut self,
        space: &Space,
        (before, seen_from): (PolyId, usize),
        next: PolyId,
        points_max: usize,
    ) -> Option<usize> {
        let (here, there) = (space.center(before)?, space.center(next)?);
        if sees(space, self.points[seen_from], there) {
            return Some(seen_from);
        }
        if self.points.len() + 2 > points_max {
            return None;
        }
        let mut point = seen_from;
        if self.points[point] != here {
            point = self.link(point, here);
        }
        if !sees(space, self.points[point], there) {
            let (a, b) = space.portal(before, next)?;
            let half = |a: i32, b: i32| ((i64::from(a) + i64::from(b)).div_euclid(2)) as i32;
            let middle = Place {
                x_mm: half(a.x_mm, b.x_mm),
                y_mm: half(a.y_mm, b.y_mm),
                z_mm: half(a.z_mm, b.z_mm),
            };
            point = self.link(point, middle);
        }
        self.reveals[point].push(next);
        Some(point)
    }

    fn link(&mut self, from: usize, at: Place) -> usize {
        let known = self.points.iter().position(|point| *point == at);
        let to = known.unwrap_or_else(|| {
            self.points.push(at);
            self.reveals.push(vec![]);
            self.points.len() - 1
        });
        let edge = (from.min(to) as u32, from.max(to) as u32);
        if from != to && !self.edges.contains(&edge) {
            self.edges.push(edge);
        }
        to
    }

    fn neighbours(&self, point: usize) -> impl Iterator<Item = usize> + '_ {
        let point = point as u32;
        self.edges
            .iter()
            .filter_map(move |(a, b)| match (*a == point, *b == point) {
                (true, _) => Some(*b as usize),
                (_, true) => Some(*a as usize),
                _ => None,
            })
    }
}

fn sees(space: &Space, a: Place, b: Place) -> bool {
    let raised = |at: Place| Place {
        z_mm: at.z_mm.saturating_add(SIGHT_MM),
        ..at
    };
    space.ray(raised(a), raised(b))
}

/// The polygons within a walking distance from centre to centre.
fn polys_within(space: &Space, root: PolyId, at: Place, reach_mm: u32) -> BTreeSet<PolyId> {
    let mut best: BTreeMap<PolyId, i64> = BTreeMap::from([(root, 0)]);
    let mut queue = BinaryHeap::from([Reverse((0, root, at))]);
    while let Some(Reverse((distance, poly, at))) = queue.pop() {
        if best.get(&poly).is_some_and(|known| *known < distance) {
            continue;
        }
        for next in space.neighbours(poly) {
            let Some(piece) = space.poly(next) else {
                continue;
            };
            let entry = piece.nearest((at.x_mm, at.y_mm));
            let there = distance + at.distance_mm(entry);
            let is_new = best.get(&next).is_none_or(|known| there < *known);
            if there <= i64::from(reach_mm) && is_new {
                best.insert(next, there);
                queue.push(Reverse((there, next, entry)));
            }
        }
    }
    best.into_keys().collect()
}

/// One, as a weight.
const WHOLE: i64 = 1_000_000;

/// How much a searcher wants to look at each point: its share of all wishes. Wishes spread over the
/// graph with time, as the lost one may have done.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SearchWeights {
    /// Weights in millionths.
    weights: Vec<i64>,
    visited: u32,
}

impl SearchWeights {
    /// All weight on the first point, and a share of three tenths on the neighbour that lies most
    /// in the direction in which the lost one was going.
    pub fn start(graph: &SearchGraph, heading: Option<Angle>) -> SearchWeights {
        let mut weights = vec![0; graph.points.len()];
        if let (Some(first), Some(root)) = (weights.first_mut(), graph.points.first()) {
            *first = WHOLE;
            let ahead = heading.and_then(|heading| {
                let turn = |n: &usize| Angle::from_to(*root, graph.points[*n]).between(heading);
                graph.neighbours(0).min_by_key(|n| (turn(n), *n))
            });
            if let Some(ahead) = ahead {
                weights[ahead] = WHOLE * 3 / 10;
            }
        }
        let mut started = SearchWeights {
            weights,
            visited: 0,
        };
        started.normalise();
        started
    }

    /// The weight of a point in millionths.
    pub fn of(&self, point: usize) -> i64 {
        self.weights.get(point).copied().unwrap_or(0)
    }

    /// Number of points that have been looked at.
    pub fn visited(&self) -> u32 {
        self.visited
    }

    /// Lets weight flow along the edges for some ticks: four tenths of a difference in a second.
    pub fn spread(&mut self, graph: &SearchGraph, ticks: u32) {
        let mut flow = vec![0; self.weights.len()];
        for (a, b) in &graph.edges {
            let (a, b) = (*a as usize, *b as usize);
            let between = self.of(b) - self.of(a);
            let share = between * 4 * i64::from(ticks) / (10 * TICKS_PER_SECOND);
            flow[a] += share;
            flow[b] -= share;
        }
        let weights = self.weights.iter_mut().zip(flow);
        weights.for_each(|(weight, flow)| *weight = (*weight + flow).max(0));
        self.normalise();
    }

    /// Takes the weight from a point that has been looked at.
    pub fn look_at(&mut self, point: usize) {
        if let Some(weight) = self.weights.get_mut(point) {
            *weight = 0;
            self.visited += 1;
        }
        self.normalise();
    }

    /// The point to visit next: the one with the largest weight, which ten metres of way halve,
    /// with a tenth of chance. `ways_mm` holds the length of the way to each point, or `None`.
    pub fn next(&self, ways_mm: &[Option<u32>], draw: Draw) -> Option<usize> {
        let rating = |n: &usize| {
            let way = ways_mm.get(*n).copied().flatten()?;
            let chance = draw.between(*n as u64, 900, 1_100);
            Some(self.of(*n) * 10_000 / (10_000 + i64::from(way)) * chance)
        };
        let rated = (0..self.weights.len()).filter_map(|n| Some((rating(&n)?, n)));
        let rated = rated.filter(|(rating, _)| *rating > 0);
        rated
            .max_by_key(|(rating, n)| (*rating, Reverse(*n)))
            .map(|(_, n)| n)
    }

    fn normalise(&mut self) {
        let sum: i64 = self.weights.iter().sum();
        if sum > 0 {
            let scaled = |weight: i64| weight * WHOLE / sum;
            self.weights
                .iter_mut()
                .for_each(|weight| *weight = scaled(*weight));
        }
    }
}
