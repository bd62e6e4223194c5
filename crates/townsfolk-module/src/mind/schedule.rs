//! Schedules: where to be in which role, by the time of day.

use super::degree::Degree;
use serde::{Deserialize, Serialize};
use townsfolk_core::{AreaId, RoleId, SymbolId};

/// A time of day, in seconds since midnight.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Daytime(pub u32);

impl Daytime {
    /// Seconds in a day.
    pub const DAY: u32 = 24 * 60 * 60;

    /// An hour and a minute.
    pub const fn at(hour: u32, minute: u32) -> Daytime {
        Daytime(
            (hour
                .saturating_mul(3600)
                .saturating_add(minute.saturating_mul(60)))
                % Self::DAY,
        )
    }
}

impl std::fmt::Display for Daytime {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:02}:{:02}", self.0 / 3600, self.0 / 60 % 60)
    }
}

/// A character's day. The same every day.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Schedule {
    /// Its entries, in order. Where two overlap, the first counts.
    pub entries: Vec<ScheduleEntry>,
}

/// A period of the day. One that ends before it starts goes on after midnight.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ScheduleEntry {
    /// Its first second.
    pub starts: Daytime,
    /// The second after its last. If it equals `starts`, the entry lasts all day.
    pub ends: Daytime,
    /// Where the role is taken on.
    pub venue: Venue,
    /// Which role.
    pub role: RoleId,
    /// How long the role before may still say that it is not ready, in seconds.
    pub waits_max: u32,
    /// Whether and how it makes itself felt before its time.
    pub urgency: Option<UrgencyRamp>,
    /// Whether it may be spent with a friend, by appointment.
    pub meets: Option<Meets>,
}

/// Where an entry of a schedule is spent.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Venue {
    /// In this area.
    Area(AreaId),
    /// Anywhere that suits an activity, such as `leisure`; chosen on setting out.
    Suits(SymbolId),
}

/// With whom an entry of a schedule may be spent by appointment.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Meets {
    /// Nothing is arranged with those who are liked less than this.
    pub like_min: Degree,
    /// How long one waits for the other who does not come, in seconds.
    pub waits: u32,
}

/// How an entry makes itself felt before its time, instead of starting on the second.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct UrgencyRamp {
    /// Urgency rises linearly from 0, this number of seconds before the start, to 1 at the start.
    pub lead: u32,
    /// The character sets out as soon as urgency reaches this and it is ready to change roles.
    pub leaves_at: Degree,
}
