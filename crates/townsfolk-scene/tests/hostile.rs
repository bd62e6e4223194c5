//! Whatever the module and the host say, a scene neither panics nor hangs, and keeps its promises.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

mod support;
use proptest::prelude::{Just, ProptestConfig, Strategy, prop, prop_assert, prop_oneof, proptest};
use support::*;
use townsfolk_core::*;
use townsfolk_module::*;
use townsfolk_scene::reference::*;
use townsfolk_scene::{Happening, Phase, Report};

const PEOPLE: [&str; 4] = ["ann", "bob", "cy", "zoe"];

/// Values of every kind, some of them extreme.
fn value() -> impl Strategy<Value = Value> {
    prop_oneof![
        (0..4usize).prop_map(|i| person(PEOPLE[i])),
        (0..3usize).prop_map(|i| prop(["left", "right", "nowhere"][i])),
        prop::sample::select(vec![0, 1, -1, i64::MAX, i64::MIN])
            .prop_map(|x| Value::Number(Number(x))),
        prop::sample::select(vec![0, 90, -1, i64::MAX, i64::MIN])
            .prop_map(|x| Value::Duration(Duration(x))),
        prop::sample::select(vec![0, 90, -1, i64::MAX, i64::MIN])
            .prop_map(|x| Value::Time(Tick(x))),
        Just(Value::Daytime(i32::MIN)),
    ]
}

fn expr() -> impl Strategy<Value = Expr> {
    let leaf = prop_oneof![
        Just(any()),
        (0..6u16).prop_map(v),
        Just(me()),
        Just(now()),
        Just(Expr::Clock),
        value().prop_map(k),
    ];
    leaf.prop_recursive(3, 8, 2, |inner| {
        let operator = prop::sample::select(vec![
            Operator::Plus,
            Operator::Minus,
            Operator::Times,
            Operator::Divide,
        ]);
        prop_oneof![
            (inner.clone(), operator, inner.clone()).prop_map(|(a, o, b)| op(a, o, b)),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| random(a, b)),
            (inner.clone(), inner.clone())
                .prop_map(|(a, b)| Expr::Distance(Box::new(a), Box::new(b))),
            inner.clone().prop_map(|a| Expr::Host {
                name: host("hunger"),
                arguments: vec![a]
            }),
            inner.prop_map(|a| Expr::Count(Box::new(f("known", [a])))),
        ]
    })
}

/// Facts: declared with one and two arguments, a claim, and one that does not exist.
fn shape() -> impl Strategy<Value = (&'static str, Vec<Expr>)> {
    let name = prop::sample::select(vec!["known", "seen", "mine", "passing", "unheard_of"]);
    (name, prop::collection::vec(expr(), 0..4))
}

fn literal() -> impl Strategy<Value = Literal> {
    use Comparison::*;
    let comparison = prop::sample::select(vec![Equal, NotEqual, Less, LessOrEqual, Greater]);
    prop_oneof![
        3 => shape().prop_map(|(name, arguments)| f(name, arguments)),
        1 => shape().prop_map(|(name, arguments)| not(f(name, arguments))),
        1 => expr().prop_map(|e| d("loop", [e])),
        1 => expr().prop_map(|e| d("missing", [e])),
        1 => expr().prop_map(|e| not(d("loop", [e.clone(), e]))),
        1 => expr().prop_map(someone),
        1 => (expr(), comparison, expr()).prop_map(|(a, c, b)| compare(a, c, b)),
        1 => (-10..1100i64).prop_map(|p| coin(p, 4)),
        1 => expr().prop_map(|e| holds("hunger", [e])),
        1 => expr().prop_map(|who| Literal::InState { negated: false, who, state: state("b") }),
    ]
}

fn effects() -> impl Strategy<Value = Effects> {
    let patterns = || {
        let pattern = shape().prop_map(|(name, arguments)| FactPattern {
            fact: fact_id(name),
            arguments,
        });
        prop::collection::vec(pattern, 0..3)
    };
    (patterns(), patterns()).prop_map(|(remove, add)| Effects {
        remove,
        add,
        set: vec![],
    })
}

