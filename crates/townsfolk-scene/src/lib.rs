//! Scenes: running scripts with their facts and participants.
//!
//! What it is for: saying what a script means. The [reference evaluator](mod@reference) is the plainest
//! program that does what the chapter "Meaning" of the book says; tests, exploration and every
//! faster evaluator are measured against it.
//!
//! Beside it stands the [fast evaluator](mod@fast), which agrees with it at every update.
//!
//! What it is not for: the physical world, or whole towns. How long an action takes, where
//! things stand and who is near is the business of a [stage](Stage); which scene runs at
//! which location is the business of the engine.
//!
//! Goals, in order: one obvious reading of every sentence of the contract; no panic and no endless
//! search, whatever the module; a [scene](reference::Scene) that is a plain value which can be
//! copied, compared, digested and looked into.
#![forbid(unsafe_code)]

pub mod fast;
mod phase;
pub mod reference;
mod stage;
mod trace;

pub use phase::Phase;
pub use stage::{Nowhere, Stage};
pub use trace::{Command, EndReason, Fault, Happening, Report, StopReason, Update};
