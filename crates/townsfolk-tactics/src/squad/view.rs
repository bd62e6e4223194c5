//! Exposure: which ground the enemy sees, and which the members see, computed in slices.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use townsfolk_core::{CharacterId, Place};
use townsfolk_space::exposure::{LINES_PER_TICK, STANDING_STEPS};
use townsfolk_space::{BitGrid, ExposureMap, HeightGrid};

/// How far anybody sees.
const RANGE_MM: i32 = 30_000;

/// The ground that the enemy sees from where it is believed to be, and that the members see.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Exposure {
    enemy: Option<ExposureMap>,
    views: BTreeMap<CharacterId, ExposureMap>,
    union: BitGrid,
    /// Whose view is computed.
    turn: Option<CharacterId>,
}

impl Exposure {
    /// Computes a slice of the enemy's view, and a slice of one member's.
    pub fn advance(
        &mut self,
        heights: &HeightGrid,
        enemy: Option<Place>,
        members: &[(CharacterId, Place)],
    ) {
        let lattice = *heights.lattice();
        if *self.union.lattice() != lattice {
            *self = Exposure {
                union: BitGrid::empty(lattice),
                ..Exposure::default()
            };
        }
        let fresh = || ExposureMap::new(lattice, RANGE_MM);
        match enemy {
            None => self.enemy = None,
            Some(at) => {
                let map = self.enemy.get_or_insert_with(fresh);
                map.advance(heights, (at, STANDING_STEPS), LINES_PER_TICK);
            }
        }
        let under_way = members.iter().find(|(who, _)| Some(*who) == self.turn);
        let Some((who, at)) = under_way.or_else(|| members.first()).copied() else {
            return;
        };
        let map = self.views.entry(who).or_insert_with(fresh);
        self.turn = Some(who);
        if map.advance(heights, (at, STANDING_STEPS), LINES_PER_TICK) {
            let later = members.iter().find(|(other, _)| *other > who);
            self.turn = later.or_else(|| members.first()).map(|(who, _)| *who);
            self.unite();
        }
    }

    fn unite(&mut self) {
        self.union.clear();
        for view in self.views.values() {
            self.union.add(view.published());
        }
    }

    /// Whether the enemy sees a character at a point. `None` before its first map.
    pub fn enemy_sees(&self, at: Place) -> Option<bool> {
        let map = self.enemy.as_ref()?;
        map.seen_from().map(|_| map.sees(at))
    }

    /// The map of the enemy.
    pub fn of_enemy(&self) -> Option<&ExposureMap> {
        self.enemy.as_ref()
    }

    /// The ground that the members see.
    pub fn of_members(&self) -> &BitGrid {
        &self.union
    }

    /// Whether its maps are what steps write. Those read from a forged file may not be.
    pub fn is_sound(&self) -> bool {
        let lattice = self.union.lattice();
        let fits = |map: &ExposureMap| {
            let lines = (8 * (RANGE_MM / lattice.cell_mm.max(1)).max(1)).unsigned_abs();
            map.published().lattice() == lattice && map.lines() == lines
        };
        let mut maps = self.views.values().chain(&self.enemy);
        maps.all(fits) && self.union.indexes().all(|index| index < lattice.len())
    }

    /// Forgets a member that left.
    pub fn leave(&mut self, who: CharacterId) {
        if self.views.remove(&who).is_some() {
            self.unite();
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        if !self.views.is_empty() || self.enemy.is_some() {
            *self = Exposure::default();
        }
    }
}
