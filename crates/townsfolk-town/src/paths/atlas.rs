//! Plates with their connectors, and the core of the network.
//!
//! Most plates of a town are dead ends: a room behind a room, a house with one door. A dead end has
//! one way out, which needs no search. The rest, the *core*, consists of streets and plates with
//! two doors to them; only there routes are searched. This is exact: a dead end is on no shortest
//! way between two other plates.

use super::cells::Cells;
use super::length_mm;
use crate::plan::index::PlateIndex;
use crate::plan::obstacles;
use crate::plan::{Connector, ConnectorId, Plan, PlanError, Plate, PlateId, Way};
use std::collections::BTreeMap;
use std::sync::Arc;
use townsfolk::Place;
use townsfolk_space::Space;

/// Cost of stairs, as a multiple of their length.
const STAIRS: u64 = 2;

/// A plan prepared for walking. Everything in it is derived from the plan.
#[derive(Clone, Debug)]
pub struct Atlas {
    plan: Arc<Plan>,
    index: PlateIndex,
    ground: Vec<Option<Box<Cells>>>,
    /// Walls and cover, if the plan has any.
    cover: Option<Box<Space>>,
    /// Connectors of each plate, in order.
    ways: Vec<Vec<ConnectorId>>,
    /// Connectors of a core plate that lead to another, as numbered ends: twice the connector, plus
    /// one for its second side.
    through: Vec<Vec<(u32, Place)>>,
    /// Windows of the plates that have any, in order.
    windows: BTreeMap<PlateId, Vec<ConnectorId>>,
    /// The way out of each dead end.
    out: Vec<Option<ConnectorId>>,
    /// Number of ways out from there to the core.
    depth: Vec<u32>,
}

impl Atlas {
    /// Prepares a plan, if it has no problems.
    pub fn of(plan: Arc<Plan>) -> Result<Atlas, Vec<PlanError>> {
        let problems = plan.problems();
        if !problems.is_empty() {
            return Err(problems);
        }
        Ok(Atlas::of_sound(plan))
    }

    /// No plan: open ground.
    pub fn open() -> Atlas {
        Atlas::of_sound(Arc::default())
    }

    fn of_sound(plan: Arc<Plan>) -> Atlas {
        let mut ways = vec![vec![]; plan.plates.len()];
        let mut windows: BTreeMap<PlateId, Vec<ConnectorId>> = BTreeMap::new();
        for (connector, id) in plan.connectors.iter().zip(0..) {
            for plate in connector.between {
                match ways.get_mut(plate.index()) {
                    Some(ways) if connector.is_walkable() => ways.push(ConnectorId(id)),
                    _ => windows.entry(plate).or_default().push(ConnectorId(id)),
                }
            }
        }
        let ground = plan.plates.iter().map(|plate| {
            let rough = !plate.rough.is_empty();
            rough.then(|| Box::new(Cells::of(plate)))
        });
        let ground = ground.collect();
        let count = plan.plates.len();
        let index = PlateIndex::of(&plan);
        let arena = plan.arena.as_deref();
        let cover = arena.map(|arena| Box::new(Space::build(&obstacles(arena)).0));
        let mut atlas = Atlas {
            cover,
            plan,
            index,
            ground,
            ways,
            through: vec![],
            windows,
            out: vec![None; count],
            depth: vec![0; count],
        };
        atlas.find_ways_out();
        let plates = (0..count).map(|n| PlateId(n as u32));
        atlas.through = plates.map(|plate| atlas.ways_through(plate)).collect();
        atlas
    }

    /// The plan.
    pub fn plan(&self) -> &Arc<Plan> {
        &self.plan
    }

    /// Whether a connector is the only way out of a plate.
    pub(crate) fn is_way_out(&self, from: PlateId, by: ConnectorId) -> bool {
        let mut here = from;
        while let Some(way) = self.out.get(here.index()).copied().flatten() {
            if way == by {
                return true;
            }
            let ends = self.plan.connector(way).map(|way| way.between);
            let Some([a, b]) = ends else {
                return false;
            };
            here = if a == here { b } else { a };
        }
        false
    }

    /// The plate that holds a place.
    pub fn plate_at(&self, at: Place) -> Option<PlateId> {
        self.index.plate_at(&self.plan, at)
    }

    /// A plate by its number.
    pub fn plate(&self, id: PlateId) -> Option<&Plate> {
        self.plan.plate(id)
    }

    /// The ground of a plate that has furniture.
    pub fn cells(&self, plate: PlateId) -> Option<&Cells> {
        self.ground.get(plate.index())?.as_deref()
    }

    /// Whether no wall and no cover is between two points.
    pub(crate) fn is_clear_of_cover(&self, from: Place, to: Place) -> bool {
        self.cover.as_ref().is_none_or(|cover| cover.ray(from, to))
    }

