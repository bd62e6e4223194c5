//! Symbols: the names behind the ids, kept apart from the module.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use townsfolk_core::{RuleId, ScriptId, TextId, VarId};

/// The category of a name. Ids are unique within a category.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Category {
    /// Roles and proxies.
    Role,
    /// Kinds of props.
    PropKind,
    /// Sets of symbols.
    SymbolSet,
    /// Symbols, and names of parameters, tags, points and icons.
    Symbol,
    /// Actions.
    Action,
    /// Host properties, functions and predicates.
    Host,
    /// Scripts.
    Script,
    /// Kinds of locations.
    Location,
    /// Facts and claims.
    Fact,
    /// Defines.
    Define,
    /// States.
    State,
    /// Rules.
    Rule,
    /// Properties of scripts.
    Property,
    /// Props at locations.
    Prop,
    /// Characters: people, and who plays in tests.
    Character,
    /// Areas.
    Area,
    /// Needs.
    Need,
    /// Layers of minds.
    Layer,
    /// Nodes of layers, by their full names: `kind name` in a basic layer, `layer/kind name` in
    /// others; concepts without their kind.
    Node,
    /// Courses of action.
    Course,
    /// Ways to decide, of every kind.
    Decider,
    /// Merchants.
    Merchant,
    /// Kinds of stimuli.
    Stimulus,
    /// Ears and eyes.
    Senses,
    /// Motions to search with.
    Motions,
    /// Permissions of which there are only so many.
    Token,
}

impl Category {
    /// All categories.
    pub const ALL: [Category; 26] = [
        Category::Role,
        Category::PropKind,
        Category::SymbolSet,
        Category::Symbol,
        Category::Action,
        Category::Host,
        Category::Script,
        Category::Location,
        Category::Fact,
        Category::Define,
        Category::State,
        Category::Rule,
        Category::Property,
        Category::Prop,
        Category::Character,
        Category::Area,
        Category::Need,
        Category::Layer,
        Category::Node,
        Category::Course,
        Category::Decider,
        Category::Merchant,
        Category::Stimulus,
        Category::Senses,
        Category::Motions,
        Category::Token,
    ];

    /// The word an author writes in an `id` line.
    pub fn word(self) -> &'static str {
        match self {
            Category::Role => "role",
            Category::PropKind => "prop_kind",
            Category::SymbolSet => "symbols",
            Category::Symbol => "symbol",
            Category::Action => "action",
            Category::Host => "host",
            Category::Script => "script",
            Category::Location => "location",
            Category::Fact => "fact",
            Category::Define => "define",
            Category::State => "state",
            Category::Rule => "rule",
            Category::Property => "property",
            Category::Prop => "prop",
            Category::Character => "character",
            Category::Area => "area",
            Category::Need => "need",
            Category::Layer => "layer",
            Category::Node => "node",
            Category::Course => "course",
            Category::Decider => "decider",
            Category::Merchant => "merchant",
            Category::Stimulus => "stimulus",
            Category::Senses => "senses",
            Category::Motions => "motions",
            Category::Token => "token",
        }
    }
}

/// The names behind a module's ids, and where its rules stand in the source.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Symbols {
    /// Names by category and id.
    pub names: BTreeMap<(Category, u32), String>,
    /// Variables and places, by script.
    pub scripts: BTreeMap<ScriptId, ScriptSymbols>,
    /// Texts, for stories that quote them. The module has them too, so they are not written to the
    /// file of symbols.
    #[serde(skip)]
    pub texts: BTreeMap<TextId, String>,
}

/// Names inside one script.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct ScriptSymbols {
    /// Where it stands.
    pub line: SourceLine,
    /// Its rules.
    pub rules: BTreeMap<RuleId, RuleSymbols>,
}

/// Names and place of a rule.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct RuleSymbols {
    /// Its variables, by index.
    pub variables: Vec<String>,
    /// Where it stands.
    pub line: SourceLine,
}

/// A line of a source file.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SourceLine {
    /// The file, as the author's project names it.
    pub file: String,
    /// The line, from one.
    pub line: u32,
}

impl Symbols {
    /// The name behind an id, or a stand-in that shows the number.
    pub fn name(&self, category: Category, id: u32) -> String {
        match self.names.get(&(category, id)) {
            Some(name) => name.clone(),
            None => format!("{}#{id:08x}", category.word()),
        }
    }

    /// The name of a rule's variable.
    pub fn variable(&self, script: ScriptId, rule: RuleId, variable: VarId) -> String {
        self.scripts
            .get(&script)
            .and_then(|s| s.rules.get(&rule))
            .and_then(|r| r.variables.get(usize::from(variable.0)))
            .cloned()
            .unwrap_or_else(|| format!("V{}", variable.0))
    }
}
