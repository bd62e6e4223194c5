//! Hot rules: rules that are evaluated again only when an attribute they read has changed.

use super::Deed;
use crate::condition::{Expr, Literal};
use crate::visit::{Visit, Visited};
use serde::{Deserialize, Serialize};
use townsfolk_core::{DeciderId, Duration, SiteId, SymbolId, Urgency};

/// A set of hot rules, loaded and unloaded as a whole.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RuleSet {
    /// Its id.
    pub id: DeciderId,
    /// Whether the rules are the world's own and not those of a character.
    pub of_world: bool,
    /// How much its deeds matter beside other deciders.
    pub urgency: Urgency,
    /// Its subsets, in the author's order. Of each subset at most one rule fires at a time.
    pub subsets: Vec<SymbolId>,
    /// Its rules, in the author's order.
    pub rules: Vec<HotRule>,
}

/// A hot rule.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HotRule {
    /// Its name.
    pub name: SymbolId,
    /// The subset that it belongs to.
    pub subset: Option<SymbolId>,
    /// Of the satisfied rules of a subset, those with the highest priority may fire.
    pub priority: i16,
    /// The key of its draws.
    pub site: SiteId,
    /// Number of variables.
    pub variables: u16,
    /// Its condition: all of these literals.
    pub when: Vec<Literal>,
    /// Its alternatives, of which one is drawn by weight.
    pub deeds: Vec<Alternative>,
    /// For how long the rule rests after it has fired.
    pub again_after: Option<Duration>,
}

/// One of the deeds between which a rule chooses.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Alternative {
    /// Its weight, in thousandths.
    pub weight: u32,
    /// The deed.
    pub deed: Deed,
}

impl Visit for HotRule {
    fn visit<'a>(&'a self, visitor: &mut dyn FnMut(Visited<'a>)) {
        self.when.visit(visitor);
        for alternative in &self.deeds {
            alternative.deed.visit(visitor);
        }
    }
}

impl RuleSet {
    /// Whether every variable and subset that its rules name exists.
    pub(crate) fn is_sound(&self) -> bool {
        self.rules.iter().all(|rule| {
            let mut variables_are_sound = true;
            rule.each_expr(&mut |expr| {
                if let Expr::Variable(variable) = expr {
                    variables_are_sound &= variable.0 < rule.variables;
                }
            });
            let known = |subset: SymbolId| self.subsets.contains(&subset);
            variables_are_sound && !rule.deeds.is_empty() && rule.subset.is_none_or(known)
        })
    }
}
