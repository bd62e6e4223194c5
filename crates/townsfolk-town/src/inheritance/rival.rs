//! The other side, played by the program.
//!
//! The heir of the program asks a few people a turn what they believe of the visitor. The lover of the
//! program spreads a lie now and then, names somebody else as its origin, and changes its looks once.

use super::{Inheritance, Note, Side};
use crate::living::Living;
use townsfolk::Report;
use townsfolk_core::{CharacterId, Draw, Value};
use townsfolk_knowledge::belief::Subject;
use townsfolk_module::knowledge::Facet;

/// Number of people whom the heir of the program asks in a turn.
const INTERVIEWS: usize = 6;

/// Chance of a lie of the lover in a turn, in thousandths.
const LIES: i64 = 500;

/// The turn after which the lover of the program goes to the barber.
const CHANGES_AFTER: u8 = 3;

impl Living {
    pub(super) fn rival_plays(&mut self, game: &mut Inheritance) {
        let draw = game.draw(self, game.visitor, "rival");
        match game.side {
            Side::Lover => self.heir_asks(game, draw),
            Side::Heir => self.lover_hides(game, draw),
        }
    }

    fn heir_asks(&self, game: &mut Inheritance, draw: Draw) {
        let people = self.townspeople();
        for index in 0..INTERVIEWS as u64 {
            let Some(from) = drawn(&people, draw, index) else {
                return;
            };
            for belief in self.folk.beliefs_about(from, Subject::Person(game.visitor)) {
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

    fn lover_hides(&mut self, game: &Inheritance, draw: Draw) {
        let people = self.townspeople();
        let looks = self.looks();
        if draw.coin(10, LIES)
            && let Some(to) = drawn(&people, draw, 11).filter(|to| *to != game.lover)
            && let Some((facet, value)) = self.false_look(&looks, game, draw)
        {
            self.folk.report(Report::ToldOf {
                by: game.lover,
                to,
                about: Subject::Person(game.visitor),
                facet: facet.id,
                value,
                claims: drawn(&people, draw, 12).filter(|who| *who != game.lover),
            });
        }
        if game.turn == CHANGES_AFTER {
            let changeable = self.changeable();
            if let Some(facet) = drawn(&changeable, draw, 20)
                && let Some(value) = other_value(&facet, self.look(game.lover, facet.id), draw)
            {
                self.set_look(game.lover, facet.id, value);
            }
        }
    }

    /// A look that the visitor does not have.
    fn false_look(
        &self,
        looks: &[Facet],
        game: &Inheritance,
        draw: Draw,
    ) -> Option<(Facet, Value)> {
        let facet = drawn(looks, draw, 13)?;
        let value = other_value(&facet, self.look(game.visitor, facet.id), draw)?;
        Some((facet, value))
    }
}

fn other_value(facet: &Facet, than: Option<Value>, draw: Draw) -> Option<Value> {
    let values = facet.common.iter().map(|(value, ..)| *value);
    let others: Vec<Value> = values.filter(|value| Some(*value) != than).collect();
    drawn(&others, draw, 14)
}

fn drawn<T: Clone>(list: &[T], draw: Draw, index: u64) -> Option<T> {
    let last = i64::try_from(list.len()).ok()?.checked_sub(1)?;
    let place = usize::try_from(draw.between(index, 0, last)).ok()?;
    list.get(place).cloned()
}
