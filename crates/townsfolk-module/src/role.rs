//! Roles, kinds of props and sets of symbols: what things can be.

use serde::{Deserialize, Serialize};
use townsfolk_core::{PropKindId, RoleId, SymbolId, SymbolSetId};

/// Something a character can be, or a proxy's part in scenes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Role {
    /// Its id.
    pub id: RoleId,
    /// The roles it is a special case of, sorted.
    pub parents: Vec<RoleId>,
    /// Whether it is played by a game system without a body.
    pub proxy: bool,
}

/// A kind of prop.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PropKind {
    /// Its id.
    pub id: PropKindId,
    /// The kind it is a special case of.
    pub parent: Option<PropKindId>,
    /// How many can use it at once.
    pub slots: u16,
    /// Names of the points from which it can be approached, in the author's order.
    pub approaches: Vec<SymbolId>,
    /// Ontology tags, sorted.
    pub tags: Vec<SymbolId>,
    /// Positions of approach points that have one, in millimetres from the prop, in the author's
    /// order. The file has them in its tail.
    #[serde(skip)]
    pub approaches_at_mm: Vec<(SymbolId, (i32, i32))>,
}

/// A declared set of symbols.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SymbolSet {
    /// Its id.
    pub id: SymbolSetId,
    /// Its members, in the author's order.
    pub members: Vec<SymbolId>,
}
