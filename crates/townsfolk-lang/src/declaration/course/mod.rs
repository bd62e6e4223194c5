//! Courses: steps of actions that a character performs in order.

mod check;
mod grammar;
pub(crate) mod lower;

use super::{DeclarationKind, Form, OpeningWord};
use crate::editor::OutlineKind;
use crate::names::Namespace;
use crate::syntax::*;
use townsfolk_module::Category;

pub(crate) const KIND: DeclarationKind = DeclarationKind {
    words: &[OpeningWord {
        keyword: COURSE_KW,
        order: 13,
        snippet: "course ${1:name}\n  step do $0",
        example: "course open_door(Door: prop)",
        help: "Declares a course of action: steps in order; what stands in one step starts together.",
    }],
    node: COURSE_DECL,
    parse: grammar::course,
    lower: Some(lower::signature),
    namespace: Some(Namespace::Action),
    category: Some(Category::Course),
    outline: Some(OutlineKind::Course),
    form: Form::Block(&[COURSE_STEP, COURSE_BRANCH, ON_FAILURE, RESUMES]),
};
