//! The embedded stage of Townsfolk: a town to walk in.
#![forbid(unsafe_code)]

pub mod generate;
pub mod motion;
pub mod near;
pub mod paths;
pub mod plan;
mod sight;
pub mod stage;
