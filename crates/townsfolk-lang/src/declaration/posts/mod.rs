//! Queries for places to stand: candidates, and criteria with curves.

pub(crate) mod grammar;
pub(crate) mod lower;
