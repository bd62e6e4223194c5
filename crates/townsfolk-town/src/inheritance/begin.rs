//! How a game begins: the lover, the visitor, and those who saw the visitor.

use super::looks::drawn_look;
use super::rival::drawn;
use super::{ACTIONS, DAYS_MAX, Inheritance, MoveRefused, Side};
use crate::living::Living;
use townsfolk::{Newcomer, Report};
use townsfolk_core::{CharacterId, Draw, HostId, Number, Pushed, SiteId, Value};
use townsfolk_knowledge::belief::Subject;

/// Number of witnesses of the visit.
const WITNESSES: usize = 4;

/// Minimum number of people whom a game needs.
const PEOPLE_MIN: usize = 8;

/// How much the town talks of the visitor: as much as of a close relative.
const PROMINENCE: Value = Value::Number(Number(6000));

impl Living {
    /// Whether a game can be played in this town.
    pub fn can_be_played(&self) -> Result<(), MoveRefused> {
        match self.looks().is_empty() || self.townspeople().len() < PEOPLE_MIN {
            true => Err(MoveRefused::NothingToPlayWith),
            false => Ok(()),
        }
    }

    pub(super) fn begin_game(&mut self, side: Side, days: u8) -> Result<Inheritance, MoveRefused> {
        self.can_be_played()?;
        let people = self.townspeople();
        let site = SiteId::named("inheritance");
        let draw = Draw::at(self.folk.seed(), 0, self.folk.now(), site);
        let entered = self.players().next();
        let middle = self.content.focus(None, self.folk.daytime(), 0, 0).at;
        let player = entered.unwrap_or_else(|| self.add_player(middle));
        let lover = match side {
            Side::Lover => player,
            Side::Heir => drawn(&people, draw, 0).unwrap_or(player),
        };
        if let Some(before) = self.game.take() {
            self.folk.report(Report::Gone(before.visitor));
        }
        let visitor = self.folk.add_character(Newcomer::default());
        self.dress(player, (lover, visitor), draw);
        self.folk.report(Report::Property {
            name: HostId::named("prominence"),
            arguments: vec![Value::Character(visitor)],
            value: Pushed::Is(PROMINENCE),
        });
        let witnesses = witnesses(&people, lover, draw);
        for who in &witnesses {
            let seen = Subject::Person(visitor);
            self.folk.report(Report::Glimpsed(*who, seen));
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
            witnesses,
            transcript: vec![],
            notes: vec![],
            rival_notes: vec![],
            tellings: vec![],
            last: None,
            verdict: None,
        };
        game.say(None, None, opening_words(side, game.turns / 2));
        Ok(game)
    }

    /// Gives the player looks, and the visitor those of the lover.
    fn dress(
        &mut self,
        player: CharacterId,
        (lover, visitor): (CharacterId, CharacterId),
        draw: Draw,
    ) {
        for facet in self.looks() {
            let own = drawn_look(&facet, draw);
            if let Some(value) = own {
                self.set_look(player, facet.id, value);
            }
            // Looks of the player count from the next tick on.
            let value = match lover == player {
                true => own,
                false => self.look(lover, facet.id),
            };
            if let Some(value) = value {
                self.set_look(visitor, facet.id, value);
            }
        }
    }
}

/// Different people, none of them the lover, sorted.
fn witnesses(people: &[CharacterId], lover: CharacterId, draw: Draw) -> Vec<CharacterId> {
    let mut left: Vec<CharacterId> = people.iter().copied().filter(|who| *who != lover).collect();
    let mut chosen = vec![];
    for index in 1..=WITNESSES as u64 {
        if let Some(who) = drawn(&left, draw, index) {
            left.retain(|other| *other != who);
            chosen.push(who);
        }
    }
    chosen.sort_unstable();
    chosen
}

fn opening_words(side: Side, days: u8) -> String {
    let days = match days {
        1 => "tomorrow".to_owned(),
        days => format!("in {days} days"),
    };
    let yours = match side {
        Side::Heir => {
            "You are the heir of the family. Ask around, and find out what the visitor looked like. \
             Then pick the lover out of the line-up."
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
