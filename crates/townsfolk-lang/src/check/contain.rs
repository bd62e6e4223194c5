//! Containment: whether one condition holds whenever another does.
//!
//! A condition `general` holds whenever `special` does if its variables can be mapped to terms of
//! `special` so that each of its literals follows from one there (a homomorphism of conjunctive
//! queries, with constants, negated literals and comparisons). The search is exponential in the
//! worst case, so it has a budget; an exhausted budget is reported.

use super::body::{Alternatives, Body, substitute, substitute_expr};
use std::collections::BTreeMap;
use townsfolk_core::{Value, VarId};
use townsfolk_module::{Comparison, Expr, Literal, Module, Visit};

/// Work left for comparing conditions.
#[derive(Debug)]
pub(super) struct Budget {
    steps: u64,
    pub(super) ran_out: bool,
}

impl Budget {
    pub(super) fn of(steps: u64) -> Budget {
        Budget {
            steps,
            ran_out: false,
        }
    }

    pub(super) fn spend(&mut self) -> bool {
        if self.steps == 0 {
            self.ran_out = true;
            return false;
        }
        self.steps -= 1;
        true
    }
}

/// Whether `general` holds whenever `special` does. `false` may also mean "not proved".
pub(super) fn contains(
    module: &Module,
    general: &Alternatives,
    special: &Alternatives,
    budget: &mut Budget,
) -> bool {
    // Literals cut from the general side could only have helped; literals cut from the special side
    // would have to be covered too.
    !special.cut
        && special.bodies.iter().all(|special| {
            general
                .bodies
                .iter()
                .any(|general| body_contains(module, general, special, budget))
        })
}

/// Whether two conditions can hold for one participant at the same moment: no literal of one
/// contradicts a literal of the other.
pub(super) fn can_both_hold(module: &Module, a: &Alternatives, b: &Alternatives) -> bool {
    a.bodies
        .iter()
        .any(|a| b.bodies.iter().any(|b| !contradict(module, a, b)))
}

/// Whether a condition contradicts itself.
pub(super) fn is_impossible(module: &Module, body: &Body) -> bool {
    contradict(module, body, body)
}

fn contradict(module: &Module, a: &Body, b: &Body) -> bool {
    let shared_only = !std::ptr::eq(a, b);
    // Between two rules, only `.me` and constants denote the same thing; variables do not.
    let ground = |arguments: &[Expr]| {
        arguments
            .iter()
            .all(|argument| matches!(argument, Expr::Me | Expr::Constant(_)))
    };
    let clash = |positive: &Body, negative: &Body| {
        positive.facts().any(|(fact, arguments)| {
            negative.absent().any(|(absent, pattern)| {
                fact == absent
                    && (!shared_only
                        || ground(arguments)
                        || pattern.iter().all(|p| *p == Expr::Anything))
                    && covers(pattern, arguments)
            })
        })
    };
    if clash(a, b) || (shared_only && clash(b, a)) {
        return true;
    }
    let undefined = |positive: &Body, negative: &Body| {
        negative.literals.iter().any(|literal| match literal {
            Literal::Any {
                negated: true,
                who,
                role,
            } => positive.literals.iter().any(|other| {
                matches!(other, Literal::Any { negated: false, who: found, role: found_role }
                    if (who == found && !shared_only || *who == Expr::Anything)
                        && role_within(module, *found_role, *role))
            }),
            _ => false,
        })
    };
    // What the host says is the same for a whole condition, but not for two rules.
    let told_both_ways = || {
        let told = |literal: &Literal| match literal {
            Literal::Host {
                negated,
                name,
                arguments,
            } => Some((*negated, *name, arguments.clone())),
            _ => None,
        };
        let told: Vec<_> = a.literals.iter().filter_map(told).collect();
        told.iter().any(|(negated, name, arguments)| {
            !negated && told.contains(&(true, *name, arguments.clone()))
        })
    };
    !shared_only && told_both_ways()
        || undefined(a, b)
        || (shared_only && undefined(b, a))
        || comparisons_clash(module, a, b, shared_only)
}

