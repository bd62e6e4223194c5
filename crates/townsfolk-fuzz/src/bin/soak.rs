//! The soak: many locations and characters, a day of stage time, a hostile host, zero violations.
//!
//! `cargo run --release -p townsfolk-fuzz --bin soak -- --help`. Ends with 1 and the first
//! violation if there is one.
// A program has arguments, an environment and a clock.
#![allow(clippy::disallowed_methods, clippy::print_stdout, clippy::print_stderr)]

use std::process::ExitCode;
use townsfolk_fuzz::soak::{Soak, Stop, decider_examples};

/// Counts what is allocated, for the memory by part.
#[global_allocator]
static MEMORY: peak_alloc::PeakAlloc = peak_alloc::PeakAlloc;

const HELP: &str = "\
Lets a town of all examples live under a hostile host, and looks for what must never be.

Usage: soak [OPTIONS]

  --locations N     how many locations [10000]
  --characters N    how many people, besides those who are spawned [40000]
  --hours H         how long, in hours of stage time [24]
  --seed N          another town, another host [1]
  --threads N       on how many threads [2]
  --trouble N       rude reports an hour for each character [12]
  --example NAME    an example of ways to decide instead of all with scenes:
                    cabin, perimeter, tower, patterns, mage or harbour
  --help            this text

The host loses, doubles and delays outcomes, lets people, props, locations and regions vanish,
seizes, recalls, and tells nonsense. Each scene in which something happened is checked at every
tick, everything every minute. In the middle it is saved and loaded. Every 20 seconds it says how far it is; at the end, what happened
and what memory was used for.

Exit code: 0 if nothing was found, 1 with what was found first, 2 for arguments it does not know.
The same arguments give the same digest.
";

fn main() -> ExitCode {
    let soak = match read(std::env::args().skip(1)) {
        Ok(Some(soak)) => soak,
        Ok(None) => {
            print!("{HELP}");
            return ExitCode::SUCCESS;
        }
        Err(problem) => {
            eprintln!("{problem} `--help` lists what there is.");
            return ExitCode::from(2);
        }
    };
    let heap = || MEMORY.current_usage();
    match soak.run(&heap, &mut |line| println!("{line}")) {
        Ok(report) => {
            print!("{report}");
            ExitCode::SUCCESS
        }
        Err(stop) if stop.lost_by_saving => {
            println!(
                "a save at tick {} is another world when it is loaded",
                stop.tick
            );
            ExitCode::FAILURE
        }
        Err(Stop {
            tick, violations, ..
        }) => {
            println!("violated at tick {tick}: {violations:#?}");
            ExitCode::FAILURE
        }
    }
}

/// What the arguments ask for; nothing if they ask for help.
fn read(mut arguments: impl Iterator<Item = String>) -> Result<Option<Soak>, String> {
    let mut soak = Soak::default();
    while let Some(name) = arguments.next() {
        if name == "--help" || name == "-h" {
            return Ok(None);
        }
        let value = arguments.next();
        let value = value.ok_or_else(|| format!("`{name}` needs a value."))?;
        let fits = match name.as_str() {
            "--locations" => value.parse().map(|n| soak.locations = n).is_ok(),
            "--characters" => value.parse().map(|n| soak.characters = n).is_ok(),
            "--hours" => value.parse().map(|n| soak.hours = n).is_ok(),
            "--seed" => value.parse().map(|n| soak.seed = n).is_ok(),
            "--threads" => value.parse().map(|n| soak.threads = n).is_ok(),
            "--trouble" => {
                let rate = &mut soak.trouble.per_character_hour;
                value.parse().map(|n| *rate = n).is_ok()
            }
            "--example" => {
                let known = decider_examples().into_iter().map(|(name, _)| name);
                soak.example = known.into_iter().find(|known| *known == value);
                if soak.example.is_none() {
                    return Err(format!("There is no example `{value}` of ways to decide."));
                }
                true
            }
            _ => return Err(format!("I do not know `{name}`.")),
        };
        if !fits {
            return Err(format!("`{name}` needs a number, not `{value}`."));
        }
    }
    Ok(Some(soak))
}
