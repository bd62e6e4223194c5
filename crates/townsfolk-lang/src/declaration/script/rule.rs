//! From a rule's syntax to its compiled form.

use super::expand::RulePart;
use super::lower::ScriptLower;
use crate::condition::{Lower, Mode, Scope, Where, duration_range};
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::kinds;
use crate::names::Namespace;
use crate::near::near_names;
use crate::source::Place;
use crate::syntax::tree::token_place;
use crate::syntax::{Node, SyntaxKind, TreeExt, *};
use crate::unit::RulePlaces;
use std::collections::BTreeSet;
use townsfolk_core::{FactId, Kind, RuleId, SiteId};
use townsfolk_module::{Call, Category, Choose, Effects, FactPattern, Finish, Rule};

/// Every `{Name}` in a text of the action must be a variable of the rule.
fn parameters_of_texts(lower: &mut Lower<'_, '_, '_>, node: &Node, scope: &Scope) {
    let known: Vec<&str> = scope.variables.iter().map(|v| v.name.as_str()).collect();
    let action = node.child(DO).into_iter();
    let tokens = action.flat_map(|action| action.descendants_with_tokens());
    let texts = tokens.filter_map(|part| part.into_token());
    for text in texts.filter(|token| token.kind() == TEXT) {
        let parameters = text.text().split('{').skip(1);
        let parameters = parameters.filter_map(|part| Some(part.split_once('}')?.0));
        let is_name = |name: &&str| {
            name.starts_with(char::is_uppercase)
                && name.chars().all(|c| c.is_alphanumeric() || c == '_')
        };
        for name in parameters
            .filter(is_name)
            .filter(|name| !known.contains(name))
        {
            let problem = Code::UnknownParameter
                .at(
                    token_place(&text, lower.cx.file),
                    format!("`{{{name}}}` in this text names no variable of the rule"),
                )
                .label("it would be said as it is written")
                .consequence(
                    "A name in braces is replaced by what the rule has found, if there is one.",
                );
            let near = near_names(name, known.iter().copied(), 1);
            lower.cx.problem(match near.first() {
                Some(near) => problem.hint(format!("did you mean `{{{near}}}`?")),
                None => problem.hint(format!("add a condition that finds `{name}` to `when`")),
            });
        }
    }
}