fn comparisons_clash(module: &Module, a: &Body, b: &Body, shared_only: bool) -> bool {
    let comparisons = |body: &Body| -> Vec<(Expr, Comparison, Expr)> {
        body.literals
            .iter()
            .filter_map(|literal| match literal {
                Literal::Compare {
                    left,
                    comparison,
                    right,
                } => Some((left.clone(), *comparison, right.clone())),
                _ => None,
            })
            .filter(|(left, _, right)| !shared_only || !(has_variable(left) || has_variable(right)))
            .collect()
    };
    let mut all = comparisons(a);
    if shared_only {
        all.extend(comparisons(b));
    }
    if has_two_values(&all) {
        return true;
    }
    // An attribute that is compared has a value, and the value is within its range.
    let ranges: Vec<(Expr, Comparison, Expr)> = all
        .iter()
        .flat_map(|(left, _, right)| [left, right])
        .flat_map(|side| range_of(module, side))
        .collect();
    let mut known = Known::default();
    ranges
        .into_iter()
        .chain(all)
        .any(|(left, comparison, right)| !known.add(&left, comparison, &right))
}

/// Whether something is equal to two different constants.
fn has_two_values(comparisons: &[(Expr, Comparison, Expr)]) -> bool {
    let values: Vec<(&Expr, &Value)> = comparisons
        .iter()
        .filter_map(|(left, comparison, right)| match (left, right) {
            _ if *comparison != Comparison::Equal => None,
            (Expr::Constant(_), Expr::Constant(_)) => None,
            (term, Expr::Constant(value)) | (Expr::Constant(value), term) => Some((term, value)),
            _ => None,
        })
        .collect();
    values.iter().enumerate().any(|(at, (term, value))| {
        let mut earlier = values[..at].iter();
        earlier.any(|(other, first)| other == term && first != value)
    })
}

/// The range of an attribute as comparisons with its ends.
fn range_of(module: &Module, expr: &Expr) -> Vec<(Expr, Comparison, Expr)> {
    let Expr::Host { name, .. } = expr else {
        return vec![];
    };
    let bounds = module
        .attribute(*name)
        .and_then(|attribute| attribute.bounds);
    let end = |number| Expr::Constant(Value::Number(number));
    bounds.map_or(vec![], |(low, high)| {
        vec![
            (expr.clone(), Comparison::GreaterOrEqual, end(low)),
            (expr.clone(), Comparison::LessOrEqual, end(high)),
        ]
    })
}

fn has_variable(expr: &Expr) -> bool {
    expr.has_expr(|inner| matches!(inner, Expr::Variable(_)))
}

/// Whether every fact with these arguments matches the pattern.
fn covers(pattern: &[Expr], arguments: &[Expr]) -> bool {
    pattern.len() == arguments.len()
        && pattern
            .iter()
            .zip(arguments)
            .all(|(p, a)| *p == Expr::Anything || p == a)
}

fn role_within(
    module: &Module,
    found: Option<townsfolk_core::RoleId>,
    wanted: Option<townsfolk_core::RoleId>,
) -> bool {
    match (found, wanted) {
        (found, wanted) if found == wanted => true,
        (Some(found), Some(wanted)) => module.is_a(found, wanted),
        _ => false,
    }
}

pub(super) fn body_contains(
    module: &Module,
    general: &Body,
    special: &Body,
    budget: &mut Budget,
) -> bool {
    let mut known = Known::default();
    for literal in &special.literals {
        if let Literal::Compare {
            left,
            comparison,
            right,
        } = literal
        {
            known.add(left, *comparison, right);
        }
    }
    let mut search = Search {
        module,
        special,
        known,
        budget,
    };
    // Generators first: they map variables; the rest are tests.
    let (generators, tests): (Vec<&Literal>, Vec<&Literal>) =
        general.literals.iter().partition(|literal| {
            matches!(
                literal,
                Literal::Fact { negated: false, .. } | Literal::Any { negated: false, .. }
            )
        });
    search.generate(&generators, &tests, &mut BTreeMap::new())
}

struct Search<'s> {
    module: &'s Module,
    special: &'s Body,
    known: Known,
    budget: &'s mut Budget,
}

type Mapping = BTreeMap<VarId, Expr>;

