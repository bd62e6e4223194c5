//! The state of one character that decides by snippets.

use super::catalogue::Catalogue;
use super::evaluate::{Circumstances, Evaluation, evaluate, evaluate_into};
use crate::query::Candidate;
use crate::tree::{Among, Cursor, Frame, Scratch, Status, World};
use serde::{Deserialize, Serialize};
use townsfolk_core::{DeciderId, Duration, RoleId, SymbolId, Tick, Value};
use townsfolk_module::decide::Snippet;

/// Maximum number of snippets that one character has.
pub const SNIPPETS_MAX: usize = 256;

/// One character's snippets, the table of their last evaluation, and the snippet that runs.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Brain {
    registered: Vec<Registration>,
    running: Option<Running>,
    table: Vec<Evaluation>,
    /// Rows of the table that are of this round. Fewer than all while a round is sliced.
    fresh: u16,
    tactics: Vec<(SymbolId, Tactic)>,
    /// Number of evaluations so far. It is not simulated.
    #[serde(skip)]
    evaluations: u64,
    /// How it decides.
    pub options: Options,
}

/// A snippet of a character, and what grants it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Registration {
    /// Which snippet.
    pub snippet: DeciderId,
    /// The things that grant it: a weapon, a role. It stays until the last is gone.
    pub sources: Vec<SymbolId>,
}

/// The snippet that runs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Running {
    /// Which snippet.
    pub snippet: DeciderId,
    /// Its target.
    pub target: Option<Value>,
    /// The values of its variables.
    pub bound: Vec<Value>,
    /// The part that is performed.
    pub part: u16,
    /// Whether that part is the use of the ability.
    pub in_use: bool,
    /// When it began.
    pub since: Tick,
    cursor: Cursor,
}

/// How a character compares. Everything is off by default.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Options {
    /// Points that the running snippet gets in the comparison.
    pub stickiness: i32,
    /// How long a snippet runs at least before another takes its place.
    pub min_switch_gap: Duration,
    /// Number of snippets that are evaluated at one update; all of them without it.
    pub time_slice: Option<u16>,
}

/// A player's wish for an ability.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Tactic {
    /// It is used as it is.
    #[default]
    Allowed,
    /// It gets points.
    Preferred,
    /// It is never used.
    Forbidden,
}

/// What follows from an update or from the end of a part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// Everything goes on.
    Keep,
    /// Whatever is performed is stopped, and nothing begins.
    Stop,
    /// Whatever is performed is stopped, and this part of the running snippet begins.
    Begin(u16),
}

impl Brain {
    /// Adds a delay to all its moments.
    pub fn shift_times(&mut self, later: &mut dyn FnMut(Tick) -> Tick) {
        if let Some(running) = &mut self.running {
            running.since = later(running.since);
        }
    }

    /// The snippets, in order of registration.
    pub fn registered(&self) -> &[Registration] {
        &self.registered
    }

    /// The last evaluation of every snippet, in order of registration.
    pub fn table(&self) -> &[Evaluation] {
        &self.table
    }

    /// Number of evaluations of snippets since the start or the last load.
    pub fn evaluations(&self) -> u64 {
        self.evaluations
    }

    /// The snippet that runs.
    pub fn running(&self) -> Option<&Running> {
        self.running.as_ref()
    }

    /// Whether an ability is being used, so that nothing else is considered.
    pub fn is_busy(&self) -> bool {
        self.running.as_ref().is_some_and(|running| running.in_use)
    }

    /// Adds a snippet, granted by a source. The error is a role that the character lacks.
    pub fn register<C, E>(
        &mut self,
        snippet: &Snippet<C, E>,
        source: SymbolId,
        is_capable: impl Fn(RoleId) -> bool,
    ) -> Result<(), RoleId> {
        let missing = snippet.requires.iter().find(|need| !is_capable(**need));
        if let Some(missing) = missing {
            return Err(*missing);
        }
        let full = self.registered.len() >= SNIPPETS_MAX;
        let known = |known: &&mut Registration| known.snippet == snippet.id;
        match self.registered.iter_mut().find(known) {
            Some(known) if known.sources.contains(&source) => {}
            Some(known) => known.sources.push(source),
            None if !full => {
                self.registered.push(Registration {
                    snippet: snippet.id,
                    sources: vec![source],
                });
                self.fresh = 0;
            }
            None => {}
        }
        Ok(())
    }

