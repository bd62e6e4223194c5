//! From the syntax of a query for places to its compiled form.

use crate::context::Context;
use crate::declaration::amount::{Amount, Unit, has_unit, read, single_u32};
use crate::declaration::measure::listed;
use crate::declaration::need::lower::symbol;
use crate::declaration::said_twice;
use crate::declaration::skills::value::measured;
use crate::declaration::stimulus::lower::missing;
use crate::diagnostic::Code;
use crate::names::{Declaration, Namespace};
use crate::source::Place;
use crate::syntax::{Node, TreeExt, *};
use townsfolk_core::{DeciderId, Number};
use townsfolk_module::Category;
use townsfolk_module::senses::{Criterion, PostQuery, PostSource};
use townsfolk_tactics::catalogue::{self, CRITERIA, CriterionEntry};

/// Number of criteria that a message lists.
const SHOWN: usize = 8;

/// The greatest distance of a candidate, in millimetres.
const WITHIN_MAX: i64 = 10_000_000;

/// A query for places by its name, or a report that there is none.
pub(crate) fn find(cx: &mut Context<'_>, name: &str, place: Place) -> Option<DeciderId> {
    let globals = cx.globals;
    let found = globals.find(Namespace::Decider, name, cx.package);
    if found.is_some_and(|found| found.node == POSTS_DECL) {
        return Some(DeciderId(globals.id(Category::Decider, name)));
    }
    let (code, space) = (Code::UnknownDecider, Namespace::Decider);
    let named = (name, place);
    let problem = globals.unknown(
        code,
        space,
        "query for places",
        named,
        cx.package,
        |known| known.node == POSTS_DECL,
    );
    cx.fail(problem.or_hint(format!("declare it: `query {name} from cover within 25 m`")))
}

pub(crate) fn lower(
    declaration: &Declaration,
    node: &Node,
    cx: &mut Context<'_>,
) -> Option<PostQuery> {
    let mut query = PostQuery {
        id: DeciderId(cx.globals.id(Category::Decider, &declaration.name)),
        name: symbol(cx, &declaration.name),
        from: PostSource::Cover,
        within_mm: None,
        without_shot: false,
        criteria: vec![],
    };
    let mut said: Vec<(String, Place)> = vec![];
    for flag in node.children_of(FLAG) {
        let words = flag.words();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let Some(word) = words.first() else { continue };
        if said_twice(cx, &mut said, word, flag.place(cx.file)) {
            continue;
        }
        match words.as_slice() {
            ["from", first, "or", second] if first != second => query.from = PostSource::Either,
            ["from", "open", ..] => query.from = PostSource::Open,
            ["within", ..] => {
                let what = ("the distance", Unit::Length);
                query.within_mm = Some(single_u32(cx, &flag, what, (1, WITHIN_MAX))?);
            }
            ["even", ..] => query.without_shot = true,
            _ => {}
        }
    }
    let rates: Vec<Node> = node.children_of(RATE).collect();
    if rates.is_empty() {
        missing(cx, declaration, "rate", "rate available, reachable");
        return None;
    }
    let mut seen: Vec<(String, Place)> = vec![];
    let mut whole = true;
    for part in rates
        .iter()
        .flat_map(|rate| rate.children_of(CRITERION).collect::<Vec<_>>())
    {
        match criterion(cx, &part, &mut seen) {
            Some(criterion) => query.criteria.push(criterion),
            None => whole = false,
        }
    }
    whole.then_some(query)
}

fn criterion(
    cx: &mut Context<'_>,
    node: &Node,
    seen: &mut Vec<(String, Place)>,
) -> Option<Criterion> {
    let (name, place) = cx.reference(node)?;
    if said_twice(cx, seen, &name, place) {
        return None;
    }
    let Some(entry) = catalogue::criterion(&name) else {
        let known = CRITERIA.iter().map(|entry| entry.name);
        let problem = Code::UnknownCriterion
            .at(place, format!("there is no criterion `{name}`"))
            .label("nothing rates a place by this name")
            .did_you_mean(place, &name, known);
        let shown: Vec<&str> = { CRITERIA.iter().take(SHOWN) }
            .map(|entry| entry.name)
            .collect();
        return cx.fail(problem.or_hint(format!("criteria are {} and more", listed(&shown))));
    };
    let parameter = match node.child(AMOUNT) {
        Some(written) => Some(parameter(cx, entry, &written)?),
        None => None,
    };
    let curve = match node.child(CURVE) {
        Some(written) => curve(cx, &written, entry)?,
        None => vec![],
    };
    let exponent = match node.child(FLAG) {
        Some(flag) => single_u32(cx, &flag, ("the power", Unit::Number), (1, 100_000))?,
        None => 1000,
    };
    Some(Criterion {
        name: symbol(cx, &name),
        parameter,
        curve,
        exponent,
    })
}

