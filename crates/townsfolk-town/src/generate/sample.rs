//! The sample, divided into units that can be copied: its buildings and squares.

use crate::plan::derive::Content;
use crate::plan::{ConnectorId, Plan, PlateId, PlateUse, Rect, Way};
use std::collections::{BTreeMap, BTreeSet};
use townsfolk_core::{AreaId, MemberId};
use townsfolk_mind::{Moment, schedule};
use townsfolk_module::mind::{CastMember, ScheduleEntry, Venue};
use townsfolk_module::{Module, Symbols};

/// A time at which everyone is at home.
const NIGHT: Moment = Moment(3 * 3600);

/// A building or a square of the sample, by its number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct UnitId(pub(super) usize);

/// A side of a rectangle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Side {
    South,
    North,
    West,
    East,
}

/// The front door of a building.
#[derive(Clone, Copy, Debug)]
pub(super) struct Front {
    pub(super) side: Side,
    pub(super) door: ConnectorId,
    /// The room behind it.
    pub(super) plate: PlateId,
}

/// A building, or a square.
#[derive(Clone, Debug)]
pub(super) struct Unit {
    pub(super) plates: Vec<PlateId>,
    /// Doors and stairs inside.
    pub(super) inner: Vec<ConnectorId>,
    /// Windows to the outside.
    pub(super) windows: Vec<ConnectorId>,
    /// Locations, by their index in the plan.
    pub(super) spots: Vec<usize>,
    /// The bounding rectangle of all plates.
    pub(super) rect: Rect,
    /// `None` for a square.
    pub(super) front: Option<Front>,
    /// Whether people sleep there.
    pub(super) is_home: bool,
    /// Members of the cast, if the front door admits only these.
    pub(super) private: Vec<MemberId>,
}

/// A neighbourhood that is copied.
pub(super) struct Sample<'a> {
    pub(super) module: &'a Module,
    pub(super) symbols: &'a Symbols,
    pub(super) plan: &'a Plan,
    pub(super) content: Content<'a>,
    pub(super) units: Vec<Unit>,
    unit_of: BTreeMap<AreaId, UnitId>,
    /// The areas of its streets, each once.
    pub(super) streets: Vec<AreaId>,
}

impl<'a> Sample<'a> {
    pub(super) fn new(module: &'a Module, symbols: &'a Symbols, plan: &'a Plan) -> Sample<'a> {
        let mut sample = Sample {
            module,
            symbols,
            plan,
            content: Content::of(module, symbols),
            units: vec![],
            unit_of: BTreeMap::new(),
            streets: vec![],
        };
        sample.find_units();
        for (unit, index) in sample.units.iter().zip(0..) {
            for plate in unit.plates.iter().filter_map(|id| plan.plate(*id)) {
                sample.unit_of.entry(plate.area).or_insert(UnitId(index));
            }
        }
        sample.find_streets();
        let homes: BTreeSet<UnitId> = module
            .minds
            .people
            .iter()
            .filter_map(|p| sample.home_of(p))
            .collect();
        for UnitId(home) in homes {
            if let Some(unit) = sample.units.get_mut(home) {
                unit.is_home = true;
            }
        }
        sample.close_homes();
        sample
    }

    pub(super) fn unit(&self, id: UnitId) -> Option<&Unit> {
        self.units.get(id.0)
    }

    /// The building or square of an area.
    pub(super) fn unit_of(&self, area: AreaId) -> Option<UnitId> {
        self.unit_of.get(&area).copied()
    }

    /// The building in which a character sleeps.
    pub(super) fn home_of(&self, person: &CastMember) -> Option<UnitId> {
        self.unit_of(area_of(night_of(person)?)?)
    }

    /// The cast, household by household.
    pub(super) fn households(&self) -> Vec<&'a CastMember> {
        let mut people: Vec<&CastMember> = self.module.minds.people.iter().collect();
        people.sort_by_key(|person| {
            let home = self.home_of(person);
            (home.is_none(), home, person.id)
        });
        people
    }

    /// Rooms with a door or stairs between them form one building; a square is a unit itself.
    fn find_units(&mut self) {
        let plan = self.plan;
        let used_as = |id: PlateId| plan.plate(id).map(|plate| plate.used_as);
        let mut inner: BTreeMap<PlateId, Vec<PlateId>> = BTreeMap::new();
        for way in plan.connectors.iter().filter(|way| way.is_walkable()) {
            let [a, b] = way.between;
            if [a, b].iter().all(|id| used_as(*id) == Some(PlateUse::Room)) {
                inner.entry(a).or_default().push(b);
                inner.entry(b).or_default().push(a);
            }
        }
        let mut done: BTreeSet<PlateId> = BTreeSet::new();
        for (plate, id) in plan.plates.iter().zip(0..) {
            if plate.used_as == PlateUse::Street || !done.insert(PlateId(id)) {
                continue;
            }
            let mut plates = vec![PlateId(id)];
            let mut next = 0;
            while let Some(here) = plates.get(next) {
                next += 1;
                let more = inner.get(here).into_iter().flatten();
                let more: Vec<PlateId> = more.filter(|id| done.insert(**id)).copied().collect();
                plates.extend(more);
            }
            plates.sort_unstable();
            let unit = self.unit_from(plates);
            self.units.push(unit);
        }
    }

