//! Tests: stories an author expects. They are compiled like everything else, but stay out of the
//! module file: a game does not ship its tests.

use crate::condition::Literal;
use crate::rule::FactPattern;
use townsfolk_core::{
    CharacterId, Duration, PropId, RoleId, RuleId, ScriptId, Seed, Standing, StateId, Value, VarId,
};

/// A story an author expects of a script.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Test {
    /// Its name.
    pub name: String,
    /// The script it is about.
    pub script: ScriptId,
    /// Facts the location writes before the first update; constants only.
    pub given: Vec<FactPattern>,
    /// Who is there from the start, with their roles.
    pub people: Vec<(CharacterId, RoleId)>,
    /// The seed of the run.
    pub seed: Seed,
    /// What is to happen, in order.
    pub steps: Vec<Step>,
}

/// One step of a test.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// The next rule that someone fires is this one, with these bindings.
    Does {
        /// Who.
        who: CharacterId,
        /// Which rule.
        rule: RuleId,
        /// Variables whose values are stated.
        bindings: Vec<(VarId, Value)>,
    },
    /// The action someone is doing now fails.
    Fails(CharacterId),
    /// The action someone is doing now is stopped.
    IsStopped(CharacterId),
    /// Someone is in a state now.
    IsIn(CharacterId, StateId),
    /// Someone has this standing now.
    Stands(CharacterId, Standing),
    /// Someone joins.
    Arrives(CharacterId, RoleId),
    /// Someone is gone from the world.
    Vanishes(CharacterId),
    /// A prop is gone from the world.
    PropVanishes(PropId),
    /// Someone is called away politely: for so long, or for good.
    IsRecalled(CharacterId, Option<Duration>),
    /// Someone who was away comes back.
    Returns(CharacterId),
    /// The host or a proxy pushes a fact; constants only.
    Tell(FactPattern),
    /// Time passes.
    After(Duration),
    /// These literals hold now.
    Expect {
        /// Number of variables.
        variables: u16,
        /// The literals.
        literals: Vec<Literal>,
    },
    /// The scene ends, now or later.
    SceneEnds,
    /// The scene is running now.
    SceneGoesOn,
}
