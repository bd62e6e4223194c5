//! The whole of it: commands, order, and that another time changes nothing.

use super::*;

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
