//! Ticks of a village in which thousands of people live in one area: what a budget bounds.
//!
//! `cargo run --release -p townsfolk-bench --example crowded -- 10000 500`: people, and looks a tick.
#![allow(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "an example is a program of its own"
)]

use townsfolk_bench::cpu_seconds;
use townsfolk_bench::minds::district::{District, compile};

/// The first ticks bring everybody into the world.
const WARM_UP: usize = 60;

const MEASURED: usize = 1_200;

fn main() -> Result<(), String> {
    let mut arguments = std::env::args().skip(1);
    let mut number = |or: u32| {
        arguments
            .next()
            .map_or(Ok(or), |n| n.parse().map_err(|_| "a number, please"))
    };
    let (people, looks) = (number(10_000)?, number(500)?);
    let module = compile()?;
    println!("{people} people in one area, ms a tick:");
    for budget in [None, Some(looks)] {
        let mut district = District::new(&module, 7, people);
        district.folk.set_budget(budget);
        (0..WARM_UP).for_each(|_| district.tick());
        let mut took: Vec<f64> = (0..MEASURED)
            .map(|_| cpu_seconds(1, || district.tick()) * 1e3)
            .collect();
        let mean = took.iter().sum::<f64>() / MEASURED as f64;
        took.sort_by(f64::total_cmp);
        let at = |place: usize| took.get(place).copied().unwrap_or(0.0);
        let budget = budget.map_or("no budget".to_owned(), |looks| format!("{looks} looks"));
        println!(
            "  {budget}: mean {mean:.2}, 99 in 100 within {:.2}, at most {:.2}; {} looks at most",
            at(MEASURED * 99 / 100),
            at(MEASURED - 1),
            district.folk.work().most,
        );
    }
    Ok(())
}
