//! Clips: a stretch of the past as a recording that others can open.

use crate::deed::Move;
use townsfolk::SingleThread;
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
    /// What the player did since then, by tick.
    pub(crate) moves: Vec<(i64, Move)>,
}

impl Cut {
    /// Lives the stretch again and records it. Takes as long as that takes.
    pub(crate) fn record(&self) -> Result<Vec<u8>, &'static str> {
        let unreadable = "what was saved of that moment cannot be read";
        let mut town = Living::load(&self.saved).map_err(|_| unreadable)?;
        self.live(&mut town, self.from);
        town.start_recording();
        self.live(&mut town, self.to);
        town.take_tape().ok_or("nothing was recorded")
    }

    fn live(&self, town: &mut Living, until: i64) {
        while town.folk.now().0 < until {
            town.step(&SingleThread);
            let now = town.folk.now().0;
            for (_, made) in self.moves.iter().filter(|(tick, _)| *tick == now) {
                made.make(town);
            }
        }
    }
}
