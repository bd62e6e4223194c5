//! Differences that a script can never notice, derived from its text: situations that differ only
//! in these are merged.

use crate::equivalent_rules::stand_ins;
use crate::merging::Merging;
use crate::passing::{DelayedExpiry, noticed_facts};
use crate::readers::Readers;
use crate::readings::{idle_rules, is_long_rest, is_rest, is_traceless};
use crate::unread_arguments::UnreadArguments;
use townsfolk_core::{ActionId, Atom, FactId, Kind, RoleId, RuleId, StateId, VarId};
use townsfolk_module::{Choose, Clause, Comparison, Expr, Literal, Module, Rule, Script, Visit};
use townsfolk_scene::reference::Participant;

/// Arguments of a fact as bits.
pub(crate) type ArgumentBits = u32;

/// The facts and variables that a script reads again, and in which order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Attention {
    /// For each fact, the arguments that two facts must share for their age to matter.
    ages: Vec<(FactId, ArgumentBits)>,
    /// For each rule, the variables that are read after it has fired.
    variables: Vec<(RuleId, u64)>,
    /// Facts named by properties.
    pub(crate) judged: Vec<FactId>,
    /// Rules whose coins matter while a participant is busy.
    pub(crate) urgent: Vec<RuleId>,
    /// Rules whose rests are readings.
    rested: Vec<RuleId>,
    /// Those among them that rest longer than a stop takes.
    rests_long: Vec<RuleId>,
    /// Rules that fire at most once.
    once: Vec<RuleId>,
    /// Pastimes that count as over as soon as they begin.
    pub(crate) idle: Vec<RuleId>,
    /// For each rule, the facts that the end of its action can change.
    changed_later: Vec<(RuleId, Vec<FactId>)>,
    /// States named by properties, which also find leavers; `.any` does not.
    pub(crate) judged_states: Vec<StateId>,
    /// Minimum number of participants for each role.
    least: Vec<(RoleId, usize)>,
    /// The possible readers of each fact.
    readers: Readers,
    /// Arguments that nothing reads.
    pub(crate) unread: UnreadArguments,
    /// Pastimes, each with its representative rule and action.
    pastimes: Vec<(RuleId, RuleId, ActionId)>,
    /// Equivalent rules, each with its representative rule and action.
    stand_ins: Vec<(RuleId, RuleId, ActionId)>,
    /// For each state, the states that can follow, including itself.
    after: Vec<(StateId, Vec<StateId>)>,
    /// For each rule, its state.
    states: Vec<(RuleId, Option<StateId>)>,
    /// Facts that only pastimes without effect read.
    for_pastimes: Vec<FactId>,
    /// Whether the order in which participants are found can matter.
    pub(crate) orders_people: bool,
    /// Facts whose expiry is delayed until a turn depends on it.
    pub(crate) noticed: Vec<DelayedExpiry>,
}

