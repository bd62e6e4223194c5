//! Sentences about a running engine, in the author's words.
//!
//! The home of every sentence about names, moments, rules, minds, events and reasons, for the
//! terminal, the studio and reports alike. Colours, columns and pages are not part of it.
//!
//! Most functions take `Symbols` in which every character has a name under its own number.
//! [`Names`] finds such a name.

pub mod beliefs;
pub mod clock;
pub mod deciders;
mod event;
pub mod mind;
pub mod mind_why;
pub mod moved;
pub mod names;
pub mod numbers;
pub mod obstacle;
pub mod people;
pub mod rules;
pub mod saying;
pub mod senses;
pub mod squads;
pub mod table;
pub mod why_not;

pub use names::{Names, in_capitals};
pub use saying::Saying;
pub use table::{Cell, Table, TableRow, Tone};
