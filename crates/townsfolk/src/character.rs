//! The state of a character in the engine.

use crate::drivers::{Driver, Offer};
use crate::host::Newcomer;
use crate::place::Place;
use serde::{Deserialize, Serialize};
use townsfolk_core::digest::fold;
use townsfolk_core::{
    Channel, CharacterId, GroupId, LocationId, RegionId, RoleId, SceneId, ScriptId, SymbolId, Tick,
};

/// A character.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Character {
    /// The id.
    pub id: CharacterId,
    /// Its present roles, sorted.
    pub roles: Vec<RoleId>,
    /// The position.
    pub at: Option<Place>,
    /// The group with which it joins scenes.
    pub group: Option<GroupId>,
    /// Whether it is a player.
    pub player: bool,
    /// Of a proxy: the location whose scenes it takes part in.
    pub attached_to: Option<LocationId>,
    /// The region with which it is loaded and unloaded.
    pub region: RegionId,
    /// The scene it takes part in (also while away or leaving).
    pub scene: Option<SceneId>,
    /// Whether it is away from that scene.
    pub away: bool,
    /// Whether the host has seized it, or waits to.
    pub seized: bool,
    /// The drivers of body, voice and gaze.
    pub drivers: [Driver; 3],
    /// Offers that stand, oldest first.
    pub offers: Vec<Offer>,
    /// The offer for which its scene has been asked to let it go.
    pub recalled_for: Option<Offer>,
    /// The location that spawned it, and whether it is withdrawn afterwards.
    pub spawned: Option<(LocationId, bool)>,
    /// Whether it has appeared since it was spawned.
    pub appeared: bool,
    /// Whether it is an extra: not remembered, not questioned.
    pub extra: bool,
    /// Scripts with a cool-down, and until when.
    pub tired_of: Vec<(ScriptId, Tick)>,
    /// The cell in which it is listed as free for casting. A cache.
    #[serde(skip)]
    pub(crate) listed: Option<Place>,
}

impl Character {
    pub(crate) fn new(id: CharacterId, newcomer: Newcomer) -> Character {
        let mut roles = newcomer.roles;
        roles.sort_unstable();
        roles.dedup();
        Character {
            id,
            roles,
            at: newcomer.at,
            group: newcomer.group,
            player: newcomer.player,
            attached_to: newcomer.attached_to,
            region: newcomer.region,
            scene: None,
            away: false,
            seized: false,
            drivers: [Driver::Nobody; 3],
            offers: vec![],
            recalled_for: None,
            spawned: None,
            appeared: false,
            extra: false,
            tired_of: vec![],
            listed: None,
        }
    }

    /// The driver of a channel.
    pub fn driver(&self, channel: Channel) -> Driver {
        self.drivers[channel as usize]
    }

    pub(crate) fn set_driver(&mut self, channel: Channel, driver: Driver) {
        self.drivers[channel as usize] = driver;
    }

    pub(crate) fn offer_of(&self, by: SymbolId, channel: Channel) -> Option<Offer> {
        let mut offers = self.offers.iter();
        let own = offers.find(|o| o.by == by && o.channel == channel);
        own.copied()
    }

    /// Whether it can be cast: in no scene and not seized.
    pub(crate) fn is_at_leisure(&self) -> bool {
        self.scene.is_none() && !self.seized
    }

    /// Whether it is in the world. A spawn that has not been answered is not.
    pub(crate) fn is_there(&self) -> bool {
        self.spawned.is_none() || self.appeared
    }

    pub(crate) fn digest(&self) -> u64 {
        let mut sum = fold(0, u64::from(self.id.0));
        for role in &self.roles {
            sum = fold(sum, u64::from(role.0));
        }
        if let Some(at) = self.at {
            sum = fold(
                sum,
                (at.x_mm as u32 as u64) << 32 | u64::from(at.y_mm as u32),
            );
            sum = fold(sum, at.z_mm as u32 as u64);
        }
        sum = fold(sum, self.group.map_or(0, |g| u64::from(g.0) + 1));
        sum = fold(sum, self.attached_to.map_or(0, |l| u64::from(l.0) + 1));
        sum = fold(sum, u64::from(self.region.0));
        sum = fold(sum, self.scene.map_or(0, |s| s.0 + 1));
        let flags = [
            self.player,
            self.away,
            self.seized,
            self.extra,
            self.appeared,
        ];
        let flags = flags.iter().fold(0, |sum, flag| sum * 2 + u64::from(*flag));
        sum = fold(sum, flags);
        for driver in self.drivers {
            sum = match driver {
                Driver::Nobody => fold(sum, 0),
                Driver::Scene(scene, word) => fold(fold(sum, 1 + word as u64), scene.0),
                Driver::System(by, word) => fold(fold(sum, 8 + word as u64), u64::from(by.0)),
                Driver::Host => fold(sum, 16),
            };
        }
        for offer in self.offers.iter().chain(&self.recalled_for) {
            sum = fold(fold(sum, u64::from(offer.by.0)), offer.urgency as u64);
            sum = fold(fold(sum, offer.channel as u64), offer.score as u64);
            sum = fold(sum, u64::from(offer.reason.0));
            sum = fold(sum, offer.duration.map_or(-1, |d| d.0) as u64);
        }
        for (script, until) in &self.tired_of {
            sum = fold(fold(sum, u64::from(script.0)), until.0 as u64);
        }
        sum = fold(sum, u64::from(self.recalled_for.is_some()));
        fold(
            sum,
            self.spawned
                .map_or(0, |(l, gone)| u64::from(l.0) * 2 + u64::from(gone) + 1),
        )
    }
}
