//! From the syntax of a merchant to its compiled form.

use super::check;
use super::grammar::SPANS;
use crate::context::Context;
use crate::declaration::daily::lower::{chance, times};
use crate::declaration::measure::{numbers_of, thousandths};
use crate::declaration::need::lower::symbol;
use crate::declaration::said_twice;
use crate::diagnostic::{Code, Diagnostic};
use crate::globals::{FileTree, Globals, first_of};
use crate::names::{Declaration, Namespace};
use crate::source::Place;
use crate::syntax::{Node, TreeExt, *};
use std::collections::BTreeMap;
use townsfolk_core::{AreaId, LocationKindId, MerchantId, Number};
use townsfolk_module::Category;
use townsfolk_module::mind::{Daytime, Moment};
use townsfolk_module::trade::{
    EventTime, Goods, ITEMS_MAX, Merchant, RATE_MAX, Rate, Stand, StockChange, StockEvent, Trade,
    WEEKDAYS,
};

/// The merchants of a project, with what was found on the way.
#[derive(Debug, Default)]
pub(crate) struct LoweredTrade {
    pub(crate) trade: Trade,
    pub(crate) used: Vec<(Category, u32, String)>,
    pub(crate) problems: Vec<Diagnostic>,
}

/// Lowers every merchant.
pub(crate) fn lower(trees: &[FileTree], globals: &Globals) -> LoweredTrade {
    let mut out = LoweredTrade::default();
    for (declaration, node) in first_of(trees, globals, MERCHANT_DECL) {
        let mut cx = Context::new(globals, declaration.place.file, declaration.package);
        let merchant = merchant(declaration, node, &mut cx);
        out.trade.merchants.push(merchant);
        out.problems.append(&mut cx.problems);
        out.used.append(&mut cx.used);
    }
    out
}

/// The names of goods by merchant, for checks of conditions.
pub(crate) fn goods_by_merchant(
    trees: &[FileTree],
    globals: &Globals,
) -> BTreeMap<String, Vec<String>> {
    let merchants = first_of(trees, globals, MERCHANT_DECL);
    let named = merchants.map(|(declaration, node)| {
        let goods = named_goods(node).map(|(name, _)| name).collect();
        (declaration.name.clone(), goods)
    });
    named.collect()
}

/// The goods of a merchant by name.
pub(crate) fn named_goods(merchant: &Node) -> impl Iterator<Item = (String, Node)> {
    let lines: Vec<Node> = merchant.children_of(GOODS).collect();
    let named = |line: Node| Some((line.child(NAME_REF)?.word()?, line));
    lines.into_iter().filter_map(named)
}

fn merchant(declaration: &Declaration, node: &Node, cx: &mut Context<'_>) -> Merchant {
    // The name is a symbol too, by which conditions know it.
    symbol(cx, &declaration.name);
    let mut goods: Vec<Goods> = vec![];
    let mut seen: Vec<(String, Place)> = vec![];
    for (name, line) in named_goods(node) {
        let place = line.child(NAME_REF).unwrap_or(line.clone()).place(cx.file);
        if let Some((_, first)) = seen.iter().find(|(other, _)| *other == name) {
            let problem = Code::DuplicateName
                .at(
                    place,
                    format!("`{name}` are goods of this merchant already"),
                )
                .label("again here")
                .related(*first, "first here");
            cx.problem(problem.hint("remove one of the two lines"));
            continue;
        }
        seen.push((name.clone(), place));
        if let Some(lowered) = one_of_goods(cx, &name, &line) {
            check::moves(cx, node, &lowered, &name, place);
            let rates = (lowered.arrive, lowered.go);
            if check::bounded(cx, &name, place, rates, lowered.cap) {
                goods.push(lowered);
            }
        }
    }
    let lines: Vec<Node> = node.children_of(STOCK_EVENT).collect();
    let events = lines
        .iter()
        .filter_map(|line| event(cx, node, line, &goods));
    let events = events.collect();
    Merchant {
        id: MerchantId(cx.globals.id(Category::Merchant, &declaration.name)),
        at: stand(cx, node).unwrap_or(Stand::Anywhere),
        goods,
        events,
    }
}

