//! From the syntax of a grammar to its compiled form.

use super::body::{Names, chance, weight_before};
use super::check;
use crate::check::contradiction::check_condition;
use crate::condition::{Mode, Scope, Vocabulary, number, plain_number};
use crate::context::Context;
use crate::declaration::deed::{decider_lower, deed};
use crate::declaration::ladder_word;
use crate::diagnostic::Code;
use crate::names::Declaration;
use crate::source::Place;
use crate::syntax::{Node, TreeExt, *};
use std::collections::BTreeMap;
use townsfolk_core::{Channel, DeciderId, Kind, Number, SymbolId, Urgency, Value};
use townsfolk_decide::grammar::feedback::{TOLERANCE, WINDOW};
use townsfolk_decide::grammar::{Body, Builder};
use townsfolk_module::Category;
use townsfolk_module::decide::{
    Deciders, Deed, Grammar, GrammarNode, GrammarPattern, GrammarSymbol, Meaning, WeightBinding,
    WeightShape,
};

/// The least weight that a score gives unless the author says otherwise, in thousandths.
const LEAST_WEIGHT: u32 = 1;

/// Lowers a grammar.
pub(crate) fn lower(
    declaration: &Declaration,
    node: &Node,
    cx: &mut Context<'_>,
    into: &mut Deciders,
) {
    let problems = cx.problems.len();
    let grammar = grammar(declaration, node, cx);
    let failed = cx.problems.len() > problems
        && cx.problems[problems..]
            .iter()
            .any(|problem| problem.severity == crate::diagnostic::Severity::Error);
    into.grammars.extend(grammar.filter(|_| !failed));
}

fn grammar(declaration: &Declaration, node: &Node, cx: &mut Context<'_>) -> Option<Grammar> {
    let mut urgency = Urgency::Duty;
    let mut endless = false;
    for flag in node.children_of(FLAG) {
        match cx.reference(&flag) {
            Some((name, place)) => urgency = ladder_word(cx, &name, place).unwrap_or(urgency),
            None => endless = true,
        }
    }
    let (names, places) = own_names(node, cx);
    let mut names = Names {
        own: names,
        meanings: BTreeMap::new(),
    };
    let symbols = symbols(declaration, node, cx);
    let mut builder = match endless {
        true => Builder::new().endless(),
        false => Builder::new(),
    };
    let mut whole = true;
    for rule in node.children_of(GRAMMAR_RULE) {
        let Some((name, _)) = rule.name(cx.file) else {
            continue;
        };
        let is_start = rule.words().first().is_some_and(|word| word == "start");
        if is_start {
            let weight = weight_before(&rule, cx);
            whole &= weight.is_some();
            builder = builder.start_with(&name, weight.unwrap_or(1000));
        }
        let body = names.body(&rule, cx);
        whole &= body.is_some();
        builder = builder.rule(&name, body.unwrap_or(Body::Nothing));
    }
    if !check::has_start(declaration, node, cx) || !whole {
        return None;
    }
    let mut grammar = match builder.compile() {
        Ok(grammar) => grammar,
        Err(fault) => return check::fault(&fault, declaration, &places, cx),
    };
    grammar.id = DeciderId(cx.globals.id(Category::Decider, &declaration.name));
    grammar.urgency = urgency;
    for (rule, declared) in grammar.rules.iter_mut().zip(node.children_of(GRAMMAR_RULE)) {
        if let Some((name, _)) = declared.name(cx.file) {
            rule.name = named_symbol(cx, &name);
        }
    }
    let terminals = builder.terminals().iter();
    grammar.symbols = terminals
        .map(|name| symbol_of(name, &symbols, &names.meanings, cx))
        .collect();
    grammar.channel = channel_of(&grammar, cx);
    check::check(&grammar, node, &places, cx);
    for rule in node.children_of(GRAMMAR_RULE) {
        let bound = weights(declaration, &grammar, &rule, cx);
        grammar.bindings.extend(bound);
    }
    for part in node.children_of(GRAMMAR_KEEP) {
        let pattern = pattern(&grammar, &part, cx);
        grammar.patterns.extend(pattern);
    }
    Some(grammar)
}

