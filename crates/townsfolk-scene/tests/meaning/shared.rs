//! What both evaluators share, so that comparing one with the other cannot show a fault in it:
//! arithmetic, order, claims, rests. The expectations are those of the chapter, not of the code.

use super::*;

/// Whether a condition holds for Ann, among these facts.
fn holds_among(known: &[Atom], literal: Literal) -> bool {
    let play = play([rule("yes").when([literal]).does("act", [])]);
    let module = play.fact("n", 1).module();
    let mut teller = teller(&module, 1, known, "ann guest");
    teller.play_until(Tick(1));
    !teller.scene.running.is_empty()
}

fn is(left: Expr, right: Value) -> bool {
    holds_among(&[], compare(left, Comparison::Equal, k(right)))
}

/// Whether a calculation has a value at all.
fn is_defined(expr: Expr) -> bool {
    let unlike = || k(person("zoe"));
    holds_among(&[], differ(expr, unlike()))
}

const MOST: i64 = (1 << 59) - 1;

fn ticks(n: i64) -> Value {
    Value::Duration(Duration(n))
}

#[test]
fn what_would_be_too_large_or_too_small_is_the_largest_or_smallest() {
    use Operator::{Divide, Minus, Plus, Times};
    let most = || k(Value::Number(Number(MOST)));
    let least = || k(Value::Number(Number(-MOST)));
    let (largest, smallest) = (Value::Number(Number(MOST)), Value::Number(Number(-MOST)));
    assert!(is(op(most(), Plus, k(n(1))), largest));
    assert!(is(op(least(), Minus, k(n(1))), smallest));
    assert!(is(op(most(), Times, k(n(2))), largest));
    assert!(is(op(most(), Times, k(n(-2))), smallest));
    assert!(is(op(most(), Times, most()), largest));
    assert!(is(op(most(), Divide, k(Value::Number(Number(1)))), largest));
    assert!(is(op(k(ticks(MOST)), Plus, k(ticks(1))), ticks(MOST)));
    assert!(is(op(k(ticks(-MOST)), Minus, k(ticks(MOST))), ticks(-MOST)));
    // A constant, too.
    assert!(is(k(Value::Number(Number(i64::MAX))), largest));
    assert!(is(k(Value::Number(Number(i64::MIN))), smallest));
    // A time is at most the latest one.
    let late = op(now(), Plus, k(ticks(MOST)));
    assert!(is(late, Value::Time(Tick(MOST))));
}

#[test]
fn fractions_are_cut_off_towards_zero() {
    use Operator::{Divide, Times};
    let thousandths = |t: i64| Value::Number(Number(t));
    assert!(is(op(k(n(1)), Divide, k(n(3))), thousandths(333)));
    assert!(is(op(k(n(-1)), Divide, k(n(3))), thousandths(-333)));
    assert!(is(op(k(n(2)), Divide, k(n(3))), thousandths(666)));
    let half = || k(thousandths(500));
    assert!(is(op(k(thousandths(3)), Times, half()), thousandths(1)));
    assert!(is(op(k(ticks(7)), Times, half()), ticks(3)));
    assert!(is(op(k(ticks(-7)), Divide, k(n(2))), ticks(-3)));
    assert!(is(
        op(k(ticks(90)), Divide, k(ticks(60))),
        thousandths(1500)
    ));
}

#[test]
fn what_is_undefined_fails_its_literal_and_its_count() {
    use Operator::{Divide, Plus, Times};
    assert!(is_defined(op(k(n(1)), Divide, k(n(2)))));
    for undefined in [
        op(k(n(1)), Divide, k(n(0))),
        op(k(ticks(60)), Divide, k(ticks(0))),
        op(k(n(1)), Plus, k(ticks(60))),
        op(k(ticks(60)), Times, k(ticks(60))),
        op(now(), Plus, now()),
        plus(v(0), k(n(1))),
        random(k(n(1)), k(n(2))),
    ] {
        assert!(!is_defined(undefined.clone()), "{undefined:?}");
    }
    let among = [atom("n", [n(1)]), atom("n", [n(2)])];
    let count = |literal| Expr::Count(Box::new(literal));
    let counted = |literal, number| {
        let equal = compare(count(literal), Comparison::Equal, k(n(number)));
        holds_among(&among, equal)
    };
    assert!(counted(f("n", [any()]), 2));
    assert!(counted(f("n", [k(n(2))]), 1));
    assert!(counted(not(f("n", [k(n(3))])), 1));
    assert!(counted(not(f("n", [any()])), 0));
    let by_zero = || op(k(n(1)), Divide, k(n(0)));
    assert!(!counted(f("n", [by_zero()]), 0));
    assert!(!counted(not(f("n", [by_zero()])), 1));
}

#[test]
fn values_are_ordered_within_their_kind_only() {
    use Comparison::{Greater, Less, LessOrEqual};
    let one = || k(n(1));
    assert!(holds_among(&[], less(one(), k(n(2)))));
    assert!(holds_among(&[], compare(one(), LessOrEqual, one())));
    assert!(!holds_among(&[], less(one(), one())));
    for (left, right) in [(n(1), seconds(9)), (prop("cup"), prop("jug"))] {
        for comparison in [Less, Greater, LessOrEqual] {
            let literal = compare(k(left), comparison, k(right));
            assert!(!holds_among(&[], literal), "{left:?} {comparison:?}");
        }
        assert!(holds_among(&[], differ(k(left), k(right))));
    }
}

