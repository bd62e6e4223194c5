//! Why somebody does something now, or does not. Section "Why".
//!
//! A pure look at a scene: for each rule in someone's list, whether it could fire at this moment,
//! and if not, the first literal that fails where the search gets furthest, and one fact that would
//! make the difference. Such a fact is not guessed: it is put in (or taken out) on a copy, and the
//! rule is tried again.

use super::beat::beat_of;
use super::bindings::Bindings;
use super::choice::choose;
use super::effects::{apply, can_fire, plan};
use super::fate::{DrawKey, Fate};
use super::matching::{Chance, Matcher, View};
use super::scene::{Phase, Recall, Scene, StartId};
use super::stage::Stage;
use super::trace::{Happening, StopReason};
use super::tuple_space::{Added, Atom, TupleSpace};
use super::update::partner_is_free;
use std::ops::ControlFlow;
use townsfolk_core::{
    ActionId, CharacterId, Duration, Kind, Number, RoleId, RuleId, Standing, StateId, Tick, Value,
};
use townsfolk_module::{Clause, Comparison, Expr, Literal, Module, Rule, Script};

/// At most so many partial matches are looked at for what would complete them.
const PARTIALS_MAX: usize = 16;

/// At most so many single facts are tried for each rule.
const TRIES_MAX: usize = 200;

/// At most so many values are tried for an argument that is open.
const DOMAIN_MAX: usize = 12;

/// How deeply defines are looked into.
const DEFINES_DEEP: usize = 6;

/// Why someone does what they do, and nothing else.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Why {
    /// Who.
    pub who: CharacterId,
    /// In which role.
    pub role: RoleId,
    /// In which state.
    pub state: Option<StateId>,
    /// Where they stand.
    pub standing: Standing,
    /// At which moment.
    pub now: Tick,
    /// What they are doing.
    pub doing: Option<Doing>,
    /// Since when they are free, or from when on they will be.
    pub free_since: Tick,
    /// A recall that waits.
    pub recall: Option<Recall>,
    /// How far the scene has come: rules are tried only while it runs.
    pub phase: Phase,
    /// The rules in their list, in order of precedence.
    pub rules: Vec<RuleWhy>,
}

/// What someone is doing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Doing {
    /// Which performance.
    pub start: StartId,
    /// The action.
    pub action: ActionId,
    /// Whose rule it was: their own, or that of the one they do it with.
    pub whose: CharacterId,
    /// The other one of a joint action.
    pub partner: Option<CharacterId>,
    /// The rule; `None` for an action on leaving, or of a rule that is no longer there.
    pub rule: Option<RuleId>,
    /// The values of its variables.
    pub bindings: Vec<Option<Value>>,
    /// Since when.
    pub since: Tick,
    /// When it counts as failed.
    pub limit: Tick,
    /// Why it has been asked to stop.
    pub stop_asked: Option<StopReason>,
}

/// What can be said of one rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleWhy {
    /// Which rule.
    pub rule: RuleId,
    /// Whether it could fire.
    pub verdict: Verdict,
}

/// Whether a rule could fire, were the participant free at this moment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It has fired, and its action runs.
    Acting,
    /// It has a solution; the one that would be taken.
    Solved(Vec<Option<Value>>),
    /// It is for other roles.
    NotInRole(Vec<RoleId>),
    /// It is marked `once`, and has fired.
    Spent,
    /// It rests until then.
    Rests(Tick),
    /// It has a solution, but reads the stage, and is looked at on its beat: then, for the next
    /// time.
    WaitsForBeat(Tick),
    /// The search takes too many steps.
    OutOfSteps,
    /// Its action does not exist.
    NoSuchAction(ActionId),
    /// Its condition does not hold.
    Fails(Failing),
    /// Its condition holds, but no solution counts.
    Refused(Refusal),
}

/// Where a condition fails.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failing {
    /// Which literal of `when`, counted from zero: the search gets no further.
    pub literal: usize,
    /// The values of the variables at that point: the nearest partial match.
    pub bindings: Vec<Option<Value>>,
    /// Why it fails there.
    pub cause: Cause,
    /// One fact that would let the rule fire.
    pub fix: Option<Fix>,
}

