//! Schedules: where to be in which role, by the time of day.

pub(crate) mod grammar;
pub(crate) mod lower;

use super::{DeclarationKind, Form, OpeningWord};
use crate::editor::OutlineKind;
use crate::names::Namespace;
use crate::syntax::*;

pub(crate) const KIND: DeclarationKind = DeclarationKind {
    words: &[OpeningWord {
        keyword: SCHEDULE_KW,
        order: 15,
        snippet: "schedule ${1:name}\n  ${2:8:00}..${3:17:00} at ${4:area} as ${5:role}",
        example: "schedule cooks_day",
        help: "Declares a day: where to be in which role, by the time of day.",
    }],
    node: SCHEDULE_DECL,
    parse: grammar::schedule,
    lower: None,
    namespace: Some(Namespace::Schedule),
    category: None,
    outline: Some(OutlineKind::Schedule),
    form: Form::Block(&[ENTRY]),
};
