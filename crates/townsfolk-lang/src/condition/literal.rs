//! Literals: the conjuncts of a condition.

use super::Lower;
use super::belief::BELIEVES;
use super::call::Signature;
use super::scope::{Mode, Where};
use crate::diagnostic::{Code, Diagnostic};
use crate::kinds;
use crate::near::with_small_letter;
use crate::source::Place;
use crate::syntax::{Node, TreeExt, *};
use townsfolk_core::{Kind, Number, RoleId, Value};
use townsfolk_module::{Comparison, Expr, Literal, Operator, Visit};

/// Maximum number of literals of a condition: a search goes no deeper (chapter *Meaning*).
const LITERALS_MAX: usize = 160;
/// Maximum number of variable positions of a condition.
const VARIABLES_MAX: usize = 1000;

impl Lower<'_, '_, '_> {
    /// Lowers a `LITERALS` node. Each literal comes with its place; broken ones are left out.
    pub(crate) fn literals(&mut self, node: &Node) -> (Vec<Literal>, Vec<Place>) {
        let file = self.cx.file;
        let count = node.children_of(LITERAL).count();
        let variables = node.descendants().filter(|n| n.kind() == VARIABLE_EXPR);
        let variables = variables.take(VARIABLES_MAX + 1).count();
        for (count, most, what) in [
            (count, LITERALS_MAX, "conditions"),
            (variables, VARIABLES_MAX, "variables"),
        ] {
            if count > most {
                self.cx.problem(
                    Code::TooLarge
                        .at(node.place(file), format!("more than {most} {what} stand here together"))
                        .label(format!("the limit is {most} {what}"))
                        .consequence("A search goes no deeper, so this could never hold.")
                        .hint("name a part of it with `define`, or let facts say what belongs together"),
                );
                return (vec![], vec![]);
            }
        }
        let lowered = node.children_of(LITERAL).filter_map(|literal| {
            let place = literal.place(file);
            Some((self.literal(&literal)?, place))
        });
        lowered.collect::<Vec<_>>().into_iter().unzip()
    }

    fn literal(&mut self, node: &Node) -> Option<Literal> {
        let negated = node.token(NOT_KW).is_some();
        let mut sides = node.children();
        let first = sides.next()?;
        let comparison = node.tokens().find_map(|token| comparison(token.kind()));
        match (comparison, sides.next()) {
            (Some(comparison), Some(second)) => {
                if negated {
                    let place = node.place(self.cx.file);
                    return self.cx.fail(
                        Code::NotAvailableHere
                            .at(place, "`not` cannot stand before a comparison")
                            .label("say it the other way round")
                            .hint("write `!=` for `=`, `>=` for `<`, and so on"),
                    );
                }
                self.compare(node, &first, comparison, &second)
            }
            (Some(_), None) => None,
            (None, _) if negated => {
                let literal = self.atom(&first, true, Mode::Match)?;
                Some(self.scope.with_unbound_open(literal))
            }
            (None, _) => self.atom(&first, false, Mode::Bind),
        }
    }

    /// A literal without a comparison.
    pub(crate) fn atom(&mut self, node: &Node, negated: bool, mode: Mode) -> Option<Literal> {
        let place = node.place(self.cx.file);
        match node.kind() {
            CALL_EXPR | NAME_EXPR => {
                let (name, name_place) = self.cx.reference(node)?;
                self.named_atom(node, (&name, name_place), place, negated, mode)
            }
            DOT_EXPR => {
                let name = node.token(DOT_NAME)?.text().to_string();
                match name.as_str() {
                    ".any" if self.at == Where::Decider => {
                        self.any(node, place, negated, mode);
                        self.cx.fail(no_scene(place))
                    }
                    ".any" => self.any(node, place, negated, mode),
                    ".state" => self.in_state(node, place, negated, mode),
                    _ => self.host_atom(node, &name, place, negated),
                }
            }
            PAREN_EXPR => self.cx.fail(
                Code::NotAvailableHere
                    .at(
                        place,
                        "a condition in brackets cannot be negated or counted as a whole",
                    )
                    .label("only a single literal can stand here")
                    .hint("give the condition a name with `define`, and use the name"),
            ),
            _ => self.cx.fail(
                Code::NotAvailableHere
                    .at(place, "this is a value, not a condition")
                    .label("neither true nor false")
                    .hint("compare it with something, for example `… > 3`"),
            ),
        }
    }

    fn named_atom(
        &mut self,
        node: &Node,
        (name, name_place): (&str, Place),
        place: Place,
        negated: bool,
        mode: Mode,
    ) -> Option<Literal> {
        if name == "chance" {
            return self.coin(node, place, negated);
        }
        if name == BELIEVES && self.asks_belief(name) {
            return self.believes(node, place, negated, mode);
        }
        if let Some(reading) = self.asks_senses(name) {
            return self.sensed(reading, node, (place, name_place), negated);
        }
        let vocabulary = self.vocabulary;
        if let Some(fact) = vocabulary.fact(name, Self::argument_nodes(node).len()) {
            let signature = Signature::of_fact(name, fact);
            let arguments = self.arguments(node, place, &signature, mode, false)?;
            return Some(Literal::Fact {
                negated,
                fact: fact.id,
                arguments,
            });
        }
        if let Some(define) = vocabulary.defines.get(name) {
            let arguments = Self::argument_nodes(node);
            if define.reported.contains(&arguments.len()) {
                for argument in arguments {
                    self.expression(&argument, None, Mode::Bind, false);
                }
                return None;
            }
            let signature = Signature {
                name,
                kinds: &define.kinds,
                declared: define.place,
                needs: &define.needs,
                unread: false,
            };
            let arguments = self.arguments(node, place, &signature, mode, false)?;
            return Some(Literal::Define {
                negated,
                define: define.id,
                arguments,
            });
        }
        let problem = self.unknown_condition(name, name_place, node);
        self.cx.problem(problem);
        // Its variables still count as seen, to avoid follow-up findings.
        for argument in Self::argument_nodes(node) {
            self.expression(
                &argument,
                None,
                if mode == Mode::Use { Mode::Match } else { mode },
                false,
            );
        }
        None
    }

    /// The problem of a condition with an undeclared fact.
    fn unknown_condition(&self, name: &str, place: Place, node: &Node) -> Diagnostic {
        if ["random", "distance", "count", "sure", "told_by"].contains(&name) {
            return not_declared(name, place)
                .hint(format!("`{name}(…)` is a value: compare it with something"));
        }
        let nodes = Self::argument_nodes(node);
        if let Some((host, declaration)) = self.cx.globals.host(name, self.cx.package) {
            let kinds = self.host_kinds(declaration.place, &host.parameters);
            let compiles = host.result.is_none() && self.would_take(&nodes, &kinds);
            return self.with_a_dot("host", name, place, compiles);
        }
        if self.at == Where::Decider {
            return not_an_attribute(name, place);
        }
        let in_story = matches!(self.at, Where::Property | Where::Test);
        match (name, nodes.len()) {
            ("any", count) => self.with_a_dot("engine", name, place, matches!(count, 1 | 2)),
            ("state", 2) if in_story => self.with_a_dot("engine", name, place, true),
            _ => self.unknown_fact(name, place, node, true),
        }
    }

    fn with_a_dot(&self, whom: &str, name: &str, place: Place, compiles: bool) -> Diagnostic {
        let text = format!("the {whom} is asked with a dot: `.{name}`");
        let problem = not_declared(name, place);
        if compiles {
            problem.fix(text, place, format!(".{name}"))
        } else {
            problem.hint(text)
        }
    }

    /// The problem of an undeclared fact. Defines are suggested where one is allowed.
    pub(crate) fn unknown_fact(
        &self,
        name: &str,
        place: Place,
        node: &Node,
        or_define: bool,
    ) -> Diagnostic {
        let arguments = Self::argument_nodes(node);
        let vocabulary = self.vocabulary;
        let facts = vocabulary.facts().map(|(name, fact)| (name, &fact.kinds));
        let defines = vocabulary.defines.iter().filter(|_| or_define);
        let defines = defines.map(|(name, define)| (name.as_str(), &define.kinds));
        let fitting = facts.chain(defines);
        let fitting = fitting.filter(|(_, kinds)| self.would_take(&arguments, kinds));
        let problem =
            not_declared(name, place).did_you_mean(place, name, fitting.map(|(name, _)| name));
        if problem.hints.is_empty() {
            let kinds: Vec<&str> = arguments.iter().map(|_| "…").collect();
            let list = if kinds.is_empty() {
                String::new()
            } else {
                format!("({})", kinds.join(", "))
            };
            return problem.hint(format!("declare it: `fact {name}{list}`"));
        }
        problem
    }

    fn coin(&mut self, node: &Node, place: Place, negated: bool) -> Option<Literal> {
        if self.at != Where::Condition {
            return self.cx.fail(
                Code::NotAvailableHere
                    .at(place, "`chance` cannot stand here")
                    .label("nobody throws this coin")
                    .hint("coins belong into the `when` of a rule"),
            );
        }
        let nodes = Self::argument_nodes(node);
        let probability = match nodes.as_slice() {
            [one] => match self
                .expression(one, Some((Kind::Number, None)), Mode::Use, false)?
                .expr
            {
                Expr::Constant(Value::Number(n)) if (0..=1000).contains(&n.0) => n,
                _ => return self.bad_chance(one.place(self.cx.file)),
            },
            _ => return self.bad_chance(place),
        };
        let probability = if negated {
            Number(1000 - probability.0)
        } else {
            probability
        };
        Some(Literal::Coin {
            probability,
            site: self.next_site(),
        })
    }

    fn bad_chance(&mut self, place: Place) -> Option<Literal> {
        self.cx.fail(
            Code::BadLiteral
                .at(place, "`chance` takes a share between 0% and 100%")
                .label("not such a number")
                .hint("write `chance(30%)` or `chance(0.3)`"),
        )
    }

    fn any(&mut self, node: &Node, place: Place, negated: bool, mode: Mode) -> Option<Literal> {
        let nodes = Self::argument_nodes(node);
        let (who, role_node) = match nodes.as_slice() {
            [who] => (who, None),
            [who, role] => (who, Some(role)),
            _ => {
                return self.cx.fail(
                    Code::WrongArguments
                        .at(place, "`.any` takes a person, and perhaps a role")
                        .label("whom?")
                        .hint("write `.any(X)` or `.any(X, tourist)`"),
                );
            }
        };
        let role = role_node.map(|role| self.role_of_any(role));
        let kind = role.flatten().map_or(Kind::Character, Kind::CharacterIn);
        let who = self.expression(who, Some((kind, None)), mode, false)?;
        // An unknown role has been reported; the found variable has a value all the same.
        let role = match role {
            Some(role) => Some(role?),
            None => None,
        };
        Some(Literal::Any {
            negated,
            who: who.expr,
            role,
        })
    }

    fn role_of_any(&mut self, role: &Node) -> Option<RoleId> {
        let place = role.place(self.cx.file);
        let name = match role.kind() {
            NAME_EXPR => self.cx.reference(role)?.0,
            PARAMETER_EXPR => self.cx.referred(role)?.0,
            VARIABLE_EXPR => with_small_letter(&role.text().to_string()),
            _ => String::new(),
        };
        self.cx.role(&name, place)
    }

    fn in_state(
        &mut self,
        node: &Node,
        place: Place,
        negated: bool,
        mode: Mode,
    ) -> Option<Literal> {
        if !matches!(self.at, Where::Property | Where::Test) {
            return self.cx.fail(
                Code::NotAvailableHere
                    .at(place, "`.state` exists in properties and tests only")
                    .label("rules cannot look into others' states")
                    .hint("let the other's rules add a fact, and ask for that"),
            );
        }
        let nodes = Self::argument_nodes(node);
        let [who, state] = nodes.as_slice() else {
            return self.cx.fail(
                Code::WrongArguments
                    .at(place, "`.state` takes a person and a state")
                    .label("who is in which state?")
                    .hint("write `.state(X, seated)`"),
            );
        };
        let state_place = state.place(self.cx.file);
        let name = state
            .child(NAME_REF)
            .and_then(|name| name.word())
            .unwrap_or_default();
        let found = self.vocabulary.states.get(&name).copied();
        let who = self.expression(who, Some((Kind::Character, None)), mode, false);
        let Some(state) = found else {
            let problem = unknown_state(&name, state_place, self.vocabulary.states.keys());
            return self.cx.fail(problem);
        };
        Some(Literal::InState {
            negated,
            who: who?.expr,
            state,
        })
    }

    fn host_atom(
        &mut self,
        node: &Node,
        dotted: &str,
        place: Place,
        negated: bool,
    ) -> Option<Literal> {
        let name = dotted.trim_start_matches('.');
        let Some((host, declaration)) = self.cx.globals.host(name, self.cx.package) else {
            let value = matches!(
                dotted,
                ".me" | ".now" | ".clock" | ".second" | ".minute" | ".hour"
            );
            let problem = if value {
                Code::NotAvailableHere
                    .at(place, "this is a value, not a condition")
                    .label("neither true nor false")
            } else {
                self.unknown_dot_name(dotted, place, node, false)
            };
            return self.cx.fail(problem);
        };
        if host.result.is_some() {
            let form = self.cx.globals.host_word(host);
            return self.cx.fail(
                Code::WrongKind
                    .at(
                        place,
                        format!("`{dotted}` has a value, but a condition is needed here"),
                    )
                    .label(format!("a {form} with a value"))
                    .related(declaration.place, "declared here")
                    .hint(format!(
                        "compare it with something, for example `{dotted}(…) > 3`"
                    )),
            );
        }
        let arguments = self.host_arguments(node, dotted, host, declaration)?;
        Some(Literal::Host {
            negated,
            name: host.id,
            arguments,
        })
    }

    fn compare(
        &mut self,
        node: &Node,
        first: &Node,
        comparison: Comparison,
        second: &Node,
    ) -> Option<Literal> {
        let place = node.place(self.cx.file);
        let unbound = |lower: &Self, node: &Node| {
            node.kind() == VARIABLE_EXPR
                && node.word().is_some_and(|name| !lower.scope.is_bound(&name))
        };
        let equal = comparison == Comparison::Equal;
        let (open_left, open_right) = (unbound(self, first), unbound(self, second));
        let mode = |open| if equal && open { Mode::Bind } else { Mode::Use };
        if equal && open_left && open_right {
            let left = self.expression(first, None, Mode::Match, false)?;
            let right = self.expression(second, None, Mode::Match, false)?;
            if let (Expr::Variable(a), Expr::Variable(b)) = (&left.expr, &right.expr) {
                let places = [first.place(self.cx.file), second.place(self.cx.file)];
                self.scope.alias(*a, *b, places);
            }
            return Some(Literal::Compare {
                left: left.expr,
                comparison,
                right: right.expr,
            });
        }
        // The side with a value comes first, so that its kind is known for the other. The meaning
        // of a name depends on the kind of the variable, which may follow only later.
        let ahead = match (first.kind(), second.kind()) {
            (NAME_EXPR, VARIABLE_EXPR) => self.kind_ahead(second),
            (VARIABLE_EXPR, NAME_EXPR) => self.kind_ahead(first),
            _ => None,
        };
        let (left, right) = if ahead.is_some() {
            let wanted = ahead.map(|kind| (kind, None));
            let left = self.expression(first, wanted, mode(open_left), false)?;
            let right = self.expression(second, wanted, mode(open_right), false)?;
            (left, right)
        } else if open_left || first.kind() == NAME_EXPR {
            let right = self.expression(second, None, mode(open_right), false)?;
            let wanted = right.kind.map(|kind| (kind, None));
            let left = self.side(first, wanted, mode(open_left), second)?;
            (left, right)
        } else {
            let left = self.expression(first, None, mode(open_left), false)?;
            let wanted = left.kind.map(|kind| (kind, None));
            let right = self.side(second, wanted, mode(open_right), first)?;
            (left, right)
        };
        if let (Some(l), Some(r)) = (left.kind, right.kind) {
            let fits = kinds::meet(self.cx.globals, l, r).is_some();
            if fits
                && !matches!(comparison, Comparison::Equal | Comparison::NotEqual)
                && !kinds::is_ordered(l)
            {
                let is = kinds::called(self.cx.globals, l);
                return self.cx.fail(
                    Code::WrongKind
                        .at(
                            place,
                            format!("{is} is neither less nor greater than another"),
                        )
                        .label("only numbers, durations and times are")
                        .hint("compare with `=` or `!=`"),
                );
            }
        }
        self.check_now(place, &left.expr, &right.expr);
        Some(Literal::Compare {
            left: left.expr,
            comparison,
            right: right.expr,
        })
    }

    /// The kind that a variable is given elsewhere in its rule, define or property.
    fn kind_ahead(&self, variable: &Node) -> Option<Kind> {
        let name = variable.word()?;
        let mut known = self.scope.variables.iter();
        if known.any(|v| v.name == name && v.kind.is_some()) {
            return None;
        }
        let whole = variable.ancestors().find(|node| {
            matches!(
                node.kind(),
                RULE | DEFINE_DECL | HOLD | PROPERTY_DECL | STEP
            )
        })?;
        let calls = whole.descendants().filter(|node| node.kind() == CALL_EXPR);
        let mut kinds = calls.filter_map(|call| {
            let called = call.child(NAME_REF)?.word()?;
            let arguments = Self::argument_nodes(&call);
            let is_it =
                |node: &Node| node.kind() == VARIABLE_EXPR && node.word() == variable.word();
            let at = arguments.iter().position(is_it)?;
            let facts = self.vocabulary.fact(&called, arguments.len());
            let facts = facts.map(|fact| &fact.kinds);
            let defines = self
                .vocabulary
                .defines
                .get(&called)
                .map(|define| &define.kinds);
            match facts.or(defines) {
                Some(kinds) => kinds.get(at)?.0,
                None => {
                    let (action, _) = self.cx.globals.action(&called, self.cx.package)?;
                    action.parameters.get(at).copied()
                }
            }
        });
        kinds.next()
    }

    /// One side of a comparison; the kind of the other side is known.
    fn side(
        &mut self,
        node: &Node,
        wanted: super::expression::Wanted,
        mode: Mode,
        other: &Node,
    ) -> Option<super::expression::Typed> {
        let place = node.place(self.cx.file);
        // A variable is narrowed by its own rules; any other mismatch is reported with both sides.
        if matches!(
            node.kind(),
            VARIABLE_EXPR | NAME_EXPR | ANYTHING_EXPR | PARAMETER_EXPR
        ) {
            return self.expression(node, wanted, mode, false);
        }
        let typed = self.expression(node, None, mode, false)?;
        if let (Some(kind), Some((wanted, _))) = (typed.kind, wanted)
            && kinds::meet(self.cx.globals, kind, wanted).is_none()
        {
            let (is, against) = (
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
                format!("{is} cannot be compared with {against}"),
            )
            .label(is)
            .related(other.place(self.cx.file), against);
            if quantities && matches!((kind, wanted), (Kind::Number, Kind::Duration)) {
                problem = problem.hint("write a unit behind the number: `ms`, `s`, `min` or `h`");
            }
            if kinds::is_person(kind) && kinds::is_person(wanted) {
                problem = problem.hint(
                    "everybody in a scene has one role, so these two are never the same: leave it out",
                );
            }
            return self.cx.fail(problem);
        }
        Some(typed)
    }

    /// A comparison with `.now` becomes a wake-up only if it is linear in `.now`.
    fn check_now(&mut self, place: Place, left: &Expr, right: &Expr) {
        let now = |expr: &Expr| expr.has_expr(|e| matches!(e, Expr::Now));
        if !now(left) && !now(right) {
            return;
        }
        let reading = |expr: &Expr| {
            expr.has_expr(|e| matches!(e, Expr::Distance(..) | Expr::Host { .. } | Expr::Clock))
        };
        let linear = |expr: &Expr| is_linear_in_now(expr);
        if linear(left) && linear(right) && !reading(left) && !reading(right) {
            return;
        }
        self.cx.problem(
            Code::NowIsOnlyRead.at(place,
                "this comparison with `.now` cannot become a wake-up",
            )
            .label("looked at twice a second instead")
            .consequence("A time that is known beforehand costs nothing until it comes; this one has to be looked at again and again.")
            .hint("store the moment in a fact (`add until(.me, .now + …)`) and compare that with `.now`"),
        );
    }
}

