//! From a script to its executable form: rules, cast, holds and lists. Conditions are compiled in
//! [`super::assemble`].

use super::conditions::Assembly;
use super::fact_store::FactShape;
use super::own_facts::{OwnPlaces, is_short};
use super::program::{
    ARGUMENTS_MAX, CLASSES_MAX, CallCode, CastLineCode, Check, ChooseCode, Code, EffectsCode,
    HoldCode, List, Named, RuleCode, SLOTS_MIN, Shape, topic,
};
use super::reads::{Reads, expressions_of};
use crate::reference::beat::beat_of;
use crate::reference::passed_over::facts_read;
use std::sync::Arc;
use townsfolk_core::{Duration, HostId, Pushed, RoleId, StateId};
use townsfolk_module::{Call, Choose, Effects, Expr, Finish, Hold, HostForm, Module, Rule, Script};

/// Compiles a script; `None` if it is beyond the compact form.
pub(super) fn compile(module: &Module, script: &Script) -> Option<Code> {
    if has_doubled_ids(script)
        || has_two_coins_in_one_place(script)
        || script.facts.len() > 60_000
        || script.facts.iter().any(|f| f.kinds.len() > ARGUMENTS_MAX)
        || script.rules.len() > 60_000
    {
        return None;
    }
    let bound = script.rules.iter().map(|rule| rule.variables).max();
    let shape = Arc::new(Shape {
        facts: script.facts.iter().map(shape_of).collect(),
        states: states_of(script),
        rules: script.rules.iter().map(|rule| rule.id).collect(),
        bound: bound.map_or(0, usize::from),
    });
    let classes = Classes::new(module, script)?;
    let mut own_places = OwnPlaces::default();
    for_each_literal(script, &mut |literal| own_places.add(script, literal));
    let mut assembly = Assembly::new(module, script, &shape, &classes, &own_places);
    let mut rules = vec![];
    for rule in &script.rules {
        rules.push(rule_code(&mut assembly, rule)?);
    }
    let mut holds = vec![];
    for hold in &script.holds {
        holds.push(hold_code(&mut assembly, hold)?);
    }
    let mut cast = vec![];
    for line in &script.cast {
        assembly.begin(0)?;
        let on_leaving = match &line.on_leaving {
            Some(call) if module.action(call.action).is_some() => {
                Some(call_code(&mut assembly, call)?)
            }
            _ => None,
        };
        cast.push(CastLineCode {
            role: line.role,
            min: line.min,
            max: line.max,
            away: line.away,
            vacant: line.vacant,
            on_leaving,
            starts_in: line.starts_in.map(|s| state_index(&shape, Some(s))),
        });
    }
    let claims = (0..shape.facts.len())
        .filter(|fact| shape.facts[*fact].claim)
        .map(|fact| fact as u16)
        .collect();
    let passing = (0..shape.facts.len())
        .filter(|fact| shape.facts[*fact].lifetime.is_some())
        .map(|fact| fact as u16)
        .collect();
    let has_together = script.rules.iter().any(|rule| rule.together.is_some());
    let parts = assembly.finish()?;
    let lists = lists(script, &shape, &classes, &rules);
    let facts = shape.facts.iter();
    Some(Code {
        script: script.id,
        operations: parts.operations,
        arguments: parts.arguments,
        expressions: parts.expressions,
        clauses: parts.clauses,
        patterns: parts.patterns,
        writes: parts.writes,
        defaults: defaults_of(module),
        slots: parts.slots.max(SLOTS_MIN),
        columns: parts.columns,
        constants: parts.constants,
        own_places: facts.map(|f| own_places.of(f.id, f.arity)).collect(),
        shape,
        rules,
        holds,
        cast,
        roles: classes.roles.clone(),
        lists,
        claims,
        passing,
        has_together,
        has_states: !script.states.is_empty(),
    })
}

fn has_doubled_ids(script: &Script) -> bool {
    let facts = script.facts.windows(2).any(|two| two[0].id >= two[1].id);
    let defines = script.defines.windows(2).any(|two| two[0].id >= two[1].id);
    let mut rules: Vec<_> = script.rules.iter().map(|rule| rule.id).collect();
    rules.sort();
    facts || defines || rules.windows(2).any(|two| two[0] == two[1])
}

