//! From the syntax of a set of referents to its compiled form.

use super::body::{Body, bodies};
use super::check::{Places, check};
use super::parts::{self, bind_variable, first_variable};
use super::terms::{InferenceNames, KnownPredicate, LineTerms, call_of, symbol_of};
use crate::condition::Vocabulary;
use crate::context::Context;
use crate::declaration::deed::{decider_lower, deed};
use crate::declaration::{ladder_word, said_twice, unique_names};
use crate::diagnostic::Code;
use crate::names::Declaration;
use crate::source::Place;
use crate::syntax::{Node, TreeExt, *};
use townsfolk_core::{Channel, DeciderId, Kind, Urgency, VarId};
use townsfolk_module::decide::inference::{
    About, Aim, GoalRule, InferenceRule, Limits, Logic, Motor, Predicate, PredicateIndex,
    REFERENTS_MAX, SITUATIONS_MAX, Situation, SituationIndex, Takes, Term, Want,
};
use townsfolk_module::decide::{Deciders, Deed, Inference};
use townsfolk_module::{Category, Expr, Visit};

/// The urgency of outputs outside of situations, and of a situation that names none.
const URGENCY: Urgency = Urgency::Duty;

/// Maximum number of predicates and rules of a set.
const RULES_MAX: usize = 4_000;

/// Lowers a set of referents.
pub(crate) fn lower(
    declaration: &Declaration,
    node: &Node,
    cx: &mut Context<'_>,
    into: &mut Deciders,
) {
    let bodies = bodies(declaration, node, cx);
    let mut names = InferenceNames::default();
    for body in &bodies {
        in_body(body, cx, |cx| collect(body, &mut names, cx));
    }
    if !fits(declaration, &names, cx) {
        return;
    }
    // The set is the reason of outputs that belong to no situation and no goal.
    symbol_of(cx, &declaration.name);
    let mut set = LoweredSet::new(declaration, &names, cx);
    for body in &bodies {
        in_body(body, cx, |cx| set.lower_body(body, &names, cx));
    }
    set.name_situations();
    check(declaration, &set.of, &set.places, &names, cx);
    into.inferences.push(set.of);
}

/// Lowers something of a body in its own file. Problems of other declarations are reported there.
fn in_body(body: &Body, cx: &mut Context<'_>, with: impl FnOnce(&mut Context<'_>)) {
    let mut inner = Context::new(cx.globals, body.file, body.package);
    with(&mut inner);
    cx.used.append(&mut inner.used);
    cx.texts.append(&mut inner.texts);
    if body.own {
        cx.problems.append(&mut inner.problems);
    }
}

fn fits(declaration: &Declaration, names: &InferenceNames, cx: &mut Context<'_>) -> bool {
    for (count, most, what) in [
        (names.referents.len(), REFERENTS_MAX, "referents"),
        (names.situations.len(), SITUATIONS_MAX, "situations"),
        (names.predicates.len(), RULES_MAX, "predicates"),
    ] {
        if count > most {
            cx.problem(
                Code::TooLarge
                    .at(
                        declaration.place,
                        format!("`{}` has {count} {what}", declaration.name),
                    )
                    .label(format!("the limit is {most} {what}"))
                    .hint("make two sets of referents of it: a role can think with both"),
            );
            return false;
        }
    }
    true
}

/// Gathers the names that a body declares.
fn collect(body: &Body, names: &mut InferenceNames, cx: &mut Context<'_>) {
    if let Some(list) = body.node.child(NAMES) {
        for (name, _) in unique_names(cx, &list) {
            if names.referent(&name).is_none() {
                let symbol = symbol_of(cx, &name);
                names.referents.push((name, symbol));
            }
        }
    }
    let mut situations = vec![];
    for (_, part) in body.parts() {
        match part.kind() {
            SITUATION => {
                let Some((name, place)) = part.name(cx.file) else {
                    continue;
                };
                if !said_twice(cx, &mut situations, &name, place)
                    && names.situation(&name).is_none()
                {
                    let symbol = symbol_of(cx, &name);
                    names.situations.push((name, symbol));
                }
            }
            SENSE | INFERENCE_RULE | INFERENCE_GOAL => {
                if let Some(term) = part.child(TERM) {
                    declare(&term, names, cx);
                }
            }
            _ => {}
        }
    }
}

/// A predicate that a sense, a rule or an `achieve` declares.
fn declare(term: &Node, names: &mut InferenceNames, cx: &mut Context<'_>) {
    let Some((call, arguments)) = call_of(term) else {
        return;
    };
    let Some((name, place)) = cx.reference(&call) else {
        return;
    };
    if names.predicate(&name).is_none() {
        let symbol = symbol_of(cx, &name);
        names.predicates.push(KnownPredicate {
            name,
            symbol,
            unary: !arguments.is_empty(),
            place,
        });
    }
}