fn one_rule(index: usize) -> impl Strategy<Value = R> {
    let literals = || prop::collection::vec(literal(), 0..4);
    let odd = |p: f64| prop::bool::weighted(p);
    let action = prop::option::of((
        prop::sample::select(vec!["act", "long", "faint", "no_such_action"]),
        prop::collection::vec(expr(), 0..2),
    ));
    let choose = prop_oneof![
        3 => Just(Choose::First),
        1 => Just(Choose::Any(None)),
        1 => (0..6u16).prop_map(|i| Choose::Any(Some(VarId(i)))),
        1 => (0..6u16).prop_map(|i| Choose::Nearest(VarId(i))),
        1 => expr().prop_map(Choose::Most),
    ];
    let parts = (literals(), literals(), action, choose);
    let all_effects = (effects(), effects(), effects(), effects());
    let flags = (
        odd(0.3),
        odd(0.2),
        odd(0.2),
        odd(0.1),
        odd(0.05),
        odd(0.2),
        odd(0.2),
    );
    (parts, all_effects, flags).prop_map(move |(parts, all_effects, flags)| {
        let (when, while_holds, action, choose) = parts;
        let (now, then, on_failure, on_stop) = all_effects;
        let (urgent, once, again, leave, end, together, goto) = flags;
        let mut made = rule(["first", "second", "third", "fourth"][index]);
        if let Some((name, arguments)) = action {
            made = made.does(name, arguments);
        }
        let Rule { finish, .. } = &mut made.0;
        *finish = if leave {
            Finish::Leave
        } else if end {
            Finish::End
        } else {
            Finish::Stay
        };
        made.0.again_after = again.then_some((Duration(-5), Duration(i64::MAX)));
        made.0.goto = goto.then(|| state("b"));
        made.0.together = together.then_some(VarId(0));
        made.0.roles = if index == 1 {
            vec![role("guest"), role("no_such_role")]
        } else {
            vec![]
        };
        R(Rule {
            when,
            while_holds,
            choose,
            now,
            then,
            on_failure,
            on_stop,
            urgent,
            once,
            ..made.0
        })
    })
}

fn report() -> impl Strategy<Value = Report> {
    let someone = || (0..4usize).prop_map(|i| who(PEOPLE[i]));
    let outcome = prop::sample::select(vec![Outcome::Done, Outcome::Failed, Outcome::Stopped]);
    let word = prop::sample::select(Urgency::ALL.to_vec());
    let span = prop::sample::select(vec![None, Some(Duration(50)), Some(Duration(i64::MAX))]);
    prop_oneof![
        6 => (0..9u64, outcome).prop_map(|(id, outcome)| Report::Outcome(StartId(id), outcome)),
        1 => someone().prop_map(Report::Gone),
        1 => Just(Report::PropGone(prop_id("left"))),
        3 => (someone(), prop::sample::select(vec!["guest", "waiter", "singer"]))
            .prop_map(|(who, r)| Report::Joined { who, role: role(r) }),
        3 => (prop::sample::select(vec!["known", "mine", "odd"]), prop::collection::vec(value(), 0..3))
            .prop_map(|(name, values)| Report::Told(atom(name, values))),
        2 => (someone(), word, span)
            .prop_map(|(who, urgency, duration)| Report::Recalled { who, urgency, duration }),
        2 => someone().prop_map(Report::Returned),
        1 => value().prop_map(|value| Report::Property {
            name: host("hunger"), arguments: vec![value], value: Pushed::Is(value) }),
    ]
}

fn four_rules() -> impl Strategy<Value = [R; 4]> {
    (one_rule(0), one_rule(1), one_rule(2), one_rule(3)).prop_map(|(a, b, c, d)| [a, b, c, d])
}

fn module(rules: &[R; 4]) -> Module {
    play(rules.iter().map(|r| R(r.0.clone())))
        .fact("known", 1)
        .fact("seen", 2)
        .claim("mine", 2)
        .passing("passing", 1, 1)
        .states(["a", "b"])
        .act("long", |a| a.limit = Duration(40))
        .act("faint", |a| a.interruptible = false)
        .hosted("hunger", HostForm::Property, Some(Kind::Number))
        .define(
            "loop",
            vec![
                clause([v(0)], [f("known", [v(0)])]),
                clause([v(0)], [d("loop", [v(0)])]),
            ],
        )
        .cast(|cast| {
            cast[0].away = Some(Duration(30));
            cast[0].on_leaving = Some(call("act", [v(3)]));
            cast[1].on_leaving = Some(call("act", []));
            cast[1].vacant = Duration(100);
        })
        .module()
}

