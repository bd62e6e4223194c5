//! Training of the social network: a program in a library, the same weights on every machine.
//!
//! The cases that the original network was trained on were never published. Ours come from a
//! [teacher](mod@teacher) whose rules anybody can read; the network learns to do smoothly what the rules
//! do with hard edges, and designers can retrain it on cases of their own.
//!
//! | file | says |
//! |---|---|
//! | [`mod@teacher`] | what a reasonable person would do |
//! | [`cases`] | three hundred situations, and noisy copies of them |
//! | [`backpropagation`] | how weights are learned |
//! | [`mod@report`] | how well, without flattering |
//!
//! Floats are used here and nowhere else in this crate: additions, products and quotients only, whose
//! results are the same everywhere; what comes out are whole numbers.

pub mod backpropagation;
pub mod cases;
pub mod report;
pub mod teacher;

pub use backpropagation::{Schooling, train, train_watched};
pub use cases::{Case, Misread, hand_made, noisy_copies};
pub use report::{Confusion, Report, cross_validate, report, report_on};
pub use teacher::teacher;
