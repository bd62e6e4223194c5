//! A plan: the geometry of a town as plain data in whole millimetres.
//!
//! Walkable ground is divided into *plates*: rectangles at a height, each in an area. *Connectors*
//! lead from plate to plate: doors, stairs, street mouths. Windows are connectors for sight only.
//! Locations stand on plates.
//!
//! | file | holds |
//! |---|---|
//! | [`rect`] | exact rectangles and lines |
//! | [`check`] | problems of a plan |
//! | `derive` | a plan for content that only names its areas |
//! | `ground` | the same ground for questions about space: rays, ways, cover |
//! | `lay` | a plan from ground written by an author |
//! | `lay_out`, `street` | rooms with their locations, and streets with houses |
//! | `private_areas` | access to areas, derived from doors |

pub mod check;
pub mod derive;
mod ground;
pub(crate) mod index;
mod lay;
mod lay_out;
mod private_areas;
pub mod rect;
pub(crate) mod street;

pub use check::PlanError;
pub(crate) use ground::obstacles;
pub(crate) use lay_out::stand;
pub use rect::Rect;

use serde::{Deserialize, Serialize};
use std::sync::Arc;
use townsfolk::{Extent, Place};
use townsfolk_core::digest::{fold, hash64};
use townsfolk_core::{AreaId, LocationKindId, MemberId, PropId, PropKindId, RoleId};
use townsfolk_module::ground::{ArenaGround, TowerGround};

/// Default height of a plate in millimetres: one floor.
pub const FLOOR_MM: i32 = 3_000;

/// A plate, by its index in the plan.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
pub struct PlateId(pub u32);

/// A connector, by its index in the plan.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
pub struct ConnectorId(pub u32);

impl PlateId {
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

impl ConnectorId {
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// The geometry of a town.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Plan {
    /// Areas, each after the one that contains it.
    pub areas: Vec<PlanArea>,
    /// Walkable ground.
    pub plates: Vec<Plate>,
    /// Connections between plates.
    pub connectors: Vec<Connector>,
    /// Placed locations.
    pub spots: Vec<Spot>,
    /// A tower, if the plan is one. Saves keep it apart.
    #[serde(skip)]
    pub tower: Option<Arc<TowerGround>>,
    /// Walls, cover, light, zones and routes, if the plan has any. Saves keep them apart. What they
    /// block is also in the plates.
    #[serde(skip)]
    pub arena: Option<Arc<ArenaGround>>,
}

/// An area of the plan: a town, a district, a building, a floor, a room, a street.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlanArea {
    /// Its id in the content.
    pub id: AreaId,
    /// Its name.
    pub name: String,
    /// The area it is part of.
    pub within: Option<AreaId>,
}

/// The use of a plate.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum PlateUse {
    /// A street: characters walk on the right-hand side.
    Street,
    /// An open square, a yard, a field.
    Square,
    /// A room, a hall, a corridor.
    Room,
}

/// A rectangle of ground at a height.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Plate {
    /// The innermost area it belongs to.
    pub area: AreaId,
    /// Its use.
    pub used_as: PlateUse,
    /// Its ground.
    pub rect: Rect,
    /// The height of its floor.
    pub z_mm: i32,
    /// The height of its ceiling.
    pub height_mm: i32,
    /// Ground that is hard to cross or cannot be crossed.
    pub rough: Vec<Rough>,
}

/// Ground that is slow to cross or blocked: furniture, mud.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Rough {
    /// The rectangle, extended to whole cells.
    pub rect: Rect,
    /// The cost in thousandths: free at 0, twice the cost at 500, blocked at 1000.
    pub value: u16,
}

/// The value from which ground is blocked.
pub const BLOCKED: u16 = 1000;

/// The kind of a connector.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Way {
    /// A door in a wall.
    Door,
    /// A connection of streets, or of a street and a square.
    Mouth,
    /// Stairs, with one end on each of two floors.
    Stairs,
    /// A window: for sight only.
    Window,
}

/// A connection between two plates.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Connector {
    /// Its kind.
    pub way: Way,
    /// The two plates.
    pub between: [PlateId; 2],
    /// Its centre as seen from each of them. In a wall both are one point.
    pub ends: [Place; 2],
    /// Its width. Characters pass a narrow one one by one.
    pub width_mm: i32,
    /// Access.
    pub admits: AreaAccess,
}

/// Access to a door.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct AreaAccess {
    /// Opening hours in seconds since midnight. Without hours it is always open if no one is named
    /// below, else closed to others.
    pub hours: Option<(i32, i32)>,
    /// Characters with one of these roles may pass at any time.
    pub roles: Vec<RoleId>,
    /// Members of the cast that live or work here, and may pass at any time.
    pub people: Vec<MemberId>,
    /// A character that carries this may pass at any time, even if it is locked.
    pub key: Option<PropKindId>,
}

