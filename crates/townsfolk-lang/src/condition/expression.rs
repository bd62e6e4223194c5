//! Expressions: values, variables, arithmetic, readings.

use super::call::Signature;
use super::scope::{Mode, Where};
use super::{Lower, quantity};
use crate::context::Argument;
use crate::declaration::merchant;
use crate::diagnostic::{Code, Diagnostic};
use crate::kinds;
use crate::names::{Declaration, Namespace};
use crate::near::with_capital_letter;
use crate::source::Place;
use crate::syntax::{Node, TreeExt, *};
use townsfolk_core::{Duration, Kind, Number, SymbolId, TextId, Value};
use townsfolk_module::trade::STOCK;
use townsfolk_module::{Expr, HostName, Operator};

/// An expression with its kind, if that is known.
#[derive(Clone, Debug)]
pub(crate) struct Typed {
    pub(crate) expr: Expr,
    pub(crate) kind: Option<Kind>,
}

impl Typed {
    fn new(expr: Expr, kind: impl Into<Option<Kind>>) -> Typed {
        let kind = kind.into();
        Typed { expr, kind }
    }
}

/// An expected kind, and where it was declared.
pub(crate) type Wanted = Option<(Kind, Option<Place>)>;

pub(crate) const DOT_NAMES: &[&str] = &[
    ".me", ".now", ".clock", ".second", ".minute", ".hour", ".any", ".state",
];

