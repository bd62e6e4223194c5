//! From the syntax of snippets, trees and queries to their compiled form.

use super::check;
use super::points;
use crate::check::contradiction::check_condition;
use crate::condition::{Lower, Mode, Signature, Vocabulary, duration_range, number};
use crate::context::Context;
use crate::deciders::LoweredDeciders;
use crate::declaration::course::lower::{declare_parameters, parameters};
use crate::declaration::deed::{decider_lower, deed};
use crate::declaration::{ladder_word, unique_names};
use crate::diagnostic::{Code, Diagnostic};
use crate::globals::{FileTree, Globals, first_of};
use crate::names::{Declaration, Namespace};
use crate::source::Place;
use crate::syntax::{Node, TreeExt, *};
use townsfolk_core::{DeciderId, HostId, Kind, Number, SymbolId, Urgency, Value, VarId};
use townsfolk_module::decide::{
    Among, Branch, Class, Condition, Deciders, Node as TreeNode, Part, Query, SharedTree, Snippet,
    Source, Tree,
};
use townsfolk_module::{Category, Comparison, Expr, HostForm, Literal};

type Twig = Branch<Condition, Expr>;

/// The name of a candidate that `as` does not name.
const CANDIDATE: &str = "It";

/// Lowers what snippets refer to: queries, and the parameters of trees.
pub(crate) fn signatures(trees: &[FileTree], globals: &Globals, out: &mut LoweredDeciders) {
    for (declaration, node) in first_of(trees, globals, TREE_DECL) {
        let mut cx = Context::new(globals, declaration.place.file, declaration.package);
        let kinds = parameters(node).into_iter();
        let kinds: Option<Vec<Kind>> = kinds.map(|p| cx.kind(&p.child(KIND_REF)?)).collect();
        out.deciders.snippets.trees.push(SharedTree {
            id: id_of(&cx, declaration),
            parameters: kinds.unwrap_or_default(),
            variables: 0,
            tree: Tree::default(),
        });
        out.keep(cx);
    }
    for (declaration, node) in first_of(trees, globals, QUERY_DECL) {
        let mut cx = Context::new(globals, declaration.place.file, declaration.package);
        if let Some(query) = query(declaration, node, &mut cx) {
            out.deciders.snippets.queries.push(query);
        }
        out.keep(cx);
    }
}

fn id_of(cx: &Context<'_>, declaration: &Declaration) -> DeciderId {
    DeciderId(cx.globals.id(Category::Decider, &declaration.name))
}

fn query(declaration: &Declaration, node: &Node, cx: &mut Context<'_>) -> Option<Query> {
    let nothing = Vocabulary::default();
    let site = format!("query {}", declaration.name);
    let mut lower = decider_lower(cx, &nothing, site);
    let (name, place) = lower.cx.reference(&node.child(FLAG)?)?;
    let source = role_or_everyone(&mut lower, &name, place)?;
    let kind = kind_of(&source);
    let variable = candidate(&mut lower, node, kind)?;
    let keep = node.children_of(KEEP);
    let keep: Condition = keep.flat_map(|part| condition(&mut lower, &part)).collect();
    let scope = lower.scope;
    scope.finish(cx);
    Some(Query {
        id: id_of(cx, declaration),
        among: Among {
            variable,
            source,
            within_mm: within(node, cx),
            with_me: has_me(node),
            keep: (!keep.is_empty()).then_some(keep),
        },
    })
}

fn kind_of(source: &Source<Expr>) -> Kind {
    match source {
        Source::Role(role) => Kind::CharacterIn(*role),
        _ => Kind::Character,
    }
}

fn role_or_everyone(
    lower: &mut Lower<'_, '_, '_>,
    name: &str,
    place: Place,
) -> Option<Source<Expr>> {
    match name {
        "everyone" => Some(Source::Everyone),
        "me" => Some(Source::Me),
        _ => lower.cx.role(name, place).map(Source::Role),
    }
}

