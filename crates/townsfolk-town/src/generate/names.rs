//! Names of streets, inns, families and their houses.
//!
//! Content may declare grammars for them: `family_name`, `street_name`, `inn_sign`. Without them names
//! are made from the lists below.

use super::sample::{Sample, UnitId};
use std::collections::BTreeSet;
use townsfolk_core::{AreaId, DeciderId, Draw, Seed, SiteId, Tick};
use townsfolk_decide::grammar::{Meaning, Source, Stream, Weights};
use townsfolk_module::{Category, Module, Symbols};

/// Beginnings and endings of family names.
const FAMILIES: [&[&str]; 2] = [
    &[
        "al", "ash", "bar", "bel", "brack", "cal", "car", "cor", "crow", "dal", "dun", "el",
        "fair", "fen", "gar", "glen", "hal", "har", "hob", "hol", "kel", "kin", "lang", "lin",
        "mar", "mel", "nor", "oak", "or", "pem", "pen", "quill", "rad", "ros", "sel", "stan",
        "tam", "thorn", "wal", "win",
    ],
    &[
        "bank", "beck", "bourne", "bury", "by", "combe", "croft", "den", "field", "ford", "gate",
        "ham", "hurst", "ley", "low", "mere", "more", "ridge", "row", "sett", "shaw", "stead",
        "ton", "wick",
    ],
];

/// Words after the family's name in the name of a house.
const HOUSES: &[&str] = &[
    "house", "house", "cottage", "lodge", "gables", "court", "rest", "end",
];

/// Beginnings of the names of streets and squares.
const STEMS: &[&str] = &[
    "abbey",
    "alder",
    "anchor",
    "bakers",
    "bell",
    "brewers",
    "bridge",
    "candle",
    "chandlers",
    "chapel",
    "coopers",
    "copper",
    "crane",
    "crooked",
    "drovers",
    "elder",
    "ferry",
    "fox",
    "fullers",
    "glovers",
    "goose",
    "hart",
    "hazel",
    "ladder",
    "lantern",
    "lark",
    "lock",
    "mill",
    "millers",
    "mint",
    "orchard",
    "plough",
    "poplar",
    "pump",
    "quarry",
    "ram",
    "raven",
    "rowan",
    "saddlers",
    "salters",
    "silver",
    "stone",
    "swan",
    "tanners",
    "thatchers",
    "thread",
    "weavers",
    "weir",
    "well",
    "willow",
];

/// Endings of the names of streets.
const STREETS: &[&str] = &[
    "street", "street", "lane", "lane", "row", "alley", "walk", "passage", "rise", "way", "gate",
    "end",
];

/// Words that distinguish streets of one name.
const BEFORE: &[&str] = &[
    "", "upper_", "lower_", "old_", "new_", "little_", "great_", "far_",
];

/// Words for the signs of inns.
const SIGNS: [&[&str]; 2] = [
    &[
        "black",
        "blind",
        "blue",
        "brass",
        "crooked",
        "dancing",
        "drowsy",
        "gilded",
        "green",
        "grey",
        "honest",
        "jolly",
        "lame",
        "laughing",
        "lucky",
        "painted",
        "patient",
        "proud",
        "red",
        "silent",
        "thirsty",
        "wandering",
        "white",
        "wise",
    ],
    &[
        "badger", "barrel", "bear", "boot", "bull", "carp", "cockerel", "crane", "dolphin",
        "drake", "fiddle", "goat", "hare", "heron", "kettle", "mule", "otter", "owl", "pike",
        "pilgrim", "sow", "stag", "toad", "wheel",
    ],
];

/// Words for houses that have a sign.
const INNS: &[&str] = &["alehouse", "bar", "inn", "pub", "tavern"];

/// Last words of plain names, which are no signs.
const PLAIN: &[&str] = &[
    "hall", "house", "office", "offices", "room", "rooms", "school", "shop", "stable", "store",
    "works", "yard",
];

/// Assigns ids to new names; a name that is taken gets a number.
#[derive(Debug)]
pub(super) struct Names {
    category: Category,
    taken: BTreeSet<u32>,
}

impl Names {
    pub(super) fn new<'a>(
        known: impl Iterator<Item = &'a (Category, u32)>,
        category: Category,
    ) -> Names {
        let known = known.filter(|(of, _)| *of == category);
        Names {
            category,
            taken: known.map(|(_, id)| *id).collect(),
        }
    }

    /// An id for a name, or for the name with the first free number.
    pub(super) fn give(&mut self, symbols: &mut Symbols, name: &str) -> u32 {
        let numbered = (2..).map(|n: u32| format!("{name}_{n}"));
        let names = std::iter::once(name.to_owned()).chain(numbered);
        let mut free = names.map(|name| (townsfolk_core::id_of(&name), name));
        // There are more names than ids.
        let found = free.find(|(id, _)| self.taken.insert(*id));
        let (id, name) = found.unwrap_or_default();
        symbols.names.insert((self.category, id), name);
        id
    }
}

/// Generates names at random.
#[derive(Debug)]
pub(super) struct Namer<'a> {
    pub(super) areas: Names,
    content: &'a Module,
    seed: Seed,
    streets: u64,
}

