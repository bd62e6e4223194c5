//! A limit on how deep expressions nest in a file.
//!
//! Decoding follows the nesting of the file, so a file made to nest without end would exhaust the
//! stack. The compiler never writes anything near the limit.

use serde::{Deserialize, Deserializer, de::Error};
use std::cell::Cell;

/// The compiler nests source expressions at most 64 deep; one source level is at most two here.
const DEPTH_MAX: u32 = 160;

thread_local! {
    static DEPTH: Cell<u32> = const { Cell::new(0) };
}

/// Decodes something that lies inside an expression, unless it lies too deep.
pub(crate) fn nested<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<T, D::Error> {
    let depth = DEPTH.get();
    if depth >= DEPTH_MAX {
        return Err(D::Error::custom("nested too deep"));
    }
    DEPTH.set(depth + 1);
    let value = T::deserialize(deserializer);
    DEPTH.set(depth);
    value
}
