//! The graph of all situations and steps, explored breadth first.

use crate::beginning::Beginning;
use crate::canonical::{PEOPLE_MAX, Renaming, digest, rename};
use crate::event::{Event, World};
use crate::packed::Packed;
use crate::patience::{WaitStep, Waiter, waiters};
use crate::property;
use crate::situation::{Allowance, Situation};
use crate::step::Branch;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::ops::ControlFlow;
use townsfolk_core::digest::fold;
use townsfolk_core::{CharacterId, FactId, RuleId, Standing, Value};
use townsfolk_module::{Finish, Rule};
use townsfolk_scene::reference::Fact;
use townsfolk_scene::{Happening, Phase};

/// Index of a situation.
pub(crate) type StateIndex = u32;

/// Index of the part of a situation that properties can name.
pub(crate) type JudgedIndex = u32;

/// A situation that has been reached.
#[derive(Clone, Debug)]
pub(crate) struct State {
    /// The state it was first reached from; itself for a beginning.
    pub(crate) parent: StateIndex,
    /// The beginning it was first reached from.
    pub(crate) beginning: u32,
    /// Number of steps from there.
    pub(crate) depth: u32,
    /// All participants, as bits.
    pub(crate) members: u16,
    /// Participants present who are neither proxies nor players.
    pub(crate) people: u16,
    /// Idle participants.
    pub(crate) idle: u16,
    pub(crate) over: bool,
    /// Whether its steps are known.
    pub(crate) expanded: bool,
    /// Facts about a departed person, each with the rules (of the first 64, as bits) that could
    /// fire at once without it.
    pub(crate) left_facts: Vec<(FactId, u64)>,
    /// A fact about a departed person that keeps a present participant busy.
    pub(crate) busy_with_gone: Option<FactId>,
    edges: (u32, u32),
    digest: u64,
    /// The part that properties can name; kept only if needed.
    pub(crate) judged: Option<JudgedIndex>,
}

/// A step between two situations.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Edge {
    pub(crate) to: StateIndex,
    pub(crate) fault: bool,
    /// Whether it needs a coin that is not kept.
    pub(crate) lucky: bool,
    /// The participants that fired a rule, as bits.
    pub(crate) fired: u16,
    /// The rules (of the first 64) that fired, as bits.
    pub(crate) rules: u64,
    pub(crate) renaming: Renaming,
}

/// A step as it is found, with its effect on waiting participants, and the situations on the way
/// that properties can name.
type FoundStep = (Edge, WaitStep, Vec<JudgedIndex>);

/// The progress of an exploration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Whether this pass merges what [`Merging`](crate::Merging) names.
    pub coarse: bool,
    /// Maximum number of situations of this pass.
    pub states_max: usize,
    /// Situations reached.
    pub states: usize,
    /// Situations in the queue.
    pub waiting: usize,
    /// Steps taken.
    pub transitions: usize,
    /// Updates played.
    pub updates: u64,
    /// The current beginning, from zero.
    pub beginning: usize,
    /// Number of beginnings.
    pub beginnings: usize,
}

/// Situations whose steps have not been explored yet.
type Queue = VecDeque<(StateIndex, Packed)>;

/// Limits how often progress is reported.
struct ProgressPacer<'a> {
    /// The current beginning, from zero.
    beginning: usize,
    beginnings: usize,
    expanded: usize,
    played: u64,
    /// Whether the exploration was asked to stop.
    stopped: bool,
    watch: &'a mut dyn FnMut(&Progress) -> ControlFlow<()>,
}

impl ProgressPacer<'_> {
    /// Reports the progress if enough has happened since the last report. True if the exploration
    /// was asked to stop.
    fn report(&mut self, world: &World<'_>, graph: &Graph, queue: &Queue) -> bool {
        let played = world.played.get();
        if self.expanded >= PROGRESS_STATES || played >= self.played + PROGRESS_UPDATES {
            self.expanded = 0;
            self.played = played;
            let progress = Progress {
                coarse: world.survey.is_coarse(),
                states_max: world.bounds.states_max,
                states: graph.states.len(),
                waiting: queue.len() + graph.later.len(),
                transitions: graph.edges.len(),
                updates: played,
                beginning: self.beginning,
                beginnings: self.beginnings,
            };
            self.stopped |= (self.watch)(&progress).is_break();
        }
        self.stopped
    }
}

