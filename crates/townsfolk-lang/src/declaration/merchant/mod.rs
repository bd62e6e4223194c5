//! Merchants: goods that come and go, and known changes of the stock.

pub(crate) mod check;
pub(crate) mod grammar;
pub(crate) mod lower;
