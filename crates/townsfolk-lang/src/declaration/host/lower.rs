//! A host name's signature.

use crate::condition::duration_range;
use crate::context::Context;
use crate::declaration::Item;
use crate::diagnostic::Code;
use crate::source::Place;
use crate::syntax::{Node, TreeExt, *};
use townsfolk_core::{Duration, HostId, Kind};
use townsfolk_module::{Category, HostForm, HostName};

/// Default period at which a reading is evaluated.
pub(crate) const BEAT: Duration = Duration(townsfolk_core::TICKS_PER_SECOND / 2);

/// Names reserved by the engine: a host name with one of these would be unreachable.
const TAKEN: &[&str] = &[
    "me", "now", "clock", "second", "minute", "hour", "any", "state",
];

/// Reports a name reserved by the engine.
pub(crate) fn is_taken(cx: &mut Context<'_>, name: &str, place: Place) -> bool {
    let taken = TAKEN.contains(&name);
    if taken {
        cx.problem(
            Code::DuplicateName
                .at(place, format!("`.{name}` belongs to the engine"))
                .label("this name is taken")
                .hint(format!("choose another name, for example `{name}_of`")),
        );
    }
    taken
}

pub(crate) fn lower(node: &Node, name: &str, cx: &mut Context<'_>) -> Option<Item> {
    let place = node.name(cx.file)?.1;
    if is_taken(cx, name, place) {
        return None;
    }
    let form = match node.tokens().next()?.kind() {
        PROPERTY_KW => HostForm::Property,
        FUNCTION_KW => HostForm::Function,
        _ => HostForm::Predicate,
    };
    let parameters = cx.kinds(node);
    let places: Vec<Place> = parameters.iter().map(|(_, place)| *place).collect();
    let kinds: Vec<Kind> = parameters
        .into_iter()
        .filter_map(|(kind, _)| kind)
        .collect();
    let result_node = node.child(RESULT).and_then(|result| result.child(KIND_REF));
    let result = result_node.as_ref().and_then(|kind| cx.kind(kind));
    match (form, &result_node) {
        (HostForm::Function, None) => {
            return cx.fail(
                Code::WrongKind
                    .at(place, "a function has a value of some kind")
                    .label("which kind?")
                    .hint(format!(
                        "write `function {name}(…): number`, or make it a `predicate`"
                    )),
            );
        }
        (HostForm::Predicate, Some(kind)) => {
            return cx.fail(
                Code::WrongKind
                    .at(
                        kind.place(cx.file),
                        "a predicate holds or does not: it has no value",
                    )
                    .label("a value")
                    .hint("make it a `function`, or leave the kind out"),
            );
        }
        _ => {}
    }
    if kinds.len() != places.len() || result.is_none() != result_node.is_none() {
        return None;
    }
    let beat = node.child(FLAG).and_then(|flag| flag.child(RANGE));
    let beat = beat
        .and_then(|range| duration_range(cx, &range))
        .map_or(BEAT, |(beat, _)| beat);
    let beat = Duration(beat.0.max(1));
    let id = HostId(cx.globals.id(Category::Host, name));
    Some(Item::Host(
        HostName {
            id,
            form,
            parameters: kinds,
            result,
            beat,
        },
        places,
    ))
}
