//! What several test programs share.
#![allow(dead_code, unreachable_pub)]

pub mod draft;
pub mod isaac;
pub mod statistics;
pub mod toy;
