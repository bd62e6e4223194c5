//! Ground as plain data: what a game or the embedded stage hands over.

use crate::rect::Rect;
use serde::{Deserialize, Serialize};
use townsfolk_core::Place;

/// Height of a wall around a room, unless the plate says otherwise.
pub const WALL_MM: i32 = 3_000;

/// Ground with everything on it that concerns sight and walking.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct GroundPlan {
    /// Walkable rectangles.
    pub plates: Vec<Plate>,
    /// Doors, windows and stairs.
    pub openings: Vec<Opening>,
    /// Walls, cover and furniture.
    pub obstacles: Vec<Obstacle>,
    /// Levels of light that differ from the plate below.
    pub lights: Vec<Light>,
    /// Ways that a character walks by the word of an author.
    pub routes: Vec<Route>,
    /// Named parts of the ground.
    pub zones: Vec<Zone>,
    /// Points where a character has to be able to stand, such as the position of a location.
    pub posts: Vec<Place>,
}

/// A walkable rectangle at a height.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Plate {
    /// Its ground.
    pub rect: Rect,
    /// The id of the area it belongs to.
    pub area: u32,
    /// The height of its floor.
    pub z_mm: i32,
    /// The height of its walls and ceiling above the floor.
    pub height_mm: i32,
    /// Whether it is under the open sky. Only rooms have walls around them.
    pub outdoors: bool,
    /// The level of light, from 0 to 1000.
    pub light: u16,
}

impl Plate {
    /// Open ground on the lowest floor in full light.
    pub fn outdoors(rect: Rect) -> Plate {
        Plate {
            rect,
            area: 0,
            z_mm: 0,
            height_mm: WALL_MM,
            outdoors: true,
            light: 1000,
        }
    }

    /// A room on the lowest floor in full light, with walls around it.
    pub fn room(rect: Rect) -> Plate {
        Plate {
            outdoors: false,
            ..Plate::outdoors(rect)
        }
    }

    /// A place on its floor.
    pub fn place(&self, (x_mm, y_mm): (i32, i32)) -> Place {
        Place {
            x_mm,
            y_mm,
            z_mm: self.z_mm,
        }
    }
}

/// The name of an opening, given by the host.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct OpeningId(pub u32);

/// The kind of an opening.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum OpeningKind {
    /// A door: characters and sight pass while it is open.
    Door,
    /// A gap of full height that cannot be closed.
    Gap,
    /// A window: sight passes while it is open, characters do not.
    Window,
    /// Stairs: characters pass, sight does not.
    Stairs,
}

/// A connection of two plates.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Opening {
    /// Its name.
    pub id: OpeningId,
    /// Its kind.
    pub kind: OpeningKind,
    /// The two plates, by index.
    pub between: [u32; 2],
    /// Its centre on the floor, as seen from each of them. In a wall both are one point.
    pub ends: [Place; 2],
    /// Its width along the wall.
    pub width_mm: i32,
    /// Whether it is open when the ground is built.
    pub open: bool,
}

/// A solid rectangle with a bottom and a top.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Obstacle {
    /// Its ground.
    pub rect: Rect,
    /// The height of its bottom.
    pub z_mm: i32,
    /// The height of its top above the bottom.
    pub height_mm: i32,
    /// Whether characters have to walk around it.
    pub blocks_walking: bool,
    /// Whether it blocks sight, up to its height.
    pub blocks_sight: bool,
}

impl Obstacle {
    /// A wall or cover on the lowest floor.
    pub fn standing(rect: Rect, height_mm: i32) -> Obstacle {
        Obstacle {
            rect,
            z_mm: 0,
            height_mm,
            blocks_walking: true,
            blocks_sight: true,
        }
    }
}

/// A level of light in a rectangle. A later one covers an earlier one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Light {
    /// Its ground.
    pub rect: Rect,
    /// The height of the floor it is on.
    pub z_mm: i32,
    /// The level, from 0 to 1000.
    pub level: u16,
}

/// A way that a character walks by the word of an author.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Route {
    /// Its name.
    pub name: String,
    /// Its steps, in order.
    pub steps: Vec<RouteStep>,
}

/// A step of a route.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum RouteStep {
    /// Walk to a point.
    To(Place),
    /// Wait for a time, in thousandths of a second.
    Pause(u32),
}

/// A named rectangle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Zone {
    /// Its name.
    pub name: String,
    /// Its ground.
    pub rect: Rect,
    /// The height of the floor it is on.
    pub z_mm: i32,
}

impl Zone {
    /// Whether a place lies in it.
    pub fn holds(&self, at: Place) -> bool {
        let above = i64::from(at.z_mm) - i64::from(self.z_mm);
        self.rect.holds((at.x_mm, at.y_mm)) && (0..i64::from(WALL_MM)).contains(&above)
    }
}
