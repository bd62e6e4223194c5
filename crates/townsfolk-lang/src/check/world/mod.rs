//! Checks across declarations: needs, places, schedules, doors, groups and the actions of the
//! engine. Each declaration is valid by itself, but together they cannot work. One file for each
//! family.
//!
//! A host adds people, places locations and sets properties, which is unknown here. So absence is
//! reported only where content alone could supply the missing part.

mod actions;
mod days;
mod doors;
mod emitters;
mod groups;
mod hours;
mod layers;
mod needs;
mod places;
mod slots;

use crate::declaration::plan::lower::LoweredPlan;
use crate::diagnostic::Diagnostic;
use crate::globals::{FileTree, Globals, first_of};
use crate::minds::LoweredMinds;
use crate::names::{Declaration, Namespace, PackageId};
use crate::source::Place;
use crate::syntax::{Node, TreeExt, *};
use crate::unit::ScriptUnit;
use std::collections::{BTreeMap, BTreeSet};
use townsfolk_core::{LayerId, LocationKindId, RoleId, ScriptId};
use townsfolk_module::mind::{CastMember, Deed, Minds};
use townsfolk_module::{CastRole, Category, LocationKind, Script};

/// Maximum number of names in a message.
const NAMED_MAX: usize = 3;

/// Maximum number of people whose ways are followed.
const PEOPLE_MAX: usize = 2_000;

/// Maximum number of periods of a schedule that are followed.
const ENTRIES_MAX: usize = 500;

/// A project without errors.
pub(crate) struct World<'a> {
    pub(crate) trees: &'a [FileTree],
    pub(crate) globals: &'a Globals,
    pub(crate) scripts: BTreeMap<ScriptId, &'a ScriptUnit>,
    pub(crate) locations: BTreeMap<LocationKindId, &'a LocationKind>,
    pub(crate) minds: &'a LoweredMinds,
    pub(crate) plan: &'a LoweredPlan,
}

/// All findings about how the declarations of a project fit together.
pub(crate) fn check(world: &World<'_>) -> Vec<Diagnostic> {
    let mut problems = vec![];
    let holders = world.holders();
    let days = world.days();
    let reach = doors::Reach::of(world);
    emitters::check(world, &mut problems);
    needs::check(world, &holders, &mut problems);
    places::check(world, &holders, reach.as_ref(), &mut problems);
    days::check(world, &days, reach.as_ref(), &mut problems);
    if let Some(reach) = &reach {
        doors::check(world, &days, reach, &mut problems);
    }
    actions::check(world, &holders, &mut problems);
    layers::check(world, &holders, &mut problems);
    slots::check(world, &mut problems);
    groups::check(world, &mut problems);
    hours::check(world, &mut problems);
    problems
}

/// The people who hold each layer, always or in a role of their day.
type Holders<'a> = BTreeMap<LayerId, Vec<&'a CastMember>>;

/// Each person with the schedule they follow, and the lines of its entries.
type Days<'a> = Vec<(&'a CastMember, &'a Declaration, Vec<Place>)>;

