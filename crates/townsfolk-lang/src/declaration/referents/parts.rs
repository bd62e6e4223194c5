//! Limits, senses and bindings of a set of referents.

use super::terms::{InferenceNames, LineTerms, call_of, unknown_referent};
use crate::check::contradiction::check_condition;
use crate::condition::{Lower, Mode, Vocabulary, duration_range, number, number_range};
use crate::context::Context;
use crate::declaration::deed::decider_lower;
use crate::diagnostic::Code;
use crate::source::Place;
use crate::syntax::{Node, TreeExt, *};
use townsfolk_core::{Duration, Kind, SiteId, Value};
use townsfolk_module::decide::inference::{
    Binding, BindingSource, Limits, PredicateIndex, ReferentIndex, Sense, SenseTest,
};
use townsfolk_module::{Expr, HostForm, Literal, Visit, Visited};

/// The furthest distance, in metres.
const METRES_MAX: i64 = 100_000;

/// The longest time between two cycles.
const BEAT_MAX: Duration = Duration::minutes(10);

/// Takes over what a limit says.
pub(super) fn limit(
    node: &Node,
    limits: &mut Limits,
    sight: &mut Vec<Literal>,
    cx: &mut Context<'_>,
) -> Option<()> {
    let words = node.words();
    let word = words.first().map_or("every", String::as_str);
    let written = node.child(NUMBER_EXPR)?;
    match word {
        "sight" => {
            limits.sight_mm = metres(&written, cx)?;
            *sight = condition(node, None, "sight", cx)?;
        }
        "attention" => limits.attention = thousandths(&written, (1, 64), 1000, cx)? as u8,
        "notices" if words.iter().any(|word| word == "moving") => {
            limits.notice_moving = thousandths(&written, (0, 1000), 1, cx)? as u16;
        }
        "notices" => limits.notice_still = thousandths(&written, (0, 1000), 1, cx)? as u16,
        "distracted" => limits.distracted = thousandths(&written, (0, 1000), 1, cx)? as u16,
        "remembers" => limits.memory = duration(&written, (Duration(0), None), cx)?,
        _ => limits.beat = duration(&written, (Duration(1), Some(BEAT_MAX)), cx)?,
    }
    Some(())
}

/// Lowers how a predicate is sensed.
pub(super) fn sense(
    node: &Node,
    names: &InferenceNames,
    cx: &mut Context<'_>,
) -> Option<(PredicateIndex, Sense)> {
    let term = node.child(TERM)?;
    let mut line = LineTerms {
        names,
        cx: &mut *cx,
        variable: None,
    };
    let (predicate, _) = line.atom(&term)?;
    let variable = line.variable.map(|(name, _)| name);
    let words = node.words();
    let felt = words.first().is_some_and(|word| word == "feel");
    let says = |wanted: &str| words.iter().skip(1).any(|word| word == wanted);
    let range = node.child(RANGE);
    let test = if says("within") {
        SenseTest::Within(range_metres(&range?, cx)?)
    } else if says("unseen") {
        SenseTest::UnseenFor(duration_range(cx, &range?)?.0)
    } else if says("moving") {
        SenseTest::Moves
    } else if node.child(WHEN).is_some() {
        let (call, _) = call_of(&term)?;
        let (name, _) = cx.reference(&call)?;
        SenseTest::Holds(condition(node, variable, &name, cx)?)
    } else {
        SenseTest::InView
    };
    Some((predicate, Sense { test, felt }))
}

