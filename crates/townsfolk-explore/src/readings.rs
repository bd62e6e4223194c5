//! Readings that replace state in a coarse pass: whether a rule is ready, whether a participant
//! ignores everything, whether a time has come.

use crate::situation::STOPPED_WITHIN;
use crate::tape::Question;
use townsfolk_core::{CharacterId, Duration, HostId, RoleId, RuleId, ScriptId, Value};
use townsfolk_module::{
    Call, Comparison, Define, Expr, FactPattern, Finish, HostForm, HostName, Literal, Module, Rule,
    Script, Visit,
};

/// The reading "this rule has rested".
const RESTED: HostId = HostId(u32::MAX);

/// The reading "this participant does not ignore everything".
const HEEDS: HostId = HostId(u32::MAX - 1);

/// The reading "this time has come".
pub(crate) const PAST: HostId = HostId(u32::MAX - 2);

/// The reading "this participant gives up now".
const GIVES_UP: HostId = HostId(u32::MAX - 3);

/// The module in which each of some rules asks whether its participant gives up: patience may last
/// for ever.
pub(crate) fn with_endless_patience(module: &Module, gives_up: impl Fn(RuleId) -> bool) -> Module {
    let mut module = module.clone();
    let rules = module.scripts.iter_mut().flat_map(|s| &mut s.rules);
    for rule in rules.filter(|rule| gives_up(rule.id)) {
        rule.when.push(Literal::Host {
            negated: false,
            name: GIVES_UP,
            arguments: vec![Expr::Me],
        });
    }
    add_predicate(&mut module, GIVES_UP);
    module
}

/// Whether patience may last for ever in a module.
pub(crate) fn has_endless_patience(module: &Module) -> bool {
    module.host_name(GIVES_UP).is_some()
}

/// The question whether a rule is ready for a participant.
pub(crate) fn rested(who: CharacterId, rule: RuleId, long: bool) -> Question {
    Question::Holds(RESTED, vec![Value::Character(who), rest_of(rule, long)])
}

/// A rule's rest as a number, with a mark if it is longer than a stop takes.
fn rest_of(rule: RuleId, long: bool) -> Value {
    let mark = if long { LONG } else { 0 };
    Value::Number(townsfolk_core::Number(mark + i64::from(rule.0)))
}

const LONG: i64 = 1 << 40;

/// The question whether a participant reacts at all.
pub(crate) fn heeds(who: CharacterId) -> Question {
    Question::Holds(HEEDS, vec![Value::Character(who)])
}

/// The asker of a question that is only about the asker.
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
/// after a failure) asks at every look whether it is ready. This also covers its own coins.
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

/// The rules of a script that throw a coin of their own, and no longer do so in another.
pub(crate) fn without_their_coins(script: &Script, other: &Script) -> Vec<RuleId> {
    let throws = |rule: &&Rule| rule.when.iter().any(|l| matches!(l, Literal::Coin { .. }));
    let still: Vec<RuleId> = other.rules.iter().filter(throws).map(|r| r.id).collect();
    let rules = script.rules.iter().filter(throws).map(|rule| rule.id);
    rules.filter(|rule| !still.contains(rule)).collect()
}

/// The module in which each comparison of a time with `.now` asks whether the time has come.
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
    let speaks_of_now = time.has_expr(|inner| *inner == Expr::Now);
    (!speaks_of_now).then(|| Literal::Host {
        negated,
        name: PAST,
        arguments: vec![time.clone()],
    })
}

/// Whether a rule can be tried again after its action failed.
fn comes_back_after_failure(rule: &Rule) -> bool {
    rule.action.is_some() && rule.finish == Finish::Stay && !rule.once
}

/// The index before the first literal that throws a coin: a coin is thrown only where it counts.
fn first_coin(defines: &[Define], literals: &[Literal]) -> usize {
    let throws = |literal: &Literal| throws_coin(defines, literal, 0);
    literals.iter().position(throws).unwrap_or(literals.len())
}

