//! Positions of background characters: a function of the record and the tick.

use super::sleepers::{NOWHERE, Sleeper};
use crate::folk::Folk;
use crate::place::Place;
use townsfolk_core::{
    AreaId, CharacterId, Draw, Duration, NeedId, RoleId, SiteId, TICKS_PER_SECOND, Tick,
};
use townsfolk_module::mind::Degree;

/// The walk of a background character.
pub(super) struct Way {
    pub(super) from: Place,
    pub(super) to: Place,
    pub(super) ticks: i64,
}

impl Way {
    /// The position after a number of ticks.
    pub(super) fn after(&self, ticks: i64) -> Place {
        let gone = i128::from(ticks.clamp(0, self.ticks));
        let all = i128::from(self.ticks.max(1));
        let between = |a: i32, b: i32| {
            let way = (i128::from(b) - i128::from(a)) * gone / all;
            i32::try_from(i128::from(a) + way).unwrap_or(a)
        };
        Place {
            x_mm: between(self.from.x_mm, self.to.x_mm),
            y_mm: between(self.from.y_mm, self.to.y_mm),
            z_mm: between(self.from.z_mm, self.to.z_mm),
        }
    }
}

impl Folk {
    /// The position of a character at any level.
    pub fn place_of(&self, who: CharacterId) -> Option<Place> {
        match self.minds.levels.asleep.get(who) {
            Some(sleeper) => Some(self.place_asleep(who, sleeper)),
            None => self.character(who)?.at,
        }
    }

    pub(super) fn place_asleep(&self, who: CharacterId, sleeper: &Sleeper) -> Place {
        match self.way_of(who, sleeper) {
            Some(way) => way.after(self.now.since(sleeper.set_out).0),
            None => sleeper.from,
        }
    }

    /// The area of a background character; on its way, the area at its position.
    pub(super) fn area_asleep(&self, who: CharacterId, sleeper: &Sleeper) -> Option<AreaId> {
        match self.arrives(who, sleeper) <= self.now {
            true => Some(sleeper.area).filter(|area| *area != NOWHERE),
            false => self.area_at(self.place_asleep(who, sleeper)),
        }
    }

    /// When a background character arrives, or has arrived.
    pub(super) fn arrives(&self, who: CharacterId, sleeper: &Sleeper) -> Tick {
        let way = self.way_of(who, sleeper).map_or(0, |way| way.ticks);
        sleeper.set_out.after(Duration(way))
    }

    pub(super) fn way_of(&self, who: CharacterId, sleeper: &Sleeper) -> Option<Way> {
        if !sleeper.walks {
            return None;
        }
        let to = self.spot_in(who, sleeper.area)?;
        let straight = sleeper.from.distance_mm(to);
        let levels = &self.minds.levels;
        let said = match levels.ways.is_empty() {
            true => None,
            false => {
                let from = self.area_at(sleeper.from).unwrap_or(NOWHERE);
                let between = (from.min(sleeper.area), from.max(sleeper.area));
                levels.ways.get(&between).map(|mm| i64::from(*mm))
            }
        };
        // A reported way connects two areas, not two places, so it is at least the straight line.
        let mm = said.unwrap_or(straight).max(straight);
        let ticks = mm.saturating_mul(TICKS_PER_SECOND) / i64::from(levels.pace_mm.max(1));
        Some(Way {
            from: sleeper.from,
            to,
            ticks: ticks.max(1),
        })
    }

    /// The fixed standing place of a background character in an area.
    fn spot_in(&self, who: CharacterId, area: AreaId) -> Option<Place> {
        let extent = self.block_for(who, area)?;
        let draw = Draw::at(self.seed, u64::from(who.0), Tick(0), SiteId(area.0));
        let along = |index: u64, low: i32, high: i32| {
            let (low, high) = (i64::from(low), i64::from(high));
            let edge = (high - low) / 8;
            i32::try_from(draw.between(index, low + edge, high - edge)).unwrap_or(0)
        };
        let spot = Place {
            x_mm: along(0, extent.from.x_mm, extent.to.x_mm),
            y_mm: along(1, extent.from.y_mm, extent.to.y_mm),
            z_mm: extent.from.z_mm,
        };
        // A place inside a part of the area is not used.
        match self.area_at(spot) {
            Some(there) if there != area => Some(extent.middle()),
            _ => Some(spot),
        }
    }

    /// Removes walkers that have arrived.
    pub(super) fn forget_arrived(&mut self) {
        let mut walking = std::mem::take(&mut self.minds.levels.asleep.walking);
        walking.retain(|who| {
            let sleeper = self.minds.levels.asleep.get(*who);
            sleeper.is_some_and(|sleeper| self.arrives(*who, sleeper) >= self.now)
        });
        self.minds.levels.asleep.walking = walking;
    }

    /// Background characters that can be within reach of a focus, in no order.
    pub(super) fn asleep_near_focus(&self) -> Vec<CharacterId> {
        let levels = &self.minds.levels;
        let asleep = &levels.asleep;
        if levels.focus.is_none() {
            return asleep.iter().map(|(who, _)| who).collect();
        }
        let mut near: Vec<CharacterId> = asleep.walking.iter().copied().collect();
        for (area, people) in &asleep.bound {
            let extents = self.minds.areas.get(area);
            let mut extents = extents.into_iter().flatten();
            if *area == NOWHERE || extents.any(|e| !levels.is_far_from(e.from, e.to)) {
                near.extend(people);
            }
        }
        near
    }

    /// Whether a background character in an area, or a part of it, has a role.
    pub(super) fn is_asleep_in(&self, area: AreaId, role: RoleId) -> bool {
        let bound = &self.minds.levels.asleep.bound;
        let is_it = |people: &Vec<CharacterId>| {
            let mut people = people.iter();
            people.any(|who| self.is_there_as(*who, role))
        };
        match self.with_parts(area) {
            Some(parts) => {
                let mut people = parts.iter().filter_map(|part| bound.get(part));
                people.any(is_it)
            }
            None => {
                let mut areas = bound.iter();
                areas.any(|(there, people)| self.is_within(*there, area) && is_it(people))
            }
        }
    }

    /// Whether a background character has arrived and has a role, by schedule or otherwise.
    fn is_there_as(&self, who: CharacterId, role: RoleId) -> bool {
        let Some(sleeper) = self.minds.levels.asleep.get(who) else {
            return false;
        };
        let member = self.member(sleeper.member);
        let entries = member.map(|member| &member.schedule.entries);
        let entry = sleeper.outline.entry().map(|entry| usize::from(entry.0));
        let entry = entries.and_then(|entries| entries.get(entry?));
        let person = self.character(who);
        let roles = person.into_iter().flat_map(|person| &person.roles);
        let mut roles = roles.copied().chain(entry.map(|entry| entry.role));
        self.arrives(who, sleeper) <= self.now && roles.any(|is| self.content.is_a(is, role))
    }

    pub(super) fn need_asleep(&self, who: CharacterId, need: NeedId) -> Option<Degree> {
        let sleeper = self.minds.levels.asleep.get(who)?;
        let outline = self.lived_outline(who, sleeper)?;
        Some(outline.level(&self.beat_asleep(who, sleeper.member)?, need))
    }
}
