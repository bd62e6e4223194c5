//! The published evaluation, calculated again.

use crate::support::statistics::{anova, binomial_at_least, paired_t};

/// Answers of subjects A to M without F: agree 1, no opinion 0, disagree −1.
fn answers(text: &str) -> Vec<f64> {
    let value = |word: &str| match word {
        "SA" | "A" => 1.0,
        "NO" => 0.0,
        "D" | "SD" => -1.0,
        other => panic!("{other}"),
    };
    text.split_whitespace().map(value).collect()
}

fn close(found: f64, published: f64) {
    let off = found - published;
    assert!(off * off < 1e-11, "{found} instead of {published}");
}

#[test]
fn done_39_the_published_figures_come_out_of_the_published_answers() {
    // Ten of thirteen found the minds more believable than chance.
    close(binomial_at_least(10, 13), 378.0 / 8192.0);
    let goal_driven = [
        answers("SA NO A NO SA A NO A A SA NO SA"),
        answers("D A D A A A A NO D A A D"),
    ];
    let random = [
        answers("D A A NO D SD A NO D D A A"),
        answers("SA A A A A SA NO A A SA NO SA"),
    ];
    let second = anova(&[&goal_driven[0], &goal_driven[1]]);
    close(second.between, 1.041_666_667);
    close(second.within, 12.916_666_667);
    close(second.within_degrees, 22.0);
    // Printed as 1.99355 in the source, which does not fit its own sums of squares.
    close(second.f, 1.774_193_548);
    let third = anova(&[&random[0], &random[1]]);
    close(third.between, 4.166_666_667);
    close(third.within, 11.666_666_667);
    close(third.f, 7.857_142_857);
    let t = paired_t(&goal_driven[0], &goal_driven[1]);
    assert_eq!(format!("{t:.3}"), "1.101");
    let t = paired_t(&random[1], &random[0]);
    assert_eq!(format!("{t:.3}"), "2.419");
}

/// The first statement's answers are lost; of the two counts that fit what is left, both give the
/// published F.
#[test]
fn done_39_both_reconstructions_of_the_first_statement_give_its_f() {
    let counts = |agree: usize, none: usize, disagree: usize| {
        let mut values = vec![1.0; agree];
        values.extend(vec![0.0; none]);
        values.extend(vec![-1.0; disagree]);
        values
    };
    for (ours, theirs) in [((10, 1, 1), (3, 2, 7)), ((7, 2, 3), (1, 1, 10))] {
        let ours = counts(ours.0, ours.1, ours.2);
        let theirs = counts(theirs.0, theirs.1, theirs.2);
        let found = anova(&[&ours, &theirs]);
        close(found.between, 7.041_666_667);
        close(found.within, 12.916_666_667);
        assert_eq!(format!("{:.5}", found.f), "11.99355");
    }
}
