//! From the syntax of an operator to its compiled form: written out for all values of its variables.

use super::proposition::{Placed, contradiction, of_literals, of_writes};
use crate::condition::{Mode, Vocabulary};
use crate::context::Context;
use crate::declaration::deed::{decider_lower, deed};
use crate::declaration::measure::{numbers_of, thousandths};
use crate::declaration::need::lower::symbol;
use crate::diagnostic::{Code, Diagnostic};
use crate::names::Declaration;
use crate::source::Place;
use crate::syntax::{Node, TreeExt, *};
use townsfolk_core::{DeciderId, Kind, SymbolId, Value};
use townsfolk_module::decide::{Deciders, Deed, Operator};
use townsfolk_module::{AttributeWrite, Category, Expr, Literal, WriteValue};

/// Maximum number of operators that one declaration is written out to.
const EXPANDED_MAX: usize = 10_000;

/// The greatest cost.
const COST_MAX: i64 = 10_000;

/// An operator with variables.
struct Template {
    when: Vec<Literal>,
    when_places: Vec<Place>,
    makes: Vec<(AttributeWrite, Place)>,
    deed: Option<Deed>,
}

/// Lowers an operator.
pub(crate) fn lower(
    declaration: &Declaration,
    node: &Node,
    cx: &mut Context<'_>,
    into: &mut Deciders,
) {
    let cost = node.child(COST).map_or(Some(1), |part| cost(&part, cx));
    let Some(values) = values_of_parameters(node, cx) else {
        return;
    };
    let template = template(declaration, node, cx, &values);
    if template.makes.is_empty() && node.child(MAKES).is_none() {
        cx.problem(
            Code::EmptyDecider
                .at(
                    declaration.place,
                    format!("the operator `{}` changes nothing", declaration.name),
                )
                .label("no `makes`")
                .consequence("No plan ever has a use for it.")
                .hint("add `makes` and what holds after it"),
        );
    }
    let name = DeciderId(cx.globals.id(Category::Decider, &declaration.name));
    // The reason of an offer is the operator's name as a symbol.
    symbol(cx, &declaration.name);
    let chosen = combinations(&values);
    if chosen.len() > EXPANDED_MAX {
        cx.problem(too_many(declaration, chosen.len()));
        return;
    }
    let reported = cx.problems.len();
    for chosen in chosen {
        let parts = template.with(&chosen);
        let when = of_literals(cx, &parts.when, &parts.when_places, &mut into.planners);
        let makes = of_writes(cx, &parts.makes, &mut into.planners);
        check(cx, declaration, (&when, &makes), into);
        into.planners.operators.push(Operator {
            name,
            when: when.into_iter().map(|(effect, _)| effect).collect(),
            makes: makes.into_iter().map(|(effect, _)| effect).collect(),
            cost: cost.unwrap_or(1),
            deed: parts.deed,
            sets: parts.makes.into_iter().map(|(write, _)| write).collect(),
        });
        // A cause is reported once, not for every combination of values.
        if cx.problems.len() > reported {
            return;
        }
    }
}

/// The values that each parameter can have, which are the words of its set.
fn values_of_parameters(node: &Node, cx: &mut Context<'_>) -> Option<Vec<(Kind, Vec<SymbolId>)>> {
    let list = node.child(COURSE_PARAMETERS);
    let parameters: Vec<Node> = list
        .iter()
        .flat_map(|list| list.children_of(COURSE_PARAMETER))
        .collect();
    let mut all = vec![];
    for parameter in parameters {
        let kind = cx.kind(&parameter.child(KIND_REF)?)?;
        let Kind::SymbolOf(set) = kind else {
            let place = parameter.place(cx.file);
            return cx.fail(
                Code::NotAProposition
                    .at(place, "an operator can only try the words of a set")
                    .label("this is no set of symbols")
                    .hint("declare one: `symbols place: home, work`, and write `To: place`"),
            );
        };
        all.push((kind, cx.globals.module.symbol_set(set)?.members.clone()));
    }
    Some(all)
}

fn template(
    declaration: &Declaration,
    node: &Node,
    cx: &mut Context<'_>,
    values: &[(Kind, Vec<SymbolId>)],
) -> Template {
    let nothing = Vocabulary::default();
    let site = format!("operator {}", declaration.name);
    let mut lower = decider_lower(cx, &nothing, site);
    let list = node.child(COURSE_PARAMETERS);
    let parameters = list
        .iter()
        .flat_map(|list| list.children_of(COURSE_PARAMETER));
    for (parameter, (kind, _)) in parameters.zip(values) {
        let Some(variable) = parameter.child(VARIABLE_EXPR) else {
            continue;
        };
        let place = variable.place(lower.cx.file);
        let name = variable.word().unwrap_or_default();
        let mode = (Mode::Bind, false);
        let id = lower
            .scope
            .meet(lower.cx, (&name, place), mode, Some(*kind));
        lower
            .scope
            .narrow(lower.cx, id, place, (*kind, Some(place)));
    }
    let body = node.child(WHEN).and_then(|when| when.child(LITERALS));
    let (when, when_places) = body.map(|body| lower.literals(&body)).unwrap_or_default();
    let writes = node.child(MAKES).and_then(|makes| makes.child(LITERALS));
    let writes = writes.map_or(vec![], |list| list.children_of(LITERAL).collect());
    let makes = writes
        .iter()
        .filter_map(|write| Some((lower.write(write)?, write.place(lower.cx.file))))
        .collect();
    let action = node.child(DO);
    let deed = action.and_then(|action| deed(&mut lower, &action));
    let scope = lower.scope;
    scope.finish(cx);
    Template {
        when,
        when_places,
        makes,
        deed,
    }
}

