//! Conditions and expressions: kinds inferred, bindings followed, lowered to the module's form.

pub(crate) mod belief;
mod call;
mod expression;
pub(crate) mod literal;
mod quantity;
mod scope;
pub(crate) mod sensed;
mod write;

pub(crate) use call::Signature;
pub(crate) use expression::{DOT_NAMES, unknown_person};
pub(crate) use quantity::{
    clock, constant, duration_range, millionths, named, number, number_range, plain_number,
    symbol_of_set, text,
};
pub(crate) use scope::{DefineInfo, FactInfo, Mode, Scope, Vocabulary, Where};

use crate::context::Context;
use townsfolk_core::SiteId;

/// Lowers the conditions and effects of one rule, define, property or test.
pub(crate) struct Lower<'c, 'g, 'v> {
    pub(crate) cx: &'c mut Context<'g>,
    pub(crate) vocabulary: &'v Vocabulary,
    pub(crate) scope: Scope,
    /// The named place in the source that keys the draws made here.
    pub(crate) site: String,
    pub(crate) sites: u32,
    pub(crate) at: Where,
    /// The people of a test.
    pub(crate) people: Vec<String>,
}

impl<'c, 'g, 'v> Lower<'c, 'g, 'v> {
    pub(crate) fn new(
        cx: &'c mut Context<'g>,
        vocabulary: &'v Vocabulary,
        scope: Scope,
        site: String,
    ) -> Lower<'c, 'g, 'v> {
        Lower {
            cx,
            vocabulary,
            scope,
            site,
            sites: 0,
            at: Where::Condition,
            people: vec![],
        }
    }

    /// The key of the next draw made here.
    pub(crate) fn next_site(&mut self) -> SiteId {
        self.sites += 1;
        SiteId::named(&format!("{}/{}", self.site, self.sites))
    }
}