/// Lowers how a referent is bound.
pub(super) fn binding(
    node: &Node,
    (set, limits): (&str, &Limits),
    names: &InferenceNames,
    cx: &mut Context<'_>,
) -> Option<Binding> {
    let mut found = vec![];
    for name in node.children_of(NAME_REF) {
        found.push(cx.referred(&name)?);
    }
    let (name, place) = found.first()?.clone();
    let referent = referent(names, &name, place, cx)?;
    let second = found.get(1).cloned();
    let mut ranges = node.children_of(RANGE);
    let says = |wanted: &str| node.words().iter().skip(1).any(|word| word == wanted);
    let mut within_mm = limits.sight_mm;
    if says("within") {
        within_mm = range_metres(&ranges.next()?, cx)?;
    }
    let from = match node.kind() {
        NOTICE => {
            let (role, place) = second?;
            let forget = match says("forget") {
                true => Some(duration_range(cx, &ranges.next()?)?.0),
                false => None,
            };
            BindingSource::Noticed {
                role: cx.role(&role, place)?,
                within_mm,
                when: condition(node, None, &name, cx)?,
                forget,
            }
        }
        SHARE => {
            let (with, place) = second?;
            BindingSource::Shared {
                with: self::referent(names, &with, place, cx)?,
                within_mm,
            }
        }
        _ => BindingSource::Attribute(bound_to(node, cx)?),
    };
    let site = SiteId::named(&format!("referents {set}/{name}"));
    Some(Binding {
        referent,
        from,
        site,
    })
}

fn referent(
    names: &InferenceNames,
    name: &str,
    place: Place,
    cx: &mut Context<'_>,
) -> Option<ReferentIndex> {
    let found = names.referent(name);
    if found.is_none() {
        cx.problem(unknown_referent(names, name, place));
    }
    found
}

/// The prop that a referent always means, or the attribute that it follows.
fn bound_to(node: &Node, cx: &mut Context<'_>) -> Option<Expr> {
    let written = node.children().find(|n| n.kind() != NAME_REF)?;
    let place = written.place(cx.file);
    let nothing = Vocabulary::default();
    let mut lower = decider_lower(cx, &nothing, "bind".into());
    let typed = lower.expression(&written, Some((Kind::Thing, None)), Mode::Use, false)?;
    match typed.expr {
        Expr::Host { .. } | Expr::Constant(Value::Prop(_)) => Some(typed.expr),
        _ => cx.fail(
            Code::InferenceMisuse
                .at(
                    place,
                    "a referent is bound to a prop or to the value of an attribute",
                )
                .label("neither of them")
                .hint("write the name of a prop, or an attribute such as `.post_of(.me)`"),
        ),
    }
}

/// Lowers the condition of a line over attributes. Its one variable is the object of a referent.
fn condition(
    node: &Node,
    variable: Option<String>,
    site: &str,
    cx: &mut Context<'_>,
) -> Option<Vec<Literal>> {
    let list = node.child(WHEN).and_then(|when| when.child(LITERALS));
    let Some(list) = list else {
        return Some(vec![]);
    };
    let place = list.place(cx.file);
    let name = variable.or_else(|| first_variable(&list));
    let nothing = Vocabulary::default();
    let mut lower = decider_lower(cx, &nothing, format!("referents/{site}"));
    bind_variable(&mut lower, name.as_deref().unwrap_or("X"), place);
    let written = list.children_of(LITERAL).count();
    let (literals, places) = lower.literals(&list);
    let second = lower.scope.variables.get(1).cloned();
    if let Some(second) = second {
        return cx.fail(
            Code::InferenceMisuse
                .at(
                    second.first,
                    format!("`{}` is a second variable", second.name),
                )
                .label("a condition here is about one object")
                .hint("ask for an attribute of that one object, of `.me` or of the world"),
        );
    }
    check_condition(cx, (&literals, &places), "It is true of nothing.");
    let mut sound = literals.len() == written;
    for (literal, place) in literals.iter().zip(&places) {
        sound &= can_be_asked(literal, *place, cx);
    }
    sound.then_some(literals)
}

/// Gives the variable of a line its value: the object of the referent at hand.
pub(super) fn bind_variable(lower: &mut Lower<'_, '_, '_>, name: &str, place: Place) {
    let Lower { cx, scope, .. } = lower;
    scope.meet(cx, (name, place), (Mode::Bind, false), None);
}

/// The first variable in a node.
pub(super) fn first_variable(node: &Node) -> Option<String> {
    let mut inside = node.descendants();
    let variable = inside.find(|node| node.kind() == VARIABLE_EXPR)?;
    Some(tree::normalise(variable.token(VARIABLE)?.text()))
}

