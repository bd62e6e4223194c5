//! Checks of a grammar as a whole: whether its sentences end, how long they are, what is never used.

use crate::context::Context;
use crate::diagnostic::{Code, Diagnostic};
use crate::names::Declaration;
use crate::source::Place;
use crate::syntax::{Node, TreeExt, *};
use std::collections::BTreeMap;
use townsfolk_core::{HostId, SymbolId};
use townsfolk_decide::grammar::Fault;
use townsfolk_decide::grammar::ending::{ends_if_others_do, rules_that_end, unused_rules};
use townsfolk_decide::grammar::growth::growth;
use townsfolk_decide::grammar::inside::Model;
use townsfolk_module::decide::{Deciders, Grammar, Meaning};
use townsfolk_module::senses::SenseReading;
use townsfolk_module::{Expr, HostForm, Literal, Visit, Visited};

/// A grammar without rules, or whose rules nothing starts, decides nothing.
pub(super) fn has_start(declaration: &Declaration, node: &Node, cx: &mut Context<'_>) -> bool {
    let mut rules = node.children_of(GRAMMAR_RULE).peekable();
    let first = rules.peek().and_then(|rule| rule.name(cx.file));
    let started = rules.any(|rule| rule.words().first().is_some_and(|word| word == "start"));
    if started {
        return true;
    }
    let name = &declaration.name;
    let problem = Code::EmptyDecider.at(
        declaration.place,
        format!("the grammar `{name}` has no start"),
    );
    let problem = match first {
        Some((rule, place)) => problem.label("no rule says `start`").fix(
            format!("begin with the first rule: `start {rule}`"),
            place,
            format!("start {rule}"),
        ),
        None => problem
            .label("it has no rules")
            .hint("add a rule: `start name: …`"),
    };
    cx.problem(problem);
    false
}

/// Checks a grammar whose parts are all right.
pub(super) fn check(
    grammar: &Grammar,
    node: &Node,
    places: &BTreeMap<String, Place>,
    cx: &mut Context<'_>,
) {
    let names: Vec<String> = node
        .children_of(GRAMMAR_RULE)
        .filter_map(|rule| Some(rule.name(cx.file)?.0))
        .collect();
    let rule = |rule: u16| {
        let name = names.get(usize::from(rule))?;
        Some((name.as_str(), *places.get(name)?))
    };
    for unused in unused_rules(grammar) {
        if let Some((name, place)) = rule(unused) {
            cx.problem(never_used(name, place));
        }
    }
    if grammar.endless {
        return;
    }
    let culprits = never_ending(grammar);
    for culprit in &culprits {
        if let Some((name, place)) = rule(*culprit) {
            let sure = repeats_for_ever(node, name, cx);
            cx.problem(never_ends(name, place, sure));
        }
    }
    let growth = growth(grammar, &Model::authored(grammar));
    if culprits.is_empty()
        && growth.lengths.is_none()
        && let Some((name, place)) = grammar.starts.first().and_then(|start| rule(start.rule))
    {
        cx.problem(grows(name, place, growth.rate));
    }
}

/// The rules that are to blame: those that would not end even if all others did, else the first.
fn never_ending(grammar: &Grammar) -> Vec<u16> {
    let ends = rules_that_end(grammar);
    let bad = (0..grammar.rules.len() as u16).filter(|rule| !ends[usize::from(*rule)]);
    let bad: Vec<u16> = bad.collect();
    let to_blame = bad
        .iter()
        .copied()
        .filter(|rule| !ends_if_others_do(grammar, *rule));
    let to_blame: Vec<u16> = to_blame.collect();
    match to_blame.is_empty() {
        true => bad.into_iter().take(1).collect(),
        false => to_blame,
    }
}

