//! Conditions with their defines put in: the form in which rules are compared.

use std::collections::{BTreeMap, BTreeSet};
use townsfolk_core::VarId;
use townsfolk_module::{Clause, Comparison, Expr, Literal, Script, Visit};

/// Maximum number of alternatives of a condition.
const ALTERNATIVES_MAX: usize = 16;
/// Maximum number of literals of an alternative.
const LITERALS_MAX: usize = 64;

/// A condition as alternatives without positive defines. The condition holds if one of them holds.
#[derive(Clone, Debug)]
pub(super) struct Alternatives {
    pub(super) bodies: Vec<Body>,
    /// Whether a limit was reached and some literals were left unexpanded.
    pub(super) cut: bool,
}

/// A conjunction. Each `_` in a positive literal is a variable of its own, and terms joined by `=`
/// are unified.
#[derive(Clone, Debug, Default)]
pub(super) struct Body {
    pub(super) literals: Vec<Literal>,
    variables: u16,
}

pub(super) fn alternatives(script: &Script, condition: &[Literal], variables: u16) -> Alternatives {
    let mut cut = false;
    let mut open = vec![Body {
        literals: condition.to_vec(),
        variables,
    }];
    let mut done = vec![];
    while let Some(body) = open.pop() {
        let define = body
            .literals
            .iter()
            .position(|literal| matches!(literal, Literal::Define { negated: false, .. }));
        let Some(at) = define else {
            done.push(body);
            continue;
        };
        let expanded = put_in(script, &body, at);
        // A define that could not be lowered has been reported; its meaning is unknown.
        let unknown = matches!(&body.literals[at], Literal::Define { define, .. }
            if script.define(*define).is_none_or(|define| define.clauses.is_empty()));
        if unknown
            || done.len() + open.len() + expanded.len() > ALTERNATIVES_MAX
            || body.literals.len() > LITERALS_MAX
        {
            cut = true;
            continue;
        }
        open.extend(expanded.into_iter().rev());
    }
    for body in &mut done {
        let literals = std::mem::take(&mut body.literals).into_iter();
        let opened = literals.flat_map(|literal| open_negation(script, literal));
        body.literals = opened.collect();
    }
    let bodies = done.into_iter().filter_map(Body::simplified).collect();
    Alternatives { bodies, cut }
}

/// The alternatives that come from putting the clauses of one define in.
fn put_in(script: &Script, body: &Body, at: usize) -> Vec<Body> {
    let Literal::Define {
        define, arguments, ..
    } = &body.literals[at]
    else {
        return vec![];
    };
    let Some(define) = script.define(*define) else {
        return vec![];
    };
    let mut bodies = vec![];
    for clause in &define.clauses {
        let mut next = body.clone();
        let mut map: BTreeMap<VarId, Expr> = BTreeMap::new();
        let mut extra = vec![];
        for (parameter, argument) in clause.parameters.iter().zip(arguments) {
            match (parameter, argument) {
                (Expr::Variable(id), argument) if !map.contains_key(id) => {
                    let argument = match argument {
                        Expr::Anything => next.fresh(),
                        other => other.clone(),
                    };
                    map.insert(*id, argument);
                }
                (_, Expr::Anything) => {}
                (parameter, argument) => extra.push((parameter.clone(), argument.clone())),
            }
        }
        let mut literals: Vec<Literal> = vec![];
        for literal in &clause.body {
            literals.push(substitute(literal, &mut |id| {
                map.entry(id).or_insert_with(|| next.fresh()).clone()
            }));
        }
        for (parameter, argument) in extra {
            let parameter = substitute_expr(&parameter, &mut |id| {
                map.entry(id).or_insert_with(|| next.fresh()).clone()
            });
            literals.push(Literal::Compare {
                left: argument,
                comparison: Comparison::Equal,
                right: parameter,
            });
        }
        next.literals.splice(at..=at, literals);
        bodies.push(next);
    }
    bodies
}

/// `not` of a define whose clauses are one fact each: none of those facts is there.
fn open_negation(script: &Script, literal: Literal) -> Vec<Literal> {
    let Literal::Define {
        negated: true,
        define,
        arguments,
    } = &literal
    else {
        return vec![literal];
    };
    let clauses = script.define(*define).map(|define| &define.clauses);
    let absent = clauses.filter(|clauses| !clauses.is_empty());
    let absent = absent.and_then(|clauses| {
        let absent = clauses.iter().map(|clause| absent_fact(clause, arguments));
        absent.collect::<Option<Vec<Literal>>>()
    });
    absent.unwrap_or_else(|| vec![literal])
}

