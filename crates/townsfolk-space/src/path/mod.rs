//! Ways over the walkable ground.
//!
//! | file | holds |
//! |---|---|
//! | `shortest` | the shortest way: an exact search over the mesh |
//! | `cells` | the cheapest way with a cost of its own: a search over cells of half a metre |
//! | `frontier` | the open nodes of the search over cells |

mod cells;
mod frontier;
mod shortest;

use crate::cost::PathCost;
use crate::space::Space;
use townsfolk_core::Place;

/// Number of nodes that a search may open unless the caller decides otherwise.
pub const NODES: u32 = 20_000;

/// How far a start or a goal may lie off the walkable ground.
const OFF_MM: u32 = 1_500;

/// The answer of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Way {
    /// A way.
    Found(Path),
    /// There is no way.
    Missing,
    /// The budget of nodes was spent before the search ended.
    Spent,
}

impl Way {
    /// The way, if there is one.
    pub fn found(self) -> Option<Path> {
        match self {
            Way::Found(path) => Some(path),
            Way::Missing | Way::Spent => None,
        }
    }
}

/// A way as a line with corners.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Path {
    /// Its corners, from the start to the goal. Stairs lie between two of them.
    pub points: Vec<Place>,
    /// Its length.
    pub length_mm: u32,
    /// Its length with the extra cost.
    pub cost_mm: u32,
}

/// The distance between samples of a way.
pub const SAMPLE_MM: u32 = 500;

/// Length that a way may run straight toward a target.
const RUN_MAX_MM: u32 = 4_000;

/// Distance to a target that a way from farther away must keep.
const NEAR_MM: i64 = 3_000;

/// How a way approaches a target.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Approach {
    /// The longest part of the way that runs toward the target without a break.
    pub run_mm: u32,
    /// The smallest distance to the target.
    pub nearest_mm: i64,
    /// The distance at the start.
    pub from_mm: i64,
}

impl Path {
    pub(crate) fn of(points: Vec<Place>) -> Path {
        let length: i64 = points
            .windows(2)
            .map(|pair| pair[0].distance_mm(pair[1]))
            .sum();
        let length_mm = u32::try_from(length).unwrap_or(u32::MAX);
        Path {
            points,
            length_mm,
            cost_mm: length_mm,
        }
    }

    /// Points of the way, one for each half metre, with both ends.
    pub fn samples(&self) -> Vec<Place> {
        let mut samples: Vec<Place> = self.points.first().copied().into_iter().collect();
        let mut due = i64::from(SAMPLE_MM);
        for pair in self.points.windows(2) {
            let long = pair[0].distance_mm(pair[1]);
            while due <= long && long > 0 {
                samples.push(between(pair[0], pair[1], due, long));
                due += i64::from(SAMPLE_MM);
            }
            due -= long;
        }
        if samples.last() != self.points.last() {
            samples.extend(self.points.last());
        }
        samples
    }

    /// The point at a distance from the start; the goal if the way is shorter.
    pub fn at(&self, mm: u32) -> Option<Place> {
        let mut rest = i64::from(mm);
        for pair in self.points.windows(2) {
            let long = pair[0].distance_mm(pair[1]);
            if rest < long {
                return Some(between(pair[0], pair[1], rest, long));
            }
            rest -= long;
        }
        self.points.last().copied()
    }

    /// How the way approaches a target. A step runs toward it if it heads less than 60 degrees past
    /// it.
    pub fn approach(&self, target: Place) -> Approach {
        let samples = self.samples();
        let distances = samples.iter().map(|at| at.distance_mm(target));
        let mut approach = Approach {
            run_mm: 0,
            nearest_mm: distances.clone().min().unwrap_or(i64::MAX),
            from_mm: distances.clone().next().unwrap_or(i64::MAX),
        };
        let mut run = 0;
        for pair in samples.windows(2) {
            let part = |a: i32, b: i32| i128::from(b) - i128::from(a);
            let offset = |a: Place, b: Place| (part(a.x_mm, b.x_mm), part(a.y_mm, b.y_mm));
            let (step, to) = (offset(pair[0], pair[1]), offset(pair[0], target));
            let dot = step.0 * to.0 + step.1 * to.1;
            let square = |v: (i128, i128)| v.0 * v.0 + v.1 * v.1;
            let toward = dot > 0 && 4 * dot * dot > square(step) * square(to);
            let long = u32::try_from(pair[0].distance_mm(pair[1])).unwrap_or(u32::MAX);
            run = if toward { run + long } else { 0 };
            approach.run_mm = approach.run_mm.max(run);
        }
        approach
    }

    /// Whether the way runs straight at a target for more than four metres, or comes nearer to it
    /// than three metres from farther away.
    pub fn runs_toward(&self, target: Place) -> bool {
        let approach = self.approach(target);
        let passes = approach.nearest_mm < NEAR_MM && approach.from_mm > NEAR_MM;
        approach.run_mm > RUN_MAX_MM || passes
    }
}

fn between(a: Place, b: Place, part: i64, whole: i64) -> Place {
    let mix = |a: i32, b: i32| {
        let (a, b) = (i64::from(a), i64::from(b));
        (a + (b - a) * part / whole.max(1)) as i32
    };
    Place {
        x_mm: mix(a.x_mm, b.x_mm),
        y_mm: mix(a.y_mm, b.y_mm),
        z_mm: mix(a.z_mm, b.z_mm),
    }
}

impl Space {
    /// The cheapest way from one place to another, opening at most a number of nodes.
    ///
    /// Places off the walkable ground stand for the nearest point on it within a metre and a half.
    /// Without extra cost the way is exactly the shortest one.
    pub fn path(&self, from: Place, to: Place, cost: &dyn PathCost, nodes: u32) -> Way {
        let near = |at: Place| self.snap(at).filter(|found| at.is_within(*found, OFF_MM));
        let (Some(from), Some(to)) = (near(from), near(to)) else {
            return Way::Missing;
        };
        match cost.is_plain() {
            true => shortest::search(self, from, to, nodes),
            false => cells::search(self, from, to, cost, nodes),
        }
    }

    /// The extra cost of a straight walk plus its length, sampled every quarter of a metre;
    /// `None` if it crosses closed ground.
    pub fn cost_of_walk(&self, from: Place, to: Place, cost: &dyn PathCost) -> Option<u64> {
        cells::cost_of_walk(from, to, cost)
    }
}
