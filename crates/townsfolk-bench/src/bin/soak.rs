//! The soak: many locations and characters, a day of stage time, a hostile host, zero violations.
//!
//! `cargo run --release -p townsfolk-bench --bin soak -- --locations 10000 --characters 40000
//! --hours 24 --seed 1 --threads 2`. Ends with 1 and the first violation if there is one.
// A program has arguments, an environment and a clock.
#![allow(clippy::disallowed_methods, clippy::print_stdout, clippy::print_stderr)]

use std::process::ExitCode;
use townsfolk_bench::soak::{Soak, Stop};

fn main() -> ExitCode {
    let mut soak = Soak::default();
    let mut arguments = std::env::args().skip(1);
    while let Some(name) = arguments.next() {
        let value = arguments.next().unwrap_or_default();
        let known = match name.as_str() {
            "--locations" => value.parse().map(|n| soak.locations = n).is_ok(),
            "--characters" => value.parse().map(|n| soak.characters = n).is_ok(),
            "--hours" => value.parse().map(|n| soak.hours = n).is_ok(),
            "--seed" => value.parse().map(|n| soak.seed = n).is_ok(),
            "--threads" => value.parse().map(|n| soak.threads = n).is_ok(),
            "--trouble" => value
                .parse()
                .map(|n| soak.trouble.per_character_hour = n)
                .is_ok(),
            _ => false,
        };
        if !known {
            eprintln!(
                "I do not understand `{name} {value}`. Known: --locations, --characters, --hours, \
                 --seed, --threads, --trouble (rude reports an hour for each character)."
            );
            return ExitCode::from(2);
        }
    }
    let done = soak.run(&mut |line| println!("{line}"));
    match done {
        Ok(report) => {
            print!("{report}");
            ExitCode::SUCCESS
        }
        Err(Stop { tick, violations }) => {
            println!("violated at tick {tick}: {violations:#?}");
            ExitCode::FAILURE
        }
    }
}
