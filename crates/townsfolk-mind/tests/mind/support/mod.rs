//! What several test programs share.
#![allow(unreachable_pub, reason = "modules of one program")]

pub mod draft;
pub mod isaac;
pub mod statistics;
pub mod toy;
