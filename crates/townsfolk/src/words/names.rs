//! Names of content and of characters, for reading.

use crate::Folk;
use std::collections::BTreeSet;
use townsfolk_core::{AreaId, CharacterId, LocationId, MemberId, RoleId, RuleId, ScriptId};
use townsfolk_module::{Category, Symbols};

/// A name of content in plain words: `bench_spot` is `bench spot`.
pub fn plain(symbols: &Symbols, category: Category, id: u32) -> String {
    symbols.name(category, id).replace('_', " ")
}

/// A placed location, by its kind.
pub fn location(symbols: &Symbols, folk: &Folk, id: LocationId) -> String {
    let kind = folk.location(id).map(|location| location.kind);
    kind.map_or_else(
        || "a place that is gone".to_owned(),
        |kind| plain(symbols, Category::Location, kind.0),
    )
}

/// A name from content in capitals: `isolde` is Isolde, `old_tom` is Old Tom.
pub fn in_capitals(name: &str) -> String {
    let words = name.split('_').map(|word| {
        let mut letters = word.chars();
        let first = letters.next().map(|first| first.to_uppercase().to_string());
        format!("{}{}", first.unwrap_or_default(), letters.as_str())
    });
    let words: Vec<String> = words.collect();
    words.join(" ")
}

/// The names of a run: those of content, and one for each character.
#[derive(Clone, Debug)]
pub struct Names {
    /// The symbols of the content.
    pub symbols: Symbols,
    /// Members of the cast from which several characters were made.
    several: BTreeSet<MemberId>,
}

impl Names {
    /// The names of content, for the present characters.
    pub fn of(symbols: Symbols, folk: &Folk) -> Names {
        let mut seen = BTreeSet::new();
        let members = folk
            .characters()
            .filter_map(|person| folk.member_of(person.id));
        let several = members.filter(|member| !seen.insert(*member)).collect();
        Names { symbols, several }
    }

    /// A character as content writes its name, else its role and number.
    pub fn person(&self, folk: &Folk, who: CharacterId) -> String {
        let member = folk.member_of(who);
        if let Some(member) = member {
            let name = self.symbols.name(Category::Character, member.0);
            return match self.several.contains(&member) {
                true => format!("{name} {}", who.0),
                false => name,
            };
        }
        let role = folk
            .character(who)
            .and_then(|person| person.roles.first())
            .copied();
        match role {
            Some(role) => format!("{} {}", self.role(role), who.0),
            None => format!("somebody {}", who.0),
        }
    }

    /// A character's name as it is read: `old_tom` is Old Tom.
    pub fn called(&self, folk: &Folk, who: CharacterId) -> String {
        in_capitals(&self.person(folk, who))
    }

    /// A role.
    pub fn role(&self, role: RoleId) -> String {
        self.symbols.name(Category::Role, role.0)
    }

    /// An area.
    pub fn area(&self, area: AreaId) -> String {
        self.symbols.name(Category::Area, area.0)
    }

    /// A script.
    pub fn script(&self, script: ScriptId) -> String {
        self.symbols.name(Category::Script, script.0)
    }

    /// A rule.
    pub fn rule(&self, rule: RuleId) -> String {
        self.symbols.name(Category::Rule, rule.0)
    }
}
