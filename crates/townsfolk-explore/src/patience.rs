//! Waits that only patience ends: the awaited condition can no longer come true, and the
//! participants give up after a time. Without the rules that give up, the scene would be stuck.
//!
//! The claim is narrow, because giving up is often what the author wants (see the chapter
//! "Exploration"). It is made of situations that are reached without a fault, before any participant
//! has given up, with enough people present.

use crate::beginning::Setting;
use crate::event::World;
use crate::finding::sources;
use crate::graph::{Graph, StateIndex, bit};
use crate::readings::are_tried_together;
use crate::situation::Situation;
use crate::story::FullStory;
use townsfolk_core::{CharacterId, FactId, RoleId, RuleId, StateId};
use townsfolk_module::{Expr, Finish, Literal, Module, Rule, Script, Visit};

/// The rules that give up waiting, and the rules that are waited for.
#[derive(Clone, Debug, Default)]
pub(crate) struct Patience {
    /// Rules that fire because time has passed, beside a rule that would have ended the wait.
    gives_up: Vec<RuleId>,
    /// The rules beside them that end the wait and ask for no time.
    waited_for: Vec<RuleId>,
    /// Whether a failure may add a fact that such a rule asks for.
    failure_helps: bool,
}

impl Patience {
    pub(crate) fn of(module: &Module, script: &Script) -> Patience {
        let mut found = Patience::default();
        for patient in script.rules.iter().filter(|r| waits_for_time(script, r)) {
            let own = facts_needed(script, &patient.when);
            if !ends_wait(patient, &own) {
                continue;
            }
            let others = script.rules.iter().filter(|rule| {
                !waits_for_time(script, rule)
                    && !facts_needed(script, &rule.when).is_empty()
                    && ends_wait(rule, &own)
                    && are_tried_together(module, script, patient, rule)
            });
            let others: Vec<RuleId> = others.map(|rule| rule.id).collect();
            if !others.is_empty() {
                found.gives_up.push(patient.id);
                found.waited_for.extend(others);
            }
        }
        found.failure_helps = failure_helps(script, &found.waited_for);
        found
    }

    /// Whether the script has such rules.
    pub(crate) fn exists(&self) -> bool {
        !self.gives_up.is_empty()
    }

    pub(crate) fn gives_up(&self, rule: RuleId) -> bool {
        self.gives_up.contains(&rule)
    }

    pub(crate) fn is_waited_for(&self, rule: RuleId) -> bool {
        self.waited_for.contains(&rule)
    }
}

/// Whether the failure of an action adds a fact that one of some rules asks for.
fn failure_helps(script: &Script, rules: &[RuleId]) -> bool {
    let rules = script.rules.iter().filter(|rule| rules.contains(&rule.id));
    let needed: Vec<FactId> = rules
        .flat_map(|rule| facts_needed(script, &rule.when))
        .collect();
    let effects = script.rules.iter().flat_map(|rule| &rule.on_failure.add);
    effects
        .into_iter()
        .any(|added| needed.contains(&added.fact))
}

/// Whether a rule ends a wait: it leads out of the state or scene, or removes a fact that the timer
/// needs.
fn ends_wait(rule: &Rule, timer: &[FactId]) -> bool {
    let removed = rule.now.remove.iter().chain(&rule.then.remove);
    rule.finish != Finish::Stay
        || (rule.goto.is_some() && rule.goto != rule.state)
        || removed.into_iter().any(|p| timer.contains(&p.fact))
}

/// Maximum depth of defines.
const DEPTH_MAX: usize = 8;

/// Whether a rule becomes possible because time passes.
fn waits_for_time(script: &Script, rule: &Rule) -> bool {
    let mut found = false;
    each_literal(script, &rule.when, 0, &mut |literal| {
        found |= match literal {
            Literal::Compare { .. } => literal.has_expr(|expr| *expr == Expr::Now),
            Literal::Fact {
                negated: true,
                fact,
                ..
            } => script.fact(*fact).is_some_and(|f| f.lifetime.is_some()),
            _ => false,
        };
    });
    found
}

/// The facts that a condition asks for.
fn facts_needed(script: &Script, condition: &[Literal]) -> Vec<FactId> {
    let mut facts = vec![];
    each_literal(script, condition, 0, &mut |literal| {
        if let Literal::Fact { fact, .. } = literal {
            facts.push(*fact);
        }
    });
    facts
}

/// Visits the literals of a condition and of its defines.
fn each_literal(
    script: &Script,
    condition: &[Literal],
    depth: usize,
    visit: &mut dyn FnMut(&Literal),
) {
    for literal in condition {
        visit(literal);
        if let (Literal::Define { define, .. }, true) = (literal, depth < DEPTH_MAX) {
            let clauses = script.define(*define).map_or(&[][..], |d| &d.clauses);
            for clause in clauses {
                each_literal(script, &clause.body, depth + 1, visit);
            }
        }
    }
}