/// Where a rule repeats something with a chance of 100 % and no bound.
fn repeats_for_ever(node: &Node, name: &str, cx: &Context<'_>) -> Option<Place> {
    let mut rules = node.children_of(GRAMMAR_RULE);
    let rule = rules.find(|rule| rule.name(cx.file).is_some_and(|(own, _)| own == name))?;
    let mut repeats = rule
        .descendants()
        .filter(|node| node.kind() == GRAMMAR_REPEAT);
    repeats.find_map(|repeat| {
        let is_bounded = repeat.child(RANGE).is_some_and(|range| {
            range.token(DOTS).is_none() || range.children_of(NUMBER_EXPR).count() > 1
        });
        let chance = repeat.child(NUMBER_EXPR)?;
        let is_sure = chance.token(NUMBER)?.text().parse() == Ok(100) && !is_bounded;
        is_sure.then(|| repeat.place(cx.file))
    })
}

fn never_ends(name: &str, place: Place, repeats: Option<Place>) -> Diagnostic {
    let problem = Code::GrammarNeverEnds
        .at(place, format!("`{name}` never ends"))
        .consequence("A sentence that uses this rule could not be brought to its end.");
    match repeats {
        Some(repeat) => problem
            .label("repeats for ever")
            .related(repeat, "with 100% it never stops")
            .hint("write a chance below 100%, or `endless` behind the name of the grammar if it shall go on for ever"),
        None => problem
            .label("every way through it leads back to it")
            .hint("add an alternative that ends, such as `or nothing`"),
    }
}

/// A fault of the whole grammar that no part of it has shown.
pub(super) fn fault<T>(
    fault: &Fault,
    declaration: &Declaration,
    places: &BTreeMap<String, Place>,
    cx: &mut Context<'_>,
) -> Option<T> {
    match fault {
        Fault::AllZero(rule) => {
            let place = places.get(rule).copied().unwrap_or(declaration.place);
            cx.problem(zero_starts(place));
        }
        Fault::TooLarge => cx.problem(
            Code::TooLarge
                .at(declaration.place, "this grammar is too large")
                .label("more than 65,000 rules, choices or symbols")
                .hint("split it into several grammars"),
        ),
        // The others have been reported where they stand.
        _ => {}
    }
    None
}

fn zero_starts(place: Place) -> Diagnostic {
    Code::WeightsAllZero
        .at(place, "all starts have the weight 0")
        .label("nothing can be chosen")
        .hint("give at least one start a weight above 0, or leave the weights out")
}

fn grows(name: &str, place: Place, rate: f64) -> Diagnostic {
    let rate = (rate * 100.0).round() / 100.0;
    Code::GrammarGrows
        .at(place, format!("sentences of `{name}` have no average length"))
        .label(format!("on the way, a rule makes {rate} of itself on average"))
        .consequence("Many sentences would be cut off after 10,000 symbols or 256 open rules.")
        .hint("make the alternatives that lead back lighter, until a rule makes less than one of itself")
}

fn never_used(name: &str, place: Place) -> Diagnostic {
    Code::GrammarRuleNeverUsed
        .at(place, format!("no sentence uses `{name}`"))
        .label("no start leads here")
        .consequence("What it says is never done.")
        .hint(format!(
            "name `{name}` in a rule that is used, write `start {name}`, or remove it"
        ))
}

/// A condition of a symbol is asked at the moment of decision, so it can ask attributes only.
pub(super) fn reads_attributes_only(literal: &Literal, place: Place, cx: &mut Context<'_>) {
    let mut other = None;
    literal.visit(&mut |part| match part {
        Visited::Literal(Literal::Host {
            name, arguments, ..
        }) => other = other.or(is_reading(*name, arguments, cx)),
        Visited::Expr(expr) => other = other.or(not_an_attribute(expr, cx)),
        _ => {}
    });
    report_reading(other, place, cx);
}

/// The same for a score.
pub(super) fn score_reads_attributes_only(score: &Expr, place: Place, cx: &mut Context<'_>) {
    let mut other = None;
    score.each_expr(&mut |expr| other = other.or(not_an_attribute(expr, cx)));
    report_reading(other, place, cx);
}