/// A set under construction, with the places of its lines.
struct LoweredSet {
    of: Inference,
    places: Places,
    name: String,
}

impl LoweredSet {
    fn new(declaration: &Declaration, names: &InferenceNames, cx: &Context<'_>) -> LoweredSet {
        let predicates = names.predicates.iter().map(|known| Predicate {
            name: known.symbol,
            unary: known.unary,
            sense: None,
        });
        let situations = names.situations.iter().map(|(_, symbol)| Situation {
            name: *symbol,
            urgency: URGENCY,
            fighting: false,
            when: vec![],
            until: vec![],
            about: 0,
        });
        LoweredSet {
            of: Inference {
                id: DeciderId(cx.globals.id(Category::Decider, &declaration.name)),
                referents: names.referents.iter().map(|(_, symbol)| *symbol).collect(),
                logic: Logic::Kleene,
                limits: Limits::default(),
                sight: vec![],
                variables: 1,
                bindings: vec![],
                predicates: predicates.collect(),
                rules: vec![],
                goals: vec![],
                motors: vec![],
                situations: situations.collect(),
            },
            places: Places::default(),
            name: declaration.name.clone(),
        }
    }

    fn lower_body(&mut self, body: &Body, names: &InferenceNames, cx: &mut Context<'_>) {
        let mut sensed: Vec<(String, Place)> = vec![];
        for (inside, part) in body.parts() {
            let situation = inside.as_ref().and_then(|name| names.situation(name));
            match part.kind() {
                SITUATION => self.situation(&part, names, cx),
                INFERENCE_RULE => self.rule(&part, situation, names, cx),
                INFERENCE_GOAL => self.goal(&part, situation, names, cx),
                LIMIT | SENSE | NOTICE | BIND | SHARE if inside.is_some() => {
                    misplaced(&part, cx);
                }
                LIMIT if part.words().first().is_some_and(|word| word == "plain") => {
                    self.of.logic = Logic::Plain;
                }
                LIMIT => {
                    let of = &mut self.of;
                    parts::limit(&part, &mut of.limits, &mut of.sight, cx);
                }
                SENSE => {
                    if let Some((predicate, sense)) = parts::sense(&part, names, cx) {
                        let name = names.predicates.get(predicate.place());
                        let name = name.map_or("", |known| known.name.as_str());
                        said_twice(cx, &mut sensed, name, part.place(cx.file));
                        if let Some(known) = self.of.predicates.get_mut(predicate.place()) {
                            known.sense = Some(sense);
                        }
                    }
                }
                NOTICE | BIND | SHARE => {
                    let limits = (self.name.as_str(), &self.of.limits);
                    let binding = parts::binding(&part, limits, names, cx);
                    self.of.bindings.extend(binding);
                }
                _ => {}
            }
        }
    }

    /// What a situation says of itself. Of one that several sets declare, the last word counts.
    fn situation(&mut self, node: &Node, names: &InferenceNames, cx: &mut Context<'_>) {
        let Some((name, _)) = node.name(cx.file) else {
            return;
        };
        let mut urgency = None;
        let mut fighting = false;
        for flag in node.children_of(FLAG) {
            match cx.reference(&flag) {
                Some((word, place)) => urgency = ladder_word(cx, &word, place),
                None => fighting = true,
            }
        }
        let when = condition(node.child(WHEN), names, cx);
        let until = condition(node.child(UNTIL), names, cx);
        let index = names.situation(&name);
        let known = index.and_then(|index| self.of.situations.get_mut(index.place()));
        if let Some(known) = known {
            known.urgency = urgency.unwrap_or(known.urgency);
            known.fighting |= fighting;
            if !when.is_empty() || !until.is_empty() {
                (known.when, known.until) = (when, until);
            }
        }
    }

    fn rule(
        &mut self,
        node: &Node,
        situation: Option<SituationIndex>,
        names: &InferenceNames,
        cx: &mut Context<'_>,
    ) {
        let place = node.place(cx.file);
        let (Some(head), Some(body)) = (node.child(TERM), node.child(TERMS)) else {
            return;
        };
        let mut line = LineTerms {
            names,
            cx: &mut *cx,
            variable: None,
        };
        let Some(term) = line.term(&head) else {
            return;
        };
        let Some(body) = line.terms(&body) else {
            return;
        };
        if !is_head(&term, &head, cx) || !fits_head(&term, &body, place, cx) {
            return;
        }
        self.places.rules.push(place);
        self.of.rules.push(InferenceRule {
            situation,
            head: term.predicate,
            body,
        });
    }

