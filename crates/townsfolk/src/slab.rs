//! Numbered things, each in its own box.

use serde::{Deserialize, Serialize};
use townsfolk_core::digest::fold;

/// Things by number. Numbers begin at one and are given out once.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Register<T> {
    things: Vec<Option<Box<T>>>,
}

impl<T> Default for Register<T> {
    fn default() -> Register<T> {
        Register { things: vec![] }
    }
}

impl<T> Register<T> {
    /// The number that the next thing will have.
    pub(crate) fn next(&self) -> u32 {
        u32::try_from(self.things.len() + 1).unwrap_or(u32::MAX)
    }

    pub(crate) fn push(&mut self, thing: T) {
        self.things.push(Some(Box::new(thing)));
    }

    /// Puts a thing back under a number that was given out before.
    pub(crate) fn restore(&mut self, number: u32, thing: T) {
        let index = (number as usize).saturating_sub(1);
        while self.things.len() <= index {
            self.things.push(None);
        }
        self.things[index] = Some(Box::new(thing));
    }

    pub(crate) fn get(&self, number: u32) -> Option<&T> {
        let index = (number as usize).checked_sub(1)?;
        self.things.get(index)?.as_deref()
    }

    pub(crate) fn get_mut(&mut self, number: u32) -> Option<&mut T> {
        let index = (number as usize).checked_sub(1)?;
        self.things.get_mut(index)?.as_deref_mut()
    }

    pub(crate) fn remove(&mut self, number: u32) -> Option<T> {
        let index = (number as usize).checked_sub(1)?;
        self.things.get_mut(index)?.take().map(|thing| *thing)
    }

    /// Whether everything has the number under which it is kept.
    pub(crate) fn is_sound(&self, number: impl Fn(&T) -> u32) -> bool {
        let things = self.things.iter().enumerate();
        let mut there = things.filter_map(|(index, thing)| Some((index, thing.as_deref()?)));
        there.all(|(index, thing)| number(thing) as usize == index + 1)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &T> {
        self.things.iter().filter_map(|thing| thing.as_deref())
    }
}

/// Things that come and go: a number is used again, with another generation.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Slots<T> {
    slots: Vec<Option<Box<T>>>,
    generations: Vec<u32>,
    free: Vec<u32>,
}

impl<T> Default for Slots<T> {
    fn default() -> Slots<T> {
        Slots {
            slots: vec![],
            generations: vec![],
            free: vec![],
        }
    }
}

/// Splits the key of a slot into generation and index.
fn parts(key: u64) -> (u32, usize) {
    ((key >> 32) as u32, (key & 0xffff_ffff) as usize)
}

impl<T> Slots<T> {
    /// Gives out a key and keeps what `make` makes of it.
    pub(crate) fn insert(&mut self, make: impl FnOnce(u64) -> T) -> u64 {
        let index = match self.free.pop() {
            Some(index) => index as usize,
            None => {
                self.slots.push(None);
                self.generations.push(0);
                self.slots.len() - 1
            }
        };
        self.generations[index] = self.generations[index].wrapping_add(1);
        let key = u64::from(self.generations[index]) << 32 | index as u64;
        self.slots[index] = Some(Box::new(make(key)));
        key
    }

    fn index(&self, key: u64) -> Option<usize> {
        let (generation, index) = parts(key);
        (self.generations.get(index) == Some(&generation)).then_some(index)
    }

    pub(crate) fn get(&self, key: u64) -> Option<&T> {
        self.slots[self.index(key)?].as_deref()
    }

    pub(crate) fn get_mut(&mut self, key: u64) -> Option<&mut T> {
        let index = self.index(key)?;
        self.slots[index].as_deref_mut()
    }

    /// Takes something out for a while; its place stays reserved.
    pub(crate) fn borrow_out(&mut self, key: u64) -> Option<Box<T>> {
        let index = self.index(key)?;
        self.slots[index].take()
    }

    /// Brings back what was taken out.
    pub(crate) fn bring_back(&mut self, key: u64, thing: Box<T>) {
        if let Some(index) = self.index(key) {
            self.slots[index] = Some(thing);
        }
    }

    /// Whether a key is given out, but what it names is elsewhere.
    pub(crate) fn is_reserved(&self, key: u64) -> bool {
        let slot = self.index(key).map(|index| self.slots[index].is_none());
        let (_, index) = parts(key);
        slot == Some(true) && !self.free.contains(&(index as u32))
    }

    /// Removes something for good.
    pub(crate) fn remove(&mut self, key: u64) -> Option<Box<T>> {
        let index = self.index(key)?;
        let thing = self.slots[index].take()?;
        self.free.push(index as u32);
        Some(thing)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &T> {
        self.slots.iter().filter_map(|slot| slot.as_deref())
    }

    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.slots.iter_mut().filter_map(|slot| slot.as_deref_mut())
    }

    /// How many things are here; those taken out do not count.
    pub(crate) fn len(&self) -> usize {
        self.iter().count()
    }

    /// A hash of what decides which keys are given out next.
    pub(crate) fn digest(&self) -> u64 {
        let free = self.free.iter().map(|index| u64::from(*index) + 1);
        let generations = self
            .generations
            .iter()
            .map(|generation| u64::from(*generation));
        generations.chain(free).fold(0, fold)
    }

    /// Whether what was read from a file can be what was written.
    pub(crate) fn is_sound(&self) -> bool {
        let count = self.slots.len();
        let free = |index: &u32| self.slots.get(*index as usize).is_some_and(Option::is_none);
        let mut once = self.free.clone();
        once.sort_unstable();
        once.dedup();
        self.generations.len() == count
            && once.len() == self.free.len()
            && self.free.iter().all(free)
    }

    /// The key of the thing in each slot, in order.
    pub(crate) fn keys(&self) -> impl Iterator<Item = (u64, &T)> {
        let slots = self.slots.iter().zip(&self.generations).enumerate();
        slots.filter_map(|(index, (slot, generation))| {
            let key = u64::from(*generation) << 32 | index as u64;
            Some((key, slot.as_deref()?))
        })
    }

    /// The same slots with something else in them.
    pub(crate) fn map<U>(&self, mut of: impl FnMut(&T) -> U) -> Slots<U> {
        let slots = self.slots.iter();
        let slots = slots.map(|slot| slot.as_deref().map(|thing| Box::new(of(thing))));
        Slots {
            slots: slots.collect(),
            generations: self.generations.clone(),
            free: self.free.clone(),
        }
    }

    /// The same slots with something else in them.
    pub(crate) fn into_map<U>(self, mut of: impl FnMut(T) -> U) -> Slots<U> {
        let slots = self.slots.into_iter();
        let slots = slots.map(|slot| slot.map(|thing| Box::new(of(*thing))));
        Slots {
            slots: slots.collect(),
            generations: self.generations,
            free: self.free,
        }
    }
}