    /// Takes a source away, and every snippet that nothing else grants. The running snippet is
    /// stopped at the next update.
    pub fn unregister(&mut self, source: SymbolId) {
        self.keep_granted(|_, known| known != source);
    }

    /// Keeps only what is granted: each pair of a snippet and a source for which this is true.
    pub fn keep_granted(&mut self, is_granted: impl Fn(DeciderId, SymbolId) -> bool) {
        for registration in &mut self.registered {
            let snippet = registration.snippet;
            registration
                .sources
                .retain(|source| is_granted(snippet, *source));
        }
        let before = self.registered.len();
        self.registered.retain(|known| !known.sources.is_empty());
        if self.registered.len() != before {
            self.fresh = 0;
        }
    }

    /// Whether a source grants something.
    pub fn has_source(&self, source: SymbolId) -> bool {
        let mut registered = self.registered.iter();
        registered.any(|known| known.sources.contains(&source))
    }

    /// The player allows, prefers or forbids an ability.
    pub fn set_tactic(&mut self, ability: SymbolId, tactic: Tactic) {
        self.tactics.retain(|(known, _)| *known != ability);
        if tactic != Tactic::Allowed {
            self.tactics.push((ability, tactic));
        }
    }

    /// The player's wish for an ability.
    #[inline]
    pub fn tactic(&self, ability: SymbolId) -> Tactic {
        let tactic = self.tactics.iter().find(|(known, _)| *known == ability);
        tactic.map_or(Tactic::Allowed, |(_, tactic)| *tactic)
    }

    /// The circumstances under which a snippet is evaluated.
    #[inline]
    pub fn circumstances<C, E>(&self, snippet: &Snippet<C, E>) -> Circumstances {
        let running = self.running.as_ref();
        let running = running.filter(|running| running.snippet == snippet.id);
        Circumstances {
            runs: running.is_some(),
            current: running.and_then(|running| running.target),
            tactic: self.tactic(snippet.ability),
        }
    }

    /// Evaluates what is registered, and changes to the best snippet if it is another one.
    pub fn update<W: World>(
        &mut self,
        snippets: &Catalogue<W::Condition, W::Expression>,
        world: &W,
        now: Tick,
        scratch: &mut Scratch,
    ) -> Change {
        let busy = self.is_busy();
        if busy && !self.may_be_interrupted(snippets) {
            return match self.is_orphan() {
                true => self.stop(),
                false => Change::Keep,
            };
        }
        if !self.evaluate_slice(snippets, world, scratch) {
            return Change::Keep;
        }
        let best = self.best(snippets, now).copied();
        let same = |running: &Running, best: &Evaluation| {
            running.snippet == best.snippet && running.target == best.target
        };
        match (&self.running, best) {
            (None, None) => Change::Keep,
            (Some(_), None) if busy && !self.is_orphan() => Change::Keep,
            (Some(_), None) => self.stop(),
            (Some(running), Some(best)) if same(running, &best) => Change::Keep,
            (_, Some(best)) => self.start(snippets, world, best, now, scratch),
        }
    }

    /// The row of the table that would win now, and the whole table. Nothing is changed.
    pub fn would_choose<W: World>(
        &self,
        snippets: &Catalogue<W::Condition, W::Expression>,
        world: &W,
        now: Tick,
    ) -> (Option<Evaluation>, Vec<Evaluation>) {
        let mut copy = self.clone();
        copy.options.time_slice = None;
        copy.fresh = 0;
        if let Some(running) = &mut copy.running {
            running.in_use = false;
        }
        copy.evaluate_slice(snippets, world, &mut Scratch::default());
        (copy.best(snippets, now).copied(), copy.table)
    }

