//! Inheritance: a game about knowledge, for one player against a town.
//!
//! A rich person has died and left everything to a secret lover. A few witnesses saw a visitor at the
//! house that night. In a few days the will is read, and the town files past. The heir wins by picking
//! the lover out of that line-up; the lover wins by not being picked. The player is one of the two, the
//! program plays the other.
//!
//! | module | holds |
//! |---|---|
//! | `moves` | the moves of the player, and why a move is refused |
//! | `begin` | how a game begins: lover, visitor and witnesses |
//! | `looks` | what is seen of people, and the words for it |
//! | `dialogue` | what characters answer, from their own beliefs |
//! | `rival` | the other side, played by the program |
//! | `line_up` | who files past, what is seen of them, and the pick |
//! | `reveal` | what comes out at the end |
//!
//! The visitor is a character without a body: beliefs about the visitor are beliefs like all others.
//! They are told, overheard, misremembered and lied about by the ordinary minds of the town. Everything
//! the game does reaches the engine as reports, so a recording contains it.

mod begin;
mod dialogue;
mod line_up;
mod looks;
mod moves;
mod reveal;
mod rival;
#[cfg(test)]
mod tests;

pub use line_up::{Candidate, Verdict};
pub use moves::{GameMove, MoveRefused};
pub use reveal::{KnownLook, Revealed};

use crate::living::Living;
use crate::talk::{TalkContext, Trait};
use serde::{Deserialize, Serialize};
use townsfolk::{Report, Said, Speech};
use townsfolk_core::digest::hash64;
use townsfolk_core::{CharacterId, Draw, HostId, SiteId, Tick, Value};
use townsfolk_knowledge::belief::{Claim, Subject, Sureness};
use townsfolk_mind::Moment;

/// Number of things that the player can do in a turn.
pub const ACTIONS: u8 = 8;

/// Number of actions that a change of looks costs.
pub const CHANGE_COSTS: u8 = 2;

/// Longest game, in days.
pub const DAYS_MAX: u8 = 7;

/// Seconds of a turn: half a day of the calendar.
pub const TURN_S: i64 = 12 * 3600;

/// Maximum number of lines, notes and tellings that are kept, the newest.
const LINES_MAX: usize = 300;

/// The two sides of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Side {
    /// Searches for the lover.
    Heir,
    /// Must not be found.
    Lover,
}

/// A game that is being played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Inheritance {
    /// The side of the player.
    pub side: Side,
    /// The turn, from zero. Even turns are days, odd turns nights.
    pub turn: u8,
    /// Number of turns.
    pub turns: u8,
    /// Number of things that the player can still do in this turn.
    pub actions: u8,
    /// When the turn ends, while it is ending.
    pub ends: Option<Moment>,
    /// The player.
    pub player: CharacterId,
    /// The subject of the beliefs about the visitor.
    pub visitor: CharacterId,
    /// The lover.
    lover: CharacterId,
    /// Those who have seen the visitor.
    witnesses: Vec<CharacterId>,
    /// Everything that was said, oldest first.
    pub transcript: Vec<Line>,
    /// What the player was told of the visitor, oldest first.
    pub notes: Vec<Note>,
    /// What the heir of the program was told.
    rival_notes: Vec<Note>,
    /// What the player and the rival have told others of the visitor.
    tellings: Vec<Telling>,
    /// What the last answer of a character was about.
    last: Option<LastAnswer>,
    /// How it ended.
    pub verdict: Option<Verdict>,
}

/// A line of a dialogue.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Line {
    /// The turn in which it was said.
    pub turn: u8,
    /// The speaker. `None` for the narrator.
    pub who: Option<CharacterId>,
    /// The listener, if the player speaks.
    pub to: Option<CharacterId>,
    /// The words.
    pub text: String,
}

/// Something that was said of the visitor.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Note {
    /// The turn.
    pub turn: u8,
    /// By whom.
    pub from: CharacterId,
    /// The facet.
    pub facet: HostId,
    /// The value.
    pub value: Value,
    /// How sure the speaker was, from 0 to 5.
    pub sure: u8,
}

/// Something that a side told somebody.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Telling {
    /// The turn.
    pub turn: u8,
    /// By whom.
    pub by: CharacterId,
    /// To whom.
    pub to: CharacterId,
    /// Of whom.
    pub of: CharacterId,
    /// The trait that was claimed.
    pub claimed: Trait,
    /// The person who was named as its source.
    pub source: Option<CharacterId>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct LastAnswer {
    by: CharacterId,
    of: CharacterId,
    facet: HostId,
}

impl Inheritance {
    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.verdict.is_some()
    }

    /// Whether the last turn is over and the town files past.
    pub fn is_line_up(&self) -> bool {
        self.turn >= self.turns
    }

    pub(crate) fn digest(&self) -> u64 {
        hash64(&postcard::to_allocvec(self).unwrap_or_default())
    }

    fn say(&mut self, who: Option<CharacterId>, to: Option<CharacterId>, text: String) {
        let turn = self.turn;
        let line = Line {
            turn,
            who,
            to,
            text,
        };
        keep(&mut self.transcript, line);
    }

    /// Takes down what somebody says of the visitor. What the same person said before is replaced.
    fn note(&mut self, from: CharacterId, (facet, value): Trait, sure: Sureness) {
        let same = |note: &Note| note.from == from && note.facet == facet;
        self.notes.retain(|note| !same(note));
        let note = Note {
            turn: self.turn,
            from,
            facet,
            value,
            sure: sure as u8,
        };
        keep(&mut self.notes, note);
    }

    /// Draws of this turn and of everything said so far.
    fn draw(&self, town: &Living, site: &str) -> Draw {
        let said = i64::try_from(self.transcript.len()).unwrap_or(0);
        let turn = Tick(1000 * i64::from(self.turn) + said);
        let owner = u64::from(self.visitor.0);
        Draw::at(town.folk.seed(), owner, turn, SiteId::named(site))
    }
}

