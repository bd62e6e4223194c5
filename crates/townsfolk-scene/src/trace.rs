//! The input and output of an update. Section "An update", under "Reports and commands".

use serde::{Deserialize, Serialize};
use townsfolk_core::{
    ActionId, Atom, CharacterId, Duration, FactId, HostId, Outcome, PropId, Pushed, RoleId, RuleId,
    Standing, StartId, StateId, SymbolId, Urgency, Value,
};

/// Something the host tells a scene.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Report {
    /// An action has an outcome.
    Outcome(StartId, Outcome),
    /// A character is gone from the world.
    Gone(CharacterId),
    /// A prop is gone from the world.
    PropGone(PropId),
    /// Someone joins.
    Joined {
        /// Who.
        who: CharacterId,
        /// In which role of the cast.
        role: RoleId,
    },
    /// The host or a proxy pushes a fact.
    Told(Atom),
    /// A property of the host has a new value.
    Property {
        /// Which one.
        name: HostId,
        /// Of what.
        arguments: Vec<Value>,
        /// The new value.
        value: Pushed,
    },
    /// A stronger driver wants someone.
    Recalled {
        /// Whom.
        who: CharacterId,
        /// How strongly.
        urgency: Urgency,
        /// For how long; `None` for good.
        duration: Option<Duration>,
    },
    /// Someone who was away is back.
    Returned(CharacterId),
    /// The script is exchanged or the location is gone: the scene ends.
    Ended,
}

/// Something a scene asks of the host.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Command {
    /// Perform an action, and report its outcome under this id.
    Start {
        /// The id of this performance.
        id: StartId,
        /// The performer.
        who: CharacterId,
        /// The second performer.
        partner: Option<CharacterId>,
        /// The action.
        action: ActionId,
        /// Its arguments.
        arguments: Vec<Value>,
        /// Its named parameters with their defaults, sorted by name.
        named: Vec<(SymbolId, Value)>,
        /// The first argument that is a character or prop.
        target: Option<Value>,
    },
    /// Bring an action to its end, and report how that went.
    Stop {
        /// Which one.
        id: StartId,
    },
    /// Someone is no longer driven by this scene.
    Leave {
        /// Who.
        who: CharacterId,
    },
    /// Give an attribute a value. The scene itself counts with it at once.
    Set {
        /// Which attribute.
        name: HostId,
        /// Of whom or what.
        arguments: Vec<Value>,
        /// The value.
        value: Pushed,
    },
}

/// Something that happened in a scene: the lines of its trace.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Happening {
    /// Someone joined.
    Joined {
        /// Who.
        who: CharacterId,
        /// As what.
        role: RoleId,
    },
    /// Someone's rule fired.
    Fired {
        /// Whose.
        who: CharacterId,
        /// Which rule.
        rule: RuleId,
        /// The values of its variables.
        bindings: Vec<Option<Value>>,
        /// The other one of a joint action.
        partner: Option<CharacterId>,
        /// The action it started.
        start: Option<StartId>,
    },
    /// A fact came, or was said again.
    Added(Atom),
    /// A rule removed a fact, or it went with a thing that it names.
    Removed(Atom),
    /// A fact's lifetime was over.
    Passed(Atom),
    /// A claim was released by the engine.
    Released(Atom),
    /// A deferred or pushed claim was dropped because it has another holder.
    ClaimLost {
        /// The claim.
        claim: Atom,
        /// The holder.
        holder: Value,
    },
    /// A property of the host changed.
    Property {
        /// Which one.
        name: HostId,
        /// Of what.
        arguments: Vec<Value>,
        /// The new value.
        value: Pushed,
    },
    /// An action came to its end.
    Ended {
        /// Which one.
        id: StartId,
        /// Whose.
        who: CharacterId,
        /// The rule that started it; `None` for an action on leaving.
        rule: Option<RuleId>,
        /// How.
        outcome: Outcome,
        /// Whether it ended because its time limit was over.
        out_of_time: bool,
    },
    /// An action was asked to stop.
    AskedToStop {
        /// Which one.
        id: StartId,
        /// Whose.
        who: CharacterId,
        /// Why.
        why: StopReason,
    },
    /// Someone went into another state.
    Went {
        /// Who.
        who: CharacterId,
        /// Where.
        state: StateId,
    },
    /// Someone's standing changed.
    Stands {
        /// Whose.
        who: CharacterId,
        /// The new value.
        standing: Standing,
    },
    /// Someone is recalled.
    Recalled {
        /// Who.
        who: CharacterId,
        /// How strongly.
        urgency: Urgency,
    },
    /// The scene comes to its end.
    Ending(EndReason),
    /// The last leaver is out.
    Over,
    /// Something went wrong that content or the host should know of.
    Fault(Fault),
}

/// Why an action was asked to stop.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum StopReason {
    /// Its `while` no longer holds.
    While,
    /// An urgent rule has a solution.
    Urgent(RuleId),
    /// Its time limit is over.
    OutOfTime,
    /// Its partner is gone.
    PartnerGone,
    /// The character is needed elsewhere at once.
    Recalled,
    /// The scene ends.
    SceneEnds,
}

/// Why a scene ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum EndReason {
    /// A rule said so.
    Rule,
    /// The host said so.
    Report,
    /// Too few were left in a role for too long.
    Vacant(RoleId),
    /// Nobody was present or away.
    NobodyThere,
    /// The module has no such script.
    NoScript,
}

/// A fault. No fault is fatal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Fault {
    /// A search ran out of steps or went too deep; the rule did not fire.
    OutOfSteps {
        /// For whom.
        who: CharacterId,
        /// In which rule; `None` in a `hold`.
        rule: Option<RuleId>,
    },
    /// More than eight actions were started within a second; a second of rest follows.
    Restless(CharacterId),
    /// An outcome came for an action that was never started.
    UnknownAction(StartId),
    /// An outcome came for an action that has one already.
    LateOutcome(StartId, Outcome),
    /// A rule calls an action that the module does not have.
    NoSuchAction(RuleId, ActionId),
    /// An effect's argument has no value; the effect was left out.
    Undefined(FactId),
    /// A fact that the script does not declare in this form; it was left out.
    Undeclared(Atom),
    /// A fact that names something that is gone; it was left out.
    NamesGone(Atom),
    /// A report about someone who does not take part.
    NotThere(CharacterId),
    /// Someone could not join: there already, no such role, no room, or the scene is ending.
    CannotJoin(CharacterId),
    /// An update came for a moment that is not after the last one.
    NotLater,
}

/// The output of an update.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Update {
    /// Commands to the host, in order.
    pub commands: Vec<Command>,
    /// Events, in order.
    pub happenings: Vec<Happening>,
}
