//! Kinds of props with several slots that only claims on wider kinds are about.

use super::World;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Place;
use crate::syntax::*;
use crate::unit::ScriptUnit;
use townsfolk_core::{Kind, PropKindId};
use townsfolk_module::{Category, FactDecl};

pub(super) fn check(world: &World<'_>, problems: &mut Vec<Diagnostic>) {
    for (prop, _) in world.all(PROP_DECL) {
        let kind = PropKindId(world.globals.id(Category::PropKind, &prop.name));
        let slots = world.globals.module.prop_kind(kind).map_or(1, |k| k.slots);
        let claimed = claims(world, kind).any(|(.., exact)| exact);
        let wider = claims(world, kind).find(|(.., exact)| !exact);
        if let (2.., false, Some((unit, claim, _))) = (slots, claimed, wider) {
            let name = unit.fact_name(claim.id);
            problems.push(no_effect(
                (&prop.name, slots),
                prop.place,
                name,
                unit,
                claim,
            ));
        }
    }
}

fn no_effect(
    (prop, slots): (&str, u16),
    place: Place,
    claim: &str,
    unit: &ScriptUnit,
    declared: &FactDecl,
) -> Diagnostic {
    let problem = Code::SlotsWithoutClaim
        .at(place, format!("`slots {slots}` of `{prop}` has no effect"))
        .label(format!("no claim is declared with `{prop}`"))
        .consequence("One at a time holds it, as if it had a single slot.")
        .hint(format!("write `claim {claim}({prop}, character)`"));
    match unit.places.facts.get(&declared.id) {
        Some(claim) => problem.related(*claim, "this claim is on a wider kind, with one holder"),
        None => problem,
    }
}

/// The claims of scripts at locations with a prop of a kind that can be on it, each with whether it
/// is declared with the kind.
fn claims<'w>(
    world: &'w World<'_>,
    kind: PropKindId,
) -> impl Iterator<Item = (&'w ScriptUnit, &'w FactDecl, bool)> {
    let places = world.locations.values();
    let places = places.filter(move |place| place.props.iter().any(|prop| prop.kind == kind));
    let scripts = places.flat_map(|place| &place.prefers);
    let units = scripts.filter_map(|preference| world.scripts.get(&preference.script).copied());
    units.flat_map(move |unit| {
        let claims = unit.script.facts.iter().filter(|fact| fact.claim);
        claims.filter_map(move |claim| {
            let on = claim.kinds.iter().find_map(|on| match on {
                Kind::PropOf(on) if *on == kind => Some(true),
                Kind::PropOf(on) if world.globals.prop_is_a(kind, *on) => Some(false),
                Kind::Prop | Kind::Thing => Some(false),
                _ => None,
            });
            Some((unit, claim, on?))
        })
    })
}