/// Why a literal fails.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cause {
    /// No fact matches. These are there under the same name (the first few).
    NoFact(Vec<Atom>),
    /// `not` stands before it, and with these arguments it holds.
    Holds(Vec<Option<Value>>),
    /// None of a define's clauses holds; this is the one that gets furthest.
    Inside {
        /// The literal of that clause that fails.
        literal: Literal,
        /// The values of the clause's variables.
        bindings: Vec<Option<Value>>,
        /// Why it fails.
        cause: Box<Cause>,
    },
    /// The comparison does not hold between these values.
    Compared {
        /// Left side.
        left: Option<Value>,
        /// Right side.
        right: Option<Value>,
        /// From when on it would hold, all else being equal.
        holds_from: Option<Tick>,
    },
    /// Nobody fits who is present.
    Nobody,
    /// The coin fell the other way.
    Coin,
    /// The host says otherwise.
    Host,
    /// Something in it has no value.
    Undefined,
}

/// Why a solution of the condition is none for the rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The values of the first solution.
    pub bindings: Vec<Option<Value>>,
    /// Why it does not count.
    pub cause: RefusalCause,
    /// One fact that would let the rule fire.
    pub fix: Option<Fix>,
}

/// Why a solution does not count.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RefusalCause {
    /// The partner of a joint action is not free, not there, or the participant itself.
    Partner(Option<Value>),
    /// An argument of the action has no value.
    Argument,
    /// It would take a claim from somebody else.
    Claim {
        /// The claim.
        claim: Atom,
        /// Who has it.
        holder: Value,
    },
    /// It would change nothing, and there is no action.
    NoChange,
}

/// One fact that would make the difference.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fix {
    /// If this were there.
    Add(Atom),
    /// If this were not there.
    Remove(Atom),
}

/// Looks at someone's rules at a moment. `None` if they do not take part, or there is no script.
///
/// Busy people are looked at as if they were free: what would they do now?
pub fn why(
    scene: &Scene,
    module: &Module,
    stage: &dyn Stage,
    fate: &mut dyn Fate,
    now: Tick,
    who: CharacterId,
) -> Option<Why> {
    let p = scene.participant(who)?;
    let script = module.script(scene.script)?;
    let now = now.max(scene.now);
    let mut order: Vec<CharacterId> = scene.participants.iter().map(|p| p.who).collect();
    if order.len() > 1 {
        fate.order(scene, now, &mut order);
    }
    let doing = scene.doing(who);
    let mut asking = Asking {
        view: View {
            module,
            script,
            scene,
            order: &order,
            stage,
            now,
        },
        fate,
        who,
        tries: 0,
    };
    let in_list = |rule: &&Rule| rule.state.is_none() || rule.state == p.state;
    let rules = script.rules.iter().filter(in_list);
    let rules = rules.map(|rule| RuleWhy {
        rule: rule.id,
        verdict: match doing {
            Some(run) if run.who == who && run.rule == Some(rule.id) => Verdict::Acting,
            _ => asking.verdict(rule),
        },
    });
    let rules = rules.collect();
    Some(Why {
        who,
        role: p.role,
        state: p.state,
        standing: p.standing,
        now,
        doing: doing.map(|run| Doing {
            start: run.id,
            action: run.action,
            whose: run.who,
            partner: run.partner,
            rule: run.rule,
            bindings: run.bindings.clone(),
            since: run.started,
            limit: run.limit,
            stop_asked: run.stop_asked,
        }),
        free_since: p.free_since,
        recall: p.recall,
        phase: scene.phase,
        rules,
    })
}

struct Asking<'a> {
    view: View<'a>,
    fate: &'a mut dyn Fate,
    who: CharacterId,
    /// How many facts have been tried for the rule that is looked at.
    tries: usize,
}

/// Where a list of literals fails: which one, and with which partial matches before it.
struct Deepest {
    literal: usize,
    partials: Vec<Bindings>,
}

