//! Amounts with units: lengths, speeds, angles, times and plain numbers, one or a range of two.

use crate::condition::{duration_range, number};
use crate::context::Context;
use crate::declaration::grammar::degree;
use crate::declaration::measure::numbers_of;
use crate::diagnostic::Code;
use crate::source::Place;
use crate::syntax::{Node, Parser, TreeExt, *};
use townsfolk_core::{Duration, Number, Value};

/// What an amount measures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Unit {
    /// A number, or a share such as `60%`.
    Number,
    /// Metres.
    Length,
    /// Metres a second.
    Speed,
    /// Degrees.
    Angle,
    /// A length of time.
    Time,
}

impl Unit {
    /// What it is called in messages.
    pub(crate) fn called(self) -> &'static str {
        match self {
            Unit::Number => "a number without a unit",
            Unit::Length => "a length",
            Unit::Speed => "a speed",
            Unit::Angle => "an angle",
            Unit::Time => "a length of time",
        }
    }

    /// An amount of this unit as authors write it.
    pub(crate) fn example(self) -> &'static str {
        match self {
            Unit::Number => "0.5",
            Unit::Length => "5 m",
            Unit::Speed => "4 m per s",
            Unit::Angle => "40 deg",
            Unit::Time => "0.8 s",
        }
    }

    /// What is written behind the number.
    pub(crate) fn suffix(self) -> &'static str {
        match self {
            Unit::Number => "",
            Unit::Length => " m",
            Unit::Speed => " m per s",
            Unit::Angle => " deg",
            Unit::Time => " s",
        }
    }
}

/// An amount as it is written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Amount {
    /// The value, or the lower end: in thousandths of the unit, or in ticks for a time.
    pub(crate) low: i64,
    /// The value, or the upper end.
    pub(crate) high: i64,
    /// Whether two ends are written.
    pub(crate) is_range: bool,
    pub(crate) unit: Unit,
    pub(crate) place: Place,
}

/// `0.35`, `60%`, `5 m`, `4 m per s`, `-40 deg`, `4..8 s`.
pub(crate) fn amount(p: &mut Parser<'_>, what: &str) {
    p.open(AMOUNT);
    degree(p, what);
    if p.eat(DOTS) {
        degree(p, "the other end of the range");
    }
    match p.peek_text() {
        "per" => {
            p.bump();
            p.expect_word("s");
        }
        "deg" => p.bump(),
        slip @ ("degree" | "degrees") => {
            let place = p.peek_place();
            p.problem(
                Code::UnknownUnit
                    .at(place, format!("`{slip}` is not a unit"))
                    .label("angles have the unit `deg`")
                    .fix("write `deg`", place, "deg"),
            );
            p.bump();
        }
        _ => {}
    }
    p.close();
}

/// Whether an amount begins here.
pub(crate) fn at_amount(p: &Parser<'_>) -> bool {
    p.at(NUMBER) || p.at(MINUS) && p.peek_nth(1) == NUMBER
}

/// Reads an amount of any unit.
pub(crate) fn read(cx: &mut Context<'_>, node: &Node) -> Option<Amount> {
    let place = node.place(cx.file);
    let numbers: Vec<Node> = numbers_of(node).collect();
    let unit = unit_of(cx, node, numbers.last()?)?;
    let (low, high) = match unit {
        Unit::Time => {
            let (low, high) = duration_range(cx, node)?;
            (low.0, high.0)
        }
        _ => {
            let low = signed(cx, numbers.first()?)?;
            (low, signed(cx, numbers.last()?)?)
        }
    };
    if high < low {
        return cx.fail(
            Code::EmptyRange
                .at(place, "this range ends before it begins")
                .label(format!("from {} to {}", Number(low), Number(high)))
                .hint("write the smaller value first"),
        );
    }
    let is_range = numbers.len() > 1;
    Some(Amount {
        low,
        high,
        is_range,
        unit,
        place,
    })
}

