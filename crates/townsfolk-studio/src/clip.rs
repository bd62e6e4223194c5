//! Clips: a part of the past as a recording that others can open.

use crate::outside_change::PlayerMove;
use townsfolk::SingleThread;
use townsfolk_core::TICKS_PER_SECOND;
use townsfolk_town::living::Living;

/// Maximum length of a clip: ten minutes of the stage.
pub(crate) const TICKS_MAX: i64 = 600 * TICKS_PER_SECOND;

/// The input of a clip.
#[derive(Debug)]
pub(crate) struct ClipSource {
    /// The last save of the town before the clip begins.
    pub(crate) saved: Vec<u8>,
    pub(crate) from: i64,
    pub(crate) to: i64,
    /// The player's moves since then, by tick.
    pub(crate) moves: Vec<(i64, PlayerMove)>,
}

impl ClipSource {
    /// Simulates the period again and records it. Takes as long as the simulation.
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
                let _ = made.make(town);
            }
        }
    }
}
