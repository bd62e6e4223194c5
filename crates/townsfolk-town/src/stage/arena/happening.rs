//! What a page shows of the last seconds: throws, shots, blows. Kept for display, and not saved.

use std::collections::VecDeque;
use townsfolk::Place;
use townsfolk_core::{CharacterId, Tick};

/// Maximum number that is kept.
const KEPT: usize = 128;

/// A shot, or a blow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Happening {
    /// Its number, counting all.
    pub number: u64,
    /// When.
    pub tick: Tick,
    /// Who did it.
    pub by: CharacterId,
    /// Whether it is a shot, and not a blow.
    pub shot: bool,
    /// From where.
    pub from: Place,
    /// To where.
    pub to: Place,
    /// Who was hit.
    pub hit: Option<CharacterId>,
}

/// The last ones, oldest first.
#[derive(Clone, Debug, Default)]
pub struct Happenings {
    last: VecDeque<Happening>,
    count: u64,
}

impl Happenings {
    pub(super) fn add(&mut self, happening: Happening) {
        self.count += 1;
        if self.last.len() >= KEPT {
            self.last.pop_front();
        }
        self.last.push_back(Happening {
            number: self.count,
            ..happening
        });
    }

    /// Those since a tick.
    pub fn since(&self, tick: Tick) -> impl Iterator<Item = &Happening> {
        self.last
            .iter()
            .filter(move |happening| happening.tick >= tick)
    }
}
