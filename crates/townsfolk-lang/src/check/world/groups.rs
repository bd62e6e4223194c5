//! Groups that no script can take as a whole.

use super::{World, roles_of};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Place;
use crate::syntax::{TreeExt, *};
use std::collections::BTreeMap;
use townsfolk_core::RoleId;
use townsfolk_module::{Category, Script};

pub(super) fn check(world: &World<'_>, problems: &mut Vec<Diagnostic>) {
    let mut groups: BTreeMap<(String, Place), Vec<Vec<RoleId>>> = BTreeMap::new();
    let mut first: BTreeMap<String, Place> = BTreeMap::new();
    for (declaration, node) in world.all(PERSON_DECL) {
        let mut parts = node.children_of(PERSON_PART);
        let belongs = parts.find(|part| part.words().first().is_some_and(|w| w == "belongs"));
        let group = belongs.and_then(|part| part.name(declaration.place.file));
        let id = world.globals.id(Category::Character, &declaration.name);
        let people = &world.minds().people;
        let member = people.binary_search_by_key(&id, |person| person.id.0);
        let member = member.ok().and_then(|index| people.get(index));
        if let (Some((name, place)), Some(member)) = (group, member) {
            let place = *first.entry(name.clone()).or_insert(place);
            groups
                .entry((name, place))
                .or_default()
                .push(roles_of(member));
        }
    }
    for ((name, place), members) in groups {
        let everybody_fits = |script: &&Script| {
            let fits = |roles: &Vec<RoleId>| !lines(world, script, roles).is_empty();
            let room: u32 = script.cast.iter().map(|line| u32::from(line.max)).sum();
            room > 1 && members.iter().all(fits)
        };
        let scripts = world.scripts.values().map(|unit| &unit.script);
        let fitting: Vec<&Script> = scripts.filter(everybody_fits).collect();
        if fitting
            .iter()
            .any(|script| takes_all(world, script, &members))
        {
            continue;
        }
        let room =
            |script: &&&Script| -> u32 { script.cast.iter().map(|line| u32::from(line.max)).sum() };
        let Some(widest) = fitting.iter().max_by_key(room) else {
            continue;
        };
        let unit = world.scripts.get(&widest.id);
        let script = unit.map_or("?", |unit| unit.name.as_str());
        let count = members.len();
        let mut problem = Code::GroupTooLarge
            .at(
                place,
                format!("no script has room for all {count} of `{name}`"),
            )
            .label("a group takes part as a whole or not at all")
            .consequence("So none of them is ever asked to take part in a scene.");
        if let Some(cast) = unit.and_then(|unit| unit.places.cast.first()) {
            problem = problem.related(*cast, format!("`{script}` has parts for them, but too few"));
        }
        problems.push(problem.hint("raise the maximum in the cast, or make the group smaller"));
    }
}

/// The lines of a cast that a person fits.
fn lines(world: &World<'_>, script: &Script, roles: &[RoleId]) -> Vec<usize> {
    let fits = |index: &usize| {
        let line = &script.cast[*index];
        line.max > 0 && roles.iter().any(|role| world.is_a(*role, line.role))
    };
    (0..script.cast.len()).filter(fits).collect()
}

/// Whether all members can have a part at the same time: a matching of members with lines.
fn takes_all(world: &World<'_>, script: &Script, members: &[Vec<RoleId>]) -> bool {
    let fits: Vec<Vec<usize>> = members.iter().map(|m| lines(world, script, m)).collect();
    let mut cast: Vec<Vec<usize>> = vec![vec![]; script.cast.len()];
    let all = 0..members.len();
    all.into_iter().all(|member| {
        let mut tried = vec![false; script.cast.len()];
        place_one(member, script, &fits, &mut cast, &mut tried)
    })
}

fn place_one(
    member: usize,
    script: &Script,
    fits: &[Vec<usize>],
    cast: &mut [Vec<usize>],
    tried: &mut [bool],
) -> bool {
    for line in fits[member].iter().copied() {
        if std::mem::replace(&mut tried[line], true) {
            continue;
        }
        if cast[line].len() < usize::from(script.cast[line].max) {
            cast[line].push(member);
            return true;
        }
        for at in 0..cast[line].len() {
            let other = cast[line][at];
            if place_one(other, script, fits, cast, tried) {
                cast[line][at] = member;
                return true;
            }
        }
    }
    false
}
