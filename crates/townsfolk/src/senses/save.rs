//! Senses in saves and regions, and their digest.

use super::{Deed, SenseRow};
use crate::folk::Folk;
use crate::terrain::SavedGround;
use serde::{Deserialize, Serialize};
use townsfolk_core::digest::hash64;
use townsfolk_core::{ActionRef, CharacterId, Owner, SymbolId, Tick};
use townsfolk_senses::{Body, Records, Sound, Volume};

/// Everything that senses keep, as plain data.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct SavedSenses {
    rows: Vec<(CharacterId, SenseRow)>,
    bodies: Vec<(CharacterId, Body)>,
    burning: Vec<(CharacterId, Tick)>,
    deeds: Vec<(ActionRef, Deed)>,
    squads: Vec<(SymbolId, Records)>,
    volumes: Vec<Volume>,
    sounds: Vec<Sound>,
    next_spot: u32,
    ground: Option<SavedGround>,
}

impl SavedSenses {
    /// Leaves out what belongs to the whole world.
    pub(crate) fn into_region(self) -> SavedSenses {
        SavedSenses {
            squads: vec![],
            volumes: vec![],
            sounds: vec![],
            next_spot: 0,
            ground: None,
            ..self
        }
    }

    pub(crate) fn keep_only(&mut self, of: impl Fn(CharacterId) -> bool) {
        self.rows.retain(|(who, _)| of(*who));
        self.bodies.retain(|(who, _)| of(*who));
        self.burning.retain(|(who, _)| of(*who));
        self.deeds.retain(|(_, deed)| of(deed.who));
    }

    /// Adds a delay to all moments.
    pub(crate) fn shift_times(&mut self, later: &mut dyn FnMut(Tick) -> Tick) {
        for (_, row) in &mut self.rows {
            row.shift_times(later);
        }
        for (_, body) in &mut self.bodies {
            body.shift_times(later);
        }
        for (_, until) in &mut self.burning {
            *until = later(*until);
        }
    }
}

impl SenseRow {
    fn shift_times(&mut self, later: &mut dyn FnMut(Tick) -> Tick) {
        self.excitement.shift_times(later);
        self.sleeper.shift_times(later);
        self.own.shift_times(later);
        for timer in &mut self.sights {
            timer.shift_times(later);
        }
        for asked in &mut self.asked {
            asked.at = later(asked.at);
            asked.answered = asked.answered.map(&mut *later);
        }
        if let Some(heard) = &mut self.heard {
            heard.tick = later(heard.tick);
        }
        if let Some((_, at, _)) = &mut self.disturbed {
            *at = later(*at);
        }
    }

    /// Whether its lists are sorted, as senses keep them. Those read from a forged file may not be.
    fn is_sound(&self) -> bool {
        self.own.is_sound()
            && self.sights.is_sorted_by(|a, b| a.target < b.target)
            && self.asked.is_sorted_by(|a, b| a.target < b.target)
            && self.known.is_sorted_by(|a, b| a < b)
    }
}

impl Folk {
    pub(crate) fn keep_senses(&self, of: impl Fn(CharacterId) -> bool) -> SavedSenses {
        let senses = &self.senses;
        let rows = senses.rows.iter().filter(|(who, _)| of(**who));
        let bodies = senses.bodies.iter().filter(|(who, _)| of(**who));
        let burning = senses.burning.iter().filter(|(who, _)| of(**who));
        let deeds = senses.deeds.iter().filter(|(_, deed)| of(deed.who));
        SavedSenses {
            rows: rows.map(|(who, row)| (*who, row.clone())).collect(),
            bodies: bodies.map(|(who, body)| (*who, *body)).collect(),
            burning: burning.map(|(who, until)| (*who, *until)).collect(),
            deeds: deeds
                .map(|(action, deed)| (*action, deed.clone()))
                .collect(),
            squads: (senses.squads.iter())
                .map(|(name, records)| (*name, records.clone()))
                .collect(),
            volumes: senses.volumes.clone(),
            sounds: senses.waiting.clone(),
            next_spot: senses.next_spot,
            ground: None,
        }
    }

    /// What a save of the whole world keeps beside senses.
    pub(crate) fn keep_senses_and_ground(&self, of: impl Fn(CharacterId) -> bool) -> SavedSenses {
        SavedSenses {
            ground: self.terrain.saved(),
            ..self.keep_senses(of)
        }
    }

    /// Restores what was saved. Rows of characters that are not in the world are dropped.
    pub(crate) fn resume_senses(&mut self, saved: SavedSenses) {
        let there = |folk: &Folk, who: CharacterId| folk.character(who).is_some();
        for (who, row) in saved.rows {
            if there(self, who) && row.is_sound() {
                self.senses.rows.insert(who, row);
            }
        }
        for (who, body) in saved.bodies {
            if there(self, who) {
                self.senses.bodies.insert(who, body);
            }
        }
        for (who, until) in saved.burning {
            if there(self, who) {
                self.senses.burning.insert(who, until);
            }
        }
        for (action, deed) in saved.deeds {
            let known = match action.owner {
                Owner::Scene(_) => true,
                Owner::Decider(who) => there(self, who),
            };
            if known {
                self.senses.deeds.insert(action, deed);
            }
        }
        let sound = saved
            .squads
            .into_iter()
            .filter(|(_, records)| records.is_sound());
        self.senses.squads.extend(sound);
        self.senses.volumes.extend(saved.volumes);
        self.senses.volumes.truncate(super::VOLUMES_MAX);
        self.senses.waiting.extend(saved.sounds);
        self.senses.waiting.truncate(super::SOUNDS_MAX);
        self.senses.next_spot = self.senses.next_spot.max(saved.next_spot);
        if let Some(ground) = saved.ground {
            self.terrain = ground.build();
        }
    }

    /// The digest of what senses keep, and of the ground; zero if that is nothing.
    pub(crate) fn digest_of_senses(&self) -> u64 {
        let saved = self.keep_senses(|_| true);
        let senses = match saved == SavedSenses::default() {
            true => 0,
            false => hash64(&postcard::to_allocvec(&saved).unwrap_or_default()),
        };
        senses.wrapping_add(self.terrain.digest())
    }
}
