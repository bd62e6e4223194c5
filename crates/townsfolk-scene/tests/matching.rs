//! Matching agrees with an evaluator that tries every assignment.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

mod support;
use proptest::prelude::*;
use std::collections::BTreeSet;
use support::any;
use support::*;
use townsfolk_core::*;
use townsfolk_module::*;
use townsfolk_scene::Nowhere;
use townsfolk_scene::reference::*;

const VARIABLES: usize = 3;
const DOMAIN: i64 = 3;

/// A term: a variable, a number, or anything.
#[derive(Clone, Copy, Debug, PartialEq)]
enum T {
    Var(usize),
    Num(i64),
    Any,
}

#[derive(Clone, Debug)]
enum L {
    /// `p/1` is relation 0, `q/2` is relation 1, the defines `r/1` and `s/2` are 2 and 3.
    Rel(bool, usize, Vec<T>),
    Cmp(T, Comparison, T),
    Count(usize, Vec<T>, Comparison, i64),
}

type Rows = Vec<Vec<i64>>;

fn arity(relation: usize) -> usize {
    [1, 2, 1, 2][relation]
}

fn expr(t: T) -> Expr {
    match t {
        T::Var(index) => v(index as u16),
        T::Num(number) => k(n(number)),
        T::Any => any(),
    }
}

fn literal(l: &L) -> Literal {
    let relation = |relation: usize, terms: &[T]| {
        let arguments: Vec<Expr> = terms.iter().map(|t| expr(*t)).collect();
        match relation {
            0 => f("p", arguments),
            1 => f("q", arguments),
            2 => d("r", arguments),
            _ => d("s", arguments),
        }
    };
    match l {
        L::Rel(true, r, terms) => not(relation(*r, terms)),
        L::Rel(false, r, terms) => relation(*r, terms),
        L::Cmp(a, comparison, b) => compare(expr(*a), *comparison, expr(*b)),
        L::Count(r, terms, comparison, number) => compare(
            Expr::Count(Box::new(relation(*r, terms))),
            *comparison,
            k(n(*number)),
        ),
    }
}

/// `r(X)` when `q(X, Y), p(Y)`; or `p(X), not q(X, _)`.  `s(X, Y)` when `q(Y, X)`; or
/// `q(X, Z), r(Z), Y = Z`. In the order in which matching finds them, with repetitions.
fn defined(p: &Rows, q: &Rows) -> (Rows, Rows) {
    let is_p = |x: i64| p.contains(&vec![x]);
    let mut r: Rows = vec![];
    for row in q {
        if is_p(row[1]) {
            r.push(vec![row[0]]);
        }
    }
    for row in p {
        if !q.iter().any(|other| other[0] == row[0]) {
            r.push(vec![row[0]]);
        }
    }
    let mut s: Rows = q.iter().map(|row| vec![row[1], row[0]]).collect();
    for row in q {
        for _ in r.iter().filter(|other| other[0] == row[1]) {
            s.push(vec![row[0], row[1]]);
        }
    }
    (r, s)
}