/// What holds after every update, whatever happens.
fn check(scene: &Scene) {
    let facts = &scene.facts.facts;
    for (index, fact) in facts.iter().enumerate() {
        for other in &facts[..index] {
            assert_ne!(fact.atom, other.atom, "a set");
            let key = |f: &Fact| {
                (
                    f.atom.fact,
                    f.atom.arguments[..f.atom.arguments.len() - 1].to_vec(),
                )
            };
            assert!(
                !fact.claim || !other.claim || key(fact) != key(other),
                "one holder"
            );
        }
        assert!(
            !scene.gone.iter().any(|gone| fact.atom.names(*gone)),
            "dangling"
        );
        if let Some(id) = fact.taken_by {
            assert!(
                scene.running.iter().any(|run| run.id == id),
                "a claim of no action"
            );
        }
    }
    for run in &scene.running {
        for who in [Some(run.who), run.partner].into_iter().flatten() {
            assert!(scene.participant(who).is_some(), "an action of nobody");
            let of = scene
                .running
                .iter()
                .filter(|r| r.who == who || r.partner == Some(who));
            assert_eq!(of.count(), 1, "one action each");
        }
    }
    assert_eq!(
        scene.phase == Phase::Over,
        scene.participants.is_empty() && scene.phase != Phase::Running
    );
    assert!(
        scene
            .next_moments()
            .iter()
            .all(|moment| *moment > scene.now)
    );
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_module_and_no_host_can_hurt_a_scene(
        rules in four_rules(),
        reports in prop::collection::vec(prop::collection::vec(report(), 0..3), 1..40),
    ) {
        let module = module(&rules);
        let known = [atom("known", [person("ann")]), atom("mine", [prop("left"), person("bob")])];
        let mut teller = teller(&module, 1, &known, "ann guest, bob guest, cy waiter");
        let mut twin = teller.clone();
        for (index, reports) in reports.iter().enumerate() {
            let gap = if index % 5 == 0 { 40 } else { 1 };
            let end = Tick(teller.now.0 + gap);
            teller.play_until(Tick(end.0 - 1));
            teller.report(reports);
            check(&teller.scene);
            twin.play_until(Tick(end.0 - 1));
            twin.report(reports);
            prop_assert!(teller.scene == twin.scene, "the same inputs, the same scene");
        }
    }

    #[test]
    fn looking_without_cause_finds_nothing(rules in four_rules(), seed in 0..1000u64) {
        let module = module(&rules);
        let known = [atom("known", [person("ann")]), atom("mine", [prop("left"), person("bob")])];
        let mut jumping = teller(&module, seed, &known, "ann guest, bob guest, cy waiter");
        let mut looking = jumping.clone();
        looking.every_tick = true;
        jumping.play_until(Tick(150));
        looking.play_until(Tick(150));
        let news = |teller: &Teller<'_>| -> Vec<(Tick, Happening)> {
            let is_news = |h: &Happening| !matches!(h, Happening::Fault(_));
            teller.told.iter().filter(|(_, h)| is_news(h)).cloned().collect()
        };
        prop_assert!(news(&jumping) == news(&looking), "{:?}\n{:?}", news(&jumping), news(&looking));
        prop_assert!(jumping.scene.digest() == looking.scene.digest());
    }
}

#[test]
fn conditions_as_long_and_deep_as_a_file_can_hold_end_in_a_fault() {
    let mut deep = now();
    for _ in 0..1000 {
        deep = plus(deep, k(seconds(1)));
    }
    let long = vec![f("known", [any()]); 5000];
    let rules = [
        rule("long").when(long).leave(),
        rule("deep").when([less(deep.clone(), now())]).leave(),
        rule("wide")
            .when([f("known", [v(9)])])
            .add("seen", [v(60_000), deep]),
    ];
    let module = play(rules).fact("known", 1).fact("seen", 2).module();
    let mut teller = teller(&module, 1, &[atom("known", [n(1)])], "ann guest");
    teller.play_until(Tick(3));
    let story = story(&mut teller);
    assert!(
        story.contains("ann's search in long took too long"),
        "{story}"
    );
    assert!(
        story.contains("ann's search in deep took too long"),
        "{story}"
    );
    assert!(!story.contains("does"), "{story}");
}

/// A rule without an action that writes the clock can fire again when the clock has gone on: jumping
/// from moment to moment must not miss that.
#[test]
fn what_is_written_from_a_reading_is_written_when_the_reading_changes() {
    let rules = [rule("note").add("seen", [Expr::Clock])];
    let module = play(rules).fact("seen", 1).module();
    let mut jumping = teller(&module, 1, &[], "ann guest");
    let mut looking = jumping.clone();
    looking.every_tick = true;
    jumping.play_until(Tick(400));
    looking.play_until(Tick(400));
    let fired = |teller: &Teller<'_>| {
        let fired = teller.told.iter();
        let fired = fired.filter(|(_, what)| matches!(what, Happening::Fired { .. }));
        fired.map(|(tick, _)| *tick).collect::<Vec<_>>()
    };
    assert!(fired(&looking).len() > 3, "{:?}", fired(&looking));
    assert_eq!(fired(&jumping), fired(&looking));
    assert_eq!(jumping.scene.digest(), looking.scene.digest());
}
