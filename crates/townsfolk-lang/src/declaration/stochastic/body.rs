//! From the syntax of a rule's body to its form: sequences, choices and repetitions.

use crate::condition::{number, text};
use crate::context::Context;
use crate::declaration::measure::{numbers_of, thousandths};
use crate::diagnostic::{Code, Diagnostic};
use crate::names::Namespace;
use crate::source::Place;
use crate::syntax::{Node, TreeExt, *};
use std::collections::BTreeMap;
use townsfolk_core::{CourseId, Number, TextId, Value};
use townsfolk_decide::grammar::build::WEIGHT_MAX;
use townsfolk_decide::grammar::{Body, Meaning};
use townsfolk_module::decide::Deed;
use townsfolk_module::{Call, Category};

/// The chance of a repetition that names none, in thousandths.
const CHANCE: i64 = 500;

/// The names that a body can use, and what was found out about its symbols.
pub(super) struct Names {
    /// Rules and declared symbols of the grammar, each with whether it is a rule.
    pub(super) own: BTreeMap<String, bool>,
    /// The meaning of symbols that are used without a declaration in the grammar.
    pub(super) meanings: BTreeMap<String, Meaning>,
}

impl Names {
    /// The body of a rule: the child of a node that holds alternatives.
    pub(super) fn body(&mut self, node: &Node, cx: &mut Context<'_>) -> Option<Body> {
        let choice = node.child(GRAMMAR_CHOICE)?;
        let parts: Vec<Node> = choice.children_of(GRAMMAR_ALTERNATIVE).collect();
        if let [only] = parts.as_slice() {
            return self.sequence(only, cx);
        }
        let bodies: Vec<Option<(i64, Body)>> = parts
            .iter()
            .map(|part| {
                let weight = weight_before(part, cx);
                Some((weight?, self.sequence(part, cx)?))
            })
            .collect();
        let bodies: Vec<(i64, Body)> = bodies.into_iter().collect::<Option<_>>()?;
        if bodies.iter().all(|(weight, _)| *weight == 0) {
            return cx.fail(all_zero(choice.place(cx.file)));
        }
        Some(Body::Choice(bodies))
    }

    fn sequence(&mut self, node: &Node, cx: &mut Context<'_>) -> Option<Body> {
        let parts = node.children_of(GRAMMAR_PART);
        let parts: Vec<Option<Body>> = parts.map(|part| self.part(&part, cx)).collect();
        let mut parts: Vec<Body> = parts.into_iter().collect::<Option<_>>()?;
        match parts.len() {
            1 => parts.pop(),
            _ => Some(Body::Sequence(parts)),
        }
    }

    fn part(&mut self, node: &Node, cx: &mut Context<'_>) -> Option<Body> {
        let inner = node.children().next()?;
        let body = match inner.kind() {
            GRAMMAR_GROUP => self.body(&inner, cx),
            TEXT_EXPR => self.text(&inner, cx),
            NAME_REF => {
                let (name, place) = cx.referred(&inner)?;
                self.name(&name, place, cx)
            }
            _ => None,
        };
        match node.child(GRAMMAR_REPEAT) {
            None => body,
            Some(repeat) => repeated(body, &repeat, cx),
        }
    }

    fn text(&mut self, node: &Node, cx: &mut Context<'_>) -> Option<Body> {
        let content = text(node.token(TEXT)?.text())?;
        let id = TextId::named(&content);
        // Quotes keep a text apart from a symbol of the same name.
        let name = format!("\"{content}\"");
        cx.texts.push((id, content));
        self.meanings.insert(name.clone(), Meaning::Text(id));
        Some(Body::Terminal(name))
    }

    fn name(&mut self, name: &str, place: Place, cx: &mut Context<'_>) -> Option<Body> {
        if name == "nothing" {
            return Some(Body::Nothing);
        }
        match self.own.get(name) {
            Some(true) => return Some(Body::word(name)),
            Some(false) => return Some(Body::Terminal(name.to_string())),
            None => {}
        }
        let meaning = match meaning(name, place, cx) {
            Some(meaning) => meaning?,
            None => {
                let problem = unknown(name, place, &self.own, cx);
                return cx.fail(problem);
            }
        };
        self.meanings.insert(name.to_string(), meaning);
        Some(Body::Terminal(name.to_string()))
    }
}

/// What a name means outside of the grammar: an action or a course without arguments, or a symbol of
/// a set. The outer `None` says that it is nothing, the inner one that it cannot be used so.
fn meaning(name: &str, place: Place, cx: &mut Context<'_>) -> Option<Option<Meaning>> {
    let globals = cx.globals;
    if let Some(declared) = globals.find(Namespace::Action, name, cx.package) {
        let (deed, parameters) = match declared.node {
            COURSE_DECL => {
                let id = CourseId(globals.id(Category::Course, name));
                let course = globals.module.course(id);
                (Deed::Course(id, vec![]), course?.parameters.len())
            }
            _ => {
                let (action, _) = globals.action(name, cx.package)?;
                let call = Call {
                    action: action.id,
                    arguments: vec![],
                    named: vec![],
                };
                (Deed::Act(call), action.parameters.len())
            }
        };
        if parameters > 0 {
            cx.problem(
                Code::WrongArguments
                    .at(place, format!("`{name}` needs to be told what it is aimed at"))
                    .label("used without arguments")
                    .related(declared.place, "declared here")
                    .hint(format!(
                        "add a line to the grammar that gives it a name, such as `strike: do {name}(…)`, and use that name here"
                    )),
            );
            return Some(None);
        }
        return Some(Some(Meaning::Do(deed)));
    }
    let symbol = globals.symbol(name);
    let mut sets = globals.module.symbol_sets.iter();
    let known = sets.any(|set| set.members.contains(&symbol));
    known.then_some(Some(Meaning::Plain))
}

