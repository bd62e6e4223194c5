//! The line-up: who files past, and the pick.

use super::{Inheritance, MoveRefused, Note, Side};
use crate::living::Living;
use crate::talk::Trait;
use serde::{Deserialize, Serialize};
use townsfolk_core::CharacterId;

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Verdict {
    /// The one who was picked.
    pub picked: CharacterId,
    /// The lover.
    pub lover: CharacterId,
    /// The side that has won.
    pub winner: Side,
}

/// Somebody who files past.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Candidate {
    /// Who.
    pub who: CharacterId,
    /// What is seen of them.
    pub looks: Vec<Trait>,
    /// Number of notes of the player that fit, and that do not.
    pub fits: (usize, usize),
}

impl Living {
    /// Everyone who files past, with what is seen of them. The best fit with the player's notes first.
    pub fn line_up(&self) -> Vec<Candidate> {
        let Some(game) = &self.game else {
            return vec![];
        };
        let notes: &[Note] = match game.side {
            Side::Heir => &game.notes,
            Side::Lover => &[],
        };
        let looks = self.looks();
        let mut people = self.townspeople();
        if game.side == Side::Lover {
            people.push(game.player);
        }
        let candidates = people.into_iter().map(|who| {
            let seen = looks.iter();
            let seen = seen.filter_map(|facet| Some((facet.id, self.look(who, facet.id)?)));
            let fitting = notes.iter().filter(|note| self.fits(who, note)).count();
            Candidate {
                who,
                looks: seen.collect(),
                fits: (fitting, notes.len() - fitting),
            }
        });
        let mut candidates: Vec<Candidate> = candidates.collect();
        candidates.sort_by_key(|one| (std::cmp::Reverse(one.fits.0), one.who));
        candidates
    }

    fn fits(&self, who: CharacterId, note: &Note) -> bool {
        self.look(who, note.facet) == Some(note.value)
    }

    /// The player picks somebody. The heir need not wait for the last turn.
    pub(super) fn pick(
        &mut self,
        game: &mut Inheritance,
        who: CharacterId,
    ) -> Result<(), MoveRefused> {
        if game.side != Side::Heir {
            return Err(MoveRefused::NotTheHeir);
        }
        if !self.townspeople().contains(&who) {
            return Err(MoveRefused::NobodyThere);
        }
        self.decide_game(game, who);
        Ok(())
    }

    /// The heir of the program picks whoever fits best with what it was told.
    pub(super) fn rival_picks(&mut self, game: &mut Inheritance) {
        let mut people = self.townspeople();
        people.push(game.player);
        let score = |who: &CharacterId| {
            let notes = game.rival_notes.iter();
            let scores = notes.map(|note| {
                let weight = i64::from(note.sure) + 1;
                if self.fits(*who, note) {
                    weight
                } else {
                    -weight
                }
            });
            scores.sum::<i64>()
        };
        let best = people
            .iter()
            .max_by_key(|who| (score(who), std::cmp::Reverse(**who)));
        let best = best.copied().unwrap_or(game.player);
        self.decide_game(game, best);
    }

    fn decide_game(&mut self, game: &mut Inheritance, picked: CharacterId) {
        let winner = match picked == game.lover {
            true => Side::Heir,
            false => Side::Lover,
        };
        game.verdict = Some(Verdict {
            picked,
            lover: game.lover,
            winner,
        });
        let words = self.vocabulary(game.visitor);
        let name = |who| match who == game.player {
            true => "you",
            false => words.person(who),
        };
        let text = match winner {
            Side::Heir => format!("The heir picks {}, who was the lover.", name(picked)),
            Side::Lover => format!(
                "The heir picks {}. The lover was {}.",
                name(picked),
                name(game.lover)
            ),
        };
        game.say(None, None, text);
    }
}
