//! `believes`, `sure` and `told_by`: what a condition asks of beliefs.

use super::expression::Typed;
use super::{Lower, Mode, named};
use crate::diagnostic::{Code, Diagnostic};
use crate::globals::Globals;
use crate::kinds;
use crate::names::{Declaration, Namespace, PackageId};
use crate::source::Place;
use crate::syntax::{Node, TreeExt, *};
use townsfolk_core::{HostId, Kind, Value};
use townsfolk_module::knowledge::FacetReading;
use townsfolk_module::{Category, Comparison, Expr, Literal};

/// The condition on a belief.
pub(crate) const BELIEVES: &str = "believes";

/// The values that can be asked of a belief.
pub(crate) const BELIEF_VALUES: &[&str] = &["sure", "told_by"];

/// A facet as conditions see it.
#[derive(Clone, Copy)]
pub(crate) struct FacetInfo<'g> {
    pub(crate) id: HostId,
    pub(crate) name: &'g str,
    /// The kind of what it is believed of.
    pub(crate) subject: Kind,
    /// The kind of its values.
    pub(crate) value: Kind,
    pub(crate) place: Place,
}

/// A question about a belief: whose, and about what.
struct Question<'g> {
    facet: FacetInfo<'g>,
    about: Vec<Expr>,
}

impl<'g> Lower<'_, 'g, '_> {
    /// Whether a call asks for a belief. A fact or define of the script with that name comes first.
    pub(super) fn asks_belief(&self, name: &str) -> bool {
        let known = name == BELIEVES || BELIEF_VALUES.contains(&name);
        known && !self.vocabulary.has_fact(name) && !self.vocabulary.defines.contains_key(name)
    }

    /// `believes(.me, X, workplace, W)`.
    pub(super) fn believes(
        &mut self,
        node: &Node,
        place: Place,
        negated: bool,
        mode: Mode,
    ) -> Option<Literal> {
        let nodes = Self::argument_nodes(node);
        let question = self.question(BELIEVES, &nodes, place, 4);
        let value = nodes.get(3)?;
        let wanted = question
            .as_ref()
            .map(|q| (q.facet.value, Some(q.facet.place)));
        let open = value.kind() == VARIABLE_EXPR
            && value.word().is_some_and(|name| !self.scope.is_bound(&name));
        let anything = value.kind() == ANYTHING_EXPR || (open && mode != Mode::Bind);
        let mode = match (value.kind() == ANYTHING_EXPR, open) {
            (true, _) => Mode::Match,
            (false, true) => mode,
            (false, false) => Mode::Use,
        };
        let typed = self.expression(value, wanted, mode, false);
        let Question { facet, mut about } = question?;
        let typed = typed?;
        if !anything && !negated && matches!(typed.expr, Expr::Variable(_)) {
            let name = self.reading(FacetReading::Believed, facet);
            return Some(Literal::Compare {
                left: typed.expr,
                comparison: Comparison::Equal,
                right: Expr::Host {
                    name,
                    arguments: about,
                },
            });
        }
        if !anything {
            about.push(typed.expr);
        }
        Some(Literal::Host {
            negated,
            name: self.reading(FacetReading::Believes, facet),
            arguments: about,
        })
    }

    /// `sure(.me, X, workplace)` and `told_by(.me, X, workplace)`.
    pub(super) fn belief_value(&mut self, name: &str, node: &Node, place: Place) -> Option<Typed> {
        let nodes = Self::argument_nodes(node);
        let Question { facet, about } = self.question(name, &nodes, place, 3)?;
        let (reading, kind) = match name {
            "sure" => (FacetReading::Sureness, Kind::Number),
            _ => (FacetReading::Source, Kind::Character),
        };
        Some(Typed {
            expr: Expr::Host {
                name: self.reading(reading, facet),
                arguments: about,
            },
            kind: Some(kind),
        })
    }

