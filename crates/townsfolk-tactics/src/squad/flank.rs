//! Flank routes: out to one side, and in from behind.
//!
//! The cost of the ground has a fixed shape that lies along the combat vector and turns with it
//! ([`InFrontOf`]). Routes that look for hidden ground flicker with every step of the enemy; this
//! shape does not.

use serde::{Deserialize, Serialize};
use townsfolk_core::{Angle, Place};
use townsfolk_space::{InFrontOf, NODES, Side, Space};

/// The goal is so far behind the enemy.
pub const GOAL_MM: i32 = 6_000;

/// The cost of the other side must be below this share of the cost of the side that was taken last, in
/// thousandths.
const CHEAPER: u64 = 800;

/// A way around an enemy.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FlankRoute {
    /// Its corners, from start to goal.
    pub way: Vec<Place>,
    /// Its cost: its length in millimetres, and what the shape adds.
    pub cost: u32,
    /// The side on which it passes the enemy.
    pub side: Side,
}

/// The cheapest route around an enemy on one side. `front` leads from the enemy to the squad.
pub fn route(
    space: &Space,
    from: Place,
    enemy: Place,
    front: Angle,
    side: Side,
) -> Option<FlankRoute> {
    let shape = InFrontOf {
        side: Some(side),
        ..InFrontOf::of(enemy, front)
    };
    let goal = shape.goal(GOAL_MM);
    let goal = space.snap(goal).unwrap_or(goal);
    let path = space.path(from, goal, &shape, NODES).found()?;
    Some(FlankRoute {
        way: path.points,
        cost: path.cost_mm,
        side,
    })
}

/// The cheaper of the routes on both sides. The side of the last route stays unless the other is
/// cheaper by a fifth.
pub fn best_route(
    space: &Space,
    from: Place,
    enemy: Place,
    front: Angle,
    last: Option<Side>,
) -> Option<FlankRoute> {
    let first = last.unwrap_or(Side::Left);
    let kept = route(space, from, enemy, front, first);
    let other = route(space, from, enemy, front, first.other());
    let share = if last.is_some() { CHEAPER } else { 1000 };
    match (kept, other) {
        (Some(kept), Some(other)) => {
            let changes = u64::from(other.cost) * 1000 < u64::from(kept.cost) * share;
            Some(if changes { other } else { kept })
        }
        (kept, other) => kept.or(other),
    }
}
