//! A work budget: how many updates are done in one tick, and which jobs wait.
//!
//! One update costs one unit: of a scene, of a mind, of a background character, of an emitter.
//! Without a budget, everything due is updated in its tick. With one, the jobs that have waited
//! longest come first, and a keyed draw orders those that became due together. The queue is state:
//! it is saved and digested. Reports never wait.
//!
//! A job waits for one update at a time, and goes to the end of the queue after it. So no job waits
//! longer than the number of all possible jobs divided by the budget, in ticks.

use crate::folk::Folk;
use crate::jobs::{AsleepJobs, BeliefJobs, Job, Kind, LookJobs, MindJobs, SceneJobs};
use crate::minds::mind_system;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use townsfolk_core::digest::{fold, hash64};
use townsfolk_core::{CharacterId, SymbolId, Tick};

/// The budget of a tick, and the queue of jobs that wait for it.
#[derive(Clone, Debug)]
pub(crate) struct Budget {
    units: u32,
    /// The jobs that wait, and since when they are due.
    waiting: BTreeMap<Job, Tick>,
    /// The jobs of this tick.
    chosen: BTreeSet<Job>,
    /// Units of this tick that are not spent.
    left: usize,
}

/// Cost of updates. Not simulated: for observers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Work {
    /// Updates in the last tick.
    pub last: u64,
    /// Maximum number of updates in one tick.
    pub most: u64,
    /// All updates so far.
    pub all: u64,
    /// Number of jobs that wait now.
    pub waiting: usize,
    /// Longest wait so far, in ticks.
    pub longest_wait: i64,
    /// Upper bound of the wait in ticks, for the present number of jobs; zero without a budget.
    pub longest_possible: i64,
}

/// A budget with its queue, as plain data.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct SavedBudget {
    units: Option<u32>,
    waiting: Vec<(Job, Tick)>,
    /// When scenes are due. Updating one without cause would cost a unit.
    due: Vec<(u64, Tick)>,
    /// Characters whose minds have been woken.
    woken: Vec<CharacterId>,
}

impl Folk {
    /// Sets the maximum number of updates in a tick, from the next tick on; `None` for no limit. It
    /// is at least one, or nothing would ever be updated.
    pub fn set_budget(&mut self, units: Option<u32>) {
        self.report(crate::Report::Budget(units));
    }

    /// The cost of updates so far.
    pub fn work(&self) -> Work {
        let budget = self.budget.as_ref();
        Work {
            waiting: budget.map_or(0, |budget| budget.waiting.len()),
            longest_possible: budget.map_or(0, |budget| self.longest_possible(budget)),
            ..self.work
        }
    }

    fn longest_possible(&self, budget: &Budget) -> i64 {
        let emitters = self.places.iter().map(|place| {
            let kind = self.kind(place.kind);
            kind.map_or(0, |kind| kind.emitters.len())
        });
        let all = emitters.sum::<usize>()
            + self.scenes.len()
            + self.minds.people.len()
            + self.minds.levels.asleep.len();
        let ticks = all.div_ceil(budget.units.max(1) as usize);
        i64::try_from(ticks).unwrap_or(i64::MAX)
    }

    pub(crate) fn take_in_budget(&mut self, units: Option<u32>) {
        let waiting = self.budget.take().map(|budget| budget.waiting);
        let waiting = waiting.unwrap_or_default();
        match units {
            Some(units) => {
                self.budget = Some(Box::new(Budget {
                    units: units.max(1),
                    waiting,
                    chosen: BTreeSet::new(),
                    left: 0,
                }));
            }
            None => waiting.into_keys().for_each(|job| self.put_back(job)),
        }
    }

    /// Without a budget no job waits.
    fn put_back(&mut self, job: Job) {
        match job {
            Job::Asleep(who) => self.agenda.asleep.add(self.now, who),
            Job::Mind(who) => {
                if let Some(minded) = self.minds.people.get_mut(&who) {
                    minded.woken = true;
                }
                self.agenda.minds.add(self.now, who);
            }
            Job::Around(id, emitter) => self.agenda.looks.add(self.now, (id, emitter)),
            Job::Scene(key) => self.agenda.scenes.add(self.now, key),
            Job::Beliefs(who) => self.agenda.beliefs.add(self.now, who),
            // The decider reports itself which characters are due.
            Job::Decider(..) => {}
        }
    }