fn has_me(node: &Node) -> bool {
    let mut flags = node.children_of(FLAG);
    flags.any(|flag| flag.words() == ["and", "me"])
}

fn within(node: &Node, cx: &mut Context<'_>) -> Option<u32> {
    let written = node.child(RANGE)?.child(NUMBER_EXPR)?;
    match number(cx, &written)? {
        // Numbers count thousandths, and those of a metre are millimetres.
        (Value::Number(metres), _) => u32::try_from(metres.0).ok(),
        _ => cx.fail(
            Code::UnitMismatch
                .at(written.place(cx.file), "a distance is needed here")
                .label("not a distance")
                .hint("write metres: `within 20 m`"),
        ),
    }
}

/// Binds the variable of a candidate.
fn candidate(lower: &mut Lower<'_, '_, '_>, node: &Node, kind: Kind) -> Option<VarId> {
    let written = node.child(VARIABLE_EXPR);
    let (name, place) = match &written {
        Some(written) => (written.word()?, written.place(lower.cx.file)),
        None => (CANDIDATE.to_string(), node.place(lower.cx.file)),
    };
    if lower.scope.is_bound(&name) {
        let again = Code::DuplicateName
            .at(place, format!("`{name}` is already somebody here"))
            .label("again here")
            .hint("give the second candidate another name: `as Other`");
        return lower.cx.fail(again);
    }
    let meeting = (name.as_str(), place);
    let id = lower
        .scope
        .meet(lower.cx, meeting, (Mode::Bind, false), Some(kind));
    lower.scope.narrow(lower.cx, id, place, (kind, None));
    if written.is_none() {
        // Nobody wrote it, so it may stay without a use.
        lower.scope.may_be_meant(&name);
    }
    Some(id)
}

/// Lowers a tree that several snippets share.
pub(crate) fn tree(
    declaration: &Declaration,
    node: &Node,
    cx: &mut Context<'_>,
    into: &mut Deciders,
) {
    let id = id_of(cx, declaration);
    let nothing = Vocabulary::default();
    let mut lower = decider_lower(cx, &nothing, format!("tree {}", declaration.name));
    let known = into.snippets.trees.iter().find(|shared| shared.id == id);
    let kinds = known.map(|shared| shared.parameters.clone());
    declare_parameters(&mut lower, node, &kinds.unwrap_or_default());
    let twigs = ratings(&mut lower, node, into);
    let scope = lower.scope;
    scope.finish(cx);
    check::variables(scope.variables.len(), declaration.place, cx);
    if let Some(shared) = into
        .snippets
        .trees
        .iter_mut()
        .find(|shared| shared.id == id)
    {
        shared.variables = scope.variables.len() as u16;
        shared.tree = in_sequence(twigs).flatten();
    }
}

/// Lowers a snippet.
pub(crate) fn snippet(
    declaration: &Declaration,
    node: &Node,
    cx: &mut Context<'_>,
    into: &mut Deciders,
) {
    let mut snippet = Snippet {
        id: id_of(cx, declaration),
        name: named_symbol(cx, &declaration.name),
        ability: SymbolId(0),
        class: None,
        urgency: Urgency::Wish,
        sources: vec![],
        requires: vec![],
        interrupts: false,
        variables: 0,
        evaluation: Tree::default(),
        execution: Tree::default(),
        parts: vec![],
        costs: vec![],
        beat: None,
    };
    let passive = head(&mut snippet, node, cx);
    let costs = costs(node, cx);
    let nothing = Vocabulary::default();
    let mut lower = decider_lower(cx, &nothing, format!("snippet {}", declaration.name));
    let mut twigs: Vec<Twig> = costs.iter().map(|cost| can_pay(*cost)).collect();
    twigs.extend(ratings(&mut lower, node, into));
    let calls = node.child(DEEDS).into_iter();
    let calls: Vec<Node> = { calls }
        .flat_map(|deeds| deeds.children_of(DEED_CALL).collect::<Vec<_>>())
        .collect();
    let deeds: Vec<_> = calls
        .iter()
        .filter_map(|call| deed(&mut lower, call))
        .collect();
    let whole = deeds.len() == calls.len() && !calls.is_empty();
    let scope = lower.scope;
    if whole {
        scope.finish(cx);
    }
    check::variables(scope.variables.len(), declaration.place, cx);
    check::parts(node, declaration, cx);
    if !whole {
        return;
    }
    snippet.ability = ability(cx, calls.last()).unwrap_or(snippet.name);
    snippet.variables = scope.variables.len() as u16;
    snippet.evaluation = in_sequence(twigs).flatten();
    snippet.costs = costs;
    let last = deeds.len() - 1;
    let parts = deeds.into_iter().enumerate().map(|(at, deed)| Part {
        deed,
        is_use: at == last && !passive,
    });
    snippet.perform_in_order(parts.collect());
    into.snippets.snippets.push(snippet);
}

