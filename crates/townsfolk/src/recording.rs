//! Recording the inputs of a run, for replay.
//!
//! Everything that can change a run is a report, an answer of the stage, or a reload. A recording
//! keeps them by tick, with a digest at intervals. A replay on the same content gives the same run,
//! and names the first tick that differs.

use crate::digest::Digest;
use crate::executor::Executor;
use crate::folk::Folk;
use crate::host::{NoReadings, Report};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use townsfolk_core::{Atom, HostId, RegionId, SceneId, Tick, Value};
use townsfolk_module::Module;
use townsfolk_module::OptionalTail;
use townsfolk_module::file::{self, Refused};
use townsfolk_scene::reference::Scene;

/// Number of ticks between two digests of a recording.
pub const DIGEST_EVERY: i64 = 60;

/// The inputs of a run, from some tick on.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Recording {
    /// The initial state: a [save](Folk::save).
    pub start: Vec<u8>,
    /// Its length in ticks.
    pub ticks: i64,
    /// Reports by the tick at which they were applied.
    pub reports: Vec<(Tick, Vec<Report>)>,
    /// Answers of the stage, by tick and scene.
    pub answers: Vec<(Tick, SceneId, RecordedReadings)>,
    /// Changes between this tick and the next, in order.
    pub changes: Vec<(Tick, RecordedInput)>,
    /// Checkpoints with digests.
    pub checkpoints: Vec<Checkpoint>,
    /// Whether checkpoints keep whole scenes, so that a difference can be named to the fact.
    pub whole_scenes: bool,
    /// The digest of minds for each checkpoint.
    minds: OptionalTail<LateDigests>,
}

/// The parts of digests that older recordings lack, for each checkpoint: of minds, and then of
/// beliefs, senses and squads.
type LateDigests = (
    Vec<u64>,
    OptionalTail<(Vec<u64>, OptionalTail<SenseDigests>)>,
);

/// The parts of senses and of squads.
type SenseDigests = (Vec<u64>, OptionalTail<Vec<u64>>);

/// The length of a recording at some moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RecordedExtent {
    ticks: i64,
    reports: usize,
    answers: usize,
    changes: usize,
    checkpoints: usize,
}

/// A change of the whole engine between two ticks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum RecordedInput {
    /// New content: a module file.
    Content(Vec<u8>),
    /// A region was unloaded.
    Unloaded(RegionId),
    /// A region was loaded: the bytes that unloading it had returned.
    Loaded(Vec<u8>),
}

impl RecordedInput {
    /// Applies the change again.
    fn apply(&self, folk: &mut Folk) -> Result<(), Refused> {
        match self {
            RecordedInput::Content(bytes) => {
                folk.reload(Arc::new(file::read_module(bytes)?));
            }
            RecordedInput::Unloaded(region) => {
                folk.unload_region(*region);
            }
            RecordedInput::Loaded(bytes) => {
                folk.load_region(bytes)?;
            }
        }
        Ok(())
    }
}

/// The state of a run at some tick.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Checkpoint {
    /// The tick.
    pub tick: Tick,
    /// The digest.
    pub digest: Digest,
    /// The scenes, if they are kept.
    pub scenes: Vec<Scene>,
}

/// The first difference between a replay and its recording.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Divergence {
    /// The first checkpoint that differs.
    pub tick: Tick,
    /// The parts of the digest that differ.
    pub parts: Vec<&'static str>,
    /// The first scene that differs, if the recording keeps scenes.
    pub scene: Option<SceneId>,
    /// A fact that only one of the two has, and whether it is the recorded one.
    pub fact: Option<(Atom, bool)>,
}

/// Why a replay failed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReplayError {
    /// Its beginning, or a reload in it, cannot be read.
    Unreadable(Refused),
    /// The replay differs from the recording.
    Diverged(Divergence),
}

impl Recording {
    /// The bytes of a recording file.
    pub fn write(&self) -> Vec<u8> {
        let minds = self.checkpoints.iter().map(|point| point.digest.minds);
        let late = |part: fn(&Digest) -> u64| -> Vec<u64> {
            let parts = self.checkpoints.iter().map(|point| part(&point.digest));
            match parts.clone().any(|digest| digest != 0) {
                true => parts.collect(),
                false => vec![],
            }
        };
        let squads = OptionalTail(late(|digest| digest.squads));
        let senses = OptionalTail((late(|digest| digest.senses), squads));
        let late = OptionalTail((late(|digest| digest.beliefs), senses));
        let minds = OptionalTail((minds.collect(), late));
        file::write_recording(&Recording {
            minds,
            ..self.clone()
        })
    }

    /// Reads a recording file, with the [pieces](Recording::piece) that were appended to it.
    pub fn read(bytes: &[u8]) -> Result<Recording, Refused> {
        let (first, pieces) = file::split_first(bytes)?;
        let mut recording = Recording::read_one(first)?;
        recording.append(pieces)?;
        Ok(recording)
    }