/// The fact that must be absent for a clause to be false, if the clause is a single fact without
/// repeated variables.
fn absent_fact(clause: &Clause, given: &[Expr]) -> Option<Literal> {
    let [
        Literal::Fact {
            negated: false,
            fact,
            arguments,
        },
    ] = clause.body.as_slice()
    else {
        return None;
    };
    let once = |list: &[Expr]| {
        let mut seen = BTreeSet::new();
        let mut variables = list.iter().filter_map(|e| match e {
            Expr::Variable(id) => Some(*id),
            _ => None,
        });
        variables.all(|id| seen.insert(id))
    };
    let plain = |e: &Expr| matches!(e, Expr::Variable(_));
    if !once(arguments) || !once(&clause.parameters) || !clause.parameters.iter().all(plain) {
        return None;
    }
    let arguments = arguments.iter().map(|argument| match argument {
        Expr::Variable(_) => {
            let at = clause.parameters.iter().position(|p| p == argument);
            at.map_or(Some(Expr::Anything), |at| given.get(at).cloned())
        }
        Expr::Me | Expr::Constant(_) | Expr::Anything => Some(argument.clone()),
        _ => None,
    });
    Some(Literal::Fact {
        negated: true,
        fact: *fact,
        arguments: arguments.collect::<Option<Vec<Expr>>>()?,
    })
}

impl Body {
    /// A condition without defines. `None` if one of its equations can never hold.
    pub(super) fn of(literals: Vec<Literal>) -> Option<Body> {
        let mut variables = 0;
        let mut count = |expr: &Expr| {
            if let Expr::Variable(id) = expr {
                variables = variables.max(id.0.saturating_add(1));
            }
        };
        for literal in &literals {
            literal.each_expr(&mut count);
        }
        let body = Body {
            literals,
            variables,
        };
        body.simplified()
    }

    fn fresh(&mut self) -> Expr {
        let id = VarId(self.variables);
        self.variables = self.variables.saturating_add(1);
        Expr::Variable(id)
    }

    /// Unifies equal terms and turns `_` into variables. `None` if an equation can never hold.
    fn simplified(mut self) -> Option<Body> {
        while let Some((at, id, term)) = self.equation() {
            self.literals.remove(at);
            for literal in &mut self.literals {
                *literal = substitute(literal, &mut |other| {
                    if other == id {
                        term.clone()
                    } else {
                        Expr::Variable(other)
                    }
                });
            }
        }
        for index in 0..self.literals.len() {
            let mut literal = self.literals[index].clone();
            match &mut literal {
                Literal::Compare {
                    left: Expr::Constant(a),
                    comparison: Comparison::Equal,
                    right: Expr::Constant(b),
                } if a != b => {
                    return None;
                }
                Literal::Fact {
                    negated: false,
                    arguments,
                    ..
                } => {
                    for argument in arguments.iter_mut().filter(|a| **a == Expr::Anything) {
                        *argument = self.fresh();
                    }
                }
                Literal::Any {
                    negated: false,
                    who,
                    ..
                } if *who == Expr::Anything => {
                    *who = self.fresh();
                }
                _ => {}
            }
            self.literals[index] = literal;
        }
        Some(self)
    }

    /// An equation between a variable and a term without that variable.
    fn equation(&self) -> Option<(usize, VarId, Expr)> {
        self.literals.iter().enumerate().find_map(|(at, literal)| {
            let Literal::Compare {
                left,
                comparison: Comparison::Equal,
                right,
            } = literal
            else {
                return None;
            };
            match (left, right) {
                (Expr::Variable(a), Expr::Variable(b)) if a == b => None,
                (Expr::Variable(id), term) | (term, Expr::Variable(id)) => {
                    let mut holds_itself = false;
                    term.walk(&mut |e| holds_itself |= *e == Expr::Variable(*id));
                    (!holds_itself).then(|| (at, *id, term.clone()))
                }
                _ => None,
            }
        })
    }

    /// The positive facts of the condition.
    pub(super) fn facts(&self) -> impl Iterator<Item = (townsfolk_core::FactId, &[Expr])> {
        self.literals.iter().filter_map(|literal| match literal {
            Literal::Fact {
                negated: false,
                fact,
                arguments,
            } => Some((*fact, arguments.as_slice())),
            _ => None,
        })
    }

    /// The facts that must be absent.
    pub(super) fn absent(&self) -> impl Iterator<Item = (townsfolk_core::FactId, &[Expr])> {
        self.literals.iter().filter_map(|literal| match literal {
            Literal::Fact {
                negated: true,
                fact,
                arguments,
            } => Some((*fact, arguments.as_slice())),
            _ => None,
        })
    }
}

/// A literal with its variables replaced.
pub(super) fn substitute(literal: &Literal, replace: &mut impl FnMut(VarId) -> Expr) -> Literal {
    let mut literal = literal.clone();
    literal.change_exprs(&mut |expr| put_for_variable(expr, replace));
    literal
}

/// An expression with its variables replaced.
pub(super) fn substitute_expr(expr: &Expr, replace: &mut impl FnMut(VarId) -> Expr) -> Expr {
    let mut expr = expr.clone();
    expr.change_exprs(&mut |expr| put_for_variable(expr, replace));
    expr
}

fn put_for_variable(expr: &mut Expr, replace: &mut impl FnMut(VarId) -> Expr) {
    if let Expr::Variable(id) = expr {
        *expr = replace(*id);
    }
}
