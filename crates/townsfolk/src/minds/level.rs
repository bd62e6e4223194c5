//! How closely people are looked at: fully, in the background, or hardly.
//!
//! The host says where it wants detail. Who is near a focus lives fully; who is further off follows
//! the schedule and sees to needs without a map or senses; the rest only follows the schedule. The
//! level is simulated state: it is saved and digested, and depends on what was reported and on where
//! people are, never on who watches. As long as nothing was said, everybody lives fully.
//!
//! Nobody is lowered in the middle of something: the mind ends what it pursues at its next beat, and
//! whoever takes part in a scene stays until it is over.

use super::sleepers::Sleepers;
use super::visits::Visits;
use super::{MindEvent, mind_system};
use crate::folk::Folk;
use crate::host::{RejectedReport, Report};
use crate::minds::company::company_system;
use crate::place::Place;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use townsfolk_core::{AreaId, CharacterId};

/// So many focuses count; what is said beyond is not heard.
pub const FOCUSES_MAX: usize = 64;

/// When the focus moves, so many begin to live fully in a tick, the nearest first: each has to work out
/// what they have seen and done meanwhile.
const RAISED_MAX: usize = 64;

/// And for so many it is worked out whether they should.
const CONSIDERED_MAX: usize = 8_192;

/// How fast somebody walks whom nobody sees, unless the host says otherwise, in millimetres a second
/// of the stage.
pub(crate) const PACE_MM: u32 = 1_400;

/// How closely somebody is looked at.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Level {
    /// The schedule alone.
    Dormant,
    /// The schedule, and needs in closed form: no map, no senses.
    Ambient,
    /// Everything.
    Full,
}

/// Where the host wants detail.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Focus {
    /// Around which place.
    pub at: Place,
    /// Up to here people live fully, in millimetres.
    pub full_mm: u32,
    /// Up to here they are in the background.
    pub ambient_mm: u32,
}

impl Focus {
    /// Whether somebody who comes into the world at a place lives fully.
    pub fn begins_full(&self, at: Place) -> bool {
        self.at.is_within(at, border(self.full_mm))
    }
}

/// Those asleep for whom it has not been worked out what it means that the focus has moved. Until then
/// it means nothing.
#[derive(Clone, Debug, Default)]
pub(crate) struct ToConsider {
    /// The next ones last.
    order: Vec<CharacterId>,
    those: BTreeSet<CharacterId>,
}

impl ToConsider {
    pub(crate) fn order(&self) -> &[CharacterId] {
        &self.order
    }

    pub(crate) fn contains(&self, who: CharacterId) -> bool {
        !self.order.is_empty() && self.those.contains(&who)
    }

    fn pop(&mut self) -> Option<CharacterId> {
        let who = self.order.pop()?;
        self.those.remove(&who);
        Some(who)
    }
}

impl From<Vec<CharacterId>> for ToConsider {
    fn from(order: Vec<CharacterId>) -> ToConsider {
        let those = order.iter().copied().collect();
        ToConsider { order, those }
    }
}

/// What the host has said of levels, and those it made sleep.
#[derive(Clone, Debug)]
pub(crate) struct Levels {
    /// Whether anything was ever said of levels.
    pub(crate) begun: bool,
    /// Where there is a focus, as soon as one was said.
    pub(crate) focus: Option<Vec<Focus>>,
    pub(crate) to_consider: ToConsider,
    /// Whose level does not depend on it.
    pub(crate) pins: BTreeMap<CharacterId, Level>,
    pub(crate) pace_mm: u32,
    /// How long the way between two areas is, where it is not straight; the lesser id first.
    pub(crate) ways: BTreeMap<(AreaId, AreaId), u32>,
    pub(crate) asleep: Sleepers,
    pub(crate) visits: Visits,
}

impl Default for Levels {
    fn default() -> Levels {
        Levels {
            begun: false,
            focus: None,
            to_consider: ToConsider::default(),
            pins: BTreeMap::new(),
            pace_mm: PACE_MM,
            ways: BTreeMap::new(),
            asleep: Sleepers::default(),
            visits: Visits::default(),
        }
    }
}

impl Levels {
    /// Whether anybody can be lower than full.
    pub(crate) fn are_used(&self) -> bool {
        self.begun
    }

