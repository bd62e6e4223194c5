//! The critic, and what it has found.

use crate::bounds::{AGAIN_S, FINDINGS_MAX};
use crate::eyes::Eyes;
use crate::kind::Kind;
use crate::look::Looking;
use crate::sight::Sight;
use std::collections::BTreeMap;
use townsfolk::Folk;
use townsfolk_core::{CharacterId, Tick};
use townsfolk_mind::Moment;

/// Something silly.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Silliness {
    /// When, by the stage.
    pub tick: Tick,
    /// When, by the calendar.
    pub at: Moment,
    /// The character.
    pub who: CharacterId,
    /// What.
    pub kind: Kind,
}

/// Watches a run, and keeps what is silly about it.
#[derive(Clone, Debug, Default)]
pub struct Critic {
    looking: Looking,
    eyes: Eyes,
    findings: Vec<Silliness>,
    /// How often each kind was found, told or not.
    counts: BTreeMap<&'static str, usize>,
    /// The last finding of each kind about a character (and another).
    said: BTreeMap<(&'static str, CharacterId, Option<CharacterId>), Moment>,
}

/// The moment of what is seen, by both clocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Now {
    /// By the stage.
    pub tick: Tick,
    /// By the calendar.
    pub at: Moment,
}

impl Critic {
    /// Looks at what the last tick brought. To be called after each tick.
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

    /// Looks at one thing.
    pub fn see(&mut self, now: Now, sight: &Sight) {
        let mut found = vec![];
        self.eyes.see(now, sight, &mut found);
        for (who, kind) in found {
            self.note(now, who, kind);
        }
    }

    /// The same of the same people is noted once in a while, or a story would drown in it.
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

    /// What was silly, in order of time.
    pub fn findings(&self) -> &[Silliness] {
        &self.findings
    }

    /// How often each kind was found, by name.
    pub fn counts(&self) -> &BTreeMap<&'static str, usize> {
        &self.counts
    }
}
