//! From the syntax of a rule set to its compiled form.

use crate::check::contradiction::check_condition;
use crate::condition::{Mode, Vocabulary, duration_range};
use crate::context::Context;
use crate::declaration::deed::{decider_lower, deed};
use crate::declaration::ladder_word;
use crate::declaration::measure::degree;
use crate::diagnostic::Code;
use crate::names::Declaration;
use crate::source::Place;
use crate::syntax::{Node, TreeExt, *};
use townsfolk_core::{DeciderId, Duration, HostId, SiteId, SymbolId, Urgency, Value};
use townsfolk_module::decide::{Alternative, Deciders, HotRule, RuleSet};
use townsfolk_module::knowledge::Facet;
use townsfolk_module::senses::SenseReading;
use townsfolk_module::{Category, Expr, HostForm, Literal, Visit, Visited};

/// The weight of an alternative that names none, in thousandths.
const WEIGHT: u32 = 1000;

/// The least and the greatest priority, in thousandths.
const PRIORITIES: (i64, i64) = (-100_000, 100_000);

/// Lowers a rule set.
pub(crate) fn lower(
    declaration: &Declaration,
    node: &Node,
    cx: &mut Context<'_>,
    into: &mut Deciders,
) {
    let mut set = RuleSet {
        id: DeciderId(cx.globals.id(Category::Decider, &declaration.name)),
        of_world: false,
        urgency: Urgency::Duty,
        subsets: vec![],
        rules: vec![],
    };
    for flag in node.children_of(FLAG) {
        match cx.reference(&flag) {
            Some((name, place)) => {
                set.urgency = ladder_word(cx, &name, place).unwrap_or(set.urgency)
            }
            None => set.of_world |= flag.words().iter().any(|word| word == "world"),
        }
    }
    let mut subset: Option<SymbolId> = None;
    let mut seen: Vec<(String, Place)> = vec![];
    for part in node.children() {
        let Some((name, place)) = part.name(cx.file) else {
            continue;
        };
        let what = match part.kind() {
            SUBSET => "subset",
            HOT_RULE => "rule",
            _ => continue,
        };
        if let Some((_, first)) = seen.iter().find(|(other, _)| *other == name) {
            cx.problem(
                Code::DuplicateName
                    .at(place, format!("there are two called `{name}` in this set"))
                    .label("again here")
                    .related(*first, "first here"),
            );
            continue;
        }
        seen.push((name.clone(), place));
        let symbol = named_symbol(cx, &name);
        match what {
            "subset" => {
                set.subsets.push(symbol);
                subset = Some(symbol);
            }
            _ => set
                .rules
                .extend(rule(&part, declaration, (&name, symbol, subset), cx)),
        }
    }
    if set.rules.is_empty() && !node.children().any(|part| part.kind() == HOT_RULE) {
        cx.problem(
            Code::EmptyDecider
                .at(
                    declaration.place,
                    format!("the rule set `{}` has no rules", declaration.name),
                )
                .label("nothing can be decided with it")
                .hint("add a rule: `rule name`, `when …`, `do …`"),
        );
    }
    into.rules.push(set);
}

fn named_symbol(cx: &mut Context<'_>, name: &str) -> SymbolId {
    let symbol = cx.globals.symbol(name);
    cx.used.push((Category::Symbol, symbol.0, name.to_string()));
    symbol
}

fn rule(
    node: &Node,
    set: &Declaration,
    (name, symbol, subset): (&str, SymbolId, Option<SymbolId>),
    cx: &mut Context<'_>,
) -> Option<HotRule> {
    let priority = node.child(PRIORITY).and_then(|part| priority(&part, cx));
    let again = node.child(AGAIN).and_then(|again| again.child(RANGE));
    let again_after = again.and_then(|range| duration_range(cx, &range));
    let site = format!("rules {}/{name}", set.name);
    let nothing = Vocabulary::default();
    let mut lower = decider_lower(cx, &nothing, site.clone());
    let body = node.child(WHEN).and_then(|when| when.child(LITERALS));
    let written = body
        .as_ref()
        .map_or(0, |body| body.children_of(LITERAL).count());
    let (when, places) = body.map(|body| lower.literals(&body)).unwrap_or_default();
    let alternatives = node.child(ALTERNATIVES);
    let deeds: Vec<Alternative> = alternatives
        .iter()
        .flat_map(|list| list.children_of(ALTERNATIVE).collect::<Vec<_>>())
        .filter_map(|part| {
            let weight = part.child(NUMBER_EXPR);
            let weight = match weight {
                Some(node) => weight_of(&mut lower, &node)?,
                None => WEIGHT,
            };
            let deed = deed(&mut lower, &part)?;
            Some(Alternative { weight, deed })
        })
        .collect();
    let scope = lower.scope;
    let variables = scope.variables.len() as u16;
    if when.len() == written {
        scope.finish(cx);
    }
    for (literal, place) in when.iter().zip(&places) {
        check_reads(literal, *place, cx);
    }
    let never = format!("The rule `{name}` never fires.");
    check_condition(cx, (&when, &places), &never);
    check_parts(node, (name, &when, written), cx);
    let whole = !deeds.is_empty() && when.len() == written && written > 0;
    whole.then(|| HotRule {
        name: symbol,
        subset,
        priority: priority.unwrap_or(0),
        site: SiteId::named(&site),
        variables,
        when,
        deeds,
        again_after: again_after.map(|(least, _): (Duration, Duration)| least),
    })
}

