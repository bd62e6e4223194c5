//! The formulas of evidence and memory, over the settings of a module.

use super::evidence::EvidenceKind;
use super::strength::{Decay, Odds, Strength};
use super::subject::Subject;
use super::world::{Temper, Tie};
use std::borrow::Cow;
use townsfolk_core::{HostId, Number};
use townsfolk_module::knowledge::{Facet, Knowledge, KnowledgeSettings, Share};

/// A charge below this is a motive to lie.
const HATE: Number = Number(-15_000);

/// The facets of a module, and how beliefs come and go.
#[derive(Clone, Debug)]
pub struct Rules<'a> {
    /// The facets.
    pub facets: &'a [Facet],
    /// The settings.
    pub settings: Cow<'a, KnowledgeSettings>,
    /// The decay of strengths.
    pub decay: Decay,
}

impl<'a> Rules<'a> {
    /// The rules of a module's knowledge. Without settings: the preset `talktown`.
    pub fn new(knowledge: &'a Knowledge) -> Rules<'a> {
        let settings = match knowledge.settings.as_deref() {
            Some(settings) => Cow::Borrowed(settings),
            None => Cow::Owned(KnowledgeSettings::talktown()),
        };
        Rules {
            facets: &knowledge.facets,
            decay: Decay::new(settings.kept_daily),
            settings,
        }
    }

    /// The facet with this id.
    pub fn facet(&self, id: HostId) -> Option<&'a Facet> {
        let place = self.facets.binary_search_by_key(&id, |facet| facet.id);
        self.facets.get(place.ok()?)
    }

    /// The facets that can be believed of a subject, sorted by id.
    pub fn facets_of(&self, subject: Subject) -> impl Iterator<Item = &'a Facet> + use<'a> {
        self.facets.iter().filter(move |facet| subject.is(facet.of))
    }

    fn base(&self, kind: EvidenceKind) -> Strength {
        let base = self.settings.strengths.get(kind as usize);
        Strength::thousandths(base.copied().unwrap_or(0).into())
    }

    /// The strength of evidence that is not said by another person.
    pub fn own(&self, kind: EvidenceKind, facet: &Facet) -> Strength {
        self.base(kind)
            .scaled([facet.evidence, Share::ONE, Share::ONE])
    }

    /// The strength of evidence that is said by another person.
    pub fn social(
        &self,
        kind: EvidenceKind,
        facet: &Facet,
        trust: Share,
        teller: Strength,
    ) -> Strength {
        self.base(kind)
            .scaled([facet.evidence, trust, conviction(teller)])
    }

    /// The strength of knowledge from the start, by the salience of the facet.
    pub fn implanted(&self, salience: Share, base: Number) -> Strength {
        let base = Strength::thousandths(u64::try_from(base.0).unwrap_or(0));
        base.scaled([Share(20_000_000), salience, Share::ONE])
    }

    /// The chance to encode a facet that is seen.
    pub fn encodes(&self, facet: &Facet, memory: Share, salience: Number) -> Odds {
        if self.settings.notices_all {
            return Odds::ALWAYS;
        }
        let salience = u32::try_from(salience.0.clamp(0, 10_000)).unwrap_or(0);
        let attention = Share(800_000 + salience * 40);
        let chance = facet.recall.mean.times(memory).times(attention);
        Odds::from(chance.max(facet.recall.floor).min(facet.recall.cap))
    }

    /// The chance that a held belief deteriorates in half a day.
    pub fn fades(
        &self,
        facet: &Facet,
        memory: Share,
        strength: Strength,
        salience: Number,
    ) -> Odds {
        let part = u128::from(facet.fades.0) * u128::from(self.settings.fading.0);
        let strength = u128::from(strength.max(Strength::ONE).0);
        let salience = u128::try_from(salience.0.max(0)).unwrap_or(0);
        // D / (memory * strength * (1 + salience / 10)), with the units of all five.
        let whole = u128::from(memory.0) * strength * (10_000 + salience);
        Odds::ratio(part * (10_000 << 16), whole * 1_000_000)
    }

    /// The chance that the weakest belief of a person who does not matter deteriorates. No belief of
    /// this facet has a greater one.
    pub fn fades_at_most(&self, facet: &Facet, memory: Share) -> Odds {
        let part = u64::from(facet.fades.0) * u64::from(self.settings.fading.0);
        let share = part.div_ceil(u64::from(memory.0.max(1))) + 1;
        Odds::from(Share(u32::try_from(share).unwrap_or(u32::MAX)))
    }

    /// The number of subjects of a talk. The ties are those of each to the other.
    pub fn subjects(&self, tempers: [Temper; 2], ties: [Tie; 2]) -> usize {
        let extroversion: i64 = tempers.iter().map(|temper| temper.extroversion.0).sum();
        let friendship = |tie: &Tie| 2 * i64::from(tie.friend) + i64::from(tie.best_friend);
        let friendship: i64 = ties.iter().map(friendship).sum();
        let count = (extroversion + 1000 * friendship) / 1000;
        let max = i64::from(self.settings.subjects_max).max(2);
        usize::try_from(count.clamp(2, max)).unwrap_or(2)
    }

    /// The chance that a talker lies about a subject. The charges are the talker's, toward the subject
    /// and toward the listener.
    pub fn lies(&self, temper: Temper, charges: [Option<Number>; 2]) -> Odds {
        let (least, most) = self.settings.lies;
        let malice = u32::try_from((-temper.agreeableness.0).clamp(0, 1000)).unwrap_or(0);
        let hates = charges.iter().flatten().any(|charge| *charge < HATE);
        let motive = 100_000 * u32::from(hates);
        let span = Share(most.0.saturating_sub(least.0)).times(Share::thousandths(malice));
        let chance = least.0.saturating_add(span.0).saturating_add(motive);
        Odds::from(Share(chance).min(most))
    }
}

/// How far a character trusts a source, by its charge toward it.
pub fn trust(charge: Option<Number>) -> Share {
    let charge = charge.map_or(0, |charge| charge.0.clamp(-10_000_000, 10_000_000));
    let trust = match charge < 0 {
        true => 1_000_000 + charge * 1000 / 400,
        false => 1_000_000 + charge.max(100) * 1000 / 2500,
    };
    Share(u32::try_from(trust.clamp(500_000, 3_000_000)).unwrap_or(0))
}

/// How far a character trusts what it overhears. Strangers count half.
pub fn trust_overheard(charge: Option<Number>) -> Share {
    match charge {
        None => Share::percent(50),
        known => trust(known),
    }
}

/// The factor of a teller's own strength of belief.
pub fn conviction(teller: Strength) -> Share {
    // The root in millionths: one is 2^16, so a strength counts 10^12 / 2^16.
    let bits = u64::from(teller.0.max(6554));
    let root = (bits * 15_258_789 + bits / 16).isqrt();
    let share = u32::try_from(root / 15).unwrap_or(u32::MAX);
    Share(share.clamp(250_000, 1_500_000))
}

/// The chance that a character tells what it is asked, by its charge toward the asker.
pub fn divulges(charge: Option<Number>) -> Odds {
    let charge = charge.map_or(0, |charge| charge.0.clamp(-1_000_000, 1_000_000));
    let chance = (500_000 + charge * 10).clamp(100_000, 1_000_000);
    Odds::from(Share(u32::try_from(chance).unwrap_or(0)))
}
