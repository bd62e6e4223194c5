//! Arguments of facts, defines, actions and host names against their signatures.

use super::{FactInfo, Lower, Mode};
use crate::diagnostic::{Code, Diagnostic};
use crate::kinds;
use crate::source::Place;
use crate::syntax::{Node, TreeExt, *};
use townsfolk_core::Kind;
use townsfolk_module::Expr;

/// The signature of a callee, for messages and for checking its arguments.
pub(crate) struct Signature<'s> {
    pub(crate) name: &'s str,
    pub(crate) kinds: &'s [(Option<Kind>, Place)],
    pub(crate) declared: Place,
    /// Which arguments must have a value before the call; empty means none.
    pub(crate) needs: &'s [bool],
    /// Whether the declaration is broken: then the number of arguments is unknown.
    pub(crate) unread: bool,
}

impl<'s> Signature<'s> {
    /// A signature whose arguments need no value before.
    pub(crate) fn new(
        name: &'s str,
        kinds: &'s [(Option<Kind>, Place)],
        declared: Place,
    ) -> Signature<'s> {
        let needs = &[];
        Signature {
            name,
            kinds,
            declared,
            needs,
            unread: false,
        }
    }

    /// The signature of a fact.
    pub(crate) fn of_fact(name: &'s str, fact: &'s FactInfo) -> Signature<'s> {
        Signature {
            unread: fact.unread,
            ..Signature::new(name, &fact.kinds, fact.place)
        }
    }
}

/// Two arguments that would fit in the opposite order.
struct Swapped {
    /// The arguments in the right order.
    right: String,
    /// The index of the argument that is certainly wrong now.
    wrong: usize,
}

