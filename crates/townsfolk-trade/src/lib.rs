//! Merchants' stock as random queues.
//!
//! What it is for: a stock that looks as if trade had gone on while the player was away, although
//! nothing is simulated meanwhile. Goods arrive and go at random, each at a mean rate. So the stock of
//! one kind of goods is the length of a queue (M/M/1), whose probabilities are known in closed form:
//! in the long run ([`Rates`]), and after a time since the last look ([`Transient`]). A look draws one
//! number from the right distribution ([`sample`]) and stores it ([`StockState`]).
//!
//! What it is not for: money and prices. The clock, the events of the world and the trades of the
//! player come from outside.
//!
//! Goals, in order: the distributions are exact; the same seed and the same looks give the same stock
//! on every machine; a look is cheap. Floats are used only inside formulas, with functions that are
//! the same everywhere. Only whole numbers are stored.
#![forbid(unsafe_code)]

mod distribution;
mod ledger;
mod rates;
pub mod sample;
mod state;
mod stream;
mod survivors;
#[cfg(test)]
mod tests;
mod visit;

pub use distribution::Transient;
pub use ledger::{Ledger, Recovery};
pub use rates::Rates;
pub use state::StockState;
pub use stream::Stream;
pub use survivors::{Order, Survivors, survivors};
pub use visit::{Visit, non_empty};

/// Maximum number of items in one stock.
pub const COUNT_MAX: u32 = 4_000_000;
