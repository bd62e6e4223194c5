//! Questions to a memory: where was she last night?

use super::Memory;
use super::tiding::{News, Source};
use crate::calendar::Moment;
use serde::{Deserialize, Serialize};
use townsfolk_core::{AreaId, CharacterId};
use townsfolk_module::mind::Degree;

/// Where a character was, according to a memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Answer {
    /// Where.
    pub area: AreaId,
    /// The source of the knowledge.
    pub evidence: Evidence,
    /// The confidence.
    pub confidence: Degree,
}

/// A source of knowledge.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Evidence {
    /// Seen by the character itself.
    Saw,
    /// Told by another character.
    Heard(CharacterId),
}

impl Memory {
    /// Where a character was at a moment: as seen, else as told by the most confident source. It
    /// can also be asked about the character itself.
    pub fn where_was(&self, who: CharacterId, at: Moment) -> Option<Answer> {
        let mut sightings = self.sightings().iter().rev();
        if let Some(seen) = sightings.find(|s| s.who == who && s.covers(at)) {
            return Some(Answer {
                area: seen.area,
                evidence: Evidence::Saw,
                confidence: Degree::ONE,
            });
        }
        let told = self
            .tidings()
            .iter()
            .filter_map(|tiding| match tiding.news {
                News::WasAt {
                    who: whom,
                    area,
                    from,
                    to,
                } if whom == who && from <= at && at < to => Some(Answer {
                    area,
                    evidence: match tiding.source {
                        Source::Own => Evidence::Saw,
                        Source::ToldBy(teller) => Evidence::Heard(teller),
                    },
                    confidence: tiding.confidence,
                }),
                _ => None,
            });
        // The first of the most confident.
        told.min_by_key(|answer| std::cmp::Reverse(answer.confidence))
    }

    /// Who was seen somewhere at a moment.
    pub fn who_was_at(&self, area: AreaId, at: Moment) -> Vec<CharacterId> {
        let sightings = self.sightings().iter();
        let there = sightings.filter(|s| s.area == area && s.covers(at));
        let mut who: Vec<CharacterId> = there.map(|s| s.who).collect();
        who.sort();
        who.dedup();
        who
    }
}
