//! The bench scene on the reference evaluator.

use super::host::{Host, Lengths};
use super::script::BenchScript;
use super::{BenchScenes, Fired, Firing, TICK};
use townsfolk_core::{Outcome, SceneId, Seed, StartId, Tick};
use townsfolk_scene::reference::Keyed;
use townsfolk_scene::reference::Scene;
use townsfolk_scene::{Command, Fault, Happening, Nowhere, Report};

/// Scenes that the reference evaluator plays.
#[derive(Debug)]
pub struct Reference<'b> {
    script: &'b BenchScript,
    seed: Seed,
    lengths: Lengths,
    now: Tick,
    scenes: Vec<(u32, Scene, Host)>,
    fired: Fired,
    /// Every firing, if somebody wants to know.
    pub seen: Option<Vec<Firing>>,
    /// What went wrong.
    pub faults: Vec<Fault>,
}

impl<'b> Reference<'b> {
    /// So many scenes before their first tick.
    pub fn new(script: &'b BenchScript, seed: Seed, scenes: u32) -> Reference<'b> {
        let begin = |scene: u32| {
            let id = SceneId(u64::from(scene));
            let known = script.known(scene);
            let cast = BenchScript::cast(scene);
            let begun = Scene::begin(id, script.script()?, Tick(TICK.0), &known, &cast);
            Some((scene, begun, Host::new(&Lengths::new(seed), scene)))
        };
        Reference {
            script,
            lengths: Lengths::new(seed),
            seed,
            now: Tick(0),
            scenes: (0..scenes).filter_map(begin).collect(),
            fired: Fired::default(),
            seen: None,
            faults: vec![],
        }
    }
}

impl BenchScenes for Reference<'_> {
    fn tick(&mut self) {
        self.now = self.now.after(TICK);
        let now = self.now;
        for (number, scene, host) in &mut self.scenes {
            let mut reports = vec![];
            host.done(now, |id| {
                reports.push(Report::Outcome(StartId(id), Outcome::Done));
            });
            let mut fate = Keyed {
                seed: self.seed,
                owner: u64::from(*number),
            };
            let update = scene.update(&self.script.module, &Nowhere, &mut fate, now, &reports);
            for command in update.commands {
                if let Command::Start { id, who, .. } = command {
                    host.start(&self.lengths, who, id.0, now);
                }
            }
            for happening in update.happenings {
                match happening {
                    Happening::Fired {
                        who,
                        rule,
                        bindings,
                        ..
                    } => {
                        let Some(rule) = self.script.index_of(rule) else {
                            continue;
                        };
                        self.fired[rule] += 1;
                        if let Some(seen) = &mut self.seen {
                            seen.push(Firing {
                                now,
                                who,
                                rule,
                                bindings: bindings.into_iter().flatten().collect(),
                            });
                        }
                    }
                    Happening::Fault(fault) => self.faults.push(fault),
                    _ => {}
                }
            }
        }
    }

    fn fired(&self) -> Fired {
        self.fired
    }
}
