//! Ways to decide that content declares, and the roles that carry them.
//!
//! Each system has a file of its own. The lists are sorted by id.

mod daily;
mod grammar;
pub mod inference;
mod plan;
mod rules;
mod snippet;
mod tree;

pub use daily::*;
pub use grammar::*;
pub use inference::Inference;
pub use plan::*;
pub use rules::*;
pub use snippet::*;
pub use tree::*;

use crate::action::Call;
use crate::condition::Expr;
use crate::visit::{Visit, Visited};
use serde::{Deserialize, Serialize};
use townsfolk_core::{AreaId, CourseId, DeciderId, MemberId, RoleId};

/// Everything that deciders of content are made of.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Deciders {
    /// Which role carries which decider, sorted.
    pub carried: Vec<Carried>,
    /// People without a mind, sorted by id.
    pub mindless: Vec<Mindless>,
    /// Sets of hot rules.
    pub rules: Vec<RuleSet>,
    /// Inference over referents.
    pub inferences: Vec<Inference>,
    /// Daily scripts, and the errands they are made of.
    pub dailies: Dailies,
    /// Goals and operators of planners.
    pub planners: Planners,
    /// Stochastic grammars.
    pub grammars: Vec<Grammar>,
    /// Snippets, and the trees they share.
    pub snippets: Snippets,
}

/// A role carries a decider: a character has it as long as it has the role.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Carried {
    /// The role.
    pub role: RoleId,
    /// The decider.
    pub decider: DeciderId,
}

/// A person that has no mind: its roles say how it decides.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Mindless {
    /// The member of the cast, which has the roles.
    pub member: MemberId,
    /// The area where it starts.
    pub starts: Option<AreaId>,
}

/// A call of an action or of a course, by a decider.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Deed {
    /// An action.
    Act(Call),
    /// A course, with the expressions of its arguments.
    Course(CourseId, Vec<Expr>),
}

impl Visit for Deed {
    fn visit<'a>(&'a self, visitor: &mut dyn FnMut(Visited<'a>)) {
        match self {
            Deed::Act(call) => call.visit(visitor),
            Deed::Course(_, arguments) => arguments.visit(visitor),
        }
    }
}

impl Visit for Deciders {
    fn visit<'a>(&'a self, visitor: &mut dyn FnMut(Visited<'a>)) {
        for set in &self.rules {
            set.rules.visit(visitor);
        }
        self.inferences.visit(visitor);
        self.dailies.errands.visit(visitor);
        self.planners.operators.visit(visitor);
        self.grammars.visit(visitor);
        self.snippets.visit(visitor);
    }
}

impl Deciders {
    /// Sorts every list, as the format wants it.
    pub fn sort(&mut self) {
        self.carried.sort();
        self.carried.dedup();
        self.mindless.sort();
        self.rules.sort_by_key(|item| item.id);
        self.inferences.sort_by_key(|item| item.id);
        self.dailies.sort();
        self.planners.sort();
        self.grammars.sort_by_key(|item| item.id);
        self.snippets.sort();
    }

    /// Whether a way to decide of this id is declared.
    pub fn is_declared(&self, id: DeciderId) -> bool {
        self.rules.iter().any(|item| item.id == id)
            || self.inferences.iter().any(|item| item.id == id)
            || self.grammars.iter().any(|item| item.id == id)
            || self.dailies.daily(id).is_some()
            || self.planners.goals.iter().any(|item| item.id == id)
    }

    /// The grammar with this id.
    pub fn grammar(&self, id: DeciderId) -> Option<&Grammar> {
        let place = self.grammars.binary_search_by_key(&id, |item| item.id);
        self.grammars.get(place.ok()?)
    }

    /// Whether a member of the cast has no mind.
    pub fn is_mindless(&self, member: MemberId) -> bool {
        self.mindless
            .binary_search_by_key(&member, |item| item.member)
            .is_ok()
    }

    /// The area where a member of the cast without a mind starts.
    pub fn start_of(&self, member: MemberId) -> Option<AreaId> {
        let place = self
            .mindless
            .binary_search_by_key(&member, |item| item.member)
            .ok()?;
        self.mindless.get(place)?.starts
    }

    /// Whether it is what a compiler writes.
    pub(crate) fn is_sound(&self) -> bool {
        let mut sorted = self.clone();
        sorted.sort();
        sorted == *self
            && self.rules.iter().all(RuleSet::is_sound)
            && self.inferences.iter().all(Inference::is_sound)
            && self.dailies.is_sound()
            && self.planners.is_sound()
            && self.grammars.iter().all(Grammar::is_sound)
            && self.snippets.is_sound()
    }
}
