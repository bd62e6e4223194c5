//! A short list that needs no memory of its own.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::ops::Deref;

/// A list that is read like a slice. Up to `N` things are kept in place; more of them, in a [`Vec`].
///
/// It is written to files like any other list.
#[derive(Clone)]
pub struct Few<T, const N: usize>(Kept<T, N>);

#[derive(Clone)]
enum Kept<T, const N: usize> {
    Nothing,
    /// So many of these.
    Here([T; N], usize),
    Elsewhere(Vec<T>),
}

impl<T: Copy, const N: usize> Few<T, N> {
    /// The same things as in a slice.
    pub fn of(things: &[T]) -> Few<T, N> {
        Few(match things.first() {
            None => Kept::Nothing,
            Some(first) if things.len() <= N => {
                let mut here = [*first; N];
                here[..things.len()].copy_from_slice(things);
                Kept::Here(here, things.len())
            }
            Some(_) => Kept::Elsewhere(things.to_vec()),
        })
    }
}

impl<T, const N: usize> Default for Few<T, N> {
    fn default() -> Few<T, N> {
        Few(Kept::Nothing)
    }
}

impl<T, const N: usize> Deref for Few<T, N> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        match &self.0 {
            Kept::Nothing => &[],
            Kept::Here(things, count) => &things[..*count],
            Kept::Elsewhere(things) => things,
        }
    }
}

impl<T: PartialEq, const N: usize> PartialEq for Few<T, N> {
    fn eq(&self, other: &Few<T, N>) -> bool {
        **self == **other
    }
}

impl<T: Eq, const N: usize> Eq for Few<T, N> {}

impl<T: fmt::Debug, const N: usize> fmt::Debug for Few<T, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

impl<T: Serialize, const N: usize> Serialize for Few<T, N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (**self).serialize(serializer)
    }
}

impl<'de, T: Deserialize<'de> + Copy, const N: usize> Deserialize<'de> for Few<T, N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Few<T, N>, D::Error> {
        Vec::deserialize(deserializer).map(|things| Few::of(&things))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_and_many_read_alike() {
        for count in 0..6 {
            let things: Vec<u8> = (0..count).collect();
            let few: Few<u8, 3> = Few::of(&things);
            assert_eq!(*few, *things);
            assert_eq!(few.clone(), few);
            let bytes = postcard::to_allocvec(&few).unwrap_or_default();
            assert_eq!(Ok(&bytes), postcard::to_allocvec(&things).as_ref());
            assert_eq!(postcard::from_bytes(&bytes), Ok(few));
        }
    }
}
