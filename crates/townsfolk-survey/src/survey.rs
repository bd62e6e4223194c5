//! Looking on, and counting.

use crate::hour::Hour;
use std::collections::BTreeMap;
use townsfolk::{Event, Folk, MindEvent, NoReadings, Reasons, TraceLine};
use townsfolk_core::{AreaId, CharacterId, RuleId, SceneId, ScriptId, Tick};
use townsfolk_mind::Moment;
use townsfolk_module::Module;
use townsfolk_module::mind::Interaction;
use townsfolk_scene::{Fault, Happening};

/// Calendar seconds in an hour.
const HOUR: i64 = 3600;

/// Maximum number of hours that are kept one by one, the latest ones: a month and a half. Sums are of all.
const HOURS_MAX: usize = 1_100;

/// Maximum number of faults that are kept, the first ones.
const FAULTS_MAX: usize = 20;

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
    /// How many scenes of each script began.
    pub scenes: BTreeMap<ScriptId, usize>,
    /// How often people did what to one another.
    pub talks: BTreeMap<Interaction, usize>,
    /// The most people in an area at the beginning of an hour, which hour, and which area.
    pub fullest: Option<(usize, Moment, AreaId)>,
    /// How often each rule of each script fired.
    pub fired: BTreeMap<(ScriptId, RuleId), u64>,
    /// Steps of searches for each rule, and how many searches.
    pub effort: BTreeMap<(ScriptId, RuleId), (u64, u64)>,
    /// Actions that ended, and how many of them failed.
    pub actions: (u64, u64),
    /// Faults of content or host that were told.
    pub faults: u64,
    /// The first of them, and when they were told.
    pub first_faults: Vec<(Moment, ToldFault)>,
    /// When searches were counted last.
    weighed: i64,
    /// Which script each running scene plays.
    running: BTreeMap<SceneId, ScriptId>,
}

/// A fault that was told.
#[derive(Clone, PartialEq, Debug)]
pub enum ToldFault {
    /// In a scene of this script, if it was seen to begin.
    Scene(Option<ScriptId>, Fault),
    /// In a mind.
    Mind(CharacterId, MindEvent),
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
        let hour = Hour::of(folk);
        for (area, people) in &hour.places {
            let most = self.fullest.map_or(0, |(most, ..)| most);
            if let Some(area) = area.filter(|_| *people > most) {
                self.fullest = Some((*people, hour.at, area));
            }
        }
        self.hours.push(hour);
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
                *self.scenes.entry(*script).or_default() += 1;
            }
            Event::SceneOver(scene, _) => {
                self.running.remove(scene);
            }
            Event::Mind(_, MindEvent::Did(_)) => hour.deeds.0 += 1,
            Event::Mind(_, MindEvent::BrokeOff(_)) => hour.deeds.1 += 1,
            Event::Mind(_, MindEvent::Interacted(what, _)) => {
                *hour.talks.entry(*what).or_default() += 1;
                *self.talks.entry(*what).or_default() += 1;
            }
            Event::Fault(scene, fault) => {
                let script = self.running.get(scene).copied();
                self.note_fault(ToldFault::Scene(script, fault.clone()));
            }
            Event::Mind(who, what @ MindEvent::Fault(_)) => {
                self.note_fault(ToldFault::Mind(*who, what.clone()));
            }
            _ => {}
        }
    }

    fn note_fault(&mut self, fault: ToldFault) {
        self.faults += 1;
        if self.first_faults.len() < FAULTS_MAX {
            self.first_faults.push((self.to.1, fault));
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

    /// How much of each script was played, those played most first. A script that no location prefers
    /// and that was never played is left out: it is there for others to be based on.
    pub fn coverage(&self, module: &Module) -> Vec<Coverage> {
        let count = |script: ScriptId| self.scenes.get(&script).copied().unwrap_or(0);
        let preferred = |script: ScriptId| {
            let mut preferences = module.locations.iter().flat_map(|l| &l.prefers);
            preferences.any(|preference| preference.script == script)
        };
        let mut all: Vec<Coverage> = module
            .scripts
            .iter()
            .filter(|script| count(script.id) > 0 || preferred(script.id))
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use townsfolk::Folk;
    use townsfolk_core::{LocationId, Seed};

    /// Trial reliability.md 5: scenes of hours that were no longer kept were not counted.
    #[test]
    fn scenes_and_deeds_are_counted_beyond_the_hours_that_are_kept() {
        let folk = Folk::new(Arc::new(Module::default()), Seed(1));
        let mut survey = Survey::default();
        let began = Event::SceneBegan {
            scene: SceneId(1),
            script: ScriptId(1),
            location: LocationId(1),
            cast: vec![],
        };
        let joked = Event::Mind(
            CharacterId(1),
            MindEvent::Interacted(Interaction::Joke, CharacterId(2)),
        );
        for _ in 0..HOURS_MAX + 5 {
            survey.begin_hour(&folk);
            survey.hear(&began);
            survey.hear(&joked);
        }
        assert_eq!(survey.hours.len(), HOURS_MAX);
        assert_eq!(survey.scenes[&ScriptId(1)], HOURS_MAX + 5);
        assert_eq!(survey.talks[&Interaction::Joke], HOURS_MAX + 5);
    }
}