    /// The level at a place, for somebody who is at a level now: who is on the border stays.
    pub(crate) fn at_place(&self, at: Place, now: Level) -> Level {
        let Some(focuses) = &self.focus else {
            return Level::Full;
        };
        let within = |reach: fn(&Focus) -> u32, level: Level| {
            focuses.iter().any(|focus| {
                let reach = reach(focus);
                let reach = if now >= level { border(reach) } else { reach };
                focus.at.is_within(at, reach)
            })
        };
        if within(|focus| focus.full_mm, Level::Full) {
            Level::Full
        } else if within(|focus| focus.ambient_mm.max(focus.full_mm), Level::Ambient) {
            Level::Ambient
        } else {
            Level::Dormant
        }
    }

    /// How far a place is from the nearest focus.
    fn away_mm(&self, at: Place) -> i64 {
        let focuses = self.focus.iter().flatten();
        let away = focuses.map(|focus| focus.at.distance_mm(at));
        away.min().unwrap_or(i64::MAX)
    }

    pub(crate) fn of(&self, who: CharacterId, at: Place, now: Level) -> Level {
        let pinned = self.pins.get(&who).copied();
        pinned.unwrap_or_else(|| self.at_place(at, now))
    }

    /// Whether a block of the stage is so far from every focus that all in it are dormant.
    pub(crate) fn is_far_from(&self, low: Place, high: Place) -> bool {
        let Some(focuses) = &self.focus else {
            return false;
        };
        focuses.iter().all(|focus| {
            let nearest = Place {
                x_mm: focus.at.x_mm.clamp(low.x_mm, high.x_mm),
                y_mm: focus.at.y_mm.clamp(low.y_mm, high.y_mm),
                z_mm: focus.at.z_mm.clamp(low.z_mm, high.z_mm),
            };
            let reach = border(focus.ambient_mm.max(focus.full_mm));
            !focus.at.is_within(nearest, reach)
        })
    }
}

/// Who is within a radius leaves it only beyond this, an eighth further off.
fn border(reach_mm: u32) -> u32 {
    reach_mm.saturating_add(reach_mm / 8)
}

impl Folk {
    /// Says where detail is wanted, from the next tick on. With nothing, nowhere.
    pub fn set_focus(&mut self, focus: Vec<Focus>) {
        self.report(Report::Focus(focus));
    }

    /// The first focus counts for all newcomers of its tick, also for those reported before it.
    /// Otherwise each would live fully for a tick, and keep a memory of it.
    pub(crate) fn hear_focus_first(&self, reports: &mut [Report]) {
        if self.minds.levels.are_used() {
            return;
        }
        let focus = reports
            .iter()
            .position(|report| matches!(report, Report::Focus(_)));
        let minded = reports
            .iter()
            .position(|report| matches!(report, Report::Minded(..)));
        if let (Some(focus), Some(minded)) = (focus, minded)
            && let Some(between) = reports.get_mut(minded..=focus)
        {
            between.rotate_right(1);
        }
    }

    /// How closely somebody with a mind is looked at.
    pub fn level_of(&self, who: CharacterId) -> Option<Level> {
        if self.minds.people.contains_key(&who) {
            return Some(Level::Full);
        }
        let sleeper = self.minds.levels.asleep.get(who)?;
        Some(sleeper.level)
    }

    /// How many people with minds there are at each level: dormant, ambient, full.
    pub fn count_by_level(&self) -> [usize; 3] {
        let asleep = &self.minds.levels.asleep;
        let ambient = asleep
            .iter()
            .filter(|(_, sleeper)| sleeper.level == Level::Ambient)
            .count();
        [asleep.len() - ambient, ambient, self.minds.people.len()]
    }

    pub(crate) fn take_in_focus(&mut self, mut focus: Vec<Focus>) {
        if focus.len() > FOCUSES_MAX {
            focus.truncate(FOCUSES_MAX);
            self.unheard(RejectedReport::TooManyFocuses);
        }
        self.begin_levels();
        self.forget_arrived();
        let near = self.asleep_near_focus();
        self.minds.levels.focus = Some(focus);
        let mut all = self.asleep_near_focus();
        all.extend(near);
        all.append(&mut self.minds.levels.to_consider.order);
        all.sort_unstable();
        all.dedup();
        let away = |who: CharacterId| {
            let sleeper = self.minds.levels.asleep.get(who);
            let at = sleeper.map(|sleeper| self.place_asleep(who, sleeper));
            at.map(|at| self.minds.levels.away_mm(at))
        };
        let mut far_first: Vec<_> = all.into_iter().map(|who| (away(who), who)).collect();
        far_first.sort_unstable_by(|a, b| b.cmp(a));
        let far_first = far_first.into_iter().map(|(_, who)| who);
        self.minds.levels.to_consider = ToConsider::from(far_first.collect::<Vec<_>>());
    }

