//! Things near the player that break spectacularly. They are few, so none is wasted.

use super::miss::Shot;
use super::zones;
use serde::{Deserialize, Serialize};
use townsfolk_core::place::Place;
use townsfolk_core::{Angle, CharacterId, Tick, Value};

/// Distance from the player within which a thing is in its area.
const AREA_MM: u32 = 6_000;

/// Half of the cone between shooter and player, in thousandths of a degree.
const CONE: u32 = 12_500;

/// Share of chances that are taken, in thousandths.
const TAKEN: i64 = 500;

/// Maximum number of things that are reserved.
const RESERVED_MAX: usize = 64;

/// A thing that can break.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Destructible {
    /// The thing.
    pub thing: Value,
    /// Where it is.
    pub at: Place,
    /// How good it looks when it breaks, in thousandths.
    pub spectacle: u32,
    /// Whether it is whole.
    pub is_intact: bool,
}

/// Who breaks what, and when something broke last.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Destructibles {
    last: Option<Tick>,
    reserved: Vec<(Value, CharacterId)>,
}

impl Destructibles {
    /// The thing that a shot should break, if one is eligible and chance agrees. It is reserved for
    /// the shooter.
    pub(super) fn choose(
        &mut self,
        shot: &Shot<'_>,
        things: &[Destructible],
    ) -> Option<Destructible> {
        let Shot {
            target,
            muzzle,
            lines,
            now,
            ..
        } = *shot;
        let rests = self
            .last
            .is_some_and(|last| now < last.after(zones::rest()));
        if rests || things.is_empty() || !shot.draw.coin(0, TAKEN) {
            return None;
        }
        let value = |thing: &Destructible| {
            let off = lines.view().between(Angle::from_to(target.at, thing.at));
            u64::from(thing.spectacle) * u64::from(180_000 - off.min(180_000))
        };
        let eligible = things.iter().filter(|thing| {
            let reserved = self.reserved.iter().any(|(other, _)| *other == thing.thing);
            let in_cone = || {
                let toward = Angle::from_to(muzzle, target.at);
                let nearer = muzzle.distance_mm(thing.at) <= muzzle.distance_mm(target.at);
                nearer && toward.between(Angle::from_to(muzzle, thing.at)) <= CONE
            };
            thing.is_intact
                && !reserved
                && (thing.at.is_within(target.at, AREA_MM) || in_cone())
                && lines.is_in_view(thing.at)
                && lines.impact(muzzle, thing.at).at.is_within(thing.at, 250)
        });
        let best = eligible.max_by_key(|thing| (value(thing), std::cmp::Reverse(thing.thing)))?;
        if self.reserved.len() >= RESERVED_MAX {
            self.reserved.remove(0);
        }
        self.reserved.push((best.thing, shot.shooter));
        self.last = Some(now);
        Some(*best)
    }
}