fn throws_coin(defines: &[Define], literal: &Literal, depth: usize) -> bool {
    let mut counted = literal.counted().into_iter();
    counted.any(|inside| depth > 8 || throws_coin(defines, inside, depth + 1))
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

/// The module in which each participant who could be at a pastime asks at every look whether to
/// react. Rests must be readings already.
pub(crate) fn with_pastimes_read(module: &Module, script: ScriptId) -> Module {
    let mut module = module.clone();
    add_predicate(&mut module, HEEDS);
    let Some(played) = module.script(script) else {
        return module;
    };
    let idle = idle_rules(&module, played);
    let is_idle = |rule: &Rule| idle.contains(&rule.id);
    let mut changed = played.clone();
    // A participant at a pastime tries no rule. This matters for another pastime only if it changes
    // something.
    let matters = |rule: &&mut Rule| !is_idle(rule) || !rule.now.is_empty();
    for rule in changed.rules.iter_mut().filter(matters) {
        let mut pastimes = played.rules.iter().filter(|other| is_idle(other));
        let mut asked = vec![];
        if pastimes.any(|other| are_tried_together(&module, played, rule, other)) {
            asked.push(Expr::Me);
        }
        // A participant at a pastime is not free for a joint action.
        if let (Some(partner), false) = (rule.together, idle.is_empty()) {
            asked.push(Expr::Variable(partner));
        }
        for who in asked {
            let at = match who {
                // Before the question whether the rule is ready: an ignoring participant asks no
                // more.
                Expr::Me => (rule.when.iter().position(is_rest))
                    .unwrap_or_else(|| first_coin(&played.defines, &rule.when)),
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
    // A participant at a pastime at the end of the scene, or a player who leaves from one, is not
    // out at once.
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

/// Whether a rule is for a cast role.
pub(crate) fn fits(module: &Module, rule: &Rule, role: RoleId) -> bool {
    rule.roles.is_empty() || rule.roles.iter().any(|wanted| module.is_a(role, *wanted))
}

/// Whether one participant can have both rules in its list.
pub(crate) fn are_tried_together(module: &Module, script: &Script, a: &Rule, b: &Rule) -> bool {
    let states = a.state.is_none() || b.state.is_none() || a.state == b.state;
    let both = |role: RoleId| fits(module, a, role) && fits(module, b, role);
    states && script.cast.iter().any(|line| both(line.role))
}

/// Pastimes that nothing interrupts: a participant at one equals one who ignores everything.
pub(crate) fn idle_rules(module: &Module, script: &Script) -> Vec<RuleId> {
    let mut found = vec![];
    for (index, rule) in script.rules.iter().enumerate() {
        let above = script.rules[..index].iter().filter(|other| other.urgent);
        let interrupted = above
            .into_iter()
            .any(|other| are_tried_together(module, script, rule, other));
        if is_traceless(module, script, rule) && !interrupted {
            found.push(rule.id);
        }
    }
    found
}

/// Whether a rule with rests has an action that leaves no trace, however it ends.
pub(crate) fn is_traceless(module: &Module, script: &Script, rule: &Rule) -> bool {
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

pub(crate) fn is_rest(literal: &Literal) -> bool {
    matches!(literal, Literal::Host { name, .. } if *name == RESTED)
}

/// Whether a literal allows a participant to ignore a rule at any look.
pub(crate) fn may_be_ignored(literal: &Literal) -> bool {
    match literal {
        Literal::Host {
            negated: false,
            name,
            arguments,
        } => *name == RESTED || (*name == HEEDS && arguments.contains(&Expr::Me)),
        _ => false,
    }
}

pub(crate) fn is_long_rest(literal: &Literal) -> bool {
    let is_long = |expr: &Expr| matches!(expr, Expr::Constant(Value::Number(n)) if n.0 >= LONG);
    is_rest(literal) && literal.expressions().into_iter().any(is_long)
}