pub(super) fn lower(script: &mut ScriptLower<'_>, part: &RulePart) -> Option<Rule> {
    script.turn_to(&part.part);
    let node = &part.part.node;
    check_parts(script, node);
    let roles = script.roles(node);
    let state = match &part.state {
        Some(name) => Some(script.state(name, part.place)?),
        None => None,
    };
    let goto = node.child(GOTO).and_then(|goto| {
        let (name, place) = script.cx.reference(&goto)?;
        script.state(&name, place)
    });
    let again = node.child(AGAIN).and_then(|again| again.child(RANGE));
    let again_after = again.and_then(|range| duration_range(&mut script.cx, &range));

    let me = script.me(&roles);
    let site = format!("{}.{}", script.name, part.name);
    let file = script.cx.file;
    let vocabulary = &script.vocabulary;
    let mut lower = Lower::new(&mut script.cx, vocabulary, Scope::with_me(me), site.clone());
    let errors = |lower: &Lower<'_, '_, '_>| {
        lower
            .cx
            .problems
            .iter()
            .filter(|p| p.severity == Severity::Error)
            .count()
    };

    let errors_before = errors(&lower);
    let body = node.child(WHEN).and_then(|when| when.child(LITERALS));
    let (when, when_places) = body.map(|body| lower.literals(&body)).unwrap_or_default();
    // A part may also be missing without an error of its own, if it was a template argument that
    // was not given.
    let parts_gone = again_after.is_none() && node.child(AGAIN).is_some()
        || when.len() < node.child(WHEN).map_or(0, |when| written_literals(&when));
    // The unread part may be the condition.
    let unread = node.descendants().any(|inner| inner.kind() == ERROR);
    let when_broken = errors(&lower) > errors_before || parts_gone || unread;
    let choose = node
        .child(CHOOSE)
        .map(|choose| self::choose(&mut lower, &choose));
    lower.at = Where::Effect;
    let action = node.child(DO).and_then(|action| {
        let call_node = action
            .children()
            .find(|n| matches!(n.kind(), CALL_EXPR | NAME_EXPR))?;
        let named: Vec<Node> = action.children_of(NAMED_ARGUMENT).collect();
        call(&mut lower, &call_node, &named)
    });
    let together = node.child(TOGETHER).and_then(|together| {
        let variable = together.token(VARIABLE)?;
        let place = token_place(&variable, file);
        let id = lower.scope.meet(
            lower.cx,
            (variable.text(), place),
            (Mode::Use, false),
            Some(Kind::Character),
        );
        lower
            .scope
            .narrow(lower.cx, id, place, (Kind::Character, None));
        Some(id)
    });
    lower.at = Where::Condition;
    let body = node.child(WHILE).and_then(|holds| holds.child(LITERALS));
    let (while_holds, _) = body.map(|body| lower.literals(&body)).unwrap_or_default();
    lower.at = Where::Effect;

    let mut effects = EffectsSeen::default();
    for effect in node.children_of(EFFECT) {
        effects.add(&mut lower, &effect);
    }
    let scope = lower.scope.clone();
    // The variables that a broken condition would bind are unknown, so they are not checked.
    if !when_broken {
        scope.finish(lower.cx);
        parameters_of_texts(&mut lower, node, &scope);
    }
    script.places.unsure.extend(effects.broken.iter().copied());
    if when_broken {
        script.leave_in_peace(node);
    }

    let finish_node = node.children().find(|n| matches!(n.kind(), LEAVE | END));
    let id = RuleId(script.cx.globals.id(Category::Rule, &part.name));
    script.note_rule(id, &part.name, part.place);
    script.places.rules.push(RulePlaces {
        name: part.place,
        whole: node.place(file),
        variables: scope.variables.iter().map(|v| v.name.clone()).collect(),
        when: when_places,
        now: effects.places.0,
        then: effects.places.1,
        on_failure: effects.places.2,
        on_stop: effects.places.3,
        action: node.child(DO).map(|action| action.place(file)),
        goto: node.child(GOTO).map(|goto| goto.place(file)),
        finish: finish_node.as_ref().map(|finish| finish.place(file)),
        when_broken,
        broken_effects: effects.broken,
    });
    Some(Rule {
        id,
        site: SiteId::named(&site),
        state,
        roles,
        variables: scope.variables.len() as u16,
        when,
        choose: choose.flatten().unwrap_or_default(),
        action,
        together,
        while_holds,
        now: effects.now,
        then: effects.then,
        on_failure: effects.on_failure,
        on_stop: effects.on_stop,
        goto,
        finish: match finish_node.map(|finish| finish.kind()) {
            Some(LEAVE) => Finish::Leave,
            Some(_) => Finish::End,
            None => Finish::Stay,
        },
        urgent: node.child(URGENT).is_some(),
        once: node.child(ONCE).is_some(),
        again_after,
    })
}

fn written_literals(when: &Node) -> usize {
    when.child(LITERALS)
        .map_or(0, |body| body.children_of(LITERAL).count())
}

impl ScriptLower<'_> {
    fn note_rule(&mut self, id: RuleId, name: &str, place: Place) {
        let before = self
            .places
            .names
            .insert((Category::Rule, id.0), name.to_string());
        if let Some(before) = before.filter(|before| before != name) {
            self.cx.problem(crate::project::collision(
                Category::Rule,
                &before,
                name,
                place,
            ));
        }
    }
}

/// Reports repeated parts, and parts that need an action.
fn check_parts(script: &mut ScriptLower<'_>, node: &Node) {
    const SINGLE: &[(SyntaxKind, &str)] = &[
        (WHEN, "when"),
        (CHOOSE, "choose"),
        (DO, "do"),
        (TOGETHER, "together"),
        (WHILE, "while"),
        (GOTO, "goto"),
        (AGAIN, "again after"),
        (FOR_ROLES, "for"),
    ];
    let file = script.cx.file;
    for (kind, name) in SINGLE {
        let mut parts = node.children_of(*kind);
        if let (Some(first), Some(second)) = (parts.next(), parts.next()) {
            let problem = Code::DuplicatePart
                .at(second.place(file), format!("this rule has `{name}` twice"))
                .label("again here")
                .related(first.place(file), "first here");
            script.cx.problem(if *kind == WHEN {
                problem.hint("put all conditions behind one `when`, with commas between")
            } else {
                problem
            });
            script.leave_in_peace(&second);
        }
    }
    let finishes: Vec<Node> = node
        .children()
        .filter(|n| matches!(n.kind(), LEAVE | END))
        .collect();
    if let [first, second, ..] = finishes.as_slice() {
        script.cx.problem(
            Code::DuplicatePart
                .at(
                    second.place(file),
                    "a rule makes its participant leave or ends the scene, not both",
                )
                .label("again here")
                .related(first.place(file), "first here"),
        );
    }
    if node.child(DO).is_some() {
        return;
    }
    for part in node.children() {
        let what = match part.kind() {
            TOGETHER => "`together`",
            WHILE => "`while`",
            EFFECT if part.token(ON_KW).is_some() => "an outcome",
            _ => continue,
        };
        script.cx.problem(
            Code::PartNeedsAction
                .at(
                    part.place(file),
                    format!("{what} needs an action, and this rule has none"),
                )
                .label("nothing is being done here")
                .hint("add `do` and an action, or remove this part"),
        );
    }
}

