//! Connectors: stairs, escalators and lifts.

use super::plates::PlateNumber;
use serde::{Deserialize, Serialize};

/// A connector of a tower, by its number.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct ShaftNumber(pub u16);

impl ShaftNumber {
    pub(crate) fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// The kind of a connector. Costs are in tiles of walking.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum ShaftKind {
    /// Stairs: free to enter, slow.
    Stairs,
    /// An escalator: free to enter.
    Escalator,
    /// A lift: costs a wait, then is fast. It passes floors on which it cannot stop.
    Lift,
}

impl ShaftKind {
    /// The cost of one floor.
    pub fn floor_cost(self) -> u32 {
        match self {
            ShaftKind::Stairs => 6,
            ShaftKind::Escalator => 4,
            ShaftKind::Lift => 1,
        }
    }

    /// The cost of entering.
    pub fn boarding_cost(self) -> u32 {
        match self {
            ShaftKind::Stairs | ShaftKind::Escalator => 0,
            ShaftKind::Lift => 10,
        }
    }
}

/// A connector between floors, at one tile of each.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Shaft {
    /// Its kind.
    pub kind: ShaftKind,
    /// The tile at which it stands.
    pub x: u16,
    /// Its lowest floor.
    pub low: u16,
    /// Its highest floor.
    pub high: u16,
    /// Number of people it carries at once. Zero means any number.
    pub capacity: u16,
    /// Whether it runs.
    pub open: bool,
    /// The plate on which it stops, for each floor from the lowest. `None` where there is no ground.
    pub(super) stops: Vec<Option<PlateNumber>>,
}

impl Shaft {
    /// A connector that runs, without stops yet.
    pub fn new(kind: ShaftKind, x: u16, low: u16, high: u16, capacity: u16) -> Shaft {
        Shaft {
            kind,
            x,
            low,
            high,
            capacity,
            open: true,
            stops: vec![None; usize::from(high.saturating_sub(low)) + 1],
        }
    }

    /// Whether its floors include one.
    pub fn serves(&self, floor: u16) -> bool {
        (self.low..=self.high).contains(&floor)
    }

    /// The plate on which it stops at a floor.
    pub fn stop(&self, floor: u16) -> Option<PlateNumber> {
        let index = floor.checked_sub(self.low)?;
        self.stops.get(usize::from(index)).copied().flatten()
    }

    pub(super) fn set_stop(&mut self, floor: u16, plate: Option<PlateNumber>) {
        if let Some(index) = floor.checked_sub(self.low)
            && let Some(stop) = self.stops.get_mut(usize::from(index))
        {
            *stop = plate;
        }
    }

    /// The floors at which it stops, lowest first.
    pub fn floors(&self) -> impl Iterator<Item = u16> + '_ {
        (self.low..=self.high).filter(|floor| self.stop(*floor).is_some())
    }

    /// The next stop in a direction. Only a lift passes floors without one.
    pub(super) fn next_stop(&self, floor: u16, upwards: bool) -> Option<u16> {
        let step = |floor: u16| match upwards {
            true => floor.checked_add(1),
            false => floor.checked_sub(1),
        };
        let mut floor = step(floor)?;
        while self.serves(floor) {
            if self.stop(floor).is_some() {
                return Some(floor);
            }
            if self.kind != ShaftKind::Lift {
                return None;
            }
            floor = step(floor)?;
        }
        None
    }
}
