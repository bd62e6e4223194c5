//! Layers: the small maps that minds are put together from.

pub(crate) mod grammar;
pub(crate) mod include;
pub(crate) mod lower;
pub(crate) mod nodes;