impl Search<'_> {
    fn generate(&mut self, generators: &[&Literal], tests: &[&Literal], map: &mut Mapping) -> bool {
        let Some((first, rest)) = generators.split_first() else {
            return tests.iter().all(|test| self.follows(test, map));
        };
        let special = self.special;
        match first {
            Literal::Fact {
                fact, arguments, ..
            } => {
                for (other, terms) in special.facts() {
                    if !self.budget.spend() {
                        return false;
                    }
                    if other != *fact {
                        continue;
                    }
                    let mut extended = map.clone();
                    if map_all(arguments, terms, &mut extended)
                        && self.generate(rest, tests, &mut extended)
                    {
                        return true;
                    }
                }
                false
            }
            Literal::Any { who, role, .. } => {
                // The acting participant is present and a character.
                let me = role.is_none().then_some(Expr::Me);
                let found: Vec<Expr> = special
                    .literals
                    .iter()
                    .filter_map(|literal| match literal {
                        Literal::Any {
                            negated: false,
                            who,
                            role: found,
                        } if role_within(self.module, *found, *role) => Some(who.clone()),
                        _ => None,
                    })
                    .chain(me)
                    .collect();
                for term in found {
                    if !self.budget.spend() {
                        return false;
                    }
                    let mut extended = map.clone();
                    if map_one(who, &term, &mut extended)
                        && self.generate(rest, tests, &mut extended)
                    {
                        return true;
                    }
                }
                false
            }
            _ => false,
        }
    }

    /// Whether a literal that maps no variables follows from the special condition.
    fn follows(&mut self, literal: &Literal, map: &Mapping) -> bool {
        if !self.budget.spend() {
            return false;
        }
        // An unmapped variable stands for anything under `not`.
        let mut replace = |id: VarId| map.get(&id).cloned().unwrap_or(Expr::Anything);
        match literal {
            Literal::Compare {
                left,
                comparison,
                right,
            } => {
                let left = substitute_expr(left, &mut replace);
                let right = substitute_expr(right, &mut replace);
                self.known.implies(&left, *comparison, &right)
            }
            Literal::Coin { probability, .. } => probability.0 >= 1000,
            Literal::Fact {
                negated: true,
                fact,
                arguments,
            } => {
                let pattern: Vec<Expr> = arguments
                    .iter()
                    .map(|a| substitute_expr(a, &mut replace))
                    .collect();
                self.special
                    .absent()
                    .any(|(absent, wider)| absent == *fact && covers(wider, &pattern))
            }
            Literal::Define {
                negated: true,
                define,
                arguments,
            } => {
                let pattern: Vec<Expr> = arguments
                    .iter()
                    .map(|a| substitute_expr(a, &mut replace))
                    .collect();
                self.special.literals.iter().any(|other| {
                    matches!(other, Literal::Define { negated: true, define: d, arguments: wider }
                        if d == define && covers(wider, &pattern))
                })
            }
            other => {
                let mapped = substitute(other, &mut replace);
                self.special.literals.contains(&mapped)
            }
        }
    }
}

fn map_all(patterns: &[Expr], terms: &[Expr], map: &mut Mapping) -> bool {
    patterns.len() == terms.len()
        && patterns
            .iter()
            .zip(terms)
            .all(|(pattern, term)| map_one(pattern, term, map))
}

fn map_one(pattern: &Expr, term: &Expr, map: &mut Mapping) -> bool {
    match pattern {
        Expr::Anything => true,
        Expr::Variable(id) => match map.get(id) {
            Some(mapped) => mapped == term,
            None => {
                map.insert(*id, term.clone());
                true
            }
        },
        other => other == term,
    }
}

/// Comparisons known to hold: orders between terms, and bounds by constants.
#[derive(Clone, Debug, Default)]
struct Known {
    comparisons: Vec<(Expr, Comparison, Expr)>,
    bounds: Vec<(Expr, Bounds)>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Bounds {
    /// The least value, if one is known. All quantities are whole numbers of something.
    low: Option<i64>,
    high: Option<i64>,
}

impl Known {
    /// Adds a comparison; `false` if it cannot hold beside the others.
    fn add(&mut self, left: &Expr, comparison: Comparison, right: &Expr) -> bool {
        if self.implies(left, opposite(comparison), right) {
            return false;
        }
        self.comparisons
            .push((left.clone(), comparison, right.clone()));
        for (term, comparison, bound) in [
            (left, comparison, right),
            (right, comparison.mirrored(), left),
        ] {
            let Expr::Constant(value) = bound else {
                continue;
            };
            let Some(bound) = quantity(*value) else {
                continue;
            };
            let at = match self.bounds.iter().position(|(other, _)| other == term) {
                Some(at) => at,
                None => {
                    self.bounds.push((term.clone(), Bounds::default()));
                    self.bounds.len() - 1
                }
            };
            let bounds = &mut self.bounds[at].1;
            let (low, high) = interval(comparison, bound);
            bounds.low = bounds.low.max(low);
            bounds.high = match (bounds.high, high) {
                (Some(a), Some(b)) => Some(a.min(b)),
                (a, b) => a.or(b),
            };
            if let (Some(low), Some(high)) = (bounds.low, bounds.high)
                && low > high
            {
                return false;
            }
        }
        true
    }

