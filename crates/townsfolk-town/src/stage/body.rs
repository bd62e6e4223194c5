//! Bodies of characters on the stage.

use super::TownStage;
use crate::motion::{Detail, Walk};
use crate::plan::PlateId;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use townsfolk::{ActionRef, Folk, Place};
use townsfolk_core::{ActionId, Channel, CharacterId, Duration, MemberId, PropKindId, Tick};

/// Range of paces, in millimetres a second.
const PACE_MM: (i64, i64) = (1_150, 1_550);

/// Pace on open ground.
const OPEN_PACE_MM: i64 = 1_400;

/// Range of distances from the middle of a street.
const LANE_MM: (i64, i64) = (500, 1_600);

/// A body: its walk, money and belongings.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Body {
    /// The present walk, or the last one.
    pub walk: Walk,
    /// Its pace, in millimetres a second.
    pub pace_mm: i32,
    /// Its distance from the middle of a street.
    pub lane_mm: i32,
    /// The level of detail of its walk.
    pub detail: Detail,
    /// The member of the cast, for doors that admit members.
    pub member: Option<MemberId>,
    /// The action that occupies the body.
    pub act: Option<ActionRef>,
    /// Its belongings, with counts.
    pub carries: BTreeMap<PropKindId, u32>,
    /// Its money, in the smallest coin.
    pub coins: i64,
    /// When its position is reported next.
    pub(super) step: Option<(Tick, u64)>,
}

/// A body at a moment, for drawing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BodyAt {
    /// The character.
    pub who: CharacterId,
    /// The position.
    pub at: Place,
    /// The goal, if it walks.
    pub goes_to: Option<Place>,
    /// The action that occupies the body, if any.
    pub does: Option<ActionId>,
}

impl TownStage {
    /// The body of a character.
    pub fn body(&self, who: CharacterId) -> Option<&Body> {
        self.state.bodies.get(&who)
    }

    /// All bodies at a tick, in order of id.
    pub fn bodies_at(&self, tick: Tick) -> impl Iterator<Item = BodyAt> + '_ {
        let acts = &self.state.acts;
        self.state.bodies.iter().map(move |(who, body)| BodyAt {
            who: *who,
            at: body.walk.at(tick),
            goes_to: body.walk.is_under_way(tick).then(|| body.walk.goal()),
            does: body.act.and_then(|act| acts.get(&act)).map(|act| act.what),
        })
    }

    /// The action that occupies a body, if any.
    pub fn does(&self, who: CharacterId) -> Option<ActionId> {
        let act = self.body(who)?.act?;
        self.state.acts.get(&act).map(|act| act.what)
    }

    /// The position of a character at a tick.
    pub fn place_of(&self, who: CharacterId, tick: Tick) -> Option<Place> {
        self.body(who).map(|body| body.walk.at(tick))
    }

    /// The plate of a character at a tick.
    pub fn plate_of(&self, who: CharacterId, tick: Tick) -> Option<PlateId> {
        self.atlas.plate_at(self.place_of(who, tick)?)
    }

    /// The characters within a distance of a place at a tick, in order of id.
    pub fn near(&self, at: Place, within_mm: u32, tick: Tick) -> Vec<CharacterId> {
        let mut found = vec![];
        let is_at = |who| self.place_of(who, tick);
        self.movers.near(at, within_mm, tick, is_at, &mut found);
        found
    }

    /// Whether a character sees another at a tick.
    pub fn sees(&self, who: CharacterId, whom: CharacterId, tick: Tick) -> bool {
        let places = self.place_of(who, tick).zip(self.place_of(whom, tick));
        places.is_some_and(|(from, to)| self.atlas.sees(from, to, &|way| !self.is_shut(way)))
    }

    /// Gives a character a body, if it has none.
    pub(super) fn embody(&mut self, folk: &Folk, who: CharacterId, at: Place, now: Tick) {
        if self.state.bodies.contains_key(&who) {
            return;
        }
        let draw = self.draw(u64::from(who.0), Tick(0), "body");
        let between = |n, (low, high)| draw.between(n, low, high) as i32;
        let paces = match self.is_open() {
            true => (OPEN_PACE_MM, OPEN_PACE_MM),
            false => PACE_MM,
        };
        let walk = Walk::standing(at, now);
        self.movers.put(who, &walk);
        let body = Body {
            walk,
            pace_mm: between(0, paces).saturating_mul(self.state.haste.clamp(1, 8)),
            lane_mm: between(1, LANE_MM),
            detail: Detail::Near,
            member: folk.mind(who).map(|minded| minded.member),
            act: None,
            carries: BTreeMap::new(),
            coins: 0,
            step: None,
        };
        self.state.bodies.insert(who, body);
    }

    /// Forgets a body and its actions.
    pub(super) fn forget(&mut self, who: CharacterId, now: Tick) {
        self.halt(who, now);
        self.cancel_step(who);
        self.state.later.passers_by.forget(who);
        if let Some(body) = self.state.bodies.remove(&who) {
            self.movers.take(who, &body.walk);
        }
        let theirs = self.state.acts.iter().filter(|(_, act)| act.who == who);
        let theirs: Vec<ActionRef> = theirs.map(|(action, _)| *action).collect();
        for action in theirs {
            if let Some(act) = self.state.acts.remove(&action) {
                self.state.pending.remove(&act.due);
            }
        }
    }

    /// Forgets bodies of characters that left the world.
    pub(super) fn forget_the_gone(&mut self, folk: &Folk, now: Tick) {
        // A character added between two ticks is not in the world yet.
        let settled = |body: &Body| now.since(body.walk.start()) > Duration::seconds(1);
        let bodies = self.state.bodies.iter();
        let gone = bodies.filter(|(who, body)| settled(body) && folk.character(**who).is_none());
        let gone: Vec<CharacterId> = gone.map(|(who, _)| *who).collect();
        for who in gone {
            self.forget(who, now);
        }
    }

    /// Maximum pace of characters without a pace of their own, in millimetres a second.
    pub fn pace_max_mm(&self) -> i32 {
        let pace = i32::try_from(PACE_MM.1).unwrap_or(i32::MAX);
        pace.saturating_mul(self.state.haste.clamp(1, 8))
    }

    /// Sets the pace of a character from its next walk on, in millimetres a second.
    pub fn set_pace(&mut self, who: CharacterId, pace_mm: i32) {
        if let Some(body) = self.state.bodies.get_mut(&who) {
            body.pace_mm = pace_mm.clamp(100, 10_000);
        }
    }

    /// Sets the action that occupies a character's body.
    pub(super) fn occupy(&mut self, who: CharacterId, channel: Channel, act: ActionRef) {
        let body = self.state.bodies.get_mut(&who);
        if let (Some(body), Channel::Body) = (body, channel) {
            body.act = Some(act);
        }
    }
}
