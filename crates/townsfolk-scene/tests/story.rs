//! Tests in the author's words are told, or it is said what went wrong.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

mod support;
use expect_test::expect;
use support::*;
use townsfolk_core::*;
use townsfolk_module::*;
use townsfolk_scene::reference::*;

fn bench() -> Module {
    play([
        rule("take_a_seat")
            .within("standing")
            .when([f("seat", [v(0)])])
            .does("act", [v(0)])
            .add("reserved", [v(0), me()])
            .then_add("until", [me(), plus(now(), k(seconds(300)))])
            .goto("seated"),
        rule("walk_on").within("standing").leave(),
        rule("time_to_go")
            .within("seated")
            .when([f("until", [me(), v(0)]), less(v(0), now())])
            .does("act", [])
            .remove("until", [me(), any()])
            .leave(),
    ])
    .states(["standing", "seated"])
    .fact("seat", 1)
    .claim("reserved", 2)
    .fact("until", 2)
    .cast(|cast| cast[0].away = Some(Duration::minutes(3)))
    .module()
}

fn test(people: &str, steps: Vec<Step>) -> Test {
    let people = people.split(", ").map(|p| {
        let (name, as_what) = p.split_once(' ').unwrap();
        (who(name), role(as_what))
    });
    Test {
        name: "the_late_tourist".into(),
        script: ScriptId::named("play"),
        given: vec![FactPattern {
            fact: fact_id("seat"),
            arguments: vec![k(prop("left"))],
        }],
        people: people.collect(),
        seed: Seed(3),
        steps,
    }
}

fn does(name: &str, rule: &str, bindings: Vec<(VarId, Value)>) -> Step {
    Step::Does {
        who: who(name),
        rule: rule_id(rule),
        bindings,
    }
}

fn expects(literals: Vec<Literal>) -> Step {
    Step::Expect {
        variables: ["Place", "Who"].map(String::from).to_vec(),
        literals,
    }
}

fn failure(people: &str, steps: Vec<Step>) -> String {
    let module = bench();
    let test = test(people, steps);
    tell(&module, &symbols(), &test).unwrap_err().to_string()
}

#[test]
fn a_story_is_told() {
    let left = || (VarId(0), prop("left"));
    let test = test(
        "ann guest",
        vec![
            does("ann", "take_a_seat", vec![left()]),
            Step::Arrives(who("bob"), role("waiter")),
            does("bob", "walk_on", vec![]),
            Step::Stands(who("bob"), Standing::Out),
            expects(vec![
                f("reserved", [k(prop("left")), k(person("ann"))]),
                not(f("reserved", [any(), k(person("bob"))])),
            ]),
            Step::After(Duration::seconds(2)),
            Step::IsIn(who("ann"), state("seated")),
            Step::IsRecalled(who("ann"), Some(Duration::minutes(1))),
            Step::Stands(who("ann"), Standing::Away),
            Step::Returns(who("ann")),
            Step::Stands(who("ann"), Standing::Present),
            Step::SceneGoesOn,
            does("ann", "time_to_go", vec![]),
            Step::Stands(who("ann"), Standing::Leaving),
            Step::Fails(who("ann")),
            Step::Stands(who("ann"), Standing::Out),
            Step::SceneEnds,
        ],
    );
    let told = tell(&bench(), &symbols(), &test).unwrap();
    expect![[r#"
        0.01 s: ann does take_a_seat with V0 = left
        0.01 s: + reserved(left, ann)
        0.03 s: bob joins as waiter
        0.03 s: bob does walk_on
        0.03 s: bob is leaving
        0.03 s: bob is out
        1.01 s: ann's take_a_seat is done
        1.01 s: + until(ann, 301.01 s)
        1.01 s: ann is seated
        2.05 s: ann is recalled (need)
        2.05 s: ann is away
        2.06 s: ann is present
        301.03 s: ann does time_to_go with V0 = 301.01 s
        301.03 s: - until(ann, 301.01 s)
        301.03 s: ann is leaving
        301.03 s: the scene ends: nobody is there
        301.05 s: ann's time_to_go has failed
        301.05 s: - reserved(left, ann) (released)
        301.05 s: ann is out
        301.05 s: the scene is over"#]]
    .assert_eq(&told.lines.join("\n"));
}

#[test]
fn another_rule() {
    let steps = vec![does("ann", "walk_on", vec![])];
    expect![[r#"
        the story `the_late_tourist` goes another way
          step 1: ann does walk_on
          instead: ann does take_a_seat with V0 = left
        what happened:
          0.01 s: ann does take_a_seat with V0 = left
          0.01 s: + reserved(left, ann)
    "#]]
    .assert_eq(&failure("ann guest", steps));
}

#[test]
fn another_value() {
    let right = vec![(VarId(0), prop("right"))];
    let steps = vec![does("ann", "take_a_seat", right)];
    expect![[r#"
        the story `the_late_tourist` goes another way
          step 1: ann does take_a_seat with V0 = right
          instead: ann does take_a_seat with V0 = left
        what happened:
          0.01 s: ann does take_a_seat with V0 = left
          0.01 s: + reserved(left, ann)
    "#]]
    .assert_eq(&failure("ann guest", steps));
}

#[test]
fn an_expectation_that_fails() {
    let steps = vec![
        does("ann", "take_a_seat", vec![]),
        expects(vec![f("seat", [v(0)]), not(f("reserved", [v(0), any()]))]),
    ];
    expect![[r#"
        the story `the_late_tourist` goes another way
          step 2: expect seat(Place), not reserved(Place, _)
          instead: not reserved(Place, _) fails
        what happened:
          0.01 s: ann does take_a_seat with V0 = left
          0.01 s: + reserved(left, ann)
    "#]]
    .assert_eq(&failure("ann guest", steps));
}

#[test]
fn another_standing_and_nothing_to_fail() {
    let steps = vec![Step::Stands(who("ann"), Standing::Away)];
    let text = failure("ann guest", steps);
    assert!(text.contains("instead: ann is present"), "{text}");
    let text = failure("ann guest", vec![Step::Fails(who("ann"))]);
    assert!(
        text.contains("ann is doing nothing that could end"),
        "{text}"
    );
    let text = failure(
        "ann guest",
        vec![
            does("ann", "take_a_seat", vec![]),
            Step::SceneEnds,
            Step::After(Duration::seconds(9)),
            does("ann", "walk_on", vec![]),
        ],
    );
    assert!(text.contains("instead: ann is out"), "{text}");
}
