//! Moves of the game of inheritance, as a page sends them, and refusals as it shows them.

use serde::{Deserialize, Serialize};
use townsfolk_core::{CharacterId, HostId, SymbolId, Value};
use townsfolk_town::inheritance::{GameMove, MoveRefused, Side};

/// A move of the game. Facets and values are named as in scripts.
#[derive(Deserialize)]
#[serde(tag = "move", rename_all = "snake_case")]
pub(crate) enum GameMessage {
    Begin { side: SideMessage, days: u8 },
    Say { to: u32, text: String },
    Change { facet: String, value: String },
    EndTurn,
    Pick { who: u32 },
}

/// The sides.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum SideMessage {
    Heir,
    Lover,
}

/// Why a move was refused.
#[derive(PartialEq, Debug, Serialize)]
pub(crate) struct RefusedMove {
    why: String,
    /// Sentences that would be understood.
    suggestions: Vec<String>,
}

impl RefusedMove {
    pub(crate) fn because(why: &str) -> RefusedMove {
        RefusedMove {
            why: why.to_owned(),
            suggestions: vec![],
        }
    }
}

impl From<MoveRefused> for RefusedMove {
    fn from(refused: MoveRefused) -> RefusedMove {
        RefusedMove {
            why: refused.to_string(),
            suggestions: refused.suggestions().to_vec(),
        }
    }
}

impl GameMessage {
    pub(crate) fn game_move(self) -> GameMove {
        match self {
            GameMessage::Begin { side, days } => GameMove::Begin {
                side: match side {
                    SideMessage::Heir => Side::Heir,
                    SideMessage::Lover => Side::Lover,
                },
                days,
            },
            GameMessage::Say { to, text } => GameMove::Say {
                to: CharacterId(to),
                text,
            },
            GameMessage::Change { facet, value } => GameMove::Change {
                facet: HostId::named(&facet),
                value: Value::Symbol(SymbolId::named(&value)),
            },
            GameMessage::EndTurn => GameMove::EndTurn,
            GameMessage::Pick { who } => GameMove::Pick(CharacterId(who)),
        }
    }
}