#[test]
fn a_fact_keeps_its_place_until_it_is_removed() {
    let play = play([rule("move")
        .when([f("n", [v(0)]), f("go", [])])
        .remove("n", [v(0)])
        .remove("go", [])
        .add("n", [v(0)])]);
    let module = play.fact("n", 1).fact("go", 0).module();
    let known = [1, 2, 3].map(|i| atom("n", [n(i)]));
    let mut teller = teller(&module, 1, &known, "ann guest");
    // Said again, it stays where it is.
    teller.report(&[Report::Told(atom("n", [n(1)]))]);
    assert_eq!(facts(&teller), "n(1). n(2). n(3)");
    // Removed and added, it is the youngest; the oldest is found first.
    for expected in ["n(2). n(3). n(1)", "n(3). n(1). n(2)"] {
        teller.report(&[Report::Told(atom("go", []))]);
        assert_eq!(facts(&teller), expected);
    }
}

#[test]
fn expressions_are_evaluated_before_anything_changes_and_deferred_ones_when_they_take_effect() {
    let count = || Expr::Count(Box::new(f("n", [any()])));
    let play = play([rule("tally")
        .once()
        .when([f("n", [v(0)])])
        .does("act", [])
        .remove("n", [any()])
        .add("before", [count()])
        .then_add("after", [count(), v(0), now()])]);
    let play = play.fact("n", 1).fact("before", 1).fact("after", 3);
    let module = play.module();
    let known = [4, 5].map(|i| atom("n", [n(i)]));
    let mut teller = teller(&module, 1, &known, "ann guest");
    teller.play_until(Tick(1));
    assert_eq!(facts(&teller), "before(2)");
    teller.report(&[Report::Told(atom("n", [n(6)]))]);
    ends(&mut teller, "ann", Outcome::Done);
    let late = teller.scene.facts.facts.last().unwrap().atom.clone();
    let at = Value::Time(teller.now);
    assert_eq!(late, atom("after", [n(1), n(4), at]));
}