/// The effect of a step on waiting participants. Kept beside the steps of a fine pass.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(crate) struct WaitStep {
    /// The participants that gave up, as bits.
    pub(crate) gave_up: u16,
    /// Participants whose wait ended as intended, as bits.
    pub(crate) got: u16,
    /// Whether a participant arrived.
    pub(crate) arrives: bool,
}

/// A participant: as a bit, with its role and state. Sorted by role.
pub(crate) type Waiter = (RoleId, Option<StateId>, u16);

/// The participants of a situation.
pub(crate) fn waiters(situation: &Situation) -> Vec<Waiter> {
    let people = situation.scene.participants.iter();
    let mut waiters: Vec<Waiter> = people.map(|p| (p.role, p.state, bit(p.who))).collect();
    waiters.sort_unstable();
    waiters
}

/// Whether some participants, by role, are all among others. Both are sorted by role.
fn is_part_of(some: &[Waiter], others: &[Waiter]) -> bool {
    let mut others = others.iter();
    some.iter()
        .all(|(role, ..)| others.any(|other| other.0 == *role))
}

/// The outcomes that are still possible in each state without further faults.
struct Outlook {
    /// The participants (as bits) that can act or leave before any participant gives up.
    before_anybody: Vec<u16>,
    /// The participants that can act or leave without giving up.
    otherwise: Vec<u16>,
    /// The participants whose wait can succeed before any participant gives up or arrives.
    gets_it: Vec<u16>,
}

/// Maximum number of stories that are examined.
const STORIES_MAX: usize = 24;

/// The first wait that only patience ends: its story, and the waiting participant (by its number at
/// the end).
pub(crate) fn waits_in_vain(
    world: &World<'_>,
    graph: &Graph,
    by_depth: &[StateIndex],
    lively: &[u16],
) -> Option<(StateIndex, FullStory, CharacterId)> {
    if graph.wait_steps.is_empty() {
        return None;
    }
    let plain = reached(graph, false);
    let outlook = Outlook::of(graph);
    let luck = successful_waits(world, graph, &plain, &outlook);
    let candidates = by_depth.iter().filter_map(|at| {
        let index = *at as usize;
        let state = &graph.states[index];
        if !plain[index] || !state.expanded || state.over {
            return None;
        }
        let waiters = &graph.waiters[index];
        // Participants in the same place, role and state succeed with no more company.
        let lost = waiters.iter().filter(|(role, state, _)| {
            let here = (place_of(graph, index), (*role, *state));
            let mut luck = luck.iter();
            luck.any(|(at, who, company)| (*at, *who) == here && is_part_of(company, waiters))
        });
        let lost = lost.fold(0, |all, (.., who)| all | who);
        let waits = state.people & state.idle & lively[index] & lost;
        let alone = waits & !outlook.otherwise[index];
        let all = waits & !outlook.before_anybody[index];
        let all = if all == state.people { all } else { 0 };
        let who = (alone | all).trailing_zeros();
        (who < 16).then_some((*at, CharacterId(who)))
    });
    candidates.take(STORIES_MAX).find_map(|(at, who)| {
        let told = world.tell(graph, at, None)?;
        world
            .counts_as_vain(&told, at, graph)
            .then_some((at, told, who))
    })
}

/// A successful wait: the place, the role and state, and the other participants.
type SuccessfulWait<'g> = (Option<Setting>, (RoleId, Option<StateId>), &'g [Waiter]);

/// The waits that can succeed. Where every story without a fault is in vain, a story with a fault
/// can show what is possible.
fn successful_waits<'g>(
    world: &World<'_>,
    graph: &'g Graph,
    plain: &[bool],
    outlook: &Outlook,
) -> Vec<SuccessfulWait<'g>> {
    let mut found: Vec<SuccessfulWait<'g>> = vec![];
    let mut note = |at: usize, gets: u16| {
        let waiters = &graph.waiters[at];
        for (role, state, _) in waiters.iter().filter(|w| w.2 & gets != 0) {
            let (place, who) = (place_of(graph, at), (*role, *state));
            let known =
                |l: &SuccessfulWait<'_>| (l.0, l.1) == (place, who) && is_part_of(l.2, waiters);
            if !found.iter().any(known) {
                found.push((place, who, waiters));
            }
        }
    };
    for at in (0..plain.len()).filter(|at| plain[*at]) {
        note(at, outlook.gets_it[at]);
    }
    if !world.survey.patience.failure_helps {
        let with_faults = reached(graph, true);
        for at in (0..with_faults.len()).filter(|at| with_faults[*at]) {
            let steps = graph.wait_steps_of(at as StateIndex);
            note(at, steps.fold(0, |all, (_, step)| all | step.got));
        }
    }
    found
}

