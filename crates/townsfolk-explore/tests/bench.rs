//! The bench: corrected, it is clean; as it was published, it is not.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

mod support;
use support::{codes, explore_text};
use townsfolk_explore::Bounds;

const BENCH: &str = include_str!("../../../examples/bench/bench.folk");
const FIVE_RULES: &str = include_str!("../../townsfolk-lang/tests/classic/five_rules.folk");

/// Small enough for a build without optimisation.
const SMALL: Bounds = Bounds {
    people_max: 2,
    failures: 1,
    disappearances: 0,
    arrivals: 0,
    ..Bounds::USUAL
};

const NO_FAULTS: Bounds = Bounds {
    people_max: 4,
    failures: 0,
    ..SMALL
};

#[test]
fn the_corrected_bench_is_clean_with_a_failure() {
    let (exploration, told) = explore_text(BENCH, &SMALL);
    assert_eq!(told, "");
    assert!(exploration.complete);
}

/// Each role at its maximum, three failures, one disappearance, one late arrival.
#[test]
#[cfg_attr(debug_assertions, ignore = "takes a minute without optimisation")]
fn the_corrected_bench_is_clean_within_the_usual_bounds() {
    let (exploration, told) = explore_text(BENCH, &Bounds::USUAL);
    assert_eq!(told, "");
    assert!(exploration.complete);
    assert_eq!(exploration.covered.len(), 5);
    assert!(exploration.covered.iter().all(|(_, whole)| *whole));
}

fn mended(text: &str, wrong: &str, right: &str) -> String {
    assert_eq!(text.matches(wrong).count(), 1, "{wrong}");
    text.replace(wrong, right)
}

fn mended_a() -> String {
    let (wrong, right) = ("reserved(.me, X)", "reserved(X, .me)");
    mended(FIVE_RULES, wrong, right)
}

fn mended_a_and_c() -> String {
    let text = mended_a();
    let (head, leave) = text.split_once("  rule leave_the_bench").unwrap();
    let moved = format!("  rule leave_the_bench{leave}\n  rule sit\n");
    head.replace("  rule sit\n", &moved)
}