impl<'a> World<'a> {
    fn minds(&self) -> &'a Minds {
        &self.minds.minds
    }

    fn holders(&self) -> Holders<'a> {
        let carried: BTreeMap<RoleId, LayerId> = self.minds().roles.iter().copied().collect();
        let mut holders = Holders::new();
        for person in &self.minds().people {
            let entries = person.schedule.entries.iter();
            let roles = entries.filter_map(|entry| carried.get(&entry.role));
            let mut layers: BTreeSet<LayerId> = roles.copied().collect();
            layers.extend([person.basic, person.navigation]);
            for layer in layers {
                holders.entry(layer).or_default().push(person);
            }
        }
        holders
    }

    /// The deeds of minds: the deed, its name, its place, and the people who hold the layer.
    fn deeds<'h>(
        &self,
        holders: &'h Holders<'a>,
    ) -> impl Iterator<Item = (&'a Deed, &'a str, Place, &'h [&'a CastMember])> {
        self.minds.deeds.iter().filter_map(|action| {
            let holders = holders.get(&action.layer)?;
            Some((
                &action.deed,
                action.name.as_str(),
                action.place,
                holders.as_slice(),
            ))
        })
    }

    /// All valid declarations of a kind.
    fn all(&self, kind: SyntaxKind) -> impl Iterator<Item = (&'a Declaration, &'a Node)> {
        first_of(self.trees, self.globals, kind)
    }

    /// The kinds of locations, with their declarations.
    fn located(&self) -> impl Iterator<Item = (&'a Declaration, &'a Node, &'a LocationKind)> {
        self.all(LOCATION_DECL).filter_map(|(declaration, node)| {
            let id = self.globals.id(Category::Location, &declaration.name);
            let kind = self.locations.get(&LocationKindId(id))?;
            Some((declaration, node, *kind))
        })
    }

    /// The declaration behind an id.
    fn declared(&self, namespace: Namespace, category: Category, id: u32) -> Option<&Declaration> {
        let mut all = self.globals.names.all(namespace);
        all.find(|declaration| self.globals.id(category, &declaration.name) == id)
    }

    /// The name behind an id.
    fn name(&self, namespace: Namespace, category: Category, id: u32) -> &str {
        let declaration = self.declared(namespace, category, id);
        declaration.map_or("?", |declaration| declaration.name.as_str())
    }

    fn person(&self, person: &CastMember) -> Option<&Declaration> {
        self.declared(Namespace::Person, Category::Character, person.id.0)
    }

    /// Some people by name.
    fn people(&self, people: &[&CastMember]) -> String {
        let named = people.iter().filter_map(|person| self.person(person));
        let named: Vec<String> = named
            .take(NAMED_MAX)
            .map(|person| format!("`{}`", person.name))
            .collect();
        match people.len().saturating_sub(named.len()) {
            0 => named.join(", "),
            more => format!("{} and {more} more", named.join(", ")),
        }
    }

    fn days(&self) -> Days<'a> {
        let schedules: BTreeMap<&str, (&Declaration, &Node)> = self
            .all(SCHEDULE_DECL)
            .map(|(declaration, node)| (declaration.name.as_str(), (declaration, node)))
            .collect();
        let people = self.minds().people.iter();
        let people: BTreeMap<u32, &CastMember> = people.map(|p| (p.id.0, p)).collect();
        let mut days = vec![];
        for (declaration, node) in self.all(PERSON_DECL) {
            let id = self.globals.id(Category::Character, &declaration.name);
            let mut parts = node.children_of(PERSON_PART);
            let follows = parts.find(|part| part.words().first().is_some_and(|w| w == "follows"));
            let name = follows.and_then(|part| part.name(declaration.place.file));
            let day = name.and_then(|(name, _)| schedules.get(name.as_str()).copied());
            if let (Some(person), Some((schedule, node))) = (people.get(&id), day) {
                let file = schedule.place.file;
                let lines = node.children_of(ENTRY).map(|entry| entry.place(file));
                days.push((*person, schedule, lines.collect()));
            }
        }
        days
    }

    /// Whether a package has people of its own, and so is no library for others.
    fn has_people(&self, package: PackageId) -> bool {
        let mut people = self.globals.names.all(Namespace::Person);
        people.any(|person| person.package == package)
    }

    fn is_a(&self, role: RoleId, wanted: RoleId) -> bool {
        self.globals.module.is_a(role, wanted)
    }

    fn script(&self, id: ScriptId) -> Option<&'a Script> {
        self.scripts.get(&id).map(|unit| &unit.script)
    }

    /// The scripts that a kind of location can play.
    fn scripts_at(&self, location: &LocationKind) -> Vec<&'a Script> {
        let prefers = location.prefers.iter().filter(|p| p.weight > 0);
        prefers.filter_map(|p| self.script(p.script)).collect()
    }

    /// Whether a character of a role can be cast in a script.
    fn has_part(&self, script: &Script, role: RoleId) -> bool {
        let fits = |line: &CastRole| line.max > 0 && self.is_a(role, line.role);
        script.cast.iter().any(fits)
    }
}

/// The roles of a person at any time of the day.
fn roles_of(person: &CastMember) -> Vec<RoleId> {
    let by_schedule = person.schedule.entries.iter().map(|entry| entry.role);
    person.roles.iter().copied().chain(by_schedule).collect()
}
