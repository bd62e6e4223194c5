//! Answers of characters, from their own beliefs.

use super::{Inheritance, LastAnswer, Note, Telling};
use crate::living::Living;
use crate::talk::{Trait, Utterance, Vocabulary, capitalised};
use std::cmp::Reverse;
use townsfolk::{Report, Said, Speech};
use townsfolk_core::CharacterId;
use townsfolk_knowledge::belief::{Basis, Belief, Subject, Sureness};
use townsfolk_mind::Moment;

/// Maximum number of things and people in one answer.
const LISTED_MAX: usize = 5;

impl Living {
    /// What a character answers to the player. A statement is believed or not like any other.
    pub(super) fn answer_in_game(
        &mut self,
        game: &mut Inheritance,
        words: &Vocabulary,
        by: CharacterId,
        said: &Utterance,
    ) -> String {
        match said {
            Utterance::Greet => "“Good day to you.”".to_owned(),
            Utterance::AskFacet { of, facet } => {
                let belief = self.folk.belief_of(by, *facet, *of);
                self.answer_with(game, words, (by, *of), belief.as_slice())
            }
            Utterance::Describe { of } => {
                let known = self.description(by, *of);
                self.answer_with(game, words, (by, *of), &known)
            }
            Utterance::AskWho { traits } => {
                let mut who = self.people_believed(by, traits);
                who.retain(|who| *who != game.visitor && *who != by);
                who.truncate(LISTED_MAX);
                let names: Vec<&str> = who.iter().map(|who| words.person(*who)).collect();
                match names.as_slice() {
                    [] => "“Nobody that I can think of.”".to_owned(),
                    [name] => format!("“{name}.”"),
                    names => format!("“{}.”", names.join(", ")),
                }
            }
            Utterance::AskWhere { of, when } => {
                let now = self.folk.moment();
                let ago = when.seconds_ago(i64::from(self.folk.daytime()));
                let at = Moment(now.0.saturating_sub(ago));
                let answer = self.folk.where_was(by, *of, at);
                answer.map_or_else(dont_know, |answer| {
                    let area = self.area_in_words(answer.area);
                    format!("“{} was in {area} {}.”", words.person(*of), when.words())
                })
            }
            Utterance::AskSource => self.source_in_words(game, words, by),
            Utterance::Tell {
                of,
                facet,
                value,
                source,
            } => {
                let known = self.folk.belief_of(by, *facet, *of);
                let telling = Telling {
                    turn: game.turn,
                    by: game.player,
                    to: by,
                    of: *of,
                    claimed: (*facet, *value),
                    source: *source,
                };
                self.tell_in_game(game, telling);
                match known {
                    Some(known) if known.value == *value => "“That is what I know, too.”",
                    Some(known) if known.sureness() >= Sureness::PrettySure => {
                        "“That is not what I know.”"
                    }
                    Some(_) => "“Is that so? I thought otherwise.”",
                    None => "“I did not know that.”",
                }
                .to_owned()
            }
        }
    }

    fn answer_with(
        &mut self,
        game: &mut Inheritance,
        words: &Vocabulary,
        (by, of): (CharacterId, CharacterId),
        known: &[Belief],
    ) -> String {
        let Some(first) = known.first() else {
            return dont_know();
        };
        game.last = Some(LastAnswer {
            by,
            of,
            facet: first.facet,
        });
        if of == game.visitor {
            for belief in known {
                game.note(by, (belief.facet, belief.value), belief.sureness());
            }
        }
        // The player learns it like anybody else, and the speaker believes it a little more.
        for belief in known {
            let speech = Speech {
                to: game.player,
                about: Subject::Person(of),
                facet: belief.facet,
                what: Said::Belief,
            };
            self.folk.report(Report::Confided(by, Box::new(speech)));
        }
        let described = |belief: &Belief| words.described((belief.facet, belief.value));
        let listed: Vec<String> = known.iter().map(described).collect();
        let weakest = known.iter().map(Belief::sureness).min();
        let sure = weakest.map_or("", in_words);
        let of = match of == by {
            true => "I have".to_owned(),
            false => format!("{} has", capitalised(words.person(of))),
        };
        format!("“{of} {}. {sure}”", in_a_row(&listed))
    }

