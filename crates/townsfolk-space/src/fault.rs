//! Problems of a plan. A faulty part is left out; the rest is built.

use std::fmt;

/// A problem of a [`GroundPlan`](crate::GroundPlan): what is wrong with which part.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Fault {
    /// The part.
    pub part: Part,
    /// What is wrong with it.
    pub problem: Problem,
}

/// A part of a plan, by its index in its list.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Part {
    /// A plate.
    Plate(u32),
    /// An opening.
    Opening(u32),
    /// An obstacle.
    Obstacle(u32),
    /// A light.
    Light(u32),
    /// A route, and a step of it.
    Route(u32, u32),
    /// A zone.
    Zone(u32),
    /// A post.
    Post(u32),
}

/// What is wrong with a part.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Problem {
    /// It has no area, no height or no width. It is left out.
    Empty,
    /// It is more than a thousand kilometres away. It is left out.
    TooFar,
    /// It lies on the ground of an earlier part of the same kind, by index. A plate is left out.
    Overlaps(u32),
    /// No plate is under it.
    OffTheGround,
    /// It is inside an obstacle, by index.
    InsideObstacle(u32),
    /// It is so near to a wall or obstacle that a body does not fit.
    TooTight,
    /// It names a plate that does not exist. It is left out.
    UnknownPlate,
    /// The plates that it connects have no border there. It is left out.
    NoBorder,
    /// Its name is used by an earlier part, by index. It is left out.
    SameName(u32),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.part {
            Part::Plate(n) => write!(f, "plate {n} "),
            Part::Opening(n) => write!(f, "opening {n} "),
            Part::Obstacle(n) => write!(f, "obstacle {n} "),
            Part::Light(n) => write!(f, "light {n} "),
            Part::Route(n, step) => write!(f, "step {step} of route {n} "),
            Part::Zone(n) => write!(f, "zone {n} "),
            Part::Post(n) => write!(f, "post {n} "),
        }?;
        match self.problem {
            Problem::Empty => write!(f, "has no size"),
            Problem::TooFar => write!(f, "is too far away"),
            Problem::Overlaps(n) => write!(f, "overlaps with number {n}"),
            Problem::OffTheGround => write!(f, "is not on the ground"),
            Problem::InsideObstacle(n) => write!(f, "is inside obstacle {n}"),
            Problem::TooTight => write!(f, "is so near to a wall that a body does not fit"),
            Problem::UnknownPlate => write!(f, "names a plate that does not exist"),
            Problem::NoBorder => write!(f, "connects plates that have no border there"),
            Problem::SameName(n) => write!(f, "has the same name as number {n}"),
        }
    }
}
