//! What is known or was told: by whom, after how many tellings, with which confidence.

use crate::memory::Memory;
use crate::record::Sighting;
use serde::{Deserialize, Serialize};
use townsfolk_core::{AreaId, CharacterId, Draw, MemberId, TextId};
use townsfolk_module::mind::{Degree, Gossip, Interaction, Known, Moment};

/// A stay of fewer calendar seconds than this counts as passing through.
const STAYED_S: i64 = 10 * 60;

/// Something that is known or was told.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Tiding {
    /// What.
    pub news: News,
    /// From whom.
    pub source: Source,
    /// The number of tellings.
    pub hops: u8,
    /// The confidence.
    pub confidence: Degree,
}

/// What can be told.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum News {
    /// A fact about somebody, written by a designer.
    Fact {
        /// Whom it is about.
        about: MemberId,
        /// The fact.
        text: TextId,
    },
    /// Somebody was somewhere.
    WasAt {
        /// Who.
        who: CharacterId,
        /// Where.
        area: AreaId,
        /// From when.
        from: Moment,
        /// Until when.
        to: Moment,
    },
    /// Somebody did something to somebody.
    Did {
        /// Who.
        who: CharacterId,
        /// What.
        interaction: Interaction,
        /// To whom.
        to: CharacterId,
        /// When.
        at: Moment,
    },
    /// Two people have agreed to meet.
    Meet {
        /// Who.
        who: CharacterId,
        /// Whom.
        with: CharacterId,
        /// Where.
        area: AreaId,
        /// When.
        at: Moment,
    },
}

/// Where a tiding comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Source {
    /// Known from the start, or seen.
    Own,
    /// Told by somebody.
    ToldBy(CharacterId),
}

impl News {
    /// The character it is about; a fact is about a member of the cast.
    pub fn about(&self) -> Option<CharacterId> {
        match *self {
            News::Fact { .. } => None,
            News::WasAt { who, .. } | News::Did { who, .. } | News::Meet { who, .. } => Some(who),
        }
    }

    /// Whether it is about something that this character did or experienced, or where it was, so it
    /// is no news to it.
    pub fn is_own(&self, who: CharacterId) -> bool {
        match *self {
            News::Fact { .. } => false,
            News::WasAt { who: seen, .. } => seen == who,
            News::Did { who: did, to, .. } => did == who || to == who,
            News::Meet { who: one, with, .. } => one == who || with == who,
        }
    }
}

impl Tiding {
    /// Initial knowledge of a character.
    pub fn known(known: Known) -> Tiding {
        Tiding {
            news: News::Fact {
                about: known.about,
                text: known.text,
            },
            source: Source::Own,
            hops: 0,
            confidence: Degree::ONE,
        }
    }

    /// The tiding as the listener will know it.
    pub fn told_by(self, teller: CharacterId, gossip: &Gossip) -> Tiding {
        Tiding {
            source: Source::ToldBy(teller),
            hops: self.hops.saturating_add(1),
            confidence: self.confidence.times(gossip.trust.clamped()),
            ..self
        }
    }
}

impl Memory {
    /// Something to tell a listener: known things, or the last sighting. Excluded is what the
    /// listener told or did, what was told too often, and what is forgotten.
    pub fn news_for(
        &self,
        who: CharacterId,
        gossip: &Gossip,
        draw: Draw,
        now: Moment,
    ) -> Option<Tiding> {
        let known = self.records.iter().filter(|record| record.is_recalled(now));
        let known = known.filter_map(|record| record.tiding(self.me));
        // A sighting may match what the listener told; then it is no news either.
        let told_so = |tiding: &Tiding| {
            let mut known = self.tidings();
            known.any(|known| known.news == tiding.news && known.source == Source::ToldBy(who))
        };
        let fits = |tiding: &Tiding| {
            tiding.hops < gossip.hops_max && !told_so(tiding) && !tiding.news.is_own(who)
        };
        let seen = self.last_seen(who, now);
        let news: Vec<Tiding> = known.chain(seen).filter(fits).collect();
        let last = i64::try_from(news.len()).ok()?.checked_sub(1)?;
        let index = usize::try_from(draw.between(2, 0, last)).ok()?;
        news.get(index).copied()
    }

    /// The last closed sighting of a third character who stayed for a while. Passing through is not
    /// worth telling.
    fn last_seen(&self, listener: CharacterId, now: Moment) -> Option<Tiding> {
        let known = self.records.iter().filter(|record| record.is_recalled(now));
        let sightings = known.filter_map(|record| record.sighting(self.me)).rev();
        let mut others = sightings.filter(|s| s.who != listener && s.who != self.me);
        let stayed = |seen: &Sighting| {
            let to = seen.to;
            to.is_some_and(|to| to.since(seen.from) >= STAYED_S)
        };
        let seen = others.find(stayed)?;
        Some(Tiding {
            news: News::WasAt {
                who: seen.who,
                area: seen.area,
                from: seen.from,
                to: seen.to?,
            },
            source: Source::Own,
            hops: 0,
            confidence: Degree::ONE,
        })
    }
}
