//! Problems, derived from the graph of all situations.

use crate::beginning::{Beginning, MadeProp};
use crate::bounds::Bounds;
use crate::event::World;
use crate::graph::{Edge, Graph, Progress, StateIndex, bit};
use crate::merging::Merging;
use crate::occasion::{for_more_people, is_for_other_times, is_wide_enough};
use crate::patience::{Patience, waits_in_vain};
use crate::property;
use crate::readings::{
    fits, with_endless_patience, with_moments_read, with_pastimes_read, with_rests_read,
    without_their_coins,
};
use crate::story::{FullStory, StoryLine};
use crate::survey::ScriptSurvey;
use crate::twins::twins;
use crate::update_cache::UpdateCaches;
use crate::waiting::Waiting;
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use townsfolk_core::{CharacterId, FactId, PropertyId, RoleId, RuleId, ScriptId, StateId};
use townsfolk_module::{HostForm, Module, PropertyForm};

/// The result of an exploration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exploration {
    /// The script that was explored.
    pub script: ScriptId,
    /// Its bounds.
    pub bounds: Bounds,
    /// Whether it was coarse, merging what [`Bounds::merging`] names.
    pub coarse: bool,
    /// Whether everything within the bounds was explored.
    pub complete: bool,
    /// Number of situations.
    pub states: usize,
    /// Number of steps.
    pub transitions: usize,
    /// Number of updates played.
    pub updates: u64,
    /// Each cast and place, and whether everything after it was explored.
    pub covered: Vec<(Beginning, bool)>,
    /// The assumptions.
    pub assumptions: Vec<&'static str>,
    /// The problems.
    pub findings: Vec<Finding>,
    /// Every rule that fired.
    pub rules_fired: BTreeSet<RuleId>,
    /// Invented props.
    pub props: Vec<MadeProp>,
    /// A digest of all situations and steps: two scripts with the same digest have the same stories
    /// within these bounds.
    pub stories: u64,
}

/// A problem and how it comes about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The kind of problem.
    pub kind: FindingKind,
    /// The person concerned, by the number in the story.
    pub who: Option<CharacterId>,
    /// The state that person is in at the end.
    pub state: Option<StateId>,
    /// The rule at which the author should look first.
    pub rule: Option<RuleId>,
    /// Rules that keep firing afterwards.
    pub goes_on: Vec<RuleId>,
    /// The shortest story.
    pub story: Vec<StoryLine>,
    /// The conditions that the stuck participants wait for.
    pub waiting: Vec<Waiting>,
}

/// The kinds of problems.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum FindingKind {
    /// No participant can ever act again, and the scene is not over.
    StuckScene,
    /// A participant in this role can never act or leave again, while others continue.
    StuckParticipant(RoleId),
    /// A participant's expectation can no longer come true, and only giving up ends the wait.
    WaitsInVain,
    /// The scene goes on for ever.
    Livelock,
    /// A fact about a person who has left prevents a rule for ever, or keeps others busy for ever.
    LeftFactBlocks(FactId),
    /// A rule never fires.
    RuleNeverReached(RuleId),
    /// A rule never fires, and may need more people than were explored.
    RuleNeedsMorePeople(RuleId),
    /// A property does not hold.
    PropertyBroken(PropertyId),
}

/// The additional assumption of a coarse pass.
const COARSELY: &str = "a rest or a wait may end at any moment, so that nobody counts as stuck for that \
                        alone (large scripts are looked at coarsely)";

const ASSUMPTIONS: [&str; 6] = [
    "every action gets an outcome",
    "time passes",
    "whoever can act for ever is tried",
    "coins, properties and readings show both sides",
    "nobody starts so many actions a second as to be restless",
    "nobody but the player is called away",
];

