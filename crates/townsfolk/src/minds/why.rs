//! Why somebody wants what they want: of the map, the schedule and the company.

use super::{Intention, Pursuit};
use crate::folk::Folk;
use crate::missed::MissedPlace;
use townsfolk_core::{CharacterId, NeedId, RoleId};
use townsfolk_mind::map::{Contribution, Why};
use townsfolk_mind::social::Preference;
use townsfolk_mind::{Appointment, Holding, Moment};
use townsfolk_module::mind::Degree;

/// Why somebody's mind is as it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MindReasons {
    /// What it wants, as of its last beat.
    pub wanted: Option<Intention>,
    /// What it is in the middle of.
    pub pursuit: Option<Pursuit>,
    /// Which concepts fed the winning action, and what held the next one down.
    pub map: Why,
    /// Every need it has, and how pressing it is.
    pub needs: Vec<(NeedId, Degree)>,
    /// Why its role has not been given up, if another is due.
    pub holds_on: Option<RoleDelay>,
    /// What it would do now, to whom, and how close the next was; `None` if nothing, or if it may not
    /// speak.
    pub company: Option<Preference>,
    /// Places to which its walks have failed, so that it looks elsewhere for a while.
    pub missed: Vec<MissedPlace>,
    /// What it has arranged.
    pub appointment: Option<Appointment>,
}

/// Why a role has not been given up yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RoleDelay {
    /// The role that is still held.
    pub role: RoleId,
    /// Since when another is due.
    pub since: Moment,
    /// The links that keep it from being ready, the strongest first.
    pub not_ready: Vec<Contribution>,
}

impl Folk {
    /// Why somebody's mind wants what it wants. `None` if they have none.
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
