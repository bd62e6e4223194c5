//! `townsfolk ask`: what a condition matches.

use crate::folder::Folder;
use expect_test::expect;

const BENCH: &str = "\
role citizen
role elder is citizen
role tourist is citizen
prop chair
symbols topic: weather, prices
action sit(prop) takes 2..3 s

script bench_chat
  cast
    elder 0..1
    tourist 0..2

  fact seat(prop)
  claim reserved(prop, character)
  fact until(character, time)
  fact likes(character, topic) told
  fact guide(tourist) told
  define free_seat(Place) when seat(Place), not reserved(Place, _)

  rule time_to_go
    when until(.me, T), T < .now
    remove until(.me, _)
    leave

  rule take_a_seat
    when free_seat(Place), not reserved(_, .me), likes(.me, weather), not guide(.me)
    do sit(Place)
    add reserved(Place, .me), until(.me, .now + 2 min)
";

const SEATS: &str =
    "seat(left). seat(middle). seat(right).\nreserved(left, ann). # she was first\n";

fn bench(name: &str) -> Folder {
    Folder::new(name)
        .file("bench.folk", BENCH)
        .file("facts.txt", SEATS)
}

#[test]
fn every_solution_is_a_row_of_the_table() {
    let folder = bench("ask_table");
    expect![[r#"
        P
        middle
        right

        2 solutions
    "#]]
    .assert_eq(&folder.run(&[
        "ask",
        "bench.folk",
        "seat(P), not reserved(P, _)",
        "--facts",
        "facts.txt",
    ]));
    expect![[r#"
        Place  Who  What
        left   ann  weather
        left   ann  prices

        2 solutions
    "#]]
    .assert_eq(&folder.run(&[
        "ask",
        "bench.folk",
        "reserved(Place, Who), likes(Who, What)",
        "--facts",
        "reserved(left, ann), likes(ann, weather), likes(ann, prices), likes(bob, prices)",
    ]));
    expect![[r#"
        no solution
    "#]]
    .assert_eq(&folder.run(&[
        "ask",
        "bench.folk",
        "free_seat(P), likes(_, weather)",
        "--facts",
        "facts.txt",
    ]));
}

#[test]
fn without_variables_the_answer_is_yes_or_no() {
    let folder = bench("ask_yes");
    let ask =
        |condition: &str| folder.run(&["ask", "bench.folk", condition, "--facts", "facts.txt"]);
    expect![[r#"
        yes, in 2 ways
    "#]]
    .assert_eq(&ask("free_seat(_)"));
    expect![[r#"
        yes, in 1 way
    "#]]
    .assert_eq(&ask("reserved(_, ann)"));
    expect![[r#"
        no
    "#]]
    .assert_eq(&ask("reserved(right, _)"));
}

#[test]
fn me_now_and_the_cast_can_be_said() {
    let folder = bench("ask_me");
    expect![[r#"
        T         Since
        210.00 s  1.5 min

        1 solution
    "#]]
    .assert_eq(&folder.run(&[
        "ask",
        "bench.folk",
        "until(.me, T), T < .now, .now - T = Since",
        "--facts",
        "until(ann, .now - 90 s). until(bob, .now - 1 s).",
        "--me",
        "ann",
        "--at",
        "5 min",
    ]));
    expect![[r#"
        X
        bob
        cy

        2 solutions
    "#]]
    .assert_eq(&folder.run(&[
        "ask",
        "bench.folk",
        ".any(X, citizen), X != .me",
        "--cast",
        "ann elder, bob tourist",
        "--me",
        "ann",
        "--facts",
        "guide(cy). likes(dora, weather).",
    ]));
    expect![[r#"
        X
        cy
        dora

        2 solutions
    "#]]
    .assert_eq(&folder.run(&[
        "ask",
        "bench.folk",
        ".any(X)",
        "--facts",
        "guide(cy). likes(dora, weather).",
    ]));
}

#[test]
fn what_is_wrong_with_a_question_is_shown_in_it() {
    let folder = bench("ask_wrong");
    let ask = |condition: &str, facts: &str| {
        folder.run(&["ask", "bench.folk", condition, "--facts", facts])
    };
    expect![[r#"
        error[unknown-fact]: there is no fact `reservd` in this script
          ╭▸ the condition:1:14
          │
        1 │ seat(P), not reservd(P, _)
          ╰╴             ━━━━━━━ not declared

        Hint: did you mean `reserved`?

        No answer: fix the errors first.
        --- exit 1
    "#]]
    .assert_eq(&ask("seat(P), not reservd(P, _)", "seat(left)."));
    expect![[r#"
        error[unknown-person]: nobody is called `anne` here
          ╭▸ the condition:1:13
          │
        1 │ reserved(P, anne)
          ╰╴            ━━━━ not in the cast, and no fact names them

        Hint: did you mean `ann`?

        No answer: fix the errors first.
        --- exit 1
    "#]]
    .assert_eq(&ask("reserved(P, anne)", "reserved(left, ann)."));
    expect![[r#"
        error[not-available-here]: there is no `.me` here
          ╭▸ the condition:1:13
          │
        1 │ reserved(P, .me)
          ╰╴            ━━━ nobody in particular is meant

        Hint: say who `.me` is, or use a variable, such as `X`

        No answer: fix the errors first.
        --- exit 1
    "#]]
    .assert_eq(&ask("reserved(P, .me)", "reserved(left, ann)."));
    expect![[r#"
        error[not-available-here]: a fact that is given has no variables and asks nothing
          ╭▸ the facts:1:1
          │
        1 │ seat(P). seat(left, right).
          ╰╴━━━━━━━ names, numbers, durations, texts and `.now` can stand in it

        error[wrong-arguments]: `seat` takes one argument, but 2 are given
           ╭▸ the facts:1:10
           │
         1 │ seat(P). seat(left, right).
           │          ━━━━━━━━━━━━━━━━━ 2 arguments here
           │
           ⸬  bench.folk:13:8
           │
        13 │   fact seat(prop)
           ╰╴       ──── declared here

        Hint: write `seat(prop)`

        No answer: fix the errors first.
        --- exit 1
    "#]]
    .assert_eq(&ask("seat(P)", "seat(P). seat(left, right)."));
    expect![[r#"
        error[unexpected-token]: expected a fact, such as `seat(left).`, found `;`
          ╭▸ the facts:1:12
          │
        1 │ seat(left) ; seat(right)
          ╰╴           ━ expected a fact, such as `seat(left).` here

        Hint: nothing is needed at the end of a line

        error[unexpected-token]: expected `,` or the end, found `and`
          ╭▸ the condition:1:9
          │
        1 │ seat(P) and more
          ╰╴        ━━━ expected `,` or the end here

        Hint: put a comma between two conditions

        No answer: fix the errors first.
        --- exit 1
    "#]]
    .assert_eq(&ask("seat(P) and more", "seat(left) ; seat(right)"));
    expect![[r#"
        error[unexpected-token]: expected a condition, found the end of the file
         ─▸ the condition:1:1

        No answer: fix the errors first.
        --- exit 1
    "#]]
    .assert_eq(&ask("", ""));
    expect![[r#"
        --- complaints
        error: there is no file or folder `fact.txt`

        Hint: did you mean `facts.txt`?
        --- exit 2
    "#]]
    .assert_eq(&ask("seat(P)", "fact.txt"));
}

#[test]
fn a_claim_has_one_holder_here_too() {
    let folder = bench("ask_claim");
    expect![[r#"
        `reserved(left, bob)` is left out: ann holds this claim

        P     X
        left  ann

        1 solution
    "#]]
    .assert_eq(&folder.run(&[
        "ask",
        "bench.folk",
        "reserved(P, X)",
        "--facts",
        "reserved(left, ann). reserved(left, bob).",
    ]));
}

#[test]
fn a_search_that_takes_too_long_is_given_up() {
    let folder = bench("ask_long");
    let facts: String = (0..60).map(|n| format!("seat(s{n}). ")).collect();
    let ask = |more: &[&str]| {
        let condition = "seat(A), seat(B), seat(C), A != B, B != C, A = C";
        let mut arguments = vec!["ask", "bench.folk", condition, "--facts", &facts];
        arguments.extend(more);
        folder.run(&arguments)
    };
    expect![[r#"
        The search was given up: it took more than 50,000 steps, or went too deep.
        A rule with this condition would not fire.
        --- exit 1
    "#]]
    .assert_eq(&ask(&[]));
    expect![[r#"
        {"given_up":true,"left_out":[],"solutions":0,"variables":["A","B","C"]}
        --- exit 1
    "#]]
    .assert_eq(&ask(&["--format", "json"]));
}

#[test]
fn tools_get_one_solution_a_line() {
    let folder = bench("ask_json");
    let ask = |condition: &str| {
        let facts = "seat(left). seat(right). reserved(left, ann).";
        folder.run(&[
            "ask",
            "bench.folk",
            condition,
            "--facts",
            facts,
            "--format",
            "json",
        ])
    };
    expect![[r#"
        {"N":1,"P":"left"}
        {"N":0,"P":"right"}
        {"given_up":false,"left_out":[],"solutions":2,"variables":["P","N"]}
    "#]]
    .assert_eq(&ask("seat(P), count(reserved(P, _)) = N"));
    expect![[r#"
        {"code":"unknown-fact","severity":"error","message":"there is no fact `seet` in this script","file":"the condition","start":{"line":1,"col":1},"end":{"line":1,"col":5},"related":[],"hints":[{"text":"did you mean `seat`?","edit":{"file":"the condition","start":{"line":1,"col":1},"end":{"line":1,"col":5},"text":"seat"}}],"story":[]}
        {"errors":1,"warnings":0,"notes":0,"files":0}
        --- exit 1
    "#]].assert_eq(&ask("seet(P)"));
}

#[test]
fn of_several_scripts_one_must_be_named() {
    let other = "script nap\n  cast\n    elder 1..1\n  fact tired(character) told\n  rule go\n    when tired(.me)\n    leave\n";
    let folder = Folder::new("ask_several").file("town.folk", format!("{BENCH}\n{other}"));
    expect![[r#"
        --- complaints
        error: there are several scripts here

        Hint: say which with `--script`: `bench_chat`, `nap`
        --- exit 2
    "#]]
    .assert_eq(&folder.run(&["ask", "town.folk", "tired(X)"]));
    expect![[r#"
        --- complaints
        error: there is no script `naps`

        Hint: did you mean `nap`?
        --- exit 2
    "#]]
    .assert_eq(&folder.run(&["ask", "town.folk", "tired(X)", "--script", "naps"]));
    expect![[r#"
        X
        ann

        1 solution
    "#]]
    .assert_eq(&folder.run(&[
        "ask",
        "town.folk",
        "tired(X)",
        "--script",
        "nap",
        "--facts",
        "tired(ann)",
    ]));
}

#[test]
fn errors_in_the_script_come_first() {
    let folder = Folder::new("ask_errors").file("bad.folk", "script x\n  rule y\n    do nothing\n");
    let told = folder.run(&["ask", "bad.folk", "seat(P)"]);
    assert!(told.contains("Not asked: fix the errors first."), "{told}");
    assert!(told.ends_with("--- exit 1\n"), "{told}");
}
