//! Beliefs in saves and regions.

use super::{BeliefRow, BeliefTable, HalfDay, Note};
use crate::folk::Folk;
use crate::host::RejectedReport;
use serde::{Deserialize, Serialize};
use townsfolk_core::{CharacterId, Tick};
use townsfolk_knowledge::belief::{Beliefs, Rules};

/// Rows of beliefs in a save or a region, and what is worked off at the next tick.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct SavedBeliefs {
    rows: Vec<(CharacterId, BeliefRow)>,
    notes: Vec<Note>,
}

impl SavedBeliefs {
    /// Leaves out what belongs to the whole world.
    pub(crate) fn into_region(self) -> SavedBeliefs {
        SavedBeliefs {
            notes: vec![],
            ..self
        }
    }

    pub(crate) fn keep_only(&mut self, of: impl Fn(CharacterId) -> bool) {
        self.rows.retain(|(who, _)| of(*who));
    }
}

impl Folk {
    pub(crate) fn keep_beliefs(&self, of: impl Fn(CharacterId) -> bool) -> SavedBeliefs {
        let rows = self.beliefs.rows.iter().filter(|(who, _)| of(**who));
        SavedBeliefs {
            rows: rows.map(|(who, row)| (*who, row.clone())).collect(),
            notes: self.beliefs.notes.clone(),
        }
    }

    /// Restores rows. Those of characters that are not in the world are dropped.
    pub(crate) fn resume_beliefs(&mut self, saved: SavedBeliefs) {
        for (who, row) in saved.rows {
            if self.character(who).is_some() && row.mind.owner() == who {
                let begun = row.speeches.iter().map(|(action, _)| (*action, who));
                self.beliefs.speaking.extend(begun);
                self.beliefs.rows.insert(who, row);
            }
        }
        self.beliefs.notes.extend(saved.notes);
        self.beliefs.go_stale();
    }

    /// Replaces the mind of a character that has beliefs. Nothing else is implanted.
    pub(crate) fn take_in_beliefs(&mut self, mut mind: Beliefs) {
        let who = mind.owner();
        let module = self.content.module.clone();
        mind.retain_facets(&Rules::new(&module.knowledge));
        let Some(row) = self.beliefs.rows.get_mut(&who) else {
            return self.unheard(RejectedReport::NoSuchCharacter(who));
        };
        *row.mind = mind;
        let own = |note: &Note| matches!(note, Note::Implant(of, _) if *of == who);
        self.beliefs.notes.retain(|note| !own(note));
        self.note_beliefs(who);
    }

    /// A region is back: what has not been simulated since a tick is not caught up.
    pub(crate) fn skip_fading(&mut self, people: &[CharacterId], since: Tick) {
        let before = HalfDay::of(self.moment_at(since));
        let now = HalfDay::of(self.moment());
        let away = now.0.saturating_sub(before.0);
        for who in people {
            let latest = self.half_day_of_fading(*who);
            if let Some(row) = self.beliefs.rows.get_mut(who) {
                row.faded = HalfDay(row.faded.0.saturating_add(away)).min(latest);
            }
            self.plan_fading(*who);
        }
        self.beliefs.go_stale();
    }

    /// Fits beliefs to the content: facets that are gone are dropped, and those who should have
    /// beliefs have them. Called after loading and after a change of content.
    pub(crate) fn mend_beliefs(&mut self) {
        if !self.has_facets() {
            self.beliefs = BeliefTable::default();
            return;
        }
        let module = self.content.module.clone();
        let rules = Rules::new(&module.knowledge);
        let keep = self.keeps();
        for row in self.beliefs.rows.values_mut() {
            row.mind.keep_from_now_on(keep);
            row.mind.retain_facets(&rules);
        }
        self.beliefs.go_stale();
        let people = self.characters().filter(|person| !person.extra);
        let people = people.map(|person| (person.id, person.player));
        let people: Vec<(CharacterId, bool)> = people.collect();
        for (who, player) in people {
            if player || self.member_of(who).is_some() {
                self.begin_beliefs(who);
            }
        }
        self.plan_all_fading();
    }
}
