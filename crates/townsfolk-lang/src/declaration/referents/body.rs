//! The lines of a set of referents, with those of the sets that it builds on.

use crate::context::Context;
use crate::diagnostic::{Code, Diagnostic};
use crate::globals::first_of;
use crate::names::{Declaration, Namespace, PackageId};
use crate::source::{FileId, Place};
use crate::syntax::{Node, TreeExt, *};

/// A declaration whose lines count, and where it stands.
pub(super) struct Body {
    pub(super) node: Node,
    pub(super) file: FileId,
    pub(super) package: PackageId,
    /// Whether it is the declaration itself. Problems of the others are reported at them.
    pub(super) own: bool,
}

impl Body {
    /// The lines directly in it, with the index of their situation among its situations.
    pub(super) fn parts(&self) -> Vec<(Option<String>, Node)> {
        let mut parts = vec![];
        for part in self.node.children() {
            if part.kind() != SITUATION {
                parts.push((None, part));
                continue;
            }
            let name = part.name(self.file).map(|(name, _)| name);
            parts.push((None, part.clone()));
            parts.extend(part.children().map(|inside| (name.clone(), inside)));
        }
        parts
    }
}

/// A declaration and everything that it builds on, what it builds on first.
pub(super) fn bodies(declaration: &Declaration, node: &Node, cx: &mut Context<'_>) -> Vec<Body> {
    let mut gather = Gather {
        bodies: vec![],
        open: vec![declaration.name.clone()],
        seen: vec![declaration.name.clone()],
        circles: vec![],
    };
    gather.parents(node, cx);
    cx.problems.append(&mut gather.circles);
    gather.bodies.push(Body {
        node: node.clone(),
        file: declaration.place.file,
        package: declaration.package,
        own: true,
    });
    gather.bodies
}

struct Gather {
    bodies: Vec<Body>,
    /// The declarations whose parents are being gathered.
    open: Vec<String>,
    seen: Vec<String>,
    /// Circles are reported by the declarations that go through them.
    circles: Vec<Diagnostic>,
}

impl Gather {
    fn parents(&mut self, node: &Node, cx: &mut Context<'_>) {
        let names: Vec<Node> = node
            .child(PARENTS)
            .map(|list| list.children_of(NAME_REF).collect())
            .unwrap_or_default();
        for name in names {
            if let Some((name, place)) = cx.referred(&name) {
                self.parent(&name, place, cx);
            }
        }
    }

    fn parent(&mut self, name: &str, place: Place, cx: &mut Context<'_>) {
        let found = (Code::UnknownDecider, Namespace::Decider);
        let Some(declared) = cx.declared(found.0, found.1, "set of referents", (name, place))
        else {
            return;
        };
        if declared.node != REFERENTS_DECL {
            cx.problem(
                Code::UnknownDecider
                    .at(place, format!("`{name}` is not a set of referents"))
                    .label("only lines of `referents` can be taken over")
                    .related(declared.place, "declared here as something else"),
            );
            return;
        }
        if self.open.iter().any(|open| open == name) {
            self.circles.push(
                Code::CircularInference
                    .at(place, format!("`{name}` builds on itself"))
                    .label("the circle closes here")
                    .hint("remove one `is` of the circle"),
            );
            return;
        }
        if self.seen.iter().any(|seen| seen == name) {
            return;
        }
        self.seen.push(name.to_string());
        let mut found = first_of(cx.trees, cx.globals, REFERENTS_DECL);
        let Some((parent, node)) = found.find(|(parent, _)| parent.name == name) else {
            return;
        };
        self.open.push(name.to_string());
        let mut inner = Context::new(cx.globals, parent.place.file, parent.package);
        inner.trees = cx.trees;
        self.parents(node, &mut inner);
        self.open.pop();
        self.bodies.push(Body {
            node: node.clone(),
            file: parent.place.file,
            package: parent.package,
            own: false,
        });
    }
}
