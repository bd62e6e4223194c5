//! Planted faults, to see that the tests catch them. Only for tests.

use crate::folk::Folk;

/// A planted fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Sabotage {
    /// None.
    #[default]
    None,
    /// Some updates of scenes that are due are dropped.
    DroppedWakeUp,
    /// A sleeping emitter is not woken by a character that comes near.
    DroppedLook,
    /// The results of scenes are applied in the wrong order.
    SwappedSettling,
    /// A character that has left a scene is not released.
    LostLeave,
    /// A scene is not told that a participant is gone, so its claims and facts stay.
    LostGone,
    /// Some minds that are due are dropped, and never updated again.
    DroppedBeat,
    /// Background characters never satisfy their needs.
    NeglectedNeeds,
    /// Background characters meet no others.
    Unsociable,
    /// Background characters do not follow their schedule.
    Bedridden,
}

impl Folk {
    /// Whether a fault of this kind occurs now for something with this number.
    pub(crate) fn is_sabotaged(&self, sort: Sabotage, number: u64) -> bool {
        let now_and_then = number.wrapping_add(self.now.0 as u64).is_multiple_of(3);
        self.sabotage == sort && now_and_then
    }
}
