//! The answer to "why", as plain data.

use crate::reference::scene::Recall;
use crate::{Phase, StopReason};
use townsfolk_core::{
    ActionId, Atom, CharacterId, RoleId, RuleId, Standing, StartId, StateId, Tick, Value,
};
use townsfolk_module::Literal;

/// Why someone does what they do, and nothing else.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Why {
    /// Who.
    pub who: CharacterId,
    /// In which role.
    pub role: RoleId,
    /// In which state.
    pub state: Option<StateId>,
    /// Where they stand.
    pub standing: Standing,
    /// At which moment.
    pub now: Tick,
    /// Their action.
    pub doing: Option<Doing>,
    /// Since when they are free, or from when on they will be.
    pub free_since: Tick,
    /// A recall that waits.
    pub recall: Option<Recall>,
    /// How far the scene has come: rules are tried only while it runs.
    pub phase: Phase,
    /// The rules in their list, in order of precedence.
    pub rules: Vec<RuleWhy>,
}

/// The action of a participant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Doing {
    /// Which performance.
    pub start: StartId,
    /// The action.
    pub action: ActionId,
    /// The participant whose rule it was: their own, or their partner's.
    pub whose: CharacterId,
    /// The other one of a joint action.
    pub partner: Option<CharacterId>,
    /// The rule; `None` for an action on leaving, or of a rule that is no longer there.
    pub rule: Option<RuleId>,
    /// The values of its variables.
    pub bindings: Vec<Option<Value>>,
    /// Since when.
    pub since: Tick,
    /// When it counts as failed.
    pub limit: Tick,
    /// Why it has been asked to stop.
    pub stop_asked: Option<StopReason>,
}

/// The verdict on one rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleWhy {
    /// Which rule.
    pub rule: RuleId,
    /// Whether it could fire.
    pub verdict: Verdict,
    /// How many steps the search for that took; nought if there was nothing to search for.
    pub steps: u32,
}

impl RuleWhy {
    /// Whether there was a search for its solutions.
    pub fn searched(&self) -> bool {
        match self.verdict {
            Verdict::Solved(_)
            | Verdict::WaitsForBeat(_)
            | Verdict::OutOfSteps
            | Verdict::Fails(_)
            | Verdict::Refused(_) => true,
            Verdict::Acting
            | Verdict::NotInRole(_)
            | Verdict::Spent
            | Verdict::Rests(_)
            | Verdict::NoSuchAction(_) => false,
        }
    }
}

/// Whether a rule could fire, were the participant free at this moment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It has fired, and its action runs.
    Acting,
    /// It has a solution; the one that would be taken.
    Solved(Vec<Option<Value>>),
    /// It is for other roles.
    NotInRole(Vec<RoleId>),
    /// It is marked `once`, and has fired.
    Spent,
    /// It rests until then.
    Rests(Tick),
    /// It has a solution, but reads the stage, and is looked at on its beat: then, for the next
    /// time.
    WaitsForBeat(Tick),
    /// The search takes too many steps.
    OutOfSteps,
    /// Its action does not exist.
    NoSuchAction(ActionId),
    /// Its condition does not hold.
    Fails(Failing),
    /// Its condition holds, but no solution counts.
    Refused(Refusal),
}

/// Where a condition fails.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failing {
    /// Which literal of `when`, counted from zero: the search gets no further.
    pub literal: usize,
    /// The values of the variables at that point: the nearest partial match.
    pub bindings: Vec<Option<Value>>,
    /// Why it fails there.
    pub cause: Cause,
    /// One fact that would let the rule fire.
    pub fix: Option<Fix>,
}

/// Why a literal fails.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cause {
    /// No fact matches. These are there under the same name (the first few).
    NoFact(Vec<Atom>),
    /// `not` stands before it, and with these arguments it holds.
    Holds(Vec<Option<Value>>),
    /// None of a define's clauses holds; this is the one that gets furthest.
    Inside {
        /// The literal of that clause that fails.
        literal: Literal,
        /// The values of the clause's variables.
        bindings: Vec<Option<Value>>,
        /// Why it fails.
        cause: Box<Cause>,
    },
    /// The comparison does not hold between these values.
    Compared {
        /// Left side.
        left: Option<Value>,
        /// Right side.
        right: Option<Value>,
        /// From when on it would hold, all else being equal.
        holds_from: Option<Tick>,
    },
    /// No present participant fits.
    Nobody,
    /// The coin fell the other way.
    Coin,
    /// The host says otherwise.
    Host,
    /// Something in it has no value.
    Undefined,
}

/// Why a solution of the condition is none for the rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The values of the first solution.
    pub bindings: Vec<Option<Value>>,
    /// Why it does not count.
    pub cause: RefusalCause,
    /// One fact that would let the rule fire.
    pub fix: Option<Fix>,
}

/// Why a solution does not count.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RefusalCause {
    /// The partner of a joint action is not free, not there, or the participant itself.
    Partner(Option<Value>),
    /// An argument of the action has no value.
    Argument,
    /// It would take a claim of another holder.
    Claim {
        /// The claim.
        claim: Atom,
        /// The holder.
        holder: Value,
    },
    /// It would change nothing, and there is no action.
    NoChange,
}

/// One fact that would make the difference.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fix {
    /// If this were there.
    Add(Atom),
    /// If this were not there.
    Remove(Atom),
}