/// Every assignment is tried; each literal is asked in turn whether it agrees.
fn naive(rows: &[Rows; 4], literals: &[L]) -> BTreeSet<Vec<Option<i64>>> {
    let mut found = BTreeSet::new();
    'assignments: for code in 0..DOMAIN.pow(VARIABLES as u32) {
        let sigma: Vec<i64> = (0..VARIABLES as u32)
            .map(|i| code / DOMAIN.pow(i) % DOMAIN)
            .collect();
        let mut bound = [false; VARIABLES];
        // Variables known to be the same, by class.
        let mut class: Vec<usize> = (0..VARIABLES).collect();
        let known = |t: T, bound: &[bool], class: &[usize]| match t {
            T::Var(i) => (0..VARIABLES)
                .any(|j| class[j] == class[i] && bound[j])
                .then(|| sigma[i]),
            T::Num(number) => Some(number),
            T::Any => None,
        };
        for literal in literals {
            let agrees = match literal {
                L::Rel(negated, relation, terms) => {
                    let ways = matching(&rows[*relation], terms, &class, |t| {
                        known(t, &bound, &class)
                    });
                    if *negated {
                        ways == 0
                    } else {
                        // Now every variable of it is bound, to what the assignment says.
                        let all = |t: T| match t {
                            T::Var(i) => Some(sigma[i]),
                            other => known(other, &bound, &class),
                        };
                        let ways = matching(&rows[*relation], terms, &class, all);
                        for term in terms {
                            if let T::Var(i) = term {
                                bound[*i] = true;
                            }
                        }
                        ways > 0
                    }
                }
                L::Cmp(a, Comparison::Equal, b) => {
                    if *a == T::Any || *b == T::Any {
                        continue;
                    }
                    let value = |t: T| match t {
                        T::Var(i) => sigma[i],
                        T::Num(number) => number,
                        T::Any => unreachable!(),
                    };
                    if known(*a, &bound, &class).is_some() || known(*b, &bound, &class).is_some() {
                        for t in [a, b] {
                            if let T::Var(i) = t {
                                bound[*i] = true;
                            }
                        }
                    }
                    if let (T::Var(i), T::Var(j)) = (a, b) {
                        let (from, to) = (class[*i], class[*j]);
                        for c in &mut class {
                            if *c == from {
                                *c = to;
                            }
                        }
                    }
                    value(*a) == value(*b)
                }
                L::Cmp(a, comparison, b) => {
                    match (known(*a, &bound, &class), known(*b, &bound, &class)) {
                        (Some(a), Some(b)) => holds(a, *comparison, b),
                        _ => false,
                    }
                }
                L::Count(relation, terms, comparison, number) => {
                    let ways = matching(&rows[*relation], terms, &class, |t| {
                        known(t, &bound, &class)
                    });
                    holds(ways as i64, *comparison, *number)
                }
            };
            if !agrees {
                continue 'assignments;
            }
        }
        found.insert(
            (0..VARIABLES)
                .map(|i| known(T::Var(i), &bound, &class))
                .collect(),
        );
    }
    found
}

fn holds(a: i64, comparison: Comparison, b: i64) -> bool {
    match comparison {
        Comparison::Equal => a == b,
        Comparison::NotEqual => a != b,
        Comparison::Less => a < b,
        Comparison::LessOrEqual => a <= b,
        Comparison::Greater => a > b,
        Comparison::GreaterOrEqual => a >= b,
    }
}

/// How many rows agree with the terms, where what is not known may be anything, but the same
/// variable (or one of its class) always the same.
fn matching(rows: &Rows, terms: &[T], class: &[usize], known: impl Fn(T) -> Option<i64>) -> usize {
    rows.iter()
        .filter(|row| {
            terms
                .iter()
                .zip(row.iter())
                .enumerate()
                .all(|(at, (term, value))| {
                    let fits = known(*term).is_none_or(|known| known == *value);
                    let same = terms[..at].iter().zip(row.iter()).all(|(earlier, before)| {
                        match (earlier, term) {
                            (T::Var(i), T::Var(j)) if class[*i] == class[*j] => before == value,
                            _ => true,
                        }
                    });
                    fits && same
                })
        })
        .count()
}

fn term() -> impl Strategy<Value = T> {
    prop_oneof![
        6 => (0..VARIABLES).prop_map(T::Var),
        2 => (0..DOMAIN).prop_map(T::Num),
        1 => Just(T::Any),
    ]
}

fn comparison() -> impl Strategy<Value = Comparison> {
    use Comparison::*;
    prop::sample::select(vec![
        Equal,
        NotEqual,
        Less,
        LessOrEqual,
        Greater,
        GreaterOrEqual,
    ])
}

fn one_literal() -> impl Strategy<Value = L> {
    let relation =
        (0..4usize).prop_flat_map(|r| (Just(r), prop::collection::vec(term(), arity(r))));
    prop_oneof![
        6 => (prop::bool::weighted(0.3), relation.clone()).prop_map(|(not, (r, t))| L::Rel(not, r, t)),
        2 => (term(), Just(Comparison::Equal), term()).prop_map(|(a, c, b)| L::Cmp(a, c, b)),
        2 => (term(), comparison(), term()).prop_map(|(a, c, b)| L::Cmp(a, c, b)),
        1 => (relation, comparison(), 0..4i64).prop_map(|((r, t), c, k)| L::Count(r, t, c, k)),
    ]
}

