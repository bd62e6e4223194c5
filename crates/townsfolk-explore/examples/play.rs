//! Explores the scripts of a file and says what was found and how long it took:
//! `cargo run --release -p townsfolk-explore --example play -- FILE… [FAILURES DISAPPEARANCES ARRIVALS STEPS]`
#![allow(clippy::unwrap_used)]

use std::ops::ControlFlow;
use std::time::Instant;
use townsfolk_explore::{Bounds, explore, findings_as_diagnostics};
use townsfolk_lang::project::Project;

fn main() {
    let arguments = std::env::args().skip(1);
    let (paths, numbers): (Vec<String>, Vec<String>) =
        arguments.partition(|argument| argument.ends_with(".folk"));
    let read = |path: &String| (path.clone(), std::fs::read_to_string(path).unwrap());
    let files: Vec<(String, String)> = paths.iter().map(read).collect();
    let number = |index: usize, usual: u8| {
        let given = numbers.get(index);
        given.map_or(usual, |text: &String| text.parse().unwrap())
    };
    let usual = Bounds::default();
    let bounds = Bounds {
        failures: number(0, usual.failures),
        disappearances: number(1, usual.disappearances),
        arrivals: number(2, usual.arrivals),
        time_steps: number(3, usual.time_steps),
        ..usual
    };
    let mut project = Project::of_files(files.iter().map(|(p, t)| (p.as_str(), t.as_str())));
    let checked = project.check();
    for problem in checked.problems.iter().take(5) {
        println!("{}: {}", problem.code.name(), problem.message);
    }
    let (module, symbols) = project.assemble(&checked);
    for unit in &checked.scripts {
        let start = Instant::now();
        let mut last = None;
        let exploration = explore(&module, unit.script.id, &bounds, &mut |progress| {
            last = Some(*progress);
            ControlFlow::Continue(())
        });
        println!(
            "{}: {} states, {} transitions, complete: {}, {:?}",
            unit.name,
            exploration.states,
            exploration.transitions,
            exploration.complete,
            start.elapsed()
        );
        for diagnostic in findings_as_diagnostics(&exploration, unit, &symbols) {
            println!("{}: {}", diagnostic.code.name(), diagnostic.message);
            for line in &diagnostic.story {
                println!("    {line}");
            }
        }
    }
}
