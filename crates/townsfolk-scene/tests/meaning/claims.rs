//! Claims and lifetimes.

use super::*;

fn claims() -> Play {
    play([rule("take")
        .when([f("seat", [v(0)])])
        .does("act", [v(0)])
        .add("mine", [v(0), me()])])
    .fact("seat", 1)
    .claim("mine", 2)
}

#[test]
fn a_solution_that_takes_a_claim_from_somebody_is_none_and_the_next_is_tried() {
    let seats = [atom("seat", [prop("left")]), atom("seat", [prop("right")])];
    check(
        claims(),
        &seats,
        "ann guest, bob guest, cy guest",
        9,
        expect![[r#"
            1: ann does take with V0 = left
            1: + mine(left, ann)
            1: cy does take with V0 = right
            1: + mine(right, cy)
        "#]],
    );
}

#[test]
fn claims_are_released_when_the_action_fails_and_the_rule_rests_ever_longer() {
    let module = claims().module();
    let mut teller = teller(&module, 1, &[atom("seat", [prop("left")])], "ann guest");
    let mut pauses = vec![];
    for _ in 0..6 {
        while teller.scene.running.is_empty() {
            teller.play_next(Tick(9999));
        }
        assert_eq!(facts(&teller), "seat(left). mine(left, ann)");
        ends(&mut teller, "ann", Outcome::Failed);
        assert_eq!(facts(&teller), "seat(left)");
        let failed = teller.now;
        while teller.scene.running.is_empty() {
            assert!(teller.play_next(Tick(9999)));
        }
        pauses.push(teller.now.since(failed).0 / 60);
    }
    assert_eq!(pauses, [1, 2, 4, 8, 8, 8]);
    ends(&mut teller, "ann", Outcome::Done);
    ends(&mut teller, "ann", Outcome::Failed);
    assert_eq!(teller.scene.participants[0].rests[0].failures, 1);
    assert_eq!(
        facts(&teller),
        "seat(left). mine(left, ann)",
        "taken by an earlier firing"
    );
}

#[test]
fn a_deferred_claim_that_somebody_else_holds_is_dropped() {
    let play = play([rule("take")
        .once()
        .does("act", [])
        .then_add("mine", [k(prop("hat")), me()])])
    .claim("mine", 2);
    check(
        play,
        &[],
        "ann guest, bob guest",
        62,
        expect![[r#"
            1: ann does take
            1: bob does take
            61: ann's take is done
            61: + mine(hat, ann)
            61: bob's take is done
            61: mine(hat, bob) is dropped: ann holds it
        "#]],
    );
}

#[test]
fn a_claim_can_be_taken_over_by_removing_it_first() {
    let play = play([rule("rob")
        .when([f("mine", [v(0), v(1)]), differ(v(1), me())])
        .once()
        .remove("mine", [v(0), v(1)])
        .add("mine", [v(0), me()])])
    .claim("mine", 2);
    let known = [atom("mine", [prop("hat"), person("zoe")])];
    check(
        play,
        &known,
        "ann guest",
        3,
        expect![[r#"
            1: ann does rob with V0 = hat, V1 = zoe
            1: - mine(hat, zoe)
            1: + mine(hat, ann)
        "#]],
    );
}

#[test]
fn facts_pass_when_their_lifetime_is_over_and_saying_them_again_refreshes_it() {
    let play = play([]).passing("asked", 1, 2);
    let module = play.module();
    let mut teller = teller(&module, 1, &[], "ann guest");
    teller.report(&[Report::Told(atom("asked", [person("ann")]))]);
    teller.play_until(Tick(100));
    teller.report(&[Report::Told(atom("asked", [person("ann")]))]);
    teller.play_until(Tick(500));
    expect![[r#"
        1: + asked(ann)
        101: + asked(ann)
        221: - asked(ann) (its time is over)
    "#]]
    .assert_eq(&story(&mut teller));
}
