//! Inheritance: a game about knowledge, for one player against a town.
//!
//! A rich person has died and left everything to a secret lover. A few witnesses saw a visitor at the
//! house that night. In a week the will is read, and the town files past. The heir wins by picking the
//! lover out of that line-up; the lover wins by not being picked. The player is one of the two, the
//! program plays the other.
//!
//! | module | holds |
//! |---|---|
//! | [`dialogue`] | what characters answer, from their own beliefs |
//! | [`rival`] | the other side, played by the program |
//! | [`line_up`] | who files past, what is seen of them, and the pick |
//!
//! The visitor is a character without a body: beliefs about the visitor are beliefs like all others.
//! They are told, overheard, misremembered and lied about by the ordinary minds of the town. Everything
//! the game does reaches the engine as reports, so a recording contains it.

mod dialogue;
mod line_up;
mod rival;
#[cfg(test)]
mod tests;

pub use line_up::{Candidate, Verdict};

use crate::living::Living;
use crate::talk::{FacetWords, NotUnderstood, TalkContext, Utterance, Vocabulary};
use serde::{Deserialize, Serialize};
use townsfolk::words::names::in_capitals;
use townsfolk::{Newcomer, Place, Report};
use townsfolk_core::digest::hash64;
use townsfolk_core::{CharacterId, Draw, HostId, Pushed, SiteId, Tick, Value};
use townsfolk_knowledge::belief::Sureness;
use townsfolk_mind::Moment;
use townsfolk_module::Category;
use townsfolk_module::knowledge::{Facet, FacetForm, FacetSeen, FacetSubject};

/// Number of things that the player can do in a turn.
pub const ACTIONS: u8 = 8;

/// What it costs to change one's looks.
const CHANGE_COSTS: u8 = 2;

/// Number of witnesses of the visit.
const WITNESSES: usize = 3;

/// Longest game, in days.
pub const DAYS_MAX: u8 = 7;

/// Maximum number of lines and notes that are kept, the newest.
const LINES_MAX: usize = 300;

/// Seconds of a turn: half a day of the calendar.
const TURN_S: i64 = 12 * 3600;

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
    /// What was said, oldest first.
    pub transcript: Vec<Line>,
    /// What the player was told of the visitor, oldest first.
    pub notes: Vec<Note>,
    /// What the heir of the program was told.
    rival_notes: Vec<Note>,
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

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct LastAnswer {
    by: CharacterId,
    of: CharacterId,
    facet: HostId,
}

/// A move of the player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum GameMove {
    /// Begins a game, which replaces one that is being played.
    Begin {
        /// The side of the player.
        side: Side,
        /// Its length, at most [`DAYS_MAX`].
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
}

impl std::fmt::Display for MoveRefused {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            MoveRefused::NoGame => f.write_str("No game is being played. Begin one first."),
            MoveRefused::NothingToPlayWith => f.write_str(
                "This town cannot be played: it needs ten people whose looks facets describe.",
            ),
            MoveRefused::NoActionsLeft => {
                f.write_str("Nothing more can be done in this turn. End it.")
            }
            MoveRefused::TurnEnds => f.write_str("The turn is ending."),
            MoveRefused::NobodyThere => f.write_str("That person is not in town."),
            MoveRefused::NotUnderstood(lost) => {
                write!(f, "{} Try: {}", lost.missing, lost.suggestions.join(" "))
            }
            MoveRefused::CannotChange => f.write_str("That cannot be changed."),
            MoveRefused::NotTheHeir => f.write_str("Only the heir picks somebody."),
        }
    }
}