/// Progress is reported after this many states or updates.
const PROGRESS_STATES: usize = 250;
const PROGRESS_UPDATES: u64 = 10_000;

#[derive(Clone, Debug, Default)]
pub(crate) struct Graph {
    pub(crate) states: Vec<State>,
    pub(crate) edges: Vec<Edge>,
    /// For each step, its effect on waiting participants; kept only if patience is judged.
    pub(crate) wait_steps: Vec<WaitStep>,
    /// For each state, its participants; kept only if patience is judged.
    pub(crate) waiters: Vec<Vec<Waiter>>,
    /// For some steps (by index), the situations on the way that properties can name.
    on_the_way: BTreeMap<u32, Vec<JudgedIndex>>,
    /// States by digest, each with its remaining allowance of faults.
    known: BTreeMap<u64, Vec<(Allowance, StateIndex)>>,
    pub(crate) beginnings: Vec<(Beginning, StateIndex, bool)>,
    pub(crate) rules_fired: BTreeSet<RuleId>,
    /// For each property (by index), the first state from which a step breaks it.
    pub(crate) broken: BTreeMap<usize, StateIndex>,
    /// Situations of which only the turns have been explored, because a participant must react.
    reacting: Vec<(StateIndex, Packed)>,
    /// The parts of situations that properties can name; many states share one.
    pub(crate) judged: Vec<Situation>,
    /// The same by digest.
    known_judged: BTreeMap<u64, JudgedIndex>,
    /// Situations after a late arrival.
    later: Queue,
    /// Whether these wait until everything without a late arrival has been explored.
    newcomers_wait: bool,
    /// Whether some branches were left out.
    pub(crate) cut_short: bool,
    pub(crate) complete: bool,
}

impl Graph {
    pub(crate) fn edges_of(&self, state: StateIndex) -> &[Edge] {
        let (from, to) = self.states[state as usize].edges;
        &self.edges[from as usize..to as usize]
    }

    /// The steps from a state, each with its effect on waiting participants.
    pub(crate) fn wait_steps_of(
        &self,
        state: StateIndex,
    ) -> impl Iterator<Item = (&Edge, &WaitStep)> {
        let (from, to) = self.states[state as usize].edges;
        let steps = &self.wait_steps[from as usize..to as usize];
        self.edges_of(state).iter().zip(steps)
    }

    /// The steps from a state, each with the situations on the way that properties can name.
    pub(crate) fn edges_with_way(
        &self,
        state: StateIndex,
    ) -> impl Iterator<Item = (&Edge, &[JudgedIndex])> {
        let (from, _) = self.states[state as usize].edges;
        let edges = self.edges_of(state).iter().zip(from..);
        edges.map(|(edge, index)| {
            let way = self.on_the_way.get(&index).map_or(&[][..], Vec::as_slice);
            (edge, way)
        })
    }

    /// A digest of all situations and steps. A sum, so that it does not depend on the order.
    pub(crate) fn stories(&self) -> u64 {
        let mut sum = 0_u64;
        for (index, state) in self.states.iter().enumerate() {
            for edge in self.edges_of(index as StateIndex) {
                let to = self.states[edge.to as usize].digest;
                let step = fold(fold(state.digest, to), u64::from(edge.fault));
                sum = sum.wrapping_add(fold(step, u64::from(edge.fired)));
            }
        }
        sum
    }

