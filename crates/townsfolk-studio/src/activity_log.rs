//! A log of what every character did when, which can be queried.

use std::collections::BTreeMap;
use std::sync::Arc;
use townsfolk::words::mind::held_role;
use townsfolk::{Folk, Running};
use townsfolk_core::{ActionId, CharacterId, LocationKindId, RoleId, ScriptId, Tick};
use townsfolk_town::living::Living;
use townsfolk_town::stage::BodyAt;

/// Periods per block. Full blocks are shared between the present and saved counters.
const BLOCK: usize = 2_048;

/// Maximum number of blocks; the oldest are dropped first.
const BLOCKS: usize = 256;

/// An activity.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Activity {
    /// Waits to be cast at a location of this kind.
    WaitsAt(LocationKindId),
    /// Takes part in a scene and is idle.
    WaitsIn(ScriptId),
    Does(ActionId),
    Walks,
    Talks,
    Idles,
}

/// A period of one activity.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ActivityPeriod {
    pub(crate) who: CharacterId,
    /// The role by schedule.
    pub(crate) role: Option<RoleId>,
    pub(crate) what: Activity,
    /// The script of the scene, if any.
    pub(crate) script: Option<ScriptId>,
    pub(crate) from: Tick,
    pub(crate) to: Tick,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct ActivityLog {
    blocks: Vec<Arc<Vec<ActivityPeriod>>>,
    newest: Vec<ActivityPeriod>,
    open: BTreeMap<CharacterId, ActivityPeriod>,
}

impl ActivityLog {
    /// Samples every character.
    pub(crate) fn look(&mut self, town: &Living) {
        let folk = &town.folk;
        let now = folk.now();
        for body in town.stage.bodies_at(now) {
            let seen = stretch(folk, &body);
            let open = self.open.entry(body.who).or_insert(seen);
            open.to = now;
            let same = (open.what, open.script, open.role) == (seen.what, seen.script, seen.role);
            if !same {
                let over = std::mem::replace(open, seen);
                self.newest.push(over);
            }
        }
        if self.newest.len() >= BLOCK {
            self.blocks.push(Arc::new(std::mem::take(&mut self.newest)));
            if self.blocks.len() > BLOCKS {
                self.blocks.remove(0);
            }
        }
    }

    /// All periods, running ones last.
    pub(crate) fn all(&self) -> impl Iterator<Item = &ActivityPeriod> {
        let blocks = self.blocks.iter().flat_map(|block| block.iter());
        blocks.chain(&self.newest).chain(self.open.values())
    }
}

fn stretch(folk: &Folk, body: &BodyAt) -> ActivityPeriod {
    let minded = folk.mind(body.who);
    let scene = folk.character(body.who).and_then(|person| person.scene);
    let script = scene.and_then(|scene| folk.scene(scene));
    let script = script.map(|scene| scene.script);
    let asks = match folk.busy_with(body.who) {
        Some(Running::Asks { location, .. }) => folk.location(*location).map(|place| place.kind),
        _ => None,
    };
    let talks = minded.is_some_and(|minded| minded.talk().is_some());
    let what = match (body.does, script, asks) {
        _ if talks => Activity::Talks,
        _ if body.goes_to.is_some() => Activity::Walks,
        (Some(action), ..) => Activity::Does(action),
        (None, Some(script), _) => Activity::WaitsIn(script),
        (None, None, Some(kind)) => Activity::WaitsAt(kind),
        (None, None, None) => Activity::Idles,
    };
    ActivityPeriod {
        who: body.who,
        role: held_role(folk, body.who),
        what,
        script,
        from: folk.now(),
        to: folk.now(),
    }
}
