//! The cheapest way from tile to tile: A* over stops.
//!
//! A node is a connector at a floor. Entering a lift is paid on arrival at its stop, because walkers
//! go to a stop only to board. So one node for each stop gives exact costs.

use super::connector::ShaftNumber;
use super::plates::PlateNumber;
use super::{Shaft, Tower};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A part of a route.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leg {
    /// A straight walk on one floor.
    Walk {
        /// The floor.
        floor: u16,
        /// The first tile.
        from: u16,
        /// The last tile.
        to: u16,
    },
    /// A ride.
    Ride {
        /// By which connector.
        by: ShaftNumber,
        /// The floor of boarding.
        from: u16,
        /// The floor of getting off.
        to: u16,
    },
}

/// A way from tile to tile.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Route {
    /// Its parts, in order. Walks of no length are left out.
    pub legs: Vec<Leg>,
    /// The cost, in tiles of walking.
    pub cost: u32,
}

/// Memory of searches, kept between them so that they do not allocate.
#[derive(Clone, Debug, Default)]
pub struct RouteFinder {
    nodes: Vec<Node>,
    search: u32,
    open: BinaryHeap<Reverse<(u32, Reverse<u32>, u32)>>,
    /// Number of stops that the last search expanded.
    pub expanded: usize,
    /// Number of searches so far. Trips on one plate, and between parts that do not hang together,
    /// need none.
    pub searches: u64,
}

#[derive(Clone, Copy, Debug, Default)]
struct Node {
    /// The search that wrote it.
    search: u32,
    cost: u32,
    before: u32,
    is_closed: bool,
}

/// No node.
const NONE: u32 = u32::MAX;

/// A tile: floor and x.
type Tile = (u16, u16);

impl RouteFinder {
    /// The cheapest way between two tiles; `None` if there is none.
    pub fn route(&mut self, tower: &mut Tower, from: Tile, to: Tile) -> Option<Route> {
        self.expanded = 0;
        let start = tower.plate_at(from.0, from.1)?;
        let goal = tower.plate_at(to.0, to.1)?;
        if start == goal {
            let mut route = Route::default();
            route.walk(from.0, from.1, to.1);
            return Some(route);
        }
        if !tower.are_joined(start, goal) {
            return None;
        }
        self.searches += 1;
        self.search(tower, (start, from), (goal, to))
    }

    fn search(
        &mut self,
        tower: &Tower,
        (start, from): (PlateNumber, Tile),
        (goal, to): (PlateNumber, Tile),
    ) -> Option<Route> {
        let floors = u32::from(tower.floors());
        let count = tower.shafts.len() as u32 * floors;
        self.begin(count);
        let open_shafts = tower.shafts.iter().flatten().filter(|shaft| shaft.open);
        let cheapest = open_shafts.map(|shaft| shaft.kind.floor_cost()).min()?;
        let left = |floor: u16, x: u16| {
            cheapest * u32::from(floor.abs_diff(to.0)) + u32::from(x.abs_diff(to.1))
        };
        let the_goal = count;
        for (index, shaft) in on_plate(tower, start) {
            let node = u32::from(index) * floors + u32::from(from.0);
            let cost = u32::from(shaft.x.abs_diff(from.1)) + shaft.kind.boarding_cost();
            self.relax(node, NONE, cost, left(from.0, shaft.x));
        }
        while let Some(Reverse((_, Reverse(cost), node))) = self.open.pop() {
            if self.is_over(node, cost) {
                continue;
            }
            if node == the_goal {
                return Some(self.retrace(tower, node, from, to));
            }
            self.expanded += 1;
            let (index, floor) = (node / floors, (node % floors) as u16);
            let Some(shaft) = tower.shaft(ShaftNumber(index as u16)) else {
                continue;
            };
            for upwards in [false, true] {
                if let Some(next) = shaft.next_stop(floor, upwards) {
                    let ride = shaft.kind.floor_cost() * u32::from(next.abs_diff(floor));
                    let other = index * floors + u32::from(next);
                    self.relax(other, node, cost + ride, left(next, shaft.x));
                }
            }
            let Some(plate) = shaft.stop(floor) else {
                continue;
            };
            if plate == goal {
                let walk = u32::from(shaft.x.abs_diff(to.1));
                self.relax(the_goal, node, cost + walk, 0);
            }
            for (other, next) in on_plate(tower, plate) {
                let walk = u32::from(shaft.x.abs_diff(next.x)) + next.kind.boarding_cost();
                let other = u32::from(other) * floors + u32::from(floor);
                self.relax(other, node, cost + walk, left(floor, next.x));
            }
        }
        None
    }

