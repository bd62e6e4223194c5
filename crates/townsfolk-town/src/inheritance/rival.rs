//! The other side, played by the program.
//!
//! The heir of the program asks a few people a turn what they believe of the visitor, and goes on to
//! those from whom they have it. The lover of the program spreads a lie now and then, names somebody
//! else as its origin, and changes its looks once.

use super::{Inheritance, Note, Side, Telling};
use crate::living::Living;
use townsfolk_core::{CharacterId, Draw, Value};
use townsfolk_module::knowledge::Facet;

/// Number of people whom the heir of the program asks in a turn.
const INTERVIEWS: usize = 6;

/// Chance of a lie of the lover in a turn, in thousandths.
const LIES: i64 = 500;

/// The turn after which the lover of the program goes to the barber.
const CHANGES_AFTER: u8 = 3;

impl Living {
    pub(super) fn rival_plays(&mut self, game: &mut Inheritance) {
        let draw = game.draw(self, "rival");
        match game.side {
            Side::Lover => self.heir_asks(game, draw),
            Side::Heir => self.lover_hides(game, draw),
        }
    }

    fn heir_asks(&self, game: &mut Inheritance, draw: Draw) {
        let people = self.townspeople();
        let mut leads: Vec<CharacterId> = vec![];
        let mut asked: Vec<CharacterId> = vec![];
        for index in 0..INTERVIEWS as u64 {
            let from = leads.pop().or_else(|| drawn(&people, draw, index));
            let Some(from) = from.filter(|from| !asked.contains(from)) else {
                continue;
            };
            asked.push(from);
            for belief in self.description(from, game.visitor) {
                let source = belief.source().filter(|source| people.contains(source));
                leads.extend(source);
                let same = |note: &Note| note.from == from && note.facet == belief.facet;
                game.rival_notes.retain(|note| !same(note));
                game.rival_notes.push(Note {
                    turn: game.turn,
                    from,
                    facet: belief.facet,
                    value: belief.value,
                    sure: belief.sureness() as u8,
                });
            }
        }
    }

    fn lover_hides(&mut self, game: &mut Inheritance, draw: Draw) {
        let lover = game.lover;
        let mut people = self.townspeople();
        people.retain(|who| *who != lover);
        if draw.coin(10, LIES)
            && let Some(to) = drawn(&people, draw, 11)
            && let Some((facet, value)) = self.false_look(game, draw)
        {
            let telling = Telling {
                turn: game.turn,
                by: lover,
                to,
                of: game.visitor,
                claimed: (facet.id, value),
                source: drawn(&people, draw, 12).filter(|source| *source != to),
            };
            self.tell_in_game(game, telling);
        }
        if game.turn == CHANGES_AFTER
            && let Some(facet) = drawn(&self.changeable(), draw, 20)
            && let Some(value) = other_value(&facet, self.look(lover, facet.id), draw)
        {
            self.set_look(lover, facet.id, value);
        }
    }

    /// A look that the visitor does not have.
    fn false_look(&self, game: &Inheritance, draw: Draw) -> Option<(Facet, Value)> {
        let facet = drawn(&self.looks(), draw, 13)?;
        let value = other_value(&facet, self.look(game.visitor, facet.id), draw)?;
        Some((facet, value))
    }
}

fn other_value(facet: &Facet, than: Option<Value>, draw: Draw) -> Option<Value> {
    let values = facet.common.iter().map(|(value, ..)| *value);
    let others: Vec<Value> = values.filter(|value| Some(*value) != than).collect();
    drawn(&others, draw, 14)
}

/// One of a list.
pub(super) fn drawn<T: Clone>(list: &[T], draw: Draw, index: u64) -> Option<T> {
    let last = i64::try_from(list.len()).ok()?.checked_sub(1)?;
    let place = usize::try_from(draw.between(index, 0, last)).ok()?;
    list.get(place).cloned()
}
