//! A version of a town's content, and how a running town loads it.

use serde::Serialize;
use std::sync::Arc;
use townsfolk::words::clock::clock;
use townsfolk::words::moved;
use townsfolk::words::names::{location, plain};
use townsfolk::{Folk, MigratedScene, Migration, MindFate};
use townsfolk_core::{CharacterId, MemberId};
use townsfolk_module::{Category, Module, Symbols};
use townsfolk_town::living::Living;

/// Content with its names.
#[derive(Clone, Debug)]
pub(crate) struct Edition {
    pub(crate) module: Arc<Module>,
    pub(crate) symbols: Symbols,
    /// The digest of its plan.
    pub(crate) plan: u64,
}

/// The result of loading another edition.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct ReloadResult {
    pub(crate) time: String,
    /// Whether its meaning is unchanged.
    pub(crate) same: bool,
    /// Scenes whose script has changed.
    pub(crate) scenes: Vec<SceneMoved>,
    /// Number of scenes that continue unchanged.
    pub(crate) untouched: usize,
    /// Number of minds with changed layers that continue.
    pub(crate) minds: usize,
    /// Characters that have lost their mind, because the content no longer has the member.
    pub(crate) lost: Vec<String>,
    /// Changes that take effect only when the town is opened again.
    pub(crate) later: Option<String>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct SceneMoved {
    location: u32,
    place: String,
    script: String,
    goes_on: bool,
    fate: String,
}

/// The message if the ground or the cast has changed.
const LATER: &str = "Streets, buildings, what stands in them and who lives there stay as they are: \
     what has changed about them shows when the town is opened again.";

impl Edition {
    /// Loads it into a town. The names are those from before.
    pub(crate) fn take_in(&self, town: &mut Living, names: &Symbols) -> ReloadResult {
        let time = clock(town.folk.daytime());
        let same = *self.module == *town.content.module;
        let mut taken = ReloadResult {
            time,
            same,
            scenes: vec![],
            untouched: town.folk.scene_count(),
            minds: 0,
            lost: vec![],
            later: None,
        };
        if same {
            // Line numbers may have changed.
            town.content.symbols = self.symbols.clone();
            return taken;
        }
        taken.later = self.asks_for_another_ground(town).then(|| LATER.to_owned());
        let moved = town.reload(self.module.clone(), self.symbols.clone());
        taken.untouched = taken.untouched.saturating_sub(moved.len());
        taken.scenes = moved
            .iter()
            .map(|moved| scene_moved(&town.folk, names, moved))
            .collect();
        for mind in town.folk.moved_minds() {
            match mind.fate {
                MindFate::GoesOn => taken.minds += 1,
                MindFate::Lost => taken.lost.push(person(names, mind.who)),
            }
        }
        taken
    }

    fn asks_for_another_ground(&self, town: &Living) -> bool {
        let people = |module: &Module| -> Vec<MemberId> {
            let people = module.minds.people.iter();
            people.map(|member| member.id).collect()
        };
        let before = &town.content;
        people(&self.module) != people(&before.module) || self.plan != before.atlas.plan().digest()
    }
}

fn scene_moved(folk: &Folk, names: &Symbols, moved: &MigratedScene) -> SceneMoved {
    SceneMoved {
        location: moved.location.0,
        place: location(names, folk, moved.location),
        script: plain(names, Category::Script, moved.script.0),
        goes_on: matches!(moved.fate, Migration::GoesOn(_)),
        fate: moved::fate(names, moved),
    }
}

fn person(names: &Symbols, who: CharacterId) -> String {
    names.name(Category::Character, who.0)
}
