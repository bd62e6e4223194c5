//! Benchmarks: programs that print ratios, not timed tests.
//!
//! Each benchmark returns [`Figure`]s: what was measured, the value, and the floor or peer it was
//! measured against in the same run. `townsfolk bench` prints them.
#![forbid(unsafe_code)]
// Measuring needs a clock; nothing simulated is in this crate.
#![allow(clippy::disallowed_methods, clippy::disallowed_types)]

pub mod daily;
pub mod grammars;
pub mod hunters;
pub mod inference;
pub mod knowledge;
pub mod language;
pub mod minds;
pub mod mutation;
pub mod rules;
pub mod scenes;
pub mod senses;
pub mod snippets;
pub mod space;
mod stopwatch;
pub mod town;
pub mod trade;

pub use stopwatch::{cpu_seconds, resident};

/// A measured figure.
#[derive(Clone, Debug)]
pub struct Figure {
    /// What was measured.
    pub name: String,
    /// The value.
    pub value: f64,
    /// Its unit.
    pub unit: &'static str,
    /// What to compare it with: a floor, a peer, or a promise.
    pub against: Option<(String, f64)>,
}

impl Figure {
    fn new(name: impl Into<String>, value: f64, unit: &'static str) -> Figure {
        Figure {
            name: name.into(),
            value,
            unit,
            against: None,
        }
    }

    fn against(mut self, what: impl Into<String>, value: f64) -> Figure {
        self.against = Some((what.into(), value));
        self
    }
}
