//! The shared context of every lowering step: signatures, file, problems.

use crate::diagnostic::{Code, Diagnostic};
use crate::globals::{FileTree, Globals};
use crate::names::{Declaration, Namespace, PackageId};
use crate::source::{FileId, Place};
use crate::syntax::{Node, TreeExt, *};
use std::collections::BTreeMap;
use townsfolk_core::{Kind, PropKindId, RoleId, TextId};
use townsfolk_module::Category;

/// Arguments of the template that is being expanded, by parameter name. `None` stands for a missing
/// argument that has been reported.
pub(crate) type Arguments = BTreeMap<String, Option<Argument>>;

/// A template argument.
#[derive(Clone, Debug)]
pub(crate) enum Argument {
    /// The given expression, and its file.
    Given { node: Node, file: FileId },
    /// No argument: the template itself is being checked. Only the word that declares the kind is
    /// known.
    Open(String),
}

pub(crate) struct Context<'g> {
    pub(crate) globals: &'g Globals,
    pub(crate) file: FileId,
    pub(crate) package: PackageId,
    pub(crate) arguments: Arguments,
    /// The use of the template that is being expanded.
    pub(crate) instance: Option<Place>,
    pub(crate) problems: Vec<Diagnostic>,
    /// Names of the ids of constants met here.
    pub(crate) used: Vec<(Category, u32, String)>,
    /// Text literals met here.
    pub(crate) texts: Vec<(TextId, String)>,
    /// All files, where a declaration may take over what another one says.
    pub(crate) trees: &'g [FileTree],
}

impl<'g> Context<'g> {
    pub(crate) fn new(globals: &'g Globals, file: FileId, package: PackageId) -> Context<'g> {
        Context {
            globals,
            file,
            package,
            arguments: Arguments::new(),
            instance: None,
            problems: vec![],
            used: vec![],
            texts: vec![],
            trees: &[],
        }
    }

    pub(crate) fn problem(&mut self, problem: Diagnostic) {
        let problem = match self.instance {
            Some(place) if place.file != problem.place.file || place != problem.place => {
                problem.related(place, "in the script made here")
            }
            _ => problem,
        };
        self.problems.push(problem);
    }

    /// Reports a problem and returns `None`.
    pub(crate) fn fail<T>(&mut self, problem: Diagnostic) -> Option<T> {
        self.problem(problem);
        None
    }

    /// The name a `NAME_REF` stands for: itself, or the argument of a `$Parameter`.
    pub(crate) fn referred(&mut self, node: &Node) -> Option<(String, Place)> {
        let token = node.tokens().next()?;
        let place = node.place(self.file);
        if token.kind() != PARAMETER {
            return Some((tree::normalise(token.text()), place));
        }
        let name = token.text().trim_start_matches('$').to_string();
        let problem = match self.argument(&name, place)? {
            Argument::Given { node, file } if node.kind() == NAME_EXPR => {
                let (name, _) = node.name(file)?;
                return Some((name, place));
            }
            Argument::Given { node, file } => Code::TemplateMisuse
                .at(
                    place,
                    format!("`${name}` is used as a name here, but its argument is not one"),
                )
                .related(node.place(file), "given here"),
            Argument::Open(kind) if matches!(kind.as_str(), "role" | "action" | "symbol") => {
                return None;
            }
            Argument::Open(kind) => Code::TemplateMisuse.at(
                place,
                format!("`${name}` is used as a name here, but it is a {kind}"),
            ),
        };
        self.problem(problem.label("a name is needed here"));
        None
    }

    /// The argument of a template parameter, or a report that there is no such parameter.
    pub(crate) fn argument(&mut self, name: &str, place: Place) -> Option<Argument> {
        let argument = self.arguments.get(name).cloned();
        if argument.is_none() {
            self.problem(unknown_parameter(name, place, self.arguments.keys()));
        }
        argument.flatten()
    }

    /// The first name a node refers to.
    pub(crate) fn reference(&mut self, node: &Node) -> Option<(String, Place)> {
        let name = node.child(NAME_REF)?;
        self.referred(&name)
    }

    /// Resolves a role, or reports that there is none.
    pub(crate) fn role(&mut self, name: &str, place: Place) -> Option<RoleId> {
        let found = self.globals.role(name, self.package);
        if found.is_none() {
            let problem = match self.globals.find(Namespace::Kind, name, self.package) {
                Some(other) => Code::UnknownRole
                    .at(place, format!("`{name}` is not a role"))
                    .label("a role is needed here")
                    .related(other.place, "declared here as something else"),
                None => self.globals.unknown(
                    Code::UnknownRole,
                    Namespace::Kind,
                    "role",
                    (name, place),
                    self.package,
                    |declaration| declaration.node == ROLE_DECL,
                ),
            };
            self.problem(problem);
        }
        found
    }

    /// Resolves a kind of prop, or reports that there is none.
    pub(crate) fn prop_kind(&mut self, name: &str, place: Place) -> Option<PropKindId> {
        let found = self.globals.prop_kind(name, self.package);
        if found.is_none() {
            let problem = self.globals.unknown(
                Code::UnknownKind,
                Namespace::Kind,
                "prop",
                (name, place),
                self.package,
                |declaration| declaration.node == PROP_DECL,
            );
            self.problem(problem);
        }
        found
    }

    /// Whether a name is declared and visible here; if not, that is reported.
    pub(crate) fn declared(
        &mut self,
        code: Code,
        namespace: Namespace,
        what: &str,
        (name, place): (&str, Place),
    ) -> Option<&'g Declaration> {
        let globals = self.globals;
        let found = globals.find(namespace, name, self.package);
        if found.is_none() {
            let package = self.package;
            self.problem(globals.unknown(code, namespace, what, (name, place), package, |_| true));
        }
        found
    }

