//! Explores the scripts of some files coarsely, cast by cast, and prints the cost of each cast.
//!
//! `cargo run --release -p townsfolk-explore --example profile -- --seconds 60 <files>`
//!
//! Seconds are CPU time. `--finely` keeps all differences; `--people`, `--arrivals`, `--failures`
//! and `--disappearances` narrow the bounds, `--script` names one script.
#![allow(clippy::print_stdout, clippy::disallowed_methods, missing_docs)]

use std::ops::ControlFlow;
use std::time::Duration;
use townsfolk_explore::{Bounds, Merging, Progress, explore};
use townsfolk_lang::project::Project;

/// The CPU time of this process, where the system tells; on a busy machine only this can be
/// compared.
fn worked() -> Duration {
    let told = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    let nanoseconds = told.split(' ').next().and_then(|n| n.parse().ok());
    Duration::from_nanos(nanoseconds.unwrap_or(0))
}

fn main() {
    let mut seconds = 60;
    let mut bounds = Bounds {
        fine_states_max: 0,
        ..Bounds::THOROUGH
    };
    let mut only = None;
    let mut files = vec![];
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut number = || words.next().and_then(|n| n.parse::<u64>().ok());
        match word.as_str() {
            "--seconds" => seconds = number().unwrap_or(seconds),
            "--people" => bounds.people_max = number().map_or(4, |n| n as u8),
            "--arrivals" => bounds.arrivals = number().map_or(1, |n| n as u8),
            "--failures" => bounds.failures = number().map_or(3, |n| n as u8),
            "--disappearances" => bounds.disappearances = number().map_or(1, |n| n as u8),
            "--finely" => bounds.merging = Merging::NOTHING,
            "--script" => only = words.next(),
            _ => match std::fs::read_to_string(&word) {
                Ok(text) => files.push((word, text)),
                Err(error) => println!("{word}: {error}"),
            },
        }
    }
    let texts = files
        .iter()
        .map(|(name, text)| (name.as_str(), text.as_str()));
    let mut project = Project::of_files(texts);
    let checked = project.check();
    let (module, symbols) = project.assemble(&checked);
    for unit in &checked.scripts {
        if only.as_ref().is_some_and(|only| *only != unit.name) {
            continue;
        }
        println!("{}", unit.name);
        let begun = worked();
        let mut at = (0, 0, 0, begun);
        let mut watch = |progress: &Progress| {
            if progress.beginning != at.0 {
                println!(
                    "  {} of {}: {} situations, {} updates, {:.1?}",
                    at.0 + 1,
                    progress.beginnings,
                    progress.states.saturating_sub(at.1),
                    progress.updates.saturating_sub(at.2),
                    worked() - at.3
                );
                at = (
                    progress.beginning,
                    progress.states,
                    progress.updates,
                    worked(),
                );
            }
            if worked() - begun > Duration::from_secs(seconds) {
                println!("  stopped with {} waiting", progress.waiting);
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        };
        let exploration = explore(&module, unit.script.id, &bounds, &mut watch);
        println!(
            "  {} situations, {} steps, {} updates, {:.1?}; to the end: {}; findings: {}",
            exploration.states,
            exploration.transitions,
            exploration.updates,
            worked() - begun,
            exploration.complete,
            exploration.findings.len()
        );
        for finding in &exploration.findings {
            let rule = finding.rule.and_then(|rule| {
                let mut names = symbols.names.iter();
                names
                    .find(|((_, id), _)| *id == rule.0)
                    .map(|(_, name)| name)
            });
            println!("    {:?} {rule:?}", finding.kind);
        }
        for (beginning, whole) in &exploration.covered {
            println!("    {whole}: {:?}", beginning.cast);
        }
    }
}
