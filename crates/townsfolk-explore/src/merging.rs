//! What a script can never notice, read off its text, so that situations which differ in nothing
//! else become the same.

use crate::situation::STOPPED_WITHIN;
use crate::survey::Survey;
use crate::tape::Question;
use townsfolk_core::{
    ActionId, CharacterId, Duration, FactId, HostId, RoleId, RuleId, ScriptId, StateId, Value,
    VarId,
};
use townsfolk_module::{
    Call, Choose, Clause, Comparison, Define, Effects, Expr, FactPattern, Finish, HostForm,
    HostName, Literal, Module, Rule, Script,
};

/// Which differences between situations are left out of a coarse exploration. Each of them only
/// adds ways to go on, so that a coarse exploration meets every situation that can come about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Merging {
    /// How long something has still to wait: everything that is waited for may come next.
    pub waits: bool,
    /// Whether a rule with `again after` rests: it is found resting or rested at every look.
    pub rests: bool,
    /// How often something has gone wrong before, and who has come late: actions fail, people vanish
    /// and others arrive again and again.
    pub faults: bool,
    /// What nothing will ever look at again: variables of a running action that none of its
    /// effects names, coins of the busy, facts after the end that no property speaks of.
    pub leftovers: bool,
    /// The age of facts among which no rule ever picks the oldest.
    pub ages: bool,
    /// Which of several props or symbols it is, where the script and the place treat them alike.
    pub twins: bool,
    /// Whether a rule rests because its action has failed: any rule to which somebody can come back
    /// after a failure is found resting or rested at every look. Needs `rests`.
    pub retries: bool,
    /// Whether somebody is passing the time with an action that leaves no trace: whoever could be
    /// doing so heeds what there is to do, or does not, at every look. Needs `rests`.
    pub pastimes: bool,
    /// Whether somebody is still on the way out, once nothing they do or leave behind matters.
    pub leavers: bool,
    /// Who has a turn in the same update: each turn is a step of its own, and so is what is
    /// reported, in any order. Needs `waits` and `rests`.
    pub turns: bool,
    /// Whether a time in a fact has come: it is found past or to come at every look. Needs `waits`
    /// and `turns`.
    pub moments: bool,
}

impl Merging {
    /// Everything is told apart.
    pub const NOTHING: Merging = Merging {
        waits: false,
        rests: false,
        faults: false,
        leftovers: false,
        ages: false,
        twins: false,
        retries: false,
        pastimes: false,
        leavers: false,
        turns: false,
        moments: false,
    };

    /// Everything that can be left out is.
    pub const ALL: Merging = Merging {
        waits: true,
        rests: true,
        faults: true,
        leftovers: true,
        ages: true,
        twins: true,
        retries: true,
        pastimes: true,
        leavers: true,
        turns: true,
        moments: true,
    };
}

/// The reading that stands for "this rule has rested".
const RESTED: HostId = HostId(u32::MAX);

/// The reading that stands for "this one is not just passing the time".
const HEEDS: HostId = HostId(u32::MAX - 1);

/// The reading that stands for "this time has come".
pub(crate) const PAST: HostId = HostId(u32::MAX - 2);

/// The question whether a rule has rested for somebody.
pub(crate) fn rested(who: CharacterId, rule: RuleId, long: bool) -> Question {
    Question::Holds(RESTED, vec![Value::Character(who), rest_of(rule, long)])
}

/// A rule's rest as a number, with a mark if it is longer than somebody takes to stop.
fn rest_of(rule: RuleId, long: bool) -> Value {
    let mark = if long { LONG } else { 0 };
    Value::Number(townsfolk_core::Number(mark + i64::from(rule.0)))
}

const LONG: i64 = 1 << 40;

/// The question whether somebody heeds what there is to do.
pub(crate) fn heeds(who: CharacterId) -> Question {
    Question::Holds(HEEDS, vec![Value::Character(who)])
}

/// Who asks a question that they ask of nobody but themselves.
pub(crate) fn about_oneself(question: &Question) -> Option<CharacterId> {
    match question {
        Question::Holds(RESTED, arguments) => match arguments.first() {
            Some(Value::Character(who)) => Some(*who),
            _ => None,
        },
        _ => None,
    }
}

