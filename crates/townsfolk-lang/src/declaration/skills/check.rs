//! Checks of skills against the catalogue.

use crate::context::Context;
use crate::source::Place;
use crate::syntax::Node;

/// Reports a skill that cannot be what it is meant to be.
pub(super) fn skill(_: &mut Context<'_>, _: (&str, Place), _: &Node) -> Option<()> {
    Some(())
}