    /// Explores everything within the bounds.
    pub(crate) fn explore(
        world: &World<'_>,
        watch: &mut dyn FnMut(&Progress) -> ControlFlow<()>,
    ) -> Graph {
        let mut graph = Graph {
            complete: true,
            ..Graph::default()
        };
        let mut pace = ProgressPacer {
            beginning: 0,
            beginnings: 0,
            expanded: 0,
            played: 0,
            stopped: false,
            watch,
        };
        let beginnings = world.beginnings();
        pace.beginnings = beginnings.len();
        let mut later: Vec<Queue> = vec![];
        graph.newcomers_wait = world.survey.is_coarse() && world.bounds.arrivals > 0;
        for (number, beginning) in beginnings.into_iter().enumerate() {
            let mut situation = world.begin(&beginning);
            let mut queue = VecDeque::new();
            rename(&mut situation, world.survey, world.bounds.symmetry);
            let start = graph.meet(world, &situation, None, &mut queue);
            let whole = graph.explore_all(world, queue, number, &mut pace);
            graph.beginnings.push((beginning, start, whole));
            later.push(std::mem::take(&mut graph.later));
        }
        // Most of what follows a late arrival is known by then, from a larger cast.
        graph.newcomers_wait = false;
        for (number, queue) in later.into_iter().enumerate() {
            let whole = graph.explore_all(world, queue, number, &mut pace);
            if let Some(beginning) = graph.beginnings.get_mut(number) {
                beginning.2 &= whole;
            }
        }
        graph.complete &= !graph.cut_short;
        graph
    }

    /// Explores everything after some situations; returns whether it finished.
    fn explore_all(
        &mut self,
        world: &World<'_>,
        mut queue: Queue,
        beginning: usize,
        pace: &mut ProgressPacer<'_>,
    ) -> bool {
        let cut_before = std::mem::take(&mut self.cut_short);
        pace.beginning = beginning;
        let mut done = self.complete;
        while done && let Some((index, packed)) = self.next(&mut queue) {
            let Some(situation) = packed.unpack() else {
                self.cut_short = true;
                continue;
            };
            if self.is_stood_for(index, situation.left) {
                continue;
            }
            self.expand(world, index, &situation, &mut queue, pace);
            pace.expanded += 1;
            done &= !pace.report(world, self, &queue);
            let spent = self.states.len() >= world.bounds.states_max
                || self.edges.len() >= world.bounds.transitions_max
                || world.is_out_of_work();
            done &= !spent || (queue.is_empty() && self.reacting.is_empty());
            // A coarse pass stops at the first finding, because a finer one must decide.
            done &= self.broken.is_empty() || !world.survey.is_coarse();
        }
        // Nothing is claimed of states that were not fully explored.
        for (index, _) in queue.into_iter().chain(self.reacting.drain(..)) {
            self.states[index as usize].expanded = false;
        }
        self.complete &= done;
        let whole = done && !self.cut_short;
        self.cut_short |= cut_before;
        whole
    }

    /// Whether the same situation is known with a larger allowance of faults. Then everything after
    /// it has been explored.
    fn is_stood_for(&mut self, index: StateIndex, left: Allowance) -> bool {
        let digest = self.states[index as usize].digest;
        let known = self.known.get(&digest).map_or(&[][..], Vec::as_slice);
        let stands = |(more, other): &&(Allowance, StateIndex)| {
            *other != index && more.covers(left) && self.states[*other as usize].expanded
        };
        let Some((_, other)) = known.iter().find(stands) else {
            return false;
        };
        let other = self.states[*other as usize].clone();
        let state = &mut self.states[index as usize];
        state.edges = other.edges;
        state.left_facts = other.left_facts;
        state.expanded = true;
        true
    }

