//! Interchangeable props and symbols.

use crate::survey::ScriptSurvey;
use townsfolk_core::Value;
use townsfolk_module::{Choose, Expr, Literal, Module, Script, Visit};

/// Groups of props and of symbols that neither the script nor any location distinguishes. `places`
/// are the facts of each location, in order.
pub(crate) fn twins(
    module: &Module,
    script: &Script,
    survey: &ScriptSurvey,
    places: &[Vec<townsfolk_core::Atom>],
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

/// Maximum number of props and symbols that are renamed.
pub(crate) const TWINS_MAX: usize = 15;

fn sort_atoms(atoms: &mut [townsfolk_core::Atom], survey: &ScriptSurvey) {
    atoms.sort_by(|a, b| survey.by_place(a, b));
}

/// The values that the script itself names.
pub(crate) fn named_values(script: &Script) -> Vec<Value> {
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
        literals.extend(literal.counted());
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
