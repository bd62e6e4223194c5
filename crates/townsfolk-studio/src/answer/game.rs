//! The game of inheritance as the page shows it.

use super::Answerer;
use super::knows::{Named, sureness_of};
use serde::Serialize;
use std::collections::BTreeMap;
use townsfolk_core::{CharacterId, HostId, Value};
use townsfolk_module::Category;
use townsfolk_town::inheritance::{
    ACTIONS, CHANGE_COSTS, DAYS_MAX, Inheritance, Line, Note, Side, Telling, Verdict,
};
use townsfolk_town::talk::{FacetWords, PastTime, Vocabulary};

#[derive(Serialize)]
pub(super) struct GameShown {
    /// Why no game can be played.
    refused: Option<String>,
    days_max: u8,
    game: Option<PlayedShown>,
}

/// Looks by facet, both as in scripts.
type Looks = BTreeMap<String, String>;

#[derive(Serialize)]
struct PlayedShown {
    side: &'static str,
    day: u8,
    days: u8,
    night: bool,
    line_up: bool,
    actions: u8,
    actions_max: u8,
    change_costs: u8,
    ending: Option<f64>,
    visitor: u32,
    player: PlayerLooks,
    transcript: Vec<SpokenShown>,
    notes: Vec<NoteShown>,
    people: Vec<VillagerShown>,
    facets: Vec<FacetShown>,
    changes: Vec<FacetShown>,
    times: Vec<&'static str>,
    verdict: Option<VerdictShown>,
}

#[derive(Serialize)]
struct PlayerLooks {
    id: u32,
    looks: Looks,
}

#[derive(Serialize)]
struct SpokenShown {
    number: usize,
    day: u8,
    night: bool,
    who: Option<Named>,
    to: Option<Named>,
    text: String,
}

#[derive(Serialize)]
struct NoteShown {
    day: u8,
    night: bool,
    from: Named,
    facet: String,
    name: String,
    value: String,
    shown: String,
    sure: u8,
    words: &'static str,
}

#[derive(Serialize)]
struct VillagerShown {
    id: u32,
    name: String,
    looks: Looks,
    fits: (usize, usize),
}

#[derive(Serialize)]
struct FacetShown {
    written: String,
    name: String,
    question: String,
    values: Vec<ValueShown>,
}

#[derive(Serialize)]
struct ValueShown {
    written: String,
    name: String,
    #[serde(rename = "trait")]
    has: String,
}

#[derive(Serialize)]
struct VerdictShown {
    won: bool,
    winner: &'static str,
    picked: Named,
    lover: Named,
    witnesses: Vec<Named>,
    truth: Vec<TruthShown>,
    lies: Vec<LieShown>,
}

#[derive(Serialize)]
struct TruthShown {
    name: String,
    facet: String,
    value: String,
    shown: String,
    right: usize,
    wrong: usize,
}

#[derive(Serialize)]
struct LieShown {
    by: String,
    to: String,
    said: String,
    claimed: Option<String>,
    when: String,
    yours: bool,
}

