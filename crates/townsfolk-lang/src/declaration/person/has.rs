//! `has .hair_color = brown, .limping`: attributes that a person has from the start.

use crate::condition::constant;
use crate::context::Context;
use crate::declaration::attribute::lower::check_bounds;
use crate::declaration::said_twice;
use crate::diagnostic::{Code, Diagnostic};
use crate::kinds;
use crate::names::{Declaration, Namespace};
use crate::source::Place;
use crate::syntax::{Node, TreeExt, *};
use townsfolk_core::{HostId, Kind, MemberId, Pushed, Value};
use townsfolk_module::{Category, HostForm, HostName};

/// The attributes of one person.
pub(crate) fn lower(
    node: &Node,
    name: &str,
    cx: &mut Context<'_>,
) -> Vec<(MemberId, HostId, Pushed)> {
    let member = MemberId(cx.globals.id(Category::Character, name));
    let mut seen: Vec<(String, Place)> = vec![];
    let mut found = vec![];
    for part in node.children_of(PERSON_PART) {
        let lists = part.children_of(LITERALS);
        for literal in lists.flat_map(|list| list.children_of(LITERAL).collect::<Vec<_>>()) {
            let value = attribute(&literal, &mut seen, cx);
            found.extend(value.map(|(id, value)| (member, id, value)));
        }
    }
    found.sort_by_key(|(member, id, _)| (*member, *id));
    found
}

fn attribute(
    literal: &Node,
    seen: &mut Vec<(String, Place)>,
    cx: &mut Context<'_>,
) -> Option<(HostId, Pushed)> {
    let place = literal.place(cx.file);
    let mut sides = literal.children();
    let named = sides.next().filter(|node| node.kind() == DOT_EXPR);
    let Some(named) = named.filter(|node| node.child(ARGUMENTS).is_none()) else {
        return cx.fail(not_a_value(place));
    };
    let value = sides.next();
    let negated = literal.token(NOT_KW).is_some();
    if value.is_some() && (negated || literal.token(EQUAL).is_none()) {
        return cx.fail(not_a_value(place));
    }
    let dotted = named.token(DOT_NAME)?.text().to_string();
    let name = tree::normalise(dotted.trim_start_matches('.'));
    let (host, declared) = owned(&name, named.place(cx.file), cx)?;
    if said_twice(cx, seen, &dotted, named.place(cx.file)) {
        return None;
    }
    let pushed = match (host.result, value) {
        (_, None) if negated => Pushed::HoldsNot,
        (None, None) => Pushed::Holds,
        (Some(kind), Some(value)) => Pushed::Is(value_of(&name, host, kind, &value, cx)?),
        (result, _) => return cx.fail(misfit(&dotted, result, place, declared)),
    };
    Some((host.id, pushed))
}

/// An attribute or property of a character, or a report that there is none.
fn owned<'g>(
    name: &str,
    place: Place,
    cx: &mut Context<'g>,
) -> Option<(&'g HostName, &'g Declaration)> {
    let globals = cx.globals;
    let fits = |host: &HostName| {
        host.form == HostForm::Property
            && globals.module.attribute(host.id).is_some()
            && matches!(host.parameters.as_slice(), [owner] if kinds::is_person(*owner))
    };
    let found = globals.host(name, cx.package);
    if let Some(found) = found.filter(|(host, _)| fits(host)) {
        return Some(found);
    }
    // A broken declaration has been reported.
    if found.is_none() && globals.find(Namespace::Host, name, cx.package).is_some() {
        return None;
    }
    let hosts = globals.names.all(Namespace::Host);
    let known: Vec<String> = hosts
        .filter(|declared| {
            let host = globals.host(&declared.name, cx.package);
            host.is_some_and(|(host, _)| fits(host))
        })
        .map(|declared| format!(".{}", declared.name))
        .collect();
    let problem = match found {
        Some((_, declared)) => Code::WrongKind
            .at(place, format!("`.{name}` is no attribute of a character"))
            .label("a person cannot have it")
            .related(declared.place, "declared here"),
        None => Code::UnknownHostName
            .at(place, format!("there is no attribute `.{name}`"))
            .label("not declared"),
    };
    let problem = problem.did_you_mean(place, &format!(".{name}"), known.iter().map(|n| &**n));
    cx.fail(problem.or_hint(format!("declare it: `attribute {name}(character): …`")))
}

fn value_of(
    name: &str,
    host: &HostName,
    kind: Kind,
    node: &Node,
    cx: &mut Context<'_>,
) -> Option<Value> {
    if kinds::is_person(kind) && node.kind() == NAME_EXPR {
        let (person, place) = cx.reference(node)?;
        let found = (Code::UnknownPerson, Namespace::Person, "person");
        cx.declared(found.0, found.1, found.2, (&person, place))?;
    }
    let value = constant(cx, node, Some(kind))?;
    let bounds = cx.globals.module.attribute(host.id)?.bounds;
    if let (Value::Number(number), Some(bounds)) = (value, bounds) {
        check_bounds(cx, name, number, bounds, node.place(cx.file));
    }
    Some(value)
}

fn not_a_value(place: Place) -> Diagnostic {
    Code::NotAvailableHere
        .at(place, "a person has attributes with values")
        .label("not such a value")
        .hint("write `has .hair_color = brown`, or `has .limping` for one that holds")
}

fn misfit(dotted: &str, result: Option<Kind>, place: Place, declared: &Declaration) -> Diagnostic {
    let (message, label, hint) = match result {
        Some(_) => (
            format!("`{dotted}` has a value, and none is given"),
            "which value?",
            format!("write `has {dotted} = …`"),
        ),
        None => (
            format!("`{dotted}` holds or does not: it has no value"),
            "a value",
            format!("write `has {dotted}`"),
        ),
    };
    Code::WrongKind
        .at(place, message)
        .label(label)
        .related(declared.place, "declared here")
        .hint(hint)
}
