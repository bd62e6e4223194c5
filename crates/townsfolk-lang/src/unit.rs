//! A lowered script with everything the checks and messages need: places, names, tests.

use crate::condition::Vocabulary;
use crate::diagnostic::Diagnostic;
use crate::source::{FileId, Place};
use std::collections::{BTreeMap, BTreeSet};
use townsfolk_core::{DefineId, FactId, StateId, TextId};
use townsfolk_module::{Category, DeciderTest, Script, Test};

/// A lowered script.
#[derive(Clone, Debug)]
pub struct ScriptUnit {
    /// Its name.
    pub name: String,
    /// The compiled script.
    pub script: Script,
    /// The places of its parts.
    pub places: ScriptPlaces,
    /// Its tests, each with the place of its name and of its steps.
    pub tests: Vec<TestUnit>,
    /// The facts, defines and states that its conditions can use.
    pub(crate) vocabulary: Vocabulary,
    /// Names of the ids used in it.
    pub(crate) used: Vec<(Category, u32, String)>,
    /// Texts used in it.
    pub(crate) texts: Vec<(TextId, String)>,
    /// Problems found while lowering and checking it.
    pub(crate) problems: Vec<Diagnostic>,
    /// The files it was made from.
    pub(crate) files: Vec<FileId>,
}

/// A lowered test with its places.
#[derive(Clone, Debug)]
pub struct TestUnit {
    /// The compiled test.
    pub test: Test,
    /// The place of its name.
    pub place: Place,
    /// The place of each step.
    pub steps: Vec<Place>,
}

/// A lowered test of characters that decide, with its places.
#[derive(Clone, Debug)]
pub struct DeciderTestUnit {
    /// The compiled test.
    pub test: DeciderTest,
    /// The role it is about.
    pub of: String,
    /// Where its name stands.
    pub place: Place,
    /// Where each step stands.
    pub steps: Vec<Place>,
}

/// The places of the parts of a script.
#[derive(Clone, Debug)]
pub struct ScriptPlaces {
    /// Its name.
    pub name: Place,
    /// The use of its template, if it has one.
    pub instance: Option<Place>,
    /// Its cast lines.
    pub cast: Vec<Place>,
    /// The places of its facts.
    pub facts: BTreeMap<FactId, Place>,
    /// Its defines, each with the place of its first declaration.
    pub defines: BTreeMap<DefineId, Place>,
    /// Its states, each with the place of its first declaration.
    pub states: BTreeMap<StateId, Place>,
    /// Its rules, in the order of the script.
    pub rules: Vec<RulePlaces>,
    /// Its properties.
    pub properties: Vec<Place>,
    /// Names of facts, defines, states, rules and properties by id, for messages.
    pub names: BTreeMap<(Category, u32), String>,
    /// Facts in broken parts of the script; their use is unknown.
    pub(crate) unsure: BTreeSet<FactId>,
}

/// The places of the parts of a rule.
#[derive(Clone, Debug)]
pub struct RulePlaces {
    /// Its name.
    pub name: Place,
    /// The whole rule.
    pub whole: Place,
    /// Its variables, by index.
    pub variables: Vec<String>,
    /// Each literal of `when`.
    pub when: Vec<Place>,
    /// Each removal and addition when it fires, in order.
    pub now: (Vec<Place>, Vec<Place>),
    /// Each removal and addition when the action is done.
    pub then: (Vec<Place>, Vec<Place>),
    /// Each removal and addition when it failed.
    pub on_failure: (Vec<Place>, Vec<Place>),
    /// Each removal and addition when it was stopped.
    pub on_stop: (Vec<Place>, Vec<Place>),
    /// The `do` with its action.
    pub action: Option<Place>,
    /// The `goto`.
    pub goto: Option<Place>,
    /// The `leave` or `end`.
    pub finish: Option<Place>,
    /// Whether the condition could not be lowered as a whole.
    pub(crate) when_broken: bool,
    /// Facts in effects that could not be lowered.
    pub(crate) broken_effects: BTreeSet<FactId>,
}

impl RulePlaces {
    /// The places of its removals and additions: at once, when done, when failed, when stopped.
    pub(crate) fn effects(&self) -> [&(Vec<Place>, Vec<Place>); 4] {
        [&self.now, &self.then, &self.on_failure, &self.on_stop]
    }
}

impl ScriptUnit {
    /// The name of a fact.
    pub fn fact_name(&self, fact: FactId) -> &str {
        self.name_of(Category::Fact, fact.0)
    }

    /// The name of a rule, by its index.
    pub fn rule_name(&self, index: usize) -> &str {
        self.script
            .rules
            .get(index)
            .map_or("?", |rule| self.name_of(Category::Rule, rule.id.0))
    }

    /// The name of a state.
    pub fn state_name(&self, state: StateId) -> &str {
        self.name_of(Category::State, state.0)
    }

    /// The name behind an id of this script.
    pub fn name_of(&self, category: Category, id: u32) -> &str {
        self.places
            .names
            .get(&(category, id))
            .map_or("?", String::as_str)
    }
}