/// The names of rules (true) and symbols (false), and where each stands.
fn own_names(
    node: &Node,
    cx: &mut Context<'_>,
) -> (BTreeMap<String, bool>, BTreeMap<String, Place>) {
    let mut names = BTreeMap::new();
    let mut places: BTreeMap<String, Place> = BTreeMap::new();
    for part in node.children() {
        let is_rule = part.kind() == GRAMMAR_RULE;
        if !is_rule && part.kind() != GRAMMAR_SYMBOL {
            continue;
        }
        let Some((name, place)) = part.name(cx.file) else {
            continue;
        };
        match places.get(&name) {
            Some(first) => {
                let problem = Code::DuplicateName
                    .at(place, format!("`{name}` stands twice in this grammar"))
                    .label("again here")
                    .related(*first, "first here")
                    .hint("write alternatives in one rule, with `or` between");
                cx.problem(problem);
            }
            None => {
                places.insert(name.clone(), place);
                names.insert(name, is_rule);
            }
        }
    }
    (names, places)
}

fn named_symbol(cx: &mut Context<'_>, name: &str) -> SymbolId {
    let symbol = cx.globals.symbol(name);
    cx.used.push((Category::Symbol, symbol.0, name.to_string()));
    symbol
}

/// The symbols that the grammar declares itself, with what they have done.
fn symbols(
    grammar: &Declaration,
    node: &Node,
    cx: &mut Context<'_>,
) -> BTreeMap<String, GrammarSymbol> {
    let mut symbols = BTreeMap::new();
    for part in node.children_of(GRAMMAR_SYMBOL) {
        let Some((name, _)) = part.name(cx.file) else {
            continue;
        };
        let site = format!("grammar {}/{name}", grammar.name);
        if let Some(symbol) = symbol(&part, site, cx) {
            symbols.insert(name, symbol);
        }
    }
    symbols
}

fn symbol(node: &Node, site: String, cx: &mut Context<'_>) -> Option<GrammarSymbol> {
    let nothing = Vocabulary::default();
    let mut lower = decider_lower(cx, &nothing, site);
    let body = node.child(WHEN).and_then(|when| when.child(LITERALS));
    let written = body
        .as_ref()
        .map_or(0, |body| body.children_of(LITERAL).count());
    let (when, places) = body.map(|body| lower.literals(&body)).unwrap_or_default();
    let does = deed(&mut lower, &node.child(DO)?);
    let scope: Scope = lower.scope;
    let variables = scope.variables.len() as u16;
    if when.len() == written {
        scope.finish(cx);
    }
    for (literal, place) in when.iter().zip(&places) {
        check::reads_attributes_only(literal, *place, cx);
    }
    check_condition(cx, (&when, &places), "The symbol is never performed.");
    Some(GrammarSymbol {
        name: SymbolId(0),
        means: Meaning::Do(does?),
        variables,
        when,
    })
}

fn symbol_of(
    name: &str,
    own: &BTreeMap<String, GrammarSymbol>,
    used: &BTreeMap<String, Meaning>,
    cx: &mut Context<'_>,
) -> GrammarSymbol {
    let id = named_symbol(cx, name);
    let symbol = own.get(name).cloned();
    let mut symbol = symbol.unwrap_or_else(|| GrammarSymbol::plain(id));
    symbol.name = id;
    if let Some(meaning) = used.get(name) {
        symbol.means = meaning.clone();
    }
    symbol
}

/// What the grammar needs of a character: the channel of its actions if they agree, else the body.
fn channel_of(grammar: &Grammar, cx: &Context<'_>) -> Channel {
    let mut channels = grammar
        .symbols
        .iter()
        .filter_map(|symbol| match &symbol.means {
            Meaning::Do(Deed::Act(call)) => {
                let action = cx.globals.module.action(call.action);
                action.map(|action| action.channel)
            }
            Meaning::Do(Deed::Course(..)) => Some(Channel::Body),
            Meaning::Plain | Meaning::Text(_) => None,
        });
    let first = channels.next().unwrap_or(Channel::Body);
    match channels.all(|channel| channel == first) {
        true => first,
        false => Channel::Body,
    }
}

