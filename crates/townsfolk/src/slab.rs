//! Numbered items, each in its own box.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use townsfolk_core::digest::fold;

/// Maximum number. A file with a larger one is forged; its pages alone would take 16 MB.
const GIVEN_MAX: u32 = 1 << 27;

/// Number of items in a page.
const PAGE: usize = 64;

/// Items by number. Numbers begin at one and are never reused.
///
/// Removed items cost almost nothing: an empty page is freed.
#[derive(Clone, Debug)]
pub(crate) struct Register<T> {
    pages: Vec<Option<Box<Page<T>>>>,
    /// How many numbers have been assigned.
    given: u32,
}

#[derive(Clone, Debug)]
struct Page<T> {
    things: Vec<Option<Box<T>>>,
    count: usize,
}

impl<T> Default for Register<T> {
    fn default() -> Register<T> {
        Register {
            pages: vec![],
            given: 0,
        }
    }
}

/// Page and index in the page.
fn leaf(number: u32) -> Option<(usize, usize)> {
    let index = (number as usize).checked_sub(1)?;
    Some((index / PAGE, index % PAGE))
}

impl<T> Register<T> {
    /// The next number.
    pub(crate) fn next(&self) -> u32 {
        self.given.saturating_add(1)
    }

    pub(crate) fn push(&mut self, thing: T) {
        let number = self.next();
        self.given = number;
        self.restore(number, thing);
    }

    /// Restores an item under a number that was assigned before.
    pub(crate) fn restore(&mut self, number: u32, thing: T) {
        let Some((page, place)) = leaf(number).filter(|_| number <= self.given) else {
            return;
        };
        if self.pages.len() <= page {
            self.pages.resize_with(page + 1, || None);
        }
        let page = self.pages[page].get_or_insert_with(|| {
            Box::new(Page {
                things: (0..PAGE).map(|_| None).collect(),
                count: 0,
            })
        });
        let before = page.things[place].replace(Box::new(thing));
        page.count += usize::from(before.is_none());
    }

    pub(crate) fn get(&self, number: u32) -> Option<&T> {
        let (page, place) = leaf(number)?;
        self.pages.get(page)?.as_ref()?.things[place].as_deref()
    }

    pub(crate) fn get_mut(&mut self, number: u32) -> Option<&mut T> {
        let (page, place) = leaf(number)?;
        self.pages.get_mut(page)?.as_mut()?.things[place].as_deref_mut()
    }

    pub(crate) fn remove(&mut self, number: u32) -> Option<T> {
        let (index, place) = leaf(number)?;
        let page = self.pages.get_mut(index)?.as_mut()?;
        let thing = page.things[place].take()?;
        page.count -= 1;
        if page.count == 0 {
            self.pages[index] = None;
        }
        Some(*thing)
    }

    /// Memory of the pages in bytes, without the items.
    pub(crate) fn bytes(&self) -> usize {
        let pages = self.pages.iter().flatten().count();
        let page = size_of::<Page<T>>() + PAGE * size_of::<Option<Box<T>>>();
        self.pages.capacity() * size_of::<Option<Box<Page<T>>>>() + pages * page
    }

    /// Whether every item has the number under which it is stored.
    pub(crate) fn is_sound(&self, number: impl Fn(&T) -> u32) -> bool {
        self.numbered().all(|(kept, thing)| number(thing) == kept)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &T> {
        let pages = self.pages.iter().flatten();
        let things = pages.flat_map(|page| &page.things);
        things.filter_map(|thing| thing.as_deref())
    }

    fn numbered(&self) -> impl Iterator<Item = (u32, &T)> {
        let pages = self.pages.iter().enumerate();
        let pages = pages.filter_map(|(index, page)| Some((index * PAGE, page.as_ref()?)));
        pages.flat_map(|(first, page)| {
            let things = page.things.iter().enumerate();
            things.filter_map(move |(place, thing)| {
                let number = u32::try_from(first + place + 1).ok()?;
                Some((number, thing.as_deref()?))
            })
        })
    }
}

impl<T: Serialize> Serialize for Register<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let things: Vec<(u32, &T)> = self.numbered().collect();
        (self.given, things).serialize(serializer)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Register<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Register<T>, D::Error> {
        let (given, things) = <(u32, Vec<(u32, T)>)>::deserialize(deserializer)?;
        let fits = |(number, _): &(u32, T)| (1..=given).contains(number);
        if given > GIVEN_MAX || !things.iter().all(fits) {
            return Err(D::Error::custom("a number that was never given out"));
        }
        let mut register = Register {
            given,
            ..Register::default()
        };
        for (number, thing) in things {
            register.restore(number, thing);
        }
        Ok(register)
    }
}

