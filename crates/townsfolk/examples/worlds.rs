//! Several worlds on threads: they share the content and nothing else.
//!
//! ```sh
//! cargo run -p townsfolk --features lang --example worlds
//! ```
#![allow(
    clippy::disallowed_methods,
    reason = "threads belong to the host, and here is one"
)]

use std::sync::Arc;
use std::thread;
use townsfolk::prelude::*;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/bench");

pub(crate) fn main() -> Result<(), townsfolk::Error> {
    let (module, symbols) = townsfolk::compile_folder(FOLDER)?;
    let module = Arc::new(module);
    let world = |seed: u64| -> Result<u64, townsfolk::Error> {
        let mut folk = Folk::new(module.clone(), Seed(seed));
        folk.set_symbols(symbols.clone());
        folk.place("bench_spot", at(3.0, 5.0))?;
        folk.add("elder", at(2.0, 5.0))?;
        folk.add("tourist", at(4.0, 5.0))?;
        for _ in 0..1800 {
            let tick = folk.tick();
            folk.finish_all(tick);
        }
        Ok(folk.digest().whole())
    };
    let side_by_side = thread::scope(|scope| {
        let threads: Vec<_> = (1..=4)
            .map(|seed| scope.spawn(move || world(seed)))
            .collect();
        let joined = threads.into_iter().map(|thread| thread.join());
        joined
            .map(|world| world.expect("a world does not panic"))
            .collect::<Vec<_>>()
    });
    for (seed, digest) in (1..).zip(side_by_side) {
        let digest = digest?;
        // The same seed gives the same story, on any thread.
        assert_eq!(digest, world(seed)?);
        println!("world {seed}: {digest:016x}");
    }
    Ok(())
}
