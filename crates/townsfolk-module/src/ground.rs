//! Ground: what a `plan` says, as plain data. It is no part of a module, because a game has ground of
//! its own; the embedded stage builds on it.

use serde::{Deserialize, Serialize};
use townsfolk_core::{AreaId, LocationKindId, PropId, PropKindId, RoleId};

/// A town as an author laid it out, in whole millimetres.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Ground {
    /// Its name.
    pub name: String,
    /// Streets, squares and rooms, in the order in which they are written.
    pub lots: Vec<Lot>,
    /// Doors, stairs and windows.
    pub ways: Vec<LotWay>,
    /// Locations that stand where the author put them.
    pub places: Vec<PlacedHere>,
    /// A tower, seen from the side. A plan has one or the other: lots, or a tower.
    pub tower: Option<TowerGround>,
    /// What stands on the lots and what they are like: the parts of an arena.
    pub arena: ArenaGround,
}

/// Walls, cover, light, zones and routes.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct ArenaGround {
    /// Walls and cover.
    pub obstacles: Vec<GroundObstacle>,
    /// Levels of light that differ from full light. A later one covers an earlier one.
    pub lights: Vec<GroundLight>,
    /// Named parts of the ground.
    pub zones: Vec<GroundZone>,
    /// Ways that characters walk by the word of the author.
    pub routes: Vec<GroundRoute>,
}

impl ArenaGround {
    /// Whether nothing is said.
    pub fn is_empty(&self) -> bool {
        *self == ArenaGround::default()
    }
}

/// A rectangle of one floor, in whole millimetres.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct GroundRect {
    /// Its south-west corner.
    pub from: (i32, i32),
    /// Its north-east corner.
    pub to: (i32, i32),
    /// On which floor it is; the ground is 0.
    pub floor: i32,
}

impl GroundRect {
    /// Whether two of them lie on the same ground; a common edge does not count.
    pub fn overlaps(&self, other: &GroundRect) -> bool {
        self.floor == other.floor
            && self.from.0 < other.to.0
            && other.from.0 < self.to.0
            && self.from.1 < other.to.1
            && other.from.1 < self.to.1
    }

    /// Whether a point on a floor lies inside and not on the edge.
    pub fn encloses(&self, at: (i32, i32), floor: i32) -> bool {
        let within = |low: i32, at: i32, high: i32| low < at && at < high;
        self.floor == floor
            && within(self.from.0, at.0, self.to.0)
            && within(self.from.1, at.1, self.to.1)
    }
}

/// A wall, or cover.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GroundObstacle {
    /// Its ground.
    pub rect: GroundRect,
    /// Its height.
    pub high_mm: i32,
    /// Whether the author calls it a wall, and not cover. Only its drawing differs.
    pub is_wall: bool,
}

/// A level of light in a rectangle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GroundLight {
    /// Its ground.
    pub rect: GroundRect,
    /// The level in thousandths.
    pub level: u16,
}

/// A named rectangle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GroundZone {
    /// Its name.
    pub name: String,
    /// Its ground.
    pub rect: GroundRect,
}

/// A way that characters walk by the word of the author.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GroundRoute {
    /// Its name.
    pub name: String,
    /// On which floor it is.
    pub floor: i32,
    /// Its steps, in order.
    pub steps: Vec<GroundStep>,
}

/// A step of a route.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum GroundStep {
    /// Walk to a point.
    To((i32, i32)),
    /// Wait for a time, in ticks.
    Pause(i64),
}

/// A tower: floors of tiles with connectors between them.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct TowerGround {
    /// Number of floors. The lowest is 0.
    pub floors: u16,
    /// Number of tiles from wall to wall.
    pub wide: u16,
    /// Stairs, escalators and lifts.
    pub shafts: Vec<TowerShaft>,
    /// Tiles that cannot be walked on, by floor and tile.
    pub walls: Vec<(u16, u16)>,
    /// Locations, by floor and tile.
    pub places: Vec<(LocationKindId, u16, u16)>,
    /// People without a mind: their role, how many, and the floor and tile where they start.
    pub people: Vec<(RoleId, u32, u16, u16)>,
}

