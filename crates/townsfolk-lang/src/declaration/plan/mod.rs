//! Plans: a town as its author lays it out.

pub(crate) mod check;
pub(crate) mod grammar;
pub(crate) mod lower;

use super::{DeclarationKind, Form, OpeningWord};
use crate::editor::OutlineKind;
use crate::names::Namespace;
use crate::syntax::*;

pub(crate) const KIND: DeclarationKind = DeclarationKind {
    words: &[OpeningWord {
        keyword: PLAN_KW,
        order: 21,
        snippet: "plan ${1:name}\n  street ${2:area} from ${3:0} m, ${4:0} m to ${5:60} m, ${6:6} m\n  $0",
        example: "plan lindenford",
        help: "Lays a town out: streets, squares and rooms, doors between them, and what stands where. Without a plan the embedded stage makes one up.",
    }],
    node: PLAN_DECL,
    parse: grammar::plan,
    lower: None,
    namespace: Some(Namespace::Plan),
    category: None,
    outline: Some(OutlineKind::Plan),
    form: Form::Block(&[PLAN_PART]),
};
