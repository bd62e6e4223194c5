//! Stochastic grammars: `grammar NAME`, its rules, the meaning of its symbols, and its weights.

pub(crate) mod body;
pub(crate) mod check;
pub(crate) mod grammar;
pub(crate) mod lower;
