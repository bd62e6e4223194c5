//! Arithmetic and comparison of values. Section "Expressions" of the chapter Meaning.

use crate::condition::{Comparison, Operator};
use std::cmp::Ordering;
use townsfolk_core::{Duration, Number, Tick, VALUE_MAX, Value};

/// The value of `left operator right`; `None` where that is undefined. Results saturate, and
/// fractions of a thousandth or of a tick are cut off towards zero.
pub fn arithmetic(left: Value, operator: Operator, right: Value) -> Option<Value> {
    use Operator::{Divide, Minus, Plus, Times};
    use Value::{Duration as D, Number as N, Time as T};
    Some(match (left, operator, right) {
        (N(a), Plus, N(b)) => number(wide(a.0) + wide(b.0)),
        (N(a), Minus, N(b)) => number(wide(a.0) - wide(b.0)),
        (N(a), Times, N(b)) => number(wide(a.0) * wide(b.0) / 1000),
        (N(a), Divide, N(b)) => number(divide(wide(a.0) * 1000, wide(b.0))?),

        (D(a), Plus, D(b)) => duration(wide(a.0) + wide(b.0)),
        (D(a), Minus, D(b)) => duration(wide(a.0) - wide(b.0)),
        (D(a), Times, N(b)) | (N(b), Times, D(a)) => duration(wide(a.0) * wide(b.0) / 1000),
        (D(a), Divide, N(b)) => duration(divide(wide(a.0) * 1000, wide(b.0))?),
        (D(a), Divide, D(b)) => number(divide(wide(a.0) * 1000, wide(b.0))?),

        (T(a), Plus, D(b)) | (D(b), Plus, T(a)) => T(Tick(narrow(wide(a.0) + wide(b.0)))),
        (T(a), Minus, D(b)) => T(Tick(narrow(wide(a.0) - wide(b.0)))),
        (T(a), Minus, T(b)) => duration(wide(a.0) - wide(b.0)),
        _ => return None,
    })
}

/// Which of two values is greater; `None` unless both are numbers, durations, times or times of day.
pub fn order(left: Value, right: Value) -> Option<Ordering> {
    match (left, right) {
        (Value::Number(a), Value::Number(b)) => Some(a.cmp(&b)),
        (Value::Duration(a), Value::Duration(b)) => Some(a.cmp(&b)),
        (Value::Time(a), Value::Time(b)) => Some(a.cmp(&b)),
        (Value::Daytime(a), Value::Daytime(b)) => Some(a.cmp(&b)),
        _ => None,
    }
}

/// Whether a comparison holds; `None` where it is undefined.
pub fn compare(left: Value, comparison: Comparison, right: Value) -> Option<bool> {
    Some(match comparison {
        Comparison::Equal => left == right,
        Comparison::NotEqual => left != right,
        Comparison::Less => order(left, right)?.is_lt(),
        Comparison::LessOrEqual => order(left, right)?.is_le(),
        Comparison::Greater => order(left, right)?.is_gt(),
        Comparison::GreaterOrEqual => order(left, right)?.is_ge(),
    })
}

fn number(thousandths: i128) -> Value {
    Value::Number(Number(narrow(thousandths)))
}

fn duration(ticks: i128) -> Value {
    Value::Duration(Duration(narrow(ticks)))
}

fn divide(above: i128, below: i128) -> Option<i128> {
    above.checked_div(below)
}

fn wide(n: i64) -> i128 {
    i128::from(n)
}

fn narrow(n: i128) -> i64 {
    n.clamp(i128::from(-VALUE_MAX), i128::from(VALUE_MAX)) as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arithmetic_saturates_and_division_by_zero_is_undefined() {
        let most = Value::Number(Number(VALUE_MAX));
        let two = Value::Number(Number::whole(2));
        let none = Value::Number(Number(0));
        assert_eq!(arithmetic(most, Operator::Times, two), Some(most));
        assert_eq!(arithmetic(two, Operator::Divide, none), None);
        let late = Value::Time(Tick(VALUE_MAX));
        let long = Value::Duration(Duration(VALUE_MAX));
        assert_eq!(arithmetic(late, Operator::Plus, long), Some(late));
    }

    #[test]
    fn kinds_that_do_not_go_together_are_undefined() {
        let number = Value::Number(Number::whole(1));
        let time = Value::Time(Tick(1));
        assert_eq!(arithmetic(time, Operator::Plus, number), None);
        assert_eq!(arithmetic(time, Operator::Plus, time), None);
        assert_eq!(compare(time, Comparison::Less, number), None);
        assert_eq!(compare(time, Comparison::NotEqual, number), Some(true));
    }

    #[test]
    fn minutes_are_counted_in_ticks() {
        let minutes = Value::Number(Number(2500));
        let minute = Value::Duration(Duration::minutes(1));
        let both = arithmetic(minutes, Operator::Times, minute);
        assert_eq!(both, Some(Value::Duration(Duration::seconds(150))));
    }
}
