//! Needs: what people come to want as time goes by.

pub(crate) mod grammar;
pub(crate) mod lower;