/// All ways to give the parameters different values, in order.
fn combinations(values: &[(Kind, Vec<SymbolId>)]) -> Vec<Vec<SymbolId>> {
    let mut all: Vec<Vec<SymbolId>> = vec![vec![]];
    for (_, values) in values {
        let longer = all.iter().flat_map(|chosen| {
            let fresh = values.iter().filter(|value| !chosen.contains(value));
            fresh.map(|value| {
                let mut chosen = chosen.clone();
                chosen.push(*value);
                chosen
            })
        });
        all = longer.take(EXPANDED_MAX + 1).collect();
    }
    all
}

impl Template {
    /// The same with values in place of the variables.
    fn with(&self, chosen: &[SymbolId]) -> Template {
        let expr = |expr: &Expr| substituted(expr, chosen);
        let list = |list: &[Expr]| list.iter().map(expr).collect::<Vec<_>>();
        let when = self.when.iter().map(|literal| match literal {
            Literal::Compare {
                left,
                comparison,
                right,
            } => Literal::Compare {
                left: expr(left),
                comparison: *comparison,
                right: expr(right),
            },
            other => other.clone(),
        });
        let makes = self.makes.iter().map(|(write, place)| {
            let value = match &write.value {
                WriteValue::Is(value) => WriteValue::Is(expr(value)),
                other => other.clone(),
            };
            let arguments = write.arguments.clone();
            let name = write.name;
            let write = AttributeWrite {
                name,
                arguments,
                value,
            };
            (write, *place)
        });
        let deed = self.deed.as_ref().map(|deed| match deed {
            Deed::Act(call) => {
                let mut call = call.clone();
                call.arguments = list(&call.arguments);
                for (_, value) in &mut call.named {
                    *value = expr(value);
                }
                Deed::Act(call)
            }
            Deed::Course(course, arguments) => Deed::Course(*course, list(arguments)),
        });
        Template {
            when: when.collect(),
            when_places: self.when_places.clone(),
            makes: makes.collect(),
            deed,
        }
    }
}

/// An expression with values in place of variables, which stand alone in propositions and calls.
fn substituted(expr: &Expr, chosen: &[SymbolId]) -> Expr {
    match expr {
        Expr::Variable(variable) => match chosen.get(usize::from(variable.0)) {
            Some(value) => Expr::Constant(Value::Symbol(*value)),
            None => expr.clone(),
        },
        other => other.clone(),
    }
}

fn check(
    cx: &mut Context<'_>,
    declaration: &Declaration,
    (when, makes): (&[Placed], &[Placed]),
    into: &Deciders,
) {
    let name = &declaration.name;
    if let Some((place, first)) = contradiction(when, &into.planners) {
        cx.problem(
            Code::Contradiction
                .at(place, format!("`{name}` contradicts itself"))
                .label("this cannot hold together")
                .related(first, "with this")
                .consequence("The operator can never be used.")
                .hint("remove one of them"),
        );
    }
    if let Some((place, first)) = contradiction(makes, &into.planners) {
        cx.problem(
            Code::AddsAndRemoves
                .at(place, format!("`{name}` both adds and removes something"))
                .label("this undoes the other")
                .related(first, "the other")
                .consequence("Nobody could say what holds after it.")
                .hint("remove one of them"),
        );
    }
}

fn cost(part: &Node, cx: &mut Context<'_>) -> Option<u16> {
    let number = numbers_of(part).next()?;
    let (value, place) = thousandths(cx, &number)?;
    let whole = value % 1000 == 0 && (1..=COST_MAX).contains(&(value / 1000));
    if !whole {
        return cx.fail(
            Code::OutOfRange
                .at(
                    place,
                    format!("a cost is a whole number from 1 to {COST_MAX}"),
                )
                .label("not such a number"),
        );
    }
    u16::try_from(value / 1000).ok()
}

fn too_many(declaration: &Declaration, count: usize) -> Diagnostic {
    Code::OutOfRange
        .at(
            declaration.place,
            format!(
                "`{}` would be written out {count} times or more",
                declaration.name
            ),
        )
        .label(format!("at most {EXPANDED_MAX}"))
        .consequence("Each combination of values becomes an operator of its own.")
        .hint("use fewer variables, or smaller sets")
}