/// `weights from …` of a rule.
fn weights(
    declaration: &Declaration,
    grammar: &Grammar,
    rule: &Node,
    cx: &mut Context<'_>,
) -> Option<WeightBinding> {
    let part = rule.child(GRAMMAR_WEIGHTS)?;
    let (name, _) = rule.name(cx.file)?;
    let nodes: Vec<Node> = part.child(GRAMMAR_SCORES)?.children().collect();
    let nothing = Vocabulary::default();
    let site = format!("grammar {}/{name}", declaration.name);
    let mut lower = decider_lower(cx, &nothing, site);
    let scores: Vec<_> = nodes
        .iter()
        .map(|node| lower.expression(node, Some((Kind::Number, None)), Mode::Use, false))
        .collect();
    for (score, node) in scores.iter().zip(&nodes) {
        if let Some(score) = score {
            let place = node.place(cx.file);
            check::score_reads_attributes_only(&score.expr, place, cx);
        }
    }
    let symbol = cx.globals.symbol(&name);
    let body = grammar
        .rule_named(symbol)
        .and_then(|rule| grammar.body_of(rule));
    let choice = match body.map(|body| grammar.node(body)) {
        Some(GrammarNode::Choice { choice, count, .. }) if usize::from(count) == nodes.len() => {
            choice
        }
        Some(GrammarNode::Choice { count, .. }) => {
            return check::weights_misfit(&part, &name, usize::from(count), nodes.len(), cx);
        }
        _ => return check::weights_misfit(&part, &name, 1, nodes.len(), cx),
    };
    let mut binding = WeightBinding {
        choice,
        scores: scores
            .into_iter()
            .map(|score| score.map(|s| s.expr))
            .collect::<Option<_>>()?,
        shape: WeightShape::default(),
        least: LEAST_WEIGHT,
        at_every_choice: false,
    };
    for flag in part.children_of(FLAG) {
        read_shape(&flag, &mut binding, cx);
    }
    Some(binding)
}

fn read_shape(flag: &Node, binding: &mut WeightBinding, cx: &mut Context<'_>) {
    let words = flag.words();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let value = flag.child(NUMBER_EXPR).and_then(|node| number(cx, &node));
    let thousandths = match value {
        Some((Value::Number(Number(value)), _)) => u32::try_from(value).unwrap_or(u32::MAX),
        _ => 0,
    };
    match words.as_slice() {
        ["linear"] => binding.shape = WeightShape::Linear,
        ["squared"] => binding.shape = WeightShape::Power(2),
        ["cubed"] => binding.shape = WeightShape::Power(3),
        ["softmax"] => binding.shape = WeightShape::Softmax(thousandths.max(1)),
        ["at", "least"] => binding.least = thousandths.min(1_000_000),
        ["at", "every", "choice"] => binding.at_every_choice = true,
        _ => {}
    }
}

/// `keep a, b near 5% over 200`.
fn pattern(grammar: &Grammar, node: &Node, cx: &mut Context<'_>) -> Option<GrammarPattern> {
    let mut symbols = vec![];
    for name in node.child(NAMES)?.children_of(NAME_REF) {
        let (name, place) = cx.referred(&name)?;
        let symbol = grammar.symbol_named(cx.globals.symbol(&name));
        if symbol.is_none() {
            check::not_a_symbol(&name, place, grammar, cx);
        }
        symbols.push(symbol?);
    }
    let per_thousand = chance(&node.child(NUMBER_EXPR)?, cx)?;
    let over = node
        .child(GRAMMAR_OVER)
        .and_then(|over| over.child(NUMBER_EXPR));
    let window = match over {
        Some(node) => window(&node, cx)?,
        None => WINDOW,
    };
    Some(GrammarPattern {
        symbols,
        per_thousand: u32::try_from(per_thousand).ok()?,
        tolerance: TOLERANCE,
        window,
    })
}

/// A number of symbols, within limits.
fn window(node: &Node, cx: &mut Context<'_>) -> Option<u16> {
    let place = node.place(cx.file);
    let count = plain_number(cx, node)?;
    let window = u16::try_from(count)
        .ok()
        .filter(|n| (20..=5000).contains(n));
    if window.is_none() {
        cx.problem(
            Code::OutOfRange
                .at(place, "a pattern is counted over 20 to 5000 symbols")
                .label(format!("{count} is outside")),
        );
    }
    window
}
