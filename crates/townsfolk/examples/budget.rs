//! A budget: no tick looks at more than a few things, and nothing waits for ever.
//!
//! ```sh
//! cargo run -p townsfolk --features lang --example budget
//! ```

use townsfolk::prelude::*;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/bench");

pub(crate) fn main() -> Result<(), townsfolk::Error> {
    let mut free = crowd()?;
    run(&mut free);
    println!(
        "without a budget: at most {} looks in a tick",
        free.work().most
    );

    let mut bound = crowd()?;
    bound.set_budget(Some(2));
    run(&mut bound);
    let work = bound.work();
    println!(
        "with a budget of 2: at most {} looks, the longest wait was {} ticks",
        work.most, work.longest_wait
    );
    assert!(work.most <= 2);
    Ok(())
}

/// Forty benches with two people each.
fn crowd() -> Result<Folk, townsfolk::Error> {
    let mut folk = Folk::from_folder(FOLDER, Seed(7))?;
    for n in 0..40 {
        let x = f64::from(n) * 20.0;
        folk.place("bench_spot", at(x, 0.0))?;
        folk.add("elder", at(x, 1.0))?;
        folk.add("tourist", at(x, -1.0))?;
    }
    Ok(folk)
}

fn run(folk: &mut Folk) {
    for _ in 0..1200 {
        let tick = folk.tick();
        folk.finish_all(tick);
    }
}
