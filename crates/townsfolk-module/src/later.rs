//! Parts at the end of a file that older files do not have.

use serde::de::{DeserializeOwned, Error as _, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};

/// The last part of a file that older files do not have. Where it is empty nothing is written, so that
/// such a file is what it always was.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Later<T>(pub T);

impl<T> Deref for Later<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> DerefMut for Later<T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0
    }
}

/// What stands before the part, to tell it from rubbish.
const PRESENT: u8 = 1;

impl<T: Serialize + Default + PartialEq> Serialize for Later<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 == T::default() {
            true => ().serialize(serializer),
            false => (PRESENT, &self.0).serialize(serializer),
        }
    }
}

impl<'de, T: DeserializeOwned + Default> Deserialize<'de> for Later<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Later<T>, D::Error> {
        deserializer.deserialize_tuple(2, Part(PhantomData))
    }
}

struct Part<T>(PhantomData<T>);

impl<'de, T: DeserializeOwned + Default> Visitor<'de> for Part<T> {
    type Value = Later<T>;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the last part of a file, or its end")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut parts: A) -> Result<Later<T>, A::Error> {
        match parts.next_element::<u8>() {
            // The file ends here: it has no such part.
            Err(_) | Ok(None) => Ok(Later::default()),
            Ok(Some(PRESENT)) => {
                let part = parts.next_element()?;
                part.map(Later).ok_or_else(|| A::Error::custom("cut short"))
            }
            Ok(Some(_)) => Err(A::Error::custom("an unknown part")),
        }
    }
}
