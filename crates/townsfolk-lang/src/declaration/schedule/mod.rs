//! Schedules: where to be in which role, by the time of day.

pub(crate) mod grammar;
pub(crate) mod lower;

pub(crate) const KIND: super::DeclarationKind = super::DeclarationKind {
    keywords: &[crate::syntax::SCHEDULE_KW],
    parse: grammar::schedule,
    lower: None,
};
