//! Levels of detail: full, ambient, dormant.
//!
//! The host reports focuses, the places where it needs detail. A character near a focus is at level
//! full. Further off, an ambient one follows its schedule and satisfies needs without a map or
//! senses; a dormant one only follows its schedule. The level is simulated state: it is saved and
//! digested, and depends on reports and positions, never on observers. Before the first report of a
//! focus, every character is at level full.
//!
//! A character is not lowered in the middle of an activity: the mind ends its pursuit at the next
//! beat, and a participant of a scene stays until it is over.

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

/// Maximum number of focuses. Further ones are ignored.
pub const FOCUSES_MAX: usize = 64;

/// Maximum number of characters raised to level full in a tick when the focus moves, the nearest
/// first. Each must compute what it has seen and done meanwhile.
const RAISED_MAX: usize = 64;

/// Maximum number of characters checked in a tick for a new level.
const CONSIDERED_MAX: usize = 8_192;

/// Default walking speed of background characters, in millimetres a second of the stage.
pub(crate) const PACE_MM: u32 = 1_400;

/// The level of detail of a character.
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
    /// The centre.
    pub at: Place,
    /// Radius of level full, in millimetres.
    pub full_mm: u32,
    /// Radius of level ambient.
    pub ambient_mm: u32,
}

impl Focus {
    /// Whether a character that enters the world at a place is at level full.
    pub fn begins_full(&self, at: Place) -> bool {
        self.at.is_within(at, border(self.full_mm))
    }
}

/// Background characters not yet checked against a moved focus. They keep their levels until then.
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

/// Levels of detail: what the host has reported, and the background characters.
#[derive(Clone, Debug)]
pub(crate) struct Levels {
    /// Whether levels have ever been reported.
    pub(crate) begun: bool,
    /// The focuses, once reported.
    pub(crate) focus: Option<Vec<Focus>>,
    pub(crate) to_consider: ToConsider,
    /// Characters with a fixed level.
    pub(crate) pins: BTreeMap<CharacterId, Level>,
    pub(crate) pace_mm: u32,
    /// Lengths of ways between two areas that are not straight; the lower id first.
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
    /// Whether any character can be below full.
    pub(crate) fn are_used(&self) -> bool {
        self.begun
    }

    /// The level at a place, for a character with a present level. The radii have a margin
    /// (hysteresis).
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

    /// Distance of a place from the nearest focus.
    fn away_mm(&self, at: Place) -> i64 {
        let focuses = self.focus.iter().flatten();
        let away = focuses.map(|focus| focus.at.distance_mm(at));
        away.min().unwrap_or(i64::MAX)
    }

    pub(crate) fn of(&self, who: CharacterId, at: Place, now: Level) -> Level {
        let pinned = self.pins.get(&who).copied();
        pinned.unwrap_or_else(|| self.at_place(at, now))
    }

    /// Whether a block is so far from every focus that all characters in it are dormant.
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

/// A character inside a radius leaves it only beyond this, an eighth further out.
fn border(reach_mm: u32) -> u32 {
    reach_mm.saturating_add(reach_mm / 8)
}

impl Folk {
    /// Sets the focuses, from the next tick on. An empty list means none.
    pub fn set_focus(&mut self, focus: Vec<Focus>) {
        self.report(Report::Focus(focus));
    }

    /// Moves the first focus before the newcomers of its tick. Otherwise each would be at level
    /// full for a tick, and keep a memory of it.
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

    /// The level of a character with a mind.
    pub fn level_of(&self, who: CharacterId) -> Option<Level> {
        if self.minds.people.contains_key(&who) {
            return Some(Level::Full);
        }
        let sleeper = self.minds.levels.asleep.get(who)?;
        Some(sleeper.level)
    }

    /// Number of characters with minds at each level: dormant, ambient, full.
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

    /// Checks some background characters against a moved focus.
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

    /// Fixes the level of a character, or lets it depend on the focus again.
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

    /// Starts the log of visits at the first report about levels.
    fn begin_levels(&mut self) {
        if !std::mem::replace(&mut self.minds.levels.begun, true) {
            let people: Vec<CharacterId> = self.minds.people.keys().copied().collect();
            for who in people {
                self.open_visit(who);
            }
        }
    }

    /// Checks the level of a background character.
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

    /// Sets the level of a background character.
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

    /// The level to which a fully simulated character should be lowered, if nothing prevents it.
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

    /// Ends the activities of a character, and lowers it when none is left.
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
