//! Layers: the small maps that minds consist of.

pub(crate) mod grammar;
pub(crate) mod include;
pub(crate) mod lower;
pub(crate) mod nodes;
