//! Stories told from text: what the game says in a test, and how a story is put into words.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::needless_pass_by_value,
    missing_docs
)]

use expect_test::{Expect, expect};
use townsfolk_lang::project::Project;
use townsfolk_scene::reference::story::tell;

const TOWN: &str = r#"
role guest
prop chair
property raining
property hunger(character): number
function walking_time(character, prop): duration every 1 s
predicate sees(character, character) every 1 s
action say(text) takes 1 s
action sit(prop) takes 1 s
"#;

/// Tells the only test of a script, as lines or as a failure.
fn check(script: &str, expected: Expect) {
    let text = format!("{TOWN}{script}");
    let mut project = Project::of_files([("town.folk", text.as_str())]);
    let checked = project.check();
    let errors: Vec<_> = checked.problems.iter().map(|p| &p.message).collect();
    assert!(errors.is_empty(), "{errors:?}");
    let (module, symbols) = project.assemble(&checked);
    let test = &checked.scripts[0].tests[0].test;
    let told = match tell(&module, &symbols, test) {
        Ok(telling) => telling.lines.join("\n"),
        Err(failure) => failure.to_string(),
    };
    expected.assert_eq(&told);
}

#[test]
fn a_test_says_what_the_weather_is() {
    check(
        "script s cast guest 0..2
           rule hide when .raining do say(\"Oh no!\") once
           rule go when not .raining leave
         test t of s
           people ann guest
           .raining holds
           ann does hide
           after 5 s
           expect .raining
           .raining no longer holds
           expect not .raining
           ann does go",
        expect![[r#"
            0.01 s: .raining holds
            0.01 s: ann does hide
            1.01 s: ann's hide is done
            5.03 s: .raining no longer holds
            5.03 s: ann does go
            5.03 s: ann is leaving
            5.03 s: ann is out
            5.03 s: the scene ends: nobody is there
            5.03 s: the scene is over"#]],
    );
}

#[test]
fn a_test_gives_properties_and_readings_their_values() {
    check(
        "script s cast guest 0..2
           fact seat(chair)
           rule sit when seat(Place), .walking_time(.me, Place) < 5 s, .hunger(.me) > 3
             do sit(Place) leave
           rule greet when .any(Other), .sees(.me, Other), distance(.me, Other) < 2 m
             do say(\"Hello.\") again after 1 min
         test t of s
           given seat(left), seat(right)
           people ann guest, bob guest
           after 5 s
           .walking_time(ann, left) is 9 s
           .walking_time(ann, right) is 3 s
           .hunger(ann) is 2
           after 5 s
           .hunger(ann) is 4
           ann does sit with Place = right
           .sees(bob, ann) holds
           after 5 s
           .sees(bob, bob) holds
           distance(bob, bob) is 1 m
           bob does greet with Other = bob
           .sees(bob, bob) no longer holds
           expect not .sees(bob, bob)",
        expect![[r#"
            5.01 s: .hunger(ann) is 2
            10.03 s: .hunger(ann) is 4
            10.63 s: ann does sit with Place = right
            10.63 s: ann is leaving
            11.63 s: ann's sit is done
            11.63 s: ann is out
            15.83 s: bob does greet with Other = bob"#]],
    );
}

#[test]
fn a_reading_that_nobody_gave_has_no_value() {
    check(
        "script s cast guest 0..2
           fact seat(chair)
           rule go when seat(Place), .walking_time(.me, Place) < 5 s do sit(Place) leave
         test t of s
           given seat(left), seat(right)
           people ann guest
           .walking_time(ann, left) is 7 s
           ann does go",
        expect![[r#"
            the story `t` goes another way
              step 2: ann does go
              instead: ann does nothing more
            what happened:
        "#]],
    );
}

/// Stories printed texts as numbers, and the variables of an expectation as `V0`.
#[test]
fn texts_are_quoted_and_variables_have_their_names() {
    check(
        r#"script s cast guest 0..2
           fact said(character, text)
           rule greet when not said(.me, _) do say("\"Hm\", he said.") add said(.me, "Good day.")
           rule go when said(.me, Words) do say(Words) remove said(.me, _) leave
         test t of s
           people ann guest
           ann does greet
           expect said(ann, Words), Words != "Good day." "#,
        expect![[r#"
            the story `t` goes another way
              step 2: expect said(ann, Words), Words != "Good day."
              instead: Words != "Good day." fails
            what happened:
              0.01 s: ann does greet
              0.01 s: + said(ann, "Good day.")
        "#]],
    );
}

/// The source of the genre has facts of one name with different numbers of arguments, and calls one
/// of them `on`.
#[test]
fn facts_of_one_name_differ_by_their_number_of_arguments() {
    check(
        "
script blocks
  cast
    guest 1..1
  fact free(chair)
  fact on(chair)
  fact on(chair, chair)
  define end(B) when on(_, B), not on(B)
  rule stack
    when free(A), free(B), A != B, not on(_, _)
    do sit(A)
    then add on(A), on(A, B)
  rule done
    when end(B), count(on(_, _)) = 1
    remove on(_, B)
    leave
  test stacked
    given free(a), free(b)
    people ann guest
    ann does stack with A = a, B = b
    ann does done with B = b
    ann is out
location site
  prop a: chair
  prop b: chair
  knows free(a), free(b), on(b, a)
  prefers blocks
  emits script
",
        expect![[r#"
            0.01 s: ann does stack with A = a, B = b
            1.01 s: ann's stack is done
            1.01 s: + on(a)
            1.01 s: + on(a, b)
            1.01 s: ann does done with B = b
            1.01 s: - on(a, b)
            1.01 s: ann is leaving
            1.01 s: ann is out
            1.01 s: the scene ends: too few are left as guest
            1.01 s: the scene is over"#]],
    );
}
