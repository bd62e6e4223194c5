//! Looking on, and counting.

use crate::hour::Hour;
use std::collections::BTreeMap;
use townsfolk::{Event, Folk, MindEvent, NoReadings, Reasons, TraceLine};
use townsfolk_core::{RuleId, SceneId, ScriptId, Tick};
use townsfolk_mind::Moment;
use townsfolk_module::Module;
use townsfolk_scene::Happening;

/// Calendar seconds in an hour.
const HOUR: i64 = 3600;

/// Hours that are kept; the oldest go first. A month and a half.
const HOURS_MAX: usize = 1_100;

/// Calendar seconds after which searches are counted again, and in how many scenes.
const WEIGHED_EVERY: i64 = 600;
const SCENES_WEIGHED: usize = 8;

/// The counts of a run so far.
#[derive(Clone, Debug, Default)]
pub struct Survey {
    /// From when.
    pub from: Option<(Tick, Moment)>,
    /// Until when.
    pub to: (Tick, Moment),
    /// How many people there were at most.
    pub people: usize,
    /// By the hour.
    pub hours: Vec<Hour>,
    /// How often each rule of each script fired.
    pub fired: BTreeMap<(ScriptId, RuleId), u64>,
    /// Steps of searches for each rule, and how many searches.
    pub effort: BTreeMap<(ScriptId, RuleId), (u64, u64)>,
    /// Actions that ended, and how many of them failed.
    pub actions: (u64, u64),
    /// Faults of content or host that were told.
    pub faults: u64,
    /// When searches were counted last.
    weighed: i64,
    /// Which script each running scene plays.
    running: BTreeMap<SceneId, ScriptId>,
}

/// How much of a script was played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Coverage {
    /// Which script.
    pub script: ScriptId,
    /// How many scenes of it began.
    pub scenes: usize,
    /// Its rules as written.
    pub rules: Vec<RuleCount>,
}

/// How often a rule fired, and what looking for its solutions takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RuleCount {
    /// Which rule.
    pub rule: RuleId,
    /// How often it fired.
    pub fired: u64,
    /// Steps of searches, and how many searches that was. Only some are counted: those that could
    /// have been made in a few scenes every ten minutes.
    pub effort: (u64, u64),
}

impl RuleCount {
    /// Steps of one search, on average. `None` if none was counted.
    pub fn steps(&self) -> Option<f64> {
        let (steps, looks) = self.effort;
        (looks > 0).then(|| steps as f64 / looks as f64)
    }
}

impl Survey {
    /// Looks at the tick that has just been, with what the trace says of it (for rules to be
    /// counted, it must be on).
    pub fn look(&mut self, folk: &Folk, trace: &[TraceLine]) {
        let now = folk.moment();
        if self.from.is_none() {
            self.from = Some((folk.now(), now));
            for scene in folk.scenes().filter_map(|id| folk.scene(id)) {
                self.running.insert(scene.id, scene.script);
            }
        }
        self.to = (folk.now(), now);
        let begun = self.hours.last();
        if begun.is_none_or(|hour| now.0.div_euclid(HOUR) != hour.at.0.div_euclid(HOUR)) {
            self.begin_hour(folk);
        }
        let stretch = now.0.div_euclid(WEIGHED_EVERY);
        if stretch != self.weighed {
            self.weighed = stretch;
            self.weigh_rules(folk);
        }
        for event in &folk.output().events {
            self.hear(event);
        }
        for line in trace {
            self.read(line);
        }
    }

    fn begin_hour(&mut self, folk: &Folk) {
        if self.hours.len() >= HOURS_MAX {
            self.hours.remove(0);
        }
        let people = folk.characters().filter(|who| who.attached_to.is_none());
        self.people = self.people.max(people.count());
        self.hours.push(Hour::of(folk));
    }

    /// Counts the search steps of the participants of some running scenes.
    fn weigh_rules(&mut self, folk: &Folk) {
        let ids: Vec<SceneId> = folk.scenes().collect();
        // Of many scenes it is the turn of others each time.
        let turns = ids.len().div_ceil(SCENES_WEIGHED).max(1);
        let turn = usize::try_from(self.weighed).unwrap_or(0) % turns;
        let some = ids.iter().skip(turn * SCENES_WEIGHED).take(SCENES_WEIGHED);
        for scene in some.filter_map(|id| folk.scene(*id)) {
            for participant in &scene.participants {
                let Some(Reasons::InScene { script, why, .. }) =
                    folk.reasons(participant.who, &NoReadings)
                else {
                    continue;
                };
                for rule in why.rules.iter().filter(|rule| rule.searched()) {
                    let (steps, looks) = self.effort.entry((script, rule.rule)).or_default();
                    *steps += u64::from(rule.steps);
                    *looks += 1;
                }
            }
        }
    }

    fn hear(&mut self, event: &Event) {
        let Some(hour) = self.hours.last_mut() else {
            return;
        };
        match event {
            Event::SceneBegan { scene, script, .. } => {
                self.running.insert(*scene, *script);
                *hour.scenes.entry(*script).or_default() += 1;
            }
            Event::SceneOver(scene, _) => {
                self.running.remove(scene);
            }
            Event::Mind(_, MindEvent::Did(_)) => hour.deeds.0 += 1,
            Event::Mind(_, MindEvent::BrokeOff(_)) => hour.deeds.1 += 1,
            Event::Mind(_, MindEvent::Interacted(what, _)) => {
                *hour.talks.entry(*what).or_default() += 1;
            }
            Event::Fault(..) | Event::Mind(_, MindEvent::Fault(_)) => self.faults += 1,
            _ => {}
        }
    }

    fn read(&mut self, line: &TraceLine) {
        match &line.what {
            Happening::Fired { rule, .. } => {
                if let Some(script) = self.running.get(&line.scene) {
                    *self.fired.entry((*script, *rule)).or_default() += 1;
                }
            }
            Happening::Ended { outcome, .. } => {
                self.actions.0 += 1;
                let failed = *outcome == townsfolk_core::Outcome::Failed;
                self.actions.1 += u64::from(failed);
            }
            _ => {}
        }
    }

    /// How much of each script was played, those played most first.
    pub fn coverage(&self, module: &Module) -> Vec<Coverage> {
        let count = |script: ScriptId| {
            let scenes = self
                .hours
                .iter()
                .filter_map(|hour| hour.scenes.get(&script));
            scenes.sum()
        };
        let mut all: Vec<Coverage> = module
            .scripts
            .iter()
            .map(|script| Coverage {
                script: script.id,
                scenes: count(script.id),
                rules: script
                    .rules
                    .iter()
                    .map(|rule| {
                        let key = (script.id, rule.id);
                        RuleCount {
                            rule: rule.id,
                            fired: self.fired.get(&key).copied().unwrap_or(0),
                            effort: self.effort.get(&key).copied().unwrap_or_default(),
                        }
                    })
                    .collect(),
            })
            .collect();
        all.sort_by_key(|coverage| (std::cmp::Reverse(coverage.scenes), coverage.script));
        all
    }
}
