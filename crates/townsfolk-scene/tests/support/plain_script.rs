//! Random scripts of the plainest kind: facts about `.me` and about each other, facts that are not
//! there, comparisons, and simple effects. Every rule can be searched in the quickest way, so that
//! what is left out there is noticed.
#![allow(unreachable_pub)]

use super::random_script::Luck;
use super::support::{self, any, compare, differ, f, me, not, now, plus, rule, seconds, v};
use townsfolk_core::{Atom, CharacterId, Number, PropId, Tick, Value};
use townsfolk_module::{Comparison, Expr, Literal, Module};

const FACTS: [(&str, usize); 5] = [
    ("glad", 1),
    ("likes", 2),
    ("sits", 3),
    ("due", 2),
    ("has", 2),
];

/// A script of a few rules.
pub fn module(luck: &mut Luck) -> Module {
    let count = luck.between(2, 6);
    let rules: Vec<_> = (0..count).map(|index| random_rule(luck, index)).collect();
    module_of(rules, false)
}

/// The same, now and then with a rule of another kind among them: about a coin, a chance, or a state.
pub fn module_with_others(luck: &mut Luck) -> Module {
    let mut rules: Vec<_> = match luck.odds(25) {
        // Nothing but what follows: people wait for a moment, or for something that another has.
        true => vec![],
        false => (0..luck.between(2, 6))
            .map(|index| random_rule(luck, index))
            .collect(),
    };
    let alone = rules.is_empty();
    if alone || luck.odds(40) {
        let when = [f("likes", [me(), v(0)]), not(f("has", [v(0), any()]))];
        let take = rule("take").when(when).does("act", []);
        rules.push(take.add("has", [v(0), me()]));
        let lay_down = rule("lay_down").when([f("has", [v(0), me()]), f("glad", [me()])]);
        rules.push(lay_down.does("act", []).then_remove("has", [v(0), me()]));
    }
    if alone || luck.odds(40) {
        let due = compare(v(0), Comparison::LessOrEqual, now());
        let wait = rule("wait").when([f("due", [me(), v(0)]), due]);
        rules.push(wait.does("act", []).then_remove("due", [me(), v(0)]));
    }
    if !alone && luck.odds(40) {
        let when = [f("glad", [me()]), support::coin(500, 9)];
        rules.insert(
            0,
            rule("coin")
                .when(when)
                .does("act", [])
                .then_remove("glad", [me()]),
        );
    }
    if alone || luck.odds(40) {
        let drawn = support::random(support::k(seconds(0)), support::k(seconds(2)));
        let when = [not(f("due", [me(), any()]))];
        let later = [me(), plus(now(), drawn)];
        rules.push(
            rule("later")
                .when(when)
                .does("act", [])
                .then_add("due", later),
        );
    }
    if luck.odds(40) {
        for (name, from, to) in [("away", "here", "there"), ("back", "there", "here")] {
            let when = [f("likes", [me(), v(0)]), support::differ(v(0), me())];
            let gone = [me(), v(0)];
            let made = rule(name).within(from).when(when).does("act", []);
            rules.push(made.then_remove("likes", gone).goto(to));
        }
    }
    let states = rules.iter().any(|made| made.0.goto.is_some());
    module_of(rules, states)
}

/// A few facts about each of so many people: at most one of each.
pub fn about_each(luck: &mut Luck, people: u32) -> Vec<Atom> {
    let mut known = vec![];
    for who in 1..=people {
        let me = Value::Character(CharacterId(who));
        for (name, arity) in FACTS {
            if luck.odds(60) {
                continue;
            }
            let owner = usize::from(name == "has");
            let arguments: Vec<Value> = (0..arity)
                .map(|place| match (name, place) {
                    ("due", 1) => Value::Time(Tick(luck.between(1, 120))),
                    _ if place == owner => me,
                    _ if luck.odds(60) => Value::Prop(PropId(luck.between(1, 3) as u32)),
                    _ => Value::Character(CharacterId(luck.between(1, i64::from(people)) as u32)),
                })
                .collect();
            known.push(support::atom(name, arguments));
        }
    }
    known
}

