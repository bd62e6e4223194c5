//! Names across files: declarations and visibility.

use crate::declaration::DeclarationKind;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{FileId, Place};
use crate::syntax::{Node, SyntaxKind, TreeExt};
use std::collections::BTreeMap;
use townsfolk_core::digest::hash64;
use townsfolk_module::Category;

/// A package of a project, by its index there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PackageId(pub u32);

/// A namespace of top-level names. Names of one namespace must differ.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Namespace {
    /// Roles, proxies, kinds of props and sets of symbols: everything that is a kind.
    Kind,
    Action,
    Host,
    /// Scripts and templates.
    Script,
    Location,
    Area,
    Need,
    Layer,
    Schedule,
    Persona,
    Person,
    Temper,
    Interaction,
    Network,
    Plan,
    /// Ways to decide, of every kind.
    Decider,
    Merchant,
    Stimulus,
    Senses,
    Motions,
    Token,
}

impl Namespace {
    fn of(node: SyntaxKind) -> Option<Namespace> {
        DeclarationKind::of(node)?.namespace
    }
}

/// A top-level declaration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Declaration {
    /// The kind of its syntax node.
    pub(crate) node: SyntaxKind,
    pub(crate) name: String,
    /// The place of its name.
    pub(crate) place: Place,
    pub(crate) package: PackageId,
    /// A hash of its words, without white space and comments.
    pub(crate) words: u64,
    /// Other packages with an identical declaration.
    pub(crate) shared_by: Vec<PackageId>,
}

impl Declaration {
    /// The category in which its id must differ.
    pub(crate) fn category(&self) -> Option<Category> {
        DeclarationKind::of(self.node)?.category
    }
}

/// The declarations of one file, in order.
pub(crate) fn declarations(
    root: &Node,
    file: FileId,
    package: PackageId,
) -> Vec<(Declaration, Node)> {
    root.children()
        .filter_map(|node| {
            let namespace = Namespace::of(node.kind())?;
            let (name, place) = node.name(file)?;
            let declaration = Declaration {
                node: node.kind(),
                name,
                place,
                package,
                words: match may_be_shared(namespace) {
                    true => words(&node),
                    false => 0,
                },
                shared_by: vec![],
            };
            Some((declaration, node))
        })
        .collect()
}

/// A hash of the words of a declaration, without white space and comments.
fn words(node: &Node) -> u64 {
    let tokens = node
        .descendants_with_tokens()
        .filter_map(|element| element.into_token());
    let tokens = tokens.filter(|token| !token.kind().is_trivia());
    let text = tokens.fold(String::new(), |text, token| text + token.text() + " ");
    hash64(text.as_bytes())
}

/// Whether several packages may contain identical declarations of one name. Common words (a
/// citizen, to sit, hunger) are declared where they are used; declarations with rules or people
/// have one home.
fn may_be_shared(namespace: Namespace) -> bool {
    matches!(
        namespace,
        Namespace::Kind | Namespace::Action | Namespace::Host | Namespace::Need
    )
}

/// All top-level names of a project.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    by_name: BTreeMap<(Namespace, String), Declaration>,
}

/// Visibility: for each package, itself and all its dependencies.
#[derive(Clone, Debug, Default)]
pub(crate) struct Visibility {
    pub(crate) names: Vec<String>,
    pub(crate) sees: Vec<Vec<PackageId>>,
}

impl Visibility {
    pub(crate) fn sees(&self, from: PackageId, other: PackageId) -> bool {
        from == other
            || self
                .sees
                .get(from.0 as usize)
                .is_some_and(|packages| packages.contains(&other))
    }

    /// Whether a package may see a declaration: its own, or that of a package it depends on.
    pub(crate) fn sees_declaration(&self, from: PackageId, declaration: &Declaration) -> bool {
        let mut packages = std::iter::once(&declaration.package).chain(&declaration.shared_by);
        packages.any(|package| self.sees(from, *package))
    }

    pub(crate) fn name(&self, package: PackageId) -> &str {
        self.names
            .get(package.0 as usize)
            .map_or("?", String::as_str)
    }
}

impl Names {
    /// Collects the names of all files. A second declaration of a name is a problem, unless it is
    /// an identical one of another package.
    pub(crate) fn collect<'a>(
        declarations: impl Iterator<Item = &'a Declaration>,
    ) -> (Names, Vec<Diagnostic>) {
        let mut names = Names::default();
        let mut problems = vec![];
        for declaration in declarations {
            let Some(namespace) = Namespace::of(declaration.node) else {
                continue;
            };
            let key = (namespace, declaration.name.clone());
            match names.by_name.get_mut(&key) {
                None => {
                    names.by_name.insert(key, declaration.clone());
                }
                Some(first) if may_be_shared(namespace) && is_the_same(first, declaration) => {
                    first.shared_by.push(declaration.package);
                }
                Some(first) => problems.push(declared_twice(first, declaration)),
            }
        }
        (names, problems)
    }

    pub(crate) fn get(&self, namespace: Namespace, name: &str) -> Option<&Declaration> {
        // The key is built for the look-up alone; names are short.
        self.by_name.get(&(namespace, name.to_string()))
    }

    /// Whether this declaration is the valid one of its name (and not a second one).
    pub(crate) fn is_first(&self, declaration: &Declaration) -> bool {
        Namespace::of(declaration.node)
            .and_then(|namespace| self.get(namespace, &declaration.name))
            .is_some_and(|first| first.place == declaration.place)
    }

    /// All declarations, by namespace and name.
    pub(crate) fn every(&self) -> impl Iterator<Item = &Declaration> {
        self.by_name.values()
    }

    /// All declarations of a namespace, by name.
    pub(crate) fn all(&self, namespace: Namespace) -> impl Iterator<Item = &Declaration> {
        self.by_name
            .iter()
            .filter(move |((space, _), _)| *space == namespace)
            .map(|(_, declaration)| declaration)
    }
}

/// Whether the second declaration is identical and from a package that has not declared it yet.
fn is_the_same(first: &Declaration, second: &Declaration) -> bool {
    first.package != second.package
        && !first.shared_by.contains(&second.package)
        && (first.node, first.words) == (second.node, second.words)
}

fn declared_twice(first: &Declaration, second: &Declaration) -> Diagnostic {
    let name = &second.name;
    Code::DuplicateName
        .at(second.place, format!("`{name}` is declared twice"))
        .label("declared again here")
        .related(first.place, "first declared here")
        .consequence("Only the first declaration counts, so what the second says is lost.")
        .hint("rename one of them, or remove it")
}