fn signed(cx: &mut Context<'_>, node: &Node) -> Option<i64> {
    let inner = node.child(NUMBER_EXPR);
    let negative = inner.is_some();
    match number(cx, &inner.unwrap_or_else(|| node.clone()))?.0 {
        Value::Number(value) if negative => Some(-value.0),
        Value::Number(value) => Some(value.0),
        _ => {
            let place = node.place(cx.file);
            cx.fail(
                Code::UnitMismatch
                    .at(place, "the ends of a range have one unit")
                    .label("a length of time")
                    .hint("write the unit once, behind the range: `2..4 m`"),
            )
        }
    }
}

fn unit_of(cx: &mut Context<'_>, node: &Node, last: &Node) -> Option<Unit> {
    let number = last.child(NUMBER_EXPR).unwrap_or_else(|| last.clone());
    let behind = number
        .token(IDENT)
        .map(|token| token.text().to_owned())
        .unwrap_or_default();
    let words = node.words();
    let more = words.first().map_or("", String::as_str);
    let unit = match (behind.as_str(), more) {
        ("", "") => Some(Unit::Number),
        ("", "deg" | "degree" | "degrees") if number.token(PERCENT).is_none() => Some(Unit::Angle),
        (word, "") if is_metres(word) => Some(Unit::Length),
        (word, "per") if is_metres(word) => Some(Unit::Speed),
        (_, "") => Some(Unit::Time),
        _ => None,
    };
    if unit.is_none() {
        let place = node.place(cx.file);
        cx.problem(
            Code::UnitMismatch
                .at(place, "there is no such unit")
                .label("not a unit")
                .hint("units are `m`, `m per s`, `deg`, `ms`, `s`, `min` and `h`"),
        );
    }
    unit
}

fn is_metres(word: &str) -> bool {
    word == "m" || word.starts_with("met")
}

/// Whether an amount has this unit; if not, that is reported.
pub(crate) fn has_unit(cx: &mut Context<'_>, amount: &Amount, unit: Unit, what: &str) -> bool {
    if amount.unit == unit {
        return true;
    }
    let place = amount.place;
    let problem = Code::UnitMismatch
        .at(place, format!("{what} is {}", unit.called()))
        .label(format!("this is {}", amount.unit.called()));
    // A number without a unit most likely means the usual one.
    let bare = amount.unit == Unit::Number && !amount.is_range;
    cx.problem(match bare {
        true => {
            let spelt = format!("{}{}", Number(amount.low), unit.suffix());
            problem.fix(format!("write `{spelt}`"), place, spelt)
        }
        false => problem.hint(format!("write it like `{}`", unit.example())),
    });
    false
}

/// The amount below a node, of one unit, without a second end, and within limits. The limits are in
/// thousandths, for times in ticks.
pub(crate) fn single(
    cx: &mut Context<'_>,
    node: &Node,
    (what, unit): (&str, Unit),
    (low, high): (i64, i64),
) -> Option<i64> {
    let amount = read(cx, &node.child(AMOUNT)?)?;
    if !has_unit(cx, &amount, unit, what) {
        return None;
    }
    let spelt = |value: i64| match unit {
        Unit::Time => Duration(value).to_string(),
        _ => format!("{}{}", Number(value), unit.suffix()),
    };
    if amount.is_range {
        return cx.fail(
            Code::OutOfRange
                .at(amount.place, format!("{what} is one value"))
                .label("a range")
                .hint(format!("write one value, such as `{}`", unit.example())),
        );
    }
    if amount.low < low || amount.low > high {
        return cx.fail(
            Code::OutOfRange
                .at(
                    amount.place,
                    format!("{what} goes from {} to {}", spelt(low), spelt(high)),
                )
                .label(format!("{} is outside", spelt(amount.low)))
                .hint(format!("write `{}`", spelt(amount.low.clamp(low, high)))),
        );
    }
    Some(amount.low)
}

/// The same as a number that fits.
pub(crate) fn single_u32(
    cx: &mut Context<'_>,
    node: &Node,
    what: (&str, Unit),
    limits: (i64, i64),
) -> Option<u32> {
    let value = single(cx, node, what, limits)?;
    u32::try_from(value).ok()
}

/// A time within limits.
pub(crate) fn single_time(
    cx: &mut Context<'_>,
    node: &Node,
    what: &str,
    (low, high): (Duration, Duration),
) -> Option<Duration> {
    single(cx, node, (what, Unit::Time), (low.0, high.0)).map(Duration)
}