fn not_an_attribute(expr: &Expr, cx: &Context<'_>) -> Option<&'static str> {
    match expr {
        Expr::Host { name, arguments } => is_reading(*name, arguments, cx),
        Expr::Now | Expr::Clock => Some("the time"),
        Expr::Distance(..) => Some("a distance"),
        _ => None,
    }
}

/// Of readings a grammar asks only for beliefs of its own character.
fn is_reading(name: HostId, arguments: &[Expr], cx: &Context<'_>) -> Option<&'static str> {
    let module = &cx.globals.module;
    if module.knowledge.reading(name).is_some() {
        let own = arguments.first() == Some(&Expr::Me);
        return (!own).then_some("the beliefs of somebody else than `.me`");
    }
    if SenseReading::of(name).is_some() {
        let own = arguments.first() == Some(&Expr::Me);
        return (!own).then_some("the senses of somebody else than `.me`");
    }
    let host = module.host_name(name);
    let reads = host.is_some_and(|host| host.form != HostForm::Property);
    reads.then_some("a reading")
}

fn report_reading(what: Option<&str>, place: Place, cx: &mut Context<'_>) {
    if let Some(what) = what {
        cx.problem(
            Code::NotAvailableHere
                .at(place, format!("a grammar cannot ask for {what}"))
                .label("not an attribute")
                .hint("let the game, a course or a scene set an attribute, and ask for that"),
        );
    }
}

/// `weights from` that does not fit its rule.
pub(super) fn weights_misfit<T>(
    part: &Node,
    name: &str,
    alternatives: usize,
    scores: usize,
    cx: &mut Context<'_>,
) -> Option<T> {
    let place = part.place(cx.file);
    let problem = match alternatives {
        0 | 1 => Code::WeightsMisfit
            .at(
                place,
                format!("`{name}` is no choice, so it has no weights"),
            )
            .label("weights belong to alternatives")
            .hint(format!(
                "write alternatives with `or` between: `{name}: … or …`"
            )),
        many => Code::WeightsMisfit
            .at(
                place,
                format!("`{name}` has {many} alternatives, and here are {scores} weights"),
            )
            .label("one number for each alternative, in the same order"),
    };
    cx.fail(problem)
}

/// A pattern names something that is no symbol of its grammar.
pub(super) fn not_a_symbol(name: &str, place: Place, grammar: &Grammar, cx: &mut Context<'_>) {
    let names = grammar.symbols.iter();
    let names: Vec<String> = names.map(|symbol| symbol_name(symbol.name, cx)).collect();
    cx.problem(
        Code::UnknownGrammarPart
            .at(
                place,
                format!("`{name}` is no symbol that this grammar puts out"),
            )
            .label("never comes")
            .did_you_mean(place, name, names.iter().map(String::as_str))
            .or_hint(format!("its symbols are {}", names.join(", "))),
    );
}

fn symbol_name(symbol: SymbolId, cx: &Context<'_>) -> String {
    let mut used = cx.used.iter();
    let found = used.find(|(_, id, _)| *id == symbol.0);
    found.map(|(.., name)| name.clone()).unwrap_or_default()
}

/// A character can act only by symbols that stand for something to do.
pub(crate) fn carried(deciders: &Deciders, (name, place): (&str, Place), cx: &mut Context<'_>) {
    let id = townsfolk_core::DeciderId(cx.globals.id(townsfolk_module::Category::Decider, name));
    let Some(grammar) = deciders.grammars.iter().find(|grammar| grammar.id == id) else {
        return;
    };
    let idle = grammar
        .symbols
        .iter()
        .find(|symbol| !matches!(symbol.means, Meaning::Do(_)));
    let Some(idle) = idle else { return };
    let symbol = match idle.means {
        Meaning::Text(text) => {
            let mut texts = cx.texts.iter();
            let found = texts
                .find(|(id, _)| *id == text)
                .map(|(_, text)| text.clone());
            found.map_or("a text".to_string(), |text| format!("the text \"{text}\""))
        }
        _ => format!("`{}`", cx.globals.parameter_name(idle.name)),
    };
    cx.problem(
        Code::SymbolWithoutDeed
            .at(
                place,
                format!("nobody can act by `{name}`: {symbol} is nothing to do"),
            )
            .label("a grammar of words, not of deeds")
            .consequence("A character performs the symbols of a grammar one by one.")
            .hint("say in the grammar what the symbol does: `name: do action`"),
    );
}