    /// Whose belief is asked for, about what, and which facet.
    fn question(
        &mut self,
        name: &str,
        nodes: &[Node],
        place: Place,
        count: usize,
    ) -> Option<Question<'g>> {
        if nodes.len() != count {
            for node in nodes {
                // Names are facets or values, and say nothing wrong by themselves.
                if node.kind() != NAME_EXPR {
                    self.expression(node, None, Mode::Match, false);
                }
            }
            return self.cx.fail(wrong_count(name, nodes.len(), place));
        }
        let facet = self.facet(nodes.get(2)?);
        let mut about = vec![];
        let subject = facet.map(|facet| (facet.subject, Some(facet.place)));
        for (node, wanted) in nodes.iter().zip([Some((Kind::Character, None)), subject]) {
            let typed = self.expression(node, wanted, Mode::Use, false);
            about.extend(typed.map(|typed| typed.expr));
        }
        let facet = facet?;
        (about.len() == 2).then_some(Question { facet, about })
    }

    /// The facet that an argument names, or a report that there is none.
    pub(crate) fn facet(&mut self, node: &Node) -> Option<FacetInfo<'g>> {
        let place = node.place(self.cx.file);
        let (name, name_place) = match node.kind() {
            NAME_EXPR => self.cx.reference(node)?,
            PARAMETER_EXPR => self.cx.referred(node)?,
            _ => {
                return self.cx.fail(
                    Code::UnknownFacet
                        .at(place, "the name of a facet is needed here")
                        .label("not a name")
                        .hint("write the facet itself, such as `workplace`"),
                );
            }
        };
        self.facet_named(&name, name_place)
    }

    fn facet_named(&mut self, name: &str, place: Place) -> Option<FacetInfo<'g>> {
        let globals = self.cx.globals;
        let package = self.cx.package;
        if let Some((facet, declaration)) = globals.facet(name, package) {
            let host = globals.module.host_name(facet.id)?;
            return Some(FacetInfo {
                id: facet.id,
                name: &declaration.name,
                subject: *host.parameters.first()?,
                value: host.result?,
                place: declaration.place,
            });
        }
        let problem = match globals.find(Namespace::Host, name, package) {
            // A broken declaration has been reported.
            Some(declared) if declared.node == FACET_DECL => return None,
            Some(declared) => not_a_facet(name, place, declared),
            None => globals.unknown(
                Code::UnknownFacet,
                Namespace::Host,
                "facet",
                (name, place),
                package,
                |declared| declared.node == FACET_DECL,
            ),
        };
        self.cx.fail(problem)
    }

    /// The id of a reading, whose name is kept for traces.
    fn reading(&mut self, reading: FacetReading, facet: FacetInfo<'_>) -> HostId {
        let id = reading.of(facet.id);
        let name = facet.name;
        let called = match reading {
            FacetReading::Believes => format!("believes {name}"),
            FacetReading::Believed => format!("believed {name}"),
            FacetReading::Sureness => format!("sure of {name}"),
            FacetReading::Source => format!("told_by of {name}"),
        };
        self.cx.used.push((Category::Host, id.0, called));
        id
    }

    /// Checks the arguments of an action with a fixed meaning for beliefs: the third argument of
    /// `tell`, `lie` and `ask` is a facet, and the fourth of `lie` one of its values.
    pub(crate) fn check_speech(&mut self, (action, declared): (&str, Place), node: &Node) {
        let globals = self.cx.globals;
        if !is_speech(globals, action, self.cx.package) {
            return;
        }
        let nodes = Self::argument_nodes(node);
        let Some(third) = nodes.get(2).filter(|third| third.kind() == NAME_EXPR) else {
            return;
        };
        let Some(facet) = self.facet(third) else {
            return;
        };
        let (name, place) = (facet.name, third.place(self.cx.file));
        if !kinds::is_person(facet.subject) {
            self.cx.problem(
                Code::WrongKind
                    .at(
                        place,
                        format!("`{name}` is believed of areas, and `{action}` speaks of people"),
                    )
                    .label("a facet of characters is needed here")
                    .related(facet.place, "declared here")
                    .related(declared, "the action"),
            );
        }
        let Some(value) = nodes.get(3).filter(|value| value.kind() == NAME_EXPR) else {
            return;
        };
        let Some((word, place)) = self.cx.reference(value) else {
            return;
        };
        if matches!(facet.value, Kind::Symbol | Kind::SymbolOf(_)) {
            named(self.cx, &word, place, Some(facet.value));
        } else {
            let is = kinds::called(globals, facet.value);
            self.cx.problem(
                Code::WrongKind
                    .at(place, format!("a value of `{name}` is {is}"))
                    .label("this is a symbol")
                    .related(facet.place, "declared here")
                    .hint("lie about a facet of symbols or areas, or tell it as it is believed"),
            );
        }
    }

    /// The readings that a story sets: what somebody believes, with the readings that follow.
    pub(crate) fn told_belief(
        &mut self,
        node: &Node,
        value: Option<&Node>,
        holds: bool,
    ) -> Option<ToldBelief> {
        let place = node.place(self.cx.file);
        let (name, _) = self.cx.reference(node)?;
        let nodes = Self::argument_nodes(node);
        let constant = |expr: &Expr| match expr {
            Expr::Constant(value) => Some(*value),
            _ => None,
        };
        if name == BELIEVES {
            let question = self.question(BELIEVES, &nodes, place, 4)?;
            let wanted = Some((question.facet.value, Some(question.facet.place)));
            let believed = self.expression(nodes.get(3)?, wanted, Mode::Match, false)?;
            let about: Option<Vec<Value>> = question.about.iter().map(constant).collect();
            let (Some(about), Some(believed), None) = (about, constant(&believed.expr), value)
            else {
                return self.cx.fail(not_told(place));
            };
            let facet = question.facet;
            return Some(ToldBelief::Believes {
                believes: self.reading(FacetReading::Believes, facet),
                believed: self.reading(FacetReading::Believed, facet),
                about,
                value: believed,
                holds,
            });
        }
        let typed = self.belief_value(&name, node, place)?;
        let (Expr::Host { name, arguments }, Some(kind)) = (typed.expr, typed.kind) else {
            return None;
        };
        let about: Option<Vec<Value>> = arguments.iter().map(constant).collect();
        let value = match value {
            Some(value) => self.expression(value, Some((kind, None)), Mode::Match, false),
            None => None,
        };
        let value = value.and_then(|value| constant(&value.expr));
        let (Some(about), Some(value)) = (about, value) else {
            return self.cx.fail(not_told(place));
        };
        Some(ToldBelief::Value { name, about, value })
    }
}

