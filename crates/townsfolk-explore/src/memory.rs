//! Caches of played updates: many steps pass through the same situation.

use crate::step::Way;
use crate::turns::Firings;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// A situation and the world's answers, as digests.
pub(crate) type Moment = (u64, u64);

/// The caches.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    /// Branches of updates without reports.
    pub(crate) updates: Remembered<Moment, Vec<Way>>,
    /// What people can do in situations, by digest, in the middle of an update.
    pub(crate) firings: Remembered<u64, Firings>,
}

/// A cache of limited size.
#[derive(Debug)]
pub(crate) struct Remembered<K, V> {
    young: RefCell<BTreeMap<K, Rc<V>>>,
    old: RefCell<BTreeMap<K, Rc<V>>>,
}

/// Minimum number of entries kept; the maximum is twice that.
const KEPT: usize = 20_000;

impl<K, V> Default for Remembered<K, V> {
    fn default() -> Remembered<K, V> {
        Remembered {
            young: RefCell::default(),
            old: RefCell::default(),
        }
    }
}

impl<K: Ord + Copy, V> Remembered<K, V> {
    pub(crate) fn recall(&self, asked: K) -> Option<Rc<V>> {
        if let Some(answer) = self.young.borrow().get(&asked) {
            return Some(Rc::clone(answer));
        }
        let answer = self.old.borrow_mut().remove(&asked)?;
        self.keep(asked, Rc::clone(&answer));
        Some(answer)
    }

    pub(crate) fn keep(&self, asked: K, answer: Rc<V>) {
        let mut young = self.young.borrow_mut();
        if young.len() >= KEPT {
            *self.old.borrow_mut() = std::mem::take(&mut *young);
        }
        young.insert(asked, answer);
    }
}
