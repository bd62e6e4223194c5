//! Seats: limits on the number of connections, in all and from one address. A connection that does
//! not read gives its seat to the next one that needs it.

use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::Notify;

/// A limited number of seats.
#[derive(Debug)]
pub(crate) struct Seats {
    all_max: usize,
    each_max: usize,
    taken: Mutex<Vec<Arc<Taken>>>,
}

#[derive(Debug)]
struct Taken {
    of: IpAddr,
    deaf: AtomicBool,
    leave: Notify,
}

/// A seat; dropping it frees it.
#[derive(Debug)]
pub(crate) struct Seat {
    seats: Arc<Seats>,
    taken: Arc<Taken>,
}

impl Seats {
    pub(crate) fn new(all_max: usize, each_max: usize) -> Arc<Seats> {
        Arc::new(Seats {
            all_max,
            each_max,
            taken: Mutex::default(),
        })
    }

    /// A seat for an address, if one is free or a connection that does not read has one.
    pub(crate) fn take(self: &Arc<Seats>, of: IpAddr) -> Option<Seat> {
        let mut all = self.lock();
        let own = all.iter().filter(|taken| taken.of == of).count();
        if own >= self.each_max || all.len() >= self.all_max {
            let gives_way = |taken: &Arc<Taken>| {
                let fits = own < self.each_max || taken.of == of;
                fits && taken.deaf.load(Ordering::Relaxed)
            };
            let index = all.iter().position(gives_way)?;
            all.swap_remove(index).leave.notify_one();
        }
        let taken = Arc::new(Taken {
            of,
            deaf: AtomicBool::new(false),
            leave: Notify::new(),
        });
        all.push(taken.clone());
        Some(Seat {
            seats: self.clone(),
            taken,
        })
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Arc<Taken>>> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Seat {
    /// Records whether the connection reads what it is sent.
    pub(crate) fn set_deaf(&self, deaf: bool) {
        self.taken.deaf.store(deaf, Ordering::Relaxed);
    }

    /// Waits until another connection needs the seat.
    pub(crate) async fn is_needed(&self) {
        self.taken.leave.notified().await;
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        let mut all = self.seats.lock();
        all.retain(|taken| !Arc::ptr_eq(taken, &self.taken));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;

    fn address(n: u8) -> IpAddr {
        IpAddr::V4(Ipv4Addr::new(10, 0, 0, n))
    }

    #[test]
    fn one_address_cannot_hold_all_seats() {
        let seats = Seats::new(3, 2);
        let greedy: Vec<_> = (0..3).map(|_| seats.take(address(1))).collect();
        assert_eq!(greedy.iter().flatten().count(), 2);
        let other = seats.take(address(2));
        assert!(other.is_some(), "another finds one");
        assert!(seats.take(address(3)).is_none(), "there are no more");
        drop(other);
        assert!(seats.take(address(3)).is_some());
    }

    #[test]
    fn whoever_does_not_read_gives_way() {
        let seats = Seats::new(3, 2);
        let pages: Vec<_> = (0..2).flat_map(|_| seats.take(address(1))).collect();
        assert!(seats.take(address(1)).is_none());
        pages[0].set_deaf(true);
        let next = seats.take(address(1));
        assert!(next.is_some());
        // A connection that gave way frees nothing a second time.
        drop(pages);
        let more: Vec<_> = (0..2).flat_map(|_| seats.take(address(1))).collect();
        assert_eq!(more.len(), 1);
    }
}