/// Coins are told apart by their place; two in one place would have to be remembered.
fn has_two_coins_in_one_place(script: &Script) -> bool {
    let mut coins = vec![];
    for_each_literal(script, &mut |literal| {
        if let townsfolk_module::Literal::Coin { probability, site } = literal {
            coins.push((*site, *probability));
        }
    });
    coins.sort();
    coins.dedup();
    coins.windows(2).any(|two| two[0].0 == two[1].0)
}

fn shape_of(fact: &townsfolk_module::FactDecl) -> FactShape {
    FactShape {
        id: fact.id,
        arity: fact.kinds.len(),
        claim: fact.claim,
        holders: fact.holders,
        lifetime: fact.lifetime,
    }
}

fn defaults_of(module: &Module) -> Vec<(HostId, Pushed)> {
    let all = module.attributes.iter().map(|a| (a.id, a.default));
    all.filter(|(_, default)| *default != Pushed::HoldsNot)
        .collect()
}

/// Every state that a participant can be in; first none, then the one it starts in.
fn states_of(script: &Script) -> Vec<Option<StateId>> {
    let mut states = vec![None];
    let of_rules = script.rules.iter().flat_map(|r| [r.state, r.goto]);
    let of_cast = script.cast.iter().map(|line| line.starts_in);
    let all = script.states.iter().copied().map(Some);
    for state in all.chain(of_rules).chain(of_cast) {
        if !states.contains(&state) {
            states.push(state);
        }
    }
    states
}

pub(super) fn state_index(shape: &Shape, state: Option<StateId>) -> u16 {
    let index = shape.states.iter().position(|s| *s == state);
    index.unwrap_or(0) as u16
}

/// Participants whom no rule can tell apart by their role form a class.
pub(super) struct Classes {
    /// Roles that the script speaks of.
    mentioned: Vec<RoleId>,
    /// For each class, which of them it is, and whether it is a proxy.
    signatures: Vec<(Vec<bool>, bool)>,
    roles: Vec<(RoleId, u8)>,
}

impl Classes {
    fn new(module: &Module, script: &Script) -> Option<Classes> {
        let mut mentioned: Vec<RoleId> = vec![];
        mentioned.extend(script.rules.iter().flat_map(|r| &r.roles));
        mentioned.extend(script.holds.iter().flat_map(|h| &h.roles));
        for_each_literal(script, &mut |literal| {
            if let townsfolk_module::Literal::Any {
                role: Some(role), ..
            } = literal
            {
                mentioned.push(*role);
            }
        });
        mentioned.sort();
        mentioned.dedup();
        let mut all: Vec<RoleId> = module.roles.iter().map(|role| role.id).collect();
        all.extend(script.cast.iter().map(|line| line.role));
        all.extend(&mentioned);
        all.sort();
        all.dedup();
        let mut classes = Classes {
            mentioned,
            signatures: vec![],
            roles: vec![],
        };
        for role in all {
            let is = classes.mentioned.iter();
            let is: Vec<bool> = is.map(|wanted| module.is_a(role, *wanted)).collect();
            let signature = (is, module.role(role).is_some_and(|r| r.proxy));
            let known = classes.signatures.iter().position(|s| *s == signature);
            let class = known.unwrap_or_else(|| {
                classes.signatures.push(signature);
                classes.signatures.len() - 1
            });
            classes.roles.push((role, class as u8));
        }
        // Unknown roles come last.
        let unknown = (vec![false; classes.mentioned.len()], false);
        classes.signatures.push(unknown);
        (classes.signatures.len() <= CLASSES_MAX).then_some(classes)
    }

    /// The classes of all who are some role; without one, of all people.
    pub(super) fn mask(&self, role: Option<RoleId>) -> u64 {
        let fits = |(is, proxy): &(Vec<bool>, bool)| match role {
            None => !*proxy,
            Some(role) => match self.mentioned.binary_search(&role) {
                Ok(index) => is[index],
                Err(_) => false,
            },
        };
        let classes = self.signatures.iter().enumerate();
        classes.fold(0, |mask, (index, signature)| {
            mask | u64::from(fits(signature)) << index
        })
    }