/// Items with reused slots: a slot is used again with another generation.
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
    /// Reserves a key and stores the item that `make` makes for it.
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

    /// Takes an item out for a while; its slot stays reserved.
    pub(crate) fn borrow_out(&mut self, key: u64) -> Option<Box<T>> {
        let index = self.index(key)?;
        self.slots[index].take()
    }

    /// Brings back an item that was taken out.
    pub(crate) fn bring_back(&mut self, key: u64, thing: Box<T>) {
        if let Some(index) = self.index(key) {
            self.slots[index] = Some(thing);
        }
    }

    /// Whether a key is assigned, but its item is taken out.
    pub(crate) fn is_reserved(&self, key: u64) -> bool {
        let slot = self.index(key).map(|index| self.slots[index].is_none());
        let (_, index) = parts(key);
        slot == Some(true) && !self.free.contains(&(index as u32))
    }

    /// Removes an item permanently.
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

    /// Number of stored items; those taken out do not count.
    pub(crate) fn len(&self) -> usize {
        self.iter().count()
    }

    /// Memory of the slots in bytes, without the items.
    pub(crate) fn bytes(&self) -> usize {
        let slots = self.slots.capacity() * size_of::<Option<Box<T>>>();
        slots + (self.generations.capacity() + self.free.capacity()) * size_of::<u32>()
    }

    /// A hash of the state that decides which keys are assigned next.
    pub(crate) fn digest(&self) -> u64 {
        let free = self.free.iter().map(|index| u64::from(*index) + 1);
        let generations = self
            .generations
            .iter()
            .map(|generation| u64::from(*generation));
        generations.chain(free).fold(0, fold)
    }

    /// Whether the slots are valid after reading a file.
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

    /// The key of the item in each slot, in order.
    pub(crate) fn keys(&self) -> impl Iterator<Item = (u64, &T)> {
        let slots = self.slots.iter().zip(&self.generations).enumerate();
        slots.filter_map(|(index, (slot, generation))| {
            let key = u64::from(*generation) << 32 | index as u64;
            Some((key, slot.as_deref()?))
        })
    }

    /// The same slots with other items.
    pub(crate) fn map<U>(&self, mut of: impl FnMut(&T) -> U) -> Slots<U> {
        let slots = self.slots.iter();
        let slots = slots.map(|slot| slot.as_deref().map(|thing| Box::new(of(thing))));
        Slots {
            slots: slots.collect(),
            generations: self.generations.clone(),
            free: self.free.clone(),
        }
    }

    /// The same slots with other items.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn those_who_are_gone_take_no_room() {
        let mut register = Register::default();
        for number in 1..=10_000_u32 {
            register.push(number);
            if number % 1000 != 0 {
                assert_eq!(register.remove(number), Some(number));
            }
        }
        assert_eq!(register.iter().count(), 10);
        assert_eq!(register.pages.iter().flatten().count(), 10);
        assert_eq!(register.get(2000), Some(&2000));
        assert_eq!(register.get(2001), None);
        assert_eq!(register.next(), 10_001);
        let bytes = postcard::to_allocvec(&register).unwrap();
        assert!(bytes.len() < 100);
        let read: Register<u32> = postcard::from_bytes(&bytes).unwrap();
        assert!(read.iter().eq(register.iter()) && read.next() == register.next());
        assert!(read.is_sound(|number| *number));
    }

    #[test]
    fn a_key_is_not_given_out_twice_at_once() {
        let mut slots = Slots::default();
        let key = slots.insert(|key| key);
        assert!(slots.remove(key).is_some());
        assert!(slots.remove(key).is_none());
        let (a, b) = (slots.insert(|key| key), slots.insert(|key| key));
        assert!(a != b && a != key && slots.is_sound() && slots.len() == 2);
        slots.borrow_out(a);
        assert_eq!(slots.len(), 1);
        assert!(slots.is_reserved(a));
    }
}