impl Inheritance {
    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.verdict.is_some()
    }

    /// Whether it is the last turn, after which the town files past.
    pub fn is_line_up(&self) -> bool {
        self.turn >= self.turns
    }

    pub(crate) fn digest(&self) -> u64 {
        hash64(&postcard::to_allocvec(self).unwrap_or_default())
    }

    fn say(&mut self, who: Option<CharacterId>, to: Option<CharacterId>, text: String) {
        let turn = self.turn;
        keep(&mut self.transcript, Line {
            turn,
            who,
            to,
            text,
        });
    }

    /// Takes down what somebody says of the visitor.
    fn note(&mut self, from: CharacterId, facet: HostId, value: Value, sure: Sureness) {
        let turn = self.turn;
        keep(&mut self.notes, Note {
            turn,
            from,
            facet,
            value,
            sure: sure as u8,
        });
    }

    fn draw(&self, town: &Living, who: CharacterId, site: &str) -> Draw {
        let turn = Tick(i64::from(self.turn) + i64::try_from(self.transcript.len()).unwrap_or(0));
        Draw::at(town.folk.seed(), u64::from(who.0), turn, SiteId::named(site))
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
            self.game = Some(Box::new(self.begin_game(*side, *days)?));
            return Ok(());
        }
        let game = self.game.take().filter(|game| !game.is_over());
        let mut game = game.ok_or(MoveRefused::NoGame)?;
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
            GameMove::Begin { .. } => Ok(()),
            GameMove::Say { to, text } => self.say_in_game(game, *to, text),
            GameMove::Change { facet, value } => self.change_looks(game, *facet, *value),
            GameMove::EndTurn => {
                let now = self.folk.moment();
                game.ends = (!game.is_line_up()).then(|| now.after(TURN_S));
                Ok(())
            }
            GameMove::Pick(who) => self.pick(game, *who),
        }
    }

    /// Lets the rival play, and begins the next turn, when the turn has ended.
    pub(crate) fn see_to_game(&mut self) {
        let now = self.folk.moment();
        let ends = self.game.as_ref().and_then(|game| game.ends);
        if ends.is_none_or(|ends| now < ends) {
            return;
        }
        if let Some(mut game) = self.game.take() {
            self.rival_plays(&mut game);
            game.ends = None;
            game.turn += 1;
            game.actions = ACTIONS;
            if game.is_line_up() {
                game.say(None, None, "The will is read. The town files past.".to_owned());
                if game.side == Side::Lover {
                    self.rival_picks(&mut game);
                }
            }
            self.game = Some(game);
        }
    }

    fn begin_game(&mut self, side: Side, days: u8) -> Result<Inheritance, MoveRefused> {
        let looks = self.looks();
        let townspeople = self.townspeople();
        if looks.is_empty() || townspeople.len() < 10 {
            return Err(MoveRefused::NothingToPlayWith);
        }
        let seed = self.folk.seed();
        let draw = Draw::at(seed, 0, self.folk.now(), SiteId::named("inheritance"));
        let player = match self.players().next() {
            Some(player) => player,
            None => self.add_player(Place::metres(0, 0)),
        };
        let drawn = |index: u64| {
            let last = i64::try_from(townspeople.len()).unwrap_or(1) - 1;
            let place = usize::try_from(draw.between(index, 0, last)).unwrap_or(0);
            townspeople.get(place).copied()
        };
        for facet in &looks {
            if let Some(value) = drawn_look(facet, draw) {
                self.set_look(player, facet.id, value);
            }
        }
        let lover = match side {
            Side::Lover => player,
            Side::Heir => drawn(0).unwrap_or(player),
        };
        let visitor = self.folk.add_character(Newcomer::default());
        for facet in &looks {
            // The player has no looks yet: reports count from the next tick on.
            let value = match side {
                Side::Lover => drawn_look(facet, draw),
                Side::Heir => self.look(lover, facet.id),
            };
            if let Some(value) = value {
                self.set_look(visitor, facet.id, value);
            }
        }
        let mut witnesses: Vec<CharacterId> = (1..100).filter_map(drawn).collect();
        witnesses.retain(|who| *who != lover);
        witnesses.dedup();
        for who in witnesses.into_iter().take(WITNESSES) {
            self.folk.report(Report::Glimpsed(who, visitor));
        }
        let mut game = Inheritance {
            side,
            turn: 0,
            turns: days.clamp(1, DAYS_MAX) * 2,
            actions: ACTIONS,
            ends: None,
            player,
            visitor,
            lover,
            transcript: vec![],
            notes: vec![],
            rival_notes: vec![],
            last: None,
            verdict: None,
        };
        game.say(None, None, opening_words(side, game.turns));
        Ok(game)
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

    fn set_look(&mut self, who: CharacterId, name: HostId, value: Value) {
        self.folk.report(Report::Property {
            name,
            arguments: vec![Value::Character(who)],
            value: Pushed::Is(value),
        });
    }

    /// The present value of a look.
    fn look(&self, who: CharacterId, facet: HostId) -> Option<Value> {
        match self.folk.attribute(facet, &[Value::Character(who)]) {
            Pushed::Is(value) => Some(value),
            _ => None,
        }
    }

    /// The facets by which somebody can be described from sight.
    fn looks(&self) -> Vec<Facet> {
        let facets = self.content.module.knowledge.facets.iter();
        let looks = facets.filter(|facet| {
            facet.of == FacetSubject::Person
                && facet.form == FacetForm::Symbol
                && facet.seen == FacetSeen::Always
                && !facet.common.is_empty()
        });
        looks.cloned().collect()
    }

    /// Looks that a barber or an optician can change: those that are hardly inherited.
    pub fn changeable(&self) -> Vec<Facet> {
        let hair = ["hair_color", "glasses"].map(HostId::named);
        let free = |facet: &Facet| hair.contains(&facet.id) || facet.inherited.0 <= 50_000;
        let born_with = ["birthmark", "scar"].map(HostId::named);
        let looks = self.looks().into_iter();
        looks
            .filter(|facet| free(facet) && !born_with.contains(&facet.id))
            .collect()
    }

    /// The people who can be spoken to, and who file past, sorted.
    pub fn townspeople(&self) -> Vec<CharacterId> {
        let looks = self.looks();
        let people = self.folk.characters();
        let people = people.filter(|person| !person.player && self.folk.mind(person.id).is_some());
        let people = people.map(|person| person.id);
        let has_looks = |who: &CharacterId| {
            let mut looks = looks.iter();
            looks.any(|facet| self.look(*who, facet.id).is_some())
        };
        people.filter(has_looks).collect()
    }

    /// The words in which people and their looks can be spoken of.
    pub fn vocabulary(&self, visitor: CharacterId) -> Vocabulary {
        let symbols = &self.content.symbols;
        let plain = |category, id| symbols.name(category, id).replace('_', " ");
        let mut people: Vec<(CharacterId, Vec<String>)> = vec![(
            visitor,
            vec!["the visitor".to_owned(), "the stranger".to_owned(), "the lover".to_owned()],
        )];
        for who in self.townspeople() {
            let member = self.folk.member_of(who);
            let name = member.map(|member| symbols.name(Category::Character, member.0));
            let name = in_capitals(&name.unwrap_or_default());
            let first = name.split(' ').next().unwrap_or_default().to_owned();
            people.push((who, vec![name, first]));
        }
        let facets = self.content.module.knowledge.facets.iter();
        let facets = facets.filter(|facet| {
            facet.of == FacetSubject::Person
                && matches!(facet.form, FacetForm::Symbol | FacetForm::Place)
        });
        let facets = facets.map(|facet| FacetWords {
            id: facet.id,
            name: plain(Category::Host, facet.id.0),
            values: self.values_of(facet, &plain),
        });
        Vocabulary {
            people,
            facets: facets.collect(),
        }
    }

    /// The values of a facet with their names: its common ones, and those that somebody has.
    fn values_of(
        &self,
        facet: &Facet,
        plain: &dyn Fn(Category, u32) -> String,
    ) -> Vec<(Value, String)> {
        let people = self.folk.characters();
        let had = people.filter_map(|person| self.look(person.id, facet.id));
        let mut values: Vec<Value> = facet.common.iter().map(|(value, ..)| *value).collect();
        values.extend(had);
        values.sort_unstable();
        values.dedup();
        let named = values.into_iter().filter_map(|value| match value {
            Value::Symbol(symbol) => Some((value, plain(Category::Symbol, symbol.0))),
            _ => None,
        });
        named.collect()
    }
}

/// A value drawn by how common it is.
fn drawn_look(facet: &Facet, draw: Draw) -> Option<Value> {
    let total: u64 = facet.common.iter().map(|(_, men, _)| u64::from(men.0)).sum();
    let last = i64::try_from(total).ok()?.checked_sub(1)?;
    let mut left = draw.between(u64::from(facet.id.0), 0, last);
    let drawn = facet.common.iter().find(|(_, men, _)| {
        left -= i64::from(men.0);
        left < 0
    });
    drawn.map(|(value, ..)| *value)
}

fn opening_words(side: Side, turns: u8) -> String {
    let days = turns / 2;
    let days = match days {
        1 => "tomorrow".to_owned(),
        days => format!("in {days} days"),
    };
    let yours = match side {
        Side::Heir => {
            "You are the family's heir. Ask around, and find out who the visitor was. Then pick the \
             lover out of the line-up."
        }
        Side::Lover => {
            "You are the lover. Find out what the town knows of you, change your looks, and let \
             people believe something else. You must not be picked out of the line-up."
        }
    };
    format!(
        "Old Harrow is dead, and everything goes to a secret lover. A few people saw a visitor at the \
         house that night. The will is read {days}. {yours}"
    )
}
