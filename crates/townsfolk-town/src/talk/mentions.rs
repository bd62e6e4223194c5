//! The people, facets and values that a sentence mentions.

use super::vocabulary::{FacetWords, Vocabulary};
use super::{SENTENCE_CHARS_MAX, TalkContext, Trait};
use std::collections::BTreeSet;
use townsfolk_core::{CharacterId, HostId};

/// A sentence as lower-case words, and what they mention.
pub(super) struct Mentions<'v> {
    pub(super) words: Vec<String>,
    /// People, with the index of their first word, in order.
    pub(super) people: Vec<(usize, CharacterId)>,
    /// Facets that are named, those in full first; whether in full.
    pub(super) facets: Vec<(bool, &'v FacetWords)>,
    /// Values with their facets, in order.
    pub(super) traits: Vec<Trait>,
}

/// A word, in the forms people type.
const SPELLINGS: [(&str, &str); 15] = [
    ("colour", "color"),
    ("grey", "gray"),
    ("works", "workplace"),
    ("work", "workplace"),
    ("working", "workplace"),
    ("lives", "home"),
    ("live", "home"),
    ("living", "home"),
    ("blond", "blonde"),
    ("haired", "hair"),
    ("eyed", "eye"),
    ("eyes", "eye"),
    ("ears", "ear"),
    ("eyebrows", "eyebrow"),
    ("moustache", "mustache"),
];

/// Words for the listener, for the player, and for the person last spoken of.
const YOU: [&str; 3] = ["you", "your", "yourself"];
const THEM: [&str; 9] = [
    "he", "him", "his", "she", "her", "hers", "they", "them", "their",
];

const NO: [&str; 5] = ["no", "not", "without", "never", "isnt"];

impl<'v> Mentions<'v> {
    pub(super) fn of(text: &str, vocabulary: &'v Vocabulary, context: &TalkContext) -> Self {
        let words = words(text);
        let (people, named) = people(&words, vocabulary, context);
        let free = |place: usize| !named.contains(&place);
        let facets = facets(&words, vocabulary, &free);
        let traits = traits(&words, vocabulary, &free);
        Mentions {
            words,
            people,
            facets,
            traits,
        }
    }

    pub(super) fn has(&self, word: &str) -> bool {
        self.words.iter().any(|other| other == word)
    }

    pub(super) fn has_any(&self, words: &[&str]) -> bool {
        words.iter().any(|word| self.has(word))
    }

    /// Whether these words stand side by side.
    pub(super) fn has_phrase(&self, phrase: &str) -> bool {
        let phrase: Vec<&str> = phrase.split(' ').collect();
        !positions(&self.words, &phrase).is_empty()
    }
}

/// Lower-case words without possessive endings, in one spelling.
fn words(text: &str) -> Vec<String> {
    let text: String = text.chars().take(SENTENCE_CHARS_MAX).collect();
    let text = text.to_lowercase().replace('’', "'").replace("'s ", " ");
    let words = text.split(|letter: char| !letter.is_alphanumeric() && letter != '\'');
    let words = words.map(|word| word.trim_matches('\'').replace('\'', ""));
    let words = words.filter(|word| !word.is_empty());
    let spelt = words.map(|word| {
        let known = SPELLINGS.iter().find(|(typed, _)| *typed == word);
        known.map_or(word, |(_, spelling)| (*spelling).to_owned())
    });
    spelt.collect()
}

/// The first index of each place where a phrase stands.
fn positions(words: &[String], phrase: &[&str]) -> Vec<usize> {
    if phrase.is_empty() {
        return vec![];
    }
    let windows = words.windows(phrase.len()).enumerate();
    let fits = windows.filter(|(_, window)| window.iter().zip(phrase).all(|(a, b)| a == b));
    fits.map(|(place, _)| place).collect()
}

type Named = (Vec<(usize, CharacterId)>, BTreeSet<usize>);

/// The people that are named, longest names first, and the indices of the words of their names.
fn people(words: &[String], vocabulary: &Vocabulary, context: &TalkContext) -> Named {
    let everyone = vocabulary.people.iter();
    let names = everyone.flat_map(|(who, names)| names.iter().map(|name| (*who, name)));
    let mut names: Vec<(CharacterId, Vec<String>)> =
        names.map(|(who, name)| (who, self::words(name))).collect();
    names.sort_by_key(|(who, name)| (usize::MAX - name.len(), *who));
    let mut found = vec![];
    let mut taken = BTreeSet::new();
    for (who, name) in names {
        let phrase: Vec<&str> = name.iter().map(String::as_str).collect();
        for place in positions(words, &phrase) {
            let span = place..place + phrase.len();
            if span.clone().all(|index| !taken.contains(&index)) {
                taken.extend(span);
                found.push((place, who));
            }
        }
    }
    for (place, word) in words.iter().enumerate() {
        let who = match word.as_str() {
            word if YOU.contains(&word) => Some(context.listener),
            word if THEM.contains(&word) => context.last,
            _ => None,
        };
        if let Some(who) = who.filter(|_| !taken.contains(&place)) {
            found.push((place, who));
        }
    }
    found.sort_unstable();
    (found, taken)
}

