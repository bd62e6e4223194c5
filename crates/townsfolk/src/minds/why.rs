//! The reasons of a mind: map, schedule and company.

use super::{Intention, Pursuit};
use crate::folk::Folk;
use crate::missed::MissedPlace;
use townsfolk_core::{CharacterId, NeedId, RoleId};
use townsfolk_mind::map::{Contribution, Why};
use townsfolk_mind::social::Preference;
use townsfolk_mind::{Appointment, Holding, Moment};
use townsfolk_module::mind::Degree;

/// The reasons of a mind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MindReasons {
    /// Its intention, as of its last beat.
    pub wanted: Option<Intention>,
    /// Its pursuit.
    pub pursuit: Option<Pursuit>,
    /// The concepts that fed the winning action, and the links against the runner-up.
    pub map: Why,
    /// Every need with its level.
    pub needs: Vec<(NeedId, Degree)>,
    /// Why its role has not been given up, if another is due.
    pub holds_on: Option<RoleDelay>,
    /// The preferred interaction, and how close the next was; `None` if there is none, or it may
    /// not speak.
    pub company: Option<Preference>,
    /// Places to which its walks have failed, which it avoids for a while.
    pub missed: Vec<MissedPlace>,
    /// Its appointment.
    pub appointment: Option<Appointment>,
}

/// Why a role has not been given up yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RoleDelay {
    /// The role that is still held.
    pub role: RoleId,
    /// Since when another role is due.
    pub since: Moment,
    /// The links that keep it from being ready, the strongest first.
    pub not_ready: Vec<Contribution>,
}

impl Folk {
    /// The reasons of a character's mind. `None` if it has none.
    pub fn why_mind(&self, who: CharacterId) -> Option<MindReasons> {
        let minded = self.mind(who)?;
        let now = self.moment();
        let role = self.beat_of(who, minded.member);
        let role = role.and_then(|at| minded.mind.role(&at));
        let holds_on = match minded.mind.holding() {
            Holding::Closing { since, .. } => role.map(|role| RoleDelay {
                role,
                since,
                not_ready: minded.mind.why_not_ready(),
            }),
            _ => None,
        };
        let needs = minded.mind.needs();
        Some(MindReasons {
            wanted: minded.wanted,
            pursuit: minded.pursuit,
            map: minded.mind.why(),
            needs: needs.map(|n| (n, minded.mind.level(n, now))).collect(),
            holds_on,
            company: self.company_preferred(who),
            missed: self.performer.missed.of(who).to_vec(),
            appointment: minded.past.appointment,
        })
    }
}