/// The number behind a criterion.
fn parameter(cx: &mut Context<'_>, entry: &CriterionEntry, node: &Node) -> Option<Number> {
    let amount = read(cx, node)?;
    single_value(cx, &amount)?;
    let Some(setting) = &entry.parameter else {
        return cx.fail(
            Code::NotAvailableHere
                .at(amount.place, format!("`{}` takes no number", entry.name))
                .label("not needed here")
                .related(node.parent()?.place(cx.file), entry.help)
                .hint("remove it; a curve has points with `:`, such as `3 m: 0, 5 m: 1`"),
        );
    };
    if let Some((unit, _)) = measured(setting.unit) {
        has_unit(
            cx,
            &amount,
            unit,
            &format!("the number of `{}`", entry.name),
        )
        .then_some(())?;
    }
    Some(Number(thousandths(&amount)))
}

/// The points of a curve, by rising input.
fn curve(
    cx: &mut Context<'_>,
    node: &Node,
    entry: &CriterionEntry,
) -> Option<Vec<(Number, Number)>> {
    let name = entry.name;
    let Some(over) = entry.curve else {
        return cx.fail(
            Code::NotAvailableHere
                .at(node.place(cx.file), format!("`{name}` has no curve"))
                .label("its value counts as it is")
                .hint(format!("leave the points out: `rate {name}`")),
        );
    };
    let over = measured(over).map_or(Unit::Number, |(unit, _)| unit);
    let mut points: Vec<(Number, Number)> = vec![];
    let mut before: Option<(Amount, Place)> = None;
    for point in node.children_of(POINT) {
        let place = point.place(cx.file);
        let amounts: Vec<Node> = point.children_of(AMOUNT).collect();
        let [input, rating] = amounts.as_slice() else {
            return None;
        };
        let (input, rating) = (read(cx, input)?, read(cx, rating)?);
        single_value(cx, &input)?;
        single_value(cx, &rating)?;
        if !has_unit(cx, &rating, Unit::Number, "a rating") {
            return None;
        }
        if !(0..=1000).contains(&rating.low) {
            let nearest = Number(rating.low.clamp(0, 1000));
            return cx.fail(
                Code::OutOfRange
                    .at(rating.place, "a rating goes from 0 to 1")
                    .label(format!("{} is outside", Number(rating.low)))
                    .fix(
                        format!("write `{nearest}`"),
                        rating.place,
                        nearest.to_string(),
                    ),
            );
        }
        if !has_unit(cx, &input, over, &format!("a point of `{name}`")) {
            return None;
        }
        if let Some((last, first)) = before
            && input.low <= last.low
        {
            return cx.fail(
                Code::BadCurve
                    .at(place, "the points of this curve are out of order")
                    .label("this must be greater than what stands before it")
                    .related(first, "after this")
                    .hint("write the points by rising value, such as `3 m: 0, 5 m: 1`"),
            );
        }
        points.push((Number(thousandths(&input)), Number(rating.low)));
        before = Some((input, place));
    }
    if points.iter().all(|(_, rating)| rating.0 == 0) {
        return cx.fail(
            Code::RatesNothing
                .at(node.place(cx.file), format!("`{name}` rates every place 0"))
                .label("0 everywhere")
                .consequence("A rating is a product, so no place is ever chosen.")
                .hint("let some point be above 0, such as `3 m: 0, 5 m: 1`"),
        );
    }
    Some(points)
}

/// A range has no place in a query.
fn single_value(cx: &mut Context<'_>, amount: &Amount) -> Option<()> {
    if !amount.is_range {
        return Some(());
    }
    cx.fail(
        Code::OutOfRange
            .at(amount.place, "one value is needed here")
            .label("a range")
            .hint(format!(
                "write one value, such as `{}`",
                amount.unit.example()
            )),
    )
}

/// The value in thousandths; a time in thousandths of a second.
fn thousandths(amount: &Amount) -> i64 {
    match amount.unit {
        Unit::Time => amount.low.saturating_mul(1000) / townsfolk_core::TICKS_PER_SECOND,
        _ => amount.low,
    }
}
