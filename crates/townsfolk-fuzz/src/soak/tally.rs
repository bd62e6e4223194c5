//! Counts of a run, so that an empty run is noticed.

use townsfolk::{Command, Driver, Event, Output, TraceLine};
use townsfolk_core::{Channel, Outcome, Standing};
use townsfolk_scene::Happening;

/// Counts of what happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[allow(missing_docs, reason = "each name says what is counted")]
pub struct Tally {
    pub decisions: u64,
    pub actions: u64,
    pub done: u64,
    pub failed: u64,
    pub stopped: u64,
    pub out_of_time: u64,
    pub departures: u64,
    pub recalls: u64,
    pub went_away: u64,
    pub taken_by_systems: u64,
    pub handed_over: u64,
    pub scenes_begun: u64,
    pub scenes_over: u64,
    pub joins: u64,
    pub spawns: u64,
    pub withdrawn: u64,
    pub icons: u64,
    pub noticed: u64,
    pub faults: u64,
    pub unheard: u64,
    pub facts_changed: u64,
}

impl Tally {
    /// Counts what a tick put out.
    pub fn count(&mut self, output: &Output) {
        for command in &output.commands {
            match command {
                Command::Start { .. } => self.actions += 1,
                Command::Leave(..) => self.departures += 1,
                Command::Spawn { .. } => self.spawns += 1,
                Command::Withdraw(_) => self.withdrawn += 1,
                Command::ShowIcon(..) => self.icons += 1,
                _ => {}
            }
        }
        for event in &output.events {
            match event {
                Event::SceneBegan { .. } => self.scenes_begun += 1,
                Event::SceneOver(..) => self.scenes_over += 1,
                Event::Joins(..) => self.joins += 1,
                Event::Noticed(..) => self.noticed += 1,
                Event::Driven(_, Channel::Body, Driver::System(..)) => self.taken_by_systems += 1,
                Event::Yours(_) => self.handed_over += 1,
                Event::Fault(..) => self.faults += 1,
                Event::RejectedReport(_) => self.unheard += 1,
                _ => {}
            }
        }
    }

    /// Counts lines of the trace.
    pub fn count_line(&mut self, line: &TraceLine) {
        match &line.what {
            Happening::Fired { .. } => self.decisions += 1,
            Happening::Ended {
                outcome,
                out_of_time,
                ..
            } => {
                self.out_of_time += u64::from(*out_of_time);
                match outcome {
                    Outcome::Done => self.done += 1,
                    Outcome::Failed => self.failed += 1,
                    Outcome::Stopped => self.stopped += 1,
                }
            }
            Happening::Recalled { .. } => self.recalls += 1,
            Happening::Stands {
                standing: Standing::Away,
                ..
            } => self.went_away += 1,
            Happening::Added(_)
            | Happening::Removed(_)
            | Happening::Released(_)
            | Happening::Passed(_) => self.facts_changed += 1,
            _ => {}
        }
    }

    /// The counts by name.
    pub fn rows(&self) -> [(&'static str, u64); 21] {
        [
            ("decisions", self.decisions),
            ("actions started", self.actions),
            ("  done", self.done),
            ("  failed", self.failed),
            ("  of these out of time", self.out_of_time),
            ("  stopped", self.stopped),
            ("changes of facts", self.facts_changed),
            ("scenes begun", self.scenes_begun),
            ("scenes over", self.scenes_over),
            ("late joins", self.joins),
            ("departures", self.departures),
            ("recalls", self.recalls),
            ("  went away for a while", self.went_away),
            ("bodies taken by systems", self.taken_by_systems),
            ("bodies handed to the host", self.handed_over),
            ("people spawned", self.spawns),
            ("people withdrawn", self.withdrawn),
            ("icons shown", self.icons),
            ("noticed a location", self.noticed),
            ("faults reported", self.faults),
            ("reports not heard", self.unheard),
        ]
    }
}
