//! Effects of actions on needs, for actions of scenes and of minds.

use crate::folk::Folk;
use townsfolk_core::{ActionId, ActionRef, CharacterId, Outcome, SceneId};
use townsfolk_module::mind::{Bodily, Toll};

impl Folk {
    fn tolls(&self, what: ActionId) -> Vec<Bodily> {
        let bodily = &self.content.module.minds.bodily;
        let first = bodily.partition_point(|toll| toll.action < what);
        let tolls = bodily.iter().skip(first);
        tolls
            .take_while(|toll| toll.action == what)
            .copied()
            .collect()
    }

    /// A character starts an action.
    pub(crate) fn begin_bearing(&mut self, action: ActionRef, who: CharacterId, what: ActionId) {
        if !self.minds.people.contains_key(&who) {
            return;
        }
        let tolls = self.tolls(what);
        if tolls.is_empty() {
            return;
        }
        let now = self.moment();
        let Some(minded) = self.minds.people.get_mut(&who) else {
            return;
        };
        for toll in tolls {
            if toll.toll == Toll::Eases {
                minded.mind.ease(toll.need, now);
            }
        }
        minded.bearing.push((action, what));
        self.minds.bearing.entry(action).or_default().push(who);
        self.wake_mind(who);
    }

    /// An action has an outcome.
    pub(crate) fn end_bearing(&mut self, action: ActionRef, outcome: Outcome) {
        for who in self.minds.bearing.remove(&action).unwrap_or_default() {
            self.end_bearing_of(who, action, outcome);
        }
    }

    fn end_bearing_of(&mut self, who: CharacterId, action: ActionRef, outcome: Outcome) {
        let now = self.moment();
        let Some(minded) = self.minds.people.get_mut(&who) else {
            return;
        };
        let place = minded
            .bearing
            .iter()
            .position(|(known, _)| *known == action);
        let Some((_, what)) = place.map(|place| minded.bearing.remove(place)) else {
            return;
        };
        let rest: Vec<ActionId> = minded.bearing.iter().map(|(_, what)| *what).collect();
        let still = rest.into_iter().flat_map(|what| self.tolls(what));
        let still: Vec<_> = still.filter(|toll| toll.toll == Toll::Eases).collect();
        let tolls = self.tolls(what);
        let Some(minded) = self.minds.people.get_mut(&who) else {
            return;
        };
        for toll in tolls {
            match toll.toll {
                Toll::Eases if still.iter().all(|other| other.need != toll.need) => {
                    minded.mind.leave(toll.need, now);
                }
                Toll::Adds(degree) if outcome == Outcome::Done => {
                    minded.mind.burst(toll.need, degree, now);
                }
                Toll::Eases | Toll::Adds(_) => {}
            }
        }
        self.wake_mind(who);
    }

    /// A character has left a scene: its actions there have no further effect.
    pub(crate) fn end_bearing_in(&mut self, who: CharacterId, scene: SceneId) {
        self.end_bearing_where(who, |action| action.scene() == Some(scene));
    }

    /// Removes the effects of actions that a scene has dropped without an outcome.
    pub(super) fn tidy_bearing(&mut self, who: CharacterId) {
        let Some(minded) = self.minds.people.get(&who) else {
            return;
        };
        if minded.bearing.is_empty() {
            return;
        }
        let ended = minded.bearing.iter().filter(|(action, what)| {
            let own = action.decider() == Some(who);
            let playing = action.scene().and_then(|scene| self.scenes.get(scene.0));
            !own && playing.and_then(|playing| playing.doing(who)) != Some(*what)
        });
        let ended: Vec<ActionRef> = ended.map(|(action, _)| *action).collect();
        self.end_bearing_where(who, |action| ended.contains(action));
    }

    fn end_bearing_where(&mut self, who: CharacterId, ends: impl Fn(&ActionRef) -> bool) {
        let minded = self.minds.people.get(&who);
        let bearing = minded.into_iter().flat_map(|minded| &minded.bearing);
        let ended: Vec<ActionRef> = bearing.map(|(action, _)| *action).filter(ends).collect();
        for action in ended {
            if let Some(people) = self.minds.bearing.get_mut(&action) {
                people.retain(|other| *other != who);
                if people.is_empty() {
                    self.minds.bearing.remove(&action);
                }
            }
            self.end_bearing_of(who, action, Outcome::Stopped);
        }
    }
}
