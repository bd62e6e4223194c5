//! Posts: places to stand, and queries that rate them.
//!
//! Two systems that do not wait for each other:
//!
//! - **Gatherers** fill in facts about pairs of a character and a post: which shots are free, how
//!   long the way is. Rays and ways are dear, so they work in turns within a budget per tick.
//! - **Queries** read facts and rate posts as a product of criteria. They are cheap and can be asked
//!   at any moment, so a character that changes its mind has its post in the same tick.
//!
//! | file | holds |
//! |---|---|
//! | [`post`] | posts, and facts about them |
//! | [`candidates`] | cover near a character, and rings around a place |
//! | [`gather`] | budgets, turns and facts |
//! | [`criteria`] | the criteria by name |
//! | [`query`] | the best post of a query, with every factor |
//! | [`curve`], [`rating`] | values and products in whole numbers |
//! | [`reservation`] | a post is for one character |

pub mod candidates;
pub mod criteria;
pub mod curve;
pub mod flat;
pub mod gather;
pub mod post;
pub mod query;
pub mod rating;
pub mod reservation;

pub use gather::{Budget, Gatherers, Used, Want};
pub use post::{Facts, Ground, KnownPost, PostId, PostKind, PostPlace, WayFact};
pub use query::{Factor, Rated, View, best, rate, rate_all};
pub use rating::Rating;
pub use reservation::{Reservation, Reservations};