impl Attention {
    pub(crate) fn of(module: &Module, script: &Script, merging: Merging) -> Attention {
        let mut reader = RuleScanner {
            module,
            script,
            roles: vec![],
            found: Attention::default(),
        };
        for rule in &script.rules {
            reader.rule(rule);
            let after = variables_after(rule);
            reader.found.variables.push((rule.id, after));
            if rule.urgent {
                reader.found.urgent.push(rule.id);
            }
        }
        let mut attention = reader.found;
        attention.rested = (script.rules.iter())
            .filter(|rule| rule.when.iter().any(is_rest))
            .map(|rule| rule.id)
            .collect();
        let long = |rule: &&Rule| rule.when.iter().any(is_long_rest);
        let rules = script.rules.iter().filter(long);
        attention.rests_long = rules.map(|rule| rule.id).collect();
        let once = script.rules.iter().filter(|rule| rule.once);
        attention.once = once.map(|rule| rule.id).collect();
        attention.pastimes = pastimes(module, script);
        if merging.pastimes && merging.rests {
            attention.idle = idle_rules(module, script);
        }
        for rule in &script.rules {
            let later = [&rule.then, &rule.on_failure, &rule.on_stop].into_iter();
            let patterns = later.flat_map(|effects| effects.remove.iter().chain(&effects.add));
            let facts = patterns.map(|pattern| pattern.fact).collect();
            attention.changed_later.push((rule.id, facts));
        }
        let least = script.cast.iter();
        attention.least = least.map(|l| (l.role, usize::from(l.min))).collect();
        attention.readers = Readers::of(module, script);
        if merging.waits {
            attention.unread = UnreadArguments::of(script);
        }
        if merging.rests && merging.retries && merging.unread {
            attention.stand_ins = stand_ins(module, script, &attention.unread, &attention.pastimes);
        }
        if merging.unread && merging.leftovers {
            let is_idle = |rule: &&Rule| attention.idle.contains(&rule.id);
            let idle = script.rules.iter().filter(is_idle);
            let idle = idle.filter(|rule| rule.now.is_empty() && !rule.urgent);
            let idle: Vec<RuleId> = idle.map(|rule| rule.id).collect();
            let facts = script.facts.iter().map(|fact| fact.id);
            let facts = facts.filter(|fact| attention.readers.is_only_for(*fact, &idle));
            attention.for_pastimes = facts.collect();
        }
        attention.judged_states = judged_states(script);
        attention.states = script.rules.iter().map(|r| (r.id, r.state)).collect();
        attention.after = (script.states.iter())
            .map(|state| (*state, states_after(script, *state)))
            .collect();
        let mut seen = vec![];
        for property in &script.properties {
            let literals = property.when.iter().chain(&property.expect);
            literals.for_each(|l| facts_in(script, l, &mut attention.judged, &mut seen));
        }
        if merging.passing && merging.waits && merging.rests && merging.turns {
            attention.noticed = noticed_facts(script, &attention.judged);
        }
        attention
    }

    /// The arguments that two facts must share for their age to matter.
    pub(crate) fn parts(&self, fact: FactId) -> ArgumentBits {
        let found = self.ages.iter().find(|(other, _)| *other == fact);
        found.map_or(ArgumentBits::MAX, |(_, parts)| *parts)
    }

    /// Whether a participant in a state can ever try a rule again.
    pub(crate) fn may_be_tried(&self, rule: RuleId, state: Option<StateId>) -> bool {
        let found = self.states.iter().find(|(other, _)| *other == rule);
        let Some((_, Some(wanted))) = found else {
            return true;
        };
        let after = self.after.iter().find(|(from, _)| Some(*from) == state);
        after.is_none_or(|(_, states)| states.contains(wanted))
    }

    /// Whether it matters that a rule rests after a failure.
    pub(crate) fn rest_matters(&self, rule: RuleId, fired_once: &[RuleId]) -> bool {
        let spent = self.once.contains(&rule) && fired_once.contains(&rule);
        !spent && !self.rested.contains(&rule)
    }

    /// Whether a rule's rests are readings.
    pub(crate) fn is_rested(&self, rule: RuleId) -> bool {
        self.rested.contains(&rule)
    }

    /// Whether such a rule rests longer than a stop takes.
    pub(crate) fn rests_long(&self, rule: RuleId) -> bool {
        self.rests_long.contains(&rule)
    }

    /// The facts that the end of a running action can change; `None` if unknown.
    pub(crate) fn changed_later(&self, rule: Option<RuleId>) -> Option<&[FactId]> {
        let Some(rule) = rule else {
            // An action on leaving.
            return Some(&[]);
        };
        let found = self.changed_later.iter().find(|(other, _)| *other == rule);
        found.map(|(_, facts)| facts.as_slice())
    }

    /// The minimum number of participants in a role.
    pub(crate) fn least(&self, role: RoleId) -> usize {
        let found = self.least.iter().find(|(other, _)| *other == role);
        found.map_or(0, |(_, least)| *least)
    }

    /// Whether no condition can ever read a fact again.
    pub(crate) fn is_dead(&self, atom: &Atom, people: &[Participant]) -> bool {
        let tried = |rule: RuleId, p: &Participant| {
            let spent = self.once.contains(&rule) && p.fired_once.contains(&rule);
            !spent && self.may_be_tried(rule, p.state)
        };
        !self.judged.contains(&atom.fact)
            && (self.for_pastimes.contains(&atom.fact)
                || !self.readers.may_be_read(atom, people, &tried))
    }

