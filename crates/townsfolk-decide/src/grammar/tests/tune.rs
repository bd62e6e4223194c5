//! Training and reports.

use crate::grammar::fixtures::{boss, draw, sample, sentences, strategist, word};
use crate::grammar::inside::Model;
use crate::grammar::parse::log2_probability;
use crate::grammar::report::report;
use crate::grammar::train::{Training, train};
use crate::grammar::{Builder, Weights, choice, sequence};

const UNSMOOTHED: Training = Training {
    passes: 1,
    tolerance: 0.0,
    smoothing: 0.0,
};

#[test]
fn done_14_one_step_on_the_sample_gives_exact_chances() {
    let grammar = boss([500; 4]);
    let text = sample(&grammar);
    let trained = train(
        &grammar,
        Model::authored(&grammar),
        std::slice::from_ref(&text),
        &UNSMOOTHED,
        |_| true,
    );
    // Repetitions are numbered as they stand in the text: leading, basics, combos, fire.
    for (found, wanted) in
        trained
            .model
            .repeats
            .iter()
            .zip([2.0 / 3.0, 2.0 / 3.0, 5.0 / 7.0, 4.0 / 9.0])
    {
        assert!((found - wanted).abs() < 1e-9, "{found} instead of {wanted}");
    }
    let after = log2_probability(&grammar, &trained.model, &text);
    assert_eq!(format!("{after:.4}"), "-20.4713");
    assert_eq!(trained.log2_likelihood[0], -22.0);
}

#[test]
fn done_15_training_finds_the_chances_behind_a_thousand_strings() {
    let truth = [300, 600, 500, 700];
    let examples = sentences(&boss(truth), 15, 1000);
    let grammar = boss([500; 4]);
    let training = Training {
        passes: 60,
        tolerance: 1e-6,
        smoothing: 0.0,
    };
    let trained = train(
        &grammar,
        Model::authored(&grammar),
        &examples,
        &training,
        |_| true,
    );
    for (found, wanted) in trained.model.repeats.iter().zip(truth) {
        assert!(
            (found - wanted as f64 / 1000.0).abs() < 0.05,
            "{found} instead of {wanted}"
        );
    }
    let gains = trained.log2_likelihood.windows(2);
    gains.for_each(|pair| assert!(pair[1] >= pair[0] - 1e-9, "{pair:?}"));
    assert!(trained.misfits.is_empty());
}

#[test]
fn likelihood_never_falls_even_where_derivations_are_ambiguous() {
    let grammar = |p: i64, q: i64, w: i64| {
        let part = sequence([word("a").any(p), choice([(w, "a"), (1000 - w, "b")]).any(q)]);
        Builder::new().start("s", part.any(300)).build().unwrap()
    };
    let examples = sentences(&grammar(300, 600, 200), 4, 200);
    let grammar = grammar(700, 200, 500);
    let training = Training {
        passes: 20,
        tolerance: -1.0,
        smoothing: 0.0,
    };
    let trained = train(
        &grammar,
        Model::authored(&grammar),
        &examples,
        &training,
        |_| true,
    );
    assert_eq!(trained.log2_likelihood.len(), 21);
    let gains = trained.log2_likelihood.windows(2);
    gains.for_each(|pair| assert!(pair[1] >= pair[0] - 1e-6, "{pair:?}"));
}

#[test]
fn strings_of_another_grammar_are_left_out_and_named() {
    let grammar = boss([500; 4]);
    let examples = [sample(&grammar), vec![2, 2], vec![0]];
    let trained = train(
        &grammar,
        Model::authored(&grammar),
        &examples,
        &Training::default(),
        |_| true,
    );
    assert_eq!(trained.misfits, [1]);
}

#[test]
fn a_report_counts_what_comes_out() {
    let grammar = strategist("offensive");
    let report = report(
        &grammar,
        &Weights::authored(&grammar),
        10_000,
        draw(3),
        |_| true,
    );
    assert_eq!((report.sentences, report.cut), (10_000, 0));
    assert!(
        (report.lengths.mean - 3.0).abs() < 0.1,
        "{:?}",
        report.lengths
    );
    assert_eq!((report.lengths.median, report.frequent.len()), (3, 20));
    assert_eq!(report.frequent[0].0, [0, 0]);
    let smart: u64 = report.alternatives.iter().sum();
    assert!((report.alternatives[0] as f64 / smart as f64 - 0.4).abs() < 0.02);
    let (on, stop) = report.repeats[0];
    assert_eq!((on, stop), (smart, 10_000));
    // On average one smart turn of 1.57 bits and two rolls of one bit, over three symbols.
    assert!(
        (report.bits_per_symbol - 3.57 / 3.0).abs() < 0.03,
        "{}",
        report.bits_per_symbol
    );
    let all: u64 = report.singles.values().sum();
    assert_eq!(all, report.symbols);
}
