//! From a test's syntax to its steps.

use super::expand::Part;
use super::lower::ScriptLower;
use super::rule::pattern;
use crate::condition::belief::{BELIEF_VALUES, BELIEVES, ToldBelief};
use crate::condition::unknown_person;
use crate::condition::{Lower, Mode, Scope, Where, constant, duration_range};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Place;
use crate::syntax::{Node, TreeExt, *};
use crate::unit::TestUnit;
use townsfolk_core::{CharacterId, Kind, PropId, RoleId, RuleId, Seed, Standing, Value, VarId};
use townsfolk_module::{Category, Expr, FactPattern, Script, Step, Test};

pub(super) fn lower(
    script: &mut ScriptLower<'_>,
    part: &Part,
    lowered: &Script,
) -> Option<TestUnit> {
    script.turn_to(part);
    let (name, place) = part.node.name(script.cx.file)?;
    let mut writer = TestWriter {
        script,
        lowered,
        people: vec![],
    };
    let mut test = Test {
        name,
        script: lowered.id,
        given: vec![],
        people: vec![],
        seed: Seed(1),
        steps: vec![],
    };
    // People first: `given` may mention them.
    for person in part
        .node
        .children_of(PEOPLE)
        .flat_map(|list| list.children())
    {
        test.people.extend(writer.person(&person));
    }
    let mut places = vec![];
    for node in part.node.children() {
        match node.kind() {
            GIVEN => test.given.extend(writer.facts(&node)),
            SEED => {
                let number = node.token(NUMBER).map(|token| token.text().to_string());
                test.seed = Seed(number.and_then(|n| n.parse().ok()).unwrap_or(1));
            }
            STEP => {
                let step_place = node.place(writer.script.cx.file);
                for step in writer.step(&node) {
                    test.steps.push(step);
                    places.push(step_place);
                }
            }
            _ => {}
        }
    }
    Some(TestUnit {
        test,
        place,
        steps: places,
    })
}

struct TestWriter<'s, 'g> {
    script: &'s mut ScriptLower<'g>,
    lowered: &'s Script,
    people: Vec<String>,
}

impl TestWriter<'_, '_> {
    fn character(&mut self, name: &str) -> CharacterId {
        let id = self.script.cx.globals.id(Category::Character, name);
        self.script
            .cx
            .used
            .push((Category::Character, id, name.to_string()));
        CharacterId(id)
    }

    fn cast_role(&mut self, name: &str, place: Place) -> Option<RoleId> {
        let role = self.script.cx.role(name, place)?;
        if !self.lowered.cast.iter().any(|line| line.role == role) {
            let problem = Code::BadCast
                .at(place, format!("this script casts nobody as `{name}`"))
                .label("not in its cast")
                .related(self.script.places.name, "the script");
            return self.script.cx.fail(problem);
        }
        Some(role)
    }

    fn person(&mut self, node: &Node) -> Option<(CharacterId, RoleId)> {
        let (name, place) = node.name(self.script.cx.file)?;
        if self.people.contains(&name) {
            return self.script.cx.fail(
                Code::DuplicateName
                    .at(place, format!("there are two people called `{name}`"))
                    .label("again here"),
            );
        }
        self.people.push(name.clone());
        let (role, role_place) = self.script.cx.reference(node)?;
        Some((self.character(&name), self.cast_role(&role, role_place)?))
    }

