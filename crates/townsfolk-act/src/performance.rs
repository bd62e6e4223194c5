//! The state machine that carries a course out.

use crate::course::CourseOf;
use crate::order::{Aim, Order, Running};
use crate::value::Scope;
use serde::{Deserialize, Serialize};
use townsfolk_core::{LocationId, Outcome, SceneId, StartId, SymbolId, Tick};
use townsfolk_module::Module;

/// Maximum number of steps that a performance takes at one moment. A course whose steps take no
/// time and lead back to one another fails when it is reached.
pub const STEPS_AT_ONCE_MAX: usize = 32;

/// The view of the world that a performance needs. The engine implements it for one character.
pub trait Body: Scope {
    /// Carries an order out, or begins to.
    fn start(&mut self, order: &Order) -> Started;

    /// Brings something that runs to its end, without waiting for it.
    fn stop(&mut self, running: &Running);

    /// Whether a walk that the host reports as done has really led there.
    fn has_arrived(&self, aim: Aim) -> bool;

    /// A walk has led there, or has not: the host failed it, it took too long, or it ended elsewhere.
    fn note_walk(&mut self, aim: Aim, arrived: bool);
}

/// The immediate result of an order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Started {
    /// It goes on.
    Runs(Running),
    /// It is done already.
    Done,
    /// It cannot be done.
    Refused,
}

/// A course that is being performed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Performance {
    /// The decider whose offer it carries out.
    pub by: SymbolId,
    /// The course.
    pub course: CourseOf,
    /// When it began.
    pub since: Tick,
    /// The current step.
    pub step: u16,
    /// How far that step has come.
    pub state: State,
}

/// How far the current step has come.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum State {
    /// It is to be started.
    Begins,
    /// These parts of it run.
    Runs(Vec<Running>),
    /// A walk has ended; whether it has led there is looked at when the performance goes on.
    Arrived(Aim),
    /// It is done; the next one follows when the performance goes on.
    Done,
    /// It has failed; the branch for that follows when the performance goes on.
    Fails,
}

/// How far a performance has come.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Progress {
    /// It is not over.
    GoesOn,
    /// Every step of the main line is done.
    Done,
    /// A step failed, and its failure branch (if there was one) is over.
    Failed,
}

impl Performance {
    /// A performance that is about to begin, at its first step or at a bookmark.
    pub fn new(by: SymbolId, course: CourseOf, at_step: u16, now: Tick) -> Performance {
        Performance {
            by,
            course,
            since: now,
            step: at_step,
            state: State::Begins,
        }
    }

    /// The running actions.
    pub fn running(&self) -> &[Running] {
        match &self.state {
            State::Runs(parts) => parts,
            _ => &[],
        }
    }

    /// The scene in which it takes part.
    pub fn takes_part(&self) -> Option<SceneId> {
        self.running().iter().find_map(|part| match part {
            Running::TakesPart(scene) => Some(*scene),
            _ => None,
        })
    }

    /// Whether it waits for this action of the host.
    pub fn awaits(&self, start: StartId) -> bool {
        self.running()
            .iter()
            .any(|part| part.start() == Some(start))
    }

    /// Whether it has something to do at once, without any news.
    pub fn is_ready(&self) -> bool {
        !matches!(self.state, State::Runs(_))
    }

    /// The moment at which something that runs is over without an outcome.
    pub fn limit(&self) -> Option<Tick> {
        self.running().iter().filter_map(Running::limit).min()
    }

    /// Takes the steps that can be taken now.
    pub fn go_on(&mut self, module: &Module, body: &mut dyn Body) -> Progress {
        for _ in 0..STEPS_AT_ONCE_MAX {
            let went_well = match &self.state {
                State::Runs(_) => return Progress::GoesOn,
                State::Arrived(aim) => {
                    let arrived = body.has_arrived(*aim);
                    body.note_walk(*aim, arrived);
                    arrived
                }
                State::Done => true,
                State::Fails => false,
                State::Begins => match self.begin_step(module, body) {
                    Some(running) if !running.is_empty() => {
                        self.state = State::Runs(running);
                        return Progress::GoesOn;
                    }
                    begun => begun.is_some(),
                },
            };
            self.state = if went_well { State::Done } else { State::Fails };
            match self.follows(module) {
                Some(Ok(next)) => self.step = next,
                Some(Err(end)) => return end,
                None => return Progress::GoesOn,
            }
            self.state = State::Begins;
        }
        Progress::Failed
    }