impl<'a> Asking<'a> {
    fn verdict(&mut self, rule: &'a Rule) -> Verdict {
        let View { module, scene, .. } = self.view;
        let Some(p) = scene.participant(self.who) else {
            return Verdict::Spent;
        };
        let is_a = |role| module.is_a(p.role, role);
        if !rule.roles.is_empty() && !rule.roles.iter().copied().any(is_a) {
            return Verdict::NotInRole(rule.roles.clone());
        }
        if rule.once && p.fired_once.contains(&rule.id) {
            return Verdict::Spent;
        }
        if let Some(until) = p.rests_until(rule.id).filter(|t| *t > self.view.now) {
            return Verdict::Rests(until);
        }
        if let Some(call) = &rule.action
            && module.action(call.action).is_none()
        {
            return Verdict::NoSuchAction(call.action);
        }
        match self.solution(rule, &scene.facts) {
            Err(()) => Verdict::OutOfSteps,
            Ok(Some(solution)) => match self.next_beat(rule) {
                Some(beat) => Verdict::WaitsForBeat(beat),
                None => Verdict::Solved(solution.values()),
            },
            Ok(None) => self.no_solution(rule),
        }
    }

    fn matcher<'m>(&'m mut self, rule: Option<RuleId>, facts: &'m TupleSpace) -> Matcher<'m> {
        Matcher::new(self.view, facts, &mut *self.fate, Some(self.who), rule)
    }

    /// The solution a rule would fire with; an error if the search is too long.
    fn solution(&mut self, rule: &Rule, facts: &TupleSpace) -> Result<Option<Bindings>, ()> {
        let mut matcher = self.matcher(Some(rule.id), facts);
        let solution = choose(&mut matcher, rule, &mut |matcher, bindings| {
            partner_is_free(matcher, rule, bindings) && can_fire(matcher, rule, bindings)
        });
        match matcher.exhausted {
            true => Err(()),
            false => Ok(solution),
        }
    }

    /// When a rule with a reading is looked at next; `None` if it reads nothing.
    fn next_beat(&mut self, rule: &Rule) -> Option<Tick> {
        let beat = beat_of(self.view.module, self.view.script, &rule.when)?;
        let key = DrawKey::of(self.who, rule.site, Tick(0)).part(2);
        let next = self.view.now.after(Duration(1));
        Some(self.fate.next_beat(key, next, beat))
    }

    fn no_solution(&mut self, rule: &'a Rule) -> Verdict {
        self.tries = 0;
        let start = Bindings::new(rule.variables);
        match self.deepest(Some(rule.id), &rule.when, &start) {
            Some(deepest) => Verdict::Fails(self.failing(rule, deepest)),
            None => Verdict::Refused(self.refusal(rule)),
        }
    }

    /// The first literals that hold together, as many as possible, and in which ways. `None` if
    /// all of them do.
    fn deepest(
        &mut self,
        rule: Option<RuleId>,
        literals: &[Literal],
        start: &Bindings,
    ) -> Option<Deepest> {
        let mut partials = vec![start.clone()];
        for count in 1..=literals.len() {
            let longer = self.solutions(rule, &literals[..count], start);
            if longer.is_empty() {
                let literal = count - 1;
                return Some(Deepest { literal, partials });
            }
            partials = longer;
        }
        None
    }

    fn solutions(
        &mut self,
        rule: Option<RuleId>,
        literals: &[Literal],
        start: &Bindings,
    ) -> Vec<Bindings> {
        let mut found = vec![];
        let scene = self.view.scene;
        let mut matcher = self.matcher(rule, &scene.facts);
        matcher.solve(literals, start, &mut |_, solution| {
            found.push(solution.clone());
            match found.len() < PARTIALS_MAX {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            }
        });
        found
    }

    fn failing(&mut self, rule: &'a Rule, deepest: Deepest) -> Failing {
        let Deepest { literal, partials } = deepest;
        let mut nearest: Option<(Bindings, Cause)> = None;
        if let Some(fails) = rule.when.get(literal) {
            for partial in &partials {
                let cause = self.cause(Some(rule.id), fails, partial, DEFINES_DEEP);
                if nearest
                    .as_ref()
                    .is_none_or(|(_, so_far)| is_sooner(&cause, so_far))
                {
                    nearest = Some((partial.clone(), cause));
                }
            }
        }
        let start = Bindings::new(rule.variables);
        let mut fixes = vec![];
        self.fixes(
            Some(rule.id),
            &rule.when,
            &start,
            literal,
            &partials,
            DEFINES_DEEP,
            &mut fixes,
        );
        let fix = self.first_that_helps(rule, fixes);
        let (bindings, cause) = match nearest {
            Some((bindings, cause)) => (bindings.values(), cause),
            None => (start.values(), Cause::Undefined),
        };
        Failing {
            literal,
            bindings,
            cause,
            fix,
        }
    }

