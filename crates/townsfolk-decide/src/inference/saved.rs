//! A row by names, so that a save fits changed content.

use super::row::{Referent, Row, Spot};
use serde::{Deserialize, Serialize};
use townsfolk_core::{SymbolId, Tick, Value};
use townsfolk_module::decide::Inference;
use townsfolk_module::decide::inference::{PredicateIndex, ReferentIndex, SituationIndex};

/// The state of one character as plain data.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SavedRow {
    referents: Vec<(SymbolId, Referent)>,
    situations: Vec<SavedSituation>,
    acted: Option<SymbolId>,
    glimpsed: Vec<(Value, Spot)>,
    stood_at: Option<Spot>,
    /// What was sensed: a predicate, and where it was true and false by the order of `referents`.
    sensed: Vec<(SymbolId, u64, u64)>,
}

/// The state of one situation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct SavedSituation {
    name: SymbolId,
    active: bool,
    held: bool,
    aside: Option<Tick>,
}

impl SavedRow {
    /// Adds a delay to all its moments.
    pub fn shift_times(&mut self, later: &mut dyn FnMut(Tick) -> Tick) {
        for (_, referent) in &mut self.referents {
            referent.since = later(referent.since);
            referent.sensed = referent.sensed.map(&mut *later);
        }
        for situation in &mut self.situations {
            situation.aside = situation.aside.map(&mut *later);
        }
    }

    /// A row by the names of its declaration.
    pub fn of(of: &Inference, row: &Row) -> SavedRow {
        let referents = of.referents.iter().copied();
        let referents = referents.zip(row.referents().map(|(_, referent)| *referent));
        let situations = (0..).map(SituationIndex).zip(&of.situations);
        let situations = situations.map(|(index, situation)| SavedSituation {
            name: situation.name,
            active: row.active & index.bit() != 0,
            held: row.held & index.bit() != 0,
            aside: row.aside.get(index.place()).copied().flatten(),
        });
        let known = |s: &SavedSituation| s.active || s.held || s.aside.is_some();
        let predicates = (0..).map(PredicateIndex).zip(&of.predicates);
        let sensed = predicates.map(|(index, predicate)| {
            let (truth, falsity) = row.sensed(index);
            (predicate.name, truth, falsity)
        });
        let acted = row.acted.and_then(|acted| of.referents.get(acted.place()));
        SavedRow {
            referents: referents.collect(),
            situations: situations.filter(known).collect(),
            acted: acted.copied(),
            glimpsed: row.glimpsed.clone(),
            stood_at: row.stood_at,
            sensed: sensed.filter(|(_, a, b)| a | b != 0).collect(),
        }
    }

    /// The row for a declaration. Names that it does not have any more are left out.
    pub fn into_row(self, of: &Inference) -> Row {
        let mut row = Row::new(of);
        let places: Vec<Option<ReferentIndex>> = (self.referents.iter())
            .map(|(name, _)| of.referent(*name))
            .collect();
        for (place, (_, referent)) in places.iter().zip(&self.referents) {
            if let Some(place) = place {
                row.put(*place, *referent);
            }
        }
        for situation in &self.situations {
            let Some(index) = of.situation(situation.name) else {
                continue;
            };
            row.active |= if situation.active { index.bit() } else { 0 };
            row.held |= if situation.held { index.bit() } else { 0 };
            if let Some(aside) = row.aside.get_mut(index.place()) {
                *aside = situation.aside;
            }
        }
        for (name, truth, falsity) in &self.sensed {
            let Some(index) = of.predicate(*name) else {
                continue;
            };
            let unary = of.predicates.get(index.place()).is_some_and(|p| p.unary);
            match unary {
                true => row.sense(index, moved(*truth, &places), moved(*falsity, &places)),
                false => row.sense(index, *truth, *falsity),
            }
        }
        row.acted = self.acted.and_then(|acted| of.referent(acted));
        row.glimpsed = self.glimpsed;
        row.stood_at = self.stood_at;
        row.fit(of);
        row
    }
}

/// A word whose bits are brought to the new places of their referents.
fn moved(word: u64, places: &[Option<ReferentIndex>]) -> u64 {
    let bits = places.iter().enumerate().filter_map(|(old, new)| {
        let set = word & ReferentIndex(old as u8).bit() != 0;
        set.then_some((*new)?.bit())
    });
    bits.fold(0, |word, bit| word | bit)
}