fn stand(cx: &mut Context<'_>, node: &Node) -> Option<Stand> {
    let (name, place) = cx.reference(node)?;
    let globals = cx.globals;
    if globals
        .find(Namespace::Location, &name, cx.package)
        .is_some()
    {
        let id = globals.id(Category::Location, &name);
        return Some(Stand::Location(LocationKindId(id)));
    }
    let area = crate::declaration::area::lower::find(cx, &name, place)?;
    Some(Stand::Area(AreaId(area.0)))
}

fn one_of_goods(cx: &mut Context<'_>, name: &str, line: &Node) -> Option<Goods> {
    let mut goods = Goods {
        id: symbol(cx, name),
        arrive: Rate::per_hour(0),
        go: Rate::per_hour(0),
        batch: None,
        reserve: 0,
        first: 0,
        cap: None,
    };
    let mut said: Vec<(String, Place)> = vec![];
    let mut whole = true;
    for option in line.children_of(FLAG) {
        let words = option.words();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let name = match words.as_slice() {
            ["at", second, ..] => format!("at {second}"),
            [first, ..] => (*first).to_owned(),
            [] => continue,
        };
        if said_twice(cx, &mut said, &name, option.place(cx.file)) {
            continue;
        }
        let lowered = match name.as_str() {
            "arrive" => rate(cx, &option).map(|rate| goods.arrive = rate),
            "go" => rate(cx, &option).map(|rate| goods.go = rate),
            "batch" => count(cx, &option, 1).map(|size| goods.batch = Some(size)),
            "reserve" => count(cx, &option, 0).map(|size| goods.reserve = size),
            "at most" => count(cx, &option, 0).map(|size| goods.cap = Some(size)),
            _ => count(cx, &option, 0).map(|size| goods.first = size),
        };
        whole &= lowered.is_some();
    }
    whole.then_some(goods)
}

/// `arrive 12 per h`.
fn rate(cx: &mut Context<'_>, option: &Node) -> Option<Rate> {
    let (amount, place) = thousandths(cx, &numbers_of(option).next()?)?;
    let seconds = span(cx, &option.child(SPAN)?)?;
    let rate = Rate {
        millionths: u64::try_from(amount).ok()?.saturating_mul(1000),
        seconds,
    };
    if rate.hourly() > f64::from(RATE_MAX) {
        return cx.fail(
            Code::OutOfRange
                .at(place, format!("more than {RATE_MAX} in an hour"))
                .label("this is too often")
                .hint("count them in batches: `batch of 1000`"),
        );
    }
    Some(rate)
}

/// The seconds of a span.
fn span(cx: &mut Context<'_>, node: &Node) -> Option<u32> {
    let number = numbers_of(node).next();
    let amount = match number {
        Some(number) => thousandths(cx, &number)?.0,
        None => 1000,
    };
    let words = node.words();
    let unit = words.iter().find_map(|word| {
        let unit = SPANS.iter().find(|(unit, _)| unit == word);
        unit.map(|(_, seconds)| i64::from(*seconds))
    })?;
    let seconds = amount.checked_mul(unit)? / 1000;
    let sound = u32::try_from(seconds).ok().filter(|seconds| *seconds > 0);
    if sound.is_none() {
        let place = node.place(cx.file);
        cx.problem(
            Code::OutOfRange
                .at(place, "this span is too short or too long")
                .label("between a second and a hundred years")
                .hint("write a span such as `3 days`"),
        );
    }
    sound
}

/// The whole number of an option, or the one with an index.
fn count(cx: &mut Context<'_>, node: &Node, least: u32) -> Option<u32> {
    nth_count(cx, node, 0, least)
}

