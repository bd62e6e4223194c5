//! Whole towns: bodies, doors, scenes and minds, from a thousand people to a million.
//!
//! | file | says |
//! |---|---|
//! | [`site`] | a town grown from a sample, with a focus on one part of it |
//! | [`run`] | what its ticks cost |
//! | [`table`] | how that grows with the number of people |
//!
//! Towns are lived at sixty ticks a second around noon, when schools close, with one in a hundred
//! people full (a whole neighbourhood at least), one in ten in the background, the others dormant.

pub mod run;
pub mod site;
pub mod table;

pub use run::Cost;
pub use site::Site;
pub use table::{Row, Table, growth};