fn choose(lower: &mut Lower<'_, '_, '_>, node: &Node) -> Option<Choose> {
    let word = node.words().get(1).cloned()?;
    let file = lower.cx.file;
    let mut variable = || {
        let token = node.token(VARIABLE)?;
        let place = token_place(&token, file);
        let id = lower
            .scope
            .meet(lower.cx, (token.text(), place), (Mode::Use, false), None);
        Some((id, place))
    };
    Some(match word.as_str() {
        "any" => Choose::Any(variable().map(|(id, _)| id)),
        "nearest" => {
            let (id, place) = variable()?;
            lower.scope.narrow(lower.cx, id, place, (Kind::Thing, None));
            Choose::Nearest(id)
        }
        "least" | "most" => {
            let value = node.children().next()?;
            let place = value.place(file);
            let typed = lower.expression(&value, None, Mode::Use, false)?;
            if typed.kind.is_some_and(|kind| !kinds::is_ordered(kind)) {
                return lower.cx.fail(
                    Code::WrongKind
                        .at(
                            place,
                            "only numbers, durations and times can be least or most",
                        )
                        .label("not one of them"),
                );
            }
            if word == "least" {
                Choose::Least(typed.expr)
            } else {
                Choose::Most(typed.expr)
            }
        }
        _ => Choose::First,
    })
}

/// A call of an action, with its named arguments.
pub(crate) fn call(lower: &mut Lower<'_, '_, '_>, node: &Node, named: &[Node]) -> Option<Call> {
    let place = node.place(lower.cx.file);
    let Some((name, name_place)) = lower.cx.reference(node) else {
        // The action is unknown, but its arguments are checked.
        let named = named.iter().flat_map(|named| named.children());
        let named = named.filter(|node| node.kind() != NAME_REF);
        for argument in Lower::argument_nodes(node).into_iter().chain(named) {
            lower.expression(&argument, None, Mode::Use, false);
        }
        return None;
    };
    let Some((action, declaration)) = lower.cx.globals.action(&name, lower.cx.package) else {
        let found = lower
            .cx
            .globals
            .find(Namespace::Action, &name, lower.cx.package);
        let problem = match found {
            Some(course) if course.node == COURSE_DECL => {
                Some(course_as_action(&name, name_place, course.place))
            }
            // A broken declaration of an action has been reported.
            Some(_) => None,
            None => Some(lower.cx.globals.unknown(
                Code::UnknownAction,
                Namespace::Action,
                "action",
                (&name, name_place),
                lower.cx.package,
                |other| {
                    let found = lower.cx.globals.action(&other.name, lower.cx.package);
                    found.is_some_and(|(action, declaration)| {
                        let kinds = lower.host_kinds(declaration.place, &action.parameters);
                        lower.would_take(&Lower::argument_nodes(node), &kinds)
                    })
                },
            )),
        };
        if let Some(problem) = problem {
            lower.cx.problem(problem);
        }
        for argument in Lower::argument_nodes(node) {
            lower.expression(&argument, None, Mode::Use, false);
        }
        return None;
    };
    let declared = declaration.place;
    let kinds = lower.host_kinds(declared, &action.parameters.clone());
    let parameters = action.named.clone();
    let id = action.id;
    let signature = crate::condition::Signature::new(&name, &kinds, declared);
    let arguments = lower.arguments(node, place, &signature, Mode::Use, false);
    lower.check_speech((&name, declared), node);
    let mut given = vec![];
    for argument in named {
        let Some((parameter, parameter_place)) = lower.cx.reference(argument) else {
            continue;
        };
        let Some(value) = argument.children().find(|n| n.kind() != NAME_REF) else {
            continue;
        };
        let symbol = lower.cx.globals.symbol(&parameter);
        let Some(known) = parameters.iter().find(|known| known.name == symbol) else {
            lower.cx.problem(
                Code::WrongArguments
                    .at(
                        parameter_place,
                        format!("`{name}` has no parameter `{parameter}`"),
                    )
                    .label("not one of its parameters")
                    .related(declared, "declared here"),
            );
            continue;
        };
        let wanted = Some((known.kind, Some(declared)));
        let typed = lower.expression(&value, wanted, Mode::Use, false);
        lower.cx.used.push((Category::Symbol, symbol.0, parameter));
        given.extend(typed.map(|typed| (symbol, typed.expr)));
    }
    given.sort_by_key(|(name, _)| *name);
    for parameter in &parameters {
        let missing =
            parameter.default.is_none() && !given.iter().any(|(name, _)| *name == parameter.name);
        if missing && named.len() >= given.len() && arguments.is_some() {
            let parameter = lower.cx.globals.parameter_name(parameter.name);
            lower.cx.problem(
                Code::WrongArguments
                    .at(place, format!("`{name}` needs its parameter `{parameter}`"))
                    .label("not given")
                    .related(declared, "declared here, without a default")
                    .hint(format!("write `with {parameter} = …`")),
            );
        }
    }
    Some(Call {
        action: id,
        arguments: arguments?,
        named: given,
    })
}

