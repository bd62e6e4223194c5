//! How a role is given up and the next one taken on.
//!
//! A change of role is a handshake between the schedule and the map. The schedule says that it is
//! time: a flag of the map goes up, and what must be finished first keeps the concept
//! [`not_ready_to_change_role`](townsfolk_module::mind::not_ready_to_change_role) above zero. Only
//! when that has come down, or the wait has been too long, is the role laid down; then the
//! character walks under its navigation layer, and takes the new role on when it has arrived.

use crate::calendar::Moment;
use crate::schedule::EntryIndex;
use serde::{Deserialize, Serialize};
use townsfolk_module::mind::Degree;

/// Where a mind stands in its day.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Holding {
    /// No role, as at the start.
    #[default]
    Nothing,
    /// The role of an entry.
    Role(EntryIndex),
    /// Still the role of an entry, although another one is due.
    Closing {
        /// The entry whose role is held.
        entry: EntryIndex,
        /// Since when another is due.
        since: Moment,
    },
    /// The navigation layer, on the way to an entry's area.
    Walking(EntryIndex),
}

/// A step of the handshake.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// Another role is due: the flag goes up.
    Due,
    /// The entry of the role that is held is in force again: the flag goes down.
    CalledOff,
    /// The role, if there was one, is laid down and the walk begins or changes its aim.
    SetOut(EntryIndex),
}

impl Holding {
    /// What follows when an entry is due, before the map is settled.
    pub fn poll(&mut self, due: Option<EntryIndex>, now: Moment) -> Option<Turn> {
        let due = due?;
        match *self {
            Holding::Role(entry) if entry != due => {
                *self = Holding::Closing { entry, since: now };
                Some(Turn::Due)
            }
            Holding::Closing { entry, .. } if entry == due => {
                *self = Holding::Role(entry);
                Some(Turn::CalledOff)
            }
            Holding::Nothing => {
                *self = Holding::Walking(due);
                Some(Turn::SetOut(due))
            }
            Holding::Walking(to) if to != due => {
                *self = Holding::Walking(due);
                Some(Turn::SetOut(due))
            }
            Holding::Role(_) | Holding::Closing { .. } | Holding::Walking(_) => None,
        }
    }

    /// What follows when the map has been settled: the role is laid down if nothing in it objects,
    /// or if it has objected for too long. The walk goes to the entry due now, whichever was due
    /// when the wait began.
    ///
    /// At the very moment the flag goes up nothing is answered: word of it must first get around in
    /// the map, or a role would be laid down before it could object.
    pub fn answer(
        &mut self,
        not_ready: Degree,
        due: Option<EntryIndex>,
        waits_max: u32,
        now: Moment,
    ) -> Option<Turn> {
        let Holding::Closing { since, .. } = *self else {
            return None;
        };
        if now <= since {
            return None;
        }
        let patient = now.since(since) < i64::from(waits_max);
        if not_ready > Degree::ZERO && patient {
            return None;
        }
        let due = due?;
        *self = Holding::Walking(due);
        Some(Turn::SetOut(due))
    }

    /// The entry whose role is held.
    pub fn entry(self) -> Option<EntryIndex> {
        match self {
            Holding::Role(entry) | Holding::Closing { entry, .. } => Some(entry),
            Holding::Nothing | Holding::Walking(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BAR: EntryIndex = EntryIndex(0);
    const HOME: EntryIndex = EntryIndex(1);
    const WORK: EntryIndex = EntryIndex(2);

    #[test]
    fn done_04_the_slightest_objection_delays_a_change_and_none_lets_it_happen_at_the_next_poll() {
        let mut holding = Holding::Role(BAR);
        let slight = Degree::percent(1);
        assert_eq!(holding.poll(Some(HOME), Moment(0)), Some(Turn::Due));
        // The first answer is not heard, whatever it is.
        assert_eq!(
            holding.answer(Degree::ZERO, Some(HOME), 900, Moment(0)),
            None
        );
        for second in 1..100 {
            assert_eq!(holding.poll(Some(HOME), Moment(second)), None);
            assert_eq!(
                holding.answer(slight, Some(HOME), 900, Moment(second)),
                None
            );
        }
        let set_out = holding.answer(Degree::ZERO, Some(HOME), 900, Moment(100));
        assert_eq!(set_out, Some(Turn::SetOut(HOME)));
    }

    #[test]
    fn patience_ends_and_the_walk_goes_to_the_entry_due_by_then() {
        let mut holding = Holding::Role(BAR);
        holding.poll(Some(HOME), Moment(0));
        holding.answer(Degree::ONE, Some(HOME), 600, Moment(0));
        assert_eq!(
            holding.answer(Degree::ONE, Some(HOME), 600, Moment(599)),
            None
        );
        assert_eq!(holding.poll(Some(WORK), Moment(600)), None);
        let set_out = holding.answer(Degree::ONE, Some(WORK), 600, Moment(600));
        assert_eq!(set_out, Some(Turn::SetOut(WORK)));
    }

    #[test]
    fn a_change_is_called_off_when_the_old_entry_is_in_force_again() {
        let mut holding = Holding::Role(BAR);
        holding.poll(Some(HOME), Moment(0));
        assert_eq!(holding.poll(Some(BAR), Moment(1)), Some(Turn::CalledOff));
        assert_eq!(holding, Holding::Role(BAR));
    }
}