    /// Resolves the kind a `KIND_REF` names, or reports that there is none.
    pub(crate) fn kind(&mut self, node: &Node) -> Option<Kind> {
        let place = node.place(self.file);
        let name = match node.child(NAME_REF) {
            Some(inner) => inner.word()?,
            None => node.word()?,
        };
        let kind = self.globals.kind(&name, self.package);
        if kind.is_none() {
            let built_in = crate::kinds::BUILT_IN.iter().map(|(name, _)| *name);
            let declared = self
                .globals
                .names
                .all(Namespace::Kind)
                .filter(|d| self.globals.visibility.sees_declaration(self.package, d))
                .map(|d| d.name.as_str());
            let problem = Code::UnknownKind
                .at(place, format!("there is no kind `{name}`"))
                .label("not a kind")
                .did_you_mean(place, &name, built_in.chain(declared));
            let problem = problem.or_hint("kinds are `character`, `prop`, `thing`, `number`, `duration`, `time`, `daytime`, `symbol`, `text`, and every role, kind of prop and set of symbols");
            self.problem(problem);
        }
        kind
    }

    /// Resolves the kinds of a parameter list, each with its place. An unknown kind is `None`,
    /// which no check uses.
    pub(crate) fn kinds(&mut self, node: &Node) -> Vec<(Option<Kind>, Place)> {
        let Some(list) = node.child(KINDS) else {
            return vec![];
        };
        let file = self.file;
        list.children_of(KIND_REF)
            .map(|kind| (self.kind(&kind), kind.place(file)))
            .collect::<Vec<_>>()
    }
}

fn unknown_parameter<'a>(
    name: &str,
    place: Place,
    known: impl Iterator<Item = &'a String>,
) -> Diagnostic {
    let known: Vec<String> = known.map(|name| format!("${name}")).collect();
    Code::TemplateMisuse
        .at(place, format!("there is no template parameter `${name}`"))
        .label("not a parameter of this template")
        .did_you_mean(place, &format!("${name}"), known.iter().map(String::as_str))
}
