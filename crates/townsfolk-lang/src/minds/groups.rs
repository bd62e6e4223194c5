//! Groups: people who name the same group join scenes together.

use super::MindsLower;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Place;
use crate::syntax::{TreeExt, *};
use std::collections::BTreeMap;
use townsfolk_core::{MemberId, SymbolId};
use townsfolk_module::Category;

impl MindsLower<'_> {
    /// Collects the groups of people.
    pub(super) fn groups(&mut self) {
        let mut found: BTreeMap<String, Vec<(MemberId, Place)>> = BTreeMap::new();
        for (declaration, node) in self.all(PERSON_DECL) {
            let id = MemberId(self.globals.id(Category::Character, &declaration.name));
            let mut parts = node.children_of(PERSON_PART);
            let belongs = parts.find(|part| part.words().first().is_some_and(|w| w == "belongs"));
            let Some(belongs) = belongs else {
                continue;
            };
            let group = self.step(declaration, |cx| cx.reference(&belongs));
            if let Some((name, place)) = group {
                found.entry(name).or_default().push((id, place));
            }
        }
        for (name, members) in found {
            if let [(_, place)] = members.as_slice() {
                self.out.problems.push(alone(&name, *place));
            }
            let group = SymbolId::named(&name);
            let members = members.into_iter().map(|(id, _)| (id, group));
            self.out.groups.0.extend(members);
        }
    }
}

fn alone(name: &str, place: Place) -> Diagnostic {
    Code::GroupOfOne
        .at(place, format!("nobody else belongs to `{name}`"))
        .label("a group of one")
        .consequence("Whoever is a group of one joins scenes as if there were no group.")
        .hint(format!("write `belongs to {name}` below the others too"))
}
