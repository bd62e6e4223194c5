//! What comes out when a game is over: who saw the visitor, what the town believes, and who lied.

use super::{Inheritance, Telling};
use crate::living::Living;
use townsfolk_core::{CharacterId, HostId, Value};
use townsfolk_knowledge::belief::{EvidenceKind, HalfDay, Subject, history};

/// Everything that was hidden during a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Revealed {
    /// Those who saw the visitor that night.
    pub witnesses: Vec<CharacterId>,
    /// How the visitor looked, and how many people know it.
    pub looks: Vec<KnownLook>,
    /// What was told of the visitor against the truth: by the two sides, oldest first.
    pub lies: Vec<Telling>,
    /// Lies of others that are still believed: who lied to whom, with the facet and the value.
    pub gossip: Vec<(CharacterId, CharacterId, HostId, Value, HalfDay)>,
}

/// A look of the visitor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KnownLook {
    /// The facet.
    pub facet: HostId,
    /// Its value that night.
    pub value: Value,
    /// Number of people who believe it.
    pub right: usize,
    /// Number of people who believe something else.
    pub wrong: usize,
}

impl Living {
    /// Everything that was hidden, once the game is over.
    pub fn revealed(&self) -> Option<Revealed> {
        let game = self.game.as_ref().filter(|game| game.is_over())?;
        let looks = self.looks();
        let looks = looks
            .iter()
            .filter_map(|facet| self.known_look(game, facet.id));
        let lies = game.tellings.iter().filter(|telling| {
            let (facet, value) = telling.claimed;
            telling.of == game.visitor && self.look(game.visitor, facet) != Some(value)
        });
        Some(Revealed {
            witnesses: game.witnesses.clone(),
            looks: looks.filter(|look| look.right + look.wrong > 0).collect(),
            lies: lies.copied().collect(),
            gossip: self.gossip_lies(game),
        })
    }

    fn known_look(&self, game: &Inheritance, facet: HostId) -> Option<KnownLook> {
        let value = self.look(game.visitor, facet)?;
        let people = self.townspeople();
        let held = people
            .iter()
            .filter_map(|who| self.folk.belief_of(*who, facet, game.visitor));
        let held: Vec<Value> = held.map(|belief| belief.value).collect();
        let right = held.iter().filter(|held| **held == value).count();
        Some(KnownLook {
            facet,
            value,
            right,
            wrong: held.len() - right,
        })
    }

    fn gossip_lies(
        &self,
        game: &Inheritance,
    ) -> Vec<(CharacterId, CharacterId, HostId, Value, HalfDay)> {
        let about = Subject::Person(game.visitor);
        let sides = [game.player, game.lover];
        let mut lies = vec![];
        for who in self.townspeople() {
            let Some(mind) = self.folk.beliefs_of(who) else {
                continue;
            };
            for facet in self.looks() {
                let Some(belief) = self.folk.belief_of(who, facet.id, about) else {
                    continue;
                };
                let evidence = history::why(mind, about, facet.id).into_iter();
                let told = evidence.filter(|evidence| {
                    evidence.kind == EvidenceKind::Lie && !sides.contains(&evidence.source)
                });
                lies.extend(told.map(|evidence| {
                    let liar = evidence.source;
                    (liar, who, facet.id, belief.value, evidence.at)
                }));
            }
        }
        lies
    }
}
