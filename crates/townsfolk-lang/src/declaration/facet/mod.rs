//! Facets: attributes that characters have beliefs about.

pub(crate) mod grammar;
pub(crate) mod lower;
mod mistakes;