fn is_linear_in_now(expr: &Expr) -> bool {
    match expr {
        _ if !expr.has_expr(|inner| matches!(inner, Expr::Now)) => true,
        Expr::Now => true,
        Expr::Binary {
            left,
            operator: Operator::Plus | Operator::Minus,
            right,
        } => is_linear_in_now(left) && is_linear_in_now(right),
        _ => false,
    }
}

/// The problem of an undeclared state.
pub(crate) fn unknown_state<'a>(
    name: &str,
    place: Place,
    known: impl Iterator<Item = &'a String>,
) -> Diagnostic {
    let known: Vec<&str> = known.map(String::as_str).collect();
    let problem = Code::UnknownState
        .at(place, format!("there is no state `{name}` in this script"))
        .label("not declared")
        .did_you_mean(place, name, known.iter().copied());
    match (problem.hints.is_empty(), known.is_empty()) {
        (false, _) => problem,
        (true, true) => problem.hint(format!("open it with `state {name}` before its rules")),
        (true, false) => problem.hint(format!("the states are: {}", known.join(", "))),
    }
}

fn comparison(kind: crate::syntax::SyntaxKind) -> Option<Comparison> {
    Some(match kind {
        EQUAL => Comparison::Equal,
        NOT_EQUAL => Comparison::NotEqual,
        LESS => Comparison::Less,
        LESS_EQUAL => Comparison::LessOrEqual,
        GREATER => Comparison::Greater,
        GREATER_EQUAL => Comparison::GreaterOrEqual,
        _ => return None,
    })
}

/// The problem of a question about a scene where there is none.
fn no_scene(place: Place) -> Diagnostic {
    Code::NotAvailableHere
        .at(
            place,
            "there is no scene here whose people could be asked for",
        )
        .label("a decider stands outside scenes")
        .hint("ask for an attribute of `.me` or of the world")
}

/// The problem of a condition of a decider that asks for a fact.
fn not_an_attribute(name: &str, place: Place) -> Diagnostic {
    Code::UnknownFact
        .at(place, format!("there is no attribute `{name}`"))
        .label("not declared")
        .consequence("Facts belong to scenes; a decider asks attributes and readings, with a dot.")
        .hint(format!(
            "declare it: `attribute {name}(character)`, and ask `.{name}(.me)`"
        ))
}

fn not_declared(name: &str, place: Place) -> Diagnostic {
    let message = format!("there is no fact `{name}` in this script");
    Code::UnknownFact.at(place, message).label("not declared")
}