    fn begin(&mut self, count: u32) {
        self.open.clear();
        self.search = self.search.wrapping_add(1);
        let needed = count as usize + 1;
        if self.nodes.len() < needed || self.search == 0 {
            self.search = 1;
            self.nodes.clear();
            self.nodes.resize(needed, Node::default());
        }
    }

    fn relax(&mut self, node: u32, before: u32, cost: u32, left: u32) {
        let search = self.search;
        let Some(known) = self.nodes.get_mut(node as usize) else {
            return;
        };
        if known.search == search && known.cost <= cost {
            return;
        }
        *known = Node {
            search,
            cost,
            before,
            is_closed: false,
        };
        // Of equal estimates, the one with the longer known part comes first.
        let key = (cost + left, Reverse(cost), node);
        self.open.push(Reverse(key));
    }

    /// Whether an entry of the open list is out of date; else the node is closed by it.
    fn is_over(&mut self, node: u32, cost: u32) -> bool {
        let Some(known) = self.nodes.get_mut(node as usize) else {
            return true;
        };
        let over = known.is_closed || known.cost != cost;
        known.is_closed = true;
        over
    }

    fn retrace(&self, tower: &Tower, goal: u32, from: Tile, to: Tile) -> Route {
        let floors = u32::from(tower.floors());
        let mut stops = vec![];
        let mut node = self.nodes[goal as usize].before;
        while let Some(known) = self.nodes.get(node as usize) {
            stops.push((ShaftNumber((node / floors) as u16), (node % floors) as u16));
            node = known.before;
        }
        stops.reverse();
        let mut route = Route {
            legs: vec![],
            cost: 0,
        };
        let mut here = from;
        let mut last: Option<ShaftNumber> = None;
        for (by, floor) in stops {
            let x = tower.shaft(by).map_or(here.1, |shaft| shaft.x);
            match last == Some(by) && floor != here.0 {
                true => route.ride(by, here.0, floor),
                false => route.walk(floor, here.1, x),
            }
            last = Some(by);
            here = (floor, x);
        }
        route.walk(to.0, here.1, to.1);
        route.cost = self.nodes[goal as usize].cost;
        route
    }
}

/// The running connectors that stop on a plate.
fn on_plate(tower: &Tower, plate: PlateNumber) -> impl Iterator<Item = (u16, &Shaft)> {
    let plate = tower.plate(plate).into_iter();
    let shafts = plate.flat_map(|plate| plate.shafts.iter());
    shafts.filter_map(|index| {
        let shaft = tower.shaft(ShaftNumber(*index))?;
        shaft.open.then_some((*index, shaft))
    })
}

impl Route {
    fn walk(&mut self, floor: u16, from: u16, to: u16) {
        if from != to {
            self.cost += u32::from(from.abs_diff(to));
            self.legs.push(Leg::Walk { floor, from, to });
        }
    }

    /// Adds a ride, or lengthens the last one.
    fn ride(&mut self, by: ShaftNumber, from: u16, to: u16) {
        match self.legs.last_mut() {
            Some(Leg::Ride {
                by: last, to: end, ..
            }) if *last == by => *end = to,
            _ => self.legs.push(Leg::Ride { by, from, to }),
        }
    }
}