    fn read_one(bytes: &[u8]) -> Result<Recording, Refused> {
        let mut recording: Recording = file::read_recording(bytes)?;
        let (minds, OptionalTail(late)) = std::mem::take(&mut recording.minds.0);
        let (beliefs, OptionalTail((senses, OptionalTail(squads)))) = late;
        for (point, minds) in recording.checkpoints.iter_mut().zip(minds) {
            point.digest.minds = minds;
        }
        for (point, beliefs) in recording.checkpoints.iter_mut().zip(beliefs) {
            point.digest.beliefs = beliefs;
        }
        for (point, senses) in recording.checkpoints.iter_mut().zip(senses) {
            point.digest.senses = senses;
        }
        for (point, squads) in recording.checkpoints.iter_mut().zip(squads) {
            point.digest.squads = squads;
        }
        // Checkpoints are regular, so a length that exceeds them is forged.
        let kept = recording.checkpoints.len() as i64;
        match (0..=kept).contains(&(recording.ticks / DIGEST_EVERY)) {
            true => Ok(recording),
            false => Err(Refused::Malformed),
        }
    }

    /// Appends pieces. A process that was killed may leave the last piece incomplete: it is
    /// dropped, and the recording is shorter.
    pub fn append(&mut self, mut pieces: &[u8]) -> Result<(), Refused> {
        while !pieces.is_empty() {
            let (first, rest) = match file::split_first(pieces) {
                Err(Refused::Truncated { .. }) => break,
                split => split?,
            };
            let piece = Recording::read_one(first)?;
            self.ticks = self.ticks.saturating_add(piece.ticks);
            self.reports.extend(piece.reports);
            self.answers.extend(piece.answers);
            self.changes.extend(piece.changes);
            self.checkpoints.extend(piece.checkpoints);
            pieces = rest;
        }
        Ok(())
    }

    /// Its length.
    pub fn extent(&self) -> RecordedExtent {
        RecordedExtent {
            ticks: self.ticks,
            reports: self.reports.len(),
            answers: self.answers.len(),
            changes: self.changes.len(),
            checkpoints: self.checkpoints.len(),
        }
    }

    /// The part recorded after an extent, to be appended to a file that holds the rest.
    pub fn piece(&self, after: RecordedExtent) -> Vec<u8> {
        fn rest<T: Clone>(all: &[T], after: usize) -> Vec<T> {
            all.get(after..).unwrap_or_default().to_vec()
        }
        let piece = Recording {
            ticks: self.ticks.saturating_sub(after.ticks),
            reports: rest(&self.reports, after.reports),
            answers: rest(&self.answers, after.answers),
            changes: rest(&self.changes, after.changes),
            checkpoints: rest(&self.checkpoints, after.checkpoints),
            ..Recording::default()
        };
        piece.write()
    }

    /// Replays everything, and returns the first difference. `each` is called for every tick.
    pub fn replay(
        &self,
        module: Arc<Module>,
        executor: &dyn Executor,
        each: &mut dyn FnMut(&Folk),
    ) -> Result<Folk, ReplayError> {
        let mut replaying = Replaying::begin(self, module).map_err(ReplayError::Unreadable)?;
        while replaying.tick(executor)? {
            each(&replaying.folk);
        }
        Ok(replaying.end())
    }
}

/// A replay, tick by tick.
#[derive(Debug)]
pub struct Replaying<'r> {
    /// The state now.
    pub folk: Folk,
    recording: &'r Recording,
    left: i64,
    checkpoints: std::slice::Iter<'r, Checkpoint>,
}

impl<'r> Replaying<'r> {
    /// Whether the stage ever had a value for a reading.
    pub fn answers(&self, name: HostId) -> bool {
        let mut answers = self.recording.answers.iter();
        answers.any(|(.., readings)| readings.answers(name))
    }

