//! Answers of characters, from their own beliefs.

use super::{Inheritance, LastAnswer};
use crate::living::Living;
use crate::talk::{Utterance, Vocabulary};
use townsfolk::Report;
use townsfolk_core::{CharacterId, HostId};
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
                let belief = self.folk.belief(by, Subject::Person(*of), *facet);
                self.answer_with(game, words, (by, *of), belief.into_iter().collect())
            }
            Utterance::Describe { of } => {
                let mut known = self.folk.beliefs_about(by, Subject::Person(*of));
                known.retain(|belief| words.facet(belief.facet).is_some());
                known.sort_by_key(|belief| std::cmp::Reverse(belief.strength));
                known.truncate(LISTED_MAX);
                self.answer_with(game, words, (by, *of), known)
            }
            Utterance::AskWho { traits } => {
                let mut who = self.folk.people_believed(by, traits);
                who.retain(|who| *who != game.visitor);
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
                let ago = when.seconds_ago(i64::from(now.daytime().seconds()));
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
                let known = self.folk.belief(by, Subject::Person(*of), *facet);
                self.folk.report(Report::ToldOf {
                    by: game.player,
                    to: by,
                    about: Subject::Person(*of),
                    facet: *facet,
                    value: *value,
                    claims: *source,
                });
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
        &self,
        game: &mut Inheritance,
        words: &Vocabulary,
        (by, of): (CharacterId, CharacterId),
        known: Vec<Belief>,
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
            for belief in &known {
                game.note(by, belief.facet, belief.value, belief.sureness());
            }
        }
        let described = |belief: &Belief| words.described((belief.facet, belief.value));
        let listed: Vec<String> = known.iter().map(described).collect();
        let weakest = known.iter().map(Belief::sureness).min();
        let sure = weakest.map_or("", in_words);
        format!("“{}: {}. {sure}”", words.person(of), listed.join(", "))
    }

    /// From where a character knows what it said last.
    fn source_in_words(
        &self,
        game: &Inheritance,
        words: &Vocabulary,
        by: CharacterId,
    ) -> String {
        let last = game.last.filter(|last| last.by == by);
        let belief =
            last.and_then(|last| self.folk.belief(by, Subject::Person(last.of), last.facet));
        let Some(belief) = belief else {
            return "“Know what?”".to_owned();
        };
        let place = belief.place.map(|area| format!(", in {}", self.area_in_words(area)));
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
        let name = self.content.symbols.name(townsfolk_module::Category::Area, area.0);
        name.replace('_', " ")
    }
}

fn name(words: &Vocabulary, game: &Inheritance, who: CharacterId) -> String {
    match who == game.player {
        true => "You".to_owned(),
        false => words.person(who).to_owned(),
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