    /// Why a literal fails with these values.
    fn cause(
        &mut self,
        rule: Option<RuleId>,
        literal: &Literal,
        bindings: &Bindings,
        deep: usize,
    ) -> Cause {
        let scene = self.view.scene;
        if literal.is_negated() {
            return match self.witness(rule, literal, bindings) {
                Some(arguments) => Cause::Holds(arguments),
                None => Cause::Undefined,
            };
        }
        match literal {
            Literal::Fact {
                fact, arguments, ..
            } => {
                let others = scene.facts.of(*fact, arguments.len());
                Cause::NoFact(others.take(3).cloned().collect())
            }
            Literal::Define {
                define, arguments, ..
            } => {
                let nearest = self.nearest_clause(rule, *define, arguments, bindings);
                let Some((clause, deepest)) = nearest.filter(|_| deep > 0) else {
                    return Cause::Undefined;
                };
                let fails = clause.body.get(deepest.literal);
                let (Some(fails), Some(partial)) = (fails, deepest.partials.first()) else {
                    return Cause::Undefined;
                };
                Cause::Inside {
                    literal: fails.clone(),
                    bindings: partial.values(),
                    cause: Box::new(self.cause(rule, fails, partial, deep - 1)),
                }
            }
            Literal::Any { .. } | Literal::InState { .. } => Cause::Nobody,
            Literal::Coin { .. } => Cause::Coin,
            Literal::Host { .. } => Cause::Host,
            Literal::Compare {
                left,
                comparison,
                right,
            } => self.compared(rule, (left, *comparison, right), bindings),
        }
    }

    fn compared(
        &mut self,
        rule: Option<RuleId>,
        (left, comparison, right): (&Expr, Comparison, &Expr),
        bindings: &Bindings,
    ) -> Cause {
        let scene = self.view.scene;
        let literal = [Literal::Compare {
            left: left.clone(),
            comparison,
            right: right.clone(),
        }];
        let mut matcher = self.matcher(rule, &scene.facts);
        let values = (
            matcher.value(left, bindings),
            matcher.value(right, bindings),
        );
        matcher.solve(&literal, bindings, &mut |_, _| ControlFlow::Continue(()));
        let changes = matcher.wake_at.iter().min().copied();
        // At that moment its answer changes; whether to the better is seen by asking then.
        let holds_from = changes.filter(|then| {
            let later = View {
                now: *then,
                ..self.view
            };
            let mut matcher =
                Matcher::new(later, &scene.facts, &mut *self.fate, Some(self.who), rule);
            matcher.first(&literal, bindings).is_some()
        });
        Cause::Compared {
            left: values.0,
            right: values.1,
            holds_from,
        }
    }

    /// The arguments with which a negated literal holds after all.
    fn witness(
        &mut self,
        rule: Option<RuleId>,
        literal: &Literal,
        bindings: &Bindings,
    ) -> Option<Vec<Option<Value>>> {
        let mut values = bindings.values();
        let mut positive = literal.clone();
        let opened = |arguments: &mut [Expr], values: &mut Vec<Option<Value>>| {
            for argument in arguments {
                if matches!(argument, Expr::Anything) {
                    let index = u16::try_from(values.len()).unwrap_or(u16::MAX);
                    *argument = Expr::Variable(townsfolk_core::VarId(index));
                    values.push(None);
                }
            }
        };
        match &mut positive {
            Literal::Fact {
                negated, arguments, ..
            }
            | Literal::Define {
                negated, arguments, ..
            }
            | Literal::Host {
                negated, arguments, ..
            } => {
                *negated = false;
                opened(arguments, &mut values);
            }
            Literal::Any { negated, who, .. } | Literal::InState { negated, who, .. } => {
                *negated = false;
                opened(std::slice::from_mut(who), &mut values);
            }
            Literal::Compare { .. } | Literal::Coin { .. } => return None,
        }
        let start = Bindings::of(&values);
        let found = self.solutions(rule, std::slice::from_ref(&positive), &start);
        let solution = found.first()?;
        let scene = self.view.scene;
        let mut matcher = self.matcher(rule, &scene.facts);
        let arguments = positive.expressions();
        let arguments = arguments.iter().map(|e| matcher.value(e, solution));
        Some(arguments.collect())
    }

