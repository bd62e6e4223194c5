//! What everything is called.

use std::collections::BTreeSet;
use townsfolk::Folk;
use townsfolk_core::{AreaId, CharacterId, MemberId, RoleId, RuleId, ScriptId};
use townsfolk_module::{Category, Symbols};

/// The names of a run: those of content, and one for everybody.
#[derive(Clone, Debug)]
pub struct Names {
    /// The names that content gives.
    pub symbols: Symbols,
    /// Members of the cast from whom several people were made.
    several: BTreeSet<MemberId>,
}

impl Names {
    /// The names of content, for the people who are there.
    pub fn of(symbols: Symbols, folk: &Folk) -> Names {
        let mut seen = BTreeSet::new();
        let members = folk.minds().map(|minded| minded.member);
        let several = members.filter(|member| !seen.insert(*member)).collect();
        Names { symbols, several }
    }

    /// Somebody by the name that content gives them, else by what they are and their number.
    pub fn person(&self, folk: &Folk, who: CharacterId) -> String {
        let member = folk.mind(who).map(|minded| minded.member);
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