/// Who has the hat after Ann's action, which took it, has ended in this way. Wim wants it too.
fn claim_after(end: impl FnOnce(&mut Teller<'_>)) -> String {
    let play = play([rule("take")
        .once()
        .does("act", [])
        .add("mine", [k(prop("hat")), me()])]);
    let module = play.claim("mine", 2).module();
    let mut teller = teller(&module, 1, &[], "ann guest");
    teller.play_until(Tick(1));
    teller.report(&[Report::Joined {
        who: who("wim"),
        role: role("waiter"),
    }]);
    assert_eq!(facts(&teller), "mine(hat, ann)");
    end(&mut teller);
    facts(&teller)
}

#[test]
fn a_claim_stays_after_its_action_is_done_and_is_released_in_every_other_way() {
    let outcome = |outcome| claim_after(|teller| ends(teller, "ann", outcome));
    assert_eq!(outcome(Outcome::Done), "mine(hat, ann)");
    assert_eq!(outcome(Outcome::Failed), "mine(hat, wim)");
    assert_eq!(outcome(Outcome::Stopped), "mine(hat, wim)");
    let gone = claim_after(|teller| {
        teller.report(&[Report::Gone(who("ann"))]);
    });
    assert_eq!(gone, "mine(hat, wim)");
    let settled_then_gone = claim_after(|teller| {
        ends(teller, "ann", Outcome::Done);
        teller.report(&[Report::Gone(who("ann"))]);
    });
    assert_eq!(settled_then_gone, "mine(hat, wim)");
    let over = claim_after(|teller| {
        teller.report(&[Report::Ended]);
        ends(teller, "ann", Outcome::Stopped);
    });
    assert_eq!(over, "");
}

#[test]
fn a_failed_rule_rests_for_its_participant_alone_and_other_rules_go_on() {
    let play = play([
        rule("first").when([f("open", [])]).does("act", []),
        rule("second").does("wait", []).again_after(1, 1),
    ]);
    let module = play.fact("open", 0).action("wait", 1).module();
    let open = [atom("open", [])];
    let mut teller = teller(&module, 1, &open, "ann guest, bob guest");
    teller.play_until(Tick(1));
    ends(&mut teller, "ann", Outcome::Failed);
    let rule_of = |teller: &Teller<'_>, name: &str| teller.scene.doing(who(name)).unwrap().rule;
    assert_eq!(rule_of(&teller, "ann"), Some(rule_id("second")));
    assert_eq!(rule_of(&teller, "bob"), Some(rule_id("first")));
    let failed = teller.now;
    teller.play_until(failed.after(Duration(59)));
    assert_eq!(rule_of(&teller, "bob"), Some(rule_id("first")), "again");
    assert_eq!(rule_of(&teller, "ann"), Some(rule_id("second")));
    teller.play_until(failed.after(Duration(60)));
    assert_eq!(rule_of(&teller, "ann"), Some(rule_id("first")));
}

#[test]
fn only_what_is_done_makes_failures_forgotten() {
    let module = play([rule("try").does("act", [])]).module();
    let rest_after = |outcomes: &[Outcome]| {
        let mut teller = teller(&module, 1, &[], "ann guest");
        for outcome in outcomes {
            while teller.scene.running.is_empty() {
                assert!(teller.play_next(Tick(99_999)));
            }
            ends(&mut teller, "ann", *outcome);
        }
        let ended = teller.now;
        while teller.scene.running.is_empty() {
            assert!(teller.play_next(Tick(99_999)));
        }
        teller.now.since(ended).0
    };
    use Outcome::{Done, Failed, Stopped};
    assert_eq!(rest_after(&[Failed]), 60);
    assert_eq!(rest_after(&[Failed, Failed]), 120);
    assert_eq!(rest_after(&[Failed, Done, Failed]), 60);
    assert_eq!(rest_after(&[Failed, Stopped, Failed]), 120);
    assert_eq!(rest_after(&[Failed, Failed, Failed, Failed]), 480);
    assert_eq!(rest_after(&[Failed; 9]), 480);
    assert_eq!(rest_after(&[Failed; 40]), 480);
    assert_eq!(rest_after(&[Stopped]), 0, "nothing failed");
}

#[test]
fn people_are_found_in_the_order_of_their_turns() {
    let play = play([rule("first")
        .when([someone(v(0)), not(f("saw", [any()]))])
        .add("saw", [v(0)])]);
    let module = play.fact("saw", 1).module();
    let people = "ann guest, bob guest, cy guest, dee guest";
    let mut found = std::collections::BTreeSet::new();
    for seed in 0..40 {
        let mut teller = teller(&module, seed, &[], people);
        teller.play_until(Tick(1));
        let fired = teller.told.iter().find_map(|(_, what)| match what {
            Happening::Fired { who, bindings, .. } => Some((*who, bindings[0])),
            _ => None,
        });
        let (who, first) = fired.unwrap();
        assert_eq!(first, Some(Value::Character(who)), "seed {seed}");
        found.insert(who);
    }
    assert_eq!(found.len(), 4, "each of them is the first at some time");
}

#[test]
fn ties_go_to_the_first_and_what_has_no_value_comes_last() {
    let chosen = |choose: Choose| {
        let play = play([rule("pick")
            .once()
            .when([f("pair", [v(0), v(1)])])
            .choose(choose)
            .add("got", [v(0)])]);
        let module = play.fact("pair", 2).fact("got", 1).module();
        let pair = |name: &str, value: Value| atom("pair", [prop(name), value]);
        let known = [
            pair("cup", prop("none")),
            pair("jug", n(2)),
            pair("mug", n(1)),
            pair("pan", n(1)),
            pair("pot", n(2)),
        ];
        let mut teller = teller(&module, 1, &known, "ann guest");
        teller.play_until(Tick(2));
        facts(&teller).split(". ").last().unwrap().to_string()
    };
    let tenfold = || op(v(1), Operator::Times, k(n(10)));
    assert_eq!(chosen(Choose::Least(tenfold())), "got(mug)");
    assert_eq!(chosen(Choose::Most(tenfold())), "got(jug)");
}

/// A predicate that is never true, and notes at which moments of a beat it was asked.
struct Asked {
    now: std::cell::Cell<i64>,
    phases: std::cell::RefCell<std::collections::BTreeSet<i64>>,
}

/// The beat of a predicate in these tests, in ticks.
const BEAT: i64 = 30;

impl Stage for Asked {
    fn distance_mm(&self, _: Value, _: Value) -> Option<i64> {
        None
    }
    fn read(&self, _: HostId, _: &[Value]) -> Option<Value> {
        None
    }
    fn holds(&self, _: HostId, _: &[Value]) -> bool {
        self.phases.borrow_mut().insert(self.now.get() % BEAT);
        false
    }
    fn clock(&self) -> i32 {
        0
    }
}

#[test]
fn the_phase_of_a_beat_is_drawn_for_each_participant() {
    let play = play([rule("bask").when([holds("sunny", [])]).does("act", [])]);
    let play = play.hosted("sunny", HostForm::Predicate, None);
    let module = play.module();
    let phases = |people: &str| {
        let stage = Asked {
            now: 0.into(),
            phases: Default::default(),
        };
        let mut scene = teller(&module, 1, &[], people).scene;
        let mut fate = Keyed {
            seed: Seed(1),
            owner: 1,
        };
        for tick in 1..=600 {
            stage.now.set(tick);
            scene.update(&module, &stage, &mut fate, Tick(tick), &[]);
            // All are asked when they have just become free.
            if tick == 1 {
                stage.phases.borrow_mut().clear();
            }
        }
        stage.phases.into_inner().len()
    };
    assert_eq!(phases("ann guest"), 1);
    let nine: Vec<String> = (0..9).map(|n| format!("p{n} guest")).collect();
    assert!(phases(&nine.join(", ")) > 4);
}
