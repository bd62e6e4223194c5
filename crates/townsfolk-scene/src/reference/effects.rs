//! How facts change. Section "Effects".

use super::bindings::Bindings;
use super::matching::{Chance, Matcher};
use super::tuple_space::{Added, TupleSpace};
use crate::{Fault, Happening};
use townsfolk_core::{Atom, HostId, Pushed, StartId, Tick, Value};
use townsfolk_module::{Effects, Expr, Rule, Script, WriteValue};

/// Effects with every expression evaluated: what goes, then what comes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Change {
    /// Facts that go.
    pub remove: Vec<Atom>,
    /// Facts that come.
    pub add: Vec<Atom>,
    /// The expression without a value.
    pub faults: Vec<Fault>,
}

/// Works out what effects would change, without changing it.
pub fn plan(matcher: &mut Matcher<'_>, effects: &Effects, bindings: &Bindings) -> Change {
    let mut change = Change::default();
    for pattern in &effects.remove {
        match matcher.matching(pattern, bindings) {
            Some(atoms) => change.remove.extend(atoms),
            None => change.faults.push(Fault::Undefined(pattern.fact)),
        }
    }
    for pattern in &effects.add {
        let arguments = pattern.arguments.iter();
        let values: Option<Vec<Value>> = arguments.map(|a| matcher.value(a, bindings)).collect();
        match values {
            Some(arguments) => change.add.push(Atom {
                fact: pattern.fact,
                arguments,
            }),
            None => change.faults.push(Fault::Undefined(pattern.fact)),
        }
    }
    change
}

/// The values that effects give to attributes, within their ranges. A write whose argument or value is
/// undefined is left out.
pub fn writes(
    matcher: &mut Matcher<'_>,
    effects: &Effects,
    bindings: &Bindings,
) -> Vec<(HostId, Vec<Value>, Pushed)> {
    let mut found = vec![];
    for write in &effects.set {
        let arguments = write.arguments.iter();
        let arguments: Option<Vec<Value>> = arguments.map(|a| matcher.value(a, bindings)).collect();
        let value = match &write.value {
            WriteValue::Holds => Some(Pushed::Holds),
            WriteValue::HoldsNot => Some(Pushed::HoldsNot),
            WriteValue::Is(value) => matcher.value(value, bindings).map(Pushed::Is),
        };
        let declared = matcher.view.module.attribute(write.name);
        if let (Some(arguments), Some(value)) = (arguments, value) {
            let value = declared.map_or(value, |declared| declared.clamped(value));
            found.push((write.name, arguments, value));
        }
    }
    found
}

/// Carries out a change, removals first, and says what happened.
pub fn apply(
    facts: &mut TupleSpace,
    script: &Script,
    gone: &[Value],
    change: Change,
    now: Tick,
    taken_by: Option<StartId>,
) -> Vec<Happening> {
    let removed = facts.remove_if(|fact| change.remove.contains(&fact.atom));
    let mut happened: Vec<Happening> = removed.into_iter().map(Happening::Removed).collect();
    for atom in change.add {
        happened.push(if atom.arguments.iter().any(|a| gone.contains(a)) {
            Happening::Fault(Fault::NamesGone(atom))
        } else {
            match facts.add(script, atom.clone(), now, taken_by) {
                Added::New | Added::Again => Happening::Added(atom),
                Added::Held(holder) => Happening::ClaimLost {
                    claim: atom,
                    holder,
                },
                Added::Undeclared => Happening::Fault(Fault::Undeclared(atom)),
            }
        });
    }
    happened.extend(change.faults.into_iter().map(Happening::Fault));
    happened
}

/// Whether a rule can fire with a solution of its condition: its action's arguments have values,
/// no claim is taken from somebody else, and without an action something changes.
pub fn can_fire(matcher: &mut Matcher<'_>, rule: &Rule, bindings: &Bindings) -> bool {
    let chance = std::mem::replace(&mut matcher.chance, Chance::Least);
    let can = can_fire_at_least(matcher, rule, bindings);
    matcher.chance = chance;
    can
}

fn can_fire_at_least(matcher: &mut Matcher<'_>, rule: &Rule, bindings: &Bindings) -> bool {
    if let Some(call) = &rule.action {
        let named = call.named.iter().map(|(_, value)| value);
        let mut all = call.arguments.iter().chain(named);
        if !all.all(|argument| matcher.value(argument, bindings).is_some()) {
            return false;
        }
    }
    if rule.action.is_some() && rule.now.is_empty() {
        return true;
    }
    let view = matcher.view;
    let mut ahead = matcher.facts.clone();
    let gone = &view.scene.gone;
    let change = plan(matcher, &rule.now, bindings);
    let happened = apply(&mut ahead, view.script, gone, change, view.now, None);
    if happened.iter().any(is_claim_lost) {
        return false;
    }
    if rule.action.is_some() {
        return true;
    }
    let change = plan(&mut matcher.over(&ahead), &rule.then, bindings);
    apply(&mut ahead, view.script, gone, change, view.now, None);
    let state = matcher.me.and_then(|me| view.scene.participant(me));
    rule.finish != townsfolk_module::Finish::Stay
        || rule
            .goto
            .is_some_and(|to| state.is_some_and(|p| p.state != Some(to)))
        || draws(&rule.now)
        || draws(&rule.then)
        || sets_something(matcher, rule, bindings)
        || !ahead.same_set(matcher.facts)
}

/// Whether an attribute would have another value than the scene knows.
fn sets_something(matcher: &mut Matcher<'_>, rule: &Rule, bindings: &Bindings) -> bool {
    let [now, then] = [&rule.now, &rule.then].map(|effects| writes(matcher, effects, bindings));
    let (scene, module) = (matcher.view.scene, matcher.view.module);
    let mut all = now.into_iter().chain(then);
    all.any(|(name, arguments, value)| scene.property(module, name, &arguments) != value)
}

fn is_claim_lost(happening: &Happening) -> bool {
    matches!(happening, Happening::ClaimLost { .. })
}

/// Whether an addition depends on chance, so that nobody can say before whether it is a change.
fn draws(effects: &Effects) -> bool {
    let mut found = false;
    for argument in effects.add.iter().flat_map(|pattern| &pattern.arguments) {
        argument.walk(&mut |inner| found |= matches!(inner, Expr::Random { .. }));
    }
    found
}