impl AreaAccess {
    /// Whether it admits everyone at any time.
    pub fn everybody(&self) -> bool {
        self.hours.is_none() && !self.is_private()
    }

    /// Whether it names characters that may pass at any time.
    pub fn is_private(&self) -> bool {
        !self.roles.is_empty() || !self.people.is_empty() || self.key.is_some()
    }

    /// Whether it is open to every character at a time of day.
    pub fn is_open_at(&self, seconds: i32) -> bool {
        match self.hours {
            None => !self.is_private(),
            Some((from, to)) if from <= to => (from..to).contains(&seconds),
            Some((from, to)) => seconds >= from || seconds < to,
        }
    }
}

/// A placed location.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Spot {
    /// Its kind.
    pub kind: LocationKindId,
    /// The plate it stands on.
    pub plate: PlateId,
    /// The position.
    pub at: Place,
    /// The names by which minds know it: `my bed`.
    pub named: Vec<PropId>,
}

impl Plate {
    /// A place on it.
    pub fn place(&self, x: i32, y: i32) -> Place {
        Place {
            x_mm: x,
            y_mm: y,
            z_mm: self.z_mm,
        }
    }

    /// The centre of its floor.
    pub fn middle(&self) -> Place {
        let (x, y) = self.rect.middle();
        self.place(x, y)
    }

    /// Whether a place lies on it or above it.
    pub fn holds(&self, at: Place) -> bool {
        let above = i64::from(at.z_mm) - i64::from(self.z_mm);
        self.rect.holds(at.x_mm, at.y_mm) && (0..i64::from(self.height_mm)).contains(&above)
    }

    /// The place on it that is nearest to another.
    pub fn nearest_to(&self, at: Place) -> Place {
        Place {
            x_mm: at.x_mm.clamp(self.rect.x0, self.rect.x1.max(self.rect.x0)),
            y_mm: at.y_mm.clamp(self.rect.y0, self.rect.y1.max(self.rect.y0)),
            z_mm: self.z_mm,
        }
    }

    /// The block for the engine.
    pub fn extent(&self) -> Extent {
        let top = self.z_mm.saturating_add(self.height_mm.saturating_sub(1));
        Extent {
            from: self.place(self.rect.x0, self.rect.y0),
            to: Place {
                x_mm: self.rect.x1,
                y_mm: self.rect.y1,
                z_mm: top,
            },
        }
    }

    /// Whether it is outdoors.
    pub fn is_outdoors(&self) -> bool {
        self.used_as != PlateUse::Room
    }
}

impl Connector {
    /// Whether people can walk through.
    pub fn is_walkable(&self) -> bool {
        self.way != Way::Window
    }

    /// The side of it that is on a plate.
    pub fn side_on(&self, plate: PlateId) -> Option<usize> {
        self.between.iter().position(|side| *side == plate)
    }
}

impl Plan {
    /// A plate, if the index exists.
    pub fn plate(&self, id: PlateId) -> Option<&Plate> {
        self.plates.get(id.index())
    }

    /// A connector, if the index exists.
    pub fn connector(&self, id: ConnectorId) -> Option<&Connector> {
        self.connectors.get(id.index())
    }

    /// An area by id.
    pub fn area(&self, id: AreaId) -> Option<&PlanArea> {
        self.areas.iter().find(|area| area.id == id)
    }

    /// Adds a plate.
    pub fn add_plate(&mut self, plate: Plate) -> PlateId {
        self.plates.push(plate);
        PlateId(u32::try_from(self.plates.len() - 1).unwrap_or(u32::MAX))
    }

    /// Adds a connector in the middle of the border of two plates; `None` if they have none.
    pub fn connect(
        &mut self,
        way: Way,
        between: [PlateId; 2],
        width_mm: i32,
    ) -> Option<ConnectorId> {
        let [a, b] = between.map(|id| self.plate(id));
        let (a, b) = (a?, b?);
        let border = a.rect.border_with(&b.rect)?;
        let long = border.high.saturating_sub(border.low);
        let middle = border.low.saturating_add(long / 2);
        let end = |plate: &Plate| match border.upright {
            true => plate.place(border.at, middle),
            false => plate.place(middle, border.at),
        };
        let ends = [end(a), end(b)];
        self.connectors.push(Connector {
            way,
            between,
            ends,
            width_mm: width_mm.min(long),
            admits: AreaAccess::default(),
        });
        Some(ConnectorId(
            u32::try_from(self.connectors.len() - 1).unwrap_or(u32::MAX),
        ))
    }

    /// A hash of the plan: a save belongs to one plan.
    pub fn digest(&self) -> u64 {
        let whole = hash64(&postcard::to_allocvec(self).unwrap_or_default());
        match &self.arena {
            None => whole,
            Some(arena) => {
                let arena = postcard::to_allocvec(&**arena).unwrap_or_default();
                fold(whole, hash64(&arena))
            }
        }
    }
}
