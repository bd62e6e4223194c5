//! Clips: a stretch of the past as a recording that others can open.

use townsfolk::Alone;
use townsfolk_core::TICKS_PER_SECOND;
use townsfolk_town::living::Living;

/// No clip is longer: ten minutes of the stage.
pub(crate) const TICKS_MAX: i64 = 600 * TICKS_PER_SECOND;

/// What a clip is made from.
#[derive(Debug)]
pub(crate) struct Cut {
    /// The town as it was saved last before the clip begins.
    pub(crate) saved: Vec<u8>,
    pub(crate) from: i64,
    pub(crate) to: i64,
}

impl Cut {
    /// Lives the stretch again and records it. Takes as long as that takes.
    pub(crate) fn record(&self) -> Result<Vec<u8>, &'static str> {
        let unreadable = "what was saved of that moment cannot be read";
        let mut town = Living::load(&self.saved).map_err(|_| unreadable)?;
        while town.folk.now().0 < self.from {
            town.step(&Alone);
        }
        town.start_recording();
        while town.folk.now().0 < self.to {
            town.step(&Alone);
        }
        town.take_tape().ok_or("nothing was recorded")
    }
}
