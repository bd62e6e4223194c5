//! The driver: inputs from a corpus, each watched for panics, hangs and memory.

use super::mutate::{Luck, mutated};
use super::{Target, memory_limit, peak_of};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// An input may take this long. Inputs are at most 1 MiB, which is milliseconds of work.
const SLOW: Duration = Duration::from_secs(10);

/// The result of a run.
#[derive(Debug)]
pub struct Run {
    /// How many inputs were fed.
    pub inputs: u64,
    /// The most memory one input took, in bytes.
    pub peak: usize,
    /// The longest an input took.
    pub slowest: Duration,
    /// The first input for which something did not hold.
    pub failure: Option<(Vec<u8>, Outcome)>,
}

/// A broken promise.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// It panicked, with these words.
    Panicked(String),
    /// It took this long.
    Hung(Duration),
    /// It took this much memory.
    Greedy(usize),
}

/// Feeds a target with its corpus and with changes of it, until `go_on` says to stop (it is told
/// the number of inputs so far) or something fails.
pub fn fuzz(
    target: Target,
    corpus: &[Vec<u8>],
    seed: u64,
    mut go_on: impl FnMut(u64) -> bool,
) -> Run {
    let mut run = Run {
        inputs: 0,
        peak: 0,
        slowest: Duration::ZERO,
        failure: None,
    };
    for input in corpus {
        if feed(target, input, &mut run) {
            return run;
        }
    }
    let mut round = 0;
    while go_on(run.inputs) {
        let mut luck = Luck::of(seed, round);
        round += 1;
        let empty = vec![];
        let pick = |luck: &mut Luck| corpus.get(luck.below(corpus.len())).unwrap_or(&empty);
        let (input, other) = (pick(&mut luck), pick(&mut luck));
        let input = mutated(input, other, &mut luck);
        if feed(target, &input, &mut run) {
            return run;
        }
    }
    run
}

/// Feeds one input; true if something did not hold.
fn feed(target: Target, input: &[u8], run: &mut Run) -> bool {
    let began = Instant::now();
    let (result, peak) = peak_of(|| catch_unwind(AssertUnwindSafe(|| target.feed(input))));
    let took = began.elapsed();
    run.inputs += 1;
    run.peak = run.peak.max(peak);
    run.slowest = run.slowest.max(took);
    let outcome = match result {
        Err(panic) => Some(Outcome::Panicked(words(panic.as_ref()))),
        Ok(()) if took > SLOW => Some(Outcome::Hung(took)),
        Ok(()) if peak > memory_limit(input.len()) => Some(Outcome::Greedy(peak)),
        Ok(()) => None,
    };
    run.failure = outcome.map(|outcome| (input.to_vec(), outcome));
    run.failure.is_some()
}

fn words(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("without words")
        .to_string()
}
