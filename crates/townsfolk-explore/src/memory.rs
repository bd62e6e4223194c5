//! What has been played before: many steps come through the same situation.

use crate::step::Way;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// A situation and what the world has answered there, as digests.
pub(crate) type Moment = (u64, u64);

/// The ways of updates without reports, as far as they are remembered.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    young: RefCell<BTreeMap<Moment, Rc<Vec<Way>>>>,
    old: RefCell<BTreeMap<Moment, Rc<Vec<Way>>>>,
}

/// So many updates are remembered at least; twice as many at most.
const UPDATES: usize = 20_000;

impl Memory {
    pub(crate) fn recall(&self, moment: Moment) -> Option<Rc<Vec<Way>>> {
        if let Some(ways) = self.young.borrow().get(&moment) {
            return Some(Rc::clone(ways));
        }
        let ways = self.old.borrow_mut().remove(&moment)?;
        self.keep(moment, Rc::clone(&ways));
        Some(ways)
    }

    pub(crate) fn keep(&self, moment: Moment, ways: Rc<Vec<Way>>) {
        let mut young = self.young.borrow_mut();
        if young.len() >= UPDATES {
            *self.old.borrow_mut() = std::mem::take(&mut *young);
        }
        young.insert(moment, ways);
    }
}
