//! Random decisions: a baseline to compare minds with.
//!
//! These characters have the same deeds, bodies and schedules, and continue a deed until it is
//! over. Only the next deed is drawn at random, independent of needs.

use super::{Intention, MindState};
use crate::folk::Folk;
use townsfolk_core::{CharacterId, Draw, LayerId, LocationId, SiteId, Tick};
use townsfolk_module::mind::NodeKind;

/// How characters with minds choose their actions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum MindMode {
    /// By their maps.
    #[default]
    ByMind,
    /// At random, for comparison. Not saved.
    ByDice,
    /// By their maps, but a place that is chosen `by company` is drawn at random, for comparing. Not
    /// kept in saves.
    RandomCompany,
}

impl Folk {
    /// The next intention of a character with random decisions: its pursuit, else any deed.
    pub(super) fn wanted_by_dice(&self, minded: &MindState) -> Option<Intention> {
        if minded.pursuit.is_some() {
            return minded.wanted;
        }
        let deeds = self.deeds_of(minded);
        let last = i64::try_from(deeds.len()).ok()?.checked_sub(1)?;
        let owner = u64::from(minded.who.0);
        let draw = Draw::at(self.seed, owner, self.now, SiteId::named("dice"));
        let index = usize::try_from(draw.between(0, 0, last)).ok()?;
        deeds.get(index).copied()
    }

    /// A random rank of a location, in the place of how much its company is liked. It changes every
    /// calendar minute, so that a walk to a place is not turned round at every look.
    pub(super) fn random_liking(&self, who: CharacterId, place: LocationId) -> i32 {
        let minute = Tick(self.moment().0.div_euclid(60));
        let site = SiteId::named("random company");
        let draw = Draw::at(self.seed, u64::from(who.0), minute, site);
        draw.between(u64::from(place.0), 0, 1 << 16) as i32
    }

    /// All deeds of a character's present layers.
    fn deeds_of(&self, minded: &MindState) -> Vec<Intention> {
        let Some(member) = self.member(minded.member) else {
            return vec![];
        };
        let held = self.beat_of(minded.who, minded.member);
        let held = held.and_then(|at| minded.mind.role(&at));
        let minds = &self.content.module.minds;
        let carried = minds.roles.iter().find(|(role, _)| Some(*role) == held);
        let upper = carried.map_or(member.navigation, |(_, layer)| *layer);
        let on = |id: &LayerId| *id == member.basic || *id == upper;
        let layers = minds.layers.iter().filter(|layer| on(&layer.id));
        let nodes = layers.flat_map(|layer| &layer.nodes);
        let deeds = nodes.filter_map(|node| match node.kind {
            NodeKind::Action { deed, urgency } => Some(Intention {
                action: node.id,
                deed,
                urgency,
                prop: None,
            }),
            _ => None,
        });
        deeds.collect()
    }
}
