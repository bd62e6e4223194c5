//! Deeds of minds without a place to do them.

use super::doors::Reach;
use super::{Holders, PEOPLE_MAX, World};
use crate::diagnostic::{Code, Diagnostic};
use crate::names::Namespace;
use crate::source::Place;
use std::collections::BTreeSet;
use townsfolk_core::{PropId, PropKindId, RoleId, SymbolId};
use townsfolk_module::mind::{CastMember, Deed, Test};
use townsfolk_module::{Category, LocationKind};

pub(super) fn check(
    world: &World<'_>,
    holders: &Holders<'_>,
    reach: Option<&Reach<'_>>,
    problems: &mut Vec<Diagnostic>,
) {
    for (layer, test, place) in &world.minds.tests {
        if let (Test::WaitsAt(kind, role), true) = (test, holders.contains_key(layer)) {
            let name = world.globals.prop_kind_name(*kind);
            let kinds = world.kinds(|location| is_or_has(location, *kind));
            let problem = no_part(world, &kinds, (&name, RoleId(role.0)), *place);
            let never = "Nobody ever waits there in this role, so the test is never true.";
            problems.extend(problem.map(|problem| problem.consequence(never)));
        }
    }
    for (deed, action, place, people) in world.deeds(holders) {
        let (what, kinds, hint) = match *deed {
            Deed::Satisfy(need, _) => {
                let name = world.name(Namespace::Need, Category::Need, need.0);
                let serves = |kind: &LocationKind| {
                    let serves = &world.minds().serves;
                    let found =
                        serves.binary_search_by_key(&(kind.id, need), |s| (s.location, s.need));
                    found.is_ok()
                };
                let hint = format!("write `serves {name} as …` in a location");
                (format!("serves `{name}`"), world.kinds(serves), hint)
            }
            Deed::UseKind(kind, role, _) => {
                let name = world.globals.prop_kind_name(kind);
                let kinds = world.kinds(|location| is_or_has(location, kind));
                let hint = format!("write `location {name}` with the script that is played there");
                let problem = no_part(world, &kinds, (&name, RoleId(role.0)), place);
                problems.extend(problem.map(|problem| problem.consequence(FINDS_NOTHING)));
                (format!("is a `{name}` or has one"), kinds, hint)
            }
            Deed::UseProp(prop, role) => {
                if let Some(reach) = reach {
                    let role = RoleId(role.0);
                    problems.extend(named_prop(world, reach, (prop, role), place));
                }
                continue;
            }
            _ => continue,
        };
        let problem = if kinds.is_empty() {
            Code::NoPlaceFor
                .at(place, format!("no location {what}"))
                .label("nowhere to do this")
        } else {
            let lost = reach.map_or(vec![], |reach| out_of_reach(reach, &kinds, people));
            if lost.is_empty() {
                continue;
            }
            let who = world.people(&lost);
            Code::NoPlaceFor
                .at(
                    place,
                    format!("nothing that {what} is within reach of {who}"),
                )
                .label("nowhere in the plan to do this")
                .related(
                    world.plan.place.unwrap_or(place),
                    "this plan places none of them, or behind doors closed to them",
                )
        };
        problems.push(
            problem
                .consequence(format!(
                    "Whoever wants to `{action}` finds nothing, and tries again for ever."
                ))
                .hint(hint),
        );
    }
}

/// Whether a kind of location is a kind of prop by its name, or has one.
fn is_or_has(location: &LocationKind, kind: PropKindId) -> bool {
    location.id.0 == kind.0 || location.props.iter().any(|prop| prop.kind == kind)
}

/// The consequence of a deed without a part.
const FINDS_NOTHING: &str = "Whoever wants this finds no place for it, and tries again for ever.";

/// A role that cannot use something anywhere.
fn no_part(
    world: &World<'_>,
    kinds: &[&LocationKind],
    (name, role): (&str, RoleId),
    place: Place,
) -> Option<Diagnostic> {
    let mut scripts = kinds.iter().flat_map(|kind| world.scripts_at(kind));
    if kinds.is_empty() || scripts.any(|script| world.has_part(script, role)) {
        return None;
    }
    let role = world.globals.role_name(role);
    let title = format!("no script of a `{name}` has a part for the role `{role}`");
    Some(
        Code::NoPartHere
            .at(place, title)
            .label("nobody can be cast in this role there")
            .hint(format!(
                "name a role of the cast, or write `{role} 0..1` in it"
            )),
    )
}

/// A prop that minds know by name and that the plan lacks. A plan names a location with `named`, or
/// by its kind: `attic_bed` is a `bed`.
fn named_prop(
    world: &World<'_>,
    reach: &Reach<'_>,
    (prop, role): (PropId, RoleId),
    place: Place,
) -> Option<Diagnostic> {
    let used = world.minds.used.iter();
    let mut names = used.filter(|used| (used.0, used.1) == (Category::Prop, prop.0));
    let (.., name) = names.next()?;
    let kinds = world.kinds(|kind| {
        let own = world.name(Namespace::Location, Category::Location, kind.id.0);
        let before = name.strip_suffix(own);
        let by_kind = before.is_some_and(|before| before.is_empty() || before.ends_with('_'));
        reach.is_named(kind, prop) || (by_kind && !reach.lots_of(kind).is_empty())
    });
    if !kinds.is_empty() {
        let problem = no_part(world, &kinds, (name, role), place);
        return problem.map(|problem| problem.consequence(FINDS_NOTHING));
    }
    let mut problem = Code::NoPlaceFor
        .at(place, format!("the plan has no `{name}`"))
        .label("nowhere to do this");
    if let Some(plan) = world.plan.place {
        problem = problem.related(plan, "no location of this plan has that name");
    }
    Some(
        problem
            .consequence("Whoever wants this finds nothing, and tries again for ever.")
            .hint(format!(
                "write `named {name}` behind the `place` of a location in the plan"
            )),
    )
}

/// The people who cannot reach any location of some kinds.
fn out_of_reach<'p>(
    reach: &Reach<'_>,
    kinds: &[&LocationKind],
    people: &[&'p CastMember],
) -> Vec<&'p CastMember> {
    let lots: Vec<usize> = kinds.iter().flat_map(|kind| reach.lots_of(kind)).collect();
    let in_reach = |there: &BTreeSet<usize>| lots.iter().any(|lot| there.contains(lot));
    if in_reach(&reach.public) || people.len() > PEOPLE_MAX {
        return vec![];
    }
    let people = people.iter().copied();
    people
        .filter(|person| !in_reach(&reach.ever_entered_by(person)))
        .collect()
}

impl<'a> World<'a> {
    fn kinds(&self, fits: impl Fn(&LocationKind) -> bool) -> Vec<&'a LocationKind> {
        let kinds = self.locations.values().copied();
        kinds.filter(|kind| fits(kind)).collect()
    }

    /// Whether an activity is possible anywhere.
    pub(super) fn suits(&self, activity: SymbolId, reach: Option<&Reach<'_>>) -> bool {
        let mut kinds = self.locations.values();
        kinds.any(|kind| {
            let stands = reach.is_none_or(|reach| !reach.lots_of(kind).is_empty());
            stands && kind.tags.contains(&activity)
        })
    }
}
