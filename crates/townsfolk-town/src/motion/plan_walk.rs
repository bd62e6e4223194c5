//! From a route to a walk.

use super::gate::Gates;
use super::lane;
use super::walk::{Steps, Walk};
use crate::paths::{Atlas, Crossing, Finder, Route, length_mm};
use crate::plan::{Connector, PlateId, Way};
use serde::{Deserialize, Serialize};
use townsfolk::Place;
use townsfolk_core::{CharacterId, Tick};

/// Distance of the first in a queue from the door.
const BEFORE_MM: i64 = 700;

/// Distance between those in a queue.
const APART_MM: i64 = 600;

/// Factor of duration on stairs.
const STAIRS: u64 = 2;

/// The level of detail of a walk.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
pub enum Detail {
    /// Around furniture, in lanes, giving way at doors.
    #[default]
    Near,
    /// Straight across each plate, in the same time.
    Far,
}

/// A walker.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Walker {
    /// The character.
    pub who: CharacterId,
    /// Millimetres in a second.
    pub pace_mm: i32,
    /// Distance from the middle of a street.
    pub lane_mm: i32,
    /// The level of detail of the walk.
    pub detail: Detail,
}

/// The inputs of planning.
#[derive(Debug)]
pub struct Planner<'a> {
    /// The prepared plan.
    pub atlas: &'a Atlas,
    /// The route search.
    pub finder: &'a mut Finder,
    /// The slots at narrow places.
    pub gates: &'a mut Gates,
}

impl Planner<'_> {
    /// Plans a walk along a route. It ends at the goal, or at the nearest free place.
    pub fn walk(
        &mut self,
        walker: &Walker,
        route: &Route,
        from: Place,
        to: Place,
        start: Tick,
    ) -> Option<Walk> {
        let mut steps = Steps::new(from, start, walker.pace_mm);
        let mut plate = route.start;
        for crossing in &route.crossings {
            plate = self.cross(&mut steps, walker, plate, *crossing)?;
        }
        self.inside(&mut steps, walker, plate, to)?;
        Some(steps.done())
    }

    /// Goes to a connector and through it; returns the next plate.
    fn cross(
        &mut self,
        steps: &mut Steps,
        walker: &Walker,
        plate: PlateId,
        crossing: Crossing,
    ) -> Option<PlateId> {
        let plan = self.atlas.plan().clone();
        let connector = plan.connector(crossing.way)?;
        let lane = match walker.detail {
            Detail::Near => walker.lane_mm,
            Detail::Far => 0,
        };
        let [near, far] = lane::crossing(&plan, connector, crossing.from, lane);
        let (before, behind) = lane::threshold(&plan, connector, crossing.from, [near, far]);
        self.inside(steps, walker, plate, before)?;
        let gated = walker.detail == Detail::Near && Gates::is_narrow(connector);
        if gated {
            self.give_way(steps, walker, crossing, connector);
        }
        go_along(steps, &[near]);
        steps.pass(crossing.way, gated);
        if connector.way == Way::Stairs {
            steps.go(far, length_mm(near, far).saturating_mul(STAIRS));
        }
        go_along(steps, &[far, behind]);
        connector
            .between
            .get(usize::from(1 - crossing.from.min(1)))
            .copied()
    }

    /// Reserves a slot at a narrow place, and waits for it at some distance.
    fn give_way(
        &mut self,
        steps: &mut Steps,
        walker: &Walker,
        crossing: Crossing,
        connector: &Connector,
    ) {
        let arrives = steps.now();
        let (turn, before) =
            self.gates
                .take_turn(crossing.way, connector, walker.who, arrives, walker.pace_mm);
        let wait = turn.since(arrives);
        if wait.0 <= 0 {
            return;
        }
        let Some(door) = steps.take_back() else {
            return steps.wait(wait);
        };
        let here = steps.here();
        let length = length_mm(here, door) as i64;
        let queue = BEFORE_MM + APART_MM * (before as i64 - 1).max(0);
        let to_queue = (length - queue).max(0);
        let stand = part_of(here, door, to_queue, length);
        if stand != here {
            steps.go(stand, length_mm(here, stand));
        }
        steps.wait(wait);
        steps.go(door, length_mm(stand, door));
    }

    /// Goes to a place on the same plate.
    fn inside(
        &mut self,
        steps: &mut Steps,
        walker: &Walker,
        plate: PlateId,
        to: Place,
    ) -> Option<()> {
        let from = steps.here();
        if from == to {
            return Some(());
        }
        let cells = self.atlas.cells(plate);
        let clear = |points: &[Place]| {
            let mut here = from;
            points.iter().all(|next| {
                let before = std::mem::replace(&mut here, *next);
                cells.is_none_or(|cells| cells.is_clear(before, *next))
            })
        };
        let floor = self.atlas.plate(plate)?;
        let lane = lane::along(floor, from, to, walker.lane_mm);
        if let (Some(points), Detail::Near) = (lane.filter(|points| clear(points)), walker.detail) {
            go_along(steps, &points);
            return Some(());
        }
        let points = match cells {
            Some(cells) => cells.way(&mut self.finder.search, from, to)?,
            None => vec![to],
        };
        match walker.detail {
            Detail::Near => go_along(steps, &points),
            Detail::Far => {
                let mut here = from;
                let length = points.iter().map(|next| {
                    let before = std::mem::replace(&mut here, *next);
                    length_mm(before, *next)
                });
                let length = length.fold(0, u64::saturating_add);
                steps.go(points.last().copied().unwrap_or(to), length);
            }
        }
        Some(())
    }
}

fn go_along(steps: &mut Steps, points: &[Place]) {
    for point in points {
        let here = steps.here();
        if here != *point {
            steps.go(*point, length_mm(here, *point));
        }
    }
}

/// The point at a distance along a line of a given length.
fn part_of(from: Place, to: Place, far: i64, length: i64) -> Place {
    let along = |a: i32, b: i32| {
        let way = (i64::from(b) - i64::from(a)).saturating_mul(far) / length.max(1);
        i32::try_from(i64::from(a) + way).unwrap_or(a)
    };
    Place {
        x_mm: along(from.x_mm, to.x_mm),
        y_mm: along(from.y_mm, to.y_mm),
        z_mm: along(from.z_mm, to.z_mm),
    }
}
