//! Recall, vacancy, the end of a scene, and what is gone.

use super::*;

#[test]
fn a_polite_recall_waits_for_the_action_and_leads_away_if_the_role_allows() {
    let play = play([rule("work").does("act", []).again_after(9, 9)])
        .cast(|cast| cast[0].away = Some(Duration::seconds(20)));
    let module = play.module();
    let mut teller = teller(&module, 1, &[], "ann guest, wim waiter");
    teller.play_until(Tick(10));
    let recalled = |name: &str| Report::Recalled {
        who: who(name),
        urgency: Urgency::Need,
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
    let recalled = |name: &str, urgency| Report::Recalled {
        who: who(name),
        urgency,
        duration: None,
    };
    teller.report(&[
        recalled("ann", Urgency::Need),
        recalled("bob", Urgency::Danger),
        recalled("dan", Urgency::Duty),
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
fn danger_breaks_off_the_last_action_of_a_leaver_and_a_need_does_not() {
    let play = play([rule("bow").does("act", []).leave()]);
    let module = play.module();
    let mut teller = teller(&module, 1, &[], "ann guest, bob guest");
    teller.play_until(Tick(10));
    let recalled = |name: &str, urgency| Report::Recalled {
        who: who(name),
        urgency,
        duration: None,
    };
    teller.report(&[
        recalled("ann", Urgency::Danger),
        recalled("bob", Urgency::Need),
    ]);
    teller.play_until(Tick(200));
    expect![[r#"
        1: ann does bow
        1: ann is leaving
        1: bob does bow
        1: bob is leaving
        1: the scene ends: nobody is there
        11: ann is recalled (danger)
        11: ann is asked to stop: needed elsewhere at once
        12: ann's bow is stopped
        12: ann is out
        61: bob's bow is done
        61: bob is out
        61: the scene is over
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
