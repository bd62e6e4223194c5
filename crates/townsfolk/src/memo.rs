//! A cache that several threads may fill.

use std::collections::BTreeMap;
use std::sync::{PoisonError, RwLock};

/// Cached values by key. A value is a function of its key and of a world that does not change while
/// the cache is kept. So it does not matter which thread computes it, or how often.
#[derive(Debug)]
pub(crate) struct Memo<K, V>(RwLock<BTreeMap<K, V>>);

impl<K, V> Default for Memo<K, V> {
    fn default() -> Memo<K, V> {
        Memo(RwLock::default())
    }
}

impl<K: Clone, V: Clone> Clone for Memo<K, V> {
    fn clone(&self) -> Memo<K, V> {
        let known = self.0.read().unwrap_or_else(PoisonError::into_inner);
        Memo(RwLock::new(known.clone()))
    }
}

impl<K: Ord, V: Clone> Memo<K, V> {
    /// The value of a key, computed on a miss. The cache is not locked meanwhile: computing one
    /// value may require another.
    pub(crate) fn get(&self, key: K, work_out: impl FnOnce() -> V) -> V {
        if let Some(known) = self.known(&key) {
            return known;
        }
        let value = work_out();
        let mut known = self.0.write().unwrap_or_else(PoisonError::into_inner);
        known.insert(key, value.clone());
        value
    }

    fn known(&self, key: &K) -> Option<V> {
        let known = self.0.read().unwrap_or_else(PoisonError::into_inner);
        known.get(key).cloned()
    }

    /// Clears the cache: the world has changed.
    pub(crate) fn clear(&mut self) {
        let known = self.0.get_mut().unwrap_or_else(PoisonError::into_inner);
        known.clear();
    }
}
