//! What it costs to keep a world for rollback: a clone, beside a save and a load.
//!
//! `cargo run --release -p townsfolk-bench --example rollback -- 1000`: how many people with minds.
#![allow(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "an example is a program of its own"
)]

use townsfolk::Folk;
use townsfolk_bench::cpu_seconds;
use townsfolk_bench::minds::district::{District, compile};

fn main() -> Result<(), String> {
    let count = std::env::args().nth(1);
    let count: u32 = count.map_or(Ok(1000), |n| n.parse().map_err(|_| "how many people?"))?;
    let module = compile()?;
    let mut district = District::new(&module, 7, count);
    (0..600).for_each(|_| district.tick());
    let folk = &district.folk;
    let saved = folk.save();
    let load = || Folk::load(module.clone(), &saved).map_err(|refused| refused.to_string());
    load()?;
    let ms = |seconds: f64| seconds * 1000.0;
    println!(
        "{count} people: clone {:.3} ms, save {:.3} ms, load {:.3} ms, {} bytes",
        ms(cpu_seconds(20, || folk.clone())),
        ms(cpu_seconds(20, || folk.save())),
        ms(cpu_seconds(5, load)),
        saved.len()
    );
    Ok(())
}
