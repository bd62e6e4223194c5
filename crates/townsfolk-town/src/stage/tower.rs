//! A tower as the ground of the stage: walks by stairs and lifts, tills, and edits while it lives.

use super::{Opening, TownStage};
use crate::motion::Walk;
use crate::motion::walk::Steps;
use crate::plan::{ConnectorId, FLOOR_MM};
use crate::tower::{Leg, Rides, Shaft, ShaftKind, ShaftNumber, Tower};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use townsfolk::{Folk, LocationId, Newcomer, Place, Placement, RegionId, Report};
use townsfolk_core::{CharacterId, Duration, LocationKindId, MemberId, TICKS_PER_SECOND, Tick};
use townsfolk_module::ground::{TowerGround, TowerShaftKind};

/// The width of a tile.
pub const TILE_MM: i32 = 1_000;

/// People stand within this distance of the middle of a tile.
const SPREAD_MM: i64 = 450;

/// Calendar rate, in thousandths, for each multiple of the usual pace. Where a second stands for a
/// minute, people move eight times as fast, so that a lunch takes an hour.
const RATE_PER_PACE: i64 = 7_500;

/// A tower with what changes in it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(super) struct TowerStage {
    tower: Tower,
    rides: Rides,
    /// Locations, by floor and tile.
    units: BTreeMap<(u16, u16), LocationId>,
    /// Money that was paid at locations.
    tills: BTreeMap<LocationId, i64>,
}

/// A change of a tower while it lives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TowerEdit {
    /// A floor is added on top. Connectors that reached the top reach it.
    AddFloor,
    /// A connector is closed. Walkers find out when they come to it.
    Close(ShaftNumber),
    /// A connector runs again.
    Open(ShaftNumber),
    /// A tile is walled up, by floor and tile.
    Wall(u16, u16),
    /// A wall is taken away.
    Unwall(u16, u16),
    /// All locations of a kind are removed.
    Remove(LocationKindId),
    /// A location is added, by floor and tile.
    Place(LocationKindId, u16, u16),
}

/// A part of a walk through a tower.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Trip {
    /// A character waits at a connector until there is a place in it.
    Waits(ShaftNumber),
    /// A character is on the way from floor to floor.
    Rides(ShaftNumber),
}

impl TowerStage {
    /// A tower as an author laid it out.
    pub(super) fn of(ground: &TowerGround) -> TowerStage {
        let mut tower = Tower::new(ground.floors, ground.wide);
        for (floor, x) in &ground.walls {
            tower.remove_tile(*floor, *x);
        }
        for shaft in &ground.shafts {
            let kind = match shaft.kind {
                TowerShaftKind::Stairs => ShaftKind::Stairs,
                TowerShaftKind::Escalator => ShaftKind::Escalator,
                TowerShaftKind::Lift => ShaftKind::Lift,
            };
            let shaft = Shaft::new(kind, shaft.x, shaft.low, shaft.high, shaft.capacity);
            tower.add_shaft(&shaft);
        }
        TowerStage {
            tower,
            ..TowerStage::default()
        }
    }

    pub(super) fn forget_rides(&mut self, now: Tick) {
        self.rides.forget(now);
    }

    pub(super) fn give_back_rides(&mut self, who: CharacterId, now: Tick) {
        self.rides.give_back(who, now);
    }
}

/// The middle of a tile.
pub fn place_of_tile(floor: u16, x: u16) -> Place {
    Place {
        x_mm: i32::from(x) * TILE_MM + TILE_MM / 2,
        y_mm: 0,
        z_mm: i32::from(floor) * FLOOR_MM,
    }
}

/// The tile at a place.
pub fn tile_of_place(at: Place) -> (u16, u16) {
    let narrow = |n: i32| u16::try_from(n.max(0)).unwrap_or(u16::MAX);
    (
        narrow(at.z_mm.div_euclid(FLOOR_MM)),
        narrow(at.x_mm.div_euclid(TILE_MM)),
    )
}

impl TownStage {
    /// The tower, if the ground is one.
    pub fn tower(&self) -> Option<&Tower> {
        self.state
            .later
            .rest
            .late
            .tower
            .as_ref()
            .map(|stage| &stage.tower)
    }

    /// Whether the ground is a tower.
    pub fn is_tower(&self) -> bool {
        self.state.later.rest.late.tower.is_some()
    }

