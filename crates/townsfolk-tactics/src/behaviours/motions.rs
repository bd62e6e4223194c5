//! Motions that every body has, for content that gives none.

use townsfolk_core::{Duration, SymbolId};
use townsfolk_module::senses::Motion;

const fn motion(
    name: &str,
    (forward, left): (i32, i32),
    turn: i32,
    ticks: i64,
    far: bool,
) -> Motion {
    Motion {
        name: SymbolId::named(name),
        forward_mm: forward,
        left_mm: left,
        turn: turn * 1000,
        takes: Duration(ticks),
        far,
    }
}

/// Turns on the spot, short darts, and longer ones for larger spaces.
static USUAL: [Motion; 11] = [
    motion("turn_left", (0, 0), 70, 24, false),
    motion("turn_right", (0, 0), -70, 24, false),
    motion("turn_far_left", (0, 0), 140, 36, false),
    motion("turn_far_right", (0, 0), -140, 36, false),
    motion("step_ahead", (800, 0), 0, 30, false),
    motion("step_left", (500, 600), 60, 36, false),
    motion("step_right", (500, -600), -60, 36, false),
    motion("dart_ahead", (2_000, 0), 0, 42, true),
    motion("dart_left", (1_400, 1_200), 80, 48, true),
    motion("dart_right", (1_400, -1_200), -80, 48, true),
    motion("dart_back", (-400, 0), 180, 48, true),
];

/// The motions of a character whose content gives none.
pub fn usual_motions() -> &'static [Motion] {
    &USUAL
}
