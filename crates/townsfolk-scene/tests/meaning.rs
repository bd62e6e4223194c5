//! One story for each sentence of the chapter "Meaning".
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::needless_pass_by_value,
    missing_docs
)]

mod support;
use expect_test::{Expect, expect};
use support::*;
use townsfolk_core::*;
use townsfolk_module::*;
use townsfolk_scene::reference::*;

/// Plays some ticks and compares what happened.
fn check(play: Play, known: &[Atom], people: &str, ticks: i64, expected: Expect) {
    let module = play.module();
    let mut teller = teller(&module, 1, known, people);
    teller.play_until(Tick(ticks));
    expected.assert_eq(&story(&mut teller));
}

fn seats() -> Play {
    play([rule("take")
        .when([f("seat", [v(0)]), not(f("taken", [v(0)]))])
        .does("act", [v(0)])
        .add("taken", [v(0)])
        .then_add("sits", [me(), v(0)])
        .failure_add("missed", [me()])
        .once()])
    .fact("seat", 1)
    .fact("taken", 1)
    .fact("sits", 2)
    .fact("missed", 1)
}

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

#[test]
fn an_action_stops_when_its_while_no_longer_holds() {
    let play = play([rule("wait")
        .when([f("rain", [])])
        .does("long", [])
        .while_holds([f("rain", [])])
        .stop_add("dry", [me()])])
    .action("long", 60)
    .passing("rain", 0, 2)
    .fact("dry", 1);
    check(
        play,
        &[atom("rain", [])],
        "ann guest",
        300,
        expect![[r#"
            1: ann does wait
            121: - rain (its time is over)
            121: ann is asked to stop: its `while` no longer holds
            122: ann's wait is stopped
            122: + dry(ann)
        "#]],
    );
}

#[test]
fn an_urgent_rule_asks_the_lower_action_to_stop_and_fires_when_it_has() {
    let play = play([
        rule("flee")
            .urgent()
            .when([f("fire", [])])
            .does("act", [])
            .leave(),
        rule("nap")
            .does("long", [])
            .add("mine", [k(prop("bed")), me()]),
    ])
    .action("long", 60)
    .fact("fire", 0)
    .claim("mine", 2);
    let module = play.module();
    let mut teller = teller(&module, 1, &[], "ann guest");
    teller.play_until(Tick(10));
    teller.report(&[Report::Told(atom("fire", []))]);
    teller.play_until(Tick(100));
    expect![[r#"
        1: ann does nap
        1: + mine(bed, ann)
        11: + fire
        11: ann is asked to stop: flee is urgent
        12: ann's nap is stopped
        12: - mine(bed, ann) (released)
        12: ann does flee
        12: ann is leaving
        12: the scene ends: nobody is there
        72: ann's flee is done
        72: ann is out
        72: the scene is over
    "#]]
    .assert_eq(&story(&mut teller));
}

#[test]
fn an_action_that_cannot_be_stopped_is_not_interrupted() {
    let play = play([
        rule("flee").urgent().when([f("fire", [])]).leave(),
        rule("faint").does("faint", []),
    ])
    .act("faint", |action| action.interruptible = false)
    .fact("fire", 0);
    let module = play.module();
    let mut teller = teller(&module, 1, &[], "ann guest");
    teller.play_until(Tick(10));
    teller.report(&[Report::Told(atom("fire", []))]);
    teller.play_until(Tick(70));
    expect![[r#"
        1: ann does faint
        11: + fire
        61: ann's faint is done
        61: ann does flee
        61: ann is leaving
        61: ann is out
        61: the scene ends: nobody is there
        61: the scene is over
    "#]]
    .assert_eq(&story(&mut teller));
}

#[test]
fn together_starts_for_both_and_has_one_outcome() {
    let play = play([rule("dance")
        .when([someone(v(0)), differ(v(0), me()), not(f("danced", [me()]))])
        .does("act", [v(0)])
        .together(0)
        .add("danced", [me()])
        .add("danced", [v(0)])])
    .fact("danced", 1);
    check(
        play,
        &[],
        "ann guest, bob guest, cy guest",
        70,
        expect![[r#"
            1: ann does dance with V0 = cy together with cy
            1: + danced(ann)
            1: + danced(cy)
            61: ann's dance is done
            61: bob does dance with V0 = ann together with ann
            61: + danced(bob)
            61: + danced(ann)
        "#]],
    );
}

#[test]
fn if_the_partner_is_gone_the_joint_action_has_failed() {
    let play = play([rule("dance")
        .when([someone(v(0)), differ(v(0), me())])
        .does("act", [v(0)])
        .together(0)
        .failure_add("sad", [me(), v(0)])
        .failure_add("alone", [me()])])
    .fact("sad", 2)
    .fact("alone", 1);
    let module = play.module();
    let mut teller = teller(&module, 1, &[], "ann guest, bob guest");
    teller.play_until(Tick(1));
    let run = teller.scene.running[0].clone();
    teller.report(&[Report::Gone(run.partner.unwrap())]);
    teller.report(&[Report::Outcome(run.id, Outcome::Stopped)]);
    expect![[r#"
        1: ann does dance with V0 = bob together with bob
        2: ann is asked to stop: the partner is gone
        2: bob is out
        2: ann's dance has failed
        2: fault: sad(ann, bob) names someone or something gone
        2: + alone(ann)
        3: fault: action 1 has an outcome already
    "#]]
    .assert_eq(&story(&mut teller));
}

#[test]
fn a_coin_is_thrown_once_a_free_spell() {
    // Sixty looks at a coin of one in ten would let nearly everyone through.
    let play = play([
        rule("lucky").when([coin(100, 5)]).add("lucky", [me()]),
        rule("tick")
            .when([f("n", [v(0)]), less(v(0), k(n(60)))])
            .only("waiter")
            .remove("n", [v(0)])
            .add("n", [plus(v(0), k(n(1)))]),
    ])
    .fact("lucky", 1)
    .fact("n", 1)
    .cast(|cast| cast[0].max = 200);
    let module = play.module();
    let people: Vec<String> = (0..100).map(|i| format!("p{i} guest")).collect();
    let people = people.join(", ") + ", wim waiter";
    let mut teller = teller(&module, 3, &[atom("n", [n(0)])], &people);
    teller.every_tick = true;
    teller.play_until(Tick(80));
    let lucky = facts(&teller).matches("lucky(p").count();
    assert!((2..=20).contains(&lucky), "{lucky} of 100");
}

#[test]
fn once_and_again_after_are_kept_for_each_participant() {
    let play = play([
        rule("wave").once().does("act", []),
        rule("yawn").again_after(5, 5).does("act", []),
    ]);
    check(
        play,
        &[],
        "ann guest",
        500,
        expect![[r#"
            1: ann does wave
            61: ann's wave is done
            61: ann does yawn
            121: ann's yawn is done
            361: ann does yawn
            421: ann's yawn is done
        "#]],
    );
}

#[test]
fn starting_too_often_is_restless() {
    let play = play([rule("twitch").does("blink", [])])
        .act("blink", |action| action.takes = (Duration(1), Duration(1)));
    let module = play.module();
    let mut teller = teller(&module, 1, &[], "ann guest");
    teller.play_until(Tick(60));
    let story = story(&mut teller);
    assert_eq!(story.matches("does twitch").count(), 9, "{story}");
    assert_eq!(story.matches("restless").count(), 1);
}

#[test]
fn an_action_out_of_time_has_failed_and_a_late_outcome_is_only_reported() {
    let play = play([rule("wait")
        .once()
        .does("slow", [])
        .failure_add("tired", [me()])])
    .act("slow", |action| {
        action.limit = Duration(10);
        action.takes = (Duration(999), Duration(999));
    })
    .fact("tired", 1);
    let module = play.module();
    let mut teller = teller(&module, 1, &[], "ann guest");
    teller.play_until(Tick(20));
    teller.report(&[
        Report::Outcome(StartId(1), Outcome::Done),
        Report::Outcome(StartId(9), Outcome::Done),
    ]);
    expect![[r#"
        1: ann does wait
        11: ann is asked to stop: its time limit is over
        11: ann's wait has run out of time
        11: + tired(ann)
        21: fault: action 1 has an outcome already
        21: fault: no action has number 9
    "#]]
    .assert_eq(&story(&mut teller));
}

#[test]
fn a_polite_recall_waits_for_the_action_and_leads_away_if_the_role_allows() {
    let play = play([rule("work").does("act", []).again_after(9, 9)])
        .cast(|cast| cast[0].away = Some(Duration::seconds(20)));
    let module = play.module();
    let mut teller = teller(&module, 1, &[], "ann guest, wim waiter");
    teller.play_until(Tick(10));
    let recalled = |name: &str| Report::Recalled {
        who: who(name),
        word: Word::Need,
        duration: Some(Duration::seconds(20)),
    };
    teller.report(&[recalled("ann"), recalled("wim")]);
    teller.play_until(Tick(200));
    teller.report(&[Report::Returned(who("ann"))]);
    teller.play_until(Tick(300));
    teller.report(&[recalled("ann")]);
    teller.play_until(Tick(9999));
    expect![[r#"
        1: ann does work
        1: wim does work
        11: ann is recalled (need)
        11: wim is recalled (need)
        61: ann's work is done
        61: wim's work is done
        61: wim is leaving
        61: ann is away
        61: wim is out
        201: ann is present
        301: ann is recalled (need)
        301: ann is away
        1501: ann is leaving
        1501: ann is out
        1501: the scene ends: nobody is there
        1501: the scene is over
    "#]]
    .assert_eq(&story(&mut teller));
}

#[test]
fn hold_delays_a_polite_recall_within_its_limit_and_danger_does_not_wait() {
    let play = play([]).fact("carries", 1).script(|script| {
        script.holds.push(Hold {
            roles: vec![role("person")],
            variables: 0,
            condition: vec![f("carries", [me()])],
            limit: Duration::seconds(5),
        });
    });
    let module = play.module();
    let known = ["ann", "bob", "cy"].map(|name| atom("carries", [person(name)]));
    let mut teller = teller(
        &module,
        1,
        &known,
        "ann guest, bob guest, cy guest, dan guest",
    );
    let recalled = |name: &str, word| Report::Recalled {
        who: who(name),
        word,
        duration: None,
    };
    teller.report(&[
        recalled("ann", Word::Need),
        recalled("bob", Word::Danger),
        recalled("dan", Word::Duty),
    ]);
    teller.play_until(Tick(900));
    expect![[r#"
        1: ann is recalled (need)
        1: bob is recalled (danger)
        1: dan is recalled (duty)
        1: bob is leaving
        1: dan is leaving
        1: - carries(bob)
        1: bob is out
        1: dan is out
        301: ann is leaving
        301: - carries(ann)
        301: ann is out
    "#]]
    .assert_eq(&story(&mut teller));
}

#[test]
fn a_role_may_be_vacant_for_a_while() {
    let play = play([rule("go")
        .only("waiter")
        .when([f("shift_over", [])])
        .leave()])
    .fact("shift_over", 0)
    .cast(|cast| {
        cast[1].min = 1;
        cast[1].vacant = Duration::seconds(2);
    });
    let module = play.module();
    let mut teller = teller(&module, 1, &[], "ann guest, wim waiter");
    teller.report(&[Report::Told(atom("shift_over", []))]);
    teller.play_until(Tick(60));
    assert_eq!(teller.scene.phase, Phase::Running);
    teller.report(&[Report::Joined {
        who: who("wes"),
        role: role("waiter"),
    }]);
    teller.play_until(Tick(999));
    expect![[r#"
        1: + shift_over
        1: wim does go
        1: wim is leaving
        1: wim is out
        61: wes joins as waiter
        61: wes does go
        61: wes is leaving
        61: wes is out
        121: the scene ends: too few are left as waiter
        121: ann is leaving
        121: ann is out
        121: the scene is over
    "#]]
    .assert_eq(&story(&mut teller));
}

/// Whoever had said the end began the same action again, and was stopped in it a tick later.
#[test]
fn nobody_begins_anything_once_the_end_is_said() {
    let play = play([
        rule("close").only("waiter").does("act", []).end(),
        rule("eat").only("guest").does("act", []),
    ]);
    check(
        play,
        &[],
        "ann guest, wim waiter",
        99,
        expect![[r#"
            1: ann does eat
            1: wim does close
            61: ann's eat is done
            61: wim's close is done
            61: the scene ends: a rule says so
            61: wim is leaving
            61: ann is leaving
            61: wim is out
            61: ann is out
            61: the scene is over
        "#]],
    );
}

#[test]
fn at_the_end_everyone_is_asked_to_stop_and_says_farewell() {
    let play = play([
        rule("close").only("waiter").when([f("late", [])]).end(),
        rule("eat").only("guest").does("long", []),
    ])
    .action("long", 600)
    .action("walk_away", 2)
    .fact("late", 0)
    .cast(|cast| cast[0].on_leaving = Some(call("walk_away", [])));
    let module = play.module();
    let mut teller = teller(&module, 1, &[], "ann guest, wim waiter");
    teller.play_until(Tick(10));
    teller.report(&[Report::Told(atom("late", []))]);
    teller.play_until(Tick(500));
    expect![[r#"
        1: ann does eat
        11: + late
        11: wim does close
        11: the scene ends: a rule says so
        11: wim is leaving
        11: ann is leaving
        11: ann is asked to stop: the scene ends
        11: wim is out
        12: ann's eat is stopped
        132: ann's farewell is done
        132: ann is out
        132: the scene is over
    "#]]
    .assert_eq(&story(&mut teller));
    assert_eq!(teller.scene.phase, Phase::Over);
}

#[test]
fn nothing_dangles_when_someone_or_something_is_gone() {
    let play = play([rule("talk")
        .only("guest")
        .when([f("seat", [v(0)]), someone_as(v(1), "waiter")])
        .does("act", [v(1)])
        .add("mine", [v(0), me()])
        .then_add("talked", [me(), v(1)])
        .then_add("wore", [me(), v(0)])])
    .fact("seat", 1)
    .claim("mine", 2)
    .fact("talked", 2)
    .fact("wore", 2);
    let module = play.module();
    let mut teller = teller(
        &module,
        1,
        &[atom("seat", [prop("left")])],
        "ann guest, wim waiter",
    );
    teller.play_until(Tick(5));
    teller.report(&[Report::Gone(who("wim")), Report::PropGone(prop_id("left"))]);
    teller.play_until(Tick(100));
    expect![[r#"
        1: ann does talk with V0 = left, V1 = wim
        1: + mine(left, ann)
        6: wim is out
        6: - seat(left)
        6: - mine(left, ann)
        61: ann's talk is done
        61: fault: talked(ann, wim) names someone or something gone
        61: fault: wore(ann, left) names someone or something gone
    "#]]
    .assert_eq(&story(&mut teller));
    assert_eq!(facts(&teller), "");
}

#[test]
fn any_finds_people_and_with_a_role_proxies_too() {
    let play = play([
        rule("meet")
            .only("guest")
            .when([someone(v(0)), differ(v(0), me())])
            .add("met", [v(0)]),
        rule("shop")
            .only("guest")
            .when([someone_as(v(0), "shop")])
            .add("shopped", [v(0)]),
    ])
    .fact("met", 1)
    .fact("shopped", 1);
    let people = "ann guest, wim waiter, kiosk shop";
    check(
        play,
        &[],
        people,
        5,
        expect![[r#"
            1: ann does meet with V0 = wim
            1: + met(wim)
            2: ann does shop with V0 = kiosk
            2: + shopped(kiosk)
        "#]],
    );
}

#[test]
fn choose_takes_the_least_the_most_and_any() {
    let chosen = |choose: Choose| {
        let play = play([rule("pick")
            .once()
            .when([f("n", [v(0)])])
            .choose(choose)
            .add("got", [v(0)])])
        .fact("n", 1)
        .fact("got", 1);
        let module = play.module();
        let known = [3, 1, 2].map(|i| atom("n", [n(i)]));
        (0..60)
            .map(|seed| {
                let mut teller = teller(&module, seed, &known, "ann guest");
                teller.play_until(Tick(2));
                facts(&teller).split(". ").last().unwrap().to_string()
            })
            .collect::<std::collections::BTreeSet<_>>()
            .into_iter()
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(chosen(Choose::First), "got(3)");
    assert_eq!(chosen(Choose::Least(v(0))), "got(1)");
    assert_eq!(chosen(Choose::Most(v(0))), "got(3)");
    assert_eq!(chosen(Choose::Any(None)), "got(1) got(2) got(3)");
    assert_eq!(chosen(Choose::Any(Some(VarId(0)))), "got(1) got(2) got(3)");
    assert_eq!(
        chosen(Choose::Nearest(VarId(0))),
        "got(3)",
        "no places: the first"
    );
}

#[test]
fn a_rule_with_a_reading_is_tried_when_just_free_and_then_on_the_beat() {
    struct Sunny(std::cell::Cell<i64>);
    impl Stage for Sunny {
        fn distance_mm(&self, _: Value, _: Value) -> Option<i64> {
            None
        }
        fn read(&self, _: HostId, _: &[Value]) -> Option<Value> {
            None
        }
        fn holds(&self, _: HostId, _: &[Value]) -> bool {
            self.0.set(self.0.get() + 1);
            false
        }
        fn clock(&self) -> i32 {
            0
        }
    }
    let play = play([rule("bask").when([holds("sunny", [])]).does("act", [])]).hosted(
        "sunny",
        HostForm::Predicate,
        None,
    );
    let module = play.module();
    let stage = Sunny(0.into());
    let mut scene = teller(&module, 1, &[], "ann guest").scene;
    let mut fate = Keyed {
        seed: Seed(1),
        owner: 1,
    };
    for tick in 1..=600 {
        scene.update(&module, &stage, &mut fate, Tick(tick), &[]);
    }
    // Twenty beats of half a second in ten seconds, and once for being just free.
    assert!((20..=21).contains(&stage.0.get()), "{}", stage.0.get());
}

#[test]
fn a_property_is_pushed() {
    let play = play([rule("hide").when([holds("raining", [])]).leave()]).hosted(
        "raining",
        HostForm::Property,
        None,
    );
    let module = play.module();
    let mut teller = teller(&module, 1, &[], "ann guest");
    teller.play_until(Tick(5));
    teller.report(&[Report::Property {
        name: host("raining"),
        arguments: vec![],
        value: Pushed::Holds,
    }]);
    expect![[r#"
        6: .raining holds
        6: ann does hide
        6: ann is leaving
        6: ann is out
        6: the scene ends: nobody is there
        6: the scene is over
    "#]]
    .assert_eq(&story(&mut teller));
}

#[test]
fn time_comparisons_name_the_moment_at_which_they_change() {
    let play = play([rule("go")
        .when([f("until", [v(0)]), less(v(0), now())])
        .leave()])
    .fact("until", 1);
    let module = play.module();
    let known = [atom("until", [Value::Time(Tick(500))])];
    let mut teller = teller(&module, 1, &known, "ann guest");
    teller.play_until(Tick(3));
    assert_eq!(teller.scene.next_moments(), [Tick(501)]);
    teller.play_until(Tick(9999));
    expect![[r#"
        501: ann does go with V0 = 8.33 s
        501: ann is leaving
        501: ann is out
        501: the scene ends: nobody is there
        501: the scene is over
    "#]]
    .assert_eq(&story(&mut teller));
}

#[test]
fn a_define_that_calls_itself_ends_and_is_reported() {
    let play = play([rule("loop").when([d("deep", [me()])]).leave()])
        .define("deep", vec![clause([v(0)], [d("deep", [v(0)])])]);
    check(
        play,
        &[],
        "ann guest",
        2,
        expect![[r#"
            1: fault: ann's search in loop took too long
        "#]],
    );
}

#[test]
fn a_rule_that_ran_out_of_steps_is_passed_over_until_its_facts_change() {
    let wide = || f("n", [any()]);
    let play = play([
        rule("explode")
            .when([wide(), wide(), wide(), wide(), wide(), f("never", [])])
            .leave(),
        rule("other").add("told", [me()]),
        rule("shrink")
            .when([less(k(Value::Time(Tick(3))), now())])
            .remove("n", [k(n(7))]),
    ])
    .fact("n", 1)
    .fact("told", 1)
    .fact("never", 0);
    let many: Vec<Atom> = (0..50).map(|i| atom("n", [n(i)])).collect();
    check(
        play,
        &many,
        "ann guest, bob guest",
        6,
        expect![[r#"
            1: fault: ann's search in explode took too long
            1: ann does other
            1: + told(ann)
            1: bob does other
            1: + told(bob)
            4: ann does shrink
            4: - n(7)
            4: fault: bob's search in explode took too long
        "#]],
    );
}

#[test]
fn a_search_that_explodes_ends_and_is_reported() {
    let wide = || f("n", [any()]);
    let play = play([rule("explode")
        .when([wide(), wide(), wide(), wide(), wide(), f("never", [])])
        .leave()])
    .fact("n", 1)
    .fact("never", 0);
    let many: Vec<Atom> = (0..50).map(|i| atom("n", [n(i)])).collect();
    check(
        play,
        &many,
        "ann guest",
        2,
        expect![[r#"
            1: fault: ann's search in explode took too long
        "#]],
    );
}

#[test]
fn the_textbook_rule_picks_up_a_clear_block_and_is_idle_while_one_is_held() {
    let play = play([rule("pick_up")
        .when([
            f("on_table", [v(0)]),
            not(f("on", [any(), v(0)])),
            not(f("holding", [any()])),
        ])
        .add("holding", [v(0)])
        .remove("on_table", [v(0)])])
    .fact("on_table", 1)
    .fact("on", 2)
    .fact("holding", 1);
    let known = [
        atom("on_table", [prop("a")]),
        atom("on_table", [prop("b")]),
        atom("on", [prop("c"), prop("a")]),
    ];
    check(
        play,
        &known,
        "robot guest",
        50,
        expect![[r#"
            1: robot does pick_up with V0 = b
            1: - on_table(b)
            1: + holding(b)
        "#]],
    );
}

#[test]
fn a_start_command_carries_arguments_named_parameters_and_a_target() {
    let mut greet = rule("greet")
        .once()
        .when([someone_as(v(0), "waiter")])
        .does("greet", [k(n(1)), v(0)]);
    let given = (symbol("style"), k(n(5)));
    greet.0.action.as_mut().unwrap().named.push(given);
    let parameter = |name: &str, default| NamedParameter {
        name: symbol(name),
        kind: Kind::Number,
        default,
    };
    let module = play([greet])
        .act("greet", |action| {
            action.named = vec![
                parameter("speed", Some(n(1))),
                parameter("style", Some(n(2))),
                parameter("other", None),
            ];
        })
        .module();
    let mut teller = teller(&module, 1, &[], "wim waiter");
    let update = teller.report(&[]);
    assert_eq!(
        update.commands,
        [Command::Start {
            id: StartId(1),
            who: who("wim"),
            partner: None,
            action: action_id("greet"),
            arguments: vec![n(1), person("wim")],
            named: vec![(symbol("speed"), n(1)), (symbol("style"), n(5))],
            target: Some(person("wim")),
        }]
    );
}

#[test]
fn outcomes_take_effect_in_order_of_start_whatever_the_order_of_reporting() {
    let play = play([rule("say").once().does("act", []).then_add("said", [me()])]).fact("said", 1);
    let module = play.module();
    let mut teller = teller(&module, 1, &[], "ann guest, bob guest, cy guest");
    teller.report(&[]);
    let started: Vec<Value> = teller
        .scene
        .running
        .iter()
        .map(|r| Value::Character(r.who))
        .collect();
    teller.due.clear();
    teller.report(&[3, 1, 2].map(|id| Report::Outcome(StartId(id), Outcome::Done)));
    let said: Vec<Value> = teller
        .scene
        .facts
        .facts
        .iter()
        .map(|f| f.atom.arguments[0])
        .collect();
    assert_eq!(said, started);
}

#[test]
fn a_scene_is_the_same_at_another_time() {
    let play = play([
        rule("rest")
            .when([not(f("until", [me(), any()]))])
            .does("act", [])
            .then_add("until", [me(), plus(now(), k(seconds(3)))]),
        rule("go")
            .when([f("until", [me(), v(0)]), less(v(0), now())])
            .leave(),
    ])
    .fact("until", 2);
    let module = play.module();
    let mut early = teller(&module, 1, &[], "ann guest");
    early.play_until(Tick(100));
    let mut late = early.clone();
    late.scene.shift_times(&mut |tick| Tick(tick.0 + 5000));
    late.now = Tick(5100);
    assert_ne!(early.scene.digest().facts, late.scene.digest().facts);
    early.told.clear();
    late.told.clear();
    early.play_until(Tick(1000));
    late.play_until(Tick(6000));
    let shifted: Vec<(Tick, Happening)> = early
        .told
        .iter()
        .map(|(tick, h)| (Tick(tick.0 + 5000), h.clone()))
        .collect();
    let moments = |told: &[(Tick, Happening)]| told.iter().map(|(t, _)| *t).collect::<Vec<_>>();
    assert_eq!(moments(&shifted), moments(&late.told));
    assert!(!late.told.is_empty());
}

#[test]
fn a_coin_is_thrown_anew_in_each_free_spell() {
    let play = play([
        rule("heads").when([coin(500, 5)]).does("act", []),
        rule("tails").does("act", []),
    ]);
    let module = play.module();
    let mut teller = teller(&module, 1, &[], "ann guest");
    teller.play_until(Tick(60 * 100));
    let story = story(&mut teller);
    let heads = story.matches("does heads").count();
    assert!((30..=70).contains(&heads), "{heads} of 100");
}

#[test]
fn firing_a_rule_without_action_begins_a_new_free_spell() {
    let play = play([
        rule("heads").when([coin(500, 5)]).add("at", [now()]),
        rule("tails").add("at", [now()]),
    ])
    .fact("at", 1);
    let module = play.module();
    let mut teller = teller(&module, 1, &[], "ann guest");
    teller.play_until(Tick(100));
    let story = story(&mut teller);
    let heads = story.matches("does heads").count();
    assert!((30..=70).contains(&heads), "{heads} of 100");
}
