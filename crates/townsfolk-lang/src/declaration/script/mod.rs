//! Scripts and templates: the cast, facts, rules, properties and tests of an interaction.

pub(crate) mod expand;
mod grammar;
pub(crate) mod lower;
pub(crate) mod rule;
mod test;
pub(crate) mod test_grammar;

use super::{DeclarationKind, Form, OpeningWord};
use crate::editor::OutlineKind;
use crate::names::Namespace;
use crate::syntax::*;
use townsfolk_module::Category;

pub(crate) const KIND: DeclarationKind = DeclarationKind {
    words: &[
        OpeningWord {
            keyword: SCRIPT_KW,
            order: 0,
            snippet: "script ${1:name}\n  cast\n    ${2:role} ${3:0..1}\n\n  state ${4:idle}\n    $0",
            example: "script bench_chat",
            help: "Declares a scene: who plays in it, what is known in it, and the rules by which everyone acts.",
        },
        OpeningWord {
            keyword: TEMPLATE_KW,
            order: 6,
            snippet: "template ${1:name}(${2:Who}: ${3:role})\n  $0",
            example: "template rest(Seat: role)",
            help: "Declares a script with parameters, which other scripts are based on.",
        },
    ],
    node: SCRIPT_DECL,
    parse: grammar::script,
    lower: None,
    namespace: Some(Namespace::Script),
    category: Some(Category::Script),
    outline: Some(OutlineKind::Script),
    form: Form::Script,
};

/// Tests may also stand by themselves: `test NAME of SCRIPT`.
pub(crate) const TEST_KIND: DeclarationKind = DeclarationKind {
    words: &[OpeningWord {
        keyword: TEST_KW,
        order: 11,
        snippet: "test ${1:name} of ${2:script}\n  $0",
        example: "test the_late_tourist_walks_on",
        help: "A story that must be able to be told of the scene, in this order.",
    }],
    node: TEST_DECL,
    parse: test_grammar::test,
    lower: None,
    namespace: None,
    category: None,
    outline: Some(OutlineKind::Test),
    form: Form::Test,
};