fn place_of(graph: &Graph, at: usize) -> Option<Setting> {
    let beginning = graph.states[at].beginning as usize;
    graph.beginnings.get(beginning).map(|(b, ..)| b.place)
}

/// The states that are reached without a late arrival or a participant that gives up; without
/// faults too, unless they count.
fn reached(graph: &Graph, faults: bool) -> Vec<bool> {
    let mut reached = vec![false; graph.states.len()];
    let mut open: Vec<StateIndex> = graph.beginnings.iter().map(|(_, at, _)| *at).collect();
    while let Some(at) = open.pop() {
        if std::mem::replace(&mut reached[at as usize], true) {
            continue;
        }
        for (edge, step) in graph.wait_steps_of(at) {
            if (faults || !edge.fault) && step.gave_up == 0 && !step.arrives {
                open.push(edge.to);
            }
        }
    }
    reached
}

impl Outlook {
    fn of(graph: &Graph) -> Outlook {
        let count = graph.states.len();
        let unknown = |state: &crate::graph::State| if state.expanded { 0 } else { u16::MAX };
        let good: Vec<u16> = graph.states.iter().map(unknown).collect();
        let mut outlook = Outlook {
            before_anybody: good.clone(),
            otherwise: good,
            gets_it: vec![0; count],
        };
        let (starts, before) = sources(graph);
        let mut open: Vec<StateIndex> = (0..count as StateIndex).collect();
        let mut queued = vec![true; count];
        while let Some(at) = open.pop() {
            queued[at as usize] = false;
            let mut new = false;
            while outlook.update(graph, at) {
                new = true;
            }
            if !new {
                continue;
            }
            let (from, to) = (starts[at as usize], starts[at as usize + 1]);
            for source in &before[from as usize..to as usize] {
                if !std::mem::replace(&mut queued[*source as usize], true) {
                    open.push(*source);
                }
            }
        }
        outlook
    }

    /// Recomputes a state from its successors; returns whether it changed.
    fn update(&mut self, graph: &Graph, at: StateIndex) -> bool {
        let index = at as usize;
        let members = graph.states[index].members;
        let old = (
            self.before_anybody[index],
            self.otherwise[index],
            self.gets_it[index],
        );
        let (mut before_anybody, mut otherwise, mut gets_it) = old;
        for (edge, step) in graph.wait_steps_of(at).filter(|(edge, _)| !edge.fault) {
            let to = edge.to as usize;
            let back = |of: u16| edge.renaming.back(of, members);
            let acts = edge.fired | (members & !back(graph.states[to].members));
            otherwise |= (acts | back(self.otherwise[to])) & !step.gave_up;
            if step.gave_up == 0 {
                before_anybody |= acts | back(self.before_anybody[to]);
                if !step.arrives {
                    gets_it |= step.got | back(self.gets_it[to]);
                }
            }
        }
        let new = (before_anybody, otherwise, gets_it);
        (
            self.before_anybody[index],
            self.otherwise[index],
            self.gets_it[index],
        ) = new;
        new != old
    }
}

impl World<'_> {
    /// Whether only the course of the scene explains a wait: no coin, no missing newcomer, and
    /// nothing that was used up.
    fn counts_as_vain(&self, told: &FullStory, at: StateIndex, graph: &Graph) -> bool {
        let scene = &told.end.scene;
        let mut coins = scene.participants.iter().flat_map(|p| &p.coins);
        if coins.any(|coin| !coin.came_up) {
            return false;
        }
        let has_room = |line: &townsfolk_module::CastRole| {
            let taken = scene.participants.iter().filter(|p| p.role == line.role);
            line.joins_late && taken.count() < usize::from(line.max)
        };
        let crowded = scene.participants.len() >= usize::from(self.bounds.crowd_max)
            || self.bounds.arrivals == 0;
        if crowded && self.script.cast.iter().any(has_room) {
            return false;
        }
        let beginning = graph.states[at as usize].beginning as usize;
        let Some((beginning, ..)) = graph.beginnings.get(beginning) else {
            return false;
        };
        let mut restored = told.end.clone();
        for atom in self.known(beginning.place) {
            let facts = &mut restored.scene.facts;
            facts.add(self.script, atom, restored.scene.now, None);
        }
        let branches = self.update(&restored, &[], &[], &mut false);
        let mut fired = branches.iter().flat_map(|branch| branch.fired());
        !fired.any(|(_, rule)| !self.survey.patience.gives_up(rule))
    }
}