    /// The nearest place to stand, out of doors if the place is off all plates.
    pub fn ground_near(&self, at: Place) -> Place {
        match self.plate_at(at) {
            Some(plate) => self.standing_at(plate, at),
            None => {
                let outdoors = self.index.outdoors_near(&self.plan, at);
                outdoors.map_or(at, |(plate, inside)| self.standing_at(plate, inside))
            }
        }
    }

    /// The nearest place to stand on a plate.
    pub fn standing_at(&self, plate: PlateId, at: Place) -> Place {
        let cells = self.cells(plate);
        cells.and_then(|cells| cells.standing_at(at)).unwrap_or(at)
    }

    /// Whether a character can stand at a place on a plate.
    pub fn is_free(&self, plate: PlateId, at: Place) -> bool {
        let holds = self.plate(plate).is_some_and(|plate| plate.holds(at));
        let cells = self.cells(plate);
        holds && cells.is_none_or(|cells| cells.value_at(at) < crate::plan::BLOCKED)
    }

    /// The walkable connectors of a plate.
    pub fn ways(&self, plate: PlateId) -> &[ConnectorId] {
        self.ways.get(plate.index()).map_or(&[], Vec::as_slice)
    }

    /// All connectors of a plate, also windows.
    pub(crate) fn openings(&self, plate: PlateId) -> impl Iterator<Item = ConnectorId> {
        let windows = self.windows.get(&plate).map_or(&[][..], Vec::as_slice);
        self.ways(plate).iter().chain(windows).copied()
    }

    /// The way out of a dead end.
    pub(crate) fn way_out(&self, plate: PlateId) -> Option<ConnectorId> {
        self.out.get(plate.index()).copied().flatten()
    }

    pub(crate) fn depth(&self, plate: PlateId) -> u32 {
        self.depth.get(plate.index()).copied().unwrap_or(0)
    }

    pub(crate) fn is_core(&self, plate: PlateId) -> bool {
        self.way_out(plate).is_none()
    }

    /// The ends of core connectors on a plate, with their positions.
    pub(crate) fn through(&self, plate: PlateId) -> &[(u32, Place)] {
        self.through.get(plate.index()).map_or(&[], Vec::as_slice)
    }

    fn ways_through(&self, plate: PlateId) -> Vec<(u32, Place)> {
        if !self.is_core(plate) {
            return vec![];
        }
        let ways = self.ways(plate).iter();
        let through = ways.filter_map(|way| {
            self.beyond(*way, plate)
                .filter(|next| self.is_core(*next))?;
            let connector = self.plan.connector(*way)?;
            let side = connector.side_on(plate)?;
            let end = way.0.checked_mul(2)?.checked_add(side as u32)?;
            Some((end, *connector.ends.get(side)?))
        });
        through.collect()
    }

    /// The cost of passing a connector.
    pub(crate) fn crossing_cost(connector: &Connector) -> u64 {
        let [a, b] = connector.ends;
        let length = length_mm(a, b);
        match connector.way {
            Way::Stairs => length.saturating_mul(STAIRS),
            _ => length,
        }
    }

    /// Removes plates with one remaining way, one after the other.
    fn find_ways_out(&mut self) {
        let mut left: Vec<usize> = self.ways.iter().map(Vec::len).collect();
        let mut order = vec![];
        let ends = (0..left.len()).filter(|n| left.get(*n) == Some(&1));
        let mut open: Vec<usize> = ends.collect();
        while let Some(plate) = open.pop() {
            if left.get(plate) != Some(&1) {
                continue;
            }
            let id = PlateId(plate as u32);
            let remaining = self.ways(id).iter().copied();
            let beyond = remaining.filter_map(|way| Some((way, self.beyond(way, id)?)));
            let mut beyond = beyond.filter(|(_, next)| left.get(next.index()) != Some(&0));
            let Some((way, next)) = beyond.next() else {
                continue;
            };
            if let Some(out) = self.out.get_mut(plate) {
                *out = Some(way);
            }
            if let Some(count) = left.get_mut(plate) {
                *count = 0;
            }
            order.push((plate, next.index()));
            if let Some(count) = left.get_mut(next.index()) {
                *count = count.saturating_sub(1);
                match *count {
                    1 => open.push(next.index()),
                    // The last plate of a tree is its core. It must not count as removed.
                    0 => *count = usize::MAX,
                    _ => {}
                }
            }
        }
        for (plate, next) in order.into_iter().rev() {
            let depth = self.depth.get(next).copied().unwrap_or(0);
            if let Some(known) = self.depth.get_mut(plate) {
                *known = depth + 1;
            }
        }
    }

    /// The plates that can be reached from one directly.
    pub fn plates_beyond(&self, plate: PlateId) -> impl Iterator<Item = PlateId> {
        let ways = self.ways(plate).iter();
        ways.filter_map(move |way| self.beyond(*way, plate))
    }

    /// The plate on the other side.
    pub(crate) fn beyond(&self, way: ConnectorId, plate: PlateId) -> Option<PlateId> {
        let connector = self.plan.connector(way)?;
        let side = connector.side_on(plate)?;
        connector.between.get(1 - side).copied()
    }
}
