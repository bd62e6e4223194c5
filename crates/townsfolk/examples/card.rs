//! The whole API on a card: a folder of scripts, a bench, an elder, ten seconds.
//!
//! ```sh
//! cargo run -p townsfolk --features lang --example card
//! ```

use townsfolk::prelude::*;

pub(crate) fn main() -> Result<(), townsfolk::Error> {
    let mut folk = Folk::from_folder("examples/bench", Seed(7))?; // `from_module` in shipped games
    folk.place("bench_spot", at(3.0, 5.0))?;
    let mira = folk.add("elder", at(2.0, 5.0))?;
    for _ in 0..600 {
        let tick = folk.tick();
        for start in tick.starts() {
            println!("{start}"); // "Ann: take a seat, sit(left)"
        }
        folk.finish_all(tick); // a real game reports when an animation ends
    }
    println!("{}", folk.why(mira));
    Ok(())
}