fn nth_count(cx: &mut Context<'_>, node: &Node, index: usize, least: u32) -> Option<u32> {
    let (amount, place) = thousandths(cx, &numbers_of(node).nth(index)?)?;
    let whole = (amount % 1000 == 0).then_some(amount / 1000);
    let count = whole.and_then(|whole| u32::try_from(whole).ok());
    let count = count.filter(|count| (least..=ITEMS_MAX).contains(count));
    if count.is_none() {
        cx.problem(
            Code::OutOfRange
                .at(
                    place,
                    format!("a whole number from {least} to {ITEMS_MAX} is needed here"),
                )
                .label(format!("{} is none", Number(amount)))
                .hint(format!("write a number such as `{}`", least.max(10))),
        );
    }
    count
}

fn event(
    cx: &mut Context<'_>,
    merchant: &Node,
    line: &Node,
    goods: &[Goods],
) -> Option<StockEvent> {
    let names = check::goods_of_event(cx, merchant, line)?;
    let what = change(cx, line)?;
    let when = event_time(cx, line)?;
    if let StockChange::Rates(arrive, go) = what {
        if !matches!(when, EventTime::Once(_)) {
            return cx.fail(
                Code::NotAvailableHere
                    .at(line.place(cx.file), "rates change once, and stay")
                    .label("this would change them again and again")
                    .hint("write `on day` and a number"),
            );
        }
        let place = line.child(FLAG)?.place(cx.file);
        for name in &names {
            let id = cx.globals.symbol(name);
            let cap = goods
                .iter()
                .find(|goods| goods.id == id)
                .and_then(|goods| goods.cap);
            if !check::bounded(cx, name, place, (arrive, go), cap) {
                return None;
            }
        }
        let all = names.is_empty() && goods.iter().any(|goods| goods.cap.is_none());
        if all && !check::bounded(cx, "everything", place, (arrive, go), None) {
            return None;
        }
    }
    let chance = match line.child(RANGE) {
        Some(range) => chance(&range, cx)?,
        None => 1000,
    };
    Some(StockEvent {
        when,
        goods: names.iter().map(|name| cx.globals.symbol(name)).collect(),
        what,
        chance,
    })
}

fn change(cx: &mut Context<'_>, line: &Node) -> Option<StockChange> {
    let flags: Vec<Node> = line.children_of(FLAG).collect();
    let flag = flags.first()?;
    let words = flag.words();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    Some(match words.as_slice() {
        ["up", ..] => StockChange::UpTo(count(cx, flag, 0)?),
        ["is" | "are", ..] => StockChange::TakeAll,
        ["arrive", ..] => StockChange::Rates(rate(cx, flag)?, rate(cx, flags.get(1)?)?),
        ["more", "if", ..] => StockChange::MoreIfBelow {
            amount: nth_count(cx, flag, 0, 0)?,
            limit: nth_count(cx, flag, 1, 0)?,
        },
        ["more"] => StockChange::More(count(cx, flag, 0)?),
        ["fewer"] => StockChange::Fewer(count(cx, flag, 0)?),
        _ => return None,
    })
}

/// The time of an event. Without a time of day it is midnight.
fn event_time(cx: &mut Context<'_>, line: &Node) -> Option<EventTime> {
    let time = times(line, cx).first().copied().unwrap_or(Daytime(0));
    let words = line.words();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["about", ..] => {
            let node = line.child(SPAN)?;
            let seconds = span(cx, &node)?;
            if seconds < 3600 {
                return cx.fail(
                    Code::OutOfRange
                        .at(node.place(cx.file), "random events come at most every hour")
                        .label("too often")
                        .hint("let goods `arrive` at a rate instead"),
                );
            }
            Some(EventTime::Random(seconds))
        }
        ["every", ..] => Some(EventTime::Daily(time)),
        ["on", "day", ..] => {
            let day = count(cx, line, 0)?;
            Some(EventTime::Once(Moment::on(day.into(), time)))
        }
        ["on", day, ..] => {
            let day = WEEKDAYS.iter().position(|known| known == day)?;
            Some(EventTime::Weekly(u8::try_from(day).ok()?, time))
        }
        _ => None,
    }
}
