//! Settings of skills: `pace 4 m per s`, `with maul`, `random`.

use crate::context::Context;
use crate::declaration::amount::{Unit, read};
use crate::declaration::need::lower::symbol;
use crate::declaration::said_twice;
use crate::declaration::{motions, posts, stimulus};
use crate::diagnostic::Code;
use crate::names::Namespace;
use crate::source::Place;
use crate::syntax::{Node, TreeExt, *};
use townsfolk_core::{CourseId, Duration, Kind, Number, SymbolId};
use townsfolk_module::Category;
use townsfolk_module::senses::Tuning;

/// A setting that is only named is on.
const ON: Tuning = Tuning::Number(Number(1000));

/// The settings of a line, sorted by name.
pub(super) fn settings(cx: &mut Context<'_>, line: &Node) -> Vec<(SymbolId, Tuning)> {
    let mut said: Vec<(String, Place)> = vec![];
    let mut settings = vec![];
    for node in line.children_of(SETTING) {
        let mut names = node.children_of(NAME_REF);
        let (Some(first), second) = (names.next(), names.next()) else {
            continue;
        };
        let Some((name, place)) = cx.referred(&first) else {
            continue;
        };
        if said_twice(cx, &mut said, &name, place) {
            continue;
        }
        let value = match (node.child(AMOUNT), second) {
            (Some(written), _) => amount(cx, &written),
            (None, Some(word)) => named(cx, &name, &word),
            (None, None) => Some(ON),
        };
        let name = symbol(cx, &name);
        settings.extend(value.map(|value| (name, value)));
    }
    settings.sort_by_key(|(name, _)| *name);
    settings
}

fn amount(cx: &mut Context<'_>, node: &Node) -> Option<Tuning> {
    let amount = read(cx, node)?;
    let (low, high) = (amount.low, amount.high);
    Some(match (amount.unit, amount.is_range) {
        (Unit::Time, false) => Tuning::Time(Duration(low)),
        (Unit::Time, true) => Tuning::Times(Duration(low), Duration(high)),
        (_, false) => Tuning::Number(Number(low)),
        (_, true) => Tuning::Numbers(Number(low), Number(high)),
    })
}

/// A value that is a name: of a course behind `with`, else of whatever is declared, else a word.
fn named(cx: &mut Context<'_>, setting: &str, node: &Node) -> Option<Tuning> {
    let (name, place) = cx.referred(node)?;
    if setting == "with" {
        return course(cx, &name, place).map(Tuning::Course);
    }
    let globals = cx.globals;
    let declared = |space| globals.find(space, &name, cx.package);
    if declared(Namespace::Decider).is_some_and(|found| found.node == POSTS_DECL) {
        return posts::lower::find(cx, &name, place).map(Tuning::Posts);
    }
    if declared(Namespace::Motions).is_some() || setting.ends_with("motions") {
        return motions::lower::find(cx, &name, place).map(Tuning::Motions);
    }
    if declared(Namespace::Stimulus).is_some() {
        return stimulus::lower::find(cx, &name, place).map(Tuning::Stimulus);
    }
    Some(Tuning::Word(symbol(cx, &name)))
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
