//! Places in lifts: rides are booked when a walk is planned.
//!
//! A lift carries at most its capacity at once. A ride is booked for the first moment at which a
//! place is free for all of it, and is kept. So waiting times are known from the start, and there is
//! nothing for two people to wait for from one another.

use super::connector::{Shaft, ShaftNumber};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use townsfolk_core::{CharacterId, Duration, Tick};

/// A booked ride.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Ride {
    /// When it begins.
    pub from: Tick,
    /// When it is over.
    pub until: Tick,
    /// The rider.
    pub who: CharacterId,
}

/// The booked rides of each connector with a capacity, in order of time.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Rides {
    booked: BTreeMap<ShaftNumber, Vec<Ride>>,
}

impl Rides {
    /// Books a ride that begins at or after a moment, and says when it begins.
    pub fn book(
        &mut self,
        by: ShaftNumber,
        shaft: &Shaft,
        who: CharacterId,
        arrives: Tick,
        lasts: Duration,
    ) -> Tick {
        if shaft.capacity == 0 {
            return arrives;
        }
        let booked = self.booked.entry(by).or_default();
        let longest = booked.iter().map(|ride| ride.until.since(ride.from));
        let longest = longest.max().unwrap_or(Duration::ZERO);
        let mut from = arrives;
        // Every turn of the loop moves to the end of a booked ride, so there are not more.
        for _ in 0..=booked.len() {
            let until = from.after(lasts);
            // Rides are sorted by their beginnings: earlier ones are over, later ones do not begin.
            let first = booked.partition_point(|ride| ride.from.after(longest) <= from);
            let near = booked.iter().skip(first);
            let near = near.take_while(|ride| ride.from < until);
            let aboard = near.filter(|ride| from < ride.until);
            if aboard.clone().count() < usize::from(shaft.capacity) {
                break;
            }
            let Some(next) = aboard.map(|ride| ride.until).min() else {
                break;
            };
            from = next;
        }
        let until = from.after(lasts);
        let ride = Ride { from, until, who };
        let place = booked.partition_point(|other| *other < ride);
        booked.insert(place, ride);
        from
    }

    /// Gives back the rides of a character that begin at or after a moment.
    pub fn give_back(&mut self, who: CharacterId, after: Tick) {
        self.booked.retain(|_, rides| {
            rides.retain(|ride| ride.who != who || ride.from < after);
            !rides.is_empty()
        });
    }

    /// Forgets rides that are over.
    pub fn forget(&mut self, now: Tick) {
        self.booked.retain(|_, rides| {
            rides.retain(|ride| ride.until > now);
            !rides.is_empty()
        });
    }

    /// The booked rides of a connector.
    pub fn of(&self, by: ShaftNumber) -> &[Ride] {
        self.booked.get(&by).map_or(&[], Vec::as_slice)
    }
}
