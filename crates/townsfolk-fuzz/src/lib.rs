//! Hostile input for every way into Townsfolk.
//!
//! Every input must cause no panic, no hang, and memory of at most 64 MB and 64 times its size. A
//! target handles bytes as the tools would; a driver mutates inputs from a corpus and watches.
//!
//! | module | is hostile by |
//! |---|---|
//! | [`soak`] | a host that loses, doubles and delays outcomes and lets characters and regions vanish |
//! | [`bytes`] | any bytes as source, sheet, module, symbols, save, recording or question (feature `tools`) |
#![forbid(unsafe_code)]
// Hangs are found with a clock; nothing simulated is in this crate.
#![allow(clippy::disallowed_methods, clippy::disallowed_types)]

#[cfg(feature = "tools")]
pub mod bytes;
pub mod soak;
