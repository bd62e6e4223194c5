//! Motions: where they end, and those that every body has.

use crate::moment::Moment;
use townsfolk_core::{Angle, Duration, Place, SymbolId};
use townsfolk_module::senses::Motion;

/// Where a motion ends that begins at a place in a direction.
pub fn end_of(motion: &Motion, here: Place, heading: Angle) -> (Place, Angle) {
    let forward = heading.offset(motion.forward_mm);
    let left = heading.turned(Angle::degrees(90)).offset(motion.left_mm);
    let to = here.offset(forward).offset(left);
    (to, heading.turned(Angle::thousandths(motion.turn.into())))
}

/// Whether the body can go straight from where it is to the end of a motion.
pub(super) fn fits(at: &Moment<'_>, end: Place) -> bool {
    let here = at.here();
    here == end
        || at
            .world
            .space()
            .is_none_or(|space| space.walk_ray(here, end).is_none())
}

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

/// The names of the usual motions, in order.
pub const USUAL_NAMES: [&str; 11] = [
    "turn_left",
    "turn_right",
    "turn_far_left",
    "turn_far_right",
    "step_ahead",
    "step_left",
    "step_right",
    "dart_ahead",
    "dart_left",
    "dart_right",
    "dart_back",
];
