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

    /// A value as something that a person has: `red hair`, `a scar`, `no glasses`. `None` if there is no
    /// such phrase for it.
    pub fn phrase(&self, value: Value) -> Option<String> {
        let value = self.name_of(value);
        if self.is_yes_or_no() {
            return Some(match value {
                "yes" => with_article(&self.name),
                _ => format!("no {}", self.name),
            });
        }
        let (part, aspect) = self.name.rsplit_once(' ')?;
        match (aspect, value) {
            (_, "none") => Some(format!("no {}", self.name)),
            ("length", "bald") => Some("a bald head".to_owned()),
            ("size", "unibrow") => Some("a unibrow".to_owned()),
            ("color" | "length" | "size" | "shape" | "angle", _) => Some(match part {
                "eye" | "ear" | "eyebrow" => format!("{value} {part}s"),
                "hair" | "skin" => format!("{value} {part}"),
                _ => with_article(&format!("{value} {part}")),
            }),
            ("hair", _) => Some(with_article(value)),
            _ => None,
        }
    }

    /// The question for it, with a name for the person.
    pub fn question(&self, of: &str) -> String {
        match self.is_yes_or_no() {
            true => format!("Does {of} have {}?", with_article(&self.name)),
            false => format!("What is the {} of {of}?", self.name),
        }
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

    /// A trait in words: `red hair`, `workplace bakery`.
    pub fn described(&self, (facet, value): Trait) -> String {
        let Some(facet) = self.facet(facet) else {
            return "something".to_owned();
        };
        let plain = || format!("{} {}", facet.name, facet.name_of(value));
        facet.phrase(value).unwrap_or_else(plain)
    }

    /// The value of a facet in words.
    pub fn value(&self, facet: HostId, value: Value) -> &str {
        let facet = self.facet(facet);
        facet.map_or("something", |facet| facet.name_of(value))
    }

    /// A statement of a trait of somebody: `Anna has red hair.`
    pub fn claimed(&self, of: CharacterId, (id, value): Trait) -> String {
        let of = self.person(of);
        let facet = self.facet(id);
        match facet.and_then(|facet| facet.phrase(value)) {
            Some(phrase) => format!("{of} has {phrase}."),
            None => {
                let name = facet.map_or("look", |facet| &facet.name);
                format!("the {name} of {of} is {}.", self.value(id, value))
            }
        }
    }

    /// The utterance as a sentence, which is understood as the same utterance.
    pub fn sentence(&self, utterance: &Utterance) -> String {
        match utterance {
            Utterance::Greet => "Hello.".to_owned(),
            Utterance::AskFacet { of, facet: id } => {
                let facet = self.facet(*id);
                facet.map_or_else(String::new, |facet| facet.question(self.person(*of)))
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
                let claim = self.claimed(*of, (*id, *value));
                match source {
                    Some(source) => format!("{} told me that {claim}", self.person(*source)),
                    None => capitalised(&claim),
                }
            }
        }
    }
}

/// With `a` or `an`, unless it is plural.
fn with_article(name: &str) -> String {
    match name.chars().next() {
        _ if name.ends_with('s') => name.to_owned(),
        Some('a' | 'e' | 'i' | 'o') => format!("an {name}"),
        Some('u') if !name.starts_with("uni") => format!("an {name}"),
        _ => format!("a {name}"),
    }
}

/// With a capital letter at the beginning.
pub(crate) fn capitalised(sentence: &str) -> String {
    let mut letters = sentence.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string());
    format!("{}{}", first.unwrap_or_default(), letters.as_str())
}
