//! Tests: stories an author expects. They are compiled like everything else, but stay out of the
//! module file: a game does not ship its tests.

use crate::condition::Literal;
use crate::rule::FactPattern;
use townsfolk_core::{
    CharacterId, DeciderId, Duration, HostId, PropId, Pushed, RoleId, RuleId, ScriptId, Seed,
    Standing, StateId, SymbolId, Value, VarId,
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
    /// The characters present at the start, with their roles.
    pub people: Vec<(CharacterId, RoleId)>,
    /// The seed of the run.
    pub seed: Seed,
    /// The steps of the story, in order.
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
    /// The host says that a property or predicate holds, or that it holds no longer.
    Holds {
        /// Which one.
        name: HostId,
        /// Of what.
        arguments: Vec<Value>,
        /// Whether it holds.
        holds: bool,
    },
    /// The host gives a property or function its value.
    HasValue {
        /// Which one.
        name: HostId,
        /// Of what.
        arguments: Vec<Value>,
        /// The value.
        value: Value,
    },
    /// Two things are so far from each other from now on, in millimetres.
    Apart {
        /// One of them.
        one: Value,
        /// The other.
        other: Value,
        /// How far.
        distance_mm: i64,
    },
    /// It is this time of day now, in seconds since midnight, and the day goes on from there.
    ClockIs(i32),
    /// Time passes.
    After(Duration),
    /// These literals hold now.
    Expect {
        /// The names of the variables, by index.
        variables: Vec<String>,
        /// The literals.
        literals: Vec<Literal>,
    },
    /// The scene ends, now or later.
    SceneEnds,
    /// The scene is running now.
    SceneGoesOn,
}

/// A story about characters that decide outside scenes: given attributes and positions, somebody
/// chooses something.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeciderTest {
    /// Its name.
    pub name: String,
    /// The characters, with their roles and places in millimetres.
    pub people: Vec<(CharacterId, RoleId, (i32, i32))>,
    /// The seed of the run.
    pub seed: Seed,
    /// The steps of the story, in order.
    pub steps: Vec<DeciderStep>,
}

/// One step of a story about deciders.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DeciderStep {
    /// An attribute has a value.
    Is(HostId, Vec<Value>, Pushed),
    /// A character is somewhere else, in millimetres.
    Moves(CharacterId, (i32, i32)),
    /// A character takes up equipment, or (`false`) puts it down.
    Equips(CharacterId, SymbolId, bool),
    /// A character is gone from the world.
    Vanishes(CharacterId),
    /// Time passes.
    After(Duration),
    /// A character would choose this now; with nothing, it has nothing to choose.
    Chooses {
        /// Which character.
        who: CharacterId,
        /// The snippet.
        choice: Option<DeciderId>,
        /// Its points, if they are stated.
        score: Option<i32>,
        /// Its target, if it is stated.
        target: Option<CharacterId>,
    },
}