    fn unit_from(&self, plates: Vec<PlateId>) -> Unit {
        let plan = self.plan;
        let rects = plates
            .iter()
            .filter_map(|id| plan.plate(*id))
            .map(|plate| plate.rect);
        let rect = rects
            .reduce(|a, b| a.around(&b))
            .unwrap_or(Rect::new(0, 0, 0, 0));
        let (mut inner, mut windows, mut fronts) = (vec![], vec![], vec![]);
        let is_own = |id: &PlateId| plates.binary_search(id).is_ok();
        for (way, id) in plan.connectors.iter().zip(0..) {
            match way.between.each_ref().map(is_own) {
                [true, true] => inner.push(ConnectorId(id)),
                [false, false] => {}
                _ if way.way == Way::Window => windows.push(ConnectorId(id)),
                _ if way.way == Way::Door => fronts.extend(self.front_at(ConnectorId(id), is_own)),
                _ => {}
            }
        }
        // A door in the outer wall is preferred to one at the end of a passage.
        fronts.sort_by_key(|front| self.recess_mm(front, &rect));
        let is_square = plates.iter().any(|id| {
            let plate = plan.plate(*id);
            plate.is_some_and(|plate| plate.is_outdoors())
        });
        let on_it = plan
            .spots
            .iter()
            .enumerate()
            .filter(|(_, spot)| is_own(&spot.plate));
        Unit {
            inner,
            windows,
            spots: on_it.map(|(index, _)| index).collect(),
            rect,
            front: fronts.first().copied().filter(|_| !is_square),
            is_home: false,
            private: vec![],
            plates,
        }
    }

    fn front_at(&self, door: ConnectorId, is_own: impl Fn(&PlateId) -> bool) -> Option<Front> {
        let [a, b] = self.plan.connector(door)?.between;
        let (own, other) = if is_own(&a) { (a, b) } else { (b, a) };
        let (room, outside) = (self.plan.plate(own)?.rect, self.plan.plate(other)?.rect);
        let border = room.border_with(&outside)?;
        let low = if border.upright { room.x0 } else { room.y0 };
        let side = match (border.upright, border.at == low) {
            (true, true) => Side::West,
            (true, false) => Side::East,
            (false, true) => Side::South,
            (false, false) => Side::North,
        };
        Some(Front {
            side,
            door,
            plate: own,
        })
    }

    /// Distance of a front door from the outermost wall on its side.
    pub(super) fn recess_mm(&self, front: &Front, rect: &Rect) -> i32 {
        let room = self
            .plan
            .plate(front.plate)
            .map_or(*rect, |plate| plate.rect);
        match front.side {
            Side::South => room.y0.saturating_sub(rect.y0),
            Side::North => rect.y1.saturating_sub(room.y1),
            Side::West => room.x0.saturating_sub(rect.x0),
            Side::East => rect.x1.saturating_sub(room.x1),
        }
    }

    fn find_streets(&mut self) {
        let plates = self.plan.plates.iter();
        let streets = plates.filter(|plate| plate.used_as == PlateUse::Street);
        for plate in streets {
            let known = self.unit_of.contains_key(&plate.area);
            if !known && !self.streets.contains(&plate.area) {
                self.streets.push(plate.area);
            }
        }
    }

    /// Front doors admit those whom the plan says. If it names none, homes in which no one works
    /// are private: others may visit workplaces.
    fn close_homes(&mut self) {
        let named = self.plan.connectors.iter();
        let is_said = named.into_iter().any(|way| !way.admits.people.is_empty());
        let domestic = self.domestic_roles();
        let mut private: BTreeMap<UnitId, Vec<MemberId>> = BTreeMap::new();
        let mut open: BTreeSet<UnitId> = BTreeSet::new();
        for person in &self.module.minds.people {
            for entry in &person.schedule.entries {
                let Some(unit) = area_of(entry).and_then(|area| self.unit_of(area)) else {
                    continue;
                };
                if !domestic.contains(&entry.role) {
                    open.insert(unit);
                }
                private.entry(unit).or_default().push(person.id);
            }
        }
        for (unit, index) in self.units.iter_mut().zip(0..) {
            let door = unit.front.and_then(|front| self.plan.connector(front.door));
            unit.private = match (door, unit.is_home && !open.contains(&UnitId(index))) {
                (Some(door), _) if is_said => door.admits.people.clone(),
                (Some(_), true) => private.remove(&UnitId(index)).unwrap_or_default(),
                _ => vec![],
            };
            unit.private.sort_unstable();
            unit.private.dedup();
        }
    }

    /// Roles that are held at night, or in several homes by their residents: no work.
    fn domestic_roles(&self) -> BTreeSet<townsfolk_core::RoleId> {
        let mut homes: BTreeMap<_, BTreeSet<UnitId>> = BTreeMap::new();
        let mut domestic = BTreeSet::new();
        for person in &self.module.minds.people {
            domestic.extend(night_of(person).map(|night| night.role));
            let home = self.home_of(person);
            for entry in &person.schedule.entries {
                let unit = area_of(entry).and_then(|area| self.unit_of(area));
                if let Some(unit) = unit.filter(|unit| Some(*unit) == home) {
                    homes.entry(entry.role).or_default().insert(unit);
                }
            }
        }
        let several = homes.into_iter().filter(|(_, homes)| homes.len() > 1);
        domestic.extend(several.map(|(role, _)| role));
        domestic
    }
}

fn night_of(person: &CastMember) -> Option<&ScheduleEntry> {
    let mut entries = person.schedule.entries.iter();
    entries.find(|entry| schedule::in_force(entry, NIGHT))
}

/// The area that an entry of a schedule names.
pub(super) fn area_of(entry: &ScheduleEntry) -> Option<AreaId> {
    match entry.venue {
        Venue::Area(area) => Some(area),
        Venue::Suits(_) => None,
    }
}
