//! The whole API on a card: a folder of scripts, a bench, an elder, ten seconds.
//!
//! ```sh
//! cargo run -p townsfolk --features lang --example card
//! ```

use townsfolk::prelude::*;

/// The scripts of these examples. A game would write `"examples/bench"`.
const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/bench");

pub(crate) fn main() -> Result<(), townsfolk::Error> {
    let mut folk = Folk::from_folder(FOLDER, Seed(7))?;
    folk.place("bench_spot", at(3.0, 5.0))?;
    let mira = folk.add("elder", at(2.0, 5.0))?;
    for _ in 0..600 {
        let tick = folk.tick();
        for start in tick.starts() {
            println!("{start}");
        }
        folk.finish_all(tick);
    }
    println!("{}", folk.why(mira));
    Ok(())
}
