//! Faults put in on purpose, to see that the tests would catch them. Only for tests.

use crate::folk::Folk;

/// Something that goes wrong in the engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Sabotage {
    /// Nothing does.
    #[default]
    None,
    /// Every so often a scene that is due is not looked at.
    DroppedWakeUp,
    /// A location that sleeps does not notice that somebody has come.
    DroppedLook,
    /// Scenes are settled in the wrong order.
    SwappedSettling,
    /// Somebody who is out of a scene is not let go.
    LostLeave,
    /// The claims and facts of someone gone are not given up: the scene never hears of it.
    LostGone,
    /// Every so often a mind that is due is not looked at, and never again.
    DroppedBeat,
    /// Those asleep never see to their needs.
    NeglectedNeeds,
    /// Those asleep meet nobody.
    Unsociable,
    /// Those asleep do not know where they should be.
    Bedridden,
}

impl Folk {
    /// Whether a fault of this sort strikes something with this number now.
    pub(crate) fn is_sabotaged(&self, sort: Sabotage, number: u64) -> bool {
        let now_and_then = number.wrapping_add(self.now.0 as u64).is_multiple_of(3);
        self.sabotage == sort && now_and_then
    }
}