impl Lower<'_, '_, '_> {
    /// Lowers an expression where `wanted` is expected. Problems are reported; `None` means that it
    /// could not be lowered.
    pub(crate) fn expression(
        &mut self,
        node: &Node,
        wanted: Wanted,
        mode: Mode,
        in_removal: bool,
    ) -> Option<Typed> {
        let place = node.place(self.cx.file);
        let typed = match node.kind() {
            ANYTHING_EXPR => return self.anything(place, mode),
            VARIABLE_EXPR => {
                let name = tree::normalise(node.token(VARIABLE)?.text());
                let kind = wanted.map(|(kind, _)| kind);
                let id = self
                    .scope
                    .meet(self.cx, (&name, place), (mode, in_removal), kind);
                if let Some(wanted) = wanted {
                    self.scope.narrow(self.cx, id, place, wanted);
                }
                let kind = self.scope.variables[usize::from(id.0)].kind;
                return Some(Typed::new(Expr::Variable(id), kind));
            }
            NAME_EXPR => {
                let (name, _) = self.cx.reference(node)?;
                return self.name(&name, place, wanted);
            }
            PARAMETER_EXPR => return self.parameter(node, wanted, mode, in_removal),
            PAREN_EXPR => {
                return self.expression(&node.children().next()?, wanted, Mode::Use, in_removal);
            }
            NUMBER_EXPR => {
                let (value, kind) = quantity::number(self.cx, node)?;
                Typed::new(Expr::Constant(value), kind)
            }
            CLOCK_EXPR | TEXT_EXPR => {
                let value = quantity::constant(self.cx, node, None)?;
                let kind = if node.kind() == CLOCK_EXPR {
                    Kind::Daytime
                } else {
                    Kind::Text
                };
                Typed::new(Expr::Constant(value), kind)
            }
            DOT_EXPR => self.dot_name(node, place)?,
            NEGATIVE_EXPR => self.negative(node, place)?,
            BINARY_EXPR => self.binary(node, place)?,
            CALL_EXPR => self.function(node, place)?,
            _ => return None,
        };
        self.fit(typed, place, wanted)
    }

    fn fit(&mut self, typed: Typed, place: Place, wanted: Wanted) -> Option<Typed> {
        let (Some(kind), Some((wanted, declared))) = (typed.kind, wanted) else {
            return Some(typed);
        };
        if kinds::meet(self.cx.globals, kind, wanted).is_some() {
            return Some(typed);
        }
        let (is, needed) = (
            kinds::called(self.cx.globals, kind),
            kinds::called(self.cx.globals, wanted),
        );
        let quantities = kinds::is_ordered(kind) && kinds::is_ordered(wanted);
        let code = if quantities {
            Code::UnitMismatch
        } else {
            Code::WrongKind
        };
        let mut problem = Diagnostic::new(
            code,
            place,
            format!("{needed} is needed here, but this is {is}"),
        )
        .label(is);
        if let Some(declared) = declared {
            problem = problem.related(declared, "declared here");
        }
        problem = match (kind, wanted) {
            (Kind::Number, Kind::Duration) => {
                problem.hint("write a unit behind the number: `ms`, `s`, `min` or `h`")
            }
            (Kind::Duration, Kind::Time) => problem.hint("a moment from now is `.now + …`"),
            _ => problem
                .consequence("No fact of this shape is ever there, so this would match nothing."),
        };
        self.cx.fail(problem)
    }

    fn anything(&mut self, place: Place, mode: Mode) -> Option<Typed> {
        if mode == Mode::Use {
            return self.cx.fail(
                Code::UnboundVariable
                    .at(place, "`_` has no value")
                    .label("a value is needed here")
                    .hint("name it in `when` with a variable, and use that variable here"),
            );
        }
        Some(Typed::new(Expr::Anything, None))
    }

    fn name(&mut self, name: &str, place: Place, wanted: Wanted) -> Option<Typed> {
        let kind = wanted.map(|(kind, _)| kind);
        if kind.is_some_and(kinds::is_thing) {
            self.scope.may_be_meant(&with_capital_letter(name));
        }
        if let Some(person) = kind.filter(|kind| kinds::is_person(*kind))
            && !matches!(self.at, Where::Test | Where::Question)
        {
            let problem = self.names_a_person(name, place, person);
            return self.cx.fail(problem);
        }
        let kind = match kind {
            Some(Kind::Thing) if self.people.iter().any(|person| person == name) => {
                Some(Kind::Character)
            }
            kind => kind,
        };
        if kind.is_some_and(kinds::is_person) && !self.people.iter().any(|p| p == name) {
            let problem = match self.at {
                Where::Question => nobody_called(name, place, &self.people),
                _ => unknown_person(name, place, &self.people),
            };
            return self.cx.fail(problem);
        }
        let value = quantity::named(self.cx, name, place, kind)?;
        let found = match value {
            Value::Prop(_) => Some(Kind::Prop),
            Value::Symbol(_) => kind.or(Some(Kind::Symbol)),
            _ => kind,
        };
        Some(Typed::new(Expr::Constant(value), found))
    }

    fn names_a_person(&self, name: &str, place: Place, kind: Kind) -> Diagnostic {
        let capital = with_capital_letter(name);
        let needed = kinds::called(self.cx.globals, kind);
        let mut problem = Code::WrongKind
            .at(
                place,
                format!("{needed} is needed here, and a script cannot name one"),
            )
            .label("this is a name")
            .consequence("Who plays in a scene is known only when it is cast.");
        let known = self.scope.variables.iter().any(|v| v.name == capital);
        if known || name.len() <= 2 {
            problem = problem.fix(
                format!("a variable begins with a capital letter: `{capital}`"),
                place,
                capital,
            );
        } else {
            problem = problem.hint("use `.me`, or a variable that `when` finds");
        }
        problem
    }

    fn parameter(
        &mut self,
        node: &Node,
        wanted: Wanted,
        mode: Mode,
        in_removal: bool,
    ) -> Option<Typed> {
        let place = node.place(self.cx.file);
        let name = node
            .token(PARAMETER)?
            .text()
            .trim_start_matches('$')
            .to_string();
        let (node, argument_file) = match self.cx.argument(&name, place)? {
            Argument::Given { node, file } => (node, file),
            Argument::Open(kind) => {
                let typed = something_of(&kind)?;
                return self.fit(typed, place, wanted);
            }
        };
        // The argument is text of another file; its problems are reported there.
        let file = std::mem::replace(&mut self.cx.file, argument_file);
        let arguments = std::mem::take(&mut self.cx.arguments);
        let typed = self.expression(&node, wanted, mode, in_removal);
        self.cx.file = file;
        self.cx.arguments = arguments;
        typed
    }

    fn dot_name(&mut self, node: &Node, place: Place) -> Option<Typed> {
        let name = node.token(DOT_NAME)?.text().to_string();
        let typed = |expr, kind| Some(Typed::new(expr, kind));
        let duration = |seconds| Expr::Constant(Value::Duration(Duration::seconds(seconds)));
        let simple = match name.as_str() {
            ".me" => match self.scope.me {
                Some(kind) => typed(Expr::Me, kind),
                None => {
                    let problem = Code::NotAvailableHere
                        .at(place, "there is no `.me` here")
                        .label("nobody in particular is meant");
                    return self.cx.fail(match self.at {
                        Where::Question => {
                            problem.hint("say who `.me` is, or use a variable, such as `X`")
                        }
                        _ => problem.hint("use a variable, such as `X`"),
                    });
                }
            },
            ".now" => typed(Expr::Now, Kind::Time),
            ".clock" => typed(Expr::Clock, Kind::Daytime),
            ".second" => typed(duration(1), Kind::Duration),
            ".minute" => typed(duration(60), Kind::Duration),
            ".hour" => typed(duration(3600), Kind::Duration),
            _ => None,
        };
        if simple.is_some() {
            if node.child(ARGUMENTS).is_some() {
                return self.cx.fail(
                    Code::WrongArguments
                        .at(place, format!("`{name}` takes no arguments"))
                        .label("nothing can stand in brackets here"),
                );
            }
            return simple;
        }
        self.host_value(node, &name, place)
    }

    fn host_value(&mut self, node: &Node, dotted: &str, place: Place) -> Option<Typed> {
        let name = dotted.trim_start_matches('.');
        let Some((host, declaration)) = self.cx.globals.host(name, self.cx.package) else {
            let problem = self.unknown_dot_name(dotted, place, node, true);
            return self.cx.fail(problem);
        };
        let Some(result) = host.result else {
            let form = self.cx.globals.host_word(host);
            return self.cx.fail(
                Code::WrongKind
                    .at(
                        place,
                        format!("`{dotted}` holds or does not, but a value is needed here"),
                    )
                    .label(format!("a {form} without a value"))
                    .related(declaration.place, "declared here")
                    .hint(format!(
                        "write it as a condition of its own: `{dotted}` or `not {dotted}`"
                    )),
            );
        };
        let arguments = self.host_arguments(node, dotted, host, declaration)?;
        let name = host.id;
        Some(Typed::new(Expr::Host { name, arguments }, result))
    }

    /// The arguments of an attribute, property, function or predicate.
    pub(crate) fn host_arguments(
        &mut self,
        node: &Node,
        dotted: &str,
        host: &HostName,
        declaration: &Declaration,
    ) -> Option<Vec<Expr>> {
        let declared = declaration.place;
        let kinds = self.host_kinds(declared, &host.parameters);
        let signature = Signature::new(dotted, &kinds, declared);
        let place = node.place(self.cx.file);
        let arguments = self.arguments(node, place, &signature, Mode::Use, false)?;
        if host.id == STOCK {
            merchant::check::stock(self.cx, &arguments, &Self::argument_nodes(node));
        }
        Some(arguments)
    }

    /// The kinds of a global's parameters, each with the place it was declared at.
    pub(crate) fn host_kinds(
        &self,
        declared: Place,
        parameters: &[Kind],
    ) -> Vec<(Option<Kind>, Place)> {
        let places = self.cx.globals.parameter_places.get(&declared);
        parameters
            .iter()
            .enumerate()
            .map(|(index, kind)| {
                let place = places.and_then(|places| places.get(index)).copied();
                (Some(*kind), place.unwrap_or(declared))
            })
            .collect()
    }

    /// The problem of an unknown name with a dot, with suggestions.
    pub(crate) fn unknown_dot_name(
        &self,
        dotted: &str,
        place: Place,
        node: &Node,
        as_value: bool,
    ) -> Diagnostic {
        // The name without the arguments behind it.
        let place = Place::new(place.file, place.start, place.start + dotted.len() as u32);
        let nodes = Self::argument_nodes(node);
        let globals = self.cx.globals;
        let fits = |name: &str| {
            let Some((host, declaration)) = globals.host(name, self.cx.package) else {
                return false;
            };
            let kinds = self.host_kinds(declaration.place, &host.parameters);
            host.result.is_some() == as_value && self.would_take(&nodes, &kinds)
        };
        let hosts = globals.names.all(Namespace::Host);
        let declared: Vec<String> = hosts
            .filter(|declaration| fits(&declaration.name))
            .map(|declaration| format!(".{}", declaration.name))
            .collect();
        let in_story = matches!(self.at, Where::Property | Where::Test);
        let built_in = DOT_NAMES.iter().copied().filter(|name| match *name {
            ".any" => !as_value && matches!(nodes.len(), 1 | 2),
            ".state" => !as_value && nodes.len() == 2 && in_story,
            ".me" => as_value && nodes.is_empty() && self.scope.me.is_some(),
            _ => as_value && nodes.is_empty(),
        });
        let known = built_in.chain(declared.iter().map(String::as_str));
        let bare = dotted.trim_start_matches('.');
        let mut problem = Code::UnknownHostName
            .at(
                place,
                format!("neither the engine nor the host knows `{dotted}`"),
            )
            .label("not declared")
            .did_you_mean(place, dotted, known);
        if self.vocabulary.has_fact(bare) || self.vocabulary.defines.contains_key(bare) {
            problem = problem.hint(format!(
                "`{bare}` is declared in this script: write it without the dot"
            ));
        } else {
            problem = problem.or_hint(format!(
                "declare it: `attribute {bare}(…)`, `function {bare}(…): …` or `predicate {bare}(…)`"
            ));
        }
        problem
    }

    fn negative(&mut self, node: &Node, place: Place) -> Option<Typed> {
        let inner = self.expression(&node.children().next()?, None, Mode::Use, false)?;
        match (&inner.expr, inner.kind) {
            (Expr::Constant(Value::Number(n)), _) => {
                let value = Value::Number(Number(n.0.saturating_neg()));
                Some(Typed::new(Expr::Constant(value), inner.kind))
            }
            (_, Some(Kind::Number) | None) => {
                let zero = Box::new(Expr::Constant(Value::Number(Number(0))));
                let expr = Expr::Binary {
                    left: zero,
                    operator: Operator::Minus,
                    right: Box::new(inner.expr),
                };
                Some(Typed::new(expr, Kind::Number))
            }
            (_, Some(kind)) => {
                let is = kinds::called(self.cx.globals, kind);
                self.cx.fail(
                    Code::UnitMismatch
                        .at(place, "only a number can be negative")
                        .label(format!("this is {is}")),
                )
            }
        }
    }

    fn binary(&mut self, node: &Node, place: Place) -> Option<Typed> {
        let mut sides = node.children();
        let (left, right) = (sides.next()?, sides.next()?);
        let token = node.tokens().next()?;
        let operator = match token.kind() {
            PLUS => Operator::Plus,
            MINUS => Operator::Minus,
            STAR => Operator::Times,
            _ => Operator::Divide,
        };
        let left = self.expression(&left, None, Mode::Use, false);
        let right = self.expression(&right, None, Mode::Use, false);
        let (left, right) = (left?, right?);
        let kind = match (left.kind, right.kind) {
            (Some(l), Some(r)) => {
                let Some(kind) = arithmetic(l, operator, r) else {
                    let problem = self.bad_arithmetic(place, token.text(), l, r);
                    return self.cx.fail(problem);
                };
                Some(kind)
            }
            _ => None,
        };
        let expr = Expr::Binary {
            left: Box::new(left.expr),
            operator,
            right: Box::new(right.expr),
        };
        Some(Typed::new(expr, kind))
    }

    fn bad_arithmetic(&self, place: Place, operator: &str, l: Kind, r: Kind) -> Diagnostic {
        let (left, right) = (
            kinds::called(self.cx.globals, l),
            kinds::called(self.cx.globals, r),
        );
        let problem = Code::UnitMismatch
            .at(
                place,
                format!("{left} and {right} cannot be put together with `{operator}`"),
            )
            .label("these do not fit");
        match (l, r) {
            (Kind::Time, Kind::Number) | (Kind::Duration, Kind::Number) => {
                problem.hint("give the number a unit, such as `min`, or multiply it by `.minute`")
            }
            (Kind::Time, Kind::Time) => {
                problem.hint("the time between two moments is `A - B`; moments cannot be added")
            }
            _ => problem,
        }
    }

    fn function(&mut self, node: &Node, place: Place) -> Option<Typed> {
        let (name, name_place) = self.cx.reference(node)?;
        match name.as_str() {
            "random" => self.random(node, place),
            "distance" => {
                let kinds = [
                    (Some(Kind::Thing), name_place),
                    (Some(Kind::Thing), name_place),
                ];
                let signature = Signature::new("distance", &kinds, name_place);
                let mut arguments = self
                    .arguments(node, place, &signature, Mode::Use, false)?
                    .into_iter();
                let (a, b) = (arguments.next()?, arguments.next()?);
                let expr = Expr::Distance(Box::new(a), Box::new(b));
                Some(Typed::new(expr, Kind::Number))
            }
            "count" => self.count(node, place),
            "sure" | "told_by" if self.asks_belief(&name) => self.belief_value(&name, node, place),
            _ => {
                let mut problem = Code::NotAvailableHere
                    .at(place, format!("`{name}(…)` has no value"))
                    .label("a value is needed here");
                problem = if self.cx.globals.host(&name, self.cx.package).is_some() {
                    problem.fix(
                        format!("the host is asked with a dot: `.{name}`"),
                        name_place,
                        format!(".{name}"),
                    )
                } else if self.vocabulary.has_fact(&name) {
                    problem
                        .hint("put the fact into `when` with a variable, and use the variable here")
                } else {
                    let count = Self::argument_nodes(node).len();
                    let random = (self.at == Where::Effect && count == 2).then_some("random");
                    let others = match count {
                        1 => Some("count"),
                        2 => Some("distance"),
                        _ => None,
                    };
                    problem.did_you_mean(name_place, &name, random.into_iter().chain(others))
                };
                self.cx.fail(problem)
            }
        }
    }

    fn random(&mut self, node: &Node, place: Place) -> Option<Typed> {
        if self.at != Where::Effect {
            return self.cx.fail(
                Code::RandomInCondition.at(place, "`random` cannot stand in a condition")
                    .label("a condition must give the same answer whenever it is looked at")
                    .consequence("Chance picks, it never permits: otherwise looking more often would make things more likely.")
                    .hint("for a coin write `chance(30%)`; to pick among several write `choose any`"),
            );
        }
        let nodes = Self::argument_nodes(node);
        let [low, high] = nodes.as_slice() else {
            return self.cx.fail(
                Code::WrongArguments
                    .at(place, "`random` takes two arguments")
                    .label("from and to")
                    .hint("write `random(2, 5)`"),
            );
        };
        let low = self.expression(low, None, Mode::Use, false);
        let high = self.expression(high, None, Mode::Use, false);
        let (low, high) = (low?, high?);
        let kind = low.kind.or(high.kind).unwrap_or(Kind::Number);
        let quantity = matches!(kind, Kind::Number | Kind::Duration);
        if !quantity || high.kind.is_some_and(|high| high != kind) {
            return self.cx.fail(
                Code::UnitMismatch
                    .at(place, "`random` picks between two numbers or two durations")
                    .label("these are not"),
            );
        }
        if let (Expr::Constant(l), Expr::Constant(h)) = (&low.expr, &high.expr)
            && l > h
        {
            return self.cx.fail(
                Code::EmptyRange
                    .at(place, "this range ends before it begins")
                    .label("the first is greater than the second")
                    .hint("write the smaller value first"),
            );
        }
        let site = self.next_site();
        let expr = Expr::Random {
            low: Box::new(low.expr),
            high: Box::new(high.expr),
            site,
        };
        Some(Typed::new(expr, kind))
    }

    fn count(&mut self, node: &Node, place: Place) -> Option<Typed> {
        let nodes = Self::argument_nodes(node);
        let [inner] = nodes.as_slice() else {
            return self.cx.fail(
                Code::WrongArguments
                    .at(place, "`count` takes one condition")
                    .label("what is counted?")
                    .hint("write `count(waiting(_))`; name longer conditions with `define`"),
            );
        };
        // Inside, unbound variables stand for anything, as under `not`.
        let literal = self.atom(inner, false, Mode::Match)?;
        let literal = self.scope.with_unbound_open(literal);
        Some(Typed::new(Expr::Count(Box::new(literal)), Kind::Number))
    }
}

