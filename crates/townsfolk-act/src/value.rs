//! Values of the expressions in a declared course.

use townsfolk_core::{CharacterId, HostId, Pushed, SiteId, Tick, Value};
use townsfolk_module::arithmetic::{arithmetic, compare};
use townsfolk_module::{Expr, Literal};

/// The inputs of an expression.
pub trait Scope {
    /// The character that performs the course.
    fn me(&self) -> CharacterId;

    /// The moment.
    fn now(&self) -> Tick;

    /// The calendar's time of day, in seconds since midnight.
    fn daytime(&self) -> i32;

    /// The value of an attribute.
    fn attribute(&self, name: HostId, arguments: &[Value]) -> Pushed;

    /// A number between two numbers, drawn for this character, moment and place in the source.
    fn random(&self, site: SiteId, low: i64, high: i64) -> i64;
}

/// The value of an expression; `None` where it has none. Parameters are the first variables.
pub fn value_of(expression: &Expr, bound: &[Value], scope: &dyn Scope) -> Option<Value> {
    match expression {
        Expr::Variable(variable) => bound.get(usize::from(variable.0)).copied(),
        Expr::Me => Some(Value::Character(scope.me())),
        Expr::Now => Some(Value::Time(scope.now())),
        Expr::Clock => Some(Value::Daytime(scope.daytime())),
        Expr::Constant(value) => Some(*value),
        Expr::Binary {
            left,
            operator,
            right,
        } => {
            let left = value_of(left, bound, scope)?;
            arithmetic(left, *operator, value_of(right, bound, scope)?)
        }
        Expr::Random { low, high, site } => {
            match (value_of(low, bound, scope)?, value_of(high, bound, scope)?) {
                (Value::Number(low), Value::Number(high)) => {
                    let drawn = scope.random(*site, low.0, high.0);
                    Some(Value::Number(townsfolk_core::Number(drawn)))
                }
                _ => None,
            }
        }
        Expr::Host { name, arguments } => {
            let arguments = arguments.iter().map(|a| value_of(a, bound, scope));
            match scope.attribute(*name, &arguments.collect::<Option<Vec<_>>>()?) {
                Pushed::Is(value) => Some(value),
                Pushed::Holds | Pushed::HoldsNot => None,
            }
        }
        // The checker refuses these in a course.
        Expr::Anything | Expr::Distance(..) | Expr::Count(_) => None,
    }
}

/// Whether all literals of a condition hold that asks attributes and the time. A literal that asks
/// for a scene, a reading or a coin does not.
pub fn holds(literals: &[Literal], bound: &[Value], scope: &dyn Scope) -> bool {
    literals.iter().all(|literal| match literal {
        Literal::Host {
            negated,
            name,
            arguments,
        } => {
            let arguments = arguments.iter().map(|a| value_of(a, bound, scope));
            let arguments = arguments.collect::<Option<Vec<_>>>();
            let holds = arguments.map(|of| scope.attribute(*name, &of) != Pushed::HoldsNot);
            holds.is_some_and(|holds| holds != *negated)
        }
        Literal::Compare {
            left,
            comparison,
            right,
        } => {
            let values = value_of(left, bound, scope).zip(value_of(right, bound, scope));
            let holds = values.and_then(|(left, right)| compare(left, *comparison, right));
            holds == Some(true)
        }
        _ => false,
    })
}
