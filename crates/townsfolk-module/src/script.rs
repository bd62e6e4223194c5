//! Scripts: a cast, facts, defines and rules.

use crate::cast::{CastRole, Hold};
use crate::condition::{Expr, Literal};
use crate::property::Property;
use crate::rule::Rule;
use serde::{Deserialize, Serialize};
use townsfolk_core::{DefineId, Duration, FactId, Kind, RuleId, ScriptId, StateId};

/// A compiled interaction script.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Script {
    /// Its id.
    pub id: ScriptId,
    /// The roles, in the author's order.
    pub cast: Vec<CastRole>,
    /// Declared facts and claims, sorted by id.
    pub facts: Vec<FactDecl>,
    /// Defines, sorted by id.
    pub defines: Vec<Define>,
    /// States, the starting one first. Empty if the script has none.
    pub states: Vec<StateId>,
    /// Rules, in order of precedence.
    pub rules: Vec<Rule>,
    /// Conditions that may delay a polite recall.
    pub holds: Vec<Hold>,
    /// Properties stated by the author.
    pub properties: Vec<Property>,
}

/// A declared fact.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FactDecl {
    /// Its id.
    pub id: FactId,
    /// Kinds of its arguments.
    pub kinds: Vec<Kind>,
    /// Whether it is a claim: a limited number of holders (the last argument) for each value of the
    /// rest.
    pub claim: bool,
    /// Whether the host, a proxy or the player pushes it.
    pub told: bool,
    /// How long it lasts, if it passes by itself.
    pub lifetime: Option<Duration>,
    /// Of a claim: the maximum number of holders at once. It follows from the
    /// [kinds](crate::Module::holders_of), and no file has it.
    #[serde(skip, default = "one")]
    pub holders: u16,
}

fn one() -> u16 {
    1
}

/// A named condition. It holds if one of its clauses does.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Define {
    /// Its id.
    pub id: DefineId,
    /// Kinds of its arguments.
    pub kinds: Vec<Kind>,
    /// Its clauses, in the author's order.
    pub clauses: Vec<Clause>,
}

/// One clause of a define, with variables of its own.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Clause {
    /// Number of variables.
    pub variables: u16,
    /// The required arguments: variables or constants.
    pub parameters: Vec<Expr>,
    /// The condition.
    pub body: Vec<Literal>,
}

impl Script {
    /// The declaration of a fact.
    pub fn fact(&self, id: FactId) -> Option<&FactDecl> {
        let index = self.facts.binary_search_by_key(&id, |f| f.id).ok()?;
        self.facts.get(index)
    }

    /// A define.
    pub fn define(&self, id: DefineId) -> Option<&Define> {
        let index = self.defines.binary_search_by_key(&id, |d| d.id).ok()?;
        self.defines.get(index)
    }

    /// A rule.
    pub fn rule(&self, id: RuleId) -> Option<&Rule> {
        self.rules.iter().find(|rule| rule.id == id)
    }
}
