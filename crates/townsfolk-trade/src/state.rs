//! What is stored of one kind of goods: whole numbers only.

use serde::{Deserialize, Serialize};
use townsfolk_module::mind::Moment;

/// The stock of one kind of goods as it was last observed or traded.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StockState {
    /// Length of the queue: items, or batches.
    pub queue: u32,
    /// Items for anybody, without the reserve.
    pub items: u32,
    /// When it was observed.
    pub observed_at: Moment,
    /// How many observations and trades there have been. It keys the next draw.
    pub index: u32,
    /// Items of the reserve that were left at `reserve_at`.
    pub reserve_left: u32,
    /// When the reserve was last counted.
    pub reserve_at: Moment,
    /// Whether anybody has traded with it.
    pub met: bool,
}
