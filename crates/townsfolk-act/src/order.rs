//! The orders of a step, and the actions that run because of them.

use serde::{Deserialize, Serialize};
use townsfolk_core::{
    ActionId, AreaId, CharacterId, Duration, HostId, LocationId, Pushed, RoleId, SceneId, StartId,
    SymbolId, Tick, Value,
};

/// One thing a step asks for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Order {
    /// Perform an action.
    Act {
        /// Which.
        action: ActionId,
        /// Its arguments.
        arguments: Vec<Value>,
        /// Its named parameters, sorted by name.
        named: Vec<(SymbolId, Value)>,
    },
    /// Walk somewhere.
    Walk(Aim),
    /// Ask a location to be cast in a role, and take part until the scene lets go.
    Join(LocationId, RoleId),
    /// Stay among people for a while.
    Mingle(Duration),
    /// Give an attribute a value.
    Set {
        /// Which attribute.
        name: HostId,
        /// Of whom or what.
        arguments: Vec<Value>,
        /// The value.
        value: Pushed,
    },
}

impl Order {
    /// An action without named parameters.
    pub fn act(action: ActionId, arguments: Vec<Value>) -> Order {
        Order::Act {
            action,
            arguments,
            named: vec![],
        }
    }
}

/// Where a walk leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Aim {
    /// To a location, to be cast in a role.
    Location(LocationId, RoleId),
    /// To an area.
    Area(AreaId),
    /// To another character.
    Company(CharacterId),
}

/// An order that is being carried out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Running {
    /// An action.
    Acts {
        /// The name of this performance.
        start: StartId,
        /// Which action.
        what: ActionId,
        /// When it counts as failed.
        limit: Tick,
    },
    /// A walk.
    Walks {
        /// The name of this performance.
        start: StartId,
        /// Where to.
        to: Aim,
        /// When it counts as failed.
        limit: Tick,
    },
    /// Waits to be cast at a location.
    Asks {
        /// Where.
        location: LocationId,
        /// As what.
        role: RoleId,
        /// Until when.
        until: Tick,
    },
    /// Takes part in a scene, having asked to.
    TakesPart(SceneId),
    /// Stays among people until this moment.
    Mingles(Tick),
}

impl Running {
    /// The action of the host that this waits for.
    pub fn start(&self) -> Option<StartId> {
        match self {
            Running::Acts { start, .. } | Running::Walks { start, .. } => Some(*start),
            _ => None,
        }
    }

    /// The moment at which it is over without an outcome. Taking part has none: the scene decides.
    pub fn limit(&self) -> Option<Tick> {
        match self {
            Running::Acts { limit, .. } | Running::Walks { limit, .. } => Some(*limit),
            Running::Asks { until, .. } | Running::Mingles(until) => Some(*until),
            Running::TakesPart(_) => None,
        }
    }

    /// Moves its moments, for a save that is loaded into a later time.
    pub fn shift_times(&mut self, later: &mut dyn FnMut(Tick) -> Tick) {
        match self {
            Running::Acts { limit, .. } | Running::Walks { limit, .. } => *limit = later(*limit),
            Running::Asks { until, .. } | Running::Mingles(until) => *until = later(*until),
            Running::TakesPart(_) => {}
        }
    }
}