fn priority(part: &Node, cx: &mut Context<'_>) -> Option<i16> {
    let value = part
        .children()
        .find_map(|node| degree(cx, &node, "a priority", PRIORITIES))?;
    i16::try_from(value.0 >> 16).ok()
}

fn weight_of(lower: &mut crate::condition::Lower<'_, '_, '_>, node: &Node) -> Option<u32> {
    let typed = lower.expression(node, None, Mode::Use, false)?;
    match typed.expr {
        Expr::Constant(Value::Number(weight)) if weight.0 > 0 => u32::try_from(weight.0).ok(),
        _ => {
            let place = node.place(lower.cx.file);
            lower.cx.fail(
                Code::OutOfRange
                    .at(place, "a weight is a number above 0")
                    .label("not such a number")
                    .hint("write `2 wander` to make it twice as likely, or leave the weight out"),
            )
        }
    }
}

/// A hot rule reads attributes only: a change of anything else would not be noticed.
fn check_reads(literal: &Literal, place: Place, cx: &mut Context<'_>) {
    let mut unwatched = None;
    literal.visit(&mut |part| match part {
        Visited::Expr(Expr::Host { name, arguments })
        | Visited::Literal(Literal::Host {
            name, arguments, ..
        }) => {
            let host = cx.globals.module.host_name(*name);
            if let Some((_, facet)) = cx.globals.module.knowledge.reading(*name) {
                unwatched = unwatched.or(unwatched_belief(facet, arguments));
            } else if SenseReading::of(*name).is_some() {
                let own = arguments.first() == Some(&Expr::Me);
                unwatched =
                    unwatched.or((!own).then_some("the senses of somebody else than `.me`"));
            } else if host.is_some_and(|host| host.form != HostForm::Property) {
                unwatched = Some("a reading");
            }
        }
        Visited::Expr(Expr::Now | Expr::Clock) => unwatched = Some("the time"),
        Visited::Expr(Expr::Distance(..)) => unwatched = Some("a distance"),
        _ => {}
    });
    if let Some(what) = unwatched {
        cx.problem(
            Code::NotAvailableHere
                .at(place, format!("a hot rule cannot wait for {what}"))
                .label("changes without a word to the rule")
                .consequence("Hot rules are looked at only when an attribute has changed.")
                .hint("let the game, a course or a scene set an attribute, and ask for that"),
        );
    }
}

/// A rule is told when its own character learns or forgets something. Sightings make whereabouts.
fn unwatched_belief(facet: &Facet, arguments: &[Expr]) -> Option<&'static str> {
    if facet.id == HostId::named("whereabouts") {
        return Some("sightings, which make whereabouts");
    }
    let own = arguments.first() == Some(&Expr::Me);
    (!own).then_some("the beliefs of somebody else than `.me`")
}

fn check_parts(
    node: &Node,
    (name, when, written): (&str, &[Literal], usize),
    cx: &mut Context<'_>,
) {
    let place = node
        .name(cx.file)
        .map_or(node.place(cx.file), |(_, place)| place);
    if written == 0 {
        cx.problem(
            Code::IncompleteRule
                .at(place, format!("`{name}` does not say when it fires"))
                .label("no `when`")
                .consequence("A hot rule is looked at when an attribute that it reads has changed, and this one reads none.")
                .hint("add `when` and an attribute, such as `when .doing(.me) = idle`"),
        );
    } else if when.len() == written && !when.iter().any(reads_attribute) {
        cx.problem(
            Code::IncompleteRule
                .at(place, format!("`{name}` reads no attribute"))
                .label("never looked at again after the first time")
                .hint("ask for an attribute, such as `.doing(.me) = idle`"),
        );
    }
    if node.child(ALTERNATIVES).is_none() {
        cx.problem(
            Code::IncompleteRule
                .at(place, format!("`{name}` does nothing"))
                .label("no `do`")
                .hint("add `do` and an action or a course"),
        );
    }
}

fn reads_attribute(literal: &Literal) -> bool {
    let mut reads = matches!(literal, Literal::Host { .. });
    literal.each_expr(&mut |expr| reads |= matches!(expr, Expr::Host { .. }));
    reads
}
