//! The driver itself: a comparison that cannot fail proves nothing.

#[test]
fn the_driver_notices_what_it_watches_for() {
    use townsfolk_fuzz::{memory_limit, peak_of};
    let (_, peak) = peak_of(|| vec![0_u8; 1 << 27]);
    assert!(peak > memory_limit(1000), "a greedy input would be seen");
}
