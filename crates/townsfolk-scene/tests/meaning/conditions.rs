//! Conditions: whom and what they find, choices, readings, time, budgets.

use super::*;

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

/// Whether the search of the only rule runs out, with these facts.
fn runs_out(literals: Vec<Literal>, facts: i64) -> bool {
    let play = play([rule("look").when(literals).leave()]);
    let module = play.fact("n", 1).fact("never", 0).module();
    let known: Vec<Atom> = (0..facts).map(|i| atom("n", [n(i)])).collect();
    let mut teller = teller(&module, 1, &known, "ann guest");
    teller.play_until(Tick(1));
    story(&mut teller).contains("search in look took too long")
}

/// A planted fault that no test noticed: twice as many steps.
#[test]
fn a_search_has_fifty_thousand_steps() {
    let looks = || vec![f("n", [any()]), f("n", [any()]), f("never", [])];
    // A fact that is tried is a step, and so is the literal that is looked at after it: with N
    // facts 1 + 2 N + 2 N² steps.
    assert!(!runs_out(looks(), 157));
    assert!(runs_out(looks(), 158));
}

/// A planted fault that no test noticed: a search of two hundred literals.
#[test]
fn a_search_goes_a_hundred_and_sixty_deep() {
    let deep = |count| vec![f("n", [any()]); count];
    assert!(!runs_out(deep(155), 1));
    assert!(runs_out(deep(165), 1));
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
