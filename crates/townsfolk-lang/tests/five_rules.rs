//! The genre's published example has five real defects that its authors' tools did not see.
//! Ours must: each with its code and place, and mending one removes exactly its finding.

use townsfolk_lang::project::Project;

const FIVE_RULES: &str = include_str!("classic/five_rules.folk");

/// Findings as `code @ text of the line`.
fn findings(text: &str) -> Vec<String> {
    let mut project = Project::of_files([("bench.folk", text)]);
    let checked = project.check();
    let line = |place: townsfolk_lang::source::Place| {
        let at = project
            .file(place.file)
            .map(|file| file.line_column(place.start).line);
        let line = at.and_then(|line| text.lines().nth(line as usize - 1));
        line.unwrap_or_default().trim().to_string()
    };
    checked
        .problems
        .iter()
        .map(|p| format!("{} @ {}", p.code.name(), line(p.place)))
        .collect()
}

fn mended(wrong: &str, right: &str) -> Vec<String> {
    assert_eq!(FIVE_RULES.matches(wrong).count(), 1, "{wrong}");
    findings(&FIVE_RULES.replace(wrong, right))
}

const DELETES_THE_WRONG_WAY_ROUND: &str = "wrong-kind @ then remove reserved(.me, X)";
const SITS_AGAIN: &str = "takes-twice @ rule sit";
const NOBODY_LEAVES: &str = "rule-starves-others @ rule listen";
const TALKER_LEFT_BEHIND: &str = "fact-left-behind @ leave";
const LISTENS_STANDING: &str = "no-way-out @ rule listen";

/// Under `not` the source names variables that nothing else names: they stand for anything.
const NAMED_ONCE: [&str; 2] = [
    "single-use-variable @ when seat(X), not reserved(X, Y)",
    "single-use-variable @ when not talker(X), .any(Y), sitting(Y)",
];

fn all_but(gone: &str) -> Vec<String> {
    [
        SITS_AGAIN,
        NAMED_ONCE[0],
        NAMED_ONCE[1],
        NOBODY_LEAVES,
        LISTENS_STANDING,
        DELETES_THE_WRONG_WAY_ROUND,
        TALKER_LEFT_BEHIND,
    ]
    .into_iter()
    .filter(|finding| *finding != gone)
    .map(String::from)
    .collect()
}

#[test]
fn done_means_2_the_five_rules_as_printed_with_names_under_not_yield_the_five_defects() {
    assert_eq!(findings(FIVE_RULES), all_but(""));
}

#[test]
fn done_means_2a_mending_the_deletion_removes_its_finding() {
    let found = mended(
        "then remove reserved(.me, X)",
        "then remove reserved(X, .me)",
    );
    assert_eq!(found, all_but(DELETES_THE_WRONG_WAY_ROUND));
}

#[test]
fn done_means_2b_mending_the_second_seat_removes_its_finding() {
    let found = mended(
        "when seat(X), not reserved(X, Y)",
        "when seat(X), not reserved(X, _Y), not reserved(_Z, .me)",
    );
    let expected = all_but(SITS_AGAIN);
    let expected: Vec<String> = expected
        .into_iter()
        .filter(|f| f != NAMED_ONCE[0])
        .collect();
    assert_eq!(found, expected);
}

#[test]
fn done_means_2c_moving_the_leave_rule_up_removes_its_finding() {
    let (head, leave) = FIVE_RULES
        .split_once("  rule leave_the_bench")
        .expect("the leave rule");
    let moved = head.replace(
        "  rule sit\n",
        &format!("  rule leave_the_bench{leave}\n  rule sit\n"),
    );
    let mut expected = all_but(NOBODY_LEAVES);
    let mut found = findings(&moved);
    // The findings come in the order of their places, and a rule has moved.
    expected.sort();
    found.sort();
    assert_eq!(found, expected);
}

#[test]
fn done_means_2d_taking_the_talker_away_removes_its_finding() {
    let found = mended(
        "remove timer(.me, T), sitting(.me)",
        "remove timer(.me, T), sitting(.me), talker(.me)",
    );
    assert_eq!(found, all_but(TALKER_LEFT_BEHIND));
}

#[test]
fn done_means_2e_asking_for_a_seat_removes_its_finding() {
    let found = mended(
        "when talker(X), X != .me\n",
        "when talker(X), X != .me, sitting(.me)\n",
    );
    assert_eq!(found, all_but(LISTENS_STANDING));
}

#[test]
fn the_corrected_bench_is_clean() {
    assert_eq!(
        findings(include_str!("../../../examples/bench/bench.folk")),
        Vec::<String>::new()
    );
}

#[test]
fn the_script_of_the_design_page_is_clean() {
    assert_eq!(
        findings(include_str!("classic/design_page.folk")),
        Vec::<String>::new()
    );
}
