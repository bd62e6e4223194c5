//! A few seconds of hostile input for each target. Longer runs: `cargo run --release -p
//! townsfolk-fuzz -- --seconds 600`.

use townsfolk_fuzz::bytes::{Target, corpus, fuzz};

/// Counts what is allocated, so that greedy inputs are noticed.
#[global_allocator]
static MEMORY: peak_alloc::PeakAlloc = peak_alloc::PeakAlloc;

fn check(target: Target, inputs: u64) {
    let corpus = corpus(target);
    assert!(
        !corpus.is_empty(),
        "the corpus of {} is committed",
        target.name()
    );
    let run = fuzz(target, &corpus, 7, |fed| fed < inputs);
    assert!(
        run.failure.is_none(),
        "{:?}",
        run.failure.map(|(_, outcome)| outcome)
    );
}

#[test]
fn any_bytes_as_source() {
    check(Target::Source, 250);
}

#[test]
fn any_bytes_as_sheet() {
    check(Target::Sheet, 150);
}

#[test]
fn any_bytes_as_module() {
    check(Target::Module, 1500);
}

#[test]
fn any_bytes_as_symbols() {
    check(Target::Symbols, 3000);
}

#[test]
fn any_bytes_as_save() {
    check(Target::Save, 250);
}

#[test]
fn any_bytes_as_recording() {
    check(Target::Recording, 250);
}

#[test]
fn any_bytes_as_the_save_of_a_way_to_decide() {
    check(Target::Deciders, 200);
}

#[test]
fn any_bytes_as_question() {
    check(Target::Question, 200);
}