    /// Money that was paid at each location of a tower.
    pub fn tills(&self) -> impl Iterator<Item = (LocationId, i64)> + '_ {
        let stage = self.state.later.rest.late.tower.iter();
        let tills = stage.flat_map(|stage| stage.tills.iter());
        tills.map(|(location, coins)| (*location, *coins))
    }

    /// Where a place is drawn on a map: a tower is drawn in section, with its floors from south to
    /// north.
    pub fn on_map(&self, at: Place) -> Place {
        match self.is_tower() {
            true => Place {
                x_mm: at.x_mm,
                y_mm: at.z_mm,
                z_mm: 0,
            },
            false => at,
        }
    }

    /// The connector at which or on which a character is, at a tick.
    pub fn trip_of(&self, who: CharacterId, tick: Tick) -> Option<Trip> {
        let walk = &self
            .state
            .bodies
            .get(&who)
            .filter(|_| self.is_tower())?
            .walk;
        let mut passes = walk.passes().iter().rev();
        let points: Vec<Tick> = walk.points().map(|(at, _)| at).collect();
        passes.find_map(|pass| {
            let beyond = pass.point as usize;
            let comes = points.get(beyond.checked_sub(2)?)?;
            let number = ShaftNumber(u16::try_from(pass.way.0).ok()?);
            // A booking ends up to a tick before the walk arrives, so the last tick is no ride.
            match points.get(beyond).map(|at| Tick(at.0 - 1)) {
                Some(arrives) if (pass.at..arrives).contains(&tick) => Some(Trip::Rides(number)),
                Some(_) if (*comes..pass.at).contains(&tick) => Some(Trip::Waits(number)),
                _ => None,
            }
        })
    }

    /// The location that stands at a place of a tower.
    pub fn unit_at(&self, at: Place) -> Option<LocationId> {
        let stage = self.state.later.rest.late.tower.as_ref()?;
        stage.units.get(&tile_of_place(at)).copied()
    }

    /// Number of searches for a way so far. Trips on one floor need none.
    pub fn tower_searches(&self) -> u64 {
        self.routes.searches
    }

    /// Fills a new folk with the locations and people of a tower.
    pub(super) fn open_tower(
        &mut self,
        folk: &mut Folk,
        opening: Opening,
    ) -> Vec<(CharacterId, MemberId)> {
        let Some(ground) = self.atlas.plan().tower.clone() else {
            return vec![];
        };
        let haste = i32::try_from(opening.rate / RATE_PER_PACE).unwrap_or(8);
        self.state.haste = haste.clamp(1, 8);
        for (kind, floor, x) in &ground.places {
            self.place_in_tower(folk, *kind, (*floor, *x));
        }
        let module = folk.module().clone();
        let mut cast = vec![];
        for member in &module.minds.people {
            let who = self.bring(folk, member, place_of_tile(0, 0));
            self.give_coins(who, opening.coins);
            cast.push((who, member.id));
        }
        for (role, count, floor, x) in &ground.people {
            for _ in 0..*count {
                let newcomer = Newcomer {
                    roles: vec![*role],
                    at: Some(place_of_tile(*floor, *x)),
                    ..Newcomer::default()
                };
                let who = self.add(folk, newcomer);
                self.give_coins(who, opening.coins);
            }
        }
        cast
    }

    fn place_in_tower(
        &mut self,
        folk: &mut Folk,
        kind: LocationKindId,
        (floor, x): (u16, u16),
    ) -> Option<LocationId> {
        let stage = self.state.later.rest.late.tower.as_mut()?;
        stage.tower.plate_at(floor, x)?;
        let location = folk.place_location(Placement {
            kind,
            at: place_of_tile(floor, x),
            region: RegionId(0),
        });
        stage.units.insert((floor, x), location);
        Some(location)
    }

    /// A walk through the tower, with a wait at every lift that is full.
    pub(super) fn plan_tower_walk(
        &mut self,
        who: CharacterId,
        to: Place,
        now: Tick,
    ) -> Option<Walk> {
        let body = self.state.bodies.get(&who)?;
        let (from, pace) = (body.walk.at(now), body.pace_mm);
        let spread = self.draw(u64::from(who.0), now, "tile");
        let aside = spread.between(0, -SPREAD_MM, SPREAD_MM) as i32;
        self.give_back_turns(who, now, 0);
        let stage = self.state.later.rest.late.tower.as_mut()?;
        let route = self
            .routes
            .route(&mut stage.tower, tile_of_place(from), tile_of_place(to))?;
        let mut steps = Steps::new(from, now, pace);
        for leg in &route.legs {
            match *leg {
                Leg::Walk { floor, to, .. } => walk_to(&mut steps, place_of_tile(floor, to)),
                Leg::Ride { by, from, to } => {
                    let shaft = stage.tower.shaft(by)?;
                    let wait = tiles(shaft.kind.boarding_cost(), pace);
                    let floors = u32::from(from.abs_diff(to));
                    let cost = shaft.kind.floor_cost() * floors;
                    walk_to(&mut steps, place_of_tile(from, shaft.x));
                    let comes = steps.now().after(wait);
                    let lasts = tiles(cost, pace);
                    let boards = stage.rides.book(by, shaft, who, comes, lasts);
                    steps.wait(boards.since(steps.now()).max(Duration(1)));
                    steps.pass(ConnectorId(u32::from(by.0)), false);
                    let length = u64::from(cost) * u64::from(TILE_MM.unsigned_abs());
                    steps.go(place_of_tile(to, shaft.x), length);
                }
            }
        }
        let goal = to.offset((aside, 0));
        walk_to(&mut steps, goal);
        Some(steps.done())
    }

    /// Money goes into the till of the location at which somebody stands.
    pub(super) fn put_in_till(&mut self, who: CharacterId, coins: i64) {
        let at = self.state.bodies.get(&who).map(|body| body.walk.goal());
        let stage = self.state.later.rest.late.tower.as_mut();
        if let (Some(at), Some(stage)) = (at, stage)
            && let Some(location) = stage.units.get(&tile_of_place(at))
        {
            let till = stage.tills.entry(*location).or_default();
            *till = till.saturating_add(coins);
        }
    }

    /// Changes the tower while it lives. Nothing but what is touched becomes invalid: walkers find out
    /// at their next connector, fail, and choose anew. Says whether the change was possible.
    pub fn edit_tower(&mut self, folk: &mut Folk, edit: TowerEdit) -> bool {
        let now = folk.now();
        let Some(stage) = self.state.later.rest.late.tower.as_mut() else {
            return false;
        };
        match edit {
            TowerEdit::AddFloor => {
                let Some(floor) = stage.tower.add_floor() else {
                    return false;
                };
                let tallest = stage.tower.shafts().filter(|(_, s)| s.high + 1 == floor);
                let tallest: Vec<ShaftNumber> = tallest.map(|(number, _)| number).collect();
                for number in tallest {
                    stage.tower.lengthen(number, floor);
                }
                true
            }
            TowerEdit::Close(number) | TowerEdit::Open(number) => {
                let open = matches!(edit, TowerEdit::Open(_));
                let known = stage.tower.shaft(number).is_some();
                stage.tower.set_open(number, open);
                if known && !open {
                    self.turn_away_from_shaft(number, now);
                }
                known
            }
            TowerEdit::Wall(floor, x) => {
                let changed = stage.tower.remove_tile(floor, x);
                if changed {
                    self.stop_before_wall((floor, x), now);
                }
                changed
            }
            TowerEdit::Unwall(floor, x) => stage.tower.add_tile(floor, x),
            TowerEdit::Remove(kind) => {
                let of_kind = folk.locations().filter(|place| place.kind == kind);
                let of_kind: Vec<LocationId> = of_kind.map(|place| place.id).collect();
                stage
                    .units
                    .retain(|_, location| !of_kind.contains(location));
                for location in &of_kind {
                    folk.report(Report::LocationGone(*location));
                }
                !of_kind.is_empty()
            }
            TowerEdit::Place(kind, floor, x) => {
                let known = folk.module().location(kind).is_some();
                let free = !stage.units.contains_key(&(floor, x));
                known && free && self.place_in_tower(folk, kind, (floor, x)).is_some()
            }
        }
    }

    /// Whoever is on the way to a closed connector walks up to it, and fails there.
    fn turn_away_from_shaft(&mut self, number: ShaftNumber, now: Tick) {
        let way = ConnectorId(u32::from(number.0));
        let bodies = self.state.bodies.iter();
        let cut = bodies.filter_map(|(who, body)| {
            let cut = body.walk.cut_before(way, now)?;
            Some((*who, cut, body.act))
        });
        let cut: Vec<_> = cut.collect();
        for (who, walk, act) in cut {
            let end = walk.end().max(now.after(Duration(1)));
            self.give_back_turns(who, now, 0);
            self.set_walk(who, walk);
            self.plan_step(who, now);
            if let Some(action) = act {
                self.fail_act(action, end);
            }
        }
    }

    /// Whoever is on the way over a tile that is walled up stops where they are, and fails.
    fn stop_before_wall(&mut self, (floor, x): (u16, u16), now: Tick) {
        let wall = place_of_tile(floor, x);
        let over = |walk: &Walk| {
            let points: Vec<(Tick, Place)> = walk.points().collect();
            points.windows(2).any(|pair| {
                let [(_, from), (at, to)] = pair else {
                    return false;
                };
                let on_floor = from.z_mm == wall.z_mm && to.z_mm == wall.z_mm;
                let (low, high) = (from.x_mm.min(to.x_mm), from.x_mm.max(to.x_mm));
                *at > now && on_floor && (low..=high).contains(&wall.x_mm)
            })
        };
        let bodies = self.state.bodies.iter();
        let stopped = bodies.filter(|(_, body)| body.walk.is_under_way(now) && over(&body.walk));
        let stopped: Vec<_> = stopped.map(|(who, body)| (*who, body.act)).collect();
        for (who, act) in stopped {
            self.halt(who, now);
            if let Some(action) = act {
                self.fail_act(action, now.after(Duration(1)));
            }
        }
    }
}

/// Walks to a place on the same floor.
fn walk_to(steps: &mut Steps, to: Place) {
    let here = steps.here();
    if here != to {
        steps.go(to, u64::from(here.x_mm.abs_diff(to.x_mm)));
    }
}

/// The time of walking over so many tiles.
fn tiles(cost: u32, pace_mm: i32) -> Duration {
    let length = i64::from(cost) * i64::from(TILE_MM);
    Duration(length * TICKS_PER_SECOND / i64::from(pace_mm.max(1)))
}