/// The module in which each rule with `again after` (and, with `retries`, each rule that can rest
/// after a failure) asks the world at every look whether it has rested. That says all that its own
/// coins could say.
pub(crate) fn with_rests_read(module: &Module, retries: bool) -> Module {
    let mut module = module.clone();
    for script in &mut module.scripts {
        for rule in &mut script.rules {
            let retried = retries && comes_back_after_failure(rule);
            let rest = rule.again_after.take().map(|(least, _)| least);
            if let Some(least) = rest.or(retried.then_some(Duration(0))) {
                let rested = Literal::Host {
                    negated: false,
                    name: RESTED,
                    arguments: vec![
                        Expr::Me,
                        Expr::Constant(rest_of(rule.id, least.0 > STOPPED_WITHIN)),
                    ],
                };
                rule.when.retain(|l| !matches!(l, Literal::Coin { .. }));
                let at = first_coin(&script.defines, &rule.when);
                rule.when.insert(at, rested);
            }
        }
    }
    add_predicate(&mut module, RESTED);
    module
}

/// The module in which whoever compares a time with `.now` asks the world whether it has come.
pub(crate) fn with_moments_read(module: &Module) -> Module {
    let mut module = module.clone();
    for script in &mut module.scripts {
        let rules = script.rules.iter_mut();
        let conditions = rules.flat_map(|rule| [&mut rule.when, &mut rule.while_holds]);
        let clauses = script.defines.iter_mut().flat_map(|d| &mut d.clauses);
        let conditions = conditions.chain(clauses.map(|clause| &mut clause.body));
        for literal in conditions.flatten() {
            if let Some(asked) = as_question_of_past(literal) {
                *literal = asked;
            }
        }
    }
    add_predicate(&mut module, PAST);
    module
}

fn as_question_of_past(literal: &Literal) -> Option<Literal> {
    let Literal::Compare {
        left,
        comparison,
        right,
    } = literal
    else {
        return None;
    };
    let (time, negated) = match (left, comparison, right) {
        (time, Comparison::Less | Comparison::LessOrEqual, Expr::Now)
        | (Expr::Now, Comparison::Greater | Comparison::GreaterOrEqual, time) => (time, false),
        (time, Comparison::Greater | Comparison::GreaterOrEqual, Expr::Now)
        | (Expr::Now, Comparison::Less | Comparison::LessOrEqual, time) => (time, true),
        _ => return None,
    };
    let mut speaks_of_now = false;
    time.walk(&mut |inner| speaks_of_now |= *inner == Expr::Now);
    (!speaks_of_now).then(|| Literal::Host {
        negated,
        name: PAST,
        arguments: vec![time.clone()],
    })
}

/// Whether somebody can come back to a rule whose action has failed.
fn comes_back_after_failure(rule: &Rule) -> bool {
    rule.action.is_some() && rule.finish == Finish::Stay && !rule.once
}

/// The place before the first literal that throws a coin: a coin is thrown only where it counts.
fn first_coin(defines: &[Define], literals: &[Literal]) -> usize {
    let throws = |literal: &Literal| throws_coin(defines, literal, 0);
    literals.iter().position(throws).unwrap_or(literals.len())
}

fn throws_coin(defines: &[Define], literal: &Literal, depth: usize) -> bool {
    let mut counted = false;
    for expr in literal.expressions() {
        expr.walk(&mut |inner| {
            if let Expr::Count(inside) = inner {
                counted |= depth > 8 || throws_coin(defines, inside, depth + 1);
            }
        });
    }
    counted
        || match literal {
            Literal::Coin { .. } => true,
            Literal::Define { define, .. } => {
                let named = defines.iter().filter(|d| d.id == *define);
                let mut inside = named.flat_map(|d| &d.clauses).flat_map(|c| &c.body);
                depth > 8 || inside.any(|inner| throws_coin(defines, inner, depth + 1))
            }
            _ => false,
        }
}

