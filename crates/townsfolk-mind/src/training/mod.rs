//! Training of the social network, with the same weights on every machine.
//!
//! The cases of the original network were never published. Ours come from a [teacher](mod@teacher)
//! with readable rules. The network learns a smooth version of the rules, and designers can retrain
//! it on their own cases.
//!
//! | module | holds |
//! |---|---|
//! | [`mod@teacher`] | what a reasonable person would do |
//! | [`cases`] | three hundred situations, and noisy copies of them |
//! | [`backpropagation`] | the learning algorithm |
//! | [`mod@report`] | the quality of the result, without leaks |
//!
//! Floats are used only in this module of the crate: additions, products and quotients, whose
//! results are the same everywhere. The resulting weights are integers.

pub mod backpropagation;
pub mod cases;
pub mod report;
pub mod teacher;

pub use backpropagation::{Schooling, train, train_watched};
pub use cases::{Case, Misread, hand_made, noisy_copies};
pub use report::{Confusion, Report, cross_validate, report, report_on};
pub use teacher::teacher;
