//! A spatial index of walks: characters by the cells that they cross, and when.
//!
//! A walk is added once, when it begins, to every cell it touches with the time interval. So
//! walking costs nothing per tick, and the characters near a place can be asked for any tick, also
//! a future one.

use crate::motion::Walk;
use std::collections::BTreeMap;
use townsfolk::Place;
use townsfolk_core::{CharacterId, Tick};

/// The side of a cell.
const CELL_MM: i32 = 16_000;

/// Maximum number of cells that one stretch covers before it is split.
const CELLS_MAX: i64 = 2;

type Cell = (i32, i32);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Stay {
    who: CharacterId,
    from: Tick,
    until: Tick,
}

/// All characters that stand or walk. A cache of their walks.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Movers {
    cells: BTreeMap<Cell, Vec<Stay>>,
}

impl Movers {
    /// Adds a character.
    pub fn put(&mut self, who: CharacterId, walk: &Walk) {
        for (cell, from, until) in stays(walk) {
            self.cells
                .entry(cell)
                .or_default()
                .push(Stay { who, from, until });
        }
    }

    /// Removes a character. The walk must be the one it was added with.
    pub fn take(&mut self, who: CharacterId, walk: &Walk) {
        for (cell, ..) in stays(walk) {
            if let Some(there) = self.cells.get_mut(&cell) {
                there.retain(|stay| stay.who != who);
                if there.is_empty() {
                    self.cells.remove(&cell);
                }
            }
        }
    }

    /// The characters within a distance of a place at a tick, in order of id. `is_at` returns the
    /// position of a character at that tick.
    pub fn near(
        &self,
        at: Place,
        within_mm: u32,
        tick: Tick,
        is_at: impl Fn(CharacterId) -> Option<Place>,
        found: &mut Vec<CharacterId>,
    ) {
        found.clear();
        let reach = i32::try_from(within_mm).unwrap_or(i32::MAX);
        let low = cell(at.offset((reach.saturating_neg(), reach.saturating_neg())));
        let high = cell(at.offset((reach, reach)));
        for x in low.0..=high.0 {
            let column = self.cells.range((x, low.1)..=(x, high.1));
            for stay in column.flat_map(|(_, there)| there) {
                if stay.from <= tick
                    && tick <= stay.until
                    && is_at(stay.who).is_some_and(|place| place.is_within(at, within_mm))
                {
                    found.push(stay.who);
                }
            }
        }
        // A character about to leave a cell may be listed in the next one already.
        found.sort_unstable();
        found.dedup();
    }

    /// Number of entries.
    pub fn len(&self) -> usize {
        self.cells.values().map(Vec::len).sum()
    }

    /// Whether it is empty.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }
}

/// The cells of a walk, with time intervals.
fn stays(walk: &Walk) -> Vec<(Cell, Tick, Tick)> {
    let mut stays: Vec<(Cell, Tick, Tick)> = vec![];
    let mut before: Option<(Tick, Place)> = None;
    for (tick, at) in walk.points() {
        if let Some(before) = before {
            // A point is reached within the tick before it is listed.
            stretch(walk, before, (tick, at), &mut stays);
        }
        before = Some((tick, at));
    }
    let home = cell(walk.goal());
    let end = walk.end();
    // The first interval has no beginning, so that the tick before a walk is found too.
    if let Some((_, first)) = walk.points().next() {
        add(&mut stays, cell(first), Tick(i64::MIN), walk.start());
    }
    add(&mut stays, home, end, Tick(i64::MAX));
    stays
}

fn stretch(
    walk: &Walk,
    from: (Tick, Place),
    to: (Tick, Place),
    stays: &mut Vec<(Cell, Tick, Tick)>,
) {
    let (a, b) = (cell(from.1), cell(to.1));
    let (x0, x1) = (a.0.min(b.0), a.0.max(b.0));
    let (y0, y1) = (a.1.min(b.1), a.1.max(b.1));
    let count = (i64::from(x1) - i64::from(x0) + 1) * (i64::from(y1) - i64::from(y0) + 1);
    let middle = Tick(from.0.0.midpoint(to.0.0));
    if count > CELLS_MAX && middle > from.0 && middle < to.0 {
        let half = (middle, walk.at(middle));
        stretch(walk, from, half, stays);
        stretch(walk, half, to, stays);
        return;
    }
    for x in x0..=x1 {
        for y in y0..=y1 {
            add(stays, (x, y), Tick(from.0.0.saturating_sub(1)), to.0);
        }
    }
}

fn add(stays: &mut Vec<(Cell, Tick, Tick)>, cell: Cell, from: Tick, until: Tick) {
    let touching =
        |stay: &&mut (Cell, Tick, Tick)| stay.0 == cell && stay.1 <= until && from <= stay.2;
    match stays.iter_mut().rev().take(4).find(touching) {
        Some(stay) => {
            stay.1 = stay.1.min(from);
            stay.2 = stay.2.max(until);
        }
        None => stays.push((cell, from, until)),
    }
}

fn cell(at: Place) -> Cell {
    (at.x_mm.div_euclid(CELL_MM), at.y_mm.div_euclid(CELL_MM))
}