impl<'a> Namer<'a> {
    pub(super) fn new(content: &'a Module, symbols: &Symbols, seed: Seed) -> Namer<'a> {
        Namer {
            areas: Names::new(symbols.names.keys(), Category::Area),
            content,
            seed,
            streets: 0,
        }
    }

    fn draw(&self, what: &str, owner: u64) -> Draw {
        Draw::at(self.seed, owner, Tick(0), SiteId::named(what))
    }

    /// A name by a grammar of the content, if it has one.
    fn by_grammar(&self, grammar: &str, draw: Draw) -> Option<String> {
        let grammar = self.content.deciders.grammar(DeciderId::named(grammar))?;
        let from = Source {
            grammar,
            weights: &Weights::authored(grammar),
            draw,
        };
        let mut stream = Stream::new();
        stream.begin(&from);
        let symbols = stream.rest(&from, &mut ()).symbols;
        let symbols = symbols.iter().map(|symbol| usize::from(*symbol));
        let words = symbols.filter_map(|symbol| match grammar.symbols.get(symbol)?.means {
            Meaning::Text(text) => self.content.text(text),
            _ => None,
        });
        as_name(&words.collect::<String>())
    }

    /// The family in a home of a neighbourhood.
    pub(super) fn family(&self, home: Option<UnitId>, copy: u32) -> String {
        let home = home.map_or(u64::MAX >> 32, |UnitId(home)| home as u64);
        let draw = self.draw("family", home << 32 | u64::from(copy));
        if let Some(name) = self.by_grammar("family_name", draw) {
            return name;
        }
        let [first, last] = FAMILIES;
        format!("{}{}", one_of(first, draw, 0), one_of(last, draw, 1))
    }

    /// A street.
    pub(super) fn street(&mut self) -> String {
        let name = self.stem();
        let draw = self.draw("street", self.streets);
        if let Some(name) = self.by_grammar("street_name", draw) {
            return name;
        }
        // The first few hundred streets need no distinguishing word.
        let before = match self.streets < 300 {
            true => "",
            false => one_of(BEFORE, draw, 2),
        };
        format!("{before}{name}_{}", one_of(STREETS, draw, 1))
    }

    /// A street along the river.
    pub(super) fn quay(&mut self) -> String {
        format!("{}_quay", self.stem())
    }

    /// The beginning of a name of an outdoor place.
    fn stem(&mut self) -> &'static str {
        self.streets += 1;
        one_of(STEMS, self.draw("street", self.streets), 0)
    }

    /// The name of a copied area; a room contains the name of its building.
    pub(super) fn area(
        &mut self,
        sample: &Sample<'_>,
        area: AreaId,
        copy: u32,
        outer: Option<&str>,
    ) -> String {
        let own = sample.symbols.name(Category::Area, area.0);
        if let Some(outer) = outer {
            return format!("{outer}_{own}");
        }
        let Some(id) = sample.unit_of(area) else {
            return match sample.streets.contains(&area) {
                true => self.street(),
                false => format!("{}_quarter", self.stem()),
            };
        };
        let last = own.rsplit('_').next().unwrap_or(&own);
        let draw = self.draw("house", (id.0 as u64) << 32 | u64::from(copy));
        let unit = sample.unit(id);
        if unit.is_some_and(|unit| unit.front.is_none()) {
            return format!("{}_{last}", self.stem());
        }
        let family = self.family(Some(id), copy);
        if unit.is_some_and(|unit| !unit.private.is_empty()) {
            return format!("{family}_{}", one_of(HOUSES, draw, 0));
        }
        if INNS.contains(&last) || (own.contains('_') && !PLAIN.contains(&last)) {
            let [first, second] = SIGNS;
            let sign = self.by_grammar("inn_sign", draw);
            return sign.unwrap_or_else(|| {
                format!("the_{}_{}", one_of(first, draw, 1), one_of(second, draw, 2))
            });
        }
        format!("{family}s_{own}")
    }
}

/// A text as a name in the language: small letters, with underscores between words.
fn as_name(text: &str) -> Option<String> {
    let letters = text.chars().filter(|c| *c != '\'');
    let plain = letters.map(|c| match c.is_ascii_alphanumeric() {
        true => c.to_ascii_lowercase(),
        false => ' ',
    });
    let plain: String = plain.collect();
    let words: Vec<&str> = plain.split_whitespace().collect();
    let name = words.join("_");
    name.starts_with(|c: char| c.is_ascii_lowercase())
        .then_some(name)
}

fn one_of(list: &[&'static str], draw: Draw, index: u64) -> &'static str {
    let last = i64::try_from(list.len()).unwrap_or(1) - 1;
    let at = usize::try_from(draw.between(index, 0, last)).unwrap_or(0);
    list.get(at).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::as_name;

    #[test]
    fn a_text_becomes_a_name_of_the_language() {
        let named = |text| as_name(text).unwrap_or_default();
        assert_eq!(
            named("The Miller's Goose & Crown"),
            "the_millers_goose_crown"
        );
        assert_eq!(named("Weirgate"), "weirgate");
        assert_eq!((as_name("3 Swans"), as_name(" … ")), (None, None));
    }
}
