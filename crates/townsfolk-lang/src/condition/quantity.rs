//! Numbers, durations, times of day and texts as they are written.

use crate::context::{Argument, Context};
use crate::diagnostic::Code;
use crate::kinds;
use crate::source::Place;
use crate::syntax::{Node, TreeExt, *};
use townsfolk_core::{CharacterId, Duration, Kind, Number, PropId, SymbolId, TextId, Value};
use townsfolk_module::Category;

/// A number as it is written, before its unit is applied.
#[derive(Clone, Copy, Debug)]
struct Written {
    thousandths: i64,
    unit: Unit,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Unit {
    None,
    Milliseconds,
    Seconds,
    Minutes,
    Hours,
    Metres,
    Percent,
}

impl Unit {
    fn milliseconds(self) -> Option<i64> {
        match self {
            Unit::Milliseconds => Some(1),
            Unit::Seconds => Some(1000),
            Unit::Minutes => Some(60_000),
            Unit::Hours => Some(3_600_000),
            Unit::None | Unit::Metres | Unit::Percent => None,
        }
    }
}

fn written(cx: &mut Context<'_>, node: &Node) -> Option<Written> {
    let number = node.token(NUMBER)?;
    let place = node.place(cx.file);
    let Some(thousandths) = thousandths(number.text()) else {
        return cx.fail(
            Code::BadLiteral
                .at(
                    place,
                    format!("`{}` cannot be a number here", number.text()),
                )
                .label("numbers have at most three decimals and stay below nine billion"),
        );
    };
    let unit = if node.token(PERCENT).is_some() {
        Unit::Percent
    } else {
        match node.token(IDENT).as_ref().map(|token| token.text()) {
            None => Unit::None,
            Some("ms") => Unit::Milliseconds,
            Some("s") => Unit::Seconds,
            Some("min") => Unit::Minutes,
            Some("h") => Unit::Hours,
            // A misspelt unit has been reported by the parser; the intended one is used.
            Some(unit) if unit.starts_with("sec") => Unit::Seconds,
            Some(unit) if unit.starts_with("min") => Unit::Minutes,
            Some(unit) if unit.starts_with('h') => Unit::Hours,
            Some(unit) if unit.starts_with("ms") || unit.starts_with("mil") => Unit::Milliseconds,
            Some(_) => Unit::Metres,
        }
    };
    Some(Written { thousandths, unit })
}

/// `12.5` as 12500; `None` if it has more than three decimals or is too large.
fn thousandths(text: &str) -> Option<i64> {
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let part = part.trim_end_matches('0');
    if part.len() > 3 {
        return None;
    }
    let whole: i64 = whole.parse().ok().filter(|n| *n < 9_000_000_000)?;
    let padded: i64 = format!("{part:0<3}").parse().ok()?;
    Some(whole * 1000 + padded)
}

fn to_duration(written: Written) -> Option<Duration> {
    let ms = i128::from(written.thousandths) * i128::from(written.unit.milliseconds()?) / 1000;
    Some(Duration::from_milliseconds(
        ms.min(i128::from(i64::MAX / 1000)) as i64,
    ))
}

/// The value and kind of a `NUMBER_EXPR`.
pub(crate) fn number(cx: &mut Context<'_>, node: &Node) -> Option<(Value, Kind)> {
    let written = written(cx, node)?;
    Some(match written.unit {
        Unit::None | Unit::Metres => (Value::Number(Number(written.thousandths)), Kind::Number),
        Unit::Percent => (
            Value::Number(Number(written.thousandths / 100)),
            Kind::Number,
        ),
        _ => (Value::Duration(to_duration(written)?), Kind::Duration),
    })
}

/// A plain number or a percentage in millionths.
pub(crate) fn millionths(cx: &mut Context<'_>, node: &Node) -> Option<i64> {
    let written = written(cx, node)?;
    match written.unit {
        Unit::None => Some(written.thousandths * 1000),
        Unit::Percent => Some(written.thousandths * 10),
        _ => {
            let place = node.place(cx.file);
            cx.fail(
                Code::UnitMismatch
                    .at(place, "a plain number or a percentage is needed here")
                    .label("this has a unit"),
            )
        }
    }
}

/// The seconds since midnight of a time of day.
pub(crate) fn clock(cx: &mut Context<'_>, text: &str, place: Place) -> Option<i32> {
    let (hours, minutes) = text.split_once(':')?;
    let (hours, minutes): (i32, i32) = (hours.parse().ok()?, minutes.parse().ok()?);
    if hours > 24 || minutes > 59 || (hours == 24 && minutes > 0) {
        return cx.fail(
            Code::BadLiteral
                .at(place, format!("`{text}` is not a time of day"))
                .label("times of day go from 0:00 to 24:00"),
        );
    }
    Some(hours * 3600 + minutes * 60)
}

/// The content of a text literal. One without its closing quote is a problem of syntax, and has
/// been reported.
pub(crate) fn text(literal: &str) -> Option<String> {
    if !is_finished_text(literal) {
        return None;
    }
    let inner = literal.strip_prefix('"')?.strip_suffix('"')?;
    let mut content = String::with_capacity(inner.len());
    let mut chars = inner.chars();
    while let Some(c) = chars.next() {
        match (c, c == '\\') {
            (_, true) => match chars.next() {
                Some('n') => content.push('\n'),
                Some(other) => content.push(other),
                None => {}
            },
            (c, false) => content.push(c),
        }
    }
    Some(content)
}

/// The two ends of a duration range; `5 s` is `5..5 s`, and `2..3 s` gives both the unit.
pub(crate) fn duration_range(cx: &mut Context<'_>, node: &Node) -> Option<(Duration, Duration)> {
    let place = node.place(cx.file);
    let ends = range_ends(cx, node)?;
    let unit = ends.last()?.unit;
    let mut durations = vec![];
    for mut end in ends {
        if end.unit == Unit::None {
            end.unit = unit;
        }
        match to_duration(end) {
            Some(duration) => durations.push(duration),
            None => {
                let problem = if unit == Unit::None {
                    Code::UnitMismatch
                        .at(place, "this duration has no unit")
                        .label("how long?")
                        .hint("write a unit behind it: `ms`, `s`, `min` or `h`")
                } else {
                    Code::UnitMismatch
                        .at(place, "a duration is needed here")
                        .label("this is not a length of time")
                        .hint("durations have the units `ms`, `s`, `min` or `h`")
                };
                return cx.fail(problem);
            }
        }
    }
    let (low, high) = (*durations.first()?, *durations.last()?);
    if high < low {
        return cx.fail(
            Code::EmptyRange
                .at(place, "this range ends before it begins")
                .label(format!("from {low} to {high}"))
                .hint("write the smaller value first"),
        );
    }
    Some((low, high))
}

/// The two ends of a range of plain numbers, in thousandths. Metres count as plain.
pub(crate) fn number_range(cx: &mut Context<'_>, node: &Node) -> Option<(i64, i64)> {
    let place = node.place(cx.file);
    let ends = range_ends(cx, node)?;
    if ends
        .iter()
        .any(|end| !matches!(end.unit, Unit::None | Unit::Metres))
    {
        return cx.fail(
            Code::UnitMismatch
                .at(place, "a number or a length is needed here")
                .label("this is a length of time")
                .hint("write metres with `m`, as in `8 m`, or a number without a unit"),
        );
    }
    let (low, high) = (ends.first()?.thousandths, ends.last()?.thousandths);
    if high < low {
        return cx.fail(
            Code::EmptyRange
                .at(place, "this range ends before it begins")
                .label(format!("from {} to {}", Number(low), Number(high)))
                .hint("write the smaller value first"),
        );
    }
    Some((low, high))
}

fn range_ends(cx: &mut Context<'_>, node: &Node) -> Option<Vec<Written>> {
    let mut ends = vec![];
    for child in node.children() {
        match child.kind() {
            NUMBER_EXPR => ends.push(written(cx, &child)?),
            PARAMETER_EXPR => ends.push(parameter(cx, &child)?),
            _ => {}
        }
    }
    (!ends.is_empty()).then_some(ends)
}

fn parameter(cx: &mut Context<'_>, node: &Node) -> Option<Written> {
    let name = node
        .token(PARAMETER)?
        .text()
        .trim_start_matches('$')
        .to_string();
    let Argument::Given {
        node,
        file: argument_file,
    } = cx.argument(&name, node.place(cx.file))?
    else {
        return None;
    };
    let file = std::mem::replace(&mut cx.file, argument_file);
    let written = (node.kind() == NUMBER_EXPR).then(|| written(cx, &node));
    cx.file = file;
    written.flatten()
}

/// A number without a unit, such as a weight or a count.
pub(crate) fn plain_number(cx: &mut Context<'_>, node: &Node) -> Option<i64> {
    let written = written(cx, node)?;
    if written.unit != Unit::None || written.thousandths % 1000 != 0 {
        let place = node.place(cx.file);
        return cx.fail(
            Code::UnitMismatch
                .at(place, "a whole number is needed here")
                .label("no unit and no decimals"),
        );
    }
    Some(written.thousandths / 1000)
}

/// A constant of an expected kind: in `knows`, `given`, `tell` and defaults.
pub(crate) fn constant(cx: &mut Context<'_>, node: &Node, wanted: Option<Kind>) -> Option<Value> {
    let place = node.place(cx.file);
    let (value, kind) = match node.kind() {
        NUMBER_EXPR => number(cx, node)?,
        CLOCK_EXPR => {
            let token = node.token(CLOCK)?;
            (
                Value::Daytime(clock(cx, token.text(), place)?),
                Kind::Daytime,
            )
        }
        TEXT_EXPR => {
            let token = node.token(TEXT)?;
            let content = text(token.text())?;
            let id = TextId::named(&content);
            cx.texts.push((id, content));
            (Value::Text(id), Kind::Text)
        }
        NAME_EXPR => {
            let (name, _) = cx.reference(node)?;
            return named(cx, &name, place, wanted);
        }
        NEGATIVE_EXPR if node.child(NUMBER_EXPR).is_some() => {
            match number(cx, &node.child(NUMBER_EXPR)?)? {
                (Value::Number(n), kind) => (Value::Number(Number(-n.0)), kind),
                (Value::Duration(d), kind) => (Value::Duration(Duration(-d.0)), kind),
                other => other,
            }
        }
        _ => {
            return cx.fail(
                Code::NotAvailableHere
                    .at(place, "only a constant can stand here")
                    .label("not a constant")
                    .hint("write a name, a number, a duration, a time of day or a text"),
            );
        }
    };
    if let Some(wanted) = wanted
        && kinds::meet(cx.globals, kind, wanted).is_none()
    {
        let (is, needed) = (
            kinds::called(cx.globals, kind),
            kinds::called(cx.globals, wanted),
        );
        return cx.fail(
            Code::WrongKind
                .at(place, format!("{needed} is needed here"))
                .label(format!("this is {is}")),
        );
    }
    Some(value)
}

/// The id of a name, recorded for the symbols.
fn used(cx: &mut Context<'_>, category: Category, name: &str) -> u32 {
    let id = cx.globals.id(category, name);
    cx.used.push((category, id, name.to_string()));
    id
}

/// A symbol of a set, or a report that the set does not have it.
pub(crate) fn symbol_of_set(
    cx: &mut Context<'_>,
    (name, place): (&str, Place),
    set: &str,
    members: &[SymbolId],
    names: &[String],
) -> Option<Value> {
    let symbol = cx.globals.symbol(name);
    if members.contains(&symbol) {
        return Some(Value::Symbol(symbol));
    }
    let mut problem = Code::UnknownSymbol
        .at(place, format!("`{name}` is not one of the symbols `{set}`"))
        .label("not in the set")
        .did_you_mean(place, name, names.iter().map(String::as_str));
    if problem.hints.is_empty() {
        let names = names.join(", ");
        problem = problem.hint(format!("the symbols of `{set}` are: {names}"));
    }
    cx.fail(problem)
}

/// A name as a constant; the expected kind decides its category.
pub(crate) fn named(
    cx: &mut Context<'_>,
    name: &str,
    place: Place,
    wanted: Option<Kind>,
) -> Option<Value> {
    match wanted {
        Some(Kind::Prop | Kind::PropOf(_) | Kind::Thing) => {
            Some(Value::Prop(PropId(used(cx, Category::Prop, name))))
        }
        Some(Kind::Character | Kind::CharacterIn(_)) => Some(Value::Character(CharacterId(used(
            cx,
            Category::Character,
            name,
        )))),
        Some(Kind::Symbol) | None => {
            Some(Value::Symbol(SymbolId(used(cx, Category::Symbol, name))))
        }
        Some(Kind::SymbolOf(set)) => {
            let globals = cx.globals;
            let members = globals.module.symbol_set(set).map(|set| &set.members[..]);
            let members = members.unwrap_or_default();
            let names: Vec<String> = members
                .iter()
                .filter_map(|member| globals.symbol_names.get(member).cloned())
                .collect();
            let set = globals.symbol_set_name(set);
            symbol_of_set(cx, (name, place), &set, members, &names)
        }
        Some(kind) => {
            let needed = kinds::called(cx.globals, kind);
            cx.fail(
                Code::WrongKind
                    .at(place, format!("{needed} is needed here"))
                    .label("this is a name"),
            )
        }
    }
}
