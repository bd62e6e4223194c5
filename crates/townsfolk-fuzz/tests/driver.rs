//! The driver itself: a comparison that cannot fail proves nothing. A program of its own, because
//! memory is counted for a whole process.

use townsfolk_fuzz::bytes::{memory_limit, peak_of};

/// Counts what is allocated.
#[global_allocator]
static MEMORY: peak_alloc::PeakAlloc = peak_alloc::PeakAlloc;

#[test]
fn the_driver_notices_what_it_watches_for() {
    let (_, peak) = peak_of(|| vec![0_u8; 1 << 27]);
    assert!(peak > memory_limit(1000), "a greedy input would be seen");
}