/// What a story says of a belief.
pub(crate) enum ToldBelief {
    /// Somebody believes something, or does not.
    Believes {
        believes: HostId,
        believed: HostId,
        about: Vec<Value>,
        value: Value,
        holds: bool,
    },
    /// How sure somebody is, or from whom it is known.
    Value {
        name: HostId,
        about: Vec<Value>,
        value: Value,
    },
}

fn not_told(place: Place) -> Diagnostic {
    Code::NotAvailableHere
        .at(place, "a story says of a belief what it is, in names and numbers")
        .label("not such a step")
        .hint("write `believes(ann, bob, hair_color, brown) holds` or `sure(ann, bob, hair_color) is 0.8`")
}

fn wrong_count(name: &str, found: usize, place: Place) -> Diagnostic {
    let (wanted, example) = match name {
        BELIEVES => ("four", "believes(.me, X, workplace, W)".to_string()),
        _ => ("three", format!("{name}(.me, X, workplace)")),
    };
    Code::WrongArguments
        .at(
            place,
            format!("`{name}` takes {wanted} arguments, and here are {found}"),
        )
        .label("whose belief, of whom, and which facet?")
        .hint(format!("write `{example}`"))
}

fn not_a_facet(name: &str, place: Place, declared: &Declaration) -> Diagnostic {
    Code::UnknownFacet
        .at(place, format!("`{name}` is not a facet"))
        .label("no beliefs are about it")
        .related(declared.place, "declared here as something else")
        .hint(format!("declare it with `facet {name}(character): …`"))
}

/// Actions that the engine takes for speech about beliefs, with the number of their arguments.
const SPEECH: &[(&str, usize)] = &[("tell", 3), ("lie", 4), ("ask", 3)];

/// Whether an action speaks of beliefs: by its name and the kinds of its arguments, in a project
/// with facets.
pub(crate) fn is_speech(globals: &Globals, action: &str, from: PackageId) -> bool {
    let Some((_, count)) = SPEECH.iter().find(|(name, _)| *name == action) else {
        return false;
    };
    let declared = globals.action(action, from);
    !globals.module.knowledge.facets.is_empty()
        && declared.is_some_and(|(declared, _)| {
            let kinds = &declared.parameters;
            let (people, symbols) = kinds.split_at(kinds.len().min(2));
            kinds.len() == *count
                && people.iter().all(|kind| kinds::is_person(*kind))
                && symbols.iter().all(|kind| *kind == Kind::Symbol)
        })
}
