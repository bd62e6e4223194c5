//! Barks: short calls that make decisions heard. One member speaks at a time.

use serde::{Deserialize, Serialize};
use townsfolk_core::{CharacterId, Duration, SymbolId, Tick};

/// Least time between two barks of a squad.
pub const SPACING: Duration = Duration::seconds(2);

/// A bark that has waited longer than this is stale.
const STALE_AFTER: Duration = Duration::seconds(3);

/// Greatest number of barks that wait.
const WAITING_MAX: usize = 16;

/// The moments for which the built-in skills and squads bark: name, priority (the greatest first),
/// and a sentence of help.
pub const MOMENTS: [(&str, u8, &str); 14] = [
    ("spotted", 3, "the enemy is noticed for the first time"),
    ("ally_down", 2, "a member has seen or heard another die"),
    ("lost_target", 1, "nobody sees the enemy any more"),
    ("suspicious", 0, "something was heard or half seen"),
    ("contact", 0, "the enemy is noticed again"),
    (
        "checking",
        0,
        "a member goes to look at the place where the enemy was",
    ),
    (
        "nothing_here",
        0,
        "a member has looked, and nobody is there",
    ),
    ("search_start", 0, "the squad begins to search"),
    ("area_clear", 0, "a part of the ground has been searched"),
    ("flanking", 0, "a member goes round the enemy"),
    ("cover_me", 0, "a member leaves its cover"),
    ("panic", 0, "a member loses its nerve"),
    ("reloading", 0, "a member reloads"),
    ("give_up", 0, "the squad ends its search"),
];

/// The priority of a moment: the greatest is said first.
pub fn priority(moment: SymbolId) -> u8 {
    let known = MOMENTS
        .iter()
        .find(|(name, ..)| SymbolId::named(name) == moment);
    known.map_or(0, |(_, priority, _)| *priority)
}

/// Who says what in a squad.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Barks {
    last: Option<Bark>,
    waiting: Vec<Bark>,
}

/// A moment that a member remarks upon.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Bark {
    /// The moment.
    pub moment: SymbolId,
    /// Who says it.
    pub who: CharacterId,
    /// Whom it is about.
    pub about: Option<CharacterId>,
    /// When it was decided; for the last bark, when it was said.
    pub at: Tick,
}

impl Barks {
    /// Notes that a member could remark upon something. Only the first member remarks upon the same.
    pub fn remark(&mut self, bark: Bark) {
        let same = |other: &Bark| (other.moment, other.about) == (bark.moment, bark.about);
        let just_said = |last: &Bark| same(last) && bark.at.since(last.at) < STALE_AFTER;
        if self.waiting.iter().any(same) || self.last.as_ref().is_some_and(just_said) {
            return;
        }
        if self.waiting.len() < WAITING_MAX {
            self.waiting.push(bark);
        }
    }

    /// The bark that is said now, if one may be: the most important, the oldest of those first.
    pub fn next(&mut self, now: Tick) -> Option<Bark> {
        self.waiting
            .retain(|bark| now.since(bark.at) <= STALE_AFTER);
        if self.last.is_some_and(|last| now.since(last.at) < SPACING) {
            return None;
        }
        let rank = |bark: &Bark| (std::cmp::Reverse(priority(bark.moment)), bark.at, bark.who);
        let best =
            (0..self.waiting.len()).min_by_key(|place| self.waiting.get(*place).map(rank))?;
        let said = Bark {
            at: now,
            ..self.waiting.remove(best)
        };
        self.last = Some(said);
        Some(said)
    }

    /// The last bark.
    pub fn last(&self) -> Option<Bark> {
        self.last
    }

    /// Barks that wait, the oldest first.
    pub fn waiting(&self) -> &[Bark] {
        &self.waiting
    }

    /// Drops what cannot be said: content has no words for it.
    pub fn keep_only(&mut self, sayable: &dyn Fn(&Bark) -> bool) {
        self.waiting.retain(|bark| sayable(bark));
    }

    /// Forgets what a character wanted to say.
    pub fn leave(&mut self, who: CharacterId) {
        self.waiting.retain(|bark| bark.who != who);
    }

    /// Moves all moments later.
    pub fn shift_times(&mut self, later: Duration) {
        for bark in self.waiting.iter_mut().chain(&mut self.last) {
            bark.at = bark.at.after(later);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bark(moment: &str, who: u32, at: i64) -> Bark {
        Bark {
            moment: SymbolId::named(moment),
            who: CharacterId(who),
            about: None,
            at: Tick(at),
        }
    }

    #[test]
    fn done_27_one_speaks_at_a_time_and_the_important_goes_first() {
        let mut barks = Barks::default();
        barks.remark(bark("flanking", 1, 0));
        barks.remark(bark("ally_down", 2, 0));
        barks.remark(bark("ally_down", 3, 0));
        barks.remark(bark("spotted", 4, 0));
        let mut said = vec![];
        for tick in 0..400 {
            said.extend(barks.next(Tick(tick)).map(|bark| (bark.at.0, bark.who.0)));
        }
        assert_eq!(said, [(0, 4), (120, 2)], "the third is stale by then");
    }

    #[test]
    fn the_same_is_not_said_again_at_once() {
        let mut barks = Barks::default();
        barks.remark(bark("contact", 1, 0));
        barks.next(Tick(0));
        barks.remark(bark("contact", 2, 100));
        assert_eq!(barks.next(Tick(150)), None);
        barks.remark(bark("contact", 2, 200));
        assert_eq!(
            barks.next(Tick(200)).map(|bark| bark.who),
            Some(CharacterId(2))
        );
    }
}
