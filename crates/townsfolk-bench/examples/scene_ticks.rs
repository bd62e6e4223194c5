//! Ticks of the bench scene by one player and nothing else: to be run under a profiler.
//!
//! `cargo run --release -p townsfolk-bench --example scene_ticks -- fast 10 1000`: who plays (`fast`,
//! `idle`, which is the same with 34 rules more, `native` or `naive`), how many scenes, how many ticks.
//! The difference of two runs that differ in ticks is what ticks take.
#![allow(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "an example is a program of its own"
)]

use townsfolk_bench::scenes::BenchScenes;
use townsfolk_bench::scenes::fast::{Fast, with_idle_rules};
use townsfolk_bench::scenes::naive_tuples::NaiveTuples;
use townsfolk_bench::scenes::native_order::NativeOrder;
use townsfolk_bench::scenes::script::BenchScript;
use townsfolk_core::Seed;
use townsfolk_scene::fast::Unwitnessed;

fn main() -> Result<(), String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [who, scenes, ticks] = &arguments[..] else {
        return Err("say who plays, how many scenes, and how many ticks".to_string());
    };
    let scenes: u32 = scenes.parse().map_err(|_| "how many scenes?")?;
    let ticks: u32 = ticks.parse().map_err(|_| "how many ticks?")?;
    let script = BenchScript::compile()?;
    let seed = Seed(7);
    let fast = |module| Fast::<Unwitnessed>::new(&script, module, seed, scenes);
    let mut stage: Box<dyn BenchScenes> = match who.as_str() {
        "fast" => Box::new(fast(script.module.clone()).ok_or("no compact form")?),
        "idle" => Box::new(fast(with_idle_rules(&script.module)).ok_or("no compact form")?),
        "native" => Box::new(NativeOrder::new(&script, seed, scenes)),
        "naive" => Box::new(NaiveTuples::new(scenes)),
        _ => return Err(format!("nobody is called {who}")),
    };
    (0..ticks).for_each(|_| stage.tick());
    println!("{who}: {scenes} scenes, {ticks} ticks");
    Ok(())
}