    fn implies(&self, left: &Expr, comparison: Comparison, right: &Expr) -> bool {
        if left == right && *left != Expr::Anything {
            return matches!(
                comparison,
                Comparison::Equal | Comparison::LessOrEqual | Comparison::GreaterOrEqual
            );
        }
        if let (Expr::Constant(a), Expr::Constant(b)) = (left, right) {
            return compare_constants(*a, comparison, *b);
        }
        let said = self.comparisons.iter().any(|(l, known, r)| {
            (l == left && r == right && stronger(*known, comparison))
                || (l == right && r == left && stronger(known.mirrored(), comparison))
        });
        said || self.bound_implies(left, comparison, right)
            || self.bound_implies(right, comparison.mirrored(), left)
    }

    fn bound_implies(&self, term: &Expr, comparison: Comparison, bound: &Expr) -> bool {
        let Expr::Constant(value) = bound else {
            return false;
        };
        let Some(bound) = quantity(*value) else {
            return false;
        };
        let Some((_, known)) = self.bounds.iter().find(|(other, _)| other == term) else {
            return false;
        };
        let below = |limit: i64| known.high.is_some_and(|high| high <= limit);
        let above = |limit: i64| known.low.is_some_and(|low| low >= limit);
        match comparison {
            Comparison::Less => below(bound.saturating_sub(1)),
            Comparison::LessOrEqual => below(bound),
            Comparison::Greater => above(bound.saturating_add(1)),
            Comparison::GreaterOrEqual => above(bound),
            Comparison::Equal => below(bound) && above(bound),
            Comparison::NotEqual => {
                below(bound.saturating_sub(1)) || above(bound.saturating_add(1))
            }
        }
    }
}

fn quantity(value: Value) -> Option<i64> {
    match value {
        Value::Number(number) => Some(number.0),
        Value::Duration(duration) => Some(duration.0),
        Value::Time(tick) => Some(tick.0),
        Value::Daytime(seconds) => Some(i64::from(seconds)),
        _ => None,
    }
}

fn interval(comparison: Comparison, bound: i64) -> (Option<i64>, Option<i64>) {
    match comparison {
        Comparison::Equal => (Some(bound), Some(bound)),
        Comparison::NotEqual => (None, None),
        Comparison::Less => (None, Some(bound.saturating_sub(1))),
        Comparison::LessOrEqual => (None, Some(bound)),
        Comparison::Greater => (Some(bound.saturating_add(1)), None),
        Comparison::GreaterOrEqual => (Some(bound), None),
    }
}

fn compare_constants(a: Value, comparison: Comparison, b: Value) -> bool {
    match comparison {
        Comparison::Equal => a == b,
        Comparison::NotEqual => a != b,
        Comparison::Less => a < b,
        Comparison::LessOrEqual => a <= b,
        Comparison::Greater => a > b,
        Comparison::GreaterOrEqual => a >= b,
    }
}

fn opposite(comparison: Comparison) -> Comparison {
    match comparison {
        Comparison::Equal => Comparison::NotEqual,
        Comparison::NotEqual => Comparison::Equal,
        Comparison::Less => Comparison::GreaterOrEqual,
        Comparison::LessOrEqual => Comparison::Greater,
        Comparison::Greater => Comparison::LessOrEqual,
        Comparison::GreaterOrEqual => Comparison::Less,
    }
}

/// Whether `known` between two terms implies `wanted` between them.
fn stronger(known: Comparison, wanted: Comparison) -> bool {
    use Comparison::{Equal, Greater, GreaterOrEqual, Less, LessOrEqual, NotEqual};
    known == wanted
        || matches!(
            (known, wanted),
            (Less, LessOrEqual | NotEqual)
                | (Greater, GreaterOrEqual | NotEqual)
                | (Equal, LessOrEqual | GreaterOrEqual)
        )
}
