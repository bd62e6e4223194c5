//! Questions to the social network, and memories that are full.

use crate::Figure;
use crate::minds::quarter::Quarter;
use crate::stopwatch::{cpu_seconds, thread_seconds};
use std::hint::black_box;
use townsfolk_core::{AreaId, CharacterId};
use townsfolk_knowledge::{Event, Memory, What};
use townsfolk_mind::Moment;
use townsfolk_mind::social::{answer, shipped_network};
use townsfolk_mind::training::hand_made;
use townsfolk_module::mind::{Degree, MemorySize};

const ROUNDS: usize = 1_000;
const EVENTS: i64 = 100_000;

/// Measures questions and memories.
pub fn measure(_: &Quarter) -> Vec<Figure> {
    let mut figures = vec![];
    if let Some(network) = shipped_network() {
        let cases = hand_made();
        let seconds = cpu_seconds(3, || {
            for _ in 0..ROUNDS {
                for case in &cases {
                    black_box(answer(&network, &case.situation));
                }
            }
        });
        let ns = seconds * 1e9 / (ROUNDS * cases.len()) as f64;
        figures.push(Figure::new("a question to the social network", ns, "ns"));
        figures.push(Figure::new("  questions a second and core", 1e9 / ns, ""));
        figures.push(Figure::new("  for each of 102 products", ns / 102.0, "ns"));
    }
    let (_, ns) = full_memory();
    figures.push(Figure::new("an event noticed, memory full", ns, "ns"));
    figures
}

/// A memory that can hold no more, and nanoseconds for each event it was told.
pub fn full_memory() -> (Memory, f64) {
    let mut memory = Memory::new(CharacterId(0), MemorySize::default(), &[]);
    let before = thread_seconds();
    for n in 0..EVENTS {
        let came = n % 2 == 0;
        memory.notice(Event {
            at: Moment(n),
            area: AreaId(1),
            // The remainder is small.
            who: CharacterId(1 + (n / 2 % 50) as u32),
            what: if came { What::Entered } else { What::Left },
        });
        if n % 10 == 0 {
            memory.think(&|_| Degree::ZERO);
        }
    }
    (memory, (thread_seconds() - before) * 1e9 / EVENTS as f64)
}