/// The ability is named after the last deed.
fn ability(cx: &mut Context<'_>, call: Option<&Node>) -> Option<SymbolId> {
    let mut calls = call?.children();
    let call = calls.find(|n| matches!(n.kind(), CALL_EXPR | NAME_EXPR))?;
    let name = call.child(NAME_REF)?.word()?;
    Some(named_symbol(cx, &name))
}

fn named_symbol(cx: &mut Context<'_>, name: &str) -> SymbolId {
    let symbol = cx.globals.symbol(name);
    cx.used.push((Category::Symbol, symbol.0, name.to_string()));
    symbol
}

/// Reads the head of a snippet. Says whether it is passive.
fn head(snippet: &mut Snippet<Condition, Expr>, node: &Node, cx: &mut Context<'_>) -> bool {
    let mut passive = false;
    for flag in node.children_of(FLAG) {
        let words = flag.words();
        let names = flag.child(NAMES);
        match words.first().map(String::as_str) {
            Some("class") => snippet.class = class(&flag, cx),
            Some("from") => {
                let names = names
                    .map(|list| unique_names(cx, &list))
                    .unwrap_or_default();
                let names = names.into_iter();
                snippet.sources = names.map(|(name, _)| named_symbol(cx, &name)).collect();
            }
            Some("requires") => {
                let names = names
                    .map(|list| unique_names(cx, &list))
                    .unwrap_or_default();
                let roles = names
                    .into_iter()
                    .filter_map(|(name, place)| cx.role(&name, place));
                snippet.requires = roles.collect();
            }
            Some("as") => {
                let word = cx.reference(&flag);
                let urgency = word.and_then(|(name, place)| ladder_word(cx, &name, place));
                snippet.urgency = urgency.unwrap_or(snippet.urgency);
            }
            Some("every") => {
                let range = flag.child(RANGE);
                let beat = range.and_then(|range| duration_range(cx, &range));
                snippet.beat = beat.map(|(least, _)| least);
            }
            Some("passive") => passive = true,
            Some("interrupts") => snippet.interrupts = true,
            _ => {}
        }
    }
    passive
}

fn class(flag: &Node, cx: &mut Context<'_>) -> Option<Class> {
    let (name, place) = cx.reference(flag)?;
    let found = Class::ALL.into_iter().find(|class| class.name() == name);
    if found.is_none() {
        let names = Class::ALL.map(Class::name);
        let problem = Code::UnknownClass
            .at(place, format!("there is no class `{name}`"))
            .label("not a class")
            .did_you_mean(place, &name, names);
        cx.problem(problem.or_hint(format!("classes are {}", listed(&names))));
    }
    found
}

fn listed(names: &[&str]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    names.join(", ")
}

