//! Daily scripts: a person's day as blocks and one-shots of errands.
//!
//! A block is a continuous activity: one loop of it is selected at a time, so it can be interrupted
//! between loops. A one-shot comes up at most once a day, with a chance. The world is looked at only
//! when a person has nothing left to do.
//!
//! Draws are keyed by person, day and one-shot. So one-shots are rolled at the next selection, with
//! the result that rolling them on time would have had, and waiting costs nothing.
//!
//! | file | holds |
//! |---|---|
//! | [`day`] | the state of one person |
//! | [`select`](mod@select) | selection |
//! | [`ring`] | the last eight selections |

pub mod day;
pub mod ring;
pub mod select;

#[cfg(test)]
mod tests;

pub use day::{CalendarTime, Day, Luck, Pending};
pub use ring::{Abort, Cause, Ring, Selected};
pub use select::{Errands, Part, Queue, select};

/// Game minutes that a person waits after an errand that could not be done.
pub const IDLE_MINUTES: u32 = 10;

/// Seconds for which a one-shot waits for its turn, unless stated.
pub const GRACE_S: u32 = 3600;

/// The kind of simulation that suits a number of people.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Detail {
    /// Needs, feelings and memory.
    FullMinds,
    /// Needs only.
    Needs,
    /// Daily scripts only.
    Dailies,
}

/// How much detail each of so many people should have: the more people a player manages, the less of
/// each can be read.
pub fn detail_budget(people: usize) -> Detail {
    match people {
        0..=10 => Detail::FullMinds,
        11..=100 => Detail::Needs,
        _ => Detail::Dailies,
    }
}

/// Picks one of several dailies by weight, for a person at its creation. `None` without weights.
pub fn pick_variant(weights: &[u16], luck: Luck) -> Option<usize> {
    let total: i64 = weights.iter().map(|weight| i64::from(*weight)).sum();
    let draw = townsfolk_core::Draw::at(luck.seed, luck.who, townsfolk_core::Tick(0), luck.site);
    let mut left = draw.between(0, 0, total.checked_sub(1).filter(|last| *last >= 0)?);
    weights.iter().position(|weight| {
        left -= i64::from(*weight);
        left < 0
    })
}