    fn with_lower<T>(&mut self, run: impl FnOnce(&mut Lower<'_, '_, '_>) -> T) -> T {
        let site = format!("{}.test", self.script.name);
        let mut lower = Lower::new(
            &mut self.script.cx,
            &self.script.vocabulary,
            Scope::default(),
            site,
        );
        lower.at = Where::Test;
        lower.people = self.people.clone();
        run(&mut lower)
    }

    fn facts(&mut self, node: &Node) -> Vec<FactPattern> {
        let Some(list) = node.child(FACT_LIST) else {
            return vec![];
        };
        let facts: Vec<Node> = list.children().collect();
        self.with_lower(|lower| {
            let mut patterns = vec![];
            for fact in facts {
                let place = fact.place(lower.cx.file);
                let before = lower.cx.problems.len();
                let Some(pattern) = pattern(lower, &fact, false) else {
                    continue;
                };
                if pattern
                    .arguments
                    .iter()
                    .all(|argument| matches!(argument, Expr::Constant(_)))
                {
                    patterns.push(pattern);
                } else {
                    // Tests have no variables, so "variable without a value" would be the wrong
                    // message.
                    lower.cx.problems.truncate(before);
                    lower.cx.problem(only_constants(place));
                }
            }
            patterns
        })
    }

    fn step(&mut self, node: &Node) -> Vec<Step> {
        let first = node
            .tokens()
            .next()
            .map(|token| (token.kind(), token.text().to_string()));
        match first {
            Some((EXPECT_KW, _)) => self.expect(node).into_iter().collect(),
            _ if node.child(DOT_EXPR).is_some() || node.child(CALL_EXPR).is_some() => {
                self.host_step(node)
            }
            Some((PROP_KW, _)) => {
                let prop = self.script.cx.reference(node);
                let prop = prop.map(|(name, _)| {
                    let id = self.script.cx.globals.id(Category::Prop, &name);
                    self.script.cx.used.push((Category::Prop, id, name));
                    Step::PropVanishes(PropId(id))
                });
                prop.into_iter().collect()
            }
            Some((IDENT, word)) if node.child(NAME_REF).is_none() => self.plain(node, &word),
            _ => self.person_step(node).into_iter().collect(),
        }
    }

    fn plain(&mut self, node: &Node, word: &str) -> Vec<Step> {
        match word {
            "after" => {
                let range = node.child(RANGE);
                let after = range.and_then(|range| duration_range(&mut self.script.cx, &range));
                after
                    .map(|(_, duration)| Step::After(duration))
                    .into_iter()
                    .collect()
            }
            "tell" => self.facts(node).into_iter().map(Step::Tell).collect(),
            _ if node.words().iter().any(|word| word == "ends") => vec![Step::SceneEnds],
            _ => vec![Step::SceneGoesOn],
        }
    }

    fn expect(&mut self, node: &Node) -> Option<Step> {
        let body = node.child(LITERALS)?;
        self.with_lower(|lower| {
            let (literals, _) = lower.literals(&body);
            let scope = lower.scope.clone();
            scope.finish(lower.cx);
            let variables = scope.variables.into_iter();
            Some(Step::Expect {
                variables: variables.map(|variable| variable.name).collect(),
                literals,
            })
        })
    }

    /// A value of a property, reading or distance that the host supplies.
    fn host_step(&mut self, node: &Node) -> Vec<Step> {
        let Some(told) = node.children().next() else {
            return vec![];
        };
        let value = node.children().nth(1);
        let words = node.words();
        let holds = !words.iter().any(|word| word == "no");
        if words.is_empty() {
            // The missing part has been reported.
            return vec![];
        }
        let belief = told.child(NAME_REF).and_then(|name| name.word());
        let belief = belief.is_some_and(|name| is_belief(&name));
        let steps = self.with_lower(|lower| {
            if belief {
                return lower
                    .told_belief(&told, value.as_ref(), holds)
                    .map(steps_of);
            }
            let step = match told.kind() {
                DOT_EXPR => host_says(lower, &told, value.as_ref(), holds),
                _ => distance_is(lower, &told, value.as_ref()),
            };
            step.map(|step| vec![step])
        });
        steps.unwrap_or_default()
    }

    fn person_step(&mut self, node: &Node) -> Option<Step> {
        let mut names = node.children_of(NAME_REF);
        let (name, place) = {
            let first = names.next()?;
            self.script.cx.referred(&first)?
        };
        let second = names.next().and_then(|node| self.script.cx.referred(&node));
        let words = node.words();
        let arrives = words.iter().any(|word| word == "arrives");
        if arrives {
            let (role, role_place) = second?;
            let role = self.cast_role(&role, role_place);
            if !self.people.contains(&name) {
                self.people.push(name.clone());
            }
            return Some(Step::Arrives(self.character(&name), role?));
        }
        if !self.people.contains(&name) {
            let problem = unknown_person(&name, place, &self.people);
            return self.script.cx.fail(problem);
        }
        let who = self.character(&name);
        let has = |word: &str| words.iter().any(|other| other == word);
        if has("does") {
            let (rule, rule_place) = second?;
            return self.does(who, &rule, rule_place, node);
        }
        if has("recalled") {
            let range = node.child(RANGE);
            let away = range.and_then(|range| duration_range(&mut self.script.cx, &range));
            return Some(Step::IsRecalled(who, away.map(|(_, away)| away)));
        }
        if has("is") {
            let (state, state_place) = second?;
            return self.is(who, &state, state_place);
        }
        match words.last().map(String::as_str) {
            Some("fails") => Some(Step::Fails(who)),
            Some("vanishes") => Some(Step::Vanishes(who)),
            Some("returns") => Some(Step::Returns(who)),
            _ => None,
        }
    }

    fn is(&mut self, who: CharacterId, word: &str, place: Place) -> Option<Step> {
        Some(match word {
            "stopped" => Step::IsStopped(who),
            "present" => Step::Stands(who, Standing::Present),
            "away" => Step::Stands(who, Standing::Away),
            "leaving" => Step::Stands(who, Standing::Leaving),
            "out" => Step::Stands(who, Standing::Out),
            state => Step::IsIn(who, self.script.state(state, place)?),
        })
    }

    fn does(&mut self, who: CharacterId, rule: &str, place: Place, node: &Node) -> Option<Step> {
        let id = RuleId(self.script.cx.globals.id(Category::Rule, rule));
        let Some(index) = self.lowered.rules.iter().position(|rule| rule.id == id) else {
            let names: Vec<String> = self
                .lowered
                .rules
                .iter()
                .filter_map(|rule| self.script.places.names.get(&(Category::Rule, rule.id.0)))
                .cloned()
                .collect();
            let problem = Code::UnknownRule
                .at(place, format!("there is no rule `{rule}` in this script"))
                .label("not declared")
                .did_you_mean(place, rule, names.iter().map(String::as_str));
            return self.script.cx.fail(problem);
        };
        let variables = self.script.places.rules[index].variables.clone();
        let mut bindings = vec![];
        for binding in node.children_of(BINDING) {
            let Some(token) = binding.token(VARIABLE) else {
                continue;
            };
            let Some(value) = binding.children().next() else {
                continue;
            };
            let range = token.text_range();
            let binding_place = Place::new(
                self.script.cx.file,
                range.start().into(),
                range.end().into(),
            );
            let Some(variable) = variables.iter().position(|name| name == token.text()) else {
                let problem = Code::UnboundVariable
                    .at(
                        binding_place,
                        format!("the rule `{rule}` has no variable `{}`", token.text()),
                    )
                    .label("not one of its variables")
                    .did_you_mean(
                        binding_place,
                        token.text(),
                        variables.iter().map(String::as_str),
                    );
                self.script.cx.problem(problem);
                continue;
            };
            let bound = self.binding_value(&value);
            bindings.extend(bound.map(|value| (VarId(variable as u16), value)));
        }
        Some(Step::Does {
            who,
            rule: id,
            bindings,
        })
    }

    /// The value of a binding: a person of the test, a number or text, else a prop or symbol.
    fn binding_value(&mut self, node: &Node) -> Option<Value> {
        if node.kind() == NAME_EXPR {
            let (name, _) = self.script.cx.reference(node)?;
            if self.people.contains(&name) {
                return Some(Value::Character(self.character(&name)));
            }
            let is_symbol = self
                .script
                .cx
                .globals
                .symbol_names
                .values()
                .any(|known| *known == name);
            let kind = if is_symbol { Kind::Symbol } else { Kind::Prop };
            return constant(&mut self.script.cx, node, Some(kind));
        }
        constant(&mut self.script.cx, node, None)
    }
}

fn only_constants(place: Place) -> Diagnostic {
    Code::NotAvailableHere
        .at(place, "only constants can stand here")
        .label("names, numbers, durations, texts")
}

/// `.raining holds`, `.hunger(ann) is 7`.
pub(crate) fn host_says(
    lower: &mut Lower<'_, '_, '_>,
    node: &Node,
    value: Option<&Node>,
    holds: bool,
) -> Option<Step> {
    let place = node.place(lower.cx.file);
    let dotted = node.token(DOT_NAME)?.text().to_string();
    let name = tree::normalise(dotted.trim_start_matches('.'));
    if let (".clock", Some(value)) = (dotted.as_str(), value) {
        return match constant_of(lower, value, (Kind::Daytime, None))? {
            Value::Daytime(seconds) => Some(Step::ClockIs(seconds)),
            _ => None,
        };
    }
    let Some((host, declaration)) = lower.cx.globals.host(&name, lower.cx.package) else {
        let problem = if crate::condition::DOT_NAMES.contains(&dotted.as_str()) {
            Code::NotAvailableHere
                .at(
                    place,
                    format!("`{dotted}` belongs to the engine and cannot be set"),
                )
                .label("only `.clock`, and properties, functions and predicates of the host can")
        } else {
            lower.unknown_dot_name(&dotted, place, node, value.is_some())
        };
        return lower.cx.fail(problem);
    };
    let (name, result, declared) = (host.id, host.result, declaration.place);
    let kinds = lower.host_kinds(declared, &host.parameters);
    let signature = crate::condition::Signature::new(&dotted, &kinds, declared);
    let arguments = constants(lower, node, &signature)?;
    match (result, value) {
        (None, None) => Some(Step::Holds {
            name,
            arguments,
            holds,
        }),
        (Some(kind), Some(value)) => Some(Step::HasValue {
            name,
            arguments,
            value: constant_of(lower, value, (kind, Some(declared)))?,
        }),
        (result, _) => {
            let (is, instead) = match result {
                Some(_) => ("has a value", format!("{dotted}… is 3")),
                None => ("holds or does not", format!("{dotted} holds")),
            };
            lower.cx.fail(
                Code::WrongKind
                    .at(place, format!("`{dotted}` {is}"))
                    .label("said otherwise here")
                    .related(declared, "declared here")
                    .hint(format!("write, for example, `{instead}`")),
            )
        }
    }
}

/// Whether a step of a story speaks of a belief.
fn is_belief(name: &str) -> bool {
    name == BELIEVES || BELIEF_VALUES.contains(&name)
}

/// The readings that a step about a belief sets.
fn steps_of(told: ToldBelief) -> Vec<Step> {
    match told {
        ToldBelief::Value { name, about, value } => vec![Step::HasValue {
            name,
            arguments: about,
            value,
        }],
        ToldBelief::Believes {
            believes,
            believed,
            about,
            value,
            holds,
        } => {
            let exactly = about.iter().copied().chain([value]).collect();
            let says = |arguments| Step::Holds {
                name: believes,
                arguments,
                holds,
            };
            let mut steps = vec![says(about.clone()), says(exactly)];
            if holds {
                steps.push(Step::HasValue {
                    name: believed,
                    arguments: about,
                    value,
                });
            }
            steps
        }
    }
}

/// `distance(ann, left) is 3 m`.
fn distance_is(lower: &mut Lower<'_, '_, '_>, node: &Node, value: Option<&Node>) -> Option<Step> {
    let place = node.place(lower.cx.file);
    let (name, name_place) = lower.cx.reference(node)?;
    if name != "distance" {
        let problem = Code::NotAvailableHere
            .at(
                place,
                format!("`{name}(…)` is nothing that the game can set"),
            )
            .label("only properties and readings of the host, and `distance`, can be set");
        let is_host = lower.cx.globals.host(&name, lower.cx.package).is_some();
        let problem = if is_host {
            let text = format!("the host is spoken of with a dot: `.{name}`");
            problem.fix(text, name_place, format!(".{name}"))
        } else if lower.vocabulary.has_fact(&name) {
            problem.hint("facts are told: `tell …`")
        } else {
            problem
        };
        return lower.cx.fail(problem);
    }
    let kinds = [(Some(Kind::Thing), name_place); 2];
    let signature = crate::condition::Signature::new("distance", &kinds, name_place);
    let arguments = constants(lower, node, &signature)?;
    let [one, other] = arguments.as_slice() else {
        return None;
    };
    let Some(value) = value else {
        return lower.cx.fail(
            Code::WrongKind
                .at(place, "a distance has a value")
                .label("said otherwise here")
                .hint("write, for example, `distance(ann, left) is 3 m`"),
        );
    };
    match constant_of(lower, value, (Kind::Number, None))? {
        Value::Number(metres) => Some(Step::Apart {
            one: *one,
            other: *other,
            // Numbers count thousandths; thousandths of a metre are millimetres.
            distance_mm: metres.0,
        }),
        _ => None,
    }
}

/// The arguments of a host name; they must be constants.
fn constants(
    lower: &mut Lower<'_, '_, '_>,
    node: &Node,
    signature: &crate::condition::Signature<'_>,
) -> Option<Vec<Value>> {
    let place = node.place(lower.cx.file);
    let before = lower.cx.problems.len();
    let arguments = lower.arguments(node, place, signature, Mode::Match, false)?;
    let values = arguments.into_iter().map(|argument| match argument {
        Expr::Constant(value) => Some(value),
        _ => None,
    });
    let values: Option<Vec<Value>> = values.collect();
    if values.is_none() {
        lower.cx.problems.truncate(before);
        lower.cx.problem(only_constants(place));
    }
    values
}

fn constant_of(
    lower: &mut Lower<'_, '_, '_>,
    node: &Node,
    (kind, declared): (Kind, Option<Place>),
) -> Option<Value> {
    let place = node.place(lower.cx.file);
    let before = lower.cx.problems.len();
    let typed = lower.expression(node, Some((kind, declared)), Mode::Match, false)?;
    match typed.expr {
        Expr::Constant(value) => Some(value),
        _ => {
            lower.cx.problems.truncate(before);
            lower.cx.fail(only_constants(place))
        }
    }
}