/// Plays a script in every way within the bounds. `watch` receives the progress and can cancel; the
/// result then has what was explored so far.
///
/// The first pass keeps all differences. A script that is too large for it is explored coarsely:
/// what [`Merging`] names is left out, which only adds continuations. If the coarse pass finds
/// something, a finer pass decides.
pub fn explore(
    module: &Module,
    script: ScriptId,
    bounds: &Bounds,
    watch: &mut dyn FnMut(&Progress) -> ControlFlow<()>,
) -> Exploration {
    let module = &with_properties_read(module);
    let broken_off = Cell::new(false);
    let mut watch = |progress: &Progress| {
        let flow = watch(progress);
        broken_off.set(broken_off.get() | flow.is_break());
        flow
    };
    let mut explored = explore_in_passes(module, script, bounds, &broken_off, &mut watch);
    if !broken_off.get() {
        let found = wait_in_vain(module, script, bounds, &mut watch);
        explored.findings.extend(found);
    }
    explored
}

/// The finding of the pass in which patience may last for ever.
fn wait_in_vain(
    module: &Module,
    script: ScriptId,
    bounds: &Bounds,
    watch: &mut dyn FnMut(&Progress) -> ControlFlow<()>,
) -> Option<Finding> {
    let patience = Patience::of(module, module.script(script)?);
    if !patience.exists() {
        return None;
    }
    let module = with_endless_patience(module, |rule| patience.gives_up(rule));
    let bounds = bounds.of_a_second_pass();
    let never = Cell::new(false);
    let explored = look(&module, script, &bounds, Merging::NOTHING, &never, watch);
    explored.findings.into_iter().next()
}

/// Explores finely, and coarsely where that is too much.
fn explore_in_passes(
    module: &Module,
    script: ScriptId,
    bounds: &Bounds,
    broken_off: &Cell<bool>,
    watch: &mut dyn FnMut(&Progress) -> ControlFlow<()>,
) -> Exploration {
    if bounds.merging == Merging::NOTHING {
        let never = Cell::new(false);
        return look(module, script, bounds, Merging::NOTHING, &never, watch);
    }
    let finely = Bounds {
        states_max: bounds.states_max.min(bounds.fine_states_max),
        updates_max: bounds.updates_max.min(bounds.fine_updates_max),
        ..*bounds
    };
    let never = Cell::new(false);
    let mut first = look(module, script, &finely, Merging::NOTHING, &never, watch);
    first.bounds = *bounds;
    if broken_off.get() {
        return first;
    }
    if first.complete {
        return confirmed(module, script, first, watch);
    }
    let whole_updates = Merging {
        turns: false,
        moments: false,
        passing: false,
        ..bounds.merging
    };
    let in_time = Merging {
        waits: false,
        ..whole_updates
    };
    let mut looks = vec![bounds.merging, whole_updates, in_time];
    looks.dedup();
    for merging in looks {
        if !first.findings.is_empty() {
            break;
        }
        let coarse = look(module, script, bounds, merging, broken_off, watch);
        // A rule that fires in none of a superset of continuations fires in none of the real ones.
        let is_sure = |finding: &Finding| is_about_unreached(finding.kind);
        if coarse.findings.iter().all(is_sure) || broken_off.get() {
            return coarse;
        }
    }
    let mut last = look(module, script, bounds, Merging::NOTHING, &never, watch);
    last.bounds = *bounds;
    if broken_off.get() {
        return last;
    }
    confirmed(module, script, last, watch)
}

/// Whether a finding is that a rule never fired.
fn is_about_unreached(kind: FindingKind) -> bool {
    matches!(
        kind,
        FindingKind::RuleNeverReached(_) | FindingKind::RuleNeedsMorePeople(_)
    )
}

/// Drops findings that only come about because waiting times are rounded: a pass with hardly any
/// rounding, if it is complete within its budget, does not make them.
fn confirmed(
    module: &Module,
    script: ScriptId,
    mut found: Exploration,
    watch: &mut dyn FnMut(&Progress) -> ControlFlow<()>,
) -> Exploration {
    let mut kinds = found.findings.iter().map(|finding| finding.kind);
    if kinds.all(is_about_unreached) {
        return found;
    }
    let exact = Bounds {
        time_steps: u8::MAX,
        ..found.bounds.of_a_second_pass()
    };
    let never = Cell::new(false);
    let again = look(module, script, &exact, Merging::NOTHING, &never, watch);
    if again.complete {
        found.findings = again.findings;
    }
    found
}

