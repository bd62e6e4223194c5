//! The whole engine on either evaluator: the same commands, events and digests.

#![allow(clippy::unwrap_used, reason = "tests")]

mod support;

use support::town;
use townsfolk::{TraceMode, WakeMode};

const EXAMPLES: [&str; 11] = [
    "bench",
    "cafe",
    "chess",
    "fortune",
    "kiosk",
    "market",
    "musician",
    "pickpocket",
    "picnic",
    "quarrel",
    "tour",
];

#[test]
fn the_fast_evaluator_plays_every_example_like_the_reference() {
    for (index, name) in EXAMPLES.iter().enumerate() {
        let seed = index as u64 + 1;
        let hour = if *name == "musician" { 17 } else { 12 };
        let mut fast = town(name, seed).at(hour);
        let mut plain = town(name, seed).at(hour);
        plain.folk = plain.folk.on_reference();
        let mut shaken = town(name, seed).at(hour);
        shaken.folk.looking = WakeMode::Shake(50);
        fast.folk.trace.mode = TraceMode::Full;
        plain.folk.trace.mode = TraceMode::Full;
        let mut decisions = 0;
        for _ in 0..12 * 60 * 60 {
            fast.tick();
            plain.tick();
            shaken.tick();
            let now = fast.folk.now();
            assert_eq!(fast.folk.output(), plain.folk.output(), "{name} at {now:?}");
            assert_eq!(
                fast.folk.output(),
                shaken.folk.output(),
                "{name} at {now:?}"
            );
            let (traced, expected) = (fast.folk.trace.take(), plain.folk.trace.take());
            decisions += traced.len();
            assert_eq!(traced, expected, "{name} at {now:?}");
            if now.0 % 60 == 0 {
                assert_eq!(fast.folk.digest(), plain.folk.digest(), "{name} at {now:?}");
                assert_eq!(
                    fast.folk.digest(),
                    shaken.folk.digest(),
                    "{name} at {now:?}"
                );
            }
        }
        assert!(decisions > 20, "{name}: {decisions} happenings");
    }
}