    /// Starts everything of the current step together. `None` if a part of it cannot be done: then
    /// what was started already is stopped.
    fn begin_step(&self, module: &Module, body: &mut dyn Body) -> Option<Vec<Running>> {
        let orders = self.course.orders(module, self.step, body)?;
        let mut running = vec![];
        for order in &orders {
            match body.start(order) {
                Started::Runs(part) => running.push(part),
                Started::Done => {}
                Started::Refused => {
                    running.iter().for_each(|part| body.stop(part));
                    return None;
                }
            }
        }
        Some(running)
    }

    /// An action has an outcome. The performance goes on when [`go_on`](Performance::go_on) is called.
    pub fn hear(&mut self, start: StartId, outcome: Outcome, body: &mut dyn Body) {
        let State::Runs(parts) = &mut self.state else {
            return;
        };
        let Some(place) = parts.iter().position(|part| part.start() == Some(start)) else {
            return;
        };
        let ended = parts.remove(place);
        let alone = parts.is_empty();
        match (ended, outcome) {
            (Running::Walks { to, .. }, Outcome::Done) if alone => self.state = State::Arrived(to),
            (Running::Walks { to, .. }, Outcome::Done) if !body.has_arrived(to) => self.fail(body),
            (_, Outcome::Done) if alone => self.state = State::Done,
            (_, Outcome::Done) => {}
            (Running::Walks { to, .. }, Outcome::Failed) => {
                body.note_walk(to, false);
                self.fail(body);
            }
            (_, Outcome::Failed | Outcome::Stopped) => self.fail(body),
        }
    }

    /// A location has cast the character who asked to take part there.
    pub fn be_cast(&mut self, at: LocationId, scene: SceneId) -> bool {
        let State::Runs(parts) = &mut self.state else {
            return false;
        };
        let asks =
            |part: &&mut Running| matches!(part, Running::Asks { location, .. } if *location == at);
        match parts.iter_mut().find(asks) {
            Some(part) => {
                *part = Running::TakesPart(scene);
                true
            }
            None => false,
        }
    }

    /// Something that runs and is no action of the host is over.
    pub fn part_is_over(&mut self, over: &Running, went_well: bool, body: &mut dyn Body) {
        let State::Runs(parts) = &mut self.state else {
            return;
        };
        let Some(place) = parts.iter().position(|part| part == over) else {
            return;
        };
        parts.remove(place);
        if !went_well {
            self.fail(body);
        } else if parts.is_empty() {
            self.state = State::Done;
        }
    }

    /// Ends whatever has reached its limit: staying among people is done, anything else has failed.
    pub fn expire(&mut self, now: Tick, body: &mut dyn Body) {
        let late = |part: &&Running| part.limit().is_some_and(|limit| limit <= now);
        let Some(over) = self.running().iter().find(late).copied() else {
            return;
        };
        match over {
            Running::Mingles(_) => self.part_is_over(&over, true, body),
            Running::Asks { .. } => self.part_is_over(&over, false, body),
            Running::Walks { to, .. } => {
                body.note_walk(to, false);
                self.fail(body);
            }
            _ => self.fail(body),
        }
    }

    /// How the performance ended, if the step that is over was its last.
    pub fn end(&self, module: &Module) -> Option<Progress> {
        self.follows(module)?.err()
    }

    /// The successor of a finished step: another step, or the end. `None` while the step runs.
    fn follows(&self, module: &Module) -> Option<Result<u16, Progress>> {
        let (next, end) = match self.state {
            State::Done if self.course.is_branch(module, self.step) => {
                (self.course.after(module, self.step), Progress::Failed)
            }
            State::Done => (self.course.after(module, self.step), Progress::Done),
            State::Fails => {
                let next = self.course.after_failure(module, self.step);
                (next, Progress::Failed)
            }
            State::Begins | State::Runs(_) | State::Arrived(_) => return None,
        };
        Some(next.ok_or(end))
    }

    /// Moves its moments, for a save that is loaded into a later time.
    pub fn shift_times(&mut self, later: &mut dyn FnMut(Tick) -> Tick) {
        self.since = later(self.since);
        if let State::Runs(parts) = &mut self.state {
            parts.iter_mut().for_each(|part| part.shift_times(later));
        }
    }

    /// The current step has failed: what still runs of it is stopped.
    pub fn fail(&mut self, body: &mut dyn Body) {
        if let State::Runs(parts) = std::mem::replace(&mut self.state, State::Fails) {
            parts.iter().for_each(|part| body.stop(part));
        }
    }

    /// Breaks the performance off. Says at which step it can be resumed, if it can.
    pub fn interrupt(self, module: &Module, body: &mut dyn Body) -> Option<u16> {
        if let State::Runs(parts) = &self.state {
            parts.iter().for_each(|part| body.stop(part));
        }
        self.course.resumes(module).then_some(self.step)
    }
}
