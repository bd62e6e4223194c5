//! How a character gives up a role and takes on the next.
//!
//! A change of role is a handshake between the schedule and the map. When another entry is due, a
//! flag of the map goes on. Unfinished work keeps the concept
//! [`not_ready_to_change_role`](townsfolk_module::mind::not_ready_to_change_role) above zero. When
//! that has fallen to zero, or the wait was too long, the role is given up. The character then
//! walks under its navigation layer and takes the new role on when it arrives.

use crate::calendar::Moment;
use crate::schedule::EntryIndex;
use serde::{Deserialize, Serialize};
use townsfolk_module::mind::Degree;

/// The phase of a mind within its schedule.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Holding {
    /// No role, as at the start.
    #[default]
    Nothing,
    /// The role of an entry.
    Role(EntryIndex),
    /// Still the role of an entry, although another entry is due.
    Closing {
        /// The entry whose role is held.
        entry: EntryIndex,
        /// Since when another entry is due.
        since: Moment,
    },
    /// The navigation layer, on the way to an entry's area.
    Walking(EntryIndex),
}

/// A step of the handshake.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RoleChange {
    /// Another role is due: the flag goes on.
    Due,
    /// The entry of the held role is in force again: the flag goes off.
    CalledOff,
    /// The role, if any, is given up, and the walk begins or changes its target.
    SetOut(EntryIndex),
}

impl Holding {
    /// The step that follows when an entry is due, before the map is updated.
    pub fn poll(&mut self, due: Option<EntryIndex>, now: Moment) -> Option<RoleChange> {
        let due = due?;
        match *self {
            Holding::Role(entry) if entry != due => {
                *self = Holding::Closing { entry, since: now };
                Some(RoleChange::Due)
            }
            Holding::Closing { entry, .. } if entry == due => {
                *self = Holding::Role(entry);
                Some(RoleChange::CalledOff)
            }
            Holding::Nothing => {
                *self = Holding::Walking(due);
                Some(RoleChange::SetOut(due))
            }
            Holding::Walking(to) if to != due => {
                *self = Holding::Walking(due);
                Some(RoleChange::SetOut(due))
            }
            Holding::Role(_) | Holding::Closing { .. } | Holding::Walking(_) => None,
        }
    }

    /// The step that follows after the map was updated. The role is given up if nothing objects, or
    /// if the objection has lasted too long. The walk goes to the entry that is due now, which may
    /// differ from the one when the wait began.
    ///
    /// In the moment at which the flag goes on, the answer is ignored: the flag must first
    /// propagate through the map, or a role would be given up before it could object.
    pub fn answer(
        &mut self,
        not_ready: Degree,
        due: Option<EntryIndex>,
        waits_max: u32,
        now: Moment,
    ) -> Option<RoleChange> {
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
        Some(RoleChange::SetOut(due))
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
        assert_eq!(holding.poll(Some(HOME), Moment(0)), Some(RoleChange::Due));
        // The first answer is ignored.
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
        assert_eq!(set_out, Some(RoleChange::SetOut(HOME)));
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
        assert_eq!(set_out, Some(RoleChange::SetOut(WORK)));
    }

    #[test]
    fn a_change_is_called_off_when_the_old_entry_is_in_force_again() {
        let mut holding = Holding::Role(BAR);
        holding.poll(Some(HOME), Moment(0));
        assert_eq!(
            holding.poll(Some(BAR), Moment(1)),
            Some(RoleChange::CalledOff)
        );
        assert_eq!(holding, Holding::Role(BAR));
    }
}