impl Answerer<'_> {
    pub(super) fn game(&self) -> GameShown {
        let refused = self.town.can_be_played().err();
        let game = self.town.game.as_deref();
        GameShown {
            refused: refused.map(|refused| refused.to_string()),
            days_max: DAYS_MAX,
            game: game.map(|game| self.game_played(game)),
        }
    }

    fn game_played(&self, game: &Inheritance) -> PlayedShown {
        let town = self.town;
        let words = town.vocabulary(game.visitor);
        let (day, night) = half(game.turn.min(game.turns.saturating_sub(1)));
        let changeable = town.changeable();
        let can_change = |facet: &&FacetWords| changeable.iter().any(|one| one.id == facet.id);
        let passed = town.turn_passed();
        PlayedShown {
            side: side(game.side),
            day,
            days: game.turns / 2,
            night,
            line_up: game.is_line_up(),
            actions: game.actions,
            actions_max: ACTIONS,
            change_costs: CHANGE_COSTS,
            ending: passed.map(|passed| passed as f64 / 1000.0),
            visitor: game.visitor.0,
            player: PlayerLooks {
                id: game.player.0,
                looks: self.looks_of(game.player),
            },
            transcript: self.transcript(&game.transcript),
            notes: game
                .notes
                .iter()
                .map(|note| self.note(&words, note))
                .collect(),
            people: self.villagers(),
            facets: words
                .facets
                .iter()
                .map(|facet| self.facet_words(facet))
                .collect(),
            changes: words
                .facets
                .iter()
                .filter(can_change)
                .map(|facet| self.changes_of(facet))
                .collect(),
            times: PastTime::ALL.map(PastTime::words).to_vec(),
            verdict: game
                .verdict
                .and_then(|verdict| self.verdict(game, &words, verdict)),
        }
    }

    fn transcript(&self, lines: &[Line]) -> Vec<SpokenShown> {
        let lines = lines.iter().enumerate().map(|(number, line)| {
            let (day, night) = half(line.turn);
            SpokenShown {
                number,
                day,
                night,
                who: line.who.map(|who| self.named(who)),
                to: line.to.map(|to| self.named(to)),
                text: line.text.clone(),
            }
        });
        lines.collect()
    }

    fn note(&self, words: &Vocabulary, note: &Note) -> NoteShown {
        let (day, night) = half(note.turn);
        NoteShown {
            day,
            night,
            from: self.named(note.from),
            facet: self.written(note.facet),
            name: self.plain(Category::Host, note.facet.0),
            value: self.written_value(note.value),
            shown: words.described((note.facet, note.value)),
            sure: note.sure,
            words: sureness_of(note.sure),
        }
    }

    fn villagers(&self) -> Vec<VillagerShown> {
        let line_up = self.town.line_up().into_iter();
        let villagers = line_up.map(|one| VillagerShown {
            id: one.who.0,
            name: self.words().name(one.who),
            looks: one
                .looks
                .iter()
                .map(|(facet, value)| (self.written(*facet), self.written_value(*value)))
                .collect(),
            fits: one.fits,
        });
        villagers.collect()
    }

    fn facet_words(&self, facet: &FacetWords) -> FacetShown {
        let has = |value: Value, name: &str| {
            let plain = || format!("{} {name}", facet.name);
            facet.phrase(value).unwrap_or_else(plain)
        };
        FacetShown {
            written: self.written(facet.id),
            name: facet.name.clone(),
            question: facet.question("*"),
            values: facet
                .values
                .iter()
                .map(|(value, name)| ValueShown {
                    written: self.written_value(*value),
                    name: name.clone(),
                    has: has(*value, name),
                })
                .collect(),
        }
    }

    /// A facet with the values to which a barber or optician changes it.
    fn changes_of(&self, facet: &FacetWords) -> FacetShown {
        let knowledge = &self.town.folk.module().knowledge;
        let common = knowledge.facet(facet.id).map(|facet| &facet.common);
        let common: Vec<Value> = common
            .into_iter()
            .flatten()
            .map(|(value, ..)| *value)
            .collect();
        let mut possible = facet.clone();
        possible.values.retain(|(value, _)| common.contains(value));
        self.facet_words(&possible)
    }

    fn looks_of(&self, who: CharacterId) -> Looks {
        let looks = self.town.looks();
        let looks = looks.iter().filter_map(|facet| {
            let value = self.town.look(who, facet.id)?;
            Some((self.written(facet.id), self.written_value(value)))
        });
        looks.collect()
    }

    fn written(&self, facet: HostId) -> String {
        self.chronicle.symbols.name(Category::Host, facet.0)
    }

    fn written_value(&self, value: Value) -> String {
        match value {
            Value::Symbol(symbol) => self.chronicle.symbols.name(Category::Symbol, symbol.0),
            other => self.facet_value(other),
        }
    }

    fn verdict(
        &self,
        game: &Inheritance,
        words: &Vocabulary,
        verdict: Verdict,
    ) -> Option<VerdictShown> {
        let revealed = self.town.revealed()?;
        let truth = revealed.looks.iter().map(|look| TruthShown {
            name: self.plain(Category::Host, look.facet.0),
            facet: self.written(look.facet),
            value: self.written_value(look.value),
            shown: words.described((look.facet, look.value)),
            right: look.right,
            wrong: look.wrong,
        });
        let sides = revealed.lies.iter().map(|lie| self.lie(game, words, lie));
        let gossip = revealed
            .gossip
            .iter()
            .map(|(by, to, facet, value, at)| LieShown {
                by: self.words().name(*by),
                to: self.words().name(*to),
                said: words.claimed(game.visitor, (*facet, *value)),
                claimed: None,
                when: self.half_day(*at),
                yours: false,
            });
        let mut truth: Vec<TruthShown> = truth.collect();
        truth.sort_by_key(|look| std::cmp::Reverse(look.right + look.wrong));
        Some(VerdictShown {
            won: verdict.winner == game.side,
            winner: side(verdict.winner),
            picked: self.named(verdict.picked),
            lover: self.named(verdict.lover),
            witnesses: revealed
                .witnesses
                .iter()
                .map(|who| self.named(*who))
                .collect(),
            truth,
            lies: sides.chain(gossip).collect(),
        })
    }

    fn lie(&self, game: &Inheritance, words: &Vocabulary, lie: &Telling) -> LieShown {
        let (day, night) = half(lie.turn);
        let part = if night { "night" } else { "day" };
        LieShown {
            by: self.words().name(lie.by),
            to: self.words().name(lie.to),
            said: words.claimed(lie.of, lie.claimed),
            claimed: lie.source.map(|source| self.words().name(source)),
            when: format!("day {day}, {part}"),
            yours: lie.by == game.player,
        }
    }
}

/// The day of a turn, from one, and whether it is its night.
fn half(turn: u8) -> (u8, bool) {
    (turn / 2 + 1, turn % 2 == 1)
}

fn side(side: Side) -> &'static str {
    match side {
        Side::Heir => "heir",
        Side::Lover => "lover",
    }
}
