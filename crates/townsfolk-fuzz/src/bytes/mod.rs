//! Any bytes as source, sheet, module, symbols, save, recording or question.
//!
//! For every input: no panic, no hang, and memory of at most 64 MB plus 64 times the input. A
//! [`Target`] does with the bytes what the tools would do; the driver [`fuzz`] makes inputs from a
//! corpus and watches.
//!
//! Memory is counted only in programs whose global allocator is [`PeakAlloc`].

mod corpus;
mod decisions;
mod drive;
mod mutate;
mod square;
mod target;

pub use corpus::{corpus, seeds};
pub use drive::{Outcome, Run, fuzz};
use peak_alloc::PeakAlloc;
pub use target::Target;

/// Maximum memory that an input of a size may take, in bytes.
pub fn memory_limit(input: usize) -> usize {
    (64 << 20) + 64 * input
}

/// Runs something and says how many bytes it had allocated at its peak, beyond those before.
pub fn peak_of<T>(run: impl FnOnce() -> T) -> (T, usize) {
    // The counters belong to the allocator's type, not to a value of it.
    let memory = PeakAlloc;
    let before = memory.current_usage();
    memory.reset_peak_usage();
    let value = run();
    (value, memory.peak_usage().saturating_sub(before))
}