/// A decider asks attributes, properties and the time; readings are made by scenes only.
fn can_be_asked(literal: &Literal, place: Place, cx: &mut Context<'_>) -> bool {
    let mut problem = None;
    literal.visit(&mut |part| match part {
        Visited::Expr(Expr::Host { name, .. }) | Visited::Literal(Literal::Host { name, .. }) => {
            let host = cx.globals.module.host_name(*name);
            if cx.globals.module.knowledge.reading(*name).is_some() {
                problem = Some((
                    "referents cannot ask for beliefs",
                    "let a hot rule or a scene set an attribute, and ask for that",
                ));
            } else if host.is_some_and(|host| host.form != HostForm::Property) {
                problem = Some((
                    "a reading cannot be asked for here",
                    "declare it as a `property`, which the game sets when it changes",
                ));
            }
        }
        Visited::Expr(Expr::Distance(..)) => {
            problem = Some((
                "a distance is sensed with `within`",
                "write `sense near(X) within 8 m`",
            ));
        }
        _ => {}
    });
    if let Some((message, hint)) = problem {
        let problem = Code::NotAvailableHere.at(place, message);
        cx.problem(problem.label("not known to a decider").hint(hint));
    }
    problem.is_none()
}

fn range_metres(range: &Node, cx: &mut Context<'_>) -> Option<u32> {
    let (low, _) = number_range(cx, range)?;
    millimetres(low, range.place(cx.file), cx)
}

fn metres(node: &Node, cx: &mut Context<'_>) -> Option<u32> {
    let place = node.place(cx.file);
    match number(cx, node)? {
        (Value::Number(metres), _) => millimetres(metres.0, place, cx),
        _ => cx.fail(
            Code::UnitMismatch
                .at(place, "a distance is needed here")
                .label("this is a length of time")
                .hint("write metres, such as `20 m`"),
        ),
    }
}

fn millimetres(metres: i64, place: Place, cx: &mut Context<'_>) -> Option<u32> {
    let fits = (0..=METRES_MAX * 1000).contains(&metres);
    match u32::try_from(metres).ok().filter(|_| fits) {
        Some(metres) => Some(metres),
        None => cx.fail(
            Code::OutOfRange
                .at(place, format!("a distance goes from 0 to {METRES_MAX} m"))
                .label("out of this range"),
        ),
    }
}

fn duration(
    node: &Node,
    (least, most): (Duration, Option<Duration>),
    cx: &mut Context<'_>,
) -> Option<Duration> {
    let place = node.place(cx.file);
    match number(cx, node)? {
        (Value::Duration(time), _) if time >= least && most.is_none_or(|most| time <= most) => {
            Some(time)
        }
        (Value::Duration(_), _) => cx.fail(
            Code::OutOfRange
                .at(place, "this time is too short or too long here")
                .label(format!(
                    "from {least} to {}",
                    most.unwrap_or(Duration(i64::MAX))
                )),
        ),
        _ => cx.fail(
            Code::UnitMismatch
                .at(place, "a duration is needed here")
                .label("how long?")
                .hint("write a unit behind it: `ms`, `s`, `min` or `h`"),
        ),
    }
}

/// A number within limits, as a multiple of this many thousandths.
fn thousandths(
    node: &Node,
    (low, high): (i64, i64),
    unit: i64,
    cx: &mut Context<'_>,
) -> Option<i64> {
    let place = node.place(cx.file);
    let (value, _) = number(cx, node)?;
    let value = match value {
        Value::Number(number) if number.0 % unit == 0 => Some(number.0 / unit),
        _ => None,
    };
    match value.filter(|value| (low..=high).contains(value)) {
        Some(value) => Some(value),
        None => cx.fail(
            Code::OutOfRange
                .at(
                    place,
                    match unit {
                        1 => "a chance goes from 0% to 100%".to_string(),
                        _ => format!("a whole number from {low} to {high} is needed here"),
                    },
                )
                .label("out of this range"),
        ),
    }
}