    fn mask_of_all(&self, roles: &[RoleId]) -> u64 {
        if roles.is_empty() {
            return u64::MAX;
        }
        roles.iter().fold(0, |m, role| m | self.mask(Some(*role)))
    }
}

/// Calls `visit` on every literal in conditions, clauses, and counts.
fn for_each_literal(script: &Script, visit: &mut impl FnMut(&townsfolk_module::Literal)) {
    use townsfolk_module::Literal;
    fn of_expr(expr: &Expr, visit: &mut impl FnMut(&Literal)) {
        expr.walk(&mut |inner| {
            if let Expr::Count(literal) = inner {
                visit(literal);
            }
        });
    }
    let of_list = |literals: &[Literal], visit: &mut dyn FnMut(&Literal)| {
        for literal in literals {
            visit(literal);
            for expr in literal.expressions() {
                of_expr(expr, &mut |l| visit(l));
            }
        }
    };
    for clause in script.defines.iter().flat_map(|d| &d.clauses) {
        of_list(&clause.body, visit);
        clause.parameters.iter().for_each(|e| of_expr(e, visit));
    }
    for hold in &script.holds {
        of_list(&hold.condition, visit);
    }
    let of_call = |call: &Call, visit: &mut dyn FnMut(&Literal)| {
        let named = call.named.iter().map(|(_, value)| value);
        for expr in call.arguments.iter().chain(named) {
            of_expr(expr, &mut |l| visit(l));
        }
    };
    for call in script.cast.iter().filter_map(|l| l.on_leaving.as_ref()) {
        of_call(call, visit);
    }
    for rule in &script.rules {
        of_list(&rule.when, visit);
        of_list(&rule.while_holds, visit);
        if let Some(call) = &rule.action {
            of_call(call, visit);
        }
        if let Choose::Least(expr) | Choose::Most(expr) = &rule.choose {
            of_expr(expr, visit);
        }
        for effects in rule.effects() {
            expressions_of(effects).for_each(|e| of_expr(e, visit));
        }
    }
}

fn rule_code(assembly: &mut Assembly<'_>, rule: &Rule) -> Option<RuleCode> {
    let (module, script) = (assembly.module, assembly.script);
    assembly.begin(rule.variables)?;
    let when = assembly.condition(&rule.when)?;
    let choose = choose_code(assembly, &rule.choose)?;
    let action = match &rule.action {
        Some(call) => Some(call_code(assembly, call)?),
        None => None,
    };
    let while_holds = if rule.while_holds.is_empty() {
        None
    } else {
        Some(assembly.condition(&rule.while_holds)?)
    };
    let [now, then] = [&rule.now, &rule.then].map(|e| effects_code(assembly, e));
    let [on_failure, on_stop] =
        [&rule.on_failure, &rule.on_stop].map(|e| effects_code(assembly, e));
    let shape = assembly.shape;
    let everywhere = OwnPlaces::default();
    let mut while_reads = Reads::new(module, script, &everywhere);
    while_reads.literals(&rule.while_holds);
    let while_beat = beat_of(module, script, &rule.while_holds);
    let beat = beat_of(module, script, &rule.when);
    let always_changes = always_changes(rule);
    let check = check_of(assembly, rule, always_changes);
    // A search that could run out of steps depends on rows about others as well.
    let is_short = is_short(&rule.when);
    let own_places = match is_short {
        true => assembly.own_places,
        false => &everywhere,
    };
    let reads = reads_of(assembly, rule, check, own_places);
    let restless = reads.restless;
    let guards = match is_short && !reads.coin {
        true => rule.when.iter().filter_map(|l| assembly.guard(l)).collect(),
        false => vec![],
    };
    let read = facts_read(script, rule);
    let index = |id: &townsfolk_core::FactId| shape.facts.binary_search_by_key(id, |f| f.id).ok();
    let mut code = RuleCode {
        id: rule.id,
        site: rule.site,
        state: state_index(shape, rule.state),
        variables: rule.variables,
        when,
        choose,
        action,
        together: rule.together.map(|v| v.0),
        while_holds,
        now: now?,
        then: then?,
        on_failure: on_failure?,
        on_stop: on_stop?,
        goto: state_index(shape, rule.goto),
        finish: rule.finish,
        urgent: rule.urgent,
        once: rule.once,
        again_after: rule.again_after,
        beat,
        while_beat,
        check,
        is_memorable: beat.is_none()
            && !restless
            && !reads.coin
            && !rule.once
            && rule.again_after.is_none()
            && rule.together.is_none(),
        fires_simply: !rule.once
            && rule.again_after.is_none()
            && rule.together.is_none()
            && rule.goto.is_none()
            && rule.finish == Finish::Stay,
        never_watched: rule.while_holds.is_empty() && !script.rules.iter().any(|r| r.urgent),
        takes_claims: takes_claims(script, rule),
        fires_at_once: false,
        always_changes,
        reads: reads.topics,
        while_reads: while_reads.topics,
        restless: restless && beat.is_none(),
        guards,
        while_restless: while_reads.restless && while_beat.is_none(),
        facts_read: read
            .iter()
            .map(|id| (*id, index(id).map_or(super::program::NO_FACT, |i| i as u16)))
            .collect(),
    };
    code.fires_at_once = code.takes_any_solution();
    Some(code)
}