fn module_of(rules: Vec<support::R>, states: bool) -> Module {
    let mut play = support::play(rules);
    if states {
        play = play.states(["here", "there"]);
    }
    for (name, arity) in FACTS {
        play = match name {
            "has" => play.claim(name, arity),
            _ => play.fact(name, arity),
        };
    }
    play.module()
}

/// A fact as it may be told.
pub fn atom(luck: &mut Luck) -> Atom {
    let (name, arity) = luck.of(&FACTS);
    let arguments: Vec<Value> = (0..arity)
        .map(|place| match (name, place) {
            ("due", 1) => Value::Time(Tick(luck.between(1, 120))),
            (_, 0) => Value::Character(CharacterId(luck.between(1, 5) as u32)),
            _ if luck.odds(50) => Value::Character(CharacterId(luck.between(1, 5) as u32)),
            _ if luck.odds(50) => Value::Prop(PropId(luck.between(1, 3) as u32)),
            _ => Value::Number(Number(luck.between(0, 2))),
        })
        .collect();
    support::atom(name, arguments)
}

fn random_rule(luck: &mut Luck, index: i64) -> support::R {
    // Variables that have values so far, and those that hold moments.
    let (mut bound, mut moments) = (vec![], vec![]);
    let mut when: Vec<Literal> = vec![];
    for _ in 0..luck.between(1, 4) {
        let literal = match luck.below(10) {
            0..=4 => fact(luck, &mut bound, &mut moments),
            5 | 6 => absent(luck, &bound),
            7 if !bound.is_empty() => differ(v(luck.of(&bound)), me()),
            _ if !moments.is_empty() => {
                let comparison = luck.of(&[Comparison::LessOrEqual, Comparison::Greater]);
                compare(v(luck.of(&moments)), comparison, now())
            }
            _ => fact(luck, &mut bound, &mut moments),
        };
        when.push(literal);
    }
    let mut made = rule(&format!("rule_{index}")).when(when);
    if luck.odds(75) {
        made = made.does("act", []);
    }
    for _ in 0..luck.between(1, 3) {
        let (name, arity) = luck.of(&FACTS);
        let arguments: Vec<Expr> = (0..arity)
            .map(|place| match (name, place) {
                ("due", 1) => plus(now(), support::k(seconds(1))),
                ("has", 1) | (_, 0) => me(),
                _ if !bound.is_empty() && luck.odds(70) => v(luck.of(&bound)),
                _ => me(),
            })
            .collect();
        let mut gone = arguments.clone();
        if name == "due" || luck.odds(20) {
            gone[arity - 1] = if arity == 1 { me() } else { any() };
        }
        made = match luck.below(4) {
            0 => made.add(name, arguments),
            1 => made.remove(name, gone),
            2 => made.then_add(name, arguments),
            _ => made.then_remove(name, gone),
        };
    }
    made
}

fn fact(luck: &mut Luck, bound: &mut Vec<u16>, moments: &mut Vec<u16>) -> Literal {
    let (name, arity) = luck.of(&FACTS);
    let mine = luck.odds(70);
    let mut here: Vec<u16> = vec![];
    let arguments: Vec<Expr> = (0..arity)
        .map(|place| match place {
            0 if mine => me(),
            _ if luck.odds(15) => any(),
            _ if !bound.is_empty() && luck.odds(25) => v(luck.of(bound)),
            _ => {
                let free = (0..4).find(|slot| !bound.contains(slot) && !here.contains(slot));
                let Some(slot) = free else { return any() };
                here.push(slot);
                if name == "due" && place == 1 {
                    moments.push(slot);
                }
                v(slot)
            }
        })
        .collect();
    bound.extend(here);
    f(name, arguments)
}

fn absent(luck: &mut Luck, bound: &[u16]) -> Literal {
    let (name, arity) = luck.of(&FACTS);
    let arguments: Vec<Expr> = (0..arity)
        .map(|_| match luck.below(3) {
            0 => me(),
            1 if !bound.is_empty() => v(luck.of(bound)),
            _ => any(),
        })
        .collect();
    not(f(name, arguments))
}
