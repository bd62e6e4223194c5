//! Actions that skills ask of a body. The compiler adds those that the author has not declared.

use crate::context::Context;
use crate::diagnostic::Code;
use crate::globals::{FileTree, Globals, first_of};
use crate::names::{Declaration, Namespace};
use crate::source::Place;
use crate::syntax::*;
use townsfolk_core::{ActionId, Channel, Duration, Kind, SymbolId};
use townsfolk_module::senses::BODY_ACTIONS;
use townsfolk_module::{Action, Category, NamedParameter};

/// How long a body takes on the simulated stage, in thousandths of a second, by action.
const TAKES: [(&str, i64, i64); 10] = [
    ("go_there", 1000, 8000),
    ("move_so", 500, 1500),
    ("turn_to", 200, 500),
    ("look_about", 1000, 2000),
    ("stay_put", 1000, 3000),
    ("strike", 600, 900),
    ("throw_at", 800, 1200),
    ("shoot_at", 200, 400),
    ("cry", 800, 1500),
    ("bark", 1000, 2000),
];

/// Actions aimed at a character.
const AIMED: [&str; 2] = ["strike", "shoot_at"];

/// Actions of the voice.
const SPOKEN: [&str; 2] = ["cry", "bark"];

/// The time after which an action counts as failed.
const LIMIT: Duration = Duration::seconds(60);

/// Whether a project has skills, and so all actions of a body.
fn has_skills(globals: &Globals) -> bool {
    let mut deciders = globals.names.all(Namespace::Decider);
    deciders.any(|declaration| declaration.node == SKILLS_DECL)
}

fn is_bodily(name: &str) -> bool {
    BODY_ACTIONS.iter().any(|(known, _)| *known == name)
}

/// An action by its name, declared or of a body, or a report that there is none.
pub(crate) fn action(cx: &mut Context<'_>, name: &str, place: Place) -> Option<ActionId> {
    let globals = cx.globals;
    if let Some((action, _)) = globals.action(name, cx.package) {
        return Some(action.id);
    }
    if is_bodily(name) && has_skills(globals) {
        return Some(ActionId(globals.id(Category::Action, name)));
    }
    let (code, space, package) = (Code::UnknownAction, Namespace::Action, cx.package);
    let problem = globals.unknown(code, space, "action", (name, place), package, |known| {
        known.node == ACTION_DECL
    });
    cx.fail(problem)
}

/// The actions of a body that a project with skills does not declare, with the names of their ids.
/// A declared one that lacks something is reported.
pub(crate) fn undeclared(trees: &[FileTree], cx: &mut Context<'_>) -> Vec<Action> {
    let globals = cx.globals;
    if !has_skills(globals) {
        return vec![];
    }
    let mut missing = vec![];
    for (name, named) in BODY_ACTIONS {
        let mut declared = first_of(trees, globals, ACTION_DECL);
        match declared.find(|(declaration, _)| declaration.name == name) {
            Some((declaration, _)) => fits(cx, declaration, named),
            None => missing.push(of_body(cx, name, named)),
        }
    }
    missing
}

fn kind_of(parameter: &str) -> Kind {
    match parameter {
        "motion" => Kind::Symbol,
        "says" => Kind::Text,
        _ => Kind::Number,
    }
}

fn of_body(cx: &mut Context<'_>, name: &str, named: &[&str]) -> Action {
    let id = cx.globals.id(Category::Action, name);
    cx.used.push((Category::Action, id, name.to_string()));
    let named = named.iter().map(|parameter| {
        let symbol = cx.globals.symbol(parameter);
        cx.used
            .push((Category::Symbol, symbol.0, (*parameter).to_string()));
        NamedParameter {
            name: symbol,
            kind: kind_of(parameter),
            default: None,
        }
    });
    let mut named: Vec<NamedParameter> = named.collect();
    named.sort_by_key(|parameter| parameter.name);
    let time = TAKES.iter().find(|(known, ..)| *known == name);
    let (least, most) = time.map_or((1000, 1000), |(_, least, most)| (*least, *most));
    Action {
        id: ActionId(id),
        parameters: parameters(name),
        named,
        channel: match SPOKEN.contains(&name) {
            true => Channel::Voice,
            false => Channel::Body,
        },
        takes: (
            Duration::from_milliseconds(least),
            Duration::from_milliseconds(most),
        ),
        may_fail: true,
        limit: LIMIT,
        interruptible: true,
        pose: None,
    }
}

fn parameters(name: &str) -> Vec<Kind> {
    match AIMED.contains(&name) {
        true => vec![Kind::Character],
        false => vec![],
    }
}

/// Reports a declared action of a body to which skills cannot say what they have to.
fn fits(cx: &mut Context<'_>, declaration: &Declaration, named: &[&str]) {
    let (globals, name) = (cx.globals, declaration.name.as_str());
    let Some(action) = globals
        .module
        .action(ActionId(globals.id(Category::Action, name)))
    else {
        return;
    };
    let aimed = match action.parameters.as_slice() {
        [] => vec![],
        [Kind::Character | Kind::Thing] => vec![Kind::Character],
        other => other.to_vec(),
    };
    let has = |parameter: &&str| {
        let symbol: SymbolId = globals.symbol(parameter);
        let mut own = action.named.iter();
        own.any(|own| own.name == symbol && own.kind == kind_of(parameter))
    };
    if aimed == parameters(name) && named.iter().all(has) {
        return;
    }
    let target = if AIMED.contains(&name) {
        "(character)"
    } else {
        ""
    };
    let spelt = named.iter().map(|parameter| {
        let kind = match kind_of(parameter) {
            Kind::Symbol => "symbol",
            Kind::Text => "text",
            _ => "number",
        };
        format!("{parameter}: {kind}")
    });
    let spelt: Vec<String> = spelt.collect();
    let with = match spelt.is_empty() {
        true => String::new(),
        false => format!(" with {}", spelt.join(", ")),
    };
    cx.file = declaration.place.file;
    cx.problem(
        Code::BodyActionMisfit
            .at(
                declaration.place,
                format!("skills cannot use this `{name}`"),
            )
            .label("lacks a parameter that skills fill in")
            .consequence("Lists of skills ask the body for this action by its name.")
            .hint(format!(
                "declare it like this, or not at all: `action {name}{target}{with} takes 1 s, may fail`"
            )),
    );
}