#[test]
fn defect_c_two_seated_never_rise() {
    let (_, told) = explore_text(&mended_a(), &NO_FAULTS);
    expect_test::expect![[r#"
        livelock @ rule choose_a_talker
        the scene can go on for ever: nothing that happens brings its end
          The scene begins with ann (tourist) and bob (tourist); seat(seat_1), seat(seat_2).
          ann (tourist) does sit: sit(seat_1).
          bob (tourist) does sit: sit(seat_2).
          ann's sit is done.
          ann (tourist) does choose_a_talker (ann).
          bob's sit is done.
          bob (tourist) does listen: listen(ann).
          ann (tourist) does talk: talk(bob).
          bob's listen is done.
          bob (tourist) does listen: listen(ann).
          Time passes: timer(ann, …) comes due.
          Time passes: timer(bob, …) comes due.
          ann's talk is done.
          ann (tourist) does choose_a_talker (ann).
          ann (tourist) does talk: talk(bob).
          Now it goes on for ever with choose_a_talker, talk, listen: nothing that can happen brings the end.
        left-fact-blocks @ rule listen
        `talker` of somebody who has left keeps others from going on
          The scene begins with ann (tourist) and bob (tourist); seat(seat_1).
          ann (tourist) does sit: sit(seat_1).
          ann's sit is done.
          ann (tourist) does choose_a_talker (ann).
          bob (tourist) does listen: listen(ann).
          bob's listen is done.
          bob (tourist) does listen: listen(ann).
          bob's listen is done.
          bob (tourist) does listen: listen(ann).
          Time passes: timer(ann, …) comes due.
          ann (tourist) does leave_the_bench: get_up.
          ann's get_up is done.
          ann is out.
          bob's listen is done.
          bob (tourist) does sit: sit(seat_1).
          bob's sit is done.
          bob (tourist) does listen: listen(ann).
          bob's listen is done.
          bob (tourist) does listen: listen(ann).
          bob's listen is done.
          bob (tourist) does listen: listen(ann).
          Time passes: timer(bob, …) comes due.
          bob's listen is done.
          bob (tourist) does listen: listen(ann).
          Now `talker` is about somebody gone, and listen goes on for ever.
    "#]].assert_eq(&told);
}

#[test]
fn defect_d_a_talker_who_has_left_blocks_the_others() {
    let (_, told) = explore_text(&mended_a_and_c(), &NO_FAULTS);
    expect_test::expect![[r#"
        left-fact-blocks @ rule choose_a_talker
        `talker` of somebody who has left keeps others from going on
          The scene begins with ann (elder), bob (tourist) and cy (tourist); seat(seat_1), seat(seat_2).
          ann (elder) does sit: sit(seat_1).
          bob (tourist) does sit: sit(seat_2).
          ann's sit is done.
          ann (elder) does choose_a_talker (ann).
          cy (tourist) does listen: listen(ann).
          cy's listen is done.
          cy (tourist) does listen: listen(ann).
          cy's listen is done.
          cy (tourist) does listen: listen(ann).
          Time passes: timer(ann, …) comes due.
          ann (elder) does leave_the_bench: get_up.
          ann's get_up is done.
          ann is out.
          bob's sit is done.
          bob (tourist) does sit: sit(seat_1).
          Now `talker` is about somebody gone. Without it choose_a_talker would fire; with it, it never will again.
    "#]].assert_eq(&told);
}

#[test]
fn with_a_c_and_d_mended_nothing_is_left_unless_something_fails() {
    let (wrong, right) = (
        "remove timer(.me, T), sitting(.me)",
        "remove timer(.me, T), sitting(.me), talker(.me)",
    );
    let text = mended(&mended_a_and_c(), wrong, right);
    assert_eq!(explore_text(&text, &NO_FAULTS).1, "");
}

#[test]
fn names_do_not_matter() {
    let plain = Bounds {
        symmetry: false,
        ..NO_FAULTS
    };
    for text in [mended_a(), mended_a_and_c()] {
        let (exploration, told) = explore_text(&text, &NO_FAULTS);
        let (larger, plainly) = explore_text(&text, &plain);
        assert_eq!(codes(&told), codes(&plainly));
        assert_eq!(exploration.rules_fired, larger.rules_fired);
        assert!(exploration.states < larger.states);
    }
}

#[test]
fn a_seat_that_is_not_a_claim_stays_taken_after_a_failure() {
    let alone = mended_a()
        .replace("elder 0..1 joins late", "elder 0..1")
        .replace("tourist 0..2 joins late", "tourist 0..1");
    let (_, told) = explore_text(&alone, &SMALL);
    let found = codes(&told);
    assert!(found.contains(&"stuck-scene"), "{found:?}");
}

/// A fact without arguments that nothing adds was never there to the checker, and given from the
/// start here and in `play`.
#[test]
fn a_fact_that_nothing_adds_is_never_there() {
    let text = "role a script s cast a 1 fact open fact seat(prop) \
        rule r when open leave rule q when seat(_) leave";
    let mut project = townsfolk_lang::project::Project::of_files([("a.folk", text)]);
    let checked = project.check();
    let found: Vec<&str> = checked.problems.iter().map(|p| p.code.name()).collect();
    assert_eq!(found, ["fact-never-written"]);
    let (module, symbols) = project.assemble(&checked);
    let (_, known) = townsfolk_explore::made_up(&module, &module.scripts[0], 2);
    let fact = townsfolk_module::Category::Fact;
    let known: Vec<String> = known
        .iter()
        .map(|atom| symbols.name(fact, atom.fact.0))
        .collect();
    assert_eq!(known, ["seat", "seat"]);
}