fn unknown(name: &str, place: Place, own: &BTreeMap<String, bool>, cx: &Context<'_>) -> Diagnostic {
    let globals = cx.globals;
    let deeds = globals.names.all(Namespace::Action);
    let deeds = deeds.filter(|known| globals.visibility.sees_declaration(cx.package, known));
    let deeds: Vec<&str> = deeds.map(|known| known.name.as_str()).collect();
    let names: Vec<&str> = own.keys().map(String::as_str).chain(deeds).collect();
    Code::UnknownGrammarPart
        .at(place, format!("there is no rule, action or course `{name}`"))
        .label("stands for nothing")
        .did_you_mean(place, name, names)
        .or_hint(format!(
            "add a rule `{name}: …`, declare `action {name}`, or write \"{name}\" in quotes if it is text"
        ))
}

fn all_zero(place: Place) -> Diagnostic {
    Code::WeightsAllZero
        .at(place, "all weights of this choice are 0")
        .label("nothing can be chosen")
        .consequence("An alternative of weight 0 is never taken, so this rule would be stuck.")
        .hint("give at least one alternative a weight above 0, or leave the weights out")
}

/// The weight before an alternative or a start, in thousandths.
pub(super) fn weight_before(node: &Node, cx: &mut Context<'_>) -> Option<i64> {
    let Some(written) = numbers_of(node).next() else {
        return Some(1000);
    };
    let (weight, place) = thousandths(cx, &written)?;
    if (0..=WEIGHT_MAX).contains(&weight) {
        return Some(weight);
    }
    cx.fail(
        Code::OutOfRange
            .at(
                place,
                format!("a weight goes from 0 to {}", Number(WEIGHT_MAX)),
            )
            .label(format!("{} is outside", Number(weight)))
            .hint(
                "weights are relative: `2 attack or 1 wait` takes `attack` two times out of three",
            ),
    )
}

/// A body that is repeated as its mark says.
fn repeated(body: Option<Body>, repeat: &Node, cx: &mut Context<'_>) -> Option<Body> {
    let least = u16::from(repeat.token(PLUS).is_some());
    let chance = match repeat.child(NUMBER_EXPR) {
        Some(node) => chance(&node, cx)?,
        None => CHANCE,
    };
    let (min, max) = match repeat.child(RANGE) {
        Some(range) => bounds(&range, least, cx)?,
        None => (least, None),
    };
    Some(body?.times(min, max, chance))
}

/// A chance from 0 to 100 %, in thousandths.
pub(super) fn chance(node: &Node, cx: &mut Context<'_>) -> Option<i64> {
    let (Value::Number(Number(chance)), _) = number(cx, node)? else {
        return None;
    };
    if (0..=1000).contains(&chance) {
        return Some(chance);
    }
    let place = node.place(cx.file);
    cx.fail(
        Code::OutOfRange
            .at(place, "a chance goes from 0% to 100%")
            .label(format!(
                "{}% is outside",
                Number(chance.saturating_mul(100))
            ))
            .hint("write a percentage, such as `50%`"),
    )
}

/// `3`, `2..5` or `2..`.
fn bounds(range: &Node, least: u16, cx: &mut Context<'_>) -> Option<(u16, Option<u16>)> {
    let place = range.place(cx.file);
    let mut ends = vec![];
    for node in range.children_of(NUMBER_EXPR) {
        let count = crate::condition::plain_number(cx, &node)?;
        ends.push(
            u16::try_from(count)
                .ok()
                .filter(|count| *count <= COUNT_MAX),
        );
    }
    let ends: Option<Vec<u16>> = ends.into_iter().collect();
    let Some(ends) = ends else {
        return cx.fail(
            Code::OutOfRange
                .at(
                    place,
                    format!("a part is repeated at most {COUNT_MAX} times"),
                )
                .label("more than that"),
        );
    };
    let is_open = range.token(DOTS).is_some();
    let (min, max) = match (ends.as_slice(), is_open) {
        ([count], false) => (*count, Some(*count)),
        ([min], true) => (*min, None),
        ([min, max], _) => (*min, Some(*max)),
        _ => return None,
    };
    if max.is_some_and(|max| max < min.max(least)) {
        return cx.fail(
            Code::EmptyRange
                .at(place, "this range ends before it begins")
                .label("no number of times fits")
                .hint("write the smaller value first"),
        );
    }
    Some((min.max(least), max))
}

/// The greatest count that can be written.
const COUNT_MAX: u16 = 1000;
