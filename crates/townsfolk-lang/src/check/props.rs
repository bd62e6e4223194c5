//! Props that a script names and that none of its locations has.

use super::analysis::Analysis;
use crate::declaration::location::lower::Knowledge;
use crate::diagnostic::{Code, Diagnostic};
use crate::near::with_capital_letter;
use std::collections::BTreeSet;
use townsfolk_core::{PropId, Value};
use townsfolk_module::{Category, Expr, Visit};

pub(super) fn check(
    analysis: &Analysis<'_>,
    known: Option<&Knowledge>,
    problems: &mut Vec<Diagnostic>,
) {
    let unit = analysis.unit;
    let mut told = BTreeSet::new();
    for (rule, places) in analysis.rules().iter().zip(&unit.places.rules) {
        let mut named: Vec<(PropId, crate::source::Place)> = vec![];
        let mut look = |part: &dyn Visit, place| {
            part.each_expr(&mut |expr| {
                if let Expr::Constant(Value::Prop(prop)) = expr {
                    named.push((*prop, place));
                }
            });
        };
        for (literal, place) in rule.when.iter().zip(&places.when) {
            look(literal, *place);
        }
        look(&rule.action, places.action.unwrap_or(places.name));
        for (effects, (removed, added)) in rule.effects().into_iter().zip(places.effects()) {
            let facts = effects.remove.iter().zip(removed);
            for (fact, place) in facts.chain(effects.add.iter().zip(added)) {
                look(fact, *place);
            }
            look(&effects.set, places.name);
        }
        for (prop, place) in named {
            let name = unit
                .used
                .iter()
                .find(|(category, id, _)| *category == Category::Prop && *id == prop.0)
                .map_or("?", |(_, _, name)| name.as_str());
            let there = known.is_some_and(|known| known.props.contains(name));
            if there || !told.insert(prop) {
                continue;
            }
            let capital = with_capital_letter(name);
            let is_variable = places.variables.contains(&capital);
            let mut problem = Code::UnknownProp
                .at(
                    place,
                    format!("no location of this script has a prop `{name}`"),
                )
                .label("a prop called by its name");
            problem = if is_variable || known.is_none() {
                problem.hint(format!(
                    "a variable begins with a capital letter: did you mean `{capital}`?"
                ))
            } else {
                problem.hint(format!("add `prop {name}: …` to the locations that prefer it, or write a variable: `{capital}`"))
            };
            problems.push(problem);
        }
    }
}