    fn meet(
        &mut self,
        world: &World<'_>,
        situation: &Situation,
        from: Option<StateIndex>,
        queue: &mut Queue,
    ) -> StateIndex {
        let digest = digest(situation, &mut vec![]);
        let known = self.known.entry(digest).or_default();
        // A situation in which more may still go wrong also stands for those in which less may: it
        // leads everywhere they lead, and the same can be reached without faults.
        let covers = |(left, _): &&(Allowance, StateIndex)| left.covers(situation.left);
        if let Some((_, index)) = known.iter().find(covers) {
            return *index;
        }
        let judged = property::needs_situations(world.script).then(|| {
            let judged = property::what_is_judged(situation, world.survey);
            index_of_judged(&mut self.known_judged, &mut self.judged, judged)
        });
        let index = self.states.len() as StateIndex;
        let (parent, beginning, depth) = match from {
            Some(from) => {
                let state = &self.states[from as usize];
                (from, state.beginning, state.depth + 1)
            }
            None => (index, self.beginnings.len() as u32, 0),
        };
        let (mut members, mut people, mut idle) = (0, 0, 0);
        for p in &situation.scene.participants {
            let bit = bit(p.who);
            members |= bit;
            if situation.scene.doing(p.who).is_none() {
                idle |= bit;
            }
            let role = world.module.role(p.role);
            let mut lines = world.script.cast.iter();
            let line = lines.find(|line| line.role == p.role);
            let moved_by_others =
                role.is_some_and(|role| role.proxy) || line.is_some_and(|line| line.player);
            if p.standing == Standing::Present && !moved_by_others {
                people |= bit;
            }
        }
        known.push((situation.left, index));
        if world.survey.patience.exists() {
            self.waiters.push(waiters(situation));
        }
        self.states.push(State {
            parent,
            beginning,
            depth,
            members,
            people,
            idle,
            over: situation.scene.phase == Phase::Over,
            expanded: situation.scene.phase == Phase::Over,
            left_facts: vec![],
            busy_with_gone: busy_with_gone(situation),
            edges: (0, 0),
            digest,
            judged,
        });
        if situation.scene.phase == Phase::Over {
            return index;
        }
        // Known situations have been judged. An unfinished update is judged at its end, when
        // leavers are out.
        if let Some(from) = from.filter(|_| !situation.open) {
            self.note_broken(world, from, situation);
        }
        let waits = self.newcomers_wait && situation.left.arrivals < world.bounds.arrivals;
        self.put_off(situation, |graph, packed| {
            let queue = if waits { &mut graph.later } else { queue };
            queue.push_back((index, packed));
        });
        index
    }

    fn expand(
        &mut self,
        world: &World<'_>,
        index: StateIndex,
        situation: &Situation,
        queue: &mut Queue,
        pace: &mut ProgressPacer<'_>,
    ) {
        let from = self.edges.len();
        let mut found: Vec<FoundStep> = vec![];
        let turns = world.play_turns(situation);
        let firings = turns.firings();
        // After an event, forced reactions come before anything else. Only endless reactions are
        // interrupted, when the situation is visited a second time.
        let reacts = turns.somebody_must && !situation.open;
        let waits_for_reactions = reacts && !self.states[index as usize].expanded;
        if waits_for_reactions {
            self.put_off(situation, |graph, packed| {
                graph.reacting.push((index, packed))
            });
        }
        let others = world.events(situation).into_iter();
        let others = others.filter(|event| !waits_for_reactions && !event.is_turn());
        let others = others.map(|event| (world.step(situation, &event), event));
        for (step, event) in turns.steps.into_iter().chain(others) {
            // One situation can have many steps.
            if pace.report(world, self, queue) {
                break;
            }
            self.cut_short |= step.cut_short;
            for branch in step.branches {
                let quiet = branch.updates.iter().all(|u| u.happenings.is_empty());
                let stays_open = branch.situation.open && !situation.open;
                if (event == Event::Beat && quiet)
                    || (stays_open && !world.is_news(&branch, &firings))
                {
                    continue;
                }
                found.extend(self.take(world, (index, situation), &event, branch, queue));
            }
        }
        found.sort_unstable();
        found.dedup();
        for (edge, waits, way) in found {
            if !way.is_empty() {
                self.on_the_way.insert(self.edges.len() as u32, way);
            }
            if world.survey.patience.exists() {
                self.wait_steps.push(waits);
            }
            self.edges.push(edge);
        }
        let left_facts = world.left_facts(situation);
        let state = &mut self.states[index as usize];
        state.left_facts = left_facts;
        state.edges = (from as u32, self.edges.len() as u32);
        // Without budget, some steps are missing: nothing is claimed about what cannot follow.
        state.expanded = !world.is_out_of_work() && !pace.stopped;
    }

    /// Follows one branch from a state, and judges its result.
    fn take(
        &mut self,
        world: &World<'_>,
        (from, before): (StateIndex, &Situation),
        event: &Event,
        branch: Branch,
        queue: &mut Queue,
    ) -> Option<FoundStep> {
        for between in &branch.between {
            self.note_broken(world, from, between);
        }
        if branch.situation.scene.phase == Phase::Over {
            self.note_broken(world, from, &branch.situation);
        }
        let mut way = vec![];
        if property::needs_situations(world.script) {
            for situation in property::on_the_way(world, before, &branch) {
                let judged = &mut self.judged;
                way.push(index_of_judged(&mut self.known_judged, judged, situation));
            }
        }
        let (edge, waits) = self.lead(world, from, event, branch, queue)?;
        Some((edge, waits, way))
    }