/// The kind of a sum, difference, product or quotient, if it has one.
fn arithmetic(left: Kind, operator: Operator, right: Kind) -> Option<Kind> {
    use Kind::{Daytime, Duration, Number, Time};
    use Operator::{Divide, Minus, Plus, Times};
    Some(match (left, operator, right) {
        (Number, _, Number) => Number,
        (Duration, Plus | Minus, Duration) => Duration,
        (Time, Plus | Minus, Duration) | (Duration, Plus, Time) => Time,
        (Daytime, Plus | Minus, Duration) => Daytime,
        (Time, Minus, Time) | (Daytime, Minus, Daytime) => Duration,
        (Number, Times, Duration) | (Duration, Times | Divide, Number) => Duration,
        (Duration, Divide, Duration) => Number,
        _ => return None,
    })
}

/// The problem of a person that a test does not declare.
pub(crate) fn unknown_person(name: &str, place: Place, people: &[String]) -> Diagnostic {
    Code::UnknownPerson
        .at(place, format!("nobody is called `{name}` in this test"))
        .label("not among its people")
        .did_you_mean(place, name, people.iter().map(String::as_str))
        .hint(format!(
            "name them first: `people {name} role`, or `{name} arrives as role`"
        ))
}

/// The problem of a person that no given fact names.
fn nobody_called(name: &str, place: Place, people: &[String]) -> Diagnostic {
    let problem = Code::UnknownPerson
        .at(place, format!("nobody is called `{name}` here"))
        .label("not in the cast, and no fact names them")
        .did_you_mean(place, name, people.iter().map(String::as_str));
    problem.or_hint(format!("name `{name}` in the cast or in a fact"))
}

/// A placeholder value for a template parameter without an argument.
fn something_of(kind: &str) -> Option<Typed> {
    let (value, kind) = match kind {
        "number" => (Value::Number(Number(0)), Some(Kind::Number)),
        "duration" => (Value::Duration(Duration::ZERO), Some(Kind::Duration)),
        "daytime" => (Value::Daytime(0), Some(Kind::Daytime)),
        "text" => (Value::Text(TextId::named("")), Some(Kind::Text)),
        // A name is a symbol or a prop, depending on its position.
        "symbol" => (Value::Symbol(SymbolId::named("")), None),
        _ => return None,
    };
    Some(Typed::new(Expr::Constant(value), kind))
}
