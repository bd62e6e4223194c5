//! Exploration: possible faults in the scripts of a file, as stories that can be played.
//!
//! It may take seconds, so it has its own thread, one at a time. It is cancelled when no request
//! waits for it any more.

use super::shown::SpotShown;
use super::units::Units;
use super::{Answer, ScriptError, ScriptService, json};
use serde::Serialize;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use townsfolk_explore::{
    Bounds, StoryBeat, StoryPlay, explore, findings_as_diagnostics, findings_as_plays,
};
use townsfolk_lang::ScriptUnit;
use townsfolk_lang::diagnostic::{Code, Diagnostic};
use townsfolk_lang::source::FileId;
use townsfolk_module::{Module, Symbols};

/// Bounds that give an answer quickly: enough for scripts of usual size.
const BOUNDS: Bounds = Bounds {
    people_max: 3,
    crowd_max: 3,
    failures: 1,
    states_max: 20_000,
    updates_max: 400_000,
    ..Bounds::USUAL
};

/// The findings of one file.
#[derive(Serialize)]
struct ExploredShown {
    scripts: usize,
    situations: usize,
    /// Whether everything within the bounds was explored.
    complete: bool,
    /// The bounds.
    bounds: String,
    findings: Vec<FindingShown>,
}

#[derive(Serialize)]
struct FindingShown {
    script: u32,
    code: &'static str,
    message: String,
    spot: Option<SpotShown>,
    beats: Vec<BeatShown>,
}

#[derive(Serialize)]
struct BeatShown {
    text: String,
    who: Vec<u32>,
    props: Vec<String>,
    comes: Vec<(u32, String, String)>,
    goes: Vec<u32>,
}

impl From<StoryBeat> for BeatShown {
    fn from(beat: StoryBeat) -> BeatShown {
        BeatShown {
            text: beat.text,
            who: beat.who,
            props: beat.props.iter().map(|p| p.replace('_', " ")).collect(),
            comes: beat.comes,
            goes: beat.goes,
        }
    }
}

/// Resets the flag when an exploration is over, however it ends.
struct ExplorationGuard(Arc<AtomicBool>);

impl Drop for ExplorationGuard {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Release);
    }
}

impl ScriptService {
    /// Explores the saved scripts of a file, and answers when done.
    pub(super) fn explore(&mut self, path: &str, answer: Answer) {
        if let Err((trouble, answer)) = self.begin_what_to_explore(path, answer) {
            let _ = answer.send(Err(trouble));
        }
    }

    fn begin_what_to_explore(
        &mut self,
        path: &str,
        answer: Answer,
    ) -> Result<(), (ScriptError, Answer)> {
        let exploring = self.exploring.clone();
        let work = match self.what_to_explore(path) {
            Ok(work) => work,
            Err(trouble) => return Err((trouble, answer)),
        };
        if exploring.swap(true, Ordering::AcqRel) {
            let busy = "another exploration is running: wait for it";
            return Err((ScriptError::new(busy), answer));
        }
        let turn = ExplorationGuard(exploring);
        // The answer channel is moved only once the thread exists.
        let (hand_over, taken) = mpsc::channel::<Answer>();
        let thread = std::thread::Builder::new().name("exploration".to_owned());
        let begun = thread.spawn(move || {
            let Ok(answer) = taken.recv() else {
                return;
            };
            let found = work.look(&|| answer.is_closed());
            drop(turn);
            let _ = answer.send(found);
        });
        match begun {
            Ok(_) => {
                let _ = hand_over.send(answer);
                Ok(())
            }
            Err(why) => Err((ScriptError::new(why.to_string()), answer)),
        }
    }

    fn what_to_explore(&mut self, path: &str) -> Result<ExplorationJob, ScriptError> {
        let opened = self.settled()?;
        let file = opened.file(path)?;
        let (id, text) = (file.id, file.text.clone());
        let units = opened.checked.scripts.iter();
        let units: Vec<_> = units.filter(|unit| unit.places.name.file == id).collect();
        if units.is_empty() {
            return Err(ScriptError::new(
                "there is no scene in this file to explore",
            ));
        }
        let broken = |unit| opened.checked.script_has_errors(unit);
        if units.iter().any(|unit| broken(unit)) {
            return Err(ScriptError::new("there are errors in it: mend them first"));
        }
        let units = units.into_iter().map(|unit| (**unit).clone()).collect();
        let (module, symbols) = opened.project.assemble(&opened.checked);
        Ok(ExplorationJob {
            path: path.to_owned(),
            file: id,
            text,
            module,
            symbols,
            units,
        })
    }
}

/// The input of an exploration, moved to another thread.
struct ExplorationJob {
    path: String,
    file: FileId,
    text: String,
    module: Module,
    symbols: Symbols,
    units: Vec<ScriptUnit>,
}

impl ExplorationJob {
    fn look(&self, given_up: &dyn Fn() -> bool) -> Result<String, ScriptError> {
        let (module, symbols) = (&self.module, &self.symbols);
        let units = Units::of(&self.text);
        let mut shown = ExploredShown {
            scripts: 0,
            situations: 0,
            complete: true,
            bounds: format!(
                "up to {} people, {} failure, {} disappearance, {} late arrival",
                BOUNDS.people_max, BOUNDS.failures, BOUNDS.disappearances, BOUNDS.arrivals
            ),
            findings: vec![],
        };
        for unit in &self.units {
            let exploration = explore(module, unit.script.id, &BOUNDS, &mut |_| match given_up() {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            });
            shown.scripts += 1;
            shown.situations += exploration.states;
            shown.complete &= exploration.complete;
            let plays = findings_as_plays(&exploration, unit, symbols);
            let without = findings_as_diagnostics(&exploration, unit, symbols).into_iter();
            let without = without.filter(|finding| finding.code == Code::RuleNeverReached);
            let without = without.map(|finding| StoryPlay {
                finding,
                beats: vec![],
            });
            let all = plays.into_iter().chain(without);
            shown.findings.extend(all.map(|play| FindingShown {
                script: unit.script.id.0,
                code: play.finding.code.name(),
                message: play.finding.message.clone(),
                spot: self.spot(&units, &play.finding),
                beats: play.beats.into_iter().map(BeatShown::from).collect(),
            }));
        }
        json(&shown)
    }

    /// The place that the author should look at, if it is in this file.
    fn spot(&self, units: &Units, finding: &Diagnostic) -> Option<SpotShown> {
        let place = finding.place;
        let before = self.text.get(..place.start as usize)?;
        (place.file == self.file).then(|| SpotShown {
            path: self.path.clone(),
            from: units.units_at(place.start),
            to: units.units_at(place.end),
            line: u32::try_from(before.matches('\n').count() + 1).unwrap_or(u32::MAX),
            label: finding.label.clone(),
        })
    }
}
