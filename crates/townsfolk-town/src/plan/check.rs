//! Problems of a plan, in words that lead to the mistake.

use super::index::{PlateIndex, is_too_large};
use super::{BLOCKED, Connector, ConnectorId, Plan, Plate, PlateId, Way};
use crate::paths::cells::{CELL_MM, Cells};
use std::collections::BTreeSet;
use townsfolk::Place;
use townsfolk_core::AreaId;

/// Maximum number of cells of a plate with furniture.
const FURNISHED_MAX: i64 = 1 << 22;

/// A problem of a plan.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlanError {
    /// An area is part of one that does not come before it.
    AreaOutOfOrder(String),
    /// Two areas have one id.
    AreaTwice(String),
    /// A plate belongs to an area that is not in the plan.
    NoSuchArea(PlateId),
    /// A plate has no extent, or no height.
    NoGround(PlateId, String),
    /// A plate is larger than four kilometres square, or has furniture and is larger than one.
    TooLarge(PlateId, String),
    /// Two plates have ground in common.
    Overlap(PlateId, PlateId, String, String),
    /// A connector names a missing plate, or one plate twice.
    NoSuchPlate(ConnectorId),
    /// A connector does not lie on the border of its plates.
    TouchesNothing(ConnectorId, String, String),
    /// A location stands outside its plate.
    SpotOutside(usize, String),
    /// There is no way from the first plate to this one.
    Unreachable(PlateId, String),
    /// Furniture cuts a plate in two: a door or location cannot be reached from another.
    WalledIn(PlateId, String, Place),
}

impl std::fmt::Display for PlanError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let metres = |mm: i32| format!("{}.{}", mm.div_euclid(1000), mm.rem_euclid(1000) / 100);
        match self {
            PlanError::AreaOutOfOrder(name) => write!(
                f,
                "the area {name} is part of one that does not come before it in the plan"
            ),
            PlanError::AreaTwice(name) => write!(f, "the area {name} is in the plan twice"),
            PlanError::NoSuchArea(plate) => {
                write!(
                    f,
                    "plate {} belongs to an area that is not in the plan",
                    plate.0
                )
            }
            PlanError::NoGround(plate, area) => {
                write!(f, "plate {} in {area} has no room to stand in", plate.0)
            }
            PlanError::TooLarge(plate, area) => {
                write!(
                    f,
                    "plate {} in {area} is too large: cut it in pieces",
                    plate.0
                )
            }
            PlanError::Overlap(a, b, one, other) => write!(
                f,
                "plate {} in {one} and plate {} in {other} lie on the same ground",
                a.0, b.0
            ),
            PlanError::NoSuchPlate(id) => {
                write!(
                    f,
                    "connector {} does not lead from one plate to another",
                    id.0
                )
            }
            PlanError::TouchesNothing(id, one, other) => write!(
                f,
                "connector {} does not lie where {one} and {other} meet",
                id.0
            ),
            PlanError::SpotOutside(index, area) => {
                write!(f, "location {index} does not stand on its plate in {area}")
            }
            PlanError::Unreachable(plate, area) => write!(
                f,
                "nobody can get to {area} (plate {}): no door leads there",
                plate.0
            ),
            PlanError::WalledIn(plate, area, at) => write!(
                f,
                "in {area} (plate {}) furniture cuts off what is at {}, {} m",
                plate.0,
                metres(at.x_mm),
                metres(at.y_mm)
            ),
        }
    }
}

impl std::error::Error for PlanError {}

impl Plan {
    /// All problems; empty if the plan can be used.
    pub fn problems(&self) -> Vec<PlanError> {
        let mut found = vec![];
        self.check_areas(&mut found);
        self.check_plates(&mut found);
        self.check_connectors(&mut found);
        self.check_spots(&mut found);
        // Problems that follow from these are not reported.
        if found.is_empty() {
            self.check_reach(&mut found);
            self.check_furniture(&mut found);
        }
        found
    }

    fn check_areas(&self, found: &mut Vec<PlanError>) {
        let mut known = BTreeSet::new();
        for area in &self.areas {
            if area.within.is_some_and(|whole| !known.contains(&whole)) {
                found.push(PlanError::AreaOutOfOrder(area.name.clone()));
            }
            if !known.insert(area.id) {
                found.push(PlanError::AreaTwice(area.name.clone()));
            }
        }
    }

    fn check_plates(&self, found: &mut Vec<PlanError>) {
        let known: BTreeSet<AreaId> = self.areas.iter().map(|area| area.id).collect();
        for (plate, id) in self.plates.iter().zip(0..) {
            if !known.contains(&plate.area) {
                found.push(PlanError::NoSuchArea(PlateId(id)));
            }
            let side = plate.rect.wide().min(plate.rect.deep());
            if side < CELL_MM || plate.height_mm <= 0 {
                found.push(PlanError::NoGround(PlateId(id), self.name_of(PlateId(id))));
            }
            let cells = |mm: i32| i64::from(mm / CELL_MM) + 1;
            let cells = cells(plate.rect.wide()).saturating_mul(cells(plate.rect.deep()));
            let littered = !plate.rough.is_empty() && cells > FURNISHED_MAX;
            if littered || is_too_large(&plate.rect) {
                found.push(PlanError::TooLarge(PlateId(id), self.name_of(PlateId(id))));
            }
        }
        let mut overlaps = BTreeSet::new();
        for here in PlateIndex::of(self).neighbourhoods() {
            for (n, a) in here.iter().enumerate() {
                let others = here.iter().skip(n + 1);
                overlaps.extend(others.filter(|b| self.overlap(*a, **b)).map(|b| (*a, *b)));
            }
        }
        found.extend(
            overlaps
                .into_iter()
                .map(|(a, b)| PlanError::Overlap(a, b, self.name_of(a), self.name_of(b))),
        );
    }