    /// Puts a situation into a queue.
    fn put_off(&mut self, situation: &Situation, put: impl FnOnce(&mut Graph, Packed)) {
        match Packed::of(situation) {
            Some(packed) => put(self, packed),
            None => self.cut_short = true,
        }
    }

    /// The next situation to explore. When there are none left, situations in which reactions go on
    /// for ever: other events can interrupt these.
    fn next(&mut self, queue: &mut Queue) -> Option<(StateIndex, Packed)> {
        if queue.is_empty() {
            let reacting = std::mem::take(&mut self.reacting);
            let endless = self.endless(&reacting);
            let mut endless = endless.into_iter();
            queue.extend(
                reacting
                    .into_iter()
                    .filter(|_| endless.next() == Some(true)),
            );
        }
        queue.pop_front()
    }

    /// The situations from which reactions can go on for ever.
    fn endless(&self, reacting: &[(StateIndex, Packed)]) -> Vec<bool> {
        let mut place: BTreeMap<StateIndex, usize> = BTreeMap::new();
        for (number, (index, _)) in reacting.iter().enumerate() {
            place.insert(*index, number);
        }
        let mut sources = vec![vec![]; reacting.len()];
        let mut branches = vec![0; reacting.len()];
        for (number, (index, _)) in reacting.iter().enumerate() {
            let to = self.edges_of(*index).iter().map(|edge| edge.to);
            for to in to.filter(|to| to != index).filter_map(|to| place.get(&to)) {
                sources[*to].push(number);
                branches[number] += 1;
            }
        }
        let mut ended: Vec<usize> = (0..branches.len()).filter(|n| branches[*n] == 0).collect();
        while let Some(number) = ended.pop() {
            for source in &sources[number] {
                branches[*source] -= 1;
                if branches[*source] == 0 {
                    ended.push(*source);
                }
            }
        }
        branches.into_iter().map(|left| left > 0).collect()
    }

    /// Records which properties are broken by a situation that can follow a state.
    fn note_broken(&mut self, world: &World<'_>, from: StateIndex, situation: &Situation) {
        for (number, property) in world.script.properties.iter().enumerate() {
            if !self.broken.contains_key(&number)
                && property::is_broken(world.module, property, situation)
            {
                self.broken.insert(number, from);
            }
        }
    }

    fn lead(
        &mut self,
        world: &World<'_>,
        from: StateIndex,
        event: &Event,
        branch: Branch,
        queue: &mut Queue,
    ) -> Option<(Edge, WaitStep)> {
        let (mut fired, mut rules, mut lucky) = (0, 0, false);
        let patience = &world.survey.patience;
        let mut waits = WaitStep {
            arrives: patience.exists() && matches!(event, Event::Arrives(..)),
            ..WaitStep::default()
        };
        for (who, rule) in branch.fired() {
            if patience.gives_up(rule) {
                waits.gave_up |= bit(who);
            } else if patience.is_waited_for(rule) {
                waits.got |= bit(who);
            }
            fired |= bit(who);
            lucky |= world.survey.lucky.contains(&rule);
            self.rules_fired.insert(rule);
            rules |= world.rule_bit(rule);
        }
        let mut situation = branch.situation;
        let Some(renaming) = rename(&mut situation, world.survey, world.bounds.symmetry) else {
            self.cut_short = true;
            return None;
        };
        let to = self.meet(world, &situation, Some(from), queue);
        let edge = Edge {
            to,
            fault: event.is_fault(),
            lucky,
            fired,
            rules,
            renaming,
        };
        Some((edge, waits))
    }

    /// The states from a beginning to a state.
    pub(crate) fn path(&self, to: StateIndex) -> Vec<StateIndex> {
        let mut path = vec![to];
        let mut at = to;
        while self.states[at as usize].parent != at {
            at = self.states[at as usize].parent;
            path.push(at);
        }
        path.reverse();
        path
    }

    pub(crate) fn is_state(&self, index: StateIndex, digest: u64) -> bool {
        self.states[index as usize].digest == digest
    }
}