    fn goal(
        &mut self,
        node: &Node,
        situation: Option<SituationIndex>,
        names: &InferenceNames,
        cx: &mut Context<'_>,
    ) {
        let place = node.place(cx.file);
        let mut line = LineTerms {
            names,
            cx: &mut *cx,
            variable: None,
        };
        let mut open: Option<(PredicateIndex, Aim)> = None;
        if let Some(term) = node.child(TERM) {
            let Some((predicate, about)) = line.atom(&term) else {
                return;
            };
            if !matches!(about, About::Each | About::Nothing) {
                return say_each(&term, cx);
            }
            let aim = match node.words().first().map(String::as_str) {
                Some("to") => Aim::Known,
                _ => Aim::True,
            };
            open = Some((predicate, aim));
        }
        let list = node.child(TERMS);
        let wants = list.map(|list| wants(&list, &mut line));
        let when = node.child(WHEN).and_then(|when| when.child(TERMS));
        let when = match when {
            Some(when) => line.terms(&when),
            None => Some(vec![]),
        };
        let variable = line.variable.clone();
        let Some(when) = when else { return };
        match (wants, node.child(DO)) {
            (Some(Some(wants)), _) => {
                self.places.goals.push(place);
                self.of.goals.push(GoalRule {
                    situation,
                    open,
                    wants,
                    when,
                });
            }
            (None, Some(act)) => {
                let motor = self.motor(&act, (situation, open, when), variable, names, cx);
                if let Some(motor) = motor {
                    self.places.motors.push(place);
                    self.of.motors.push(motor);
                }
            }
            _ => {}
        }
    }

    fn motor(
        &mut self,
        act: &Node,
        (situation, open, when): (
            Option<SituationIndex>,
            Option<(PredicateIndex, Aim)>,
            Vec<Term>,
        ),
        variable: Option<(String, Place)>,
        names: &InferenceNames,
        cx: &mut Context<'_>,
    ) -> Option<Motor> {
        let used = first_variable(act);
        let place = act.place(cx.file);
        if let (Some(used), Some((known, _))) = (&used, &variable)
            && used != known
        {
            let mut line = LineTerms {
                names,
                cx,
                variable: variable.clone(),
            };
            return line.meet(used, place).and(None);
        }
        if used.is_some() && variable.is_none() {
            return cx.fail(
                Code::InferenceMisuse
                    .at(place, "nothing says on which referent this acts")
                    .label("its variable stands nowhere else")
                    .hint("add `when` and a predicate, such as `when visible(X)`"),
            );
        }
        check_names(act, names, cx)?;
        let nothing = Vocabulary::default();
        let mut lower = decider_lower(cx, &nothing, format!("referents {}", self.name));
        let name = variable.map_or_else(|| "X".to_string(), |(name, _)| name);
        bind_variable(&mut lower, &name, place);
        let does = deed(&mut lower, act)?;
        let kind = lower.scope.variables.first().and_then(|x| x.kind);
        let kind = match kind {
            Some(Kind::Character | Kind::CharacterIn(_)) => Takes::Character,
            Some(Kind::Prop | Kind::PropOf(_)) => Takes::Prop,
            _ => Takes::Thing,
        };
        let mut takes_referent = false;
        does.each_expr(&mut |expr| takes_referent |= *expr == Expr::Variable(VarId(0)));
        let channel = match &does {
            Deed::Act(call) => cx.globals.module.action(call.action).map(|a| a.channel),
            Deed::Course(..) => None,
        };
        let known = situation.and_then(|index| self.of.situations.get(index.place()));
        Some(Motor {
            situation,
            open,
            when,
            does,
            takes: match takes_referent {
                true => kind,
                false => Takes::Nothing,
            },
            channel: channel.unwrap_or(Channel::Body),
            urgency: known.map_or(URGENCY, |known| known.urgency),
        })
    }

    /// Works out which referents each situation names, and gives outputs its urgency.
    fn name_situations(&mut self) {
        let of = &mut self.of;
        let mut about = vec![0_u64; of.situations.len()];
        let mut note = |situation: Option<SituationIndex>, what: About| {
            let word = situation.and_then(|index| about.get_mut(index.place()));
            if let (Some(word), About::One(referent)) = (word, what) {
                *word |= referent.bit();
            }
        };
        for rule in &of.rules {
            rule.body
                .iter()
                .for_each(|term| note(rule.situation, term.about));
        }
        for goal in &of.goals {
            goal.when
                .iter()
                .for_each(|term| note(goal.situation, term.about));
            goal.wants
                .iter()
                .for_each(|want| note(goal.situation, want.about));
        }
        for motor in &of.motors {
            motor
                .when
                .iter()
                .for_each(|term| note(motor.situation, term.about));
        }
        for (index, situation) in (0..).map(SituationIndex).zip(&of.situations) {
            let terms = situation.when.iter().chain(&situation.until);
            terms.for_each(|term| note(Some(index), term.about));
        }
        for (situation, word) in of.situations.iter_mut().zip(about) {
            situation.about = if word == 0 { !0 } else { word };
        }
        for motor in &mut of.motors {
            let known = motor
                .situation
                .and_then(|index| of.situations.get(index.place()));
            motor.urgency = known.map_or(URGENCY, |known| known.urgency);
        }
    }
}

