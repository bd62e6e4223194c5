//! Conditions that a planner can reason about: questions with the answer yes or no.

use crate::context::Context;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Place;
use townsfolk_core::{HostId, Value};
use townsfolk_module::decide::{Effect, Planners, Proposition};
use townsfolk_module::{AttributeWrite, Comparison, Expr, Literal, Visit, Visited, WriteValue};

/// An effect with the place where it is written.
pub(super) type Placed = (Effect, Place);

/// The propositions of a condition. Other conditions are reported and left out.
pub(super) fn of_literals(
    cx: &mut Context<'_>,
    literals: &[Literal],
    places: &[Place],
    into: &mut Planners,
) -> Vec<Placed> {
    let mut found = vec![];
    for (literal, place) in literals.iter().zip(places) {
        match of_literal(literal) {
            Some((proposition, holds)) => {
                let proposition = into.index(proposition);
                found.push((Effect { proposition, holds }, *place));
            }
            None if asks_belief(cx, literal) => cx.problem(a_belief(*place)),
            None => cx.problem(no_proposition(*place)),
        }
    }
    found
}

fn asks_belief(cx: &Context<'_>, literal: &Literal) -> bool {
    let mut asks = false;
    literal.visit(&mut |part| {
        if let Visited::Expr(Expr::Host { name, .. })
        | Visited::Literal(Literal::Host { name, .. }) = part
        {
            asks |= cx.globals.module.knowledge.reading(*name).is_some();
        }
    });
    asks
}

/// The propositions that changes of attributes make true or false.
pub(super) fn of_writes(
    cx: &mut Context<'_>,
    writes: &[(AttributeWrite, Place)],
    into: &mut Planners,
) -> Vec<Placed> {
    let mut found = vec![];
    for (write, place) in writes {
        let value = match &write.value {
            WriteValue::Holds => Some((None, true)),
            WriteValue::HoldsNot => Some((None, false)),
            WriteValue::Is(Expr::Constant(Value::Symbol(value))) => Some((Some(*value), true)),
            WriteValue::Is(_) => None,
        };
        let proposition = value
            .and_then(|(value, holds)| Some((about(write.name, &write.arguments, value)?, holds)));
        match proposition {
            Some((proposition, holds)) => {
                let proposition = into.index(proposition);
                found.push((Effect { proposition, holds }, *place));
            }
            None => cx.problem(no_proposition(*place)),
        }
    }
    found
}

fn of_literal(literal: &Literal) -> Option<(Proposition, bool)> {
    match literal {
        Literal::Host {
            negated,
            name,
            arguments,
        } => Some((about(*name, arguments, None)?, !negated)),
        Literal::Compare {
            left,
            comparison: comparison @ (Comparison::Equal | Comparison::NotEqual),
            right,
        } => {
            let (name, arguments, value) = match (left, right) {
                (Expr::Host { name, arguments }, Expr::Constant(Value::Symbol(value)))
                | (Expr::Constant(Value::Symbol(value)), Expr::Host { name, arguments }) => {
                    (name, arguments, value)
                }
                _ => return None,
            };
            let proposition = about(*name, arguments, Some(*value))?;
            Some((proposition, *comparison == Comparison::Equal))
        }
        _ => None,
    }
}

/// A proposition about the world or about the character itself.
fn about(
    attribute: HostId,
    arguments: &[Expr],
    value: Option<townsfolk_core::SymbolId>,
) -> Option<Proposition> {
    let of_me = match arguments {
        [] => false,
        [Expr::Me] => true,
        _ => return None,
    };
    Some(Proposition {
        attribute,
        of_me,
        value,
    })
}

/// The first proposition that is wanted both ways, or of which two different values are wanted.
pub(super) fn contradiction(list: &[Placed], content: &Planners) -> Option<(Place, Place)> {
    for (at, (later, place)) in list.iter().enumerate() {
        for (earlier, first) in &list[..at] {
            let same = later.proposition == earlier.proposition && later.holds != earlier.holds;
            let both_hold = later.holds && earlier.holds;
            let (a, b) = (
                content.proposition(later.proposition)?,
                content.proposition(earlier.proposition)?,
            );
            let of_one = (a.attribute, a.of_me) == (b.attribute, b.of_me);
            if same || (both_hold && of_one && a.value != b.value) {
                return Some((*place, *first));
            }
        }
    }
    None
}

fn a_belief(place: Place) -> Diagnostic {
    Code::NotAProposition
        .at(place, "a planner cannot reason about beliefs")
        .label("no action of a plan says how it changes a belief")
        .hint("let a hot rule or a scene set an attribute, and ask for that")
}

fn no_proposition(place: Place) -> Diagnostic {
    Code::NotAProposition
        .at(place, "a planner cannot reason about this")
        .label("not a question with the answer yes or no")
        .consequence("Plans are made over attributes that hold or not, or that have one of a few words as value.")
        .hint("write `.hungry(.me)`, `not .hungry(.me)` or `.at(.me) = home`")
}