    /// Selects the jobs of this tick among all that are due.
    pub(crate) fn ration(&mut self) {
        self.work.last = 0;
        let Some(mut budget) = self.budget.take() else {
            return;
        };
        let due = self.due_jobs();
        for job in due {
            budget.waiting.entry(job).or_insert(self.now);
        }
        budget.waiting.retain(|job, _| self.is_there(*job));
        let units = budget.units as usize;
        let mut order: Vec<(Tick, u64, Job)> = budget
            .waiting
            .iter()
            .map(|(job, since)| (*since, self.place_in_line(*job, *since), *job))
            .collect();
        if order.len() > units {
            order.select_nth_unstable(units);
            order.truncate(units);
        }
        budget.left = units - order.len();
        budget.chosen = order.into_iter().map(|(.., job)| job).collect();
        self.budget = Some(budget);
    }

    /// The position of a job among those that became due together.
    fn place_in_line(&self, job: Job, since: Tick) -> u64 {
        let (sort, number) = match job {
            Job::Asleep(who) => (1, u64::from(who.0)),
            Job::Mind(who) => (2, u64::from(who.0)),
            Job::Around(id, emitter) => (3, u64::from(id.0) << 8 | u64::from(emitter)),
            Job::Scene(key) => (4, key),
            Job::Decider(by, who) => (5, fold(u64::from(by.0), u64::from(who.0))),
            Job::Beliefs(who) => (6, u64::from(who.0)),
        };
        fold(fold(fold(self.seed.0, since.0 as u64), sort), number)
    }

    /// Takes everything off the agenda that is due and has a reason.
    fn due_jobs(&mut self) -> Vec<Job> {
        self.freshen_asleep();
        let mut jobs = vec![];
        jobs.extend(
            self.take_due::<AsleepJobs>(true)
                .into_iter()
                .map(Job::Asleep),
        );
        jobs.extend(self.take_due::<MindJobs>(true).into_iter().map(Job::Mind));
        jobs.extend(
            self.take_due::<LookJobs>(true)
                .into_iter()
                .map(LookJobs::job),
        );
        jobs.extend(self.take_due::<SceneJobs>(true).into_iter().map(Job::Scene));
        let fading = self.take_due::<BeliefJobs>(true);
        jobs.extend(fading.into_iter().map(Job::Beliefs));
        jobs
    }

    fn is_there(&self, job: Job) -> bool {
        match job {
            Job::Asleep(who) => self.minds.levels.asleep.get(who).is_some(),
            Job::Mind(who) => self.minds.people.contains_key(&who),
            Job::Around(id, emitter) => {
                let place = self.places.get(id.0).filter(|place| !place.gone);
                place.is_some() && self.pacing(id, emitter).is_some()
            }
            Job::Scene(key) => self.scenes.get(key).is_some(),
            Job::Decider(_, who) => self.character(who).is_some(),
            Job::Beliefs(who) => self.beliefs.rows.contains_key(&who),
        }
    }

    /// Whether a job waits.
    pub(crate) fn waits(&self, job: Job) -> bool {
        let budget = self.budget.as_ref();
        budget.is_some_and(|budget| budget.waiting.contains_key(&job))
    }

    /// The jobs of one kind to be done now, sorted: those selected, and those that have become due
    /// since, as far as the budget goes. `None` if there is no budget.
    pub(crate) fn rationed<T>(
        &mut self,
        since: Vec<T>,
        job: impl Fn(T) -> Job,
        of: impl Fn(Job) -> Option<T>,
    ) -> Vec<(T, Tick)> {
        let Some(mut budget) = self.budget.take() else {
            return vec![];
        };
        let mut late: Vec<(u64, Job)> = since
            .into_iter()
            .map(job)
            .filter(|job| !budget.waiting.contains_key(job))
            .map(|job| (self.place_in_line(job, self.now), job))
            .collect();
        late.sort_unstable();
        late.dedup();
        for (_, job) in late {
            budget.waiting.insert(job, self.now);
            if budget.left > 0 {
                budget.left -= 1;
                budget.chosen.insert(job);
            }
        }
        let (own, others): (BTreeSet<Job>, BTreeSet<Job>) = std::mem::take(&mut budget.chosen)
            .into_iter()
            .partition(|job| of(*job).is_some());
        budget.chosen = others;
        let mut done = vec![];
        for job in own {
            let since = budget.waiting.remove(&job).unwrap_or(self.now);
            let waited = self.now.since(since).0;
            self.work.longest_wait = self.work.longest_wait.max(waited);
            done.extend(of(job).map(|thing| (thing, since)));
        }
        self.budget = Some(budget);
        done
    }