    /// The clause of a define that gets furthest.
    fn nearest_clause(
        &mut self,
        rule: Option<RuleId>,
        define: townsfolk_core::DefineId,
        arguments: &[Expr],
        bindings: &Bindings,
    ) -> Option<(&'a Clause, Deepest)> {
        let script: &'a Script = self.view.script;
        let mut nearest: Option<(&Clause, Deepest)> = None;
        for clause in &script.define(define)?.clauses {
            let Some(start) = self.enter(clause, arguments, bindings) else {
                continue;
            };
            if let Some(deepest) = self.deepest(rule, &clause.body, &start)
                && nearest
                    .as_ref()
                    .is_none_or(|(_, so_far)| deepest.literal > so_far.literal)
            {
                nearest = Some((clause, deepest));
            }
        }
        nearest
    }

    /// The variables of a clause with the values that the arguments give them.
    fn enter(
        &mut self,
        clause: &Clause,
        arguments: &[Expr],
        bindings: &Bindings,
    ) -> Option<Bindings> {
        let scene = self.view.scene;
        let mut matcher = self.matcher(None, &scene.facts);
        let mut values = vec![None; usize::from(clause.variables)];
        for (parameter, argument) in clause.parameters.iter().zip(arguments) {
            let value = matcher.value(argument, bindings);
            match (parameter, value) {
                (Expr::Variable(variable), Some(value)) => {
                    let slot = values.get_mut(usize::from(variable.0))?;
                    if slot.is_some_and(|there| there != value) {
                        return None;
                    }
                    *slot = Some(value);
                }
                (Expr::Constant(constant), Some(value)) if *constant != value => return None,
                _ => {}
            }
        }
        Some(Bindings::of(&values))
    }

    /// Facts that might make the difference where a list of literals fails.
    #[allow(clippy::too_many_arguments, reason = "one step of a recursion")]
    fn fixes(
        &mut self,
        rule: Option<RuleId>,
        literals: &'a [Literal],
        start: &Bindings,
        fails: usize,
        partials: &[Bindings],
        deep: usize,
        found: &mut Vec<Fix>,
    ) {
        let Some(literal) = literals.get(fails) else {
            return;
        };
        for partial in partials {
            self.fixes_of(rule, literal, partial, deep, found);
        }
        // Another way to fulfil what stands before, such as somebody else who sits.
        for before in &literals[..fails] {
            if let Literal::Fact {
                negated: false,
                fact,
                arguments,
            } = before
            {
                let added = self.instances(rule, *fact, arguments, start);
                found.extend(added.into_iter().map(Fix::Add));
            }
        }
    }

    /// Facts whose coming or going might make a literal hold that fails.
    fn fixes_of(
        &mut self,
        rule: Option<RuleId>,
        literal: &'a Literal,
        partial: &Bindings,
        deep: usize,
        found: &mut Vec<Fix>,
    ) {
        self.turning(rule, literal, !literal.is_negated(), partial, deep, found);
    }

    /// Facts whose coming or going might make what a literal speaks of the case, or not the case,
    /// whether or not `not` stands before it.
    fn turning(
        &mut self,
        rule: Option<RuleId>,
        literal: &'a Literal,
        to_hold: bool,
        bindings: &Bindings,
        deep: usize,
        found: &mut Vec<Fix>,
    ) {
        if found.len() > TRIES_MAX || deep == 0 {
            return;
        }
        match literal {
            Literal::Fact {
                fact, arguments, ..
            } if to_hold => {
                let added = self.instances(rule, *fact, arguments, bindings);
                found.extend(added.into_iter().map(Fix::Add));
            }
            Literal::Fact {
                fact, arguments, ..
            } => {
                let there = self.matching(rule, *fact, arguments, bindings);
                found.extend(there.into_iter().map(Fix::Remove));
            }
            Literal::Define {
                define, arguments, ..
            } => {
                let script: &'a Script = self.view.script;
                let define = script.define(*define);
                for clause in define.iter().flat_map(|define| &define.clauses) {
                    let Some(start) = self.enter(clause, arguments, bindings) else {
                        continue;
                    };
                    if !to_hold {
                        self.breaking(rule, &clause.body, &start, deep - 1, found);
                    } else if let Some(deepest) = self.deepest(rule, &clause.body, &start) {
                        let Deepest { literal, partials } = deepest;
                        let body = &clause.body;
                        self.fixes(rule, body, &start, literal, &partials, deep - 1, found);
                    }
                }
            }
            _ => {}
        }
    }