/// One pass. Findings are not computed if they cannot be used: a cancelled coarse pass has no finer
/// one after it to confirm them.
fn look(
    module: &Module,
    script: ScriptId,
    bounds: &Bounds,
    merging: Merging,
    is_in_vain: &Cell<bool>,
    watch: &mut dyn FnMut(&Progress) -> ControlFlow<()>,
) -> Exploration {
    let coarse = merging != Merging::NOTHING;
    let assumptions = ASSUMPTIONS.into_iter().chain(coarse.then_some(COARSELY));
    let mut exploration = Exploration {
        script,
        bounds: *bounds,
        coarse,
        complete: false,
        states: 0,
        transitions: 0,
        updates: 0,
        covered: vec![],
        assumptions: assumptions.collect(),
        findings: vec![],
        rules_fired: BTreeSet::new(),
        props: vec![],
        stories: 0,
    };
    let as_written = module;
    let mut module = module.clone();
    if merging.rests {
        module = with_rests_read(&module, merging.retries && bounds.failures > 0);
        if merging.pastimes {
            module = with_pastimes_read(&module, script);
        }
    }
    if merging.moments && merging.turns && merging.waits {
        module = with_moments_read(&module);
    }
    let module = &module;
    let scripts = (module.script(script), as_written.script(script));
    let (Some(script), Some(as_written)) = scripts else {
        return exploration;
    };
    let (played, memory) = (Cell::new(0), UpdateCaches::default());
    let of_text = ScriptSurvey::of(module, script, merging);
    let world = World {
        module,
        script,
        survey: &of_text,
        bounds,
        played: &played,
        memory: &memory,
    };
    let places = world.places();
    let mut survey = of_text.clone();
    survey.lucky = without_their_coins(as_written, script);
    survey.see_places(&places);
    if merging.twins {
        survey.twins = twins(module, script, &survey, &places);
    }
    let world = World {
        survey: &survey,
        ..world
    };
    let graph = Graph::explore(&world, watch);
    exploration.updates = played.get();
    // Stories are played again; the budget does not count that.
    played.set(0);
    exploration.complete = graph.complete;
    exploration.states = graph.states.len();
    exploration.transitions = graph.edges.len();
    let covered = graph.beginnings.iter();
    exploration.covered = covered.map(|(b, _, whole)| (b.clone(), *whole)).collect();
    exploration.rules_fired = graph.rules_fired.clone();
    exploration.props = world.made_props();
    exploration.stories = graph.stories();
    if !is_in_vain.get() {
        exploration.findings = Judge::new(&world, &graph).findings();
    }
    exploration
}

/// The module with every host property as a reading. A pushed value would be part of every
/// situation and multiply them; a reading is explored with both answers at each look instead.
fn with_properties_read(module: &Module) -> Module {
    let mut module = module.clone();
    for host in &mut module.host {
        if host.form == HostForm::Property {
            let has_value = host.result.is_some();
            host.form = if has_value {
                HostForm::Function
            } else {
                HostForm::Predicate
            };
        }
    }
    module
}

/// Backward analysis of the graph: the results that are still possible without further faults.
struct Judge<'a> {
    world: &'a World<'a>,
    graph: &'a Graph,
    /// Whether the end can be reached.
    ends: Vec<bool>,
    /// The participants (as bits) that can still act or leave.
    lively: Vec<u16>,
    /// The rules that can still fire.
    rules: Vec<u64>,
    /// States, nearest to a beginning first.
    by_depth: Vec<StateIndex>,
}

