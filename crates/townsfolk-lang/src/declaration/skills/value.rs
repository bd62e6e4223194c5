//! Values of settings, each checked against the unit that the catalogue names.

use crate::context::Context;
use crate::declaration::amount::{self, Amount, has_unit, read};
use crate::declaration::measure::listed;
use crate::declaration::need::lower::symbol;
use crate::declaration::{motions, posts, stimulus};
use crate::diagnostic::Code;
use crate::names::Namespace;
use crate::source::Place;
use crate::syntax::{Node, TreeExt, *};
use townsfolk_core::{CourseId, Duration, Kind, Number};
use townsfolk_module::Category;
use townsfolk_module::senses::Tuning;
use townsfolk_tactics::catalogue::{Default, SettingEntry, Unit};

/// The unit of an amount, and whether a range can stand; nothing if a name is needed.
pub(crate) fn measured(unit: Unit) -> Option<(amount::Unit, bool)> {
    Some(match unit {
        Unit::Number => (amount::Unit::Number, false),
        Unit::Length => (amount::Unit::Length, false),
        Unit::Lengths => (amount::Unit::Length, true),
        Unit::Speed => (amount::Unit::Speed, false),
        Unit::Angle => (amount::Unit::Angle, false),
        Unit::Time => (amount::Unit::Time, false),
        Unit::Times => (amount::Unit::Time, true),
        _ => return None,
    })
}

/// What a setting takes, in words.
pub(crate) fn called(unit: Unit) -> &'static str {
    match unit {
        Unit::Number => "a number",
        Unit::Length => "a length",
        Unit::Lengths => "a length, or a range of lengths",
        Unit::Speed => "a speed",
        Unit::Angle => "an angle",
        Unit::Time => "a length of time",
        Unit::Times => "a length of time, or a range of times",
        Unit::Choice(_) => "a choice",
        Unit::Word => "a word",
        Unit::Course => "the name of a course",
        Unit::Posts => "the name of a query for places",
        Unit::Motions => "the name of motions",
        Unit::Stimulus => "the name of a stimulus",
    }
}

/// The setting with its default, or with some value if it has none.
pub(crate) fn example(entry: &SettingEntry) -> String {
    let number = |value: i64| Number(value).to_string();
    let unit = measured(entry.unit).map_or(amount::Unit::Number, |(unit, _)| unit);
    let suffix = unit.suffix();
    let value = match (entry.default, entry.unit) {
        (Default::Number(value) | Default::Time(value), _) => format!("{}{suffix}", number(value)),
        (Default::Numbers(low, high) | Default::Times(low, high), _) => {
            format!("{}..{}{suffix}", number(low), number(high))
        }
        (Default::Word(word), _) => word.to_string(),
        (Default::Nothing, Unit::Choice(words)) => words.first().copied().unwrap_or("").to_string(),
        (Default::Nothing, Unit::Course) => "maul".to_string(),
        (Default::Nothing, Unit::Posts) => "hideouts".to_string(),
        (Default::Nothing, Unit::Motions) => "frantic".to_string(),
        (Default::Nothing, Unit::Stimulus) => "crash".to_string(),
        (Default::Nothing, Unit::Word) => "yard".to_string(),
        (Default::Nothing, _) => unit.example().to_string(),
    };
    format!("{} {value}", entry.name)
}

/// Lowers the value of a setting: an amount, or a word.
pub(super) fn lower(
    cx: &mut Context<'_>,
    entry: &SettingEntry,
    node: &Node,
    word: Option<Node>,
) -> Option<Tuning> {
    let place = node.place(cx.file);
    match (measured(entry.unit), node.child(AMOUNT), word) {
        (Some((unit, range)), Some(written), _) => {
            let amount = read(cx, &written)?;
            let what = format!("`{}`", entry.name);
            has_unit(cx, &amount, unit, &what).then_some(())?;
            measure(cx, entry, &amount, range)
        }
        (None, None, Some(word)) => named(cx, entry, &word),
        (_, None, None) => cx.fail(
            Code::MissingPart
                .at(place, format!("`{}` has no value", entry.name))
                .label(format!("{} is needed", called(entry.unit)))
                .hint(format!("write `{}`", example(entry))),
        ),
        _ => cx.fail(
            Code::UnitMismatch
                .at(
                    place,
                    format!("`{}` takes {}", entry.name, called(entry.unit)),
                )
                .label("something else stands here")
                .hint(format!("write it like `{}`", example(entry))),
        ),
    }
}

fn measure(
    cx: &mut Context<'_>,
    entry: &SettingEntry,
    amount: &Amount,
    range: bool,
) -> Option<Tuning> {
    let (low, high) = (amount.low, amount.high);
    if amount.is_range && !range {
        return cx.fail(
            Code::OutOfRange
                .at(amount.place, format!("`{}` is one value", entry.name))
                .label("a range")
                .hint(format!("write one value, such as `{}`", example(entry))),
        );
    }
    if low < 0 {
        return cx.fail(
            Code::OutOfRange
                .at(amount.place, format!("`{}` cannot be below 0", entry.name))
                .label("below 0")
                .hint(format!("write a value such as `{}`", example(entry))),
        );
    }
    Some(match (amount.unit, amount.is_range) {
        (amount::Unit::Time, false) => Tuning::Time(Duration(low)),
        (amount::Unit::Time, true) => Tuning::Times(Duration(low), Duration(high)),
        (_, false) => Tuning::Number(Number(low)),
        (_, true) => Tuning::Numbers(Number(low), Number(high)),
    })
}

fn named(cx: &mut Context<'_>, entry: &SettingEntry, node: &Node) -> Option<Tuning> {
    let (name, place) = cx.referred(node)?;
    match entry.unit {
        Unit::Course => course(cx, &name, place).map(Tuning::Course),
        Unit::Posts => posts::lower::find(cx, &name, place).map(Tuning::Posts),
        Unit::Motions => motions::lower::find(cx, &name, place).map(Tuning::Motions),
        Unit::Stimulus => stimulus::lower::find(cx, &name, place).map(Tuning::Stimulus),
        Unit::Choice(words) if !words.contains(&name.as_str()) => {
            let problem = Code::UnknownWord
                .at(place, format!("`{}` cannot be `{name}`", entry.name))
                .label("not one of the choices")
                .did_you_mean(place, &name, words.iter().copied());
            cx.fail(problem.or_hint(format!("choices are {}", listed(words))))
        }
        _ => Some(Tuning::Word(symbol(cx, &name))),
    }
}

/// A course without parameters, or for the one whom it is performed on.
fn course(cx: &mut Context<'_>, name: &str, place: Place) -> Option<CourseId> {
    let globals = cx.globals;
    let found = globals.find(Namespace::Action, name, cx.package);
    let Some(declared) = found.filter(|found| found.node == COURSE_DECL) else {
        let (code, space) = (Code::UnknownAction, Namespace::Action);
        let problem = globals.unknown(code, space, "course", (name, place), cx.package, |known| {
            known.node == COURSE_DECL
        });
        return cx.fail(problem);
    };
    let id = CourseId(globals.id(Category::Course, name));
    let fits = match globals.module.course(id)?.parameters.as_slice() {
        [] => true,
        [one] => matches!(one, Kind::Character | Kind::CharacterIn(_) | Kind::Thing),
        _ => false,
    };
    if !fits {
        return cx.fail(
            Code::WrongArguments
                .at(place, format!("a skill cannot perform `{name}`"))
                .label("needs more than the character it is performed on")
                .related(declared.place, "declared here")
                .hint(format!(
                    "declare it like this: `course {name}(Who: character)`"
                )),
        );
    }
    Some(id)
}