/// Whether firing changes something whatever the facts are.
fn always_changes(rule: &Rule) -> bool {
    let goes = rule.goto.is_some() && rule.state.is_some() && rule.goto != rule.state;
    rule.finish != Finish::Stay || goes || draws(&rule.now) || draws(&rule.then)
}

fn draws(effects: &Effects) -> bool {
    let mut found = false;
    for argument in effects.add.iter().flat_map(|pattern| &pattern.arguments) {
        argument.walk(&mut |inner| found |= matches!(inner, Expr::Random { .. }));
    }
    found
}

fn takes_claims(script: &Script, rule: &Rule) -> bool {
    let mut added = rule.now.add.iter();
    added.any(|pattern| script.fact(pattern.fact).is_some_and(|d| d.claim))
}

fn counts(effects: &Effects) -> bool {
    let mut found = false;
    for expr in expressions_of(effects) {
        expr.walk(&mut |inner| found |= matches!(inner, Expr::Count(_)));
    }
    found
}

fn check_of(assembly: &Assembly<'_>, rule: &Rule, always_changes: bool) -> Check {
    let script = assembly.script;
    let is_claim = |pattern: &&townsfolk_module::FactPattern| {
        let declared = script.fact(pattern.fact);
        declared.is_some_and(|d| d.claim && d.kinds.len() == pattern.arguments.len())
    };
    let claims: Vec<_> = rule.now.add.iter().filter(is_claim).collect();
    let decided = rule.action.is_some() || always_changes;
    // Counting takes steps, so it must be done where the reference does it.
    if counts(&rule.now) || counts(&rule.then) {
        return Check::Copy;
    }
    match claims[..] {
        [] if decided => Check::None,
        [claim] if decided && !rule.now.remove.iter().any(|r| r.fact == claim.fact) => {
            Check::OneClaim
        }
        [] if rule.then.is_empty() || rule.now.is_empty() => {
            if rule.then.add.iter().any(|p| is_claim(&p)) {
                Check::Copy
            } else {
                Check::OneChange
            }
        }
        _ => Check::Copy,
    }
}

/// The test of whether a rule has a solution with which it can fire.
fn reads_of<'a>(
    assembly: &Assembly<'a>,
    rule: &'a Rule,
    check: Check,
    own_places: &'a OwnPlaces,
) -> Reads<'a> {
    let (module, script) = (assembly.module, assembly.script);
    let mut reads = Reads::new(module, script, own_places);
    reads.literals(&rule.when);
    if rule.together.is_some() {
        reads.topics |= topic::FREE | topic::PEOPLE;
    }
    // An argument that has no value now may have one later.
    let mut arguments = Reads::new(module, script, own_places);
    if let Some(call) = &rule.action {
        call.arguments.iter().for_each(|a| arguments.expression(a));
        call.named.iter().for_each(|(_, a)| arguments.expression(a));
    }
    reads.restless |= arguments.reading || arguments.restless;
    reads.restless |= arguments.now && arguments.divides;
    let mut effects = Reads::new(module, script, own_places);
    if check != Check::None {
        effects.effects(&rule.now);
        if rule.action.is_none() {
            effects.effects(&rule.then);
        }
    }
    reads.restless |= effects.reading || effects.restless || effects.now;
    reads.coin |= arguments.coin || effects.coin;
    reads.topics |= arguments.topics | effects.topics;
    reads
}

