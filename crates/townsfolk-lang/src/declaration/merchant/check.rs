//! Checks of merchants, and of conditions that read a stock.

use crate::context::Context;
use crate::declaration::merchant::lower::named_goods;
use crate::diagnostic::Code;
use crate::globals::Globals;
use crate::source::Place;
use crate::syntax::{Node, TreeExt, *};
use std::collections::BTreeSet;
use townsfolk_core::Value;
use townsfolk_module::Expr;
use townsfolk_module::trade::{Goods, HERE, Rate, is_stable};

/// Reports goods that arrive at least as fast as they go, without a limit.
pub(crate) fn bounded(
    cx: &mut Context<'_>,
    name: &str,
    place: Place,
    (arrive, go): (Rate, Rate),
    cap: Option<u32>,
) -> bool {
    if cap.is_some() || is_stable(arrive, go) {
        return true;
    }
    cx.problem(
        Code::GrowsWithoutBound
            .at(
                place,
                format!("`{name}` arrive at least as fast as they go"),
            )
            .label("this stock grows for ever")
            .consequence(format!(
                "After a month away the player finds thousands of `{name}`, and more every day."
            ))
            .hint("let them go faster than they arrive, or add a limit: `, at most 200`"),
    );
    false
}

/// Notes goods that nothing ever changes.
pub(crate) fn moves(cx: &mut Context<'_>, node: &Node, goods: &Goods, name: &str, place: Place) {
    let still = goods.arrive.millionths == 0 && goods.go.millionths == 0;
    let events = node.children_of(STOCK_EVENT);
    let mut changed = events.filter_map(|event| event.child(NAMES));
    let changed = changed.any(|names| {
        let mut words = names.children_of(NAME_REF).filter_map(|name| name.word());
        words.any(|word| word == name || word == "everything")
    });
    if still && !changed {
        cx.problem(
            Code::GoodsNeverMove
                .at(place, format!("`{name}` never arrive and never go"))
                .label("both rates are 0, and no event changes them")
                .consequence("There are none until the game or a scene brings some.")
                .hint(format!("write `goods {name} arrive 1 per h, go 2 per h`")),
        );
    }
}

/// Checks the arguments of `.stock(MERCHANT, GOODS)` where they are written out.
pub(crate) fn stock(cx: &mut Context<'_>, arguments: &[Expr], nodes: &[Node]) {
    let globals = cx.globals;
    let ([merchant, goods], [merchant_node, goods_node]) = (arguments, nodes) else {
        return;
    };
    if globals.goods.is_empty() {
        return;
    }
    let is_constant = |expr: &Expr| matches!(expr, Expr::Constant(Value::Symbol(_)));
    let here = *merchant == Expr::Constant(Value::Symbol(HERE));
    if is_constant(merchant) && !here {
        let name = merchant_node.text().to_string();
        if !globals.goods.contains_key(&name) {
            let place = merchant_node.place(cx.file);
            let known = globals.goods.keys().map(String::as_str);
            let known = known.chain(["here"]);
            let problem = Code::UnknownGoods
                .at(place, format!("there is no merchant `{name}`"))
                .label("nobody of this name sells anything")
                .consequence("The stock would always be 0.")
                .did_you_mean(place, &name, known);
            cx.problem(
                problem.or_hint("declare it, or write `here` for the merchant of the place"),
            );
            return;
        }
    }
    if is_constant(goods) {
        let name = goods_node.text().to_string();
        let of = (is_constant(merchant) && !here).then(|| merchant_node.text().to_string());
        check_goods(cx, of.as_deref(), &name, goods_node.place(cx.file));
    }
}

fn check_goods(cx: &mut Context<'_>, merchant: Option<&str>, name: &str, place: Place) {
    let known = known_goods(cx.globals, merchant);
    if known.contains(name) {
        return;
    }
    let title = match merchant {
        Some(merchant) => format!("`{merchant}` does not sell `{name}`"),
        None => format!("no merchant sells `{name}`"),
    };
    let problem = Code::UnknownGoods
        .at(place, title)
        .label("not among the goods")
        .consequence("The stock would always be 0.")
        .did_you_mean(place, name, known.iter().copied());
    let hint = format!("add it to the merchant: `goods {name} arrive 1 per h, go 2 per h`");
    cx.problem(problem.or_hint(hint));
}

fn known_goods<'g>(globals: &'g Globals, merchant: Option<&str>) -> BTreeSet<&'g str> {
    let merchants = globals.goods.iter();
    let fits = merchants.filter(|(name, _)| merchant.is_none_or(|merchant| merchant == *name));
    fits.flat_map(|(_, goods)| goods)
        .map(String::as_str)
        .collect()
}

/// The goods that an event names, each known; `None` if one is not.
pub(crate) fn goods_of_event(
    cx: &mut Context<'_>,
    merchant: &Node,
    event: &Node,
) -> Option<Vec<String>> {
    let known: Vec<String> = named_goods(merchant).map(|(name, _)| name).collect();
    let list = event.child(NAMES)?;
    let mut names = vec![];
    for (name, place) in crate::declaration::unique_names(cx, &list) {
        if name == "everything" {
            return Some(vec![]);
        }
        if !known.contains(&name) {
            let problem = Code::UnknownGoods
                .at(place, format!("this merchant has no goods `{name}`"))
                .label("not among the goods above")
                .consequence("The event would change nothing.")
                .did_you_mean(place, &name, known.iter().map(String::as_str));
            let hint = format!("add a line: `goods {name} arrive 1 per h, go 2 per h`");
            return cx.fail(problem.or_hint(hint));
        }
        names.push(name);
    }
    (!names.is_empty()).then_some(names)
}
