//! The ground under the characters, for sight and sound.

use crate::folk::Folk;
use townsfolk_senses::Rays;
use townsfolk_senses::hearing::OpenGround;

impl Folk {
    /// Whether the engine knows the ground itself.
    pub(crate) fn has_ground(&self) -> bool {
        false
    }

    /// Walls, as senses ask for them.
    pub(crate) fn rays(&self) -> &(dyn Rays + Sync) {
        &OpenGround
    }
}