fn choose_code(assembly: &mut Assembly<'_>, choose: &Choose) -> Option<ChooseCode> {
    Some(match choose {
        Choose::First => ChooseCode::First,
        Choose::Any(variable) => ChooseCode::Any(variable.map(|v| v.0)),
        Choose::Nearest(variable) => ChooseCode::Nearest(variable.0),
        Choose::Least(expr) => ChooseCode::Least(assembly.expression(expr)?),
        Choose::Most(expr) => ChooseCode::Most(assembly.expression(expr)?),
    })
}

fn call_code(assembly: &mut Assembly<'_>, call: &Call) -> Option<CallCode> {
    let module = assembly.module;
    let action = module.action(call.action)?;
    let mut reads = Reads::new(module, assembly.script, assembly.own_places);
    call.arguments.iter().for_each(|a| reads.expression(a));
    call.named.iter().for_each(|(_, a)| reads.expression(a));
    if reads.coin {
        return None;
    }
    let mut named = vec![];
    for parameter in &action.named {
        match call.named.iter().find(|(name, _)| *name == parameter.name) {
            Some((name, expr)) => named.push((*name, Named::Given(assembly.argument(expr)?))),
            None => {
                let default = parameter.default;
                named.extend(default.map(|value| (parameter.name, Named::Default(value))));
            }
        }
    }
    let given = call.named.iter().map(|(_, expr)| expr);
    let needed: Vec<&Expr> = call.arguments.iter().chain(given).collect();
    let arguments = assembly.list(call.arguments.iter())?;
    Some(CallCode {
        action: action.id,
        plain: named.is_empty() && assembly.is_direct(arguments),
        arguments,
        needed: assembly.list(needed.into_iter())?,
        named,
        limit: Duration(action.limit.0.max(1)),
        interruptible: action.interruptible,
    })
}

fn effects_code(assembly: &mut Assembly<'_>, effects: &Effects) -> Option<EffectsCode> {
    let mut reads = Reads::new(assembly.module, assembly.script, assembly.own_places);
    reads.effects(effects);
    if reads.coin {
        return None;
    }
    Some(EffectsCode {
        remove: assembly.patterns(&effects.remove)?,
        add: assembly.patterns(&effects.add)?,
        set: assembly.writes(&effects.set)?,
        at_once: !counts(effects),
    })
}

fn hold_code(assembly: &mut Assembly<'_>, hold: &Hold) -> Option<HoldCode> {
    assembly.begin(hold.variables)?;
    Some(HoldCode {
        classes: assembly.classes.mask_of_all(&hold.roles),
        condition: assembly.condition(&hold.condition)?,
        limit: hold.limit,
    })
}

fn lists(script: &Script, shape: &Shape, classes: &Classes, rules: &[RuleCode]) -> Vec<List> {
    let mut lists = vec![];
    for class in 0..classes.signatures.len() {
        for state in 0..shape.states.len() {
            let mut list = List::default();
            for (index, (rule, code)) in script.rules.iter().zip(rules).enumerate() {
                let state_fits = rule.state.is_none() || usize::from(code.state) == state;
                let role_fits = classes.mask_of_all(&rule.roles) >> class & 1 == 1;
                if state_fits && role_fits {
                    list.rules.push((index as u16, code.reads | topic::LOOK));
                    list.reads |= code.reads;
                    if rule.urgent {
                        list.urgent.push(index as u16);
                    }
                }
            }
            lists.push(list);
        }
    }
    lists
}

/// How a host name's value reaches us, if it is declared.
pub(super) fn form_of(module: &Module, name: townsfolk_core::HostId) -> Option<HostForm> {
    module.host_name(name).map(|declared| declared.form)
}
