//! The moves of the player, and why a move is refused.

use super::Side;
use crate::talk::NotUnderstood;
use serde::{Deserialize, Serialize};
use townsfolk_core::{CharacterId, HostId, Value};

/// A move of the player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum GameMove {
    /// Begins a game, which replaces one that is being played.
    Begin {
        /// The side of the player.
        side: Side,
        /// Its length, at most `DAYS_MAX`.
        days: u8,
    },
    /// Says something to a character.
    Say {
        /// The listener.
        to: CharacterId,
        /// The words.
        text: String,
    },
    /// Changes the player's looks.
    Change {
        /// The facet.
        facet: HostId,
        /// The new value.
        value: Value,
    },
    /// Ends the turn: half a day passes.
    EndTurn,
    /// Picks somebody out of the line-up.
    Pick(CharacterId),
}

/// Why a move is not possible.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MoveRefused {
    /// No game is being played, or it is over.
    NoGame,
    /// The content has no facets of looks, or too few people.
    NothingToPlayWith,
    /// Nothing more can be done in this turn.
    NoActionsLeft,
    /// The turn is ending.
    TurnEnds,
    /// No such character can be spoken to or picked.
    NobodyThere,
    /// The sentence is not understood.
    NotUnderstood(NotUnderstood),
    /// That cannot be changed.
    CannotChange,
    /// Only the heir picks.
    NotTheHeir,
    /// The town files past: nothing else can be done.
    LineUp,
}

impl std::fmt::Display for MoveRefused {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            MoveRefused::NoGame => f.write_str("No game is being played. Begin one first."),
            MoveRefused::NothingToPlayWith => f.write_str(
                "This town cannot be played: it needs eight people whose looks facets describe.",
            ),
            MoveRefused::NoActionsLeft => {
                f.write_str("Nothing more can be done in this turn. End it.")
            }
            MoveRefused::TurnEnds => f.write_str("The turn is ending."),
            MoveRefused::NobodyThere => f.write_str("That person is not in town."),
            MoveRefused::NotUnderstood(lost) => f.write_str(lost.missing),
            MoveRefused::CannotChange => f.write_str("That cannot be changed."),
            MoveRefused::NotTheHeir => f.write_str("Only the heir picks somebody."),
            MoveRefused::LineUp => f.write_str("The town files past. Nothing else can be done."),
        }
    }
}

impl MoveRefused {
    /// Sentences that would be understood instead.
    pub fn suggestions(&self) -> &[String] {
        match self {
            MoveRefused::NotUnderstood(lost) => &lost.suggestions,
            _ => &[],
        }
    }
}
