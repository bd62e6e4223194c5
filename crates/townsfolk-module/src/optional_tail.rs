//! Parts at the end of a file that older files do not have.

use serde::de::{DeserializeOwned, Error as _, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};

/// The last part of a file that older files do not have. Where it is empty nothing is written, so that
/// such a file is what it always was.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct OptionalTail<T>(pub T);

impl<T> Deref for OptionalTail<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> DerefMut for OptionalTail<T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0
    }
}

/// The mark in front of the part, which tells it from trailing garbage.
const PRESENT: u8 = 1;

impl<T: Serialize + Default + PartialEq> Serialize for OptionalTail<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 == T::default() {
            true => ().serialize(serializer),
            false => (PRESENT, &self.0).serialize(serializer),
        }
    }
}

impl<'de, T: DeserializeOwned + Default> Deserialize<'de> for OptionalTail<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<OptionalTail<T>, D::Error> {
        deserializer.deserialize_tuple(2, Part(PhantomData))
    }
}

struct Part<T>(PhantomData<T>);

impl<'de, T: DeserializeOwned + Default> Visitor<'de> for Part<T> {
    type Value = OptionalTail<T>;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the last part of a file, or its end")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut parts: A) -> Result<OptionalTail<T>, A::Error> {
        match parts.next_element::<u8>() {
            // The file ends here: it has no such part.
            Err(_) | Ok(None) => Ok(OptionalTail::default()),
            Ok(Some(PRESENT)) => {
                let part = parts.next_element()?;
                part.map(OptionalTail)
                    .ok_or_else(|| A::Error::custom("cut short"))
            }
            Ok(Some(_)) => Err(A::Error::custom("an unknown part")),
        }
    }
}
