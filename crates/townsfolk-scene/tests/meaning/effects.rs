//! Effects: now, after the action, after failure; and what a leaver leaves behind.

use super::*;

#[test]
fn immediate_effects_are_seen_in_the_same_update_and_deferred_ones_after_the_action() {
    let seat = [atom("seat", [prop("left")]), atom("seat", [prop("right")])];
    check(
        seats(),
        &seat,
        "ann guest, bob guest, cy guest",
        100,
        expect![[r#"
            1: ann does take with V0 = left
            1: + taken(left)
            1: cy does take with V0 = right
            1: + taken(right)
            61: ann's take is done
            61: + sits(ann, left)
            61: cy's take is done
            61: + sits(cy, right)
        "#]],
    );
}

#[test]
fn facts_on_failure_come_only_after_failure() {
    let module = seats().module();
    let mut teller = teller(&module, 1, &[atom("seat", [prop("left")])], "ann guest");
    teller.play_until(Tick(5));
    ends(&mut teller, "ann", Outcome::Failed);
    expect![[r#"
        1: ann does take with V0 = left
        1: + taken(left)
        6: ann's take has failed
        6: + missed(ann)
    "#]]
    .assert_eq(&story(&mut teller));
}

#[test]
fn a_rule_without_action_fires_once_an_update_and_chains() {
    let play = play([rule("count")
        .when([f("n", [v(0)]), less(v(0), k(n(3)))])
        .remove("n", [v(0)])
        .add("n", [plus(v(0), k(n(1)))])])
    .fact("n", 1);
    check(
        play,
        &[atom("n", [n(0)])],
        "ann guest",
        9,
        expect![[r#"
            1: ann does count with V0 = 0
            1: - n(0)
            1: + n(1)
            2: ann does count with V0 = 1
            2: - n(1)
            2: + n(2)
            3: ann does count with V0 = 2
            3: - n(2)
            3: + n(3)
        "#]],
    );
}

#[test]
fn a_rule_without_action_needs_a_solution_that_changes_something() {
    let play = play([rule("mark").when([f("seat", [v(0)])]).add("seen", [v(0)])])
        .fact("seat", 1)
        .fact("seen", 1);
    let seats = [atom("seat", [prop("left")]), atom("seat", [prop("right")])];
    check(
        play,
        &seats,
        "ann guest",
        9,
        expect![[r#"
            1: ann does mark with V0 = left
            1: + seen(left)
            2: ann does mark with V0 = right
            2: + seen(right)
        "#]],
    );
}

#[test]
fn a_leaver_counts_until_the_action_has_ended_and_then_no_longer() {
    let play =
        play([rule("go").only("guest").does("act", []).leave()]).cast(|cast| cast[0].min = 1);
    check(
        play,
        &[],
        "ann guest, wim waiter",
        99,
        expect![[r#"
            1: ann does go
            1: ann is leaving
            61: ann's go is done
            61: ann is out
            61: the scene ends: too few are left as guest
            61: wim is leaving
            61: wim is out
            61: the scene is over
        "#]],
    );
}

#[test]
fn leaving_takes_effect_even_if_the_action_failed() {
    let play = play([rule("go").does("act", []).leave()]);
    let module = play.module();
    let mut teller = teller(&module, 1, &[], "ann guest");
    teller.play_until(Tick(3));
    assert_eq!(teller.scene.standing(who("ann")), Standing::Leaving);
    ends(&mut teller, "ann", Outcome::Failed);
    expect![[r#"
        1: ann does go
        1: ann is leaving
        1: the scene ends: nobody is there
        4: ann's go has failed
        4: ann is out
        4: the scene is over
    "#]]
    .assert_eq(&story(&mut teller));
}

#[test]
fn one_who_leaves_by_a_rule_leaves_facts_behind_but_no_claims() {
    let play = play([
        rule("take")
            .add("mine", [k(prop("hat")), me()])
            .add("known", [me()])
            .goto("late"),
        rule("go").within("late").leave(),
    ])
    .states(["early", "late"])
    .claim("mine", 2)
    .fact("known", 1);
    let module = play.module();
    let mut teller = teller(&module, 1, &[], "ann guest, wim waiter");
    teller.scene.participants[1].state = None;
    teller.play_until(Tick(1));
    teller.play_until(Tick(2));
    assert_eq!(teller.scene.standing(who("ann")), Standing::Out);
    assert!(facts(&teller).contains("known(ann)"), "{}", facts(&teller));
    assert!(!facts(&teller).contains("mine(hat, ann)"));
}