impl<'a> Judge<'a> {
    fn new(world: &'a World<'a>, graph: &'a Graph) -> Judge<'a> {
        let count = graph.states.len();
        let mut judge = Judge {
            world,
            graph,
            ends: vec![false; count],
            lively: vec![0; count],
            rules: vec![0; count],
            by_depth: (0..count as StateIndex).collect(),
        };
        judge
            .by_depth
            .sort_by_key(|s| graph.states[*s as usize].depth);
        judge.look_back();
        judge
    }

    fn look_back(&mut self) {
        let graph = self.graph;
        let before = sources(graph);
        let mut open: Vec<StateIndex> = vec![];
        for (index, state) in graph.states.iter().enumerate() {
            // Unexplored states count as good.
            self.ends[index] = state.over || !state.expanded;
            self.lively[index] = if state.expanded { 0 } else { u16::MAX };
            self.rules[index] = if state.expanded { 0 } else { u64::MAX };
            open.push(index as StateIndex);
        }
        let mut queued = vec![true; graph.states.len()];
        while let Some(at) = open.pop() {
            queued[at as usize] = false;
            let mut new = false;
            while self.update(at) {
                new = true;
            }
            if new {
                let (from, to) = (before.0[at as usize], before.0[at as usize + 1]);
                for source in &before.1[from as usize..to as usize] {
                    if !queued[*source as usize] {
                        queued[*source as usize] = true;
                        open.push(*source);
                    }
                }
            }
        }
    }

    /// Recomputes a state from its successors; returns whether it changed.
    fn update(&mut self, at: StateIndex) -> bool {
        let index = at as usize;
        let state = &self.graph.states[index];
        let (mut ends, mut lively, mut rules) =
            (self.ends[index], self.lively[index], self.rules[index]);
        for edge in self.graph.edges_of(at).iter().filter(|edge| !edge.fault) {
            let to = edge.to as usize;
            rules |= edge.rules | self.rules[to];
            if !counts(edge, lively) {
                continue;
            }
            ends |= self.ends[to];
            let there = self.graph.states[to].members;
            let stays = edge.renaming.back(there, state.members);
            let later = edge.renaming.back(self.lively[to], state.members);
            lively |= edge.fired | (state.members & !stays) | later;
        }
        let new =
            (ends, lively, rules) != (self.ends[index], self.lively[index], self.rules[index]);
        (self.ends[index], self.lively[index], self.rules[index]) = (ends, lively, rules);
        new
    }

    fn findings(&self) -> Vec<Finding> {
        let mut found: BTreeMap<FindingKind, Finding> = BTreeMap::new();
        if self.world.survey.patience.exists() {
            // The other findings are those of the script as it is written.
            return self.wait_in_vain().into_iter().collect();
        }
        self.find_stuck(&mut found);
        self.find_livelock(&mut found);
        self.find_blocked_rules(&mut found);
        self.find_broken(&mut found);
        self.find_never_reached(&mut found);
        found.into_values().collect()
    }

    fn expanded(&self) -> impl Iterator<Item = StateIndex> {
        let states = &self.graph.states;
        self.by_depth.iter().copied().filter(|s| {
            let state = &states[*s as usize];
            state.expanded && !state.over
        })
    }

    /// The fact of a departed person that prevents a rule for ever.
    fn blocking_fact(&self, at: StateIndex) -> Option<(FactId, RuleId)> {
        let left = &self.graph.states[at as usize].left_facts;
        left.iter().find_map(|(fact, rules)| {
            let blocked = rules & !self.rules[at as usize];
            let number = blocked.trailing_zeros() as usize;
            let rule = self.world.script.rules.get(number)?;
            (blocked != 0).then_some((*fact, rule.id))
        })
    }

    fn find_blocked_rules(&self, found: &mut BTreeMap<FindingKind, Finding>) {
        for at in self.expanded() {
            if let Some((fact, rule)) = self.blocking_fact(at) {
                let kind = FindingKind::LeftFactBlocks(fact);
                if !found.contains_key(&kind)
                    && let Some(told) = self.world.tell(self.graph, at, None)
                {
                    let finding = self.finding(kind, at, told, None, Some(rule));
                    found.insert(kind, finding);
                }
            }
        }
    }

    fn find_stuck(&self, found: &mut BTreeMap<FindingKind, Finding>) {
        let mut told_roles: BTreeSet<RoleId> = BTreeSet::new();
        for at in self.expanded() {
            let state = &self.graph.states[at as usize];
            let stuck = state.people & state.idle & !self.lively[at as usize];
            if stuck == 0 || self.blocking_fact(at).is_some() {
                continue;
            }
            // While others are leaving, it is too early to call the scene stuck.
            if state.members & self.lively[at as usize] == 0 && state.idle == state.members {
                if !found.contains_key(&FindingKind::StuckScene)
                    && let Some(told) = self.world.tell(self.graph, at, None)
                {
                    let rule = told.last_rule(None);
                    let people = told.end.scene.participants.iter();
                    let people = people.filter(|p| stuck & bit(p.who) != 0);
                    let waiting = people.map(|p| self.world.waiting(&told, p.who));
                    let waiting = waiting.collect();
                    let mut finding = self.finding(FindingKind::StuckScene, at, told, None, rule);
                    finding.waiting = waiting;
                    found.insert(FindingKind::StuckScene, finding);
                }
                continue;
            }
            if state.members & self.lively[at as usize] == 0
                || told_roles.len() >= self.world.script.cast.len()
            {
                continue;
            }
            self.find_stuck_people(at, stuck, &mut told_roles, found);
        }
    }

    fn find_stuck_people(
        &self,
        at: StateIndex,
        stuck: u16,
        roles: &mut BTreeSet<RoleId>,
        found: &mut BTreeMap<FindingKind, Finding>,
    ) {
        let Some(told) = self.world.tell(self.graph, at, None) else {
            return;
        };
        for p in &told.end.scene.participants {
            let kind = FindingKind::StuckParticipant(p.role);
            if stuck & bit(p.who) != 0 && roles.insert(p.role) {
                let name = told.name(p.who);
                let rule = told.last_rule(Some(name));
                let mut finding = self.finding(kind, at, told.clone(), Some(name), rule);
                finding.state = told.state_of(p.who);
                finding.waiting = vec![self.world.waiting(&told, p.who)];
                found.insert(kind, finding);
            }
        }
    }

    /// The first wait that only giving up ends.
    fn wait_in_vain(&self) -> Option<Finding> {
        let (world, graph) = (self.world, self.graph);
        let (at, told, who) = waits_in_vain(world, graph, &self.by_depth, &self.lively)?;
        let person = told.end.scene.participant(who)?;
        let mut rules = world.script.rules.iter();
        let rule = rules.find(|rule| {
            let in_list = rule.state.is_none() || rule.state == person.state;
            let gives_up = world.survey.patience.gives_up(rule.id);
            gives_up && in_list && fits(world.module, rule, person.role)
        });
        let (name, state) = (told.name(who), person.state);
        let waiting = vec![world.waiting(&told, who)];
        let rule = rule.map(|rule| rule.id);
        Some(Finding {
            state,
            waiting,
            ..self.finding(FindingKind::WaitsInVain, at, told, Some(name), rule)
        })
    }

    /// The first endless cycle without a stuck participant.
    fn find_livelock(&self, found: &mut BTreeMap<FindingKind, Finding>) {
        let graph = self.graph;
        // States from which a stuck state can be reached.
        let mut stuck: Vec<bool> = graph
            .states
            .iter()
            .enumerate()
            .map(|(index, state)| {
                state.expanded && !state.over && state.people & !self.lively[index] != 0
            })
            .collect();
        let (starts, sources) = sources(graph);
        let mut open: Vec<StateIndex> = (0..stuck.len() as StateIndex)
            .filter(|s| stuck[*s as usize])
            .collect();
        while let Some(at) = open.pop() {
            let (from, to) = (starts[at as usize], starts[at as usize + 1]);
            for source in &sources[from as usize..to as usize] {
                if !stuck[*source as usize] {
                    stuck[*source as usize] = true;
                    open.push(*source);
                }
            }
        }
        let endless: Vec<bool> = (self.ends.iter().zip(&stuck))
            .map(|(ends, stuck)| !ends && !stuck)
            .collect();
        // The cycles without exit.
        let rounds = crate::rounds::last_rounds(graph, &endless);
        let mut gone: BTreeMap<u32, (FactId, StateIndex)> = BTreeMap::new();
        for at in self.expanded() {
            if let (Some(round), Some(fact)) = (
                rounds[at as usize],
                graph.states[at as usize].busy_with_gone,
            ) {
                gone.entry(round).or_insert((fact, at));
            }
        }
        for at in self.expanded() {
            let Some(round) = rounds[at as usize] else {
                continue;
            };
            let (kind, at) = match gone.get(&round) {
                Some((fact, at)) => (FindingKind::LeftFactBlocks(*fact), *at),
                None if self.blocking_fact(at).is_some() => continue,
                None => (FindingKind::Livelock, at),
            };
            if !found.contains_key(&kind)
                && let Some(told) = self.world.tell(graph, at, None)
            {
                let rule = self.going_on(at).first().copied();
                found.insert(kind, self.finding(kind, at, told, None, rule));
            }
        }
    }

    fn find_broken(&self, found: &mut BTreeMap<FindingKind, Finding>) {
        let (world, graph) = (self.world, self.graph);
        for (number, property) in world.script.properties.iter().enumerate() {
            let kind = FindingKind::PropertyBroken(property.id);
            let told = if property.form == PropertyForm::Eventually {
                let states: Vec<_> = self.expanded().collect();
                let at =
                    crate::eventually::never_comes(world, graph, property, &states, &self.lively);
                at.and_then(|at| Some((at, world.tell(graph, at, None)?)))
            } else {
                let at = graph.broken.get(&number).copied();
                at.and_then(|at| {
                    let broken = |s: &crate::situation::Situation| {
                        property::is_broken(world.module, property, s)
                    };
                    Some((at, world.tell(graph, at, Some(&broken))?))
                })
            };
            if let Some((at, told)) = told {
                let rule = told.last_rule(None);
                found.insert(kind, self.finding(kind, at, told, None, rule));
            }
        }
    }

    fn find_never_reached(&self, found: &mut BTreeMap<FindingKind, Finding>) {
        if !self.graph.complete || !is_wide_enough(self.world) {
            return;
        }
        let fired = &self.graph.rules_fired;
        let for_more = for_more_people(self.world, fired);
        for rule in &self.world.script.rules {
            if !fired.contains(&rule.id) && !is_for_other_times(self.world, rule) {
                let kind = if for_more.contains(&rule.id) {
                    FindingKind::RuleNeedsMorePeople(rule.id)
                } else {
                    FindingKind::RuleNeverReached(rule.id)
                };
                let finding = Finding {
                    kind,
                    who: None,
                    state: rule.state,
                    rule: Some(rule.id),
                    goes_on: vec![],
                    story: vec![],
                    waiting: vec![],
                };
                found.insert(kind, finding);
            }
        }
    }

    fn going_on(&self, at: StateIndex) -> Vec<RuleId> {
        let rules = self.world.script.rules.iter().take(64).enumerate();
        rules
            .filter(|(number, _)| self.rules[at as usize] & (1 << number) != 0)
            .map(|(_, rule)| rule.id)
            .collect()
    }

    fn finding(
        &self,
        kind: FindingKind,
        at: StateIndex,
        told: FullStory,
        who: Option<CharacterId>,
        rule: Option<RuleId>,
    ) -> Finding {
        Finding {
            kind,
            who,
            state: None,
            rule,
            goes_on: self.going_on(at),
            story: told.lines,
            waiting: vec![],
        }
    }
}

/// Whether progress may depend on a step, given the participants (as bits) that can still act or
/// leave. A coin is thrown again only after another action, so a participant without another action
/// may be unlucky for ever.
pub(crate) fn counts(edge: &Edge, lively: u16) -> bool {
    !edge.fault && (!edge.lucky || edge.fired & !lively == 0)
}

/// For each state, its predecessors without faults: the start index, and the list.
pub(crate) fn sources(graph: &Graph) -> (Vec<u32>, Vec<StateIndex>) {
    let count = graph.states.len();
    let mut starts = vec![0u32; count + 1];
    let steps = |visit: &mut dyn FnMut(StateIndex, StateIndex)| {
        for from in 0..count as StateIndex {
            for edge in graph.edges_of(from).iter().filter(|edge| !edge.fault) {
                visit(from, edge.to);
            }
        }
    };
    steps(&mut |_, to| starts[to as usize + 1] += 1);
    for index in 0..count {
        starts[index + 1] += starts[index];
    }
    let mut next = starts.clone();
    let mut sources = vec![0; starts[count] as usize];
    steps(&mut |from, to| {
        sources[next[to as usize] as usize] = from;
        next[to as usize] += 1;
    });
    (starts, sources)
}
