//! The readings of the world that a scene can ask for. Section "The stage".

use townsfolk_core::{HostId, Value};

/// The physical world and the host, as far as conditions ask for it.
pub trait Stage {
    /// How far two things are from each other, in millimetres; `None` if one has no place.
    fn distance_mm(&self, a: Value, b: Value) -> Option<i64>;

    /// The value of a host function; `None` if it has none.
    fn read(&self, name: HostId, arguments: &[Value]) -> Option<Value>;

    /// Whether a host predicate holds.
    fn holds(&self, name: HostId, arguments: &[Value]) -> bool;

    /// The time of day, in seconds since midnight.
    fn clock(&self) -> i32;
}

/// A stage without places, where no reading has a value and it is always noon.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Nowhere;

impl Stage for Nowhere {
    fn distance_mm(&self, _: Value, _: Value) -> Option<i64> {
        None
    }

    fn read(&self, _: HostId, _: &[Value]) -> Option<Value> {
        None
    }

    fn holds(&self, _: HostId, _: &[Value]) -> bool {
        false
    }

    fn clock(&self) -> i32 {
        12 * 3600
    }
}