    /// The part that was performed has ended.
    pub fn part_ended<W: World>(
        &mut self,
        snippets: &Catalogue<W::Condition, W::Expression>,
        world: &W,
        succeeded: bool,
    ) -> Change {
        let Some(running) = &mut self.running else {
            return Change::Keep;
        };
        let Some(snippet) = snippets.get(running.snippet) else {
            return self.stop();
        };
        let mut execution = Execution { world, begun: None };
        let tree = &snippet.execution;
        let status = running
            .cursor
            .go_on(tree, &snippets.trees, &mut execution, succeeded);
        let begun = execution.begun;
        self.enter(snippet, status, begun)
    }

    /// Nothing is performed any more: something outside broke the snippet off.
    pub fn interrupted(&mut self) {
        self.running = None;
    }

    /// Whether the running snippet is no longer registered.
    fn is_orphan(&self) -> bool {
        self.running.as_ref().is_some_and(|running| {
            let mut registered = self.registered.iter();
            !registered.any(|known| known.snippet == running.snippet)
        })
    }

    fn may_be_interrupted<C, E>(&self, snippets: &Catalogue<C, E>) -> bool {
        let mut registered = self.registered.iter();
        registered.any(|known| snippets.get(known.snippet).is_some_and(|s| s.interrupts))
    }

    /// Evaluates the next snippets of the round. Says whether every row of the table is fresh.
    fn evaluate_slice<W: World>(
        &mut self,
        snippets: &Catalogue<W::Condition, W::Expression>,
        world: &W,
        scratch: &mut Scratch,
    ) -> bool {
        if self.fresh == 0 {
            self.table.clear();
        }
        // A forged save may claim more fresh rows than there are.
        let from = usize::from(self.fresh).min(self.registered.len());
        let slice = self
            .options
            .time_slice
            .map_or(usize::MAX, |slice| usize::from(slice.max(1)));
        let to = from.saturating_add(slice).min(self.registered.len());
        for index in from..to {
            self.evaluate_one(index, snippets, world, scratch);
        }
        self.evaluations += (to - from) as u64;
        let done = to == self.registered.len();
        self.fresh = if done { 0 } else { to as u16 };
        done
    }

    /// Adds the row of a snippet to the table.
    #[inline]
    fn evaluate_one<W: World>(
        &mut self,
        index: usize,
        snippets: &Catalogue<W::Condition, W::Expression>,
        world: &W,
        scratch: &mut Scratch,
    ) {
        let id = self.registered[index].snippet;
        let found = snippets.get(id);
        let found = found.map(|snippet| (snippet, self.circumstances(snippet)));
        self.table.push(Evaluation::unusable(id));
        if let (Some((snippet, given)), Some(row)) = (found, self.table.last_mut()) {
            let trees = &snippets.trees;
            evaluate_into(row, snippet, trees, Reading(world), given, scratch);
        }
    }

    /// The row that wins: most points, then the running snippet, then the first registered.
    fn best<C, E>(&self, snippets: &Catalogue<C, E>, now: Tick) -> Option<&Evaluation> {
        let busy = self.is_busy();
        let running = self.running.as_ref();
        let runs = |row: &Evaluation| running.is_some_and(|r| r.snippet == row.snippet);
        if let Some(running) = running
            && running.since.after(self.options.min_switch_gap) > now
            && let Some(row) = self.table.iter().find(|row| row.ok && runs(row))
        {
            return Some(row);
        }
        let mut best: Option<(i32, bool, &Evaluation)> = None;
        for row in self.table.iter().filter(|row| row.ok) {
            let breaks_in = || snippets.get(row.snippet).is_some_and(|s| s.interrupts);
            if busy && !runs(row) && !breaks_in() {
                continue;
            }
            let stickiness = if runs(row) {
                self.options.stickiness
            } else {
                0
            };
            let points = row.score.saturating_add(stickiness);
            let key = (points, runs(row));
            if best.is_none_or(|(points, runs, _)| key > (points, runs)) {
                best = Some((key.0, key.1, row));
            }
        }
        best.map(|(.., row)| row)
    }