    /// Whether a participant's turn may depend on the expiry of a fact.
    pub(crate) fn notices(&self, person: &Participant, atom: &Atom) -> bool {
        let Some((_, by)) = self.noticed.iter().find(|(fact, _)| *fact == atom.fact) else {
            return false;
        };
        let in_list = |rule: RuleId| {
            let found = self.states.iter().find(|(other, _)| *other == rule);
            let tried = found.is_none_or(|(_, state)| state.is_none() || *state == person.state);
            tried && by.contains(&rule)
        };
        self.readers.looks_at(person, atom, &in_list)
    }

    /// Whether a rule is a pastime that reads facts which are not kept.
    pub(crate) fn is_left_out(&self, rule: RuleId) -> bool {
        let mut facts = self.for_pastimes.iter();
        facts.any(|fact| self.readers.is_read_by(*fact, rule))
    }

    /// The representative rule and action of a pastime.
    pub(crate) fn pastime(&self, rule: Option<RuleId>) -> Option<(RuleId, ActionId)> {
        let found = self.pastimes.iter().find(|(own, ..)| Some(*own) == rule);
        found.map(|(_, rule, action)| (*rule, *action))
    }

    /// The representative rule and action of a running equivalent rule.
    pub(crate) fn stand_in(&self, rule: Option<RuleId>) -> Option<(RuleId, ActionId)> {
        let found = self.stand_ins.iter().find(|(own, ..)| Some(*own) == rule);
        found.map(|(_, rule, action)| (*rule, *action))
    }

    /// Whether a variable of a running action's rule is read again.
    pub(crate) fn reads(&self, rule: Option<RuleId>, variable: usize) -> bool {
        let found = self
            .variables
            .iter()
            .find(|(other, _)| Some(*other) == rule);
        found.is_some_and(|(_, bits)| variable >= 64 || bits & (1 << variable) != 0)
    }
}

/// Scans the rules of a script.
struct RuleScanner<'a> {
    module: &'a Module,
    script: &'a Script,
    /// The roles of the current rule.
    roles: Vec<RoleId>,
    found: Attention,
}

