//! Saves and digests.

use super::weather::Felt;
use super::{State, TownStage};
use crate::motion::Walk;
use crate::near::Movers;
use crate::paths::{Atlas, Finder};
use crate::tower::RouteFinder;
use serde::Serialize;
use std::sync::Arc;
use townsfolk_core::digest::{fold, hash64};
use townsfolk_module::file::{self, Refused};

/// The speed of a galloping horse, in millimetres a tick.
const HORSE_MM: i64 = 400;

/// The speed of a lift for people who are in a hurry, in millimetres a tick.
const LIFT_MM: i64 = 2_000;

/// The hash of everything simulated on a stage, by part.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct StageDigest {
    /// Walks and belongings of all characters.
    pub bodies: u64,
    /// Slots at narrow places, and doors.
    pub doors: u64,
    /// Running actions, and future events.
    pub pending: u64,
}

/// Why a saved stage was rejected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Mismatch {
    /// The bytes are not a saved stage.
    Refused(Refused),
    /// It belongs to another plan.
    OtherPlan,
    /// A body is off the ground.
    Unsound,
}

impl std::fmt::Display for Mismatch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Mismatch::Refused(refused) => refused.fmt(f),
            Mismatch::OtherPlan => f.write_str("this stage was saved in another town"),
            Mismatch::Unsound => f.write_str("this stage has walks that nobody could have walked"),
        }
    }
}

impl std::error::Error for Mismatch {}

impl TownStage {
    /// Everything simulated as bytes, to be stored beside a save of the engine at the same tick.
    pub fn save(&self) -> Vec<u8> {
        file::write_save(&self.state)
    }

    /// Loads a saved stage, with the plan it was saved with.
    pub fn load(atlas: Arc<Atlas>, bytes: &[u8]) -> Result<TownStage, Mismatch> {
        let state: State = file::read_save(bytes).map_err(Mismatch::Refused)?;
        if state.plan != atlas.plan().digest() {
            return Err(Mismatch::OtherPlan);
        }
        let fastest = match &state.later.rest.late.tower {
            Some(_) => LIFT_MM,
            None => HORSE_MM,
        };
        let walks_are_sound = |body: &super::Body| body.walk.is_sound(fastest);
        if !state.bodies.values().all(walks_are_sound) {
            return Err(Mismatch::Unsound);
        }
        let mut movers = Movers::default();
        for (who, body) in &state.bodies {
            movers.put(*who, &body.walk);
        }
        Ok(TownStage {
            atlas,
            state,
            news: vec![],
            happenings: super::Happenings::default(),
            finder: Finder::default(),
            routes: RouteFinder::default(),
            movers,
            felt: Felt::default(),
        })
    }

    /// The hash of everything simulated.
    pub fn digest(&self) -> StageDigest {
        let state = &self.state;
        let bodies = state.bodies.iter().map(hash);
        let settings = (state.seed, state.plan, &state.focus, state.weather);
        let pending = (
            state.player_accepts,
            state.report_every,
            state.count,
            state.haste,
            (state.coins, state.sleeps, &state.put_by),
            &state.later,
        );
        StageDigest {
            bodies: bodies.fold(0, u64::wrapping_add),
            doors: fold(hash(&state.gates), hash(&state.doors)),
            pending: fold(
                fold(hash(&state.acts), hash(&state.pending)),
                fold(hash(settings), hash(pending)),
            ),
        }
    }

    /// Violated invariants: every body has a place, and is found there.
    pub fn violations(&self, tick: townsfolk_core::Tick) -> Vec<String> {
        let mut found = vec![];
        for (who, body) in &self.state.bodies {
            let at = body.walk.at(tick);
            let has_plates = !self.is_open() && !self.is_tower();
            if has_plates && self.atlas.plate_at(at).is_none() {
                found.push(format!("{who:?} is nowhere: {at:?}"));
            }
            if !self.near(at, 1, tick).contains(who) {
                found.push(format!("{who:?} is not found at {at:?}"));
            }
            if body
                .act
                .is_some_and(|act| !self.state.acts.contains_key(&act))
            {
                found.push(format!("{who:?} performs an action that does not run"));
            }
        }
        for (action, act) in &self.state.acts {
            if !self.state.pending.contains_key(&act.due) {
                found.push(format!("{action:?} will never end"));
            }
        }
        found
    }
}

fn hash(part: impl Serialize) -> u64 {
    hash64(&postcard::to_allocvec(&part).unwrap_or_default())
}

impl Walk {
    /// Whether it goes forward in time and no faster than so many millimetres in a tick.
    fn is_sound(&self, fastest_mm: i64) -> bool {
        self.is_in_order() && {
            let points: Vec<_> = self.points().collect();
            let steps = points.windows(2);
            let mut steps = steps.filter_map(|pair| Some((pair.first()?, pair.get(1)?)));
            steps.all(|((before, from), (after, to))| {
                let ticks = after.since(*before).0.saturating_add(1);
                from.distance_mm(*to) <= ticks.saturating_mul(fastest_mm)
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::motion::walk::Steps;
    use crate::plan::Plan;
    use townsfolk::{Folk, Newcomer, Place};
    use townsfolk_core::{Seed, Tick};

    /// A file that decodes can still hold impossible values.
    #[test]
    fn a_walk_at_the_speed_of_light_is_refused() {
        let atlas = Arc::new(Atlas::of(Arc::new(Plan::default())).unwrap());
        let mut folk = Folk::new(Arc::default(), Seed(1));
        let mut stage = TownStage::new(atlas.clone(), Seed(1));
        let at = Some(Place::default());
        let who = stage.add(
            &mut folk,
            Newcomer {
                at,
                ..Newcomer::default()
            },
        );
        assert!(TownStage::load(atlas.clone(), &stage.save()).is_ok());
        let mut steps = Steps::new(Place::default(), Tick(0), 1_000);
        steps.go(Place::metres(2_000_000, -2_000_000), 10);
        stage.state.bodies.get_mut(&who).unwrap().walk = steps.done();
        let refused = TownStage::load(atlas, &stage.save()).unwrap_err();
        assert_eq!(refused, Mismatch::Unsound);
    }
}