    /// Works out for some of those asleep what it means that the focus has moved.
    pub(super) fn consider_focus(&mut self) {
        let full = self.minds.people.len();
        for _ in 0..CONSIDERED_MAX {
            let raised = self.minds.people.len().saturating_sub(full);
            if raised >= RAISED_MAX {
                break;
            }
            let Some(who) = self.minds.levels.to_consider.pop() else {
                break;
            };
            self.reconsider(who);
        }
    }

    /// Somebody has a level that does not depend on where the focus is, or has it no longer.
    pub(crate) fn take_in_level(&mut self, who: CharacterId, level: Option<Level>) {
        if self.character(who).is_none() {
            return self.unheard(RejectedReport::NoSuchCharacter(who));
        }
        if self.level_of(who).is_none() {
            return self.unheard(RejectedReport::NoMind(who));
        }
        self.begin_levels();
        match level {
            Some(level) => self.minds.levels.pins.insert(who, level),
            None => self.minds.levels.pins.remove(&who),
        };
        self.reconsider(who);
    }

    pub(crate) fn take_in_pace(&mut self, pace_mm: u32) {
        self.settle_asleep();
        self.minds.levels.pace_mm = pace_mm.max(1);
        self.plan_asleep();
    }

    pub(crate) fn take_in_way(&mut self, from: AreaId, to: AreaId, mm: u32) {
        self.settle_asleep();
        let between = (from.min(to), from.max(to));
        self.minds.levels.ways.insert(between, mm);
        self.plan_asleep();
    }

    /// From the first word about levels on it is noted who was where.
    fn begin_levels(&mut self) {
        if !std::mem::replace(&mut self.minds.levels.begun, true) {
            let people: Vec<CharacterId> = self.minds.people.keys().copied().collect();
            for who in people {
                self.open_visit(who);
            }
        }
    }

    /// Somebody asleep may have another level now.
    pub(super) fn reconsider(&mut self, who: CharacterId) {
        let Some(sleeper) = self.minds.levels.asleep.get(who) else {
            return;
        };
        let (now, at) = (sleeper.level, self.place_asleep(who, sleeper));
        let stays = self.arrives(who, sleeper) <= self.now;
        let level = self.minds.levels.of(who, at, now);
        if level != now || !stays {
            self.let_be(who, level);
        }
    }

    /// Somebody asleep is at this level from now on.
    pub(super) fn let_be(&mut self, who: CharacterId, level: Level) {
        let Some(sleeper) = self.minds.levels.asleep.get_mut(who) else {
            return;
        };
        if level == Level::Full {
            return self.raise(who);
        }
        if sleeper.level != level {
            sleeper.level = level;
            self.tell_of_mind(who, MindEvent::LevelIs(level));
        }
        self.plan_sleeper(who);
    }

    /// The level somebody who lives fully should come down to, if nothing keeps them.
    pub(super) fn should_sleep(&self, who: CharacterId) -> Option<Level> {
        if !self.minds.levels.are_used() {
            return None;
        }
        let person = self.character(who)?;
        let level = self.minds.levels.of(who, person.at?, Level::Full);
        let own = [mind_system(), company_system()];
        let kept = person.scene.is_some()
            || person.seized
            || person.player
            || person.attached_to.is_some()
            || person.spawned.is_some()
            || person.offers.iter().any(|offer| !own.contains(&offer.by));
        (level != Level::Full && !kept).then_some(level)
    }

    /// Lets somebody end what they do, and sleep when nothing is left of it.
    pub(super) fn wind_down(&mut self, who: CharacterId, level: Level) {
        self.abandon(who);
        self.hush(who);
        self.withdraw_wish(who);
        let Some(minded) = self.minds.people.get_mut(&who) else {
            return;
        };
        minded.wanted = None;
        if !self.performer.is_stopping_any(who) && minded.bearing.is_empty() {
            self.lower(who, level);
        }
    }
}