    /// The characters that a decider is asked about now, of those it must be asked about, sorted.
    pub(crate) fn ration_decider(
        &mut self,
        by: SymbolId,
        mut due: Vec<CharacterId>,
    ) -> Vec<CharacterId> {
        if self.budget.is_some() {
            let of = |job| match job {
                Job::Mind(who) if by == mind_system() => Some(who),
                Job::Decider(known, who) if known == by => Some(who),
                _ => None,
            };
            let now = self.rationed(due, |who| Job::of_decider(by, who), of);
            due = now.into_iter().map(|(who, _)| who).collect();
        }
        self.count_looks(due.len());
        due
    }

    /// Counts updates.
    pub(crate) fn count_looks(&mut self, looks: usize) {
        let looks = u64::try_from(looks).unwrap_or(u64::MAX);
        self.work.last = self.work.last.saturating_add(looks);
        self.work.all = self.work.all.saturating_add(looks);
        self.work.most = self.work.most.max(self.work.last);
    }

    pub(crate) fn digest_of_budget(&self) -> u64 {
        let Some(budget) = &self.budget else {
            return 0;
        };
        let waiting = budget.waiting.iter().map(|(job, since)| {
            let bytes = postcard::to_allocvec(&(job, since)).unwrap_or_default();
            hash64(&bytes)
        });
        let waiting = waiting.fold(0, u64::wrapping_add);
        fold(u64::from(budget.units), waiting)
    }

    pub(crate) fn keep_budget(&self) -> SavedBudget {
        let Some(budget) = &self.budget else {
            return SavedBudget::default();
        };
        let scenes = self.scenes.iter();
        let due = scenes.filter_map(|playing| Some((playing.id.0, playing.due?)));
        let people = self.minds.people.values();
        let woken = people.filter(|minded| minded.woken);
        SavedBudget {
            units: Some(budget.units),
            waiting: budget.waiting.iter().map(|(j, t)| (*j, *t)).collect(),
            due: due.collect(),
            woken: woken.map(|minded| minded.who).collect(),
        }
    }

    /// Resumes a budget: exactly the jobs continue that would have continued without the save.
    pub(crate) fn resume_budget(&mut self, saved: SavedBudget) {
        let Some(units) = saved.units else {
            return;
        };
        self.budget = Some(Box::new(Budget {
            units: units.max(1),
            waiting: saved.waiting.into_iter().collect(),
            chosen: BTreeSet::new(),
            left: 0,
        }));
        let due: BTreeMap<u64, Tick> = saved.due.into_iter().collect();
        self.agenda.scenes.clear();
        let mut queue = vec![];
        for playing in self.scenes.iter_mut() {
            playing.queued = None;
            playing.due = due.get(&playing.id.0).copied();
            queue.extend(playing.due.map(|at| (playing.id.0, at)));
            if !playing.inbox.is_empty() {
                self.agenda.scenes.add(self.now, playing.id.0);
            }
        }
        for (key, at) in queue {
            self.queue(key, at);
        }
        self.agenda.minds.clear();
        let everybody: Vec<CharacterId> = self.minds.people.keys().copied().collect();
        for who in everybody {
            let woken = saved.woken.binary_search(&who).is_ok();
            if let Some(minded) = self.minds.people.get_mut(&who) {
                minded.woken = woken;
            }
            if woken {
                self.agenda.minds.add(self.now, who);
            }
            self.plan_beat(who);
        }
    }
}
