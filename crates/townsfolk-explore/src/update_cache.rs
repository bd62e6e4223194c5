//! Caches of played updates: many steps pass through the same situation.

use crate::step::Branch;
use crate::turns::Firings;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// A situation and the world's answers, as digests.
pub(crate) type UpdateKey = (u64, u64);

/// The caches.
#[derive(Debug, Default)]
pub(crate) struct UpdateCaches {
    /// Branches of updates without reports.
    pub(crate) updates: BoundedCache<UpdateKey, Vec<Branch>>,
    /// The possible firings in situations, by digest, in the middle of an update.
    pub(crate) firings: BoundedCache<u64, Firings>,
}

/// A cache of limited size.
#[derive(Debug)]
pub(crate) struct BoundedCache<K, V> {
    young: RefCell<BTreeMap<K, Rc<V>>>,
    old: RefCell<BTreeMap<K, Rc<V>>>,
}

/// Minimum number of entries kept; the maximum is twice that.
const KEPT: usize = 20_000;

impl<K, V> Default for BoundedCache<K, V> {
    fn default() -> BoundedCache<K, V> {
        BoundedCache {
            young: RefCell::default(),
            old: RefCell::default(),
        }
    }
}

impl<K: Ord + Copy, V> BoundedCache<K, V> {
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
