//! Saving and loading: a twin from a save goes on bit for bit.
//!
//! ```sh
//! cargo run -p townsfolk --features lang --example save_load
//! ```

use townsfolk::prelude::*;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/bench");

pub(crate) fn main() -> Result<(), townsfolk::Error> {
    let mut folk = Folk::from_folder(FOLDER, Seed(7))?;
    folk.place("bench_spot", at(3.0, 5.0))?;
    folk.add("elder", at(2.0, 5.0))?;
    folk.add("tourist", at(4.0, 5.0))?;
    run(&mut folk, 600);

    // Content is not in the save: the same module is given again.
    let bytes = folk.save();
    let (mut twin, moved) = Folk::load(folk.module().clone(), &bytes)?;
    assert!(moved.is_empty(), "the content has not changed");

    run(&mut folk, 1800);
    run(&mut twin, 1800);
    assert_eq!(folk.digest(), twin.digest());
    println!(
        "{} bytes; both are at {:016x}",
        bytes.len(),
        twin.digest().whole()
    );

    // A clone is the same without bytes: for rollback.
    let mut before = folk.clone();
    run(&mut folk, 60);
    run(&mut before, 60);
    assert_eq!(folk.digest(), before.digest());
    Ok(())
}

fn run(folk: &mut Folk, ticks: u32) {
    for _ in 0..ticks {
        let tick = folk.tick();
        folk.finish_all(tick);
    }
}
