//! Recording and replay: what went in is the run.
//!
//! ```sh
//! cargo run -p townsfolk --features lang --example recording
//! ```

use townsfolk::prelude::*;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/bench");

pub(crate) fn main() -> Result<(), townsfolk::Error> {
    let mut folk = Folk::from_folder(FOLDER, Seed(7))?;
    folk.start_recording(false);
    folk.place("bench_spot", at(3.0, 5.0))?;
    folk.add("elder", at(2.0, 5.0))?;
    folk.add("tourist", at(4.0, 5.0))?;
    for _ in 0..1800 {
        let tick = folk.tick();
        folk.finish_all(tick);
    }
    let recording = folk.take_recording().expect("it was started above");
    let bytes = recording.write();
    println!("{} bytes for {} ticks", bytes.len(), folk.now().0);

    // A bug report: the same module, the same bytes, the same run. The host is not needed.
    let again = Recording::read(&bytes)?;
    match again.replay(folk.module().clone(), &SingleThread, &mut |_| ()) {
        Ok(replayed) => {
            assert_eq!(replayed.now(), folk.now());
            println!("replayed to {:016x}", replayed.digest().whole());
        }
        Err(why) => println!("it went another way: {why:?}"),
    }
    Ok(())
}