    /// Facts whose coming or going would make a condition fail that holds.
    fn breaking(
        &mut self,
        rule: Option<RuleId>,
        literals: &'a [Literal],
        start: &Bindings,
        deep: usize,
        found: &mut Vec<Fix>,
    ) {
        for solution in self.solutions(rule, literals, start) {
            for literal in literals {
                self.turning(rule, literal, literal.is_negated(), &solution, deep, found);
            }
        }
    }

    fn matching(
        &mut self,
        rule: Option<RuleId>,
        fact: townsfolk_core::FactId,
        arguments: &[Expr],
        bindings: &Bindings,
    ) -> Vec<Atom> {
        let pattern = townsfolk_module::FactPattern {
            fact,
            arguments: arguments.to_vec(),
        };
        let scene = self.view.scene;
        let mut matcher = self.matcher(rule, &scene.facts);
        matcher.matching(&pattern, bindings).unwrap_or_default()
    }

    /// Facts that a pattern could mean, with what there is put in for what is open.
    fn instances(
        &mut self,
        rule: Option<RuleId>,
        fact: townsfolk_core::FactId,
        arguments: &[Expr],
        bindings: &Bindings,
    ) -> Vec<Atom> {
        let View { script, scene, .. } = self.view;
        let Some(declared) = script.fact(fact) else {
            return vec![];
        };
        let mut instances: Vec<Vec<Value>> = vec![vec![]];
        for (index, (argument, kind)) in arguments.iter().zip(&declared.kinds).enumerate() {
            let mut matcher = self.matcher(rule, &scene.facts);
            let values = match (matcher.value(argument, bindings), argument) {
                (Some(value), _) => vec![value],
                (None, Expr::Anything | Expr::Variable(_)) => self.domain(fact, index, *kind),
                (None, _) => vec![],
            };
            let longer = instances.iter().flat_map(|so_far| {
                values.iter().map(move |value| {
                    let mut longer = so_far.clone();
                    longer.push(*value);
                    longer
                })
            });
            instances = longer.take(TRIES_MAX).collect();
        }
        let atoms = instances.into_iter();
        atoms.map(|arguments| Atom { fact, arguments }).collect()
    }

    /// Values that an argument could have, of what there is in the scene.
    fn domain(&self, fact: townsfolk_core::FactId, index: usize, kind: Kind) -> Vec<Value> {
        let View { module, scene, .. } = self.view;
        let mentioned = |wanted: fn(&Value) -> bool| {
            let all = scene.facts.facts.iter().flat_map(|f| &f.atom.arguments);
            all.copied().filter(wanted).collect::<Vec<Value>>()
        };
        let mut values: Vec<Value> = match kind {
            Kind::Character | Kind::CharacterIn(_) => {
                let role = match kind {
                    Kind::CharacterIn(role) => Some(role),
                    _ => None,
                };
                let people = scene.participants.iter();
                let fits = people.filter(|p| role.is_none_or(|role| module.is_a(p.role, role)));
                fits.map(|p| Value::Character(p.who)).collect()
            }
            Kind::Prop | Kind::PropOf(_) => mentioned(|v| matches!(v, Value::Prop(_))),
            Kind::Thing => mentioned(|v| matches!(v, Value::Prop(_) | Value::Character(_))),
            Kind::SymbolOf(set) => {
                let members = module.symbol_set(set).map(|set| &set.members);
                members
                    .into_iter()
                    .flatten()
                    .map(|s| Value::Symbol(*s))
                    .collect()
            }
            Kind::Symbol => mentioned(|v| matches!(v, Value::Symbol(_))),
            Kind::Number => {
                let same = scene.facts.facts.iter().filter(|f| f.atom.fact == fact);
                let there = same.filter_map(|f| f.atom.arguments.get(index).copied());
                let small = (0..3).map(|n| Value::Number(Number::whole(n)));
                there.chain(small).collect()
            }
            // Any time would do as well as any other: that explains nothing.
            Kind::Time | Kind::Duration | Kind::Daytime | Kind::Text => vec![],
        };
        let mut seen = vec![];
        values.retain(|value| {
            let new = !seen.contains(value);
            seen.push(*value);
            new
        });
        values.truncate(DOMAIN_MAX);
        values
    }