/// The costs of a snippet: attributes of the character, and how much of each.
fn costs(node: &Node, cx: &mut Context<'_>) -> Vec<(HostId, Number)> {
    let mut costs = vec![];
    for part in node.children_of(COST) {
        let amounts = part
            .children()
            .filter(|n| matches!(n.kind(), NUMBER_EXPR | NEGATIVE_EXPR));
        let names = part.children_of(NAME_REF);
        for (amount, name) in amounts.zip(names) {
            let amount = number(cx, &amount).map(|(value, _)| value);
            let named = cx.referred(&name);
            if let (Some(Value::Number(amount)), Some((name, place))) = (amount, named) {
                costs.extend(resource(&name, place, cx).map(|id| (id, amount)));
            }
        }
    }
    costs
}

fn resource(name: &str, place: Place, cx: &mut Context<'_>) -> Option<HostId> {
    let found = cx.globals.host(name, cx.package);
    let fits = found.filter(|(host, _)| {
        host.form == HostForm::Property
            && host.parameters.len() == 1
            && host.result == Some(Kind::Number)
    });
    if let Some((host, _)) = fits {
        return Some(host.id);
    }
    let problem = match found {
        Some((_, declared)) => Code::WrongKind
            .at(place, format!("`{name}` is no number that a character has"))
            .label("nothing can be taken from it")
            .related(declared.place, "declared here"),
        None => {
            let package = cx.package;
            let named = (name, place);
            cx.globals.unknown(
                Code::UnknownHostName,
                Namespace::Host,
                "attribute",
                named,
                package,
                |_| true,
            )
        }
    };
    cx.fail(problem.or_hint(format!(
        "declare it: `attribute {name}(character): number 0..100 = 100`"
    )))
}

fn can_pay((name, amount): (HostId, Number)) -> Twig {
    let left = Expr::Host {
        name,
        arguments: vec![Expr::Me],
    };
    Branch::leaf(TreeNode::When(vec![Literal::Compare {
        left,
        comparison: Comparison::GreaterOrEqual,
        right: Expr::Constant(Value::Number(amount)),
    }]))
}

/// Twigs that must all be true. One alone needs no sequence around it.
pub(super) fn in_sequence(mut twigs: Vec<Twig>) -> Twig {
    match (twigs.pop(), twigs.is_empty()) {
        (Some(only), true) => only,
        (last, _) => {
            twigs.extend(last);
            Branch::of(TreeNode::Sequence, twigs)
        }
    }
}

/// The ratings below a node, in order.
fn ratings(lower: &mut Lower<'_, '_, '_>, node: &Node, known: &Deciders) -> Vec<Twig> {
    let parts: Vec<Node> = node.children().collect();
    let twigs = parts.iter().filter_map(|part| rating(lower, part, known));
    twigs.collect()
}

fn rating(lower: &mut Lower<'_, '_, '_>, part: &Node, known: &Deciders) -> Option<Twig> {
    match part.kind() {
        WHEN => Some(Branch::leaf(TreeNode::When(condition(lower, part)))),
        UNLESS => {
            let inner = Branch::leaf(TreeNode::When(condition(lower, part)));
            Some(Branch::of(TreeNode::Not, vec![inner]))
        }
        SCORE => points::score(lower, part),
        TETHER => points::tether(lower, part),
        RATED => rated_by(lower, part, known),
        AMONG => among(lower, part, known),
        _ => None,
    }
}

/// The condition of a part. Every variable in it must have a value already.
pub(super) fn condition(lower: &mut Lower<'_, '_, '_>, part: &Node) -> Condition {
    let Some(body) = part.child(LITERALS) else {
        return vec![];
    };
    let before = lower.scope.variables.len();
    let (literals, places) = lower.literals(&body);
    for variable in &lower.scope.variables[before..] {
        let place = variable.first;
        // Only candidates have values here, which the usual hint does not say.
        let said = |problem: &Diagnostic| problem.code == Code::UnboundVariable;
        let problems = &mut lower.cx.problems;
        problems.retain(|problem| !(said(problem) && problem.place == place));
        lower.cx.problem(check::unbound(&variable.name, place));
    }
    for (literal, place) in literals.iter().zip(&places) {
        check::reads(literal, *place, lower.cx);
    }
    let never = match part.kind() {
        SCORE_TERM => "These points are never given.",
        UNLESS => "It forbids nothing.",
        KEEP => "No candidate is ever kept.",
        _ => "It is never possible.",
    };
    check_condition(lower.cx, (&literals, &places), never);
    literals
}

