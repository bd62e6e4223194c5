//! The critic and its findings.

use crate::bounds::{AGAIN_S, FINDINGS_MAX};
use crate::eyes::Eyes;
use crate::kind::Kind;
use crate::look::Looking;
use crate::sight::Sight;
use std::collections::BTreeMap;
use townsfolk::Folk;
use townsfolk_core::{CharacterId, Tick};
use townsfolk_mind::Moment;

/// A finding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Silliness {
    /// The tick.
    pub tick: Tick,
    /// The calendar moment.
    pub at: Moment,
    /// The character.
    pub who: CharacterId,
    /// The kind.
    pub kind: Kind,
}

/// Watches a run, and keeps findings.
#[derive(Clone, Debug, Default)]
pub struct Critic {
    looking: Looking,
    eyes: Eyes,
    findings: Vec<Silliness>,
    /// Number of findings of each kind, reported or not.
    counts: BTreeMap<&'static str, usize>,
    /// The last finding of each kind about a character (and another).
    said: BTreeMap<(&'static str, CharacterId, Option<CharacterId>), Moment>,
}

/// The present, by both clocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Now {
    /// The tick.
    pub tick: Tick,
    /// The calendar moment.
    pub at: Moment,
}

impl Critic {
    /// Takes in the last tick. Call it after each tick.
    pub fn watch(&mut self, folk: &Folk) {
        let now = Now {
            tick: folk.now(),
            at: folk.moment(),
        };
        let mut sights = vec![];
        self.looking.look(folk, &mut sights);
        for sight in &sights {
            self.see(now, sight);
        }
    }

    /// Takes in one sight.
    pub fn see(&mut self, now: Now, sight: &Sight) {
        let mut found = vec![];
        self.eyes.see(now, sight, &mut found);
        for (who, kind) in found {
            self.note(now, who, kind);
        }
    }

    /// Records a finding. The same about the same characters is reported once in a while only.
    fn note(&mut self, now: Now, who: CharacterId, kind: Kind) {
        let key = (kind.name(), who, kind.other());
        let again = self
            .said
            .get(&key)
            .is_some_and(|last| now.at.since(*last) < AGAIN_S);
        if again {
            return;
        }
        self.said.insert(key, now.at);
        *self.counts.entry(kind.name()).or_default() += 1;
        if self.findings.len() < FINDINGS_MAX {
            self.findings.push(Silliness {
                tick: now.tick,
                at: now.at,
                who,
                kind,
            });
        }
    }

    /// The findings, in order of time.
    pub fn findings(&self) -> &[Silliness] {
        &self.findings
    }

    /// Number of findings of each kind, by name.
    pub fn counts(&self) -> &BTreeMap<&'static str, usize> {
        &self.counts
    }
}