fn wants(list: &Node, line: &mut LineTerms<'_, '_, '_>) -> Option<Vec<Want>> {
    let mut wants = vec![];
    for want in list.children_of(WANT) {
        let term = want.child(TERM)?;
        let lowered = line.term(&term)?;
        if lowered.negated || lowered.denied || term.words().len() > 1 {
            let place = term.place(line.cx.file);
            return line.cx.fail(
                Code::InferenceMisuse
                    .at(place, "a goal is a predicate that becomes true")
                    .label("not a predicate alone")
                    .hint("conclude the opposite by a rule, such as `hidden(X) if not visible(X)`, and want that"),
            );
        }
        if lowered.about == About::Any {
            say_each(&term, line.cx);
            return None;
        }
        let aim = match want.words().first().map(String::as_str) {
            Some("to") => Aim::Known,
            _ => Aim::True,
        };
        wants.push(Want {
            predicate: lowered.predicate,
            about: lowered.about,
            aim,
        });
    }
    Some(wants)
}

/// The condition of a situation, which is about no referent in particular.
fn condition(node: Option<Node>, names: &InferenceNames, cx: &mut Context<'_>) -> Vec<Term> {
    let Some(list) = node.and_then(|node| node.child(TERMS)) else {
        return vec![];
    };
    let mut line = LineTerms {
        names,
        cx,
        variable: None,
    };
    let terms = line.terms(&list).unwrap_or_default();
    if let Some((name, place)) = line.variable {
        cx.problem(
            Code::InferenceMisuse
                .at(
                    place,
                    format!("`{name}` cannot stand in the condition of a situation"),
                )
                .label("a situation is active or not, whatever the referent")
                .fix("write `_` for any referent", place, "_")
                .hint("or write the name of the referent that matters"),
        );
        return vec![];
    }
    terms
}

fn is_head(term: &Term, node: &Node, cx: &mut Context<'_>) -> bool {
    let plain = matches!(term.about, About::Each | About::Nothing) && node.tokens().count() == 0;
    if !plain {
        cx.problem(
            Code::InferenceMisuse
                .at(
                    node.place(cx.file),
                    "a rule concludes a predicate of any referent",
                )
                .label("not `NAME(X)` or `NAME`")
                .hint("write `near(X) if …`; to speak of one referent, name it behind `if`"),
        );
    }
    plain
}

/// A conclusion about no referent cannot follow from each of them.
fn fits_head(head: &Term, body: &[Term], place: Place, cx: &mut Context<'_>) -> bool {
    let each = body.iter().any(|term| term.about == About::Each);
    let fits = head.about == About::Each || !each;
    if !fits {
        cx.problem(
            Code::InferenceMisuse
                .at(
                    place,
                    "this conclusion is about no referent, but its premises are about each",
                )
                .label("true of some referents, false of others")
                .hint("write `_` for any referent, or the name of one, behind `if`"),
        );
    }
    fits
}

fn say_each(term: &Node, cx: &mut Context<'_>) {
    cx.problem(
        Code::InferenceMisuse
            .at(
                term.place(cx.file),
                "this goal is about no referent in particular",
            )
            .label("of which one?")
            .hint("write `X` for each of them; `want` may name one"),
    );
}

/// An action is aimed at the variable: the name of a referent is no value.
fn check_names(act: &Node, names: &InferenceNames, cx: &mut Context<'_>) -> Option<()> {
    let (_, arguments) = call_of(act)?;
    for argument in arguments.iter().filter(|node| node.kind() == NAME_EXPR) {
        let Some((name, place)) = cx.reference(argument) else {
            continue;
        };
        if names.referent(&name).is_some() {
            return cx.fail(
                Code::InferenceMisuse
                    .at(
                        place,
                        format!("`{name}` is a referent, not something to act on"),
                    )
                    .label("which object it is bound to changes")
                    .hint(format!(
                        "write `X` here, and say when: `want …({name})`, or `when …(X)`"
                    )),
            );
        }
    }
    Some(())
}

fn misplaced(part: &Node, cx: &mut Context<'_>) {
    let word = part.words().first().cloned().unwrap_or_default();
    cx.problem(
        Code::InferenceMisuse
            .at(
                part.place(cx.file),
                format!("`{word}` cannot stand in a situation"),
            )
            .label("counts in every situation")
            .hint("move this line above the first `situation`"),
    );
}