    /// The looks by which a character describes a person: those of which it is surest, and of these
    /// the ones that fewest people have.
    pub(super) fn description(&self, by: CharacterId, of: CharacterId) -> Vec<Belief> {
        let people = self.townspeople();
        let looks = self.looks();
        let known = looks
            .iter()
            .filter_map(|facet| self.folk.belief_of(by, facet.id, of));
        let mut known: Vec<(Belief, usize)> = known
            .map(|belief| {
                let same =
                    |who: &&CharacterId| self.look(**who, belief.facet) == Some(belief.value);
                (belief, people.iter().filter(same).count())
            })
            .collect();
        known.sort_by_key(|(belief, count)| (Reverse(belief.sureness()), *count, belief.facet));
        known.truncate(LISTED_MAX);
        known.into_iter().map(|(belief, _)| belief).collect()
    }

    /// Takes down what the player has overheard of the visitor: whoever stands near people who talk
    /// may hear them.
    pub(super) fn note_overheard(&self, game: &mut Inheritance) {
        let words = self.vocabulary(game.visitor);
        for belief in self.description(game.player, game.visitor) {
            let Basis::Overheard(from) = belief.basis else {
                continue;
            };
            let said = (belief.facet, belief.value);
            let same = |note: &Note| note.from == from && (note.facet, note.value) == said;
            if !game.notes.iter().any(same) {
                game.note(from, said, belief.sureness());
                let claim = capitalised(&words.claimed(game.visitor, said));
                let from = words.person(from);
                game.say(None, None, format!("You overheard {from} say: “{claim}”"));
            }
        }
    }

    /// The people of whom a character believes all these traits.
    fn people_believed(&self, by: CharacterId, traits: &[Trait]) -> Vec<CharacterId> {
        let Some((facet, value)) = traits.first() else {
            return vec![];
        };
        let mind = self.folk.beliefs_of(by).into_iter();
        let people = mind.flat_map(|mind| mind.people_i_believe(*facet, *value));
        let fits = |who: &CharacterId| {
            let mut traits = traits.iter();
            traits.all(|(facet, value)| {
                let belief = self.folk.belief_of(by, *facet, *who);
                belief.is_some_and(|belief| belief.value == *value)
            })
        };
        people.filter(fits).collect()
    }

    /// From where a character knows what it said last.
    fn source_in_words(&self, game: &Inheritance, words: &Vocabulary, by: CharacterId) -> String {
        let last = game.last.filter(|last| last.by == by);
        let belief = last.and_then(|last| self.folk.belief_of(by, last.facet, last.of));
        let Some(belief) = belief else {
            return "“Know what?”".to_owned();
        };
        let place = belief
            .place
            .map(|area| format!(", in {}", self.area_in_words(area)));
        let place = place.unwrap_or_default();
        match belief.basis {
            Basis::Saw => format!("“I saw it with my own eyes{place}.”"),
            Basis::Examined => format!("“It is written{place}.”"),
            Basis::Knows => "“I just know.”".to_owned(),
            Basis::Overheard(who) => format!("“I overheard {}{place}.”", name(words, game, who)),
            Basis::Heard { from, citing } => {
                let from = name(words, game, from);
                match citing {
                    Some(who) => {
                        let who = name(words, game, who);
                        format!("“{from} told me{place}, and has it from {who}.”")
                    }
                    None => format!("“{from} told me{place}.”"),
                }
            }
        }
    }

    fn area_in_words(&self, area: townsfolk_core::AreaId) -> String {
        let name = self
            .content
            .symbols
            .name(townsfolk_module::Category::Area, area.0);
        name.replace('_', " ")
    }
}

fn name(words: &Vocabulary, game: &Inheritance, who: CharacterId) -> String {
    match who == game.player {
        true => "You".to_owned(),
        false => words.person(who).to_owned(),
    }
}

/// `red hair, a scar and no glasses`.
fn in_a_row(list: &[String]) -> String {
    match list {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

fn dont_know() -> String {
    "“I do not know.”".to_owned()
}

fn in_words(sure: Sureness) -> &'static str {
    match sure {
        Sureness::Positive => "I am positive.",
        Sureness::Sure => "I am sure.",
        Sureness::PrettySure => "I am pretty sure.",
        Sureness::SomewhatSure => "I am somewhat sure.",
        Sureness::NotSure => "I am not sure.",
        Sureness::NotConfident => "But do not rely on it.",
    }
}