fn rows(arity: usize) -> impl Strategy<Value = Rows> {
    prop::collection::vec(prop::collection::vec(0..DOMAIN, arity), 0..6).prop_map(|rows| {
        let mut unique: Rows = vec![];
        for row in rows {
            if !unique.contains(&row) {
                unique.push(row);
            }
        }
        unique
    })
}

fn module() -> Module {
    play([])
        .fact("p", 1)
        .fact("q", 2)
        .define(
            "r",
            vec![
                clause([v(0)], [f("q", [v(0), v(1)]), f("p", [v(1)])]),
                clause([v(3)], [f("p", [v(3)]), not(f("q", [v(3), any()]))]),
            ],
        )
        .define(
            "s",
            vec![
                clause([v(0), v(1)], [f("q", [v(1), v(0)])]),
                clause(
                    [v(0), v(1)],
                    [
                        f("q", [v(0), v(2)]),
                        d("r", [v(2)]),
                        compare(v(1), Comparison::Equal, v(2)),
                    ],
                ),
            ],
        )
        .module()
}

fn solutions(module: &Module, p: &Rows, q: &Rows, literals: &[L]) -> Vec<Vec<Option<i64>>> {
    let values = |row: &Vec<i64>| row.iter().map(|x| n(*x)).collect::<Vec<_>>();
    let mut known: Vec<Atom> = p.iter().map(|row| atom("p", values(row))).collect();
    known.extend(q.iter().map(|row| atom("q", values(row))));
    let scene = teller(module, 1, &known, "").scene;
    let view = View {
        module,
        script: &module.scripts[0],
        scene: &scene,
        order: &[],
        stage: &Nowhere,
        now: Tick(1),
    };
    let mut fate = Keyed {
        seed: Seed(1),
        owner: 1,
    };
    let mut matcher = Matcher::new(view, &scene.facts, &mut fate, None, None);
    let literals: Vec<Literal> = literals.iter().map(literal).collect();
    let mut found = vec![];
    let start = Bindings::new(VARIABLES as u16);
    matcher.solve(&literals, &start, &mut |_, solution| {
        let values = solution.values().into_iter().map(|value| match value {
            Some(Value::Number(number)) => Some(number.0 / 1000),
            None => None,
            other => panic!("{other:?}"),
        });
        found.push(values.collect());
        std::ops::ControlFlow::Continue(())
    });
    assert!(!matcher.exhausted);
    found
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn matching_finds_what_trying_everything_finds(
        p in rows(1),
        q in rows(2),
        literals in prop::collection::vec(one_literal(), 0..5),
    ) {
        let found = solutions(&module(), &p, &q, &literals);
        let found: BTreeSet<_> = found.into_iter().collect();
        let (r, s) = defined(&p, &q);
        let expected = naive(&[p, q, r, s], &literals);
        prop_assert_eq!(found, expected);
    }
}

#[test]
fn solutions_come_by_the_order_of_literals_with_facts_oldest_first() {
    let p = vec![vec![2], vec![0]];
    let q = vec![vec![0, 1], vec![2, 2], vec![0, 0]];
    let literals = [
        L::Rel(false, 0, vec![T::Var(0)]),
        L::Rel(false, 1, vec![T::Var(0), T::Var(1)]),
    ];
    let found = solutions(&module(), &p, &q, &literals);
    let expected = [[2, 2], [0, 1], [0, 0]].map(|[a, b]| vec![Some(a), Some(b), None]);
    assert_eq!(found, expected);
}

#[test]
fn two_unbound_variables_that_are_equal_are_bound_together() {
    let literals = [
        L::Cmp(T::Var(0), Comparison::Equal, T::Var(1)),
        L::Rel(true, 1, vec![T::Var(0), T::Var(1)]),
        L::Rel(false, 0, vec![T::Var(1)]),
    ];
    let found = solutions(&module(), &vec![vec![1]], &vec![vec![0, 1]], &literals);
    assert_eq!(found, [vec![Some(1), Some(1), None]]);
}
