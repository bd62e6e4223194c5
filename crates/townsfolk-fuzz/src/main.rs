//! `cargo run --release -p townsfolk-fuzz -- [TARGET] [--seconds N] [--seed N]`
//!
//! Feeds hostile input for a while. An input that breaks something is written beside the corpus
//! as `failure-TARGET`, and the exit code is 1. `--corpus` writes the corpus anew from the examples.
#![allow(clippy::disallowed_methods, clippy::disallowed_types)]

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};
use townsfolk_fuzz::bytes::{Outcome, Target, corpus, fuzz, seeds};

/// Counts what is allocated, so that a run can say how much memory an input took.
#[global_allocator]
static MEMORY: peak_alloc::PeakAlloc = peak_alloc::PeakAlloc;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |name: &str, default: u64| {
        let at = arguments.iter().position(|argument| argument == name);
        at.and_then(|at| arguments.get(at + 1)?.parse().ok())
            .unwrap_or(default)
    };
    if arguments.iter().any(|argument| argument == "--help") {
        let targets = Target::ALL.map(Target::name).join("|");
        println!("townsfolk-fuzz [{targets}] [--seconds N] [--seed N] [--corpus]");
        return ExitCode::SUCCESS;
    }
    if arguments.iter().any(|argument| argument == "--corpus") {
        return write_corpus();
    }
    let seconds = Duration::from_secs(number("--seconds", 20));
    let seed = number("--seed", 1);
    let named = |target: &Target| arguments.iter().any(|argument| argument == target.name());
    let chosen: Vec<Target> = match Target::ALL.into_iter().filter(named).collect::<Vec<_>>() {
        none if none.is_empty() => Target::ALL.to_vec(),
        some => some,
    };
    let mut failed = false;
    for target in chosen {
        failed |= !run(target, seconds, seed);
    }
    if failed {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    }
}

fn run(target: Target, seconds: Duration, seed: u64) -> bool {
    let corpus = corpus(target);
    let began = Instant::now();
    let run = fuzz(target, &corpus, seed, |_| began.elapsed() < seconds);
    println!(
        "{}: {} inputs in {:.0} s, at most {:.1} MB and {:.0} ms each",
        target.name(),
        run.inputs,
        began.elapsed().as_secs_f64(),
        run.peak as f64 / 1e6,
        run.slowest.as_secs_f64() * 1e3
    );
    let Some((input, outcome)) = run.failure else {
        return true;
    };
    let path = folder().join(format!("failure-{}", target.name()));
    match outcome {
        Outcome::Panicked(words) => println!("  it panicked: {words}"),
        Outcome::Hung(took) => println!("  it took {took:?}"),
        Outcome::Greedy(bytes) => println!("  it took {bytes} bytes for {} of input", input.len()),
    }
    match std::fs::write(&path, &input) {
        Ok(()) => println!("  the input is in {}", path.display()),
        Err(error) => println!("  the input could not be written: {error}"),
    }
    false
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus")
}

fn write_corpus() -> ExitCode {
    for (target, name, bytes) in seeds() {
        let folder = folder().join(target.name());
        let written = std::fs::create_dir_all(&folder)
            .and_then(|()| std::fs::write(folder.join(&name), bytes));
        if let Err(error) = written {
            eprintln!("{name} could not be written: {error}");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}
