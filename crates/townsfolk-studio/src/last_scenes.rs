//! The last scene at each location, how its rules came out, and when each rule fired last.

use std::collections::BTreeMap;
use townsfolk::{Event, Folk, LocationId, NoReadings, Reasons, TraceLine};
use townsfolk_core::{CharacterId, RoleId, RuleId, SceneId, ScriptId, TICKS_PER_SECOND, Tick};
use townsfolk_scene::Happening;
use townsfolk_scene::reference::Why;

/// In a larger town, rules are evaluated only where a page has asked.
const SMALL_TOWN: usize = 1_000;

/// Minimum time between two evaluations at a location.
const TRIED_EVERY: i64 = TICKS_PER_SECOND;

/// The last scene at a location.
#[derive(Clone, Debug)]
pub(crate) struct LastScene {
    pub(crate) script: ScriptId,
    pub(crate) began: Tick,
    pub(crate) over: Option<Tick>,
    pub(crate) cast: Vec<(CharacterId, RoleId)>,
    /// The results of the rules for the last participant that acted, and when.
    pub(crate) tried: Option<(Tick, Why)>,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct LastScenes {
    running: BTreeMap<SceneId, (LocationId, ScriptId)>,
    last: BTreeMap<LocationId, LastScene>,
    fired: BTreeMap<(ScriptId, RuleId), Tick>,
}

impl LastScenes {
    /// Starts with the running scenes.
    pub(crate) fn of(folk: &Folk) -> LastScenes {
        let running = folk.scenes().filter_map(|id| folk.scene(id));
        let running = running.map(|scene| (scene.id, scene.script));
        let scripts: BTreeMap<SceneId, ScriptId> = running.collect();
        let placed = folk.locations().filter_map(|location| {
            let scene = location.scene?;
            Some((scene, (location.id, *scripts.get(&scene)?)))
        });
        LastScenes {
            running: placed.collect(),
            ..LastScenes::default()
        }
    }

    /// Takes in a tick.
    pub(crate) fn note(&mut self, folk: &Folk, trace: &[TraceLine]) {
        for event in &folk.output().events {
            match event {
                Event::SceneBegan {
                    scene,
                    location,
                    script,
                    cast,
                } => {
                    self.running.insert(*scene, (*location, *script));
                    let play = LastScene {
                        script: *script,
                        began: folk.now(),
                        over: None,
                        cast: cast.clone(),
                        tried: None,
                    };
                    self.last.insert(*location, play);
                }
                Event::Joins(who, scene, role) => {
                    let place = self.running.get(scene).map(|(place, _)| place);
                    if let Some(play) = place.and_then(|place| self.last.get_mut(place)) {
                        play.cast.push((*who, *role));
                    }
                }
                Event::SceneOver(scene, location) => {
                    self.running.remove(scene);
                    if let Some(play) = self.last.get_mut(location) {
                        play.over = Some(folk.now());
                    }
                }
                _ => {}
            }
        }
        for line in trace {
            if let Happening::Fired { who, rule, .. } = &line.what
                && let Some((location, script)) = self.running.get(&line.scene).copied()
            {
                self.fired.insert((script, *rule), line.tick);
                self.try_again(folk, location, *who);
            }
        }
    }

    /// Stores the results of the rules for a participant that has just acted.
    fn try_again(&mut self, folk: &Folk, location: LocationId, who: CharacterId) {
        if folk.characters().nth(SMALL_TOWN).is_some() {
            return;
        }
        let Some(play) = self.last.get_mut(&location) else {
            return;
        };
        let now = folk.now();
        let lately = play.tried.as_ref();
        if lately.is_some_and(|(tick, _)| now.since(*tick).0 < TRIED_EVERY) {
            return;
        }
        if let Some(Reasons::InScene { why, .. }) = folk.reasons(who, &NoReadings) {
            play.tried = Some((now, why));
        }
    }

    /// The last scene at a location.
    pub(crate) fn last(&self, location: LocationId) -> Option<&LastScene> {
        self.last.get(&location)
    }

    /// The script of a scene.
    pub(crate) fn script(&self, scene: SceneId) -> Option<ScriptId> {
        self.running.get(&scene).map(|(_, script)| *script)
    }

    /// When a rule fired last.
    pub(crate) fn fired(&self, script: ScriptId, rule: RuleId) -> Option<Tick> {
        self.fired.get(&(script, rule)).copied()
    }

    /// Drops the results of rules, because they may have changed.
    pub(crate) fn forget_tried(&mut self) {
        for play in self.last.values_mut() {
            play.tried = None;
        }
    }
}
