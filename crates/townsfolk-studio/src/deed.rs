//! What is done to a town from outside: a past that is lived again has it done to it again.

use crate::edition::Edition;
use townsfolk::{LocationId, Place};
use townsfolk_core::Atom;
use townsfolk_core::CharacterId;
use townsfolk_core::digest::hash64;
use townsfolk_town::living::Living;
use townsfolk_town::player::Order;

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
    /// Chooses something in the scene, by its [key](choice_key).
    Choose(u64),
    /// Walks out of the scene.
    WalkOut,
    /// Gives somebody an order, who carries it out if they take any.
    Order(CharacterId, Order),
    /// Needs somebody no longer.
    Dismiss(CharacterId),
}

/// What a choice is known by between a page and the town.
pub(crate) fn choice_key(choice: &Atom) -> u64 {
    hash64(format!("{choice:?}").as_bytes())
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
            (Move::Choose(key), Some(player)) => {
                let choices = town.choices(player).into_iter();
                for chosen in choices.filter(|choice| choice_key(choice) == key) {
                    town.choose(player, chosen);
                }
            }
            (Move::WalkOut, Some(player)) => town.walk_out(player),
            (Move::Order(whom, order), Some(player)) => {
                // Who refuses goes on as before, and that is seen.
                let _ = town.order(player, whom, order);
            }
            (Move::Dismiss(whom), Some(_)) => town.dismiss(whom),
            (Move::Enter(_), Some(_)) | (_, None) => {}
        }
    }
}
