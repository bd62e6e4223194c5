//! Questions to a memory: where was she last night?

use crate::memory::Memory;
use crate::tiding::{News, Source};
use serde::{Deserialize, Serialize};
use townsfolk_core::{AreaId, CharacterId};
use townsfolk_module::mind::{Degree, Moment};

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
    /// Where a character was at a moment, as known now: as seen, else as told by the most confident
    /// source. It can also be asked about the character itself.
    pub fn where_was(&self, who: CharacterId, at: Moment, now: Moment) -> Option<Answer> {
        let known = self.records.iter().rev().filter(|record| {
            let until = record.until();
            record.from <= at && until.is_none_or(|until| at < until) && record.is_recalled(now)
        });
        let mut told: Option<Answer> = None;
        for record in known {
            let confidence = record.confidence(now);
            if let Some(seen) = record.sighting(self.me).filter(|seen| seen.who == who) {
                return Some(Answer {
                    area: seen.area,
                    evidence: Evidence::Saw,
                    confidence,
                });
            }
            let Some((tiding, News::WasAt { who: of, area, .. })) =
                record.tiding(self.me).map(|tiding| (tiding, tiding.news))
            else {
                continue;
            };
            // The oldest of the most confident.
            let better = told.is_none_or(|told| confidence >= told.confidence);
            if of == who && better {
                let evidence = match tiding.source {
                    Source::Own => Evidence::Saw,
                    Source::ToldBy(teller) => Evidence::Heard(teller),
                };
                told = Some(Answer {
                    area,
                    evidence,
                    confidence,
                });
            }
        }
        told
    }

    /// Who is known now to have been somewhere at a moment, as seen.
    pub fn who_was_at(&self, area: AreaId, at: Moment, now: Moment) -> Vec<CharacterId> {
        let seen = self.sightings().filter(|seen| {
            let within = seen.from <= at && seen.to.is_none_or(|to| at < to);
            within && seen.area == area
        });
        let mut who: Vec<CharacterId> = seen.map(|seen| seen.who).collect();
        who.sort();
        who.dedup();
        who.retain(|who| self.where_was(*who, at, now).is_some());
        who
    }
}
