//! Settings of skills: `pace 4 m per s`, `with maul`, `random`.

use super::value;
use crate::context::Context;
use crate::declaration::need::lower::symbol;
use crate::declaration::said_twice;
use crate::diagnostic::Code;
use crate::source::Place;
use crate::syntax::{Node, TreeExt, *};
use std::collections::BTreeSet;
use townsfolk_core::SymbolId;
use townsfolk_module::senses::Tuning;
use townsfolk_tactics::catalogue::{self, SET_SETTINGS, SettingEntry, Unit};

/// Whose settings stand on a line.
#[derive(Clone, Copy)]
pub(crate) enum Of<'a> {
    /// Those of one skill.
    Skill(&'a str),
    /// Those of all skills of a list.
    EverySkill,
}

impl Of<'_> {
    /// The settings that can stand here, each name once, the own ones first.
    pub(crate) fn known(self) -> Vec<&'static SettingEntry> {
        let own: Vec<&'static SettingEntry> = match self {
            Of::Skill(name) => {
                let entry = catalogue::skill(name);
                entry.into_iter().flat_map(|entry| entry.settings).collect()
            }
            Of::EverySkill => catalogue::skills()
                .flat_map(|entry| entry.settings)
                .collect(),
        };
        let all = own.into_iter().chain(SET_SETTINGS);
        let mut seen = BTreeSet::new();
        all.filter(|entry| seen.insert(entry.name)).collect()
    }

    /// The setting with this name, or with a choice of this name.
    pub(crate) fn find(self, name: &str) -> Option<&'static SettingEntry> {
        let known = self.known();
        let named = known.iter().find(|entry| entry.name == name);
        let chosen = || known.iter().find(|entry| choices(entry).contains(&name));
        named.or_else(chosen).copied()
    }

    fn called(self) -> String {
        match self {
            Of::Skill(name) => format!("`{name}`"),
            Of::EverySkill => "a skill".to_string(),
        }
    }
}

/// The words among which a setting chooses.
pub(crate) fn choices(entry: &SettingEntry) -> &'static [&'static str] {
    match entry.unit {
        Unit::Choice(words) => words,
        _ => &[],
    }
}

/// The settings of a line, sorted by name.
pub(super) fn settings(cx: &mut Context<'_>, line: &Node, of: Of<'_>) -> Vec<(SymbolId, Tuning)> {
    let mut said: Vec<(String, Place)> = vec![];
    let mut settings = vec![];
    for node in line.children_of(SETTING) {
        let mut names = node.children_of(NAME_REF);
        let (Some(first), second) = (names.next(), names.next()) else {
            continue;
        };
        let Some((name, place)) = cx.referred(&first) else {
            continue;
        };
        let Some(entry) = of.find(&name) else {
            unknown(cx, of, (&name, place));
            continue;
        };
        if said_twice(cx, &mut said, entry.name, place) {
            continue;
        }
        // A choice may stand without the name of its setting.
        let word = match choices(entry).contains(&name.as_str()) {
            true => Some(first.clone()),
            false => second,
        };
        let value = value::lower(cx, entry, &node, word);
        let name = symbol(cx, entry.name);
        settings.extend(value.map(|value| (name, value)));
    }
    settings.sort_by_key(|(name, _)| *name);
    settings
}

fn unknown(cx: &mut Context<'_>, of: Of<'_>, (name, place): (&str, Place)) {
    let known = of.known();
    let words = known.iter().flat_map(|entry| choices(entry));
    let names = known.iter().map(|entry| entry.name);
    let problem = Code::UnknownSetting
        .at(place, format!("{} has no setting `{name}`", of.called()))
        .label("not a setting of this skill")
        .did_you_mean(place, name, names.chain(words.copied()));
    let shown: Vec<String> = known
        .iter()
        .take(SHOWN)
        .map(|entry| format!("`{}`", entry.name))
        .collect();
    cx.problem(problem.or_hint(format!("settings here are {} and more", shown.join(", "))));
}

/// Number of settings that a message lists.
const SHOWN: usize = 8;