/// The module in which whoever could be passing the time asks the world at every look whether they
/// heed what there is to do. Rests must be read already.
pub(crate) fn with_pastimes_read(module: &Module, script: ScriptId) -> Module {
    let mut module = module.clone();
    add_predicate(&mut module, HEEDS);
    let Some(played) = module.script(script) else {
        return module;
    };
    let idle = idle_rules(&module, played);
    let is_idle = |rule: &Rule| idle.contains(&rule.id);
    let mut changed = played.clone();
    for rule in changed.rules.iter_mut().filter(|rule| !is_idle(rule)) {
        let mut pastimes = played.rules.iter().filter(|other| is_idle(other));
        let rests = rule.when.iter().any(is_rest);
        let mut asked = vec![];
        if !rests && pastimes.any(|other| are_tried_together(&module, played, rule, other)) {
            asked.push(Expr::Me);
        }
        // Whoever passes the time has no hand free.
        if let (Some(partner), false) = (rule.together, idle.is_empty()) {
            asked.push(Expr::Variable(partner));
        }
        for who in asked {
            let at = match who {
                Expr::Me => first_coin(&played.defines, &rule.when),
                _ => rule.when.len(),
            };
            let heeds = Literal::Host {
                negated: false,
                name: HEEDS,
                arguments: vec![who],
            };
            rule.when.insert(at, heeds);
        }
    }
    // Who is passing the time when the end comes is not out at once.
    for index in 0..changed.cast.len() {
        let role = changed.cast[index].role;
        let mut own = played.rules.iter().filter(|rule| is_idle(rule));
        let pastime = own.find(|rule| fits(&module, rule, role));
        let call = pastime.and_then(|rule| rule.action.as_ref());
        if let (None, Some(call)) = (&changed.cast[index].on_leaving, call) {
            changed.cast[index].on_leaving = Some(Call {
                action: call.action,
                arguments: vec![],
                named: vec![],
            });
        }
    }
    for other in module.scripts.iter_mut().filter(|s| s.id == script) {
        *other = changed.clone();
    }
    module
}

/// Whether a rule is for those cast in a role.
fn fits(module: &Module, rule: &Rule, role: RoleId) -> bool {
    rule.roles.is_empty() || rule.roles.iter().any(|wanted| module.is_a(role, *wanted))
}

/// Whether somebody can have both rules in their list.
fn are_tried_together(module: &Module, script: &Script, a: &Rule, b: &Rule) -> bool {
    let states = a.state.is_none() || b.state.is_none() || a.state == b.state;
    let both = |role: RoleId| fits(module, a, role) && fits(module, b, role);
    states && script.cast.iter().any(|line| both(line.role))
}

/// Pastimes that nothing interrupts: whoever is at one is like somebody who pays no heed.
fn idle_rules(module: &Module, script: &Script) -> Vec<RuleId> {
    let mut found = vec![];
    for (index, rule) in script.rules.iter().enumerate() {
        let above = script.rules[..index].iter().filter(|other| other.urgent);
        let interrupted = above
            .into_iter()
            .any(|other| are_tried_together(module, script, rule, other));
        let players = script.cast.iter().filter(|line| line.player);
        let played = players
            .into_iter()
            .any(|line| fits(module, rule, line.role));
        if is_traceless(module, script, rule) && !interrupted && !played {
            found.push(rule.id);
        }
    }
    found
}

/// Whether a rule with rests has an action that leaves no trace, however it ends.
fn is_traceless(module: &Module, script: &Script, rule: &Rule) -> bool {
    let is_claim = |pattern: &FactPattern| {
        let declared = script.fact(pattern.fact);
        declared.is_none_or(|declared| declared.claim)
    };
    let action = rule.action.as_ref();
    rule.when.iter().any(is_rest)
        && action.is_some_and(|call| module.action(call.action).is_some())
        && rule.then.is_empty()
        && rule.on_failure.is_empty()
        && rule.on_stop.is_empty()
        && rule.goto.is_none()
        && rule.finish == Finish::Stay
        && rule.together.is_none()
        && rule.while_holds.is_empty()
        && !rule.now.add.iter().any(is_claim)
}

fn add_predicate(module: &mut Module, id: HostId) {
    module.host.retain(|host| host.id != id);
    module.host.push(HostName {
        id,
        form: HostForm::Predicate,
        parameters: vec![],
        result: None,
        beat: townsfolk_core::Duration(1),
    });
    module.host.sort_by_key(|host| host.id);
}

