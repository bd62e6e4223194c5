//! An attribute's signature.

use crate::condition::{constant, symbol_of_set};
use crate::context::Context;
use crate::declaration::host::lower::{BEAT, is_taken};
use crate::declaration::{Item, unique_names};
use crate::diagnostic::Code;
use crate::kinds;
use crate::names::Namespace;
use crate::source::Place;
use crate::syntax::{Node, TreeExt, *};
use townsfolk_core::{HostId, Kind, Number, Pushed, SymbolSetId, Value};
use townsfolk_module::{Attribute, Category, HostForm, HostName, SetBy, SymbolSet};

/// The symbols of an attribute, with their names.
pub(crate) type Symbols = Option<(SymbolSet, Vec<String>)>;

pub(crate) fn lower(node: &Node, name: &str, cx: &mut Context<'_>) -> Option<Item> {
    let place = node.name(cx.file)?.1;
    if is_taken(cx, name, place) {
        return None;
    }
    let owner = owner(node, cx)?;
    signature(node, (name, place), owner, cx).map(Item::Attribute)
}

/// An attribute with everything that is declared along with it.
pub(crate) struct Lowered {
    pub(crate) host: HostName,
    /// The places of its parameters.
    pub(crate) places: Vec<Place>,
    pub(crate) attribute: Attribute,
    pub(crate) symbols: Symbols,
}

/// Lowers an attribute whose owner is known.
pub(crate) fn signature(
    node: &Node,
    (name, place): (&str, Place),
    (parameters, places): (Vec<Kind>, Vec<Place>),
    cx: &mut Context<'_>,
) -> Option<Lowered> {
    let result = node.child(RESULT);
    let symbols = symbols(result.as_ref(), (name, place), cx)?;
    let kind = match (&symbols, result.as_ref().and_then(|r| r.child(KIND_REF))) {
        (Some((set, _)), _) => Some(Kind::SymbolOf(set.id)),
        (None, Some(kind)) => Some(cx.kind(&kind)?),
        (None, None) => None,
    };
    let bounds = match result.as_ref().and_then(|result| result.child(RANGE)) {
        Some(range) => Some(bounds(&range, kind, cx)?),
        None => None,
    };
    let default = default(node, kind, &symbols, cx)?;
    if let (Pushed::Is(Value::Number(value)), Some(bounds)) = (default, bounds)
        && let Some(written) = default_node(node)
    {
        check_bounds(cx, name, value, bounds, written.place(cx.file));
    }
    let id = HostId(cx.globals.id(Category::Host, name));
    let host = HostName {
        id,
        form: HostForm::Property,
        parameters,
        result: kind,
        beat: BEAT,
    };
    let attribute = Attribute {
        id,
        default,
        bounds,
        set_by: match node.child(FLAG) {
            Some(_) => SetBy::Host,
            None => SetBy::Content,
        },
    };
    Some(Lowered {
        host,
        places,
        attribute,
        symbols,
    })
}

/// The owner: the world, or a character.
fn owner(node: &Node, cx: &mut Context<'_>) -> Option<(Vec<Kind>, Vec<Place>)> {
    let parameters = cx.kinds(node);
    let places: Vec<Place> = parameters.iter().map(|(_, place)| *place).collect();
    let known: Option<Vec<Kind>> = parameters.into_iter().map(|(kind, _)| kind).collect();
    let known = known?;
    match known.as_slice() {
        [] => {}
        [kind] if kinds::is_person(*kind) => {}
        _ => {
            let list = node.child(KINDS)?;
            return cx.fail(
                Code::WrongArguments
                    .at(
                        list.place(cx.file),
                        "an attribute belongs to the world or to one character",
                    )
                    .label("neither nothing nor a single character")
                    .hint("write `(character)`, a role in parentheses, or nothing"),
            );
        }
    }
    Some((known, places))
}

/// The set that `symbol idle, busy` declares along with the attribute. It has the same name.
fn symbols(
    result: Option<&Node>,
    (name, place): (&str, Place),
    cx: &mut Context<'_>,
) -> Option<Symbols> {
    let Some(list) = result.and_then(|result| result.child(NAMES)) else {
        return Some(None);
    };
    let set = cx.globals.find(Namespace::Kind, name, cx.package);
    if let Some(set) = set.filter(|set| set.node == SYMBOLS_DECL) {
        return cx.fail(
            Code::DuplicateName
                .at(place, format!("there is a set of symbols `{name}` already"))
                .label("these symbols would be a second set of this name")
                .related(set.place, "declared here")
                .hint(format!("write `: {name}` to use the set that is there")),
        );
    }
    let names: Vec<String> = unique_names(cx, &list)
        .into_iter()
        .map(|(name, _)| name)
        .collect();
    let set = SymbolSet {
        id: SymbolSetId(cx.globals.id(Category::SymbolSet, name)),
        members: names.iter().map(|name| cx.globals.symbol(name)).collect(),
    };
    Some(Some((set, names)))
}

fn bounds(range: &Node, kind: Option<Kind>, cx: &mut Context<'_>) -> Option<(Number, Number)> {
    let place = range.place(cx.file);
    if kind != Some(Kind::Number) {
        return cx.fail(
            Code::WrongKind
                .at(place, "only a number has a range")
                .label("this is no number")
                .hint("leave the range out, or write `number` before it"),
        );
    }
    let ends: Vec<Node> = range.children().collect();
    let mut number = |end: &Node| match constant(cx, end, kind)? {
        Value::Number(number) => Some(number),
        _ => None,
    };
    let (low, high) = (number(ends.first()?)?, number(ends.get(1)?)?);
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

fn default_node(node: &Node) -> Option<Node> {
    node.children().find(|child| {
        !matches!(
            child.kind(),
            NAME | KINDS | RESULT | FLAG | FACET_PART | ERROR
        )
    })
}

fn default(
    node: &Node,
    kind: Option<Kind>,
    symbols: &Symbols,
    cx: &mut Context<'_>,
) -> Option<Pushed> {
    let Some(written) = default_node(node) else {
        return Some(Pushed::HoldsNot);
    };
    let value = match symbols {
        Some((set, names)) if written.kind() == NAME_EXPR => {
            let (name, place) = cx.reference(&written)?;
            let set_name = node.name(cx.file)?.0;
            symbol_of_set(cx, (&name, place), &set_name, &set.members, names)?
        }
        _ => constant(cx, &written, kind)?,
    };
    Some(Pushed::Is(value))
}

/// Reports a number that an attribute cannot have.
pub(crate) fn check_bounds(
    cx: &mut Context<'_>,
    name: &str,
    value: Number,
    (low, high): (Number, Number),
    place: Place,
) {
    if value < low || value > high {
        cx.problem(
            Code::OutOfRange
                .at(
                    place,
                    format!("`{name}` goes from {low} to {high}, and this is {value}"),
                )
                .label("outside its range")
                .consequence(format!(
                    "The engine would make it {} instead.",
                    value.clamp(low, high)
                ))
                .hint("choose a value within the range, or declare a wider range"),
        );
    }
}
