//! Access to doors.

use super::{Body, State, TownStage};
use crate::paths::Atlas;
use crate::plan::{AreaAccess, Connector, ConnectorId, Plate, Way};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use townsfolk::Folk;
use townsfolk_core::{CharacterId, RoleId, Tick};
use townsfolk_module::Module;
use townsfolk_space::{OpeningId, Space};

/// Maximum time from setting out to a door at which its hours are considered, in calendar seconds.
const SOON_S: i32 = 20 * 60;

/// Seconds in a day.
const DAY_S: i32 = 24 * 3600;

/// The state of a door, if it differs from the default: shut to the street, open inside, unlocked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Door {
    /// Only residents, workers and holders of the key may pass.
    pub locked: bool,
    /// Whether it blocks the sight.
    pub shut: bool,
}

impl TownStage {
    /// The state of a door.
    pub fn door(&self, id: ConnectorId) -> Door {
        let known = self.state.doors.get(&id);
        known.copied().unwrap_or_else(|| {
            let connector = self.atlas.plan().connector(id);
            Door {
                locked: false,
                shut: connector.is_some_and(|way| self.is_front_door(way)),
            }
        })
    }

    /// Sets the state of a door. A character on the way through it that may not pass stops there,
    /// and its action fails.
    pub fn set_door(&mut self, folk: &Folk, id: ConnectorId, door: Door) {
        self.state.doors.insert(id, door);
        if door.locked {
            self.turn_away(folk, id, folk.now());
        }
    }

    /// Opens and closes the openings of a space that was built from the plan of this stage, as its
    /// doors are now.
    pub fn set_openings(&self, space: &mut Space) {
        let doors = (0..).zip(&self.atlas.plan().connectors);
        for (n, _) in doors.filter(|(_, way)| way.way == Way::Door) {
            space.set_open(OpeningId(n), !self.is_shut(ConnectorId(n)));
        }
    }

    pub(super) fn is_shut(&self, id: ConnectorId) -> bool {
        self.door(id).shut
    }

    fn is_front_door(&self, connector: &Connector) -> bool {
        let outdoors = connector.between.map(|id| {
            let plate = self.atlas.plate(id);
            plate.is_some_and(Plate::is_outdoors)
        });
        connector.way == Way::Door && outdoors[0] != outdoors[1]
    }

    pub(super) fn permits<'a>(
        &'a self,
        folk: &'a Folk,
        who: CharacterId,
        now: Tick,
    ) -> Permits<'a> {
        Permits::of(&self.atlas, &self.state, folk, who, now)
    }
}

/// The doors that a character may pass at a moment.
pub(super) struct Permits<'a> {
    atlas: &'a Atlas,
    now: Tick,
    doors: &'a BTreeMap<ConnectorId, Door>,
    body: Option<&'a Body>,
    roles: &'a [RoleId],
    /// The role for which the character is on its way: at the door a baker does not have it yet.
    ahead: Option<RoleId>,
    module: &'a Module,
    seconds: i32,
}

impl<'a> Permits<'a> {
    pub(super) fn of(
        atlas: &'a Atlas,
        state: &'a State,
        folk: &'a Folk,
        who: CharacterId,
        now: Tick,
    ) -> Permits<'a> {
        Permits {
            atlas,
            now: folk.now(),
            doors: &state.doors,
            body: state.bodies.get(&who),
            roles: folk.character(who).map_or(&[], |person| &person.roles),
            ahead: folk.role_ahead(who),
            module: folk.module(),
            seconds: folk.daytime_at(now),
        }
    }

    pub(super) fn may_pass(&self, id: ConnectorId) -> bool {
        self.may_pass_at(id, &[self.seconds])
    }

    /// Whether it may pass now, or at the earliest arrival.
    pub(super) fn may_pass_soon(&self, id: ConnectorId) -> bool {
        let soon = self.seconds.saturating_add(SOON_S) % DAY_S;
        self.may_pass_at(id, &[self.seconds, soon])
    }

    /// Whether it may pass at one of these times of day.
    fn may_pass_at(&self, id: ConnectorId, seconds: &[i32]) -> bool {
        let Some(connector) = self.atlas.plan().connector(id) else {
            return false;
        };
        let locked = self.doors.get(&id).is_some_and(|door| door.locked);
        let mut seconds = seconds.iter();
        let open = !locked && seconds.any(|at| connector.admits.is_open_at(*at));
        open || self.is_admitted(&connector.admits) || self.goes_out_by(id)
    }

    /// Whether the character is behind a door: leaving is always allowed.
    fn goes_out_by(&self, id: ConnectorId) -> bool {
        let here = self.body.map(|body| body.walk.at(self.now));
        let plate = here.and_then(|here| self.atlas.plate_at(here));
        plate.is_some_and(|plate| self.atlas.is_way_out(plate, id))
    }

    /// Whether the character lives or works there, or has the key.
    fn is_admitted(&self, admits: &AreaAccess) -> bool {
        let carries = |key| {
            self.body
                .is_some_and(|body| body.carries.contains_key(&key))
        };
        let member = self.body.and_then(|body| body.member);
        let is_one = |wanted: &RoleId| {
            let mut roles = self.roles.iter().chain(&self.ahead);
            roles.any(|is| self.module.is_a(*is, *wanted))
        };
        admits.key.is_some_and(carries)
            || member.is_some_and(|member| admits.people.contains(&member))
            || admits.roles.iter().any(is_one)
    }
}