    fn overlap(&self, a: PlateId, b: PlateId) -> bool {
        let (Some(a), Some(b)) = (self.plate(a), self.plate(b)) else {
            return false;
        };
        let top = |plate: &Plate| i64::from(plate.z_mm) + i64::from(plate.height_mm);
        let level = i64::from(a.z_mm) < top(b) && i64::from(b.z_mm) < top(a);
        level && a.rect.overlaps(&b.rect)
    }

    fn check_connectors(&self, found: &mut Vec<PlanError>) {
        for (connector, id) in self.connectors.iter().zip(0..) {
            let [a, b] = connector.between;
            let (Some(one), Some(other), false) = (self.plate(a), self.plate(b), a == b) else {
                found.push(PlanError::NoSuchPlate(ConnectorId(id)));
                continue;
            };
            if !touches(connector, one, other) {
                let (one, other) = (self.name_of(a), self.name_of(b));
                found.push(PlanError::TouchesNothing(ConnectorId(id), one, other));
            }
        }
    }

    fn check_spots(&self, found: &mut Vec<PlanError>) {
        for (index, spot) in self.spots.iter().enumerate() {
            if !self
                .plate(spot.plate)
                .is_some_and(|plate| plate.holds(spot.at))
            {
                found.push(PlanError::SpotOutside(index, self.name_of(spot.plate)));
            }
        }
    }

    fn check_reach(&self, found: &mut Vec<PlanError>) {
        let mut ways: Vec<Vec<PlateId>> = vec![vec![]; self.plates.len()];
        for connector in self.connectors.iter().filter(|way| way.is_walkable()) {
            let [a, b] = connector.between;
            if let Some(ways) = ways.get_mut(a.index()) {
                ways.push(b);
            }
            if let Some(ways) = ways.get_mut(b.index()) {
                ways.push(a);
            }
        }
        let mut reached = BTreeSet::new();
        let mut open = vec![PlateId(0)];
        while let Some(next) = open.pop() {
            if reached.insert(next) {
                open.extend(ways.get(next.index()).into_iter().flatten());
            }
        }
        let all = (0..self.plates.len()).map(|n| PlateId(n as u32));
        let missed = all.filter(|id| !reached.contains(id));
        found.extend(missed.map(|id| PlanError::Unreachable(id, self.name_of(id))));
    }

    fn check_furniture(&self, found: &mut Vec<PlanError>) {
        let mut ends: Vec<Vec<(Place, bool)>> = vec![vec![]; self.plates.len()];
        for connector in self.connectors.iter().filter(|way| way.is_walkable()) {
            for (plate, end) in connector.between.iter().zip(connector.ends) {
                if let Some(ends) = ends.get_mut(plate.index()) {
                    ends.push((end, true));
                }
            }
        }
        for spot in &self.spots {
            if let Some(ends) = ends.get_mut(spot.plate.index()) {
                ends.push((spot.at, false));
            }
        }
        for ((plate, ends), id) in self.plates.iter().zip(&ends).zip(0..) {
            if plate.rough.is_empty() {
                continue;
            }
            let cells = Cells::of(plate);
            let parts = cells.parts();
            let part = |(at, is_way): &(Place, bool)| {
                // Beside a prop is near enough, beside a door is not.
                let shut = *is_way && cells.value_at(*at) >= BLOCKED;
                let cell = cells.nearest_free(*at).filter(|_| !shut);
                cell.and_then(|cell| parts.get(cell))
            };
            let first = ends.first().and_then(part);
            let cut_off = |end: &&(Place, bool)| part(end) != first || first.is_none();
            if let Some((at, _)) = ends.iter().find(cut_off) {
                let area = self.name_of(PlateId(id));
                found.push(PlanError::WalledIn(PlateId(id), area, *at));
            }
        }
    }

    pub(crate) fn name_of(&self, plate: PlateId) -> String {
        let area = self.plate(plate).and_then(|plate| self.area(plate.area));
        area.map_or_else(|| "an unknown area".to_owned(), |area| area.name.clone())
    }
}

fn touches(connector: &Connector, one: &Plate, other: &Plate) -> bool {
    let [a, b] = connector.ends;
    if connector.way == Way::Stairs {
        // A character that stops on the stairs is still in the room below.
        let shaft = [one, other].iter().all(|plate| {
            [a, b]
                .iter()
                .all(|end| plate.rect.holds(end.x_mm, end.y_mm))
        });
        return shaft && one.holds(a) && other.holds(b);
    }
    let Some(border) = one.rect.border_with(&other.rect) else {
        return false;
    };
    let (at, along) = match border.upright {
        true => (a.x_mm, a.y_mm),
        false => (a.y_mm, a.x_mm),
    };
    let half = connector.width_mm / 2;
    let within =
        along.saturating_sub(half) >= border.low && along.saturating_add(half) <= border.high;
    let level = one.z_mm == other.z_mm && a.z_mm == one.z_mm;
    a == b && level && at == border.at && within && connector.width_mm > 0
}