fn rated_by(lower: &mut Lower<'_, '_, '_>, part: &Node, known: &Deciders) -> Option<Twig> {
    let mut calls = part.children();
    let call = calls.find(|n| matches!(n.kind(), CALL_EXPR | NAME_EXPR))?;
    let (name, place) = lower.cx.reference(&call)?;
    let globals = lower.cx.globals;
    let found = globals.find(Namespace::Decider, &name, lower.cx.package);
    let Some(tree) = found.filter(|found| found.node == TREE_DECL) else {
        let problem = globals.unknown(
            Code::UnknownTree,
            Namespace::Decider,
            "tree",
            (&name, place),
            lower.cx.package,
            |declaration| declaration.node == TREE_DECL,
        );
        return lower.cx.fail(problem);
    };
    let id = DeciderId(globals.id(Category::Decider, &tree.name));
    let shared = known.snippets.trees.iter().find(|shared| shared.id == id)?;
    let kinds = lower.host_kinds(tree.place, &shared.parameters);
    let signature = Signature::new(&tree.name, &kinds, tree.place);
    let whole = call.place(lower.cx.file);
    let arguments = lower.arguments(&call, whole, &signature, Mode::Use, false)?;
    Some(Branch::leaf(TreeNode::Subtree {
        tree: id,
        arguments,
    }))
}

fn among(lower: &mut Lower<'_, '_, '_>, part: &Node, known: &Deciders) -> Option<Twig> {
    let query = query_of(lower, part, known);
    let source = match (&query, part.child(DOT_EXPR)) {
        (Some(query), _) => query.among.source.clone(),
        (None, Some(expr)) => {
            let wanted = Some((Kind::Character, None));
            Source::One(lower.expression(&expr, wanted, Mode::Use, false)?.expr)
        }
        (None, None) => {
            let (name, place) = lower.cx.reference(part)?;
            role_or_everyone(lower, &name, place)?
        }
    };
    let variable = candidate(lower, part, kind_of(&source))?;
    let within_mm = within(part, lower.cx);
    let within_mm = within_mm.or(query.as_ref().and_then(|query| query.among.within_mm));
    if within_mm.is_none() && matches!(source, Source::Everyone | Source::Role(_)) {
        lower.cx.problem(check::endless(part.place(lower.cx.file)));
    }
    let keep = query.as_ref().and_then(|query| {
        let keep = query.among.keep.as_ref()?;
        Some(
            keep.iter()
                .map(|literal| renamed(literal, query.among.variable, variable))
                .collect(),
        )
    });
    let with_me = has_me(part) || query.is_some_and(|query| query.among.with_me);
    let children = ratings(lower, part, known);
    Some(Branch::of(
        TreeNode::Among(Among {
            variable,
            source,
            within_mm,
            with_me,
            keep,
        }),
        vec![in_sequence(children)],
    ))
}

/// The query that a selector names, if it names one.
fn query_of(lower: &mut Lower<'_, '_, '_>, part: &Node, known: &Deciders) -> Option<Query> {
    let name = part.child(NAME_REF)?.word()?;
    let globals = lower.cx.globals;
    let found = globals.find(Namespace::Decider, &name, lower.cx.package)?;
    let id = DeciderId(globals.id(Category::Decider, &found.name));
    let mut queries = known.snippets.queries.iter();
    queries.find(|query| query.id == id).cloned()
}

/// A literal with another variable.
fn renamed(literal: &Literal, from: VarId, to: VarId) -> Literal {
    let mut literal = literal.clone();
    literal.change_exprs(&mut |expr| {
        if *expr == Expr::Variable(from) {
            *expr = Expr::Variable(to);
        }
    });
    literal
}
