//! A budget of work: how much is looked at in one tick, and who waits.
//!
//! A unit of work is one look: an update of a scene, a look at a mind or at somebody asleep, a look
//! around by a location. As long as nobody sets a budget, everything due is looked at in its tick.
//! With one, those who have waited longest come first, and of those who became due together it is
//! decided by key. Who waits is state: it is saved and digested. Reports never wait.
//!
//! Everybody waits for one look at a time, and whoever has been looked at stands behind all who wait.
//! So nobody waits longer than as many ticks as all looks there can be, divided by the budget.

use crate::folk::Folk;
use crate::jobs::{AsleepJobs, Job, Kind, LookJobs, MindJobs, SceneJobs};
use crate::minds::mind_system;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use townsfolk_core::digest::{fold, hash64};
use townsfolk_core::{CharacterId, SymbolId, Tick};

/// How much may be looked at in a tick, and who waits for it.
#[derive(Clone, Debug)]
pub(crate) struct Budget {
    units: u32,
    /// Who waits, and since when they are due.
    waiting: BTreeMap<Job, Tick>,
    /// Who is looked at in this tick.
    chosen: BTreeSet<Job>,
    /// How much of this tick's budget is not given away.
    left: usize,
}

/// What looking has cost. Not simulated: for those who watch.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Work {
    /// Looks in the last tick.
    pub last: u64,
    /// The most looks in one tick.
    pub most: u64,
    /// All looks so far.
    pub all: u64,
    /// How many wait now.
    pub waiting: usize,
    /// The most ticks that anybody has waited.
    pub longest_wait: i64,
    /// The most ticks that anybody can have to wait, as many as there are now; nought without a
    /// budget.
    pub longest_possible: i64,
}

/// A budget with those who wait, as plain data.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct SavedBudget {
    units: Option<u32>,
    waiting: Vec<(Job, Tick)>,
    /// When scenes are due: looking at one without cause would cost a unit.
    due: Vec<(u64, Tick)>,
    /// Whose minds have been woken.
    woken: Vec<CharacterId>,
}

impl Folk {
    /// Lets no more than so many looks be taken in a tick, from the next on; with nothing, as many as
    /// are due. Never less than one, or nobody would ever be looked at.
    pub fn set_budget(&mut self, units: Option<u32>) {
        self.report(crate::Report::Budget(units));
    }

    /// What looking has cost.
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

    /// Without a budget nobody waits.
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
            // It says itself who is due.
            Job::Decider(..) => {}
        }
    }

    /// Decides who is looked at in this tick, of all who are due by now.
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

    /// Of those who became due together, whose turn comes first.
    fn place_in_line(&self, job: Job, since: Tick) -> u64 {
        let (sort, number) = match job {
            Job::Asleep(who) => (1, u64::from(who.0)),
            Job::Mind(who) => (2, u64::from(who.0)),
            Job::Around(id, emitter) => (3, u64::from(id.0) << 8 | u64::from(emitter)),
            Job::Scene(key) => (4, key),
            Job::Decider(by, who) => (5, fold(u64::from(by.0), u64::from(who.0))),
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
        }
    }

    /// Whether somebody or something waits to be looked at.
    pub(crate) fn waits(&self, job: Job) -> bool {
        let budget = self.budget.as_ref();
        budget.is_some_and(|budget| budget.waiting.contains_key(&job))
    }

    /// Of the jobs of one sort, those to be done now, sorted: those chosen, and those that have
    /// become due since, as far as the budget goes. `None` if there is no budget.
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

    /// Of the characters that a decider must be asked about, those it is asked about now, sorted.
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

    /// So many looks were taken.
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

    /// Goes on with a budget: only those are looked at who would have been.
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
