//! What is done to a town from outside: a past that is lived again has it done to it again.

use crate::edition::Edition;
use townsfolk::{LocationId, Place};
use townsfolk_town::living::Living;

/// Something that is done to a town.
#[derive(Clone, Debug)]
pub(crate) enum Deed {
    /// It lives by other content from then on.
    TakeIn(Edition),
    /// The player does something.
    Play(Move),
}

/// What the player does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Move {
    /// Comes into the town, as near to a place as there is room.
    Enter(Place),
    /// Sets out for a place.
    Walk(Place),
    /// Reacts to an icon.
    Accept(LocationId),
    /// Walks out of the scene.
    WalkOut,
}

impl Move {
    /// Does it. Who is not there does nothing.
    pub(crate) fn make(self, town: &mut Living) {
        let player = town.players().next();
        match (self, player) {
            (Move::Enter(at), None) => {
                town.add_player(at);
            }
            (Move::Walk(to), Some(player)) => {
                town.walk_player(player, to);
            }
            (Move::Accept(location), Some(player)) => town.accept(player, location),
            (Move::WalkOut, Some(player)) => town.walk_out(player),
            (Move::Enter(_), Some(_)) | (_, None) => {}
        }
    }
}
