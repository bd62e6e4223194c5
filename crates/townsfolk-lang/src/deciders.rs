//! Ways to decide: from the declarations of all files to [`Deciders`].

use crate::context::Context;
use crate::declaration::{DeclarationKind, snippet, stochastic, unique_names};
use crate::diagnostic::{Code, Diagnostic};
use crate::globals::{FileTree, Globals, first_of};
use crate::names::{Declaration, Namespace};
use crate::source::Place;
use crate::syntax::{TreeExt, *};
use townsfolk_core::{DeciderId, RoleId, TextId};
use townsfolk_module::Category;
use townsfolk_module::decide::{Carried, Deciders};

/// The deciders that a project declares, with what was found on the way.
#[derive(Debug, Default)]
pub(crate) struct LoweredDeciders {
    pub(crate) deciders: Deciders,
    pub(crate) used: Vec<(Category, u32, String)>,
    pub(crate) texts: Vec<(TextId, String)>,
    pub(crate) problems: Vec<Diagnostic>,
}

/// Lowers every decider, and which roles carry them.
pub(crate) fn lower(trees: &[FileTree], globals: &Globals) -> LoweredDeciders {
    let mut out = LoweredDeciders::default();
    snippet::lower::signatures(trees, globals, &mut out);
    for (declaration, node) in trees.iter().flat_map(|tree| &tree.declarations) {
        let kind = DeclarationKind::of(declaration.node);
        let Some(decide) = kind.and_then(|kind| kind.decide) else {
            continue;
        };
        if globals.names.is_first(declaration) {
            let mut cx = Context::new(globals, declaration.place.file, declaration.package);
            cx.trees = trees;
            decide(declaration, node, &mut cx, &mut out.deciders);
            out.keep(cx);
        }
    }
    for (declaration, node) in first_of(trees, globals, ROLE_DECL) {
        let role = RoleId(globals.id(Category::Role, &declaration.name));
        let list = node.child(THINKS).and_then(|thinks| thinks.child(NAMES));
        let Some(list) = list else { continue };
        let mut cx = Context::new(globals, declaration.place.file, declaration.package);
        for (name, place) in unique_names(&mut cx, &list) {
            let found = (Code::UnknownDecider, Namespace::Decider, "way to decide");
            let named = cx.declared(found.0, found.1, found.2, (&name, place));
            let part = named.filter(|named| matches!(named.node, ERRAND_DECL | OPERATOR_DECL));
            if let Some(part) = part {
                let first = part.place;
                cx.problem(no_way_to_decide(&name, place, first));
                continue;
            }
            stochastic::check::carried(&out.deciders, (&name, place), &mut cx);
            let named = named.filter(|named| decides(named, place, &mut cx));
            out.deciders.carried.extend(named.map(|_| Carried {
                role,
                decider: DeciderId(globals.id(Category::Decider, &name)),
            }));
        }
        out.keep(cx);
    }
    let tags = crate::declaration::errand::lower::check_tags(trees, globals);
    out.problems.extend(tags);
    out.deciders.sort();
    snippet::check::check(trees, globals, &mut out);
    out
}

/// The problem of a role that thinks with a part of a way to decide.
fn no_way_to_decide(name: &str, place: Place, declared: Place) -> Diagnostic {
    Code::UnknownDecider
        .at(place, format!("`{name}` is no way to decide by itself"))
        .label("only a part of one")
        .related(declared, "declared here")
        .hint("errands belong in a `daily`, and operators are used for a `goal`: name that")
}

/// Whether a declaration is a way to decide, and not only a part of one.
fn decides(declaration: &Declaration, place: Place, cx: &mut Context<'_>) -> bool {
    let what = match declaration.node {
        TREE_DECL => "tree",
        QUERY_DECL | POSTS_DECL => "query",
        _ => return true,
    };
    let name = &declaration.name;
    cx.problem(
        Code::UnknownDecider
            .at(
                place,
                format!("`{name}` is a {what}, and decides nothing by itself"),
            )
            .label("a way to decide is needed here")
            .related(declaration.place, "declared here")
            .hint("name a snippet that uses it"),
    );
    false
}

impl LoweredDeciders {
    pub(crate) fn keep(&mut self, mut cx: Context<'_>) {
        self.problems.append(&mut cx.problems);
        self.used.append(&mut cx.used);
        self.texts.append(&mut cx.texts);
    }
}