fn course_as_action(name: &str, place: Place, declared: Place) -> Diagnostic {
    Code::CourseMisuse
        .at(
            place,
            format!("`{name}` is a course, and only an action can stand here"),
        )
        .label("a course")
        .related(declared, "declared here")
        .consequence("Rules of a scene and steps of a course perform single actions.")
        .hint("name one of its actions, or let an action of a mind follow the course")
}

#[derive(Default)]
struct EffectsSeen {
    now: Effects,
    then: Effects,
    on_failure: Effects,
    on_stop: Effects,
    places: (EffectPlaces, EffectPlaces, EffectPlaces, EffectPlaces),
    broken: BTreeSet<FactId>,
}

type EffectPlaces = (Vec<Place>, Vec<Place>);

impl EffectsSeen {
    fn add(&mut self, lower: &mut Lower<'_, '_, '_>, node: &Node) {
        let words = node.words();
        let has = |word: &str| words.iter().any(|other| other == word);
        let (effects, places) = if has("then") {
            (&mut self.then, &mut self.places.1)
        } else if has("failure") {
            (&mut self.on_failure, &mut self.places.2)
        } else if has("stop") {
            (&mut self.on_stop, &mut self.places.3)
        } else {
            (&mut self.now, &mut self.places.0)
        };
        let writes = node.child(LITERALS).into_iter();
        let writes = writes.flat_map(|list| list.children_of(LITERAL).collect::<Vec<_>>());
        effects
            .set
            .extend(writes.filter_map(|write| lower.write(&write)));
        let removal = has("remove");
        let (patterns, places) = if removal {
            (&mut effects.remove, &mut places.0)
        } else {
            (&mut effects.add, &mut places.1)
        };
        for fact in node
            .child(FACT_LIST)
            .into_iter()
            .flat_map(|list| list.children())
        {
            let place = fact.place(lower.cx.file);
            match pattern(lower, &fact, removal) {
                Some(pattern) => {
                    patterns.push(pattern);
                    places.push(place);
                }
                None => {
                    let name = fact.child(NAME_REF).and_then(|name| name.word());
                    let count = Lower::argument_nodes(&fact).len();
                    let info = name.and_then(|name| lower.vocabulary.fact(&name, count));
                    self.broken.extend(info.map(|info| info.id));
                }
            }
        }
    }
}

/// A fact pattern of an effect.
pub(crate) fn pattern(
    lower: &mut Lower<'_, '_, '_>,
    node: &Node,
    removal: bool,
) -> Option<FactPattern> {
    let place = node.place(lower.cx.file);
    if !matches!(node.kind(), CALL_EXPR | NAME_EXPR) {
        return lower.cx.fail(
            Code::NotAvailableHere
                .at(place, "only a fact can be added or removed")
                .label("not a fact"),
        );
    }
    let (name, name_place) = lower.cx.reference(node)?;
    let vocabulary = lower.vocabulary;
    let count = Lower::argument_nodes(node).len();
    let Some(fact) = vocabulary.fact(&name, count) else {
        let problem = match vocabulary.defines.get(&name) {
            Some(define) => Code::NotAvailableHere
                .at(
                    place,
                    format!(
                        "`{name}` is a define: it follows from facts and cannot be changed itself"
                    ),
                )
                .label("not a fact")
                .related(define.place, "defined here"),
            None => lower.unknown_fact(&name, name_place, node, false),
        };
        return lower.cx.fail(problem);
    };
    let signature = crate::condition::Signature::of_fact(&name, fact);
    let mode = if removal { Mode::Match } else { Mode::Use };
    let at = lower.at;
    if removal {
        lower.at = Where::Condition;
    }
    let arguments = lower.arguments(node, place, &signature, mode, removal);
    lower.at = at;
    Some(FactPattern {
        fact: fact.id,
        arguments: arguments?,
    })
}
