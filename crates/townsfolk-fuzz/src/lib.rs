//! Hostile input: any bytes as source, sheet, module, symbols, save, recording or question.
//!
//! Every input must cause no panic, no hang, and memory of at most 64 MB and 64 times its size. A
//! [`Target`] handles bytes as the tools would. The driver in [`drive`] mutates inputs from a corpus and
//! watches.
#![forbid(unsafe_code)]
// Hangs are found with a clock; nothing simulated is in this crate.
#![allow(clippy::disallowed_methods, clippy::disallowed_types)]

mod corpus;
pub mod drive;
pub mod mutate;
mod square;
pub mod target;

pub use corpus::{corpus, seeds};
pub use drive::{Outcome, Run, fuzz};
pub use target::Target;

/// Counts what is allocated, so that a run can say how much memory an input took.
#[global_allocator]
static MEMORY: peak_alloc::PeakAlloc = peak_alloc::PeakAlloc;

/// The most memory an input of a size may take, in bytes.
pub fn memory_limit(input: usize) -> usize {
    (64 << 20) + 64 * input
}

/// Runs something and says how many bytes it had allocated at its peak, beyond those before.
pub fn peak_of<T>(run: impl FnOnce() -> T) -> (T, usize) {
    let before = MEMORY.current_usage();
    MEMORY.reset_peak_usage();
    let value = run();
    (value, MEMORY.peak_usage().saturating_sub(before))
}