impl RuleScanner<'_> {
    fn rule(&mut self, rule: &Rule) {
        let mut bound: Vec<VarId> = vec![];
        match &rule.choose {
            Choose::First => {}
            // Every solution is explored.
            Choose::Any(None) => return,
            // Every value is explored, because the stage is explored with every order of them.
            Choose::Any(Some(variable)) | Choose::Nearest(variable) => bound.push(*variable),
            Choose::Least(expr) | Choose::Most(expr) => {
                if let Expr::Host { arguments, .. } = expr {
                    bound.extend(arguments.iter().filter_map(|a| match a {
                        Expr::Variable(v) => Some(*v),
                        _ => None,
                    }));
                }
            }
        }
        let mut uses = vec![];
        variables_of(&rule.when, &mut uses);
        let after = variables_after(rule);
        let asked = variables_asked(rule);
        let matters = |v: VarId| {
            uses.iter().filter(|u| **u == v).count() > 1 || bit(v) & (after | asked) != 0
        };
        self.roles = rule.roles.clone();
        self.literals(&rule.when, &mut bound, &matters, 0);
    }

    fn literals(
        &mut self,
        literals: &[Literal],
        bound: &mut Vec<VarId>,
        matters: &dyn Fn(VarId) -> bool,
        depth: usize,
    ) {
        let script = self.script;
        for literal in literals.iter().filter(|l| !l.is_negated()) {
            match literal {
                Literal::Fact {
                    fact, arguments, ..
                } => {
                    let mut parts = 0;
                    let mut free = false;
                    for (index, argument) in arguments.iter().enumerate() {
                        match argument {
                            Expr::Variable(v) if !bound.contains(v) => free |= matters(*v),
                            Expr::Anything => {}
                            _ => parts |= 1_u32.checked_shl(index as u32).unwrap_or(0),
                        }
                    }
                    if free && !self.is_the_other_one(*fact, arguments, literals) {
                        self.age_matters(*fact, parts);
                    }
                }
                Literal::Define {
                    define, arguments, ..
                } => {
                    // Without a new value that matters, it holds or it does not.
                    let gives = |a: &Expr| match a {
                        Expr::Variable(v) => !bound.contains(v) && matters(*v),
                        _ => false,
                    };
                    let clauses = script.define(*define).map_or(&[][..], |d| &d.clauses);
                    for clause in clauses.iter().filter(|_| arguments.iter().any(gives)) {
                        self.clause(clause, arguments, bound, depth);
                    }
                }
                Literal::Any { who, role, .. } => {
                    let lines = script
                        .cast
                        .iter()
                        .filter(|line| role.is_none_or(|role| self.module.is_a(line.role, role)));
                    let count: u32 = lines.map(|line| u32::from(line.max)).sum();
                    let fits = |own: &RoleId| role.is_none_or(|r| self.module.is_a(*own, r));
                    let one_is_me = !self.roles.is_empty() && self.roles.iter().all(fits);
                    let me_left_out = one_is_me && literals.iter().any(|l| is_not_me(l, who));
                    let several = count > 1 + u32::from(me_left_out);
                    if let Expr::Variable(v) = who
                        && !bound.contains(v)
                        && matters(*v)
                        && several
                    {
                        self.found.orders_people = true;
                    }
                }
                _ => {}
            }
            let mut inside = vec![];
            variables_of(literal, &mut inside);
            bound.extend(inside);
        }
    }

    fn clause(&mut self, clause: &Clause, arguments: &[Expr], bound: &[VarId], depth: usize) {
        if depth > 8 {
            // Too deep to follow: the age of everything in it matters.
            let mut facts = vec![];
            let mut seen = vec![];
            let body = clause.body.iter();
            body.for_each(|l| facts_in(self.script, l, &mut facts, &mut seen));
            facts.iter().for_each(|fact| self.age_matters(*fact, 0));
            self.found.orders_people = true;
            return;
        }
        let known = |argument: &Expr| match argument {
            Expr::Variable(v) => bound.contains(v),
            Expr::Anything => false,
            _ => true,
        };
        let mut inner: Vec<VarId> = vec![];
        for (parameter, argument) in clause.parameters.iter().zip(arguments) {
            if let (Expr::Variable(v), true) = (parameter, known(argument)) {
                inner.push(*v);
            }
        }
        self.literals(&clause.body, &mut inner, &|_| true, depth + 1);
    }

    /// Whether a fact about one person can only be about the other of two in a role.
    fn is_the_other_one(&self, fact: FactId, arguments: &[Expr], literals: &[Literal]) -> bool {
        let kinds = self.script.fact(fact).map_or(&[][..], |f| &f.kinds);
        let ([Kind::CharacterIn(role)], [who]) = (kinds, arguments) else {
            return false;
        };
        let cast = self.script.cast.iter();
        let mut lines = cast.filter(|line| self.module.is_a(line.role, *role));
        let count: u32 = lines.clone().map(|line| u32::from(line.max)).sum();
        let nobody_new = !lines.any(|line| line.joins_late);
        let fits = |own: &RoleId| self.module.is_a(*own, *role);
        let one_is_me = !self.roles.is_empty() && self.roles.iter().all(fits);
        let others = u32::from(one_is_me && literals.iter().any(|l| is_not_me(l, who)));
        nobody_new && count <= 1 + others
    }

    fn age_matters(&mut self, fact: FactId, parts: ArgumentBits) {
        match self.found.ages.iter_mut().find(|(other, _)| *other == fact) {
            Some((_, known)) => *known &= parts,
            None => self.found.ages.push((fact, parts)),
        }
    }
}

/// Whether a literal requires that a variable is not `.me`.
fn is_not_me(literal: &Literal, who: &Expr) -> bool {
    match literal {
        Literal::Compare {
            left,
            comparison: Comparison::NotEqual,
            right,
        } => (left == who && *right == Expr::Me) || (right == who && *left == Expr::Me),
        _ => false,
    }
}

