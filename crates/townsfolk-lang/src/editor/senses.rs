//! Meanings of names in stimuli, senses, lists of skills and queries for places.

use super::meaning::Meaning;
use crate::declaration::skills::tuning::{Of, choices};
use crate::declaration::skills::value::{called, example};
use crate::names::Namespace;
use crate::syntax::{Node, TreeExt, *};
use townsfolk_module::senses::{BODY_ACTIONS, MindState};
use townsfolk_tactics::catalogue::{self, CriterionEntry, SettingEntry, SkillEntry, Unit};

/// The meaning of a name that refers to something.
pub(super) fn referred_to(parent: &Node, name: &Node, word: &str) -> Vec<Meaning> {
    let first = parent.child(NAME_REF).as_ref() == Some(name);
    match parent.kind() {
        STIMULUS_SOURCE => vec![action(parent, word)],
        HEARD if !first => global(Namespace::Host, word),
        HEARD if MindState::ALL.iter().any(|state| state.name() == word) => {
            vec![Meaning::LanguageWord {
                word: word.to_string(),
                parent: HEARD,
            }]
        }
        HEARD => global(Namespace::Stimulus, word),
        BARK => match catalogue::moments().find(|(name, _)| *name == word) {
            Some((name, help)) => vec![Meaning::Catalogued {
                form: format!("bark {name}"),
                text: format!("Said when {help}."),
                notes: vec![],
            }],
            None => free(word),
        },
        SKILL => match catalogue::skill(word) {
            Some(entry) => vec![skill(entry)],
            None => free(word),
        },
        SETTING if first => match of_line(parent).find(word) {
            Some(entry) => vec![setting(entry)],
            None => free(word),
        },
        SETTING => value(parent, word),
        CRITERION => match catalogue::criterion(word) {
            Some(entry) => vec![criterion(entry)],
            None => free(word),
        },
        _ => free(word),
    }
}

fn free(word: &str) -> Vec<Meaning> {
    vec![Meaning::Free(word.to_string())]
}

fn global(space: Namespace, word: &str) -> Vec<Meaning> {
    vec![Meaning::Global(space, word.to_string())]
}

/// An action that makes a stimulus: of the project, or of a body.
fn action(parent: &Node, word: &str) -> Meaning {
    let root = parent.ancestors().last();
    let mut declared = root.iter().flat_map(|root| root.children_of(ACTION_DECL));
    let own =
        declared.any(|action| action.child(NAME).and_then(|n| n.word()).as_deref() == Some(word));
    match BODY_ACTIONS.iter().find(|(name, _)| *name == word) {
        Some((name, _)) if !own => Meaning::Catalogued {
            form: (*name).to_string(),
            text: "An action of a body, which a project with skills has without declaring it."
                .to_string(),
            notes: vec![],
        },
        _ => Meaning::Global(Namespace::Action, word.to_string()),
    }
}

/// Whose settings stand on the line of a setting.
fn of_line(setting: &Node) -> Of<'static> {
    let line = setting.parent();
    let skill = line
        .filter(|line| line.kind() == SKILL)
        .and_then(|line| line.child(NAME_REF)?.word());
    match skill {
        // A skill of the author's own has the settings of all lists.
        Some(name) => Of::Skill(catalogue::skill(&name).map_or("", |entry| entry.name)),
        None => Of::EverySkill,
    }
}

/// The value of a setting, by what the setting takes.
fn value(parent: &Node, word: &str) -> Vec<Meaning> {
    let name = parent.child(NAME_REF).and_then(|name| name.word());
    let entry = name.and_then(|name| of_line(parent).find(&name));
    let space = match entry.map(|entry| entry.unit) {
        Some(Unit::Course) => Namespace::Action,
        Some(Unit::Posts) => Namespace::Decider,
        Some(Unit::Motions) => Namespace::Motions,
        Some(Unit::Stimulus) => Namespace::Stimulus,
        Some(Unit::Choice(_)) => return entry.map(setting).into_iter().collect(),
        _ => return free(word),
    };
    global(space, word)
}

fn skill(entry: &SkillEntry) -> Meaning {
    let settings: Vec<&str> = entry.settings.iter().map(|setting| setting.name).collect();
    let mut notes = vec![];
    if !settings.is_empty() {
        notes.push(format!("settings: {}", settings.join(", ")));
    }
    if entry.always_valid {
        notes.push("can stand last: it is always valid".to_string());
    }
    Meaning::Catalogued {
        form: entry.name.to_string(),
        text: entry.help.to_string(),
        notes,
    }
}

fn setting(entry: &SettingEntry) -> Meaning {
    let takes = match choices(entry) {
        [] => called(entry.unit).to_string(),
        words => format!("one of {}", words.join(", ")),
    };
    Meaning::Catalogued {
        form: example(entry),
        text: entry.help.to_string(),
        notes: vec![format!("takes {takes}")],
    }
}

fn criterion(entry: &CriterionEntry) -> Meaning {
    let mut notes = vec![];
    if let Some(parameter) = &entry.parameter {
        notes.push(format!(
            "takes {}: {}",
            called(parameter.unit),
            parameter.help
        ));
    }
    if let Some(over) = entry.curve {
        notes.push(format!("its curve is over {}", called(over)));
    }
    Meaning::Catalogued {
        form: entry.name.to_string(),
        text: entry.help.to_string(),
        notes,
    }
}
