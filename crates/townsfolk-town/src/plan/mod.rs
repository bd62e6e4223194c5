//! A plan: where everything is, as plain data in whole millimetres.
//!
//! Ground that can be walked on is cut into *plates*: rectangles at a height, each belonging to an
//! area. *Connectors* lead from plate to plate: doors, stairs, the mouths of streets; windows lead
//! no character anywhere, but can be looked through. On plates stand the placed locations.
//!
//! | file | says |
//! |---|---|
//! | [`rect`] | rectangles and lines, exactly |
//! | [`check`] | what a plan may not be |
//! | `derive` | a plan for content that only names its areas |
//! | `lay` | a plan for content that lays out its own |
//! | `lay_out`, `street` | rooms with what stands in them, and streets with houses |
//! | `behind` | who may go where, read off the doors |

mod behind;
pub mod check;
pub mod derive;
pub(crate) mod index;
mod lay;
mod lay_out;
pub mod rect;
pub(crate) mod street;

pub use check::PlanError;
pub(crate) use lay_out::stand;
pub use rect::Rect;

use serde::{Deserialize, Serialize};
use std::sync::Arc;
use townsfolk::{Extent, Place};
use townsfolk_core::digest::hash64;
use townsfolk_core::{AreaId, LocationKindId, MemberId, PropId, PropKindId, RoleId};
use townsfolk_module::ground::TowerGround;

/// How high a plate is by default, in millimetres: one floor.
pub const FLOOR_MM: i32 = 3_000;

/// A plate, by its place in the plan.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
pub struct PlateId(pub u32);

/// A connector, by its place in the plan.
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

/// Where everything is.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Plan {
    /// Areas, each after the one it is part of.
    pub areas: Vec<PlanArea>,
    /// Ground that can be walked on.
    pub plates: Vec<Plate>,
    /// Ways from plate to plate.
    pub connectors: Vec<Connector>,
    /// Placed locations.
    pub spots: Vec<Spot>,
    /// A tower, if the plan is one. Saves keep it apart.
    #[serde(skip)]
    pub tower: Option<Arc<TowerGround>>,
}

/// An area of the plan: a town, a district, a building, a floor, a room, a street.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlanArea {
    /// By this id content knows it.
    pub id: AreaId,
    /// Its name.
    pub name: String,
    /// The area it is part of.
    pub within: Option<AreaId>,
}

/// The use of a plate.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum PlateUse {
    /// A street: people keep to the right in it.
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
    /// What it is.
    pub used_as: PlateUse,
    /// Its ground.
    pub rect: Rect,
    /// The height of its floor.
    pub z_mm: i32,
    /// How far it is to the ceiling.
    pub height_mm: i32,
    /// Ground that is hard to cross or cannot be crossed.
    pub rough: Vec<Rough>,
}

/// Ground that is hard to cross: furniture, mud.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Rough {
    /// Where; taken as all cells it touches.
    pub rect: Rect,
    /// How hard, in thousandths: nothing at 0, twice the way at 500, never at 1000.
    pub value: u16,
}

/// This much and more cannot be crossed.
pub const BLOCKED: u16 = 1000;

/// What sort of way a connector is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Way {
    /// A door in a wall.
    Door,
    /// Where streets, or a street and a square, run into one another.
    Mouth,
    /// Stairs, with one end on each of two floors.
    Stairs,
    /// A window: for eyes only.
    Window,
}

/// A way from plate to plate.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Connector {
    /// What sort of way.
    pub way: Way,
    /// The two plates.
    pub between: [PlateId; 2],
    /// Its middle as seen from each of them. In a wall both are one point.
    pub ends: [Place; 2],
    /// How wide it is. People pass a narrow one singly.
    pub width_mm: i32,
    /// Who may pass, and when.
    pub admits: AreaAccess,
}

/// Who may pass a door.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct AreaAccess {
    /// Open to every character between these times of day, in seconds since midnight; always if
    /// there are none and no character is named below; never if there are none and a character is.
    pub hours: Option<(i32, i32)>,
    /// Characters with one of these roles may pass at any time.
    pub roles: Vec<RoleId>,
    /// These members of the cast live or work here, and may pass at any time.
    pub people: Vec<MemberId>,
    /// A character that carries this may pass at any time, even if it is locked.
    pub key: Option<PropKindId>,
}

impl AreaAccess {
    /// Whether there is nothing to ask.
    pub fn everybody(&self) -> bool {
        self.hours.is_none() && !self.is_private()
    }

    /// Whether it names characters that may pass when others may not.
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
    /// The place.
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

    /// The middle of its floor.
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

    /// The same as a block, for the engine.
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

    /// Whether it is under the open sky.
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
    /// A plate, if there is one of this number.
    pub fn plate(&self, id: PlateId) -> Option<&Plate> {
        self.plates.get(id.index())
    }

    /// A connector, if there is one of this number.
    pub fn connector(&self, id: ConnectorId) -> Option<&Connector> {
        self.connectors.get(id.index())
    }

    /// An area, if it has one of this id.
    pub fn area(&self, id: AreaId) -> Option<&PlanArea> {
        self.areas.iter().find(|area| area.id == id)
    }

    /// Adds a plate.
    pub fn add_plate(&mut self, plate: Plate) -> PlateId {
        self.plates.push(plate);
        PlateId(u32::try_from(self.plates.len() - 1).unwrap_or(u32::MAX))
    }

    /// Adds a way through the middle of the border of two plates; nothing if they have none.
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

    /// A hash of all of it: a save belongs to one plan.
    pub fn digest(&self) -> u64 {
        hash64(&postcard::to_allocvec(self).unwrap_or_default())
    }
}