/// The parts of a fact by whose difference the age of two facts does not count, as bits.
pub(crate) type Parts = u32;

/// What a script looks at again, and in which order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Attention {
    /// For each fact, the arguments that two facts must share for their age to matter.
    ages: Vec<(FactId, Parts)>,
    /// For each rule, the variables that something reads after it has fired.
    variables: Vec<(RuleId, u64)>,
    /// Facts that properties speak of.
    pub(crate) judged: Vec<FactId>,
    /// Rules whose coins matter while somebody is busy.
    pub(crate) urgent: Vec<RuleId>,
    /// Rules whose rests are read off the world.
    rested: Vec<RuleId>,
    /// Those among them that rest for longer than somebody takes to stop.
    rests_long: Vec<RuleId>,
    /// Rules that fire at most once.
    once: Vec<RuleId>,
    /// Pastimes that are over as soon as they have begun.
    pub(crate) idle: Vec<RuleId>,
    /// For each rule, the facts that the end of its action can change.
    changed_later: Vec<(RuleId, Vec<FactId>)>,
    /// Whether properties speak of who is there, or of states.
    pub(crate) judges_people: bool,
    /// Roles that nobody has to fill.
    optional: Vec<RoleId>,
    /// Rules whose action leaves no trace, however it ends, each with the rule and the action that
    /// stand for it.
    pastimes: Vec<(RuleId, RuleId, ActionId)>,
    /// For each state, those that can come after it, itself among them.
    after: Vec<(StateId, Vec<StateId>)>,
    /// For each rule, its state.
    states: Vec<(RuleId, Option<StateId>)>,
    /// Whether the order in which people are found can matter.
    pub(crate) orders_people: bool,
}