    /// Starts a replay.
    pub fn begin(recording: &'r Recording, module: Arc<Module>) -> Result<Replaying<'r>, Refused> {
        let (mut folk, _) = Folk::load(module, &recording.start)?;
        let answers = Recording {
            answers: recording.answers.clone(),
            ..Recording::default()
        };
        folk.replay = Some(Box::new(answers));
        Ok(Replaying {
            folk,
            recording,
            left: recording.ticks,
            checkpoints: recording.checkpoints.iter(),
        })
    }

    /// Replays the next tick. False at the end of the recording; an error if the result differs.
    pub fn tick(&mut self, executor: &dyn Executor) -> Result<bool, ReplayError> {
        if self.left <= 0 {
            return Ok(false);
        }
        self.left -= 1;
        let folk = &mut self.folk;
        let now = folk.now;
        for (_, change) in self.recording.changes_at(now) {
            change.apply(folk).map_err(ReplayError::Unreadable)?;
        }
        let next = now.after(townsfolk_core::Duration(1));
        let reports = &self.recording.reports;
        if let Ok(index) = reports.binary_search_by_key(&next, |(tick, _)| *tick) {
            // Reports that waited at the beginning are in the save, and among the reports of the
            // first tick.
            folk.inbox.clear();
            let reports = reports[index].1.iter().cloned();
            reports.for_each(|report| folk.report(report));
        }
        folk.tick_with(&NoReadings, executor);
        let due = self.checkpoints.as_slice().first();
        if let Some(point) = due.filter(|point| point.tick == folk.now) {
            self.checkpoints.next();
            if point.digest != folk.digest() {
                return Err(ReplayError::Diverged(point.differs_from(folk)));
            }
        }
        Ok(true)
    }

    /// Ends the replay, and returns the engine to continue without it.
    pub fn end(mut self) -> Folk {
        self.folk.replay = None;
        self.folk
    }
}

impl Recording {
    fn changes_at(&self, now: Tick) -> &[(Tick, RecordedInput)] {
        let first = self.changes.partition_point(|(at, _)| *at < now);
        let last = self.changes.partition_point(|(at, _)| *at <= now);
        self.changes.get(first..last).unwrap_or_default()
    }
}

impl Checkpoint {
    fn differs_from(&self, folk: &Folk) -> Divergence {
        let parts = self.digest.parts().into_iter().zip(folk.digest().parts());
        let parts = parts.filter(|(a, b)| a.1 != b.1).map(|(a, _)| a.0);
        let mut divergence = Divergence {
            tick: self.tick,
            parts: parts.collect(),
            scene: None,
            fact: None,
        };
        for recorded in &self.scenes {
            let Some(played) = folk.scene(recorded.id) else {
                divergence.scene = Some(recorded.id);
                break;
            };
            if played.digest() != recorded.digest() {
                divergence.scene = Some(recorded.id);
                let mut lost = recorded.facts.facts.iter();
                let lost = lost.find(|fact| !played.facts.contains(&fact.atom));
                let mut new = played.facts.facts.iter();
                let new = new.find(|fact| !recorded.facts.contains(&fact.atom));
                let lost = lost.map(|fact| (fact.atom.clone(), true));
                divergence.fact = lost.or(new.map(|fact| (fact.atom.clone(), false)));
                break;
            }
        }
        // Or the replay has a scene that was not recorded.
        if divergence.scene.is_none() && !self.scenes.is_empty() {
            let recorded = |id: &SceneId| self.scenes.iter().any(|scene| scene.id == *id);
            divergence.scene = folk.scenes().find(|id| !recorded(id));
        }
        divergence
    }
}

impl Folk {
    pub(crate) fn record_change(&mut self, change: RecordedInput) {
        let now = self.now;
        if let Some(recording) = &mut self.recording {
            recording.changes.push((now, change));
        }
    }

    /// Records all inputs from now on. With `whole_scenes`, a replay that differs can name the
    /// scene and the fact.
    pub fn start_recording(&mut self, whole_scenes: bool) {
        self.recording = Some(Box::new(Recording {
            start: self.save(),
            whole_scenes,
            ..Recording::default()
        }));
    }

    /// The recording so far, if there is one.
    pub fn recording(&self) -> Option<&Recording> {
        self.recording.as_deref()
    }

    /// Continues a recording that was interrupted at exactly this tick.
    pub fn go_on_recording(&mut self, recording: Recording) {
        self.recording = Some(Box::new(recording));
    }

    /// Ends the recording and returns it.
    pub fn take_recording(&mut self) -> Option<Recording> {
        self.recording.take().map(|recording| *recording)
    }
}

/// The answers of the stage to one scene in one tick.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct RecordedReadings {
    values: Vec<(HostId, Vec<Value>, Option<Value>)>,
    truths: Vec<(HostId, Vec<Value>, bool)>,
    /// Whether this is a replay, which must not ask the stage.
    #[serde(skip)]
    pub(crate) sealed: bool,
}

impl RecordedReadings {
    /// Whether a reading had a value, or held.
    fn answers(&self, name: HostId) -> bool {
        let mut values = self.values.iter();
        let mut truths = self.truths.iter();
        values.any(|(known, _, value)| *known == name && value.is_some())
            || truths.any(|(known, _, holds)| *known == name && *holds)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.values.is_empty() && self.truths.is_empty()
    }

    pub(crate) fn value(
        &mut self,
        name: HostId,
        arguments: &[Value],
        ask: impl FnOnce() -> Option<Value>,
    ) -> Option<Value> {
        let mut known = self.values.iter();
        if let Some((.., value)) = known.find(|(n, a, _)| *n == name && a == arguments) {
            return *value;
        }
        if self.sealed {
            return None;
        }
        let value = ask();
        self.values.push((name, arguments.to_vec(), value));
        value
    }

    pub(crate) fn holds(
        &mut self,
        name: HostId,
        arguments: &[Value],
        ask: impl FnOnce() -> bool,
    ) -> bool {
        let mut known = self.truths.iter();
        if let Some((.., truth)) = known.find(|(n, a, _)| *n == name && a == arguments) {
            return *truth;
        }
        if self.sealed {
            return false;
        }
        let truth = ask();
        self.truths.push((name, arguments.to_vec(), truth));
        truth
    }
}
