//! Seats: how many connections there may be, in all and from one address.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

/// A limited number of seats.
#[derive(Debug)]
pub(crate) struct Seats {
    all_max: usize,
    each_max: usize,
    taken: Mutex<BTreeMap<IpAddr, usize>>,
}

/// A seat; dropping it frees it.
#[derive(Debug)]
pub(crate) struct Seat {
    seats: Arc<Seats>,
    of: IpAddr,
}

impl Seats {
    pub(crate) fn new(all_max: usize, each_max: usize) -> Arc<Seats> {
        Arc::new(Seats {
            all_max,
            each_max,
            taken: Mutex::default(),
        })
    }

    /// A seat for an address, if there is one.
    pub(crate) fn take(self: &Arc<Seats>, of: IpAddr) -> Option<Seat> {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let all: usize = taken.values().sum();
        let each = taken.entry(of).or_default();
        if all >= self.all_max || *each >= self.each_max {
            return None;
        }
        *each += 1;
        Some(Seat {
            seats: self.clone(),
            of,
        })
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        let taken = self.seats.taken.lock();
        let mut taken = taken.unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = taken.get_mut(&self.of) {
            *count = count.saturating_sub(1);
        }
        taken.retain(|_, count| *count > 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;

    #[test]
    fn one_address_cannot_hold_all_seats() {
        let seats = Seats::new(3, 2);
        let address = |n| IpAddr::V4(Ipv4Addr::new(10, 0, 0, n));
        let greedy: Vec<_> = (0..3).map(|_| seats.take(address(1))).collect();
        assert_eq!(greedy.iter().flatten().count(), 2);
        assert!(seats.take(address(2)).is_some(), "another finds one");
        let other = seats.take(address(2));
        assert!(seats.take(address(3)).is_none(), "there are no more");
        drop(other);
        assert!(seats.take(address(3)).is_some());
    }
}
