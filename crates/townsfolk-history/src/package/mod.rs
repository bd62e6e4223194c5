//! A town as an ordinary package of scripts, to be checked, edited and lived in.

mod people;
mod plan;

use crate::person::PersonId;
use crate::place::{PlaceId, word};
use crate::town::Town;
use std::collections::{BTreeMap, BTreeSet};
use townsfolk_core::{HostId, SymbolId};
use townsfolk_module::knowledge::Knowledge;

/// What people of every such town can be and do.
const WAYS: &str = include_str!("../../data/ways.folk");

/// The names of content: what facets and symbols are called.
#[derive(Clone, Copy)]
pub struct Wording<'a> {
    /// The facets.
    pub knowledge: &'a Knowledge,
    /// The text of `faces.folk`.
    pub faces: &'a str,
    /// The name of a facet.
    pub facet: &'a dyn Fn(HostId) -> Option<String>,
    /// The name of a symbol.
    pub symbol: &'a dyn Fn(SymbolId) -> Option<String>,
}

impl std::fmt::Debug for Wording<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Wording").finish_non_exhaustive()
    }
}

/// The files of the package, by name.
pub fn files(town: &Town, wording: Wording<'_>) -> Vec<(&'static str, String)> {
    let words = Words::of(town);
    vec![
        ("folk.toml", manifest(town)),
        ("faces.folk", wording.faces.to_owned()),
        ("ways.folk", WAYS.to_owned()),
        ("places.folk", plan::places(town, &words)),
        ("plan.folk", plan::plan(town, &words)),
        ("people.folk", people::people(town, &words, wording)),
    ]
}

fn manifest(town: &Town) -> String {
    format!("[package]\nname = \"{}\"\n", word(&town.name))
}

/// Words for people and places, each used once.
pub(crate) struct Words {
    people: BTreeMap<PersonId, String>,
    places: BTreeMap<PlaceId, String>,
}

impl Words {
    fn of(town: &Town) -> Words {
        let mut taken = BTreeSet::new();
        let mut people = BTreeMap::new();
        for who in &town.residents {
            let name = unique(word(&town.name_of(*who)), &mut taken);
            people.insert(*who, name);
        }
        let mut places = BTreeMap::new();
        for (n, place) in town.places.iter().enumerate() {
            if place.is_open() {
                places.insert(PlaceId(n as u32), unique(place.word(), &mut taken));
            }
        }
        Words { people, places }
    }

    fn person(&self, who: PersonId) -> &str {
        self.people.get(&who).map_or("", String::as_str)
    }

    fn place(&self, place: PlaceId) -> &str {
        self.places.get(&place).map_or("", String::as_str)
    }
}

/// The word, or the word with the first number that makes it new.
fn unique(plain: String, taken: &mut BTreeSet<String>) -> String {
    let numbered = (2..).map(|n| format!("{plain}_{n}"));
    let mut names = std::iter::once(plain.clone()).chain(numbered);
    let name = names.find(|name| !taken.contains(name)).unwrap_or(plain);
    taken.insert(name.clone());
    name
}
