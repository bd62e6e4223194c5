//! Questions: where was she last night?

use super::Memory;
use super::tiding::{News, Source};
use crate::calendar::Moment;
use serde::{Deserialize, Serialize};
use townsfolk_core::{AreaId, CharacterId};
use townsfolk_module::mind::Degree;

/// Where somebody was, as far as somebody knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Answer {
    /// Where.
    pub area: AreaId,
    /// How it is known.
    pub evidence: Evidence,
    /// How sure it is.
    pub confidence: Degree,
}

/// How something is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Evidence {
    /// Seen with own eyes.
    Saw,
    /// Told by somebody.
    Heard(CharacterId),
}

impl Memory {
    /// Where somebody was at a moment: seen, or else told by the surest source. Also answers for
    /// the character itself.
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
        // The first of the surest.
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
