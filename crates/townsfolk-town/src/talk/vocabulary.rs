//! The words that can be understood: people, facets and their values.

use super::{Trait, Utterance};
use townsfolk_core::{CharacterId, HostId, Value};

/// The words of the people and facets of one town.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Vocabulary {
    /// People, each with the names it goes by. The first is the full name.
    pub people: Vec<(CharacterId, Vec<String>)>,
    /// Facets of people.
    pub facets: Vec<FacetWords>,
}

/// The words for a facet and its values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FacetWords {
    /// The facet.
    pub id: HostId,
    /// Its name in plain words: `hair color`.
    pub name: String,
    /// Its values, each with its name in plain words.
    pub values: Vec<(Value, String)>,
}

impl FacetWords {
    /// Whether it is had or not: its values are yes and no.
    pub(super) fn is_yes_or_no(&self) -> bool {
        let mut names = self.values.iter().map(|(_, name)| name.as_str());
        self.values.len() == 2 && names.all(|name| matches!(name, "yes" | "no"))
    }

    pub(super) fn value_named(&self, name: &str) -> Option<Value> {
        let mut values = self.values.iter();
        values
            .find(|(_, other)| other == name)
            .map(|(value, _)| *value)
    }

    fn name_of(&self, value: Value) -> &str {
        let mut values = self.values.iter();
        let known = values.find(|(other, _)| *other == value);
        known.map_or("something", |(_, name)| name)
    }
}

impl Vocabulary {
    /// The full name of a person.
    pub fn person(&self, who: CharacterId) -> &str {
        let mut people = self.people.iter();
        let known = people.find(|(other, _)| *other == who);
        let name = known.and_then(|(_, names)| names.first());
        name.map_or("somebody", String::as_str)
    }

    /// The words of a facet.
    pub fn facet(&self, id: HostId) -> Option<&FacetWords> {
        self.facets.iter().find(|facet| facet.id == id)
    }

    /// A trait in words: `hair color red`.
    pub fn described(&self, (facet, value): Trait) -> String {
        let Some(facet) = self.facet(facet) else {
            return "something".to_owned();
        };
        format!("{} {}", facet.name, facet.name_of(value))
    }

    /// The value of a facet in words.
    pub fn value(&self, facet: HostId, value: Value) -> &str {
        let facet = self.facet(facet);
        facet.map_or("something", |facet| facet.name_of(value))
    }

    /// The utterance as a sentence, which is understood as the same utterance.
    pub fn sentence(&self, utterance: &Utterance) -> String {
        let facet = |id| self.facet(id).map_or("look", |facet| &facet.name);
        match utterance {
            Utterance::Greet => "Hello.".to_owned(),
            Utterance::AskFacet { of, facet: id } => {
                format!("What is the {} of {}?", facet(*id), self.person(*of))
            }
            Utterance::Describe { of } => {
                format!("What do you know about {}?", self.person(*of))
            }
            Utterance::AskWho { traits } => {
                let traits: Vec<String> = traits.iter().map(|t| self.described(*t)).collect();
                format!("Who has {}?", traits.join(" and "))
            }
            Utterance::AskWhere { of, when } => {
                format!("Where was {} {}?", self.person(*of), when.words())
            }
            Utterance::AskSource => "How do you know?".to_owned(),
            Utterance::Tell {
                of,
                facet: id,
                value,
                source,
            } => {
                let claim = format!(
                    "the {} of {} is {}.",
                    facet(*id),
                    self.person(*of),
                    self.value(*id, *value)
                );
                match source {
                    Some(source) => format!("{} told me that {claim}", self.person(*source)),
                    None => capitalised(&claim),
                }
            }
        }
    }
}

fn capitalised(sentence: &str) -> String {
    let mut letters = sentence.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string());
    format!("{}{}", first.unwrap_or_default(), letters.as_str())
}
