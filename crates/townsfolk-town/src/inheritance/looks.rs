//! Looks of people: what can be seen, changed and spoken of.

use crate::living::Living;
use crate::talk::{FacetWords, Vocabulary};
use std::cmp::Reverse;
use townsfolk::Report;
use townsfolk_core::{CharacterId, Draw, HostId, Pushed, Value};
use townsfolk_module::Category;
use townsfolk_module::knowledge::{Facet, FacetForm, FacetSeen, FacetSubject, Mistakes};

impl Living {
    pub(super) fn set_look(&mut self, who: CharacterId, name: HostId, value: Value) {
        self.folk.report(Report::Property {
            name,
            arguments: vec![Value::Character(who)],
            value: Pushed::Is(value),
        });
    }

    /// The present value of a look.
    pub fn look(&self, who: CharacterId, facet: HostId) -> Option<Value> {
        match self.folk.attribute(facet, &[Value::Character(who)]) {
            Pushed::Is(value) => Some(value),
            _ => None,
        }
    }

    /// The facets by which somebody can be described from sight.
    pub fn looks(&self) -> Vec<Facet> {
        let facets = self.content.module.knowledge.facets.iter();
        let looks = facets.filter(|facet| is_look(facet));
        looks.cloned().collect()
    }

    /// Looks that a barber or an optician can change: those that are hardly inherited.
    pub fn changeable(&self) -> Vec<Facet> {
        let hair = ["hair_color", "glasses"].map(HostId::named);
        let free = |facet: &Facet| hair.contains(&facet.id) || facet.inherited.0 <= 50_000;
        let born_with = ["birthmark", "scar"].map(HostId::named);
        let looks = self.looks().into_iter();
        looks
            .filter(|facet| free(facet) && !born_with.contains(&facet.id))
            .collect()
    }

    /// The people who can be spoken to, and who file past, sorted.
    pub fn townspeople(&self) -> Vec<CharacterId> {
        let looks = self.looks();
        let people = self.folk.characters();
        let people =
            people.filter(|person| !person.player && self.folk.member_of(person.id).is_some());
        let people = people.map(|person| person.id);
        let has_looks = |who: &CharacterId| {
            let mut looks = looks.iter();
            looks.any(|facet| self.look(*who, facet.id).is_some())
        };
        people.filter(has_looks).collect()
    }

    /// The words in which people and their looks can be spoken of.
    pub fn vocabulary(&self, visitor: CharacterId) -> Vocabulary {
        let symbols = &self.content.symbols;
        let plain = |category, id| symbols.name(category, id).replace('_', " ");
        let mut people: Vec<(CharacterId, Vec<String>)> = vec![(
            visitor,
            vec![
                "the visitor".to_owned(),
                "the stranger".to_owned(),
                "the lover".to_owned(),
            ],
        )];
        let named: Vec<(CharacterId, String)> = self
            .townspeople()
            .into_iter()
            .map(|who| (who, self.folk.name_of(who)))
            .collect();
        let first = |name: &str| name.split(' ').next().unwrap_or_default().to_owned();
        for (who, name) in &named {
            let short = first(name);
            let mut others = named.iter().filter(|(other, _)| other != who);
            // A first name that several people have means none of them.
            let is_shared = others.any(|(_, other)| first(other) == short);
            let short = Some(short).filter(|short| !is_shared && short != name);
            people.push((
                *who,
                [Some(name.clone()), short].into_iter().flatten().collect(),
            ));
        }
        let facets = self.content.module.knowledge.facets.iter();
        let facets = facets.filter(|facet| {
            let of_person = facet.of == FacetSubject::Person;
            is_look(facet) || (of_person && facet.form == FacetForm::Place)
        });
        let mut facets: Vec<&Facet> = facets.collect();
        // What counts most comes first.
        facets.sort_by_key(|facet| (!is_look(facet), Reverse(facet.evidence), facet.id));
        let facets = facets.into_iter().map(|facet| FacetWords {
            id: facet.id,
            name: plain(Category::Host, facet.id.0),
            values: self.values_of(facet, &plain),
        });
        Vocabulary {
            people,
            facets: facets.collect(),
        }
    }

    /// The values of a facet with their names, sorted by name: its common ones, those that somebody
    /// has, and those for which they are mistaken.
    fn values_of(
        &self,
        facet: &Facet,
        plain: &dyn Fn(Category, u32) -> String,
    ) -> Vec<(Value, String)> {
        let people = self.folk.characters();
        let had = people.filter_map(|person| self.look(person.id, facet.id));
        let mut values: Vec<Value> = facet.common.iter().map(|(value, ..)| *value).collect();
        values.extend(had);
        if let Mistakes::Graph(mistaken) = &facet.mistaken {
            values.extend(mistaken.iter().map(|(value, _)| *value));
        }
        values.sort_unstable();
        values.dedup();
        let named = values.into_iter().filter_map(|value| match value {
            Value::Symbol(symbol) => Some((value, plain(Category::Symbol, symbol.0))),
            _ => None,
        });
        let mut named: Vec<(Value, String)> = named.collect();
        named.sort_by(|a, b| a.1.cmp(&b.1));
        named
    }
}

/// Whether a facet is seen of everybody, and generated people have it.
fn is_look(facet: &Facet) -> bool {
    facet.of == FacetSubject::Person
        && facet.form == FacetForm::Symbol
        && facet.seen == FacetSeen::Always
        && !facet.common.is_empty()
}

/// A value drawn by how common it is.
pub(super) fn drawn_look(facet: &Facet, draw: Draw) -> Option<Value> {
    let total: u64 = facet
        .common
        .iter()
        .map(|(_, men, _)| u64::from(men.0))
        .sum();
    let last = i64::try_from(total).ok()?.checked_sub(1)?;
    let mut left = draw.between(u64::from(facet.id.0), 0, last);
    let drawn = facet.common.iter().find(|(_, men, _)| {
        left -= i64::from(men.0);
        left < 0
    });
    drawn.map(|(value, ..)| *value)
}