    /// The first of these with which the rule has a solution, on a copy of the facts.
    fn first_that_helps(&mut self, rule: &Rule, fixes: Vec<Fix>) -> Option<Fix> {
        let mut tried = vec![];
        for fix in fixes {
            if tried.contains(&fix) {
                continue;
            }
            if self.tries >= TRIES_MAX {
                return None;
            }
            self.tries += 1;
            if let Some(facts) = self.changed(&fix)
                && let Ok(Some(_)) = self.solution(rule, &facts)
            {
                return Some(fix);
            }
            tried.push(fix);
        }
        None
    }

    /// The facts with one of them changed; `None` if that cannot be.
    fn changed(&self, fix: &Fix) -> Option<TupleSpace> {
        let View {
            script, scene, now, ..
        } = self.view;
        let mut facts = scene.facts.clone();
        match fix {
            Fix::Remove(atom) => {
                let removed = facts.remove_if(|fact| fact.atom == *atom);
                (!removed.is_empty()).then_some(facts)
            }
            Fix::Add(atom) => {
                let gone = atom
                    .arguments
                    .iter()
                    .any(|value| scene.gone.contains(value));
                let added = facts.add(script, atom.clone(), now, None);
                (!gone && added == Added::New).then_some(facts)
            }
        }
    }

    /// Why the first solution of a condition does not count.
    fn refusal(&mut self, rule: &'a Rule) -> Refusal {
        let start = Bindings::new(rule.variables);
        let solutions = self.solutions(Some(rule.id), &rule.when, &start);
        let mut first = None;
        let mut fixes = vec![];
        for solution in solutions {
            let cause = self.refused(rule, &solution);
            if let RefusalCause::Claim { claim, holder } = &cause {
                let mut held = claim.clone();
                if let Some(last) = held.arguments.last_mut() {
                    *last = *holder;
                }
                fixes.push(Fix::Remove(held));
            }
            first.get_or_insert((solution, cause));
        }
        let fix = self.first_that_helps(rule, fixes);
        let (bindings, cause) = match first {
            Some((solution, cause)) => (solution.values(), cause),
            None => (start.values(), RefusalCause::NoChange),
        };
        Refusal {
            bindings,
            cause,
            fix,
        }
    }

    fn refused(&mut self, rule: &Rule, solution: &Bindings) -> RefusalCause {
        let View {
            script, scene, now, ..
        } = self.view;
        let mut matcher = self.matcher(Some(rule.id), &scene.facts);
        if !partner_is_free(&matcher, rule, solution) {
            return RefusalCause::Partner(rule.together.and_then(|v| solution.get(v)));
        }
        matcher.chance = Chance::Least;
        if let Some(call) = &rule.action {
            let named = call.named.iter().map(|(_, value)| value);
            let mut all = call.arguments.iter().chain(named);
            if !all.all(|argument| matcher.value(argument, solution).is_some()) {
                return RefusalCause::Argument;
            }
        }
        let change = plan(&mut matcher, &rule.now, solution);
        let mut ahead = scene.facts.clone();
        let happened = apply(&mut ahead, script, &scene.gone, change, now, None);
        let lost = happened.into_iter().find_map(|happening| match happening {
            Happening::ClaimLost { claim, holder } => Some((claim, holder)),
            _ => None,
        });
        match lost {
            Some((claim, holder)) => RefusalCause::Claim { claim, holder },
            None => RefusalCause::NoChange,
        }
    }
}

/// Whether one cause is over sooner than another, as far as that is known.
fn is_sooner(cause: &Cause, than: &Cause) -> bool {
    fn when(cause: &Cause) -> Option<Tick> {
        match cause {
            Cause::Compared { holds_from, .. } => *holds_from,
            Cause::Inside { cause, .. } => when(cause),
            _ => None,
        }
    }
    match (when(cause), when(than)) {
        (Some(a), Some(b)) => a < b,
        (Some(_), None) => true,
        _ => false,
    }
}