fn keep<T>(list: &mut Vec<T>, item: T) {
    if list.len() >= LINES_MAX {
        list.remove(0);
    }
    list.push(item);
}

impl Living {
    /// Makes a move of the game.
    pub fn play(&mut self, game_move: &GameMove) -> Result<(), MoveRefused> {
        if let GameMove::Begin { side, days } = game_move {
            let game = self.begin_game(*side, *days)?;
            self.game = Some(Box::new(game));
            return Ok(());
        }
        if self.game.as_ref().is_none_or(|game| game.is_over()) {
            return Err(MoveRefused::NoGame);
        }
        let mut game = self.game.take().ok_or(MoveRefused::NoGame)?;
        let made = self.make_move(&mut game, game_move);
        self.game = Some(game);
        made
    }

    fn make_move(
        &mut self,
        game: &mut Inheritance,
        game_move: &GameMove,
    ) -> Result<(), MoveRefused> {
        if game.ends.is_some() {
            return Err(MoveRefused::TurnEnds);
        }
        match game_move {
            GameMove::Pick(who) => self.pick(game, *who),
            _ if game.is_line_up() => Err(MoveRefused::LineUp),
            GameMove::Say { to, text } => self.say_in_game(game, *to, text),
            GameMove::Change { facet, value } => self.change_looks(game, *facet, *value),
            GameMove::Begin { .. } | GameMove::EndTurn => {
                game.ends = Some(self.folk.moment().after(TURN_S));
                Ok(())
            }
        }
    }

    /// Lets the rival play, and begins the next turn, when the turn has ended.
    pub(crate) fn see_to_game(&mut self) {
        let ends = self.game.as_ref().and_then(|game| game.ends);
        if ends.is_none_or(|ends| self.folk.moment() < ends) {
            return;
        }
        let Some(mut game) = self.game.take() else {
            return;
        };
        self.rival_plays(&mut game);
        self.note_overheard(&mut game);
        game.ends = None;
        game.turn += 1;
        game.actions = ACTIONS;
        if game.is_line_up() {
            let text = "The will is read. The town files past.";
            game.say(None, None, text.to_owned());
            if game.side == Side::Lover {
                self.rival_picks(&mut game);
            }
        }
        self.game = Some(game);
    }

    /// How much of the half day has passed while a turn ends, in thousandths.
    pub fn turn_passed(&self) -> Option<i64> {
        let ends = self.game.as_ref()?.ends?;
        let left = ends.since(self.folk.moment());
        Some((TURN_S - left).clamp(0, TURN_S) * 1000 / TURN_S)
    }

    fn say_in_game(
        &mut self,
        game: &mut Inheritance,
        to: CharacterId,
        text: &str,
    ) -> Result<(), MoveRefused> {
        if !self.townspeople().contains(&to) {
            return Err(MoveRefused::NobodyThere);
        }
        let context = TalkContext {
            listener: to,
            last: game.last.map(|last| last.of),
        };
        let words = self.vocabulary(game.visitor);
        let utterance = words.understand(text, &context);
        let utterance = utterance.map_err(MoveRefused::NotUnderstood)?;
        let left = game.actions.checked_sub(1);
        game.actions = left.ok_or(MoveRefused::NoActionsLeft)?;
        game.say(Some(game.player), Some(to), words.sentence(&utterance));
        let answer = self.answer_in_game(game, &words, to, &utterance);
        game.say(Some(to), None, answer);
        Ok(())
    }

    fn change_looks(
        &mut self,
        game: &mut Inheritance,
        facet: HostId,
        value: Value,
    ) -> Result<(), MoveRefused> {
        let can = self.changeable().iter().any(|look| {
            let mut values = look.common.iter();
            look.id == facet && values.any(|(known, ..)| *known == value)
        });
        if !can {
            return Err(MoveRefused::CannotChange);
        }
        let left = game.actions.checked_sub(CHANGE_COSTS);
        game.actions = left.ok_or(MoveRefused::NoActionsLeft)?;
        self.set_look(game.player, facet, value);
        let words = self.vocabulary(game.visitor);
        let now = words.described((facet, value));
        game.say(None, None, format!("You have {now} now."));
        Ok(())
    }

    /// One side tells somebody something. The listener believes it or not, like anything else.
    fn tell_in_game(&mut self, game: &mut Inheritance, telling: Telling) {
        let (facet, value) = telling.claimed;
        let claim = telling.source.map(|source| Claim {
            source,
            place: None,
            at: None,
        });
        let speech = Speech {
            to: telling.to,
            about: Subject::Person(telling.of),
            facet,
            what: Said::Value(value, claim),
        };
        self.folk
            .report(Report::Confided(telling.by, Box::new(speech)));
        keep(&mut game.tellings, telling);
    }
}