fn index_of_judged(
    known: &mut BTreeMap<u64, JudgedIndex>,
    all: &mut Vec<Situation>,
    judged: Situation,
) -> JudgedIndex {
    let code = digest(&judged, &mut vec![]);
    *known.entry(code).or_insert_with(|| {
        all.push(judged);
        all.len() as JudgedIndex - 1
    })
}

impl World<'_> {
    /// A rule as a bit, if it is among the first 64.
    pub(crate) fn rule_bit(&self, rule: RuleId) -> u64 {
        let number = self.script.rules.iter().position(|r| r.id == rule);
        number.filter(|n| *n < 64).map_or(0, |n| 1 << n)
    }

    fn rule(&self, id: Option<RuleId>) -> Option<&Rule> {
        let mut rules = self.script.rules.iter();
        rules.find(|rule| Some(rule.id) == id)
    }

    /// Finds the rules that each fact about a departed person prevents.
    fn left_facts(&self, situation: &Situation) -> Vec<(FactId, u64)> {
        let absent = situation.absent();
        let names_absent = |fact: &Fact| {
            let mut absent = absent.iter();
            // A fact that expires blocks nothing for ever.
            fact.expires.is_none() && absent.any(|who| fact.atom.names(Value::Character(*who)))
        };
        let mut found = vec![];
        if !situation.scene.facts.facts.iter().any(names_absent) {
            return found;
        }
        // Ends all actions and rests, to find the participants that would act.
        let mut at_rest = situation.clone();
        // Actions that lead out of the scene are kept.
        let leads_out = |rule: &Rule| rule.finish != Finish::Stay;
        (at_rest.scene.running).retain(|run| self.rule(run.rule).is_some_and(leads_out));
        for p in &mut at_rest.scene.participants {
            p.rests.clear();
        }
        let look = |situation: &Situation| {
            if !self.survey.turn_by_turn() {
                return self.update(situation, &[], &[], &mut false);
            }
            let steps = self.play_turns(situation).steps.into_iter();
            steps.flat_map(|(step, _)| step.branches).collect()
        };
        let firings = |situation: &Situation| {
            let happenings = look(situation)
                .into_iter()
                .flat_map(|branch| branch.updates);
            let happenings = happenings.flat_map(|update| update.happenings);
            happenings.filter_map(|happening| match happening {
                Happening::Fired {
                    who,
                    rule,
                    bindings,
                    ..
                } => Some((who, rule, bindings)),
                _ => None,
            })
        };
        // A participant busy with something else than departed people is not blocked.
        let about_absent = |value: &Option<Value>| match value {
            Some(Value::Character(who)) => absent.contains(who),
            _ => false,
        };
        let at_ease: Vec<CharacterId> = firings(&at_rest)
            .filter(|(_, _, bindings)| !bindings.iter().any(about_absent))
            .map(|(who, ..)| who)
            .collect();
        for fact in situation
            .scene
            .facts
            .facts
            .iter()
            .filter(|f| names_absent(f))
        {
            let mut without = at_rest.clone();
            without.scene.facts.remove_if(|f| f.atom == fact.atom);
            let freed = firings(&without).filter(|(who, ..)| !at_ease.contains(who));
            let rules = freed.fold(0, |sum, (_, rule, _)| sum | self.rule_bit(rule));
            found.push((fact.atom.fact, rules));
        }
        found
    }
}

fn busy_with_gone(situation: &Situation) -> Option<FactId> {
    let absent = situation.absent();
    let bound = |who: &CharacterId| {
        let wanted = Some(Value::Character(*who));
        let running = &situation.scene.running;
        running.iter().any(|run| run.bindings.contains(&wanted))
    };
    let mut facts = situation.scene.facts.facts.iter();
    let about = |who: &CharacterId, fact: &Fact| fact.atom.names(Value::Character(*who));
    let found = facts.find(|fact| absent.iter().any(|who| about(who, fact) && bound(who)));
    found.map(|fact| fact.atom.fact)
}

pub(crate) fn bit(who: CharacterId) -> u16 {
    if who.0 as usize > PEOPLE_MAX {
        return 0;
    }
    1 << who.0
}
