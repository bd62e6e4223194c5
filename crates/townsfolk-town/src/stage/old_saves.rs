//! Stages of plays saved before version 0.2, when open ground was a separate type.

use super::act::{Act, Phase};
use super::pass_by::Arrivals;
use super::{Happens, TownStage};
use crate::motion::Walk;
use serde::Deserialize;
use std::collections::BTreeMap;
use townsfolk::{ActionRef, Folk, LocationId, Place};
use townsfolk_core::{ActionId, CharacterId, Outcome, Owner, Seed, Tick};

/// Open ground in the old format. It continues as a [`TownStage`].
#[derive(Clone, Debug, Deserialize)]
pub struct OpenGroundBefore {
    seed: Seed,
    arrivals: Arrivals,
    player_accepts: bool,
    pending: BTreeMap<(Tick, u64), HappensBefore>,
    count: u64,
    /// When actions end; also in `pending`.
    _acting: BTreeMap<ActionRef, (Tick, u64)>,
    walking: BTreeMap<CharacterId, WalkBefore>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
enum HappensBefore {
    Outcome(ActionRef, Outcome),
    Step(CharacterId),
    Appears(CharacterId, Place),
    Vanishes(CharacterId),
    Arrival,
    Accepts(CharacterId, LocationId),
    /// A position on the way to an action.
    Strides(ActionRef, CharacterId, Place),
}

#[derive(Clone, Copy, Debug, Deserialize)]
struct WalkBefore {
    from: Place,
    to: Place,
    start: Tick,
    /// Whether the walker leaves the world at the end.
    off: bool,
}

impl OpenGroundBefore {
    /// Converts it to a present stage.
    pub fn into_stage(self, folk: &Folk) -> TownStage {
        let now = folk.now();
        let mut stage = TownStage::on_open_ground(self.seed);
        stage.state.count = stage.state.count.max(self.count);
        stage.set_player_accepts(self.player_accepts);
        for person in folk.characters() {
            if let Some(at) = person.at {
                stage.embody(folk, person.id, at, now);
            }
        }
        for (who, walk) in self.walking {
            stage.go_on_walking(who, walk);
        }
        stage.state.later.passers_by.resume(self.arrivals);
        for ((at, _), happens) in self.pending {
            stage.resume(folk, at, happens);
        }
        stage
    }
}

impl TownStage {
    fn go_on_walking(&mut self, who: CharacterId, walk: WalkBefore) {
        let Some(pace_mm) = self.body(who).map(|body| body.pace_mm) else {
            return;
        };
        let straight = Walk::straight(walk.from, walk.to, walk.start, pace_mm);
        self.set_walk(who, straight);
        if walk.off {
            self.state.later.passers_by.leave(who);
        }
    }

    fn resume(&mut self, folk: &Folk, at: Tick, happens: HappensBefore) {
        match happens {
            HappensBefore::Outcome(action, outcome) => self.resume_act(folk, action, outcome, at),
            HappensBefore::Step(who) => self.plan_step_at(who, at),
            HappensBefore::Strides(action, who, to) => {
                let body = self.body(who).filter(|_| actor(folk, action).is_some());
                if let Some((from, pace_mm)) = body.map(|b| (b.walk.at(folk.now()), b.pace_mm)) {
                    self.set_walk(who, Walk::straight(from, to, folk.now(), pace_mm));
                    self.plan_step_at(who, at);
                }
            }
            HappensBefore::Appears(who, place) => {
                self.plan(at, Happens::Appears(who, place));
            }
            HappensBefore::Vanishes(who) => {
                self.plan(at, Happens::Vanishes(who));
            }
            HappensBefore::Arrival => {
                self.plan(at, Happens::Arrival);
            }
            HappensBefore::Accepts(who, location) => {
                self.plan(at, Happens::Accepts(who, location));
            }
        }
    }

    fn resume_act(&mut self, folk: &Folk, action: ActionRef, outcome: Outcome, at: Tick) {
        let Some((who, what)) = actor(folk, action) else {
            return;
        };
        let due = self.plan(at, Happens::Act(action));
        self.state.acts.insert(
            action,
            Act {
                who,
                what,
                whom: None,
                kind: None,
                price: 0,
                phase: Phase::Performs(outcome),
                due,
            },
        );
    }
}

/// The performer of an action, and the action as far as it is known.
fn actor(folk: &Folk, action: ActionRef) -> Option<(CharacterId, ActionId)> {
    match action.owner {
        Owner::Decider(who) => Some((who, ActionId(0))),
        Owner::Scene(scene) => {
            let running = folk.scene(scene)?.running;
            let run = running.into_iter().find(|run| run.id == action.start)?;
            Some((run.who, run.action))
        }
    }
}