impl Lower<'_, '_, '_> {
    /// The argument nodes of a call.
    pub(crate) fn argument_nodes(node: &Node) -> Vec<Node> {
        node.child(ARGUMENTS)
            .map(|list| list.children().collect())
            .unwrap_or_default()
    }

    /// Lowers the arguments of a call. A wrong number of arguments is reported and gives `None`. A
    /// single wrong argument is reported and becomes `_`, so that the others are still checked.
    pub(crate) fn arguments(
        &mut self,
        node: &Node,
        place: Place,
        signature: &Signature<'_>,
        mode: Mode,
        in_removal: bool,
    ) -> Option<Vec<Expr>> {
        let nodes = Self::argument_nodes(node);
        if nodes.len() != signature.kinds.len() {
            if !signature.unread {
                let problem = self.wrong_count(nodes.len(), place, signature);
                self.cx.problem(problem);
            }
            // Variables still count as seen, to avoid follow-up findings.
            for node in &nodes {
                self.expression(
                    node,
                    None,
                    if mode == Mode::Use { Mode::Match } else { mode },
                    in_removal,
                );
            }
            return None;
        }
        let swapped = self.swapped(&nodes, signature);
        let mut arguments = vec![];
        let mut whole = true;
        let quiet_from = self.cx.problems.len();
        for (index, (node, signed)) in nodes.iter().zip(signature.kinds).enumerate() {
            // Of two swapped arguments one is reported; the other is lowered at its right position,
            // to avoid follow-up findings.
            let (kind, declared) = match &swapped {
                Some(swapped) if swapped.wrong != index => &signature.kinds[1 - index],
                _ => signed,
            };
            let wanted = kind.map(|kind| (kind, Some(*declared)));
            let needed = signature.needs.get(index).copied().unwrap_or(false);
            let mode = if needed { Mode::Use } else { mode };
            let before = self.cx.problems.len();
            let lowered = self.expression(node, wanted, mode, in_removal);
            if let (Some(kind), Some(problem)) = (kind, self.cx.problems.get_mut(before)) {
                let needed = kinds::called(self.cx.globals, *kind);
                name_the_argument(problem, signature.name, index, &needed, node);
            }
            match lowered {
                Some(typed) => arguments.push(typed.expr),
                None => {
                    whole = false;
                    arguments.push(Expr::Anything);
                }
            }
        }
        if let Some(Swapped { right, .. }) = swapped {
            let hint = format!("did you mean `{}({right})`?", signature.name);
            if let Some(first) = self.cx.problems[quiet_from..]
                .iter_mut()
                .find(|p| p.code == Code::WrongKind)
            {
                *first = first.clone().hint(hint);
            }
        }
        whole.then_some(arguments)
    }

    /// Whether a call with these argument kinds is possible, as far as number and kinds are known
    /// without lowering.
    pub(crate) fn would_take(&self, nodes: &[Node], kinds: &[(Option<Kind>, Place)]) -> bool {
        nodes.len() == kinds.len()
            && nodes.iter().zip(kinds).all(|(node, (kind, _))| {
                let known = self.known_kind(node);
                known
                    .zip(*kind)
                    .is_none_or(|(known, kind)| kinds::meet(self.cx.globals, known, kind).is_some())
            })
    }

    fn wrong_count(&self, found: usize, place: Place, signature: &Signature<'_>) -> Diagnostic {
        let Signature {
            name,
            kinds: wanted,
            declared,
            ..
        } = signature;
        let count = |n: usize| match n {
            0 => "no arguments".to_string(),
            1 => "one argument".to_string(),
            n => format!("{n} arguments"),
        };
        let named: Vec<String> = wanted
            .iter()
            .map(|(kind, _)| {
                kind.map_or_else(
                    || "?".to_string(),
                    |kind| kinds::name(self.cx.globals, kind),
                )
            })
            .collect();
        Code::WrongArguments
            .at(
                place,
                format!(
                    "`{name}` takes {}, but {} given",
                    count(wanted.len()),
                    match found {
                        1 => "one is".to_string(),
                        0 => "none is".to_string(),
                        n => format!("{n} are"),
                    }
                ),
            )
            .label(format!("{} here", count(found)))
            .related(*declared, "declared here")
            .hint(format!("write `{name}({})`", named.join(", ")))
    }

    /// The opposite order of two arguments, if they fit that way and not this way.
    fn swapped(&self, nodes: &[Node], signature: &Signature<'_>) -> Option<Swapped> {
        let [first, second] = nodes else { return None };
        let [(Some(one), _), (Some(two), _)] = signature.kinds else {
            return None;
        };
        let fits = |node: &Node, kind: Kind| match self.known_kind(node) {
            Some(known) => kinds::meet(self.cx.globals, known, kind).is_some(),
            None => true,
        };
        let wrong = match (fits(first, *one), fits(second, *two)) {
            (false, _) => 0,
            (true, false) => 1,
            (true, true) => return None,
        };
        let right_swapped = fits(first, *two) && fits(second, *one);
        right_swapped.then(|| Swapped {
            right: format!("{}, {}", second.text(), first.text()),
            wrong,
        })
    }

    /// The kind of a node, if it is known without lowering.
    fn known_kind(&self, node: &Node) -> Option<Kind> {
        match node.kind() {
            VARIABLE_EXPR => {
                let name = node.word()?;
                self.scope.variables.iter().find(|v| v.name == name)?.kind
            }
            DOT_EXPR => match node.token(DOT_NAME)?.text() {
                ".me" => Some(self.scope.me.unwrap_or(Kind::Character)),
                ".now" => Some(Kind::Time),
                _ => None,
            },
            TEXT_EXPR => Some(Kind::Text),
            CLOCK_EXPR => Some(Kind::Daytime),
            _ => None,
        }
    }
}

/// Names the argument of the wrong kind in the message: "`reserved` takes a prop first, but `.me`
/// is a character".
fn name_the_argument(
    problem: &mut Diagnostic,
    name: &str,
    index: usize,
    needed: &str,
    node: &Node,
) {
    let plain = format!("{needed} is needed here, but this is {}", problem.label);
    if problem.message == plain {
        let which = ["first", "second", "third", "fourth"]
            .get(index)
            .unwrap_or(&"there");
        problem.message = format!(
            "`{name}` takes {needed} {which}, but `{}` is {}",
            node.text(),
            problem.label
        );
    }
}
