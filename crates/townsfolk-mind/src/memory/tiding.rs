//! What is known, or was told: by whom, over how many mouths, and how sure.

use super::{Memory, Sighting};
use crate::calendar::Moment;
use serde::{Deserialize, Serialize};
use townsfolk_core::{AreaId, CharacterId, Draw, MemberId, TextId};
use townsfolk_module::mind::{Degree, Gossip, Interaction, Known};

/// Who was somewhere for fewer calendar seconds than this only passed through.
const STAYED_S: i64 = 10 * 60;

/// Something that is known or was told.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Tiding {
    /// What.
    pub news: News,
    /// From whom.
    pub source: Source,
    /// Over how many mouths it came.
    pub hops: u8,
    /// How sure one can be of it.
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
    /// Whether it is what somebody did, was done to, or where they were: no news to them.
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
    /// What somebody knows from the start.
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

    /// The same as the one it is told to will know it.
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
    /// Something to tell somebody: one of the things that are known, or the last that was seen, but
    /// nothing they told or did themselves, or that has gone through too many mouths.
    pub fn news_for(&self, who: CharacterId, gossip: &Gossip, draw: Draw) -> Option<Tiding> {
        let seen = self.last_seen(who);
        let known = self.tidings().iter().copied();
        // What one has seen may be what they have told: then it is no news to them either.
        let told_so = |tiding: &Tiding| {
            let mut known = self.tidings().iter();
            known.any(|known| known.news == tiding.news && known.source == Source::ToldBy(who))
        };
        let fits = |tiding: &Tiding| {
            tiding.hops < gossip.hops_max && !told_so(tiding) && !tiding.news.is_own(who)
        };
        let news: Vec<Tiding> = known.chain(seen).filter(fits).collect();
        let last = i64::try_from(news.len()).ok()?.checked_sub(1)?;
        let index = usize::try_from(draw.between(2, 0, last)).ok()?;
        news.get(index).copied()
    }

    /// The last closed sighting of somebody else than the listener who stayed for a while: that
    /// somebody passed through is nothing to talk about.
    fn last_seen(&self, listener: CharacterId) -> Option<Tiding> {
        let sightings = self.sightings().iter().rev();
        let mut others = sightings.filter(|s| s.who != listener && s.who != self.me());
        let stayed = |sighting: &&Sighting| {
            let to = sighting.to;
            to.is_some_and(|to| to.since(sighting.from) >= STAYED_S)
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
