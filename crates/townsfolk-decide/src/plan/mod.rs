//! Plans over yes/no propositions, with reuse masks.
//!
//! A state is a bit vector. An operator tests and changes it with a few word operations. A finished
//! plan carries a mask of all states in which it can be used again, so a crowd with few different
//! lives needs few searches.
//!
//! | file | holds |
//! |---|---|
//! | [`bits`] | sets of propositions |
//! | [`domain`] | operators and goals as masks, and their faults |
//! | [`search`] | uniform-cost search |
//! | [`cache`] | plans with masks, and failures |
//! | [`planner`] | cache first, then search |

pub mod bits;
pub mod cache;
pub mod domain;
pub mod planner;
pub mod search;

#[cfg(test)]
mod tests;

pub use bits::{Bits, PropIndex};
pub use cache::{Plan, PlanCache};
pub use domain::{DomainFault, Rule, Target, faults};
pub use planner::{Planned, Planner, PlannerCounts, SavedPlans, Unplanned, WidePlanner};
