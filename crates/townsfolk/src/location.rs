//! The state of a placed location.

use crate::place::Place;
use crate::pose::Facing;
use serde::{Deserialize, Serialize};
use townsfolk_core::digest::fold;
use townsfolk_core::{
    Atom, CharacterId, LocationId, LocationKindId, PropId, RegionId, RoleId, SceneId, ScriptId,
    SymbolId, Tick, Value,
};
use townsfolk_module::{LocationKind, Module, Preference, Script};
use townsfolk_scene::reference::story::constant;

/// Cool-down after leaving or declining, before a character is cast at the location again.
pub const COOL_DOWN: townsfolk_core::Duration = townsfolk_core::Duration::minutes(2);

/// A placed location.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Location {
    /// The id.
    pub id: LocationId,
    /// Its kind.
    pub kind: LocationKindId,
    /// Its position.
    pub at: Place,
    /// The region with which it is loaded and unloaded.
    pub region: RegionId,
    /// The running scene.
    pub scene: Option<SceneId>,
    /// No scene begins before this tick.
    pub rests_until: Tick,
    /// Characters with a cool-down, and until when.
    pub not_before: Vec<(CharacterId, Tick)>,
    /// Characters nearby that have been notified, sorted.
    pub noticed_by: Vec<CharacterId>,
    /// Players to whom its icon is shown, sorted.
    pub invites: Vec<CharacterId>,
    /// Characters that it has spawned.
    pub residents: Vec<CharacterId>,
    /// Spawns that are not answered.
    pub spawning: Option<Spawning>,
    /// Preferred scripts that replace those of its kind.
    pub prefers: Option<Vec<Preference>>,
    /// Props of its kind that are gone.
    pub lost_props: Vec<PropId>,
    /// Whether it is gone, and remains only until its last scene is over.
    pub gone: bool,
    /// Its direction. Saves keep it apart.
    #[serde(skip)]
    pub facing: Facing,
}

/// A group of spawns that is not complete.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Spawning {
    /// The script.
    pub script: ScriptId,
    /// The characters, their roles, and whether each has appeared.
    pub people: Vec<(CharacterId, RoleId, Option<bool>)>,
    /// The emitter of the kind.
    pub emitter: u8,
    /// The tick after which a missing character counts as failed.
    pub until: Tick,
}

impl Location {
    /// The preferred scripts.
    pub fn preferences<'a>(&'a self, kind: &'a LocationKind) -> &'a [Preference] {
        self.prefers.as_deref().unwrap_or(&kind.prefers)
    }

    /// The facts of a new scene here, without lost props.
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

    /// The position of a prop of the location.
    pub fn prop_at(&self, kind: &LocationKind, prop: PropId) -> Option<Place> {
        if self.lost_props.contains(&prop) {
            return None;
        }
        let found = kind.props.iter().find(|p| p.id == prop)?;
        Some(self.at.offset(self.facing.turn(found.at_mm)))
    }

    /// The approach points of a prop that have a position, turned with the location. A kind of prop
    /// without any has those of its parent.
    pub fn approaches(&self, module: &Module, prop: PropId) -> Vec<(SymbolId, Place)> {
        let kind = module.location(self.kind);
        let found = kind.and_then(|kind| kind.props.iter().find(|p| p.id == prop));
        let Some(found) = found.filter(|_| !self.lost_props.contains(&prop)) else {
            return vec![];
        };
        let points = module.approaches_of(found.kind).iter();
        let at = |(x, y): (i32, i32)| {
            let (px, py) = found.at_mm;
            let offset = (px.saturating_add(x), py.saturating_add(y));
            self.at.offset(self.facing.turn(offset))
        };
        points.map(|(name, at_mm)| (*name, at(*at_mm))).collect()
    }

    /// Whether the cool-down of a character is over.
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
        // A rest that is over has the digest of none.
        sum = fold(sum, self.rests_until.max(now).0 as u64);
        // Engines forget cool-downs that are over at different moments.
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