    fn start<W: World>(
        &mut self,
        snippets: &Catalogue<W::Condition, W::Expression>,
        world: &W,
        best: Evaluation,
        now: Tick,
        scratch: &mut Scratch,
    ) -> Change {
        let Some(snippet) = snippets.get(best.snippet) else {
            return self.stop();
        };
        // Evaluation is pure, so a second one gives the variables of the first.
        if snippet.variables > 0 {
            let given = self.circumstances(snippet);
            evaluate(snippet, &snippets.trees, Reading(world), given, scratch);
        }
        let bound = scratch.frame().iter().take(usize::from(snippet.variables));
        let bound = bound.map(|candidate| candidate.thing).collect();
        let mut cursor = Cursor::default();
        let mut execution = Execution { world, begun: None };
        let tree = &snippet.execution;
        let status = cursor.begin(tree, &snippets.trees, &mut execution, scratch);
        let begun = execution.begun;
        self.running = Some(Running {
            snippet: best.snippet,
            target: best.target,
            bound,
            part: 0,
            in_use: false,
            since: now,
            cursor,
        });
        self.enter(snippet, status, begun)
    }

    fn enter<C, E>(
        &mut self,
        snippet: &Snippet<C, E>,
        status: Status,
        begun: Option<u16>,
    ) -> Change {
        match (&mut self.running, status, begun) {
            (Some(running), Status::Running, Some(part)) => {
                let declared = snippet.parts.get(usize::from(part));
                running.part = part;
                running.in_use = declared.is_some_and(|declared| declared.is_use);
                Change::Begin(part)
            }
            _ => self.stop(),
        }
    }

    fn stop(&mut self) -> Change {
        match self.running.take() {
            Some(_) => Change::Stop,
            None => Change::Keep,
        }
    }
}

/// A world that is only read: no task begins.
struct Reading<'a, W>(&'a W);

impl<W: World> World for Reading<'_, W> {
    type Condition = W::Condition;
    type Expression = W::Expression;

    #[inline]
    fn holds(&self, condition: &W::Condition, frame: &Frame) -> bool {
        self.0.holds(condition, frame)
    }

    #[inline]
    fn value(&self, expression: &W::Expression, frame: &Frame) -> Option<Value> {
        self.0.value(expression, frame)
    }

    #[inline]
    fn argument(&self, expression: &W::Expression, frame: &Frame) -> Option<Candidate> {
        self.0.argument(expression, frame)
    }

    #[inline]
    fn candidates(
        &self,
        among: &Among<W::Condition, W::Expression>,
        frame: &Frame,
        found: &mut Vec<Candidate>,
    ) {
        self.0.candidates(among, frame, found);
    }
}

/// A world in which the next task of an execution is noted, to be begun by the caller.
struct Execution<'a, W> {
    world: &'a W,
    begun: Option<u16>,
}

impl<W: World> World for &mut Execution<'_, W> {
    type Condition = W::Condition;
    type Expression = W::Expression;

    fn holds(&self, condition: &W::Condition, frame: &Frame) -> bool {
        self.world.holds(condition, frame)
    }

    fn value(&self, expression: &W::Expression, frame: &Frame) -> Option<Value> {
        self.world.value(expression, frame)
    }

    fn argument(&self, expression: &W::Expression, frame: &Frame) -> Option<Candidate> {
        self.world.argument(expression, frame)
    }

    fn candidates(
        &self,
        among: &Among<W::Condition, W::Expression>,
        frame: &Frame,
        found: &mut Vec<Candidate>,
    ) {
        self.world.candidates(among, frame, found);
    }

    fn begin(&mut self, task: u16) -> Status {
        self.begun = Some(task);
        Status::Running
    }
}