/// The kind of a connector of a tower.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum TowerShaftKind {
    /// Stairs.
    Stairs,
    /// An escalator.
    Escalator,
    /// A lift.
    Lift,
}

/// A connector of a tower.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TowerShaft {
    /// Its kind.
    pub kind: TowerShaftKind,
    /// The tile at which it stands.
    pub x: u16,
    /// Its lowest floor.
    pub low: u16,
    /// Its highest floor.
    pub high: u16,
    /// Number of people it carries at once. Zero means any number.
    pub capacity: u16,
}

/// The kind of a piece of ground.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum LotUse {
    /// A street: people keep to the right in it.
    Street,
    /// An open square, a yard, a park.
    Square,
    /// A room.
    Room,
}

impl LotUse {
    /// Whether it is under the open sky.
    pub fn is_outdoors(self) -> bool {
        self != LotUse::Room
    }
}

/// A rectangle of ground.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lot {
    /// The area it belongs to.
    pub area: AreaId,
    /// Its kind.
    pub used_as: LotUse,
    /// Its south-west corner.
    pub from: (i32, i32),
    /// Its north-east corner.
    pub to: (i32, i32),
    /// On which floor it is; the ground is 0.
    pub floor: i32,
}

impl Lot {
    /// Whether two of them claim the same ground.
    pub fn overlaps(&self, other: &Lot) -> bool {
        self.floor == other.floor
            && self.from.0 < other.to.0
            && other.from.0 < self.to.0
            && self.from.1 < other.to.1
            && other.from.1 < self.to.1
    }

    /// How long the wall is that two on one floor have in common; 0 if they have none.
    pub fn border_with(&self, other: &Lot) -> i32 {
        let along =
            |low: (i32, i32), high: (i32, i32)| low.1.min(high.1).saturating_sub(low.0.max(high.0));
        let spans = |lot: &Lot| ((lot.from.0, lot.to.0), (lot.from.1, lot.to.1));
        let ((ax, ay), (bx, by)) = (spans(self), spans(other));
        let meets = |a: (i32, i32), b: (i32, i32)| a.1 == b.0 || b.1 == a.0;
        if self.floor != other.floor {
            return 0;
        }
        match (meets(ax, bx), meets(ay, by)) {
            (true, false) => along(ay, by).max(0),
            (false, true) => along(ax, bx).max(0),
            _ => 0,
        }
    }

    /// How much of the ground of one lies over the other, whatever their floors: its two sides.
    pub fn shared_with(&self, other: &Lot) -> Option<((i32, i32), (i32, i32))> {
        let from = (self.from.0.max(other.from.0), self.from.1.max(other.from.1));
        let to = (self.to.0.min(other.to.0), self.to.1.min(other.to.1));
        (from.0 < to.0 && from.1 < to.1).then_some((from, to))
    }
}

/// The kind of way from lot to lot. Streets and squares that touch need none.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum LotWayKind {
    /// A door in a wall.
    Door,
    /// Stairs between floors that lie over one another.
    Stairs,
    /// A window: for eyes only.
    Window,
}

/// A way from lot to lot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LotWay {
    /// Its kind.
    pub kind: LotWayKind,
    /// The two lots, by their number.
    pub between: [usize; 2],
    /// How wide it is.
    pub wide_mm: i32,
    /// When it is open to everybody, in seconds since midnight; always if nothing is said and nobody
    /// is admitted.
    pub open: Option<(i32, i32)>,
    /// Roles that may pass at any time.
    pub admits: Vec<RoleId>,
    /// Whether those whose day is spent behind it, and only those, may pass at any time.
    pub private: bool,
    /// The prop that opens it at any time.
    pub key: Option<PropKindId>,
}

/// A location that stands where the author put it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlacedHere {
    /// Its kind.
    pub kind: LocationKindId,
    /// The lot it stands on, by its number.
    pub lot: usize,
    /// Where on it, from its south-west corner.
    pub at: (i32, i32),
    /// The name by which minds know it.
    pub named: Option<PropId>,
}