impl Attention {
    pub(crate) fn of(module: &Module, script: &Script, merging: Merging) -> Attention {
        let mut reader = Reader {
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
        let optional = script.cast.iter().filter(|line| line.min == 0);
        attention.optional = optional.map(|line| line.role).collect();
        attention.judges_people = judges_people(script);
        attention.states = script.rules.iter().map(|r| (r.id, r.state)).collect();
        attention.after = (script.states.iter())
            .map(|state| (*state, states_after(script, *state)))
            .collect();
        let mut seen = vec![];
        for property in &script.properties {
            let literals = property.when.iter().chain(&property.expect);
            literals.for_each(|l| facts_in(script, l, &mut attention.judged, &mut seen));
        }
        attention
    }

    /// The parts by whose difference age does not count.
    pub(crate) fn parts(&self, fact: FactId) -> Parts {
        let found = self.ages.iter().find(|(other, _)| *other == fact);
        found.map_or(Parts::MAX, |(_, parts)| *parts)
    }

    /// Whether a rule can ever be tried again by somebody in a state.
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

    /// Whether a rule's rests are read off the world.
    pub(crate) fn is_rested(&self, rule: RuleId) -> bool {
        self.rested.contains(&rule)
    }

    /// Whether such a rule rests for longer than somebody takes to stop.
    pub(crate) fn rests_long(&self, rule: RuleId) -> bool {
        self.rests_long.contains(&rule)
    }

    /// The facts that the end of a running action can change; `None` if that is not known.
    pub(crate) fn changed_later(&self, rule: Option<RuleId>) -> Option<&[FactId]> {
        let Some(rule) = rule else {
            // An action on leaving.
            return Some(&[]);
        };
        let found = self.changed_later.iter().find(|(other, _)| *other == rule);
        found.map(|(_, facts)| facts.as_slice())
    }

    /// Whether a role may stay empty.
    pub(crate) fn is_optional(&self, role: RoleId) -> bool {
        self.optional.contains(&role)
    }

    /// The rule and the action that stand for a pastime's.
    pub(crate) fn pastime(&self, rule: Option<RuleId>) -> Option<(RuleId, ActionId)> {
        let found = self.pastimes.iter().find(|(own, ..)| Some(*own) == rule);
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

/// Reads the rules of a script.
struct Reader<'a> {
    module: &'a Module,
    script: &'a Script,
    /// Whom the rule that is being read is for; nobody in a define.
    roles: Vec<RoleId>,
    found: Attention,
}

impl Reader<'_> {
    fn rule(&mut self, rule: &Rule) {
        let mut bound: Vec<VarId> = vec![];
        match &rule.choose {
            Choose::First => {}
            // Every solution gets its turn.
            Choose::Any(None) => return,
            // Every value gets its turn, because the world gives every order of them.
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
        rule.when.iter().for_each(|l| variables_in(l, &mut uses));
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
                    if free {
                        self.age_matters(*fact, parts);
                    }
                }
                Literal::Define {
                    define, arguments, ..
                } => {
                    // If it gives no new value that matters, it holds or it does not.
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
            variables_in(literal, &mut inside);
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
        let roles = std::mem::take(&mut self.roles);
        self.literals(&clause.body, &mut inner, &|_| true, depth + 1);
        self.roles = roles;
    }

    fn age_matters(&mut self, fact: FactId, parts: Parts) {
        match self.found.ages.iter_mut().find(|(other, _)| *other == fact) {
            Some((_, known)) => *known &= parts,
            None => self.found.ages.push((fact, parts)),
        }
    }
}

/// Whether a literal says that somebody is not `.me`.
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

fn is_rest(literal: &Literal) -> bool {
    matches!(literal, Literal::Host { name, .. } if *name == RESTED)
}

fn is_long_rest(literal: &Literal) -> bool {
    let is_long = |expr: &Expr| matches!(expr, Expr::Constant(Value::Number(n)) if n.0 >= LONG);
    is_rest(literal) && literal.expressions().into_iter().any(is_long)
}

/// Rules whose action leaves no trace, however it ends. While it lasts, one is like the other if
/// the same urgent rules stand above them and both or none can be stopped.
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

/// The states that somebody in a state can come to.
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

/// The variables that something reads after a rule has fired.
fn variables_after(rule: &Rule) -> u64 {
    let mut found = vec![];
    for effects in [&rule.then, &rule.on_failure, &rule.on_stop] {
        variables_of(effects, &mut found);
    }
    rule.while_holds
        .iter()
        .for_each(|l| variables_in(l, &mut found));
    found.iter().fold(0, |bits, v| bits | bit(*v))
}

/// The variables that are read when a rule fires.
fn variables_asked(rule: &Rule) -> u64 {
    let mut found = vec![];
    variables_of(&rule.now, &mut found);
    found.extend(rule.together);
    if let Choose::Least(expr) | Choose::Most(expr) = &rule.choose {
        variables_of_expr(expr, &mut found);
    }
    // What an action is aimed at is seen by nobody but the host, and needs a value.
    found.iter().fold(0, |bits, v| bits | bit(*v))
}

fn variables_of(effects: &Effects, found: &mut Vec<VarId>) {
    for pattern in effects.remove.iter().chain(&effects.add) {
        let arguments = pattern.arguments.iter();
        arguments.for_each(|a| variables_of_expr(a, found));
    }
}

fn variables_of_expr(expr: &Expr, found: &mut Vec<VarId>) {
    expr.walk(&mut |inner| {
        if let Expr::Variable(v) = inner {
            found.push(*v);
        }
    });
}

fn variables_in(literal: &Literal, found: &mut Vec<VarId>) {
    for expr in literal.expressions() {
        variables_of_expr(expr, found);
    }
}

/// The facts that a literal speaks of, directly or through defines.
fn facts_in(
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
    for expr in literal.expressions() {
        expr.walk(&mut |inner| {
            if let Expr::Count(counted) = inner {
                facts_in(script, counted, found, seen);
            }
        });
    }
}

/// Whether properties look at people themselves, and not only at facts.
fn judges_people(script: &Script) -> bool {
    let mut seen = vec![];
    let mut open: Vec<&Literal> = vec![];
    for property in &script.properties {
        open.extend(property.when.iter().chain(&property.expect));
    }
    while let Some(literal) = open.pop() {
        match literal {
            Literal::Any { .. } | Literal::InState { .. } => return true,
            Literal::Define { define, .. } if !seen.contains(define) => {
                seen.push(*define);
                let clauses = script.define(*define).map_or(&[][..], |d| &d.clauses);
                open.extend(clauses.iter().flat_map(|clause| &clause.body));
            }
            _ => {}
        }
        for expr in literal.expressions() {
            expr.walk(&mut |inner| {
                if let Expr::Count(counted) = inner {
                    open.push(counted);
                }
            });
        }
    }
    false
}

/// Groups of props and of symbols that neither the script nor any of the places tells apart.
/// `places` are the facts that each place knows, in order.
pub(crate) fn twins(
    module: &Module,
    script: &Script,
    survey: &Survey,
    places: &[Vec<townsfolk_scene::reference::Atom>],
) -> Vec<Vec<Value>> {
    let mut values: Vec<Value> = vec![];
    for value in places.iter().flatten().flat_map(|atom| &atom.arguments) {
        if matches!(value, Value::Prop(_) | Value::Symbol(_)) && !values.contains(value) {
            values.push(*value);
        }
    }
    let named = named_values(script);
    values.retain(|value| !named.contains(value));
    let set_of = |value: &Value| match value {
        Value::Symbol(id) => {
            let mut sets = module.symbol_sets.iter();
            sets.position(|set| set.members.contains(id))
        }
        _ => None,
    };
    let is_symbol = |value: &Value| matches!(value, Value::Symbol(_));
    let alike = |a: &Value, b: &Value| {
        is_symbol(a) == is_symbol(b)
            && set_of(a) == set_of(b)
            && places.iter().all(|known| {
                let mut swapped = known.clone();
                for value in swapped.iter_mut().flat_map(|atom| &mut atom.arguments) {
                    if value == a {
                        *value = *b;
                    } else if value == b {
                        *value = *a;
                    }
                }
                let mut known = known.clone();
                sort_atoms(&mut known, survey);
                sort_atoms(&mut swapped, survey);
                known == swapped
            })
    };
    let mut groups: Vec<Vec<Value>> = vec![];
    for value in values {
        match groups.iter_mut().find(|group| alike(&group[0], &value)) {
            Some(group) => group.push(value),
            None => groups.push(vec![value]),
        }
    }
    groups.retain(|group| group.len() > 1);
    let mut room = TWINS_MAX;
    groups.retain(|group| {
        let fits = group.len() <= room;
        room -= if fits { group.len() } else { 0 };
        fits
    });
    groups.iter_mut().for_each(|group| group.sort_unstable());
    groups
}

/// At most so many props and symbols are renamed.
pub(crate) const TWINS_MAX: usize = 15;

fn sort_atoms(atoms: &mut [townsfolk_scene::reference::Atom], survey: &Survey) {
    atoms.sort_by(|a, b| survey.by_place(a, b));
}

/// The values that the script itself names.
fn named_values(script: &Script) -> Vec<Value> {
    let mut found = vec![];
    let mut literals: Vec<&Literal> = vec![];
    let mut exprs: Vec<&Expr> = vec![];
    for rule in &script.rules {
        literals.extend(rule.when.iter().chain(&rule.while_holds));
        for effects in [&rule.now, &rule.then, &rule.on_failure, &rule.on_stop] {
            let patterns = effects.remove.iter().chain(&effects.add);
            exprs.extend(patterns.flat_map(|pattern| &pattern.arguments));
        }
        if let Choose::Least(expr) | Choose::Most(expr) = &rule.choose {
            exprs.push(expr);
        }
    }
    for clause in script.defines.iter().flat_map(|define| &define.clauses) {
        literals.extend(&clause.body);
        exprs.extend(&clause.parameters);
    }
    literals.extend(script.holds.iter().flat_map(|hold| &hold.condition));
    for property in &script.properties {
        literals.extend(property.when.iter().chain(&property.expect));
    }
    while let Some(literal) = literals.pop() {
        exprs.extend(literal.expressions());
        for expr in literal.expressions() {
            expr.walk(&mut |inner| {
                if let Expr::Count(counted) = inner {
                    literals.push(counted);
                }
            });
        }
    }
    for expr in exprs {
        expr.walk(&mut |inner| {
            if let Expr::Constant(value) = inner {
                found.push(*value);
            }
        });
    }
    found
}
