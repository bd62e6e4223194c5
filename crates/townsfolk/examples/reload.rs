//! Reloading: a script changes while its scene is played.
//!
//! ```sh
//! cargo run -p townsfolk --features lang --example reload
//! ```
#![allow(
    clippy::disallowed_methods,
    reason = "an editor would change the file; here the example does"
)]

use std::fs;
use townsfolk::prelude::*;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/bench");

pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::temp_dir().join(format!("townsfolk-reload-{}", std::process::id()));
    fs::create_dir_all(&folder)?;
    let file = folder.join("bench.folk");
    let script = fs::read_to_string(format!("{FOLDER}/bench.folk"))?;
    fs::write(&file, &script)?;

    let mut folk = Folk::from_folder(&folder, Seed(7))?;
    folk.place("bench_spot", at(3.0, 5.0))?;
    folk.add("elder", at(2.0, 5.0))?;
    run(&mut folk, 600);

    // People now rest for hours. The running scene goes on under the new rules.
    fs::write(
        &file,
        script.replace("random(2, 5) * .minute", "random(2, 5) * .hour"),
    )?;
    for moved in folk.reload_folder(&folder)? {
        println!("{}", townsfolk::words::moved::fate(folk.symbols(), &moved));
    }
    run(&mut folk, 600);

    // A mistake changes nothing, and the error says where it is.
    fs::write(
        &file,
        script.replace("choose nearest Place", "choose nearest Plase"),
    )?;
    let wrong = folk.reload_folder(&folder);
    println!("{}", wrong.expect_err("the script has an error"));
    fs::remove_dir_all(&folder)?;
    Ok(())
}

fn run(folk: &mut Folk, ticks: u32) {
    for _ in 0..ticks {
        let tick = folk.tick();
        tick.starts().for_each(|start| println!("{start}"));
        folk.finish_all(tick);
    }
}
