//! The bench: corrected, it is clean; as it was published, it is not.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

mod support;
use support::explore_text;
use townsfolk_explore::Bounds;

const BENCH: &str = include_str!("../../../examples/bench/bench.folk");

#[test]
fn the_corrected_bench_is_clean() {
    let start = std::time::Instant::now();
    let (exploration, told) = explore_text(BENCH, &Bounds::default());
    println!(
        "{} states, {} transitions, {:?}",
        exploration.states,
        exploration.transitions,
        start.elapsed()
    );
    println!("{:?}", exploration.covered);
    assert_eq!(told, "");
    assert!(exploration.complete);
}
