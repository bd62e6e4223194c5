//! What minds cost: the chef of the examples with his three roles, looked at at every beat, by an
//! agenda, and a million at a time.
//!
//! | file | says |
//! |---|---|
//! | [`quarter`] | whose minds: the chef, the regular, and thousands whose day is moved a little |
//! | [`life`] | a mind with a body that does what it wants |
//! | [`updates`] | a map with all its inputs new: time by map and by link |
//! | [`beats`] | every mind looked at every second, at five sizes |
//! | [`agenda`] | a day of minds looked at only when something is due |
//! | [`million`] | a day of a million at three levels in one engine: time and bytes |
//! | [`district`] | a district of the village, with bodies and scenes |
//! | [`agreement`] | whether life asleep comes to the same as life awake |
//! | [`bytes`] | a cast of 0 to 120 |
//! | [`questions`] | the social network, and memories |
//!
//! The peer is the classic reference: 12.5 µs per character and update on a 2 GHz Pentium 4, 447 KB
//! per character, at most 400 characters in a fifth of a frame.

pub mod agenda;
pub mod agreement;
pub mod beats;
pub mod bytes;
pub mod district;
pub mod life;
pub mod million;
pub mod quarter;
pub mod questions;
pub mod updates;

use crate::Figure;
use quarter::Quarter;
use std::ops::ControlFlow;

/// Time of the classic reference for one character and update, in nanoseconds.
pub const CLASSIC_NS: f64 = 12_500.0;
/// Memory of the classic reference for one character, in bytes.
pub const CLASSIC_BYTES: f64 = 447.4 * 1024.0;

/// Is told what is being done, and may ask to stop.
pub type Progress<'a> = dyn FnMut(&str) -> ControlFlow<()> + 'a;

/// A part of the benchmark: its name, what it is about, and how it is measured.
type Part = (&'static str, &'static str, Measure);
type Measure = fn(&Quarter, &mut Progress<'_>) -> Vec<Figure>;

const PARTS: [Part; 7] = [
    ("updates", "updates of maps", |q, _| updates::measure(q)),
    ("beats", "minds at every beat", |q, _| beats::measure(q)),
    ("agenda", "a day by the agenda", |q, _| agenda::measure(q)),
    ("levels", "whether levels agree", |q, _| {
        agreement::measure(q)
    }),
    ("bytes", "bytes of a cast", |q, _| bytes::measure(q)),
    ("questions", "questions and memories", |q, _| {
        questions::measure(q)
    }),
    ("million", "a million minds", million::measure),
];

/// How often [`measure`] tells what it is doing.
pub const STEPS: usize = PARTS.len() + million::WINDOWS as usize;

/// The names of the parts.
pub fn parts() -> impl Iterator<Item = &'static str> {
    PARTS.iter().map(|(name, ..)| *name)
}

/// Measures minds: the parts that are wanted, by name. `progress` is told what is being done,
/// and may ask to stop; `tell` gets the figures of each part as soon as they are known.
pub fn measure(
    is_wanted: &dyn Fn(&str) -> bool,
    progress: &mut Progress<'_>,
    tell: &mut dyn FnMut(Vec<Figure>),
) -> Result<(), String> {
    let quarter = Quarter::compile()?;
    for (_, what, measure) in PARTS.iter().filter(|(name, ..)| is_wanted(name)) {
        if progress(what).is_break() {
            break;
        }
        tell(measure(&quarter, progress));
    }
    Ok(())
}
