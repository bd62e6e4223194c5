//! What the engine keeps of a placed location.

use crate::place::Place;
use crate::pose::Facing;
use serde::{Deserialize, Serialize};
use townsfolk_core::digest::fold;
use townsfolk_core::{
    Atom, CharacterId, LocationId, LocationKindId, PropId, RegionId, RoleId, SceneId, ScriptId,
    Tick, Value,
};
use townsfolk_module::{LocationKind, Preference, Script};
use townsfolk_scene::reference::story::constant;

/// How long someone who has left or refused is not cast at a location again.
pub const COOL_DOWN: townsfolk_core::Duration = townsfolk_core::Duration::minutes(2);

/// A placed location.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Location {
    /// Which one.
    pub id: LocationId,
    /// Its kind.
    pub kind: LocationKindId,
    /// Where it is.
    pub at: Place,
    /// Where it is loaded and unloaded.
    pub region: RegionId,
    /// The scene that runs here.
    pub scene: Option<SceneId>,
    /// It starts nothing before this moment.
    pub rests_until: Tick,
    /// Who is not cast here before some moment.
    pub not_before: Vec<(CharacterId, Tick)>,
    /// Who is near and has been told that it is here, sorted.
    pub noticed_by: Vec<CharacterId>,
    /// To whom its icon is shown, sorted.
    pub invites: Vec<CharacterId>,
    /// Its own people, whom it has brought.
    pub residents: Vec<CharacterId>,
    /// People it has asked for.
    pub spawning: Option<Spawning>,
    /// Scripts it prefers instead of those of its kind.
    pub prefers: Option<Vec<Preference>>,
    /// Props of its kind that are gone.
    pub lost_props: Vec<PropId>,
    /// Whether it is gone from the world and only its last scene is still seen out.
    pub gone: bool,
    /// Which way it faces. Saves keep it apart.
    #[serde(skip)]
    pub facing: Facing,
}

/// People a location has asked for, and has not got all of yet.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Spawning {
    /// For which script.
    pub script: ScriptId,
    /// Whom, as what, and whether they are there.
    pub people: Vec<(CharacterId, RoleId, Option<bool>)>,
    /// By which emitter of the kind.
    pub emitter: u8,
    /// Who has not appeared by then does not come.
    pub until: Tick,
}

impl Location {
    /// The scripts it prefers now.
    pub fn preferences<'a>(&'a self, kind: &'a LocationKind) -> &'a [Preference] {
        self.prefers.as_deref().unwrap_or(&kind.prefers)
    }

    /// What it writes into a scene before the first update, without what is lost.
    pub fn knows(&self, kind: &LocationKind, script: &Script) -> Vec<Atom> {
        let declared = kind.knows.iter().filter(|known| {
            let fact = script.fact(known.fact);
            fact.is_some_and(|fact| fact.kinds.len() == known.arguments.len())
        });
        let atoms = declared.filter_map(constant);
        let lost = |value: &Value| matches!(value, Value::Prop(p) if self.lost_props.contains(p));
        atoms
            .filter(|atom| !atom.arguments.iter().any(lost))
            .collect()
    }

    /// Where a prop of the location stands.
    pub fn prop_at(&self, kind: &LocationKind, prop: PropId) -> Option<Place> {
        if self.lost_props.contains(&prop) {
            return None;
        }
        let found = kind.props.iter().find(|p| p.id == prop)?;
        Some(self.at.offset(self.facing.turn(found.at_mm)))
    }

    /// Whether somebody may be cast here again.
    pub(crate) fn welcomes(&self, who: CharacterId, now: Tick) -> bool {
        !self.not_before.iter().any(|(w, t)| *w == who && *t > now)
    }

    pub(crate) fn send_away(&mut self, who: CharacterId, until: Tick, now: Tick) {
        self.not_before.retain(|(w, t)| *t > now && *w != who);
        self.not_before.push((who, until));
    }

    pub(crate) fn digest(&self, now: Tick) -> u64 {
        let mut sum = fold(fold(0, u64::from(self.id.0)), u64::from(self.kind.0));
        sum = fold(
            sum,
            (self.at.x_mm as u32 as u64) << 32 | u64::from(self.at.y_mm as u32),
        );
        sum = fold(
            fold(sum, self.at.z_mm as u32 as u64),
            u64::from(self.region.0),
        );
        sum = fold(sum, self.scene.map_or(0, |s| s.0 + 1));
        // A rest that is over is like none.
        sum = fold(sum, self.rests_until.max(now).0 as u64);
        // Whose cool-down is over is forgotten at different moments by different engines.
        for (who, until) in self.not_before.iter().filter(|(_, t)| *t > now) {
            sum = fold(fold(sum, u64::from(who.0)), until.0 as u64);
        }
        let people = self.noticed_by.iter().chain(&self.invites);
        for who in people.chain(&self.residents) {
            sum = fold(sum, u64::from(who.0));
        }
        if let Some(spawning) = &self.spawning {
            sum = fold(
                fold(sum, u64::from(spawning.script.0)),
                spawning.until.0 as u64,
            );
            sum = fold(sum, u64::from(spawning.emitter));
            for (who, role, there) in &spawning.people {
                sum = fold(fold(sum, u64::from(who.0)), u64::from(role.0));
                sum = fold(sum, there.map_or(2, u64::from));
            }
        }
        for preference in self.prefers.iter().flatten() {
            sum = fold(sum, u64::from(preference.script.0));
            sum = fold(sum, u64::from(preference.weight));
        }
        for prop in &self.lost_props {
            sum = fold(sum, u64::from(prop.0));
        }
        sum = fold(sum, u64::from(self.gone));
        // A location that is not turned has the digest it always had.
        match self.facing.in_degrees() {
            0 => sum,
            degrees => fold(sum, degrees as u64),
        }
    }
}