/// Facets all of whose words are there, those with most words first; then those whose first word is.
fn facets<'v>(
    words: &[String],
    vocabulary: &'v Vocabulary,
    free: &dyn Fn(usize) -> bool,
) -> Vec<(bool, &'v FacetWords)> {
    let at = |word: &str| {
        let mut words = words.iter().enumerate();
        words.any(|(place, other)| other == word && free(place))
    };
    let mut ranked: Vec<(usize, &FacetWords)> = vec![];
    for facet in &vocabulary.facets {
        let name = self::words(&facet.name);
        let whole = name.iter().all(|word| at(word));
        let begins = name.first().is_some_and(|word| at(word));
        match (whole, begins) {
            (true, _) => ranked.push((1 + name.len(), facet)),
            (false, true) => ranked.push((1, facet)),
            (false, false) => {}
        }
    }
    ranked.sort_by_key(|(rank, _)| usize::MAX - rank);
    let ranked = ranked.into_iter();
    ranked.map(|(rank, facet)| (rank > 1, facet)).collect()
}

/// Values with their facets. A value that several facets have belongs to the one that is named in full,
/// else to the one that is named nearest to it.
fn traits(words: &[String], vocabulary: &Vocabulary, free: &dyn Fn(usize) -> bool) -> Vec<Trait> {
    let mut found: Vec<Trait> = vec![];
    for (place, word) in words.iter().enumerate().filter(|(place, _)| free(*place)) {
        let candidates = vocabulary.facets.iter().filter_map(|facet| {
            let value = value_at(facet, words, (place, word))?;
            Some((Naming::of(facet, words, place), (facet.id, value)))
        });
        let candidates: Vec<(Naming, Trait)> = candidates.collect();
        let named = candidates
            .iter()
            .filter(|(naming, _)| *naming != Naming::NotAtAll);
        // No other facet can be meant.
        let alone = candidates.len() == 1 || named.count() == 1;
        let nearest = candidates.into_iter().min_by_key(|(naming, _)| *naming);
        found.extend(
            nearest
                .filter(|(naming, _)| alone || naming.is_clear())
                .map(|(_, one)| one),
        );
    }
    let mut seen: BTreeSet<HostId> = BTreeSet::new();
    found.retain(|(facet, _)| seen.insert(*facet));
    found
}

/// How clearly a facet is named near a value, clearest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Naming {
    /// All its words are there; this many words away.
    InFull(usize),
    /// Its first word is there; this many words away.
    InPart(usize),
    NotAtAll,
}

impl Naming {
    fn of(facet: &FacetWords, words: &[String], place: usize) -> Naming {
        let name = self::words(&facet.name);
        let near = |named: &String| {
            let there = words.iter().enumerate().filter(|(_, word)| *word == named);
            there.map(|(other, _)| other.abs_diff(place)).min()
        };
        let apart = name.first().and_then(near);
        match apart {
            Some(apart) if name.iter().all(|word| words.contains(word)) => Naming::InFull(apart),
            Some(apart) => Naming::InPart(apart),
            None => Naming::NotAtAll,
        }
    }

    fn is_clear(self) -> bool {
        matches!(self, Naming::InFull(_) | Naming::InPart(0..=2))
    }
}

/// The value of a facet that begins at a word.
fn value_at(
    facet: &FacetWords,
    words: &[String],
    (place, word): (usize, &String),
) -> Option<townsfolk_core::Value> {
    if facet.is_yes_or_no() {
        let name = self::words(&facet.name);
        let named = words[place..].starts_with(&name);
        let singular = name.len() == 1 && word.strip_suffix('s') == name.first().map(|n| &**n);
        if !(named || singular) {
            return None;
        }
        let after = words.get(place + name.len()..).unwrap_or_default();
        let says = |answer: &str| after.iter().take(5).any(|word| word == answer);
        let before = &words[place.saturating_sub(3)..place];
        let denied = before.iter().any(|word| NO.contains(&word.as_str())) || says("no");
        return facet.value_named(if denied { "no" } else { "yes" });
    }
    let mut values: Vec<(Vec<String>, townsfolk_core::Value)> = facet
        .values
        .iter()
        .map(|(value, name)| (self::words(name), *value))
        .collect();
    values.sort_by_key(|(name, _)| usize::MAX - name.len());
    let mut values = values.into_iter().filter(|(name, _)| !name.is_empty());
    let fits = values.find(|(name, _)| match name.as_slice() {
        [none] if none == "none" && word == "no" => {
            words[place + 1..].starts_with(&self::words(&facet.name))
        }
        name => words[place..].starts_with(name),
    });
    fits.map(|(_, value)| value)
}