/// Rules whose action leaves no trace, however it ends. Two are equivalent while they last if the
/// same urgent rules stand above them and both or neither can be stopped.
fn pastimes(module: &Module, script: &Script) -> Vec<(RuleId, RuleId, ActionId)> {
    let mut found: Vec<(RuleId, RuleId, ActionId)> = vec![];
    let mut kinds: Vec<((usize, bool), (RuleId, ActionId))> = vec![];
    let mut urgent = 0;
    for rule in &script.rules {
        let traceless = is_traceless(module, script, rule);
        let action = rule
            .action
            .as_ref()
            .and_then(|call| module.action(call.action));
        if let (true, Some(action)) = (traceless, action) {
            let kind = (urgent, action.interruptible);
            let known = kinds.iter().find(|(other, _)| *other == kind);
            let (as_rule, as_action) = known.map_or((rule.id, action.id), |(_, same)| *same);
            kinds.push((kind, (as_rule, as_action)));
            found.push((rule.id, as_rule, as_action));
        }
        urgent += usize::from(rule.urgent);
    }
    found
}

/// The states that a participant in a state can reach.
fn states_after(script: &Script, state: StateId) -> Vec<StateId> {
    let mut after = vec![state];
    let mut next = 0;
    while let Some(from) = after.get(next).copied() {
        next += 1;
        for rule in &script.rules {
            let counts = rule.state.is_none() || rule.state == Some(from);
            if let (true, Some(to)) = (counts, rule.goto)
                && !after.contains(&to)
            {
                after.push(to);
            }
        }
    }
    after
}

fn bit(variable: VarId) -> u64 {
    1_u64.checked_shl(u32::from(variable.0)).unwrap_or(0)
}

/// The variables that are read after a rule has fired.
fn variables_after(rule: &Rule) -> u64 {
    let mut found = vec![];
    for effects in [&rule.then, &rule.on_failure, &rule.on_stop] {
        variables_of(effects, &mut found);
    }
    variables_of(&rule.while_holds, &mut found);
    found.iter().fold(0, |bits, v| bits | bit(*v))
}

/// The variables that are read when a rule fires.
fn variables_asked(rule: &Rule) -> u64 {
    let mut found = vec![];
    variables_of(&rule.now, &mut found);
    found.extend(rule.together);
    variables_of(&rule.choose, &mut found);
    // Only the host sees the arguments of an action, which need a value.
    found.iter().fold(0, |bits, v| bits | bit(*v))
}

pub(crate) fn variables_of(part: &impl Visit, found: &mut Vec<VarId>) {
    part.each_expr(&mut |expr| {
        if let Expr::Variable(v) = expr {
            found.push(*v);
        }
    });
}

/// The facts that a literal names, directly or through defines.
pub(crate) fn facts_in(
    script: &Script,
    literal: &Literal,
    found: &mut Vec<FactId>,
    seen: &mut Vec<townsfolk_core::DefineId>,
) {
    match literal {
        Literal::Fact { fact, .. } => found.push(*fact),
        Literal::Define { define, .. } if !seen.contains(define) => {
            seen.push(*define);
            let clauses = script.define(*define).map_or(&[][..], |d| &d.clauses);
            for inner in clauses.iter().flat_map(|clause| &clause.body) {
                facts_in(script, inner, found, seen);
            }
        }
        _ => {}
    }
    for counted in literal.counted() {
        facts_in(script, counted, found, seen);
    }
}

/// The states that properties name.
fn judged_states(script: &Script) -> Vec<StateId> {
    let mut seen = vec![];
    let mut states = vec![];
    let mut open: Vec<&Literal> = vec![];
    for property in &script.properties {
        open.extend(property.when.iter().chain(&property.expect));
    }
    while let Some(literal) = open.pop() {
        match literal {
            Literal::InState { state, .. } => states.push(*state),
            Literal::Define { define, .. } if !seen.contains(define) => {
                seen.push(*define);
                let clauses = script.define(*define).map_or(&[][..], |d| &d.clauses);
                open.extend(clauses.iter().flat_map(|clause| &clause.body));
            }
            _ => {}
        }
        open.extend(literal.counted());
    }
    states
}
